"""Every operator, filter, test, function and part of the language pays for the elements that it touches,
however they are reached.

A new one fails here until it has an example in the table.
"""

import os
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from handmade import card, component, game
from nineup.logic.expression import ExpressionError, expression, failed_comparisons, template
from nineup.logic.expression.delayed import DELAYED
from nineup.logic.expression.filters import FILTERS, TESTS
from nineup.logic.expression.grammar import _KNOWN
from nineup.logic.expression.sandbox import HELPERS, OPERATORS, STEPS, Evaluation
from nineup.logic.expression.walks import COMPARISONS
from nineup.logic.select import Scenario, base_context, in_words
from nineup.model.game import Item, Rich
from nineup.pipeline.draws import _turns_of, until

if sys.platform != "linux":
    pytest.skip("the fence needs Linux", allow_module_level=True)

from fenced import fenced, fenced_each

SIGNS = {
    "eq": "==",
    "ne": "!=",
    "lt": "<",
    "lteq": "<=",
    "gt": ">",
    "gteq": ">=",
    "in": "in",
    "notin": "not in",
}

FILTERED = {
    "abs": "v|abs",
    "batch": "v|batch(1)",
    "capitalize": "v|capitalize",
    "count": "v|count",
    "default": "v|default(w, true)",
    "figures": "v|figures",
    "first": "v|first",
    "float": "v|float",
    "groupby": "[{'k': v}, {'k': w}]|groupby('k')",
    "index": "[v, v]|index(w)",
    "int": "v|int",
    "items": "{'k': v}|items|map('last')|map('string')",
    "join": "[v, v]|join(w)",
    "last": "v|last",
    "length": "v|length",
    "list": "v|list",
    "lower": "v|lower",
    "map": "[v, w]|map('map', 'map', 'string')",
    "max": "[v, w]|max",
    "min": "[v, w]|min",
    "ordinal": "v|ordinal",
    "plural": "v|plural(v, w)",
    "quoted": "v|quoted",
    "reject": "[v, w]|reject('eq', v)",
    "rejectattr": "[{'k': v}, {'k': w}]|rejectattr('k', 'eq', v)",
    "replace": "v|replace('x', w)",
    "reverse": "v|reverse",
    "round": "1|round(0, v)",
    "select": "[v, w]|select('in', [w, v])",
    "selectattr": "[{'k': v}, {'k': w}]|selectattr('k', 'in', [w, v])",
    "sort": "[v, w]|sort",
    "spelled": "v|spelled",
    "spread": "v|spread",
    "string": "v|string",
    "sum": "v|sum",
    "title": "v|title",
    "trim": "v|trim",
    "unique": "[v, w]|unique",
    "upper": "v|upper",
}  # fmt: skip

TESTED = {name: f"v is {name}" for name in ("defined", "undefined", "none", "number", "string", "mapping", "true", "false")} | {
    "odd": "v is odd",
    "even": "v is even",
    "divisibleby": "v is divisibleby(w)",
    "in": "v is in(w)",
    "contains": "v is contains(w)",
    **{name: f"v is {name}(w)" for name in ("eq", "equalto", "ne", "lt", "le", "gt", "ge")},
}  # fmt: skip

CALLED = {
    "numbers_in": "numbers_in(v)",
    "range": "range(v)",
    "symbols_in": "symbols_in(v)",
    "total": "total([v, w])",
    "words_in": "words_in(v)",
    "count": "count(v)",
    "box": "box(v)",
    "cards": "cards('deck') == v",
    "dealt": "dealt(v)",
    "terms_in": "terms_in(v)",
    "draw": "draw(v, 'deck')",
    "chance": "chance(draw(5, 'deck'), where=v == w)",
    "average": "average(draw(5, 'deck'), of=(v == w)|int)",
    "outcomes": "outcomes(draw(5, 'deck'), of=v == w)",
    "turns": "turns(200, draw=200, keep=card == v)",
    "until": "until(v, where=card == w)",
}

PARTS = {
    "Name": "v",
    "Const": "1",
    "Tuple": "(v, w)|length",
    "List": "[v, w]|length",
    "Dict": "{v: w}",
    "Pair": "{'k': v, 'l': w}|length",
    "Keyword": "v|sort(reverse=true)",
    "CondExpr": "v if v else w",
    "Getattr": "v.first",
    "Getitem": "{'k': 1}[v]",
    "Slice": "v[1:]",
    "Concat": "v ~ w",
    "And": "v and w",
    "Or": "v or w",
    "Not": "not v",
    "Neg": "-v",
    "Pos": "+v",
}
"""By its name in syntax trees, each part of the language that isn't in another table."""

ELSEWHERE = {
    *("Template", "Output", "TemplateData", "If", "For", "Filter", "Test", "Call", "Compare", "Operand"),
    *("Add", "Sub", "Mul", "Div", "FloorDiv", "Mod", "Pow"),
}

SOURCES = {
    **{f"|{name}": source for name, source in FILTERED.items()},
    **{f"is {name}": source for name, source in TESTED.items()},
    **{f"{name}()": source for name, source in CALLED.items()},
    **{sign: f"v {sign} w" for sign in (*SIGNS.values(), *OPERATORS)},
    **PARTS,
}


def chain(first: Any, made: Any = list) -> Any:
    """Twenty levels, each with the one below it twice."""
    for _ in range(20):
        first = made((first, first))
    return first


def text(length: int, kind: Any = str) -> Any:
    return kind("x y" * (length // 3))


VALUES = {
    "shared": (chain([1, 1]), chain([1, 1])),
    "shared tuples": (chain((1, 1), tuple), chain((1, 1), tuple)),
    "shared texts": (chain(text(900)), chain(text(900))),
    "shared records": ({"k": chain([1, 1])}, {"k": chain([1, 1])}),
    "large": ([*range(100_000)], [*range(100_000)]),
    "large, of texts": ([f"word {n}" for n in range(50_000)], [f"word {n}" for n in range(50_000)]),
    "large record": (dict.fromkeys(range(100_000), 1), dict.fromkeys(range(100_000), 1)),
    "half": ([*range(20_000)], [*range(20_000)]),
    "small": ([*range(100)], [*range(100)]),
    "lists": ([[n] * 30 for n in range(1_000)], [[n] * 30 for n in range(1_000)]),
    "long": (text(100_000), text(100_000)),
    "long, rich": (text(99_000, Rich), text(99_000, Rich)),
    "word": (text(3_000), text(3_000)),
    "multiset": ({Item("white"): 10**12}, {Item("white"): 10**12}),
    "number": (7, 8),
}

ONCE = "once"
REPEATED = "40,000 times"
NESTED = "in loops"
ASKED = "of hands"
ASKED_TWICE = "of hands of hands"

HELD = "hand|map(attribute='id')|sort|join"
"""A question with a different answer for each hand."""

GAME = game(component("deck", 1, pile="deck", cards=[card(f"c{n}", cost=n) for n in range(18)]))


def context(value: Any, other: Any) -> dict[str, Any]:
    scenario = Scenario(GAME, base_context(GAME), 2, {})
    hand = [card(f"c{n}").values for n in range(40)]
    more = {"until": until, "turns": _turns_of(hand, hand, "seed")}
    return {**scenario.context, **more, "v": value, "w": other, "many": (0,) * 40_000, "some": (0,) * 190}


def outcome(source: str, way: str, names: dict[str, Any]) -> str:
    """The finding; or '' if all is well."""
    try:
        if way == ONCE:
            in_words(expression(source)(names))
        elif way == REPEATED:
            template(f"{{% for each in many %}}{{% if {source} %}}{{% endif %}}{{% endfor %}}")(names)
        elif way == NESTED:
            body = f"{{% for each in some %}}{{% if {source} %}}{{% endif %}}{{% endfor %}}"
            template(f"{{% for each in some %}}{body}{{% endfor %}}")(names)
        elif way == ASKED:
            expression(f"outcomes(draw(5, 'deck'), of=[{source}]|length ~ ({HELD}))")(names)
        else:
            inner = f"chance(draw(5, 'deck'), where=[{source}]|length == 1 and ({HELD}) > 'c1')"
            expression(f"chance(draw(5, 'deck'), where={inner} ~ '' < ({HELD}))")(names)
    except ExpressionError as error:
        return error.message
    return ""


def test_each_has_an_example() -> None:
    assert set(FILTERED) == set(FILTERS)
    assert set(TESTED) == set(TESTS)
    assert set(SIGNS) == set(COMPARISONS)
    assert {*PARTS, *ELSEWHERE} == {kind.__name__ for kind in _KNOWN}
    functions = {name for name, value in context(1, 2).items() if callable(value)}
    assert set(CALLED) == {*functions, *HELPERS, *DELAYED}


IN_EVERY_CHECK = {
    ONCE: list(VALUES),
    REPEATED: ["half", "lists", "long", "word"],
    NESTED: ["small"],
    ASKED: [],
    ASKED_TWICE: [],
}
"""The values that each example is tried on by default; with NINEUP_FUZZ, all in each way."""

ABOUT_HANDS = (
    "v == w",
    "[v, w]|sort",
    "[v, w]|map('map', 'map', 'string')",
    "words_in(v)",
    PARTS["List"],
    CALLED["chance"],
)


@pytest.mark.parametrize("name", SOURCES)
def test_each_stops_within_two_seconds_and_200_mib(name: str) -> None:
    is_long = "NINEUP_FUZZ" in os.environ
    tried = {way: list(VALUES) if is_long else kinds for way, kinds in IN_EVERY_CHECK.items()}
    if SOURCES[name] in ABOUT_HANDS:
        tried |= {ASKED: ["small"], ASKED_TWICE: ["small", "number"], **({} if not is_long else tried)}
    fenced_each(
        {
            f"{kind}, {way}": partial(outcome, SOURCES[name], way, context(*VALUES[kind]))
            for way, kinds in tried.items()
            for kind in kinds
        }
    )


@pytest.mark.parametrize(
    ("source", "kind", "way"),
    [
        ("v == w", "shared", ONCE),
        ("v < w", "shared", ONCE),
        ("v in [w, w]", "shared tuples", ONCE),
        ("{v: 1}", "shared tuples", ONCE),
        ("{1: 1}[v]", "shared tuples", ONCE),
        ("[v, w]|sort", "shared", ONCE),
        ("[v]|unique", "shared tuples", ONCE),
        ("[v]|index(w)", "shared", ONCE),
        ("words_in(v)", "shared texts", ONCE),
        ("terms_in(v)", "shared texts", ONCE),
        ("symbols_in(v)", "multiset", ONCE),
        ("total([v, w])", "large", NESTED),
        ("v + w", "half", REPEATED),
        ("v[1:]", "half", REPEATED),
        ("-5 in v", "half", REPEATED),
        ("v ~ ''", "long", REPEATED),
        ("v|upper", "long", REPEATED),
        ("v|replace('q', 'x')", "long", REPEATED),
        ("draw(1, 'deck')", "small", NESTED),
        ("1", "small", ASKED_TWICE),
    ],
)  # fmt: skip
def test_what_used_to_cost_one_step(source: str, kind: str, way: str) -> None:
    found = fenced(partial(outcome, source, way, context(*VALUES[kind])))
    assert found.startswith("evaluation takes more than "), found


def test_a_list_of_a_million_elements_is_written_in_sixty_characters() -> None:
    written = fenced(lambda: [in_words(value) for value, _ in VALUES.values()])
    assert max(map(len, written)) <= 60
    assert written[0] == "1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,…"
    assert in_words({"k": [1, (2,)], "l": None}) == "k: 1, 2, l: nothing"


def test_an_explanation_pays_from_one_budget() -> None:
    """Each side of a failing check is evaluated again, inside each `and` around it."""
    slow = " and ".join(["v == w"] * 60 + ["v != w"])
    values = [[*range(1_000)], [*range(1_000)]]
    steps = count_steps(lambda: failed_comparisons(slow)({"v": values[0], "w": values[1]}))
    assert STEPS / 2 < steps < STEPS + 2_000


def count_steps(work: Callable[[], object]) -> int:
    spent: list[int] = []
    with pytest.MonkeyPatch.context() as patch:
        spend = Evaluation.spend
        patch.setattr(Evaluation, "spend", lambda run, steps: (spent.append(steps), spend(run, steps)))
        work()
    return sum(spent)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("v|selectattr('k', 'eq', 'word 7')|length", 1),
        ("v|selectattr('k', 'eq', w)|length", "steps"),
        ("v|rejectattr('k', 'lt', 'x')|length", 1_000),
        ("v|selectattr('k.l', 'eq', 1)|length", "a text has no entries"),
        ("v|map(attribute='k')|select('ne', 7)|length", 2_000),
        ("v|selectattr('none', 'eq', 'x')|length", "there is no `none` here"),
    ],
)
def test_cards_are_selected_by_short_texts_and_numbers_for_a_step_each(
    source: str, expected: int | str
) -> None:
    """What Python compares in less than a step is left to it; anything longer is paid for."""
    cards = [{"k": f"word {number}"} for number in range(1_000)] + [{"k": "x" * 20_000}] * 1_000
    names = {"v": cards, "w": "y" * 20_000}
    if isinstance(expected, int):
        assert expression(source)(names) == expected
        return
    with pytest.raises(ExpressionError) as caught:
        expression(source)(names)
    assert expected in caught.value.message
