"""A drawn face as one sees it: its marks and what lies under them; faces with less ink, and in grey."""

from nineup.surface.grey import GreyPrinter
from nineup.surface.marks import (
    WHITE,
    Area,
    Mark,
    Ring,
    area,
    blend,
    contrast,
    form_marks,
    grounds,
    marks,
    paint_at,
    text_box,
    under,
    words_of,
)
from nineup.surface.saving import InkSaver

__all__ = [
    "WHITE",
    "Area",
    "GreyPrinter",
    "InkSaver",
    "Mark",
    "Ring",
    "area",
    "blend",
    "contrast",
    "form_marks",
    "grounds",
    "marks",
    "paint_at",
    "text_box",
    "under",
    "words_of",
]
