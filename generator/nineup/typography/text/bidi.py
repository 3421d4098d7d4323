"""Text of both directions (Unicode's UAX 9): the levels of a paragraph's pieces, and the order in which those
of a line are drawn.

Names of rules are those of UAX 9, revision 51 (Unicode 17).

Letters are stored in the order in which they are read; what has to be found is the order in which they
stand. The paragraph is divided by levels (even: left to right, odd: right to left), first by explicit marks
(X), then weak characters such as digits get a direction from those beside them (W), brackets and other
neutral ones from those on both sides (N), and each direction that differs from its surroundings is one level
deeper (I). A line then reverses every stretch of the deepest level, then of the next one with what it
contains, down to level 1 (L2): what was reversed with its surroundings and again by itself runs forward
inside them. Levels cost time in proportion to the text, since nesting is limited (BD2, BD16); L2 costs the
line's length for each level in it.

With H and I for two Hebrew letters, as UAX 9 writes them, in a paragraph from left to right:

  pieces  ab   ␣   HI   ␣   12
  levels  0    0   1    1   2
  order   ab   ␣   12   ␣   IH

The number follows the Hebrew word, so it is on its left, but its digits still run from left to right.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import msgspec

_DEEPEST = 125
"""The deepest level (BD2)."""

_MOST_OPEN = 63
"""The largest number of open brackets that are tracked (BD16)."""

_DIRECTED = frozenset(("L", "R", "AL", "EN", "AN", "BN"))
_NEUTRAL = frozenset(("B", "S", "WS", "ON", "LRI", "RLI", "FSI", "PDI"))
_INITIATORS = frozenset(("LRI", "RLI", "FSI"))
_EMBEDDINGS = {"RLE": (1, ""), "LRE": (0, ""), "RLO": (1, "R"), "LRO": (0, "L")}
"""For each embedding and override, whether its level is odd, and its effect on the letters inside."""

_REMOVED = frozenset((*_EMBEDDINGS, "PDF", "BN"))
"""Characters that the algorithm ignores (X9), such as the joiners inside Persian words."""

_BRACKETS = (
    "()[]{}⁅⁆⁽⁾₍₎⌈⌉⌊⌋〈〉❨❩❪❫❬❭❮❯❰❱❲❳❴❵⟅⟆⟦⟧⟨⟩⟪⟫⟬⟭⟮⟯⦃⦄⦅⦆⦇⦈⦉⦊⦋⦌⦍⦐⦏⦎⦑⦒⦓⦔⦕⦖⦗⦘⧘⧙⧚⧛⧼⧽"
    "⸢⸣⸤⸥⸦⸧⸨⸩〈〉《》「」『』【】〔〕〖〗〘〙〚〛﹙﹚﹛﹜﹝﹞（）［］｛｝｟｠｢｣༺༻༼༽᚛᚜"
)
_CLOSING_OF = dict(zip(_BRACKETS[::2], _BRACKETS[1::2], strict=True))
_CLOSERS = frozenset(_BRACKETS[1::2])


def is_neutral(text: str) -> bool:
    """Whether a piece has no direction of its own, such as a bracket: the line determines it."""
    return not text.isspace() and all(unicodedata.bidirectional(each) not in _DIRECTED for each in text)


def kind_of(character: str) -> str:
    """The class of a character; consecutive characters of one class always have the same level."""
    return character if character in _CLOSERS or character in _CLOSING_OF else _class_of(character)


def is_from_right(text: str) -> bool:
    """Whether the first letter with a direction in a paragraph runs from right to left."""
    return bool(_first_level([_class_of(each) for each in text]))


def levels(pieces: Sequence[str], from_right: bool) -> list[int]:
    """The embedding level of each of a paragraph's pieces, each of which is of one kind; odd is right to
    left.
    """
    text = "".join(pieces)
    paragraph = _Paragraph(text, int(from_right))
    paragraph.resolve()
    embedding: list[int] = []
    at = 0
    for piece in pieces:
        inside = [paragraph.levels[index] for index in range(at, at + len(piece)) if paragraph.counts(index)]
        embedding.append(inside[0] if inside else embedding[-1] if embedding else int(from_right))
        at += len(piece)
    return embedding


def visual_order(levels: Sequence[int]) -> list[int]:
    """The indices of a line's pieces from left to right (L2)."""
    order = list(range(len(levels)))
    for level in range(max(levels, default=0), 0, -1):
        begin = 0
        while begin < len(order):
            end = begin
            while end < len(order) and levels[order[end]] >= level:
                end += 1
            order[begin:end] = order[begin:end][::-1]
            begin = end + 1
    return order


@lru_cache(16384)
def _class_of(character: str) -> str:
    return unicodedata.bidirectional(character) or "L"


def _first_level(classes: Iterable[str]) -> int:
    """The level of a text that begins with these characters: that of the first letter outside isolates (P2,
    P3).
    """
    depth = 0
    for each in classes:
        if each in _INITIATORS:
            depth += 1
        elif each == "PDI":
            if not depth:
                return 0
            depth -= 1
        elif not depth and each in ("L", "R", "AL"):
            return int(each != "L")
    return 0


class _Embedding(msgspec.Struct, frozen=True):
    """The effect of an embedding, an override or an isolate on the characters in it."""

    level: int
    override: str
    is_isolate: bool


class _Paragraph:
    """The characters of a paragraph with their classes as resolved so far."""

    def __init__(self, text: str, level: int) -> None:
        self.text = text
        self.base = level
        self.classes = [_class_of(each) for each in text]
        self.levels = [level] * len(text)

    def counts(self, index: int) -> bool:
        """Whether a character is included (X9)."""
        return self.classes[index] not in _REMOVED

    def resolve(self) -> None:
        """Finds the levels of all characters."""
        originals = tuple(self.classes)
        if not {*_EMBEDDINGS, *_INITIATORS}.isdisjoint(originals):
            self._embed()
        sequences = [_Sequence(self, indices, originals) for indices in self._sequences(originals)]
        for sequence in sequences:
            sequence.resolve()

    def _embed(self) -> None:
        """X1 to X8. Excessive depth is ignored: it needs more than a hundred marks."""
        stack = [_Embedding(self.base, "", False)]
        for at, kind in enumerate(self.classes):
            last = stack[-1]
            self.levels[at] = last.level
            if kind in _EMBEDDINGS or kind in _INITIATORS:
                odd, override = _EMBEDDINGS.get(kind, (kind == "RLI", ""))
                if kind == "FSI" and last.level < _DEEPEST - 1:  # Deeper ones don't count.
                    odd = _first_level(self.classes[inner] for inner in range(at + 1, len(self.classes)))
                if kind in _INITIATORS and last.override:
                    self.classes[at] = last.override
                # The next deeper level that is odd, or even: one step, or two if the surroundings
                # already run that way (X2 to X5c).
                level = last.level + 1 + (last.level % 2 == odd)
                if level <= _DEEPEST:
                    stack.append(_Embedding(level, override, kind in _INITIATORS))
            elif kind == "PDI" and any(each.is_isolate for each in stack):
                # The end of an isolate closes embeddings inside it that were left open (X6a), so that they
                # have no effect on what follows: that is what isolates are for.
                while not stack.pop().is_isolate:
                    pass
                self.levels[at] = stack[-1].level
                self.classes[at] = stack[-1].override or kind
            # An embedding that began outside an isolate can't be closed inside it (X7).
            elif kind == "PDF" and len(stack) > 1 and not last.is_isolate:
                stack.pop()
            elif kind not in _REMOVED and last.override:
                self.classes[at] = last.override

    def _sequences(self, originals: Sequence[str]) -> Iterator[list[int]]:
        """The indices of each isolating run sequence (X10, BD13)."""
        runs: list[list[int]] = []
        for at in range(len(self.classes)):
            if self.counts(at):
                # Characters that are removed (X9) aren't in `runs`, so those on
                # both sides of one are neighbors.
                if runs and self.levels[runs[-1][-1]] == self.levels[at]:
                    runs[-1].append(at)
                else:
                    runs.append([at])
        waiting: list[list[int]] = []  # Sequences that end in an isolate, whose end isn't there yet.
        for run in runs:
            if originals[run[0]] == "PDI" and waiting:
                sequence = waiting.pop()
                sequence += run
            else:
                sequence = run
            if originals[run[-1]] in _INITIATORS:
                waiting.append(sequence)
            else:
                yield sequence
        yield from waiting


class _Sequence:
    """Characters of one level that the rules for weak and neutral characters treat as adjacent."""

    def __init__(self, paragraph: _Paragraph, indices: list[int], originals: Sequence[str]) -> None:
        self.paragraph = paragraph
        self.indices = indices
        self.level = paragraph.levels[indices[0]]
        self.own = "R" if self.level % 2 else "L"
        self.classes = [paragraph.classes[at] for at in indices]
        self.originals = [originals[at] for at in indices]
        before, after = self._neighbours()
        self.begin = "R" if max(self.level, before) % 2 else "L"
        self.end = "R" if max(self.level, after) % 2 else "L"

    def _neighbours(self) -> tuple[int, int]:
        """The levels of the characters before and after the sequence; the paragraph's at its ends."""
        paragraph, first, last = self.paragraph, self.indices[0], self.indices[-1]
        before = next((each for each in range(first - 1, -1, -1) if paragraph.counts(each)), None)
        after = next(
            (each for each in range(last + 1, len(paragraph.classes)) if paragraph.counts(each)), None
        )
        # An isolate that is never closed reaches to the end of the paragraph (X10).
        if self.originals[-1] in _INITIATORS:
            after = None
        return (
            paragraph.base if before is None else paragraph.levels[before],
            paragraph.base if after is None else paragraph.levels[after],
        )

    def resolve(self) -> None:
        """Gives each character its level."""
        self._weak()
        self._paired()
        self._neutral()
        for at, kind in zip(self.indices, self.classes, strict=True):  # I1, I2
            # I1: at an even level, R is one deeper and numbers are two, since they run from left to right
            # inside R. I2: at an odd one, all but R are one deeper.
            raised = kind != "L" if self.level % 2 == 0 else kind != "R"
            self.paragraph.levels[at] += raised + (raised and self.level % 2 == 0 and kind != "R")

    def _weak(self) -> None:
        """W1 to W7."""
        classes = self.classes
        # W1 and W2 only look back, so one pass does both. W4 looks ahead at what
        # they make of the next character.
        strong = last = self.begin
        for at, kind in enumerate(classes):
            if kind == "NSM":  # W1
                # A mark takes the class of its letter, but an isolate is no letter.
                kind = "ON" if last in _INITIATORS or last == "PDI" else last
            last = kind
            if kind in ("L", "R", "AL"):
                strong = kind
            elif kind == "EN" and strong == "AL":  # W2
                kind = "AN"
            classes[at] = kind
        classes[:] = ["R" if kind == "AL" else kind for kind in classes]  # W3
        for at in range(1, len(classes) - 1):  # W4
            before, kind, after = classes[at - 1 : at + 2]
            if before == after and (
                (before == "EN" and kind in ("ES", "CS")) or (before == "AN" and kind == "CS")
            ):
                classes[at] = before
        for begin, end in _stretches(classes, frozenset(("ET",))):  # W5
            beside = (classes[begin - 1] if begin else "", classes[end] if end < len(classes) else "")
            if "EN" in beside:
                classes[begin:end] = ["EN"] * (end - begin)
        strong = self.begin
        for at, kind in enumerate(classes):
            if kind in ("ES", "ET", "CS"):  # W6
                classes[at] = "ON"
            elif kind in ("L", "R"):
                strong = kind
            elif kind == "EN" and strong == "L":  # W7
                classes[at] = "L"

    def _paired(self) -> None:
        """N0: both brackets of a pair have one direction."""
        # In the order of the opening brackets: a pair inside another one is resolved
        # after it, and sees its direction.
        for opening, closing in sorted(self._pairs()):
            inside = {_strength(kind) for kind in self.classes[opening + 1 : closing]} - {""}
            if not inside:
                continue
            direction = self.own
            if self.own not in inside:
                before = (_strength(self.classes[at]) for at in range(opening - 1, -1, -1))
                if next(filter(None, before), self.begin) != self.own:
                    direction = "R" if self.own == "L" else "L"
            for bracket in (opening, closing):
                self.classes[bracket] = direction
                for at in range(bracket + 1, len(self.classes)):
                    if self.originals[at] != "NSM":
                        break
                    self.classes[at] = direction

    def _pairs(self) -> Iterator[tuple[int, int]]:
        """The brackets that belong together (BD16)."""
        awaited: list[tuple[str, int]] = []
        for at, index in enumerate(self.indices):
            character = self.paragraph.text[index]
            # A bracket under an override has a direction already, and is none to pair (BD14, BD15).
            if self.classes[at] != "ON":
                continue
            character = _SAME.get(character, character)
            if character in _CLOSING_OF:
                # What is paired so far remains; the rest of the sequence has no pairs (BD16).
                if len(awaited) == _MOST_OPEN:
                    return
                awaited.append((_CLOSING_OF[character], at))
            elif character in _CLOSERS:
                opening = next((n for n in reversed(range(len(awaited))) if awaited[n][0] == character), None)
                if opening is not None:
                    yield awaited[opening][1], at
                    # Brackets that were opened inside this pair and never closed can't be closed outside it.
                    del awaited[opening:]

    def _neutral(self) -> None:
        """N1 and N2: neutral characters take the direction on both sides, or else that of the sequence."""
        classes = self.classes
        for begin, end in _stretches(classes, _NEUTRAL):
            before = _strength(classes[begin - 1]) if begin else self.begin
            after = _strength(classes[end]) if end < len(classes) else self.end
            classes[begin:end] = [before if before == after else self.own] * (end - begin)


_SAME = {"\u2329": "\u3008", "\u232a": "\u3009"}
"""Brackets equal to others by Unicode's canonical equivalence."""


def _strength(kind: str) -> str:
    """The direction of a class as neutral characters see it; empty for neutral ones."""
    return "R" if kind in ("R", "EN", "AN") else "L" if kind == "L" else ""


def _stretches(classes: Sequence[str], wanted: frozenset[str]) -> list[tuple[int, int]]:
    """The start and end of each stretch of some classes."""
    stretches: list[tuple[int, int]] = []
    for at, kind in enumerate(classes):
        if kind in wanted:
            if stretches and stretches[-1][1] == at:
                stretches[-1] = stretches[-1][0], at + 1
            else:
                stretches.append((at, at + 1))
    return stretches
