"""Edits of a card list's fields: the files that one changes, with their new bytes."""

from collections.abc import Callable
from functools import partial

import msgspec
from nineup.base import Diagnostic
from nineup.files.edit import (
    Data,
    EditHistory,
    FieldError,
    FileChanges,
    FileVersion,
    ListId,
    add_field,
    delete_field,
    edit,
    home_of,
    rename_field,
    text_of,
)
from nineup.model import Game
from nineup.schema import as_id


class AddField(msgspec.Struct, frozen=True, tag="add", forbid_unknown_fields=True):
    """A new field, its declaration as data, and a value for the cards there are; null makes it optional."""

    name: str
    kind: Data
    value: Data = None


class RenameField(msgspec.Struct, frozen=True, tag="rename", forbid_unknown_fields=True):
    """Another name for a field."""

    field: str
    to: str


class DeleteField(msgspec.Struct, frozen=True, tag="delete", forbid_unknown_fields=True):
    """Removes a field with its values."""

    field: str


FieldRequest = AddField | RenameField | DeleteField

Making = dict[str, tuple[FileVersion, Callable[[bytes], bytes | Diagnostic]]]
"""The current version of each file that changes, and a function that makes its new bytes."""


def field_files(game: Game, id: ListId, request: FieldRequest, history: EditHistory) -> Making:
    """The files that a request changes. Raises FieldError, ListError, EditRefusedError and ProjectError."""
    versions: dict[str, FileVersion] = {}

    def read(path: str) -> str:
        if path not in versions:
            versions[path] = history.version(path)
        return text_of(path, versions[path].data or b"")

    changes = _changes(game, id, request, read)
    return {file: (versions[file], partial(edit, file, changes=each)) for file, each in changes.items()}


def _changes(game: Game, id: ListId, request: FieldRequest, read: Callable[[str], str]) -> FileChanges:
    if isinstance(request, AddField):
        home = home_of(game, id, read)
        return add_field(game, home, _name(request.name), request.kind, read, value=request.value)
    home = home_of(game, id, read, request.field)
    if isinstance(request, DeleteField):
        return delete_field(game, home, request.field, read)
    return rename_field(game, home, request.field, _name(request.to), read)


def _name(words: str) -> str:
    """A field's name made from words, as `attack-power` from `Attack power`. Raises FieldError."""
    name = as_id(words)
    if not name:
        raise FieldError(f"`{words}` has no letter (a-z) to make a name from")
    return name


def says(id: ListId, request: FieldRequest) -> str:
    """A description of a request."""
    if isinstance(request, AddField):
        return f"add the field {as_id(request.name)} in {id.name}"
    if isinstance(request, RenameField):
        return f"rename the field {request.field} in {id.name}"
    return f"delete the field {request.field} in {id.name}"
