"""Statistics over the cards of a run: how often each value of a field occurs, and how much each verb
moves.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from nineup.book.appendix.values import Values, field_text, label_in, symbol_ids
from nineup.logic.expression import escape
from nineup.logic.select import is_implied
from nineup.model.booklet import ENGLISH, Words
from nineup.model.game import Item, Part, Rich, Run

_CLAUSE = re.compile(r"[.;\n]")


class Statistics:
    """Counts over a run's parts, including every copy; decks that each owner has are counted once."""

    def __init__(self, run: Run, words: Words = ENGLISH) -> None:
        self._words = words
        self._game = run.game
        names = [str(item) for listed in run.game.lists.values() for item in listed.items]
        self._listed = {name: number for number, name in enumerate([*run.game.symbols, *names])}
        self._parts: dict[str, list[tuple[Part, int]]] = {}
        seen: dict[tuple[str, str], Item | None] = {}
        for part in run.parts:
            if is_implied(part.component):
                continue
            key = (part.component.id, part.card.id)
            if seen.setdefault(key, part.owner) == part.owner:
                self._parts.setdefault(part.component.id, []).append((part, part.copies))

    def helpers(self) -> Mapping[str, Callable[..., Any]]:
        """The functions for templates. They are closures because the sandbox only calls plain functions."""

        def distribution(component: str, field: str) -> tuple[Values, ...]:
            return self._distribution(component, field)

        def measures(component: str) -> tuple[Values, ...]:
            return tuple(self._measures(component))

        def moves(
            component: str, verbs: Sequence[str], also: Mapping[str, str] = {}, but: Sequence[str] = ()
        ) -> Values:
            return self._moves(component, verbs, also, but=but)

        return {"distribution": distribution, "measures": measures, "moves": moves}

    def _distribution(self, component: str, path: str) -> tuple[Values, ...]:
        """How often each value occurs in a field (`cost`, `doors.points`): numbers in order, others by
        frequency.
        """
        counts: Counter[Any] = Counter()
        for part, copies in self._of(component):
            for value in _values_at(part.card.values, path.split(".")):
                for each, number in _tallied(value):
                    counts[each] += number * copies
        order = sorted(counts.items(), key=self._order)
        return tuple({"id": value, "label": self._label(value), "count": count} for value, count in order)

    def _measures(self, component: str) -> Iterator[Values]:
        """The fields of a component that have a distribution with more than one value."""
        parts = self._of(component)
        fields = parts[0][0].component.fields if parts else {}
        for path, type_ in _paths(fields):
            if (kind := _countable_as(type_)) and len(self._distribution(component, path)) > 1:
                yield {
                    "path": path,
                    "label": self._path_label(path),
                    "of": kind,
                }

    def _moves(
        self, component: str, verbs: Sequence[str], also: Mapping[str, str], but: Sequence[str]
    ) -> Values:
        """How many pieces each verb moves, by symbol. A verb applies to the amounts after it, up to the next
        verb or the end of the clause. `also` maps further words to symbols: `{'Gem': 'any'}`. `but` lists
        words in which a verb doesn't count: `['Banked', '’s Bank']`.
        """
        token = _token(self._verbs(verbs), also, but)
        counts: dict[str, Counter[str]] = {verb: Counter() for verb in verbs}
        uses: Counter[str] = Counter()
        for part, copies in self._of(component):
            for text in (value for value in part.card.values.values() if isinstance(value, Rich)):
                for form, symbol, number in _amounts_moved(text, token, also):
                    verb = self._verb_of(form, verbs)
                    uses[verb] += copies * (not symbol)
                    counts[verb][symbol] += number * copies
        moved = [id for id in self._game.symbols if any(by_symbol[id] for by_symbol in counts.values())]
        rows = tuple(
            {"verb": verb, "counts": tuple(by_symbol[id] for id in moved), "uses": uses[verb]}
            for verb, by_symbol in counts.items()
        )
        names = tuple(
            {"id": id, "name": self._game.symbols[id].name, "symbol": self._sign(id)} for id in moved
        )
        return {"symbols": names, "rows": rows}

    def _verbs(self, verbs: Sequence[str]) -> str:
        return rf"(?<!\w){_any_of([form for verb in verbs for form in self._forms(verb)])}"

    def _verb_of(self, form: str, verbs: Sequence[str]) -> str:
        return next(verb for verb in verbs if form in self._forms(verb))

    def _forms(self, verb: str) -> tuple[str, ...]:
        return self._game.terms[verb].forms if verb in self._game.terms else (verb,)

    def _of(self, component: str) -> list[tuple[Part, int]]:
        if component not in self._game.components:
            raise ValueError(f"there is no component `{component}`")
        return self._parts.get(component, [])

    def _order(self, entry: tuple[Any, int]) -> tuple[int, float, int]:
        """A sort key: numbers by value; others by frequency, then in the order of the game's lists."""
        value, count = entry
        if isinstance(value, (int, float)):
            return (0, float(value), 0)
        return (1, -count, self._listed.get(str(value), len(self._listed)))

    def _path_label(self, path: str) -> str:
        """A path of fields as readers see it: `Doors, points`."""
        first, *others = (label_in(self._game, name) for name in path.split("."))
        return ", ".join((first, *(each.lower() for each in others)))

    def _label(self, value: Any) -> Rich:
        if isinstance(value, Item):
            name = escape(str(value.fields.get("name", value)))
            return Rich(f"{{{value}}}\u00a0{name}") if value in self._game.symbols else Rich(name)
        if isinstance(value, float):
            return field_text(value, self._game, self._words)
        return Rich(escape(self._words.say(value) if value in ("Yes", "No") else str(value)))

    def _sign(self, id: str) -> Rich:
        return Rich(f"{{{id}}}")


def _token(verbs: str, also: Mapping[str, str], but: Sequence[str]) -> re.Pattern[str]:
    """A pattern for verbs, excluded words, symbols, numbers and words for symbols."""
    words = "|".join(rf"\b{re.escape(word)}s?\b" for word in also) or "(?!)"
    signs = rf"(?P<sign>\{{[^{{}}]*\}})|(?P<number>\d+)|(?P<word>{words})"
    return re.compile(rf"(?P<none>{_any_of(but)})|(?P<verb>{verbs})|{signs}")


def _any_of(phrases: Sequence[str]) -> str:
    """A pattern for any of these phrases, longest first, that ends at the end of a word."""
    alternatives = "|".join(map(re.escape, sorted(phrases, key=len, reverse=True)))
    return rf"(?:{alternatives or '(?!)'})(?!\w)"


def _amounts_moved(
    text: str, token: re.Pattern[str], also: Mapping[str, str]
) -> Iterator[tuple[str, str, int]]:
    """Verb, symbol and number for each amount in a text, and for each use of a verb one with an empty
    symbol.
    """
    for clause in _CLAUSE.split(text):
        verb, number = "", 1
        for match in token.finditer(clause):
            if match.group("none"):
                verb = ""
            elif match.group("verb"):
                verb, number = match.group(), 1
                yield verb, "", 0
            elif match.group("number"):
                number = int(match.group())
            elif verb:
                symbol = (
                    symbol_ids(match.group())[0]
                    if match.group("sign")
                    else _symbol_for_word(match.group(), also)
                )
                yield verb, symbol, number
                number = 1


def _symbol_for_word(word: str, also: Mapping[str, str]) -> str:
    return also[word] if word in also else also[word.removesuffix("s")]


def _paths(fields: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Each field with its type, including the fields of records in lists."""
    for name, type_ in fields.items():
        yield f"{before}{name}", type_
        inner = type_.get("list-of") if isinstance(type_, Mapping) else None
        if isinstance(inner, Mapping) and isinstance(inner.get("record"), Mapping):
            yield from _paths(inner["record"], f"{before}{name}.")


def _countable_as(type_: Any) -> str:
    """What a distribution of a field of this type counts; empty for texts."""
    if isinstance(type_, Mapping):
        if "optional" in type_:
            return _countable_as(type_["optional"])
        if {"one-of", "some-of", "counts-of"} & set(type_):
            return "items"
        return _countable_as(type_["list-of"]) if "list-of" in type_ else ""
    return {"number": "numbers", "yes-no": "answers", "symbol": "items"}.get(str(type_), "")


def _values_at(value: Any, path: Sequence[str]) -> Iterator[Any]:
    """The values at a path of keys, in all elements of lists on the way."""
    if isinstance(value, (list, tuple)):
        for each in value:
            yield from _values_at(each, path)
    elif not path:
        yield value
    elif isinstance(value, Mapping) and path[0] in value:
        yield from _values_at(value[path[0]], path[1:])


def _tallied(value: Any) -> Iterator[tuple[Any, int]]:
    """The values that a field adds to a distribution, with their numbers."""
    if isinstance(value, Mapping):
        yield from ((key, count) for key, count in value.items() if isinstance(count, int))
    elif isinstance(value, Rich):
        yield from ((Item(id), 1) for id in symbol_ids(value))
    elif isinstance(value, bool):
        yield ("Yes" if value else "No"), 1
    elif value is not None:
        yield value, 1
