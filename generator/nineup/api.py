"""The functions that `nineup` itself offers to programs and plug-ins: the stages of a build, each with its
defaults.

Mistakes in a user's files are added to the `findings` that each takes, as everywhere; no function raises for
them.
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from nineup import pipeline
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.faces.record import PrintRecord
from nineup.model.game import Game
from nineup.model.paper import Sheet
from nineup.pipeline import BuildResult, DrawnRun, PrintOptions, Progress, RunChoice
from nineup.rules import Proved


class GroupSheets(NamedTuple):
    """The sheets of one group of pieces, such as `cards` or `tokens`, on one paper, in printing order."""

    group: str
    paper: str
    sheets: tuple[Sheet, ...]


def _silent(doing: str, done: int, total: int) -> None:
    """A `Progress` that shows nothing."""


def load_game(project: Project, game: str, findings: Findings) -> Game | None:
    """The game in `cards/<game>/`, as its files state it; None after an error.

        game = load_game(Project(Path("plein-air")), "plein-air", findings)
        print(game.title, [component.id for component in game.components.values()])

    Raises OSError.
    """
    return pipeline.load(project, game, findings)


def check_game(
    project: Project,
    game: str,
    findings: Findings,
    players: Collection[int] = (),
    options: Mapping[str, str] = {},
    rules: Collection[str] = (),
) -> Proved | None:
    """Reports every mistake of a game: in its files, broken rules, and faces that can't be drawn.

        check_game(project, "plein-air", findings, players=(2, 3))
        print(*(f"{finding.span}: {finding.message}" for finding in findings), sep="\\n")

    `players` restricts the proof to these counts, `options` to these choices, `rules` to these codes. Returns
    each rule's result; None if the game can't be read, or such a run is impossible. Raises OSError.
    """
    return pipeline.check(project, game, findings, players=players, options=options, rules=rules)


def build_game(
    project: Project,
    game: str,
    findings: Findings,
    choice: RunChoice = RunChoice(),  # noqa: B008
    options: PrintOptions = PrintOptions(),  # noqa: B008
    progress: Progress = _silent,
) -> BuildResult:
    """Prints a game to the project's output folder, as `nineup build` does: all files of the run, or none.

        result = build_game(project, "plein-air", findings, RunChoice(players=3))
        print(*(file.path for file in result.written))

    Without a choice it prints the whole base box. Raises OSError.
    """
    return pipeline.build(project, game, choice, options=options, findings=findings, progress=progress)


def draw_faces(
    project: Project,
    game: str,
    findings: Findings,
    choice: RunChoice = RunChoice(),  # noqa: B008
    options: PrintOptions = PrintOptions(),  # noqa: B008
    progress: Progress = _silent,
) -> DrawnRun | None:
    """The faces of a run, in printing order; None after an error. Writes nothing.

        drawn = draw_faces(project, "plein-air", findings)
        print(*(each.front.name for each in drawn.drawn))

    Each of `drawn` has its `part` (component, card, owner, copies) and its printed `front` and `back`, whose
    operations are in points from the top-left corner of the trim, y down. Raises OSError.
    """
    drawn = pipeline.draw(project, game, choice, options=options, findings=findings, progress=progress)
    return drawn if isinstance(drawn, DrawnRun) else None


def impose_sheets(drawn: DrawnRun, findings: Findings) -> tuple[GroupSheets, ...]:
    """The sheets of a run: for each of its papers and each group that is printed together, in the order of
    `build`.

        for group, paper, sheets in impose_sheets(drawn, findings):
            print(group, paper, len(sheets))

    Places are in points from the top-left corner of the paper, y down. A group with a piece that doesn't fit
    has no sheets.
    """
    groups = pipeline.group_by_shape(drawn.drawn)
    return tuple(
        GroupSheets(
            group, paper, pipeline.lay_out(drawn, paper, group, members=members, notice="", findings=findings)
        )
        for paper in drawn.plan.papers
        for group, members in groups.items()
        if members
    )


def make_record(drawn: DrawnRun, name: str = "now") -> PrintRecord:
    """The record of a run as if it were printed: the digest and the words of every face, and the copies of
    each piece.

        old, new = make_record(before), make_record(after)
        print(old.components == new.components)

    `record_text` writes it as `nineup print-done` does, equal records as equal text.
    """
    return pipeline.record_drawn(drawn.run, drawn.choice, drawn.drawn, engine=drawn.engine, name=name)
