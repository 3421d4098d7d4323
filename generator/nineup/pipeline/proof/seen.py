"""For `check`: finds which operations of a face show something new, so that rules check every other operation
only once.

A proof draws thousands of states of a face that differ in a word or a plate, and a rule costs more than a
comparison. That nothing is missed follows from what rules look at: of an operation without texts and symbols,
nothing but itself; of a text, what lies below it and what is drawn over it, each in its order; of a symbol,
whether it belongs to a text. `_Relation` is exactly that. So two operations with equal relations have equal
findings, on whatever faces they are.

Finding the new operations costs their number, times those near them; faces are compared with the one before,
so that the beginning and the end that both share cost one comparison each.

A word `w` and a plate `a` that lies under it; a plate `b` that would, too, and `c`, which is elsewhere:

  a w    a and w are new
  a c w  only c: w lies on a, as before
  b w    b, and w again, on another ground
  c a w  nothing: c and a have changed places, but not near w
  w a    w again, now under a
  a w    the whole face is known
"""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence, Set
from hashlib import blake2b
from typing import NamedTuple

import msgspec

from nineup.base.geometry import Box, union
from nineup.layout import Origins
from nineup.model.drawing import Face, Form, InkColour, Op, Shaped, Text
from nineup.model.extent import ink
from nineup.rules.engine.ink import FaceMarks, visible_codes, visible_symbols
from nineup.rules.looks.hiding import Covers

_Edges = tuple[float, float, float, float]
"""The left, top, right and bottom of a box."""


class _KnownOp(NamedTuple):
    """An operation, kept alive so that no other gets its identity."""

    op: Op
    number: int
    """Equal operations share it."""
    reach: _Edges | None
    """A box slightly larger than its ink."""
    texts: tuple[Box, ...]
    """The boxes of its texts and QR codes, which depend on what is around them in the same way."""
    symbols: Box | None
    """Around its ink, where it has symbols."""
    shows: _Edges | None
    """A box slightly larger than its texts and symbols; None without any, when the rest of its face doesn't
    matter.
    """


class _Relation(NamedTuple):
    """How another operation is relevant to one."""

    is_ground: bool
    """It may be the background of its texts."""
    hides: bool
    """It may hide some of its texts."""
    has_texts: bool
    """Its symbols may be part of the other's texts."""


class SeenOperations:
    """What faces of a component have shown, so that it needn't be checked again.

    The findings about an operation depend on the operation alone, except where there are texts: on their
    background, on what is drawn over them, and for symbols on the texts that they may belong to. So an
    operation is new unless an earlier face had it, with texts or symbols among the same others.
    """

    def __init__(self, marks: FaceMarks, symbols: Mapping[Form, str], codes: Mapping[Form, str]) -> None:
        self._symbols = symbols
        self._codes = codes
        self._numbers: dict[Op | bytes, int] = {}
        """By operations, texts by a digest: thousands of cards share few of them."""
        self._words: dict[int, Shaped] = {}
        """The words of texts by identity, kept alive so that no other gets it."""
        self.begin()
        self.forget(marks)

    def begin(self) -> None:
        """Begins with the first face again. What was found out about operations is still known."""
        self._seen: set[bytes] = set()
        self._faces: set[bytes] = set()
        """Sides, each as the numbers of its operations."""
        self._last: dict[tuple[str, str], list[_KnownOp]] = {}
        """The last face of a side of a card, and of any card (by an empty id), that differed from those
        before.
        """

    def forget(self, marks: FaceMarks) -> None:
        """Drops what can be found again of operations, and begins with other marks: the faces so far aren't
        needed any more. What they have shown is still known.
        """
        self._marks = marks
        self._covers = Covers(marks)
        self._ids: dict[int, _KnownOp] = {}
        """Operations by identity."""
        self._relations: dict[int, dict[int, _Relation]] = {}
        """For an operation, the others that are relevant to it, by their numbers."""
        self._apart: dict[int, set[int]] = {}
        """For an operation, the others that aren't relevant to it."""
        self._last = {key: ops for key, ops in self._last.items() if not key[1]}

    def new_ops(self, side: str, face: Face, card: str = "") -> list[int] | None:
        """The indices of operations of a front or a back that show something new; None for a
        face that equals an earlier one.

        Faces of one `card` differ little, so each is compared with the last of its own.
        """
        ops = self._ops(face)
        key = _packed((side, [op.number for op in ops]))
        if key in self._faces:
            return None
        self._faces.add(key)
        before = self._last.get((side, card)) or self._last.get((side, ""), [])
        self._last[side, card] = self._last[side, ""] = ops
        # Outside of this range, an operation is where it was on that face, which was looked at. It
        # needs another look only if something near it changed: was added, or is gone.
        start, end = _differing(before, ops)
        changed = {op.number for op in before[start : len(before) - len(ops) + end]}
        changed |= {op.number for op in ops[start:end]}
        here = {op.number: op for op in ops}
        places: dict[int, list[int]] = {}
        for index, op in enumerate(ops):
            places.setdefault(op.number, []).append(index)
        texts = {op.number for op in ops if op.texts}
        # What is gone matters, too: a text may have lost its ground.
        others = {**here, **{op.number: op for op in before}}
        return [
            index
            for index, op in enumerate(ops)
            if (start <= index < end or (op.shows and self._is_near(op, changed, others)))
            and self._is_new(side, ops, index, here=here, places=places, texts=texts)
        ]

    def are_apart(
        self, faces: Sequence[Face], ways: Sequence[Sequence[tuple[Face, Face]]], origins: Origins
    ) -> bool:
        """Whether the operations in which pairs of some faces differ are independent of those in which other
        pairs do: none is in both sets, and nothing is near both. False for faces that a shape assembles from
        several.
        """
        if not self._are_of_one_node(faces, origins):
            return False
        # An operation in neither set may still be near both: a text on a ground that the owner colors, under
        # a cover that an option adds, looks different for each pair of the two. So those are checked as well.
        ops = {op.number: op for face in faces for op in self._ops(face)}
        one, other = [{number for pair in pairs for number in self._differing_in(*pair)} for pairs in ways]
        if not one.isdisjoint(other):
            return False
        return not any(
            (each.number in one or self._is_near(each, one, ops))
            and (each.number in other or self._is_near(each, other, ops))
            for each in ops.values()
            if each.shows
        )

    def _ops(self, face: Face) -> list[_KnownOp]:
        return [self._ids.get(id(op)) or self._known(op) for op in face.ops]

    def _are_of_one_node(self, faces: Sequence[Face], origins: Origins) -> bool:
        """Whether equal operations are drawn by one node of the layout, so that all of them are above and
        below the same nodes.
        """
        nodes: dict[int, frozenset[int]] = {}
        for face in faces:
            for op, known in zip(face.ops, self._ops(face), strict=True):
                drawn_by = nodes[known.number] = nodes.get(known.number, frozenset()) | origins.nodes_of(op)
                if len(drawn_by) != 1:
                    return False
        return True

    def _differing_in(self, one: Face, other: Face) -> set[int]:
        """The numbers of operations that two faces contain a different number of times."""
        first, second = (Counter([op.number for op in self._ops(face)]) for face in (one, other))
        return {number for number in first | second if first[number] != second[number]}

    def _is_new(
        self,
        side: str,
        ops: list[_KnownOp],
        index: int,
        *,
        here: Mapping[int, _KnownOp],
        places: Mapping[int, Sequence[int]],
        texts: Set[int],
    ) -> bool:
        """Whether no earlier face had an operation among the same others. `here` and `places` are the
        operations of its face, and their indices, by numbers.
        """
        op = ops[index]
        shown: tuple[object, ...] = side, op.number
        if op.shows:
            # This fills the relations that the key below is made of. Only texts matter to a symbol.
            self._is_near(op, here.keys() if op.texts else texts, here)
            related = self._relations[op.number]
            there = related.keys() & places.keys()
            near = sorted([(n, number, related[number]) for number in there for n in places[number]])
            shown = (
                *shown,
                tuple([number for n, number, how in near if n < index and how.is_ground]),
                tuple([number for n, number, how in near if n > index and how.hides]),
                tuple([number for _, number, how in near if how.has_texts]),
            )
        key = _packed(shown)
        is_new = key not in self._seen
        self._seen.add(key)
        return is_new

    def _is_near(self, op: _KnownOp, numbers: Set[int], others: Mapping[int, _KnownOp]) -> bool:
        """Whether any of some other operations is relevant to one."""
        related = self._relations.setdefault(op.number, {})
        apart = self._apart.setdefault(op.number, set())
        left = numbers - apart
        # Each pair is related once: a component's faces have the same operations again and again.
        for number in left - related.keys():
            other = others[number]
            relation = self._related(op, other) if _meet(op.shows, other.reach) else None
            if relation is not None:
                related[number] = relation
            else:
                apart.add(number)
        return not left <= apart

    def _related(self, op: _KnownOp, other: _KnownOp) -> _Relation | None:
        """How another operation is relevant to one; None if it isn't."""
        grounds = [fill.covers for fill in self._marks.fills(other.op) if fill.covers] if op.texts else []
        covers = self._covers.of(other.op) if op.texts else ()
        relation = _Relation(
            any(ground.overlaps(text) for ground in grounds for text in op.texts),
            any(cover.meets(text) for cover in covers for text in op.texts),
            op.symbols is not None and any(op.symbols.overlaps(box) for box in other.texts),
        )
        return relation if any(relation) else None

    def numbers(self, face: Face) -> tuple[int, ...]:
        """The numbers of a face's operations: equal ones have the same."""
        return tuple([op.number for op in self._ops(face)])

    def _content(self, text: Text) -> bytes:
        """A digest that equal texts share."""
        runs = []
        for run in text.runs:
            ink = repr(run.colour.ink) if isinstance(run.colour, InkColour) else ""
            pieces = [id(each) if isinstance(each, Shaped) else each for each in run.pieces]
            self._words.update((id(each), each) for each in run.pieces if isinstance(each, Shaped))
            runs.append((run.font, run.colour, ink, pieces))
        whole = _packed((text.x, text.y, text.size, text.tracking, text.opacity, runs))
        return blake2b(whole, digest_size=16).digest()

    def _known(self, op: Op) -> _KnownOp:
        """An operation with its box and its number, cached by its identity."""
        content = self._content(op) if isinstance(op, Text) else op
        number = self._numbers.setdefault(content, len(self._numbers))
        texts = [text.box for text in self._marks.texts(op)]
        for _, mark, use in visible_codes(op, self._marks, self._codes) if self._codes else ():
            texts.append(mark.matrix.map_box(Box(0.0, 0.0, *use.form.size)))
        has_symbols = next(visible_symbols((op,), self._symbols), None) is not None
        box = ink((op,))
        symbols = box if has_symbols else None
        shows = union((*texts, symbols))
        known = _KnownOp(op, number, _edges(box), texts=tuple(texts), symbols=symbols, shows=_edges(shows))
        self._ids[id(op)] = known
        return known


class KnownFaces:
    """The faces that an engine has drawn without a finding, and what is known of their operations."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Forgets everything."""
        self.marks = FaceMarks()
        self.faces: dict[Hashable, Face] = {}
        """By everything that they depend on."""
        self._seen: dict[str, SeenOperations] = {}

    def seen(self, component: str, symbols: Mapping[Form, str], codes: Mapping[Form, str]) -> SeenOperations:
        """What relates the operations of a component's faces, none of which has been shown yet."""
        if component not in self._seen:
            self._seen[component] = SeenOperations(self.marks, symbols, codes)
        self._seen[component].begin()
        return self._seen[component]


_packed = msgspec.msgpack.Encoder().encode


def _edges(box: Box | None) -> _Edges | None:
    """A box slightly larger than another."""
    # With a margin, since this only rules out pairs that are apart: the exact test follows.
    return (box.x - 1.0, box.y - 1.0, box.right + 1.0, box.bottom + 1.0) if box is not None else None


def _meet(one: _Edges | None, other: _Edges | None) -> bool:
    if one is None or other is None:
        return False
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _differing(before: Sequence[_KnownOp], ops: Sequence[_KnownOp]) -> tuple[int, int]:
    """The range of indices in which a face differs from the one before: from the first different operation to
    the first of those that are equal to the end.
    """
    most = min(len(before), len(ops))
    start = next((n for n in range(most) if before[n].number != ops[n].number), most)
    same = next((n for n in range(most - start) if before[-1 - n].number != ops[-1 - n].number), most - start)
    return start, len(ops) - same
