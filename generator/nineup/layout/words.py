"""The words that a drawing has itself: found for translators, and replaced by their translations."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from nineup.diagnostics import Span
from nineup.layout.bindings import content_binding
from nineup.layout.xml import SvgDocument, SvgElement

_LETTERED = frozenset(("text", "tspan", "textPath", "a"))


class DrawnWords(NamedTuple):
    """Words in an element of a drawing, spaces between them as one."""

    text: str
    span: Span


def drawn_words(document: SvgDocument) -> Iterator[DrawnWords]:
    """The words of a drawing's texts in their order; samples of bound texts are none."""
    for element, number in _places(document.root):
        child = element.children[number]
        assert isinstance(child, str)
        yield DrawnWords(" ".join(child.split()), element.span())


def say_instead(document: SvgDocument, said: Callable[[str], str]) -> None:
    """Replace the words of a drawing's texts, each by what `said` gives for it; spaces around them stay."""
    for element, number in _places(document.root):
        child = element.children[number]
        assert isinstance(child, str)
        inner = child.strip()
        words = said(" ".join(inner.split()))
        if words != " ".join(inner.split()):
            element.children[number] = child.replace(inner, words)


def _places(element: SvgElement, inside: bool = False) -> Iterator[tuple[SvgElement, int]]:
    """Where the texts below an element are: the element and the number of the child."""
    inside = inside or element.name == "text"
    if content_binding(element) or (inside and element.name not in _LETTERED):
        return
    for number, child in enumerate(element.children):
        if not isinstance(child, str):
            yield from _places(child, inside)
        elif inside and any(letter.isalpha() for letter in child):
            yield element, number
