"""SVG layouts with bindings, compiled once and filled for each card: a face is a tuple of drawing operations."""

from nineup.layout.engine import Layout, LayoutEngine
from nineup.layout.frames import Frame

__all__ = ["Frame", "Layout", "LayoutEngine"]
