"""A game and its runs → the appendix of its rulebook, by templates that a designer can change."""

from generator.appendix.chapters import Template, booklet, templates
from generator.appendix.facts import Column, Source, Typeface

__all__ = ["Column", "Source", "Template", "Typeface", "booklet", "templates"]
