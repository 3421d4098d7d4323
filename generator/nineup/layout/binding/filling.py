"""Filling one face: the values that the layout's program printed for it, and findings about them."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from nineup.base.diagnostics import Diagnostic, Findings, Overflow, Span
from nineup.base.geometry import Box
from nineup.layout.binding.bindings import BindingKey
from nineup.layout.binding.program import END, Program
from nineup.layout.placeholder import MissingArtError, note_missing
from nineup.logic.expression import ExpressionError, OutputSpan
from nineup.model.drawing import Group, Op, Path, rectangle
from nineup.model.game import Item
from nineup.typography.text import Problem

Locate = Callable[[tuple[str, ...], str, int | None], Span | None]
"""Returns the place in the user's files of a value, by its path in the context, such as ("card", "front",
"text"), the text that a face shows of it, and a position in that text, from 0; without a position, the place
of the whole value. None if the place isn't known.
"""


class ProgramMismatchError(Exception):
    """The nodes of a layout asked for another value than the program printed: a bug, never a user's
    mistake.
    """


class AbandonedError(Exception):
    """Drawing the face can't continue; the reason was reported."""


class ValuePlace(msgspec.Struct, frozen=True):
    """The number of a frame's value, from 0, and the operation that marks its place."""

    number: int
    op: Group


class TextSize(msgspec.Struct, frozen=True):
    """The size at which an element's text was set, and that of its style, in points, with any overflow."""

    key: BindingKey
    size: float
    style_size: float
    overflow: Overflow | None


class Filling:
    """The values of a face, in the order in which its program printed them. Nodes take them one by one."""

    __slots__ = (
        "_context",
        "_face",
        "_findings",
        "_keys",
        "_locate",
        "_printed",
        "_program",
        "_taken",
        "marks",
        "sizes",
    )

    def __init__(
        self,
        program: Program | None,
        context: Mapping[str, Any],
        face: str,
        locate: Locate,
        findings: Findings,
        printed: str | None = None,
    ) -> None:
        """`printed` is what the program prints, if known.

        Raises ExpressionError if a binding fails in the context.
        """
        self._program = program
        self._context = context
        self._face = face
        self._locate = locate
        self._findings = findings
        if printed is None:
            printed = program.run(context) if program else ""
        self._printed = printed.split(END)
        """Numbers and values alternating, with an empty text at the end."""
        self._keys: Mapping[str, BindingKey] = program.keys if program else {}
        self._taken = 0
        """How many of these were taken."""
        self.marks: list[tuple[ValuePlace, Span]] | None = None
        """Where texts are, if requested."""
        self.sizes: list[TextSize] | None = None
        """The sizes of texts, if requested; then no pictures are looked for."""

    def take(self, key: BindingKey) -> str:
        """The next value, which must be that of the binding with this key. Raises ProgramMismatchError."""
        at = self._taken
        if self._keys.get(self._printed[at]) != key:
            owner = self._keys.get(self._printed[at])
            raise ProgramMismatchError(f"{self._face}: {key} takes the value of {owner}")
        self._taken = at + 2
        return self._printed[at + 1]

    @property
    def number(self) -> int:
        """The number of values taken so far."""
        return self._taken // 2

    def finish(self) -> None:
        """Checks that every value was taken. Raises ProgramMismatchError."""
        left = len(self._printed) - 1 - self._taken
        if left:
            raise ProgramMismatchError(f"{self._face}: {left // 2} values were not taken")

    def mark(self, box: Box, span: Span, out: list[Op]) -> None:
        """Records the frame of the value taken last: its mark draws nothing, and moves with its
        surroundings.
        """
        if self.marks is not None:
            mark = Group((), clip=Path(rectangle(box)), says=str(len(self.marks)))
            self.marks.append((ValuePlace(self._taken // 2 - 1, mark), span))
            out.append(mark)

    def origins(self, number: int) -> list[OutputSpan]:
        """The stretches that make up a value, by its number in the order of taking. Raises
        ExpressionError.
        """
        assert self._program is not None
        # A binding in a loop printed several values; this is as many of them as came before.
        *earlier, binding = self._printed[: 2 * number + 1 : 2]
        return self._program.bindings[int(binding)].origins(self._context)[earlier.count(binding)]

    def report(self, code: str, message: str, span: Span, hint: str, binding: str, back: int = 0) -> None:
        """Reports an error of the value taken last, or `back` before it, at its origin, naming the binding
        (at `span`) that shows it.
        """
        place = self._origin(self._taken // 2 - 1 - back, None, exactly=True)
        if place is not None:
            message = f"{message}, in `{binding}` of {span.file}:{span.line}"
        self.report_layout(code, message, place or span, hint=hint)

    def note_missing(self, missing: MissingArtError, span: Span | None, back: int | None = 0) -> None:
        """Notes that art named by the value taken last, or `back` before it, isn't there; by none if that is
        None.
        """
        place = None if back is None else self._origin(self._taken // 2 - 1 - back, None, exactly=True)
        note_missing(self._findings, missing, place or span, face=self._face)

    def report_layout(self, code: str, message: str, span: Span | None, hint: str = "") -> None:
        """Reports an error that is visible on this face at a place in its layout."""
        self._findings.error(code, message, span, hint=hint, face=self._face)

    def report_text(self, problem: Problem, frame: str, span: Span) -> None:
        """Reports a problem of the text taken last at its origin, naming the frame (at `span`)."""
        if problem.severity == "note" and any(problem.message == known.message for known in self._findings):
            return
        message, where = problem.message, f"`{frame}` of {span.file}:{span.line}"
        if problem.place is not None:
            if all((known.message, known.span) != (message, problem.place) for known in self._findings):
                self._findings.error(problem.code, message, problem.place, hint=problem.hint, face=self._face)
            return
        if problem.severity == "error":
            message = f"{message}, in {where}"
        place = self._origin(self._taken // 2 - 1, problem.offset) or span
        overflow = problem.overflow
        self._findings.append(
            Diagnostic(
                problem.code,
                problem.severity,
                message,
                span=place,
                hint=problem.hint,
                face=self._face,
                overflow=overflow and overflow._replace(frame=where),
            )
        )

    def _origin(self, number: int, offset: int | None, exactly: bool = False) -> Span | None:
        """The origin of a value at an offset, or of most of the value.

        A value may read more than it shows, such as a condition: `exactly` leaves out what it doesn't show.
        """
        try:
            stretches = self.origins(number)
        except ExpressionError:
            return None
        at, inside = _at(stretches, offset)
        # For a message about the whole value, the part that makes up most of it
        # is where its author would look.
        longest_first = sorted(stretches, key=lambda stretch: -len(stretch.text))
        origins = (
            self._locate(path, stretch.text, inside)
            for stretch in ([at] if at else longest_first)
            for path in stretch.paths
            if not exactly or _shows(stretch.text, self._context, path)
        )
        return next(filter(None, origins), None)


def _shows(text: str, context: Any, path: tuple[str, ...]) -> bool:
    """Whether a text contains the value at a path, as far as keys lead; a collection may show anything."""
    value = context
    for key in path:
        values = value.fields if isinstance(value, Item) else value
        if not isinstance(values, Mapping):
            return True
        value = values.get(key, values.get(key.replace("_", "-")))
    return isinstance(value, (Mapping, list, tuple)) or str(value) in text


def _at(stretches: list[OutputSpan], offset: int | None) -> tuple[OutputSpan | None, int | None]:
    """The stretch that contains an offset of the whole value, and the offset in it."""
    if offset is not None:
        for stretch in stretches:
            if offset < len(stretch.text):
                return stretch, offset
            offset -= len(stretch.text)
    return None, None
