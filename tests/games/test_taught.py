"""Every run of the games explains itself: no text that teaches can be left out."""

import re
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path

import pytest
from nineup.base.diagnostics import Diagnostic, Findings
from nineup.base.project import EditedProject, Project
from nineup.files.load import load_game
from nineup.layout import LayoutEngine
from nineup.model import Game
from nineup.pipeline.lessons import read_lessons
from nineup.pipeline.stages import make_engine
from nineup.rules import check_game, rule_settings
from nineup.typography.fonts import Fonts

PROJECT = Project(Path(__file__).parents[2])
GAMES = ("gem-rush", "gem-thief", "gemotion", "plein-air", "raghba")
ELEMENT = re.compile(r'<[a-z]+(?:\s+(?:n:teaches="(?P<topics>[^"]*)"|[\w:-]+="[^"]*"))+\s*/?>')
PART = re.compile(r"(<!-- teaches: ([^\n]*) -->\n)(.*?)(?=^#|\Z)", re.DOTALL | re.MULTILINE)


@cache
def as_shipped(game_id: str) -> tuple[Game, Fonts, LayoutEngine]:
    """A game, its fonts, and its layouts."""
    findings = Findings()
    game = load_game(PROJECT, game_id, findings, rule_settings())
    assert game is not None, findings
    fonts = Fonts(PROJECT, game.language)
    engine = make_engine(PROJECT, game, fonts, findings)
    assert engine is not None, findings
    return game, fonts, engine


def untaught(game_id: str, files: dict[str, bytes]) -> list[Diagnostic]:
    """What nothing teaches in a game with these files, which are layouts and rules."""
    game, fonts, engine = as_shipped(game_id)
    project, findings = EditedProject(PROJECT, files), Findings()
    if any(path.endswith(".svg") for path in files):
        engine = make_engine(project, game, fonts, findings) or engine
    check_game(game, findings, only=("taught",), lessons=partial(read_lessons, project, lambda: engine))
    return list(findings)


def silenced(game: str) -> Iterator[tuple[str, str, bytes]]:
    """Each file with one text fewer of those that teach: what that taught, its path, and the file."""
    for path in sorted((PROJECT.root / "layouts" / game).rglob("*.svg")):
        source = path.read_text(encoding="utf-8")
        for match in filter(lambda each: each["topics"], ELEMENT.finditer(source)):
            silent = re.sub(r'\sn:text="[^"]*"', " n:text=\"{{ '' }}\"", match.group())
            assert silent != match.group()
            text = source[: match.start()] + silent + source[match.end() :]
            yield match["topics"], path.relative_to(PROJECT.root).as_posix(), text.encode()
    path = PROJECT.root / "cards" / game / "rules.md"
    source = path.read_text(encoding="utf-8")
    for match in PART.finditer(source):
        text = source[: match.end(1)] + "\n" + source[match.end() :]
        yield match.group(2), path.relative_to(PROJECT.root).as_posix(), text.encode()


@pytest.mark.parametrize("game", GAMES)
def test_every_run_explains_itself(game: str) -> None:
    assert untaught(game, {}) == []


@pytest.mark.parametrize(
    ("game", "topics", "path", "source"),
    [
        pytest.param(game, topics, path, source, id=f"{path}: {topics}")
        for game in GAMES
        for topics, path, source in silenced(game)
    ],
)
def test_no_text_that_teaches_can_be_left_out(game: str, topics: str, path: str, source: bytes) -> None:
    missing = untaught(game, {path: source})
    assert {finding.code for finding in missing} == {"taught"}
    if "{" not in topics:
        assert any(f"`{topic}`" in f.message for f in missing for topic in topics.split(", "))


def test_the_box_of_gemotion_must_say_when_rage_takes_over() -> None:
    silent = [
        each
        for each in silenced("gemotion")
        if each[:2] == ("rage", "layouts/gemotion/reference-scoring.svg")
    ]
    ((_, path, source),) = silent
    (finding,) = untaught("gemotion", {path: source})
    assert (finding.message, finding.configuration) == ("no piece teaches `rage`", "2 players, red")
