"""The shared proof against brute force, against short oracles, and against games that are wrong by one.

With NINEUP_FUZZ (`make fuzz`) many more of these, of every game.
"""

import os
import re
from collections.abc import Collection, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
import nineup.rules as rules
import pytest
from handmade import card, component, game, rule, some, switch, vocabulary
from hypothesis import given
from hypothesis import strategies as st
from nineup.base.diagnostics import Diagnostic, Findings, Span
from nineup.base.project import Project
from nineup.files.load import load_game
from nineup.logic.select import EvaluationError, Seat, Space, pairwise
from nineup.model.game import AmountStep, Band, Expression, Game
from nineup.rules import check_game, rule_settings
from nineup.rules.engine.proof import LOOK, Proof, ProofScope, is_there
from nineup.rules.engine.steps import Steps

ROOT = Path(__file__).parents[2]
FUZZ = int(os.environ.get("NINEUP_FUZZ", "0"))


class Plain(Proof):
    """A proof that goes through every configuration for every rule, whatever it depends on."""

    def smallest(self, uses: Any, examine: Any, when: Any = None, parts: Any = None) -> Iterator[Diagnostic]:
        return super().smallest(self.space.everything, examine, when)

    def smallest_of(self, parts: Any, when: Any = None) -> Iterator[Diagnostic]:
        return super().smallest_of(
            [msgspec.structs.replace(part, uses=self.space.everything, addends=()) for part in parts], when
        )


NUMBERS = ("amounts", "inventory", "deal", "unstated", "rule", "combinations")
"""The rules that go through configurations."""


def found(made: Game, only: Collection[str] = NUMBERS) -> list[Diagnostic]:
    """What the rules over amounts find, or all of those over a game."""
    findings = Findings()
    check_game(made, findings, only=only)
    return list(findings)


GAMES = ("gemotion", "gem-rush", *(("gem-thief", "raghba") if FUZZ else ()))
"""The games with most options, and with most kinds of rule."""


def loaded(id: str) -> Game:
    made = load_game(Project(ROOT), id, Findings(), rule_settings())
    assert made is not None
    return made


def few_colors(made: Game) -> Game:
    """Gemotion with four of its colors to choose from, which makes 5 × 14 × 2 × 2 configurations."""
    if "colors" not in made.options:
        return made
    colors = made.options["colors"]
    few = tuple(item for item in colors.values if item in ("red", "orange", "purple", "pink"))
    fewer = msgspec.structs.replace(colors, values=few, default=few)
    return msgspec.structs.replace(made, options={**made.options, "colors": fewer})


def changed(step: AmountStep, by: int) -> AmountStep:
    """A step whose amount is one more, or one less."""
    amount = step.amount
    if isinstance(amount, Expression):
        amount = msgspec.structs.replace(amount, source=f"({amount.source}) + {by}")
    elif amount is not None:
        amount += by
    return msgspec.structs.replace(step, amount=amount)


def mutants(made: Game) -> Iterator[tuple[str, Game]]:
    """The game with each stated number of its boxes and setups one more, and one less."""
    for id, whole in made.components.items():
        for field in ("box", "setup", "copies"):
            stated = getattr(whole, field)
            for number, step in enumerate(stated.steps if stated else ()):
                for by in (1, -1):
                    steps = [changed(s, by) if i == number else s for i, s in enumerate(stated.steps)]
                    other = msgspec.structs.replace(
                        whole, **{field: msgspec.structs.replace(stated, steps=tuple(steps))}
                    )
                    name = f"{id}.{field} {step.low}-{step.high} {by:+}"
                    yield name, msgspec.structs.replace(made, components={**made.components, id: other})


@pytest.mark.parametrize("id", GAMES)
def test_the_shared_proof_finds_what_brute_force_finds(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = loaded(id)
    few = few_colors(made)
    games = {"as it is": few, **dict(list(mutants(few))[:: 31 if FUZZ else 400])}
    shared = {name: {f[:4] for f in found(changed_, ())} for name, changed_ in games.items()}
    monkeypatch.setattr(rules, "Proof", Plain)
    assert shared == {name: {f[:4] for f in found(changed_, ())} for name, changed_ in games.items()}


def all_in_play(made: Game) -> Game:
    """The game with everything chosen that can be, so that few configurations are left."""
    options = {
        id: msgspec.structs.replace(option, default=option.values, at_least=len(option.values))
        for id, option in made.options.items()
        if option.kind == "some"
    }
    return msgspec.structs.replace(made, options={**made.options, **options})


@pytest.mark.parametrize("id", GAMES)
def test_each_stated_number_that_is_one_off_is_caught(id: str) -> None:
    """How many reference cards a player gets is for us to say: where no box holds them, nothing speaks
    against it.
    """
    whole = all_in_play(loaded(id))
    known = {f[:4] for f in found(whole)}
    reported = {
        name: {f[:4] for f in found(made) if f.severity != "note"} - known
        for name, made in list(mutants(whole))[:: 1 if FUZZ else 12 if id == "gemotion" else 3]
    }
    assert [
        name for name, new in reported.items() if not new and not re.match("reference.*copies", name)
    ] == []


COLORS = ("red", "blue", "pink")


def smallest(fails: Any, most: int) -> tuple[int, tuple[str, ...]] | None:
    """The oracle: fewest colors, then fewest players, then the first colors."""
    for size in range(1, len(COLORS) + 1):
        for players in range(2, most + 1):
            for chosen in combinations(COLORS, size):
                if fails(players, chosen):
                    return players, chosen
    return None


def reported(finding: Diagnostic) -> tuple[int, tuple[str, ...]]:
    players, *colors = re.findall(r"\w+", finding.configuration.replace(" players", ""))
    return int(players), tuple(colors)


@given(each=st.integers(0, 3), more=st.integers(0, 3), per=st.integers(0, 3), box=st.integers(0, 24))
def test_inventory_against_an_oracle(each: int, more: int, per: int, box: int) -> None:
    gem = component(
        "gem", shape="token", setup=f"{each} * players + {more} + {per} * colors|length", box={(4, 4): box}
    )
    made = game(gem, options=[some("colors", " ".join(COLORS), 1)])
    need = smallest(lambda players, colors: each * players + more + per * len(colors) > box, 4)
    errors = [f for f in found(made) if f.severity == "error"]
    assert len(errors) == (need is not None)
    if need is not None and per and each:
        assert reported(errors[0]) == need


@given(
    copies=st.dictionaries(st.sampled_from(COLORS), st.integers(1, 4), min_size=1),
    base=st.integers(0, 6),
    hand=st.integers(0, 4),
    table_=st.integers(0, 3),
)
def test_deal_against_an_oracle(copies: dict[str, int], base: int, hand: int, table_: int) -> None:
    cards = [card(f"{c}-card", copies=n, when=f"'{c}' in colors") for c, n in copies.items()]
    plain = [card("plain", copies=base)] if base else []
    deck = component("deck", cards=(*plain, *cards))
    settings = {"player": {"deck": hand}, "table": {"deck": table_}}
    made = game(deck, options=[some("colors", " ".join(COLORS), 1)], rules=(rule("deal", settings=settings),))

    def short(players: int, colors: tuple[str, ...]) -> bool:
        return base + sum(copies.get(c, 0) for c in colors) < hand * players + table_

    need = smallest(short, 4)
    errors = [f for f in found(made) if f.code == "deal"]
    assert [reported(f) for f in errors] == ([] if need is None else [need])


@given(st.lists(st.sets(st.sampled_from("abcd"), min_size=2, max_size=2), max_size=8))
def test_combinations_against_an_oracle(pairs: list[set[str]]) -> None:
    cards = tuple(card(f"c{n}", items=tuple(sorted(pair))) for n, pair in enumerate(pairs))
    settings = {"in": "deck", "field": "items", "of": "letter", "take": 2}
    made = game(
        component("deck", cards=(*cards, card("first", items=("a", "b")))),
        lists=[vocabulary("letter", "a b c d")],
        rules=(rule("combinations", settings=settings),),
    )
    every = [*map(frozenset, pairs), frozenset("ab")]
    wrong = len(every) - len(set(every)) + (len(set(every)) < 6)
    assert len([f for f in found(made) if f.code == "combinations"]) == wrong


@given(st.integers(2, 6), st.integers(0, 2), st.integers(0, 4), st.booleans())
def test_pairwise_covers_every_legal_pair_and_only_what_is_legal(
    things: int, at_least: int, room: int, picky: bool
) -> None:
    names = [f"v{n}" for n in range(things)]
    most = max(1, min(at_least + room, things))
    many = some("many", " ".join(names), at_least, "v1" if picky else "", at_most=most)
    made = game(component("a"), options=[many])
    space = Space(made)
    legal = {(each.players, each.options["many"]) for each in space.configurations()}
    chosen = {(each.players, each.options["many"]) for each in pairwise(space, space.everything)}
    assert chosen <= legal

    def pairs(rows: set[tuple[int, Any]]) -> set[Any]:
        flat = [[("players", p), *((n, n in many) for n in names)] for p, many in rows]
        return {pair for row in flat for pair in combinations(row, 2)}

    assert pairs(chosen) == pairs(legal)


def test_inside_a_box_are_the_runs_of_as_many_players_or_fewer() -> None:
    proof = Proof(game(component("gem")))
    whole, alone = proof.scenario(Seat(4, ()), {}), proof.scenario(Seat(3, ()), {})
    assert [run.players for run in proof.inside(whole, frozenset({"players"}))] == [2, 3, 4]
    assert [run.players for run in proof.inside(alone, frozenset({"players"}))] == [2, 3]
    assert proof.inside(whole, frozenset()) == [whole]


TWO = (Band("base", 2, 4), Band("more", 5, 6))


def test_whether_a_case_exists_is_undecided_after_too_much_work() -> None:
    proof = Proof(game(component("a"), options=[switch("x"), switch("y")]))
    assert proof.exists(frozenset({"x", "y"}), lambda scenario: False) is False
    proof.tally.steps = Steps(1)
    assert proof.exists(frozenset({"x", "y"}), lambda scenario: False) is None
    assert proof.exists(frozenset({"x", "y"}), lambda scenario: True) is True


@pytest.mark.parametrize(
    ("scope", "expected"),
    [
        (ProofScope(), {(3, ()): True, (3, ("more",)): True}),
        (ProofScope(options={"more": False}), {(3, ()): True, (3, ("more",)): False}),
        (ProofScope(options={"more": True}), {(3, ()): False, (3, ("more",)): True}),
        (ProofScope(players=(4,)), {(3, ()): False, (4, ()): True, (4, ("more",)): True}),
    ],
)
def test_a_scope_covers_its_player_counts_and_bands(
    scope: ProofScope, expected: dict[tuple[int, tuple[str, ...]], bool]
) -> None:
    proof = Proof(game(component("a"), bands=TWO), scope)
    assert {seat: proof.covers(proof.scenario(seat, {})) for seat in expected} == expected


@pytest.mark.parametrize("players", [(2,), (3, 4)])
def test_a_proof_of_some_player_counts_is_narrowed(players: tuple[int, ...]) -> None:
    made = game(component("a"))
    assert Proof(made, ProofScope(players)).is_narrowed
    assert not Proof(made, ProofScope((2, 3, 4))).is_narrowed
    assert Proof(game(component("a"), options=[switch("x")]), ProofScope(options={"x": True})).is_narrowed


def test_what_an_earlier_rule_could_not_evaluate_is_not_repeated() -> None:
    proof = Proof(game(component("a")))

    def found_at(span: Span, fact: str = "", code: str = "bad-amount") -> int:
        def examine(scenario: Any) -> Iterator[Diagnostic]:
            error = EvaluationError(code, "it can't be evaluated", span)
            error.diagnostic = error.diagnostic._replace(fact=fact)
            raise error
            yield

        return len(list(proof.smallest(frozenset(), examine)))

    place, other = Span("a.yaml", 3, 5), Span("a.yaml", 9, 1)
    assert [found_at(place), found_at(place), found_at(other)] == [1, 0, 1]
    assert found_at(place, code="bad-condition") == 1
    # A fact says where the expression begins, whatever part of it is named.
    assert [found_at(place, "3:1"), found_at(other, "3:1"), found_at(other, "9:1")] == [1, 0, 1]
    assert found_at(Span("b.yaml", 3, 5), "3:1") == 1
    assert [found_at(place, code="not-decided"), found_at(place, code="not-decided")] == [1, 1]


def test_each_configuration_takes_steps_and_so_does_each_evaluation() -> None:
    proof = Proof(game(component("a")))

    def taken(when: Expression | None) -> int:
        before = proof.tally.steps.left
        assert not list(proof.smallest(frozenset({"players"}), lambda scenario: [], when))
        return before - proof.tally.steps.left

    plain = taken(None)
    assert plain >= 3 * LOOK
    assert taken(Expression("players > 2", Span("a.yaml", 1, 1))) > plain


def test_what_cannot_be_evaluated_does_not_hold_and_is_not_there() -> None:
    absent, broken = component("a", when="players > 9"), component("b", when="nobody > 1")
    proof = Proof(game(absent, broken))
    scenario = proof.scenario(Seat(3, ()), {})
    assert not is_there(scenario, broken, card("c"))
    assert not is_there(scenario, absent, card("c"))
    assert proof.presence(absent, card("c"), "cards").amounts(Seat(3, ()), {}) == (0,)
    assert proof.supply(absent, card("c"), "cards", 2).amounts(Seat(3, ()), {}) == (0,)
    proof.mark((2, 3, 4), True)
    proof.mark_unknown((3,))
    assert proof.tally.held == {2: True, 3: False, 4: True}
