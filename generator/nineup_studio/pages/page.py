"""Renders templates with what all pages share."""

from functools import cache
from typing import TYPE_CHECKING, Any

from nineup.base import Findings, Project, explanations, template_environment
from nineup.files import Settings, read_settings
from starlette.requests import Request
from starlette.responses import HTMLResponse

from nineup_studio.live.looking import SessionState, root_of, workspace_of
from nineup_studio.pages.panel import panel
from nineup_studio.pages.run_bar import controls, is_chosen_impossible
from nineup_studio.pages.view import View

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup


@cache
def _environment() -> "Environment":
    return template_environment("nineup_studio")


def fragment(template: str, **values: Any) -> "Markup":
    """A part of a page, which its template may insert unescaped."""
    from markupsafe import Markup

    return Markup(_environment().get_template(f"templates/{template}").render(**values))


def plain_page(request: Request, template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """A page that isn't about a game."""
    page_template = _environment().get_template(f"templates/{template}")
    text = page_template.render(root=root_of(request), explained=explanations(), **values)
    return HTMLResponse(text, status, {"cache-control": "no-store"})


def editor(project: Project) -> str:
    """The link to a place in the user's editor, with `{file}`, `{line}` and `{column}`; empty unless
    `nineup.yaml` names one.
    """
    settings = read_settings(project, Findings()) or Settings()
    return settings.editor or ""


def _shows_run(views: tuple[View, ...], id: str | None) -> bool:
    return all(view.shows_run for view in views if view.id == id)


def page(request: Request, looking: SessionState, template: str, **values: Any) -> HTMLResponse:
    """A page about a run: its template has `looking`, `snapshot`, what all pages share, and `values`."""
    workspace = workspace_of(request)
    views: tuple[View, ...] = request.app.state.views
    done, undone = workspace.history.done, workspace.history.undone
    return plain_page(
        request,
        template,
        looking=looking,
        snapshot=looking.snapshot,
        games=workspace.project.games(),
        tabs=[view for view in views if view.title],
        controls=controls(looking) if _shows_run(views, values.get("view")) else (),
        is_impossible=is_chosen_impossible(looking),
        panel=panel(looking, workspace.project, editor(workspace.project)),
        undo=done[-1].says if done else "",
        redo=undone[-1].says if undone else "",
        **values,
    )
