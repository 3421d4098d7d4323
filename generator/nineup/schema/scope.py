"""The context for reading a file: its text for places, the findings for mistakes, and the names that it may
use.
"""

from collections.abc import Callable, Hashable
from collections.abc import Mapping as Map
from typing import Any, Protocol

import msgspec

from nineup.base.diagnostics import Findings
from nineup.model.game import Band, Component, Item, ItemList, Option
from nineup.schema.nodes import CURLY, CUT, PLAIN, STRAIGHT, Mapping, Node, Scalar, SourceFile, every_node


class Names(msgspec.Struct, frozen=True):
    """The names that a file may refer to: its game's lists, symbols (by id), components, data, rules, ranges
    of players and options.
    """

    lists: dict[str, ItemList] = {}
    symbols: dict[str, Item] = {}
    components: dict[str, Component] = {}
    data: dict[str, Any] = {}
    rules: "Map[str, Type] | None" = None
    """The ready-made rules with the types of their settings; None if rules are not checked."""
    bands: tuple[Band, ...] = ()
    """The ranges of players, one for each box."""
    options: dict[str, Option] = {}
    palette: dict[str, str] = {}
    """Colours of a style sheet, as `#rrggbb`."""
    unread: frozenset[str] = frozenset()
    """The sections, lists and options that could not be read, such as `symbols` or `lists.suit`."""

    def may_have(self, section: str, name: str = "") -> bool:
        """Whether a section, or something in it, is reported and could hold any name.

        One mistake is one finding: nothing that names what couldn't be read is reported as well.
        """
        return not self.unread.isdisjoint((section, f"{section}.{name}"))


Reading = Callable[[str, Findings], Any]
"""Reads cards from the text of their file; mistakes go to the findings."""

Caching = Callable[[Hashable, str, str, Findings, Reading], Any]
"""Runs a reading, or returns its cached result: for a file, its other dependencies, the text, and the
findings.
"""


def uncached(key: Hashable, about: str, text: str, findings: Findings, read: Reading) -> Any:
    """Reads the text every time."""
    return read(text, findings)


class Scope(msgspec.Struct, frozen=True):
    """The context for reading a file: the file for places, the findings for mistakes, and the names it may
    use.
    """

    file: SourceFile
    findings: Findings
    names: Names = Names()
    expressions: bool = True
    """Whether expressions are compiled, to report their mistakes."""
    caching: Caching = uncached
    """How the texts of card files are read."""
    code: str = ""
    """The code of every mistake in a value, for kinds of files with a code of their own."""
    key_code: str = "unknown-key"

    def error(self, code: str, message: str, node: Node, hint: str = "") -> None:
        """Reports a mistake at a node."""
        if isinstance(node, Scalar) and node.style == PLAIN and CURLY.fullmatch(node.text):
            hint = STRAIGHT
        self.findings.error(self.code or code, message, self.file.span(node), hint=hint)

    def is_refused(self, node: Node) -> bool:
        """Whether a mistake is reported at a node or in it, so that what was meant there isn't known."""
        wrong = {f.span[:3] for f in self.findings if f.span is not None and f.severity == "error"}
        return bool(wrong) and any(self.file.span(each)[:3] in wrong for each in every_node(node))

    def with_names(self, **names: Any) -> "Scope":
        """The same scope with other names."""
        return msgspec.structs.replace(self, names=msgspec.structs.replace(self.names, **names))


class Type(Protocol):
    """A type of value. `read` never raises: it reports a mistake and returns something harmless."""

    def read(self, node: Node, scope: Scope) -> Any:
        """The value of a node."""

    def schema(self, names: Names) -> dict[str, Any]:
        """Its JSON Schema, with a game's own names if known."""


def written(node: Node, scope: Scope, what: str) -> str | None:
    """The text of a scalar, exactly as written; reports anything else, naming `what` was expected."""
    if isinstance(node, Scalar) and (node.text or node.style not in (PLAIN, CUT)):
        return node.text.rstrip("\n") if node.style in ("|", ">") else node.text
    expected(what, node, scope)
    return None


def expected(what: str, node: Node, scope: Scope, hint: str = "") -> None:
    """Reports a node of the wrong kind: `expected a list, found a mapping`."""
    code, actual = "wrong-type", "a mapping" if isinstance(node, Mapping) else "a list"
    if isinstance(node, Scalar):
        code, actual = ("wrong-type", "a single value") if node.text else ("empty-value", "nothing")
    elif node.flow and what not in ("a list", "a mapping"):
        code, hint = "unquoted-text", hint or "if a text was meant, put it in quotes"
    scope.error(code, f"expected {what}, found {actual}", node, hint=hint)


def as_mapping(node: Node, scope: Scope) -> Mapping:
    """A node as a mapping; anything else is reported, and becomes an empty one."""
    if isinstance(node, Mapping):
        return node
    expected("a mapping", node, scope)
    return Mapping({}, [], node.line, node.column)
