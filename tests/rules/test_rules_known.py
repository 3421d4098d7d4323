"""Rules that an edit doesn't touch aren't run again, and what is found is the same."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from nineup.base.diagnostics import Findings, Span
from nineup.base.project import Project
from nineup.model.game import Card, Game
from nineup.pipeline.runs import load
from nineup.rules import KnownResult, KnownResults, Proved, check_game, running
from nineup.rules.engine import card_reads
from nineup.rules.engine.card_reads import GameDigests, NotedGame, ReadField
from tiny import CARDS, write_tiny

ROOT = Path(__file__).parents[2]

Known = dict[str, KnownResult]


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The codes of the rules that were run."""
    codes: list[str] = []
    run_rule = running.run_rule

    def noting(proof: Any, asked: Any) -> Any:
        codes.append(asked.rule.code)
        return run_rule(proof, asked)

    monkeypatch.setattr(running, "run_rule", noting)
    return codes


def loaded(root: Path, game: str) -> Game:
    read = load(Project(root), game, Findings())
    assert read is not None
    return read


def proved(game: Game, known: KnownResults | None = None) -> tuple[Proved, list[Any]]:
    return check_game(game, findings := Findings(), known=known), list(findings)


def proved_after(game: Game, groups: Known) -> tuple[tuple[Proved, list[Any]], Known]:
    known = KnownResults(game, ("a test",), groups)
    return proved(game, known), known.results


def with_card(game: Game, component: str, number: int, **changes: Any) -> Game:
    """A game with another card."""
    edited = game.components[component]
    cards = list(edited.cards)
    cards[number] = msgspec.structs.replace(cards[number], **changes)
    edited = msgspec.structs.replace(edited, cards=tuple(cards))
    return msgspec.structs.replace(game, components={**game.components, component: edited})


def with_text(game: Game, component: str, text: str) -> Game:
    card = game.components[component].cards[0]
    value = card.values["text"]
    return with_card(game, component, 0, values={**card.values, "text": type(value)(text)})


GAMES = ("gem-rush", "gem-thief", "raghba")


@pytest.mark.parametrize("id", GAMES)
def test_an_edited_card_costs_the_rules_that_read_it(id: str, ran: list[str]) -> None:
    game = loaded(ROOT, id)
    result, groups = proved_after(game, {})
    assert result == proved(game)
    count = len(ran) // 2
    component = next(c.id for c in game.components.values() if "text" in c.cards[0].values)
    for text in ("Draw 7 {bank} cards.", "Draw 7 card."):
        edited = with_text(game, component, text)
        ran.clear()
        after, groups = proved_after(edited, groups)
        assert 0 < len(ran) < count
        assert after == proved(edited)


def test_nothing_is_run_for_a_game_that_is_known(ran: list[str]) -> None:
    game = loaded(ROOT, "gem-rush")
    _, groups = proved_after(game, {})
    ran.clear()
    assert proved_after(game, groups)[0][0].rows
    assert not ran


def test_a_card_further_down_has_its_findings_there(tmp_path: Path) -> None:
    text = CARDS.replace("copies: 2", "needs: 4+")
    root = write_tiny(tmp_path, cards=text)
    _, groups = proved_after(loaded(root, "tiny"), {})
    (root / "cards/tiny/cards.yaml").write_text(f"# a line\n{text}")
    below = loaded(root, "tiny")
    assert proved_after(below, groups)[0] == proved(below)


WRITERS = {"__delitem__", "__ior__", "__setitem__", "clear", "pop", "popitem", "setdefault", "update"}
NEITHER = {"__class_getitem__", "__doc__", "__getattribute__", "__hash__", "__init__", "__new__", "fromkeys"}


def test_every_reading_method_of_a_dict_is_noted() -> None:
    own = {name for name, method in vars(dict).items() if method is not vars(object).get(name)}
    assert own - WRITERS - NEITHER - {"__or__", "__ror__"} <= {*card_reads.READERS, *card_reads.BY_NAME}


@pytest.mark.parametrize(
    ("read", "field"),
    [
        (lambda card: card.values["text"], "text"),
        (lambda card: {**card.values}, ""),
        (lambda card: dict(card.values), ""),
        (lambda card: (card.values | {"id": 1, "copies": 1})["text"], "text"),
        (lambda card: ({"text": 1} | card.values)["text"], "text"),
        (lambda card: {**(card.values | {"id": 1})}, ""),
        (lambda card: {} | (card.values | card.values), ""),
        (lambda card: list(card.values), ""),
        (lambda card: "text" in card.values, "text"),
        (lambda card: card.values.get("text"), "text"),
        (lambda card: card.values == {}, ""),
        (lambda card: card.spans.get("text"), "text"),
        (lambda card: len(card.values), ""),
        (lambda card: str(card.values), ""),
    ],
)
def test_a_field_that_is_read_is_noted(read: Any, field: str) -> None:
    noted = NotedGame(loaded(ROOT, "gem-rush"))
    card: Card = noted.game.components["room"].cards[0]
    assert card.span.line > 0
    own = card.values | {"id": card.id}
    assert own["id"] == card.id
    assert ({"more": 1} | card.values)["more"] == 1
    assert not noted.read
    read(card)
    assert ReadField("room", field) in noted.read
    assert not field or len(noted.read) == 1


def test_what_a_shared_result_has_read_is_noted_for_each_that_uses_it() -> None:
    noted = NotedGame(loaded(ROOT, "gem-rush"))
    card, gem = (noted.game.components[id].cards[0] for id in ("room", "gem"))
    text = noted.shared(cache(lambda: card.values["text"]))
    for before in ({ReadField("gem", "name")}, set[ReadField]()):
        noted.read = set(before)
        assert text() == card.values["text"]
        assert noted.read >= {ReadField("room", "text"), *before}
    noted.read = set()
    gem.values.get("name")
    assert noted.read == {ReadField("gem", "name")}


def test_what_changes_a_digest() -> None:
    game = loaded(ROOT, "gem-rush")
    before = {
        places: GameDigests(game, ()).made_of((ReadField("room"),), has_places=places)
        for places in (False, True)
    }

    def holds(edited: Game, places: bool = False) -> bool:
        return GameDigests(edited, ()).holds(before[places])

    room = game.components["room"].cards[0]
    assert holds(game)
    assert holds(game, places=True)
    assert holds(with_card(game, "gem", 0, values={}), places=True)
    assert not holds(with_text(game, "room", "?"))
    assert not holds(with_card(game, "room", 0, copies=7))
    assert not holds(with_card(game, "room", 0, accept={"spelling": "why"}))
    assert not holds(with_card(game, "room", 0, teaches=("rooms",)))
    moved = with_card(game, "room", 0, span=room.span._replace(line=room.span.line + 1))
    assert holds(moved)
    assert not holds(moved, places=True)
    assert not GameDigests(game, ("other options",)).holds(before[False])
    assert not holds(msgspec.structs.replace(game, title="Another"))
    of_field = GameDigests(game, ()).made_of((ReadField("room", "name"),), has_places=False)
    renamed = with_card(game, "room", 0, values={**room.values, "name": "?"})
    assert GameDigests(with_text(game, "room", "?"), ()).holds(of_field)
    assert not GameDigests(renamed, ()).holds(of_field)
    assert not holds(msgspec.structs.replace(game, span=Span("x", 1, 1)))
