"""SVG layouts with bindings, compiled once to drawing operations and filled for each card."""

from generator.layout.frames import Frame
from generator.layout.studio import Layout, Studio

__all__ = ["Frame", "Layout", "Studio"]
