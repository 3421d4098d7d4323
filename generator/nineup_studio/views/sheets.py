"""The sheets: a run on paper, with its marks and backs, as a build would print it."""

import msgspec
from nineup.base import Findings, Project, measures
from nineup.pipeline import PrintOptions, PrintPlan, make_plan
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nineup_studio.live.looking import SessionState, of_request, workspace_of
from nineup_studio.live.sheets import SheetSet, make_sheet_set
from nineup_studio.live.workspace import Workspace
from nineup_studio.pages.evidence import Evidence
from nineup_studio.pages.page import page
from nineup_studio.pages.print_query import controls, options_of
from nineup_studio.pages.view import View
from nineup_studio.views.faces import HEADERS


def sheets(request: Request) -> Response:
    """All sheets of the run, laid out by the address's options."""
    looking, workspace = of_request(request), workspace_of(request)
    findings = Findings()
    options = options_of(request.query_params, findings)
    default = _plan(workspace.project, PrintOptions(), Findings())
    plan = _plan(workspace.project, options, findings) if options else None
    sheet_set = _sheet_set(workspace, looking, plan) if plan else None
    query = request.query_params
    chosen = controls(workspace.project, plan or default, default, query=query) if default else ()
    evidence = Evidence(workspace.project, looking)
    return page(
        request,
        looking,
        "sheets.html",
        view="sheets",
        sheet_set=sheet_set,
        shown=evidence.of((*findings, *(sheet_set.findings if sheet_set else ()))),
        print_controls=chosen,
        measures=measures,
    )


def sheet_page(request: Request) -> Response:
    """A page of a sheet as an SVG file, by its digest: a browser requests each one once."""
    digest = request.path_params["digest"]
    sheet_set = workspace_of(request).sheets.with_page(digest)
    if sheet_set is None:
        raise HTTPException(404, "This sheet has changed; reload the page.")
    return Response(sheet_set.svg(digest), 200, HEADERS, "image/svg+xml")


def _plan(project: Project, options: PrintOptions, findings: Findings) -> PrintPlan | None:
    """A plan for display: nothing is written."""
    return make_plan(project, msgspec.structs.replace(options, output=project.root), findings)


def _sheet_set(workspace: Workspace, looking: SessionState, plan: PrintPlan) -> SheetSet | None:
    snapshot = looking.snapshot
    if snapshot.drawn_run is None:
        return None
    # The cached entry holds the run, so its id stays its own.
    key = (id(snapshot.drawn_run), plan.papers, plan.spec, plan.ink, plan.grey, plan.image_dpi)
    known = workspace.sheets.get(key)
    if known is not None:
        return known
    with workspace.cache.stages(workspace.project, looking.game_id) as stages:
        sheet_set = make_sheet_set(snapshot.drawn_run, plan, Findings(snapshot.findings), stages=stages)
    return workspace.sheets.put(key, sheet_set)


VIEW = View(
    "sheets",
    "Sheets",
    "sheets",
    routes=(Route("/{game}/sheets", sheets), Route("/sheet/{digest}.svg", sheet_page)),
)
