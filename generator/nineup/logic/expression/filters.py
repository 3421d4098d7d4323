"""The filters and tests of expressions, on plain data only; a filter that returns a list returns a tuple."""

import math
import operator
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from jinja2.utils import missing

from nineup.base.diagnostics import nearest
from nineup.logic.expression.errors import ExpressionValueError
from nineup.logic.expression.rich import capitalize, change_case, join, replace
from nineup.logic.expression.sandbox import (
    Evaluation,
    Missing,
    describe,
    entry,
    items,
    limited,
    pays,
    text,
    undefined_error,
)
from nineup.logic.expression.walks import COMPARISONS, contains, equal, hashed, is_light, scan, sort_keys
from nineup.logic.expression.words.localised import figures, plural, quoted
from nineup.logic.expression.words.numerals import ordinal, spelled
from nineup.model.game import Rich


def _length(value: Any) -> int:
    if isinstance(value, (str, list, tuple, dict)):
        return len(value)
    if isinstance(value, Missing):
        raise undefined_error(value)
    raise ExpressionValueError(f"{describe(value)} has no length")


def _text(run: Evaluation, value: Any) -> str:
    """A text, whose characters are paid for."""
    if isinstance(value, str):
        scan(run, len(value))
        return value
    if isinstance(value, Missing):
        raise undefined_error(value)
    raise ExpressionValueError(f"{describe(value)} is not text")


def _of_text(change: Callable[[str], str]) -> Callable[[Evaluation, Any], str]:
    return pays(lambda run, value: change(_text(run, value)))


def _fields(run: Evaluation, path: str | int) -> Callable[[Any], Any]:
    """The function that gives a value at a path such as `color.tone`."""
    steps: list[str | int] = (
        [path]
        if isinstance(path, int)
        else [int(step) if step.isdecimal() else step for step in _text(run, path).split(".")]
    )

    first = steps[0]

    def field(value: Any) -> Any:
        if isinstance(value, dict):
            known = value.get(first, missing)
            if known is not missing:
                return known
        return entry(run, value, first)

    def deep_field(value: Any) -> Any:
        run.spend(len(steps) - 1)
        for step in steps:
            value = entry(run, value, step)
        return value

    return deep_field if len(steps) > 1 else field


def _key(run: Evaluation, attribute: str | int | None) -> Callable[[Any], Any]:
    return (lambda value: value) if attribute is None else _fields(run, attribute)


def _filter(name: str) -> Callable[..., Any]:
    if not isinstance(name, str) or name not in FILTERS:
        raise _unknown("filter", name, FILTERS)
    return FILTERS[name]


def _test(name: str) -> Callable[..., Any]:
    if not isinstance(name, str) or name not in TESTS:
        raise _unknown("test", name, TESTS)
    return TESTS[name]


_OF_LIGHT_VALUES: dict[str, Callable[[Any, Any], Any]] = {
    **dict.fromkeys(("eq", "equalto"), operator.eq),
    **{name: getattr(operator, name) for name in ("ne", "lt", "le", "gt", "ge")},
}
"""Tests as Python's own operators: most cards are selected by an id or a number."""


def _unknown(what: str, name: Any, known: Mapping[str, Any]) -> ExpressionValueError:
    if not isinstance(name, str):
        return ExpressionValueError(f"{describe(name)} is not the name of a {what}")
    return ExpressionValueError(f"`{name}` is not a {what}", nearest(name, tuple(known)))


def _check(run: Evaluation, name: str, args: tuple[Any, ...]) -> Callable[..., Any]:
    check = _test(name) if name else bool
    if len(args) == 1 and is_light(args[0]) and name in _OF_LIGHT_VALUES:
        return _OF_LIGHT_VALUES[name]
    return partial(check, run) if hasattr(check, "jinja_pass_arg") else check


def _apply(run: Evaluation, name: str, value: Any, args: tuple[Any, ...]) -> Any:
    function = _filter(name)
    return function(run, value, *args) if hasattr(function, "jinja_pass_arg") else function(value, *args)


@pays
def _map(
    run: Evaluation, value: Any, name: str = "", *args: Any, attribute: str | int | None = None
) -> tuple[Any, ...]:
    """`map('upper')` or `map(attribute='name')`."""
    if attribute is not None:
        return tuple(map(_fields(run, attribute), items(run, value)))
    return tuple([_apply(run, name, each, args=args) for each in items(run, value)])


def _select(keep: bool, run: Evaluation, value: Any, test: str = "", *args: Any) -> tuple[Any, ...]:
    check = _check(run, test, args)
    return tuple([each for each in items(run, value) if bool(check(each, *args)) is keep])


def _selectattr(
    keep: bool, run: Evaluation, value: Any, attribute: str | int, test: str = "", *args: Any
) -> tuple[Any, ...]:
    check, field = _check(run, test, args), _fields(run, attribute)
    return tuple([each for each in items(run, value) if bool(check(field(each), *args)) is keep])


@pays
def _join(run: Evaluation, value: Any, between: str = "", attribute: str | int | None = None) -> str:
    joined = join(map(_key(run, attribute), items(run, value)), _text(run, between))
    scan(run, len(joined))
    return joined


@pays
def _sum(run: Evaluation, value: Any, attribute: str | int | None = None, start: float = 0) -> Any:
    """The sum of numbers; of a multiset, the sum of its counts."""
    if isinstance(value, dict):
        value = tuple(value.values())
    key = _key(run, attribute)
    return limited(sum([limited(key(each)) for each in items(run, value)], limited(start)))


@pays
def _sort(
    run: Evaluation, value: Any, reverse: bool = False, attribute: str | int | None = None
) -> tuple[Any, ...]:
    elements = items(run, value)
    keys = sort_keys(run, list(map(_key(run, attribute), elements)))
    places = sorted(range(len(elements)), key=keys.__getitem__, reverse=bool(reverse))
    return tuple([elements[place] for place in places])


@pays
def _unique(run: Evaluation, value: Any, attribute: str | int | None = None) -> tuple[Any, ...]:
    """Each different element once, at its first place."""
    key = _key(run, attribute)
    by_key: dict[Any, Any] = {}
    for each in items(run, value):
        by_key.setdefault(hashed(run, key(each)), each)
    return tuple(by_key.values())


@pays
def _group(run: Evaluation, value: Any, attribute: str | int) -> tuple[tuple[Any, tuple[Any, ...]], ...]:
    """Pairs of a field's value and the elements that have it, in order of first appearance."""
    key = _fields(run, attribute)
    groups: dict[Any, list[Any]] = {}
    for each in items(run, value):
        groups.setdefault(hashed(run, key(each)), []).append(each)
    return tuple((key, tuple(group)) for key, group in groups.items())


def _element_at(place: int, run: Evaluation, value: Any) -> Any:
    if elements := items(run, value):
        return elements[place]
    return Missing("an empty list has no first or last element", exc=ExpressionValueError)


def _extreme(
    choose: Callable[..., Any], run: Evaluation, value: Any, attribute: str | int | None = None
) -> Any:
    if elements := items(run, tuple(value.values()) if isinstance(value, dict) else value):
        keys = sort_keys(run, list(map(_key(run, attribute), elements)))
        return elements[choose(range(len(elements)), key=keys.__getitem__)]
    return Missing("an empty list has no smallest or largest element", exc=ExpressionValueError)


def _round(value: Any, digits: int = 0, method: str = "common") -> Any:
    """Halves are rounded away from zero; `method` may be `ceil` or `floor`."""
    ways: dict[str, Callable[[float], int]] = {"ceil": math.ceil, "floor": math.floor, "common": _half_up}
    if not isinstance(method, str) or method not in ways or type(digits) is not int or not 0 <= digits <= 9:
        raise ExpressionValueError("`round` takes 0 to 9 digits and a method: `common`, `ceil` or `floor`")
    rounded = ways[method](limited(value) * 10**digits)
    return rounded / 10**digits if digits else rounded


def _half_up(value: float) -> int:
    return int(math.copysign(math.floor(abs(value) + 0.5), value))


@pays
def _int(run: Evaluation, value: Any) -> int:
    """A number without its fraction, or the whole number that a text spells."""
    if not isinstance(value, str):
        return int(limited(value))
    if not _text(run, value).strip().lstrip("+-").isdecimal() or len(value) > 15:
        raise ExpressionValueError(f"{describe(value)} is not a whole number")
    return int(value)


@pays
def _list(run: Evaluation, value: Any) -> tuple[Any, ...]:
    return tuple(items(run, value))


def _default(value: Any, other: Any = "", empty: bool = False) -> Any:
    """`other` if the value is undefined or empty; with `true` also if it is 0, no, or an empty text
    or list.
    """
    return other if value is None or isinstance(value, Missing) or (empty and not value) else value


@pays
def _spread(run: Evaluation, value: Any) -> tuple[Any, ...]:
    """A multiset as a list: {white: 2, red: 1} is white, white, red."""
    if not isinstance(value, dict):
        return tuple(items(run, value))
    run.spend(len(value) + sum(max(0, limited(count)) for count in value.values()))
    return tuple([key for key, count in value.items() for _ in range(count)])


@pays
def _items(run: Evaluation, value: Any) -> tuple[tuple[Any, Any], ...]:
    """Pairs of key and value of a record."""
    items(run, value)
    if not isinstance(value, dict):
        raise ExpressionValueError(f"{describe(value)} is not a record")
    return tuple(value.items())


@pays
def _batch(run: Evaluation, value: Any, size: int) -> tuple[tuple[Any, ...], ...]:
    """A list split into rows of `size`; the last may be shorter."""
    if type(size) is not int or size < 1:
        raise ExpressionValueError("`batch` needs a size of 1 or more")
    elements = tuple(items(run, value))
    return tuple(elements[at : at + size] for at in range(0, len(elements), size))


@pays
def _index(run: Evaluation, value: Any, wanted: Any) -> Any:
    """The position of an element in a list, counted from 1 as `loop.index` is: the 7 of `7/54` on a card."""
    for place, each in enumerate(items(run, value), 1):
        if equal(run, wanted, each):
            return place
    return Missing(f"{describe(wanted)} is not in the list", exc=ExpressionValueError)


@pays
def _contains(run: Evaluation, value: Any, wanted: Any) -> bool:
    """Whether a list, a multiset or a text contains a value: `in` with its sides swapped, for
    `selectattr`.
    """
    if isinstance(value, str):
        return contains(run, _text(run, wanted), value)
    return value is not None and contains(run, wanted, items(run, value))


@pays
def _replace(run: Evaluation, value: Any, old: Any, new: Any) -> str:
    changed = replace(_text(run, value), _text(run, old), _text(run, new))
    scan(run, len(changed))
    return changed


def _languages(run: Evaluation) -> tuple[str, ...]:
    """The game's current language and, for a translated game, its source language."""
    game = run.values.get("game")
    if not isinstance(game, Mapping):
        return ("en",)
    source = game.get("source-language")
    return (str(game.get("language", "en")), *((str(source),) if source else ()))


def _language(run: Evaluation) -> str:
    return _languages(run)[0]


FILTERS: dict[str, Callable[..., Any]] = {
    "abs": lambda value: abs(limited(value)),
    "batch": _batch,
    "capitalize": _of_text(capitalize),
    "count": _length,
    "default": _default,
    "figures": pays(lambda run, value: figures(value, _language(run))),
    "first": pays(partial(_element_at, 0)),
    "float": lambda value: float(limited(value)),
    "groupby": _group,
    "index": _index,
    "int": _int,
    "items": _items,
    "join": _join,
    "last": pays(partial(_element_at, -1)),
    "length": _length,
    "list": _list,
    "lower": _of_text(partial(change_case, change=str.lower)),
    "map": _map,
    "max": pays(partial(_extreme, max)),
    "min": pays(partial(_extreme, min)),
    "ordinal": pays(lambda run, value: ordinal(value, _language(run))),
    "plural": pays(lambda run, value, *forms: plural(value, forms, _languages(run))),
    "quoted": pays(lambda run, value: quoted(_text(run, value), _language(run))),
    "reject": pays(partial(_select, False)),
    "rejectattr": pays(partial(_selectattr, False)),
    "replace": _replace,
    "reverse": pays(lambda run, value: tuple(items(run, value))[::-1]),
    "round": _round,
    "select": pays(partial(_select, True)),
    "selectattr": pays(partial(_selectattr, True)),
    "sort": _sort,
    "spelled": pays(lambda run, value: spelled(value, _language(run))),
    "spread": _spread,
    "string": pays(lambda run, value: text(run, (value,))),
    "sum": _sum,
    "title": _of_text(partial(change_case, change=str.title)),
    "trim": _of_text(lambda value: Rich(value.strip()) if type(value) is Rich else value.strip()),
    "unique": _unique,
    "upper": _of_text(partial(change_case, change=str.upper)),
}

TESTS: dict[str, Callable[..., bool]] = {
    "defined": lambda value: not isinstance(value, Missing),
    "undefined": lambda value: isinstance(value, Missing),
    "none": lambda value: value is None,
    "odd": lambda value: limited(value) % 2 == 1,
    "even": lambda value: limited(value) % 2 == 0,
    "divisibleby": lambda value, by: limited(value) % limited(by) == 0,
    "number": lambda value: type(value) in (int, float),
    "string": lambda value: isinstance(value, str),
    "mapping": lambda value: isinstance(value, dict),
    "true": lambda value: value is True,
    "false": lambda value: value is False,
    "in": pays(contains),
    "contains": _contains,
    "eq": pays(COMPARISONS["eq"]),
    "equalto": pays(COMPARISONS["eq"]),
    "ne": pays(COMPARISONS["ne"]),
    "lt": pays(COMPARISONS["lt"]),
    "le": pays(COMPARISONS["lteq"]),
    "gt": pays(COMPARISONS["gt"]),
    "ge": pays(COMPARISONS["gteq"]),
}
