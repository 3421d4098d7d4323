"""Names pictures by a user's pattern, such as `{component}-{id}-{copy}`."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from nineup.base.diagnostics import Findings, nearest
from nineup.export.shots import PieceGroup
from nineup.layout.typeset import Drawn

FIELDS = ("component", "owner", "id", "name", "copy", "side")
"""The fields that a pattern may name in braces."""

_FIELD = re.compile(r"\{([^{}]*)\}")
_PLAIN = re.compile(r"[\w./-]*")
_JOINTS = re.compile(r"([-_./])[-_./]+")
_NO_WORD = re.compile(r"\W+")


class NamedSide(NamedTuple):
    """A named side of a piece; `copy` counts from 1, and is 0 if copies share a file."""

    name: str
    drawn: Drawn
    side: str
    copy: int


def report_pattern(pattern: str, groups: tuple[PieceGroup, ...], findings: Findings) -> None:
    """Reports unknown fields, characters unfit for file names, and pieces that would share a name."""
    fields = _FIELD.findall(pattern)
    for field in fields:
        if field not in FIELDS:
            known = tuple(f"{{{name}}}" for name in FIELDS)
            hint = nearest(f"{{{field}}}", known)
            findings.request_error("export-name", f"`{{{field}}}` is not a field of file names", None, hint)
    rest = _FIELD.sub("", pattern)
    if not _PLAIN.fullmatch(rest) or ".." in rest or not fields:
        message = f"`{pattern}` is not a pattern for file names"
        hint = "letters, digits, `-`, `_`, `.`, `/` for folders, and fields such as {component}-{id}"
        findings.request_error("export-name", message, None, hint)
    if findings.failed:
        return
    seen: dict[str, NamedSide] = {}
    for named in named_sides(pattern, groups):
        first = seen.setdefault(named.name.casefold(), named)
        if first is not named:
            card, other = named.drawn.part.card, first.drawn.part.card
            message = f"`{pattern}` gives `{other.id}` and `{card.id}` the same name, `{named.name}`"
            hint = f"add {_missing(fields)} to the pattern"
            findings.request_error("export-name", message, card.span, hint)
            return


def _missing(fields: list[str]) -> str:
    lacking = [f"{{{name}}}" for name in ("component", "owner", "id") if name not in fields]
    return " and ".join(lacking) or "{id}"


def named_sides(pattern: str, groups: tuple[PieceGroup, ...]) -> Iterator[NamedSide]:
    """Every side of every piece with its name, without a suffix; one for all copies unless the pattern counts them."""
    counted = "{copy}" in pattern
    suffix = "" if "{side}" in pattern else ".back"
    for group in groups:
        for drawn in group.members:
            for copy in range(1, drawn.part.copies + 1) if counted else (0,):
                for side in ("front", "back") if drawn.back is not None else ("front",):
                    name = _filled(pattern, _values(group, drawn, copy, side))
                    yield NamedSide(name + (suffix if side == "back" else ""), drawn, side, copy)


def _values(group: PieceGroup, drawn: Drawn, copy: int, side: str) -> Mapping[str, str]:
    card = drawn.part.card
    name = _NO_WORD.sub("-", str(card.values.get("name") or card.id)).strip("-")
    return {
        "component": group.component.id,
        "owner": group.owner,
        "id": card.id,
        "name": name or card.id,
        "copy": str(copy),
        "side": side,
    }


def _filled(pattern: str, values: Mapping[str, str]) -> str:
    """The pattern with its values; separators next to an empty value are omitted."""
    text = _FIELD.sub(lambda field: values[field[1]], pattern)
    return _JOINTS.sub(r"\1", text).strip("-_./")
