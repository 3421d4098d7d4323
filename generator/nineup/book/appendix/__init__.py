"""A game and its runs → the appendix of its rulebook, from templates that designers can replace.

`templates` finds a game's templates; `booklet` renders a choice of them, with the data of an `AppendixInput`,
to a `Booklet`, and `rulebook` makes the `Rules` of a file of Markdown, which `book.writers` turns into
Markdown, HTML or PDF. Mistakes in templates are reported at their place.
"""

from nineup.book.appendix.chapters import Template, booklet, templates
from nineup.book.appendix.rulebook import Rules, rulebook
from nineup.book.appendix.template_context import AppendixInput, CountColumn, Typeface

__all__ = [
    "AppendixInput",
    "CountColumn",
    "Rules",
    "Template",
    "Typeface",
    "booklet",
    "rulebook",
    "templates",
]
