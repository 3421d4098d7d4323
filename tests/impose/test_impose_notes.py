"""Margin notes: their words, and when they give way."""

from pathlib import Path

import pytest
from imposing import NOTES, fonts, laid, lines, millimetres, pieces, texts
from nineup.base.diagnostics import Findings
from nineup.base.project import STARTER, Project
from nineup.base.units import MM
from nineup.impose import Notes, impose
from nineup.impose.lettering import Lettering
from nineup.model.drawing import Text, circle
from nineup.model.paper import Backs, SheetSpec
from nineup.typography.fonts import Fonts
from tinyfont import tiny_font


def test_every_page_says_which_one_it_is() -> None:
    first, second = laid(pieces(13))
    assert second.back is not None
    assert list(texts(first.front)) == [
        "Print both sides at 100 %, flip on the long edge",
        "50 mm",
        "Gemotion · 4p · player-deck · sheet 1 of 2, front",
    ]
    assert "Gemotion · 4p · player-deck · sheet 2 of 2, back" in texts(second.back)
    assert (first.front.label, second.back.label) == ("sheet 1 of 2, front", "sheet 2 of 2, back")


@pytest.mark.parametrize(
    ("backs", "words"),
    [
        ("short-edge", "Print both sides at 100 %, flip on the short edge"),
        ("gutterfold", "Print one side at 100 %, fold on the dashed line, glue, then cut"),
        ("none", "Print one side at 100 %"),
    ],
)
def test_how_to_print_it(backs: Backs, words: str) -> None:
    [sheet] = laid(pieces(1), SheetSpec(backs=backs))
    assert words in texts(sheet.front)


def test_a_gutterfold_page_is_both() -> None:
    [sheet] = laid(pieces(1), SheetSpec(backs="gutterfold"))
    assert sheet.front.label == "sheet 1 of 1, front and back"


def test_a_warning_is_behind_the_instruction() -> None:
    notes = Notes("Gemotion", "4p", "power", "draft")
    [sheet] = impose(pieces(1), SheetSpec(), notes, fonts(), Findings())
    assert "Print both sides at 100 %, flip on the long edge · draft" in texts(sheet.front)


def test_the_ruler_is_fifty_millimetres_with_a_tick_for_each() -> None:
    [sheet] = laid(pieces(9))
    long = [box for box in lines(sheet.front) if box.width == pytest.approx(50 * MM)]
    assert len(long) == 1
    ticks = [
        box
        for box in lines(sheet.front)
        if box.width == 0
        and long[0].x - 0.01 <= box.x <= long[0].right + 0.01
        and abs(box.bottom - long[0].y) < 0.01
    ]
    assert [round((tick.x - long[0].x) / MM, 6) for tick in ticks] == list(range(51))


def test_beside_nine_on_letter_the_notes_run_along_the_side() -> None:
    [sheet] = laid(pieces(9), SheetSpec(paper="letter"))
    box = texts(sheet.front)["Gemotion · 4p · player-deck · sheet 1 of 1, front"]
    assert box.height > box.width
    assert box.right < sheet.front.placements[0].box.x


def test_long_names_give_way_to_short_ones() -> None:
    notes = NOTES.__class__("A game with a very long name indeed " * 6, "4p", "power")
    [sheet] = impose(pieces(9), SheetSpec(), notes, fonts(), Findings())
    assert "power · sheet 1 of 1, front" in texts(sheet.front)


def test_a_full_sheet_of_tokens_has_no_room_but_its_label() -> None:
    token = pieces(11 * 16, millimetres(16, 16), "gem", outline=circle(8 * MM, 8 * MM, 8 * MM))
    [sheet] = laid(token, SheetSpec(columns=11, rows=16))
    assert texts(sheet.front) == {}
    assert sheet.front.label == "sheet 1 of 1, front"


def test_a_title_in_other_letters_is_in_a_font_of_the_project(tmp_path: Path) -> None:
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / "Tiny-Regular.ttf").write_bytes(tiny_font("אבג "))
    own = Fonts(Project(tmp_path))
    line = Lettering(own).line("אבג · box", 100, 0, 10, anchor=0.5)
    assert isinstance(line, Text)
    assert [run.font.split("-")[0] for run in line.runs] == ["Tiny", "SourceSans3"]
    assert 2 * (100 - line.x) == pytest.approx(Lettering(own).width("אבג · box", 10), abs=0.01)


def test_a_title_in_letters_that_no_font_has_is_left_out() -> None:
    [sheet] = impose(pieces(1), SheetSpec(), Notes("אבג", "4p", "power"), fonts(), Findings())
    assert "power · sheet 1 of 1, front" in texts(sheet.front)


def test_each_word_of_a_note_needs_its_letters() -> None:
    pen = Lettering(Fonts(Project(STARTER)))
    assert pen.can_set("sheet 2 of 9, front")
    assert not pen.can_set("sheet 日 of 9, front")
