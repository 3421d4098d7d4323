"""The application: the routes of all views behind the guard."""

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from nineup.studio.live.working import fenced_route
from nineup.studio.live.workspace import Workspace
from nineup.studio.pages.page import plain_page
from nineup.studio.security import Access, Guard
from nineup.studio.views import VIEWS


def make_app(workspace: Workspace, access: Access) -> Starlette:
    """The application for a workspace."""
    routes: list[BaseRoute] = [fenced_route(route) for view in VIEWS for route in view.routes]
    app = Starlette(
        routes=routes,
        middleware=[Middleware(Guard, access=access)],
        exception_handlers={HTTPException: _problem},
    )
    app.state.workspace = workspace
    app.state.views = VIEWS
    return app


def _problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return plain_page("problem.html", error.status_code, message=error.detail)
