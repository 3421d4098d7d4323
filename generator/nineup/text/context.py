"""What text is set with: a game's fonts, styles, symbols and defined terms; and what setting it gives."""

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from nineup.drawing import Form, Op
from nineup.fonts import Fonts
from nineup.text import rich
from nineup.text.style import Style, StyleSheet

if TYPE_CHECKING:
    from nineup.text.shaping import ShapingCache


class InlineSymbol(NamedTuple):
    """A symbol that text can show; `name` is what the text extracted from the PDF reads."""

    name: str
    form: Form


class Problem(NamedTuple):
    """What is wrong with a text, for the caller to place: all are errors.

    Codes: `text-overflow`, `text-markup`, `unknown-symbol`, `missing-glyph`, `unknown-font`, `text-unsupported`.
    """

    code: str
    message: str
    hint: str = ""
    offset: int | None = None
    """Which character of the text it is about, from 0; None when it is about the whole."""


class Set(msgspec.Struct, frozen=True):
    """A text, set. `ops` are in the coordinates of the frame's box; size and height in points."""

    ops: tuple[Op, ...]
    problems: tuple[Problem, ...]
    size: float
    height: float
    """From the top of the first line to the bottom of the last, ink included."""


class Setting:
    """What a game's texts are set with, and the words that were shaped so far."""

    def __init__(
        self, fonts: Fonts, sheet: StyleSheet, signs: Mapping[str, InlineSymbol], terms: Iterable[str] = ()
    ) -> None:
        """`signs` by their symbols' ids; `terms` are all the forms of all defined terms."""
        self.fonts = fonts
        self.sheet = sheet
        self.signs = signs
        forms = sorted(set(terms), key=lambda form: (-len(form), form))
        self.terms = _whole_words([form.replace(" ", rich.GLUE) for form in forms])
        self._long_terms = _whole_words([form for form in forms if " " in form])
        self._wordings: dict[Style, "ShapingCache"] = {}

    def glued(self, text: str) -> str:
        """A text with the spaces inside of defined terms made GLUE, so that each term is read as one."""
        if self._long_terms is None:
            return text
        return self._long_terms.sub(lambda term: term.group().replace(" ", rich.GLUE), text)

    def wording(self, style: Style) -> "ShapingCache":
        """The words of a style. Raises FontError when its font can't be used."""
        wording = self._wordings.get(style)
        if wording is None:
            from nineup.text.shaping import ShapingCache

            wording = self._wordings[style] = ShapingCache(style, self)
        return wording


def _whole_words(forms: list[str]) -> re.Pattern[str] | None:
    """A pattern that finds any of the forms as whole words, the longest first; None without forms."""
    if not forms:
        return None
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, forms))})(?!\w)")
