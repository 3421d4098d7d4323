"""Families of cards: an entry with `for:` makes a card for every item; its values are templates."""

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

from nineup.logic.expression import ExpressionError, template, unescape
from nineup.schema.names import list_items
from nineup.schema.nodes import Mapping, Node, Rendered, Scalar, Sequence
from nineup.schema.scope import Scope, as_mapping
from nineup.schema.types import Plain

MOST_OF_A_FAMILY = 10_000
"""The largest number of cards that one entry may make."""

_VARIABLE = re.compile(r"[a-z_][a-z0-9_]*")


def expand(entry: Mapping, scope: Scope) -> Iterator[Mapping]:
    """The entries that one with `for:` makes, in the order of its lists, the last of which varies fastest."""
    before = len(scope.findings)
    loops = _loops(entry.entries["for"], scope)
    if scope.findings.failed_since(before):
        return
    total = 1
    for values in loops.values():
        total *= len(values)
    if total > MOST_OF_A_FAMILY:
        scope.error(
            "too-many-cards", f"this entry makes {total:,} cards", entry, hint=f"at most {MOST_OF_A_FAMILY:,}"
        )
        return
    rest = {key: value for key, value in entry.entries.items() if key != "for"}
    places = [place for key, place in zip(entry.entries, entry.places, strict=True) if key != "for"]
    body = Mapping(rest, places, entry.line, entry.column, flow=entry.flow)
    filler = _FamilyFiller(scope)
    for chosen in product(*loops.values()):
        filler.context = dict(zip(loops, chosen, strict=True))
        filled = filler.mapping(body)
        if filler.failed:  # Further cards would only repeat the mistake, less clearly.
            return
        yield filled


def characters(node: Node) -> int:
    """The number of characters in the texts of a filled entry."""
    match node:
        case Mapping():
            return sum(map(characters, node.entries.values()))
        case Sequence():
            return sum(map(characters, node.items))
        case Scalar():
            return len(node.text)
    return 0


def _loops(node: Node, scope: Scope) -> dict[str, list[Any]]:
    node = as_mapping(node, scope)
    loops: dict[str, list[Any]] = {}
    for name, values in node.entries.items():
        if not _VARIABLE.fullmatch(name):
            hint = "use lowercase letters, digits and underscores"
            scope.error("bad-id", f"`{name}` can't be the name of a loop", node.key(name), hint=hint)
        elif isinstance(values, Sequence):
            loops[name] = [Plain(rich=False).read(item, scope) for item in values.items]
        elif isinstance(values, Scalar):
            loops[name] = list(list_items(values.text, values, scope).values())
        else:
            scope.error("wrong-type", "expected the name of a list, found a mapping", values)
    return loops


class _FamilyFiller:
    """Fills the templates of an entry for one card after another, and reports each mistake once."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.context: dict[str, Any] = {}
        self.failed: set[tuple[int, int]] = set()
        self._unknown: set[str] = set()

    def mapping(self, node: Mapping) -> Mapping:
        entries: dict[str, Node] = {}
        places: list[tuple[int, int]] = []
        for (key, value), place in zip(node.entries.items(), node.places, strict=True):
            # Keys are templates, too: `text-{{ language }}` is another field on each card.
            name = self.scalar(Scalar(key, *place)).text if "{{" in key else key
            if name in entries:
                message = f"`{name}` appears twice when filled in"
                self._report("duplicate-key", message, Scalar(key, *place), line=1, column=1)
                continue
            entries[name] = self.node(value)
            places.append(place)
        return Mapping(entries, places, node.line, node.column, flow=node.flow)

    def node(self, node: Node) -> Node:
        if isinstance(node, Mapping):
            return self.mapping(node)
        if isinstance(node, Sequence):
            return Sequence([self.node(item) for item in node.items], node.line, node.column, flow=node.flow)
        if node.text.count("}}") > node.text.count("{{"):
            column = node.text.index("}}") + 1
            self._report(
                "bad-expression", "`}}` ends a value that no `{{` begins", node, line=1, column=column
            )
            return node
        return self.scalar(node) if "{{" in node.text or "{%" in node.text else node

    def scalar(self, node: Scalar) -> Scalar:
        try:
            text = template(node.text)(self.context)
        except ExpressionError as error:
            # A misspelt loop variable is reported once, not wherever it is used.
            if error.unknown not in self._unknown:
                self._report(
                    "bad-expression",
                    error.message,
                    node,
                    line=error.line,
                    column=error.column,
                    hint=error.hint,
                )
            self._unknown |= {error.unknown} - {""}
            self.failed.add((node.line, node.column))
            return node
        return Rendered(unescape(text), node.line, node.column, style=node.style, rich=text)

    def _report(self, code: str, message: str, node: Scalar, line: int, column: int, hint: str = "") -> None:
        place = (node.line, node.column)
        if place not in self.failed:
            self.failed.add(place)
            where = self.scope.file.position(node, line, column)
            self.scope.findings.error(code, message, where, hint=hint)
