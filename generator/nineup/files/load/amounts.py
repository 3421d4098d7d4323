"""Types for player counts and what depends on them: ranges, tables of amounts, sizes."""

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import msgspec

from nineup.base.diagnostics import ChangeKeys, Hint, Span
from nineup.base.geometry import Size
from nineup.base.units import length
from nineup.model.game import SIZES, UNSTATED, AmountStep, Band, PlayerTable
from nineup.schema.nodes import Mapping, Node, Scalar
from nineup.schema.records import MapOf, object_schema
from nineup.schema.scope import Names, Scope, Type
from nineup.schema.types import AmountType, Parsed

OPEN_END = 99
"""The largest number of players: the end of a range such as `3+`."""

SQUARE = SIZES["square"]
"""Stands in for a size that can't be read."""

UNREAD = (0, 0)
"""The ends of a range that couldn't be read. Nothing is compared with it."""

_RANGE = re.compile(r"(\d{1,2})(?:\s*[-\u2013]\s*(\d{1,2})|(\+))?(?:\s+players?)?")
RANGE_SCHEMA = r"^\d{1,2}(\s*[-\u2013]\s*\d{1,2}|\+)?(\s+players?)?$"


def parse_range(text: str) -> tuple[int, int] | None:
    """The ends of `2-4`, `3` or `3+`, optionally followed by `players`; None for anything else."""
    match = _RANGE.fullmatch(text.strip())
    if match is None:
        return None
    low = int(match[1])
    high = OPEN_END if match[3] else int(match[2] or match[1])
    return (low, high) if 0 < low <= high else None


def _ends(text: str) -> tuple[int, int]:
    ends = parse_range(text)
    if ends is None:
        raise ValueError(f"`{text}` is not a range of players")
    return ends


def range_text(ends: tuple[int, int]) -> str:
    """A range of players as it is written."""
    low, high = ends
    return f"{low}+" if high == OPEN_END else str(low) if low == high else f"{low}-{high}"


RANGE = Parsed(
    _ends,
    None,
    "a range of players",
    described={"anyOf": [{"type": "integer", "minimum": 1}, {"type": "string", "pattern": RANGE_SCHEMA}]},
    code="bad-range",
    hint="write it like 2-4, 5 or 3+",
    write=range_text,
)
"""A range of players, from and to; None after a mistake."""


class Players(msgspec.Struct, frozen=True):
    """How many can play: one range, which is the base box, a range for each box, or `unstated`.

    Boxes whose range couldn't be read are among them, as `UNREAD`.
    """

    def read(self, node: Node, scope: Scope) -> tuple[Band, ...]:
        if isinstance(node, Scalar) and node.text == "unstated":
            return (UNSTATED,)
        if not isinstance(node, Mapping):
            ends = RANGE.read(node, scope)
            return (Band("base", *(ends or UNREAD)),)
        read: dict[str, tuple[int, int] | None] = MapOf(RANGE).read(node, scope)
        bands = [Band(name, *(ends or UNREAD)) for name, ends in read.items()]
        for before, band in pairwise(bands):
            if _are_read((before, band)) and band.low != before.high + 1:
                message = f"`{band.name}` should begin with {before.high + 1} players, after `{before.name}`"
                scope.error("bad-range", message, node.value(band.name))
        return tuple(bands)

    def schema(self, names: Names) -> dict[str, Any]:
        return {"anyOf": [RANGE.schema(names), MapOf(RANGE).schema(names), {"const": "unstated"}]}


def _are_read(bands: Iterable[Band]) -> bool:
    return all(band.high for band in bands)


QUANTITY = AmountType(unstated=True)


class ByPlayers(msgspec.Struct, frozen=True):
    """An amount for all player counts, or one for each range of them; ranges don't overlap."""

    boxes: bool = False
    """Whether keys are the largest player counts of boxes, single numbers."""
    of: Type = QUANTITY

    def read(self, node: Node, scope: Scope) -> PlayerTable:
        place = scope.file.span(node)
        if not isinstance(node, Mapping):
            return PlayerTable((AmountStep(1, OPEN_END, self.of.read(node, scope), span=place),), place)
        steps: list[AmountStep] = []
        for key, value in node.entries.items():
            ends = RANGE.read(node.key(key), scope)
            amount = self.of.read(value, scope)
            if ends is None:
                continue
            low, high = ends
            if self.boxes and low != high:
                message = f"`{key}` is not one box: its key is its largest player count"
                scope.error("bad-range", message, node.key(key))
            other = next((s for s in steps if s.low <= high and low <= s.high), None)
            if other is not None:
                meets = f"{other.low}-{other.high}" if other.low < other.high else str(other.low)
                scope.error("bad-range", f"`{key}` overlaps `{meets}`", node.key(key))
            steps.append(AmountStep(low, high, amount, span=scope.file.span(value)))
        return PlayerTable(tuple(steps), place)

    def schema(self, names: Names) -> dict[str, Any]:
        pattern = r"^\d{1,2}$" if self.boxes else RANGE_SCHEMA
        steps = {
            "type": "object",
            "propertyNames": {"pattern": pattern},
            "additionalProperties": self.of.schema(names),
        }
        return {"anyOf": [self.of.schema(names), steps]}


class SetupType(msgspec.Struct, frozen=True):
    """The number of pieces that a setup uses, or, with `kinds:`, of kinds of card.

    Reads a table, and whether it counts kinds.
    """

    def read(self, node: Node, scope: Scope) -> tuple[PlayerTable, bool]:
        if isinstance(node, Mapping) and "kinds" in node.entries:
            for key in node.entries:
                if key != "kinds":
                    scope.error("unknown-key", f"`{key}` can't be combined with `kinds`", node.key(key))
            return ByPlayers().read(node.entries["kinds"], scope), True
        return ByPlayers().read(node, scope), False

    def schema(self, names: Names) -> dict[str, Any]:
        table = ByPlayers().schema(names)
        return {"anyOf": [*table["anyOf"], object_schema({"kinds": table}, ["kinds"])]}


def check_cover(
    table: PlayerTable,
    bands: tuple[Band, ...],
    node: Node,
    scope: Scope,
    hint: str = "if the rulebook doesn't say, write `unstated`",
) -> None:
    """Reports player counts that a table omits, for which `hint` says what to write, or that the game doesn't
    have.
    """
    if not isinstance(node, Mapping) or not bands or not table.steps or not _are_read(bands):
        return
    low, high = bands[0].low, bands[-1].high
    fitted = _fitted(node, low, high, span=scope.file.span(node))
    silent = [str(n) for n in range(low, high + 1) if table.at(n) is None]
    if silent and len(table.steps) == len(node.entries):  # else a key could not be read
        message = f"no amount for {', '.join(silent)} players"
        scope.error("range-gap", message, node, hint=Hint(hint, *fitted))
    for step in table.steps:
        if step.low < low or (step.high > high and step.high != OPEN_END):
            message = f"{range_text((step.low, step.high))} players: the game is for {low}-{high}"
            scope.findings.error("bad-range", message, step.span, hint=Hint("", *fitted))


def _fitted(node: Mapping, low: int, high: int, span: Span) -> tuple[ChangeKeys, ...]:
    """The keys of a table for the players of the game: those outside go, the outermost reach to the ends.

    `2: 6, 3-4: 12` becomes `3-6: 12` for 3 to 6 players.
    """
    ranges = {key: ends for key in node.entries if (ends := parse_range(key))}
    kept = {key: ends for key, ends in ranges.items() if ends[0] <= high and ends[1] >= low}
    if not kept or len(ranges) < len(node.entries):
        return ()
    first, last = min(ends[0] for ends in kept.values()), max(ends[1] for ends in kept.values())
    keys = []
    for key, ends in ranges.items():
        begin = low if ends[0] == first else max(low, ends[0])
        end = min(high, ends[1]) if ends[1] < last else high
        fit = range_text((begin, end)) if key in kept else ""
        if ends[1] != OPEN_END and fit != range_text(ends):
            keys.append((key, fit))
    return (ChangeKeys(span, tuple(keys)),) if keys else ()


def check_boxes(table: PlayerTable, bands: tuple[Band, ...], scope: Scope) -> None:
    """Reports boxes that the game doesn't have."""
    tops = [band.high for band in bands] if _are_read(bands) else []
    for step in table.steps:
        if step.low == step.high and step.low not in tops and tops:
            message = f"there is no box for up to {step.low} players"
            text = "`players` has boxes for up to " + ", ".join(map(str, tops))
            hint = Hint(text, *_other_boxes(table, tops))
            scope.findings.error("bad-range", message, step.span, hint=hint)


def _other_boxes(table: PlayerTable, tops: list[int]) -> tuple[ChangeKeys, ...]:
    """The boxes of a table as those of the game, if there are as many."""
    keys = [
        (str(step.low), str(top)) for step, top in zip(table.steps, tops, strict=False) if step.low != top
    ]
    alike = len(table.steps) == len(tops) and not {new for _, new in keys} & {str(s.low) for s in table.steps}
    return (ChangeKeys(table.span, tuple(keys)),) if alike else ()


def _size(text: str) -> Size:
    if text in SIZES:
        return SIZES[text]
    parts = re.split(r"[x\u00d7]", text)
    if len(parts) > 2 or len(re.findall(r"[\d.,]+", text)) != len(parts):
        raise ValueError(f"`{text}` is not a size")
    width, height = length(parts[0]), length(parts[-1])
    if not (1 <= width <= 8000 and 1 <= height <= 8000):
        raise ValueError(f"`{text}` is too small or too large to print and cut")
    return Size(width, height)


_SIDE = r"\d*\.?\d+\s*(mm|cm|in|pt)"
_SIZE_SCHEMA = rf"^\s*{_SIDE}(\s*[x\u00d7]\s*{_SIDE})?\s*$"
SIZE = Parsed(
    _size,
    SQUARE,
    "a size",
    described={"anyOf": [{"enum": list(SIZES)}, {"type": "string", "pattern": _SIZE_SCHEMA}]},
    code="bad-size",
    hint=f"a size is a name ({', '.join(SIZES)}) or like 63.5mm x 88.9mm",
)
"""A size by name (`poker`), as `63.5mm x 88.9mm`, or one length for what is square or round."""
