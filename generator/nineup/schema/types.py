"""Types of single values: texts, ids, numbers, words, lengths, expressions, and any data."""

import re
import unicodedata
from collections.abc import Callable
from collections.abc import Mapping as Map
from functools import partial
from typing import Any

import msgspec

from nineup.base.diagnostics import Hint, HintedError, Replace, Span, close, nearest
from nineup.base.markup import SPAN
from nineup.base.units import length
from nineup.model.game import Expression, Rich
from nineup.schema.nodes import CUT, PLAIN, Mapping, Node, Rendered, Scalar, Sequence, plain
from nineup.schema.scope import Names, Scope, written

ID = r"[a-z0-9]+(-[a-z0-9]+)*"
"""Ids are kebab-case."""

LONGEST_ID = 100
"""The longest id, in characters: files are named after it."""

_LONGEST_MADE = 80
"""The longest id made from a text, in characters: a number may follow."""

SCALARS = ["string", "number", "boolean"]
"""The types that an unquoted text may have for an editor (`2016`, `No`)."""

_ID = re.compile(ID)
_INTEGER = re.compile(r"-?\d{1,15}")
_WITH_UNIT = re.compile(
    r"(?:[x×$€£¥~≈+] ?|ca\.? )?(-?\d+(?:[.,]\d+)?)(?: ?[x×$€£¥%?.]|[ .]?[^\W\d_]{1,12}\.?)?", re.IGNORECASE
)
"""A number with a sign of copies, money or percents, or with a word, such as `2 pcs`."""

_GROUPED = re.compile(r"\d{1,3}(?:([ ,.'\u00a0\u202f])\d{3})(?:\1\d{3})*")
"""A whole number with a sign between its thousands."""

_NUMBER_WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split()

_FRACTION = re.compile(r"(\d{0,9}) ?([¼-¾⅐-⅞])|(\d{1,9})/([1-9]\d{0,8})")

_NUMBER = re.compile(r"-?\d{1,15}(\.\d{1,15})?")
_PRINTED = re.compile(r"0|-?[1-9]\d{0,14}|-?(?:0|[1-9]\d{0,8})(\.\d{0,3}[1-9])")
"""A number that prints as written: without redundant zeros, and large enough to avoid an exponent."""
_MARKS = re.compile(rf"\\.|{SPAN}|\{{([^{{}}]*)(\}}?)", re.DOTALL)


class Parsed(msgspec.Struct, frozen=True):
    """A text with a notation of its own, such as a length:

    `parse` raises ValueError with a message for the user.
    """

    parse: Callable[[str], Any]
    harmless: Any
    what: str
    described: Map[str, Any] = msgspec.field(default_factory=lambda: {"type": "string"})
    """Its JSON Schema."""
    code: str = "bad-value"
    hint: str = ""
    write: Callable[[Any], str] = str
    """The text of a value, which reads as that value."""

    def read(self, node: Node, scope: Scope) -> Any:
        text = written(node, scope, self.what)
        try:
            return self.harmless if text is None else self.parse(text)
        except ValueError as mistake:
            hint = mistake.hint if isinstance(mistake, HintedError) else ""
            scope.error(self.code, str(mistake), node, hint=hint or self.hint)
            return self.harmless

    def schema(self, names: Names) -> dict[str, Any]:
        return dict(self.described)


LONGEST = 100_000
"""The longest text, in characters: as long as a template may print, and more than any sheet of paper
holds.
"""


class Prose(msgspec.Struct, frozen=True):
    """A text, exactly as written: `No` stays `No`.

    With `rich`, in the notation of cards and with the game's symbols.
    """

    rich: bool = False

    def read(self, node: Node, scope: Scope) -> str:
        text = written(node, scope, "a text") or ""
        if len(text) > LONGEST:
            message = f"the text has {len(text):,} characters; the longest may have {LONGEST:,}"
            scope.error("text-too-long", message, node)
            return Rich("") if self.rich else ""
        if isinstance(node, Scalar) and node.style == CUT and text:
            message = "the text ends here; what follows the ` #` is a comment"
            scope.findings.warning(
                "text-cut", message, scope.file.comment(node), hint="put the text in quotes"
            )
        if not self.rich:
            return text
        if type(node) is Rendered:
            text = node.rich
        if "{" in text:
            _check_marks(text, node, scope)
        return Rich(text)

    def schema(self, names: Names) -> dict[str, Any]:
        return {"type": SCALARS}


def _check_marks(text: str, node: Node, scope: Scope) -> None:
    """Reports each symbol of a rich text that the game doesn't have, and each faulty expression, at its
    brace.
    """
    known = scope.names.symbols
    for match in _MARKS.finditer(text):
        name, end = match.groups()
        if name is None or (end and name in known):
            continue
        place = scope.file.inside(node, match.start(), match[0]) if isinstance(node, Scalar) else None
        if not end:
            hint = "close it, or write `\\{` for a brace that is printed"
            scope.findings.error("open-brace", "a brace opens a symbol, but isn't closed", place, hint=hint)
        elif name.startswith("="):
            _check_expression(name[1:], scope, lambda *_, place=place: place)
        elif not scope.names.may_have("symbols", name):
            hint = nearest(name, tuple(known)) or "the game has no `symbols`"
            scope.findings.error("unknown-symbol", f"there is no symbol `{name}`", place, hint=hint)


class Formula(msgspec.Struct, frozen=True):
    """An expression, with the place of its first character."""

    def read(self, node: Node, scope: Scope) -> Expression | None:
        text = written(node, scope, "an expression")
        return _expression(text, node, scope) if text is not None else None

    def schema(self, names: Names) -> dict[str, Any]:
        return {"type": SCALARS}


class AmountType(msgspec.Struct, frozen=True):
    """A whole number of 0 or more, or an expression; with `unstated`, also that word, which reads as None."""

    unstated: bool = False

    def read(self, node: Node, scope: Scope) -> int | Expression | None:
        what = "a number, an expression or `unstated`" if self.unstated else "a number or an expression"
        text = written(node, scope, what)
        if text is None or (self.unstated and text == "unstated"):
            return None
        if _INTEGER.fullmatch(text) is not None:
            return int(_within(int(text), 0, None, node=node, scope=scope))
        number = _number_in(text, whole=True)
        hint = Hint(f"write `{number}`", Replace(text, number)) if number and "." not in number else ""
        if hint and text.lower() in _NUMBER_WORDS and text not in scope.names.options:
            scope.error("bad-number", f"`{text}` is not a number", node, hint=hint)
            return None
        return _expression(text, node, scope, hint=hint)

    def schema(self, names: Names) -> dict[str, Any]:
        return {"type": SCALARS}


def _expression(text: str, node: Node, scope: Scope, hint: str = "") -> Expression:
    """An expression; its syntax errors are reported at their place, by default with the `hint`."""
    assert isinstance(node, Scalar)  # An expression has a text.
    _check_expression(text, scope, partial(scope.file.position, node), hint=hint)
    return Expression(text, scope.file.start(node))


def _check_expression(
    source: str, scope: Scope, place: Callable[[int, int], Span | None], hint: str = ""
) -> None:
    """Reports what is wrong with an expression, at the place of a line and column in it."""
    if not scope.expressions:
        return
    from nineup.logic.expression import ExpressionError, expression

    try:
        expression(source)
    except ExpressionError as error:
        scope.findings.error(
            "bad-expression", error.message, place(error.line, error.column), hint=error.hint or hint
        )


class KebabWord(msgspec.Struct, frozen=True):
    """An id in kebab-case."""

    def read(self, node: Node, scope: Scope) -> str:
        text = written(node, scope, "an id")
        if text is not None and not is_id(text):
            scope.error("bad-id", f"`{text}` is not an id", node, hint=id_hint(text))
        return text or ""

    def schema(self, names: Names) -> dict[str, Any]:
        return {"type": ["string", "integer"], "pattern": f"^{ID}$", "maxLength": LONGEST_ID}


def is_id(text: str) -> bool:
    return len(text) <= LONGEST_ID and _ID.fullmatch(text) is not None


def as_id(text: str) -> str:
    """The id made from a text:

    `Dragon's Hoard` gives `dragon-s-hoard`; empty without Latin letters and digits.
    """
    folded = unicodedata.normalize("NFKD", text.replace("ß", "ss")).lower()
    plain = "".join(sign for sign in folded if not unicodedata.combining(sign))
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:_LONGEST_MADE].rstrip("-")


def id_hint(text: str) -> str:
    """How a text would be written as an id."""
    better = as_id(text)
    return f"ids are lowercase letters, digits and hyphens, at most {LONGEST_ID}" + (
        f": `{better}`" if better else ""
    )


class Number(msgspec.Struct, frozen=True):
    """A number from `least` to `most` if given, with a decimal point unless it must be `whole`."""

    least: float | None = None
    most: float | None = None
    whole: bool = False

    def read(self, node: Node, scope: Scope) -> Any:
        what = "a whole number" if self.whole else "a number"
        text = written(node, scope, what)
        pattern = _INTEGER if self.whole else _NUMBER
        if text is not None and not pattern.fullmatch(text):
            scope.error("bad-number", f"`{text}` is not {what}", node, hint=self._hint(text))
            text = None
        if text is None:
            return self.least or 0
        return _within(
            float(text) if "." in text else int(text), self.least, self.most, node=node, scope=scope
        )

    def _hint(self, text: str) -> Hint:
        """What to write for a text that isn't a number, as far as it says one."""
        number = _number_in(text, whole=self.whole)
        if number and not (self.whole and "." in number):
            as_text = "" if self.whole else "; a field of the type `text` prints it as it is"
            return Hint(f"write `{number}`{as_text}", Replace(text, number))
        if number:
            return Hint("write a whole number, such as 2")
        return Hint("write it in digits, like 3" + ("" if self.whole else " or 2.5"))

    def schema(self, names: Names) -> dict[str, Any]:
        bounds = {"minimum": self.least, "maximum": self.most}
        given = {key: bound for key, bound in bounds.items() if bound is not None}
        return {"type": "integer" if self.whole else "number", **given}


def _number_in(text: str, whole: bool) -> str:
    """The number that a text says in another way, as it is written here; empty if it says none.

    `two` and `2 pcs` give `2`, `1,5` and `1½` give `1.5`; `1,000` gives `1000` only as a `whole` number.
    """
    text = text.strip()
    first, _, rest = text.partition(" ")
    if first.lower() in _NUMBER_WORDS and (not rest or rest.isalpha()):
        return str(_NUMBER_WORDS.index(first.lower()))
    value: float
    if fraction := _FRACTION.fullmatch(text):
        ones, sign, above, below = fraction.groups()
        value = int(above) / int(below) if above else int(ones or 0) + unicodedata.numeric(sign)
    elif _GROUPED.fullmatch(text) and (whole or text.count(",") + text.count(".") != 1):
        value = int(re.sub(r"\D", "", text))
    elif unit := _WITH_UNIT.fullmatch(text):
        number = unit[1].replace(",", ".")
        if not _NUMBER.fullmatch(number):
            return ""
        if not whole or "." not in number:
            return number
        value = float(number)
    else:
        return ""
    return f"{value:.3f}".rstrip("0").rstrip(".")


class WholeNumber(Number, frozen=True):
    """A whole number from `least` to `most`."""

    least: float | None = 0
    whole: bool = True


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


class Keyword(msgspec.Struct, frozen=True):
    """One of a fixed set of words."""

    words: tuple[str, ...]

    def read(self, node: Node, scope: Scope) -> str:
        text = written(node, scope, "one of " + ", ".join(f"`{word}`" for word in self.words))
        if text is not None and text not in self.words:
            listed = ", ".join(self.words)
            scope.error(
                "unknown-word", f"`{text}` is not one of {listed}", node, hint=close(text, self.words)
            )
        return text if text in self.words else self.words[0]

    def schema(self, names: Names) -> dict[str, Any]:
        return {"enum": list(self.words)}


class Plain(msgspec.Struct, frozen=True):
    """Any data: numbers as numbers, everything else as text, by default rich text.

    Each value prints as written: `007` and `1.10`, which may be a version, are texts.
    """

    rich: bool = True

    def read(self, node: Node, scope: Scope) -> Any:
        if isinstance(node, Mapping):
            return {key: self.read(value, scope) for key, value in node.entries.items()}
        if isinstance(node, Sequence):
            return [self.read(item, scope) for item in node.items]
        if node.style in (PLAIN, CUT) and (number := _PRINTED.fullmatch(node.text)):
            return float(node.text) if number[1] else int(node.text)
        if node.style == CUT and " " not in node.text:  # a word and a comment, not a truncated text
            node = Scalar(node.text, node.line, node.column)
        return (RICH if self.rich else TEXT).read(node, scope)

    def schema(self, names: Names) -> dict[str, Any]:
        return {}


class Unjudged(msgspec.Struct, frozen=True):
    """Anything, as plain data, where the type that was meant couldn't be read."""

    def read(self, node: Node, scope: Scope) -> Any:
        return plain(node)

    def schema(self, names: Names) -> dict[str, Any]:
        return {}


class Unread(msgspec.Struct, frozen=True):
    """Anything that must be read later, kept as a node."""

    described: Callable[[Names], dict[str, Any]] = lambda names: {}
    """Its JSON Schema."""

    def read(self, node: Node, scope: Scope) -> Node:
        return node

    def schema(self, names: Names) -> dict[str, Any]:
        return self.described(names)


def _yes_or_no(text: str) -> bool:
    if text.lower() not in ("yes", "no", "true", "false"):
        raise ValueError(f"`{text}` is neither yes nor no")
    return text.lower() in ("yes", "true")


def _length_at_least_zero(text: str) -> float:
    points = length(text)
    if points < 0:
        raise ValueError(f"`{text}` is less than 0")
    return points


TEXT, RICH, WORD, FORMULA, AMOUNT = Prose(), Prose(rich=True), KebabWord(), Formula(), AmountType()
DATA, NODE, UNJUDGED = Plain(), Unread(), Unjudged()
YES_NO = Parsed(
    _yes_or_no, False, "yes or no", described={"enum": [True, False, "yes", "no"]}, code="wrong-type"
)
_UNSIGNED = r"\d*\.?\d+\s*(mm|cm|in|pt)\s*$"
LENGTH = Parsed(
    _length_at_least_zero,
    0.0,
    "a length",
    described={"type": "string", "pattern": rf"^\s*{_UNSIGNED}"},
    code="bad-length",
)
"""A length of 0 or more with its unit, in points."""
SIGNED_LENGTH = Parsed(
    length, 0.0, "a length", described={"type": "string", "pattern": rf"^\s*-?{_UNSIGNED}"}, code="bad-length"
)
