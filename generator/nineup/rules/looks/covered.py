"""`covered-text`: nothing is drawn over letters.

Always on, as a warning, for every text on every drawn face: where fills, thick lines and pictures above a
letter hide a third of its ink or more, the letter is lost. Paint that lets a quarter or more of the text
through hides nothing, nor does anything masked or blended. It is reported at the text's field, or at its
element for words of the layout. A component may accept it.

Reported, since the badge is drawn after the name and reaches over its end:

    <text x="8" y="9" class="title" n:text="{{ card.name }}">Sun</text>
    <circle cx="56" cy="8" r="6" fill="#b23a48"/>

Accepted:

    components:
      secret:
        shape: card
        size: poker
        layout: secret.svg
        accept: {covered-text: The bar over the word is the joke.}
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from nineup.base.diagnostics import Diagnostic
from nineup.faces.surface import Mark
from nineup.model.drawing import Op
from nineup.model.game import RuleEntry
from nineup.rules.engine.face_findings import FaceFinding, shown_on
from nineup.rules.engine.ink import Places, PrintedSide, VisibleText
from nineup.rules.engine.proof import Proof
from nineup.rules.looks.hiding import Cover, Covers, Letter, letter_of

RECENT_LINES, RECENT_PAIRS = 1000, 10_000
"""The numbers of lines whose letters are remembered, and of pairs of operations: faces may share them. All of
a large deck would take more memory than its faces.
"""

LOST = 1 / 3
"""The share of a letter's ink without which it is illegible."""


class _Covered(NamedTuple):
    """A line, its hidden letters, and what hides most of them."""

    visible: VisibleText
    letters: str
    by: Mark


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[FaceFinding]:
    places = proof.rendered_faces.places
    search = _Search(Covers(proof.face_marks), places)
    reported = set()
    for printed in proof.rendered_faces.faces:
        lines = proof.face_marks.on_face(_Covered, printed, partial(search.covered, printed))
        for visible, letters, cover in lines:
            element, by = places.element(visible.text), places.element(cover.op)
            span = places.value(printed, visible, letters) or element
            key = (printed.component.id, printed.side, span, element, by)
            if key in reported:
                continue
            reported.add(key)
            where = f" in {element.file}:{element.line}" if element else ""
            message = f"what is drawn over `{letters}`{where} hides it"
            hint = "draw it before the text, or move it"
            if by is not None:
                hint = f"{by.file}:{by.line}:{by.column} draws that; put it before the text, or move it"
            finding = Diagnostic(
                "covered-text",
                "warning",
                message,
                span=span or printed.component.span,
                hint=hint,
                configuration=printed.configuration,
                face=f"{printed.name}, {printed.side}",
            )
            yield from shown_on(printed, proof.unless_accepted(printed.component, [finding]), key)


class _Search:
    """Searches for hidden letters.

    Marks come from `FaceMarks`, which keeps them alive, so they are identified by identity.
    """

    def __init__(self, covers: Covers, places: Places) -> None:
        self._marks = covers.marks
        self._places = places
        self._covers = covers
        self._letters: dict[int, list[Letter | None]] = {}
        self._lost: dict[tuple[int, ...], tuple[str, Mark | None]] = {}
        self._pairs: dict[tuple[int, int, bool], Sequence[tuple[int, Cover]]] = {}

    def covered(self, printed: PrintedSide) -> Iterator[_Covered]:
        """The lines that lose letters, among the operations that show something new."""
        ops = printed.face.ops
        for index, op in printed.new_ops:
            texts = self._marks.texts(op)
            over: list[list[Cover]] = [[] for _ in texts]
            for place, other in enumerate(ops[index:]) if texts else ():
                for number, cover in self._over(op, other, place == 0):
                    over[number].append(cover)
            for visible, covers in zip(texts, over, strict=True):
                letters, by = self._known(visible, covers)
                if by is not None:
                    yield _Covered(visible, letters, by)

    def _over(self, op: Op, other: Op, is_itself: bool) -> Sequence[tuple[int, Cover]]:
        """The covers of an operation that may touch texts of one below it, or of its own, each with the
        text's index.
        """
        key = id(op), id(other), is_itself
        if key not in self._pairs:
            if len(self._pairs) >= RECENT_PAIRS:
                self._pairs.clear()
            hidden = [
                (number, cover)
                for number, text in enumerate(self._marks.texts(op))
                for cover in self._covers.of(other)
                if (not is_itself or cover.place > text.place) and cover.meets(text.box)
            ]
            self._pairs[key] = tuple(hidden)  # Most are empty, and then the same one.
        return self._pairs[key]

    def _known(self, text: VisibleText, covers: Sequence[Cover]) -> tuple[str, Mark | None]:
        key = id(text.mark), *(id(cover.mark) for cover in covers)
        if key not in self._lost:
            own = self._places.element(text.text)
            others = [each for each in covers if own is None or self._places.element(each.mark.op) != own]
            self._lost[key] = self._search(text, others)
        return self._lost[key]

    def _search(self, text: VisibleText, covers: Sequence[Cover]) -> tuple[str, Mark | None]:
        """The letters of a line that are hidden under some covers, and the cover that hides most of them."""
        lost: list[str] = []
        hidden = [0] * len(covers)
        for letter in self._letters_of(text) if covers else ():
            if letter is None:
                lost += [" "] if lost else []
                continue
            near = [(number, cover) for number, cover in enumerate(covers) if cover.meets(letter.reach)]
            if not near:
                continue
            by = [next((n for n, cover in near if cover.hides(*point)), None) for point in letter.points]
            numbers = [number for number in by if number is not None]
            if numbers and len(numbers) >= LOST * len(letter.points):
                lost.append(letter.text)
                for number in numbers:
                    hidden[number] += 1
        return ("".join(lost).strip(), covers[hidden.index(max(hidden))].mark) if lost else ("", None)

    def _letters_of(self, text: VisibleText) -> list[Letter | None]:
        """The letters of a line, None for its spaces."""
        if id(text.mark) not in self._letters:
            if len(self._letters) >= RECENT_LINES:
                self._letters.clear()
            drawn = (letter_of(*each, text.mark) for each in self._places.letters(text.text))
            self._letters[id(text.mark)] = list(drawn)
        return self._letters[id(text.mark)]
