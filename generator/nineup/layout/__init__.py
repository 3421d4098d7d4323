"""SVG layouts with bindings, compiled once to drawing operations and filled for each card."""

from nineup.layout.engine import Layout, LayoutEngine
from nineup.layout.frames import Frame

__all__ = ["Frame", "Layout", "LayoutEngine"]
