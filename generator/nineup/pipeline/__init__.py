"""The pipeline: load, select, typeset, impose, write. The only room that knows their order."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from nineup.diagnostics import Findings, Status
from nineup.drawing import Digests
from nineup.fonts import Fonts
from nineup.game import Game, Run
from nineup.impose import Notes, impose
from nineup.layout import LayoutEngine
from nineup.paper import Backs, Piece, Sheet, SheetSpec
from nineup.pipeline.checking import check
from nineup.pipeline.plan import PrintOptions, PrintPlan, RunChoice, check_sheets, make_plan
from nineup.pipeline.run_files import (
    Leaflet,
    MadeBy,
    OutputFile,
    Progress,
    files_of,
    group_by_shape,
    leaflet_files,
    pages_of,
    run_folder_name,
    write_files,
)
from nineup.pipeline.stages import choose_run, load, make_engine
from nineup.project import STARTER, Project
from nineup.rules import STOPPING, Scope, check_game, rule_settings
from nineup.select import counts
from nineup.typeset import Drawn, typeset
from nineup.write import ContentWriter, Document, Resources, deflate, pdf

__all__ = [
    "BuildResult",
    "Drawn",
    "DrawnRun",
    "OutputFile",
    "PrintOptions",
    "PrintPlan",
    "Progress",
    "RunChoice",
    "Stages",
    "build",
    "calibration_pdf",
    "check",
    "check_sheets",
    "choose_run",
    "draft_notice",
    "draw",
    "load",
    "make_plan",
    "print_groups",
    "run_folder_name",
    "schemas",
]


class BuildResult(msgspec.Struct, frozen=True):
    """What a build wrote, and how it ended.

    A draft of a game with errors is DONE if nothing that was requested is missing from it.
    """

    written: tuple[OutputFile, ...] = ()
    status: Status = Status.DONE


class DrawnRun(msgspec.Struct, frozen=True):
    """A run with its faces drawn, and how it is to be printed."""

    run: Run
    choice: RunChoice
    drawn: tuple[Drawn, ...]
    plan: PrintPlan
    engine: LayoutEngine


class Stages:
    """What a build is made with, new for each build; a process that stays alive has tools that remember."""

    def load(self, project: Project, game: str, findings: Findings) -> Game | None:
        """The stage of that name."""
        return load(project, game, findings)

    def engine(self, project: Project, game: Game, findings: Findings) -> LayoutEngine | None:
        """A game's styles and art, ready to draw; None when its styles are wrong."""
        return make_engine(project, game, Fonts(project), findings)

    def typeset(self, run: Run, engine: LayoutEngine, findings: Findings) -> tuple[Drawn, ...]:
        """The stage of that name."""
        return typeset(run, engine, findings)

    def impose(
        self, pieces: Sequence[Piece], spec: SheetSpec, notes: Notes, fonts: Fonts, findings: Findings
    ) -> tuple[Sheet, ...]:
        """The stage of that name."""
        return impose(pieces, spec, notes, fonts, findings)

    def deflate(self, data: bytes) -> bytes:
        """A stream of a PDF, packed."""
        return deflate(data)

    def content_writer(self, resources: Resources) -> ContentWriter:
        """Who writes the faces of a PDF."""
        return ContentWriter(resources)

    def digests(self) -> Digests:
        """The digests of faces, as far as they are known."""
        return Digests()


def build(
    project: Project,
    game_id: str,
    choice: RunChoice,
    printing: PrintOptions,
    findings: Findings,
    progress: Progress,
    stages: Stages = Stages(),  # noqa: B008
) -> BuildResult:
    """Print a game: nothing is written unless all of it can be, or a draft of what can be was asked for."""
    ready = draw(project, game_id, choice, printing, findings, progress, stages)
    if isinstance(ready, BuildResult):
        return ready
    name = run_folder_name(ready.run, choice)
    return print_groups(ready, name, group_by_shape(ready.drawn), findings, progress, stages=stages)


def draw(
    project: Project,
    game_id: str,
    choice: RunChoice,
    printing: PrintOptions,
    findings: Findings,
    progress: Progress,
    stages: Stages = Stages(),  # noqa: B008
) -> DrawnRun | BuildResult:
    """The pipeline up to a run's faces; an outcome where that is all there will be."""
    progress(f"{game_id}: reading", 0, 1)
    plan = make_plan(project, printing, findings)
    game = stages.load(project, game_id, findings)
    if game is None or plan is None:
        return BuildResult(status=findings.status)
    run = choose_run(game, choice, findings)
    if run is None:
        return BuildResult(status=findings.status)
    check_game(game, errors := Findings(), _scope_of(run, choice), STOPPING)
    findings.extend(finding for finding in errors if finding.severity == "error")
    engine = stages.engine(project, game, findings)
    if engine is None:
        return BuildResult(status=findings.status)
    progress(f"{game_id}: drawing faces", 0, 1)
    if printing.version:
        run = msgspec.structs.replace(run, context={**run.context, "print": {"version": printing.version}})
    drawn = stages.typeset(run, engine, findings)
    if findings.failed and not plan.allow_errors:
        return BuildResult(status=findings.status)
    return DrawnRun(run, choice, drawn, plan, engine)


def print_groups(
    ready: DrawnRun,
    name: str,
    groups: Mapping[str, Sequence[Drawn]],
    findings: Findings,
    progress: Progress,
    leaflets: Mapping[str, Leaflet] = {},
    asked: Mapping[str, Any] = {},
    stages: Stages = Stages(),  # noqa: B008
) -> BuildResult:
    """The rest of the pipeline: groups of drawn parts and leaflets, each as a PDF of its name, in folder `name`.

    `asked` is what the manifest says of the build besides its choice.
    """
    run, plan, fonts = ready.run, ready.plan, ready.engine.fonts
    made_by = MadeBy(stages.impose, stages.deflate, stages.content_writer)
    laid = Findings()
    files = list(files_of(run, groups, plan, fonts, laid, progress, draft_notice(findings), made_by))
    if plan.by_flag:  # Then what doesn't fit is a mistake of the command.
        laid = Findings(f._replace(about="request") if f.about == "fit" else f for f in laid)
    findings.extend(laid)
    if findings.failed and not (plan.allow_errors and files):
        return BuildResult(status=findings.status)
    files += leaflet_files(run, leaflets, plan, fonts)
    incomplete = len(ready.drawn) < len(run.parts)
    status = Status.GAME_ERROR if incomplete and not laid.failed else laid.status
    folder = plan.output / run.game.id / name
    said = {**msgspec.structs.asdict(ready.choice), "version": run.context["print"]["version"], **asked}
    told = {key: value for key, value in said.items() if value}
    return BuildResult(tuple(write_files(folder, run, files, plan.png, told, stages.digests())), status)


def schemas(project: Project, game: str | None, findings: Findings) -> dict[str, str] | None:
    """The JSON Schema of each kind of file by its name, for a game with its own lists; None after an error."""
    from nineup.load.json_schema import KINDS, schema_text

    loaded = load(project, game, findings) if game else None
    if game and loaded is None:
        return None
    return {kind: schema_text(kind, loaded, rule_settings()) for kind in KINDS}


def calibration_pdf(paper: str, backs: Backs, landscape: bool = False) -> bytes:
    """The duplex test sheet for a paper, as a PDF. Raises ValueError for a paper that is none."""
    from nineup.impose.calibrate import calibration

    fonts = Fonts(Project(STARTER))
    sheets = calibration(paper, fonts, backs, landscape)
    return pdf(
        Document("Nineup calibration sheet", "", "duplex, calibration", tuple(pages_of(sheets))), fonts
    )


def _scope_of(run: Run, choice: RunChoice) -> Scope:
    """What must hold for a run to be built: its options, and its players, or all that its box serves."""
    if choice.players is not None:
        return Scope((run.players,), run.options)
    return Scope(tuple(count for count in counts(run.game) if count <= run.players), run.options)


def draft_notice(findings: Findings) -> str:
    """What every sheet of a draft says in its margin; nothing for a game without errors."""
    errors = len({finding for finding in findings if finding.severity == "error"})
    return f"DRAFT: {errors} error{'s' if errors > 1 else ''}" if errors else ""
