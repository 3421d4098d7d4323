"""The foot of a booklet's first page: some of its pictures in a row, if the contents leave room for them."""

from collections.abc import Sequence

from nineup.base.units import MM
from nineup.book.writers.flow import CardPicture
from nineup.book.writers.platypus import flowables
from nineup.model.booklet import TABLE, Booklet, BookletPicture, pictures_and_symbols
from nineup.model.drawing import Face

ROW = (3, 4, 5, 6)
"""The numbers of pictures to try in a row, smallest first, so that they are large."""

GAP = 5 * MM
"""The space between two pictures, and the minimum above them."""


def cover_keys(booklet: Booklet, number: int) -> list[str]:
    """The keys of a number of pictures of a booklet's cards, evenly chosen from first to last; empty if it
    has fewer.
    """
    pictures = (each for each in pictures_and_symbols(booklet.chapters) if isinstance(each, BookletPicture))
    card_keys = (each.key for each in pictures if not each.key.startswith(TABLE))
    keys = list(dict.fromkeys(card_keys))
    return [keys[at * len(keys) // number] for at in range(number)] if len(keys) >= number else []


class CoverRow(flowables.Flowable):  # type: ignore[misc]
    """The first of several rows of faces that fits below the contents, at the foot of the page; or
    nothing.
    """

    def __init__(self, rows: Sequence[Sequence[Face]]) -> None:
        super().__init__()
        self.rows = rows

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        rows = ([CardPicture(face, _share(width, len(row)), height) for face in row] for row in self.rows)
        fitting = (row for row in rows if row and _tallest(row, _share(width, len(row))) <= height - GAP)
        self.row = next(fitting, [])
        self.width, self.height = width, height - 1 if self.row else 0.0
        return self.width, self.height

    def draw(self) -> None:
        step = _share(self.width, len(self.row)) + GAP if self.row else 0.0
        for at, picture in enumerate(self.row):
            picture.drawOn(self.canv, at * step, 0)


def _share(width: float, number: int) -> float:
    """The width of each picture in a row of `number`."""
    return (width - GAP * (number - 1)) / number


def _tallest(row: Sequence[CardPicture], width: float) -> float:
    """The height of the tallest picture at a width."""
    return max(width * picture.face.size.height / picture.face.size.width for picture in row)
