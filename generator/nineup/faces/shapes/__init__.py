"""The shapes of components, and what each makes of drawn faces. To add one: a module, a line here, a test.

Other packages add shapes as plug-ins, which are looked up when a component names one.
"""

from collections.abc import Mapping

import msgspec

from nineup.base.geometry import Size
from nineup.base.plugins import find_plugin
from nineup.faces.shapes.base import BASE
from nineup.faces.shapes.die import DIE, die_sides
from nineup.faces.shapes.divider import DIVIDER
from nineup.faces.shapes.flat import BOARD, CARD, MAT, TILE, TOKEN
from nineup.faces.shapes.outline import OUTLINES, regular, shape_outline
from nineup.faces.shapes.screen import SCREEN
from nineup.faces.shapes.shape import Assembled, Shape
from nineup.faces.shapes.standee import STANDEE, figures_with_bleed
from nineup.faces.shapes.title import PREFIX as TITLE
from nineup.faces.shapes.title import title_path, title_source
from nineup.faces.shapes.tuck_box import TUCK_BOX, walls_with_bleed
from nineup.model.game import Component
from nineup.schema import Key

__all__ = [
    "OUTLINES",
    "SHAPES",
    "SHAPE_KEYS",
    "TITLE",
    "Assembled",
    "DrawnSide",
    "Shape",
    "die_sides",
    "drawn_sides",
    "figures_with_bleed",
    "regular",
    "shape_named",
    "shape_names",
    "shape_of",
    "shape_outline",
    "title_source",
    "walls_with_bleed",
]


SHAPES = (CARD, TILE, TOKEN, STANDEE, MAT, BOARD, DIE, BASE, SCREEN, DIVIDER, TUCK_BOX)
"""In printing order; each shape is printed to its own files."""

SHAPE_KEYS: Mapping[str, Key] = {name: key for shape in SHAPES for name, key in shape.keys.items()}
"""The keys of components that only some shapes have."""

_BY_NAME = {shape.name: shape for shape in SHAPES}


def shape_names() -> tuple[str, ...]:
    """The values of `shape:` without plug-ins."""
    return tuple(_BY_NAME)


def shape_named(name: str) -> Shape | None:
    """The shape with this name, ours or a plug-in; None if there is none. Raises PluginError."""
    return _BY_NAME.get(name) or find_plugin("shapes", name, Shape)


def shape_of(name: str) -> Shape:
    """The shape of a component that has been read. Raises KeyError for an unknown name, PluginError."""
    shape = shape_named(name)
    if shape is None:
        raise KeyError(name)
    return shape


class DrawnSide(msgspec.Struct, frozen=True):
    """A side of a component: its layout, the key that names it, and its required size."""

    name: str
    layout: str
    key: str
    size: Size


def drawn_sides(component: Component) -> tuple[DrawnSide, ...]:
    """The sides of a component that have a layout or need none, the front first."""
    shape = shape_of(component.shape)
    named = {
        "front": ("layout", component.layout),
        "back": ("back", component.back),
        **{side: (f"sides.{side}", path) for side, path in component.sides.items()},
    }
    sides = []
    for side, size in shape.sides(component).items():
        key, path = named.get(side, ("layout", ""))
        if not path and side in shape.defaults:
            key = "layout"
            path = component.layout if shape.defaults[side] == "layout" else title_path(size)
        if path:
            sides.append(DrawnSide(side, path, key, size=size))
    return tuple(sides)
