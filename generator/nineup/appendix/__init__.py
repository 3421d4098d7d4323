"""A game and its runs → the appendix of its rulebook, from templates that designers can replace."""

from nineup.appendix.chapters import Template, booklet, templates
from nineup.appendix.template_context import Column, Source, Typeface

__all__ = ["Column", "Source", "Template", "Typeface", "booklet", "templates"]
