"""Files of `layouts/sheets/`: how pieces are laid on paper, from plain nested text to a SheetSpec.

Whoever reads YAML hands over what a file says; the keys stand here once, for this and for the schema.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, get_args

from nineup.diagnostics import Findings, Place, nearest
from nineup.paper import Backs, Large, Marks, SheetSpec, paper_size
from nineup.units import length


class Key(NamedTuple):
    """A key of a sheet file: which kind of value it takes (see READERS), and what it means for a user."""

    kind: str
    says: str
    choices: tuple[str, ...] = ()


KEYS = {
    "paper": Key("paper", "a4, letter, a3 … or a size such as 210mm x 330mm"),
    "orientation": Key(
        "choice", "auto takes what holds more pieces", get_args(SheetSpec.__annotations__["orientation"])
    ),
    "margin": Key("length", "what the printer can't reach, such as 5mm; nothing is drawn there"),
    "bleed": Key("length", "ink kept beyond the trim, such as 3mm; 0mm lets neighbours share their cuts"),
    "gap": Key("length", "room between neighbours beyond their bleeds"),
    "columns": Key("number", "a fixed number of columns; left out, as many as fit"),
    "rows": Key("number", "a fixed number of rows; left out, as many as fit"),
    "backs": Key("choice", "how backs meet their fronts", get_args(Backs)),
    "large": Key("choice", "how boards larger than the paper are printed", get_args(Large)),
    "overlap": Key("length", "how far the parts of a large board reach under each other, such as 8mm"),
    "marks": Key("choice", "what shows where to cut", get_args(Marks)),
    "back-offset": Key("offset", "how far backs are moved right and down, such as 0.5mm, -0.25mm"),
}
"""The keys of a sheet file. The decoder below and the file's schema are both made of these."""


def build_spec(name: str, tree: Mapping[str, Any], place: Place, findings: Findings) -> SheetSpec | None:
    """The specification that a sheet file says, read as text by key; None after an error.

    What is wrong is told in `findings` at its place: a key without meaning (`unknown-key`), or a value that
    can't be used (`sheet-value`).
    """
    values: dict[str, Any] = {}
    sound = True
    for key, value in tree.items():
        if key not in KEYS:
            findings.error(
                "unknown-key",
                f"`{key}` is not a key of a sheet",
                place((key,), True),
                nearest(key, list(KEYS)),
            )
            sound = False
            continue
        try:
            values[key.replace("-", "_")] = _read(KEYS[key], value)
        except ValueError as mistake:
            findings.error("sheet-value", f"`{key}`: {mistake}", place((key,)), _advice(KEYS[key], value))
            sound = False
    return SheetSpec(name=name, **values) if sound else None


def read_offset(text: str) -> tuple[float, float]:
    """Two lengths with a comma between them, right and down, in points. Raises ValueError."""
    parts = text.split(",")
    if len(parts) != 2:
        raise ValueError(f"`{text}` is not two lengths; write right and down, such as 0.5mm, -0.25mm")
    right, down = (length(part) for part in parts)
    return right, down


def _read(key: Key, value: Any) -> Any:
    if not isinstance(value, str):
        raise ValueError("one value belongs here, not a list or a mapping")
    if key.kind == "choice":
        return _choice(value, key.choices)
    return READERS[key.kind](value)


def _choice(text: str, choices: tuple[str, ...]) -> str:
    if text not in choices:
        raise ValueError(f"`{text}` is not one of {', '.join(choices)}")
    return text


def _advice(key: Key, value: Any) -> str:
    return nearest(value, key.choices) if key.choices and isinstance(value, str) else f"it is {key.says}"


def _paper(text: str) -> str:
    paper_size(text)
    return text.lower()


def _room(text: str) -> float:
    points = length(text)
    if points < 0:
        raise ValueError(f"`{text}` is less than nothing")
    return points


def _count(text: str) -> int:
    if not re.fullmatch(r"[1-9]\d{0,2}", text):
        raise ValueError(f"`{text}` is not a number from 1 to 999")
    return int(text)


READERS: dict[str, Callable[[str], Any]] = {
    "paper": _paper,
    "length": _room,
    "number": _count,
    "offset": read_offset,
}
"""How each kind of value is read, but for choices; each raises ValueError in words for the user."""
