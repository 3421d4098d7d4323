"""The rules of `<style>` elements: simple selectors (type, class, id, and these together) and their order."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from nineup.layout.xml import Element

_STRING = r"\"[^\"]*\"|'[^']*'"
_COMMENT = re.compile(rf"({_STRING})|/\*.*?\*/", re.DOTALL)
_RULE = re.compile(rf"((?:{_STRING}|[^{{}}\"'])*)\{{((?:{_STRING}|[^{{}}\"'])*)\}}")
_SIMPLE = re.compile(r"(\*|[a-zA-Z][\w-]*)?((?:[.#][\w-]+)*)")
_DECLARATION = re.compile(rf"\s*([\w-]+)\s*:\s*((?:{_STRING}|\([^()\"']*\)|[^;\"'(])*)(?:;|$)")

Reject = Callable[[int, str, str], None]
"""Called with the offset of a mistake in the text, a message and a hint."""


class Declaration(NamedTuple):
    """A property with its value, and the offset of the property in the text."""

    name: str
    value: str
    offset: int


class Rule(NamedTuple):
    """A simple selector with its declarations. Rules apply in the order of `rank`: the last wins."""

    type: str
    ids: frozenset[str]
    classes: frozenset[str]
    declarations: tuple[Declaration, ...]
    rank: tuple[int, int, int, int]

    def matches(self, element: Element, classes: frozenset[str]) -> bool:
        """Whether the selector matches an element with these classes."""
        return (
            self.type in ("", "*", element.name)
            and self.classes <= classes
            and (not self.ids or self.ids == {element.attributes.get("id")})
        )


def rules(text: str, reject: Reject) -> Iterator[Rule]:
    """The rules of a style sheet, in order; a list of selectors makes one rule for each."""
    text = _without_comments(text.replace("<!--", "    ").replace("-->", "   "))
    end = 0
    for match in _RULE.finditer(text):
        _only_space(text, end, match.start(), reject)
        end = match.end()
        if match.group(1).lstrip().startswith("@"):
            _at_rule(text, match.start(1), reject)
            continue
        listed = tuple(declarations(match.group(2), reject, match.start(2)))
        for selector, offset in _selectors(match.group(1), match.start(1)):
            if rule := _rule(selector, listed, match.start()):
                yield rule
            else:
                reject(
                    offset,
                    f"the selector `{selector}` is not supported",
                    "use a type, .class or #id selector",
                )
    _only_space(text, end, len(text), reject)


def _without_comments(text: str) -> str:
    """The text with spaces in place of its comments."""
    return _COMMENT.sub(lambda match: match[1] or " " * len(match[0]), text)


def _selectors(text: str, offset: int) -> Iterator[tuple[str, int]]:
    for part in text.split(","):
        yield part.strip(), offset + len(part) - len(part.lstrip())
        offset += len(part) + 1


def _only_space(text: str, start: int, end: int, reject: Reject) -> None:
    rest = text[start:end].strip()
    if rest:
        offset = text.index(rest, start)
        if rest.startswith("@"):
            _at_rule(text, offset, reject)
        else:
            reject(offset, f"`{rest[:20]}` is not a rule", "")


def _at_rule(text: str, offset: int, reject: Reject) -> None:
    name = text[offset:].split(maxsplit=1)[0]
    reject(
        offset + text[offset:].index(name),
        f"`{name}` is not supported",
        "put fonts in fonts/ and rules in this style sheet",
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


def declarations(text: str, reject: Reject, offset: int = 0) -> Iterator[Declaration]:
    """The declarations of a block or of a `style` attribute whose text begins at `offset`."""
    text = _without_comments(text)
    position = 0
    while text[position:].strip(" \t\r\n;"):
        while text[position] in " \t\r\n;":
            position += 1
        match = _DECLARATION.match(text, position)
        if match is None:
            word = text[position:].split(";")[0].strip()
            reject(offset + position, f"`{word}` is not a declaration", "write it as in fill: #b23a48")
            position += len(text[position:].split(";")[0])
            continue
        value = match.group(2).strip()
        if value.endswith("!important"):
            reject(offset + match.start(1), "`!important` is not supported", "remove it")
            value = value.removesuffix("!important").strip()
        yield Declaration(match.group(1), value, offset + match.start(1))
        position = match.end()
