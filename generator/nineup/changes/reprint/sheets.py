"""Recovers printed faces from sheets that are still in the output, by the manifests next to them."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from nineup.base.geometry import Box, Size
from nineup.base.reading import UnfitFileError, read_file
from nineup.base.units import MM
from nineup.changes.reprint.manifests import built_folders, read_manifest
from nineup.faces.shapes import shape_outline
from nineup.model.drawing import Face
from nineup.model.game import Component, Game
from nineup.pipeline.cutting_out import cut_out
from nineup.write import PlacedPiece
from nineup.write.preview import Shot, page_sizes, stencilled

MAX_BYTES = 256 * 1024 * 1024
"""The size of the largest PDF that faces are recovered from."""


class PrintedFace(NamedTuple):
    """A face on a sheet: what is known of it without drawing, and its place.

    `blank` is cut out and named by its digest.
    """

    blank: Face
    pdf: bytes
    place: PlacedPiece


def faces_on_sheets(output: Path, game: Game, wanted: Collection[str]) -> dict[str, PrintedFace]:
    """The wanted faces that are whole on a sheet in a game's output, by digest.

    Components the game no longer has are left out, because their cut is unknown.
    """
    faces: dict[str, PrintedFace] = {}
    for folder in built_folders(output) if wanted else ():
        manifest = read_manifest(folder)
        places = {
            piece.digest: piece
            for piece in (manifest.pieces if manifest else ())
            if piece.digest in wanted
            and piece.component in game.components
            and not piece.part
            and Path(piece.file).name == piece.file
        }
        for file in sorted({place.file for place in places.values()}):
            # Sheets may have been deleted or overwritten.
            with suppress(FileNotFoundError, UnfitFileError, ValueError):
                pdf = read_file(folder / file, MAX_BYTES, follow=False)
                sizes = page_sizes(pdf)
                for place in places.values():
                    if place.file == file and _is_on(place, sizes):
                        component = game.components[place.component]
                        faces[place.digest] = PrintedFace(_blank(place, component), pdf, place)
    return faces


def _blank(place: PlacedPiece, component: Component) -> Face:
    box = _box(place)
    size = Size(box.height, box.width) if place.turns % 2 else Size(box.width, box.height)
    return cut_out(
        Face(place.digest, size, 0.0, ops=(), outline=shape_outline(component.outline, size)), component
    )


def _is_on(place: PlacedPiece, sizes: Sequence[Size]) -> bool:
    """Whether the pages of a file contain such a place. Anyone may have written the manifest."""
    if not 1 <= place.page <= len(sizes):
        return False
    box, size = _box(place), sizes[place.page - 1]
    return 0 <= box.x < box.right <= size.width and 0 <= box.y < box.bottom <= size.height


def _box(place: PlacedPiece) -> Box:
    return Box(*(side * MM for side in place.box))


def pictures_of(stencil: bytes, printed: Sequence[PrintedFace]) -> Iterator[Shot]:
    """Pictures of faces as printed on their sheets, in order, with the size and outline of a stencil."""
    for _, group in groupby(printed, key=lambda each: id(each.pdf)):
        on_file = list(group)
        places = [(each.place.page, _box(each.place), each.place.turns) for each in on_file]
        yield from stencilled(on_file[0].pdf, places, stencil)
