"""The visible surface of a drawn face: its marks and what lies under them; faces in grey.

`saving` prints faces with less ink; it needs Pillow, which is slow to import.
"""

from typing import TYPE_CHECKING

from nineup.base.late_names import late_names
from nineup.faces.surface.marks import (
    WHITE,
    Area,
    Mark,
    Ring,
    area,
    blend,
    contrast,
    form_marks,
    grounds,
    marks_of,
    paint_at,
    text_box,
    under,
    words_of,
)

if TYPE_CHECKING:
    from nineup.faces.surface.grey import GreyPrinter
    from nineup.faces.surface.ink_names import ink_words, named_inks
else:
    __getattr__ = late_names(
        __name__,
        {
            "grey": ("GreyPrinter",),
            "ink_names": ("ink_words", "named_inks"),
        },
    )

__all__ = [
    "WHITE",
    "Area",
    "GreyPrinter",
    "Mark",
    "Ring",
    "area",
    "blend",
    "contrast",
    "form_marks",
    "grounds",
    "ink_words",
    "marks_of",
    "named_inks",
    "paint_at",
    "text_box",
    "under",
    "words_of",
]
