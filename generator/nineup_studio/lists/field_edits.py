"""Edits of a card list's fields: the files that one changes, with their new bytes."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import msgspec
from nineup.base import Diagnostic
from nineup.files.edit import (
    CardRef,
    Data,
    EditHistory,
    FieldError,
    FieldHome,
    FileChanges,
    FileVersion,
    ListId,
    Misfit,
    add_field,
    change_type,
    delete_field,
    edit,
    field_uses,
    home_of,
    move_field,
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
    """Another name for a field; `together` in all components that share it in a rule or a layout."""

    field: str
    to: str
    together: bool = False


class DeleteField(msgspec.Struct, frozen=True, tag="delete", forbid_unknown_fields=True):
    """Removes a field with its values."""

    field: str


class GivenValue(msgspec.Struct, frozen=True):
    """A value for the card at a place of a file; null leaves it out."""

    place: CardRef
    value: Data


class RetypeField(msgspec.Struct, frozen=True, tag="retype", forbid_unknown_fields=True):
    """Another type for a field, its declaration as data, and values for cards whose own don't fit it."""

    field: str
    kind: Data
    given: tuple[GivenValue, ...] = ()


class MoveField(msgspec.Struct, frozen=True, tag="move", forbid_unknown_fields=True):
    """Another place for a field: before another one, or the last."""

    field: str
    before: str = ""


FieldRequest = AddField | RenameField | DeleteField | RetypeField | MoveField

Read = Callable[[str], str]

Making = dict[str, tuple[FileVersion, Callable[[bytes], bytes | Diagnostic]]]
"""The current version of each file that changes, and a function that makes its new bytes."""


class FieldPlan(NamedTuple):
    """What a request changes, the values that don't fit, and the places that use a field which loses its
    meaning there.
    """

    making: Making
    misfits: tuple[Misfit, ...] = ()
    uses: tuple[tuple[str, int], ...] = ()
    """Files and lines."""


def field_plan(game: Game, id: ListId, request: FieldRequest, history: EditHistory) -> FieldPlan:
    """What a request changes. Raises FieldError, ListError, EditRefusedError and ProjectError."""
    versions: dict[str, FileVersion] = {}

    def read(path: str) -> str:
        if path not in versions:
            versions[path] = history.version(path)
        return text_of(path, versions[path].data or b"")

    home = home_of(game, id, read, field="" if isinstance(request, AddField) else request.field)
    misfits: tuple[Misfit, ...] = ()
    if isinstance(request, RenameField):
        to, together = _name(request.to), request.together
        makers = rename_everywhere(game, home, request.field, to=to, read=read, together=together)
    else:
        changes, misfits = _changes(game, home, request, read=read)
        makers = {file: partial(edit, file, changes=each) for file, each in changes.items()}
    uses = (
        field_uses(game, home, request.field, read=read)
        if isinstance(request, (DeleteField, RetypeField))
        else ()
    )
    places = tuple(dict.fromkeys((use.span.file, use.span.line) for use in uses))
    return FieldPlan({file: (versions[file], make) for file, make in makers.items()}, misfits, places)


def _changes(
    game: Game, home: FieldHome, request: AddField | DeleteField | RetypeField | MoveField, read: Read
) -> tuple[FileChanges, tuple[Misfit, ...]]:
    """The changes of a request, and the values that don't fit."""
    if isinstance(request, AddField):
        name = _name(request.name)
        return add_field(game, home, name, kind=request.kind, read=read, value=request.value), ()
    if isinstance(request, MoveField):
        return move_field(game, home, request.field, before=request.before, read=read), ()
    if isinstance(request, DeleteField):
        return delete_field(game, home, request.field, read=read), ()
    given = {each.place: each.value for each in request.given}
    return change_type(game, home, request.field, kind=request.kind, read=read, given=given)


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
    if isinstance(request, MoveField):
        return f"move the column {request.field} in {id.name}"
    if isinstance(request, RetypeField):
        return f"change the type of {request.field} in {id.name}"
    return f"delete the field {request.field} in {id.name}"
