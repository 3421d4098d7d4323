"""What fills and strokes: colours, gradients, patterns, and letters with a stroke around them."""

from typing import TYPE_CHECKING

from nineup.base.late_names import late_names

if TYPE_CHECKING:
    from nineup.svg.paint.lettering import letter_outlines
else:
    __getattr__ = late_names(
        __name__,
        {
            "lettering": ("letter_outlines",),
        },
    )

__all__ = [
    "letter_outlines",
]
