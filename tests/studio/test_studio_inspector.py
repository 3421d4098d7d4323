"""What the inspector of a canvas writes: looks, what is shown, when, and repeated; and trials, which write nothing.

Requests, without a browser: `test_studio_canvas` has the window.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from nineup_studio.live.bindings import Condition, condition_of, condition_text
from test_studio_grid_requests import Grid
from tiny import CARD, GAME, STYLE, write_tiny

FILE = "layouts/tiny/card.svg"
CARDS = """\
fields:
  suit: {one-of: suit}
  name: text
  text: rich
  cost: {counts-of: symbol}
  art: {optional: picture}
  stats: {record: {speed: number, kind: text}}
cards:
  - {id: first, suit: ruby, name: First Light, text: One, cost: {gem: 3}, stats: {speed: 2, kind: calm}}
  - {id: second, suit: jade, name: Second Wind, text: Two, cost: {gem: 1}, art: gem.svg, stats: {speed: 3, kind: "it's"}}
"""
STYLED = """\
  <style>
    /* all of them */
    .soft { fill: #cccccc; stroke: none }
  </style>
  <rect x="3" y="60" width="10" height="10" class="soft"/>
  <circle cx="20" cy="65" r="4" class="soft" style="stroke: #112233;stroke-width:.5"/>
  <g transform="scale(2)"><rect x="15" y="32" width="5" height="5"/></g>
</svg>
"""
DRAWN = CARD.replace("</svg>\n", STYLED)


class Layout:
    """A layout that is changed by gestures, and what is in its file."""

    def __init__(self, root: Path) -> None:
        game = GAME.replace("'ruby' in suits", "true").replace(
            "    for-each: owner\n", "    for-each: owner\n"
        )
        write_tiny(
            root, game=game, cards=CARDS, card=DRAWN, style=STYLE.replace("{ink", "{deep sea: '#006677', ink")
        )
        self.grid, self.file = Grid(root), root / FILE

    @property
    def text(self) -> str:
        return self.file.read_text(encoding="utf-8")

    def scene(self) -> dict[str, Any]:
        return self.grid.http.get("/tiny/canvas/card.svg").json()  # type: ignore[no-any-return]

    def element(self, *path: int) -> dict[str, Any]:
        return next(each for each in self.scene()["elements"] if each["path"] == [*path])

    def post(self, what: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = self.grid.http.post(f"/tiny/{what}/card.svg", content=json.dumps(body))
        assert answer.status_code == 200, answer.text
        return answer.json()  # type: ignore[no-any-return]

    def act(self, kind: str, *path: int, **more: Any) -> dict[str, Any]:
        gesture = {"type": kind, "targets": [{"path": path}], **more}
        return self.post("canvas", {"base": self.scene()["base"], "gesture": gesture, "says": "test"})

    def becomes(self, old: str, new: str, before: str = DRAWN) -> None:
        assert before.count(old) == 1, old
        assert self.text == before.replace(old, new)


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    return Layout(tmp_path)


@pytest.mark.parametrize(
    ("path", "name", "value", "old", "new"),
    [
        ((0,), "stroke", "#445566", 'fill="#b23a48"', 'fill="#b23a48" stroke="#445566"'),
        ((0,), "stroke-width", "0.5", 'fill="#b23a48"', 'fill="#b23a48" stroke-width="0.5"'),
        ((0,), "opacity", "0.5", 'n:fill="{{ card.suit.tone }}"/>', 'opacity="0.5" n:fill="{{ card.suit.tone }}"/>'),
        ((0,), "rx", "3", 'height="16"', 'height="16" rx="3"'),
        ((0,), "fill", "", ' fill="#b23a48" n:fill="{{ card.suit.tone }}"', ""),
        (
            (0,),
            "fill",
            "palette:ink",
            'fill="#b23a48" n:fill="{{ card.suit.tone }}"',
            'fill="#222222" n:fill="{{ palette.ink }}"',
        ),
        (
            (6,),
            "stroke",
            "palette:deep sea",
            'style="stroke: #112233;stroke-width:.5"',
            'style="stroke: #006677;stroke-width:.5" n:stroke="{{ palette[\'deep sea\'] }}"',
        ),
        ((6,), "stroke-width", "0.25", "stroke-width:.5", "stroke-width:.25"),
        ((6,), "stroke", "", "stroke: #112233;", ""),
        ((5,), "fill", "#dddddd", "fill: #cccccc", "fill: #dddddd"),
        ((5,), "fill", "palette:ink", 'height="10" class="soft"', 'height="10" class="soft" n:fill="{{ palette.ink }}"'),
        ((7, 0), "stroke-width", "1", 'height="5"', 'height="5" stroke-width="0.5"'),
        ((1,), "color", "palette:ink", 'n:text="{{ card.name }}"', 'n:text="{{ card.name }}" n:color="{{ palette.ink }}"'),
    ],
)  # fmt: skip
def test_a_look_is_written_where_its_value_stands(
    layout: Layout, path: tuple[int, ...], name: str, value: str, old: str, new: str
) -> None:
    assert "done" in layout.act("look", *path, name=name, value=value)
    layout.becomes(old, new)


def test_where_a_look_stands_is_said(layout: Layout) -> None:
    look = layout.element(6)["look"]
    assert look["fill"] == {"value": "#cccccc", "home": "rule", "binding": "", "palette": "", "shared": 2}
    assert (look["stroke-width"]["value"], look["stroke-width"]["home"]) == ("0.5", "style")
    layout.act("look", 6, name="fill", value="palette:deep sea")
    assert layout.element(6)["look"]["fill"]["palette"] == "deep sea"


@pytest.mark.parametrize(
    ("kind", "path", "more", "why"),
    [
        ("look", (0,), {"name": "fill", "value": "reddish"}, "`reddish` is not a color"),
        ("look", (0,), {"name": "fill", "value": "palette:sea"}, "`sea` is not in the palette"),
        ("look", (0,), {"name": "rx", "value": "wide"}, "`wide` is not a number of millimetres"),
        ("look", (0,), {"name": "stroke-width", "value": "-1"}, "a length can't be negative"),
        ("look", (0,), {"name": "display", "value": "none"}, "`display` can't be set here"),
        ("look", (0,), {"name": "opacity", "value": "much"}, "much"),
        ("style", (1,), {"style": "huge"}, "the game has no style `huge`"),
        ("shows", (1,), {"value": "{{ card.nme }}", "name": "text"}, "`nme`"),
        ("shows", (1,), {"value": "{{ card.name", "name": "text"}, ""),
        ("repeat", (1,), {"repetition": {"field": "card.name"}}, "`card.name` is no list"),
        ("when", (1,), {"condition": {"kind": "is", "field": "card.name", "value": "\\"}}, "a backslash"),
        ("when", (1,), {"condition": {"kind": "least", "value": "many"}}, "is not a number of players"),
        ("when", (1,), {"condition": {"kind": "expression", "value": "card.x =="}}, ""),
    ],
)
def test_what_the_engine_would_not_read_is_refused(
    layout: Layout, kind: str, path: tuple[int, ...], more: dict[str, Any], why: str
) -> None:
    assert why in layout.act(kind, *path, **more)["refused"]
    assert layout.text == DRAWN


def test_a_style_takes_the_place_of_another_and_other_classes_stay(layout: Layout) -> None:
    assert "done" in layout.act("style", 1, style="rules")
    layout.becomes('class="title"', 'class="rules"')
    layout.act("style", 5, style="rules")
    after = layout.text
    assert after.count('class="rules soft"') == 1
    layout.act("style", 5, style="")
    assert layout.text == after.replace("rules soft", "soft")


def test_an_element_shows_a_field_a_text_or_a_picture_and_is_shown_when(layout: Layout) -> None:
    layout.act("shows", 1, value="{{ card.suit.name }}: {{ card.stats.speed }}", name="text")
    after = DRAWN.replace("{{ card.name }}", "{{ card.suit.name }}: {{ card.stats.speed }}")
    assert layout.text == after
    assert layout.element(1)["values"]["n:text"] == ["Ruby: 2"]
    layout.act("when", 1, condition={"kind": "filled", "field": "card.art"})
    after = after.replace('class="title" n:text', 'class="title" n:if="card.art" n:text')
    assert layout.text == after
    assert layout.element(1)["when"] == {
        "kind": "filled",
        "field": "card.art",
        "value": "",
        "is_number": False,
    }
    layout.act("shows", 1, value="{{ card.art }}", name="image")
    assert layout.text == after.replace(
        'n:text="{{ card.suit.name }}: {{ card.stats.speed }}"', 'n:image="{{ card.art }}"'
    )
    assert layout.element(1)["field"] == "card.art"


def test_an_element_is_repeated_for_a_list_and_no_longer(layout: Layout) -> None:
    row = {"field": "card.cost", "way": "row", "gap": "1mm"}
    assert "done" in layout.act("repeat", 1, repetition=row)
    repeated = 'n:each="symbol in card.cost|spread" n:row="1mm" n:symbol="{{ symbol }}"'
    layout.becomes('n:text="{{ card.name }}"', repeated)
    assert [len(layout.element(1)["spots"])] == [3]
    layout.act("repeat", 1, repetition={**row, "way": "column", "gap": "2mm", "align": "center"})
    assert 'n:column="2mm" n:align="center"' in layout.text
    assert layout.element(1)["repeat"]["item"] == "symbol"
    layout.act("repeat", 1, repetition={})
    assert "n:each" not in layout.text
    assert 'n:symbol="{{ card.cost|spread|first }}"' in layout.text


def test_the_fields_that_a_layout_can_show(layout: Layout) -> None:
    fields = {each["path"]: each for each in layout.scene()["fields"]}
    assert {"card.suit.tone": "color", "card.art": "picture", "card.stats.speed": "number"}.items() <= {
        path: each["kind"] for path, each in fields.items()
    }.items()
    assert fields["card.cost"]["many"] == "card.cost|spread"
    assert fields["card.art"]["is_optional"]
    assert fields["owner.name"]["sample"] == "Sun"
    assert "game.title" in fields


@pytest.mark.parametrize("value", ["calm", "it's", "", 'say "so"', "2"])
@pytest.mark.parametrize("kind", ["is", "not"])
def test_a_condition_is_read_as_it_was_written(kind: Any, value: str) -> None:
    condition = Condition(kind, "card.kind", value)
    assert condition_of(condition_text(condition)) == condition


@pytest.mark.parametrize("source", ["card.cost|length > 2", "players > 3", "card.a and card.b", "true"])
def test_any_other_condition_is_an_expression(source: str) -> None:
    assert condition_of(source) == Condition("expression", value=source)
    assert condition_text(condition_of(source)) == source


def test_a_trial_draws_the_face_and_counts_the_cards_but_writes_nothing(layout: Layout) -> None:
    base = layout.scene()["base"]
    gesture = {"type": "resize", "targets": [{"path": [1]}], "boxes": [[7, 22, 14, 4]]}
    faces = {layout.post("canvas-trial", {"base": base, "gesture": each})["face"] for each in (gesture, None)}
    assert len(faces) == 2
    for face in faces:
        assert layout.grid.http.get(f"/face/{face}.svg").status_code == 200
    asked = {"base": base, "paths": [[1]], "gesture": gesture}
    counted = layout.post("canvas-fits", asked)
    assert counted["next"] is None
    assert [each["card"] for each in counted["fits"]] == ["deck/first/sun", "deck/second/sun"]
    assert counted["fits"][1]["overflow"] > 1
    assert layout.post("canvas-fits", {"base": base, "paths": [[1]]})["fits"] == []
    assert layout.post("canvas-fits", {**asked, "paths": [[2]]})["fits"] == []
    assert layout.post("canvas-trial", {"base": "old", "gesture": gesture}) == {
        "refused": "the file has since changed"
    }
    assert layout.text == DRAWN
