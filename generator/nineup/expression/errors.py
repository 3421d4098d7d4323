"""What goes wrong in an expression: one error for those who call, one for the inside of the sandbox."""

from nineup.diagnostics import Span


class ExpressionError(Exception):
    """A mistake in a user's expression or template.

    `line` and `column` count from 1 inside the source; `hint` is empty where no mend is known.
    """

    def __init__(self, message: str, line: int = 1, column: int = 1, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column
        self.hint = hint


def place(span: Span, error: ExpressionError) -> Span:
    """Where in the user's file the mistake is; `span` is where the source's first character stands.

    Columns of later lines are right where the file does not indent them.
    """
    if error.line == 1:
        return Span(span.file, span.line, span.column + error.column - 1)
    return Span(span.file, span.line + error.line - 1, error.column)


class Problem(ValueError):  # noqa: N818
    """A mistake found while an expression runs; the place is added where the source is known.

    The first word in backticks that the source holds is what the place will be. Helper functions
    that are passed into an expression may raise any ValueError with a message for the user.
    """

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class Unprintable(Problem):
    """A value that can't be printed; the message goes on from the value's source."""


class UnknownName(Problem):
    """A name that the expression's base_context do not have."""
