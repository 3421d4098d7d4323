"""The errors of expressions: one for callers, the others for use inside the sandbox."""

from nineup.base.diagnostics import Span


class ExpressionError(Exception):
    """A mistake in a user's expression or template.

    `line` and `column` count from 1 in the source; `hint` is empty if no fix is known. If the mistake is an
    empty value or an unknown name, `empty` is its expression or `unknown` that name.
    """

    def __init__(self, message: str, line: int = 1, column: int = 1, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column
        self.hint = hint
        self.empty = ""
        self.unknown = ""


def error_at(source: str, message: str, offset: int, hint: str) -> ExpressionError:
    """An error at an offset (from 0) of a source; offsets outside it are clamped."""
    offset = max(0, min(offset, len(source)))
    line = source.count("\n", 0, offset) + 1
    column = offset - (source.rfind("\n", 0, offset) + 1) + 1
    return ExpressionError(message.rstrip("."), line, column, hint=hint)


def place(span: Span, error: ExpressionError) -> Span:
    """The place of a mistake in the user's file, given the place of the source's first character.

    Later lines count as not indented.
    """
    before = span.column - 1 if error.line == 1 else 0
    return Span(span.file, span.line + error.line - 1, before + error.column)


class ExpressionValueError(ValueError):
    """A mistake found during evaluation; its place is added later, where the source is known.

    The place is the first word in backticks in the message that also occurs in the source. Helper functions
    passed to an expression may raise any ValueError with a message for the user.
    """

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class UnprintableError(ExpressionValueError):
    """A value that can't be printed; the message continues the value's source."""


class EmptyValueError(UnprintableError):
    """A value that can't be printed because it is empty."""


class UnknownNameError(ExpressionValueError):
    """A name that the expression's context doesn't have."""
