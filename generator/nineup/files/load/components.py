"""The keys of a component, and how they become a `Component`."""

from collections.abc import Mapping as Map
from pathlib import PurePosixPath
from typing import Any, cast, get_args

import msgspec

from nineup.base.diagnostics import Span, nearest
from nineup.base.geometry import Size
from nineup.base.plugins import PluginError
from nineup.base.project import Project
from nineup.base.units import MM
from nineup.faces.shapes import OUTLINES, SHAPE_KEYS, Shape, regular, shape_named, shape_names, shape_of
from nineup.files.load.amounts import SIZE, ByPlayers, SetupType, check_boxes, check_cover
from nineup.files.load.cards_file import (
    ACCEPT,
    PROVENANCE,
    TAKEN_NAMES,
    CardList,
    Entries,
    TableKeys,
    check_ids,
    in_languages,
    read_cards,
    read_list,
    spans_of,
)
from nineup.files.load.fields import Declarations, Fields
from nineup.model.game import Band, Card, Component
from nineup.model.paper import Marks
from nineup.schema.languages import FIELD_LANGUAGES
from nineup.schema.names import LIST
from nineup.schema.nodes import Mapping, Node, Scalar, Sequence
from nineup.schema.records import Key, ListOf, MapOf, Record, fields_of, meant
from nineup.schema.scope import Scope
from nineup.schema.types import DATA, FORMULA, LENGTH, NODE, TEXT, WORD, Keyword, Parsed, Unread

CORNER = 3 * MM
"""The default corner of a card."""


def _path(text: str) -> str:
    """A file's path below a folder of the project, with `/`. Raises ValueError."""
    odd = text.startswith("/") or any(c in text for c in "\\:\0") or ".." in PurePosixPath(text).parts
    if odd or not text:
        if "\\" in text:
            raise ValueError(f"`{text}` has a backslash")
        raise ValueError(f"`{text}` is outside the game's folder")
    return text


FILE = Parsed(
    _path,
    "",
    "a file's name",
    described={"type": "string", "pattern": r"^[^/\\:][^\\:]*$"},
    code="bad-path",
    hint="write it with `/`, below the game's folder",
)

CARDS = Unread(
    lambda names: {"anyOf": [*ListOf(FILE, lone=True).schema(names)["anyOf"], Entries().schema(names)]}
)
"""A card list: a file, several files, or the cards themselves."""


class _ShapeName(Keyword, frozen=True):
    """The name of a shape, ours or a plug-in's."""

    def read(self, node: Node, scope: Scope) -> str:
        try:
            is_plugin = _plugin(node) is not None
        except PluginError as error:
            scope.error("broken-plugin", str(error), node)
            return self.words[0]
        return cast("Scalar", node).text if is_plugin else super().read(node, scope)


def _plugin(node: Node | None) -> Shape | None:
    """The shape of another package that a value names. Raises PluginError."""
    return shape_named(node.text) if isinstance(node, Scalar) and node.text not in shape_names() else None


COMPONENT = Record(
    {
        "name": Key(TEXT, "Its name for people; default: made from the id."),
        "shape": Key(_ShapeName(shape_names()), "The kind of piece.", required=True),
        "size": Key(SIZE, "A name such as poker, or width x height; one length if regular.", required=True),
        "outline": Key(Keyword(OUTLINES), "The shape that is cut; tokens are round."),
        "marks": Key(
            Keyword(get_args(Marks)), "The marks that show where to cut; default: those of the sheet."
        ),
        "bleed": Key(LENGTH, "The least ink that its sheets keep beyond the trim, such as 1mm."),
        "corner": Key(LENGTH, "The radius of its corners; 3mm for cards."),
        "layout": Key(FILE, "The layout of its face, below the game's layouts.", required=True),
        "back": Key(FILE, "The layout of its back; none for one-sided pieces."),
        "sides": Key(MapOf(FILE), "The layouts of further sides, for shapes that have them."),
        **{name: key._replace(required=False) for name, key in SHAPE_KEYS.items()},
        "cards": Key(CARDS, "Its cards: a file, several, or a list here."),
        "fields": Key(Declarations(TAKEN_NAMES), "The fields of its cards, for lists here and spreadsheets."),
        "columns": Key(
            MapOf(TEXT, keys=NODE), "The fields of its spreadsheets' columns, by title: `{Qty: copies}`."
        ),
        "ignore": Key(ListOf(TEXT, lone=True), "Columns of its spreadsheets that are not for the cards."),
        "face": Key(MapOf(DATA, keys=NODE), "The values of its one card, if there is no list."),
        "for-each": Key(LIST, "A list, such as the owners: every item gets its own copy."),
        "punch": Key(WORD, "The punch sheets that it shares with the other components of the same `punch`."),
        "pile": Key(WORD, "Its shuffle group: components with the same pile must have the same back."),
        "when": Key(FORMULA, "In which runs it exists."),
        "copies": Key(ByPlayers(), "How many of each card; an amount, or one for each range of players."),
        "setup": Key(SetupType(), "How many are laid out; with `kinds:`, how many kinds of card."),
        "box": Key(ByPlayers(boxes=True), "How many the box holds, by its largest player count."),
        "accept": ACCEPT,
        "language": Key(
            FIELD_LANGUAGES, "The language of its texts, or of single fields, if not the game's."
        ),
        **PROVENANCE,
    }
)


_AS_GIVEN = (
    "columns",
    "ignore",
    "back",
    "sides",
    "for-each",
    "pile",
    "when",
    "copies",
    "box",
    "accept",
    "punch",
    "marks",
    "bleed",
    *PROVENANCE,
)


def read_component(
    id: str, node: Node, folder: str, bands: tuple[Band, ...], project: Project, scope: Scope
) -> Component | None:
    """A component with its cards; None if the node isn't a mapping."""
    record = _record_for(node)
    values = record.read(node, scope)
    if not isinstance(node, Mapping):
        return None
    # A key that isn't known, and is reported, may have been meant for those that say what its cards hold.
    is_known = record.others is not None or node.entries.keys() <= record.keys.keys()
    values.setdefault("fields", Fields(is_whole=is_known or "face" in values))
    get = values.get
    shape = shape_of(get("shape") or "card")
    is_read = is_known or "cards" in values or "face" in values
    cards = _cards(id, node, values, folder=folder, project=project, scope=scope) if is_read else CardList()
    check_ids(cards.cards, scope.findings)
    setup, kinds = get("setup", (None, False))
    _check_tables(node, get("copies"), setup, box=get("box"), bands=bands, scope=scope)
    outline = _outline(get("outline"), shape, node, scope=scope)
    size = _size(get("size", Size(1, 1)), outline, node.entries.get("size", node), scope=scope)
    component = Component(
        id=id,
        name=get("name", id.replace("-", " ").capitalize()),
        shape=shape.name,
        size=size,
        outline=outline,
        corner=_corner(get("corner"), shape, outline, size=size, node=node, scope=scope),
        layout=get("layout", ""),
        cards=in_languages(cards.cards, get("language", {}), node, fields=values["fields"], scope=scope),
        setup=setup,
        setup_kinds=kinds,
        span=scope.file.span(node),
        spans=_spans(node, scope),
        fields=dict(cards.fields),
        settings=_settings(values, shape, node, scope=scope),
        **fields_of(values, _AS_GIVEN),
    )
    try:
        _check_sides(component, shape, node, scope=scope)
    except PluginError as error:
        scope.error("broken-plugin", str(error), node.value("shape"))
    return component


def _record_for(node: Node) -> Record:
    """The keys that a component may have: a plug-in's shape has its own, and one that can't be used may have
    any.
    """
    try:
        shape = _plugin(node.entries.get("shape")) if isinstance(node, Mapping) else None
    except PluginError:
        return msgspec.structs.replace(COMPONENT, others=NODE)
    if shape is None or not shape.keys:
        return COMPONENT
    own = {name: key._replace(required=False) for name, key in shape.keys.items()}
    return msgspec.structs.replace(COMPONENT, keys={**own, **COMPONENT.keys})


def _spans(node: Mapping, scope: Scope) -> dict[str, Span]:
    """The place of each key's value, and of each side as `sides.left`."""
    spans = {key: scope.file.span(value) for key, value in node.entries.items()}
    sides = node.entries.get("sides")
    inner = sides.entries if isinstance(sides, Mapping) else {}
    return spans | {f"sides.{side}": scope.file.span(value) for side, value in inner.items()}


def _settings(values: dict[str, Any], shape: Shape, node: Mapping, scope: Scope) -> dict[str, Any]:
    """The values of keys that only this shape has; keys of other shapes and missing ones are reported."""
    if scope.is_refused(node.value("shape")):
        return {}
    for name in SHAPE_KEYS:
        if name in node.entries and name not in shape.keys:
            scope.error("unknown-key", f"a {shape.name} has no `{name}`", node.key(name))
    for name, key in shape.keys.items():
        if key.required and not any(meant(each, (name,)) for each in node.entries):
            scope.error("missing-key", f"`{name}` is missing: a {shape.name} needs it", node, hint=key.says)
    return {name: values.get(name, key.default) for name, key in shape.keys.items()}


def _check_sides(component: Component, shape: Shape, node: Mapping, scope: Scope) -> None:
    """Reports layouts of sides that the shape lacks, sides that have a key of their own, and further problems
    of the shape.
    """
    if scope.is_refused(node.value("shape")):
        return
    if all(
        name in node.entries for name in ("size", *shape.keys) if name == "size" or shape.keys[name].required
    ):
        for mistake in shape.mistakes(component):
            scope.error("bad-value", mistake.message, node.value(mistake.key), hint=mistake.hint)
    sides = shape.sides(component)
    if component.back and "back" not in sides:
        scope.error("unknown-key", f"a {shape.name} has no back", node.key("back"))
    own = {"front": "layout", "back": "back"}
    further = [side for side in sides if side not in own]
    for side in component.sides:
        key = cast("Mapping", node.value("sides")).key(side)
        if side in own:
            scope.error(
                "unknown-key", f"`{side}` is not a further side", key, hint=f"write it as `{own[side]}:`"
            )
        elif side not in sides and not scope.is_refused(key):
            has = f"it has {', '.join(further)}" if further else "it has a `layout` and a `back`"
            scope.error("unknown-key", f"a {shape.name} has no side `{side}`", key, hint=has)


def _outline(given: str | None, shape: Shape, node: Mapping, scope: Scope) -> str:
    if given and given not in shape.outlines and not scope.is_refused(node.value("shape")):
        message, hint = f"a {shape.name} can't be cut as `{given}`", f"it can be: {', '.join(shape.outlines)}"
        scope.error("unknown-word", message, node.value("outline"), hint=hint)
        return shape.outlines[0]
    return given or shape.outlines[0]


def _size(given: Size, outline: str, node: Node, scope: Scope) -> Size:
    """One length is the size of a regular piece; a round piece has only one."""
    if isinstance(node, Scalar) and not set("x\u00d7") & set(node.text):
        return regular(outline, given.width) if given.width == given.height else given
    if outline == "round" and abs(given.width - given.height) > 0.01:
        message, hint = (
            "a round piece must be as wide as it is high",
            "write one length, or `outline: rectangle`",
        )
        scope.error("bad-size", message, node, hint=hint)
    return given


def _corner(
    given: float | None, shape: Shape, outline: str, size: Size, node: Mapping, scope: Scope
) -> float:
    if given is None:
        rounded = shape.rounded and outline == "rectangle"
        return min(CORNER, *(side / 4 for side in size)) if rounded else 0.0
    if given > min(size) / 2 and not scope.is_refused(node.value("size")):
        scope.error("bad-length", "a corner can be at most half a side", node.value("corner"))
    return given


def _check_tables(
    node: Mapping, copies: Any, setup: Any, box: Any, bands: tuple[Band, ...], scope: Scope
) -> None:
    for key, table in (("copies", copies), ("setup", setup)):
        if table is not None:
            inner = node.value(key)
            if isinstance(inner, Mapping) and "kinds" in inner.entries:
                inner = inner.entries["kinds"]
            check_cover(table, bands, inner, scope=scope)
    if box is not None:
        check_boxes(box, bands, scope)


def _cards(
    id: str, node: Mapping, values: dict[str, Any], folder: str, project: Project, scope: Scope
) -> CardList:
    fields: Fields = values["fields"]
    lists = values.get("cards")
    if lists is None:
        if "copies" in node.entries and "setup" in node.entries:
            message = "`copies` has no effect: `setup` says how many pieces there are"
            hint = "remove one of them; only cards of a list have copies beside a setup"
            scope.findings.warning("unused-key", message, scope.file.span(node.key("copies")), hint=hint)
        return CardList((_implied(id, node, values, fields=fields, scope=scope),), fields.written)
    if "face" in node.entries:
        scope.error("unknown-key", "`face` is for a component without `cards`", node.key("face"))
    if not fields.is_whole:
        return CardList()
    if isinstance(lists, Sequence) and not all(isinstance(item, Scalar) for item in lists.items):
        return CardList(tuple(read_cards(lists.items, fields, scope)), fields.written)
    files = lists.items if isinstance(lists, Sequence) else [lists]
    keys = TableKeys(id, values.get("columns", {}), values.get("ignore", ()))
    cards = CardList(fields=fields.written)
    for file in files:
        path = FILE.read(file, scope)
        if path:
            cards += read_list(project, f"{folder}/{path}", file, fields=fields, scope=scope, table=keys)
    if cards.titles and "columns" in node.entries:
        _check_columns(node, keys.columns, fields, cards=cards, scope=scope)
    return cards


def _check_columns(
    node: Mapping, columns: Map[str, str], fields: Fields, cards: CardList, scope: Scope
) -> None:
    """Reports titles that no table has, and fields that the cards don't have."""
    from nineup.files.load.tables.column_names import field_paths, unknown_titles

    stated = cast("Mapping", node.value("columns"))
    for title in unknown_titles(columns, cards.titles):
        hint = nearest(title, sorted(cards.titles))
        scope.error("unknown-key", f"no table has a column `{title}`", stated.key(title), hint=hint)
    known = (*field_paths(fields.written), *TAKEN_NAMES)
    heads = {path.partition(".")[0] for path in known}
    for title, field in columns.items():
        if field.partition(".")[0] not in heads:
            message = f"the cards have no field `{field}`"
            scope.error("unknown-key", message, stated.value(title), hint=nearest(field, known))


def _implied(id: str, node: Mapping, values: dict[str, Any], fields: Fields, scope: Scope) -> Card:
    """The single card of a component without a list, typed if the component declares fields."""
    face = node.entries.get("face")
    if not isinstance(face, Mapping):
        face = Mapping({}, [], node.line, node.column)
    read = fields.read(face, scope) if fields.types else values.get("face", {})
    return Card(id, read, scope.file.span(node), spans=spans_of(face, scope.file))
