"""Well-formed path data and lists of points: their numbers are parsed some kilobytes at a time as a JSON
list, which is fastest.

Path data become a list in JSON by replacing bytes, since a decoder in C reads a number several times as fast
as `float` does: `M10-.5.5 1l1e-3,4` is spaced to `M10 -.5 .5 1l1e-3 4`, its letters are cut out and counted
with the numbers between them (M: 4, l: 2), and the rest is read as `[10,-0.5,0.5,1,1e-3,4]`. The counts tell
whether anything was lost: a letter with a number of numbers that it can't have, or a sum that differs from
the number of values, is left to the slow reader.
"""

import re
from collections.abc import Iterator
from itertools import repeat
from operator import mod
from typing import NamedTuple

import msgspec

from nineup.svg.values.values import LARGEST, SMALLEST

COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
"""The number of arguments of each command."""

PathRun = tuple[str, list[float]]
"""A command with the numbers of one or more repetitions; moves are not combined."""

_PORTION = 1 << 16
"""The approximate number of characters parsed at once, so that a long path isn't in memory as texts and
numbers.
"""

_BLANKS = bytes.maketrans(b"\t\r\n,", b"    ")
_NUMERIC = b"0123456789.+- eE"
_LETTERS = bytes(letter for name in COUNTS for letter in (name + name.lower()).encode())
_TO_BLANKS = bytes.maketrans(_LETTERS, b" " * len(_LETTERS))
_NONE = 255
"""Replaces the 0 arguments of a closing command: no command has as many."""
_NEEDED = bytes.maketrans(_LETTERS, bytes(count or _NONE for count in COUNTS.values() for _ in "Aa"))

_LETTER = re.compile(r"[a-df-zA-DF-Z]")
_COMMAND = re.compile(rb" ?[a-df-zA-DF-Z] ?")
_RUN = re.compile(rb"[MmZz]|([^MmZz])\1*+")
_SEPARATOR = re.compile(r"[\s,]")
# `1.5.5` is 1.5 and 0.5: a second point begins another number.
_TWO_POINTS = re.compile(rb"(\.\d*+)(?=\.)")
_ARC = re.compile(rb"[aA][^a-df-zA-DF-Z]*+")
_ARC_FLAGS = re.compile(rb"(?<![^ ])([^ ]++ [^ ]++ [^ ]++ )([01]) ?([01]) ?(?=[^ ])([^ ]++ [^ ]++)")

_numbers = msgspec.json.Decoder(list[float]).decode


class IrregularError(Exception):
    """The data have mistakes or an unusual notation, and must be parsed number by number."""


class _Portion(NamedTuple):
    letters: bytes
    counts: list[int]
    """The number of arguments after each letter."""
    numbers: list[float]


def runs(text: str) -> Iterator[PathRun]:
    """The runs of a path. Raises IrregularError for data that can't be parsed this way."""
    start, end, begun = 0, len(text), ""
    while start < end:
        stop = _end_of_portion(text, start, end)
        portion = _portion(begun + text[start:stop])
        begun = ""
        # Cut between two numbers: those of the last repetition may continue in the next
        # portion, so they are read again there.
        if stop < end and not _LETTER.match(text, stop):
            portion, begun = _cut(portion)
        if not start and portion.letters[:1] not in (b"M", b"m"):
            raise IrregularError
        yield from _runs(portion)
        start = stop


def points(text: str) -> list[float]:
    """The numbers of a list. Raises IrregularError for data that can't be parsed this way."""
    if re.search(r",\s*,", text) or text.rstrip()[-1:] == ",":
        raise IrregularError
    numbers: list[float] = []
    start, end = 0, len(text)
    while start < end:
        separator = _SEPARATOR.search(text, start + _PORTION)
        stop = separator.start() if separator else end
        numbers += _decoded(_spaced(text[start:stop]))
        start = stop
    return numbers


def _end_of_portion(text: str, start: int, end: int) -> int:
    """The end of a portion: before a letter, or else between two numbers."""
    if end - start <= _PORTION:
        return end
    at = start + _PORTION
    match = _LETTER.search(text, at, at + _PORTION) or _SEPARATOR.search(text, at)
    return match.start() if match else end


def _cut(portion: _Portion) -> tuple[_Portion, str]:
    """A portion without the numbers of its last command's last repetition, which may be incomplete, and the
    text of these.
    """
    letters, counts, numbers = portion
    letter = letters[-1:].decode()
    size = COUNTS[letter.upper()]
    if not size or counts[-1] <= size:
        rest = counts[-1]
        letters, counts = letters[:-1], counts[:-1]
    else:
        rest = counts[-1] % size or size
        # The move was in what is kept; what repeats it are lines.
        letter = {"M": "L", "m": "l"}.get(letter, letter)
        counts = [*counts[:-1], counts[-1] - rest]
    kept = len(numbers) - rest
    begun = letter + " ".join(map(repr, numbers[kept:])) + " "
    return _Portion(letters, counts, numbers[:kept]), begun


def _runs(portion: _Portion) -> Iterator[PathRun]:
    letters, counts, numbers = portion
    needed = letters.translate(_NEEDED)
    if any(map(mod, counts, needed)) or counts.count(0) != needed.count(_NONE):
        raise IrregularError
    at = number = 0
    for run in _RUN.finditer(letters):
        letter, repeated = chr(letters[number]), run.end() - number
        count = counts[number] if repeated == 1 else sum(counts[number : number + repeated])
        number += repeated
        values, at = numbers[at : at + count], at + count
        if letter in "Aa" and not {*values[3::7], *values[4::7]} <= {0.0, 1.0}:
            raise IrregularError
        if letter in "Mm":
            yield letter, values[:2]
            letter, values = {"M": "L", "m": "l"}[letter], values[2:]
            if not values:
                continue
        yield letter, values


def _portion(text: str) -> _Portion:
    data = _spaced(text)
    letters = data.translate(None, _NUMERIC)
    if letters.translate(None, _LETTERS):
        raise IrregularError
    if b"a" in letters or b"A" in letters:
        data = _ARC.sub(lambda arc: arc[0][:1] + _ARC_FLAGS.sub(rb"\1\2 \3 \4", arc[0][1:]), data)
    first, *bodies = _COMMAND.split(data)
    if first.strip():
        raise IrregularError
    counts = list(map(bytes.count, bodies, repeat(b" ")))
    counts = [count + 1 if body else 0 for count, body in zip(counts, bodies, strict=True)]
    numbers = _decoded(_collapsed(data.translate(_TO_BLANKS)))
    if sum(counts) != len(numbers):
        raise IrregularError
    return _Portion(letters, counts, numbers)


def _spaced(text: str) -> bytes:
    """The text with one space between numbers, and none at the ends."""
    try:
        data = text.encode("ascii").translate(_BLANKS)
    except UnicodeEncodeError as error:
        raise IrregularError from error
    if b"-" in data:
        data = data.replace(b"-", b" -")
        if b"e" in data or b"E" in data:
            # The minus of an exponent belongs to its number, after all.
            data = data.replace(b"e -", b"e-").replace(b"E -", b"E-")
    data = _TWO_POINTS.sub(rb"\1 ", data)
    return _collapsed(data)


def _collapsed(data: bytes) -> bytes:
    while b"  " in data:
        data = data.replace(b"  ", b" ")
    return data.strip(b" ")


def _decoded(data: bytes) -> list[float]:
    """The numbers of a text with one space between them."""
    data = b" %b " % data
    if b". " in data:
        if b" . " in data or b"-. " in data:
            raise IrregularError
        data = data.replace(b". ", b" ")
    # JSON wants a digit before the point, and after it.
    data = data.replace(b" .", b" 0.").replace(b"-.", b"-0.")
    try:
        values = _numbers(b"[%b]" % data.strip(b" ").replace(b" ", b","))
    except msgspec.DecodeError as error:
        raise IrregularError from error
    if values and not (min(values) >= -LARGEST and max(values) <= LARGEST):
        raise IrregularError
    if b"e" in data or b"E" in data or b"00000000000" in data:
        return [value if abs(value) > SMALLEST else 0.0 for value in values]
    return values
