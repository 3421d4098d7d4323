"""The first page of the PDF: a row of pictures at its foot where the contents leave room."""

import pytest
from nineup.base.geometry import Size
from nineup.book.writers.cover import CoverRow, cover_keys
from nineup.model.booklet import Booklet, BookletPicture, Chapter, Paragraph, PictureEntry, PlainText
from nineup.model.drawing import Face


def test_its_pictures_are_from_the_first_to_the_last_and_no_two_are_one() -> None:
    words = Paragraph((PlainText("Words"),))
    entries = tuple(PictureEntry(BookletPicture(f"deck/{n // 2}", "", 20.0), (words,)) for n in range(18))
    booklet = Booklet("Game", "", "", "", (Chapter("cards", (), (words, *entries)),))
    assert cover_keys(booklet, 3) == ["deck/0", "deck/3", "deck/6"]
    assert cover_keys(booklet, 9) == [f"deck/{n}" for n in range(9)]
    assert cover_keys(booklet, 10) == []


@pytest.mark.parametrize(("room", "number"), [(200.0, 3), (120.0, 4), (60.0, 0)])
def test_as_few_pictures_as_fit_fill_its_foot(room: float, number: int) -> None:
    face = Face("card", Size(180.0, 252.0), 0.0, ())
    row = CoverRow([[face] * 3, [face] * 4])
    assert row.wrap(340.0, room) == (340.0, room - 1 if number else 0.0)
    assert len(row.row) == number


def test_a_booklet_with_few_pictures_has_none_there() -> None:
    assert CoverRow([[], []]).wrap(340.0, 500.0) == (340.0, 0.0)
