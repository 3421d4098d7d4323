"""Findings of imposition: every code, its message and its hint."""

import pytest
from imposing import POKER, laid, millimetres, pieces
from msgspec.structs import replace
from nineup.base.diagnostics import Diagnostic, Findings, Span
from nineup.base.geometry import IDENTITY, Box, Size
from nineup.base.units import MM
from nineup.model.drawing import Face, Form, Path, Use, circle, rectangle
from nineup.model.paper import Piece, SheetSpec


def reported(some: list[Piece], **spec: object) -> list[Diagnostic]:
    findings = Findings()
    laid(some, SheetSpec(**spec), findings)  # type: ignore[arg-type]
    return findings


def test_nothing_to_report() -> None:
    assert reported(pieces(20)) == []
    assert reported([]) == []


@pytest.mark.parametrize(
    ("size", "spec", "hint"),
    [
        ((220, 290), {}, "it fits with `paper: a3`"),
        ((220, 290), {"paper": "letter"}, "it fits with `paper: tabloid`"),
        ((220, 290), {"columns": 1}, "it fits with `paper: a3`"),
        ((250, 120), {"paper": "letter", "backs": "gutterfold"}, "it fits with `backs: long-edge`"),
        ((195, 282), {"bleed": 3 * MM}, "it fits with `bleed: 0mm`"),
        ((500, 300), {}, "no known paper is large enough; a `mat` or a `board` would be printed in parts"),
    ],
)
def test_a_piece_too_large(size: tuple[float, float], spec: dict[str, object], hint: str) -> None:
    [finding] = [f for f in reported(pieces(1, millimetres(*size), "mat"), **spec) if f.severity == "error"]
    assert finding.code == "piece-too-large"
    assert finding.hint == hint


def test_too_large_names_both_sizes() -> None:
    [finding] = reported(pieces(1, millimetres(297, 420), "mat"))
    assert finding == Diagnostic(
        "piece-too-large",
        "error",
        "`mat`: 297 × 420 mm does not fit a4, where 200 × 287 mm can be used",
        None,
        "no known paper is large enough; a `mat` or a `board` would be printed in parts",
        about="fit",
    )


def test_marks_that_lack_room_are_named() -> None:
    [finding] = reported(pieces(1), paper="63.5mmx88.9mm", margin=0.0)
    assert finding.message == (
        "`power`: 63.5 × 88.9 mm with 1 mm around for marks does not fit 63.5mmx88.9mm, "
        "where 63.5 × 88.9 mm can be used"
    )
    assert finding.hint == "it fits with `marks: none`, of the component or of a sheet"
    assert reported(pieces(1), paper="63.5mmx88.9mm", margin=0.0, marks="none") == []


def test_marks_and_bleed_that_lack_room_are_both_named() -> None:
    [finding] = reported(pieces(1), paper="69.5mmx94.9mm", margin=0.0, bleed=3 * MM)
    assert "63.5 × 88.9 mm with 3 mm of bleed and 1 mm around for marks does not fit" in finding.message


SPANS = {key: Span("cards/tea/game.yaml", line, 9) for line, key in enumerate(("size", "layout", "back"), 20)}


@pytest.mark.parametrize(
    ("size", "spec", "found"),
    [
        ((500, 500), {}, {"piece-too-large": 20}),
        ((63.5, 88.9), {"columns": 9}, {"grid-too-large": 20}),
        ((63.5, 88.9), {"bleed": 4 * MM}, {"fewer-per-sheet": 20, "bleed-missing": 22}),
    ],
)
def test_findings_are_placed_where_the_component_says_it(
    size: tuple[float, float], spec: dict[str, object], found: dict[str, int]
) -> None:
    some = [replace(piece, spans=SPANS) for piece in pieces(1, millimetres(*size))]
    assert {finding.code: finding.span and finding.span.line for finding in reported(some, **spec)} == found


def test_the_others_are_laid_all_the_same() -> None:
    findings = Findings()
    [sheet] = laid([*pieces(1, millimetres(500, 500), "board"), *pieces(2)], None, findings)
    assert len(sheet.front.placements) == 2
    assert [finding.code for finding in findings] == ["piece-too-large"]


def test_a_grid_too_large() -> None:
    [finding] = reported(pieces(1), columns=4, rows=3)
    assert finding.code == "grid-too-large"
    assert finding.message == "`power`: 4 columns and 3 rows of 63.5 × 88.9 mm do not fit a4"
    assert finding.hint == "3 columns and 3 rows do (portrait)"


def test_bleed_costs_places() -> None:
    [finding] = reported(pieces(1), bleed=3 * MM)
    assert finding.code == "fewer-per-sheet"
    assert finding.severity == "note"
    assert finding.message == "`power`: 8 on a sheet of a4 (landscape), for 3 mm of bleed; 9 without"


def test_pieces_share_their_cuts_where_their_own_bleed_would_cost_a_sheet() -> None:
    some = [replace(piece, bleed=1 * MM) for piece in pieces(18)]
    [finding] = reported(some, paper="letter")
    assert (finding.code, finding.severity) == ("shared-cuts", "note")
    assert finding.message == (
        "`power`: 9 on a sheet of letter share their cuts, with 0.35 mm of bleed around all of them; with 1 mm "
        "each there would be 8"
    )
    assert finding.hint == "`--bleed 1mm` keeps it around each"
    for few, spec in ((some, {"paper": "letter", "bleed": 1 * MM}), (some[:8], {"paper": "letter"})):
        assert {finding.code for finding in reported(few, **spec)} == {"fewer-per-sheet"}
    assert reported(some) == []


def test_bleed_costs_no_places_where_pieces_of_several_sizes_share_sheets() -> None:
    some = [*pieces(1), *pieces(1, millimetres(16, 16), "gem")]
    assert [finding.code for finding in reported(some, bleed=3 * MM)] == ["fewer-per-sheet"] * 2
    assert reported([replace(piece, together=True) for piece in some], bleed=3 * MM) == []
    alone = [replace(piece, together=True) for piece in pieces(1)]
    assert [finding.code for finding in reported(alone, bleed=3 * MM)] == ["fewer-per-sheet"]


def test_without_bleed_round_pieces_keep_apart_for_the_scissors() -> None:
    token = pieces(1, millimetres(16, 16), "gem", outline=circle(8 * MM, 8 * MM, 8 * MM))
    [finding] = reported(token, bleed=3 * MM)
    assert finding.message.endswith("for 3 mm of bleed; 189 without")


def test_an_offset_costs_places() -> None:
    [finding] = reported(pieces(1), paper="letter", back_offset=(0.5 * MM, 0.5 * MM))
    assert finding.message.endswith("for the printer's back offset; 9 without")
    assert reported(pieces(1, back=False), paper="letter", back_offset=(0.5 * MM, 0.5 * MM)) == []


def test_ink_that_ends_before_the_bleed() -> None:
    found = reported(pieces(3, bleed=1 * MM), bleed=3 * MM)
    missing = [finding for finding in found if finding.code == "bleed-missing"]
    assert [finding.severity for finding in missing] == ["warning", "warning"]
    assert missing[0].message == "front of `power`: 1 mm of bleed, but the sheet has 3 mm"
    assert missing[1].message == "back of `power`: 1 mm of bleed, but the sheet has 3 mm"
    assert not any(finding.code == "bleed-missing" for finding in reported(pieces(3), bleed=3 * MM))


def test_a_face_in_a_frame_of_paper_needs_no_bleed() -> None:
    for inset, missing in ((1.1 * MM, False), (0.5 * MM, True)):
        inner = Path(rectangle(Box(0, 0, *POKER).outset(-inset)), fill=(0.2, 0.2, 0.2))
        unbound = Use(Form("unbound", POKER, (inner,)), IDENTITY)
        for op in (inner, unbound):
            piece = Piece("power", "card", "", 1, Face("framed", POKER, 0, (op,)), None)
            codes = [finding.code for finding in reported([piece], bleed=3 * MM)]
            assert ("bleed-missing" in codes) == missing


def test_a_back_of_another_size() -> None:
    [front] = pieces(1)
    back = Face("back", Size(POKER.width, POKER.height + MM), 0, ())
    odd = Piece("power", "card", "", 1, front.front, back)
    [finding] = reported([odd, odd])
    assert (finding.code, finding.severity) == ("back-size", "error")
    assert finding.message == "the back of `power` is 63.5 × 89.9 mm, its front 63.5 × 88.9 mm"


def test_many_components_are_not_all_named() -> None:
    some = [piece for name in "abcd" for piece in pieces(1, millimetres(900, 900), name)]
    [finding] = reported(some)
    assert finding.message.startswith("`a`, `b` and 2 more: 900 × 900 mm")


def test_bleed_that_costs_nothing_is_not_reported() -> None:
    assert reported(pieces(1, millimetres(90, 130)), bleed=3 * MM) == []
