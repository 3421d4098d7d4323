"""Conditional processing: the children of a `switch`, and elements for certain languages only."""

from nineup.svg.xml import SvgElement

LANGUAGE = "en"
"""The language in which drawings are shown: the same on every machine."""


def is_chosen(element: SvgElement) -> bool:
    """Whether an element's conditions hold (SVG 2, 5.9): no extension is supported, and the language is
    English.
    """
    attributes = element.attributes
    if "requiredExtensions" in attributes:
        return False
    languages = attributes.get("systemLanguage")
    if languages is None:
        return True
    return any(name.strip().lower().split("-")[0] == LANGUAGE for name in languages.split(","))
