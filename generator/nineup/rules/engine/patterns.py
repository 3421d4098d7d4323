"""Patterns that a game's own rows show: what holds for all of them, or for all but one, probably wrong.

    {edge: top, cost: {ruby: 2, jade: 1}, points: 2}
    {edge: left, cost: {opal: 1, jade: 1}, points: 1}     # … and 38 more, where points are the cost less 1
    {edge: right, cost: {opal: 2, ruby: 2}, points: 4}    # here they are not

Patterns are sought among the features of a family (`families`): two that agree, a number that follows from
another, one that an item decides, texts of the same words, values that are all different, numbers in order. A
chance agreement is no pattern, so each kind states how many rows must agree, and on how many different
values; of fewer than fifty rows one may be odd. Each search takes time in proportion to the rows.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from nineup.model.game import Item
from nineup.rules.engine.families import A_TEXT, Family, Feature, features_of

ENOUGH = 5
"""The least number of rows that must show a pattern."""

DIFFERENT = 3
"""The least number of different values among them."""

MANY = 20
"""The number of rows that show even that all are equal."""

ROWS_TO_AN_ODD_ONE = 25

SLOPES = (1, 2, 3, 4, 5, 10, 0.5, -1)
"""The factors from one number to another that are tried."""


A_SAMPLE = 100
"""The number of rows that show what to look for in many."""

MANY_ROWS = 1000
"""The number of rows beyond which a sample is looked at first."""


class Odd(NamedTuple):
    """A row that breaks a pattern, by its number, and what is odd about it."""

    row: int
    says: str
    twin: int | None = None
    """The row that may be the wrong one instead."""


class Pattern(NamedTuple):
    """What holds for most rows of a family."""

    family: Family
    field: str
    """The field at which an odd row is reported."""
    says: str
    """The sentence that holds."""
    rule: Mapping[str, str]
    """`check`, and perhaps `where`, of an entry of `rules:` that states it; or `distinct`, the field. Empty
    if no entry can.
    """
    odd: Sequence[Odd]
    strength: int
    """The number of rows that show it, twice for kinds that chance hardly makes."""


_Search = Callable[[Family, Sequence[Feature]], Iterator[Pattern]]


def patterns(family: Family) -> Iterator[Pattern]:
    """All patterns of a family, in no order of worth."""
    if len(family.rows) < ENOUGH:
        return
    searches = SEARCHES
    if len(family.rows) > MANY_ROWS:
        # What holds for nearly all rows holds for nearly all of some: most searches need no others.
        some = family._replace(rows=family.rows[:: len(family.rows) // A_SAMPLE])
        seen = features_of(some)
        searches = {search: kinds for search, kinds in SEARCHES.items() if any(search(some, seen))}
    features = features_of(family, {kind for kinds in searches.values() for kind in kinds})
    for search in searches:
        yield from search(family, features)


def _are_few(odd: Sequence[Any], of: int) -> bool:
    return len(odd) <= max(1, of // ROWS_TO_AN_ODD_ONE)


def _of_kind(features: Iterable[Feature], *kinds: str) -> list[Feature]:
    return [feature for feature in features if feature.kind in kinds]


class _Relation(NamedTuple):
    """How one feature may be in another: `{0}` and `{1}` in the expression that checks it."""

    verb: str
    holds: Callable[[Any, Any], bool]
    check: str


_SAME = _Relation(
    "shows", lambda some, all_: set(some) == set(all_), "{0}|unique|sort|list == {1}|unique|sort|list"
)
_SHOWN = _Relation(
    "shows", lambda some, all_: set(some) <= set(all_), "{0}|reject('in', {1})|list|length == 0"
)
_SAID = _Relation("says", lambda number, said: number in said, "{0} in {1}")
_SAID_TOO = _Relation("says", lambda numbers, said: numbers == said, "{0} == {1}")
_PART = _SHOWN._replace(verb="has the words of")


def _agreeing(family: Family, features: Sequence[Feature]) -> Iterator[Pattern]:
    """Two fields that say the same: a text shows the symbol in `gem`, an id has the words of a name."""
    texts = [each for each in _of_kind(features, "symbols") if each.source[0] != "["]
    items = [each for each in _of_kind(features, "symbols") if each.source[0] == "["]
    for place, text in enumerate(texts):
        for other in (*items, *texts[:place]):
            exact = list(_related(family, other, text, relation=_SAME))
            yield from exact or _related(family, other, text, relation=_SHOWN)
    numbers = _of_kind(features, "numbers")
    for place, text in enumerate(numbers):
        for number in _of_kind(features, "number"):
            yield from _related(family, number, text, relation=_SAID)
        for other in numbers[:place]:
            yield from _related(family, other, text, relation=_SAID_TOO)
    named = _of_kind(features, "parts")
    for id in [each for each in named if each.field == "id"]:
        for other in named:
            if other is not id:
                yield from _related(family, id, other, relation=_PART)
            if other is not id and other.says != f"`{other.field}`":
                yield from _related(family, other, id, relation=_PART)


def _related(family: Family, some: Feature, whole: Feature, relation: _Relation) -> Iterator[Pattern]:
    """The pattern that `whole` says what `some` is, if enough rows do."""
    both = [
        (row, value, said)
        for row, (value, said) in enumerate(zip(some.values, whole.values, strict=True))
        if value not in (None, ()) and said is not None and (said or some.kind != "numbers")
    ]
    odd = []
    for each in both:
        if not relation.holds(*each[1:]):
            odd.append(each)
            if not _are_few(odd, len(both)):
                return
    odd_rows = {row for row, _, _ in odd}
    different = {value for row, value, _ in both if row not in odd_rows}
    if len(both) - len(odd) < ENOUGH or len(different) < DIFFERENT:
        return
    says = f"{some.says} {some.verb} {{0}}, but {whole.says} {whole.verb} {{1}}"
    yield Pattern(
        family,
        some.field if whole.field == "id" else whole.field,
        f"`{whole.field}` {relation.verb} {some.says}",
        rule=_rule(family, relation.check.format(some.source, whole.source), some, whole),
        odd=[Odd(row, says.format(_shown(value), _shown(said))) for row, value, said in odd],
        strength=2 * (len(both) - len(odd)),
    )


def _rule(family: Family, check: str, *features: Feature) -> dict[str, str]:
    """The keys of an entry with a check, for the rows that have the fields of these features."""
    lacking = [
        f"{family.path(each.field)} is not none" for each in features if _is_lacking(family, each.field)
    ]
    return {"where": " and ".join(lacking), "check": check} if lacking else {"check": check}


def _is_lacking(family: Family, field: str) -> bool:
    return any(row.values.get(field) is None for row in family.rows)


def _following(family: Family, features: Sequence[Feature]) -> Iterator[Pattern]:
    """A number that is another one times a factor, and so many more: a price that is the cost less 1."""
    for price in _of_kind(features, "number"):
        lines = [
            line
            for cause in _of_kind(features, "number", "amount")
            if cause.field != price.field and (line := _line(family, price, cause)) is not None
        ]
        if lines:
            yield max(lines, key=lambda line: line.strength)


def _line(family: Family, price: Feature, cause: Feature) -> Pattern | None:
    """How a price follows from its cause.

    Where all rows with a certain symbol in the cost differ, each by as much for one of it, the symbol has a
    worth of its own.
    """
    pairs = [
        (row, x, y)
        for row, (x, y) in enumerate(zip(cause.values, price.values, strict=True))
        if x is not None and y is not None
    ]
    if len(pairs) <= ENOUGH or len({x for _, x, _ in pairs}) < DIFFERENT:
        return None
    counted = {
        slope: Counter(_exact(y - slope * x) for _, x, y in pairs[:A_SAMPLE]).most_common(1)[0]
        for slope in SLOPES
    }
    slope, (more, _) = max(counted.items(), key=lambda known: known[1][1])
    left = {row: _exact(y - slope * x - more) for row, x, y in pairs}
    formula, says = (_joined(_times(slope, what), more) for what in (cause.source, cause.says))
    for symbol, worth in _worths(family, cause, left):
        formula += _added(worth, f"{family.path(cause.field)}.{symbol}|default(0)")
        says += f", and {_amount(worth)} for each {symbol}"
        left = {
            row: _exact(rest - worth * _count(family, row, cause, symbol=symbol))
            for row, rest in left.items()
        }
    odd = [row for row, rest in left.items() if rest]
    holding = [x for row, x, _ in pairs if not left[row]]
    instead = f"`{price.field}` is {{}}, not {{:g}}".format
    if len(holding) < ENOUGH or not _are_few(odd, len(pairs)) or len(set(holding)) < DIFFERENT:
        return None
    return Pattern(
        family,
        price.field,
        f"`{price.field}` is {says}",
        rule=_rule(family, f"{price.source} == {formula}", price, cause),
        odd=[Odd(row, f"{instead(price.values[row], price.values[row] - left[row])}: {says}") for row in odd],
        strength=2 * len(holding) - (slope < 1),  # twice the power, rather than half the price
    )


def _worths(family: Family, cause: Feature, left: Mapping[int, float]) -> Iterator[tuple[str, float]]:
    """The symbol of a cost that explains what is left in most rows that differ, with the worth of one."""
    worths: Counter[tuple[str, float]] = Counter()
    for row, rest in left.items():
        cost = family.rows[row].values[cause.field]
        if rest and isinstance(cost, Mapping):
            worths.update((str(symbol), _exact(rest / count)) for symbol, count in cost.items() if count)
    for (symbol, worth), rows in worths.most_common(1):
        if rows >= DIFFERENT and symbol.isidentifier():
            yield symbol, worth


def _count(family: Family, row: int, cause: Feature, symbol: str) -> int:
    count: int = family.rows[row].values[cause.field].get(symbol, 0)
    return count


def _exact(number: float) -> float:
    """A number without what floats add to decimals: 0.3, not 0.30000000000000004."""
    return round(number, 6)


def _amount(number: float) -> str:
    return str(int(number) if number == int(number) else float(number))


def _times(factor: float, what: str) -> str:
    return what if factor == 1 else f"{_amount(factor)} * {f'({what})' if '|' in what else what}"


def _joined(what: str, more: float) -> str:
    """An amount and a number that is added to it, if it isn't 0."""
    return f"{what} {'+' if more > 0 else '-'} {_amount(abs(more))}" if more else what


def _added(worth: float, what: str) -> str:
    return f" {'+' if worth > 0 else '-'} {_times(abs(worth), what)}"


def _decided(family: Family, features: Sequence[Feature]) -> Iterator[Pattern]:
    """What an item or a word decides: all cards of a kind have the same number."""
    for cause in _of_kind(features, "choice", "name"):
        groups: defaultdict[Hashable, list[int]] = defaultdict(list)
        for row, value in enumerate(cause.values):
            if value is not None:
                groups[value].append(row)
        if not 2 <= len(groups) <= sum(map(len, groups.values())) // DIFFERENT:
            continue
        for effect in _of_kind(features, "choice", "numbers", "symbols", "words"):
            if effect.field not in (cause.field, "id") and effect.source[0] != "[":
                yield from _deciding(family, cause, effect, groups=groups)


def _deciding(
    family: Family, cause: Feature, effect: Feature, groups: Mapping[Hashable, Sequence[int]]
) -> Iterator[Pattern]:
    usual: dict[Any, Any] = {}
    odd: list[tuple[int, Any]] = []
    agreeing = 0
    for value, rows in groups.items():
        said = [(row, effect.values[row]) for row in rows if effect.values[row] is not None]
        most, count = Counter([each for _, each in said]).most_common(1)[0] if said else (None, 0)
        # A group with two odd ones isn't decided: special cards differ from one another.
        if count < max(2, len(said) - 1) or DIFFERENT > count < len(said):
            continue
        usual[value] = most
        agreeing += count - 1
        odd += [(row, value) for row, each in said if each != most]
    differing = len(set(usual.values()))
    is_shown = agreeing >= (ENOUGH + 2 if differing > 1 else MANY) and 3 * len(usual) >= 2 * len(groups)
    if (
        len(usual) < 2
        or not is_shown
        or not _are_few(odd, agreeing)
        or not any(map(_says_something, usual.values()))
    ):
        return
    seen = f"{effect.source}|list" if effect.kind in ("numbers", "symbols", "words") else effect.source
    rule = {"check": f"{seen} == {_literal(usual)}[{cause.source}]"}
    if len(usual) < len(set(cause.values)):
        rule = {"where": f"{cause.source} in {_literal(tuple(usual))}", **rule}
    yield Pattern(
        family,
        effect.field,
        f"`{cause.field}` decides {effect.says}",
        rule=rule,
        odd=[
            Odd(
                row,
                f"{effect.says} {effect.verb} {_shown(effect.values[row])}, but {_shown(usual[value])} "
                f"wherever else `{cause.field}` is {_shown(value)}",
            )
            for row, value in odd
        ],
        strength=agreeing,
    )


def _says_something(value: Any) -> bool:
    return not isinstance(value, tuple) or bool(value)


def _same_words(family: Family, features: Sequence[Feature]) -> Iterator[Pattern]:
    """A text with the same words in all rows, apart from symbols."""
    for feature in _of_kind(features, "words"):
        said = [(row, words) for row, words in enumerate(feature.values) if words and len(words) >= A_TEXT]
        if len(said) <= ENOUGH:
            continue
        most, count = Counter([words for _, words in said]).most_common(1)[0]
        odd = [(row, words) for row, words in said if words != most]
        if _are_few(odd, len(said)):
            says = f"{feature.says} are {{}}, but {_shown(most)} on all others"
            yield Pattern(
                family,
                feature.field,
                f"{feature.says} are always the same",
                rule=_rule(family, f"{feature.source}|list == {_literal(most)}", feature),
                odd=[Odd(row, says.format(_shown(words))) for row, words in odd],
                strength=count,
            )


def _all_different(family: Family, features: Sequence[Feature]) -> Iterator[Pattern]:
    """A name, a file or a number that is different in all rows; two are the same only if there are many."""
    for feature in _of_kind(features, "name", "number"):
        first: dict[Any, int] = {}
        odd = []
        for row, value in enumerate(feature.values):
            other = first.setdefault(value, row)
            if other != row:
                odd.append((row, other))
        is_telling = all(map(_is_telling, first)) and len(first) > (2 * ENOUGH if odd else ENOUGH)
        if feature.field != "id" and is_telling and len(odd) <= 1:
            says = f"`{feature.field}` is {{}}, which {{}} has, too; all others differ"
            values, rows = feature.values, family.rows
            yield Pattern(
                family,
                feature.field,
                f"no two have the same `{feature.field}`",
                rule={"distinct": feature.field} if family.row == "card" else {},
                odd=[Odd(row, says.format(_shown(values[row]), rows[twin].label), twin) for row, twin in odd],
                strength=len(first) // 2,
            )


def _is_telling(value: Any) -> bool:
    """Whether a value is a name or a number; `equal-tones` is about colors."""
    if isinstance(value, str):
        return not value.startswith("#") and re.search(r"[^\W\d_]", value) is not None
    return isinstance(value, (int, float))


def _in_order(family: Family, features: Sequence[Feature]) -> Iterator[Pattern]:
    """Numbers in equal steps from row to row, such as 35, 40, 45, 50; else ones that rise, or fall."""
    for feature in _of_kind(features, "number"):
        values = feature.values
        if None in values:
            continue
        step, _ = Counter(after - before for before, after in pairwise(values)).most_common(1)[0]
        first, agreeing = Counter(value - step * row for row, value in enumerate(values)).most_common(1)[0]
        odd = [row for row, value in enumerate(values) if value != first + step * row]
        if step and agreeing >= ENOUGH - 1 and len(odd) <= 1:
            continued = f"`{feature.field}` is {{}}, but the others go on in equal steps, as with {{}}".format
            yield Pattern(
                family,
                feature.field,
                f"`{feature.field}` goes in steps of {_amount(step)}",
                rule={"check": f"{feature.source} == {_joined(_times(step, 'index'), first - step)}"},
                odd=[Odd(row, continued(values[row], first + step * row)) for row in odd],
                strength=2 * agreeing,
            )
        elif len(values) > 2 * ENOUGH:
            yield from _out_of_order(family, feature)


def _out_of_order(family: Family, feature: Feature) -> Iterator[Pattern]:
    for direction, way in ((1, "rises"), (-1, "falls")):
        values = [direction * value for value in feature.values]
        breaks = [row for row, (before, after) in enumerate(pairwise(values)) if before >= after]
        if len(breaks) == 1:
            for row in (breaks[0] + 1, breaks[0]):
                rest = values[:row] + values[row + 1 :]
                if all(before < after for before, after in pairwise(rest)):
                    odd = [
                        Odd(
                            row,
                            f"`{feature.field}` is {feature.values[row]}, but {way} from each to the next",
                        )
                    ]
                    yield Pattern(
                        family,
                        feature.field,
                        f"`{feature.field}` {way} from each to the next",
                        rule={},
                        odd=odd,
                        strength=len(rest),
                    )
                    return


def _sorted(family: Family, features: Sequence[Feature]) -> Iterator[Pattern]:
    """Items in the order of their list."""
    for feature in _of_kind(features, "symbols"):
        rows = [
            (row, items)
            for row, items in enumerate(feature.values)
            if items and len(set(items)) > 1 and type(family.rows[row].values[feature.field]) is tuple
        ]
        if len(rows) <= ENOUGH:
            continue
        known = {item for _, items in rows for item in items}
        for order, ids in family.orders.items():
            if known <= set(ids):
                rank = {id: place for place, id in enumerate(ids)}.__getitem__
                odd = [
                    (row, sorted(items, key=rank))
                    for row, items in rows
                    if list(items) != sorted(items, key=rank)
                ]
                if _are_few(odd, len(rows)):
                    yield _in_order_of(family, feature, order, odd=odd, of=len(rows))
                break


def _in_order_of(
    family: Family, feature: Feature, order: str, *, odd: Sequence[tuple[int, Sequence[str]]], of: int
) -> Pattern:
    path = family.path(feature.field)
    is_rule = all(items is None or len(set(items)) == len(items) for items in feature.values)
    return Pattern(
        family,
        feature.field,
        f"`{feature.field}` is in the order of `{order}`",
        rule=_rule(family, f"{path}|list == {order}|select('in', {path})|list", feature) if is_rule else {},
        odd=[
            Odd(
                row,
                f"`{feature.field}` is {_shown(feature.values[row])}, not in the order of `{order}` as all "
                f"others, which is {_shown(tuple(items))}",
            )
            for row, items in odd
        ],
        strength=of - len(odd),
    )


SEARCHES: Mapping[_Search, Collection[str]] = {
    _agreeing: ("symbols", "numbers", "number", "parts"),
    _following: ("number", "amount"),
    _decided: ("choice", "name", "numbers", "symbols", "words"),
    _same_words: ("words",),
    _all_different: ("name", "number"),
    _in_order: ("number",),
    _sorted: ("symbols",),
}
"""What finds patterns, with the kinds of features that it looks at."""


def _shown(value: Any) -> str:
    """A value in a message."""
    if isinstance(value, tuple):
        return f"`{' '.join(map(str, value))}`" if value else "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"`{value}`" if isinstance(value, str) else _amount(value)


def _literal(value: Any) -> str:
    """A value in an expression."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_literal(key)}: {_literal(each)}" for key, each in value.items()) + "}"
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_literal, value)) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, Item)):
        return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
    return str(value)
