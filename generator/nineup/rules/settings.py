"""Reading what an entry of `rules:` says, and the values of cards that it names; every configured rule uses it."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from nineup.diagnostics import Diagnostic, Span, nearest
from nineup.game import Card, Component, Expression, Game, Item, RuleEntry, Vocabulary
from nineup.select import EvaluationError, Scenario, in_words


class Settings:
    """An entry's settings, read key by key. What is wrong is gathered in `mistakes`.

    Each reader gives something harmless after a mistake; a rule goes on only where there are none.
    """

    def __init__(
        self,
        game: Game,
        entry: RuleEntry,
        example: str,
        required: Collection[str],
        optional: Collection[str] = (),
    ) -> None:
        self.game = game
        self.entry = entry
        self.mistakes: list[Diagnostic] = []
        self._given: dict[str, Any] = {}
        known = (*required, *optional)
        if not isinstance(entry.settings, Mapping):
            self.wrong(f"`{entry.name}` takes {_listed(known)}", example)
            return
        self._given = dict(entry.settings)
        for key in self._given:
            if key not in known:
                self.wrong(f"`{entry.name}` has no setting `{key}`", nearest(str(key), known))
        missing = [key for key in required if key not in self._given]
        if missing:
            self.wrong(f"`{entry.name}` needs {_listed(missing)}", example)

    def wrong(self, message: str, hint: str = "") -> None:
        self.mistakes.append(Diagnostic("bad-rule", "error", message, self.entry.span, hint))

    def get(self, key: str, default: Any = None) -> Any:
        return self._given.get(key, default)

    def component(self, key: str) -> Component | None:
        id = self.get(key)
        if id is None:
            return None
        known = self.game.components
        found = known.get(id) if isinstance(id, str) else None
        if found is None:
            self.wrong(f"`{key}: {id}` is no component", nearest(str(id), tuple(known)))
        return found

    def field(self, key: str, component: Component | None) -> str:
        """The path of a field, such as `doors.cost`, that some card of the component has."""
        path = self.get(key)
        if component is None or path is None:
            return ""
        if not isinstance(path, str) or not any(any(values_at(c.values, path)) for c in component.cards):
            fields = tuple(dict.fromkeys(name for card in component.cards for name in card.values))
            self.wrong(f"`{key}: {path}` is no field of `{component.id}`", nearest(str(path), fields))
            return ""
        return path

    def vocabulary(self, key: str) -> Vocabulary | None:
        name = self.get(key)
        if name is None:
            return None
        found = self.game.lists.get(name) if isinstance(name, str) else None
        if found is None:
            self.wrong(f"`{key}: {name}` is no list", nearest(str(name), tuple(self.game.lists)))
        return found

    def number(self, key: str, default: int, low: int = 0) -> int:
        value = self.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or value < low:
            self.wrong(f"`{key}: {value}` is no whole number of {low} or more")
            return default
        return value

    def amount(self, key: str) -> "int | Expression | None":
        """A whole number, or an expression that comes to one."""
        value = self.get(key)
        if value is None or (isinstance(value, int) and not isinstance(value, bool) and value >= 0):
            return value
        if isinstance(value, str) and value:
            return Expression(value, self.entry.span)
        self.wrong(f"`{key}: {value}` is no amount", "a number, or an expression")
        return None


def _listed(keys: Collection[str]) -> str:
    *first, last = [f"`{key}`" for key in keys]
    return f"{', '.join(first)} and {last}" if first else last


def values_at(value: Any, path: str) -> Iterator[Any]:
    """Every value that a path of keys leads to, through each element of any list on the way.

    The last step's value is given whole, a list too; nothing is given where a key is missing or empty.
    """
    if isinstance(value, (list, tuple)):
        for each in value:
            yield from values_at(each, path)
        return
    step, _, rest = path.partition(".")
    found = value.get(step) if isinstance(value, Mapping) else None
    if rest:
        yield from values_at(found, rest)
    elif found not in (None, "", (), [], {}):
        yield found


def tally(value: Any) -> Counter[str]:
    """A value as a multiset of ids: a mapping of counts, a list, or a single one."""
    if isinstance(value, Mapping):
        return Counter({str(key): count for key, count in value.items() if isinstance(count, int)})
    return Counter(map(str, value)) if isinstance(value, (list, tuple)) else Counter([str(value)])


def whole(amount: int | Expression, scenario: Scenario) -> int:
    """What an amount comes to. Raises EvaluationError when that is no whole number of 0 or more."""
    if isinstance(amount, int):
        return amount
    value = scenario.value(amount)
    if isinstance(value, (int, float)) and not isinstance(value, bool) and value >= 0 and value == int(value):
        return int(value)
    message = f"`{amount.source}` comes to {in_words(value)}, which is no whole number"
    raise EvaluationError("bad-amount", message, amount.span)


def place(card: Card, path: str) -> Span:
    """Where a card's field stands, or the card itself."""
    return card.spans.get(path.partition(".")[0], card.span)


def in_play(vocabulary: Vocabulary, scenario: Scenario) -> tuple[Item, ...]:
    """The items of a list that come with the boxes in use."""
    included = ("", scenario.game.bands[0].name, *scenario.bands)
    pairs = zip(vocabulary.items, vocabulary.bands, strict=True)
    return tuple(item for item, band in pairs if band in included)


def few(words: Collection[str], most: int = 3) -> str:
    """The first of some words for a message: `a, b, c and 4 more`."""
    listed = list(words)
    more = len(listed) - most
    return f"{', '.join(listed[:most])} and {more} more" if more > 0 else ", ".join(listed)
