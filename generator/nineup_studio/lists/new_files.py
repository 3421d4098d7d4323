"""Starts files from the browser: a game, like `nineup new`, and a card list with its layout."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import msgspec
from nineup.base import STARTER, Diagnostic, Findings, Project, ProjectError, is_reserved, read_file
from nineup.files.edit import (
    ABSENT,
    Change,
    Data,
    FieldError,
    ListError,
    Set,
    check_field,
    edit,
    file_digest,
    parts,
)
from nineup.files.load import load_game
from nineup.model import Game
from nineup.pipeline import (
    POKER,
    TILE,
    LayoutPlace,
    layout_of_fields,
    missing_styles,
    start_game,
    template_named,
)
from nineup.schema import as_id, decode_text

from nineup_studio.lists.columns import FieldColumn, field_columns
from nineup_studio.lists.grid_edits import FIRST_NAME

MAX_NAME = 80
"""The longest name, in characters."""

NewContents = tuple[str, Callable[[bytes], bytes | Diagnostic]]
"""The current digest of a file, and a function that makes its new bytes."""

_MODELINE = b"# yaml-language-server: "


class NewFileError(Exception):
    """An unusable name; the message is for the user."""


class ListKind(NamedTuple):
    """A kind of card list: its shape and size in the game file."""

    shape: str
    size: str
    layout: str
    """A layout of the package for cards with a name and a text, which is copied."""
    place: LayoutPlace
    """Where a layout for other fields shows them."""


KINDS: Mapping[str, ListKind] = {
    "card": ListKind("card", "poker", "plain-card.svg", place=POKER),
    "tile": ListKind("tile", "60mm x 60mm", "plain-tile.svg", place=TILE),
}
"""The kinds of card lists by name."""

USUAL: Mapping[str, Data] = {"name": "text", "text": "rich"}
"""The fields of a list for which none are chosen."""


class NewField(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A field of a new list: its name in any words, and its declaration as data."""

    name: str
    kind: Data


def game_files(project: Project, title: str, template: str) -> tuple[str, dict[str, NewContents]]:
    """The id of a new game from the template with an id, and its files. Raises NewFileError."""
    title = _name(title)
    try:
        id, files = start_game(title, template_named(template))
    except ValueError as error:
        raise NewFileError(str(error)) from error
    for folder in ("cards", "layouts"):
        if (project.root / folder / id).exists() or (project.root / folder / id).is_symlink():
            raise NewFileError(f"the folder `{folder}/{id}` already exists; choose another name")
    has_schema = (project.root / "schema").is_dir()
    own = {path: data for path, data in files.items() if path.startswith(("cards/", "layouts/"))}
    return id, {path: _new(data if has_schema else _without_modeline(data)) for path, data in own.items()}


def list_files(
    project: Project, game: str, name: str, *, kind: str, fields: Sequence[NewField] = ()
) -> tuple[str, dict[str, NewContents]]:
    """The id of a new card list, and the files that contain it or refer to it. Raises NewFileError."""
    name = _name(name)
    id, pattern = as_id(name), KINDS.get(kind)
    if not id:
        raise NewFileError(f"`{name}` has no letter or digit (a-z, 0-9) to make an id from")
    if pattern is None:
        raise NewFileError(f"there is no kind of list `{kind}`")
    cards, layout = f"cards/{game}/{id}.yaml", f"layouts/{game}/{id}.svg"
    for path in (cards, layout):
        _check_free(project, path)
    component: Data = {
        "name": name,
        "shape": pattern.shape,
        "size": pattern.size,
        "cards": f"{id}.yaml",
        "layout": f"{id}.svg",
    }
    read = load_game(project, game, Findings(), partial=True)
    if read is None:
        raise NewFileError(f"`cards/{game}/game.yaml` can't be read; see the findings")
    declared = _declared(read, fields)
    is_usual = declared == USUAL
    drawing = (
        read_file(STARTER / "layouts" / pattern.layout)
        if is_usual
        else layout_of_fields(read, declared, pattern.place).encode()
    )
    files = {
        f"cards/{game}/game.yaml": _edited(
            project, f"cards/{game}/game.yaml", [Set(("components", id), component)]
        ),
        cards: _new(_cards(read, name, id, declared=declared)),
        layout: _new(drawing),
    }
    try:
        styles = missing_styles(project, game)
    except (ListError, ProjectError) as error:
        raise NewFileError(f"`layouts/{game}/style.yaml` can't be read; see the findings") from error
    if styles:
        path = f"layouts/{game}/style.yaml"
        files[path] = _edited(project, path, styles)
    if id in _keys(project, f"cards/{game}/game.yaml", "components"):
        raise NewFileError(f"the game has a component `{id}` already; choose another name")
    return id, files


def _declared(game: Game, fields: Sequence[NewField]) -> dict[str, Data]:
    """The declarations of a new list. Raises NewFileError for the first field that can't be."""
    declared: dict[str, Data] = {}
    for each in fields:
        id = as_id(each.name)
        if not id:
            raise NewFileError(f"`{each.name}` has no letter (a-z) to make a name from")
        if id in declared:
            raise NewFileError(f"two fields are called `{id}`")
        try:
            check_field(game, id, each.kind)
        except FieldError as error:
            raise NewFileError(str(error)) from error
        declared[id] = each.kind
    return declared or dict(USUAL)


def _name(text: str) -> str:
    name = " ".join(text.split())
    if not name or len(name) > MAX_NAME or not name.isprintable():
        raise NewFileError(f"a name needs 1 to {MAX_NAME} printable characters")
    return name


def _check_free(project: Project, path: str) -> None:
    if is_reserved(name := path.rpartition("/")[2]):
        raise NewFileError(f"Windows reserves the name `{name}`; choose another")
    try:
        is_free = not project.writable(path).exists()
    except ProjectError as error:
        raise NewFileError(str(error)) from error
    if not is_free:
        raise NewFileError(f"the file `{path}` already exists; choose another name")


def _new(data: bytes) -> NewContents:
    return ABSENT, lambda _: data


def _edited(project: Project, path: str, changes: list[Change]) -> NewContents:
    return file_digest(_read(project, path)), lambda data: edit(path, data, changes)


def _read(project: Project, path: str) -> bytes:
    try:
        return project.read(path) if project.writable(path).is_file() else b""
    except ProjectError as error:
        raise NewFileError(str(error)) from error


def _without_modeline(data: bytes) -> bytes:
    """A file without the line that refers to its schema, which doesn't exist there."""
    return data.split(b"\n", 1)[1] if data.startswith(_MODELINE) else data


def _cards(game: Game, name: str, id: str, declared: Mapping[str, Data]) -> bytes:
    """A card list with its fields and a first card, which has a value for each that is required."""
    head = (
        f"# {name}. `fields` declares what each card has; any other key is an error.\n\n"
        f"fields:\n  {next(iter(declared))}: text\n\ncards:\n  - id: {id}-1\n"
    )
    changes: list[Change] = [Set(("fields", field), kind) for field, kind in declared.items()]
    card: dict[str, Data] = {}
    for field, kind in declared.items():
        for column in field_columns(game, field, kind):
            if not column.is_optional:
                outer = card
                for step in column.path[:-1]:
                    outer = outer.setdefault(step, {})
                outer[column.path[-1]] = _first_value(column, id)
    changes += [Set(("cards", 0, field), value) for field, value in card.items()]
    content = edit(f"cards/{game.id}/{id}.yaml", head.encode(), changes)
    if isinstance(content, Diagnostic):
        raise NewFileError(content.message)
    return content


def _first_value(column: FieldColumn, id: str) -> Data:
    usual = {"name": FIRST_NAME, "text": "What it does."}
    if column.kind in ("text", "rich") and column.name in usual:
        return usual[column.name]
    return f"{id}-1.png" if column.kind == "picture" else column.default


def _keys(project: Project, path: str, section: str) -> dict[str, Data]:
    """The content of a section of a file. Raises NewFileError if the file can't be read."""
    try:
        root = parts(decode_text(_read(project, path), path, Findings()))
    except ValueError as error:
        raise NewFileError(f"`{path}` can't be read; see the findings") from error
    part = root.find(section) if root is not None else None
    return part.data if part is not None and isinstance(part.data, dict) else {}
