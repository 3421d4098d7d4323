"""Recovers printed faces from sheets that are still in the output, by the manifests next to them."""

from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path

from nineup.art import read_image
from nineup.drawing import Face, PlacedImage
from nineup.game import Game
from nineup.geometry import Box, Size
from nineup.pipeline.cut_out import cut_out
from nineup.preview import clippings
from nineup.reading import UnfitFileError, read_file
from nineup.reprint.manifests import built_folders, read_manifest
from nineup.shapes import outline
from nineup.units import INCH, MM
from nineup.write import PlacedPiece

MOST_BYTES = 256 * 1024 * 1024
"""The size of the largest PDF that faces are recovered from."""

RESOLUTION = 260
"""Dots per inch: twice the resolution of the final pictures."""


def faces_on_sheets(output: Path, game: Game, wanted: Collection[str]) -> dict[str, Face]:
    """The wanted faces that are whole on a sheet in a game's output, cut out, by digest.

    Components the game no longer has are left out, because their cut is unknown.
    """
    found: dict[str, Face] = {}
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
            on_file = [place for place in places.values() if place.file == file]
            # Sheets may have been deleted or overwritten.
            with suppress(FileNotFoundError, UnfitFileError, ValueError):
                found |= dict(_faces(read_file(folder / file, MOST_BYTES, follow=False), on_file, game))
    return found


def _faces(pdf: bytes, places: list[PlacedPiece], game: Game) -> Iterator[tuple[str, Face]]:
    boxes = [(place.page, Box(*(side * MM for side in place.box)), place.turns) for place in places]
    for place, (png, wide, high) in zip(places, clippings(pdf, boxes, RESOLUTION), strict=True):
        component = game.components[place.component]
        size = Size(wide * INCH / RESOLUTION, high * INCH / RESOLUTION)
        picture = PlacedImage(read_image(png), Box(0.0, 0.0, *size))
        face = Face(place.digest, size, 0.0, (picture,), outline(component.outline, size))
        yield place.digest, cut_out(face, component)
