"""Drawing the parts of a run: a layout has the size of its component."""

from pathlib import Path

import pytest
from nineup.base.diagnostics import Findings, Span, Status
from nineup.base.project import Project
from nineup.files.load import load_game
from nineup.layout.typeset import field_span, value_span
from nineup.model.game import Card, Part
from nineup.pipeline import PrintOptions, RunChoice, build
from tiny import BACK, CARD, GAME, SVG, write_tiny


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
        (frame("{{ line }}", ' n:each="line in card.lines"'), "missing-glyph", (15, 16)),
        (frame("{{ card.lines|last }} {{ card.title }}"), "missing-glyph", (15, 16)),
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
    card = Card("c", {}, whole, spans)
    assert field_span(card, ("card", "front", "move_cost", "white")) == inner
    assert field_span(card, ("card", "front", "other")) == here
    assert field_span(card, ("card", "id")) == whole
    assert field_span(card, ("owner", "front")) is None


def shape(attributes: str, tag: str = "rect") -> str:
    """A layout with one element of 20 × 8 mm."""
    return (
        SVG.format(w=63.5, h=88.9) + f'\n  <{tag} x="5" y="5" width="20" height="8" {attributes}/>\n</svg>\n'
    )


ICONS = """\
fields:
  suit: {one-of: suit}
  icon: text
  art: text
  gems: {list-of: {one-of: suit}}
cards:
  - {id: good, suit: ruby, icon: gem, art: gem.svg, gems: [ruby]}
  - {id: bad, suit: jade, icon: jem, art: jem.svg, gems: [ruby, jade]}
"""


@pytest.mark.parametrize(
    ("layout", "code", "place"),
    [
        (shape('n:symbol="{{ card.icon }}"'), "unknown-symbol", ("cards/tiny/cards.yaml", 8, 33)),
        (shape('n:fill="{{ card.suit.tone }}"'), "svg-value", ("cards/tiny/game.yaml", 6, 72)),
        (
            shape('n:fill="{{ tone }}" n:each="tone in card.gems|map(attribute=\'tone\')"'),
            "svg-value",
            ("cards/tiny/cards.yaml", 8, 58),
        ),
        (
            shape('n:fill="{{ gem.tone }}" n:each="gem in card.gems"'),
            "svg-value",
            ("cards/tiny/game.yaml", 6, 72),
        ),
        (shape("n:x=\"5\" n:fill=\"{{ '#fffffz' if card.icon == 'jem' else 'red' }}\""), "svg-value", None),
    ],
)
def test_a_finding_about_a_value_points_at_where_it_is_written(
    tmp_path: Path, layout: str, code: str, place: tuple[str, int, int] | None
) -> None:
    game = GAME.replace('tone: "#0c7a4e"', 'tone: "#0c7a4z"').replace("    for-each: owner\n", "")
    root = write_tiny(tmp_path, cards=ICONS, card=layout, game=game)
    build(Project(root), "tiny", RunChoice(), PrintOptions(), findings := Findings(), lambda *_: None)
    (finding,) = dict.fromkeys(findings)
    assert (finding.code, finding.face) == (code, "deck/bad, front")
    assert finding.span is not None
    assert finding.span[:3] == (place or ("layouts/tiny/card.svg", 2, finding.span.column))
    assert (" of layouts/tiny/card.svg:2" in finding.message) == (place is not None)


def test_values_of_lists_owners_and_cards_are_located(tmp_path: Path) -> None:
    game = load_game(Project(write_tiny(tmp_path)), "tiny", Findings())
    assert game is not None
    deck = game.components["deck"]
    part = Part(deck, deck.cards[1], game.lists["owner"].items[0], 1)

    def line(*path: str, text: str = "") -> tuple[int, int] | None:
        span = value_span(game, part, path, text)
        return span and span[1:3]

    assert line("card", "suit", "tone") == (6, 72)
    assert line("card", "suit") == (12, 11)
    assert line("lists", "suit", "name", text="the Jade suit") == (6, 60)
    assert line("owner", "name") == line("lists", "owner") == (7, 10)
    assert line("component", "name") is None


def test_a_letter_that_no_font_has_is_reported_at_that_letter(tmp_path: Path) -> None:
    cards = RECORDS.replace("note: short", 'note: "It\'s \\"short\\" ☃"')
    root = write_tiny(tmp_path, cards=cards, card=frame("{{ card.kind }} {{ card.front.note }}"))
    build(Project(root), "tiny", RunChoice(), PrintOptions(), findings := Findings(), lambda *_: None)
    span = next(finding.span for finding in findings if finding.code == "missing-glyph")
    assert span is not None
    line = (root / "cards/tiny/cards.yaml").read_text(encoding="utf-8").split("\n")[span.line - 1]
    assert line[span.column - 1] == "☃"


def test_a_text_in_place_of_a_missing_field_is_not_that_of_another_record(tmp_path: Path) -> None:
    cards = """\
fields: {note: {optional: text}, front: {record: {note: text}}}
cards:
  - id: first
    front: {note: Fine}
"""
    root = write_tiny(tmp_path, cards=cards, card=frame("{{ card.note or '☃' }}"))
    build(Project(root), "tiny", RunChoice(), PrintOptions(), findings := Findings(), lambda *_: None)
    span = next(finding.span for finding in findings if finding.code == "missing-glyph")
    assert span is not None
    assert span[1:3] == (3, 5), "the card's"


NESTED = """\
fields:
  name: text
  rows: {list-of: {record: {cost: text, text: rich, then: {optional: {record: {says: text}}}}}}
cards:
  - id: first
    name: 'One ☂'
    rows:
      - {cost: "1", text: Take 1.}
      - cost: "2 ☃"
        text: "Give **two**, ☃."
        then:
          says: >-
            So the
            end ☃
"""

NESTED_GAME = (
    GAME.replace("    for-each: owner\n", "").replace(
        "components:",
        """\
terms:
  Pick: {forms: [Picks], means: "Take ☃."}
data:
  notes:
    first: |
      A note
      of ☃
  steps:
    - says: none
    - {says: "☃ here"}
components:""",
    )
).replace("gem: {name: gem,", 'gem: {name: "gem ☃",')


@pytest.mark.parametrize(
    ("layout", "file", "place"),
    [
        (frame("{{ row.cost }}: {{ row.then.says if row.then else '' }}", ' n:each="row in card.rows"'), "cards", (9, 18)),
        (frame("{{ row.text }}", ' n:each="row in card.rows"'), "cards", (10, 30)),
        (frame("{% for row in card.rows %}{{ row.text|upper }} {% endfor %}"), "cards", (10, 30)),
        (frame("{{ card.rows[1].then.says }}"), "cards", (14, 17)),
        (frame("{% for one in cards('deck') %}{{ one.name }}{% endfor %}"), "cards", (6, 16)),
        (frame("{{ data.notes[card.id] }}"), "game", (18, 10)),
        (frame("{{ data.steps[1].says }}"), "game", (21, 15)),
        (frame("{{ symbols.gem.name }}"), "game", (11, 20)),
        (frame("{{ terms.Pick.means }}"), "game", (13, 39)),
    ],
)  # fmt: skip
def test_a_letter_is_found_in_lists_of_records_in_data_and_in_terms(
    tmp_path: Path, layout: str, file: str, place: tuple[int, int]
) -> None:
    root = write_tiny(tmp_path, cards=NESTED, card=layout, game=NESTED_GAME)
    build(Project(root), "tiny", RunChoice(), PrintOptions(), findings := Findings(), lambda *_: None)
    finding = next(each for each in findings if each.code == "missing-glyph")
    assert finding.span is not None
    assert finding.span[:3] == (f"cards/tiny/{file}.yaml", *place)
