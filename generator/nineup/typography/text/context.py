"""The resources for setting text (a game's fonts, styles, symbols and defined terms), and the result."""

from collections.abc import Iterable, Mapping

import msgspec

from nineup.base.diagnostics import Overflow, Severity, Span
from nineup.base.markup import whole_words
from nineup.model.drawing import Form, Op
from nineup.typography.fonts import Fonts
from nineup.typography.text import rich
from nineup.typography.text.style import StyleSheet


class InlineSymbol(msgspec.Struct, frozen=True):
    """A symbol that text can show; `name` replaces it in text extracted from the PDF."""

    name: str
    form: Form


class Problem(msgspec.Struct, frozen=True):
    """A problem of a text, which the caller reports at its place.

    Errors: `text-overflow`, `text-markup`, `unknown-symbol`, `missing-glyph`, `unknown-font`,
    `text-unsupported`. A note, to be reported once however often it occurs: `fallback-font`.
    """

    code: str
    message: str
    hint: str = ""
    offset: int | None = None
    """The position of the character concerned, from 0; None for the whole text."""
    severity: Severity = "error"
    place: Span | None = None
    """The place at which it is reported, once, if that is not in the text."""
    overflow: Overflow | None = None
    """By how much the text is too large, without its frame, if that is the problem."""


class SetText(msgspec.Struct, frozen=True):
    """A text that was set. `ops` are in the coordinates of the frame's box; size and height are in points."""

    ops: tuple[Op, ...]
    problems: tuple[Problem, ...]
    size: float
    height: float
    """The distance from the top of the first line to the bottom of the last, including their ink."""


class TextContext:
    """A game's fonts, styles, symbols and defined terms."""

    def __init__(
        self, fonts: Fonts, sheet: StyleSheet, symbols: Mapping[str, InlineSymbol], terms: Iterable[str] = ()
    ) -> None:
        """`symbols` are by id; `terms` are all forms of all defined terms."""
        self.fonts = fonts
        self.sheet = sheet
        self.symbols = symbols
        forms = sorted(set(terms), key=lambda form: (-len(form), form))
        self.terms = whole_words([form.replace(" ", rich.GLUE) for form in forms]) if forms else None
        long = [form for form in forms if " " in form]
        self._long_terms = whole_words(long) if long else None

    def glue(self, text: str) -> str:
        """A text with GLUE in place of the spaces inside defined terms, so that each term is read as one
        word.
        """
        if self._long_terms is None:
            return text
        return self._long_terms.sub(lambda term: term.group().replace(" ", rich.GLUE), text)
