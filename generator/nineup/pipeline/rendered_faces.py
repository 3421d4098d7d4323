"""Pictures of faces, made in several processes: each draws some faces as a PDF and renders its pages.

What is drawn together doesn't depend on the number of processes, so pictures have the same bytes whatever it is.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

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
    drawn: Callable[[Sequence[Face]], Iterable[Face]] = iter,
) -> Iterator[Shot]:
    """A picture of each face, in order; `render` makes them of the pages of a PDF. By default, every core is used.

    `drawn` may fill faces in only then, so that not all have to be in memory.
    """
    shares = [faces[start : start + SHARE] for start in range(0, len(faces), SHARE)]
    count = available_cores() if processes is None else processes

    def work(number: int) -> list[Shot]:
        return list(render(face_pdf(drawn(shares[number]), fonts)))

    for start in range(0, len(shares), ROUND * count):
        these = range(start, min(start + ROUND * count, len(shares)))
        for shots in divided(lambda number, these=these: work(these[number]), len(these), count):  # type: ignore[misc]
            yield from shots
