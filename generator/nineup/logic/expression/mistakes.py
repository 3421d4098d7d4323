"""Describes failures of a user's expression in the user's terms, at their place in the source."""

import re
from bisect import bisect_right
from types import TracebackType

from nineup.base.diagnostics import Hint, Replace, nearest
from nineup.logic.expression.compiled import GENERATED_FILE, CompiledExpression
from nineup.logic.expression.errors import (
    EmptyValueError,
    ExpressionError,
    ExpressionValueError,
    UnknownNameError,
    UnprintableError,
    error_at,
)
from nineup.logic.expression.sandbox import Evaluation
from nineup.model.game import Item

_WORD = re.compile(r"`([^`]+)`")
_FILTERED = re.compile(r"([\w.]+)\s*\|[^|(]*")
"""A name or a field with one filter, which has no arguments."""
_UNLIKE = re.compile(r"'(\S+)' not supported between instances of '(\w+)' and '(\w+)'")
_LACKING = re.compile(r"(?<!\w)(\w++)\(\) missing \d+ required (?:positional|keyword-only) arguments?: (.+)")

_EXCESS = re.compile(r"\(\) takes [^(]*positional arguments? but \d+ w")


def located(compiled: CompiledExpression, run: Evaluation, error: BaseException) -> ExpressionError:
    """The error in the user's terms, at its place in the source."""
    start, end = _enclosing(compiled.source, _offset(compiled, error.__traceback__))
    message, hint = _explain(error)
    for word in _WORD.findall(message):
        match = re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", compiled.source[start:end])
        if match:
            start += match.start()
            break
    printed = compiled.source[start:end].strip(" -+")
    empty = printed if isinstance(error, EmptyValueError) else ""
    if message.startswith("nothing is") and (filtered := _FILTERED.fullmatch(printed)):
        empty, message = filtered[1], f"`{filtered[1]}` is empty"
        hint = f"give it a default first: `{empty}|default('…')`"
    if isinstance(error, UnprintableError):
        message = f"`{printed}` {message}"
    unknown = _WORD.findall(message)[0] if isinstance(error, UnknownNameError) else ""
    if unknown:
        holder = _holder(unknown, run)
        hint = nearest(unknown, run.known())
        if holder:
            hint = Hint(f"write `{holder}.{unknown}`", Replace(unknown, f"{holder}.{unknown}"))
    mistake = error_at(compiled.source, message, start, hint=hint)
    mistake.empty, mistake.unknown = empty, unknown
    return mistake


def _holder(name: str, run: Evaluation) -> str:
    """The known name whose value has a field of this name, `card` before others; empty if none has."""
    for known in ("card", *run.values):
        value = run.values.get(known)
        fields = value.fields if isinstance(value, Item) else value
        if isinstance(fields, dict) and not fields.keys().isdisjoint((name, name.replace("_", "-"))):
            return known
    return ""


def _offset(compiled: CompiledExpression, trace: TracebackType | None) -> int:
    """The offset (from 0) in the source for the compiled code that raised the exception."""
    line = 0
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == GENERATED_FILE:
            line = trace.tb_lineno
        trace = trace.tb_next
    at = bisect_right(compiled.lines, line) - 1
    return compiled.offsets[at] - 1 if at >= 0 else 0


def _enclosing(source: str, offset: int) -> tuple[int, int]:
    """The `{{ … }}` or `{% … %}` around an offset, without its braces; for an expression, all of it."""
    opened = max(source.rfind("{{", 0, offset + 1), source.rfind("{%", 0, offset + 1))
    if opened < 0:
        return 0, len(source)
    start = opened + 2
    while start < len(source) and source[start] in "-+ \n\t":
        start += 1
    closed = [at for at in (source.find("}}", start), source.find("%}", start)) if at >= 0]
    return start, min(closed, default=len(source))


def _explain(error: BaseException) -> tuple[str, str]:
    """Message and hint for an exception that was raised during evaluation."""
    text = str(error)
    if isinstance(error, ExpressionValueError):
        return text, error.hint
    if isinstance(error, ZeroDivisionError):
        return "division by zero", ""
    if isinstance(error, RecursionError):
        return "the expression is nested too deeply", ""
    unlike = _UNLIKE.fullmatch(text)
    if unlike:
        operator, left, right = unlike.groups()
        return f"`{operator}` doesn't work between {_kind(left)} and {_kind(right)}", ""
    lacking = _LACKING.search(text)
    if lacking:
        return f"`{lacking[1].strip('_')}` needs {lacking[2].replace(chr(39), '`')}", ""
    if _EXCESS.search(text):
        return "too many values in the brackets of a function or filter", ""
    if isinstance(error, TypeError):
        return re.sub(r"^[\w.<>]+\(\)", "it", text), ""
    return text, ""


_KINDS = {
    "int": "a number",
    "float": "a number",
    "bool": "yes or no",
    "NoneType": "nothing",
    "dict": "a record",
    "list": "a list",
    "tuple": "a list",
}


def _kind(name: str) -> str:
    return _KINDS.get(name, "text")
