"""One face being filled: the values that the layout's program printed for it, and findings about them."""

from collections.abc import Callable, Mapping
from typing import Any

from nineup.diagnostics import Findings, Span
from nineup.expression import ExpressionError, Printed
from nineup.layout.bindings import BindingKey
from nineup.layout.program import NUMBER_END, VALUE_END, Program
from nineup.text import Problem

Locate = Callable[[tuple[str, ...]], Span | None]
"""The place in the user's files of a value by its path in the context, such as ("card", "front", "text"); None for a
value that no card has."""


class ProgramMismatchError(Exception):
    """The nodes of a layout asked for another value than the program printed: a bug, never a user's mistake."""


class AbandonedError(Exception):
    """The face can't be drawn any further; why was reported."""


class Filling:
    """The values of a face, in the order in which its program printed them. Nodes take them one by one."""

    def __init__(
        self,
        program: Program | None,
        context: Mapping[str, Any],
        face: str,
        locate: Locate,
        findings: Findings,
    ) -> None:
        """Raises ExpressionError if a binding fails in the context."""
        self._program = program
        self._context = context
        self._face = face
        self._locate = locate
        self._findings = findings
        self._values = program.run(context).split(VALUE_END) if program else [""]
        self._keys: Mapping[str, BindingKey] = program.keys if program else {}
        self._taken = 0

    def take(self, key: BindingKey) -> str:
        """The next value, which must be that of the binding with this key. Raises ProgramMismatchError."""
        number, _, value = self._values[self._taken].partition(NUMBER_END)
        if self._keys.get(number) != key:
            raise ProgramMismatchError(f"{self._face}: {key} takes the value of {self._keys.get(number)}")
        self._taken += 1
        return value

    def finish(self) -> None:
        """Check that every value was taken. Raises ProgramMismatchError."""
        if self._taken != len(self._values) - 1:
            raise ProgramMismatchError(
                f"{self._face}: {self._taken} of {len(self._values) - 1} values were taken"
            )

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
        assert self._program is not None
        index = self._taken - 1
        number = self._values[index].partition(NUMBER_END)[0] + NUMBER_END
        earlier = sum(value.startswith(number) for value in self._values[:index])
        try:
            stretches = self._program.bindings[int(number[:-1])].origins(self._context)[earlier]
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
