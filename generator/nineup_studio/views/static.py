"""The style sheet and the scripts."""

from importlib.resources import files

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nineup_studio.pages.view import View

TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}


def static(request: Request) -> Response:
    """A file of `static/`, which the browser always revalidates: another version may be running."""
    name = request.path_params["name"]
    folder = files("nineup_studio").joinpath("static")
    if name not in {each.name for each in folder.iterdir()}:
        raise HTTPException(404, f"There is no file `{name}`.")
    kind = TYPES.get(name.rpartition(".")[2], "application/octet-stream")
    return Response(folder.joinpath(name).read_bytes(), 200, {"cache-control": "no-cache"}, kind)


VIEW = View("static", "", "", routes=(Route("/static/{name}", static),))
