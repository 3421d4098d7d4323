"""Declares fields that an import adds to a list, and the lists of a game that they choose from."""

from collections.abc import Callable, Sequence

import msgspec

from nineup.files.edit.changes import Change, Insert, Set
from nineup.files.edit.fields.declaring import FieldHome
from nineup.files.edit.imports.source import ColumnUse, SourceTable
from nineup.files.edit.lists import list_root, part_at
from nineup.files.edit.parts import Data, ValuePath
from nineup.files.load.guessed_columns import TONES, GuessedColumn
from nineup.files.load.tables.column_names import letters
from nineup.model.game import Game
from nineup.schema.types import as_id


def declarations(
    game: Game, source: SourceTable, home: FieldHome, read: Callable[[str], str]
) -> dict[str, list[Change]]:
    """The changes by file that declare an import's new fields, all optional: other cards lack them."""
    new = [use for use in source.uses if use.is_new]
    if not new:
        return {}
    lists, uses = with_lists(game, new, source.guesses)
    fields = {use.field: _optional(use.kind) for use in uses}
    changes: dict[str, list[Change]] = {}
    if lists:
        changes[game.span.file] = list(listing(lists, read(game.span.file)))
    own = changes.setdefault(home.file, [])
    root = list_root(read(home.file))
    if part_at(root, home.path) is not None:
        own += [Set((*home.path, name), kind) for name, kind in fields.items()]
        return changes
    outer = part_at(root, home.path[:-1])
    keys = [key.text for key in outer.keys] if outer is not None else []
    at = keys.index("cards") if "cards" in keys else len(keys)
    own.append(Insert(home.path[:-1], at, fields, key="fields"))
    return changes


def _optional(kind: Data) -> Data:
    return kind if isinstance(kind, dict) and "optional" in kind else {"optional": kind}


def with_lists(
    game: Game, uses: Sequence[ColumnUse], guesses: Sequence[GuessedColumn]
) -> tuple[dict[str, Data], list[ColumnUse]]:
    """The lists that the game lacks, with their items, and the columns with the names of their lists.

    A list of the game that has all of a column's values is used as it is.
    """
    by_title = {guess.title: guess for guess in guesses}
    lists: dict[str, Data] = {}
    columns = []
    for use in uses:
        guess = by_title.get(use.title)
        if guess is None or not guess.items:
            columns.append(use)
            continue
        name = next((id for id in game.lists if _has_all(game, id, guess.items)), "")
        if not name:
            name, number = use.field, 2
            while name in game.lists or name in lists:
                name, number = f"{use.field}-{number}", number + 1
            lists[name] = {
                as_id(item): {"name": item, "tone": TONES[at % len(TONES)]}
                for at, item in enumerate(guess.items)
            }
        columns.append(msgspec.structs.replace(use, kind=guess.declared(name)))
    return lists, columns


def _has_all(game: Game, name: str, values: Sequence[str]) -> bool:
    items = game.lists[name].items
    known = {letters(text) for item in items for text in (str(item), str(item.fields["name"]))}
    return all(letters(value) in known for value in values)


def listing(lists: dict[str, Data], text: str) -> list[Change]:
    """The changes that add lists to a game file, whose text is given."""
    root = list_root(text)
    if part_at(root, ("lists",)) is not None:
        return [Set(("lists", name), items) for name, items in lists.items()]
    keys = [key.text for key in root.keys] if root is not None else []
    at = keys.index("components") if "components" in keys else len(keys)
    path: ValuePath = ()
    return [Insert(path, at, lists, key="lists")]
