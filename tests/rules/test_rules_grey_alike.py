"""What faces printed in grey no longer tell apart, with its place."""

import pytest
from handmade import card, component
from nineup.base.diagnostics import Diagnostic, Findings
from nineup.base.geometry import Box, Matrix, Size
from nineup.base.project import Project
from nineup.model.drawing import Face, Form, Op, Path, Use, circle, rectangle
from nineup.model.game import Part
from nineup.pipeline import PrintOptions, RunChoice, build
from nineup.rules import alike_in_grey
from test_rules_faces import dot
from tiny import GAME, write_tiny

RED, GREEN = (0.63, 0.19, 0.13), (0.31, 0.38, 0.13)
"""0.7 apart in grey, by the measure of `color-distance`."""
BLUE = (0.1, 0.1, 0.4)


def found(*ops: Op, symbols: dict[str, Form] | None = None) -> list[Diagnostic]:
    face = Face("a", Size(180, 250), 0.0, ops)
    part = Part(component("a"), card("b"), None, 1)
    return list(alike_in_grey([(part, face, None), (part, face, None)], symbols or {}))


def panel(x: float, colour: tuple[float, float, float], width: float = 60) -> Path:
    return Path(rectangle(Box(x, 20, width, 40)), fill=colour)


def test_two_areas_of_one_shape_are_named_once() -> None:
    (only,) = found(panel(10, RED), panel(90, GREEN))
    assert only.code == "grey-alike"
    assert only.severity == "warning"
    assert only.message == (
        "`a/b`, front: the area #a13021 and the area #4f6121 look alike in grey, 0.8 apart"
    )


@pytest.mark.parametrize(
    "ops",
    [
        (panel(10, RED), panel(90, BLUE)),
        (panel(10, RED), panel(90, GREEN, 30)),
        (panel(10, RED), panel(90, GREEN), Path(circle(40, 40, 5), fill=BLUE), Path(circle(120, 40, 9))),
        (panel(10, RED), Path(rectangle(Box(90, 20, 3, 2)), fill=GREEN)),
    ],
    ids=["other greys", "other shapes", "something on them", "a detail"],
)
def test_what_can_be_told_apart_is_not_named(ops: tuple[Op, ...]) -> None:
    assert found(*ops) == []


def test_two_symbols_on_a_face_are_named_and_those_of_other_faces_are_not() -> None:
    forms = {"red": dot("#a03020"), "green": dot("#506020"), "square": dot("#506020", round_=False)}
    uses = {id: Use(form, Matrix.translation(40 * n, 40)) for n, (id, form) in enumerate(forms.items())}
    (only,) = found(*uses.values(), symbols=forms)
    assert only.message == "`a/b`, front: `red` and `green` look alike in grey, 0.7 apart"
    assert found(uses["red"], uses["square"], symbols=forms) == []


def test_a_grey_build_reports_it_at_the_layout_and_is_written(tmp_path: object) -> None:
    root = write_tiny(tmp_path)  # type: ignore[arg-type]
    chip = root / "layouts/tiny/chip.svg"
    svg = chip.read_text().replace("</svg>", "")
    squares = '<rect x="2" y="2" width="5" height="5" fill="#a03020"/><rect x="9" y="9" width="5" height="5" fill="#506020"/>'
    chip.write_text(f"{svg}{squares}</svg>")
    for grey, codes in ((False, set()), (True, {"grey-alike"})):
        findings = Findings()
        made = build(
            Project(root), "tiny", RunChoice(players=2), PrintOptions(grey=grey), findings, lambda *_: None
        )
        assert made.written
        assert {finding.code for finding in findings} == codes
    line = GAME.splitlines().index("    layout: chip.svg") + 1
    assert (findings[0].span.line, findings[0].span.column) == (line, 13)  # type: ignore[union-attr]
