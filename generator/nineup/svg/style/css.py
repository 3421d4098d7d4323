"""The rules of `<style>` elements, and declarations."""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

import msgspec

from nineup.svg.style.selectors import Selector, listed, selector

_STRING = r"\"[^\"]*\"|'[^']*'"
_COMMENT = re.compile(rf"({_STRING})|/\*(?:.*?(\*/)|.*)", re.DOTALL)
_SIGN = re.compile(rf"{_STRING}|[{{}}\"']")
"""Separators of rules, and strings, which may contain them."""

_UNBRACKETED = rf"{_STRING}|[^()\"']++"
_INNERMOST = rf"\((?:{_UNBRACKETED})*+\)"
_INNER = rf"\((?:{_UNBRACKETED}|{_INNERMOST})*+\)"
_NESTED = rf"\((?:{_UNBRACKETED}|{_INNER})*+\)"
_DECLARATION = re.compile(rf"\s*+([\w-]++)\s*+:((?:{_STRING}|{_NESTED}|[^;\"'(])*+)(?:;|\Z)")
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
    """A selector with its declarations. Rules apply in the order of `rank`: the last wins."""

    selector: Selector
    declarations: tuple[Declaration, ...]
    rank: tuple[int, int, int, int]


def rules(text: str, reject: Reject) -> Iterator[CssRule]:
    """The rules of a style sheet, in order; a list of selectors makes one rule for each."""
    text = _without_comments(text.replace("<!--", "    ").replace("-->", "   "), reject, 0)
    text = _without_idle_rules(text)
    end = 0
    for start, opened, closed in _blocks(text):
        _only_space(text, end, start, reject=reject)
        end = closed + 1
        selectors = text[start:opened]
        if selectors.lstrip().startswith("@"):
            _at_rule(text, start, reject)
            continue
        stated = tuple(_declarations(text[opened + 1 : closed], reject, opened + 1))
        for text_of_one, at in listed(selectors):
            if one := selector(text_of_one):
                yield CssRule(one, stated, (*one.rank, start))
            else:
                offset = start + at + len(selectors[at:]) - len(selectors[at:].lstrip())
                reject(offset, f"the selector `{text_of_one}` is not supported", "use a class instead")
    _only_space(text, end, len(text), reject=reject)


_IDLE = frozenset(
    "font-face page keyframes -webkit-keyframes counter-style property charset namespace".split()
)
"""Rules without effect on a drawing: fonts are in `fonts/`, and a print shows no animation."""

_WEB_FONTS = re.compile(
    r"@import\s++(?:url\(\s*+)?[\"']?(?:https?:)?//[^\s\"')]*(?:font|typekit)", re.IGNORECASE
)
"""A remote style sheet that defines fonts, as editors write it. Any other may have rules, and is refused."""

_AT = re.compile(rf"{_STRING}|[{{}};@\"']")
_AT_NAME = re.compile(r"@([\w-]{1,40})")

_QUERIES = {
    **dict.fromkeys(("all", "print", "only print", "not screen", "(prefers-color-scheme: light)"), True),
    **dict.fromkeys(
        ("screen", "only screen", "not print", "not all", "(prefers-color-scheme: dark)", "speech"), False
    ),
}
"""Media queries, and whether a print matches them."""


def is_for_print(media: str) -> bool | None:
    """Whether rules for some media apply to a print; None if that depends on unknown facts."""
    asked = [" ".join(part.replace(":", ": ").split()).lower() for part in media.split(",")]
    return any(_QUERIES[part] for part in asked) if all(part in _QUERIES for part in asked) else None


def _without_idle_rules(text: str) -> str:
    """The text with spaces in place of rules without effect, and of what surrounds the rules for print."""
    if "@" not in text:
        return text
    kept, at = "", 0
    for start, opened, end in _at_rules(text):
        kept += text[at:start] + _chosen(text[start:end], opened - start)
        at = end
    return kept + text[at:]


def _chosen(rule: str, opened: int) -> str:
    """The part of an at-rule, whose block begins at an offset, that applies to a print, with spaces in place
    of the rest.
    """
    match = _AT_NAME.match(rule)
    name = match[1].lower() if match else ""
    if name in _IDLE or (name == "import" and _WEB_FONTS.match(rule)):
        return " " * len(rule)
    if name != "media" or opened < 0:
        return rule
    printed = is_for_print(rule[len("@media") : opened])
    if printed is None:
        return rule
    inside = rule[opened + 1 : -1] if printed else " " * (len(rule) - opened - 2)
    return f"{' ' * (opened + 1)}{inside} "


def _at_rules(text: str) -> Iterator[tuple[int, int, int]]:
    """The offsets of each at-rule outside other rules: of its start, its block (-1 without one), and
    its end.
    """
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
    """The offsets of each rule: of its selectors, its `{` and its `}`; unmatched characters are skipped."""
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

    def blank(match: re.Match[str]) -> str:
        if not match[1] and not match[2]:
            reject(offset + match.start(), "the comment is not closed", "end it with */")
        return match[1] or " " * len(match[0])

    return _COMMENT.sub(blank, text)


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


def declarations(text: str, reject: Reject) -> Iterator[Declaration]:
    """The declarations of a `style` attribute."""
    valid, mistakes = _read(text)
    for mistake in mistakes:
        reject(*mistake)
    return iter(valid)


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
            name if name.startswith("--") else name.lower(),
            plain,
            offset + match.start(1),
            is_important=plain != value,
        )
        position = match.end()


def _end_of(pattern: re.Pattern[str], text: str, position: int) -> int:
    """The end of the match at a position, for a pattern that matches anywhere."""
    match = pattern.match(text, position)
    return match.end() if match else position
