"""`qr-size`, `qr-contrast`, `qr-quiet-zone`: QR codes can be scanned.

Always on, as warnings, for every `n:qr` on every drawn face: a module, the smallest square of a code, is at
least 0.4 mm wide; the code is darker than what is under it, with a contrast of at least 4.5 by WCAG; nothing
is drawn over it; and four modules around it are free of anything else and inside the cut. The frame contains
this quiet zone. A component may accept each of these.

Reported: a web address of 60 letters in 15 mm has modules of 0.37 mm, and gray on gray is too faint.

    <rect x="5" y="5" width="15" height="15" fill="#888888" n:qr="{{ card.link }}"/>

Accepted:

    components:
      poster: {shape: board, size: 420mm x 297mm, layout: map.svg, accept: {qr-contrast: It is only art.}}
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from nineup.base.geometry import Box, Point
from nineup.base.units import MM, mm
from nineup.faces.surface import Mark, contrast, under
from nineup.model.drawing import Colour, Op, Path, Use, hex_of
from nineup.rules.engine.ink import FaceMarks, PrintedSide, visible_codes
from nineup.rules.looks.hiding import Cover, Covers
from nineup.rules.looks.legibility import TOLERANCE, KnownForms, Problem, distance_from_cut, over_faces

LEAST = 0.4 * MM
"""The width of a module: what GS1 asks of a code on a product that a phone scans, 0.396 mm, rounded."""

CONTRAST = 4.5

QUIET = 4
"""The modules of a code's drawing on each side that are its quiet zone."""

_STEP = 2
"""Every so many modules of the code itself are tested; of the quiet zone, all."""


class _Code(NamedTuple):
    """A code on a face: its mark, and what shows it."""

    mark: Mark
    use: Use
    side: float
    """Of its drawing with the quiet zone, in modules."""
    op: Op
    layer: int
    """The index of the operation among those of the face."""
    place: int
    """That of the mark among those of the operation."""

    @property
    def corners(self) -> list[Point]:
        """Of the quiet zone, on the face."""
        return [self.mark.matrix.apply(*point) for point in Box(0, 0, self.side, self.side).corners]

    @property
    def ink(self) -> Colour:
        assert isinstance(self.mark.op, Path)
        assert isinstance(self.mark.op.fill, tuple)
        return self.mark.op.fill

    def points(self) -> Iterator[tuple[bool, Point]]:
        """Points of the code and, if the flag is set, of its quiet zone, on the face."""
        inner = range(QUIET, int(self.side) - QUIET)
        for y in range(int(self.side)):
            for x in range(int(self.side)):
                is_quiet = x not in inner or y not in inner
                if is_quiet or x % _STEP == y % _STEP == 0:
                    yield is_quiet, self.mark.matrix.apply(x + 0.5, y + 0.5)


def _codes(printed: PrintedSide, marks: FaceMarks, forms: KnownForms) -> Iterator[_Code]:
    for index, op in printed.new_ops if forms.codes else ():
        for place, mark, use in visible_codes(op, marks, forms.codes):
            yield _Code(mark, use, use.form.size.width, op=op, layer=index, place=place)


def _small(printed: PrintedSide, marks: FaceMarks, forms: KnownForms) -> Iterator[Problem]:
    for code in _codes(printed, marks, forms):
        module = code.mark.matrix.scale
        if module < LEAST - 0.01 * MM:
            message = f"the modules of this QR code are {mm(module)} wide, less than {mm(LEAST)}"
            hint = f"its frame needs {mm(LEAST * code.side)}; or encode a shorter text"
            yield Problem(message, "size", shown=code.use, op=code.op, hint=hint)


def _faint(printed: PrintedSide, marks: FaceMarks, forms: KnownForms) -> Iterator[Problem]:
    for code in _codes(printed, marks, forms):
        below, above = _near(code, printed, marks)
        problem = _over(code, above) or _ground(code, below)
        if problem:
            yield problem


def _over(code: _Code, above: Sequence[Cover]) -> Problem | None:
    """What is drawn over a code itself."""
    for is_quiet, point in code.points():
        if not is_quiet and any(cover.hides(*point) for cover in above):
            message, hint = "something is drawn over this QR code", "draw it before the code, or move it"
            return Problem(message, "covered", shown=code.use, op=code.op, hint=hint)
    return None


def _ground(code: _Code, below: Sequence[Mark]) -> Problem | None:
    """A ground that a code is not dark enough for."""
    for ground in dict.fromkeys(under(below, *point) for is_quiet, point in code.points() if not is_quiet):
        hint = 'give its frame a light ground, such as fill="#ffffff"'
        if ground is None:
            message = "a picture or a pattern is under this QR code"
            return Problem(message, "picture", shown=code.use, op=code.op, hint=hint)
        pair = f"{hex_of(code.ink)} on {hex_of(ground)}"
        ratio = contrast(code.ink, ground)
        if contrast(code.ink, (0.0, 0.0, 0.0)) > contrast(ground, (0.0, 0.0, 0.0)):
            message = f"this QR code is lighter than its ground, {pair}, which many scanners can't read"
            return Problem(message, pair, shown=code.use, op=code.op, hint=hint)
        if ratio < CONTRAST - 0.005:
            message = f"this QR code, {pair}, has a contrast of {ratio:.2f}, less than {CONTRAST:g}"
            return Problem(message, pair, shown=code.use, op=code.op, hint=hint)
    return None


def _crowded(printed: PrintedSide, marks: FaceMarks, forms: KnownForms) -> Iterator[Problem]:
    for code in _codes(printed, marks, forms):
        left = distance_from_cut(printed, code.corners)
        if left < -TOLERANCE:
            message = f"the quiet zone of this QR code extends {mm(-left)} beyond the cut"
            yield Problem(
                message, "cut", shown=code.use, op=code.op, hint="move its frame inside, with all of it"
            )
        elif _is_disturbed(code, printed, marks):
            message = "something is in the quiet zone of this QR code, the four modules around it"
            yield Problem(
                message, "zone", shown=code.use, op=code.op, hint="move it away, or make the frame smaller"
            )


def _is_disturbed(code: _Code, printed: PrintedSide, marks: FaceMarks) -> bool:
    """Whether a part of the quiet zone is darker than the code allows, or there are letters or lines."""
    below, above = _near(code, printed, marks)
    for is_quiet, point in code.points():
        if not is_quiet:
            continue
        ground = under(below, *point)
        if ground is not None and contrast(code.ink, ground) < CONTRAST - 0.005:
            return not _ground(code, below)  # Otherwise all of its ground is reported.
        if any(cover.hides(*point) for cover in above):
            return True
    # What touches the edge of the frame from outside, such as its own line, is no harm.
    zone = _around(code).outset(-code.mark.matrix.scale / 2)
    hidden = _ground_index(code, printed, marks)
    for index, op in enumerate(printed.face.ops):
        for text in marks.texts(op):
            if (index, text.place) > hidden and text.box.overlaps(zone):
                return True
        for cover in Covers(marks).of(op):
            path = cover.mark.op
            is_line = isinstance(path, Path) and path.fill is None
            if is_line and (index, cover.place) > hidden and cover.meets(zone):
                return True
    return False


def _ground_index(code: _Code, printed: PrintedSide, marks: FaceMarks) -> tuple[int, int]:
    """The operation and its mark that hide whatever is below a code; before all of them if there is none."""
    corners = [
        code.mark.matrix.apply(*point) for point in Box(0, 0, code.side, code.side).outset(-0.1).corners
    ]
    last = (-1, -1)
    for index, op in enumerate(printed.face.ops[: code.layer + 1]):
        for cover in Covers(marks).of(op):
            at = index, cover.place
            if at < (code.layer, code.place) and all(cover.hides(*corner) for corner in corners):
                last = at
    return last


def _around(code: _Code) -> Box:
    return code.mark.matrix.map_box(Box(0, 0, code.side, code.side))


def _near(code: _Code, printed: PrintedSide, marks: FaceMarks) -> tuple[list[Mark], list[Cover]]:
    """What fills something below a code and its quiet zone, and what hides something above."""
    box, covers = _around(code), Covers(marks)
    below: list[Mark] = []
    above: list[Cover] = []
    for index, op in enumerate(printed.face.ops):
        for place, mark in enumerate(marks.of(op)):
            if (index, place) < (code.layer, code.place) and mark.covers and mark.covers.overlaps(box):
                below.append(mark)
        if index >= code.layer:
            above += [
                cover
                for cover in covers.of(op)
                if (index, cover.place) > (code.layer, code.place) and cover.meets(box)
            ]
    return below, above


check_small = over_faces("qr-size", _small)
check_faint = over_faces("qr-contrast", _faint)
check_crowded = over_faces("qr-quiet-zone", _crowded)
