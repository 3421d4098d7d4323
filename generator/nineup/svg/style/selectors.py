"""CSS selectors (Selectors 4, without browser-specific ones): which elements a rule applies to.

A selector is read from the right, because the rightmost word is the one that an element must match itself:
most elements fail there. What is to the left is asked of ancestors and earlier siblings, and the answer is
kept for each of them. `.map rect` asks of a rectangle whether a group around it has the class: for a
thousand rectangles in one group, the group is asked once. For `~`, it is enough to know the first child
that matches: all after it have it before them. So matching costs each selector one visit per element, and
not one per element and ancestor.

`an+b` counts from 1: of ten siblings, `3n+1` are 1, 4, 7 and 10, and `-n+3` are 1, 2 and 3.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache, partial

import msgspec

from nineup.svg.xml import SvgElement, class_names

Test = Callable[[SvgElement], bool]
"""Tests an attribute of an element, or its position among others."""

Rank = tuple[int, int, int]
"""The specificity of a selector: the numbers of ids, of classes and other conditions, and of types."""

_MOST_WORDS, _MOST_CHARACTERS, _DEEPEST = 9, 500, 4
"""The largest number of words in a selector, of its characters, and the depth of `:not` in `:is`."""

_STRING = r"\"[^\"]*+\"|'[^']*+'"
_SIGN = re.compile(rf"{_STRING}|[()\[\],>+~]|\s++")
_TYPE = re.compile(r"\*|[a-zA-Z][\w-]*+")
# `*+` and `++` never give characters back: on text that doesn't match, a search fails in linear time.
_PIECE = re.compile(
    rf"""([.#])([\w-]++)
    |\[\s*+([\w:-]++)\s*+(?:([~|^$*]?=)\s*+({_STRING}|[\w.#-]++)\s*+)?\]
    |:(:?[a-zA-Z-]++)(\()?""",
    re.VERBOSE,
)
_STEPS = re.compile(r"([+-]?\d*+)n\s*+([+-]\s*+\d++)?")
"""Elements at regular intervals, such as `2n + 1`."""


class Compound(msgspec.Struct, frozen=True):
    """The conditions of a compound selector (one word of a selector)."""

    type: str = ""
    ids: frozenset[str] = frozenset()
    classes: frozenset[str] = frozenset()
    tests: tuple[Test, ...] = ()
    rank: Rank = (0, 0, 0)

    def fits(self, element: SvgElement, classes: frozenset[str]) -> bool:
        """Whether an element with these classes matches."""
        return (
            self.type in ("", "*", element.name)
            and self.classes <= classes
            and (not self.ids or self.ids == {element.attributes.get("id")})
            and all(test(element) for test in self.tests)
        )


class Selector(msgspec.Struct, frozen=True):
    """The conditions on an element, and on those around and before it."""

    own: Compound
    others: tuple[tuple[str, Compound], ...]
    """The other compounds, nearest first, each with its combinator to the following:

    ` ` inside it, `>` its child, `+` next, `~` after it.
    """
    rank: Rank
    known: dict[tuple[int, int], bool | int]
    """Cached results for one of `others` and a parent, by the parent's offset: the work is proportional to a
    drawing's elements.
    """

    def matches(self, element: SvgElement, classes: frozenset[str]) -> bool:
        """Whether an element with these classes matches."""
        return self.own.fits(element, classes) and self._continues(0, element)

    def _continues(self, number: int, element: SvgElement) -> bool:
        """Whether the others, from one of them on, match elements around and before this one."""
        if number == len(self.others):
            return True
        parent = element.parent
        if parent is None:
            return False
        how = self.others[number][0]
        if how == ">":
            return self._fits(number, parent)
        if how == " ":
            return self._is_inside(number, parent)
        if how == "+":
            before = siblings(parent).before(element)
            return before is not None and self._fits(number, before)
        place = siblings(parent).places.get(element.offset)
        return place is not None and self._first(number, parent) < place[0]

    def _fits(self, number: int, element: SvgElement) -> bool:
        return self.others[number][1].fits(element, class_names(element)) and self._continues(
            number + 1, element
        )

    def _is_inside(self, number: int, element: SvgElement | None) -> bool:
        """Whether an element or one of its ancestors matches one of the others."""
        passed = []
        while element is not None and (number, element.offset) not in self.known:
            # All of these have the same answer: that of the first known ancestor, or of the one that matches.
            passed.append((number, element.offset))
            if self._fits(number, element):
                break
            element = element.parent
        is_inside = element is not None and bool(self.known.get((number, element.offset), True))
        self.known.update(dict.fromkeys(passed, is_inside))
        return is_inside

    def _first(self, number: int, parent: SvgElement) -> int:
        """The number of the first child that matches one of the others; a large number if none does."""
        key = (number, parent.offset)
        if key not in self.known:
            children = siblings(parent).elements
            fitting = (place for place, child in enumerate(children, 1) if self._fits(number, child))
            self.known[key] = next(fitting, len(children) + 1)
        return self.known[key]


_Place = tuple[int, int, int, int]
"""An element's index among its siblings, from 1, from the end, among those of its type, and among these from
the end.
"""


class _Siblings(msgspec.Struct, frozen=True):
    """The children of an element, and their positions by offset: a bound element is a copy of the child."""

    elements: tuple[SvgElement, ...]
    places: dict[int, _Place]

    def before(self, element: SvgElement) -> SvgElement | None:
        place = self.places.get(element.offset)
        return self.elements[place[0] - 2] if place is not None and place[0] > 1 else None


@lru_cache(maxsize=64)
def siblings(parent: SvgElement) -> _Siblings:
    """The children of an element."""
    children = tuple(parent.elements())
    totals: dict[str, int] = {}
    numbers = []
    for child in children:
        totals[child.name] = totals.get(child.name, 0) + 1
        numbers.append(totals[child.name])
    count = len(children)
    return _Siblings(
        children,
        {
            child.offset: (number, count + 1 - number, of_type, totals[child.name] + 1 - of_type)
            for number, (child, of_type) in enumerate(zip(children, numbers, strict=True), 1)
        },
    )


def listed(text: str) -> Iterator[tuple[str, int]]:
    """The selectors of a list, with their offsets in it."""
    start = 0
    for sign, at in _outside(text):
        if sign == ",":
            yield text[start:at].strip(), start
            start = at + 1
    yield text[start:].strip(), start


def selector(text: str) -> Selector | None:
    """A selector; None if it isn't supported."""
    parts = _parts(text, 0)
    if parts is None:
        return None
    *outer, (_, own) = parts
    hows = [how for how, _ in parts[1:]]
    others = tuple(zip(reversed(hows), (each for _, each in reversed(outer)), strict=True))
    a, b, c = (sum(each.rank[place] for _, each in parts) for place in range(3))
    return Selector(own, others, (a, b, c), known={})


def _parts(text: str, depth: int) -> list[tuple[str, Compound]] | None:
    """The words of a selector, each with its combinator to the one before it."""
    words = _words(text) if len(text) <= _MOST_CHARACTERS else None
    if words is None or len(words) > _MOST_WORDS:
        return None
    parts = []
    for how, word in words:
        each = _compound(word, depth)
        if each is None:
            return None
        parts.append((how, each))
    return parts


def _words(text: str) -> list[tuple[str, str]] | None:
    """The words of a selector, each with what precedes it; None if one is missing."""
    words: list[tuple[str, str]] = []
    how, start = "", 0
    text = text.strip()
    for sign, at in (*_outside(text), ("", len(text))):
        # A comma or a bracket can't separate the words of one selector.
        if sign and sign not in ">+~" and not sign.isspace():
            continue
        # Spaces beside another combinator end no word, and are none themselves.
        if word := text[start:at].strip():
            words.append((how or " ", word))
            how = ""
        start = at + len(sign)
        if sign and sign in ">+~":
            if how in tuple(">+~") or not words:
                return None
            how = sign
    return words if words and not how else None


def _outside(text: str) -> Iterator[tuple[str, int]]:
    """The characters of a text outside brackets and strings, with their offsets."""
    depth = 0
    for sign in _SIGN.finditer(text):
        if sign[0] in "([":
            depth += 1
        elif sign[0] in ")]":
            depth -= depth > 0
        elif not depth and sign[0][0] not in "\"'":
            yield sign[0], sign.start()


def _compound(word: str, depth: int) -> Compound | None:
    """The conditions of one word of a selector; None if it isn't supported."""
    kind = _TYPE.match(word)
    ids: set[str] = set()
    classes: set[str] = set()
    tests: list[Test] = []
    rank = [0, 0, int(kind is not None and kind[0] != "*")]
    at = kind.end() if kind else 0
    while at < len(word):
        piece = _PIECE.match(word, at)
        if piece is None:
            return None
        at = piece.end()
        if piece[1]:
            (ids if piece[1] == "#" else classes).add(piece[2])
            rank[0 if piece[1] == "#" else 1] += 1
        elif piece[3]:
            tests.append(_has(piece[3], piece[4], (piece[5] or "").strip("\"'")))
            rank[1] += 1
        else:
            end = _closing(word, at) if piece[7] else at
            asked = _asked(piece[6].lower(), word[at : end - 1] if piece[7] else None, depth)
            if end < 0 or asked is None:
                return None
            at = end
            tests.append(asked[0])
            rank = [one + more for one, more in zip(rank, asked[1], strict=True)]
    if not word:
        return None
    a, b, c = rank
    return Compound(
        kind[0] if kind else "", frozenset(ids), frozenset(classes), tests=tuple(tests), rank=(a, b, c)
    )


def _closing(word: str, at: int) -> int:
    """The closing bracket for a place inside brackets; -1 if there is none."""
    depth = 1
    for sign in _SIGN.finditer(word, at):
        depth += (sign[0] == "(") - (sign[0] == ")")
        if not depth:
            return sign.end()
    return -1


def _has(name: str, how: str | None, asked: str) -> Test:
    """Whether an element has an attribute with such a value."""
    if how is None:
        return lambda element: name in element.attributes
    compare: Callable[[str], bool] = {
        "=": lambda value: value == asked,
        "~=": lambda value: asked in value.split(),
        "|=": lambda value: value == asked or value.startswith(f"{asked}-"),
        "^=": lambda value: bool(asked) and value.startswith(asked),
        "$=": lambda value: bool(asked) and value.endswith(asked),
        "*=": lambda value: bool(asked) and asked in value,
    }[how]
    return lambda element: name in element.attributes and compare(element.attributes[name])


_NEVER = frozenset(
    """hover active focus focus-visible focus-within visited target checked disabled
    :selection :before :after :backdrop before after""".split()
)
"""Conditions that nothing in a print, or no SVG element, can meet."""


def _asked(name: str, inside: str | None, depth: int) -> tuple[Test, Rank] | None:
    """The condition `:name` or `:name(inside)`, and its specificity; None if it isn't supported."""
    if inside is None:
        if name in _NEVER:
            return (lambda element: False), (0, 1, 0)
        test = _PLAIN.get(name)
        return None if test is None else (test, (0, 1, 0))
    if name in _COUNTED:
        steps = _steps(inside)
        return None if steps is None else (partial(_is_nth, _COUNTED[name], *steps), (0, 1, 0))
    if name not in ("not", "is", "where", "matches", "-webkit-any", "-moz-any") or depth == _DEEPEST:
        return None
    options = [_parts(each, depth + 1) for each, _ in listed(inside)]
    words = [each[0][1] for each in options if each is not None and len(each) == 1]
    if len(words) < len(options):
        return None

    def fits(element: SvgElement) -> bool:
        return any(word.fits(element, class_names(element)) for word in words)

    # The most specific of its arguments counts, whichever matches (Selectors 4).
    rank = (0, 0, 0) if name == "where" else max(word.rank for word in words)
    return ((lambda element: not fits(element)) if name == "not" else fits), rank


def _place(element: SvgElement) -> _Place:
    """An element's position among its siblings; the root is alone."""
    if element.parent is None:
        return 1, 1, 1, 1
    return siblings(element.parent).places.get(element.offset, (0, 0, 0, 0))


_PLAIN: dict[str, Test] = {
    "root": lambda element: element.parent is None,
    "scope": lambda element: element.parent is None,
    "empty": lambda element: not any(not isinstance(each, str) or each for each in element.children),
    "link": lambda element: element.name == "a" and "href" in element.attributes,
    "any-link": lambda element: element.name == "a" and "href" in element.attributes,
    "first-child": lambda element: _place(element)[0] == 1,
    "last-child": lambda element: _place(element)[1] == 1,
    "only-child": lambda element: _place(element)[:2] == (1, 1),
    "first-of-type": lambda element: _place(element)[2] == 1,
    "last-of-type": lambda element: _place(element)[3] == 1,
    "only-of-type": lambda element: _place(element)[2:] == (1, 1),
}

_COUNTED = {
    "nth-child": 0,
    "nth-last-child": 1,
    "nth-of-type": 2,
    "nth-last-of-type": 3,
}
"""For each condition, the index of a position that it counts by."""


def _steps(text: str) -> tuple[int, int] | None:
    """The a and b of `an+b`."""
    text = text.strip().lower()
    if text in ("odd", "even"):
        return 2, int(text == "odd")
    try:
        if match := _STEPS.fullmatch(text):
            a = {"": 1, "+": 1, "-": -1}.get(match[1])
            return int(match[1]) if a is None else a, int("".join((match[2] or "0").split()))
        return 0, int(text)
    except ValueError:
        return None


def _is_nth(kind: int, a: int, b: int, element: SvgElement) -> bool:
    """Whether an element is one of every `a`, from the `b`th on."""
    over = _place(element)[kind] - b
    return over == 0 if a == 0 else over % a == 0 and over // a >= 0
