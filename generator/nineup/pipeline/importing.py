"""Imports a table of cards into a list of a game, an existing or a new one, without writing anything.

An `ImportPlan` has the files as they would be, once everything fits: it is computed in a would-be project,
which is loaded, and whose cards are compared with those of the table. A command or a page shows it, and
writes it as it was shown.
"""

from collections.abc import Callable, Mapping, Sequence

import msgspec

from nineup.base.diagnostics import Diagnostic, Findings, nearest
from nineup.base.project import EditedProject, Project
from nineup.base.reading import is_reserved
from nineup.files.edit import (
    Change,
    Data,
    ListError,
    ListId,
    Set,
    card_lists,
    edit,
    file_digest,
    home_of,
    text_of,
)
from nineup.files.edit.fields import FieldError
from nineup.files.edit.imports.new_fields import declarations, listing, with_lists
from nineup.files.edit.imports.rows import CellChange, Comparison, Misfit, compared, unlike
from nineup.files.edit.imports.source import (
    ColumnUse,
    ImportRefusedError,
    ImportWish,
    SourceTable,
    read_source,
    source_table,
)
from nineup.files.edit.imports.writing import cards_in_order, family_ids, row_changes
from nineup.files.load import declared_types, load_game, schema_names
from nineup.files.load.cards_file import TAKEN_NAMES
from nineup.files.load.fields import Fields
from nineup.files.load.tables.column_names import field_paths
from nineup.files.load.tables.table_file import Table
from nineup.model.game import Game, Item
from nineup.pipeline import draw
from nineup.pipeline.new_game import missing_styles
from nineup.pipeline.plan import PrintOptions, RunChoice
from nineup.pipeline.proposed_game import first_layout, flow_text
from nineup.pipeline.runs import choose_run, load
from nineup.pipeline.stages import DrawnRun, Stages
from nineup.schema.types import as_id

SHOWN = 3
"""The number of cards that are drawn before an import is written."""

LONGEST_NAME = 80


class ImportPlan(msgspec.Struct, frozen=True):
    """What an import does: for people, and as files."""

    says: str
    table: str
    """The table, such as `deck.xlsx`, or `deck.xlsx, sheet cards`."""
    list: ListId
    is_new: bool
    columns: tuple[ColumnUse, ...]
    fields: tuple[str, ...] = ()
    """What a column can be for: the list's fields, and the keys of every card."""
    added: tuple[str, ...] = ()
    updated: tuple[str, ...] = ()
    same: int = 0
    staying: int = 0
    cells: tuple[CellChange, ...] = ()
    left_out: tuple[str, ...] = ()
    misfits: tuple[Misfit, ...] = ()
    """What must be corrected or left out first; then there are no files."""
    converted: int = 0
    tags: tuple[str, ...] = ()
    """Tags that are left in texts."""
    styles: tuple[str, ...] = ()
    """Styles that converted texts name, and the game lacks."""
    notes: tuple[Diagnostic, ...] = ()
    files: Mapping[str, bytes] = {}
    bases: Mapping[str, str] = {}
    """The digests of the files that the plan was made for, empty for new ones."""
    cards: tuple[str, ...] = ()
    """The cards that are added or change, in the table's order; all of its cards if none does."""


def plan_import(
    project: Project, game_id: str, name: str, data: bytes, wish: ImportWish, *, into: str = "", new: str = ""
) -> ImportPlan:
    """The plan to import a file's table `into` a list, or into a `new` one with that name.

    `name` is the file's name, for messages. Raises ImportRefusedError for what can't be done at all, and
    ProjectError.
    """
    game = load(project, game_id, findings := Findings())
    if game is None:
        raise ImportRefusedError(f"correct the game's mistakes first: {first_error(findings)}")
    files: dict[str, bytes] = {}
    notes = Findings()
    try:
        if new:
            id = _new_id(project, game, new)
        else:
            id = _list_of(game, into, read=lambda path: text_in(project, path, files))
        table = read_source(name, data, id.component, findings=notes)
        if notes.failed:
            return _unread(id, table, notes, is_new=bool(new))
        if new:
            source = _declare_list(project, game, id, name=new, table=table, wish=wish, files=files)
        else:
            source = _declare_fields(project, game, id, table=table, wish=wish, files=files)
        return _planned(
            project, game_id, id, source=source, wish=wish, notes=notes, files=files, is_new=bool(new)
        )
    except (FieldError, ListError) as error:
        raise ImportRefusedError(str(error)) from error


def draw_import(
    project: Project, game_id: str, plan: ImportPlan, findings: Findings, stages: Stages
) -> DrawnRun | None:
    """The first cards of an import that are in the whole box, drawn as they would be; of
    a new list all, since its layout is new, too. None, with the reasons, if there is nothing to draw.
    """
    would = EditedProject(project, plan.files)
    component = plan.list.component
    game = stages.load(would, game_id, findings)
    run = choose_run(game, RunChoice(components=(component,)), findings) if game is not None else None
    if run is None:
        return None
    there = {part.card.id for part in run.parts}
    cards = [card for card in plan.cards if card in there]
    names = () if plan.is_new else tuple(f"{component}/{card}" for card in cards[:SHOWN])
    if not cards:
        return None
    choice = RunChoice(components=(component,), cards=names)
    options = PrintOptions(allow_errors=True)
    drawn = draw(would, game_id, choice, options, findings, lambda *_: None, stages)
    return drawn if isinstance(drawn, DrawnRun) else None


def list_named(game: Game, name: str, lists: tuple[ListId, ...]) -> ListId:
    """A card list by its name, its file's, or its component's. Raises ImportRefusedError."""
    ways = [
        [each for each in lists if name in (each.name, each.file)],
        [each for each in lists if name == each.file.rpartition("/")[2] and each.path == ()],
        [each for each in lists if name in (each.file.rpartition("/")[2], each.label)],
        [each for each in lists if name == each.component],
    ]
    matching = next((each for each in ways if each), [])
    if len(matching) == 1:
        return matching[0]
    names = tuple(each.name for each in lists)
    if matching:
        raise ImportRefusedError(f"`{name}` may be {' or '.join(f'`{each.name}`' for each in matching)}")
    hint = nearest(name, names) if names else "it has none"
    raise ImportRefusedError(f"the game has no card list `{name}`; {hint}")


def _list_of(game: Game, name: str, read: Callable[[str], str]) -> ListId:
    id = list_named(game, name, card_lists(game, read))
    if id.is_workbook:
        hint = "make a YAML or CSV list of it first (`nineup convert --to yaml`)"
        raise ImportRefusedError(f"`{id.file}` is a workbook, which is edited in its own program; {hint}")
    return id


def _planned(
    project: Project,
    game_id: str,
    id: ListId,
    source: SourceTable,
    wish: ImportWish,
    notes: Findings,
    *,
    files: dict[str, bytes],
    is_new: bool,
) -> ImportPlan:
    """The plan, once fields are declared in the files of the would-be project."""
    would = EditedProject(project, files)
    game = load_game(would, game_id, Findings(), partial=True)
    assert game is not None  # It was read without these declarations.
    component = game.components[id.component]
    types = _types(game, id, {use.field.partition(".")[0] for use in source.uses if use.is_new})
    text = text_in(project, id.file, files)
    families = family_ids(id, text, component)
    comparison = compared(
        game, id.component, id.file, types=types, source=source, leave_out=wish.leave_out, families=families
    )
    misfits = comparison.misfits
    if not misfits:
        changes = row_changes(id, text, component, comparison=comparison, types=types)
        files[id.file] = edited(would, id.file, changes)
        misfits = _wrong(project, game_id, id, comparison=comparison, files=files)
    changed = {path: each for path, each in files.items() if each != _bytes(project, path)}
    rows = [*comparison.added, *comparison.updated]
    cards = [row.card.id for row in comparison.rows if row in rows] or [
        row.card.id for row in comparison.rows
    ]
    plan = ImportPlan(
        _says(id, comparison, source),
        _table_name(source.table),
        id,
        is_new=is_new,
        columns=source.uses,
        fields=(*field_paths(types.written), *(name for name in TAKEN_NAMES if name != "for")),
        added=tuple(row.card.id for row in comparison.added),
        updated=tuple(row.card.id for row in comparison.updated),
        same=len(comparison.rows) - len(rows),
        staying=comparison.staying,
        cells=comparison.cells,
        left_out=comparison.left_out,
        misfits=misfits,
        converted=source.converted,
        tags=source.left,
        styles=source.styles,
        notes=tuple(notes),
        cards=tuple(cards),
    )
    if misfits:
        return plan
    bases = {path: file_digest(_bytes(project, path)) for path in changed}
    return msgspec.structs.replace(plan, files=changed, bases=bases)


def _wrong(
    project: Project, game_id: str, id: ListId, comparison: Comparison, files: Mapping[str, bytes]
) -> tuple[Misfit, ...]:
    """What would be wrong with the game: its mistakes, or a value that doesn't come back as in the table."""
    game = load(EditedProject(project, files), game_id, findings := Findings())
    if game is None:
        return _as_misfits(findings)
    cards = cards_in_order(game.components[id.component], id.file, comparison.rows)
    lost = unlike(comparison.rows, cards) if cards is not None else "a card"
    return (Misfit("", "", "", why=f"{lost} would not be in the list as it is in the table"),) if lost else ()


def _unread(id: ListId, table: Table, findings: Findings, *, is_new: bool) -> ImportPlan:
    """The plan for a table that can't be read, with the reasons."""
    wrong = _as_misfits(findings)
    return ImportPlan("", table.file.name, id, is_new=is_new, columns=(), misfits=wrong)


def _as_misfits(findings: Findings) -> tuple[Misfit, ...]:
    """The errors among findings that aren't about single cells, with their places in words."""
    return tuple(
        Misfit("", "", "", why=f"{each.message}{_place(each)}", hint=str(each.hint))
        for each in findings
        if each.severity == "error"
    )


def _place(finding: Diagnostic) -> str:
    return f" ({finding.span.place})" if finding.span else ""


def _declare_fields(
    project: Project, game: Game, id: ListId, table: Table, *, wish: ImportWish, files: dict[str, bytes]
) -> SourceTable:
    component = game.components[id.component]
    types = _types(game, id, set())
    source = source_table(
        table,
        types,
        wish,
        stated=component.columns,
        ignored=component.ignore,
        taken=component.fields,
        symbols=game.symbols,
    )
    if any(use.is_new for use in source.uses):

        def read(path: str) -> str:
            return text_in(project, path, files)

        for path, changes in declarations(game, source, home_of(game, id, read), read=read).items():
            files[path] = edited(EditedProject(project, files), path, changes)
    return source


def _declare_list(
    project: Project,
    game: Game,
    id: ListId,
    name: str,
    table: Table,
    *,
    wish: ImportWish,
    files: dict[str, bytes],
) -> SourceTable:
    """Declares a new list with a field for each column, and draws a first layout for it."""
    first = source_table(table, Fields(), wish, symbols=game.symbols)
    likely = {guess.title for guess in first.guesses if guess.field}
    add = {
        use.title: wish.add.get(use.title, "")
        for use in first.uses
        if use.guess and (use.title in wish.add or (use.title in likely and use.title not in wish.columns))
    }
    source = source_table(table, Fields(), msgspec.structs.replace(wish, add=add), symbols=game.symbols)
    lists, uses = with_lists(game, [use for use in source.uses if use.is_new], source.guesses)
    layout = f"{id.component}.svg"
    component: Data = {
        "name": name,
        "shape": "card",
        "size": "poker",
        "cards": id.file.rpartition("/")[2],
        "layout": layout,
    }
    path = game.span.file
    changes: list[Change] = list(listing(lists, text_in(project, path, files))) if lists else []
    changes.append(Set(("components", id.component), component))
    files[path] = edited(project, path, changes)
    fields = [f"  {use.field}: {flow_text(use.kind)}\n" for use in uses]
    declared = f"fields:\n{''.join(fields)}\n" if fields else ""
    head = f"# {name}. `fields` declares what each card has; any other key is an error.\n\n"
    files[id.file] = f"{head}{declared}cards: []\n".encode()
    guesses = {guess.title: guess for guess in source.guesses}
    columns = [guesses[use.title]._replace(field=use.field) for use in uses if use.title in guesses]
    toned = {*lists, *(each for each, listed in game.lists.items() if _has_tones(listed.items))}
    has_tone = {use.field for use in uses if any(f": {each}}}" in flow_text(use.kind) for each in toned)}
    files[f"layouts/{game.id}/{layout}"] = first_layout(columns, has_tone).encode()
    styles = missing_styles(project, game.id)
    if styles:
        sheet = f"layouts/{game.id}/style.yaml"
        files[sheet] = edited(project, sheet, styles)
    return source


def _has_tones(items: Sequence[Item]) -> bool:
    return bool(items) and all("tone" in item.fields for item in items)


def _new_id(project: Project, game: Game, name: str) -> ListId:
    """The list that a new one with a name is. Raises ImportRefusedError and ProjectError."""
    if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
        raise ImportRefusedError(f"the name of a list has 1 to {LONGEST_NAME} printable characters")
    id = as_id(name)
    if not id or not id[0].isalpha():
        raise ImportRefusedError(f"`{name}` has no letter (a-z) to begin an id with")
    if is_reserved(id):
        raise ImportRefusedError(f"Windows reserves the name `{id}`; choose another")
    if id in game.components:
        raise ImportRefusedError(f"the game has a component `{id}` already; choose another name")
    file = f"cards/{game.id}/{id}.yaml"
    for path in (file, f"layouts/{game.id}/{id}.svg"):
        if project.writable(path).exists():
            raise ImportRefusedError(f"the file `{path}` already exists; choose another name")
    return ListId(id, file, ("cards",), name=f"{id}/{id}.yaml")


def _types(game: Game, id: ListId, new: set[str]) -> Fields:
    """The fields of a list's own cards: another list of its component may have others."""
    component = game.components[id.component]
    own = {name for card in component.cards if card.span.file == id.file for name in card.values} | new
    written = {name: kind for name, kind in component.fields.items() if name in own or not own - new}
    return Fields(declared_types(written, schema_names(game)), written)


def _bytes(project: Project, path: str) -> bytes | None:
    return project.read(path) if project.writable(path).is_file() else None


def text_in(project: Project, path: str, files: Mapping[str, bytes]) -> str:
    return text_of(path, files[path] if path in files else project.read(path))


def edited(project: Project, path: str, changes: list[Change]) -> bytes:
    """A file's bytes after changes. Raises ImportRefusedError."""
    result = edit(path, project.read(path), changes)
    if isinstance(result, Diagnostic):
        raise ImportRefusedError(f"`{path}` can't be changed this way: {result.message}{_place(result)}")
    return result


def first_error(findings: Findings) -> str:
    first = next(each for each in findings if each.severity == "error")
    return f"{first.message}{_place(first)}"


def _table_name(table: Table) -> str:
    return f"{table.file.name}, sheet {table.file.sheet}" if table.file.sheet else table.file.name


def _says(id: ListId, comparison: Comparison, source: SourceTable) -> str:
    counts = [f"{len(comparison.added)} added", f"{len(comparison.updated)} updated"]
    told = ", ".join(each for each in counts if not each.startswith("0 ")) or "no change"
    return f"import {source.table.file.name} into {id.name}: {told}"
