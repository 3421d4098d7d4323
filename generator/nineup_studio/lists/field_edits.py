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
    field_uses,
    home_of,
    rename_everywhere,
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

Read = Callable[[str], str]

Places = tuple[tuple[str, int], ...]
"""Files and lines."""

Making = dict[str, tuple[FileVersion, Callable[[bytes], bytes | Diagnostic]]]
"""The current version of each file that changes, and a function that makes its new bytes."""


def field_files(game: Game, id: ListId, request: FieldRequest, history: EditHistory) -> Making:
    """The files that a request changes. Raises FieldError, ListError, EditRefusedError and ProjectError."""
    versions: dict[str, FileVersion] = {}

    def read(path: str) -> str:
        if path not in versions:
            versions[path] = history.version(path)
        return text_of(path, versions[path].data or b"")

    if isinstance(request, RenameField):
        home = home_of(game, id, read, field=request.field)
        made = rename_everywhere(game, home, request.field, to=_name(request.to), read=read)
    else:
        changes = _changes(game, id, request, read=read)
        made = {file: partial(edit, file, changes=each) for file, each in changes.items()}
    return {file: (versions[file], make) for file, make in made.items()}


def _changes(game: Game, id: ListId, request: AddField | DeleteField, read: Read) -> FileChanges:
    if isinstance(request, DeleteField):
        return delete_field(game, home_of(game, id, read, field=request.field), request.field, read=read)
    home, name = home_of(game, id, read), _name(request.name)
    return add_field(game, home, name, kind=request.kind, read=read, value=request.value)


def left_behind(game: Game, id: ListId, request: FieldRequest, history: EditHistory) -> Places:
    """The places that still use a field which a request deletes."""
    if not isinstance(request, DeleteField):
        return ()

    def read(path: str) -> str:
        return text_of(path, history.version(path).data or b"")

    home = home_of(game, id, read, field=request.field)
    uses = field_uses(game, home, request.field, read=read)
    return tuple(dict.fromkeys((use.span.file, use.span.line) for use in uses))


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
