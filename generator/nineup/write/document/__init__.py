"""Pages as a PDF document: content streams, the resources that they share, and the file that holds both.

`content` writes drawing operations as operators that name their fonts, forms and images by content (`references`); `resources`
gives these their names, and `file` adds them, so faces can be written in any order and process. `pages` places faces on pages.
"""

__all__ = [
    "compact",
    "content",
    "deflate",
    "file",
    "operators",
    "pages",
    "pieces",
    "references",
    "reportlab",
    "resources",
]
