"""The pipeline: load, select, typeset, impose, write. The only room that knows their order."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from generator.build.output import (
    Leaflet,
    Progress,
    Written,
    by_shape,
    files_of,
    folder_of,
    leaflet_files,
    misplaced,
    pages_of,
    write_files,
)
from generator.build.plan import Choice, Plan, Printing, check_sheets, plan_of
from generator.diagnostics import Findings
from generator.drawing import Digests
from generator.fonts import Fonts
from generator.game import Game, Run
from generator.layout import Studio
from generator.load import load_game, load_tree
from generator.paper import Backs
from generator.project import STARTER, Project
from generator.rules import (
    RULES,
    STOPPING,
    Look,
    Looks,
    Proved,
    Row,
    Scope,
    check_faces,
    check_game,
    rule_names,
)
from generator.select import counts, read_options, select
from generator.text import StyleSheet, build_styles
from generator.typeset import Drawn, typeset
from generator.write import Document, deflate, pdf

__all__ = [
    "Choice",
    "Drawn",
    "Outcome",
    "Plan",
    "Printing",
    "Progress",
    "Ready",
    "Tools",
    "Written",
    "build",
    "calibration_pdf",
    "check",
    "check_sheets",
    "choose",
    "draw",
    "folder_of",
    "load",
    "plan_of",
    "print_groups",
    "schemas",
]


class Outcome(msgspec.Struct, frozen=True):
    """What a build wrote, and the command's exit code: 1 errors in the game, 2 an impossible run."""

    written: tuple[Written, ...] = ()
    code: int = 0


class Ready(msgspec.Struct, frozen=True):
    """A run with its faces drawn, and how it is to be printed."""

    run: Run
    choice: Choice
    drawn: tuple[Drawn, ...]
    plan: Plan
    studio: Studio


IMPOSSIBLE = {
    *("impossible-option", "impossible-owners", "impossible-players", "not-in-run", "unstated"),
    *("unknown-card", "unknown-component", "unknown-option", "unknown-owner", "unknown-value"),
}
"""What is wrong with a choice rather than with the game that it was made from."""


class Tools:
    """What a build is made with, new for each build; a process that stays alive has tools that remember."""

    easel: type[Studio] = Studio
    """The kind of studio that faces are drawn in."""

    def studio(self, project: Project, game: Game, findings: Findings) -> Studio | None:
        """A game's styles and art, ready to draw; None when its styles are wrong."""
        return _studio(project, game, Fonts(project), findings, self.easel)

    def typeset(self, run: Run, studio: Studio, findings: Findings) -> tuple[Drawn, ...]:
        """The stage of that name."""
        return typeset(run, studio, findings)

    def deflate(self, data: bytes) -> bytes:
        """A stream of a PDF, packed."""
        return deflate(data)

    def digests(self) -> Digests:
        """The digests of faces, as far as they are known."""
        return Digests()


DRAWN = {
    "text-overflow": {"text-overflow"},
    "missing-glyph": {"missing-glyph"},
    "placement": {"back-size", "bleed-missing", "grid-too-large", "piece-too-large"},
}
"""The rows of the table for what other rooms tell: the codes that each of them looks for."""


def load(project: Project, game: str, findings: Findings) -> Game | None:
    """A game as its files state it; None after an error."""
    return load_game(project, game, findings, rule_names())


def choose(game: Game, choice: Choice, findings: Findings) -> Run | None:
    """The run that was asked for; None when it is impossible, with the reasons among the findings."""
    return select(
        game, findings, choice.players, choice.options, choice.owners or None, choice.components, choice.cards
    )


def build(
    project: Project,
    game_id: str,
    choice: Choice,
    printing: Printing,
    findings: Findings,
    progress: Progress,
    tools: Tools = Tools(),  # noqa: B008
) -> Outcome:
    """Print a game: nothing is written unless all of it can be, or a draft of what can be was asked for."""
    ready = draw(project, game_id, choice, printing, findings, progress, tools)
    if isinstance(ready, Outcome):
        return ready
    name = folder_of(ready.run, choice)
    return print_groups(ready, name, by_shape(ready.drawn), findings, progress, tools=tools)


def draw(
    project: Project,
    game_id: str,
    choice: Choice,
    printing: Printing,
    findings: Findings,
    progress: Progress,
    tools: Tools = Tools(),  # noqa: B008
) -> Ready | Outcome:
    """The pipeline up to a run's faces; an outcome where that is all there will be."""
    progress(f"{game_id}: reading", 0, 1)
    plan = plan_of(project, printing, findings)
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
    studio = tools.studio(project, game, findings)
    if studio is None:
        return Outcome(code=1)
    progress(f"{game_id}: drawing faces", 0, 1)
    if printing.version:
        run = msgspec.structs.replace(run, context={**run.context, "print": {"version": printing.version}})
    drawn = tools.typeset(run, studio, findings)
    if findings.failed and not plan.despite:
        return Outcome(code=1)
    return Ready(run, choice, drawn, plan, studio)


def print_groups(
    ready: Ready,
    name: str,
    groups: Mapping[str, Sequence[Drawn]],
    findings: Findings,
    progress: Progress,
    leaflets: Mapping[str, Leaflet] = {},
    asked: Mapping[str, Any] = {},
    tools: Tools = Tools(),  # noqa: B008
) -> Outcome:
    """The rest of the pipeline: groups of drawn parts and leaflets, each as a PDF of its name, in folder `name`.

    `asked` is what the manifest says of the build besides its choice.
    """
    run, plan, fonts = ready.run, ready.plan, ready.studio.fonts
    files = list(files_of(run, groups, plan, fonts, findings, progress, _draft(findings), tools.deflate))
    if findings.failed and not plan.despite:
        return Outcome(code=1)
    files += leaflet_files(run, leaflets, plan, fonts)
    folder = plan.output / run.game.id / name
    said = {**msgspec.structs.asdict(ready.choice), "version": run.context["print"]["version"], **asked}
    told = {key: value for key, value in said.items() if value}
    return Outcome(tuple(write_files(folder, run, files, plan.png, told, tools.digests())))


def check(
    project: Project,
    game_id: str,
    findings: Findings,
    choice: Choice = Choice(),  # noqa: B008
    rules: Collection[str] = (),
) -> Proved | None:
    """Everything that can be told of a game: its files, its rules, and faces that can't be drawn.

    A choice narrows the proof to its player count and options; `rules`, to these codes.
    None where the game can't be read, or the choice is impossible.
    """
    game = load(project, game_id, findings)
    if game is None:
        _styles(project, game_id, Fonts(project), findings)
        return None
    if (scope := _scope(game, choice, findings)) is None:
        return None
    proved = check_game(game, findings, scope, rules)
    over_faces = {rule.code for rule in RULES if "faces" in rule.needs}
    studio = None
    if not rules or over_faces & set(rules):
        studio = _studio(project, game, Fonts(project), findings)
    if studio is None:
        return proved
    runs = tuple(_largest_runs(game))
    drawn = [d for run in runs for d in typeset(run, studio, findings)]
    if not rules:
        findings.extend(_placement(project, runs, drawn, studio))
    looks = Looks(tuple(_looks(drawn)), {id: sign.form for id, sign in studio.signs.items()})
    rows = check_faces(game, looks, findings, rules)
    set_ = () if rules else _drawn_rows(proved, findings)
    return proved._replace(rows=(*proved.rows, *set_, *rows))


def _placement(project: Project, runs: Sequence[Run], drawn: Sequence[Drawn], studio: Studio) -> Findings:
    """What keeps the faces from the project's paper, as its nineup.yaml and sheets say."""
    plan = plan_of(project, Printing(), Findings())
    return misplaced(runs[0], drawn, plan, studio.fonts) if plan and runs else Findings()


def _drawn_rows(proved: Proved, findings: Findings) -> Iterator[Row]:
    """What setting the faces and laying them on paper has told, as rows of the table."""
    told = {finding.code for finding in findings}
    for label, codes in DRAWN.items():
        yield Row(label, label, dict.fromkeys(proved.counts, not told & codes), {}, "", 0, 0)


def _looks(drawn: Iterable[Drawn]) -> Iterator[Look]:
    """Each different face, once for each component that has it."""
    seen = set()
    for d in drawn:
        for side, face in (("front", d.front), ("back", d.back)):
            key = (d.part.component.id, face and face.ops)
            if face is not None and key not in seen:
                seen.add(key)
                yield Look(d.part.component, d.part.card, side, face)


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
    return pdf(
        Document("Nineup calibration sheet", "", "duplex, calibration", tuple(pages_of(sheets))), fonts
    )


def _studio(
    project: Project, game: Game, fonts: Fonts, findings: Findings, kind: type[Studio] = Studio
) -> Studio | None:
    """A game's styles and art, ready to draw; None when its styles are wrong."""
    sheet = _styles(project, game.id, fonts, findings)
    return kind(project, game, fonts, sheet, findings) if sheet is not None else None


def _styles(project: Project, game_id: str, fonts: Fonts, findings: Findings) -> StyleSheet | None:
    """A game's text styles, which can be read although the game can't; None when there are none to be read."""
    path = f"layouts/{game_id}/style.yaml"
    if not project.exists(path):
        path = "layouts/style.yaml"
    read = load_tree(project, path, findings)
    return build_styles(*read, fonts, findings) if read is not None else None


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
