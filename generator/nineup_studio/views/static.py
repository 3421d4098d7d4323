"""The style sheet and the scripts."""

from importlib.resources import files

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nineup_studio.pages.view import View

PACKAGES = ("nineup_studio", "nineup_export.web")
"""The packages with a folder `static/`: the studio's own, and that of the table."""

TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}


def static(request: Request) -> Response:
    """A style sheet, a script or an icon, which browsers always revalidate: another version may run."""
    name = request.path_params["name"]
    kind = TYPES.get(name.rpartition(".")[2])
    for package in PACKAGES:
        folder = files(package).joinpath("static")
        if kind and name in {each.name for each in folder.iterdir()}:
            return Response(folder.joinpath(name).read_bytes(), 200, {"cache-control": "no-cache"}, kind)
    raise HTTPException(404, f"There is no file `{name}`.")


VIEW = View("static", "", "", routes=(Route("/static/{name}", static),))
