"""Digests of drawn faces, which show whether a printed face has changed."""

import hashlib
from collections.abc import Iterable

import msgspec

from nineup.base.geometry import LongOutline
from nineup.base.geometry.long_outline import portions
from nineup.model.drawing import (
    UNPAINTED,
    Colour,
    Face,
    Form,
    Gap,
    Group,
    Mask,
    Op,
    Path,
    PlacedImage,
    Shaped,
    Text,
    Tiling,
    Use,
    is_micro,
)

_PORTION = 4096
"""The segments of a long outline that are encoded together."""


def digest(face: Face) -> str:
    """Sixteen hex digits that change if and only if the printed face changes, apart from micro lines."""
    return Digests()[face]


class Digests(dict[Face, str]):
    """The digests of faces, computed when first looked up; shared forms and words are encoded once.

    With micro lines, a digest changes if and only if anything drawn does.
    """

    def __init__(self, with_micro: bool = False) -> None:
        super().__init__()
        self._with_micro = with_micro
        self._pieces = _GlyphInk(with_micro)
        self._forms: dict[Form, bytes] = {}

    def __missing__(self, face: Face) -> str:
        text = self[face] = self._ink(_encode((face.size, face.bleed)), face.ops).hex()
        return text

    def forget(self, forms: Iterable[Form]) -> None:
        """Drops what is cached about forms that are unlikely to be used again."""
        for form in forms:
            self._forms.pop(form, None)

    def _ink(self, head: bytes, ops: tuple[Op, ...]) -> bytes:
        ink = [head]
        self._add(ops, ink)
        return hashlib.blake2b(b"".join(ink), digest_size=8).digest()

    def _add(self, ops: tuple[Op, ...], ink: list[bytes]) -> None:
        """Append the bytes of operations; the names of forms aren't printed and are left out."""
        piece_ink = self._pieces.__getitem__
        for op in ops:
            if isinstance(op, Text):
                heads: list[tuple[str, Colour, int]] = []
                pieces: list[bytes] = []
                for run in op.runs:  # most lines have only one
                    heads.append((run.font, run.colour, len(run.pieces)))
                    pieces += map(piece_ink, run.pieces)
                ink.append(_encode(("Text", op.x, op.y, op.size, op.tracking, op.opacity, heads)))
                ink += pieces
            elif isinstance(op, Use):
                ink += (self._form(op.form), _encode(op.matrix))
            elif isinstance(op, Group):
                if self._with_micro or not is_micro(op):
                    visible = tuple([inner for inner in op.ops if self._with_micro or not is_micro(inner)])
                    ink.append(_encode(("Group", op.matrix, op.clip, op.opacity, len(visible))))
                    self._add(visible, ink)
                    if op.mask or op.blend != "normal" or op.isolated:
                        ink.append(_encode(("Mixed", op.blend, op.isolated, op.mask is not None)))
                        ink.append(self._mask(op.mask))
            elif isinstance(op, PlacedImage):
                ink.append(_encode(("Picture", op.image.digest, op.box, op.opacity)))
            else:
                self._add_path(op, ink)

    def _mask(self, mask: Mask | None) -> bytes:
        return self._ink(_encode(mask.alpha), mask.ops) if mask else b""

    def _add_path(self, path: Path, ink: list[bytes]) -> None:
        fill, stroke = path.fill, path.stroke
        for paint in (fill, stroke.paint if stroke else None):
            if isinstance(paint, Tiling):
                ink.append(self._ink(_encode(("Tiling", paint.cell, paint.matrix)), paint.ops))
        if isinstance(fill, Tiling):
            path = msgspec.structs.replace(path, fill=None)
        if stroke and isinstance(stroke.paint, Tiling):
            path = msgspec.structs.replace(path, stroke=msgspec.structs.replace(stroke, paint=UNPAINTED))
        if isinstance(path.segments, LongOutline):
            for kinds, numbers in portions(path.segments, _PORTION):
                ink += (kinds, _encode((path.segments.parts, numbers)))
            path = msgspec.structs.replace(path, segments=())
        ink.append(_encode(path))

    def _form(self, form: Form) -> bytes:
        ink = self._forms.get(form)
        if ink is None:
            ink = self._forms[form] = self._ink(_encode(form.size), form.ops)
        return ink


class _GlyphInk(dict[Shaped | Gap, bytes]):
    """The bytes of pieces of text, made once for each."""

    def __init__(self, with_micro: bool) -> None:
        super().__init__()
        self._with_micro = with_micro

    def __missing__(self, piece: Shaped | Gap) -> bytes:
        ink = self[piece] = _encode(self._printed(piece))
        return ink

    def _printed(self, piece: Shaped | Gap) -> object:
        # A font's key identifies its content, so equal words have equal shapes; only spaces may be stretched.
        if isinstance(piece, Shaped):
            return (piece.text, piece.width, piece.variant) if piece.variant else (piece.text, piece.width)
        return piece if self._with_micro else ("Gap", piece.width)


def _portioned(outline: object) -> list[tuple[bytes, int, list[float]]]:
    """A long outline inside a record, such as that of a clip, as data that can be encoded."""
    if not isinstance(outline, LongOutline):
        raise TypeError(f"a digest has no notation for {type(outline).__name__}")
    return [(kinds, outline.parts, numbers) for kinds, numbers in portions(outline, _PORTION)]


_encode = msgspec.msgpack.Encoder(enc_hook=_portioned).encode
