"""Pictures in card lists: the columns that hold them, and where their files are."""

import os
import re
from collections.abc import Iterable, Mapping

import msgspec
from nineup.base import Project
from nineup.faces.shapes import drawn_sides
from nineup.layout import LayoutEngine
from nineup.model import Component, ShownPictureError, shown_picture

from nineup_studio.lists.columns import FieldColumn

_SHOWN = re.compile(r"([^{}]*)\{\{-?\s*card\.([a-z0-9_]+)\s*(?:\|\s*default\(''\)\s*|or ''\s*)?-?\}\}")
"""A value of `n:image` that ends with a field: what is before it, and the field."""


def with_folders(
    known: Iterable[FieldColumn], engine: LayoutEngine | None, component: Component
) -> tuple[FieldColumn, ...]:
    """Columns that hold pictures, with the folder that layouts put before their values: those of that type,
    and texts that a layout shows as a picture.
    """
    folders = picture_folders(engine, component) if engine is not None else {}
    return tuple(
        msgspec.structs.replace(each, kind="picture", folder=folders.get(each.name, ""))
        if each.kind == "picture" or (each.kind == "text" and each.name in folders)
        else each
        for each in known
    )


def picture_folders(engine: LayoutEngine, component: Component) -> dict[str, str]:
    """What layouts put before the values of fields that they show as pictures."""
    fields = {name.replace("-", "_"): name for name in component.fields}
    folders: dict[str, str] = {}
    for side in drawn_sides(component):
        layout = engine.layout(side.layout)
        for binding in layout.program.bindings if layout is not None and layout.program else ():
            shown = _SHOWN.fullmatch(binding.source.strip()) if binding.name == "image" else None
            if shown is not None and shown[2] in fields and (not shown[1] or shown[1].endswith("/")):
                folders.setdefault(fields[shown[2]], shown[1])
    return folders


class PictureFiles:
    """The files of a game's pictures as they are now; each folder is read once, and none may lead out."""

    def __init__(self, project: Project, game: str) -> None:
        self._top = project.root / "layouts" / game
        self._versions: dict[str, dict[str, str]] = {}

    def version(self, value: str) -> str:
        """The file that a value of `n:image` shows, as a text that changes with it; empty if there is
        none.
        """
        try:
            file = shown_picture(value).file.partition("#")[0]
        except ShownPictureError:
            return ""
        folder, _, name = file.rpartition("/")
        if folder.startswith("/") or ".." in folder or "\0" in folder:
            return ""
        if folder not in self._versions:
            self._versions[folder] = self._read(folder)
        return self._versions[folder].get(name, "")

    def _read(self, folder: str) -> dict[str, str]:
        try:
            with os.scandir(self._top / folder) as entries:
                return {each.name: _version(each.stat()) for each in entries if each.is_file()}
        except OSError:
            return {}


def _version(status: os.stat_result) -> str:
    return f"{status.st_mtime_ns:x}.{status.st_size:x}"


def free_name(name: str, others: Mapping[str, str]) -> str:
    """A name like another one, with a number, that no other file has in any system; `others` by their names
    without capitals.
    """
    stem, _, suffix = name.rpartition(".")
    number = 2
    while f"{stem}-{number}.{suffix}".casefold() in others:
        number += 1
    return f"{stem}-{number}.{suffix}"
