"""Page layout of the PDF: what stays together, what is set side by side, and how wide columns are."""

import io
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pikepdf
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made import tiny_source, written
from nineup.base.geometry import Box
from nineup.book.writers.breaks import ROUNDING, height_needed
from nineup.book.writers.charts import HATCHES, BarSegment, hatching, segment_ops
from nineup.book.writers.flow import TextFlowable
from nineup.book.writers.grids import equalised, shared_widths
from nineup.book.writers.platypus import flowables, frames
from nineup.book.writers.typesetter import SetBlock
from nineup.model.booklet import BarChart, PlainText

NARROW = "| Symbol | Name |\n|---|--:|\n"


def pdf_of(tmp_path: Path, text: str) -> bytes:
    """The PDF of a part of the tiny game."""
    project, _ = tiny_source(tmp_path)
    part = tmp_path / "layouts/tiny/appendix/50-part.md"
    part.parent.mkdir(exist_ok=True)
    part.write_text(text, encoding="utf-8")
    folder = written(project, "tiny", tmp_path / "o", formats=("pdf",), parts=("part",))
    return (folder / "appendix-part.pdf").read_bytes()


def pages_of(data: bytes) -> list[str]:
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(data)]


def place(data: bytes, words: str, page: int = 0) -> tuple[float, float]:
    """Where words begin on a page: from the left and from the bottom, in points."""
    text = pypdfium2.PdfDocument(data)[page].get_textpage()
    found = text.search(words, match_case=True, match_whole_word=True).get_next()
    assert found is not None, words
    left, bottom, _, _ = text.get_charbox(found[0])
    return left, bottom


def rows(start: int, end: int) -> str:
    return "".join(f"| Row{n} | {n} |\n" for n in range(start, end))


@pytest.mark.parametrize("count", range(30, 36))
def test_no_row_is_alone_on_the_last_page(tmp_path: Path, count: int) -> None:
    wide = "| Of | Because |\n|---|---|\n"
    rows = "".join(f"| Row{n} | {'Many words stand here. ' * 9} |\n" for n in range(count))
    pages = pages_of(pdf_of(tmp_path, f"# Table\n\n{wide}{rows}"))
    assert len(pages) > 1
    for page in pages:
        assert page.count("Row") != 1
    assert sum(page.count("Row") for page in pages) == count


@pytest.mark.parametrize("filler", range(24, 44, 3))
def test_a_text_that_leads_to_a_list_or_a_note_stays_with_it(tmp_path: Path, filler: int) -> None:
    text = "Filler.\n\n" * filler + "As follows:\n\n- One\n- Two\n\n### Term\n\nMeaning.\n\n> Remark.\n"
    for page in pages_of(pdf_of(tmp_path, f"# Part\n\n{text}")):
        assert ("As follows" in page) == ("One" in page)
        assert ("Term" in page) == ("Meaning" in page) == ("Remark" in page)


def test_a_chapter_begins_where_a_quarter_of_the_page_is_left(tmp_path: Path) -> None:
    project, _ = tiny_source(tmp_path)
    folder = tmp_path / "layouts/tiny/appendix"
    folder.mkdir()
    (folder / "50-one.md").write_text("# One\n\n" + "Filler.\n\n" * 20, encoding="utf-8")
    (folder / "51-two.md").write_text("# Two\n\n" + "Filler.\n\n" * 12, encoding="utf-8")
    (folder / "52-three.md").write_text("# Three\n\nEnd.\n", encoding="utf-8")
    parts = ("one", "two", "three")
    made = written(project, "tiny", tmp_path / "o", formats=("pdf",), parts=parts)
    _, first, second = pages_of((made / "appendix-one-two-three.pdf").read_bytes())
    assert "One" in first
    assert "Two" in first
    assert "End." not in first
    assert "Three" in second
    assert "End." in second


def test_two_short_narrow_tables_are_side_by_side(tmp_path: Path) -> None:
    data = pdf_of(
        tmp_path, f"# Part\n\n@table Left\n{NARROW}{rows(1, 4)}\n@table Right\n{NARROW}{rows(5, 8)}"
    )
    (one, other) = (place(data, words) for words in ("Row1", "Row5"))
    assert one[1] == pytest.approx(other[1], abs=0.1)
    assert other[0] > one[0] + 100


def test_a_text_between_two_tables_parts_them(tmp_path: Path) -> None:
    data = pdf_of(tmp_path, f"# Part\n\n{NARROW}{rows(1, 4)}\nBetween.\n\n{NARROW}{rows(5, 8)}")
    assert place(data, "Row1")[1] > place(data, "Between")[1] > place(data, "Row5")[1]


def test_a_long_narrow_table_is_in_two_columns(tmp_path: Path) -> None:
    data = pdf_of(tmp_path, f"# Part\n\n@table All of them\n{NARROW}{rows(1, 12)}")
    one, other = place(data, "Row1"), place(data, "Row7")
    assert one[1] == pytest.approx(other[1], abs=0.1)
    assert other[0] > one[0] + 100
    assert "".join(pages_of(data)).count("Symbol") == 2


def test_charts_of_one_series_are_side_by_side_and_a_stacked_one_alone(tmp_path: Path) -> None:
    one = "@bars One\n| Verb | Times |\n|---|--:|\n| Take | 3 |\n\n"
    other = "@bars Other\n| Noun | Times |\n|---|--:|\n| Gem | 3 |\n\n"
    stacked = "@bars Stacked\n| What | A | B |\n|---|--:|--:|\n| Both | 3 | 1 |\n"
    data = pdf_of(tmp_path, f"# Part\n\n{one}{other}{stacked}")
    assert place(data, "Take")[1] == pytest.approx(place(data, "Gem")[1], abs=0.1)
    assert place(data, "Both")[1] < place(data, "Gem")[1] - 20


def test_a_table_and_a_chart_are_side_by_side(tmp_path: Path) -> None:
    chart = "@bars Chart\n| Verb | Times |\n|---|--:|\n| Take | 3 |\n\n"
    data = pdf_of(tmp_path, f"# Part\n\n@table Left\n{NARROW}{rows(1, 4)}\n{chart}")
    (table, bars) = (place(data, words) for words in ("Row1", "Take"))
    assert table[1] == pytest.approx(bars[1], abs=0.1)
    assert bars[0] > table[0] + 100


@pytest.mark.parametrize("letters", range(24, 44, 2))
def test_a_caption_may_be_slightly_wider_than_its_table(tmp_path: Path, letters: int) -> None:
    data = pdf_of(tmp_path, f"# Part\n\n@table {'i' * letters}\n{NARROW}{rows(1, 4)}")
    assert place(data, "Row1")[1] > place(data, "Row2")[1]


def test_numbers_of_a_chart_have_the_same_decimals(tmp_path: Path) -> None:
    data = pdf_of(
        tmp_path,
        "# Part\n\n@bars Chart\n| Verb | Times |\n|---|--:|\n| Take | 2 |\n| Give | 12.5 |\n| Keep | 0 |\n",
    )
    assert re.findall(r"\d+\.\d+|\b\d+\b", pages_of(data)[0])[:3] == ["2.0", "12.5", "0.0"]


@pytest.mark.parametrize("filler", range(41, 48))
def test_the_last_item_of_a_list_is_not_alone_on_a_page(tmp_path: Path, filler: int) -> None:
    items = "".join(f"- Item{n}\n" for n in range(1, filler))
    pages = pages_of(pdf_of(tmp_path, f"# Part\n\n{items}"))
    assert all(len(re.findall(r"Item\d+", page)) != 1 for page in pages)


@pytest.mark.parametrize("high", [40.0, 77.0, 78.0])
def test_a_group_breaks_only_where_it_does_not_fit(high: float) -> None:
    """Of the spaces between two members only the larger counts, and all of that above the first."""
    title, text = block(10.0, before=16.0, after=7.0), block(high, before=5.0, after=9.0)
    assert height_needed([title, text], 100.0, 500.0) == pytest.approx(16.0 + 10.0 + 7.0 + high + ROUNDING)


def test_a_frame_takes_what_a_group_is_said_to_need() -> None:
    frame = frames.Frame(0, 0, 100, 200, leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0)
    group = [block(10.0, before=16.0, after=7.0), block(20.0, before=5.0, after=0.0)]
    above = block(50.0, before=0.0, after=11.0)
    for each in (above, flowables.CondPageBreak(1), *group):
        assert frame.add(each, Mock())
    assert 200 - 50 - 11 - frame._y == pytest.approx(height_needed(group, 100.0, 200.0) - ROUNDING)


def block(high: float, before: float, after: float) -> Any:
    made = flowables.Spacer(0, high)
    made.spaceBefore, made.spaceAfter = before, after
    return made


def test_columns_of_numbers_beside_each_other_are_equally_wide(tmp_path: Path) -> None:
    data = pdf_of(
        tmp_path, "# Part\n\n| Name | 1 | 200000 | 3 |\n|---|--:|--:|--:|\n| Chip | 71 | 72 | 73 |\n"
    )
    first, second, third = (place(data, words)[0] for words in ("71", "72", "73"))
    assert second - first == pytest.approx(third - second, abs=0.2)


def test_links_within_one_word_lead_each_to_its_own(tmp_path: Path) -> None:
    text = "# Part\n\n[[one|Left]][[two|right]] and [[three|far]].\n\nA[[#one]]\n\nB[[#two]]\n\nC[[#three]]\n"
    with pikepdf.open(io.BytesIO(pdf_of(tmp_path, text))) as pdf:
        assert len(pdf.pages[0].Annots) == 3


def test_series_of_one_tone_differ_by_their_hatching() -> None:
    tones = ("#111111", "#5d5d5d", "#5d5d5d", "#eeeeee", "#5d5d5d")
    bars = BarChart((), (), ((PlainText("a"),),) * 5, (), tones)
    assert bars.hatches == (0, 0, 1, 0, 2)
    box = Box(10.0, 20.0, 30.0, 9.0)
    made = {hatching(number, box) for number in range(1, 2 * len(HATCHES) + 1)}
    assert len(made) == 2 * len(HATCHES)
    assert all(made)
    plain_text, hatched = (segment_ops(BarSegment(30.0, (0.4, 0.4, 0.4), number), box) for number in (0, 1))
    assert len(hatched) == len(plain_text) + 1


widths = st.lists(st.tuples(st.floats(1, 80), st.floats(0, 300), st.floats(1, 900)), min_size=1, max_size=7)


@given(widths, st.floats(50, 900))
def test_widths_are_between_the_least_and_what_is_wished_and_fill_the_width(
    columns: list[tuple[float, float, float]], width: float
) -> None:
    least = [need for need, _, _ in columns]
    wished = [need + more for need, more, _ in columns]
    found = shared_widths(least, wished, [weight for *_, weight in columns], width)
    assert all(need <= each <= wish + 1e-9 for need, each, wish in zip(least, found, wished, strict=True))
    assert sum(found) == pytest.approx(min(sum(wished), max(sum(least), width)), abs=0.01)


def test_alike_columns_are_evened_only_where_their_words_fit() -> None:
    alike = [False, True, True]
    assert equalised([50.0, 20.0, 40.0], [50.0, 20.0, 40.0], alike, 200.0) == [50.0, 40.0, 40.0]
    assert equalised([50.0, 20.0, 40.0], [50.0, 15.0, 30.0], alike, 110.0) == [50.0, 30.0, 30.0]
    assert equalised([50.0, 20.0, 40.0], [50.0, 20.0, 40.0], alike, 110.0) == [50.0, 20.0, 40.0]


def test_lines_of_a_text_in_two_parts_are_as_far_apart_as_before() -> None:
    """Where both parts fit on one page after all; on another page there is no space before it."""
    bottoms = (9.6, 21.6, 33.6, 45.6)
    typesetter = SimpleNamespace(copy=lambda *_: SetBlock(((),) * 4, bottoms, ()))
    above, below = TextFlowable(typesetter, (), SimpleNamespace(size=8.0)).split(100.0, 45.0)
    heights = [part.wrap(100.0, 800.0)[1] for part in (above, below)]
    assert sum(heights) + below.getSpaceBefore() == pytest.approx(bottoms[-1])


def test_a_table_with_a_sum_below_stays_in_one_column(tmp_path: Path) -> None:
    data = pdf_of(tmp_path, f"# Part\n\n{NARROW}{rows(1, 12)}| **All** | 66 |\n")
    assert "".join(pages_of(data)).count("Symbol") == 1


def test_the_dot_before_an_item_is_drawn_whatever_the_font_has(tmp_path: Path) -> None:
    data = pdf_of(tmp_path, "# Part\n\n- Nothing stands before this.\n")
    assert "•" not in "".join(pages_of(data))
    left, bottom = place(data, "Nothing")
    picture = pypdfium2.PdfDocument(data)[0].render(scale=4).to_pil().convert("L")
    bottom = picture.height / 4 - bottom
    beside = picture.crop([round(4 * edge) for edge in (left - 15, bottom - 8, left - 2, bottom)])
    box = beside.point(lambda grey: 255 * (grey < 128)).getbbox()
    assert box is not None
    wide, high = box[2] - box[0], box[3] - box[1]
    assert abs(wide - high) <= 2
    assert 4 <= wide <= 16
