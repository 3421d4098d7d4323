"""Sheets, remembered: after an edit of what pieces show, only the pages that they stand on are new."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from nineup.diagnostics import Findings
from nineup.drawing import Face
from nineup.fonts import Fonts
from nineup.geometry import Size
from nineup.impose import Notes, impose
from nineup.paper import Page, Piece, Sheet, SheetSpec

NO_FACE = Face("", Size(0.0, 0.0), 0.0, ())


class _Laid(NamedTuple):
    """How pieces were laid on sheets, what was told of it, and what that depended on besides the pieces."""

    about: tuple[SheetSpec, Notes, Fonts]
    pieces: Sequence[Piece]
    sheets: tuple[Sheet, ...]
    told: Findings


class Sheets:
    """The sheets of each group of pieces on each paper, as they were last laid."""

    def __init__(self) -> None:
        self._laid: dict[tuple[str, str], _Laid] = {}

    def impose(
        self, pieces: Sequence[Piece], spec: SheetSpec, notes: Notes, fonts: Fonts, findings: Findings
    ) -> tuple[Sheet, ...]:
        """As `impose.impose`. A page on which nothing is new is the very same as before."""
        about, key = (spec, notes, fonts), (notes.group, spec.paper)
        known = self._laid.get(key)
        new = None if known is None or known.about != about else replaced(known.pieces, pieces)
        if known is None or new is None:
            sheets = impose(pieces, spec, notes, fonts, told := Findings())
        else:
            sheets, told = tuple([_sheet(sheet, new) for sheet in known.sheets]), known.told
            # Pieces that are equal are told apart by identity, as the pages hold them.
            pieces = [new.get(id(piece), piece) for piece in known.pieces]
        self._laid[key] = _Laid(about, pieces, sheets, told)
        findings.extend(told)
        return sheets


def replaced(old: Sequence[Piece], new: Sequence[Piece]) -> dict[int, Piece] | None:
    """What takes the place of pieces (by identity) where only what their faces show is new; None where more is."""
    if len(old) != len(new):
        return None
    others = [(before, after) for before, after in zip(old, new, strict=True) if before != after]
    if any(_shape(before) != _shape(after) for before, after in others):
        return None
    return {id(before): after for before, after in others}


def _shape(piece: Piece) -> object:
    """All that laying pieces on paper looks at: of their faces, no more than how large they are and where they end."""
    faces = [face and (face.size, face.bleed, face.outline) for face in (piece.front, piece.back)]
    return faces, msgspec.structs.replace(piece, front=NO_FACE, back=None)


def _sheet(sheet: Sheet, new: Mapping[int, Piece]) -> Sheet:
    front, back = _page(sheet.front, new), sheet.back and _page(sheet.back, new)
    return sheet if front is sheet.front and back is sheet.back else Sheet(sheet.number, front, back)


def _page(page: Page, new: Mapping[int, Piece]) -> Page:
    if not any(id(placement.piece) in new for placement in page.placements):
        return page
    placements = []
    for placement in page.placements:
        piece = new.get(id(placement.piece), placement.piece)
        face = piece.front if placement.side == "front" else piece.back
        placements.append(msgspec.structs.replace(placement, piece=piece, face=face))
    return msgspec.structs.replace(page, placements=tuple(placements))
