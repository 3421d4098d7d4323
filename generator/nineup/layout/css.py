"""The rules of `<style>` elements: selectors of types, classes and ids, inside others or as their children, and their order."""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

import msgspec

from nineup.layout.xml import SvgElement

_STRING = r"\"[^\"]*\"|'[^']*'"
_COMMENT = re.compile(rf"({_STRING})|/\*(?:.*?(\*/)|.*)", re.DOTALL)
_SIGN = re.compile(rf"{_STRING}|[{{}}\"']")
"""What separates rules, and strings, in which nothing does."""

_ATTRIBUTE = r"\[[\w:-]+(?:[~|^$*]?=(?:\"[^\"\s,\]>]*+\"|'[^'\s,\]>]*+'|[\w.#-]+))?\]"
_SIMPLE = re.compile(rf"(\*|[a-zA-Z][\w-]*)?((?:[.#][\w-]+|{_ATTRIBUTE}|:first-child|:root)*)")
_PARTS = re.compile(rf"[.#][\w-]+|{_ATTRIBUTE}|:[a-z-]+")
_TEST = re.compile(r"\[([\w:-]+)(?:([~|^$*]?=)[\"']?([^\"'\]]*+)[\"']?)?\]")
_NEVER = re.compile(
    r":(?:hover|active|focus(?:-visible|-within)?|visited|target)\b|::(?:selection|before|after)\b"
)
"""What nothing in a print is, nor an element of SVG has."""
_DECLARATION = re.compile(rf"\s*+([\w-]++)\s*+:((?:{_STRING}|\([^()\"']*+\)|[^;\"'(])*+)(?:;|\Z)")
_BETWEEN = re.compile(r"[ \t\r\n;]*+")
_REST = re.compile(r"[^;]*+")
_IMPORTANT = re.compile(r"(?<!\s)\s*+!\s*+important\Z", re.IGNORECASE)
_NAME = re.compile(r"[^\s{(;]{1,40}")

Reject = Callable[[int, str, str], None]
"""Called with the offset of a mistake in the text, a message and a hint."""


class Declaration(msgspec.Struct, frozen=True):
    """A property with its value, the offset of the property in the text, and whether it is `!important`."""

    name: str
    value: str
    offset: int
    is_important: bool = False


class CssRule(msgspec.Struct, frozen=True):
    """A simple selector with its declarations. Rules apply in the order of `rank`: the last wins."""

    type: str
    ids: frozenset[str]
    classes: frozenset[str]
    declarations: tuple[Declaration, ...]
    rank: tuple[int, int, int, int]
    tests: tuple[str, ...] = ()
    """What is asked of attributes and of the place among others, as it is written."""
    around: "tuple[tuple[bool, CssRule], ...]" = ()
    """What must be around the element, the nearest first, each with whether it must be the parent of what follows it."""

    def matches(self, element: SvgElement, classes: frozenset[str]) -> bool:
        """Whether the selector matches an element with these classes."""
        return (
            self.type in ("", "*", element.name)
            and self.classes <= classes
            and (not self.ids or self.ids == {element.attributes.get("id")})
            and all(_passes(element, test) for test in self.tests)
            and (not self.around or self._is_inside(element))
        )

    def _is_inside(self, element: SvgElement) -> bool:
        """Whether what must be around an element is: step by step, all places that an outer part may have."""
        outer = tuple(element.ancestors())
        places = [-1]
        for is_parent, part in self.around:
            tried = [place + 1 for place in places] if is_parent else range(places[0] + 1, len(outer))
            places = [
                place
                for place in tried
                if place < len(outer)
                and part.matches(outer[place], frozenset(outer[place].attributes.get("class", "").split()))
            ]
            if not places:
                return False
        return True


def _passes(element: SvgElement, test: str) -> bool:
    """Whether an element is as a part of a selector asks."""
    if test == ":root":
        return element.parent is None
    if test == ":first-child":
        return element.parent is not None and next(iter(element.parent.elements()), None) is element
    found = _TEST.fullmatch(test)
    assert found is not None
    name, how, asked = found[1], found[2], found[3] or ""
    value = element.attributes.get(name)
    if value is None or how is None:
        return value is not None
    return {
        "=": value == asked,
        "~=": asked in value.split(),
        "|=": value == asked or value.startswith(f"{asked}-"),
        "^=": bool(asked) and value.startswith(asked),
        "$=": bool(asked) and value.endswith(asked),
        "*=": bool(asked) and asked in value,
    }[how]


def rules(text: str, reject: Reject) -> Iterator[CssRule]:
    """The rules of a style sheet, in order; a list of selectors makes one rule for each."""
    text = _without_comments(text.replace("<!--", "    ").replace("-->", "   "), reject, 0)
    text = _without_idle_rules(text)
    end = 0
    for start, opened, closed in _blocks(text):
        _only_space(text, end, start, reject)
        end = closed + 1
        selectors = text[start:opened]
        if selectors.lstrip().startswith("@"):
            _at_rule(text, start, reject)
            continue
        listed = tuple(_declarations(text[opened + 1 : closed], reject, opened + 1))
        for selector, offset in _selectors(selectors, start):
            if rule := _rule(selector, listed, start):
                yield rule
            elif not _NEVER.search(selector):
                reject(
                    offset,
                    f"the selector `{selector}` is not supported",
                    "use a type, .class or #id selector",
                )
    _only_space(text, end, len(text), reject)


_IDLE = frozenset(
    "font-face page keyframes -webkit-keyframes counter-style property charset namespace".split()
)
"""Rules without effect on a drawing: fonts are in `fonts/`, and a print shows no animation."""

_WEB_FONTS = re.compile(
    r"@import\s++(?:url\(\s*+)?[\"']?(?:https?:)?//[^\s\"')]*(?:font|typekit)", re.IGNORECASE
)
"""A style sheet of another machine that names fonts, as editors write it. Any other may have rules, and is refused."""

_AT = re.compile(rf"{_STRING}|[{{}};@\"']")
_AT_NAME = re.compile(r"@([\w-]{1,40})")

_QUERIES = {
    **dict.fromkeys(("all", "print", "only print", "not screen", "(prefers-color-scheme: light)"), True),
    **dict.fromkeys(
        ("screen", "only screen", "not print", "not all", "(prefers-color-scheme: dark)", "speech"), False
    ),
}
"""What is asked of the medium, and whether a print is that."""


def _without_idle_rules(text: str) -> str:
    """The text with spaces in place of rules without effect, and of what is around the rules for print."""
    if "@" not in text:
        return text
    kept, at = "", 0
    for start, opened, end in _at_rules(text):
        kept += text[at:start] + _chosen(text[start:end], opened - start)
        at = end
    return kept + text[at:]


def _chosen(rule: str, opened: int) -> str:
    """What of an at-rule whose block begins at an offset is for a print, with spaces in place of the rest."""
    found = _AT_NAME.match(rule)
    name = found[1].lower() if found else ""
    if name in _IDLE or (name == "import" and _WEB_FONTS.match(rule)):
        return " " * len(rule)
    if name != "media" or opened < 0:
        return rule
    asked = [
        " ".join(part.replace(":", ": ").split()).lower() for part in rule[len("@media") : opened].split(",")
    ]
    if any(part not in _QUERIES for part in asked):
        return rule
    inside = (
        rule[opened + 1 : -1] if any(_QUERIES[part] for part in asked) else " " * (len(rule) - opened - 2)
    )
    return f"{' ' * (opened + 1)}{inside} "


def _at_rules(text: str) -> Iterator[tuple[int, int, int]]:
    """The offsets of each at-rule outside other rules: of its beginning, its block (-1 without one), and its end."""
    start, opened, depth = -1, -1, 0
    for sign in _AT.finditer(text):
        if sign[0] == "@" and start < 0 and not depth:
            start, opened = sign.start(), -1
        elif sign[0] == "{":
            opened = sign.start() if start >= 0 and not depth else opened
            depth += 1
        elif sign[0] == "}" or (sign[0] == ";" and start >= 0 and not depth):
            depth -= sign[0] == "}" and depth > 0
            if start >= 0 and not depth:
                yield start, opened, sign.end()
                start = -1


def _blocks(text: str) -> Iterator[tuple[int, int, int]]:
    """The offsets of each rule: of its selectors, its `{` and its `}`; signs without a counterpart are skipped."""
    start, opened = 0, -1
    for sign in _SIGN.finditer(text):
        if sign[0] == "{":
            start, opened = (start if opened < 0 else opened + 1), sign.start()
        elif len(sign[0]) == 1:
            if sign[0] == "}" and opened >= 0:
                yield start, opened, sign.start()
            start, opened = sign.end(), -1


def _without_comments(text: str, reject: Reject, offset: int) -> str:
    """The text, which begins at `offset`, with spaces in place of its comments."""

    def blank(found: re.Match[str]) -> str:
        if not found[1] and not found[2]:
            reject(offset + found.start(), "the comment is not closed", "end it with */")
        return found[1] or " " * len(found[0])

    return _COMMENT.sub(blank, text)


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
    name = _NAME.search(text, offset)
    if name is not None:
        reject(
            name.start(), f"`{name[0]}` is not supported", "put fonts in fonts/ and rules in this style sheet"
        )


def _rule(selector: str, listed: tuple[Declaration, ...], order: int) -> CssRule | None:
    """The rule of a selector; None if it isn't supported."""
    words = selector.replace(">", " > ").split()
    if not words or len(words) > _LONGEST or words[0] == ">" or words[-1] == ">":
        return None
    parts = [_part(word, listed, order) for word in words if word != ">"]
    if any(part is None for part in parts) or "> >" in " ".join(words):
        return None
    *outer, own = [part for part in parts if part is not None]
    is_parent = [words[place - 1] == ">" for place, word in enumerate(words) if place and word != ">"]
    a, b, c = (sum(part.rank[place] for part in (*outer, own)) for place in range(3))
    around = tuple(zip(reversed(is_parent), reversed(outer), strict=True))
    return msgspec.structs.replace(own, around=around, rank=(a, b, c, order))


_LONGEST = 9
"""The most words of a selector."""


def _part(selector: str, listed: tuple[Declaration, ...], order: int) -> CssRule | None:
    match = _SIMPLE.fullmatch(selector)
    if match is None or not selector:
        return None
    parts = _PARTS.findall(match.group(2))
    ids = frozenset(part[1:] for part in parts if part[0] == "#")
    classes = frozenset(part[1:] for part in parts if part[0] == ".")
    kind = match.group(1) or ""
    rank = (len(ids), len(parts) - len(ids), int(kind not in ("", "*")), order)
    tests = tuple(part for part in parts if part[0] in "[:")
    return CssRule(kind, ids, classes, listed, rank, tests)


def declarations(text: str, reject: Reject) -> Iterator[Declaration]:
    """The declarations of a `style` attribute."""
    found, mistakes = _read(text)
    for mistake in mistakes:
        reject(*mistake)
    return iter(found)


@lru_cache(maxsize=4096)
def _read(text: str) -> tuple[tuple[Declaration, ...], tuple[tuple[int, str, str], ...]]:
    """The declarations of a `style` attribute, which many elements share, and its mistakes."""
    mistakes: list[tuple[int, str, str]] = []

    def reject(offset: int, message: str, hint: str) -> None:
        mistakes.append((offset, message, hint))

    return tuple(_declarations(_without_comments(text, reject, 0), reject, 0)), tuple(mistakes)


def _declarations(text: str, reject: Reject, offset: int) -> Iterator[Declaration]:
    """The declarations of a text without comments, which begins at `offset`."""
    position = 0
    while (position := _end_of(_BETWEEN, text, position)) < len(text):
        match = _DECLARATION.match(text, position)
        if match is None:
            end = _end_of(_REST, text, position)
            word = text[position:end].strip()
            reject(offset + position, f"`{word}` is not a declaration", "write it as in fill: #b23a48")
            position = end
            continue
        value = match.group(2).strip()
        plain = _IMPORTANT.sub("", value)
        name = match.group(1)
        yield Declaration(
            name if name.startswith("--") else name.lower(), plain, offset + match.start(1), plain != value
        )
        position = match.end()


def _end_of(pattern: re.Pattern[str], text: str, position: int) -> int:
    """The end of a match there of a pattern that matches anything."""
    found = pattern.match(text, position)
    return found.end() if found else position
