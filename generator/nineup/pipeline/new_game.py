"""The files of a new game: a copy of the starter game with another title."""

import json
import re
from pathlib import Path

from nineup.base.project import STARTER, Project
from nineup.base.reading import is_reserved, read_file
from nineup.files.edit import Change, Set, list_root, part_at, text_of
from nineup.schema.control import CONTROL
from nineup.schema.types import as_id

GAME = STARTER / "game"

STARTER_ID, STARTER_TITLE = "tea-time", "Tea Time"
"""The starter game's id, which names its folders, and its title."""

_PLAIN_TITLE = re.compile(r"[A-Za-z][A-Za-z ]*[A-Za-z]")
"""Titles that YAML parses as text without quotes."""

_YAML_WORDS = {"yes", "no", "on", "off", "true", "false", "null"}


def start_game(title: str) -> tuple[str, dict[str, bytes]]:
    """The id of a new game, and its files by their path in a project.

    Raises ValueError for a title without an id, or with a character that can't be printed.
    """
    id = game_id(title)
    files = {}
    for path in sorted(path for path in GAME.rglob("*") if path.is_file()):
        parts = (id if part == STARTER_ID else part for part in path.relative_to(GAME).parts)
        files["/".join(parts)] = _renamed(path, title, id)
    return id, files


def game_id(title: str) -> str:
    """The id of a game with a title. Raises ValueError for one without an id, or that can't be printed."""
    if lost := CONTROL.search(title):
        raise ValueError(f"the title has the character U+{ord(lost[0]):04X}, which can't be printed")
    id = as_id(title)
    if not id:
        raise ValueError(f"`{title}` has no letter or digit (a-z, 0-9) to make an id from")
    if is_reserved(id):
        raise ValueError(f"Windows reserves the name `{id}`; choose another")
    return id


def yaml_text(text: str) -> str:
    """A text as a value in YAML, in quotes if it needs them."""
    is_plain = _PLAIN_TITLE.fullmatch(text) and text.lower() not in _YAML_WORDS
    return text if is_plain else json.dumps(text, ensure_ascii=False)


def _renamed(path: Path, title: str, id: str) -> bytes:
    """A file of the starter game with another title and id in place of its own."""
    data = read_file(path)
    if title == STARTER_TITLE:
        return data
    if path.name == "game.yaml":
        return data.replace(f"game: {STARTER_TITLE}".encode(), f"game: {yaml_text(title)}".encode(), 1)
    if path.name == "README.md":
        return data.decode().replace(STARTER_TITLE, title).replace(STARTER_ID, id).encode()
    return data


def missing_styles(project: Project, game: str) -> list[Change]:
    """The changes that give a game's own style sheet the text styles of the package's layouts that it lacks.

    Raises ListError for a style sheet that can't be read, and ProjectError.
    """
    path = f"layouts/{game}/style.yaml"
    if not project.writable(path).is_file():
        return []
    known = list_root(read_file(STARTER / "layouts/style.yaml").decode())
    own = part_at(list_root(text_of(path, project.read(path))), ("styles",))
    assert known is not None
    palette, styles = known.data["palette"], known.data["styles"]
    return [
        Set(("styles", name), {**styles[name], "color": palette[styles[name]["color"]]})
        for name in ("title", "rules")
        if own is None or own.find(name) is None
    ]
