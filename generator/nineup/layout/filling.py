"""One face being filled: the values that the layout's program printed for it, and findings about them."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from nineup.diagnostics import Findings, Span
from nineup.drawing import Group, Op, Path, rectangle
from nineup.expression import ExpressionError, Printed
from nineup.geometry import Box
from nineup.layout.bindings import BindingKey
from nineup.layout.program import END, Program
from nineup.text import Problem

Locate = Callable[[tuple[str, ...]], Span | None]
"""The place in the user's files of a value by its path in the context, such as ("card", "front", "text"); None for a
value that no card has."""


class ProgramMismatchError(Exception):
    """The nodes of a layout asked for another value than the program printed: a bug, never a user's mistake."""


class AbandonedError(Exception):
    """The face can't be drawn any further; why was reported."""


class Mark(NamedTuple):
    """Which value a frame shows, counted from 0, and the operation that marks its place."""

    number: int
    op: Group


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
        """`printed` is what the program prints, if known. Raises ExpressionError if a binding fails in the context."""
        self._program = program
        self._context = context
        self._face = face
        self._locate = locate
        self._findings = findings
        if printed is None:
            printed = program.run(context) if program else ""
        self._printed = printed.split(END)
        """Numbers and values in turn, and an empty text at the end."""
        self._keys: Mapping[str, BindingKey] = program.keys if program else {}
        self._taken = 0
        """How many of these were taken."""
        self.marks: list[tuple[Mark, Span]] | None = None
        """Where texts are, if that is asked for."""

    def take(self, key: BindingKey) -> str:
        """The next value, which must be that of the binding with this key. Raises ProgramMismatchError."""
        at = self._taken
        if self._keys.get(self._printed[at]) != key:
            found = self._keys.get(self._printed[at])
            raise ProgramMismatchError(f"{self._face}: {key} takes the value of {found}")
        self._taken = at + 2
        return self._printed[at + 1]

    def finish(self) -> None:
        """Check that every value was taken. Raises ProgramMismatchError."""
        left = len(self._printed) - 1 - self._taken
        if left:
            raise ProgramMismatchError(f"{self._face}: {left // 2} values were not taken")

    def mark(self, box: Box, span: Span, out: list[Op]) -> None:
        """Note the frame of the value taken last: its mark is drawn as nothing, and moved with what is around it."""
        if self.marks is not None:
            mark = Group((), clip=Path(rectangle(box)), says=str(len(self.marks)))
            self.marks.append((Mark(self._taken // 2 - 1, mark), span))
            out.append(mark)

    def origins(self, number: int) -> list[Printed]:
        """The stretches that make up a value, counted in the order in which they are taken. Raises ExpressionError."""
        assert self._program is not None
        *earlier, binding = self._printed[: 2 * number + 1 : 2]
        return self._program.bindings[int(binding)].origins(self._context)[earlier.count(binding)]

    def report(self, code: str, message: str, span: Span | None, hint: str = "") -> None:
        """Report an error of this face at a place."""
        self._findings.error(code, message, span, hint, self._face)

    def report_text(self, problem: Problem, frame: str, span: Span) -> None:
        """Report a problem of the text taken last at the card's field that it comes from, naming the frame (at `span`)."""
        where = f"`{frame}` of {span.file}:{span.line}"
        self.report(
            problem.code, f"{problem.message}, in {where}", self._origin(problem.offset) or span, problem.hint
        )

    def _origin(self, offset: int | None) -> Span | None:
        """The place of the field that the value taken last shows at an offset, or that most of the value shows."""
        try:
            stretches = self.origins(self._taken // 2 - 1)
        except ExpressionError:
            return None
        at = _at(stretches, offset)
        longest_first = sorted(stretches, key=lambda stretch: -len(stretch.text))
        found = (self._locate(path) for stretch in ([at] if at else longest_first) for path in stretch.paths)
        return next(filter(None, found), None)


def _at(stretches: list[Printed], offset: int | None) -> Printed | None:
    """The stretch that contains an offset of the whole value."""
    if offset is None:
        return None
    for stretch in stretches:
        if offset < len(stretch.text):
            return stretch
        offset -= len(stretch.text)
    return None
