"""The words that a drawing contains: found for translators, and replaced by their translations."""

import re
from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from nineup.base.diagnostics import Span
from nineup.layout.binding.bindings import content_binding
from nineup.logic.expression import ExpressionError, printed_parts
from nineup.svg.xml import SvgDocument, SvgElement

_LETTERED = frozenset(("text", "tspan", "textPath", "a"))
_BOUND = ("text", "micro")
_SYMBOL = re.compile(r"\{[^{}]*\}")


class DrawnWords(msgspec.Struct, frozen=True):
    """Words in an element of a drawing, with single spaces between them; or a bound text that prints its own
    words, as written.
    """

    text: str
    span: Span
    kind: Literal["words", "text"] = "words"


def drawn_words(document: SvgDocument) -> Iterator[DrawnWords]:
    """The words of a drawing's texts in order, then its bound texts; their samples are skipped."""
    for element, number in _places(document.root):
        child = element.children[number]
        assert isinstance(child, str)
        yield DrawnWords(" ".join(child.split()), element.span())
    for element, name in _bound_places(document.root):
        yield DrawnWords(element.bindings[name], element.span(f"n:{name}"), "text")


def translate(document: SvgDocument, words: Mapping[tuple[str, str], str]) -> None:
    """Replaces the words of a drawing's texts, and its bound texts; spaces around words stay.

    `words` are the replacements by file and original words.
    """
    if not words:
        return

    def said(original: str) -> str:
        return words.get((document.path, original), original)

    for element, name in _bound_places(document.root):
        element.bindings[name] = said(element.bindings[name])
    for element, number in _places(document.root):
        child = element.children[number]
        assert isinstance(child, str)
        inner = child.strip()
        replaced = said(" ".join(inner.split()))
        if replaced != " ".join(inner.split()):
            element.children[number] = child.replace(inner, replaced)


def _bound_places(root: SvgElement) -> Iterator[tuple[SvgElement, str]]:
    """The bound texts with words of their own: the element and the name of the binding."""
    for element in root.all():
        for name in _BOUND:
            if name in element.bindings and _has_words(element.bindings[name]):
                yield element, name


def _has_words(source: str) -> bool:
    """Whether a template prints literal letters, beside symbols."""
    try:
        words = printed_parts(source).words
    except ExpressionError:
        return False  # The error is reported where the layout is compiled.
    return any(letter.isalpha() for text in words for letter in _SYMBOL.sub("", text))


def _places(element: SvgElement, inside: bool = False) -> Iterator[tuple[SvgElement, int]]:
    """The places of the texts below an element: the element and the index of the child."""
    inside = inside or element.name == "text"
    if content_binding(element) or (inside and element.name not in _LETTERED):
        return
    for number, child in enumerate(element.children):
        if not isinstance(child, str):
            yield from _places(child, inside)
        elif inside and any(letter.isalpha() for letter in child):
            yield element, number
