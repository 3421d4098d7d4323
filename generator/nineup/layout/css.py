"""The rules of `<style>` elements: simple selectors (type, class, id, and these together) and their order."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from nineup.layout.xml import Element

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_RULE = re.compile(r"([^{}]*)\{([^{}]*)\}")
_SIMPLE = re.compile(r"(\*|[a-zA-Z][\w-]*)?((?:[.#][\w-]+)*)")
_DECLARATION = re.compile(r"\s*([\w-]+)\s*:\s*((?:\"[^\"]*\"|'[^']*'|[^;\"'])*)(?:;|$)")

Complaint = Callable[[int, str, str], None]
"""Told the offset in the text, what is wrong there, and what to do instead."""


class Declaration(NamedTuple):
    """A property with its value, and where in the text the property stands."""

    name: str
    value: str
    offset: int


class Rule(NamedTuple):
    """A simple selector with its declarations; rules are ordered by `rank`, the last wins."""

    type: str
    ids: frozenset[str]
    classes: frozenset[str]
    declarations: tuple[Declaration, ...]
    rank: tuple[int, int, int, int]

    def fits(self, element: Element, classes: frozenset[str]) -> bool:
        """Whether the selector takes in an element."""
        return (
            self.type in ("", "*", element.name)
            and self.classes <= classes
            and (not self.ids or self.ids == {element.attributes.get("id")})
        )


def rules(text: str, complain: Complaint) -> Iterator[Rule]:
    """The rules of a style sheet, in order, one for each selector of a list."""
    text = _COMMENT.sub(
        lambda match: " " * len(match.group()), text.replace("<!--", "    ").replace("-->", "   ")
    )
    end = 0
    for match in _RULE.finditer(text):
        _only_space(text, end, match.start(), complain)
        end = match.end()
        if match.group(1).lstrip().startswith("@"):
            _at_rule(text, match.start(1), complain)
            continue
        listed = tuple(declarations(match.group(2), complain, match.start(2)))
        for selector, offset in _selectors(match.group(1), match.start(1)):
            if rule := _rule(selector, listed, match.start()):
                yield rule
            else:
                complain(
                    offset,
                    f"the selector `{selector}` is not supported",
                    "select by element, .class or #id alone",
                )
    _only_space(text, end, len(text), complain)


def _selectors(text: str, offset: int) -> Iterator[tuple[str, int]]:
    for part in text.split(","):
        yield part.strip(), offset + len(part) - len(part.lstrip())
        offset += len(part) + 1


def _only_space(text: str, start: int, end: int, complain: Complaint) -> None:
    rest = text[start:end].strip()
    if rest:
        offset = text.index(rest, start)
        if rest.startswith("@"):
            _at_rule(text, offset, complain)
        else:
            complain(offset, f"`{rest[:20]}` is not a rule of a style sheet", "")


def _at_rule(text: str, offset: int, complain: Complaint) -> None:
    name = text[offset:].split(maxsplit=1)[0]
    complain(
        offset + text[offset:].index(name),
        f"`{name}` is not supported",
        "put fonts into fonts/, rules into this sheet",
    )


def _rule(selector: str, listed: tuple[Declaration, ...], order: int) -> Rule | None:
    match = _SIMPLE.fullmatch(selector)
    if match is None or not selector:
        return None
    parts = re.findall(r"[.#][\w-]+", match.group(2))
    ids = frozenset(part[1:] for part in parts if part[0] == "#")
    classes = frozenset(part[1:] for part in parts if part[0] == ".")
    kind = match.group(1) or ""
    rank = (len(ids), len(parts) - len(ids), int(kind not in ("", "*")), order)
    return Rule(kind, ids, classes, listed, rank)


def declarations(text: str, complain: Complaint, offset: int = 0) -> Iterator[Declaration]:
    """The declarations of a block or of a `style` attribute; `offset` is where the text begins."""
    text = _COMMENT.sub(lambda match: " " * len(match.group()), text)
    position = 0
    while text[position:].strip(" \t\r\n;"):
        while text[position] in " \t\r\n;":
            position += 1
        match = _DECLARATION.match(text, position)
        if match is None:
            word = text[position:].split(";")[0].strip()
            complain(offset + position, f"`{word}` is not a style", "write it as in fill: #b23a48")
            position += len(text[position:].split(";")[0])
            continue
        value = match.group(2).strip()
        if value.endswith("!important"):
            complain(offset + match.start(1), "`!important` is not supported", "leave it out")
            value = value.removesuffix("!important").strip()
        yield Declaration(match.group(1), value, offset + match.start(1))
        position = match.end()
