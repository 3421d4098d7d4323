"""The resources that a document's pages share: fonts, images, forms, gradients and opacities, each named once.

Pages are written first and resources last, when it is known which glyphs of each font are used.
"""

import re
from collections.abc import Callable, Hashable, Mapping, Reversible, Sequence
from itertools import islice
from typing import NamedTuple, TypeVar

from nineup.drawing import Gap, Image, Linear, Radial, Shaped
from nineup.fonts import Font
from nineup.geometry import Box


class FormObject(NamedTuple):
    """A form XObject: its operators, with y down, and its bounding box.

    `group` is the colour space of a transparency group, empty for a plain form.
    """

    content: str
    box: Box
    group: str = ""


class State(NamedTuple):
    """A graphics state: opacities of fill and stroke, and the name of a drawing that is its luminosity mask."""

    fill: float = 1.0
    stroke: float = 1.0
    mask: str = ""


class Shading(NamedTuple):
    """A gradient of colours or, if `grey`, of opacities."""

    paint: Linear | Radial
    grey: bool = False


class Rounded(dict[float, float]):
    """Numbers rounded to a number of decimals, with a cache."""

    def __init__(self, digits: int) -> None:
        super().__init__()
        self._digits = digits

    def __missing__(self, value: float) -> float:
        near = self[value] = round(value, self._digits)
        return near


class Numbers(dict[float, str]):
    """Numbers in PDF's notation: limited decimals, no exponent, no `-0`. Each is formatted once."""

    def __init__(self, digits: int) -> None:
        super().__init__()
        self._digits = digits

    def __missing__(self, value: float) -> str:
        text = f"{value:.{self._digits}f}"
        if not text[-1].isdigit():
            raise ValueError(f"{value} isn't a finite number")
        if "." in text:
            text = text.rstrip("0").rstrip(".")
        text = self[value] = "0" if text == "-0" else text
        return text


_SPACES = re.compile(r"\s")
_ESCAPES = str.maketrans({"(": "\\(", ")": "\\)", "\\": "\\\\", "\r": "\\r"})


class FontUse:
    """A font in a document: its resource name, and the glyphs used so far with the text of each."""

    def __init__(self, name: str, font: Font) -> None:
        self.name = name
        self.font = font
        self.texts: dict[int, str] = {}
        self._numbers = Numbers(3)
        self._strings = _Strings()

    def fragment(self, piece: Shaped | Gap, tracking: float) -> str:
        """A piece for `show_operators`: part of a `TJ` array, starting and ending inside a string, or an ActualText span.

        `tracking` is in thousandths of an em.
        """
        if isinstance(piece, Gap):
            return self._gap(piece, tracking)
        fragment, texts = self.silent(piece), self.texts
        # A glyph has one text in the whole font, and readers show rubbish for a glyph without text. Where a word
        # needs another text, it gets an ActualText. All kinds of spaces read as a plain one.
        # Readers turn round what runs from right to left, in an ActualText as well.
        text = "".join(piece.clusters) if piece.from_right else piece.text
        reads = [texts[glyph] for glyph in piece.glyphs]
        read = "".join(reads)
        if ("" not in reads or piece.from_right) and (read == text or read == _SPACES.sub(" ", text)):
            return fragment
        return with_actual_text(text, _unsized_operators(fragment))

    def silent(self, piece: Shaped | Gap) -> str:
        """The same without an ActualText, for pieces inside a span that has one."""
        if isinstance(piece, Gap):
            return f"){self._numbers[-piece.width]}("
        texts = self.texts
        for glyph, cluster in zip(piece.glyphs, piece.clusters, strict=True):
            if glyph not in texts:
                texts[glyph] = " " if cluster.isspace() else cluster
        return self._show(piece)

    def _show(self, word: Shaped) -> str:
        strings = map(self._strings.__getitem__, word.glyphs)
        if not any(word.adjust) and not word.rises:
            return "".join(strings)
        moves = [f"){self._numbers[-adjust]}(" if adjust else "" for adjust in word.adjust]
        rises, end = _rises(word.rises) if word.rises else ([""] * len(moves), "")
        return "".join([part for each in zip(rises, strings, moves, strict=True) for part in each]) + end

    def _gap(self, gap: Gap, tracking: float) -> str:
        if not gap.says.strip():
            return self.silent(gap)
        # Readers ignore an ActualText unless its span contains glyphs with ink, and insert a space where they see
        # a gap: so the gap gets an invisible glyph at its start and another at its end.
        letter = self.font.shape(gap.says.strip()[0])
        glyph = letter.glyphs[0]
        self.texts.setdefault(glyph, letter.clusters[0])
        string = self._strings[glyph]
        between = self._numbers[2 * (self.font.advance(glyph) + tracking) - gap.width]
        return with_actual_text(gap.says, f" 3 Tr[({string}){between}({string})]TJ 0 Tr")


_BOUNDARY = "\ue000"
"""Delimits an ActualText span. Not a byte, so no glyph id can contain it."""

_RISE = re.compile("\ue001(-?\\d+)\ue001")
"""Glyphs after this are moved up, by thousandths of an em. PDF wants points, and the size isn't known before."""


def show_operators(fragments: str, size: float, numbers: Mapping[float, str]) -> str:
    """The operators that show a concatenation of fragments at a size in points."""
    operators = _unsized_operators(fragments)
    if "\ue001" not in operators:
        return operators
    return _RISE.sub(lambda rise: f" {numbers[int(rise[1]) * size / 1000]} Ts", operators)


def _unsized_operators(fragments: str) -> str:
    """The operators that show fragments, with rises still in thousandths of an em."""
    if _BOUNDARY not in fragments:
        return _arrays(fragments)
    parts = fragments.split(_BOUNDARY)
    parts[::2] = [_arrays(part) for part in parts[::2]]
    return "".join(parts)


def _arrays(inside: str) -> str:
    """The operators for what is between two spans."""
    if "\ue001" not in inside:
        return _array(inside)
    parts = re.split("(\ue001-?\\d+\ue001)", inside)
    parts[::2] = [_array(part) for part in parts[::2]]
    return "".join(parts)


def _rises(rises: Sequence[float]) -> tuple[list[str], str]:
    """For each glyph the mark of its rise where that changes, and the mark after the last one."""
    before = (0.0, *rises)
    marks = [_rise(rise) if rise != was else "" for was, rise in zip(before, rises, strict=False)]
    return marks, _rise(0) if rises[-1] else ""


def _rise(rise: float) -> str:
    return f"\ue001{round(rise)}\ue001"


def _array(inside: str) -> str:
    """A `TJ` operator with an inside that starts and ends within a string; empty if the inside is empty.

    Empty strings at either end are left out: some readers drop a move before an empty last string.
    """
    if not inside:
        return ""
    begin = "[" + inside[1:] if inside[0] == ")" else f"[({inside}"
    return begin[:-1] + "]TJ" if inside[-1] == "(" and inside[-2:] != "\\(" else begin + ")]TJ"


def with_actual_text(text: str, operators: str) -> str:
    """A fragment of operators whose text reads as `text`, whatever text the glyphs have."""
    return f"{_BOUNDARY}{actual_text_span(text, operators)}{_BOUNDARY}"


def actual_text_span(text: str, operators: str) -> str:
    """An ActualText span. Spans must not be nested: readers lose the outer text."""
    if text.isascii() and text.isprintable():
        says = f"({text.translate(_ESCAPES)})"
    else:
        says = f"<FEFF{text.encode('utf-16-be').hex().upper()}>"
    return f"/Span<</ActualText{says}>>BDC{operators} EMC"


class _Strings(dict[int, str]):
    """The two bytes of each glyph id, escaped for a PDF string."""

    def __missing__(self, glyph: int) -> str:
        text = self[glyph] = (chr(glyph >> 8) + chr(glyph & 255)).translate(_ESCAPES)
        return text


class Fragments(dict[Shaped | Gap, str]):
    """The fragments of pieces of text in one font with one tracking, cached."""

    def __init__(self, use: FontUse, tracking: float, silent: bool) -> None:
        super().__init__()
        self.name = use.name
        self._use = use
        self._tracking = tracking
        self._silent = silent

    def __missing__(self, piece: Shaped | Gap) -> str:
        use = self._use
        text = self[piece] = use.silent(piece) if self._silent else use.fragment(piece, self._tracking)
        return text


_Key = TypeVar("_Key", bound=Hashable)
_Item = TypeVar("_Item")


class NewResources(NamedTuple):
    """The resources that part of a document was the first to use, in order; `texts` are (font, glyph, text)."""

    fonts: tuple[str, ...]
    images: tuple[Image, ...]
    drawings: tuple[FormObject, ...]
    states: tuple[State, ...]
    gradients: tuple[Shading, ...]
    texts: frozenset[tuple[str, int, str]]


class Resources:
    """The resources of one document with their names, in order of first use."""

    def __init__(self, font: Callable[[str], Font]) -> None:
        self._font = font
        self.fonts: dict[str, FontUse] = {}
        self.images: dict[Image, str] = {}
        self.drawings: dict[FormObject, str] = {}
        self.states: dict[State, str] = {}
        self.gradients: dict[Shading, str] = {}
        self._words: dict[tuple[str, float, bool], Fragments] = {}

    def fragments(self, font: str, tracking: float, silent: bool = False) -> Fragments:
        """The fragments of a font (by its key) for a tracking in thousandths of an em.

        `silent` fragments have no ActualText, for use inside a span that has one.
        """
        fragments = self._words.get((font, tracking, silent))
        if fragments is None:
            if font not in self.fonts:
                self.fonts[font] = FontUse(f"F{len(self.fonts) + 1}", self._font(font))
            fragments = self._words[font, tracking, silent] = Fragments(self.fonts[font], tracking, silent)
        return fragments

    def counts(self) -> tuple[int, ...]:
        """How many resources of each kind there are so far; none is ever changed or removed."""
        named = len(self.images), len(self.drawings), len(self.states), len(self.gradients)
        return len(self.fonts), *named, *[len(use.texts) for use in self.fonts.values()]

    def since(self, counts: tuple[int, ...]) -> NewResources:
        """The resources added since those counts, which may be empty."""
        fonts, images, drawings, states, gradients, *glyphs = (*counts, *[0] * (5 + len(self.fonts)))
        texts = [
            (key, glyph, text)
            for (key, use), count in zip(self.fonts.items(), glyphs, strict=False)
            for glyph, text in _last(use.texts.items(), len(use.texts) - count)
        ]
        return NewResources(
            _last(self.fonts, len(self.fonts) - fonts),
            _last(self.images, len(self.images) - images),
            _last(self.drawings, len(self.drawings) - drawings),
            _last(self.states, len(self.states) - states),
            _last(self.gradients, len(self.gradients) - gradients),
            frozenset(texts),
        )

    def adopt(self, met: NewResources) -> None:
        """Add resources that the same part of another document added, if both were equal up to there."""
        for font in met.fonts:
            self.fragments(font, 0.0)
        for image in met.images:
            self.image(image)
        for drawing in met.drawings:
            self.drawing(drawing)
        for state in met.states:
            self.state(state)
        for gradient in met.gradients:
            self.gradient(gradient)
        for font, glyph, text in met.texts:
            self.fonts[font].texts[glyph] = text

    def image(self, image: Image) -> str:
        return _name_of(self.images, image, "I")

    def drawing(self, drawing: FormObject) -> str:
        return _name_of(self.drawings, drawing, "X")

    def state(self, state: State) -> str:
        return _name_of(self.states, state, "G")

    def gradient(self, gradient: Shading) -> str:
        return _name_of(self.gradients, gradient, "P")


def _last(items: Reversible[_Item], count: int) -> tuple[_Item, ...]:
    return tuple(islice(reversed(items), count))[::-1]


def _name_of(names: dict[_Key, str], key: _Key, letter: str) -> str:
    name = names.get(key)
    if name is None:
        name = names[key] = f"{letter}{len(names) + 1}"
    return name
