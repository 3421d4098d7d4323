"""Well-formed path data: its commands, each with the numbers of many repetitions, read some kilobytes at a time."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from nineup.layout.values import LARGEST, NUMBER, SMALLEST

COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
"""How many numbers each command takes."""

PathRun = tuple[str, list[float]]
"""A command with the numbers of one or more repetitions; moves come one by one."""

_BLANK = " \t\r\n,"
_PORTION = 1 << 16
"""About how many characters are read at once, so that a long path isn't in memory as texts and numbers."""

_COMMANDS = re.compile(
    r"([MmZz])([^a-df-zA-DF-Z]*+)|([a-df-zA-DF-Z])([^a-df-zA-DF-Z]*+(?:\3[^a-df-zA-DF-Z]*+){0,1000}+)"
)
"""A command, and what follows until another one: many write its letter before each repetition. Moves and ends come one by one."""

_NUMBER = re.compile(NUMBER)
_SEPARATOR = re.compile(r"[\s,]")
_STRANGE = re.compile(r"[^0-9a-zA-Z.,+\- \t\r\n]")
_ODD = re.compile(r"\d{7}|[eE]|0{11}|-0*\.?0*(?![.\d])")
"""What numbers have that may be too large, nearly nothing, or -0."""

_FLAGS = {0.0, 1.0}


class IrregularError(Exception):
    """The path has mistakes, or flags that are written together, and must be read number by number."""


def runs(text: str) -> Iterator[PathRun]:
    """The runs of a path. Raises IrregularError where it can't be read like this."""
    if _STRANGE.search(text):
        raise IrregularError
    is_odd = bool(_ODD.search(text))
    for command, start, end in _commands(text):
        count = COUNTS.get(command.upper())
        if count is None:
            raise IrregularError
        for values in _portions(text, start, end, command, count):
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
    found = _COMMANDS.finditer(text)
    first = next(found, None)
    if first is None or not first[1] or first[1] not in "Mm" or text[: first.start()].strip(_BLANK):
        raise IrregularError
    for each in chain((first,), found):
        group = 1 if each[1] else 3
        yield each[group], each.end(group), each.end()


def _portions(text: str, start: int, end: int, command: str, count: int) -> Iterable[list[float]]:
    """The numbers of a command between two offsets, perhaps with its letter before each repetition."""
    if text.find(command, start, end) >= 0:
        return (_repeated(text[start:end], command, count),)
    return _repetitions(text, start, end, count) if end - start > _PORTION else (_numbers(text[start:end]),)


def _repeated(text: str, command: str, count: int) -> list[float]:
    """The numbers of a command whose letter is before each repetition."""
    pieces = text.replace(",", " ").split(command)
    try:
        listed = [list(map(float, piece.split())) for piece in pieces]
    except ValueError:
        listed = list(map(_numbers, pieces))
    if any(len(values) % count or not values for values in listed):
        raise IrregularError
    return list(chain.from_iterable(listed))


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
