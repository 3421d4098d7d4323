"""A YAML text as a tree of parts: the kind of each value, and where its source begins and ends."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from nineup.schema.yaml_tree import DEPTH, YamlEvent, pieces

Step = str | int
ValuePath = tuple[Step, ...]
"""The keys and indices that lead from a file's root to a value."""

Data = Any
"""Plain data: text, whole numbers, None for nothing, and lists and dicts of these."""

BLOCKS = ("|", ">")
"""The styles of scalars that are written below their indicator."""

INTEGER = re.compile(r"-?\d{1,15}")
"""Unquoted, it is a number if the file's data has no declared types."""


class Numeral(str):
    """A whole number in an unusual notation, such as `012`; a text for most fields."""

    __slots__ = ()


def yaml_number(text: str) -> int | Numeral:
    """An unquoted number as data."""
    return int(text) if str(int(text)) == text else Numeral(text)


class SourcePart(msgspec.Struct, frozen=True):
    """A value of a YAML text, or a mapping's key. Offsets count the text's characters."""

    kind: str
    """`scalar`, `mapping`, `sequence` or `alias`."""
    start: int
    end: int
    """The offset after its last character.

    For a block scalar or collection, blank lines may precede it; see `last`.
    """
    text: str = ""
    style: str = ""
    flow: bool = False
    mark: str = ""
    """Its anchor, tag or alias; such a value can't be edited."""
    keys: "tuple[SourcePart, ...]" = ()
    values: "tuple[SourcePart, ...]" = ()

    def find(self, step: Step) -> "SourcePart | None":
        """The value at a key or an index."""
        at = self.index(step)
        return None if at is None else self.values[at]

    def at(self, path: ValuePath) -> "SourcePart":
        """The value at a path that leads to one."""
        part: SourcePart | None = self
        for step in path:
            part = part.find(step) if part is not None else None
        assert part is not None
        return part

    def index(self, step: Step) -> int | None:
        """Which of its values is at a key or an index."""
        if self.kind == "sequence":
            return step if isinstance(step, int) and 0 <= step < len(self.values) else None
        names = [key.text for key in self.keys]
        return names.index(step) if step in names else None

    @property
    def data(self) -> Data:
        """Its plain data, as parsed for fields without a declared type."""
        if self.kind == "mapping":
            return {key.text: value.data for key, value in zip(self.keys, self.values, strict=True)}
        if self.kind == "sequence":
            return [value.data for value in self.values]
        if self.style:
            return self.text.rstrip("\n") if self.style in BLOCKS else self.text
        return yaml_number(self.text) if INTEGER.fullmatch(self.text) else self.text or None


@lru_cache(maxsize=8)  # An edit starts from the text that the last one produced.
def parts(text: str) -> SourcePart | None:
    """The root of a YAML text; None if it is empty. Raises ValueError if it isn't YAML."""
    stream = pieces(text)
    first = next(stream, None)
    return None if first is None else _part(first, stream, DEPTH)


def _part(piece: YamlEvent, stream: Iterator[YamlEvent], depth: int) -> SourcePart:
    if piece.kind in ("scalar", "alias"):
        return SourcePart(
            piece.kind, piece.start, piece.end, text=piece.text, style=piece.style, mark=piece.mark
        )
    if not depth:
        raise ValueError("too deep")
    inner: list[SourcePart] = []
    while (next_piece := next(stream)).kind != "end":
        inner.append(_part(next_piece, stream, depth - 1))
    keys, values = ((), inner) if piece.kind == "sequence" else (inner[::2], inner[1::2])
    if len({key.text for key in keys}) < len(keys):
        raise ValueError("a key occurs twice")
    # PyYAML ends a block collection at the next token, behind blank lines and
    # comments that may not be its own.
    end = next_piece.end if piece.flow else max((part.end for part in inner), default=piece.end)
    return SourcePart(
        piece.kind,
        piece.start,
        end,
        text="",
        style="",
        flow=piece.flow,
        mark=piece.mark,
        keys=tuple(keys),
        values=tuple(values),
    )


def scalars(part: SourcePart) -> Iterator[SourcePart]:
    """A value's scalars, keys included, in the order of the text."""
    if part.kind == "scalar":
        yield part
    for number, value in enumerate(part.values):
        if part.keys:
            yield part.keys[number]
        yield from scalars(value)


class Leaf(NamedTuple):
    """A single value of a YAML file, and where it is."""

    path: ValuePath
    value: SourcePart


def leaves(part: SourcePart, path: ValuePath = ()) -> Iterator[Leaf]:
    """A value's scalars without its keys, each with its path, in the order of the text."""
    if part.kind == "scalar":
        yield Leaf(path, part)
    keys: Sequence[str | int] = [key.text for key in part.keys] or range(len(part.values))
    for step, value in zip(keys, part.values, strict=True):
        yield from leaves(value, (*path, step))


def last(part: SourcePart, text: str) -> int:
    """The offset after a value's last character, excluding blank lines below a block."""
    if part.kind == "scalar" and part.style in BLOCKS:
        return line_end(text, part.start + len(text[part.start : part.end].rstrip(" \r\n")))
    if part.values and not part.flow:
        return last(part.values[-1], text)
    return part.end


def line_start(text: str, offset: int) -> int:
    """The start of the line that contains an offset."""
    return max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1


def line_end(text: str, offset: int) -> int:
    """The end of the line that contains an offset, before its line break."""
    match = _BREAK.search(text, offset)
    return match.start() if match else len(text)


_BREAK = re.compile(r"[\r\n]")


def column(text: str, offset: int) -> int:
    """The distance of an offset from the start of its line."""
    return offset - line_start(text, offset)
