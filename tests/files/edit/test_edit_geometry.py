"""Elements moved, resized and turned on paper: the attributes that an expert would have written, and the engine
draws the element, and no other, where it was put.
"""

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from nineup import RunChoice
from nineup.base import MM, Findings, Project
from nineup.base.geometry import Box, Matrix
from nineup.faces.shapes import drawn_sides
from nineup.files.edit import (
    Change,
    DrawingGeometry,
    EditRefusedError,
    Spot,
    Unwrap,
    drawn_elements,
    edit,
)
from nineup.files.edit.drawings.numbers import number_text
from nineup.files.edit.drawings.source import element_paths
from nineup.layout import LayoutEngine, PlacedElement
from nineup.layout.typeset import places_of
from nineup.pipeline import DrawnRun, PrintOptions, draw
from nineup.svg.transform import transform
from nineup.svg.xml import SvgElement, parse_svg

ROOT = Path(__file__).parents[3]
Act = Callable[[DrawingGeometry, Spot], None]


class Sketch:
    """A drawing of one element in groups, one user unit to the millimetre unless they say otherwise."""

    def __init__(self, inside: str, around: str = "") -> None:
        group = f"<g {around}>{inside}</g>" if around else inside
        self.source = f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:n="nineup">{group}</svg>'
        document = parse_svg("card.svg", self.source, Findings())
        assert document is not None
        self.paths = {each.offset: element_paths(self.source)[each.offset] for each in document.root.all()}
        self.outer = Matrix.scaling(MM, MM)
        self.element = next(document.root.elements())
        if around:
            self.outer @= transform(self.element.attributes.get("transform", ""))
            self.element = next(self.element.elements())

    def after(self, act: Act) -> str:
        """The element's source after an act."""
        inner = self.outer @ transform(self.element.attributes.get("transform", ""))
        geometry = DrawingGeometry(self.paths)
        act(geometry, Spot(self.element, self.outer, inner))
        made = edit("layouts/card.svg", self.source.encode(), geometry.changes())
        assert isinstance(made, bytes), made
        start = self.source.index("<", self.element.offset)
        return made.decode()[start : len(made) - len(self.source[self._end() :])]

    def _end(self) -> int:
        close = f"</{self.element.name}>"
        at = self.source.find(close, self.element.offset)
        return at + len(close) if at >= 0 else self.source.index("/>", self.element.offset) + 2


def move(x: float, y: float) -> Act:
    return lambda geometry, spot: geometry.move(spot, x * MM, y * MM)


def resize(old: Box, new: Box) -> Act:
    return lambda geometry, spot: geometry.resize(spot, old, new)


def turn(degrees: float, middle: tuple[float, float], about: tuple[float, float] | None = None) -> Act:
    own = middle[0] * MM, middle[1] * MM
    around = (about[0] * MM, about[1] * MM) if about else own
    return lambda geometry, spot: geometry.turn(spot, degrees, around, middle=own)


@pytest.mark.parametrize(
    ("around", "before", "act", "after"),
    [
        ("", '<rect x="7" y="67.5"/>', move(0, -3), '<rect x="7" y="64.5"/>'),
        ("", '<rect x="7" y=".5"/>', move(0.1, 0.25), '<rect x="7.1" y=".75"/>'),
        ("", '<rect y="7"/>', move(2, 0), '<rect x="2" y="7"/>'),
        ("", '<rect x="7.125" y="1"/>', move(0.1, 0), '<rect x="7.225" y="1"/>'),
        ("", '<rect x="5mm" y="1cm"/>', move(26.4583333, 0), '<rect x="31.46mm" y="1cm"/>'.replace("31.46", "12")),
        ("", '<circle cx="1" cy="2" r="3"/>', move(1, 1), '<circle cx="2" cy="3" r="3"/>'),
        ("", '<line x1="1" y1="2" x2="3" y2="4"/>', move(1, 0), '<line x1="2" y1="2" x2="4" y2="4"/>'),
        ("", '<polygon points="1,2 3,4"/>', move(1, -1), '<polygon points="2,1 4,3"/>'),
        ("", '<path d="M1 2h3V-4c1-1 2-2 3-3zm1 1A1 2 0 014 5"/>', move(1, 1), '<path d="M2 3h3V-3c1-1 2-2 3-3zm1 1A1 2 0 015 6"/>'),
        ("", '<path d="m1-2 3 3"/>', move(0, 3), '<path d="m1 1 3 3"/>'),
        ("", '<text x="1 2" y="3">a<tspan x="4" dy="1">b</tspan></text>', move(1, 0), '<text x="2 3" y="3">a<tspan x="5" dy="1">b</tspan></text>'),
        ("", "<text><tspan x='4' y='2'>b</tspan></text>", move(1, 1), "<text><tspan x='5' y='3'>b</tspan></text>"),
        ("", '<g><rect x="1"/></g>', move(1, 2), '<g transform="translate(1 2)"><rect x="1"/></g>'),
        ("", '<g transform="translate(1,2)"/>', move(-1, -2), "<g/>"),
        ("", '<g transform="scale(2)"/>', move(1, 2), '<g transform="translate(1 2) scale(2)"/>'),
        ("", '<rect x="1" transform="translate(4) rotate(30)"/>', move(1, 0), '<rect x="1" transform="translate(5 0) rotate(30)"/>'),
        ("", '<rect x="1" y="1" transform="rotate(30 2 2)"/>', move(1, 0), '<rect x="2" y="1" transform="rotate(30 3 2)"/>'),
        ("", '<rect x="1" y="1" transform="scale(2)"/>', move(1, 0), '<rect x="1.5" y="1" transform="scale(2)"/>'),
        ("", '<path d="M1 1" transform="matrix(1 0 0 1 5 5)"/>', move(1, 0), '<path d="M1 1" transform="matrix(1 0 0 1 6 5)"/>'),
        ('transform="scale(2)"', '<rect x="1" y="1"/>', move(1, 0), '<rect x="1.5" y="1"/>'),
        ('transform="rotate(90)"', '<rect x="1" y="1"/>', move(1, 0), '<rect x="1" y="0"/>'),
        ('transform="scale(-1 1)"', '<rect x="1" y="1"/>', move(1, 2), '<rect x="0" y="3"/>'),
        ('transform="scale(0.01)"', '<rect x="100" y="0"/>', move(1, 0), '<rect x="200" y="0"/>'),
        ("", '<rect x="1" y="2" width="4" height="6"/>', resize(Box(1, 2, 4, 6), Box(1, 2, 5, 6)), '<rect x="1" y="2" width="5" height="6"/>'),
        ("", '<rect x="1" y="2" width="4" height="6"/>', resize(Box(1, 2, 4, 6), Box(0, 2, 5, 6)), '<rect x="0" y="2" width="5" height="6"/>'),
        ("", '<circle cx="3" cy="3" r="2"/>', resize(Box(1, 1, 4, 4), Box(1, 1, 8, 8)), '<circle cx="5" cy="5" r="4"/>'),
        ("", '<path d="M0 0h4v4"/>', resize(Box(0, 0, 4, 4), Box(0, 0, 8, 2)), '<path d="M0 0h8v2"/>'),
        ("", '<path d="M0 0a2 2 0 104 0"/>', resize(Box(0, 0, 4, 4), Box(0, 0, 8, 4)), '<path d="M0 0a4 2 0 108 0"/>'),
        ("", '<rect width="4" height="2"/>', turn(15, (2, 1)), '<rect width="4" height="2" transform="rotate(15 2 1)"/>'),
        ("", '<rect width="4" height="2" transform="rotate(15 2 1)"/>', turn(30, (2, 1)), '<rect width="4" height="2" transform="rotate(45 2 1)"/>'),
        ("", '<rect width="4" height="2" transform="rotate(15 2 1)"/>', turn(-15, (2, 1)), '<rect width="4" height="2"/>'),
        ("", '<rect width="4" height="2"/>', turn(180, (2, 1), (4, 1)), '<rect x="4" width="4" height="2" transform="rotate(180 6 1)"/>'),
        ("", "<g/>", turn(90, (2, 1)), '<g transform="rotate(90 2 1)"/>'),
        ('transform="scale(-1 1)"', '<rect width="4" height="2"/>', turn(15, (-2, 1)), '<rect width="4" height="2" transform="rotate(-15 2 1)"/>'),
    ],
)  # fmt: skip
def test_what_is_written_is_what_an_expert_would_write(
    around: str, before: str, act: Act, after: str
) -> None:
    assert Sketch(before, around).after(act) == after


@pytest.mark.parametrize(
    ("around", "before", "act", "why"),
    [
        ("", '<rect n:x="{{ 1 }}"/>', move(1, 0), "`n:x` sets it on each card"),
        ("", '<g n:transform="scale(2)"/>', move(1, 0), "move what is in it"),
        ("", '<rect style="transform: scale(2)"/>', move(1, 0), "its `style` places it"),
        ("", '<rect x="10%"/>', move(1, 0), "`10%` is no length"),
        ("", '<path d="M1 2 q"/>', move(1, 0), "its path data can't be read"),
        ("", '<circle r="1"/>', resize(Box(0, 0, 2, 2), Box(0, 0, 3, 2)), "a circle stays round"),
        (
            "",
            "<text>a</text>",
            resize(Box(0, 0, 2, 2), Box(0, 0, 3, 2)),
            "the size of a text is that of its style",
        ),
        ("", '<use href="#a"/>', resize(Box(0, 0, 2, 2), Box(0, 0, 3, 2)), "open that"),
        ("", '<g><rect transform="scale(2)"/></g>', resize(Box(0, 0, 2, 2), Box(0, 0, 3, 2)), "one by one"),
        ('transform="scale(2 1)"', "<rect/>", turn(15, (0, 0)), "stretched"),
        ('transform="scale(0)"', "<rect/>", move(1, 1), "scaled to nothing"),
        ("", "<stop/>", move(1, 1), "a `stop` has no place of its own"),
    ],
)
def test_what_can_t_be_done_cleanly_says_why(around: str, before: str, act: Act, why: str) -> None:
    with pytest.raises(EditRefusedError, match=re.escape(why)):
        Sketch(before, around).after(act)


def test_an_attribute_that_a_card_sets_stands_in_the_way_of_its_own_direction_only() -> None:
    sketch = Sketch('<rect y="1" n:x="{{ 1 }}"/>')
    assert sketch.after(move(0, 1)) == '<rect y="2" n:x="{{ 1 }}"/>'


def test_numbers_are_as_short_as_they_can_be() -> None:
    values = (
        (64.5000001, "67.5"),
        (0.25, ".5"),
        (-0.25, "-.5"),
        (-0.0001, "1"),
        (10, "9"),
        (1.23456, "1.2345"),
    )
    assert [number_text(value, like) for value, like in values] == [
        "64.5",
        ".25",
        "-.25",
        "0",
        "10",
        "1.2346",
    ]


def test_a_group_gives_its_elements_what_they_had_from_it() -> None:
    sketch = Sketch(
        '<g transform="translate(1 2)" fill="red"><rect x="1"/><g fill="blue"/><path d="M1 1"/></g>'
    )
    geometry = DrawingGeometry(sketch.paths)
    geometry.loosen(Spot(sketch.element, sketch.outer, sketch.outer))
    made = edit("layouts/card.svg", sketch.source.encode(), [*geometry.changes(), Unwrap((0,))])
    assert isinstance(made, bytes)
    assert made.decode() == sketch.source.replace(
        sketch.source[sketch.element.offset : -len("</svg>")],
        '<rect x="2" y="2" fill="red"/><g transform="translate(1 2)" fill="blue"/><path d="M2 3" fill="red"/>',
    )
    bound = Sketch('<g n:if="x"><rect/></g>')
    with pytest.raises(EditRefusedError, match="which its elements would lose"):
        DrawingGeometry(bound.paths).loosen(Spot(bound.element, bound.outer, bound.outer))


# On the layouts of the games


class GameLayouts:
    """The layouts of a game, each with the elements of its first piece."""

    def __init__(self, game: str) -> None:
        self.project = Project(ROOT)
        ready = draw(
            self.project,
            game,
            RunChoice(),
            options=PrintOptions(allow_errors=True),
            findings=Findings(),
            progress=lambda *_: None,
        )
        assert isinstance(ready, DrawnRun)
        self.ready = ready
        self.sides = {}
        for part in ready.run.parts:
            for side in drawn_sides(part.component):
                self.sides.setdefault(f"layouts/{game}/{side.layout}", (part, side.name))

    def places(self, file: str, project: Project) -> list[PlacedElement]:
        """The elements of a layout itself, outside of what it only uses."""
        part, side = self.sides[file]
        engine = self.ready.engine
        other = LayoutEngine(project, engine.game, engine.fonts, engine.sheet, Findings())
        found = places_of(self.ready.run, other, part, side=side)
        return [each for each in found if each.user is None]


class Changed(Project):
    """A project with another content of one file."""

    def __init__(self, project: Project, file: str, data: bytes) -> None:
        super().__init__(project.root)
        self.file, self.data = file, data

    def read(self, path: str) -> bytes:
        return self.data if path == self.file else super().read(path)


def _is_used(element: SvgElement) -> bool:
    """Whether an element is shown elsewhere, too."""
    ids = [each.attributes.get("id", "") for each in (element, *element.ancestors())]
    return any(f"#{id}" in element.document.source for id in ids if id)


@pytest.mark.parametrize("game", ["gem-rush", "raghba"])
def test_each_element_of_a_layout_comes_where_it_is_put(game: str) -> None:
    layouts, rest = GameLayouts(game), random.Random(game)
    moved = 0
    for file in sorted(layouts.sides):
        if not layouts.project.exists(file):
            continue
        data = layouts.project.read(file)
        written, paths = drawn_elements(file, data)
        before = layouts.places(file, layouts.project)
        for place in rest.sample(before, min(2, len(before))):
            geometry, element = DrawingGeometry(paths), written[place.element.offset]
            try:
                geometry.move(Spot(element, place.outer, place.inner), 3 * MM, -1.5 * MM)
            except EditRefusedError:
                continue
            changes: list[Change] = geometry.changes()
            made = edit(file, data, changes)
            assert isinstance(made, bytes), made
            after = layouts.places(file, Changed(layouts.project, file, made))
            assert [each.element.name for each in after] == [each.element.name for each in before]
            now = after[before.index(place)]
            assert (place.reach is None) == (now.reach is None)
            if place.reach and now.reach:
                assert now.reach.x - place.reach.x == pytest.approx(3 * MM, abs=0.06)
                assert now.reach.y - place.reach.y == pytest.approx(-1.5 * MM, abs=0.06)
                moved += 1
            path = paths[element.offset]
            for old, new in zip(before, after, strict=True):
                other = paths[old.element.offset]
                if other[: len(path)] != path[: len(other)] and not _is_used(element):
                    assert old.reach == new.reach
    assert moved > 5
