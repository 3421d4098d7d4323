"""Drawing the parts of a run: a layout has the size of its component."""

from pathlib import Path

import pytest
from nineup.diagnostics import Findings, Span, Status
from nineup.game import Card
from nineup.pipeline import PrintOptions, RunChoice, build
from nineup.project import Project
from nineup.typeset import field_span
from tiny import BACK, CARD, SVG, write_tiny


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
def test_a_layout_of_another_size_is_reported_once_where_it_is_named(
    tmp_path: Path, file: str, layout: str, is_: str, line: int
) -> None:
    root = write_tiny(tmp_path)
    (root / "layouts/tiny" / file).write_text(layout)
    outcome = build(
        Project(root), "tiny", RunChoice(), PrintOptions(), findings := Findings(), lambda *_: None
    )
    (finding,) = findings
    assert (outcome.status, finding.code) == (Status.GAME_ERROR, "layout-size")
    assert finding.message == f"layout `{file}` is {is_}, but `deck` is 63.5 × 88.9 mm"
    assert finding.hint == (
        'set `width="63.5mm" height="88.9mm"` in the root of the layout, or change the component\'s `size`'
    )
    assert finding.span is not None
    assert finding.span.line == line


RECORDS = """\
fields:
  title: text
  kind: text
  front: {record: {text: rich, note: {optional: text}}}
  lines: {list-of: rich}
cards:
  - id: first
    title: Light
    kind: Spell
    front:
      note: short
      text: waffle waffle waffle waffle waffle waffle waffle waffle waffle waffle waffle waffle
    lines:
      - a
      - Take 1 ☃.
"""


def frame(text: str, more: str = "") -> str:
    """A layout with one frame of 20 × 8 mm for a text."""
    rect = '<rect x="5" y="5" width="20" height="8" class="rules"'
    return SVG.format(w=63.5, h=88.9) + f'\n  {rect} n:text="{text}"{more}/>\n</svg>\n'


@pytest.mark.parametrize(
    ("layout", "code", "place"),
    [
        (frame("{{ card.front.text }}"), "text-overflow", (12, 13)),
        (frame("{{ card.front['text'] }}"), "text-overflow", (12, 13)),
        (frame("{{ card.title }} {{ card.front.text }}"), "text-overflow", (12, 13)),
        (frame("{{ card.title }} ({{ card.kind|upper ~ '\u2603' }})"), "missing-glyph", (9, 11)),
        (frame("{{ line }}", ' n:each="line in card.lines"'), "missing-glyph", (14, 7)),
        (frame("{{ card.lines|last }} {{ card.title }}"), "missing-glyph", (14, 7)),
        (frame("{nonesuch} {{ card.title }}"), "unknown-symbol", None),
        (
            frame("{{ component.name }} and more and more words that need far more room than this"),
            "text-overflow",
            None,
        ),
    ],
)
def test_a_finding_about_a_text_points_at_the_field_that_it_comes_from(
    tmp_path: Path, layout: str, code: str, place: tuple[int, int] | None
) -> None:
    root = write_tiny(tmp_path, cards=RECORDS, card=layout)
    build(Project(root), "tiny", RunChoice(), PrintOptions(), findings := Findings(), lambda *_: None)
    (finding,) = dict.fromkeys(findings)
    assert (finding.code, finding.face) == (code, "deck/first, front")
    assert finding.span is not None
    expected = ("cards/tiny/cards.yaml", *place) if place else ("layouts/tiny/card.svg", 2, 65)
    assert finding.span[:3] == expected
    assert " of layouts/tiny/card.svg:2" in finding.message


def test_a_field_is_located_by_its_path(tmp_path: Path) -> None:
    here, inner, whole = Span("a", 1, 1), Span("a", 2, 2), Span("a", 9, 9)
    spans = {"front": here, "front.move-cost": inner}
    card = Card("c", {}, 1, None, None, {}, "", {}, whole, spans)
    assert field_span(card, ("card", "front", "move_cost", "white")) == inner
    assert field_span(card, ("card", "front", "other")) == here
    assert field_span(card, ("card", "id")) == whole
    assert field_span(card, ("owner", "front")) is None
