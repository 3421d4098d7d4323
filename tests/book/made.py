"""Appendices for tests: of the tiny project with a test's own template, and of this project's games."""

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path

from nineup import pipeline
from nineup.base.diagnostics import Findings, Status
from nineup.base.project import Project
from nineup.book.appendix import AppendixInput, CountColumn, Template, booklet, templates
from nineup.logic.select import counts, select
from nineup.model.booklet import Booklet
from nineup.model.game import Game, Run
from nineup.pipeline import PrintOptions, RunChoice
from nineup.pipeline.appendix import AppendixRequest, build_appendix
from tiny import write_tiny

ROOT = Path(__file__).parents[2]
GAMES = ("gem-rush", "gem-thief", "gemotion", "raghba")
WRITTEN = ("gem-rush", "gemotion")
"""Those whose files are looked at: between them they have every kind of block."""
WHOLE = RunChoice()


def tiny_source(root: Path, **changed: str) -> tuple[Project, AppendixInput]:
    """The tiny project in a folder, and what its appendix is made from."""
    project = Project(write_tiny(root, **changed))
    findings = Findings()
    game = pipeline.load(project, "tiny", findings)
    assert game is not None, findings
    run = select(game, findings)
    assert run is not None
    columns = tuple(column(game, number) for number in counts(game))
    pictures = {f"{part.component.id}/{part.card.id}": part.card.id for part in run.parts}
    return project, AppendixInput(run, columns, pictures)


def column(game: Game, players: int) -> CountColumn:
    return CountColumn(f"{players} players", select(game, Findings(), players), players)


def tiny_booklet(root: Path, template: str, **changed: str) -> tuple[Booklet, Findings]:
    """A booklet of one chapter, `part`, that a template makes of the tiny game."""
    project, source = tiny_source(root, **changed)
    path = root / "layouts/tiny/appendix/50-part.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(template, encoding="utf-8")
    findings = Findings()
    chosen = [Template("part", "layouts/tiny/appendix/50-part.md", 50)]
    return booklet(source, project, chosen, findings), findings


@cache
def game_source(game_id: str) -> AppendixInput:
    findings = Findings()
    project = Project(ROOT)
    game = pipeline.load(project, game_id, findings)
    assert game is not None, findings
    run = select(game, findings)
    assert run is not None
    pictures = {f"{part.component.id}/{part.card.id}": part.card.id for part in run.parts}
    return AppendixInput(run, tuple(column(game, number) for number in counts(game)), pictures)


@cache
def game_booklet(game_id: str) -> Booklet:
    findings = Findings()
    project = Project(ROOT)
    made = booklet(game_source(game_id), project, templates(project, game_id, findings), findings)
    assert not findings
    return made


def run_of(game_id: str, players: int, **options: str) -> Run:
    findings = Findings()
    game = pipeline.load(Project(ROOT), game_id, findings)
    assert game is not None
    run = select(game, findings, players, options)
    assert run is not None, findings
    return run


def written(
    project: Project, game: str, output: Path, choice: RunChoice = WHOLE, **asked: tuple[str, ...]
) -> Path:
    """The folder into which an appendix was written, without a finding."""
    findings = Findings()
    outcome = build_appendix(
        project,
        game,
        choice,
        PrintOptions(output=output),
        AppendixRequest(**asked),
        findings,
        lambda *_: None,
    )
    assert not [finding for finding in findings if finding.severity != "note"]
    assert outcome.status is Status.DONE
    return outcome.written[0].path.parent


@cache
def folder_of(game: str) -> Path:
    """The appendix of one of this project's games as PDF, HTML and Markdown."""
    folder = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return written(Project(ROOT), game, folder, formats=("pdf", "html", "md"))
