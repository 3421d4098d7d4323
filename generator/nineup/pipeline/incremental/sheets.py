"""Cached sheets: after an edit of what pieces show, only the pages that contain them are new."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from nineup.base.diagnostics import Findings
from nineup.base.geometry import Size
from nineup.impose import Notes, impose
from nineup.model.drawing import Face
from nineup.model.paper import Page, Piece, Placement, Sheet, SheetSpec
from nineup.typography.fonts import Fonts

NO_FACE = Face("", Size(0.0, 0.0), 0.0, ops=())

MAX_LAYOUTS = 32
"""The number of cached groups and papers; the least recently used is dropped first."""


class _Imposition(NamedTuple):
    """Pieces laid on sheets, the findings about them, and the other inputs of imposition."""

    inputs: tuple[SheetSpec, Notes, Fonts]
    pieces: Sequence[Piece]
    sheets: tuple[Sheet, ...]
    findings: Findings


class SheetCache:
    """The sheets of each group of pieces on each paper, as last laid out."""

    def __init__(self) -> None:
        self._layouts: OrderedDict[tuple[str, str], _Imposition] = OrderedDict()

    def impose(
        self, pieces: Sequence[Piece], spec: SheetSpec, notes: Notes, fonts: Fonts, findings: Findings
    ) -> tuple[Sheet, ...]:
        """As `impose.impose`. A page on which nothing is new is the same object as before."""
        inputs, key = (spec, notes, fonts), (notes.group, spec.paper)
        known = self._layouts.get(key)
        new = None if known is None or known.inputs != inputs else replacements(known.pieces, pieces)
        if known is None or new is None:
            sheets = impose(pieces, spec, notes, fonts=fonts, findings=(reported := Findings()))
        else:
            sheets, reported = tuple([_sheet(sheet, new) for sheet in known.sheets]), known.findings
            # Equal pieces are distinguished by identity, so keep the objects in the pages.
            pieces = [new.get(id(piece), piece) for piece in known.pieces]
        self._layouts[key] = _Imposition(inputs, pieces, sheets, findings=reported)
        self._layouts.move_to_end(key)
        if len(self._layouts) > MAX_LAYOUTS:
            self._layouts.popitem(last=False)
        findings.extend(reported)
        return sheets


def replacements(old: Sequence[Piece], new: Sequence[Piece]) -> dict[int, Piece] | None:
    """New pieces by the ids of the objects they replace, if only what their faces show differs; else None."""
    if len(old) != len(new):
        return None
    # In order: imposition groups and orders pieces by what `_footprint` has, so equal
    # footprints lie in the same places.
    changed = [(before, after) for before, after in zip(old, new, strict=True) if before != after]
    if any(_footprint(before) != _footprint(after) for before, after in changed):
        return None
    return {id(before): after for before, after in changed}


def _footprint(piece: Piece) -> object:
    """Everything imposition sees of a piece: of its faces only size, bleed and outline."""
    faces = [face and (face.size, face.bleed, face.outline) for face in (piece.front, piece.back)]
    return faces, msgspec.structs.replace(piece, front=NO_FACE, back=None)


def _sheet(sheet: Sheet, new: Mapping[int, Piece]) -> Sheet:
    front, back = _page(sheet.front, new), sheet.back and _page(sheet.back, new)
    return sheet if front is sheet.front and back is sheet.back else Sheet(sheet.number, front, back)


def _page(page: Page, new: Mapping[int, Piece]) -> Page:
    if not any(id(placement.piece) in new for placement in page.placements):
        return page
    placements = tuple([_placement(placement, new) for placement in page.placements])
    return msgspec.structs.replace(page, placements=placements)


def _placement(placement: Placement, new: Mapping[int, Piece]) -> Placement:
    piece = new.get(id(placement.piece), placement.piece)
    face = piece.front if placement.side == "front" else piece.back
    return msgspec.structs.replace(placement, piece=piece, face=face)
