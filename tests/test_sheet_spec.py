"""Sheet files: every key is read, and every mistake reported at its place."""

import pytest
from nineup.diagnostics import Diagnostic, Findings, Span
from nineup.geometry import Size
from nineup.paper import PAPERS, SheetSpec, paper_size
from nineup.sheet_spec import KEYS, build_spec
from nineup.units import MM

FILE = "layouts/sheets/mine.yaml"


def place(path: tuple[str, ...], key: bool = False) -> Span:
    """A file with its keys in the order of KEYS, one a line."""
    line = list(KEYS).index(path[0]) + 1 if path[0] in KEYS else 99
    return Span(FILE, line, len(path[0]) + 3)


def read(**values: object) -> tuple[SheetSpec | None, Findings]:
    findings = Findings()
    tree = {key.replace("_", "-"): value for key, value in values.items()}
    return build_spec("mine", tree, place, findings), findings


def test_every_key_is_read() -> None:
    spec, findings = read(
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
    assert read() == (SheetSpec("mine"), [])


@pytest.mark.parametrize(
    ("key", "value", "message", "hint"),
    [
        ("margin", "5", "`margin`: `5` has no unit; write 5mm, 5pt or 5in", KEYS["margin"].says),
        ("bleed", "-3mm", "`bleed`: `-3mm` is less than nothing", KEYS["bleed"].says),
        (
            "gap",
            "2 furlongs",
            "`gap`: `furlongs` is not a unit of length; use mm, cm, in or pt",
            KEYS["gap"].says,
        ),
        ("columns", "0", "`columns`: `0` is not a number from 1 to 999", KEYS["columns"].says),
        ("rows", ["3"], "`rows`: one value belongs here, not a list or a mapping", KEYS["rows"].says),
        ("backs", "long-egde", "`backs`: `long-egde` is not one of", "did you mean `long-edge`?"),
        (
            "marks",
            "crops",
            "`marks`: `crops` is not one of crop, outline, cross, none",
            "did you mean `crop`?",
        ),
        ("paper", "a9", "`paper`: unknown paper `a9`; write a5, a4,", KEYS["paper"].says),
        ("back-offset", "1mm", "`back-offset`: `1mm` is not two lengths", KEYS["back-offset"].says),
    ],
)
def test_a_value_that_cannot_be_used(key: str, value: object, message: str, hint: str) -> None:
    findings = Findings()
    assert build_spec("mine", {key: value}, place, findings) is None
    [finding] = findings
    assert (finding.code, finding.severity, finding.span) == ("sheet-value", "error", place((key,)))
    assert finding.message.startswith(message)
    assert hint in finding.hint


def test_all_mistakes_are_told_at_once() -> None:
    spec, findings = read(margn="5mm", gap="x")
    assert spec is None
    assert findings[0] == Diagnostic(
        "unknown-key", "error", "`margn` is not a key of a sheet", Span(FILE, 99, 8), "did you mean `margin`?"
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
