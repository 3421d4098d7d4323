"""Arguments that are evaluated for each draw of cards instead of once: `chance(draw(5, 'deck'), where=…)`.

The generated code passes them as functions of the cards. The fields of the cards that such an expression can
look at follow from its syntax tree, so that an exact count may merge cards that agree in them.

To count hands exactly, hands that an expression can't distinguish are counted together (`chance/exact`).
Which are that is read from the syntax tree:

  hand|selectattr('cost', 'le', 2)|length >= 2     no field; the number of cheap cards, added up card by card
  'red' in hand|map(attribute='color')             whether a color is there, not how often
  hand[0].cost > hand[1].cost                      the cost of each card
  hand == hand                                     whole cards

Only what is recognized merges hands. Anything else counts as whole cards: slower, never wrong.
"""

from collections.abc import Callable
from typing import Any

import msgspec
from jinja2 import nodes

from nineup.logic.expression.sandbox import Evaluation, Missing, undefined_error


class Delayed(msgspec.Struct, frozen=True):
    """An argument of a function that is evaluated later, and the names of cards that it can then use."""

    argument: str
    names: tuple[str, ...]


DELAYED = {
    "chance": Delayed("where", ("hand", "hands")),
    "average": Delayed("of", ("hand", "hands")),
    "outcomes": Delayed("of", ("hand", "hands")),
    "turns": Delayed("keep", ("card",)),
    "until": Delayed("where", ("card", "turn")),
}

_CARDS = frozenset({"first", "last", "list", "reverse"})
"""Filters that select cards independently of their fields."""
_CARDS_BY_FIELD = frozenset({"selectattr", "rejectattr", "sort", "unique", "max", "min"})
"""Filters that select cards by a field."""
_VALUES_BY_FIELD = frozenset({"map", "sum"})
_COUNTS = frozenset({"length", "count"})

MOST_HANDS = 64
"""`hands[64]` and later ones are not counted card by card."""


class CardFunction(msgspec.Struct, frozen=True):
    """A delayed argument as a function of the cards, and what distinguishes the cards for it.

    `fields` are those whose values it can use, None if it may use whole cards. `counts` are parts of it that
    add something up card by card, such as `hand|selectattr('cost', 'le', 2)|length`: only their values for
    hands of a single card matter. `often` is whether the number of cards with a field's value may matter, and
    not only whether there is one.
    """

    ask: Callable[..., Any]
    fields: tuple[str, ...] | None
    counts: tuple[Callable[..., Any], ...]
    often: bool
    spend: Callable[[int], None]
    """Counts further steps that an answer takes."""


def delayed(
    run: Evaluation,
    weight: int,
    body: Callable[..., Any],
    fields: tuple[str, ...] | None,
    counts: tuple[Callable[..., Any], ...],
    often: bool = True,
) -> CardFunction:
    """A delayed argument as a question, each of whose evaluations takes `weight` steps beside those of its
    filters.
    """
    run.ask()

    def paid(part: Callable[..., Any]) -> Callable[..., Any]:
        def value(*cards: Any) -> Any:
            run.spend(weight)
            result = part(*cards)
            if isinstance(result, Missing):
                raise undefined_error(result)
            return result

        return value

    return CardFunction(paid(body), fields, tuple(map(paid, counts)), often=often, spend=run.spend)


class CardUses(msgspec.Struct, frozen=True):
    """How an expression uses cards: fields it looks at (None for whole cards), parts that count card by card,
    and whether the frequency of a field's values may matter.
    """

    fields: tuple[str, ...] | None
    counts: tuple[nodes.Expr, ...]
    often: bool


def card_uses(body: nodes.Expr, names: tuple[str, ...]) -> CardUses:
    """How an expression uses the cards of these names, read off its syntax tree. When in doubt, whole
    cards.
    """
    reader = _CardReader(frozenset(names))
    if reader.whole(body):
        return CardUses(None, (), True)
    fields = reader.fields | reader.looked_for
    return CardUses(tuple(sorted(fields)), tuple(reader.counts), bool(reader.fields))


class _CardReader:
    """Traverses an expression and collects the fields of cards and the counts over cards in it."""

    def __init__(self, cards: frozenset[str]) -> None:
        self.cards = cards
        self.fields: set[str] = set()
        self.looked_for: set[str] = set()
        """Fields for which only the set of the cards' values matters."""
        self.counts: list[nodes.Expr] = []

    def whole(self, node: nodes.Node) -> bool:
        """Whether some use of cards below a node may depend on more than is collected."""
        # A whole card that no filter or field reduces to something: it may be compared, printed or passed on.
        if self.is_cards(node):
            return True
        if isinstance(node, nodes.Filter) and self.counts_by_card(node):
            self.counts.append(node)
            return False
        if (fields := self.fields_looked_for(node)) is not None:
            self.looked_for |= fields
            # Of `x in hand|map(…)`, the right side is taken care of; what is looked for may itself use cards.
            return isinstance(node, nodes.Compare) and self.whole(node.expr)
        if isinstance(node, nodes.Getattr) and self.is_cards(node.node):
            self.fields.update(_spellings(node.attr))
            return self.inner(node.node)
        if isinstance(node, nodes.Getitem) and self.is_cards(node.node) and isinstance(node.arg, nodes.Const):
            if isinstance(node.arg.value, str):
                self.fields.update(_spellings(node.arg.value))
            return self.inner(node.node)
        if isinstance(node, nodes.Filter) and node.node is not None and self.is_cards(node.node):
            if node.name in _COUNTS:
                return self.inner(node.node)
            if node.name in _VALUES_BY_FIELD and (field := _field_of(node)):
                self.fields.update(_spellings(field))
                return self.inner(node.node) or self.others(node)
            return True
        return any(map(self.whole, node.iter_child_nodes()))

    def is_cards(self, node: nodes.Node) -> bool:
        """Whether a value is one or more whole cards."""
        if isinstance(node, nodes.Name):
            return node.name in self.cards
        if isinstance(node, nodes.Getitem):
            key = node.arg.value if isinstance(node.arg, nodes.Const) else None
            return self.is_cards(node.node) and not isinstance(key, str)
        if isinstance(node, nodes.Filter) and node.node is not None:
            keeps = node.name in _CARDS or (node.name in _CARDS_BY_FIELD and _field_of(node))
            return bool(keeps) and self.is_cards(node.node)
        if isinstance(node, nodes.Add):
            return self.is_cards(node.left) or self.is_cards(node.right)
        return False

    def inner(self, node: nodes.Node) -> bool:
        """As `whole`, for a value that consists of cards: how they were selected."""
        if isinstance(node, nodes.Name):
            return False
        if isinstance(node, nodes.Filter) and node.node is not None:
            if field := _field_of(node):
                self.fields.update(_spellings(field))
            return self.inner(node.node) or self.others(node)
        if isinstance(node, nodes.Getitem):
            return self.inner(node.node) or self.whole(node.arg)
        if isinstance(node, nodes.Add):
            sides = (node.left, node.right)
            return any(self.inner(side) if self.is_cards(side) else self.whole(side) for side in sides)
        return True

    def others(self, node: nodes.Filter) -> bool:
        return any(map(self.whole, _arguments(node)))

    def counts_by_card(self, node: nodes.Filter) -> bool:
        """Whether a filter counts or sums something of a hand card by card, so that its value for a hand is
        the sum of its values for hands of one card each.
        """
        inner = node.node
        if node.name in _COUNTS:
            return self.is_selection(inner)
        if node.name != "sum" or len(node.args) > 0:
            return False
        if _field_of(node):
            return self.is_selection(inner)
        return isinstance(inner, nodes.Filter) and (
            inner.name == "map" and bool(_field_of(inner)) and self.is_selection(inner.node)
        )

    def fields_looked_for(self, node: nodes.Node) -> set[str] | None:
        """The fields on which a value depends only through the set of values in a hand: the
        different ones, the largest, the smallest, or whether one is among them. None for other nodes.
        """
        if isinstance(node, nodes.Compare):
            only = node.ops[0] if len(node.ops) == 1 else None
            return self.fields_of_values(only.expr) if only and only.op in ("in", "notin") else None
        if not isinstance(node, nodes.Filter):
            return None
        if node.name in ("unique", "max", "min") and not _arguments(node):
            return self.fields_of_values(node.node)
        if node.name in _COUNTS:
            inner = node.node
            while isinstance(inner, nodes.Filter) and inner.name == "list":
                inner = inner.node
            if isinstance(inner, nodes.Filter) and inner.name == "unique" and (field := _field_of(inner)):
                chosen = self.fields_of_choice(inner.node)
                return None if chosen is None else {*chosen, *_spellings(field)}
        return None

    def fields_of_values(self, node: nodes.Node | None) -> set[str] | None:
        """The fields that the values of a field of some cards depend on; None for anything else."""
        if not isinstance(node, nodes.Filter):
            return None
        if node.name in ("list", "unique", "sort", "reverse") and not _arguments(node):
            return self.fields_of_values(node.node)
        field = _field_of(node) if node.name == "map" else ""
        chosen = self.fields_of_choice(node.node) if field else None
        return None if chosen is None else {*chosen, *_spellings(field)}

    def fields_of_choice(self, node: nodes.Node | None) -> set[str] | None:
        """The fields by which some cards of a hand are selected one by one; None for anything else."""
        if not self.is_selection(node):
            return None
        fields: set[str] = set()
        while isinstance(node, nodes.Filter):
            fields.update(_spellings(_field_of(node)) if node.name != "list" else ())
            node = node.node
        return fields

    def is_selection(self, node: nodes.Node | None) -> bool:
        """Whether a value is a hand, or those of its cards that pass tests of each card by itself."""
        if isinstance(node, nodes.Name):
            return node.name == "hand" and node.name in self.cards
        if isinstance(node, nodes.Getitem):
            number = node.arg.value if isinstance(node.arg, nodes.Const) else None
            hands = isinstance(node.node, nodes.Name) and node.node.name == "hands"
            return hands and type(number) is int and 0 <= number < MOST_HANDS
        if isinstance(node, nodes.Filter) and node.name in ("selectattr", "rejectattr", "list"):
            # A test with an argument that depends on the hand isn't one of each card by itself.
            used = {name.name for part in _arguments(node) for name in _names_in(part)}
            return not used & self.cards and self.is_selection(node.node)
        return False


def _arguments(node: nodes.Filter) -> list[nodes.Expr]:
    return [*node.args, *[keyword.value for keyword in node.kwargs]]


def _names_in(node: nodes.Expr) -> list[nodes.Name]:
    return [*node.find_all(nodes.Name), *([node] if isinstance(node, nodes.Name) else [])]


def _field_of(node: nodes.Filter) -> str:
    """The field that a filter looks at: the first key of its `attribute`, or of the path that `selectattr`
    selects by.
    """
    given = [keyword.value for keyword in node.kwargs if keyword.key == "attribute"]
    if node.name in ("selectattr", "rejectattr"):
        given += node.args[:1]
    path = given[0].value if given and isinstance(given[0], nodes.Const) else ""
    field = path.split(".")[0] if isinstance(path, str) else ""
    # `attribute=0` is a position, not a field.
    return "" if field.isdecimal() else field


def _spellings(name: str) -> tuple[str, ...]:
    """A field's name as an expression may spell it, and as spelled in the card file."""
    return name, name.replace("_", "-")
