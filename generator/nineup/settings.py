"""`nineup.yaml`: what a build of this project uses unless its flags say otherwise, from plain text to a record.

As with sheet files, whoever reads YAML hands over what the file says; the keys stand here once.
"""

from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any, get_args

import msgspec

from nineup.diagnostics import Findings, Place, nearest
from nineup.paper import Backs
from nineup.sheet_spec import READERS, Key

FILE = "nineup.yaml"

KEYS = {
    "paper": Key("papers", "a4, letter …, or several with commas; `face` makes each face a page of its own"),
    "backs": Key("choice", "how backs meet their fronts", get_args(Backs)),
    "bleed": Key("length", "ink beyond the trim, such as 3mm"),
    "margin": Key("length", "what the printer can't reach, such as 5mm"),
    "sheet": Key("text", "the name of a file of layouts/sheets/"),
    "output": Key("folder", "the folder of the project for what is built, instead of output"),
}
"""The keys of nineup.yaml, in the order of the guide."""

FACE = "face"
"""In place of a paper's name: each face on a page of its own size, for print services."""


class Settings(msgspec.Struct, frozen=True):
    """A build's defaults. None leaves a value to the sheet's own file, or to Nineup."""

    paper: tuple[str, ...] = ()
    backs: Backs | None = None
    bleed: float | None = None
    margin: float | None = None
    sheet: str | None = None
    output: str | None = None


def build_settings(tree: Mapping[str, Any], place: Place, findings: Findings) -> Settings | None:
    """What nineup.yaml says; None after an error (`unknown-key`, `setting-value`), told at its place."""
    values: dict[str, Any] = {}
    sound = True
    for key, value in tree.items():
        if key not in KEYS:
            hint = nearest(key, list(KEYS))
            findings.error("unknown-key", f"`{key}` is not a key of {FILE}", place((key,), True), hint)
            sound = False
            continue
        try:
            values[key] = _read(KEYS[key], value)
        except ValueError as mistake:
            findings.error("setting-value", f"`{key}`: {mistake}", place((key,)), f"it is {KEYS[key].says}")
            sound = False
    return Settings(**values) if sound else None


def papers(text: str) -> tuple[str, ...]:
    """Names or sizes of papers with commas between them, each once. Raises ValueError for one that is none."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names:
        raise ValueError("no paper is named")
    return tuple(dict.fromkeys(FACE if name == FACE else READERS["paper"](name) for name in names))


def _read(key: Key, value: Any) -> Any:
    if key.kind == "papers" and isinstance(value, list) and all(isinstance(name, str) for name in value):
        return papers(",".join(value))
    if not isinstance(value, str):
        raise ValueError("one value belongs here, not a list or a mapping")
    if key.kind == "papers":
        return papers(value)
    if key.kind == "choice" and value not in key.choices:
        raise ValueError(f"`{value}` is not one of {', '.join(key.choices)}")
    if key.kind == "folder":
        return _folder(value)
    return READERS[key.kind](value) if key.kind in READERS else value


def _folder(text: str) -> str:
    """A folder below the project: a project's own file never leads a build out of it."""
    path = PurePosixPath(text)
    if path.is_absolute() or ".." in path.parts or ":" in text or "\\" in text:
        raise ValueError(f"`{text}` is not a folder inside the project")
    return text
