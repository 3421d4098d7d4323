"""Relations between options (`legal`), compared with going through every choice."""

from collections.abc import Mapping
from itertools import combinations, product
from typing import Any

from handmade import at, component, game, one, some, switch
from hypothesis import assume, given
from hypothesis import strategies as st
from nineup.base.diagnostics import Findings
from nineup.logic.select import SetItem, SetLength, Space, pairwise, select, with_legal
from nineup.logic.select.options import refusal
from nineup.model.game import Choice, Game, Item, Option, Relation

OPTIONS = (
    switch("storm", False),
    one("length", "short long epic", "short"),
    some("kingdom", "ferry moat mill inn", 1, at_most=3, default="ferry moat"),
    some("homes", "tent yurt hut", 0, "yurt hut", default="tent yurt hut"),
    switch("night"),
)
CHOICES = tuple(
    Choice(option.id, value) for option in OPTIONS for value in (tuple(option.values) or ("yes", "no"))
)


def relation(kind: Any, given: str, *choices: str, because: str = "") -> Relation:
    def choice(text: str) -> Choice:
        id, _, value = text.partition("=")
        return Choice(id, value or "yes")

    return Relation(kind, tuple(map(choice, given.split())), tuple(map(choice, choices)), because, span=at(9))


@st.composite
def relations(draw: st.DrawFn) -> Relation:
    given = tuple(draw(st.lists(st.sampled_from(CHOICES), max_size=2, unique=True)))
    choices = tuple(draw(st.lists(st.sampled_from(CHOICES), min_size=1, max_size=3, unique=True)))
    kind: Any = draw(st.sampled_from(["requires", "excludes", "one-of"]))
    return Relation(kind, given, choices, "", span=at(9))


games = st.lists(relations(), min_size=1, max_size=4).map(
    lambda legal: game(component("a"), options=OPTIONS, legal=tuple(legal))
)


def sets(option: Option) -> list[Any]:
    every = [each for n in range(len(option.values) + 1) for each in combinations(option.values, n)]
    return [each for each in every if not refusal(option, each)]


def has(options: Mapping[str, Any], choice: Choice) -> bool:
    value: Any = options[choice.option]
    if isinstance(value, tuple):
        return choice.value in value
    return bool(value == {"yes": True, "no": False}.get(choice.value, choice.value))


def allowed(relation: Relation, options: Mapping[str, Any]) -> bool:
    number = sum(has(options, choice) for choice in relation.choices)
    if not all(has(options, choice) for choice in relation.given):
        return True
    return number == {"requires": len(relation.choices), "excludes": 0, "one-of": 1}[relation.kind]


def brute(game: Game) -> list[dict[str, Any]]:
    """Every legal choice."""
    values = [sets(o) if o.kind == "some" else o.values or (False, True) for o in game.options.values()]
    choices = (dict(zip(game.options, each, strict=True)) for each in product(*values))
    return [each for each in choices if all(allowed(relation, each) for relation in game.legal)]


def key(options: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(options.items())


@given(games)
def test_configurations_are_the_legal_choices_each_once(game: Game) -> None:
    space, legal = Space(game, players=[2]), brute(game)
    listed = [key(each.options) for each in space.configurations()]
    assert sorted(listed, key=str) == sorted(map(key, legal), key=str)
    assert space.count() == len(legal)
    if legal:
        assert key(space.smallest) == listed[0]


USES = st.frozensets(
    st.sampled_from(
        [
            *("storm", "length", "kingdom", "homes", "night"),
            *(SetItem("kingdom", item) for item in ("ferry", "mill")),
            *(SetItem("homes", "yurt"), SetLength("kingdom"), SetLength("homes")),
        ]
    )
)


def seen(uses: frozenset[Any], options: Mapping[str, Any]) -> tuple[Any, ...]:
    """What a question with these uses sees of a choice."""
    return tuple(
        options[use]
        if isinstance(use, str)
        else len(options[use.option])
        if isinstance(use, SetLength)
        else use.item in options[use.option]
        for use in sorted(uses, key=str)
    )


@given(games, USES)
def test_a_question_sees_everything_that_is_legal_and_nothing_else_the_smallest_first(
    game: Game, uses: frozenset[Any]
) -> None:
    space, legal = Space(game, players=[2]), brute(game)
    assume(legal)
    smallest: dict[Any, int] = {}
    for each in Space(game, players=[2]).configurations():
        smallest.setdefault(seen(uses, each.options), each.size)
    found: dict[Any, int] = {}
    for each in space.configurations(uses):
        assert all(allowed(relation, each.options) for relation in game.legal)
        found.setdefault(seen(uses, each.options), each.size)
    assert found == smallest
    assert space.count(uses) >= len(found)


@given(games)
def test_pairwise_covers_every_legal_pair_and_only_what_is_legal(game: Game) -> None:
    space, legal = Space(game, players=[2]), [*map(key, brute(game))]
    assume(legal)
    chosen = [key(each.options) for each in pairwise(space, space.everything)]
    assert set(chosen) <= set(legal)

    def pairs(choices: list[tuple[Any, ...]]) -> set[Any]:
        made = ([choice for choice in CHOICES if has(dict(each), choice)] for each in choices)
        return {pair for each in made for pair in combinations(each, 2)}

    assert pairs(chosen) == pairs(legal)


@given(games, st.sampled_from(OPTIONS), st.data())
def test_a_choice_is_completed_and_adjusted_if_that_is_possible(
    game: Game, option: Option, data: st.DataObject
) -> None:
    space, legal = Space(game, players=[2]), brute(game)
    assume(legal)
    value = data.draw(
        st.sampled_from(sets(option) if option.kind == "some" else option.values or (False, True))
    )
    fitting = [each for each in legal if each[option.id] == value]
    completed = space.legal_with({option.id: value})
    assert (completed in fitting) if fitting else completed is None
    text = ",".join(value) if isinstance(value, tuple) else {True: "yes", False: "no"}.get(value, value)
    typed = with_legal(game, {option.id: text}, kept=[option.id])
    findings = Findings()
    run = select(game, findings, 2, typed)
    assert (run is not None) == bool(fitting)
    assert typed[option.id] == text


def test_a_run_that_does_not_go_together_is_refused_with_what_is_possible() -> None:
    storm = relation("requires", "storm", "length=long", because="Storms take a while.")
    night = relation("excludes", "night kingdom=ferry", "homes=tent")
    made = game(
        component("a"),
        options=OPTIONS,
        legal=(storm, night, relation("one-of", "", "kingdom=mill", "kingdom=moat")),
    )
    chosen = {"kingdom": "ferry,moat", "homes": "yurt,hut"}

    def refused(**typed: str) -> list[tuple[str, str, str]]:
        select(made, findings := Findings(), 2, {**chosen, **typed})
        return [(each.code, each.message, each.hint) for each in findings]

    assert refused() == []
    assert refused(storm="yes") == [
        (
            "impossible-option",
            "`storm` needs `length=long`: Storms take a while",
            "possible with `length=long`",
        )
    ]
    assert refused(storm="yes", length="long") == []
    assert refused(homes="tent,yurt") == [
        ("impossible-option", "`night` and `kingdom=ferry` exclude `homes=tent`", "possible with `night=no`")
    ]
    assert refused(kingdom="moat,mill")[0][1:] == (
        "exactly one of `kingdom=mill`, `kingdom=moat` is needed, not `kingdom=mill` and `kingdom=moat`",
        "",
    )
    assert isinstance(Space(made).smallest["length"], Item)
