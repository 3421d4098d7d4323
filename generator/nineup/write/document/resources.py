"""The resources that a document's pages share: fonts, images, forms, gradients and opacities, each named
once.

Pages are written first and resources last, when it is known which glyphs of each font are used. Pages share
what any of them names; a form or a tiling pattern has only what its own stream names, since viewers go
through the resources of resources.
"""

from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar
from weakref import ref

from nineup.model.drawing import Image, Spot
from nineup.write.document.pieces import MARK, FontPieces
from nineup.write.document.references import (
    FormObject,
    GraphicsState,
    Operators,
    References,
    Referent,
    Shading,
    TilePattern,
)

_Key = TypeVar("_Key", bound=Hashable)


class FontUse:
    """A font in a document: its resource name, and the glyphs used so far."""

    def __init__(self, name: str, pieces: FontPieces) -> None:
        self.name = name
        self.font = pieces.font
        self.glyphs = 0
        """As in `Operators`."""
        self._others = pieces.texts

    def texts(self) -> dict[int, str]:
        """The text of each glyph used, in order of the glyphs; empty where a glyph has none of its own."""
        used = [glyph for glyph, bit in enumerate(reversed(f"{self.glyphs:b}")) if bit == "1"]
        return {glyph: self.font.texts.get(glyph) or self._others.get(glyph, "") for glyph in used}


class Resources:
    """The resources of one document with their names, in order of first use.

    `link` replaces references by the names.
    """

    def __init__(self, references: References) -> None:
        self._references = references
        self._linked = _Linked(self, references.referents)
        self.fonts: dict[str, FontUse] = {}
        self.images: dict[str, tuple[str, Image]] = {}
        """Names and images by digest."""
        self.drawings: dict[FormObject, str] = {}
        self.states: dict[GraphicsState, str] = {}
        self.gradients: dict[Shading | TilePattern, str] = {}
        self.inks: dict[Spot, str] = {}
        self.used: dict[str, frozenset[str]] = {}
        """The names in the stream of each drawing and each pattern, by its own."""
        self.on_pages = set[str]()
        """The names in the streams of pages."""

    def link(self, operators: Operators) -> str:
        """Operators with this document's names, as text to be encoded in Latin-1: it contains glyph ids as
        raw bytes.
        """
        text, names = self.link_text(operators.text)
        self.use(operators.glyphs, names)
        return text

    def use(self, glyphs: Iterable[tuple[str, int]], names: Iterable[str]) -> None:
        """Adds the glyphs of fonts, as in `Operators`, to those that the document embeds, and the names to
        those of its pages.
        """
        self.on_pages.update(names)
        for font, some in glyphs:
            self.font(font).glyphs |= some

    def link_text(self, text: str) -> tuple[str, frozenset[str]]:
        """A text with this document's names, and which these are."""
        if MARK not in text:  # as in long outlines, which would be in memory twice
            return text, frozenset()
        parts = text.split(MARK)
        parts[1::2] = names = self.names(parts[1::2])
        return "".join(parts), frozenset(names) - {MARK}

    def names(self, keys: Iterable[str]) -> list[str]:
        """The names that replace some keys."""
        return list(map(self._linked.__getitem__, keys))

    def font(self, key: str) -> FontUse:
        """A font by its key."""
        use = self.fonts.get(key)
        if use is None:
            use = self.fonts[key] = FontUse(f"F{len(self.fonts) + 1}", self._references.pieces_of(key))
        return use

    def image(self, image: Image) -> str:
        return self.images.setdefault(image.digest, (f"I{len(self.images) + 1}", image))[0]

    def drawing(self, drawing: FormObject) -> str:
        return _name_of(self.drawings, drawing, "X")

    def state(self, state: GraphicsState) -> str:
        return _name_of(self.states, state, "G")

    def gradient(self, gradient: Shading | TilePattern) -> str:
        return _name_of(self.gradients, gradient, "P")

    def ink(self, spot: Spot) -> str:
        return _name_of(self.inks, spot, "C")


class _Linked(dict[str, str]):
    """The name that replaces each key in a document."""

    def __init__(self, resources: Resources, referents: Mapping[str, Referent]) -> None:
        super().__init__()
        # A doubled mark has an empty key inside: it stands for the byte itself.
        self[""] = MARK
        # A strong reference would keep all pictures of a document in memory, since commands don't collect
        # cycles.
        self._resources = ref(resources)
        self._referents = referents

    def __missing__(self, key: str) -> str:
        text = self[key] = self._linked(self._referents[key])
        return text

    def _linked(self, referent: Referent) -> str:
        resources = self._resources()
        assert resources is not None
        match referent:
            case str():
                return resources.font(referent).name
            case Image():
                return resources.image(referent)
            case FormObject():
                # Inside first: what a form refers to is named before the form, and its own content is part of
                # what makes it equal to another.
                content, used = resources.link_text(referent.content)
                name = resources.drawing(referent._replace(content=content))
                resources.used[name] = used
                return name
            case GraphicsState():
                return resources.state(referent._replace(mask=resources.link_text(referent.mask)[0]))
            case TilePattern():
                content, used = resources.link_text(referent.content)
                name = resources.gradient(referent._replace(content=content))
                resources.used[name] = used
                return name
            case Shading():
                return resources.gradient(referent)
            case Spot():
                return resources.ink(referent)


def _name_of(names: dict[_Key, str], key: _Key, letter: str) -> str:
    name = names.get(key)
    if name is None:
        name = names[key] = f"{letter}{len(names) + 1}"
    return name
