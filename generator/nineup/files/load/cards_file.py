"""Reads card lists from YAML files, CSV files and the game file into cards."""

from collections.abc import Iterator
from collections.abc import Mapping as Map
from typing import Any

import msgspec

from nineup.base.diagnostics import Findings, Span, nearest
from nineup.base.project import CSV_SUFFIXES, Project
from nineup.files.load.amounts import RANGE
from nineup.files.load.card_copies import CardCopies
from nineup.files.load.fields import DECLARED, Declarations, Fields
from nineup.model.game import Card
from nineup.schema.files import read_text, root_of
from nineup.schema.languages import FIELD_LANGUAGES
from nineup.schema.nodes import Mapping, Node, Scalar, Sequence, SourceFile, Spans, as_node, packed
from nineup.schema.records import Key, ListOf, MapOf, Record, check_decided, described, meant, meant_keys
from nineup.schema.scope import Names, Scope, Type, expected
from nineup.schema.types import FORMULA, NODE, TEXT, WORD

PROVENANCE = {
    "source": Key(TEXT, "Where the rulebook says this."),
    "decided": Key(
        MapOf(TEXT, keys=NODE), "What the rulebook doesn't say: a key, and the reason for its value."
    ),
}
"""Keys that any record may have."""

ACCEPT = Key(MapOf(TEXT), "Findings that are intended: the code, and why.")

CARD_KEYS = {
    "id": Key(WORD, "The card's id, unique among the component's cards.", required=True),
    "copies": Key(
        CardCopies(), "How many copies there are: a number, or one for players or options; default 1."
    ),
    "when": Key(FORMULA, "In which runs the card exists, such as `'red' in colors`."),
    "needs": Key(RANGE, "For how many players the card fully works, such as 3+."),
    "accept": ACCEPT,
    "teaches": Key(ListOf(TEXT, lone=True), "What its text explains, for the rule `taught`."),
    **PROVENANCE,
}
"""The keys of every card besides the fields of its list; each is a field of `Card`."""

FOR = Key(
    MapOf(ListOf(TEXT, lone=True), keys=NODE),
    "A card for each item: a name, and the list that it loops over.",
)

TAKEN_NAMES = {**CARD_KEYS, "for": FOR}

MOST_CARDS = 100_000
"""The largest number of cards in a list, and of pieces of a component in a run."""

MOST_CHARACTERS = 5_000_000
"""The largest number of characters that the families of a list produce: a small file could become a large
game.
"""

Values = dict[str, Any]


class Entries(msgspec.Struct, frozen=True):
    """A list of cards, kept as nodes until their fields are known."""

    fields: Map[str, Type] = {}

    def read(self, node: Node, scope: Scope) -> list[Node]:
        return list(ListOf(NODE).read(node, scope))

    def schema(self, names: Names) -> dict[str, Any]:
        common = described(TAKEN_NAMES, names)
        own = {name: type_.schema(names) for name, type_ in self.fields.items()}
        card: dict[str, Any] = {"type": "object", "properties": {**own, **common}, "required": ["id"]}
        if self.fields:
            card["additionalProperties"] = False
        family = {"properties": {name: common[name] for name in ("for", *PROVENANCE)}, "required": ["id"]}
        return {
            "type": "array",
            "items": {"type": "object", "if": {"required": ["for"]}, "then": family, "else": card},
        }


CARD_FILE = Record(
    {
        "fields": Key(Declarations(TAKEN_NAMES), "The fields of this list's cards, and the type of each."),
        "cards": Key(Entries(), "The cards.", required=True),
        "source": Key(TEXT, "Where the rulebook says this, for cards without a source of their own."),
        "language": Key(
            FIELD_LANGUAGES, "The language of its texts, or of single fields, if not the game's."
        ),
    }
)


class CardList(msgspec.Struct, frozen=True):
    """The cards of one or more lists, and the declared types as plain data."""

    cards: tuple[Card, ...] = ()
    fields: Map[str, Any] = {}
    titles: frozenset[str] = frozenset()
    """The titles of the columns, as they are in tables."""

    def __add__(self, other: "CardList") -> "CardList":
        cards, fields = self.cards + other.cards, {**self.fields, **other.fields}
        return CardList(cards, fields, self.titles | other.titles)


class TableKeys(msgspec.Struct, frozen=True):
    """What a component says about its tables."""

    component: str = ""
    """Its id, which names its sheet of a workbook."""
    columns: Map[str, str] = {}
    """The fields of columns, by their titles."""
    ignored: tuple[str, ...] = ()
    """The titles of columns that aren't for the cards."""


NO_TABLE_KEYS = TableKeys()


def read_list(
    project: Project,
    path: str,
    node: Node,
    fields: Fields,
    scope: Scope,
    table: TableKeys = NO_TABLE_KEYS,
) -> CardList:
    """The cards of a file; `node` is the place that names it, `fields` are those declared there already.

    None if the declarations couldn't be read: then nothing says what the cards hold.
    In a workbook they are on the sheet named like the component, or on the first one.
    """
    if not fields.is_whole:
        return CardList()
    if path.lower().endswith((*CSV_SUFFIXES, ".xlsx", ".ods", ".json")):
        return _from_table(project, path, node, fields=fields, scope=scope, keys=table)
    if path.endswith((".xls", ".xlsm", ".xlsb", ".numbers")):
        hint = "save it as XLSX, ODS or CSV, and name that file"
        scope.error("unsupported-file", f"can't read the spreadsheet `{path}`", node, hint=hint)
        return CardList()
    text = read_text(project, path, scope.findings, place=scope.file.span(node))
    if text is None:
        return CardList()

    def read(text: str, findings: Findings) -> CardList:
        return _from_yaml(
            text, path, node, fields=fields, scope=msgspec.structs.replace(scope, findings=findings)
        )

    cards: CardList = scope.caching((path, packed(node)), scope.file.text, text, scope.findings, read)
    return cards


def _from_yaml(text: str, path: str, node: Node, fields: Fields, scope: Scope) -> CardList:
    tree, file = root_of(text, path, scope.findings, place=scope.file.span(node))
    inner = msgspec.structs.replace(scope, file=file)
    root = CARD_FILE.mapping(tree, inner) if tree is not None else None
    if root is None:
        return CardList()
    fields |= CARD_FILE.value(root, "fields", inner, Fields())
    if not fields.is_whole:
        return CardList()
    entries: list[Node] = CARD_FILE.value(root, "cards", inner, [])
    source = CARD_FILE.value(root, "source", inner, "")
    cards = tuple(read_cards(entries, fields, inner, source=source))
    languages = CARD_FILE.value(root, "language", inner, {})
    return CardList(in_languages(cards, languages, root, fields=fields, scope=inner), fields.written)


def in_languages(
    cards: tuple[Card, ...], languages: Map[str, str], node: Mapping, fields: Fields, scope: Scope
) -> tuple[Card, ...]:
    """The cards with the languages of their fields, as the `language` key of a list or component
    states them.
    """
    if not languages:
        return cards
    stated = node.value("language")
    for key in stated.key_nodes() if isinstance(stated, Mapping) else ():
        if fields.types and key.text not in fields.types:
            hint = nearest(key.text, tuple(fields.types))
            scope.error("unknown-key", f"the cards have no field `{key.text}`", key, hint=hint)
    return tuple(
        msgspec.structs.replace(card, languages={**languages, **(card.languages or {})}) for card in cards
    )


def _from_table(
    project: Project, path: str, node: Node, fields: Fields, scope: Scope, keys: TableKeys
) -> CardList:
    """The cards of a CSV file or of a workbook's sheet."""
    from nineup.files.load.tables.csv_cards import as_entries, has_header, present, without_undeclared
    from nineup.files.load.tables.table_file import read_table, with_field_names

    before = len(scope.findings)
    table = read_table(project, path, node, scope=scope, component=keys.component)
    if table is None:
        return CardList()
    if not table.rows and len(scope.findings) == before:
        scope.error("empty-file", f"`{path}` is empty", node)
    titles = frozenset(cell.text for row in table.rows[:1] for cell in row)
    inner = msgspec.structs.replace(scope, file=table.file)
    named = with_field_names(
        table, fields, TAKEN_NAMES, stated=keys.columns, ignored=keys.ignored, findings=scope.findings
    )
    rows = without_undeclared(named.rows, fields, tuple(TAKEN_NAMES), scope=inner)
    if not has_header(rows, fields, TAKEN_NAMES, scope=inner):
        return CardList(fields=fields.written)
    types = present(rows, fields, TAKEN_NAMES, scope=inner)
    entries = as_entries(rows, types, TAKEN_NAMES, scope=inner, separator=table.separator)
    apart = msgspec.structs.replace(inner, findings=scope.findings.apart())
    cards = tuple(read_cards(entries, types, apart))
    # A mistake in a title, such as `copies.9` for 2 to 4 players, is the same for each card.
    scope.findings.extend(dict.fromkeys(apart.findings))
    return CardList(cards, fields.written, titles)


def read_cards(entries: list[Node], types: Fields, scope: Scope, source: str = "") -> list[Card]:
    """Cards in written order; an entry with `for:` gives one for each item. `source` is that of the list."""
    cards: list[Card] = []
    characters = 0
    types = _as_written(entries, types, scope)
    for entry in entries:
        if not isinstance(entry, Mapping):
            expected("a mapping", entry, scope)
        elif "for" in entry.entries:
            for card, size in _family(entry, types, scope, source=source):
                cards.append(card)
                characters += size
                if characters > MOST_CHARACTERS:
                    break
        else:
            cards.append(_card(entry, types, scope, source=source))
        if len(cards) > MOST_CARDS:
            scope.error("too-many-cards", f"the list has more than {MOST_CARDS:,} cards", entry)
            break
        if characters > MOST_CHARACTERS:
            message = f"the families of the list have more than {MOST_CHARACTERS:,} characters"
            scope.error("too-many-cards", message, entry)
            break
    return cards


def _as_written(entries: list[Node], fields: Fields, scope: Scope) -> Fields:
    """The fields under the names that the cards have for them.

    A declared field that no card has, while all have one of nearly its name, is reported once.
    """
    cards = [entry for entry in entries if isinstance(entry, Mapping)]
    if len(cards) < 2 or cards[0].entries.keys() <= {*fields.types, *TAKEN_NAMES}:
        return fields
    common = set.intersection(*(set(card.entries) for card in cards)) - {*fields.types, *TAKEN_NAMES}
    lacking = [name for name in fields.types if not any(name in card.entries for card in cards)]
    types = dict(fields.types)
    for key in filter(common.__contains__, cards[0].entries):
        if name := meant(key, lacking):
            lacking.remove(name)
            types[key] = types.pop(name)
            message = f"no card has the declared field `{name}`, all {len(cards)} have `{key}`"
            scope.error("unknown-key", message, cards[0].key(key), hint=f"declare it as `{key}`")
    return msgspec.structs.replace(fields, types=types)


def _family(entry: Mapping, types: Fields, scope: Scope, source: str) -> Iterator[tuple[Card, int]]:
    """The cards of an entry with `for:`, and the number of characters of each.

    A mistake at one place is reported once.
    """
    from nineup.files.load.families import characters, expand

    inner = msgspec.structs.replace(scope, findings=Findings())
    reported = set()
    for each in expand(entry, inner):
        yield _card(each, types, inner, source=source), characters(each)
        new = [finding for finding in inner.findings if finding not in reported]
        reported.update(new)
        scope.findings.extend(new)
        inner.findings.clear()
    scope.findings.extend(inner.findings)


def _card(entry: Mapping, fields: Fields, scope: Scope, source: str) -> Card:
    types = fields.types
    values: Values = {}
    common: Values = {}
    unknown = []
    for key, node in entry.entries.items():
        type_ = types.get(key)
        if type_ is not None:
            values[key] = type_.read(node, scope)
        elif key in CARD_KEYS:
            common[key] = CARD_KEYS[key].type.read(node, scope)
        else:
            unknown.append(key)
    if unknown or len(values) < len(types) or "id" not in common:
        known, required = (*types, *TAKEN_NAMES), (*fields.required(), "id")
        for key, name in meant_keys(entry, unknown, scope, known=known, required=required).items():
            if name in types:
                values[name] = types[name].read(entry.entries[key], scope)
            elif name in CARD_KEYS:
                common[name] = CARD_KEYS[name].type.read(entry.entries[key], scope)
        fields.complete(values)
    if "decided" in common:
        check_decided(entry, (*types, *TAKEN_NAMES), scope)
    span = Span(scope.file.name, entry.line + 1, entry.column + 1, sheet=scope.file.sheet)
    keys = {"id": "", "source": source, **common}
    return Card(values=values, span=span, spans=spans_of(entry, scope.file), **keys)


def spans_of(entry: Mapping, file: SourceFile) -> Spans:
    """The places of an entry's values by key, of a record's by `record.field`, and of one in a list by
    `list.0.field`.
    """
    places: dict[str, int] = {}
    for key, node in entry.entries.items():
        places[key] = packed(node)
        if not isinstance(node, Scalar):
            _add_inner(node, f"{key}.", places)
    return Spans(file.name, places, file.sheet)


def _add_inner(node: Mapping | Sequence, path: str, places: dict[str, int]) -> None:
    """Adds the places of a mapping's values, and of those of records in lists."""
    if isinstance(node, Mapping):
        for name, value in node.entries.items():
            places[path + name] = packed(value)
            if not isinstance(value, Scalar):
                _add_inner(value, f"{path}{name}.", places)
    else:
        for number, value in enumerate(node.items):
            if not isinstance(value, Scalar):
                _add_inner(value, f"{path}{number}.", places)


def check_ids(cards: tuple[Card, ...], findings: Findings) -> None:
    """Report ids that two cards of a component share."""
    seen: dict[str, Card] = {}
    reported: set[Span] = set()
    for card in cards:
        first = seen.setdefault(card.id, card)
        span = card.spans.get("id", card.span) if first is not card and card.id else None
        if span is not None and span not in reported:
            reported.add(span)
            place = first.spans.get("id", first.span)
            hint = f"the first is in {place.place if place.sheet else f'{place.file}, line {place.line}'}"
            findings.error("duplicate-id", f"two cards have the id `{card.id}`", span, hint=hint)


def declared_types(fields: Map[str, Any], names: Names) -> dict[str, Type]:
    """The types of declarations that were kept as plain data."""
    scope = Scope(SourceFile("", ""), Findings(), names)
    return {name: DECLARED.read(as_node(kind), scope) for name, kind in fields.items()}
