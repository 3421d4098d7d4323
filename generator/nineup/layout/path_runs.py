"""Well-formed path data: its commands, each with the numbers of many repetitions, read some kilobytes at a time."""

import re
from collections.abc import Iterator
from itertools import chain

from nineup.layout.values import LARGEST, NUMBER, SMALLEST

COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
"""How many numbers each command takes."""

Run = tuple[str, list[float]]
"""A command with the numbers of one or more repetitions; moves come one by one."""

_BLANK = " \t\r\n,"
_PORTION = 1 << 16
"""About how many characters are read at once, so that a long path isn't in memory as texts and numbers."""

_COMMAND = re.compile("[a-df-zA-DF-Z]")
_NUMBER = re.compile(NUMBER)
_SEPARATOR = re.compile(r"[\s,]")
_STRANGE = re.compile(r"[^0-9a-zA-Z.,+\- \t\r\n]")
_ODD = re.compile(r"\d{7}|[eE]|0{11}|-0*\.?0*(?![.\d])")
"""What numbers have that may be too large, nearly nothing, or -0."""

_FLAGS = {0.0, 1.0}


class IrregularError(Exception):
    """The path has mistakes, or flags that are written together, and must be read number by number."""


def runs(text: str) -> Iterator[Run]:
    """The runs of a path. Raises IrregularError where it can't be read like this."""
    if _STRANGE.search(text):
        raise IrregularError
    is_odd = bool(_ODD.search(text))
    for command, start, end in _commands(text):
        count = COUNTS.get(command.upper())
        if count is None:
            raise IrregularError
        portions = _repetitions(text, start, end, count) if end - start > _PORTION else None
        for values in portions or (_numbers(text[start:end]),):
            if (len(values) % count or not values) if count else values:
                raise IrregularError
            if is_odd:
                values = _checked(values)
            if count == COUNTS["A"] and not {*values[3::7], *values[4::7]} <= _FLAGS:
                raise IrregularError
            if count == COUNTS["M"] and command in "Mm":
                yield command, values[:2]
                command, values = {"M": "L", "m": "l"}[command], values[2:]
                if not values:
                    continue
            yield command, values


def _commands(text: str) -> Iterator[tuple[str, int, int]]:
    """The letter of each command, and the offsets between which its numbers are."""
    found = _COMMAND.finditer(text)
    letter = next(found, None)
    if letter is None or letter.group() not in "Mm" or text[: letter.start()].strip(_BLANK):
        raise IrregularError
    for following in chain(found, (None,)):
        yield letter.group(), letter.end(), following.start() if following else len(text)
        letter = following or letter


def _repetitions(text: str, start: int, end: int, count: int) -> Iterator[list[float]]:
    """The numbers between two offsets, some repetitions of a command at a time; what is left over comes last."""
    rest: list[float] = []
    while start < end:
        cut = _SEPARATOR.search(text, start + _PORTION, end)
        stop = cut.start() if cut else end
        values = rest + _numbers(text[start:stop])
        whole = len(values) - (len(values) % count if count else 0)
        rest, start = values[whole:], stop
        if whole:
            yield values[:whole]
    if rest:
        yield rest


def _numbers(text: str) -> list[float]:
    try:
        return list(map(float, text.replace(",", " ").split()))
    except ValueError:
        pass
    found = _NUMBER.findall(text)
    if sum(map(len, found)) + sum(map(text.count, _BLANK)) != len(text):
        raise IrregularError
    return list(map(float, found))


def _checked(values: list[float]) -> list[float]:
    if values and not (min(values) >= -LARGEST and max(values) <= LARGEST):
        raise IrregularError
    return [v if abs(v) > SMALLEST else 0.0 for v in values]
