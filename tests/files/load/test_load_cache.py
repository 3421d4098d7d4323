"""A card file with cached entries reads as if it were new, and only its new entries are read."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.files.load import CardCache, load_game
from nineup.files.load.cache import most_nodes, split_entries
from nineup.files.load.cards_file import CardList, read_cards
from nineup.files.load.fields import Fields
from nineup.model.game import Card, Game
from nineup.schema.nodes import Mapping, Sequence, SourceFile
from nineup.schema.scope import Scope, uncached
from nineup.schema.types import TEXT
from nineup.schema.yaml_tree import _FAST, NODES, SIZE, _NodeBuilder, parse_yaml

GAME = """\
game: Tea
designer: Nobody
licence: CC0
players: 2-4
lists:
  leaf: {green: {tone: "#0a0"}, black: {tone: "#000"}}
components:
  deck:
    shape: card
    size: poker
    cards: cards.yaml
    layout: card.svg
"""
HEAD = (
    "fields: {leaf: {optional: {one-of: leaf}}, text: {optional: text}, more: {optional: {list-of: text}}}\n"
)
HEADS = [HEAD + "cards:\n", HEAD + "source: page 2\ncards:\n"]
PLAIN = [
    "  - id: plain\n    text: Brew it.\n",
    "  - id: plain\n    text: Brew it again.\n",
    "  - {id: flow, more: [a, b]}\n",
    "  - id: lines\n    text: over two\n      lines\n\n",
    "  - id: block\n    text: |\n      kept\n\n\n",
    "  - id: all-kept\n    text: |+\n      kept\n\n\n",
    "  - id: hollow\n    text: >\n",
    "  - id: list\n    more:\n    - one\n    - two\n",
    "  - id: noted # a word\n# a comment\n  # another\n    leaf: green\n",
    "  - id: when\n    when: |\n\n      players > 2\n    copies: 3 # of them\n",
    '  - for: {each: leaf}\n    id: all-{{ each }}\n    leaf: "{{ each }}"\n',
    "  -   id: far\n      text: in\n",
]
"""Entries that are cached."""

ODD = [
    "  - id: nothing\n    text:\n",
    "  - for: {each: []}\n    id: none-{{ each }}\n",
    "  -\n    id: below\n",
    "  - id: spread\n    text: 'in\n  - quotes'\n",
    '  - id: open\n    text: "it goes on\n',
    '  - id: closed"\n    text: over\n',
    "  - id: bracket\n    more: [a,\n",
    "  - id: bracket-too]\n",
    "  - id: cut\n    text: a text #cut\n",
    "  - id: colon\n    text: this: is not YAML\n",
    "  - id: no-leaf\n    leaf: white\n",
    "  - text: without an id\n",
    "  - only words\n",
    '  - "quoted\n',
    "  - id: unknown\n    txt: x\n",
    "  - id: bell\n    text: a\x07b\n",
    "  - id: return\r\n    text: x\r\n",
    "  - id: alias\n    text: *x\n",
    "  - id: anchor\n    text: &x y\n",
    "  id: stray\n",
    "\n",
    "# between\n",
    "\t\n",
    "   - odd\n",
    "---\n",
    "source: behind\n",
    "cards:\n",
    "...\n",
]
"""What is wrong, runs on into the next or moves the lines."""


def said(game: Game | None) -> object:
    """A game, and what equal items hide: their fields."""
    if game is None:
        return None
    cards = game.components["deck"].cards
    items = [[getattr(value, "fields", value) for value in card.values.values()] for card in cards]
    return game, items, [dict(card.spans) for card in cards]


def loaded(folder: Path, through: object) -> tuple[object, Findings]:
    findings = Findings()
    game = load_game(Project(folder), "tea", findings, caching=through)  # type: ignore[arg-type]
    return said(game), findings


def write(folder: Path, text: str, game: str = GAME) -> None:
    (folder / "cards" / "tea").mkdir(parents=True, exist_ok=True)
    (folder / "cards" / "tea" / "game.yaml").write_text(game, encoding="utf-8")
    (folder / "cards" / "tea" / "cards.yaml").write_bytes(text.encode())


good = st.lists(st.sampled_from(PLAIN), min_size=1, max_size=7)
edit = st.tuples(st.integers(0, 7), st.sampled_from(PLAIN) | st.sampled_from(ODD) | st.none())


@settings(max_examples=150)
@given(st.sampled_from(HEADS), good, st.lists(st.lists(edit, min_size=1, max_size=2), max_size=4))
def test_every_edit_is_read_as_if_it_were_the_first(
    head: str, entries: list[str], steps: list[list[tuple[int, str | None]]]
) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder, cache = Path(name), CardCache()
        for edits in [[], *steps]:
            for place, entry in edits:
                entries[place : place + 1] = [entry] if entry is not None else []
            write(folder, head + "".join(numbered(entries)))
            assert loaded(folder, cache) == loaded(folder, uncached)


def test_quotes_that_run_into_the_cards(tmp_path: Path) -> None:
    cache = CardCache()
    for text in ("a", "b", "'", "b'\ncards:\n  - id: in", "b"):
        write(tmp_path, f"{HEAD}source: 'page\ncards:\n  - id: a\n  - id: b\n    text: {text}\n")
        assert loaded(tmp_path, cache) == loaded(tmp_path, uncached)


def numbered(entries: list[str]) -> list[str]:
    """The entries with ids of their own."""
    return [entry.replace("id: ", f"id: n{number}-", 1) for number, entry in enumerate(entries)]


def deck(*texts: str, more: str = "") -> str:
    return f"cards:\n{more}" + "".join(f"  - id: c{n}\n    text: {text}\n" for n, text in enumerate(texts))


def read_by(cache: CardCache, text: str, about: str = "") -> str:
    """The text that is read of a text, through what remembers."""
    asked: list[str] = []

    def read(text: str, findings: Findings) -> CardList:
        asked.append(text)
        root, file = parse_yaml(text, "cards.yaml", findings)
        assert isinstance(root, Mapping)
        entries = root.entries["cards"]
        assert isinstance(entries, Sequence)
        return CardList(tuple(read_cards(entries.items, Fields({"text": TEXT}), Scope(file, findings))))

    found = cache("cards.yaml", about, text, Findings(), read)
    assert found == read(text, Findings())
    return asked[-2]


def test_only_new_entries_are_read() -> None:
    cache = CardCache()
    first = deck("a", "b", "c", "d")
    assert read_by(cache, first) == first
    known = "cards:\n  - id: c0\n    text: a\n#\n#\n"
    assert read_by(cache, first) == known + "#\n" * 4
    assert read_by(cache, deck("a", "b", "new", "d")) == known + "  - id: c2\n    text: new\n#\n#\n"
    assert read_by(cache, deck("a", "b", "new")) == known + "#\n#\n"
    assert read_by(cache, deck("a", "two\n      lines", "new")) == (
        "cards:\n  - id: c0\n    text: a\n  - id: c1\n    text: two\n      lines\n#\n#\n"
    )


def test_cards_that_move_keep_their_values(tmp_path: Path) -> None:
    cache = CardCache()

    def cards(text: str) -> list[tuple[Card, int]]:
        write(tmp_path, HEAD + "cards:\n" + text)
        game = load_game(Project(tmp_path), "tea", Findings(), caching=cache)
        assert game is not None
        return [(card, card.spans["id"].line) for card in game.components["deck"].cards]

    rest = "  - id: one\n    text: x\n  - id: two\n    when: players > 2\n  - id: three\n"
    before = cards("  - id: first\n" + rest)
    after = cards("  - id: first\n    text: longer\n" + rest)
    kept = [old.values is new.values for (old, _), (new, _) in zip(before, after, strict=True)]
    assert kept == [False, True, False, True]
    assert [line for _, line in after] == [3, 5, 7, 9]


@pytest.mark.parametrize(
    ("text", "about"),
    [
        pytest.param(deck("a", "b"), "another game", id="what it depends on"),
        pytest.param("source: here\n" + deck("a", "b"), "", id="the head"),
        pytest.param(deck("a", "b", more="# below\n"), "", id="not plain"),
    ],
)
def test_all_is_read_where_something_else_changed(text: str, about: str) -> None:
    cache = CardCache()
    read_by(cache, deck("a", "b"))
    assert read_by(cache, text, about) == text


def test_another_list_in_the_game_changes_the_cards(tmp_path: Path) -> None:
    cache = CardCache()
    text = HEADS[0] + "".join(f"  - id: c{number}\n    leaf: green\n" for number in range(3))
    write(tmp_path, text)
    first = loaded(tmp_path, cache)
    write(tmp_path, text, GAME.replace("#0a0", "#0b0"))
    assert loaded(tmp_path, cache) == loaded(tmp_path, uncached) != first


def test_a_file_that_may_hold_too_many_values_is_not_split() -> None:
    assert split_entries(deck("a" * NODES)) is not None
    assert split_entries(deck("a," * (NODES // 3))) is None
    assert split_entries(deck("a" * SIZE)) is None


@pytest.mark.parametrize(
    "text", ["- " * 9 + "a", "a: " * 1 + "b", "[[],[{}],{a: b, c}]", "? a\n: b", "[" * 9 + "]" * 9]
)
def test_no_more_values_than_signs_allow(text: str) -> None:
    builder = _NodeBuilder(_FAST, text, SourceFile("", text), Findings())
    builder.document()
    assert builder.nodes <= most_nodes(text)
