"""SVG layouts with bindings, compiled once and filled for each card: a face is a tuple of drawing operations.

`LayoutEngine(project, game, fonts, styles, findings)` serves one game: `layout(path)` compiles a file to a
`Layout`, `face(layout, …)` fills it for one card. Both report mistakes and return None after an error. `shown_texts` says where a
card's texts are on its face. Lengths
are in points from the top-left corner of the trim, y down.
"""

from nineup.layout.engine import Layout, LayoutEngine
from nineup.layout.frames import Frame
from nineup.layout.shown import ShownText, shown_texts

__all__ = ["Frame", "Layout", "LayoutEngine", "ShownText", "shown_texts"]
