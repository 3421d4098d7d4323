"""`small-print`, `safe-zone`, `contrast`: print can be read, and is not cut off.

Always on, as warnings, for every text on every drawn face: letters are at least 5 pt; they are at least 3 mm
from the cut (on small pieces, a tenth of the shorter side), since no cut is exact; and their contrast with
what is under them is at least 4.5 by WCAG, or 3 from 14 pt on. Symbols, in a text or by `n:symbol`, keep the
same distance from the cut, unless they extend to the end of the bleed, as a background does; other art may be
anywhere. A component may accept each of these. A line of a layout is reported once for each style, on the
first card, with the number of the others.

Reported:

    <rect width="63.5" height="10" fill="#f7cf1f"/>
    <text x="8" y="7" fill="#ffffff" class="title">Sun</text>         <!-- white on yellow -->

Accepted:

    components:
      sun: {shape: token, size: 16mm, layout: sun.svg, accept: {contrast: The letter is only an aid.}}
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from math import hypot
from typing import NamedTuple

from nineup.base.diagnostics import Diagnostic, Span
from nineup.base.geometry import Box, Point
from nineup.base.units import MM, mm
from nineup.faces.surface import Mark, blend, contrast, text_box, under, words_of
from nineup.model.drawing import Colour, Face, Form, Op, Path, Text, hex_of
from nineup.model.extent import text_width
from nineup.model.game import RuleEntry
from nineup.rules.engine.face_findings import FaceFinding, shown_on
from nineup.rules.engine.ink import FaceMarks, PrintedSide, VisibleText, visible_symbols
from nineup.rules.engine.proof import Proof

LEAST = 5.0
"""The smallest type size, in points."""

SAFE = 3 * MM
"""The distance of text from the cut of a card."""

TOLERANCE = 0.1 * MM

LARGE = 14.0
"""The type size, in points, from which letters count as large."""


class KnownForms(NamedTuple):
    """The ids of a game's symbols, and the texts of its QR codes, by their drawings."""

    symbols: Mapping[Form, str]
    codes: Mapping[Form, str]


class Problem(NamedTuple):
    """What is wrong with a side of a card."""

    message: str
    style: Hashable
    """The style that is wrong."""
    shown: Op
    """What shows it."""
    op: Op
    """The operation of the face that draws that."""
    hint: str = ""


ExamineSide = Callable[[PrintedSide, FaceMarks, KnownForms], Iterator[Problem]]
"""Finds what is wrong with a side of a card."""


class _Cause(NamedTuple):
    """A line of a layout with a style that is wrong: its finding on the first card, and what draws it."""

    printed: PrintedSide
    finding: Diagnostic
    drawing: set[Hashable]
    """The operations, or their numbers."""


def over_faces(code: str, examine: ExamineSide) -> Callable[[Proof, RuleEntry | None], Iterator[FaceFinding]]:
    """A rule that checks every face, and reports each cause once, on the first card, with the number of the
    others.
    """

    def check(proof: Proof, entry: RuleEntry | None) -> Iterator[FaceFinding]:
        causes: dict[Hashable, _Cause] = {}
        drawn = proof.rendered_faces
        forms = KnownForms({form: id for id, form in drawn.symbols.items()}, drawn.codes)
        for printed in proof.rendered_faces.faces:
            find = partial(examine, printed, proof.face_marks, forms)
            for problem in proof.face_marks.on_face(examine, printed, find):
                element = proof.rendered_faces.places.element(problem.shown)
                finding = Diagnostic(
                    *(code, "warning", f"{_where(printed)}: {problem.message}", element or _span(printed)),
                    hint=problem.hint,
                    configuration=printed.configuration,
                )
                for each in proof.unless_accepted(printed.component, [finding]):
                    key = element or (printed.component.id, printed.side), problem.style
                    at = next(n for n, op in enumerate(printed.face.ops) if op is problem.op)
                    causes.setdefault(key, _Cause(printed, each, set())).drawing.add(printed.content[at])
        for same, cause in causes.items():
            # A face that looks like an earlier one is not examined again, but shows the same mistake.
            cards = {
                printed.name
                for printed in proof.rendered_faces.faces
                if not cause.drawing.isdisjoint(printed.content)
            }
            numbers = frozenset(each for each in cause.drawing if isinstance(each, int))
            yield from shown_on(cause.printed, [cause.finding], same, cards=cards, numbers=numbers)

    check.__module__ = examine.__module__  # whose page in the manual is the rule's
    return check


def _where(printed: PrintedSide) -> str:
    return f"`{printed.name}`, {printed.side}"


def _span(printed: PrintedSide) -> Span:
    return printed.component.spans.get(
        "layout" if printed.side == "front" else "back", printed.component.span
    )


def _new_texts(printed: PrintedSide, marks: FaceMarks) -> Iterator[tuple[int, Op, VisibleText]]:
    """The texts that no earlier face had on the same background, each with the index of its operation."""
    return ((index, op, text) for index, op in printed.new_ops for text in marks.texts(op))


def _style(text: Text) -> Hashable:
    """What the style of a text decides, whatever it says and however far it is shrunk."""
    return tuple([(run.font, run.colour) for run in text.runs[:1]])


def _small(printed: PrintedSide, marks: FaceMarks, forms: KnownForms) -> Iterator[Problem]:
    for _, op, visible in _new_texts(printed, marks):
        size = visible.text.size * visible.mark.matrix.scale
        if size < LEAST - 0.01:
            message = f"`{_short(visible.text)}` is set in {size:.2g} pt, less than {LEAST:g}"
            yield Problem(message, _style(visible.text), shown=visible.text, op=op)


def _unsafe(printed: PrintedSide, marks: FaceMarks, forms: KnownForms) -> Iterator[Problem]:
    safe = min(SAFE, min(printed.face.size) / 10)
    for _, op, visible in _new_texts(printed, marks):
        left = distance_from_cut(printed, visible.box.corners)
        if left < safe - TOLERANCE:
            yield Problem(
                f"`{_short(visible.text)}` {_from_the_cut(left, safe)}", "cut", shown=visible.text, op=op
            )
    drawn = ((op, symbol) for _, op in printed.new_ops for symbol in visible_symbols([op], forms.symbols))
    for op, symbol in drawn:
        left = distance_from_cut(printed, symbol.points)
        if (
            left < safe - TOLERANCE
            and not _bleeds(printed, symbol.box)
            and not _in_text(printed, marks, symbol.box, safe=safe)
        ):
            yield Problem(
                f"symbol `{symbol.id}` {_from_the_cut(left, safe)}", "symbol", shown=symbol.use, op=op
            )


def _in_text(printed: PrintedSide, marks: FaceMarks, box: Box, safe: float) -> bool:
    """Whether a box is part of a text that is itself reported."""
    texts = (visible.box for op in printed.face.ops for visible in marks.texts(op))
    return any(
        text.overlaps(box) and distance_from_cut(printed, text.corners) < safe - TOLERANCE for text in texts
    )


def _from_the_cut(left: float, safe: float) -> str:
    if left < 0:
        return f"extends {mm(-left)} beyond the cut, and should be {mm(safe)} inside"
    return f"is {mm(left)} from the cut, and should be {mm(safe)}"


def distance_from_cut(printed: PrintedSide, points: Iterable[Point]) -> float:
    """The distance of the outermost of some points from the cut, inside of it; negative beyond it."""
    width, height = printed.face.size
    if printed.component.outline == "rectangle":
        return min(min(x, y, width - x, height - y) for x, y in points)
    return min(width, height) / 2 - max(hypot(x - width / 2, y - height / 2) for x, y in points)


def _bleeds(printed: PrintedSide, box: Box) -> bool:
    """Whether something extends from inside a face to the end of its bleed."""
    (width, height), bleed = printed.face.size, printed.face.bleed
    far = max(-box.x, -box.y, box.right - width, box.bottom - height)
    return bleed > 0 and far > bleed - TOLERANCE and box.overlaps(Box(0, 0, width, height))


def _faint(printed: PrintedSide, marks: FaceMarks, forms: KnownForms) -> Iterator[Problem]:
    for index, op, visible in _new_texts(printed, marks):
        for each in _contrasts(printed.face, marks, index, visible=visible):
            if not each.is_enough:
                pair = f"{hex_of(each.ink)} on {hex_of(each.ground)}"
                problem = f"{pair}, has a contrast of {each.ratio:.2f}, less than {each.wanted:g}"
                message = f"`{_short(visible.text)}`, {problem}"
                yield Problem(message, _style(visible.text), shown=visible.text, op=op)
                break


class TextContrast(NamedTuple):
    """The contrast of some letters with what is under them, and the one that they need; `box` is that of
    their text, in points from the trim's top-left corner.
    """

    box: Box
    ink: Colour
    ground: Colour
    ratio: float
    wanted: float

    @property
    def is_enough(self) -> bool:
        return self.ratio >= self.wanted - 0.005


def text_contrasts(face: Face) -> Iterator[TextContrast]:
    """The contrasts of all texts of a face, in drawing order; a text may have several."""
    marks = FaceMarks()
    for index, op in enumerate(face.ops):
        for visible in marks.texts(op):
            yield from _contrasts(face, marks, index, visible=visible)


def _contrasts(face: Face, marks: FaceMarks, index: int, visible: VisibleText) -> Iterator[TextContrast]:
    wanted = 3.0 if visible.text.size * visible.mark.matrix.scale >= LARGE else 4.5
    for ink, ground in _pairs(visible, marks.grounds(face, index, visible)):
        yield TextContrast(visible.box, ink, ground, ratio=contrast(ink, ground), wanted=wanted)


def _pairs(visible: VisibleText, near: Sequence[Mark]) -> Iterator[tuple[Colour, Colour]]:
    """The colours of a text, each with the background of its first, middle and last letters, by the marks
    near it.
    """
    mark, text = visible.mark, visible.text
    if not text.opacity:
        return  # Its outlines are drawn, with a gradient.
    height = text.y - 0.35 * text.size
    points = [(text.x + text_width(text) * at, height) for at in (0.1, 0.5, 0.9)]
    colours = [under(near, *mark.matrix.apply(x, y)) for x, y in points]
    ring = _ring(text_box(mark), text.size * mark.matrix.scale, near)
    if ring is not None:
        colours = [ring]
    for run in text.runs:
        if any(getattr(piece, "text", "").strip() for piece in run.pieces):
            for ground in colours:
                if ground is not None:
                    yield blend(run.colour, ground, text.opacity * mark.opacity), ground


def _ring(letters: Box, size: float, near: Sequence[Mark]) -> Colour | None:
    """The colour of a style's `outline` behind the letters of a text; None without one.

    The outlines of all lines of a text are directly below it: nothing else is between them and the letters.
    """
    around = letters.outset(size)
    for mark in reversed(near):
        op, box = mark.op, mark.covers
        if not isinstance(op, Path) or op.stroke is None or op.stroke.join != "round" or box is None:
            return None
        if op.fill != op.stroke.paint or not isinstance(op.fill, tuple):
            return None
        is_as_wide = box.width >= letters.width - size and around.x <= box.x and box.right <= around.right
        if is_as_wide and around.y <= box.y and box.bottom <= around.bottom:
            return op.fill
    return None


def _short(text: Text) -> str:
    said = words_of(text)
    return said if len(said) <= 24 else f"{said[:23]}…"


check_small = over_faces("small-print", _small)
check_unsafe = over_faces("safe-zone", _unsafe)
check_faint = over_faces("contrast", _faint)
