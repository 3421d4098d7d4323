"""The filters and tests of expressions, on plain data only; a filter that returns a list returns a tuple."""

import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from jinja2 import pass_context

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
    undefined_error,
)
from nineup.logic.expression.words.localised import figures, plural, quoted
from nineup.logic.expression.words.numerals import ordinal, spelled
from nineup.model.game import Rich


def _length(value: Any) -> int:
    if isinstance(value, (str, list, tuple, dict)):
        return len(value)
    if isinstance(value, Missing):
        raise undefined_error(value)
    raise ExpressionValueError(f"{describe(value)} has no length")


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, Missing):
        raise undefined_error(value)
    raise ExpressionValueError(f"{describe(value)} is not text")


def _field(value: Any, path: str | int) -> Any:
    """The value at a path such as `color.tone`."""
    for part in _text(path).split(".") if not isinstance(path, int) else (path,):
        value = entry(value, int(part) if isinstance(part, str) and part.isdecimal() else part)
    return value


def _key(attribute: str | int | None) -> Callable[[Any], Any]:
    return (lambda value: value) if attribute is None else (lambda value: _field(value, attribute))


def _filter(name: str) -> Callable[..., Any]:
    if not isinstance(name, str) or name not in FILTERS:
        raise ExpressionValueError(f"`{name}` is not a filter", nearest(str(name), tuple(FILTERS)))
    return FILTERS[name]


def _test(name: str) -> Callable[..., Any]:
    if not isinstance(name, str) or name not in TESTS:
        raise ExpressionValueError(f"`{name}` is not a test", nearest(str(name), tuple(TESTS)))
    return TESTS[name]


def _check(run: Evaluation, name: str) -> Callable[..., Any]:
    check = _test(name) if name else bool
    return partial(check, run) if hasattr(check, "jinja_pass_arg") else check


def _apply(run: Evaluation, name: str, value: Any, args: tuple[Any, ...]) -> Any:
    function = _filter(name)
    return function(run, value, *args) if hasattr(function, "jinja_pass_arg") else function(value, *args)


@pass_context
def _map(
    run: Evaluation, value: Any, name: str = "", *args: Any, attribute: str | int | None = None
) -> tuple[Any, ...]:
    """`map('upper')` or `map(attribute='name')`."""
    if attribute is not None:
        return tuple([_field(each, attribute) for each in items(run, value)])
    return tuple([_apply(run, name, each, args) for each in items(run, value)])


def _select(keep: bool, run: Evaluation, value: Any, test: str = "", *args: Any) -> tuple[Any, ...]:
    check = _check(run, test)
    return tuple([each for each in items(run, value) if bool(check(each, *args)) is keep])


def _selectattr(
    keep: bool, run: Evaluation, value: Any, attribute: str | int, test: str = "", *args: Any
) -> tuple[Any, ...]:
    check = _check(run, test)
    return tuple([e for e in items(run, value) if bool(check(_field(e, attribute), *args)) is keep])


@pass_context
def _join(run: Evaluation, value: Any, between: str = "", attribute: str | int | None = None) -> str:
    return join(map(_key(attribute), items(run, value)), _text(between))


@pass_context
def _sum(run: Evaluation, value: Any, attribute: str | int | None = None, start: float = 0) -> Any:
    """The sum of numbers; of a multiset, the sum of its counts."""
    if isinstance(value, dict):
        value = tuple(value.values())
    return limited(sum([limited(each) for each in map(_key(attribute), items(run, value))], limited(start)))


@pass_context
def _sort(
    run: Evaluation, value: Any, reverse: bool = False, attribute: str | int | None = None
) -> tuple[Any, ...]:
    return tuple(sorted(items(run, value), key=_key(attribute), reverse=bool(reverse)))


@pass_context
def _unique(run: Evaluation, value: Any, attribute: str | int | None = None) -> tuple[Any, ...]:
    """Each different element once, at its first place."""
    key = _key(attribute)
    found: dict[Any, Any] = {}
    for each in items(run, value):
        found.setdefault(key(each), each)
    return tuple(found.values())


@pass_context
def _group(run: Evaluation, value: Any, attribute: str | int) -> tuple[tuple[Any, tuple[Any, ...]], ...]:
    """Pairs of a field's value and the elements that have it, in order of first appearance."""
    groups: dict[Any, list[Any]] = {}
    for each in items(run, value):
        groups.setdefault(_field(each, attribute), []).append(each)
    return tuple((key, tuple(group)) for key, group in groups.items())


def _element_at(place: int, run: Evaluation, value: Any) -> Any:
    if found := items(run, value):
        return found[place]
    return Missing("an empty list has no first or last element", exc=ExpressionValueError)


def _extreme(
    choose: Callable[..., Any], run: Evaluation, value: Any, attribute: str | int | None = None
) -> Any:
    if found := items(run, tuple(value.values()) if isinstance(value, dict) else value):
        return choose(found, key=_key(attribute))
    return Missing("an empty list has no smallest or largest element", exc=ExpressionValueError)


def _round(value: Any, digits: int = 0, method: str = "common") -> Any:
    """Halves are rounded away from zero; `method` may be `ceil` or `floor`."""
    ways: dict[str, Callable[[float], int]] = {"ceil": math.ceil, "floor": math.floor, "common": _half_up}
    if method not in ways or type(digits) is not int or not 0 <= digits <= 9:
        raise ExpressionValueError("`round` takes 0 to 9 digits and a method: `common`, `ceil` or `floor`")
    rounded = ways[method](limited(value) * 10**digits)
    return rounded / 10**digits if digits else rounded


def _half_up(value: float) -> int:
    return int(math.copysign(math.floor(abs(value) + 0.5), value))


def _int(value: Any) -> int:
    """A number without its fraction, or the whole number that a text spells."""
    if not isinstance(value, str):
        return int(limited(value))
    if not value.strip().lstrip("+-").isdecimal() or len(value) > 15:
        raise ExpressionValueError(f"{describe(value)} is not a whole number")
    return int(value)


@pass_context
def _list(run: Evaluation, value: Any) -> tuple[Any, ...]:
    return tuple(items(run, value))


def _default(value: Any, other: Any = "", empty: bool = False) -> Any:
    """`other` if the value is undefined or empty; with `true` also if it is 0, no, or an empty text or list."""
    return other if value is None or isinstance(value, Missing) or (empty and not value) else value


@pass_context
def _spread(run: Evaluation, value: Any) -> tuple[Any, ...]:
    """A multiset as a list: {white: 2, red: 1} is white, white, red."""
    if not isinstance(value, dict):
        return tuple(items(run, value))
    run.spend(len(value) + sum(max(0, limited(count)) for count in value.values()))
    return tuple([key for key, count in value.items() for _ in range(count)])


@pass_context
def _items(run: Evaluation, value: Any) -> tuple[tuple[Any, Any], ...]:
    """Pairs of key and value of a record."""
    items(run, value)
    if not isinstance(value, dict):
        raise ExpressionValueError(f"{describe(value)} is not a record")
    return tuple(value.items())


@pass_context
def _batch(run: Evaluation, value: Any, size: int) -> tuple[tuple[Any, ...], ...]:
    """A list split into rows of `size`; the last may be shorter."""
    if type(size) is not int or size < 1:
        raise ExpressionValueError("`batch` needs a size of 1 or more")
    found = tuple(items(run, value))
    return tuple(found[at : at + size] for at in range(0, len(found), size))


@pass_context
def _index(run: Evaluation, value: Any, wanted: Any) -> Any:
    """The position of an element in a list, counted from 1 as `loop.index` is: the 7 of `7/54` on a card."""
    found = tuple(items(run, value))
    if wanted not in found:
        return Missing(f"{describe(wanted)} is not in the list", exc=ExpressionValueError)
    return found.index(wanted) + 1


@pass_context
def _contains(run: Evaluation, value: Any, wanted: Any) -> bool:
    """Whether a list, a multiset or a text contains a value: `in` with its sides swapped, for `selectattr`."""
    if isinstance(value, str):
        return _text(wanted) in value
    return value is not None and wanted in items(run, value)


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
    "capitalize": lambda value: capitalize(_text(value)),
    "count": _length,
    "default": _default,
    "figures": pass_context(lambda run, value: figures(value, _language(run))),
    "first": pass_context(partial(_element_at, 0)),
    "float": lambda value: float(limited(value)),
    "groupby": _group,
    "index": _index,
    "int": _int,
    "items": _items,
    "join": _join,
    "last": pass_context(partial(_element_at, -1)),
    "length": _length,
    "list": _list,
    "lower": lambda value: change_case(_text(value), str.lower),
    "map": _map,
    "max": pass_context(partial(_extreme, max)),
    "min": pass_context(partial(_extreme, min)),
    "ordinal": pass_context(lambda run, value: ordinal(value, _language(run))),
    "plural": pass_context(lambda run, value, *forms: plural(value, forms, _languages(run))),
    "quoted": pass_context(lambda run, value: quoted(value, _language(run))),
    "reject": pass_context(partial(_select, False)),
    "rejectattr": pass_context(partial(_selectattr, False)),
    "replace": lambda value, old, new: replace(_text(value), _text(old), _text(new)),
    "reverse": pass_context(lambda run, value: tuple(items(run, value))[::-1]),
    "round": _round,
    "select": pass_context(partial(_select, True)),
    "selectattr": pass_context(partial(_selectattr, True)),
    "sort": _sort,
    "spelled": pass_context(lambda run, value: spelled(value, _language(run))),
    "spread": _spread,
    "string": lambda value: join((value,)),
    "sum": _sum,
    "title": lambda value: change_case(_text(value), str.title),
    "trim": lambda value: Rich(value.strip()) if type(value) is Rich else _text(value).strip(),
    "unique": _unique,
    "upper": lambda value: change_case(_text(value), str.upper),
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
    "in": lambda value, where: value in where,
    "contains": _contains,
    "eq": lambda value, other: value == other,
    "equalto": lambda value, other: value == other,
    "ne": lambda value, other: value != other,
    "lt": lambda value, other: value < other,
    "le": lambda value, other: value <= other,
    "gt": lambda value, other: value > other,
    "ge": lambda value, other: value >= other,
}
