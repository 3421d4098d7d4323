"""Drawing the parts of a run: a layout has the size of its component."""

from pathlib import Path

import pytest
from nineup.diagnostics import Findings
from nineup.pipeline import PrintOptions, RunChoice, build
from nineup.project import Project
from tiny import BACK, CARD, write_tiny


@pytest.mark.parametrize(
    ("file", "layout", "is_", "line"),
    [
        ("card.svg", CARD.replace('width="63.5mm"', 'width="63mm"'), "63 × 88.9 mm", 17),
        ("card.svg", CARD.replace('width="63.5mm" height="88.9mm" ', ""), "16.8 × 23.52 mm", 17),
        (
            "back.svg",
            BACK.replace('width="63.5mm" height="88.9mm"', 'width="2.5in" height="90mm"'),
            "63.5 × 90 mm",
            18,
        ),
    ],
)
def test_a_layout_of_another_size_is_told_once_where_it_is_named(
    tmp_path: Path, file: str, layout: str, is_: str, line: int
) -> None:
    root = write_tiny(tmp_path)
    (root / "layouts/tiny" / file).write_text(layout)
    outcome = build(
        Project(root), "tiny", RunChoice(), PrintOptions(), findings := Findings(), lambda *_: None
    )
    (finding,) = findings
    assert (outcome.code, finding.code) == (1, "layout-size")
    assert finding.message == f"layout `{file}` is {is_}, but `deck` is 63.5 × 88.9 mm"
    assert finding.hint == (
        'the root of the layout should say `width="63.5mm" height="88.9mm"`, or the component its `size`'
    )
    assert finding.span is not None
    assert finding.span.line == line
