"""Pictures of faces, made in several processes: each draws some faces as a PDF and renders its pages.

What is drawn together doesn't depend on the number of processes, so pictures have the same bytes whatever it is.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from nineup.drawing import Face
from nineup.fonts import Fonts
from nineup.preview import Shot
from nineup.processes import available_cores, divided
from nineup.write import face_pdf

SHARE = 16
"""The faces of one PDF."""

ROUND = 8
"""The shares of each process until their pictures are passed on, so that not all have to be in memory."""


def render_faces(
    faces: Sequence[Face],
    fonts: Fonts,
    render: Callable[[bytes], Iterable[Shot]],
    processes: int | None = None,
) -> Iterator[Shot]:
    """A picture of each face, in order; `render` makes them of the pages of a PDF. By default, every core is used."""
    shares = [faces[start : start + SHARE] for start in range(0, len(faces), SHARE)]
    count = available_cores() if processes is None else processes
    for start in range(0, len(shares), ROUND * count):
        these = shares[start : start + ROUND * count]
        for shots in divided(partial(_render, these, fonts, render), len(these), count):
            yield from shots


def _render(
    shares: Sequence[Sequence[Face]], fonts: Fonts, render: Callable[[bytes], Iterable[Shot]], number: int
) -> list[Shot]:
    return list(render(face_pdf(shares[number], fonts)))
