"""References of content streams: fonts, images, forms, gradients and opacities, by keys made from their
content.

Operators with such references are independent of documents, and processes that write the same have the same
keys. A document's `Resources` link them: they replace keys by its names.

A gradient, a form, a font or an opacity is named by a digest of its content between two marks; in a
document it gets a short name. A group at 50 % is `q /␟Ga1f5…␟ gs /␟X07ab…␟ Do Q`, and in the file `q /G1
gs /X1 Do Q`. The same group has the same digest in each process that writes it, and no process has to
ask another one for a free name.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import reduce
from hashlib import blake2b
from operator import or_
from typing import NamedTuple

import msgspec

from nineup.base.geometry import Box, Matrix
from nineup.model.drawing import Blend, Gap, Image, Linear, Radial, Shaped, Spot
from nineup.typography.fonts import Font
from nineup.write.document.pieces import MARK, FontPieces


class FormObject(NamedTuple):
    """A form XObject: its operators, with y down, and its bounding box.

    `group` is the colour space of a transparency group, empty for a plain form.
    """

    content: str
    box: Box
    group: str = ""


class GraphicsState(NamedTuple):
    """A graphics state: opacities of fill and stroke, the drawing that is its luminosity mask (or, by
    `alpha`, whose opacity is the mask), and its blend mode. With `letters_apart`, overlapping letters of a
    text are drawn one over another, as in browsers.
    """

    fill: float = 1.0
    stroke: float = 1.0
    mask: str = ""
    alpha: bool = False
    blend: Blend = "normal"
    overprint: bool = False
    letters_apart: bool = False


class Shading(NamedTuple):
    """A gradient of colours or, if `grey`, of opacities; with `inks`, of the process inks that its colours
    name.
    """

    paint: Linear | Radial
    grey: bool = False
    inks: bool = False


class TilePattern(NamedTuple):
    """A tiling pattern: its operators, with y down, and the cell that is repeated, in the space that `matrix`
    maps to that of the stream that uses it.
    """

    content: str
    cell: Box
    matrix: Matrix


Referent = str | Image | FormObject | GraphicsState | Shading | TilePattern | Spot
"""The object of a key; a text is a font's key."""


class Operators(msgspec.Struct, frozen=True):
    """Operators with references. `glyphs` are those of each font, by its key: glyph n is bit n."""

    text: str
    glyphs: tuple[tuple[str, int], ...] = ()


class References:
    """The referents of some content streams, by key, and the texts of the glyphs that they show."""

    def __init__(self, font: Callable[[str], Font]) -> None:
        self._font = font
        self.referents: dict[str, Referent] = {}
        self._marked: dict[tuple[str, Hashable], str] = {}
        self._pieces: dict[str, FontPieces] = {}
        self._fragments: dict[tuple[str, float, bool], Fragments] = {}

    def fragments(self, font: str, tracking: float, silent: bool = False) -> "Fragments":
        """The fragments of a font (by its key) for a tracking in thousandths of an em; `silent` as in
        `FontPieces`.
        """
        fragments = self._fragments.get((font, tracking, silent))
        if fragments is None:
            name = self._refer("F", font, font)
            fragments = self._fragments[font, tracking, silent] = Fragments(
                name, self.pieces_of(font), tracking, silent=silent
            )
        return fragments

    def glyphs(self, font: str, pieces: set[Shaped | Gap]) -> int:
        """The glyphs that draw some pieces in a font, as in `Operators`."""
        return reduce(or_, map(self.pieces_of(font).glyphs.__getitem__, pieces), 0)

    @property
    def texts(self) -> dict[str, dict[int, str]]:
        """The texts of glyphs without a character, by the key of their font."""
        return {font: pieces.texts for font, pieces in self._pieces.items()}

    def add(self, referents: Mapping[str, Referent], texts: Mapping[str, Mapping[int, str]]) -> None:
        """Adds the `referents` and `texts` of another writer with the same fonts."""
        self.referents |= referents
        for font, those in texts.items():
            self.pieces_of(font).add(those)

    @property
    def is_ambiguous(self) -> bool:
        """Whether operators depend on the order in which they were written."""
        return any(pieces.is_ambiguous for pieces in self._pieces.values())

    def image(self, image: Image) -> str:
        return self._refer("I", image, image.digest)

    def drawing(self, drawing: FormObject) -> str:
        return self._refer("X", drawing, *drawing)

    def state(self, state: GraphicsState) -> str:
        return self._refer("G", state, *state)

    def gradient(self, gradient: Shading | TilePattern) -> str:
        return self._refer("P", gradient, *gradient)

    def ink(self, spot: Spot) -> str:
        return self._refer("C", spot, spot)

    def pieces_of(self, font: str) -> FontPieces:
        """The writer of pieces of text in a font."""
        pieces = self._pieces.get(font)
        if pieces is None:
            pieces = self._pieces[font] = FontPieces(self._font(font))
        return pieces

    def _refer(self, kind: str, referent: Referent, *content: object) -> str:
        # By the object itself, so that long contents are digested once.
        marked = self._marked.get((kind, referent))
        if marked is None:
            digest = blake2b(digest_size=16)
            # The null byte keeps parts apart: otherwise (ab, c) and (a, bc) would have one key.
            for part in content:  # long operators without a copy in Python's notation
                digest.update(
                    (part if isinstance(part, str) else repr(part)).encode("utf-8", "replace") + b"\0"
                )
            key = kind + digest.hexdigest()
            self.referents.setdefault(key, referent)
            marked = self._marked[kind, referent] = f"{MARK}{key}{MARK}"
        return marked


class Fragments(dict[Shaped | Gap, str]):
    """The fragments of pieces of text in one font with one tracking, cached."""

    def __init__(self, name: str, pieces: FontPieces, tracking: float, silent: bool) -> None:
        super().__init__()
        self.name = name
        self._pieces = pieces
        self._tracking = tracking
        self._silent = silent

    def __missing__(self, piece: Shaped | Gap) -> str:
        text = self[piece] = self._pieces.fragment(piece, self._tracking, self._silent)
        return text


class GlyphsUsed:
    """The glyphs that a content stream shows, including those in forms that it calls."""

    def __init__(self, references: References) -> None:
        self._references = references
        self._pieces: dict[str, set[Shaped | Gap]] = {}
        self._others: list[tuple[str, int]] = []

    def of_font(self, font: str) -> set[Shaped | Gap]:
        """The pieces shown in a font, to which further ones are added."""
        return self._pieces.setdefault(font, set())

    def add(self, glyphs: Iterable[tuple[str, int]]) -> None:
        """Adds glyphs by font."""
        self._others += glyphs

    def total(self) -> tuple[tuple[str, int], ...]:
        """The glyphs of each font."""
        by_font = {font: self._references.glyphs(font, pieces) for font, pieces in self._pieces.items()}
        for font, glyphs in self._others:
            by_font[font] = by_font.get(font, 0) | glyphs
        return tuple(by_font.items())


def expected_length(text: str) -> int:
    """An estimate of the number of characters of operators with a document's names."""
    parts = text.split(MARK)
    return sum(map(len, parts[::2])) + 2 * len(parts[1::2])
