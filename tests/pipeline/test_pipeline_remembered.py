"""A check that remembers finds what a check that doesn't finds, to the byte, whatever was edited in between."""

import os
import random
import re
import shutil
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from command import run_command as nineup
from hypothesis import given, settings
from hypothesis import strategies as st
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.layout import Layout, LayoutEngine
from nineup.model.drawing import Face
from nineup.model.game import Component
from nineup.pipeline import GameMemory, Narrowing, check_games, check_sheets
from nineup.pipeline.proof import checking
from nineup.pipeline.proof.states import ComponentStates, StateDrawing
from tiny import BACK, CARD, CARDS, GAME, GEM, STYLE, write_tiny
from tinyfont import tiny_font

from docs.samples import make

ROOT = Path(__file__).parents[2]
SAMPLES = [sample for chapter in make.chapters() for sample in chapter.samples]
NARROWINGS = (
    Narrowing(),
    Narrowing((2, 5)),
    Narrowing((9,)),
    Narrowing(options={"suits": "ruby"}),
    Narrowing(rules=("contrast", "inventory")),
    Narrowing(language="de"),
)


@pytest.fixture(autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path_factory.mktemp("above") / "cache"
    monkeypatch.setenv("NINEUP_CACHE", str(folder))
    return folder


Memories = dict[str, GameMemory]
"""What a process remembers of each game from one proof to the next."""


def checked(
    project: Project, narrowing: Narrowing, processes: int = 1, memories: Memories | None = None
) -> list[object]:
    check_sheets(project, findings := Findings())
    games = project.games()
    if memories is None:
        found = check_games(project, games, narrowing, processes)
    else:
        each = ((game, memories.setdefault(game, GameMemory())) for game in games)
        found = chain.from_iterable(
            check_games(project, (id,), narrowing, memory=known) for id, known in each
        )
    return [
        list(findings),
        *((each.game, each.proved, [(each, each.fixes) for each in each.findings]) for each in found),
    ]


def assert_the_same(root: Path, narrowing: Narrowing, memories: Memories, processes: int = 1) -> None:
    cold = checked(Project(root), narrowing)
    assert checked(Project(root), narrowing, memories=memories) == cold
    assert checked(Project(root, remembers=True), narrowing, processes) == cold
    assert checked(Project(root, remembers=True), narrowing) == cold


TINY = {
    "cards/tiny/game.yaml": (
        GAME,
        GAME.replace("box: {4: 12, 6: 18}", "box: {4: 12, 6: 17}"),
        GAME.replace("layout: chip.svg", "layuot: chip.svg"),
        GAME.replace("back: chip.svg", "back: back.svg"),
        GAME.replace("== 3 * players", "== 3 * players - (players == 5)|int"),
    ),
    "cards/tiny/cards.yaml": (
        CARDS,
        CARDS.replace("First Light", "First Light of the Longest Winter Morning in the North"),
        CARDS.replace("{gem}", "{gme}"),
        "fields: {suit: {one-of",
    ),
    "layouts/tiny/style.yaml": (STYLE, STYLE.replace("10pt", "7pt"), STYLE.replace("#222222", "#ffffff")),
    "layouts/tiny/card.svg": (CARD, CARD.replace("suit.tone", "suit.tome"), CARD.replace("49.5", "20"), None),
    "layouts/tiny/back.svg": (BACK, BACK.replace("<rect", '<image href="art.png"/><rect'), "<svg"),
    "layouts/tiny/gem.svg": (GEM, GEM.replace("M5", "M4"), None),
    "layouts/tiny/art.png": (None, "no picture"),
    "layouts/card.svg": (None, CARD),
    "layouts/sheets/mine.yaml": (None, "papr: a4", "paper: a4"),
    "nineup.yaml": (None, "paper: a4", "paper: a9"),
    "dictionaries/en.dic": (None, "1\nlight\n"),
    "dictionaries/en.aff": (None, "SET UTF-8\n", "SET nothing\n"),
    "fonts/CON.txt": (None, ""),
    "cards/tiny/translations/de.po": (None, 'msgid ""\nmsgstr ""\n"Language: de\\n"\n', "msgid"),
}
"""Files with what they may say; None if there is none. The first is what it says in the beginning."""

EDITS = st.sampled_from([(path, text) for path, texts in TINY.items() for text in texts])


@settings(max_examples=24)
@given(st.lists(st.tuples(EDITS, st.sampled_from(NARROWINGS)), min_size=2, max_size=6))
def test_edits_and_options(
    tmp_path_factory: pytest.TempPathFactory, edits: list[tuple[tuple[str, str | None], Narrowing]]
) -> None:
    root, memories = write_tiny(tmp_path_factory.mktemp("project")), Memories()
    for (path, text), narrowing in edits:
        if text is None:
            (root / path).unlink(missing_ok=True)
        else:
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text)
        assert_the_same(root, narrowing, memories, processes=2)


@pytest.mark.parametrize("path", ["layouts/tiny/art.png", "layouts/art.png", "layouts/tiny/atr.png"])
def test_a_file_that_was_looked_for_comes_and_goes(path: str, tmp_path: Path) -> None:
    root = write_tiny(tmp_path, back=BACK.replace("<rect", '<image href="art.png" width="9"/><rect'))
    memories = Memories()
    for _ in range(2):
        assert_the_same(root, Narrowing(), memories)
        (root / path).write_bytes(GEM.encode())
        assert_the_same(root, Narrowing(), memories)
        (root / path).unlink()


def scrambled(text: str, chance: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    at = chance.randrange(len(lines) or 1)
    for line in lines[at : at + 1]:
        changes = ("", line * 2, re.sub(r"\d", "7", line), line[: len(line) // 2] + "\n", line.upper())
        lines[at] = chance.choice(changes)
    return "".join(lines)


@pytest.mark.parametrize(
    "sample", SAMPLES if "NINEUP_FUZZ" in os.environ else SAMPLES[::9], ids=lambda sample: sample.folder.name
)
def test_samples_with_mistakes(sample: make.Sample, tmp_path: Path) -> None:
    make.stage(sample, tmp_path)
    chance = random.Random(sample.folder.name)
    texts = [path for path in sorted(tmp_path.rglob("*")) if path.suffix in (".yaml", ".svg", ".csv")]
    memories = Memories()
    assert_the_same(tmp_path, Narrowing(), memories)
    for _ in range(3):
        path = chance.choice(texts)
        path.write_text(scrambled(path.read_text("utf-8"), chance), "utf-8")
        assert_the_same(tmp_path, Narrowing(), memories)


IS_FUZZ = "NINEUP_FUZZ" in os.environ


@pytest.mark.parametrize("game", Project(ROOT).games() if IS_FUZZ else ("raghba",))
def test_games_after_edits_of_cards(game: str, tmp_path: Path) -> None:
    for folder in ("cards", "layouts"):
        shutil.copytree(ROOT / folder / game, tmp_path / folder / game)
    shutil.copytree(ROOT / "fonts", tmp_path / "fonts")
    for path in (ROOT / "layouts").iterdir():
        if path.is_file():
            shutil.copy(path, tmp_path / "layouts")
    chance = random.Random(game)
    lists = [
        path for path in sorted((tmp_path / "cards" / game).glob("*.yaml")) if "\ncards:" in path.read_text()
    ]
    memories = Memories()
    checked(Project(tmp_path, remembers=True), Narrowing(), memories=memories)
    for number in range(6 if IS_FUZZ else 2):
        path = chance.choice(lists)
        head, cards = path.read_text().split("\ncards:", 1)
        # An edit of a line, and one that moves all lines below it.
        edited = scrambled(cards, chance) if number % 2 else cards.replace("\n", "\n\n", chance.randint(1, 9))
        path.write_text(f"{head}\ncards:{edited}")
        assert_the_same(tmp_path, Narrowing(), memories)


def test_only_the_component_of_an_edited_card_is_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write_tiny(tmp_path)
    drawn: list[str] = []
    batches = StateDrawing.batches

    def noting(drawing: StateDrawing, component: Component) -> Iterator[ComponentStates]:
        drawn.append(component.id)
        return batches(drawing, component)

    monkeypatch.setattr(StateDrawing, "batches", noting)
    for text, expected in (
        (CARDS, ["deck", "chip"]),
        (CARDS.replace("evening", "morning"), ["deck"]),
        (CARDS.replace("evening", "night, which is pale {gem}"), ["deck"]),
        (CARDS.replace("id: first", "id: primary"), ["deck", "chip"]),
    ):
        (root / "cards/tiny/cards.yaml").write_text(text)
        drawn.clear()
        kept = checked(Project(root, remembers=True), Narrowing())
        assert drawn == expected
        assert kept == checked(Project(root), Narrowing())


def test_a_process_that_proves_again_draws_the_faces_of_an_edited_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, memories = write_tiny(tmp_path), Memories()
    drawn: set[str] = set()
    face = LayoutEngine.face

    def noting(engine: LayoutEngine, layout: Layout, name: str, *words: Any, **named: Any) -> Face | None:
        drawn.add(name)
        return face(engine, layout, name, *words, **named)

    monkeypatch.setattr(LayoutEngine, "face", noting)
    first, second = "deck/first, front", "deck/second, front"
    for text, expected in (
        (CARDS, {first, second, "deck/first, back", "chip, front"}),
        (CARDS.replace("evening", "morning"), {first}),
        (CARDS.replace("\n  - id", "\n\n  - id"), set()),
        (CARDS.replace("First Light", "First Light of the Longest Winter Morning in the North"), {first}),
    ):
        (root / "cards/tiny/cards.yaml").write_text(text)
        drawn.clear()
        known = checked(Project(root), Narrowing(), memories=memories)
        assert drawn == expected
        assert known == checked(Project(root), Narrowing())


@pytest.mark.parametrize("remembers", [False, True])
def test_a_text_that_says_the_same_on_other_lines(remembers: bool, tmp_path: Path) -> None:
    """The letters of a known finding are elsewhere, also after proofs that didn't look for them."""
    cover = '<rect x="16" y="22" width="7" height="8" fill="#b23a48"/></svg>'
    root, memories = write_tiny(tmp_path, card=CARD.replace("</svg>", cover)), Memories()
    project = Project(root, remembers=remembers)
    for number, lines in enumerate(("First\n      Light", "First\n      Light", "First Light\n")):
        (root / "cards/tiny/game.yaml").write_text(f"{GAME}\n# {number}\n")
        (root / "cards/tiny/cards.yaml").write_text(CARDS.replace("First Light", f">-\n      {lines}"))
        cold = checked(Project(root), Narrowing())
        assert "covered-text" in str(cold)
        assert checked(project, Narrowing(), memories=memories) == cold
        assert checked(project, Narrowing()) == cold


def test_a_note_that_only_the_first_of_two_sides_has(tmp_path: Path) -> None:
    """Without the first, it is about the second."""
    style = STYLE.replace("font: Source Sans 3", "font: [Source Sans 3, Han]")
    back = BACK.replace("/>", ' class="rules" n:text="字 {{ card.suit }}"/>')
    root, memories = write_tiny(tmp_path, style=style, back=back), Memories()
    (root / "fonts").mkdir()
    (root / "fonts/Han-Regular.ttf").write_bytes(tiny_font("漢字"))
    for text, side in (("漢", "front"), ("Take", "back")):
        (root / "cards/tiny/cards.yaml").write_text(CARDS.replace("Take", text))
        cold = checked(Project(root), Narrowing())
        assert f"face='deck/first, {side}'" in str(cold)
        assert checked(Project(root), Narrowing(), memories=memories) == cold


def without_time(text: str) -> str:
    return re.sub(r' in \d+\.\d\d s|"seconds": [\d.e-]+', "", text)


FORMATS = (
    "",
    "--format json",
    "--format sarif",
    "--format github",
    "--all --table",
    "--strict --players 2-3",
)


@pytest.mark.parametrize("words", FORMATS)
def test_the_command_says_the_same(words: str, tmp_path: Path, cache: Path) -> None:
    root = write_tiny(
        tmp_path, game=TINY["cards/tiny/game.yaml"][1] or "", cards=TINY["cards/tiny/cards.yaml"][1]
    )
    shutil.copytree(root / "cards" / "tiny", root / "cards" / "twin")
    cold = nineup(root, "check", "--no-cache", *words.split())
    assert not cache.exists() or not list(cache.iterdir())
    for _ in range(2):
        done = nineup(root, "check", *words.split())
        assert (done.returncode, without_time(done.stdout), without_time(done.stderr)) == (
            cold.returncode,
            without_time(cold.stdout),
            without_time(cold.stderr),
        )
    assert list(cache.iterdir())


def test_an_edit_of_a_layout_proves_no_rules_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = Project(write_tiny(tmp_path), remembers=True)
    checked(project, Narrowing())
    (tmp_path / "layouts/tiny/card.svg").write_text(CARD.replace("#b23a48", "#b23a49"))
    monkeypatch.delattr(checking, "check_game")
    again = checked(project, Narrowing())
    monkeypatch.undo()
    assert again == checked(Project(tmp_path), Narrowing())


def test_an_unchanged_game_is_neither_read_nor_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = Project(write_tiny(tmp_path), remembers=True)
    known = checked(project, Narrowing())
    monkeypatch.delattr(checking, "load")
    assert checked(project, Narrowing()) == known


@pytest.mark.parametrize("damage", ["truncated", "other"])
def test_damaged_entries_are_a_cold_run(damage: str, tmp_path: Path, cache: Path) -> None:
    root = write_tiny(tmp_path)
    cold = checked(Project(root), Narrowing())
    checked(Project(root, remembers=True), Narrowing())
    for path in list(cache.iterdir()):
        path.write_bytes(path.read_bytes()[:-3] if damage == "truncated" else b"\x80\x04N." * 20)
    assert checked(Project(root, remembers=True), Narrowing()) == cold


def test_the_cache_command_shows_and_clears(tmp_path: Path, cache: Path) -> None:
    root = write_tiny(tmp_path)
    nineup(root, "check")
    shown = nineup(root, "cache")
    assert re.search(rf"^{re.escape(str(cache))}: \d+ files, [\d.]+ kB$", shown.stdout, re.MULTILINE)
    assert f"{cache}: 0 files, 0 bytes" in nineup(root, "cache", "--clear").stdout
    assert list(cache.iterdir()) == []
    assert nineup(root, "cache", NINEUP_CACHE="off").stdout == "nothing is kept: it is switched off\n"
    cache.chmod(0o755)
    assert nineup(root, "cache").stdout == f"nothing is kept: {cache} is not a folder of yours alone\n"
