"""Edits files of a project in place: only the source of the edited value is replaced, every other byte stays.

`edit(name, data, changes)` gives a file's new bytes. YAML keeps comments, order, styles and line breaks; CSV keeps
separators, quotes and encoding. An edit that can't be made is refused with a diagnostic at its place. `EditHistory` writes files
whole, refuses edits of files that have changed on disk, and undoes and redoes. `place_of_card` finds a card's entry,
`origins` the places of a text that is seen on a face.
"""

from nineup.files.edit.cards import CardPlace, place_of_card
from nineup.files.edit.changes import Change, Delete, Duplicate, Insert, Move, Rename, Set, SetSource
from nineup.files.edit.files import edit, text_of
from nineup.files.edit.history import (
    ABSENT,
    Conflict,
    EditHistory,
    EditOutcome,
    EditStep,
    FileVersion,
    file_digest,
)
from nineup.files.edit.origins import Origin, origins
from nineup.files.edit.source import source_of

__all__ = [
    "ABSENT",
    "CardPlace",
    "Change",
    "Conflict",
    "Delete",
    "Duplicate",
    "EditHistory",
    "EditOutcome",
    "EditStep",
    "FileVersion",
    "Insert",
    "Move",
    "Origin",
    "Rename",
    "Set",
    "SetSource",
    "edit",
    "file_digest",
    "origins",
    "place_of_card",
    "source_of",
    "text_of",
]
