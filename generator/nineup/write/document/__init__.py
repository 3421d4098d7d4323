"""Pages as a PDF document: content streams, the resources that they share, and the file that holds both.

`content` writes drawing operations as operators that name their fonts, forms and images by content
(`references`); `resources` gives these their names, and `file` adds them, so faces can be written in any
order and process. `pages` places faces on pages of ReportLab's canvas (`canvas`), and `compact` makes a
file of its document.
"""

from typing import TYPE_CHECKING

from nineup.base.late_names import late_names

if TYPE_CHECKING:
    from nineup.write.document.pages import into_place
else:
    __getattr__ = late_names(
        __name__,
        {
            "pages": ("into_place",),
        },
    )

__all__ = [
    "into_place",
]
