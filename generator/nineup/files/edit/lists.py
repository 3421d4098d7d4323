"""Finds a game's card lists: the file of each, and the place of its cards there."""

from collections.abc import Callable

import msgspec

from nineup.base.project import CSV_SUFFIXES
from nineup.files.edit.parts import SourcePart, ValuePath, parts
from nineup.model.game import Game


class ListError(Exception):
    """A card list that can't be read; the message is for the user."""


class ListId(msgspec.Struct, frozen=True):
    """A card list of a component: a file of its own, or a part of the game file."""

    component: str
    file: str
    path: ValuePath
    """The path of the cards in the file."""
    name: str
    """`component/file`, or just the component for a list in the game file."""

    @property
    def label(self) -> str:
        """Its file without the suffix, or its component."""
        return self.name.rpartition("/")[2].rpartition(".")[0] or self.name

    @property
    def is_csv(self) -> bool:
        return self.file.endswith(CSV_SUFFIXES)

    @property
    def is_workbook(self) -> bool:
        """Whether it is edited elsewhere: in the spreadsheet program that wrote it."""
        return self.file.endswith((".xlsx", ".ods"))

    @property
    def is_table(self) -> bool:
        """Whether its cells are texts."""
        return self.is_csv or self.is_workbook


def card_lists(game: Game, read: Callable[[str], str]) -> tuple[ListId, ...]:
    """The card lists of a game, in the order of its file; `read` gives a file's text. Raises ListError."""
    folder, root = f"cards/{game.id}", list_root(read(game.span.file))
    components = root.find("components") if root is not None else None
    lists: list[ListId] = []
    for id in game.components:
        part = components.find(id) if components is not None else None
        cards = part.find("cards") if part is not None else None
        if cards is None:
            continue
        if cards.kind == "sequence" and any(value.kind == "mapping" for value in cards.values):
            lists.append(ListId(id, game.span.file, ("components", id, "cards"), name=id))
            continue
        for name in cards.data if cards.kind == "sequence" else [cards.data]:
            if str(name).lower().endswith(".json"):
                continue  # A list of another program, which is edited there.
            path: ValuePath = () if str(name).endswith(CSV_SUFFIXES) else ("cards",)
            lists.append(ListId(id, f"{folder}/{name}", path, name=f"{id}/{name}"))
    return tuple(lists)


def list_root(text: str) -> SourcePart | None:
    """The root of a file with cards. Raises ListError."""
    try:
        return parts(text)
    except ValueError as error:
        raise ListError("it is not readable YAML") from error


def part_at(part: SourcePart | None, path: ValuePath) -> SourcePart | None:
    """The value at a path; None if there is none."""
    for step in path:
        part = part.find(step) if part is not None else None
    return part
