"""Faces as SVG files, by digest: a browser requests each one once."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nineup_studio.live.looking import workspace_of
from nineup_studio.pages.view import View

HEADERS = {
    "cache-control": "private, max-age=31536000, immutable",
    "content-security-policy": "default-src 'none'; img-src data:; sandbox",
}


def face(request: Request) -> Response:
    """A face with its bleed."""
    drawn = workspace_of(request).face(request.path_params["digest"])
    if drawn is None:
        raise HTTPException(404, "This face has changed; reload the page.")
    return Response(drawn.writer.write(drawn.face), 200, HEADERS, "image/svg+xml")


VIEW = View("faces", "", "", routes=(Route("/face/{digest}.svg", face),))
