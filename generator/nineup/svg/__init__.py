"""SVG as drawing operations: a reader of drawings that knows nothing of cards and bindings.

`xml` parses a file to elements with their places, and `library` finds what they refer to. `style` cascades
properties, `values` reads them; `outlines` turns shapes and path data to lines and curves. `paint`, `text`
and `effects` draw with them; `filters` has filtered elements drawn as pixels. What can't be drawn is a
finding (`reporter`), never a guess. `layout` compiles these parts to layouts.
"""

__all__ = [
    "conditional",
    "effects",
    "extents",
    "filters",
    "library",
    "outlines",
    "overdraw",
    "paint",
    "pixels",
    "reporter",
    "style",
    "text",
    "transform",
    "values",
    "xml",
]
