"""What a canvas shows of a layout: its elements by names that a designer knows, where a card shows them."""

import posixpath
import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal
from urllib.parse import unquote

import msgspec
from nineup.base import MM, Findings
from nineup.base.geometry import Matrix
from nineup.files.edit import (
    Change,
    Delete,
    DrawingLooks,
    EditRefusedError,
    Guide,
    Look,
    Spot,
    drawn_elements,
    editor_marks,
    guide_change,
    text_of,
)
from nineup.layout import PlacedElement
from nineup.layout.typeset import places_of, values_of
from nineup.pipeline import DrawnRun
from nineup.svg import xml

from nineup_studio.live.bindings import (
    CONTENT,
    Condition,
    FieldChoice,
    Repetition,
    condition_of,
    repetition_of,
    shown_field,
)
from nineup_studio.live.snapshot import PieceView

Path = tuple[int, ...]

_FIELD = re.compile(
    r"\b(?:card\.)?((?:(?<=card\.)|(?:owner|game|component|data|lists|symbols)\.)\w+(?:\.\w+)*)"
)
_KINDS = {
    "g": "Group",
    "a": "Link",
    "switch": "Choice",
    "svg": "Drawing",
    "use": "Drawing",
    "image": "Picture",
    "rect": "Rectangle",
    "circle": "Circle",
    "ellipse": "Ellipse",
    "line": "Line",
    "path": "Shape",
    "polygon": "Shape",
    "polyline": "Line",
    "text": "Text",
}
"""What a designer calls the elements that are drawn; the others aren't on the canvas."""

MAX_VALUES, MAX_SHOWN = 12, 200
"""The number of values of a binding, and of their letters, that are shown."""

_HOLDERS = ("defs", "symbol", "clipPath", "mask", "pattern", "marker")


Hiding = Literal["", "here", "printed"]
"""Whether an element is hidden `here`, in editors, or isn't `printed` either."""

_NO_DISPLAY = re.compile(r"(?:^|;)\s*+display\s*+:\s*+none\s*+(?:;|!|$)")


def hiding(element: xml.SvgElement) -> Hiding:
    """How an element is hidden by its `display`, which `n:display` may contradict in print."""
    style = element.attributes.get("style", "")
    if element.attributes.get("display") != "none" and not _NO_DISPLAY.search(style):
        return ""
    return "here" if "display" in element.bindings else "printed"


class SpotView(msgspec.Struct, frozen=True):
    """An element at one of the places where the card shows it, in millimetres from the trim's corner."""

    matrix: tuple[float, ...]
    """From its own user space."""
    box: tuple[float, ...] | None
    """Its box in that; None for what has no size of its own."""
    reach: tuple[float, ...] | None
    """The upright box around what it draws."""


class SceneElement(msgspec.Struct, frozen=True):
    """An element of a layout's file."""

    path: Path
    name: str
    tag: str
    spots: tuple[SpotView, ...]
    """None where the card doesn't show it; more than one in an `n:each`."""
    attributes: dict[str, str]
    """Its attributes, and its bindings as `n:text`."""
    look: dict[str, Look]
    when: Condition
    repeat: Repetition
    field: str = ""
    """The field that it shows alone."""
    values: dict[str, tuple[str, ...]] = {}
    """What the bindings that can be edited print for the card."""
    comes_from: str = ""
    """The file whose drawing it shows."""
    opens: str = ""
    """The layout in which that is changed; empty for a file that isn't the project's."""
    is_locked: bool = False
    """Whether it, or a group around it, is locked."""
    locks: bool = False
    """Whether it is itself."""
    hidden: Hiding = ""


class Scene(msgspec.Struct, frozen=True):
    """A layout on the canvas; `base` is the digest of its file."""

    file: str
    base: str
    width: float
    height: float
    bleed: float
    safe: float
    """How far the safe zone is from the trim."""
    unit: float
    """Millimetres in a user unit of the drawing."""
    styles: tuple[str, ...]
    """The styles that a text may have."""
    palette: tuple[tuple[str, str], ...]
    """The colors of the palette, as browsers know them."""
    types: dict[str, tuple[str, float]]
    """The font of each style, and its size in millimetres."""
    fields: tuple[FieldChoice, ...]
    elements: tuple[SceneElement, ...]
    is_lone: bool = False
    """Whether it is a drawing that no piece has as its layout."""
    guides: tuple[Guide, ...] = ()
    face: str = ""
    """The digest of the face without what is hidden here; empty if nothing is."""
    misfit: dict[str, Any] | None = None
    """The component that has it as its layout, but another size in millimetres."""


class Placing:
    """A layout's elements in some version of its file, where a card shows them.

    Raises EditRefusedError for a file that can't be read.
    """

    def __init__(
        self, drawn: DrawnRun, piece: PieceView, side: str, file: str, data: bytes, height: float
    ) -> None:
        """`height` is that of the face, in millimetres."""
        self._root, self._game, self._file = drawn.engine.project.root, drawn.engine.game.id, file
        self.elements, self.paths = drawn_elements(file, data)
        engine = drawn.engine.with_files({file: data}, Findings())
        self.palette = engine.sheet.palette
        self.styles = frozenset(engine.sheet.styles)
        self.places: dict[Path, list[PlacedElement]] = {}
        for each in places_of(drawn.run, engine, piece.part, side=side):
            if each.user is None and each.element.document.path == file:
                self.places.setdefault(self.paths[each.element.offset], []).append(each)
        self.by_path = {self.paths[offset]: element for offset, element in self.elements.items()}
        self.looks = DrawingLooks(self.by_path[()].document, self.paths)
        self.values: dict[Path, dict[str, tuple[str, ...]]] = {}
        for bound in values_of(drawn.run, engine, piece.part, side=side):
            if bound.span.file == file and bound.offset in self.paths:
                of_element = self.values.setdefault(self.paths[bound.offset], {})
                of_element[f"n:{bound.name}"] = tuple(each[:MAX_SHOWN] for each in bound.values[:MAX_VALUES])
        self._text, self._height = text_of(file, data), height
        self.marks = editor_marks(self._text, height, self.unit / MM)

    @property
    def unit(self) -> float:
        """The points in a user unit of the drawing; 1 mm for a drawing that shows nothing."""
        top = (places[0].outer.scale for path, places in self.places.items() if len(path) == 1)
        return next(top, MM)

    def guide_change(self, axis: int, at: float | None, path: Path | None) -> list[Change]:
        """The changes that add, move or remove a guide. Raises EditRefusedError."""
        if path is not None and all(each.path != path for each in self.marks.guides):
            raise EditRefusedError("this guide isn't there any more")
        return guide_change(self._text, axis, at, height=self._height, unit=self.unit / MM, path=path)

    def without_hidden(self) -> list[Change]:
        """The changes that hide in print, too, what is hidden in editors."""
        hidden = [path for path, element in self.by_path.items() if hiding(element) == "here"]
        return [Delete((*path, "n:display")) for path in hidden]

    def spot(self, path: Path, number: int = 0) -> Spot:
        """An element at one of its places. Raises EditRefusedError if the card doesn't show it."""
        places = self.places.get(path, [])
        if path not in self.by_path or number >= len(places):
            raise EditRefusedError("this card doesn't show it: choose one that does")
        return Spot(self.by_path[path], places[number].outer, places[number].inner)

    def sample_of(self, path: Path, number: int = 0) -> Spot | None:
        """What an editor shows in place of a frame's text: the `text` behind it that no card shows."""
        element, behind = self.by_path[path], (*path[:-1], path[-1] + 1)
        sample = self.by_path.get(behind)
        if "text" not in element.bindings or sample is None or sample.name != "text":
            return None
        if sample.bindings != {"if": "false"} or "transform" in sample.attributes:
            return None
        outer = self.any_spot(path, number).outer
        return Spot(sample, outer, outer)

    def any_spot(self, path: Path, number: int = 0) -> Spot:
        """As `spot`, or else an element as if it were not in anything: for its look."""
        if self.places.get(path):
            return self.spot(path, min(number, len(self.places[path]) - 1))
        plain = Matrix.scaling(self.unit, self.unit)
        return Spot(self.by_path[path], plain, plain)

    def middle(self, path: Path, number: int = 0) -> tuple[float, float]:
        """The middle of an element in points on the face."""
        place = self.places[path][number]
        if place.box is not None:
            box = place.box
            return place.inner.apply(box.x + box.width / 2, box.y + box.height / 2)
        reach = place.reach
        return (
            (reach.x + reach.width / 2, reach.y + reach.height / 2) if reach else place.inner.apply(0.0, 0.0)
        )

    def views(self) -> Iterator[SceneElement]:
        """The elements that are drawn, in document order."""
        for path, element in self.by_path.items():
            is_inside = any(each.name in _HOLDERS for each in element.ancestors())
            if element.parent is None or is_inside or element.name not in _KINDS:
                continue
            if any(each.name == "text" for each in element.ancestors()):
                continue
            bound = {f"n:{name}": value for name, value in element.bindings.items()}
            spots = tuple(_spot_view(place) for place in self.places.get(path, ()))
            link = element.attributes.get("href", "").partition("#")[0]
            shown = link if element.name == "use" or link.endswith(".svg") else ""
            name = _name(element.name, element.attributes, element.bindings, words=element.text())
            yield SceneElement(
                path,
                self.marks.labels.get(path, name),
                element.name,
                spots=spots,
                attributes={**element.attributes, **bound},
                look=self.looks.looks(self.any_spot(path)),
                when=condition_of(element.bindings.get("if", "")),
                repeat=repetition_of(element.bindings),
                field=next(
                    (shown_field(element.bindings[each]) for each in CONTENT if each in element.bindings), ""
                ),
                values=self.values.get(path, {}),
                comes_from=shown,
                is_locked=self.marks.is_locked(path),
                locks=path in self.marks.locked,
                hidden=hiding(element),
                opens=self._layout(shown) if shown else "",
            )

    def _layout(self, link: str) -> str:
        """The path below the game's layouts of a drawing that this one links to; empty if there is none."""
        path = posixpath.normpath(posixpath.join(posixpath.dirname(self._file), unquote(link)))
        own = path.startswith("layouts/") and (self._root / path).is_file()
        return path.removeprefix(f"layouts/{self._game}/").removeprefix("layouts/") if own else ""


def _spot_view(place: PlacedElement) -> SpotView:
    box, reach = place.box, place.reach
    matrix = Matrix.scaling(1 / MM, 1 / MM) @ place.inner
    return SpotView(
        tuple(round(value, 6) for value in matrix),
        None if box is None else tuple(round(value, 4) for value in box),
        None if reach is None else tuple(round(value / MM, 4) for value in reach),
    )


def _name(tag: str, attributes: Mapping[str, str], bindings: Mapping[str, str], words: str) -> str:
    """What a designer calls an element: what it shows, or else its id, its words, or its kind."""
    kind = _KINDS[tag]
    content = next((name for name in CONTENT if name in bindings), "")
    field = _FIELD.search(bindings.get(content, "") or bindings.get("each", ""))
    name = _spoken(field[1]) if field and field[1] != "id" else ""
    if not name and attributes.get("id"):
        name = _spoken(attributes["id"])
    if not name:
        shown = " ".join((bindings.get(content, "") or words).split()) if content or tag == "text" else ""
        name = f"“{shown[:24]}{'…' if len(shown) > 24 else ''}”" if shown and "{{" not in shown else kind
    elif kind in ("Group", "Shape", "Drawing", "Picture") and not content:
        name = f"{name} ({kind.lower()})" if kind != "Shape" else name
    return f"{name}, repeated" if "each" in bindings else name


def _spoken(name: str) -> str:
    words = re.sub(r"[-_.]+", " ", name).strip()
    return words[:1].upper() + words[1:]
