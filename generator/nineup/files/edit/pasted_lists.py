"""Converts the notation of other programs in a card list, such as `<b>`, to ours: each text where it is, and
nothing else.

`converted_list` does it for one file; what calls it are `nineup convert`, and whatever brings lists from
outside.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from nineup.base.diagnostics import Diagnostic, few
from nineup.base.pasted import converted, pasted_marks
from nineup.base.project import CSV_SUFFIXES
from nineup.files.edit.changes import Change, Set
from nineup.files.edit.csv_edit import csv_table
from nineup.files.edit.files import edit, refuse, text_of
from nineup.files.edit.parts import Data, ValuePath, parts
from nineup.files.edit.rows import EditRefusedError
from nineup.files.load.tables.column_names import letters
from nineup.model.game import Game


class ConvertedList(NamedTuple):
    """A card list after its conversion."""

    data: bytes
    texts: int
    """The number of texts that changed."""
    left: Counter[str]
    """The tags and entities that are left as they are, each with its number of texts: they have no notation
    here, or their text is plain.
    """
    styles: tuple[str, ...]
    """The styles that spans of the converted texts name, in order."""


def converted_list(
    name: str, data: bytes, fields: Mapping[str, Any] | None = None
) -> ConvertedList | Diagnostic:
    """A card list in CSV or YAML with its rich texts converted, or the reason why it can't be changed.

    `name` is the file's path. `fields` are the types of the cards' fields, as `Component.fields` has them:
    only rich text is converted, as marks print in plain text. Without them, all texts are, for lists that no
    game has yet.
    """
    try:
        entries = list(_entries(name, text_of(name, data)))
    except (EditRefusedError, ValueError, RecursionError):
        return refuse(f"`{name}` can't be read", None, "`nineup check` says why")
    is_table = name.endswith(CSV_SUFFIXES)
    # Titles of columns name their fields loosely.
    kinds = {letters(title): kind for title, kind in fields.items()} if fields and is_table else fields
    changes: list[Change] = []
    left = Counter[str]()
    styles: dict[str, None] = {}
    for path, values in entries:
        for field, value in values.items():
            kind = "rich" if kinds is None else kinds.get(letters(field) if is_table else field)
            for inner, text, is_rich in _texts(value, kind):
                if not is_rich:
                    left.update(list(dict.fromkeys(mark.written for mark in pasted_marks(text))))
                    continue
                result = converted(text)
                left.update(result.left)
                styles |= dict.fromkeys(result.styles)
                if result.text != text:
                    changes.append(Set((*path, field, *inner), result.text))
    edited = edit(name, data, changes) if changes else data
    if isinstance(edited, Diagnostic):
        return edited
    return ConvertedList(edited, len(changes), left, styles=tuple(styles))


def _entries(name: str, text: str) -> Iterator[tuple[ValuePath, Mapping[str, Data]]]:
    """The cards of a list, each with its path in the file and its values as they are written."""
    if name.endswith(CSV_SUFFIXES):
        for number, row in enumerate(csv_table(text).data):
            yield (number,), row
        return
    root = parts(text)
    listed = root.data if root is not None else None
    if not isinstance(listed, dict):
        return
    yield from _cards(listed, ())
    components = listed.get("components")  # A game file has cards in its components.
    for id, component in components.items() if isinstance(components, dict) else ():
        if isinstance(component, dict):
            yield from _cards(component, ("components", id))


def _cards(holder: Mapping[str, Data], path: ValuePath) -> Iterator[tuple[ValuePath, Mapping[str, Data]]]:
    cards, face = holder.get("cards"), holder.get("face")
    for number, card in enumerate(cards if isinstance(cards, list) else ()):
        if isinstance(card, dict):
            yield (*path, "cards", number), card
    if isinstance(face, dict):
        yield (*path, "face"), face


def _texts(value: Data, kind: Any) -> Iterator[tuple[ValuePath, str, bool]]:
    """The texts in a value of a type, each with its path in the value, and whether it is rich."""
    if isinstance(value, str):
        yield (), value, _is_rich(kind)
    elif isinstance(value, list):
        for number, each in enumerate(value):
            for path, text, is_rich in _texts(each, kind):
                yield (number, *path), text, is_rich
    elif isinstance(value, dict):
        for key, each in value.items():
            for path, text, is_rich in _texts(each, _inner(kind, str(key))):
                yield (str(key), *path), text, is_rich


def _is_rich(kind: Any) -> bool:
    """Whether a type is rich text, perhaps optional or in a list."""
    return kind == "rich" or (
        isinstance(kind, Mapping) and "record" not in kind and any(map(_is_rich, kind.values()))
    )


def _inner(kind: Any, field: str) -> Any:
    """The type of a record's field, also of a record in a list."""
    if not isinstance(kind, Mapping):
        return kind if kind == "rich" else None
    if isinstance(kind.get("record"), Mapping):
        return kind["record"].get(field)
    return next((inner for each in kind.values() if (inner := _inner(each, field)) is not None), None)


def fields_by_file(game: Game) -> dict[str, dict[str, Any]]:
    """The types of the cards' fields, by the file of the cards."""
    fields: dict[str, dict[str, Any]] = {}
    for component in game.components.values():
        for card in component.cards:
            types = fields.setdefault(card.span.file, {})
            types.update(component.fields)
            types.update((title, component.fields.get(field)) for title, field in component.columns.items())
    return fields


def what_is_left(conversion: ConvertedList) -> Iterator[str]:
    """What is left to do after a conversion, in words."""
    if conversion.styles:
        yield f"styles that style.yaml needs: {', '.join(conversion.styles)}"
    if conversion.left:
        tags = [
            f"{tag} in {number} text{'s' if number > 1 else ''}"
            for tag, number in conversion.left.most_common()
        ]
        yield f"left as they are: {few(tags, 10)}"
