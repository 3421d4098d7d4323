"""Turns a workbook that is a card list into YAML or CSV, which are edited here.

The game must be the same afterwards: its cards are compared, and the digests of all faces, before any file is
given back. The workbook itself stays.
"""

import csv
import io
from collections.abc import Iterator, Sequence
from typing import Any, Literal

import msgspec

from nineup.base.diagnostics import Findings
from nineup.base.project import EditedProject, Project
from nineup.base.reading import is_reserved
from nineup.files.edit import Change, Delete, ListId, Set, card_lists, list_root, part_at, text_of
from nineup.files.edit.imports.rows import compared, value_of
from nineup.files.edit.imports.source import ImportRefusedError, ImportWish, read_source, source_table
from nineup.files.edit.imports.writing import row_changes
from nineup.files.load import Optional, declared_types, load_game, schema_names
from nineup.files.load.cards_file import CARD_KEYS, TAKEN_NAMES
from nineup.files.load.fields import Fields
from nineup.files.load.tables.column_names import fields_of_columns, title_of
from nineup.files.load.tables.sheet import OddCell
from nineup.files.load.tables.table_file import Table
from nineup.model.digests import Digests
from nineup.model.game import Card, Component, Game
from nineup.pipeline import draw
from nineup.pipeline.importing import edited, first_error, list_named, text_in
from nineup.pipeline.plan import PrintOptions, RunChoice
from nineup.pipeline.runs import load
from nineup.pipeline.stages import DrawnRun, Stages
from nineup.schema.nodes import Scalar
from nineup.schema.types import Number

Suffix = Literal[".yaml", ".csv"]


class TextList(msgspec.Struct, frozen=True):
    """What turning a workbook into a text file changes."""

    before: str
    after: str
    files: dict[str, bytes]
    """The list's new file, and the game file that names it."""
    left: tuple[str, ...] = ()
    """The titles of columns that aren't for the cards, and stay in the workbook alone."""


def workbook_lists(game: Game, project: Project) -> tuple[ListId, ...]:
    """The lists of a game that are workbooks. Raises ListError."""
    return tuple(
        each for each in card_lists(game, lambda path: text_in(project, path, {})) if each.is_workbook
    )


def text_list(
    project: Project,
    game_id: str,
    name: str,
    suffix: Suffix,
    stages: Stages = Stages(),  # noqa: B008
) -> TextList:
    """A workbook list as YAML or CSV. Raises ImportRefusedError, ListError and ProjectError."""
    game = load(project, game_id, findings := Findings())
    if game is None:
        raise ImportRefusedError(f"correct the game's mistakes first: {first_error(findings)}")
    lists = card_lists(game, lambda path: text_in(project, path, {}))
    id = list_named(game, name, lists)
    if not id.is_workbook:
        raise ImportRefusedError(f"`{id.file}` is not a workbook")
    shared = sum(each.file == id.file for each in lists) > 1
    stem = id.component if shared else id.label
    new = ListId(
        id.component,
        f"cards/{game_id}/{stem}{suffix}",
        ("cards",) if suffix == ".yaml" else (),
        name=f"{id.component}/{stem}{suffix}",
    )
    if is_reserved(stem) or project.writable(new.file).exists():
        raise ImportRefusedError(f"the file `{new.file}` already exists; move it away first")
    table = read_source(id.file, project.read(id.file), id.component, findings=findings)
    files, left = _files(project, game, id, new=new, table=table)
    _check_same(project, game, EditedProject(project, files), stages=stages)
    return TextList(id.file, new.file, files, left=left)


def _files(
    project: Project, game: Game, id: ListId, new: ListId, table: Table
) -> tuple[dict[str, bytes], tuple[str, ...]]:
    component = game.components[id.component]
    fields = fields_of_columns(
        table.rows, component, TAKEN_NAMES, line=table.columns.text if table.columns else ""
    )
    titles = [title_of(cell) for cell in table.rows[0]]
    changes = list(_game_changes(project, game, id, new=new))
    files = {game.span.file: edited(project, game.span.file, changes)}
    if new.is_csv:
        numbers = _numbers(game, component, fields)
        files[new.file] = _csv(table, numbers).encode()
        return files, ()
    left = tuple(title for title, field in zip(titles, fields, strict=True) if title and field == "#")
    files[new.file] = b"cards: []\n"
    would = load_game(EditedProject(project, files), game.id, Findings(), partial=True)
    assert would is not None
    types = Fields(declared_types(component.fields, schema_names(game)), component.fields)
    wish = ImportWish(convert=False, columns=dict.fromkeys(left, ""))
    source = source_table(table, types, wish, stated=component.columns, ignored=component.ignore)
    comparison = compared(would, id.component, new.file, types=types, source=source)
    changed = row_changes(
        new,
        text_of(new.file, files[new.file]),
        would.components[id.component],
        comparison=comparison,
        types=types,
    )
    files[new.file] = edited(EditedProject(project, files), new.file, changed)
    return files, left


def _game_changes(project: Project, game: Game, id: ListId, new: ListId) -> Iterator[Change]:
    """The changes to the game file: the name of the list, and for YAML nothing about columns if no table is
    left that they are for.
    """
    path = ("components", id.component)
    part = part_at(list_root(text_in(project, game.span.file, {})), path)
    assert part is not None
    listed = part.data["cards"]
    name, old = new.file.rpartition("/")[2], id.file.rpartition("/")[2]
    if isinstance(listed, list):
        yield Set((*path, "cards", listed.index(old)), name)
    else:
        yield Set((*path, "cards"), name)
    others = [each for each in listed if each != old] if isinstance(listed, list) else []
    if not new.is_csv and all(str(each).endswith((".yaml", ".yml")) for each in others):
        yield from (Delete((*path, key)) for key in ("columns", "ignore") if key in part.data)


def _numbers(game: Game, component: Component, fields: Sequence[str]) -> set[int]:
    """The columns of numbers, which are written without their formats."""
    types = declared_types(component.fields, schema_names(game))
    numeral = set()
    for at, field in enumerate(fields):
        kind: Any = Fields(types, component.fields)
        for name in field.split("."):
            inner = kind.of if isinstance(kind, Optional) else kind
            kind = inner.types.get(name) if isinstance(inner, Fields) else None
        kind = kind.of if isinstance(kind, Optional) else kind
        if isinstance(kind, Number) or field.partition(".")[0] == "copies":
            numeral.add(at)
    return numeral


def _csv(table: Table, numbers: set[int]) -> str:
    """The sheet as CSV, all of its columns, also those that aren't for the cards."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    if table.columns is not None:
        writer.writerow([f"# columns: {table.columns.text}"])
    for row in table.rows:
        cells = {cell.column: _shown(cell, cell.column in numbers) for cell in row}
        writer.writerow([cells.get(cell.column, "") for cell in table.rows[0]])
    return text.getvalue()


def _shown(cell: Scalar, is_number: bool) -> str:
    return cell.number if is_number and isinstance(cell, OddCell) and cell.number else cell.text


def _check_same(project: Project, game: Game, would: Project, stages: Stages) -> None:
    """Raises ImportRefusedError if any card or face of the game isn't the same in the would-be project."""
    again = load(would, game.id, findings := Findings())
    if again is None:
        raise ImportRefusedError(f"the game would have a mistake: {first_error(findings)}")
    for id, component in game.components.items():
        pairs = zip(map(_facts, component.cards), map(_facts, again.components[id].cards), strict=False)
        unlike = next((before[0] for before, after in pairs if before != after), None)
        if unlike is not None or len(component.cards) != len(again.components[id].cards):
            raise ImportRefusedError(f"the card `{unlike or id}` would change; nothing is written")
    if _faces(project, game.id, stages) != _faces(would, game.id, stages):
        raise ImportRefusedError("the faces of the cards would change; nothing is written")


def _facts(card: Card) -> tuple[Any, ...]:
    """What a card is, without places."""
    return (card.id, card.values, card.languages, *(value_of(card, (key,)) for key in CARD_KEYS))


def _faces(project: Project, game_id: str, stages: Stages) -> list[tuple[str, str, str]]:
    """Each piece of the whole box with the digests of its faces."""
    drawn = draw(
        project, game_id, RunChoice(), PrintOptions(allow_errors=True), Findings(), lambda *_: None, stages
    )
    if not isinstance(drawn, DrawnRun):
        raise ImportRefusedError(
            "the game's faces can't be drawn, so they can't be compared; `nineup check` says why"
        )
    digests = Digests(with_micro=True)
    return [
        (
            f"{each.part.component.id}/{each.part.card.id}/{each.part.owner or ''}",
            digests[each.front],
            digests[each.back] if each.back is not None else "",
        )
        for each in drawn.drawn
    ]
