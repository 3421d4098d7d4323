"""How a value is read and how JSON Schema describes it, said once per type; nodes become plain values here.

A type's `read` never fails: it tells what is wrong and returns something harmless, so that reading goes on
and every mistake of a file is told in one run. Whoever loads looks at the findings in the end.
"""

import re
import unicodedata
from collections.abc import Callable, Hashable
from typing import Any, NamedTuple, Protocol

import msgspec

from nineup.diagnostics import Findings, nearest
from nineup.game import Expression, Item, Rich, Vocabulary
from nineup.load.nodes import CUT, PLAIN, File, Mapping, Node, Rendered, Scalar, Sequence
from nineup.units import length

ID = r"[a-z0-9]+(-[a-z0-9]+)*"
"""Ids are kebab-case."""

SCALARS = ["string", "number", "boolean"]
"""What an editor may take an unquoted text for (`2016`, `No`)."""

_ID = re.compile(ID)
_INTEGER = re.compile(r"-?\d{1,15}")
_NUMBER = re.compile(r"-?\d{1,15}(\.\d{1,15})?")
_MARKS = re.compile(r"\\.|\{([^{}]*)(\}?)", re.DOTALL)


class Names(msgspec.Struct, frozen=True):
    """What a game's files may refer to: its lists, its symbols by id, and its bands of players."""

    lists: dict[str, Vocabulary] = {}
    symbols: dict[str, Item] = {}
    rules: tuple[str, ...] | None = None
    """The ready-made rules; None where they are not checked."""


Reading = Callable[[str, Findings], Any]
"""Cards from the text of their file; mistakes go to the findings."""

Through = Callable[[Hashable, str, str, Findings, Reading], Any]
"""Does a reading: of what, what else it depends on, the text, and where mistakes go; who remembers may leave it out."""


def straight(key: Hashable, about: str, text: str, findings: Findings, read: Reading) -> Any:
    """Read the text, whatever was read before."""
    return read(text, findings)


class Scope(NamedTuple):
    """What reading a file needs: where places are found, where mistakes go, and what names there are."""

    file: File
    findings: Findings
    names: Names = Names()
    expressions: bool = True
    """Whether expressions are compiled, to tell their mistakes."""
    through: Through = straight
    """Through what the texts of card files are read."""

    def error(self, code: str, message: str, node: Node, hint: str = "") -> None:
        self.findings.error(code, message, self.file.span(node), hint)


class Type(Protocol):
    """A type of value."""

    def read(self, node: Node, scope: Scope) -> Any:
        """The value of a node; what is wrong is told, and something harmless returned."""

    def schema(self, names: Names) -> dict[str, Any]:
        """Its JSON Schema, with a game's own names where there are any."""


def written(node: Node, scope: Scope, what: str) -> str | None:
    """The text of a scalar, as it was written; anything else is told, with what was wanted instead."""
    if type(node) is Scalar or isinstance(node, Scalar):
        if node.style == CUT or (not node.text and node.style == PLAIN):
            if not node.text:
                scope.error("empty-value", f"nothing stands here, where {what} should", node)
                return None
            return node.text
        return node.text.rstrip("\n") if node.style in ("|", ">") else node.text
    code, hint = "wrong-type", ""
    if node.flow:
        code, hint = "unquoted-text", "if a text was meant, put it in quotes"
    kind = "mapping" if isinstance(node, Mapping) else "list"
    scope.error(code, f"a {kind} stands here, where {what} should", node, hint)
    return None


def prose(node: Node, scope: Scope) -> str | None:
    """The words of a text; one that a comment cuts short is warned of."""
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
    """Tell each symbol of a rich text that the game doesn't have, at its brace."""
    known = scope.names.symbols
    for match in _MARKS.finditer(text):
        name, close = match.groups()
        if name is None or (close and name in known):
            continue
        place = scope.file.inside(node, match.start(), match[0]) if isinstance(node, Scalar) else None
        if not close:
            hint = "close it, or write `\\{` for a brace that is printed"
            scope.findings.error("open-brace", "a brace opens a symbol and doesn't close it", place, hint)
        else:
            hint = nearest(name, tuple(known)) or "the game has no `symbols`"
            scope.findings.error("unknown-symbol", f"there is no symbol `{name}`", place, hint)


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


def id_hint(text: str) -> str:
    """How a text would be written as an id."""
    folded = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    better = re.sub(r"[^a-z0-9]+", "-", folded).strip("-")
    return (
        f"ids are small letters, digits and hyphens: `{better}`"
        if better
        else "use small letters, digits, hyphens"
    )


def check_key(key: str, node: Mapping, scope: Scope) -> None:
    """Tell a key that names something and is no id."""
    if not _ID.fullmatch(key):
        scope.findings.error("bad-id", f"`{key}` is not an id", scope.file.key(node, key), id_hint(key))


class Whole(msgspec.Struct, frozen=True):
    """A whole number from `least` on."""

    least: int = 0

    def read(self, node: Node, scope: Scope) -> int:
        text = written(node, scope, "a whole number")
        if text is None:
            return self.least
        if _INTEGER.fullmatch(text) is None:
            scope.error("bad-number", f"`{text}` is not a whole number", node)
            return self.least
        if int(text) < self.least:
            scope.error("bad-number", f"`{text}` is less than {self.least}", node)
        return max(self.least, int(text))

    def schema(self, names: Names) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.least}


class Number(msgspec.Struct, frozen=True):
    """A number, whole or with a decimal point."""

    def read(self, node: Node, scope: Scope) -> int | float:
        text = written(node, scope, "a number")
        if text is None:
            return 0
        if _NUMBER.fullmatch(text) is None:
            scope.error("bad-number", f"`{text}` is not a number", node, "write it like 3 or 2.5")
            return 0
        return float(text) if "." in text else int(text)

    def schema(self, names: Names) -> dict[str, Any]:
        return {"type": "number"}


class YesNo(msgspec.Struct, frozen=True):
    """yes or no, true or false."""

    def read(self, node: Node, scope: Scope) -> bool:
        text = written(node, scope, "yes or no")
        if text is not None and text.lower() not in ("yes", "no", "true", "false"):
            scope.error("wrong-type", f"`{text}` is neither yes nor no", node)
        return text is not None and text.lower() in ("yes", "true")

    def schema(self, names: Names) -> dict[str, Any]:
        return {"enum": [True, False, "yes", "no"]}


class Choice(msgspec.Struct, frozen=True):
    """One of a fixed set of words."""

    words: tuple[str, ...]

    def read(self, node: Node, scope: Scope) -> str:
        text = written(node, scope, "one of " + ", ".join(f"`{word}`" for word in self.words))
        if text is not None and text not in self.words:
            scope.error(
                "unknown-word", f"`{text}` is none of the words for this", node, nearest(text, self.words)
            )
        return text if text in self.words else self.words[0]

    def schema(self, names: Names) -> dict[str, Any]:
        return {"enum": list(self.words)}


class Length(msgspec.Struct, frozen=True):
    """A length with its unit, in points; not below zero."""

    def read(self, node: Node, scope: Scope) -> float:
        text = written(node, scope, "a length")
        try:
            points = length(text) if text is not None else 0.0
        except ValueError as mistake:
            scope.error("bad-length", str(mistake), node)
            return 0.0
        if points < 0:
            scope.error("bad-length", f"`{text}` is less than nothing", node)
        return max(0.0, points)

    def schema(self, names: Names) -> dict[str, Any]:
        return {"type": "string", "pattern": r"^\s*\d*\.?\d+\s*(mm|cm|in|pt)\s*$"}


class Formula(msgspec.Struct, frozen=True):
    """An expression, kept with the place of its first character."""

    def read(self, node: Node, scope: Scope) -> Expression | None:
        text = written(node, scope, "an expression")
        return as_expression(text, node, scope) if text is not None and isinstance(node, Scalar) else None

    def schema(self, names: Names) -> dict[str, Any]:
        return {"type": SCALARS}


def as_expression(text: str, node: Scalar, scope: Scope) -> Expression:
    """An expression; what Jinja's grammar refuses in it is told at its place."""
    made = Expression(text, scope.file.start(node))
    if scope.expressions:
        from nineup.expression import ExpressionError, expression

        try:
            expression(text)
        except ExpressionError as error:
            place = scope.file.position(node, error.line, error.column)
            scope.findings.error("bad-expression", error.message, place, error.hint)
    return made


class Plain(msgspec.Struct, frozen=True):
    """Any data: whole numbers as such, everything else as text; rich unless said otherwise."""

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


TEXT, RICH, WORD, FORMULA, LENGTH, YES_NO = Text(), RichText(), Word(), Formula(), Length(), YesNo()
DATA = Plain()
