"""Computed texts: each `{= expression }` of a rich text is replaced by its value in a scenario."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import NoneType
from typing import Any

import msgspec

from nineup.base.diagnostics import Span
from nineup.logic.expression import ExpressionError, template
from nineup.logic.select.errors import evaluation_error
from nineup.model.game import Card, Component, Expression, Game, Item, Rich

_COMPUTED = re.compile(r"\\.|\{=([^{}]*)\}", re.DOTALL)

Work = Callable[[str, str], str]
"""Evaluates an expression in a text: receives the text and the expression."""


_PLAIN_TYPES = frozenset({str, Item, int, float, bool, NoneType})
"""Types of values that can't contain expressions in texts."""


def has_computed(value: Any) -> bool:
    """Whether a value contains a computed text."""
    if isinstance(value, str):
        return type(value) is Rich and "{=" in value and next(sources(value), None) is not None
    # Called for every card of a game, so what has no computed text is skipped without a call.
    if isinstance(value, (dict, Mapping)):
        for _, each in unnoted_items(value):
            kind = type(each)
            if kind not in _PLAIN_TYPES and (kind is not Rich or "{=" in each) and has_computed(each):
                return True
        return False
    return isinstance(value, (list, tuple)) and any(map(has_computed, value))


def unnoted_items(value: Mapping[Any, Any]) -> Iterable[tuple[Any, Any]]:
    """The items of a mapping, without the note that they were read (`rules/engine/card_reads`): that compares
    the computed texts of all cards.
    """
    return dict.items(value) if isinstance(value, dict) else value.items()


def sources(value: Any) -> Iterator[tuple[str, str]]:
    """The expressions in the texts of a value, each after its text."""
    if type(value) is Rich:
        for match in _COMPUTED.finditer(value) if "{=" in value else ():
            if match[1] is not None:
                yield value, match[1]
    elif isinstance(value, Mapping):
        for _, each in unnoted_items(value):
            yield from sources(each)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from sources(each)


def filled(value: Any, work: Work) -> Any:
    """A value with its texts computed; one without computed texts is returned unchanged."""
    if not has_computed(value):
        return value
    if isinstance(value, Mapping):
        return {key: filled(each, work) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)([filled(each, work) for each in value])
    return Rich(_COMPUTED.sub(lambda match: match[0] if match[1] is None else work(value, match[1]), value))


_OPEN = "{{ "


def evaluate(source: Expression, context: Mapping[str, Any]) -> str:
    """The output of an expression in a text, as in a layout.

    Raises ExpressionError, with its place in the expression.
    """
    try:
        text = template(f"{_OPEN}{source.source} }}}}")(context)
    except ExpressionError as error:
        column = max(1, error.column - len(_OPEN)) if error.line == 1 else error.column
        raise ExpressionError(error.message, error.line, column, hint=error.hint) from error.__cause__
    if has_computed(Rich(text)):
        raise ExpressionError("this text is computed itself", hint="name the values that it is made from")
    return text


def expression_in(text: str, source: str, span: Span) -> Expression:
    """An expression in a text that begins at `span`, with its own place if it is on the text's first line."""
    at = text.find(f"{{={source}}}")
    if "\n" in text[:at]:
        return Expression(source, span)
    return Expression(source, Span(span.file, span.line, span.column + at + 2))


class ComputedTexts:
    """The texts of a game, computed in a scenario. Their expressions see texts as written.

    `seen` is the context of expressions, `cards_of` returns the cards of a component in play, by its id.
    Raises EvaluationError at an expression that can't be evaluated.
    """

    def __init__(
        self,
        game: Game,
        seen: Mapping[str, Any],
        cards_of: Callable[[str], tuple[Card, ...]],
        copies_of: Callable[[Card], int],
    ) -> None:
        def plain_values(card: Card) -> dict[str, Any]:
            return card.values | {"id": card.id, "copies": copies_of(card)}

        def cards(id: str) -> tuple[dict[str, Any], ...]:
            return tuple(map(plain_values, cards_of(id)))

        self._plain_values = plain_values
        self._game = game
        self._seen: Mapping[str, Any] = {**seen, "cards": cards}
        self._cards: dict[tuple[str, str], Card] = {}

    def card(self, component: Component, card: Card) -> Card:
        """A card with its texts computed."""
        key = component.id, card.id
        if key not in self._cards:
            self._cards[key] = self._filled(card) if has_computed(card.values) else card
        return self._cards[key]

    def _filled(self, card: Card) -> Card:
        names = {"card": self._plain_values(card)}
        values = {
            field: self._fill(value, lambda text: card.spans.get(field, card.span), names)  # noqa: B023
            for field, value in unnoted_items(card.values)
            if has_computed(value)
        }
        return msgspec.structs.replace(card, values=card.values | values)

    def data(self) -> Any:
        """The game's data."""
        return self._fill(self._game.data, lambda text: self._game.places.get(text, self._game.span))

    def meanings(self) -> dict[str, Any]:
        """The definition of each term."""
        terms = self._game.terms.items()
        return {id: self._fill(term.means, lambda text: term.span) for id, term in terms}  # noqa: B023

    def _fill(self, value: Any, place: Callable[[str], Span], names: Mapping[str, Any] = {}) -> Any:
        def work(text: str, source: str) -> str:
            written = expression_in(text, source, place(text))
            try:
                return evaluate(written, {**self._seen, **names})
            except ExpressionError as error:
                raise evaluation_error(written, error) from None

        return filled(value, work)
