"""A filtered element as a drawing of its own, for resvg: with what it refers to, its style computed, its
letters as outlines and its pictures embedded, so that resvg opens no file and needs no font.

resvg reads less CSS than browsers do, so nothing is left to it that the cascade decides: style sheets are
taken out, and each element states its computed properties. Definitions are written once each, however
often they are used, in a group with the style that they inherit at their place in the document. Two
things are counted on the way, as nothing can stop resvg once it draws: the elements with all references
followed, and the steps of filters.

Of definitions that each use the next one ten times, six levels draw a million elements. `_count` adds up each
definition once, from the inside, so it knows that without following them.
"""

import base64
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple, Protocol

import msgspec

from nineup.base.geometry import Box, Matrix, Size
from nineup.model.drawing import Op
from nineup.svg.filters.letters import LetterWriting
from nineup.svg.filters.values import (
    REGION,
    SHARES,
    check_step,
    css,
    fixed_length,
    has_edges,
    is_of_user,
    is_of_viewport,
    is_wide,
    lengths_in,
    numbers_in,
    stated_region,
    unstated_sides,
    whole_side,
)
from nineup.svg.library import DEEPEST, Library, element_by_id
from nineup.svg.reporter import Reporter
from nineup.svg.style.cascade import ElementStyle, PropertyValue, around, cascade, says
from nineup.svg.style.properties import CSS_TRANSFORM, DRAWN, INHERITED, OF_TEXT
from nineup.svg.values.values import AbsentError, InvalidError, SvgError, UnsupportedError, user_length
from nineup.svg.xml import SvgElement
from nineup.typography.fonts import Fonts

MOST_ELEMENTS = 50_000
"""The largest number of elements in a filtered element, with all references followed."""

_ADDRESS = re.compile(r"url\(\s*+[\"']?#([^\"')\s]++)")
_SHARE = re.compile(r"(?<![\d.])[-+]?[\d.]++(?:[eE][-+]?\d++)?%")
_EM = re.compile(r"(?<![\d.])(\d{1,9}(?:\.\d{1,9})?|\.\d{1,9})em\b")

_PER_PIXEL = frozenset({"feDiffuseLighting", "feSpecularLighting", "feConvolveMatrix"})

_LIMITS = {"numOctaves": 12.0, "order": 15.0}
"""The largest values of attributes that multiply the work of filters."""

_STROKED = frozenset({"stroke-width", "stroke-dasharray", "stroke-dashoffset"})
"""Lengths that may be shares of the viewport's diagonal."""

_NAMING = frozenset({"id", "in", "in2", "result", "href"})
"""Attributes of filter steps that hold names, not numbers."""

_LEFT = frozenset({"filter", "opacity", "clip-path", "mask", "mix-blend-mode", "isolation", "display"})
"""Properties that apply to the finished pixels, not inside them."""

_OF_IMAGE = 3
"""The steps that take as long as an element in a picture that a filter draws, which may be a layer."""

_SKIPPED = frozenset("style script metadata title desc".split())
_PICTURES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF8", b"RIFF")


class FilteredPlace(NamedTuple):
    """Where a filtered element is drawn: its matrix to points, its style, and its box with its stroke in user
    units; and what it draws without its filter, in points.
    """

    matrix: Matrix
    style: ElementStyle
    box: Box
    ops: tuple[Op, ...] = ()


class Letters(Protocol):
    """Sets the glyphs of a text, in its own user units."""

    def __call__(self, element: SvgElement, style: ElementStyle, viewport: Size) -> tuple[Op, ...]: ...


class Pictures(Protocol):
    """Reads the file of an `image`."""

    def __call__(self, element: SvgElement) -> bytes: ...


class DrawingSources(msgspec.Struct, frozen=True):
    """The sources of what a filtered element shows, and where its mistakes go."""

    library: Library
    reporter: Reporter
    fonts: Fonts
    letters: Letters
    pictures: Pictures


class FilterWriting:
    """One filtered element being written, with the definitions that it refers to."""

    def __init__(self, sources: DrawingSources, viewport: Size, box: Size) -> None:
        """`box` is the size of the element, in user units."""
        self.of = sources
        self.viewport = viewport
        self.box = box
        self.steps = 0
        """The number of filter steps, counting each as often as it is drawn.

        A filtered element costs five more, for its layer.
        """
        self.is_tiled = False
        """Whether a step of a filter repeats a tile."""
        self.is_per_pixel = False
        """Whether a step of a filter works on single pixels, so that its result depends on the density."""
        self._neighbours: list[tuple[float, float]] = []
        """How far the steps that read all neighbours of a pixel reach, in user units."""
        self._kernels = 0.0
        self._reporter = Reporter(sources.reporter.findings.apart(), sources.reporter.is_art)
        """For mistakes that are reported where the element is drawn without its filter."""
        self._wanted: list[tuple[SvgElement, str]] = []
        self._written: set[SvgElement] = set()
        self._holder: SvgElement | None = None
        """The definition being written; None for the filtered element itself."""
        self._sizes: Counter[SvgElement | None] = Counter()
        """The number of elements in each definition."""
        self._targets: defaultdict[SvgElement | None, list[SvgElement]] = defaultdict(list)
        """The references in each definition, with repetitions."""
        self._shown: list[SvgElement] = []
        """The elements that filter steps draw as pictures."""
        self._first: list[SvgElement] = []
        self._letter_writing = LetterWriting(sources.fonts)

    def filtered(self, element: SvgElement, place: FilteredPlace, drawn: str | None = None) -> str:
        """The element with its filter; `drawn` is what it shows on a card, in user units, if that differs
        from card to card.
        """
        own = "".join(
            self._declaration(element, name, value, style=place.style)
            for name, value in place.style.items()
            if name in DRAWN and name not in _LEFT
        )
        value = place.style["filter"]
        self._want(element, value.text)
        self.steps += 5
        # Its opacity, mask and clip apply to the finished pixels.
        own += f"filter:{css('filter', value.text, place.style)};"
        body = (
            self._element(element, place.style, own, is_outermost=True)
            if drawn is None
            else f'<g style="{_escaped(own)}">{drawn}</g>'
        )
        # Now, before definitions add theirs: these are the filters of the element itself,
        # whose region is what is drawn.
        self._first = [each for each, _ in self._wanted if each.name == "filter"]
        defs = "".join(self._definitions())
        self._count()
        matrix = " ".join(f"{factor:.8g}" for factor in place.matrix)
        return f'<defs>{defs}</defs><g transform="matrix({matrix})">{body}</g>'

    def region(self, place: FilteredPlace) -> Box:
        """The area in which filters may draw, in user units."""
        box = place.box
        reach = max(box.width, box.height, 1.0) * 0.1
        text = place.style["filter"].text
        if "(" in _ADDRESS.sub("", text):
            em = user_length(place.style["font-size"].text) if "font-size" in place.style else 16.0
            plain = _EM.sub(lambda match: f"{float(match[1]) * em:.4f}", text)
            # Filter functions have no region of their own. A blur reaches about three times its
            # standard deviation, and offsets add.
            reach += 3 * sum(abs(value) for value in lengths_in(plain))
        area = box.outset(reach)
        for element in self._first:
            stated = stated_region(element, box, self.viewport)
            corners = (area, stated)
            left, top = min(one.x for one in corners), min(one.y for one in corners)
            right, bottom = max(one.right for one in corners), max(one.bottom for one in corners)
            area = Box(left, top, right - left, bottom - top)
        return area

    @property
    def is_wide(self) -> bool:
        """Whether a filter inside the filtered element draws far beyond its own element."""
        inside = (each for each in self._written if each.name == "filter" and each not in self._first)
        return any(is_wide(each, self.viewport) for each in inside)

    def neighbours(self, scale: float) -> float:
        """The number of neighbours read for each pixel, at `scale` pixels per user unit."""
        return self._kernels + sum((2 * x * scale + 1) * (2 * y * scale + 1) for x, y in self._neighbours)

    def _look(self, element: SvgElement) -> None:
        """Counts the neighbours that a step reads."""
        if element.name == "feConvolveMatrix":
            sides = _sides(element, "order", 3.0)
            self._kernels += abs(sides[0] * sides[-1])
        elif element.name == "feMorphology":
            sides = _sides(element, "radius", 0.0)
            is_share = (
                element.parent is not None
                and element.parent.attributes.get("primitiveUnits") == "objectBoundingBox"
            )
            x, y = (
                abs(side) * (whole if is_share else 1.0)
                for side, whole in zip((sides[0], sides[-1]), self.box, strict=True)
            )
            self._neighbours.append((x, y))

    def _definitions(self) -> Iterator[str]:
        while self._wanted:
            element, _ = self._wanted.pop()
            if element in self._written:
                continue
            # Before its content: a definition that refers to itself ends here.
            self._written.add(element)
            self._holder = element
            outer = around(element, self.of.library.rules(element.document), self._reporter)
            kept = "".join(
                self._declaration(element, name, value, style=outer)
                for name, value in outer.items()
                if name in _INHERITED
            )
            yield f'<g style="{_escaped(kept)}">{self._element(element, outer, None)}</g>'

    def _declaration(self, element: SvgElement, name: str, value: PropertyValue, style: ElementStyle) -> str:
        """A property in resvg's notation, shares of the viewport as lengths; empty after a mistake, which is
        reported.
        """
        text = value.text
        if name in _STROKED and "%" in text and is_of_viewport(element):
            whole = whole_side("both", self.viewport)
            text = _SHARE.sub(lambda match: f"{user_length(match[0], whole):.8g}", text)
        try:
            return f"{name}:{css(name, text, style)};"
        except SvgError as error:
            value.report_error(self.of.reporter, error)
            return ""

    def _element(
        self, element: SvgElement, inherited: ElementStyle, own: str | None, is_outermost: bool = False
    ) -> str:
        if element.name in _SKIPPED:
            return ""
        if element.name == "feDisplacementMap":
            raise UnsupportedError(
                "`feDisplacementMap` is not supported: resvg moves pixels too far",
                "place the drawing as a PNG",
            )
        if element.name == "flowRoot":
            raise UnsupportedError(
                "a `flowRoot` in what has a filter is not supported", "convert it to text in Inkscape"
            )
        if element.bindings:
            raise UnsupportedError(
                "a filter on something that depends on the card is not supported", "filter what is around it"
            )
        self._sizes[self._holder] += 1
        rules = self.of.library.rules(element.document)
        variables = {name: value for name, value in inherited.items() if name[:2] == "--"}
        # What this element states itself, which may name variables from around it;
        # `computed` has what it inherits as well.
        style = cascade(element, variables, rules, reporter=self._reporter)
        # The outermost element's style is that of its place.
        computed = inherited if is_outermost else cascade(element, inherited, rules, reporter=self._reporter)
        if CSS_TRANSFORM in style and not is_outermost:
            raise UnsupportedError(
                "the property `transform` in what has a filter is not supported", "use the attribute"
            )
        if own is None:
            named = style.keys() | (computed.keys() - INHERITED)  # This includes `inherit`.
            stated = {name: value for name, value in computed.items() if name in named and name in DRAWN}
            own = "".join(
                self._declaration(element, name, value, style=computed) for name, value in stated.items()
            )
            self.is_per_pixel |= element.name in _PER_PIXEL
            self.is_tiled |= element.name in ("feTile", "pattern")
            self.steps += 5 * ("filter" in style) + _cost(element)
            self._look(element)
        if says(computed, "vector-effect", "non-scaling-stroke") and "stroke" in computed:
            raise UnsupportedError(
                "`vector-effect` in what has a filter is not supported", "set the width of the stroke"
            )
        self._want(element, own)
        if element.name == "text":
            return self._letters(element, computed, own, is_outermost=is_outermost)
        attributes = dict(self._attributes(element, is_outermost))
        inside = "".join(self._element(child, computed, None) for child in element.elements())
        if element.name == "use" and has_edges(element) and "filter:" in own:
            # Otherwise resvg cuts the filtered pixels off at the edges of what is used.
            effects, own = _divided(own)
            place = (
                f"{attributes.pop('transform', '')} translate({attributes.pop('x', 0)} "
                f"{attributes.pop('y', 0)})"
            )
            moved = _tag(element, attributes, own, inside=inside)
            return f'<g transform="{_escaped(place)}" style="{_escaped(effects)}">{moved}</g>'
        return _tag(element, attributes, own, inside=inside)

    def _attributes(self, element: SvgElement, is_outermost: bool) -> Iterator[tuple[str, str]]:
        for name, value in element.attributes.items():
            # All of these are in the computed style.
            if name in ("style", "class") or name in DRAWN or name in OF_TEXT or name.startswith("xml:"):
                continue
            # The place's matrix has the outermost element's own transform.
            if name.startswith("on") or (is_outermost and name == "transform"):
                continue
            if name == "stitchTiles" and value == "stitch":
                raise UnsupportedError("`stitchTiles` is not supported", "place the drawing as a PNG")
            if element.name[:2] == "fe" and name not in _NAMING and not self._is_right(element, name, value):
                continue
            if name in _LIMITS and any(not abs(each) <= _LIMITS[name] for each in numbers_in(value)):
                raise UnsupportedError(
                    f"`{name}` is {value}, which takes too long to draw", "make it smaller"
                )
            if value.strip().endswith("%") and name in SHARES and is_of_viewport(element):
                value = f"{user_length(value, whole_side(SHARES[name], self.viewport)):.8g}"
            elif element.name == "use" and name in SHARES:
                value = fixed_length(value)
            yield name, self._address(element, value.strip()) if name == "href" else value
        # Defaults are percentages, too, and resvg takes them for shares of its own picture.
        if element.name in ("filter", "mask") and is_of_user(element) and is_of_viewport(element):
            for name, share in REGION.items():
                if name not in element.attributes:
                    yield name, f"{user_length(share, whole_side(SHARES[name], self.viewport)):.8g}"
        yield from unstated_sides(element, self.viewport)

    def _is_right(self, element: SvgElement, name: str, value: str) -> bool:
        """Whether an attribute of a filter step is what it should be; reported, if browsers ignore it."""
        try:
            check_step(element, name, value)
        except InvalidError as error:
            self.of.reporter.svg_error(error, element.span(name))
            return False
        return True

    def _address(self, element: SvgElement, address: str) -> str:
        """A reference inside the new drawing."""
        if address.startswith("#"):
            self._want(element, f"url({address})")
            if element.name == "feImage":
                self._shown += self._targets[self._holder][-1:]
            return address
        if element.name == "a":
            return ""
        if element.name not in ("image", "feImage"):
            raise UnsupportedError(
                f"`{address[:40]}` inside a filtered element is not supported", "copy it to this file"
            )
        data = self.of.pictures(element)
        if not data.startswith(_PICTURES):
            raise UnsupportedError(
                "a drawing inside a filtered element is not supported", "copy its shapes to this file"
            )
        return f"data:image/png;base64,{base64.b64encode(data).decode('ascii')}"

    def _want(self, element: SvgElement, text: str) -> None:
        for address in _ADDRESS.findall(text):
            try:
                target = element_by_id(element.document, address)
            except AbsentError:
                continue
            self._wanted.append((target, address))
            self._targets[self._holder].append(target)

    def _count(self) -> None:
        """Raises SvgError if resvg would draw too many elements, with all references followed."""
        sizes: dict[SvgElement | None, int] = {}

        def size(holder: SvgElement | None, depth: int = 0) -> int:
            if depth > DEEPEST:
                raise SvgError(f"references are nested more than {DEEPEST} deep", "simplify the drawing")
            if holder not in sizes:
                sizes[holder] = self._sizes[
                    holder
                ]  # for a definition that refers to itself, which resvg ignores
                sizes[holder] += sum(size(target, depth + 1) for target in self._targets[holder])
                if sizes[holder] > MOST_ELEMENTS:
                    message = (
                        f"the filtered element has more than {MOST_ELEMENTS:,} elements with its references "
                        "followed"
                    )
                    raise SvgError(message, "simplify it, or place it as a PNG")
            return sizes[holder]

        size(None)
        self.steps += sum(_OF_IMAGE * size(target) for target in self._shown)

    def _letters(self, element: SvgElement, style: ElementStyle, own: str, is_outermost: bool) -> str:
        """A text as outlines."""
        ops = self.of.letters(element, style, self.viewport)
        place = "" if is_outermost else f' transform="{_escaped(element.attributes.get("transform", ""))}"'
        effects, _ = _divided(own)
        return f'<g{place} style="{_escaped(effects)}">{"".join(map(self._letter_writing.drawn, ops))}</g>'


_INHERITED = (
    DRAWN
    - _LEFT
    - {"overflow", "stop-color", "stop-opacity", "transform-origin", "transform-box", "mask-type"}
)


def _tag(element: SvgElement, attributes: Mapping[str, str], own: str, inside: str) -> str:
    listed = "".join(f' {name}="{_escaped(value)}"' for name, value in attributes.items())
    return f'<{element.name}{listed} style="{_escaped(own)}">{inside}</{element.name}>'


def _divided(own: str) -> tuple[str, str]:
    """The declarations that apply to finished pixels, and the others."""
    parts = [part for part in own.split(";") if part]
    effects = [part for part in parts if part.partition(":")[0] in {*_LEFT, "filter"}]
    return "".join(f"{part};" for part in effects), "".join(
        f"{part};" for part in parts if part not in effects
    )


def addresses(text: str) -> list[str]:
    """The ids that a value refers to."""
    return _ADDRESS.findall(text)


def without_addresses(text: str) -> str:
    """The rest of a value, such as filter functions."""
    return re.sub(r"[\s\"')]+", "", _ADDRESS.sub("", text))


def _sides(element: SvgElement, name: str, default: float) -> list[float]:
    """The numbers of an attribute; the default for a value that is invalid, and isn't written."""
    sides = numbers_in(element.attributes.get(name, ""))
    return sides if sides and all(map(math.isfinite, sides)) else [default]


def _cost(element: SvgElement) -> int:
    """The time that a filter step takes, in thirds of a typical step."""
    match element.name:
        case "feTurbulence":
            octaves = numbers_in(element.attributes.get("numOctaves", "1"))[:1] or [1.0]
            return 3 + 3 * round(min(abs(octaves[0]), _LIMITS["numOctaves"]))
        case "feGaussianBlur" | "feDropShadow":
            return 9
        case name:
            return 3 * name.startswith("fe")


def _escaped(value: str) -> str:
    """A value, escaped for an XML attribute."""
    from html import escape  # Imported late: it loads the names of all HTML characters.

    return escape(value)
