"""SVG layouts with bindings, compiled once and filled for each card: a face is a tuple of drawing operations.

`LayoutEngine(project, game, fonts, styles, findings)` serves one game: `layout(path)` compiles a file to a
`Layout`, `face(layout, …)` fills it for one card. Both report mistakes and return None after an error.
`shown_texts` gives the places of a card's texts on its face, `text_sizes` their sizes, `bound_values` the
values that each binding prints, and an engine's `origins` the element that drew an operation. Lengths are in
points from the top-left corner of the trim, y down.
"""

from typing import TYPE_CHECKING

from nineup.base.late_names import late_names
from nineup.layout.binding.frames import Frame
from nineup.layout.binding.origins import Origins
from nineup.layout.engine import Layout, LayoutEngine
from nineup.svg.paint.lettering import letters

if TYPE_CHECKING:
    from nineup.layout.binding.filling import TextSize
    from nineup.layout.binding.program import DrawnText
    from nineup.layout.binding.words import drawn_words
    from nineup.layout.described import BoundValue, PlacedElement, bound_values, placed_elements
    from nineup.layout.shown import ShownText, shown_texts, text_sizes
else:
    __getattr__ = late_names(
        __name__,
        {
            "described": ("BoundValue", "PlacedElement", "bound_values", "placed_elements"),
            "binding.filling": ("TextSize",),
            "binding.program": ("DrawnText",),
            "shown": ("ShownText", "shown_texts", "text_sizes"),
            "binding.words": ("drawn_words",),
        },
    )

__all__ = [
    "BoundValue",
    "DrawnText",
    "Frame",
    "Layout",
    "LayoutEngine",
    "Origins",
    "PlacedElement",
    "ShownText",
    "TextSize",
    "bound_values",
    "drawn_words",
    "letters",
    "placed_elements",
    "shown_texts",
    "text_sizes",
]
