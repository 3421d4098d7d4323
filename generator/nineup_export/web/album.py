"""The pictures of a published game: every side of every piece once, by its digest, as small WebP files."""

from collections.abc import Iterator
from functools import partial

import msgspec
from nineup.base import INCH, MM
from nineup.faces.shapes import shape_of
from nineup.layout.typeset import Drawn
from nineup.model import Digests, Face
from nineup.pipeline import cut_out, render_faces
from nineup.typography.fonts import Fonts
from nineup.write import clear_webp

from nineup_export.target import ExportedFile

FOLDER = "faces"

RESOLUTION, QUALITY = 130, 75
"""Dots per inch of a picture, and the quality of its compression."""

LONGEST = 1100
"""The longest side of a picture, in pixels."""

MANY, LOWER_RESOLUTION, LOWER_QUALITY, LOWER_LONGEST = 200, 84, 48, 540
"""Those of one among so many, so that a large game stays light."""


class Look(msgspec.Struct, frozen=True):
    """What players see of a piece: the digests of its sides, and its size in millimetres."""

    front: str
    back: str
    """Empty for a one-sided piece."""
    width: float
    height: float


class Album:
    """Collects faces as pieces are looked at, then draws each of them once."""

    def __init__(self) -> None:
        self._digests = Digests(with_micro=True)
        self._faces: dict[str, Face] = {}
        self._looks: dict[tuple[Face, Face | None, str], Look] = {}

    def look(self, drawn: Drawn) -> Look:
        """The looks of a piece, cut out as it lies on a table."""
        component = drawn.part.component
        key = drawn.front, drawn.back, component.id
        if key not in self._looks:
            sides = shape_of(component.shape).shown(component, drawn.front, drawn.back)
            cuts = [cut_out(side, component) if side is not None else None for side in sides]
            front, back = (self._digest(cut) for cut in cuts)
            size = sides[0].size
            self._looks[key] = Look(front, back, round(size.width / MM, 2), height=round(size.height / MM, 2))
        return self._looks[key]

    def _digest(self, face: Face | None) -> str:
        if face is None:
            return ""
        digest = self._digests[face]
        self._faces.setdefault(digest, face)
        return digest

    def files(self, fonts: Fonts) -> Iterator[ExportedFile]:
        """A picture of each face, those of one width together."""
        is_large = len(self._faces) > MANY
        resolution, longest = (LOWER_RESOLUTION, LOWER_LONGEST) if is_large else (RESOLUTION, LONGEST)
        render = partial(clear_webp, quality=LOWER_QUALITY if is_large else QUALITY, method=4)
        by_width: dict[int, dict[str, Face]] = {}
        for digest, face in self._faces.items():
            scale = min(resolution / INCH, longest / max(face.size))
            by_width.setdefault(round(face.size.width * scale), {})[digest] = face
        for width, faces in by_width.items():
            shots = render_faces(list(faces.values()), fonts, partial(render, width=width))
            for digest, shot in zip(faces, shots, strict=True):
                yield ExportedFile(f"{FOLDER}/{digest}.webp", shot.data)
