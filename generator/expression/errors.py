"""What goes wrong in an expression: one error for those who call, one for the inside of the sandbox."""


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
    """A name that the expression's surroundings do not have."""
