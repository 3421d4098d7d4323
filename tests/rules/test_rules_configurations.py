"""What is proved is what can be built, in the order that the manual declares: against brute force and known
games.
"""

import time
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import pytest
from handmade import SIX, card, component, game, one, rule, some, switch, vocabulary
from hypothesis import given, settings
from hypothesis import strategies as st
from nineup.base.diagnostics import Diagnostic, Findings
from nineup.logic.select import select
from nineup.model.game import Band, Game, Option
from nineup.rules import ProofScope, check_game
from nineup.rules.engine.proof import Proof

OPTIONS = [some("colors", "red blue pink", 1, "red blue"), switch("power"), one("table", "y x z", "x")]


def found(made: Game, scope: ProofScope = ProofScope(), only: tuple[str, ...] = ()) -> list[Diagnostic]:  # noqa: B008
    findings = Findings()
    check_game(made, findings, scope, only)
    return list(findings)


def typed_values(option: Option) -> list[str]:
    if option.kind == "switch":
        return ["yes", "no"]
    if option.kind == "one":
        return list(option.values)
    sets = [c for n in range(len(option.values) + 1) for c in combinations(option.values, n)]
    return [",".join(each) for each in sets]


def runs(made: Game) -> Iterator[tuple[tuple[Any, ...], Any, str]]:
    """Every run that can be built by typing, with its place in the declared order and its label, written
    anew.
    """
    extra = made.bands[1].name
    for players in range(1, 8):
        for chosen in product(*[typed_values(option) for option in made.options.values()]):
            for more in ("yes", "no"):
                typed = {**dict(zip(made.options, chosen, strict=True)), extra: more}
                run = select(made, Findings(), players, typed)
                if run is None:
                    continue
                needed = players >= made.bands[1].low
                colors, power, table = (run.options[id] for id in ("colors", "power", "table"))
                changed = (more == "yes" and not needed) + (not power) + (table != "x")
                position = (
                    *(more == "yes" and not needed, len(colors)),
                    tuple(c not in colors for c in ("red", "blue", "pink")),
                    *(not power, ["y", "x", "z"].index(table)),
                )
                words = [f"{players} players"]
                words += [extra] if more == "yes" and not needed else []
                words += [*colors, *([] if power else ["no power"]), *([] if table == "x" else [table])]
                yield (changed, len(colors), players, position), run, ", ".join(words)


LIMITED = [some("colors", "red blue pink", 1, "red blue", at_most=2, default="red"), *OPTIONS[1:]]
RUNS = {
    is_limited: sorted(runs(game(component("a"), bands=SIX, options=options)), key=lambda each: each[0])
    for is_limited, options in ((False, OPTIONS), (True, LIMITED))
}
ATOMS = (
    *("players > 3", "players % 2 == 0", "expansion", "not power", "table == 'z'", "table != 'y'"),
    *("'red' in colors", "'pink' not in colors", "colors|length > 1", "colors[0] == 'blue'"),
)


@settings(max_examples=10)
@given(
    st.lists(st.lists(st.sampled_from(ATOMS), min_size=1, max_size=3), min_size=1, max_size=3), st.booleans()
)
def test_the_smallest_counterexample_is_the_first_of_all_that_can_be_built(
    parts: list[list[str]], is_limited: bool
) -> None:
    check = "not (" + " or ".join("(" + " and ".join(each) + ")" for each in parts) + ")"
    uses_all = f"({check}) and (players > 0 or expansion or power or table == 'x' or colors == 1)"
    options = LIMITED if is_limited else OPTIONS
    findings = found(game(component("a"), bands=SIX, options=options, rules=(rule(check=uses_all),)))
    python = compile(check, "check", "eval")

    def fails(run: Any) -> bool:
        names = {key: run.context[key] for key in ("players", "expansion", "power", "table")}
        source = check.replace("colors|length", "len(colors)")
        return not eval(
            python if source == check else source, {"len": len}, {**names, "colors": run.options["colors"]}
        )

    expected = next((label for _, run, label in RUNS[is_limited] if fails(run)), None)
    assert [finding.configuration for finding in findings] == ([] if expected is None else [expected])


def test_a_warning_hides_no_error() -> None:
    bands = (Band("base", 2, 4), Band("expansion", 5, 6))
    coin = {"shape": "token", "setup": {(2, 4): 10, (5, 6): 30}, "box": {(4, 4): 16, (6, 6): 24}}
    findings = found(game(component("coin", **coin), bands=bands))
    assert [(f.severity, f.configuration) for f in findings] == [
        ("warning", "4 players"),
        ("error", "5 players"),
    ]
    spare = component("coin", **coin, accept={"inventory": "spares"})
    assert [(f.severity, f.configuration) for f in found(game(spare, bands=bands))] == [
        ("error", "5 players")
    ]


def test_a_run_with_an_expansion_that_it_does_not_need_is_proved() -> None:
    entry = rule(check="players >= 5 or not expansion")
    (only,) = found(game(component("a"), bands=SIX, rules=(entry,)))
    assert only.configuration == "2 players, expansion"
    scope = ProofScope((2, 3, 4), {"expansion": False})
    assert found(game(component("a"), bands=SIX, rules=(entry,)), scope) == []


def test_an_acceptance_names_one_kind_of_fact() -> None:
    backs = [component(id, pile="deck", back=f"{id}.svg") for id in ("a", "b")]
    other = component("b", pile="deck", back="b.svg", corner=3.0, accept={"one-back": "never shuffled"})
    (only,) = found(game(backs[0], other), only=("one-back",))
    assert only.fact == "corner"
    both = component(
        "b", pile="deck", back="b.svg", corner=3.0, accept={"one-back": "so", "one-back/corner": "so"}
    )
    assert found(game(backs[0], both), only=("one-back",)) == []


@pytest.mark.parametrize("key", ["deal", "amounts", "inventory/spare", "near-duplicat"])
def test_what_can_not_be_accepted_is_reported(key: str) -> None:
    findings = found(game(component("a", accept={key: "why"})))
    assert [f.code for f in findings if f.severity == "error"] == ["unknown-rule"]


def test_the_whole_box_holds_what_any_run_inside_needs() -> None:
    cards = (card("a", copies=3), card("automa", copies=2, when="players == 1"))
    bands = (Band("base", 1, 4),)

    def with_box(holds: int) -> Game:
        return game(component("deck", cards=cards, box={(4, 4): holds}), bands=bands)

    assert [f.fact for f in found(with_box(5))] == []
    assert [(f.fact, f.configuration) for f in found(with_box(3))] == [("short", "1 player")]
    assert [(f.fact, f.configuration) for f in found(with_box(4))] == [("short", "1 player")]
    assert [(f.fact, f.configuration) for f in found(with_box(6))] == [("full", "4 players")]
    box = select(with_box(5), Findings())
    assert box is not None
    assert [tally.pieces for tally in box.tallies] == [5]


def test_cards_of_different_runs_are_all_in_the_box() -> None:
    cards = (card("two", copies=2, when="players == 2"), card("three", copies=3, when="players == 3"))
    made = game(component("deck", cards=cards, box={(4, 4): 4}))
    (only,) = found(made)
    assert "the runs of up to 4 players need 5 in all, but the box holds 4" in only.message


def test_a_pile_and_its_component_are_dealt_at_once() -> None:
    piles = [component("a", copies=8, pile="heap"), component("b", copies=2, pile="heap")]
    entry = rule("deal", settings={"player": {"heap": 2, "a": 2}, "table": {}})
    (only,) = found(game(*piles, rules=(entry,)))
    assert only.message == "`heap`: dealing to 3 players takes 12 (6 of them `a`), but there are 10"
    entry = rule("deal", settings={"player": {"heap": 1, "a": 2}, "table": {}})
    findings = found(
        game(component("a", copies=7, pile="heap"), component("b", copies=9, pile="heap"), rules=(entry,))
    )
    assert [(f.fact, f.configuration) for f in findings] == [("short a", "4 players")]


@pytest.mark.parametrize("number", [16, 64])
def test_many_choices_with_local_rules_are_proved_at_once(number: int) -> None:
    names = [f"o{n}" for n in range(number)]
    deck = component("deck", cards=tuple(card(f"c{n}", when=n_) for n, n_ in enumerate(names)))
    of_eight = [
        rule(says=f"rule {n}", check="not (" + " and ".join(f"not {o}" for o in names[n : n + 8]) + ")")
        for n in range(0, number, 8)
    ]
    least = rule("deal", settings={"player": {}, "table": {"deck": 1}})
    triple = rule(says="triple", check=f"{names[1]} or {names[5]} or {names[9]}")
    total = rule(says="total", check=f"count('deck') > {number // 2}")
    options = [switch(name) for name in names]
    begun = time.process_time()
    findings = {
        f.message: f for f in found(game(deck, options=options, rules=(*of_eight, least, triple, total)))
    }
    assert time.process_time() - begun < 10
    assert not any(f.code == "not-proved" for f in findings.values())
    assert findings["does not hold: triple"].configuration == "no o1, no o5, no o9"
    first = ", ".join(f"no {name}" for name in names[number - number // 2 :])
    assert findings["does not hold: total"].configuration == first
    assert len([message for message in findings if message.startswith("does not hold: rule")]) == number // 8
    short = next(f for f in findings.values() if f.code == "deal")
    assert short.configuration.count("no o") == number


@settings(max_examples=50)
@given(
    st.lists(
        st.tuples(st.integers(0, 3), st.sampled_from(["", "o0", "not o1", "o0 and o2", "'red' in colors"])),
        min_size=1,
        max_size=5,
    ),
    st.integers(0, 8),
)
def test_totals_find_what_going_through_everything_finds(kinds: list[tuple[int, str]], least: int) -> None:
    """The question by totals, forced upon a game that is small enough to go through."""
    from nineup.rules.engine import proof, questions

    cards = tuple(card(f"c{n}", copies=copies, when=when) for n, (copies, when) in enumerate(kinds))
    options = [some("colors", "red blue pink", 1, "red blue"), *[switch(f"o{n}") for n in range(3)]]
    entries = (
        rule(check=f"count('deck') >= {least}"),
        rule(check=f"cards('deck')|length >= {least // 2} + colors|length", line=2),
        rule(check=f"count('deck') - cards('deck')|length <= {least // 2}", line=3),
        rule("deal", settings={"player": {"deck": 1}, "table": {}}),
    )
    made = game(component("deck", cards=cards, box={(4, 4): least}), options=options, rules=entries)
    plain = [(f[:4], f.configuration) for f in found(made)]
    patch = pytest.MonkeyPatch()
    try:
        patch.setattr(proof, "MOST_AT_ONCE", 0)
        patch.setattr(questions, "MOST_WITHOUT_TOTALS", 0)
        patch.setattr(questions, "effort", lambda space, part: -1)
        patch.setattr(proof, "effort", lambda space, part: -1)
        assert [(f[:4], f.configuration) for f in found(made)] == plain
    finally:
        patch.undo()


def test_a_deck_with_a_card_for_each_of_many_colors_is_counted_not_gone_through(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """1,023 choices of colors lead to ten sizes of the deck, and its box asks how many colors there are."""
    names = "a b c d e f g h i j"
    cards = tuple(card(f"{name}{n}", when=f"'{name}' in colors") for name in names.split() for n in range(3))
    deck = component("deck", cards=cards, copies="players", box={(4, 4): "12 * colors|length"})
    entries = (
        rule("deal", settings={"player": {"deck": 3}, "table": {}}),
        rule(check="count('deck') == 3 * players * (0 + colors|length)"),
        rule(check="cards('deck')|length == 3 * colors|length", line=2),
    )
    looked = []
    facts = Proof._facts
    monkeypatch.setattr(Proof, "_facts", lambda *given: looked.append(given) or facts(*given))
    made = game(deck, options=[some("colors", names, 1, "a")], rules=entries)
    assert found(made, only=("amounts", "inventory", "deal", "rule")) == []
    assert 0 < len(looked) < 400


def test_a_rule_that_reads_many_options_but_seldom_all_is_explored() -> None:
    names = [f"o{n}" for n in range(40)]
    entry = rule(says="all", check="not (" + " and ".join(f"not {name}" for name in names) + ")")
    (only,) = found(game(component("a"), options=[switch(name) for name in names], rules=(entry,)))
    assert only.code == "rule"
    assert only.configuration.count("no o") == 40


def test_owners_of_an_expansion_are_part_of_the_proof() -> None:
    deck = component("deck", for_each="owner")
    lists = [vocabulary("owner", "sun moon star leaf", "wave flame")]
    assert found(game(deck, bands=SIX, lists=lists)) == []


def test_a_rule_whose_when_never_holds_is_reported() -> None:
    entries = (rule(check="1 < 2", when="'rde' in colors"), rule(check="1 < 2", when="players > 5", line=9))
    (only,) = found(game(component("a"), options=OPTIONS[:1], bands=SIX, rules=entries))
    assert (only.code, only.severity, only.span and only.span.line) == ("never-checked", "warning", 1)
    (narrow,) = found(
        game(component("a"), options=OPTIONS[:1], bands=SIX, rules=entries),
        ProofScope((2,)),
        ("never-checked",),
    )
    assert narrow == only


@pytest.mark.parametrize(
    ("pile", "other", "reported"),
    [("deck", "dekc", True), ("deck", "decks", True), ("deck", "dock", True), ("deck", "hand", False)],
)
def test_a_misspelt_pile_is_reported(pile: str, other: str, reported: bool) -> None:
    made = game(component("a", pile=pile), component("b", pile=pile), component("c", pile=other))
    assert [f.code for f in found(made)] == (["pile-name"] if reported else [])


def test_a_pile_in_the_singular_beside_one_in_the_plural_is_reported() -> None:
    (only,) = found(game(component("deck", pile="deck"), component("coin", pile="coins")))
    message = "the pile `deck` is in the singular, but `coins` in the plural"
    assert (only.code, only.message, only.hint) == ("pile-name", message, "did you mean `decks`?")
