"""Pictures of faces, made in several processes: each draws some faces as a PDF and renders its pages.

What is drawn together doesn't depend on the number of processes, so pictures have the same bytes with one as
with many. They depend on nothing but that PDF, and are kept in the user's cache by its bytes: after an edit
of one card, only the pictures of its share are made again.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from typing import TypeVar

from nineup.base.processes import available_cores, divided
from nineup.base.remembering import by_content
from nineup.base.store import MAX_BYTES
from nineup.model.drawing import Face
from nineup.typography.fonts import Fonts
from nineup.write import face_pdf
from nineup.write.preview import Shot

Item = TypeVar("Item")

SHARE = 16
"""The number of pictures made together."""

ROUND = 8
"""The number of shares of each process before its pictures are passed on, so that not all must be in
memory.
"""

MAX_KEPT = MAX_BYTES // 2
"""The size in bytes of the pictures of one call after which no more are kept: others would be deleted for
them, and in the end the first of these.
"""


def render_faces(
    faces: Sequence[Face],
    fonts: Fonts,
    render: "partial[Iterator[Shot]]",
    processes: int | None = None,
) -> Iterator[Shot]:
    """A picture of each face, in order; `render` makes them from the pages of a PDF, as its function and its
    arguments say.
    """
    what = ("pictures", render.func.__qualname__, repr(render.args), repr(render.keywords))
    size = 0

    def pictures(share: Sequence[Face]) -> Iterable[Shot]:
        store = fonts.project.store if size < MAX_KEPT else None
        pdf = face_pdf(share, fonts)
        return by_content(store, what, sha256(pdf).digest(), kind=list[Shot], make=lambda: [*render(pdf)])

    for shot in in_shares(faces, pictures, processes):
        size += len(shot.data)
        yield shot


def in_shares(
    items: Sequence[Item], pictures: Callable[[Sequence[Item]], Iterable[Shot]], processes: int | None = None
) -> Iterator[Shot]:
    """A picture of each item, in order; `pictures` makes those of a share. By default, every core is used."""
    shares = [items[start : start + SHARE] for start in range(0, len(items), SHARE)]
    count = available_cores() if processes is None else processes
    for start in range(0, len(shares), ROUND * count):
        these = [partial(_listed, pictures, share) for share in shares[start : start + ROUND * count]]
        for shots in divided(partial(_called, these), len(these), count):
            yield from shots


def _listed(pictures: Callable[[Sequence[Item]], Iterable[Shot]], share: Sequence[Item]) -> list[Shot]:
    return list(pictures(share))


def _called(works: Sequence[Callable[[], list[Shot]]], number: int) -> list[Shot]:
    return works[number]()
