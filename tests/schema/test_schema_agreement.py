"""What is wrong in a file is reported where it is, and whatever the reader accepts, the JSON Schema accepts
too.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from nineup.base.diagnostics import Findings
from nineup.base.project import STARTER, Project
from nineup.files.load import load_game
from nineup.files.load.json_schema import schema
from nineup.files.settings import read_settings
from nineup.files.sheet_spec import read_sheet
from nineup.rules import rule_settings
from nineup.schema.nodes import Mapping, Node, Scalar, Sequence
from nineup.schema.yaml_tree import parse_yaml
from nineup.typography.fonts import Fonts
from nineup.typography.text import read_styles
from written import project_with

ROOT = Path(__file__).parents[2]
FONTS = Fonts(Project(ROOT))

GAME = """\
game: Tea
players: 2-4
lists: {color: [red, blue, green]}
symbols: {ruby: {name: Ruby, art: a.svg}}
options: {rich: {default: true}}
components:
  deck:
    shape: card
    size: poker
    layout: a.svg
    pile: all
    fields: {colors: {some-of: color}, text: rich, doors: {list-of: {record: {edge: text, cost: {counts-of: symbol}}}}}
    cards:
      - {id: a, text: A, colors: [red, blue], doors: [{edge: top, cost: {ruby: 1}}]}
      - {id: b, text: B, colors: [red], doors: [{edge: left, cost: {ruby: 2}}]}
  coin: {shape: token, size: 16mm, layout: a.svg, face: {pays: ruby}}
rules:
  - deal: {player: {coin: 2, all: players + 1}, table: {deck: 1}}
    when: rich
    severity: warning
    source: Page 2
    decided: {deal: It is said nowhere.}
  - combinations: {in: deck, field: colors, of: color, take: 2, times: 1}
  - combinations: {in: deck, field: colors, of: color, take: 2, at-least: 1}
  - balance: {in: deck, field: colors, by: color, within: 2}
  - balance: {over: "cards('deck')", by: color}
  - answers: {each: deck, through: colors, same: doors.edge}
  - payable: {each: deck, cost: doors.cost, supply: pays, open: {any: any, x: {but: [ruby], alike: true, each: no}}}
  - payable: {each: deck, cost: doors.cost, hand: {of: deck, shows: colors, cards: 2, wild: red}}
  - change-making: {tokens: {coin: 1, deck: 5}, total: 20 * players, each: 9}
  - reachability: {in: deck, doors: doors.edge, at-least: 1, rooms: 3, below: 2.5}
  - agrees: {each: [deck], text: text, with: [colors], where: rich, nouns: {ruby: [Ruby, Rubies]}}
  - {says: There are enough, each: deck.doors, where: rich, let: {n: 1 + 1}, check: n == 2}
"""
STYLE = """\
palette: {ink: "#222222", red: "#f00"}
styles:
  rules: {font: Source Sans 3, weight: semibold, italic: yes, size: 9pt, min-size: 7pt, leading: 1.2, paragraph: 0.5,
    align: left, valign: top, color: ink, hyphenate: no, tracking: 0.2pt, case: upper, symbol: 1.1, outline: {color: ink, width: 0.5pt}, shadow: {color: ink, right: 0.5pt, down: -0.5pt},
    term: {weight: bold, italic: no, color: red}}
  title: {extends: rules, size: 14pt, min-size: 12pt}
"""
SHEET = """\
paper: a4
orientation: auto
margin: 5mm
bleed: 3mm
gap: 1mm
columns: 3
rows: 2
backs: long-edge
large: poster
overlap: 8mm
marks: crop
back-offset: 0.5mm, -0.25mm
"""
PROJECT = """\
paper: [a4, letter]
backs: none
bleed: 3mm
margin: 5mm
sheet: poker
output: made
"""


def _read_game(project: Project, findings: Findings) -> object:
    return load_game(project, "tea", findings, rule_settings())


FILES: dict[str, tuple[str, str, tuple[str, ...], Callable[[Project, Findings], object]]] = {
    "game": ("cards/tea/game.yaml", GAME, ("rules",), _read_game),
    "style": (
        "layouts/style.yaml",
        STYLE,
        ("styles",),
        lambda project, findings: read_styles(project, "layouts/style.yaml", FONTS, findings),
    ),
    "sheet": (
        "layouts/sheets/x.yaml",
        SHEET,
        (),
        lambda project, findings: read_sheet(project, "x", findings),
    ),
    "project": ("nineup.yaml", PROJECT, (), read_settings),
}
"""Of each kind of file: its path, its text, below which keys it is changed, and its reader."""

VALIDATORS = {
    kind: jsonschema.Draft202012Validator(schema(kind, None, rule_settings())) for kind in (*FILES, "cards")
}

VALUES = [0, 1, -1, 2.5, True, "", "text", "no such thing", "5mm", "-3mm", [], ["x"], {}, {"x": 1}, None]


def _paths(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all values inside of a value."""
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in entries:
        yield (*path, key)
        yield from _paths(value, (*path, key))


def _reach(data: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        data = data[key]
    return data


def _dumped(data: Any) -> str:
    text = yaml.safe_dump(data, sort_keys=False, allow_unicode=True)
    return re.sub(r"(?m)\bnull$", "", text)


def _changed(kind: str, draw: Callable[[Any], Any]) -> tuple[Any, tuple[Any, ...]]:
    """A file's data with one change somewhere, and the path of the nearest value around it that is still
    there.
    """
    _, text, below, _ = FILES[kind]
    data = yaml.safe_load(text)
    # What others refer to keeps its name, for they would report it: styles by name.
    deep = len(below) + (2 if kind == "style" else 1)
    path = draw(
        st.sampled_from([path for path in _paths(data) if path[: len(below)] == below and len(path) >= deep])
    )
    holder = _reach(data, path[:-1])
    change = draw(st.sampled_from(["replace", "remove", "rename"]))
    if change == "replace" or isinstance(holder, list) or (kind == "style" and len(path) == 2):
        holder[path[-1]] = draw(st.sampled_from(VALUES))
    elif change == "remove":
        del holder[path[-1]]
    else:
        holder[f"{path[-1]}x"] = holder.pop(path[-1])
    return data, path[:-1]


def _lines(node: Node) -> Iterator[int]:
    yield node.line + 1
    for inner in () if isinstance(node, Scalar) else _inside(node):
        yield from _lines(inner)
    if isinstance(node, Mapping):
        yield from (line + 1 for line, _ in node.places)


def _inside(node: Mapping | Sequence) -> list[Node]:
    return list(node.entries.values()) if isinstance(node, Mapping) else node.items


def _region(text: str, path: tuple[Any, ...]) -> range:
    """The lines of the value at a path, or of its record if it is a single value."""
    node, _ = parse_yaml(text, "x", Findings())
    assert node is not None
    for key in path:
        assert not isinstance(node, Scalar)
        node = node.entries[str(key)] if isinstance(node, Mapping) else node.items[key]
    lines = list(_lines(node))
    return range(min(lines) - 1, max(lines) + 1)


def _holder(data: Any, path: tuple[Any, ...]) -> tuple[Any, ...]:
    """The record that a change in a list or in a table of the user's own concerns: settings are checked as a
    whole.
    """
    if path[:1] == ("rules",):
        return path[:2]
    return path[:2] if path[:1] == ("styles",) else ()


@pytest.mark.parametrize("kind", FILES)
@given(data=st.data())
def test_a_change_is_accepted_by_both_or_reported_where_it_is(kind: str, data: st.DataObject) -> None:
    changed, around = _changed(kind, data.draw)
    path, _, _, reader = FILES[kind]
    text = _dumped(changed)
    findings = Findings()
    with project_with(path, text) as project:
        reader(project, findings)
    errors = [found for found in findings if found.severity == "error"]
    if not errors:
        refused = [error.message for error in VALIDATORS[kind].iter_errors(yaml.safe_load(text))]
        assert refused == [], text
        return
    region = _region(text, _holder(changed, around))
    assert {found.span.line for found in errors if found.span is not None} & set(region), (text, errors)
    assert all(found.span is not None and found.span.line in region for found in errors), (text, errors)


def _projects() -> Iterator[tuple[str, Path]]:
    for root in (ROOT, STARTER, STARTER / "games"):
        for pattern, kind in (
            ("layouts/**/style.yaml", "style"),
            ("layouts/sheets/*.yaml", "sheet"),
            ("nineup.yaml", "project"),
            ("cards/*/game.yaml", "game"),
        ):
            yield from ((kind, path) for path in sorted(root.glob(pattern)))


OURS = list(_projects())


def test_every_kind_of_file_is_among_ours() -> None:
    assert {kind for kind, _ in OURS} >= {"style", "sheet", "game"}


@pytest.mark.parametrize(("kind", "path"), OURS, ids=lambda value: getattr(value, "name", value))
def test_the_reader_and_the_schema_accept_our_own_files(kind: str, path: Path) -> None:
    found = list(VALIDATORS[kind].iter_errors(yaml.safe_load(path.read_text(encoding="utf-8"))))
    assert found == []
    root = next(root for root in (STARTER / "games", STARTER, ROOT) if path.is_relative_to(root))
    project, findings = Project(root), Findings()
    name = path.relative_to(root).as_posix()
    readers: dict[str, Callable[[], object]] = {
        "game": lambda: load_game(project, path.parent.name, findings, rule_settings()),
        "style": lambda: read_styles(project, name, Fonts(project), findings),
        "sheet": lambda: read_sheet(project, path.stem, findings),
        "project": lambda: read_settings(project, findings),
    }
    assert readers[kind]() is not None
    assert findings == []
