"""The pipeline: load, select, typeset, impose, write. The only module that knows their order."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path, PurePosixPath
from typing import Literal, cast

import msgspec

from generator.diagnostics import Findings, nearest
from generator.drawing import Face
from generator.fonts import Fonts
from generator.game import Game, Run
from generator.geometry import Box, Size
from generator.impose import Notes, impose
from generator.layout import Studio
from generator.load import load_game, load_tree
from generator.paper import Backs, Marks, Page, Piece, Placement, Sheet, SheetSpec
from generator.project import STARTER, Project
from generator.rules import STOPPING, Proved, Scope, check_game, rule_names
from generator.select import counts, read_options, select
from generator.settings import FACE, FILE, Settings, build_settings
from generator.shapes import SHAPES, shape_of
from generator.sheet_spec import build_spec
from generator.text import StyleSheet, build_styles
from generator.typeset import Drawn, typeset
from generator.write import MANIFEST, Document, face_pdf, manifest, pdf, publish


class Choice(msgspec.Struct, frozen=True):
    """Which pieces of a game: what `--players`, `--option`, `--owners`, `--component` and `--card` say."""

    players: int | None = None
    options: Mapping[str, str] = {}
    owners: tuple[str, ...] = ()
    components: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()


class Printing(msgspec.Struct, frozen=True):
    """How pieces are laid on paper. What is empty or None is left to nineup.yaml, the sheet's file, or Nineup."""

    papers: tuple[str, ...] = ()
    backs: Backs | None = None
    bleed: float | None = None
    margin: float | None = None
    sheet: str | None = None
    back_offset: tuple[float, float] | None = None
    as_one: bool = False
    output: Path | None = None
    png: bool = False
    despite_errors: bool = False
    """Build a draft of a game with errors, marked as one."""


class Written(msgspec.Struct, frozen=True):
    """A file of a build: its pages, and the pieces on them."""

    path: Path
    pages: int = 0
    pieces: int = 0


class Outcome(msgspec.Struct, frozen=True):
    """What a build wrote, and the command's exit code: 1 errors in the game, 2 an impossible run."""

    written: tuple[Written, ...] = ()
    code: int = 0


class _File(msgspec.Struct, frozen=True):
    """A PDF before it is written, with the pages that the manifest tells of."""

    name: str
    data: bytes
    pages: tuple[Page, ...]


class _Plan(msgspec.Struct, frozen=True):
    """How and where to print, all of it decided."""

    papers: tuple[str, ...]
    spec: SheetSpec
    output: Path
    png: bool
    despite: bool


Side = Literal["front", "back"]

Progress = Callable[[str, int, int], None]
"""Told what is being worked on, how many steps are done, and of how many."""

IMPOSSIBLE = {
    *("impossible-option", "impossible-owners", "impossible-players", "not-in-run", "unstated"),
    *("unknown-card", "unknown-component", "unknown-option", "unknown-owner", "unknown-value"),
}
"""What is wrong with a choice rather than with the game that it was made from."""

LONGEST = 100
"""Characters of a folder's name."""

RESOLUTION = 150
"""Dots per inch of the pictures of pages."""


def load(project: Project, game: str, findings: Findings) -> Game | None:
    """A game as its files state it; None after an error."""
    return load_game(project, game, findings, rule_names())


def choose(game: Game, choice: Choice, findings: Findings) -> Run | None:
    """The run that was asked for; None when it is impossible, with the reasons among the findings."""
    return select(
        game, findings, choice.players, choice.options, choice.owners or None, choice.components, choice.cards
    )


def check(
    project: Project,
    game_id: str,
    findings: Findings,
    choice: Choice = Choice(),  # noqa: B008
    rules: Collection[str] = (),
) -> Proved | None:
    """Everything that can be told of a game: its files, its rules, and faces that can't be drawn.

    A choice narrows the proof to its player count and options; `rules`, to these codes, and no face is drawn.
    None where the game can't be read, or the choice is impossible.
    """
    _settings(project, findings)
    game = load(project, game_id, findings)
    if game is None or (scope := _scope(game, choice, findings)) is None:
        return None
    proved = check_game(game, findings, scope, rules)
    studio = None if rules else _studio(project, game, Fonts(project), findings)
    if studio is not None:
        for run in _largest_runs(game):
            typeset(run, studio, findings)
    return proved


def _scope(game: Game, choice: Choice, findings: Findings) -> Scope | None:
    """What a proof is narrowed to by a choice of players and options; None when that is impossible."""
    wrong = Findings()
    if choice.players is not None or choice.options:
        select(game, wrong, choice.players, choice.options)
    wrong = Findings(finding for finding in wrong if finding.code in IMPOSSIBLE - {"unstated"})
    findings.extend(wrong)
    options = read_options(game, choice.options, Findings())
    named = {name.replace("_", "-") for name in choice.options}
    players = () if choice.players is None else (choice.players,)
    return None if wrong else Scope(players, {id: options[id] for id in options if id in named})


def _scope_of(run: Run, choice: Choice) -> Scope:
    """What must hold for a run to be built: its options, and its players, or all that its box serves."""
    if choice.players is not None:
        return Scope((run.players,), run.options)
    return Scope(tuple(count for count in counts(run.game) if count <= run.players), run.options)


def _draft(findings: Findings) -> str:
    """What every sheet of a draft says in its margin; nothing for a game without errors."""
    errors = len({finding for finding in findings if finding.severity == "error"})
    return f"DRAFT despite {errors} error{'s' if errors > 1 else ''}" if errors else ""


def build(
    project: Project, game_id: str, choice: Choice, printing: Printing, findings: Findings, progress: Progress
) -> Outcome:
    """Print a game: nothing is written unless all of it can be, or a draft of what can be was asked for."""
    progress(f"{game_id}: reading", 0, 1)
    plan = _plan(project, printing, findings)
    game = load(project, game_id, findings)
    if game is None or plan is None:
        asked_wrong = any(finding.code == "unknown-sheet" for finding in findings)
        return Outcome(code=2 if asked_wrong else 1)
    run = choose(game, choice, chosen := Findings())
    findings.extend(chosen)
    if run is None:
        return Outcome(code=2 if any(finding.code in IMPOSSIBLE for finding in chosen) else 1)
    check_game(game, errors := Findings(), _scope_of(run, choice), STOPPING)
    findings.extend(finding for finding in errors if finding.severity == "error")
    fonts = Fonts(project)
    studio = _studio(project, game, fonts, findings)
    if studio is None:
        return Outcome(code=1)
    progress(f"{game_id}: drawing faces", 0, 1)
    drawn = typeset(run, studio, findings)
    if findings.failed and not plan.despite:
        return Outcome(code=1)
    warning = _draft(findings)
    files = list(_files(run, drawn, plan, fonts, findings, progress, warning))
    if findings.failed and not plan.despite:
        return Outcome(code=1)
    folder = plan.output / game_id / _folder(run, choice)
    return Outcome(tuple(_write(folder, run, files, plan.png)))


def schemas(project: Project, game: str | None, findings: Findings) -> dict[str, str] | None:
    """The JSON Schema of each kind of file by its name, for a game with its own lists; None after an error."""
    from generator.load.json_schema import KINDS, schema_text

    loaded = load(project, game, findings) if game else None
    if game and loaded is None:
        return None
    return {kind: schema_text(kind, loaded, rule_names()) for kind in KINDS}


def calibration_pdf(paper: str, backs: Backs, landscape: bool = False) -> bytes:
    """The duplex test sheet for a paper, as a PDF. Raises ValueError for a paper that is none."""
    from generator.impose.calibrate import calibration

    fonts = Fonts(Project(STARTER))
    sheets = calibration(paper, fonts, backs, landscape)
    return pdf(Document("Nineup calibration sheet", "", "duplex, calibration", tuple(_pages(sheets))), fonts)


def _settings(project: Project, findings: Findings) -> Settings | None:
    if not project.exists(FILE):
        return Settings()
    read = load_tree(project, FILE, findings)
    return build_settings(*read, findings) if read else None


def _plan(project: Project, asked: Printing, findings: Findings) -> _Plan | None:
    """What was asked for, then what nineup.yaml says, then the sheet's own file; None after an error."""
    settings = _settings(project, findings)
    sheet = asked.sheet or (settings.sheet if settings else None)
    spec = _sheet(project, sheet, findings) if sheet else SheetSpec()
    if settings is None or spec is None:
        return None
    said = {
        "backs": asked.backs or settings.backs,
        "bleed": settings.bleed if asked.bleed is None else asked.bleed,
        "margin": settings.margin if asked.margin is None else asked.margin,
        "back_offset": asked.back_offset,
        "large": "as-one" if asked.as_one else None,
    }
    spec = msgspec.structs.replace(spec, **{key: value for key, value in said.items() if value is not None})
    output = asked.output or project.root / (settings.output or "output")
    return _Plan(
        asked.papers or settings.paper or (spec.paper,), spec, output, asked.png, asked.despite_errors
    )


def _sheet(project: Project, name: str, findings: Findings) -> SheetSpec | None:
    known = [PurePosixPath(path).stem for path in project.list("layouts/sheets", "*.yaml")]
    if name not in known:
        findings.error(
            "unknown-sheet", f"there is no sheet `{name}` in layouts/sheets/", None, nearest(name, known)
        )
        return None
    read = load_tree(project, f"layouts/sheets/{name}.yaml", findings)
    return build_spec(name, *read, findings) if read else None


def _studio(project: Project, game: Game, fonts: Fonts, findings: Findings) -> Studio | None:
    """A game's styles and art, ready to draw; None when its styles are wrong."""
    path = f"layouts/{game.id}/style.yaml"
    if not project.exists(path):
        path = "layouts/style.yaml"
    read = load_tree(project, path, findings)
    if read is None:
        return None
    sheet: StyleSheet | None = build_styles(*read, fonts, findings)
    return Studio(project, game, fonts, sheet, findings) if sheet is not None else None


def _largest_runs(game: Game) -> Iterator[Run]:
    """Runs that show each face in each of its states: all there is, then each other choice of an option."""
    most = max(band.high for band in game.bands)
    choices = [Choice(players=most)]
    for option in game.options.values():
        if option.kind == "switch":
            choices.append(Choice(players=most, options={option.id: "no" if option.default else "yes"}))
        elif option.kind == "one":
            others = [value for value in option.values if value != option.default]
            choices += [Choice(players=most, options={option.id: str(value)}) for value in others]
    for choice in choices:
        run = choose(game, choice, Findings())
        if run is not None:
            yield run


def _files(
    run: Run,
    drawn: Sequence[Drawn],
    plan: _Plan,
    fonts: Fonts,
    findings: Findings,
    progress: Progress,
    warning: str,
) -> Iterator[_File]:
    """A PDF for each paper and group of components: cards, tiles, tokens … What can't be laid out is left out."""
    groups = [(shape, [d for d in drawn if d.part.component.shape == shape.name]) for shape in SHAPES]
    jobs = [(paper, shape, members) for paper in plan.papers for shape, members in groups if members]
    for done, (paper, shape, members) in enumerate(jobs):
        group = shape.plural
        progress(f"{run.game.id}: {group} on {paper}", done, len(jobs))
        about = (
            f"{run.game.title}: {group}",
            run.game.designer,
            f"{run.game.id}, {run.name}, {group}, Nineup",
        )
        name = f"{group}-{paper.replace(' ', '')}.pdf"
        if paper == FACE:
            pages = tuple(_face_pages(members))
            yield _File(name, face_pdf([page.placements[0].face for page in pages], fonts, *about), pages)
            continue
        spec = msgspec.structs.replace(plan.spec, paper=paper)
        notes = Notes(run.game.title, run.name, group, warning)
        sheets = impose(_pieces(members), spec, notes, fonts, told := Findings())
        findings.extend(told)
        if not told.failed:
            pages = tuple(_pages(sheets))
            yield _File(name, pdf(Document(*about, pages), fonts), pages)
    progress(f"{run.game.id}: writing", len(jobs), len(jobs))


def _pieces(members: Sequence[Drawn]) -> tuple[Piece, ...]:
    """Every copy, in the order of the run."""
    return tuple(
        Piece(
            d.part.component.id,
            d.part.card.id,
            d.part.owner or "",
            copy,
            d.front,
            d.back,
            cast(Marks | None, d.part.component.marks or None),
            shape_of(d.part.component.shape).in_parts,
        )
        for d in members
        for copy in range(1, d.part.copies + 1)
    )


def _pages(sheets: Sequence[Sheet]) -> Iterator[Page]:
    for sheet in sheets:
        yield sheet.front
        if sheet.back is not None:
            yield sheet.back


def _face_pages(members: Sequence[Drawn]) -> Iterator[Page]:
    """Each different face once, on a page of its own that is as large as its ink."""
    seen: set[Face] = set()
    for piece in _pieces(members):
        sides: tuple[tuple[Side, Face | None], ...] = (("front", piece.front), ("back", piece.back))
        for side, face in sides:
            if face is None or face in seen:
                continue
            seen.add(face)
            trim = Box(face.bleed, face.bleed, *face.size)
            ink = trim.outset(face.bleed)
            placement = Placement(piece, side, face, trim, ink)
            yield Page(Size(ink.width, ink.height), (placement,), (), face.name)


def _write(folder: Path, run: Run, files: Sequence[_File], pictures: bool) -> Iterator[Written]:
    """Put a run's files into its folder, with pictures of their pages if wanted."""
    outputs: dict[str, bytes] = {}
    for file in files:
        outputs[file.name] = file.data
        if pictures:
            outputs.update(_pictures(file))
    pages = {file.name: file.pages for file in files}
    publish(folder, outputs, manifest(run.game.id, run.name, run.players, run.options, pages))
    for name in (*outputs, MANIFEST):
        yield Written(folder / name, len(pages.get(name, ())), len(_fronts(pages.get(name, ()))))


def _pictures(file: _File) -> Iterator[tuple[str, bytes]]:
    from generator.preview import png

    stem = file.name.removesuffix(".pdf")
    for number in range(1, len(file.pages) + 1):
        yield f"{stem}-{number}.png", png(file.data, number, RESOLUTION)


def _fronts(pages: Sequence[Page]) -> set[int]:
    """The pieces whose fronts stand on pages, each once though it be printed in parts."""
    return {id(p.piece) for page in pages for p in page.placements if p.side == "front"}


def _folder(run: Run, choice: Choice) -> str:
    """The run's folder; a build of only some pieces has its own, so that it replaces no whole one."""
    only = [*choice.owners, *choice.components, *(card.replace("/", "-") for card in choice.cards)]
    if not only:
        return run.name
    name = "-".join([run.name, "only", *only])
    return (
        name
        if len(name) <= LONGEST
        else f"{name[: LONGEST - 9]}-{blake2b(name.encode(), digest_size=4).hexdigest()}"
    )
