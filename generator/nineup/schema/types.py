"""Types of single values: texts, ids, numbers, words, lengths, expressions; and what reading a file needs."""

import re
import unicodedata
from collections.abc import Callable, Hashable
from collections.abc import Mapping as Map
from typing import Any, NamedTuple, Protocol

import msgspec

from nineup.diagnostics import Findings, Span, close, nearest
from nineup.game import Component, Expression, Item, Rich, Vocabulary
from nineup.schema.nodes import CUT, PLAIN, File, Mapping, Node, Rendered, Scalar, Sequence
from nineup.units import length

ID = r"[a-z0-9]+(-[a-z0-9]+)*"
"""Ids are kebab-case."""

SCALARS = ["string", "number", "boolean"]
"""The types that an unquoted text may have for an editor (`2016`, `No`)."""

_ID = re.compile(ID)
_INTEGER = re.compile(r"-?\d{1,15}")
_NUMBER = re.compile(r"-?\d{1,15}(\.\d{1,15})?")
_MARKS = re.compile(r"\\.|\{([^{}]*)(\}?)", re.DOTALL)


class Names(msgspec.Struct, frozen=True):
    """What a file may refer to by name: its game's lists, symbols (by id), components, data and rules."""

    lists: dict[str, Vocabulary] = {}
    symbols: dict[str, Item] = {}
    components: dict[str, Component] = {}
    data: dict[str, Any] = {}
    rules: "Map[str, Type] | None" = None
    """The ready-made rules and what each reads its settings with; None where rules are not checked."""


Reading = Callable[[str, Findings], Any]
"""Cards from the text of their file; mistakes go to the findings."""

Caching = Callable[[Hashable, str, str, Findings, Reading], Any]
"""Does a reading, or returns what it gave before: for which file, what else it depends on, the text, the findings."""


def uncached(key: Hashable, about: str, text: str, findings: Findings, read: Reading) -> Any:
    """Read the text every time."""
    return read(text, findings)


class Scope(NamedTuple):
    """What reading a file needs: the file for places, the findings for mistakes, and the names it may use."""

    file: File
    findings: Findings
    names: Names = Names()
    expressions: bool = True
    """Whether expressions are compiled, to report their mistakes."""
    caching: Caching = uncached
    """How the texts of card files are read."""
    code: str = ""
    """The code of every mistake in a value, for files that have one code of their own."""
    key_code: str = "unknown-key"

    def error(self, code: str, message: str, node: Node, hint: str = "") -> None:
        """Report a mistake at a node."""
        self.findings.error(self.code or code, message, self.file.span(node), hint)

    def note_renamed(self, old: str, new: str, place: Span) -> None:
        """Note an old name of a key, at its first use in a run only."""
        message = f"the key `{old}` is now called `{new}`"
        if not any(found.code == "renamed-key" and found.message == message for found in self.findings):
            self.findings.note("renamed-key", message, place, "the old name still works")


class Type(Protocol):
    """A type of value. `read` never raises: it reports a mistake and returns something harmless."""

    def read(self, node: Node, scope: Scope) -> Any:
        """The value of a node."""

    def schema(self, names: Names) -> dict[str, Any]:
        """Its JSON Schema, with a game's own names where they are known."""


def written(node: Node, scope: Scope, what: str) -> str | None:
    """The text of a scalar, exactly as written; reports anything else, naming `what` was expected."""
    if type(node) is Scalar or isinstance(node, Scalar):
        if node.style == CUT or (not node.text and node.style == PLAIN):
            if not node.text:
                expected(what, node, scope)
                return None
            return node.text
        return node.text.rstrip("\n") if node.style in ("|", ">") else node.text
    expected(what, node, scope)
    return None


def expected(what: str, node: Node, scope: Scope, hint: str = "") -> None:
    """Report a node of the wrong kind: `expected a list, found a mapping`."""
    code, found = "wrong-type", "a mapping" if isinstance(node, Mapping) else "a list"
    if isinstance(node, Scalar):
        code, found = ("wrong-type", "a single value") if node.text else ("empty-value", "nothing")
    elif node.flow and what not in ("a list", "a mapping"):
        code, hint = "unquoted-text", hint or "if a text was meant, put it in quotes"
    scope.error(code, f"expected {what}, found {found}", node, hint)


def prose(node: Node, scope: Scope) -> str | None:
    """The words of a text; warns of one that a comment cuts short."""
    text = written(node, scope, "a text")
    if text is not None and isinstance(node, Scalar) and node.style == CUT:
        message = "the text ends here; what follows the ` #` is a comment"
        scope.findings.warning("text-cut", message, scope.file.comment(node), "put the text in quotes")
    return text


class Text(msgspec.Struct, frozen=True):
    """Plain text, exactly as written: `No` stays `No`, and `012` stays `012`."""

    def read(self, node: Node, scope: Scope) -> str:
        return prose(node, scope) or ""

    def schema(self, names: Names) -> dict[str, Any]:
        return {"type": SCALARS}


class RichText(msgspec.Struct, frozen=True):
    """Text in the notation of cards; its symbols must be the game's."""

    def read(self, node: Node, scope: Scope) -> Rich:
        text = prose(node, scope) or ""
        if type(node) is Rendered:
            text = node.rich
        if "{" in text:
            check_symbols(text, node, scope)
        return Rich(text)

    def schema(self, names: Names) -> dict[str, Any]:
        return {"type": SCALARS}


def check_symbols(text: str, node: Node, scope: Scope) -> None:
    """Report each symbol of a rich text that the game doesn't have, at its brace."""
    known = scope.names.symbols
    for match in _MARKS.finditer(text):
        name, close = match.groups()
        if name is None or (close and name in known):
            continue
        if close and name.startswith("="):
            _check_computed(name[1:], match[0], match.start(), node, scope)
            continue
        place = scope.file.inside(node, match.start(), match[0]) if isinstance(node, Scalar) else None
        if not close:
            hint = "close it, or write `\\{` for a brace that is printed"
            scope.findings.error("open-brace", "a brace opens a symbol, but isn't closed", place, hint)
        else:
            hint = nearest(name, tuple(known)) or "the game has no `symbols`"
            scope.findings.error("unknown-symbol", f"there is no symbol `{name}`", place, hint)


def _check_computed(source: str, mark: str, offset: int, node: Node, scope: Scope) -> None:
    """Report what is wrong with an expression in a text, at its brace."""
    if not scope.expressions:
        return
    from nineup.expression import ExpressionError, expression

    try:
        expression(source)
    except ExpressionError as error:
        place = scope.file.inside(node, offset, mark) if isinstance(node, Scalar) else scope.file.span(node)
        scope.findings.error("bad-expression", error.message, place, error.hint)


class Word(msgspec.Struct, frozen=True):
    """An id in kebab-case."""

    def read(self, node: Node, scope: Scope) -> str:
        text = written(node, scope, "an id")
        if text is not None and not _ID.fullmatch(text):
            scope.error("bad-id", f"`{text}` is not an id", node, id_hint(text))
        return text or ""

    def schema(self, names: Names) -> dict[str, Any]:
        return {"type": ["string", "integer"], "pattern": f"^{ID}$"}


def is_id(text: str) -> bool:
    return _ID.fullmatch(text) is not None


def suggest_id(text: str) -> str:
    """The id made from a text: `Dragon's Hoard` gives `dragon-s-hoard`; empty without letters and digits."""
    folded = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", folded).strip("-")


def id_hint(text: str) -> str:
    """How a text would be written as an id."""
    better = suggest_id(text)
    return (
        f"ids are lowercase letters, digits and hyphens: `{better}`"
        if better
        else "use lowercase letters, digits, hyphens"
    )


def check_key(key: str, node: Mapping, scope: Scope) -> None:
    """Report a key that names something and isn't an id."""
    if not _ID.fullmatch(key):
        scope.findings.error("bad-id", f"`{key}` is not an id", scope.file.key(node, key), id_hint(key))


class Whole(msgspec.Struct, frozen=True):
    """A whole number from `least` to `most`."""

    least: int = 0
    most: int | None = None

    def read(self, node: Node, scope: Scope) -> int:
        text = written(node, scope, "a whole number")
        if text is None:
            return self.least
        if _INTEGER.fullmatch(text) is None:
            scope.error("bad-number", f"`{text}` is not a whole number", node)
            return self.least
        return int(_within(int(text), self.least, self.most, node, scope))

    def schema(self, names: Names) -> dict[str, Any]:
        return {"type": "integer", **_bounds(self.least, self.most)}


class Number(msgspec.Struct, frozen=True):
    """A number, whole or with a decimal point, from `least` to `most` where these are given."""

    least: float | None = None
    most: float | None = None

    def read(self, node: Node, scope: Scope) -> int | float:
        text = written(node, scope, "a number")
        if text is None:
            return self.least or 0
        if _NUMBER.fullmatch(text) is None:
            scope.error("bad-number", f"`{text}` is not a number", node, "write it like 3 or 2.5")
            return self.least or 0
        return _within(float(text) if "." in text else int(text), self.least, self.most, node, scope)

    def schema(self, names: Names) -> dict[str, Any]:
        return {"type": "number", **_bounds(self.least, self.most)}


def _within(
    number: int | float, least: float | None, most: float | None, node: Node, scope: Scope
) -> int | float:
    """The number, or the nearest allowed one after a mistake."""
    if least is not None and number < least:
        scope.error("bad-number", f"must be at least {least:g} (found {number})", node)
        return least
    if most is not None and number > most:
        scope.error("bad-number", f"must be at most {most:g} (found {number})", node)
        return most
    return number


def _bounds(least: float | None, most: float | None) -> dict[str, Any]:
    bounds = {"minimum": least, "maximum": most}
    return {key: bound for key, bound in bounds.items() if bound is not None}


class YesNo(msgspec.Struct, frozen=True):
    """yes or no, true or false."""

    def read(self, node: Node, scope: Scope) -> bool:
        text = written(node, scope, "yes or no")
        if text is not None and text.lower() not in ("yes", "no", "true", "false"):
            scope.error("wrong-type", f"`{text}` is neither yes nor no", node)
        return text is not None and text.lower() in ("yes", "true")

    def schema(self, names: Names) -> dict[str, Any]:
        return {"enum": [True, False, "yes", "no"]}


class Keyword(msgspec.Struct, frozen=True):
    """One of a fixed set of words."""

    words: tuple[str, ...]

    def read(self, node: Node, scope: Scope) -> str:
        text = written(node, scope, "one of " + ", ".join(f"`{word}`" for word in self.words))
        if text is not None and text not in self.words:
            listed = ", ".join(self.words)
            scope.error("unknown-word", f"`{text}` is not one of {listed}", node, close(text, self.words))
        return text if text in self.words else self.words[0]

    def schema(self, names: Names) -> dict[str, Any]:
        return {"enum": list(self.words)}


class Parsed(msgspec.Struct, frozen=True):
    """A text with a form of its own, such as a length: `parse` raises ValueError, in words for the user."""

    parse: Callable[[str], Any]
    harmless: Any
    what: str
    described: Map[str, Any]
    """Its JSON Schema."""
    code: str = "bad-value"

    def read(self, node: Node, scope: Scope) -> Any:
        text = written(node, scope, self.what)
        try:
            return self.harmless if text is None else self.parse(text)
        except ValueError as mistake:
            scope.error(self.code, str(mistake), node)
            return self.harmless

    def schema(self, names: Names) -> dict[str, Any]:
        return dict(self.described)


def at_least_zero(text: str) -> float:
    """A length of 0 or more, in points. Raises ValueError."""
    points = length(text)
    if points < 0:
        raise ValueError(f"`{text}` is less than 0")
    return points


class Formula(msgspec.Struct, frozen=True):
    """An expression, with the place of its first character."""

    def read(self, node: Node, scope: Scope) -> Expression | None:
        text = written(node, scope, "an expression")
        return as_expression(text, node, scope) if text is not None and isinstance(node, Scalar) else None

    def schema(self, names: Names) -> dict[str, Any]:
        return {"type": SCALARS}


def as_expression(text: str, node: Scalar, scope: Scope) -> Expression:
    """An expression; its syntax errors are reported at their place."""
    made = Expression(text, scope.file.start(node))
    if scope.expressions:
        from nineup.expression import ExpressionError, expression

        try:
            expression(text)
        except ExpressionError as error:
            place = scope.file.position(node, error.line, error.column)
            scope.findings.error("bad-expression", error.message, place, error.hint)
    return made


class Amount(msgspec.Struct, frozen=True):
    """A whole number of 0 or more, or an expression; with `unstated`, also that word, which reads as None."""

    unstated: bool = False

    def read(self, node: Node, scope: Scope) -> int | Expression | None:
        what = "a number, an expression or `unstated`" if self.unstated else "a number or an expression"
        text = written(node, scope, what)
        if text is None or (self.unstated and text == "unstated"):
            return None
        if _INTEGER.fullmatch(text) is not None:
            return int(_within(int(text), 0, None, node, scope))
        return as_expression(text, node, scope) if isinstance(node, Scalar) else None

    def schema(self, names: Names) -> dict[str, Any]:
        return {"type": SCALARS}


class Plain(msgspec.Struct, frozen=True):
    """Any data: whole numbers as such, everything else as text, by default rich text."""

    rich: bool = True

    def read(self, node: Node, scope: Scope) -> Any:
        if isinstance(node, Mapping):
            return {key: self.read(value, scope) for key, value in node.entries.items()}
        if isinstance(node, Sequence):
            return [self.read(item, scope) for item in node.items]
        if node.style in (PLAIN, CUT) and _INTEGER.fullmatch(node.text):
            return int(node.text)
        if node.style == CUT and " " not in node.text:  # a word and a comment, not a text cut short
            node = Scalar(node.text, node.line, node.column)
        return RICH.read(node, scope) if self.rich else TEXT.read(node, scope)

    def schema(self, names: Names) -> dict[str, Any]:
        return {}


class AnyNode(msgspec.Struct, frozen=True):
    """Anything, left as a node to be read later."""

    def read(self, node: Node, scope: Scope) -> Node:
        return node

    def schema(self, names: Names) -> dict[str, Any]:
        return {}


NODE = AnyNode()
TEXT, RICH, WORD, FORMULA, YES_NO = Text(), RichText(), Word(), Formula(), YesNo()
AMOUNT = Amount()
DATA = Plain()
_LENGTH = {"type": "string", "pattern": r"^\s*-?\d*\.?\d+\s*(mm|cm|in|pt)\s*$"}
LENGTH = Parsed(
    at_least_zero, 0.0, "a length", {**_LENGTH, "pattern": _LENGTH["pattern"].replace("-?", "")}, "bad-length"
)
"""A length of 0 or more with its unit, in points."""
SIGNED_LENGTH = Parsed(length, 0.0, "a length", _LENGTH, "bad-length")
