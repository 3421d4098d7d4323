"""Reads the words and symbols on a drawn face, to distinguish reworded cards from restyled ones."""

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from nineup.base.geometry import IDENTITY, Matrix
from nineup.faces.record.model import CardRecord
from nineup.model.digests import Digests
from nineup.model.drawing import (
    FAULTY,
    Face,
    Form,
    Gap,
    Group,
    Image,
    Op,
    PlacedImage,
    Shaped,
    Text,
    Use,
    is_micro,
)

_SHARED = re.compile(r"#\d+\Z")
"""The end of the name of a form in which a layout shares static operations."""

_HYPHEN = re.compile(r"(?<=\w)[-\u2010](?=\w|$)", re.MULTILINE)


class FaceReader:
    """Reads faces of one game; each face is read once. `symbols` are the drawings of inline symbols by id."""

    def __init__(self, symbols: Mapping[str, Form]) -> None:
        self._said, self._named = _Said(with_names=False), _Said(with_names=True)
        self._ids = {form: id for id, form in symbols.items()}
        self._readings: dict[Face | None, _Reading] = {}
        self._silent: dict[Form, bool] = {}
        """Whether a form that many faces share has neither words nor symbols."""
        self._shown: dict[tuple[int, ...], tuple[tuple[Face | None, ...], Shown]] = {}
        """By the identity of faces, which are kept alive so that no others get it."""
        self._texts: dict[Face, tuple[str, ...]] = {}
        self.card_records: dict[tuple[str, str], tuple[object, object, CardRecord]] = {}
        """The records of cards as last made, by component and card, along with the card's values and its
        drawn content.
        """

    def text(self, face: Face) -> tuple[str, ...]:
        """The lines of text and the symbols (`{id}`) on a face in drawing order, without micro lines."""
        if face not in self._texts:
            reading = _Reading(self._named)
            self._read(face.ops, IDENTITY, reading)
            self._texts[face] = tuple([text for _, _, text in reading.lines if text != _FAULT])
        return self._texts[face]

    def shown(self, faces: tuple[Face | None, ...], digests: Digests) -> "Shown":
        """The content of some faces, which is cached by identity."""
        key = tuple(map(id, faces))
        cached = self._shown.get(key)
        if cached is None:
            readings = [self._reading(face) for face in faces]
            pictures = set().union(*[reading.pictures for reading in readings])
            names = tuple(sorted([_picture_digest(each, digests) for each in pictures]))
            symbols = sorted(set().union(*[reading.symbols for reading in readings]))
            cached = self._shown[key] = faces, Shown(_words(readings), symbols, names)
        return cached[1]

    def read(self, faces: Iterable[Face | None]) -> None:
        """Reads some faces in advance, which is faster than one by one."""
        for face in faces:
            self._reading(face)

    def add(
        self, faces: tuple[Face | None, ...], shown: "Shown", texts: Mapping[Face, tuple[str, ...]]
    ) -> None:
        """Adds the results of another reader: the content of faces, and their `text`."""
        self._shown[tuple(map(id, faces))] = faces, shown
        self._texts |= texts

    def clear(self) -> None:
        """Drops everything cached about faces."""
        self._readings.clear()
        self._shown.clear()
        self._texts.clear()
        self.card_records.clear()

    def forget(self, forms: Iterable[Form]) -> None:
        """Drops what is cached about forms that are unlikely to be used again."""
        for form in forms:
            self._silent.pop(form, None)

    def words(self, faces: tuple[Face | None, ...]) -> str:
        """Two digests of the words on some faces, in drawing order and by position: 8 hex digits, `-`, 8
        more.

        They ignore styles, line breaks, hyphenation and capitals. Compare them with `same_words`.
        """
        return _words([self._reading(face) for face in faces])

    def _reading(self, face: Face | None) -> "_Reading":
        reading = self._readings.get(face)
        if reading is None:
            reading = self._readings[face] = _Reading(self._said)
            self._read(face.ops if face is not None else (), IDENTITY, reading)
        return reading

    def _read(self, ops: tuple[Op, ...], matrix: Matrix, into: "_Reading") -> None:
        lines, said = into.lines, into.said.__getitem__
        for op in ops:
            if isinstance(op, Text):
                x, y = (op.x, op.y) if matrix is IDENTITY else matrix.apply(op.x, op.y)
                text = ""
                for run in op.runs:  # most lines have only one
                    text += "".join(map(said, run.pieces))
                lines.append((round(y * 10), round(x * 10), text))
            elif isinstance(op, Use):
                self._read_use(op, matrix, into)
            elif isinstance(op, PlacedImage):
                into.pictures.add(op.image)
            elif isinstance(op, Group) and not is_micro(op):
                before = len(lines)
                self._read(op.ops, matrix @ op.matrix, into)
                if op.says and len(lines) > before:
                    lines[before:] = [(*lines[before][:2], op.says)]
            elif op == FAULTY:
                lines.append((0, 0, _FAULT))

    def _read_use(self, use: Use, matrix: Matrix, into: "_Reading") -> None:
        form = use.form
        symbol = self._ids.get(form)
        if symbol is not None:
            x, y = use.matrix[4:] if matrix is IDENTITY else (matrix @ use.matrix)[4:]
            into.lines.append((round(y * 10), round(x * 10), f"{{{symbol}}}"))
            into.symbols.add(symbol)
            return
        if not _SHARED.search(form.name):
            into.pictures.add(form)
        if not self._silent.get(form):
            inner = _Reading(into.said)
            self._read(form.ops, matrix @ use.matrix, inner)
            into.lines += inner.lines
            into.symbols |= inner.symbols  # The pictures in a form are the form's own.
            self._silent[form] = not (inner.lines or inner.symbols)


def same_words(one: str, other: str) -> bool:
    """Whether two digests (`FaceReader.words`) represent the same words: moved elements keep their order,
    reordered ones their positions.
    """
    return any(a == b for a, b in zip(one.split("-"), other.split("-"), strict=False))


class Shown(msgspec.Struct, frozen=True):
    """What a part's faces show: the digests of their words, the ids of their symbols, the digests of their
    pictures.
    """

    words: str
    symbols: list[str]
    pictures: tuple[str, ...]


_Line = tuple[int, int, str]
"""The start of a line of text or a symbol on the face, y before x, in tenths of a point, and its content."""


class _Reading:
    """The content of a drawing: its lines and symbols in drawing order, the ids of the symbols, and
    pictures.
    """

    __slots__ = ("lines", "pictures", "said", "symbols")

    def __init__(self, said: "_Said") -> None:
        self.said = said
        self.lines: list[_Line] = []
        self.symbols: set[str] = set()
        self.pictures: set[Form | Image] = set()


class _Said(dict[Shaped | Gap, str]):
    """The text of pieces, each read once. An inline symbol is read where it is drawn."""

    def __init__(self, with_names: bool) -> None:
        super().__init__()
        self._with_names = with_names

    def __missing__(self, piece: Shaped | Gap) -> str:
        name = piece.says if isinstance(piece, Gap) and self._with_names else ""
        text = self[piece] = piece.text if isinstance(piece, Shaped) else f"{{{name}}}"
        return text


_END: _Line = (0, 0, "\0")
"""Separates faces."""

_FAULT = "\1"
"""Marks a face drawn with an error, so that its words change once it is fixed."""


def _words(faces: Sequence[_Reading]) -> str:
    """The digests of the words on some faces, as in `FaceReader.words`."""
    drawn: list[_Line] = []
    placed: list[_Line] = []
    for face in faces:
        drawn += (*face.lines, _END)
        placed += (*sorted(face.lines), _END)
    first = _digest(drawn)
    return f"{first}-{first if placed == drawn else _digest(placed)}"


def _plain(lines: list[str]) -> str:
    """The letters of some lines: without spaces, capitals, and hyphens within words or at the end of
    a line.
    """
    text = "\n".join(lines)
    if "-" in text or "\u2010" in text:
        text = _HYPHEN.sub("", text)
    return "".join(text.split()).casefold()


def _picture_digest(picture: Form | Image, digests: Digests) -> str:
    if isinstance(picture, Image):
        return picture.digest[:8]
    return digests[Face(picture.name, picture.size, 0.0, ops=picture.ops)][:8]


def _digest(lines: Sequence[_Line]) -> str:
    text = _plain([text for _, _, text in lines])
    return hashlib.blake2b(text.encode(), digest_size=4).hexdigest()
