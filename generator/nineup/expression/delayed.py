"""Arguments that are worked out for each draw of cards instead of once: `chance(draw(5, 'deck'), where=…)`.

The generated code passes them as functions of the cards. Which fields of the cards such an expression can look
at is read off its syntax tree, so that an exact count may treat cards that agree in these as one kind.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from jinja2 import nodes

from nineup.expression.sandbox import STEPS, Evaluation, Missing, undefined_error


class Delayed(NamedTuple):
    """An argument of a function that is worked out later, and the names of cards that it knows then."""

    argument: str
    names: tuple[str, ...]


DELAYED = {
    "chance": Delayed("where", ("hand", "hands")),
    "average": Delayed("of", ("hand", "hands")),
    "outcomes": Delayed("of", ("hand", "hands")),
    "until": Delayed("where", ("card",)),
}

_CARDS = frozenset({"first", "last", "list", "reverse"})
"""Filters whose result is some of the cards, whatever these say."""
_CARDS_BY_FIELD = frozenset({"selectattr", "rejectattr", "sort", "unique", "max", "min"})
"""Filters whose result is some of the cards, chosen by a field."""
_VALUES_BY_FIELD = frozenset({"map", "sum"})
_COUNTS = frozenset({"length", "count"})


def delayed(
    run: Evaluation, body: Callable[..., Any], fields: tuple[str, ...] | None
) -> tuple[Callable[..., Any], tuple[str, ...] | None]:
    """The function that works the argument out, with the steps of a whole evaluation each time, and its fields."""
    spent = run.left

    def value(*cards: Any) -> Any:
        run.left = STEPS
        result = body(*cards)
        run.left = spent
        if isinstance(result, Missing):
            raise undefined_error(result)
        return result

    return value, fields


def looked_at(body: nodes.Expr, delayed: Delayed) -> tuple[str, ...] | None:
    """The fields of cards that an expression can look at, or None where it may look at whole cards."""
    found: set[str] = set()
    return tuple(sorted(found)) if _whole(body, frozenset(delayed.names), found) is False else None


def _whole(node: nodes.Node, cards: frozenset[str], found: set[str]) -> bool:
    """Whether some use of cards below a node may look at more than named fields; these go into `found`."""
    if _is_cards(node, cards):
        return True
    if isinstance(node, nodes.Getattr) and _is_cards(node.node, cards):
        found.update(_spellings(node.attr))
        return _inner(node.node, cards, found)
    if isinstance(node, nodes.Getitem) and _is_cards(node.node, cards) and isinstance(node.arg, nodes.Const):
        if isinstance(node.arg.value, str):
            found.update(_spellings(node.arg.value))
        return _inner(node.node, cards, found)
    if isinstance(node, nodes.Filter) and node.node is not None and _is_cards(node.node, cards):
        if node.name in _COUNTS:
            return _inner(node.node, cards, found)
        if node.name in _VALUES_BY_FIELD and (field := _field_of(node)):
            found.update(_spellings(field))
            return _inner(node.node, cards, found) or _others(node, cards, found)
        return True
    return any(_whole(child, cards, found) for child in node.iter_child_nodes())


def _is_cards(node: nodes.Node, cards: frozenset[str]) -> bool:
    """Whether a value is one or more whole cards."""
    if isinstance(node, nodes.Name):
        return node.name in cards
    if isinstance(node, nodes.Getitem):
        key = node.arg.value if isinstance(node.arg, nodes.Const) else None
        return _is_cards(node.node, cards) and not isinstance(key, str)
    if isinstance(node, nodes.Filter) and node.node is not None:
        keeps = node.name in _CARDS or (node.name in _CARDS_BY_FIELD and _field_of(node))
        return bool(keeps) and _is_cards(node.node, cards)
    if isinstance(node, nodes.Add):
        return _is_cards(node.left, cards) or _is_cards(node.right, cards)
    return False


def _inner(node: nodes.Node, cards: frozenset[str], found: set[str]) -> bool:
    """As `_whole`, for an expression whose value is cards: what was done to get them."""
    if isinstance(node, nodes.Name):
        return False
    if isinstance(node, nodes.Filter) and node.node is not None:
        if field := _field_of(node):
            found.update(_spellings(field))
        return _inner(node.node, cards, found) or _others(node, cards, found)
    if isinstance(node, nodes.Getitem):
        return _inner(node.node, cards, found) or _whole(node.arg, cards, found)
    if isinstance(node, nodes.Add):
        return any(
            _inner(side, cards, found) if _is_cards(side, cards) else _whole(side, cards, found)
            for side in (node.left, node.right)
        )
    return True


def _others(node: nodes.Filter, cards: frozenset[str], found: set[str]) -> bool:
    arguments = [*node.args, *[keyword.value for keyword in node.kwargs]]
    return any(_whole(argument, cards, found) for argument in arguments)


def _field_of(node: nodes.Filter) -> str:
    """The field that a filter looks at: the first key of its `attribute`, or of what `selectattr` selects by."""
    given = [keyword.value for keyword in node.kwargs if keyword.key == "attribute"]
    if node.name in ("selectattr", "rejectattr"):
        given += node.args[:1]
    path = given[0].value if given and isinstance(given[0], nodes.Const) else ""
    field = path.split(".")[0] if isinstance(path, str) else ""
    return "" if field.isdecimal() else field


def _spellings(name: str) -> tuple[str, ...]:
    """A field's name as an expression may spell it, and as the card file does."""
    return name, name.replace("_", "-")
