"""Explains why an amount, a condition or a text can't be evaluated, in the user's words."""

from collections.abc import Iterator, Mapping
from itertools import islice
from types import FunctionType
from typing import Any

from nineup.base.diagnostics import Diagnostic, Span, Subject
from nineup.logic.expression import ExpressionError, ExpressionValueError, place
from nineup.logic.expression.sandbox import Missing
from nineup.logic.select.chances import CannotCountError
from nineup.model.game import Expression


class EvaluationError(ValueError):
    """An amount or a condition that can't be evaluated, with the diagnostic that says so.

    It is a ValueError, so that an expression that meets it through `count` or `cards` reports its message.
    """

    def __init__(
        self, code: str, message: str, span: Span | None, hint: str = "", about: Subject = "game"
    ) -> None:
        super().__init__(message)
        self.diagnostic = Diagnostic(code, "error", message, span=span, hint=hint, about=about)
        self.is_too_large = False
        """Whether a probability can't be counted exactly, so that the value is unknown."""


def evaluation_error(source: Expression, error: ExpressionError) -> EvaluationError:
    """The reason why an expression failed: its own mistake, or that of an amount that it uses."""
    cause = error.__cause__
    if isinstance(cause, EvaluationError) and cause.diagnostic.code != "unstated":
        return cause
    broken = EvaluationError("bad-expression", error.message, place(source.span, error), hint=error.hint)
    broken.diagnostic = broken.diagnostic._replace(fact=f" {source.span.line}:{source.span.column}")
    broken.is_too_large = isinstance(cause, CannotCountError)
    return broken


def as_count(value: Any) -> int | None:
    """A value as a whole number of 0 or more; None if it isn't one."""
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return int(value) if is_number and value >= 0 and value == int(value) else None


def in_words(value: Any) -> str:
    """A value or a source for messages: on one line, short, in the user's notation."""
    text = " ".join("".join(islice(_plain(value), _MOST_PIECES)).split())
    return text if len(text) <= 60 else f"{text[:59]}…"


_MOST_PIECES = 400
"""The most elements and commas that are written, since a list may contain others many times."""


def _plain(value: Any) -> Iterator[str]:
    if isinstance(value, (tuple, list)):
        for place, each in enumerate(value):
            if place:
                yield ", "
            yield from _plain(each)
        if not value:
            yield "an empty list"
    elif isinstance(value, Mapping):
        for place, (key, each) in enumerate(value.items()):
            yield f", {key}: " if place else f"{key}: "
            yield from _plain(each)
        if not value:
            yield "an empty record"
    elif isinstance(value, FunctionType):
        yield f"the function `{value.__name__.strip('_')}`"
    elif isinstance(value, bool):
        yield "yes" if value else "no"
    elif isinstance(value, float) and round(value, 2) % 1:  # 2.9999 stays, since 3 would be no mistake.
        yield f"{round(value, 2)}"
    elif not isinstance(value, (str, int, float, Missing, type(None))):
        yield f"a {type(value).__name__.lower()}"  # of cards, as `draw` makes it
    else:
        try:
            yield "nothing" if value is None else str(value)
        except ExpressionValueError:  # of something that isn't there, in a list
            yield "nothing"
