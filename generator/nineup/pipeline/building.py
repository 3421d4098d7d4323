"""Building a game: the stages in their order, which no other module knows."""

from functools import partial

import msgspec

from nineup.base.diagnostics import Findings, Status
from nineup.base.project import STARTER, Project
from nineup.layout.placeholder import list_missing_art
from nineup.logic.select import card_ids, counts, expansions_of
from nineup.model.game import Run
from nineup.model.paper import Backs
from nineup.pipeline.backs import DrawnBacks
from nineup.pipeline.plan import PrintOptions, RunChoice, make_plan
from nineup.pipeline.printed import make_printed
from nineup.pipeline.publish import BuildResult, Publish, publish_files, publish_ready, run_folder_name
from nineup.pipeline.run_files import Progress, RunFiles, draft_notice, group_by_shape, make_files, pages_of
from nineup.pipeline.runs import choose_run, in_language, load, without_idle_filters
from nineup.pipeline.stages import DrawnRun, Stages
from nineup.rules import ProofScope, check_game, rule_settings, stopping_rules
from nineup.typography.fonts import Fonts
from nineup.write import AmbiguousError, PdfDocument, pdf


def build(
    project: Project,
    game_id: str,
    choice: RunChoice,
    options: PrintOptions,
    findings: Findings,
    progress: Progress,
    stages: Stages = Stages(),  # noqa: B008
    publish: Publish = publish_ready,
) -> BuildResult:
    """Prints a game.

    Writes all of it or nothing, unless the options allow errors: then a draft of what can be made.
    """
    before = len(findings)
    print_run = partial(
        _print, project, game_id, choice, options, findings=findings, progress=progress, publish=publish
    )
    try:
        return print_run(stages=stages)
    except AmbiguousError:
        # Faces written together differ from those that a document writes separately.
        del findings[before:]
        return print_run(stages=Stages())


def _print(
    project: Project,
    game_id: str,
    choice: RunChoice,
    options: PrintOptions,
    findings: Findings,
    progress: Progress,
    stages: Stages,
    publish: Publish,
) -> BuildResult:
    drawn_run = draw(project, game_id, choice, options, findings, progress, stages)
    if isinstance(drawn_run, BuildResult):
        return drawn_run
    if drawn_run.plan.grey:
        from nineup.rules import alike_in_grey

        sides = ((each.part, each.front, each.back) for each in drawn_run.drawn)
        symbols = {id: symbol.form for id, symbol in drawn_run.engine.symbols.items()}
        findings.extend(alike_in_grey(sides, symbols))
    groups = group_by_shape(drawn_run.drawn)
    run_files = make_files(drawn_run, groups, findings, progress=progress, stages=stages)
    if options.rules and run_files.files and not (choice.owners or choice.components or choice.cards):
        run_files = _with_rules(project, drawn_run, run_files, findings=findings)
    digests = stages.digests()
    reader = stages.face_reader(drawn_run.engine)
    printed = make_printed(
        drawn_run, groups, run_files, draft=draft_notice(findings), digests=digests, reader=reader
    )
    name = run_folder_name(drawn_run.run, drawn_run.choice)
    return publish_files(drawn_run, name, run_files, digests=digests, printed=printed, publish=publish)


def _with_rules(project: Project, drawn_run: DrawnRun, run_files: RunFiles, findings: Findings) -> RunFiles:
    """A run's files and its game's rules; none if the rules have errors, or all but the rules in a draft."""
    path = rules_path(project, drawn_run)
    if path is None:
        return run_files
    from nineup.pipeline.appendix import make_rules

    booklet = make_rules(project, drawn_run, path, findings=(reading := Findings()))
    findings.extend(reading)
    if reading.failed:
        status = Status.GAME_ERROR
        return RunFiles(run_files.files, status) if drawn_run.plan.allow_errors else RunFiles(status=status)
    return msgspec.structs.replace(run_files, files=(*run_files.files, booklet)) if booklet else run_files


def rules_path(project: Project, drawn_run: DrawnRun) -> str | None:
    """The file of a game's own rules in the run's language, `rules.LANGUAGE.md`, or else `rules.md`; None
    without rules.
    """
    names = (f"rules.{drawn_run.choice.language}.md", "rules.md")
    paths = (f"cards/{drawn_run.run.game.id}/{name}" for name in names)
    return next(filter(project.exists, paths), None)


def draw(
    project: Project,
    game_id: str,
    choice: RunChoice,
    options: PrintOptions,
    findings: Findings,
    progress: Progress,
    stages: Stages = Stages(),  # noqa: B008
) -> DrawnRun | BuildResult:
    """The pipeline up to a run's faces; a result without files if it can't be drawn."""
    progress(f"{game_id}: reading", 0, 1)
    plan = make_plan(project, options, findings)
    written = stages.load(project, game_id, findings)
    if written and choice.cards:
        choice = msgspec.structs.replace(choice, cards=card_ids(written, choice.cards))
    localised = (
        in_language(project, written, choice, findings=findings, strict=options.strict)
        if written and plan
        else None
    )
    if written is None or plan is None or localised is None:
        return BuildResult(status=findings.status)
    game, choice = localised.game, localised.choice
    run = choose_run(game, choice, findings)
    if run is None:
        return BuildResult(status=findings.status)
    choice = without_idle_filters(game, run, choice)
    engine = stages.engine(project, game, findings)
    backs = DrawnBacks(game, lambda: engine)
    # Rules may read the words of the source language, and apply to every language.
    scope, stopping = _scope_of(run, choice), stopping_rules(written)
    # Backs in another language are made of more than the game.
    known = stages.known_rules(written, (repr(scope), *stopping)) if written is game else None
    check_game(written, errors := Findings(), scope, only=stopping, backs=backs, known=known)
    findings.extend(finding for finding in errors if finding.severity == "error")
    if engine is None:
        return BuildResult(status=findings.status)
    progress(f"{game_id}: drawing faces", 0, 1)
    if options.version:
        named = {**run.context["print"], "version": options.version}
        run = msgspec.structs.replace(run, context={**run.context, "print": named})
    bleed = max([plan.spec.bleed, *(component.bleed for component in game.components.values())])
    drawn = stages.typeset(run, engine, findings, bleed=bleed)
    list_missing_art(findings, options.final)
    if findings.failed and not plan.allow_errors:
        return BuildResult(status=findings.status)
    return DrawnRun(run, choice, drawn, plan=plan, engine=engine)


def make_schemas(project: Project, game: str | None, findings: Findings) -> dict[str, str] | None:
    """The JSON Schema of each kind of file by its name, with a game's own lists if one is given; None after
    an error.
    """
    from nineup.files.load.json_schema import KINDS, schema_text

    loaded = load(project, game, findings) if game else None
    if game and loaded is None:
        return None
    return {kind: schema_text(kind, loaded, rule_settings()) for kind in KINDS}


def make_calibration_pdf(paper: str, backs: Backs, landscape: bool = False) -> bytes:
    """The duplex test sheet for a paper, as a PDF. Raises ValueError if the paper is unknown or too small."""
    from nineup.impose.calibrate import calibration

    fonts = Fonts(Project(STARTER))
    sheets = calibration(paper, fonts, backs, landscape=landscape)
    return pdf(
        PdfDocument("Nineup calibration sheet", "", "duplex, calibration", pages=tuple(pages_of(sheets))),
        fonts,
    )


def _scope_of(run: Run, choice: RunChoice) -> ProofScope:
    """The configurations that must be valid for a build: its options with its player count, or all that its
    box serves.
    """
    bands = expansions_of(run)
    if choice.players is not None:
        return ProofScope((run.players,), {**run.options, **bands})
    absent = {name: False for name, in_use in bands.items() if not in_use}
    return ProofScope(
        tuple(count for count in counts(run.game) if count <= run.players), {**run.options, **absent}
    )
