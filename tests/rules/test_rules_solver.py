"""The solver against brute force: the smallest configuration of each outcome of random conditions.

With NINEUP_FUZZ (`make fuzz`) many more of them.
"""

import os
import random
import re
import subprocess
import sys
from itertools import combinations, product
from typing import Any

import msgspec
import pytest
from handmade import at, card, component, game, one, rule, some, source, switch, table, vocabulary
from nineup.base.diagnostics import Diagnostic, Findings
from nineup.logic.select import (
    Configuration,
    EvaluationError,
    Seat,
    option_of,
    used_by_expression,
)
from nineup.model.game import Band, Choice, Expression, Game, Relation
from nineup.model.proved import Failing, RuleRow
from nineup.report import as_records, as_table
from nineup.rules import Proved, check_game, running
from nineup.rules.engine import proof, solving, tally
from nineup.rules.engine.proof import Proof
from nineup.rules.engine.solving import Question, decided
from nineup.rules.engine.steps import Steps

FUZZ = int(os.environ.get("NINEUP_FUZZ", "0"))


class Maker:
    """A random game, and random conditions on it."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.switches = [f"s{n}" for n in range(self.random.randint(1, 3))]
        self.colors = ["red", "blue", "pink", "gray"]
        self.game = self._game()

    def _game(self) -> Game:
        pick = self.random
        at_most = pick.randint(2, 4)
        options = [
            *(switch(id, default=pick.random() < 0.5) for id in self.switches),
            one("length", "short mid long", pick.choice(["short", "mid"])),
            some(
                "colors",
                " ".join(self.colors),
                pick.randint(0, 2),
                including=pick.choice(["", "blue pink"]),
                at_most=at_most,
                default="red blue",
            ),
        ]
        pick.shuffle(options)
        cards = [
            card(
                f"c{n}",
                when=pick.choice([None, self.condition(0), f"'{pick.choice(self.colors)}' in colors"]),
                copies=pick.choice([1, 2, table({(1, 2): 0, (3, 9): 2})]),
                points=pick.randint(0, 3),
                kind=pick.choice(["a", "b"]),
            )
            for n in range(5)
        ]
        cards = [
            each if each.when and each.when.source else msgspec.structs.replace(each, when=None)
            for each in cards
        ]
        deck = component("deck", cards=tuple(cards), copies=pick.choice([1, "1 if length == 'mid' else 2"]))
        hand = component(
            "hand", cards=(card("h0"), card("h1", when=self.switches[0])), for_each="colors-list"
        )
        legal = [
            Relation(kind, given, choices, "", at(30))
            for kind, given, choices in (
                ("requires", (Choice(self.switches[0], "yes"),), (Choice("length", "mid"),)),
                ("excludes", (Choice("colors", "red"),), (Choice("length", "long"),)),
                ("one-of", (), (Choice("colors", "red"), Choice("colors", "gray"))),
            )
            if pick.random() < 0.3
        ]
        return game(
            deck,
            hand,
            bands=(Band("base", 2, 3), Band("expansion", 4, 4)),
            lists=[vocabulary("colors-list", "red blue pink gray")],
            options=options,
            legal=tuple(legal),
            minutes=pick.choice(["", "20 + 5 * players + (9 if s0 else 0)"]),
        )

    def condition(self, depth: int) -> str:
        pick = self.random.choice
        if depth <= 0 or self.random.random() < 0.15:
            color = pick(self.colors)
            return pick(
                [
                    pick(self.switches),
                    f"'{color}' in colors",
                    f"length == '{pick(['short', 'mid', 'long'])}'",
                    f"length in ['short', '{pick(['mid', 'long'])}']",
                ]
            )
        inner, other = (self.condition(depth - 1) for _ in range(2))
        operator = pick(["<", "<=", ">", ">=", "==", "!="])
        return pick(
            [
                f"({inner} and {other})",
                f"({inner} or {other})",
                f"not {inner}",
                f"({inner} if {self.condition(0)} else {other})",
                f"{self.number(depth)} {operator} {self.number(depth - 1)}",
                f"{self.number(depth)} {operator} {self.random.randint(0, 9)}",
                "expansion",
                f"0 < {self.number(depth - 1)} < 6",
            ]
        )

    def number(self, depth: int) -> str:
        pick = self.random.choice
        if depth <= 0:
            return pick(
                [
                    "players",
                    "colors|length",
                    str(self.random.randint(0, 6)),
                    "count('deck')",
                    "minutes|default(7)",
                ]
            )
        inner, other = self.number(depth - 1), self.number(depth - 1)
        condition = self.condition(depth - 1)
        return pick(
            [
                f"({inner} {pick('+-*')} {other})",
                f"({inner} {pick(['//', '%'])} {self.random.randint(0, 3)})",
                f"({inner} if {condition} else {other})",
                f"[{inner}, {other}, 3]|{pick(['sum', 'min', 'max'])}",
                f"[{condition}, {self.condition(0)}]|select|list|length",
                f"[{inner}, {other}]|select('ge', {self.random.randint(1, 5)})|list|length",
                "count('deck')",
                "count('hand')",
                "cards('deck')|length",
                f"cards('deck')|selectattr('points', 'ge', {self.random.randint(0, 3)})|list|length",
                "cards('deck')|rejectattr('kind', 'eq', 'b')|sum(attribute='copies')",
                "cards('deck')|map(attribute='points')|sum(start=2)",
            ]
        )


Outcome = tuple[Configuration, bool]


def by_hand(made: Proof, when: Expression | None, check: Expression) -> dict[Any, Configuration] | None:
    """The smallest configuration of each outcome, by player count if anything depends on it; None if a run fails
    to evaluate.
    """
    uses = used_by_expression(made.game, when) | used_by_expression(made.game, check)
    best: dict[Any, Configuration] = {}
    for configuration in made.space.configurations(uses):
        scenario = made.scenario(Seat(*configuration[:2]), configuration.options)
        try:
            if not scenario.holds(when):
                continue
            outcome = scenario.holds(check)
        except EvaluationError:
            return None
        players = configuration.players if "players" in uses else 0
        best.setdefault((players, outcome), configuration)
    return best


def by_solver(made: Proof, when: Expression | None, check: Expression) -> dict[Any, Configuration] | None:
    uses = used_by_expression(made.game, when) | used_by_expression(made.game, check)
    answer = decided(Question(made.space, uses, when, check, made.scenario, Steps(1_000_000)))
    if answer is None:
        return None
    assert answer.by.engine.startswith("OR-Tools CP-SAT 9.")
    whole = frozenset(map(option_of, made.space.tied(uses)))
    failing, number = 0, 0
    for each in made.space.configurations(whole):
        scenario = made.scenario(Seat(*each[:2]), each.options)
        failing += scenario.holds(when) and not scenario.holds(check)
        number += 1
    assert answer.failing == Failing(failing, number)
    players = "players" in uses
    outcomes = (
        (made.scenario(Seat(*each[:2]), each.options).holds(check), each) for each in answer.configurations
    )
    return {(each.players if players else 0, outcome): each for outcome, each in outcomes}


@pytest.mark.parametrize("first", range(0, 40 * max(1, FUZZ), 20))
def test_the_solver_finds_what_brute_force_finds(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    if first % 40:
        monkeypatch.setattr(solving, "LARGEST_FIGURE", 16)  # A size in many figures, as in a large game.
    answered = 0
    for seed in range(first, first + 20):
        maker = Maker(seed)
        made = Proof(maker.game)
        when = source(maker.condition(1)) if seed % 2 else None
        check = source(maker.condition(3))
        known = by_hand(made, when, check)
        solved = by_solver(made, when, check)
        if known is None:
            assert solved is None, (seed, check.source)
        elif solved is not None:
            answered += 1
            assert solved == known, (seed, when, check.source)
    assert answered > 15


def checked(made: Game) -> tuple[list[Diagnostic], RuleRow]:
    """The findings of the game's rule, and its row."""
    findings = Findings()
    done = check_game(made, findings)
    row = next(row for row in done.rows if row.code == "rule")
    return [finding for finding in findings if finding.code in ("rule", "not-proved")], row


def clauses(number: int) -> str:
    """A check that fails where all of some clauses hold."""
    pick = random.Random(number)
    listed = [
        [("" if pick.random() < 0.5 else "not ") + f"o{n}" for n in pick.sample(range(16), 3)]
        for _ in range(number)
    ]
    return "not (" + " and ".join(f"({' or '.join(each)})" for each in listed) + ")"


SWITCHES = [switch(f"o{n}") for n in range(16)]
FEW = (
    "not ((o1 or o3 or o5 or o7) and not o3 and (o1 or o2 and o6 and o8 and o10 or o11 and o12 and o13 and o15) "
    "and o9 and not o14)"
)
PICK = random.Random(7)
DECKS = [
    component(
        f"d{d}",
        cards=tuple(
            card(f"c{n}", when=f"o{n}", copies=PICK.randint(1, 4)) for n in range(15) if PICK.random() < 0.5
        ),
    )
    for d in range(5)
]
QUESTIONS = {
    "five decks hold 10 or more": game(
        *DECKS,
        options=SWITCHES[:15],
        rules=[rule(check="not (" + " and ".join(f"count('d{n}') < 20" for n in range(5)) + ")")],
    ),
    "a counterexample of three switches": game(
        component("token"),
        options=[*SWITCHES, one("length", "a b c d e f g", "a")],
        rules=[rule(check=f"{FEW} or length != 'c' or players < 3")],
    ),
    "16 clauses": game(component("token"), options=SWITCHES, rules=[rule(check=clauses(16))]),
    "32 clauses": game(component("token"), options=SWITCHES, rules=[rule(check=clauses(32))]),
    "64 clauses": game(component("token"), options=SWITCHES, rules=[rule(check=clauses(64))]),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_what_is_too_much_to_try_is_decided(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = QUESTIONS[name]
    (finding,), row = checked(made)
    assert finding.code == "rule"
    assert row.solver is not None
    assert row.solver.engine.startswith("OR-Tools CP-SAT")
    assert row.tried == {}
    entry = made.rules[0]
    solver = row.solver
    assert entry.check is not None
    uses = used_by_expression(made, entry.check)
    plain = Proof(made)
    smallest = next(
        each
        for each in plain.space.configurations(uses)
        if not plain.scenario(Seat(*each[:2]), each.options).holds(entry.check)
    )
    assert finding.configuration == plain.label(smallest, uses)
    record = next(each for each in as_records(Proved((row,), (2, 3, 4), 1)))
    assert record["solver"] == {"engine": solver.engine, "seconds": solver.seconds}
    assert f"by {solver.engine}" in as_table(Proved((row,), (2, 3, 4), 1))

    # Without the extra the answer may be missing, and is never another one.
    monkeypatch.setattr(proof, "has_solver", lambda: False)
    monkeypatch.setattr(running, "has_solver", lambda: False)
    monkeypatch.setattr(tally, "MOST_STEPS", tally.MOST_STEPS // 100)
    findings, row = checked(made)
    assert row.solver is None
    assert set(row.tried) == {2, 3, 4}
    assert any("pip install 'nineup[solver]'" in str(each.hint) for each in findings)
    assert {each.message for each in findings if each.code == "rule"} <= {finding.message}


def test_the_runs_that_fail_are_counted_unless_they_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    fails = compile(clauses(32).removeprefix("not "), "clauses", "eval")
    names = [option.id for option in SWITCHES]
    number = sum(
        eval(fails, {}, dict(zip(names, each, strict=True))) for each in product((True, False), repeat=16)
    )
    _, row = checked(QUESTIONS["32 clauses"])
    assert row.failing == (number, 65_536)
    table, (record,) = as_table(Proved((row,), (2,), 1)), as_records(Proved((row,), (2,), 1))
    assert f"fails in {number:,} of 65,536, by OR-Tools CP-SAT" in table
    assert record["failing"] == {"number": number, "of": 65_536}
    monkeypatch.setattr(solving, "MOST_COUNTED", number - 1)
    _, row = checked(QUESTIONS["32 clauses"])
    assert row.failing is None


def test_the_runs_that_fail_are_counted_where_limits_differ_by_players() -> None:
    """For two players three of 18 items, which are few to try; for more nine of them."""
    names = [f"k{n}" for n in range(18)]
    limits = {
        players: some("ks", " ".join(names), number, at_most=number, default=" ".join(names[:number]))
        for players, number in (((2, 2), 3), ((3, 4), 9))
    }
    by_players = {
        number: msgspec.structs.replace(each, players=players)
        for players, each in limits.items()
        for number in range(players[0], players[1] + 1)
    }
    option = msgspec.structs.replace(limits[3, 4], by_players=by_players)
    check = re.sub(r"\bo(\d+)", r"('k\1' in ks)", clauses(32))
    fails = compile(check.removeprefix("not "), "clauses", "eval")
    number, of = 0, 0
    for size in (3, 9, 9):
        for ks in combinations(names, size):
            number += eval(fails, {}, {"ks": ks})
            of += 1
    asked = f"({check}) and players > 0"
    (finding,), row = checked(game(component("token"), options=[option], rules=[rule(check=asked)]))
    assert finding.code == "rule"
    assert row.failing == (number, of)


def test_what_holds_everywhere_is_a_tick_by_the_solver() -> None:
    # Five pigeons in three holes, of which none is left out.
    sits = " and ".join(f"(o{3 * n} or o{3 * n + 1} or o{3 * n + 2})" for n in range(5))
    alone = " and ".join(
        f"[o{n}, o{n + 3}, o{n + 6}, o{n + 9}, o{n + 12}]|select|list|length < 2" for n in range(3)
    )
    made = game(
        component("token"), options=SWITCHES, rules=[rule(check=f"not ({sits} and {alone}) or players < 2")]
    )
    findings, row = checked(made)
    assert (findings, row.held, row.tried) == ([], {2: True, 3: True, 4: True}, {})
    assert row.solver is not None


def test_player_counts_without_anything_to_check_stay_empty() -> None:
    made = game(component("token"), options=SWITCHES, rules=[rule(check=FEW, when="players > 2")])
    _, row = checked(made)
    assert row.held == {3: False, 4: False}


def test_relations_between_options_limit_what_the_solver_tries() -> None:
    needs = [Relation("requires", (Choice("o9", "yes"),), (Choice("o14", "yes"),), "", at(30))]
    entries = [rule(check=FEW)]
    (finding,), _ = checked(game(component("token"), options=SWITCHES, rules=entries))
    assert finding.configuration == "no o3, no o14"
    findings, row = checked(game(component("token"), options=SWITCHES, rules=entries, legal=tuple(needs)))
    assert (findings, set(row.held.values())) == ([], {True})


def test_what_fails_somewhere_is_left_to_trying() -> None:
    made = Proof(game(component("token"), options=SWITCHES))
    assert by_solver(made, None, source("1 / (0 if o1 and not o2 else 1) > 0 or o3")) is None
    assert by_solver(made, source("o1"), source("3 if o5 else true")) is None


def test_a_card_that_only_a_solver_finds_is_there() -> None:
    listed = "[" + ", ".join(f"o{n}" for n in range(16)) + "]|select|list|length"
    cards = (
        card("a"),
        card("b", when=f"{listed} == 3 and not o0"),
        card("c", when=f"{listed} > 16 or ({listed} == 1 and o1 and o2)"),
    )
    findings = Findings()
    check_game(game(component("deck", cards=cards), options=SWITCHES), findings, only=("never-there",))
    assert [finding.message for finding in findings] == [
        f"no run has `c`: `{cards[2].when.source}` never holds"
    ]


def test_the_solver_is_imported_when_it_is_needed() -> None:
    program = "import sys, nineup.rules, nineup.rules.engine.proof, nineup.pipeline\nprint('ortools' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
