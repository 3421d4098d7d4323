"""Sheet files: every key is read, and every mistake reported at its place."""

import pytest
from nineup.base.diagnostics import Diagnostic, Findings, Span
from nineup.base.geometry import Size
from nineup.base.units import MM
from nineup.files.sheet_spec import SHEET, read_sheet
from nineup.model.paper import PAPERS, SheetSpec, paper_size
from written import place, read

FILE = "layouts/sheets/mine.yaml"


def sheet(**values: object) -> tuple[SheetSpec | None, Findings]:
    tree = {key.replace("_", "-"): value for key, value in values.items()}
    return read(FILE, tree, lambda project, findings: read_sheet(project, "mine", findings))


def test_every_key_is_read() -> None:
    spec, findings = sheet(
        paper="Letter",
        orientation="landscape",
        margin="0.25in",
        bleed="3mm",
        gap="1mm",
        columns="3",
        rows="2",
        backs="short-edge",
        marks="cross",
        back_offset="0.5mm, -0.25mm",
        large="as-one",
        overlap="1cm",
    )
    assert not findings
    offset = (0.5 * MM, -0.25 * MM)
    assert spec == SheetSpec(
        "mine", "letter", "landscape", 18, 3 * MM, MM, 3, 2, "short-edge", "cross", offset, "as-one", 10 * MM
    )


def test_what_is_left_out_keeps_its_default() -> None:
    assert sheet() == (SheetSpec("mine"), [])


@pytest.mark.parametrize(
    ("key", "value", "message", "hint"),
    [
        ("margin", "5", "`5` has no unit; write 5mm, 5pt or 5in", SHEET.keys["margin"].says),
        ("bleed", "-3mm", "`-3mm` is less than 0", SHEET.keys["bleed"].says),
        (
            "gap",
            "2 furlongs",
            "`furlongs` is not a unit of length; use mm, cm, in or pt",
            SHEET.keys["gap"].says,
        ),
        ("columns", "0", "must be at least 1 (found 0)", SHEET.keys["columns"].says),
        ("rows", ["3"], "expected a whole number, found a list", SHEET.keys["rows"].says),
        ("backs", "long-egde", "`long-egde` is not one of", "did you mean `long-edge`?"),
        (
            "marks",
            "crops",
            "`crops` is not one of crop, outline, cross, none",
            "did you mean `crop`?",
        ),
        ("paper", "a9", "unknown paper `a9`; write a5, a4,", SHEET.keys["paper"].says),
        ("back-offset", "1mm", "`1mm` is not two lengths", SHEET.keys["back-offset"].says),
    ],
)
def test_a_value_that_cannot_be_used(key: str, value: object, message: str, hint: str) -> None:
    spec, findings = sheet(**{key: value})
    assert spec is None
    [finding] = findings
    assert (finding.code, finding.severity, finding.span) == (
        "sheet-value",
        "error",
        place(FILE, {key: value}, key),
    )
    assert finding.message.startswith(message)
    assert hint in finding.hint


def test_all_mistakes_are_reported_at_once() -> None:
    spec, findings = sheet(margn="5mm", gap="x")
    assert spec is None
    assert findings[0] == Diagnostic(
        "unknown-key", "error", "unknown key `margn`", Span(FILE, 1, 1, 5), "did you mean `margin`?"
    )
    assert findings[1].code == "sheet-value"


def test_paper_by_name_or_by_its_sides() -> None:
    assert paper_size("A4") == PAPERS["a4"]
    assert paper_size("330mm x 210mm") == Size(210 * MM, 330 * MM)


@pytest.mark.parametrize(
    "text", ["", "a9", "210mm", "210 x 330", "0mm x 20mm", "9mm x 20mm", "1cm x 501cm", "1mm x 2mm x 3mm"]
)
def test_what_is_no_paper(text: str) -> None:
    with pytest.raises(ValueError, match=r"`.*`"):
        paper_size(text)
