"""Reads the words and symbols on a drawn face, to distinguish reworded cards from restyled ones."""

import hashlib
import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from nineup.drawing import (
    FAULTY,
    Digests,
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
from nineup.geometry import IDENTITY, Matrix

_SHARED = re.compile(r"#\d+\Z")
"""Ends the name of a form in which a layout shares static operations."""

_HYPHEN = re.compile(r"(?<=\w)[-\u2010](?=\w|$)", re.MULTILINE)


class FaceReader:
    """Reads faces of one game; each face is read once. `symbols` are the drawings of inline symbols by id.

    `with_says` reads the names of inline symbols too, as records of early versions do.
    """

    def __init__(self, symbols: Mapping[str, Form], with_says: bool = False) -> None:
        self._with_says = with_says
        self._ids = {form: id for id, form in symbols.items()}
        self._lines: dict[Face, tuple[FaceLine, ...]] = {}
        self._symbols: dict[Face | Form, frozenset[str]] = {}
        self._pictures: dict[Face, frozenset[Form | Image]] = {}
        self._shown: dict[tuple[int, ...], tuple[tuple[Face | None, ...], Shown]] = {}
        """By the identity of faces, which are kept so that no others get it."""
        self._texts: dict[Face, tuple[str, ...]] = {}
        self._said = _SaidTexts()

    def text(self, face: Face) -> tuple[str, ...]:
        """The lines of text and the symbols (`{id}`) on a face in drawing order, without micro lines."""
        if face in self._texts:
            return self._texts[face]
        return tuple(line.text.replace(_SAID, "}") for line in self._read(face) if line != _FAULT)

    def shown(self, faces: tuple[Face | None, ...], digests: Digests) -> "Shown":
        """What some faces show, which is looked up if these very faces were read before."""
        key = tuple(map(id, faces))
        found = self._shown.get(key)
        if found is None:
            pictures = {each for face in faces if face is not None for each in self.pictures(face)}
            names = tuple(sorted([_picture_digest(each, digests) for each in pictures]))
            found = self._shown[key] = faces, Shown(self.words(faces), self.symbols(faces), names)
        return found[1]

    def add(
        self, faces: tuple[Face | None, ...], shown: "Shown", texts: Mapping[Face, tuple[str, ...]]
    ) -> None:
        """Adds what another reader found: what some faces show, and the `text` of faces."""
        self._shown[tuple(map(id, faces))] = faces, shown
        self._texts |= texts

    def words(self, faces: tuple[Face | None, ...]) -> str:
        """Two digests of the words on some faces, in drawing order and by position: 8 hex digits, `-`, 8 more.

        They ignore styles, line breaks, hyphenation and capitals. Compare them with `same_words`.
        """
        drawn: list[FaceLine] = []
        placed: list[FaceLine] = []
        for face in faces:
            lines = self._worded(face) if face is not None else ()
            drawn += [*lines, _END]
            placed += [*sorted(lines), _END]
        return "-".join([_digest(_plain([line.text for line in order])) for order in (drawn, placed)])

    def symbols(self, faces: tuple[Face | None, ...]) -> list[str]:
        """The ids of the symbols on some faces in alphabetical order, without those in micro lines."""
        return sorted({id for face in faces if face is not None for id in self._symbols_on(face)})

    def pictures(self, face: Face) -> frozenset[Form | Image]:
        """The drawings and pictures on a face that are neither symbols nor what its layout draws on every card."""
        found = self._pictures.get(face)
        if found is None:
            found = self._pictures[face] = frozenset(self._pictures_in(face.ops))
        return found

    def _pictures_in(self, ops: tuple[Op, ...]) -> Iterator[Form | Image]:
        for op in ops:
            if isinstance(op, PlacedImage):
                yield op.image
            elif isinstance(op, Use) and op.form not in self._ids and not _SHARED.search(op.form.name):
                yield op.form
            elif isinstance(op, Group) and not is_micro(op):
                yield from self._pictures_in(op.ops)

    def _worded(self, face: Face) -> "list[FaceLine]":
        """The lines of a face for its words, without the names of inline symbols unless they are asked for."""
        lines = self._read(face)
        if self._with_says:
            return [line._replace(text=line.text.replace(_SAID, "}")) for line in lines]
        return [
            line._replace(text=_NAME.sub("{}", line.text)) if _SAID in line.text else line for line in lines
        ]

    def _read(self, face: Face) -> "tuple[FaceLine, ...]":
        lines = self._lines.get(face)
        if lines is None:
            lines = self._lines[face] = tuple(self._lines_of(face.ops, IDENTITY))
        return lines

    def _lines_of(self, ops: tuple[Op, ...], matrix: Matrix) -> "Iterator[FaceLine]":
        for op in ops:
            if isinstance(op, Text):
                yield _line(self._text(op), (op.x, op.y) if matrix is IDENTITY else matrix.apply(op.x, op.y))
            elif isinstance(op, Use) and op.form in self._ids:
                yield _line(f"{{{self._ids[op.form]}}}", (matrix @ op.matrix).apply(0.0, 0.0))
            elif isinstance(op, Use):
                yield from self._lines_of(op.form.ops, matrix @ op.matrix)
            elif isinstance(op, Group) and not is_micro(op):
                inner = self._lines_of(op.ops, matrix @ op.matrix)
                yield from (line._replace(text=op.says) for line in islice(inner, 1)) if op.says else inner
            elif op == FAULTY:
                yield _FAULT

    def _text(self, line: Text) -> str:
        said = self._said.__getitem__
        return "".join(["".join(map(said, run.pieces)) for run in line.runs])

    def _symbols_on(self, drawing: Face | Form) -> frozenset[str]:
        found = self._symbols.get(drawing)
        if found is None:
            found = self._symbols[drawing] = frozenset(self._symbols_in(drawing.ops))
        return found

    def _symbols_in(self, ops: tuple[Op, ...]) -> Iterator[str]:
        for op in ops:
            if isinstance(op, Use):
                yield from (self._ids[op.form],) if op.form in self._ids else self._symbols_on(op.form)
            elif isinstance(op, Group) and not is_micro(op):
                yield from self._symbols_in(op.ops)


def same_words(one: str, other: str) -> bool:
    """Whether two digests (`FaceReader.words`) mean the same words.

    One of the two parts must match: moving elements keeps the drawing order, reordering them keeps the positions.
    Records of early versions have only the first part.
    """
    return any(a == b for a, b in zip(one.split("-"), other.split("-"), strict=False))


class Shown(NamedTuple):
    """What a part's faces show: the digests of their words, the ids of their symbols, the digests of their pictures."""

    words: str
    symbols: list[str]
    pictures: tuple[str, ...]


class FaceLine(NamedTuple):
    """A line of text or a symbol, and where it starts on the face, in tenths of a point."""

    y: int
    x: int
    text: str


_SAID = "\2"
"""Ends the name of an inline symbol in a line, in place of a brace: the symbol itself is read where it is drawn."""

_NAME = re.compile(f"{{[^{{{_SAID}]*{_SAID}")

_END = FaceLine(0, 0, "\0")
"""Separates faces."""

_FAULT = FaceLine(0, 0, "\1")
"""Marks a face drawn with an error, so that its words change once it is fixed."""


def _plain(lines: list[str]) -> str:
    """The letters of some lines: without spaces, capitals, and hyphens within words or at the end of a line."""
    text = "\n".join(lines)
    if "-" in text or "\u2010" in text:
        text = _HYPHEN.sub("", text)
    return "".join(text.split()).casefold()


def _picture_digest(picture: Form | Image, digests: Digests) -> str:
    if isinstance(picture, Image):
        return picture.digest[:8]
    return digests[Face(picture.name, picture.size, 0.0, picture.ops)][:8]


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=4).hexdigest()


class _SaidTexts(dict[Shaped | Gap, str]):
    """What pieces of text say, each made once."""

    def __missing__(self, piece: Shaped | Gap) -> str:
        text = self[piece] = f"{{{piece.says}{_SAID}" if isinstance(piece, Gap) else piece.text
        return text


def _line(text: str, at: tuple[float, float]) -> FaceLine:
    return FaceLine(round(at[1] * 10), round(at[0] * 10), text)
