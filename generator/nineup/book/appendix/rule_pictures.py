"""The pictures of a rulebook: faces, `![words](component/card "30mm")`, and tables that are laid out.

A table is a block of code whose first line says `table`, its width on paper and its caption; each line is a
piece with the place of its middle in millimetres, right and down, or just words:

    ```table 120mm The table of 4 players
    supply-mat 0 0
    deck/first/back 150 -20 turn=90 stack=5 "the {gem} deck"
    "Anna" 0 -120
    ```
"""

import re
from collections.abc import Mapping
from functools import partial
from typing import Protocol

from nineup.base.diagnostics import nearest
from nineup.base.units import MM, length
from nineup.book.appendix.blocks import WIDTH
from nineup.model.booklet import BACK, BookletPicture, LaidPiece, LaidTable

TABLE_WIDTH = 120 * MM
"""The default width of a table on paper, in points."""

LARGEST = 400 * MM
"""The largest width of a picture on paper, in points."""

_PIECE = re.compile(
    r'(?:"(?P<bare>[^"]*)"|(?P<key>[^\s"]+))[ \t]+(?P<x>-?\d+(?:\.\d+)?)[ \t]+(?P<y>-?\d+(?:\.\d+)?)'
    r'(?:[ \t]+turn=(?P<turn>-?\d+(?:\.\d+)?))?(?:[ \t]+stack=(?P<stack>\d+))?(?:[ \t]+"(?P<words>[^"]*)")?'
)
_INFO = re.compile(r"table(?:[ \t]++(?P<width>\d\S*+))?(?:[ \t]++(?P<caption>.*))?")


class Refuse(Protocol):
    """Reports a mistake with its hint and the words to point at, `below` the first line of a block."""

    def __call__(self, message: str, hint: str, words: str, below: int = 0) -> None: ...


class RulePictures:
    """Reads references to faces. `pictures` has a description of each that can be shown, by `component/card`
    and `component/card/back`.
    """

    def __init__(self, pictures: Mapping[str, str]) -> None:
        self._pictures = pictures

    def face(self, source: str, size: str, refuse: Refuse) -> BookletPicture | None:
        """The picture of a face with a width such as `30mm`; None after a mistake."""
        key = self._key(source, refuse)
        width = _width(size, WIDTH, refuse) if size else WIDTH
        return BookletPicture(key, self._pictures[key], width) if key and width else None

    def table(self, key: str, source: str, info: str, refuse: Refuse) -> tuple[LaidTable, str] | None:
        """A table and its caption; None after a mistake."""
        about = _INFO.fullmatch(info.strip())
        if about is None:
            refuse(f"expected `table`, a width and a caption, found `{info}`", "such as `table 120mm`", info)
            return None
        width = _width(about["width"], TABLE_WIDTH, refuse) if about["width"] else TABLE_WIDTH
        lines = [(at, line.strip()) for at, line in enumerate(source.split("\n"), start=1)]
        read = [self._piece(line, partial(refuse, below=at)) for at, line in lines if line]
        pieces = tuple(piece for piece in read if piece)
        if not pieces and not read:
            refuse("a table has no pieces", "write one on each line, such as `deck 0 0`", info)
        if not pieces or len(pieces) < len(read) or not width:
            return None
        return LaidTable(key, width, pieces), about["caption"] or ""

    def _piece(self, line: str, refuse: Refuse) -> LaidPiece | None:
        match = _PIECE.fullmatch(line)
        if match is None:
            hint = (
                'a piece and its place in millimetres, such as `deck/first 20 -35.5 turn=90 stack=5 "words"`'
            )
            refuse(f"expected a piece on the table, found `{line}`", hint, line)
            return None
        key = self._key(match["key"], refuse) if match["key"] else ""
        if key is None:
            return None
        words = match["bare"] or match["words"] or ""
        x, y = float(match["x"]) * MM, float(match["y"]) * MM
        return LaidPiece(
            key, x, y, turn=float(match["turn"] or 0), stack=int(match["stack"] or 1), words=words
        )

    def _key(self, source: str, refuse: Refuse) -> str | None:
        """The key of a face; the name of a component is enough if it has one card."""
        back = BACK if source.endswith(BACK) else ""
        card = source.removesuffix(BACK)
        key = (card if "/" in card else f"{card}/{card}") + back
        if key in self._pictures:
            return key
        known = [each.partition("/")[0] if _is_alone(each) else each for each in self._pictures]
        if back and key.removesuffix(back) in self._pictures:
            refuse(f"`{card}` has no back", "", source)
        else:
            refuse(f"this run has no piece `{source}`", nearest(source, known), source)
        return None


def _is_alone(key: str) -> bool:
    component, card, *_ = key.split("/")
    return component == card


def _width(text: str, default: float, refuse: Refuse) -> float:
    """A width; 0 after a mistake."""
    try:
        width = length(text)
    except ValueError as error:
        refuse(f"the width of a picture: {error}", f"such as {default / MM:g}mm", text)
        return 0.0
    if not 0 < width <= LARGEST:
        refuse(f"a picture is {text} wide", f"at most {LARGEST / MM:g}mm", text)
        return 0.0
    return width
