"""The keys of a game file, and how its sections become a `Game`."""

import re
from collections.abc import Collection, Iterator
from typing import Any

import msgspec

from nineup.base.diagnostics import Span, nearest
from nineup.base.plugins import PluginError
from nineup.base.project import Project
from nineup.files.load.amounts import Players
from nineup.files.load.cards_file import PROVENANCE
from nineup.files.load.components import COMPONENT, FILE, read_component
from nineup.files.load.options import OPTION, RELATION, read_legal, read_options
from nineup.files.load.recipe import RECIPE, read_recipe
from nineup.logic.select import has_computed
from nineup.model.game import Band, Component, Game, Item, ItemList, Rich, RuleEntry, Symbol, Term
from nineup.schema.files import read_text, root_of
from nineup.schema.languages import LANGUAGE
from nineup.schema.names import ELEMENTS
from nineup.schema.nodes import Mapping, Node, Scalar, Sequence, plain
from nineup.schema.records import Key, ListOf, MapOf, Record, described, fields_of, section
from nineup.schema.scope import Names, Scope, expected
from nineup.schema.types import DATA, FORMULA, NODE, RICH, TEXT, WORD, Keyword, Parsed, Plain, Unread, is_id

ITEM = Record({"name": Key(TEXT, "Its name for people.")}, others=DATA)

SYMBOL = Record(
    {
        "name": Key(TEXT, "Its name, also in the PDF's text.", required=True),
        "art": Key(FILE, "Its drawing, below the game's layouts.", required=True),
        "letter": Key(TEXT, "A letter that identifies it without color."),
        **PROVENANCE,
    },
    others=DATA,
)

TERM = Record(
    {
        "forms": Key(ListOf(TEXT, lone=True), "Other forms in which it is recognised."),
        "means": Key(RICH, "What it means, for the glossary.", required=True),
        **PROVENANCE,
    }
)


def _list_schema(names: Names) -> dict[str, Any]:
    """The items of a list: ids, ids with fields, or either of them by box."""
    items = [ListOf(WORD).schema(names), MapOf(ITEM).schema(names)]
    return {"anyOf": [*items, {"type": "object", "additionalProperties": {"anyOf": items}}]}


FREE_RULE = Record(
    {
        "says": Key(TEXT, "The rule in words.", required=True),
        "when": Key(FORMULA, "In which runs it must hold."),
        "each": Key(
            ListOf(ELEMENTS, lone=True),
            "What the check is made for, one by one: `room`, `room.doors`, `data.setup`.",
        ),
        "where": Key(FORMULA, "For which of `each` the check is made."),
        "let": Key(MapOf(FORMULA, keys=NODE), "Names for intermediate values of `each`, in order."),
        "check": Key(FORMULA, "What must be true.", required=True),
        "severity": Key(Keyword(("error", "warning", "note")), "How bad a failure is; default: error."),
        **PROVENANCE,
    }
)


def _rule_schema(names: Names) -> dict[str, Any]:
    """A rule: a free one with `check:`, or the name of a ready-made one with its settings."""
    schema: dict[str, Any] = {"type": "object", "properties": described(_BESIDE, names), "minProperties": 1}
    if names.rules is not None:
        schema["properties"] |= {name: type_.schema(names) for name, type_ in names.rules.items()}
        schema["additionalProperties"] = False
    free = {"if": {"required": ["check"]}, "then": FREE_RULE.schema(names), "else": schema}
    return {"type": "object", **free}


_BESIDE = {key: FREE_RULE.keys[key] for key in ("when", "severity", "source", "decided")}


def _data_schema(names: Names) -> dict[str, Any]:
    """Data for layouts: files below the game's folder, or the data itself by name."""
    return {"anyOf": [ListOf(FILE, lone=True).schema(names), {"type": "object"}]}


RULES = ListOf(Unread(_rule_schema))


def _sheet_file(text: str) -> str:
    """A CSV file below the game's folder. Raises ValueError."""
    if not re.fullmatch(r"(?:\w[\w. -]*/)*\w[\w. -]*\.csv", text) or ".." in text:
        raise ValueError(f"`{text}` is not the name of a CSV file")
    return text


def _address(text: str) -> str:
    """The address of a published sheet. Raises ValueError."""
    if not re.fullmatch(r"https://[^\s/?#@]+(?:[/?#]\S*)?", text):
        raise ValueError(f"`{text}` is not an address that begins with https://")
    return text


FETCH = MapOf(
    Parsed(
        _address, "", "an address", described={"type": "string", "pattern": "^https://"}, code="bad-address"
    ),
    keys=Parsed(
        _sheet_file,
        "",
        "a file's name",
        described={"type": "string", "pattern": r"\.csv$"},
        code="bad-path",
        hint="name a file below the game's folder, such as voyage.csv",
    ),
)
"""Published spreadsheets: the file for each, and its address. Only `nineup fetch` looks there."""

FACTS = {
    "year": "When it came out.",
    "ages": "The ages it is for.",
    "version": "The version of the rules or of the prototype.",
    "date": "The date of this version, for the record of a print.",
    "publisher": "Who publishes it.",
    "artist": "Who drew it.",
    "licence-text": "The web address of the licence.",
    "permission": "What may be done with it, where no licence says so.",
    "edition": "Who made the drawings and the wording of this edition, and their licence.",
    "changes": "Changes made to material under that licence.",
    "website": "Where to read more.",
    "copyright": "The copyright line.",
    "thanks": "The designer's acknowledgements.",
    "playtesting": "Who playtested it.",
    "tagline": "The game in one line.",
    "about": "The game in a few lines.",
}

GAME = Record(
    {
        "game": Key(TEXT, "The game's title.", required=True),
        "language": Key(LANGUAGE, "The language of its texts, such as `de`; default: en."),
        "untranslated-fields": Key(
            ListOf(TEXT, lone=True),
            "Fields that catalogues of translations leave out, such as an artist or a code.",
        ),
        "designer": Key(TEXT, "Who designed it."),
        "licence": Key(TEXT, "The licence under which it may be shared."),
        "players": Key(
            Players(), "How many can play: 2-4, or a range for each box (`base`, `expansion`).", required=True
        ),
        "minutes": Key(FORMULA, "How long it takes: a number or an expression."),
        "lists": Key(MapOf(Unread(_list_schema)), "The game's own vocabularies, in order."),
        "options": Key(MapOf(OPTION), "What a group chooses before it plays."),
        "legal": Key(ListOf(RELATION), "Which choices of options go together."),
        "symbols": Key(MapOf(SYMBOL), "The symbols that `{id}` in a text shows."),
        "terms": Key(MapOf(TERM, keys=NODE), "Defined words, recognised in rich text."),
        "components": Key(MapOf(COMPONENT), "What is in the box.", required=True),
        "data": Key(Unread(_data_schema), "Further data for layouts: files, or the data by name."),
        "rules": Key(RULES, "What must hold for every number of players and every choice."),
        "fetch": Key(FETCH, "Published spreadsheets for `nineup fetch`: a CSV file, and its address."),
        "unique": Key(RECIPE, "How `nineup unique` draws unique decks."),
        "questions": Key(ListOf(TEXT), "What the rulebook leaves open."),
        **{name: Key(DATA, says) for name, says in FACTS.items()},
        **PROVENANCE,
    }
)


_AS_GIVEN = ("language", "designer", "licence", "minutes", "questions", *PROVENANCE)


def read_game(id: str, root: Mapping, project: Project, scope: Scope) -> Game:
    """The whole game, section by section, each knowing the names of those before it."""
    root = GAME.mapping(root, scope) or root
    folder = f"cards/{id}"
    scope = scope.with_names(unread=_unread(root))
    bands: tuple[Band, ...] = GAME.value(root, "players", scope, ())
    if "players" not in root.entries or scope.is_refused(root.entries["players"]):
        scope = scope.with_names(unread=scope.names.unread | {"players"})
    known, raw = _symbols(root, scope)
    scope = scope.with_names(symbols=known)
    lists = _lists(root, bands, scope)
    unread = scope.names.unread | {f"lists.{each.name}" for each in lists.values() if not _is_read(each)}
    scope = scope.with_names(lists=lists, bands=bands, unread=unread)
    options = read_options(root, bands, scope)
    scope = scope.with_names(options=options, unread=unread | _unread_options(root, scope))
    legal = read_legal(root, options, scope)
    before = len(scope.findings)
    data, places = _data(root, folder, project, scope=scope)
    if scope.findings.failed_since(before):
        scope = scope.with_names(unread=scope.names.unread | {"data"})
    components = {
        key: component
        for key, node in section(root, "components", scope).entries.items()
        if (component := read_component(key, node, folder, bands=bands, project=project, scope=scope))
        is not None
    }
    terms = _terms(root, scope)
    GAME.value(root, "fetch", scope)
    for key in ("lists", "symbols", *FACTS):
        _refuse_computed(root.entries.get(key), key, scope)
    return Game(
        id=id,
        title=GAME.value(root, "game", scope, ""),
        bands=tuple(band for band in bands if band.high),
        lists=lists,
        options=options,
        legal=legal,
        symbols=raw,
        terms=terms,
        data=data,
        components=components,
        rules=_rules(root, scope.with_names(components=components, data=data)),
        fields={key: DATA.read(node, scope) for key, node in root.entries.items() if key in FACTS},
        span=scope.file.span(root),
        spans={key: scope.file.span(node) for key, node in root.entries.items()},
        places={**_named_places(root, scope), **places, **_places(root.entries.get("lists"), scope)},
        unique=read_recipe(root, options, scope.with_names(components=components)),
        computed=_computed(components, data, terms),
        untranslated_fields=_untranslated_fields(root, components, lists, data=data, scope=scope),
        **{key: GAME.value(root, key, scope) for key in _AS_GIVEN if key in root.entries},
    )


_SECTIONS = ("lists", "options", "symbols", "components")


def _unread(root: Mapping) -> frozenset[str]:
    """The sections whose names can't all be read: not mappings, with keys that aren't ids, or perhaps meant
    by a key that isn't known.
    """
    is_known = root.entries.keys() <= GAME.keys.keys()
    unread = set()
    for name in _SECTIONS:
        node = root.entries.get(name)
        if node is None and is_known:
            continue
        if not isinstance(node, Mapping) or not all(map(is_id, node.entries)):
            unread.add(name)
    components = root.entries.get("components")
    if isinstance(components, Mapping) and not all(
        isinstance(node, Mapping) for node in components.entries.values()
    ):
        unread.add("components")
    return frozenset(unread)


def _is_read(vocabulary: ItemList) -> bool:
    """Whether all items of a list have an id of their own."""
    ids = [str(item) for item in vocabulary.items]
    return bool(ids) and all(map(is_id, ids)) and len(set(ids)) == len(ids)


def _unread_options(root: Mapping, scope: Scope) -> set[str]:
    """The options with a mistake, or with one in their list: they may have other values."""
    options = root.entries.get("options")
    nodes = options.entries if isinstance(options, Mapping) else {}
    return {
        f"options.{id}" for id, node in nodes.items() if scope.is_refused(node) or _has_open_list(node, scope)
    }


def _has_open_list(node: Node, scope: Scope) -> bool:
    values = [node.entries.get(key) for key in ("choose", "choose-one")] if isinstance(node, Mapping) else []
    return any(isinstance(each, Scalar) and scope.names.may_have("lists", each.text) for each in values)


def _untranslated_fields(
    root: Mapping,
    components: dict[str, Component],
    lists: dict[str, ItemList],
    data: dict[str, Any],
    scope: Scope,
) -> frozenset[str]:
    """The names in `untranslated-fields`; one that no card, list item, data or fact has is reported."""
    stated = root.entries.get("untranslated-fields")
    if stated is None:
        return frozenset()
    cards = (card.values for component in components.values() for card in component.cards)
    items = (item.fields for listed in lists.values() for item in listed.items)
    known = tuple(dict.fromkeys((*_keys((*cards, *items, data)), *FACTS)))
    names = frozenset(GAME.value(root, "untranslated-fields", scope, []))
    for scalar in _scalars(stated):
        if scalar.text in names.difference(known):
            message = f"no card, list or data has a field `{scalar.text}`"
            scope.error("unknown-key", message, scalar, hint=nearest(scalar.text, known))
    return names


def _keys(value: Any) -> Iterator[str]:
    """The names of the fields in some values, at any depth."""
    if isinstance(value, dict):
        yield from map(str, value)
        value = tuple(value.values())
    if isinstance(value, (list, tuple)):
        for each in value:
            yield from _keys(each)


def _computed(
    components: dict[str, Component], data: dict[str, Any], terms: dict[str, Term]
) -> frozenset[str]:
    """The sections with computed texts."""
    cards = (card.values for component in components.values() for card in component.cards)
    computed = {
        "cards": any(map(has_computed, cards)),
        "data": has_computed(data),
        "terms": any(has_computed(Rich(term.means)) for term in terms.values()),
    }
    return frozenset(section for section, is_there in computed.items() if is_there)


def _refuse_computed(node: Node | None, section: str, scope: Scope) -> None:
    """Reports texts with `{= … }` in a section whose texts must be the same in every run."""
    for scalar in _scalars(node):
        if "{=" in scalar.text and has_computed(Rich(scalar.text)):
            message = f"texts in `{section}` can't be computed"
            place = scope.file.inside(scalar, scalar.text.index("{="), "{=")
            scope.findings.error("bad-expression", message, place, hint="put it into a card, a term or data")


def _symbols(root: Mapping, scope: Scope) -> tuple[dict[str, Item], dict[str, Symbol]]:
    """The symbols, as items for card fields and as records. Their fields may name symbols themselves."""
    nodes = section(root, "symbols", scope).entries
    inner = scope.with_names(symbols={key: Item(key) for key in nodes})
    items: dict[str, Item] = {}
    symbols: dict[str, Symbol] = {}
    for id, node in nodes.items():
        values = SYMBOL.read(node, inner)
        more = {key: value for key, value in values.items() if key not in SYMBOL.keys}
        name, art, letter = values.get("name", id), values.get("art", ""), values.get("letter", "")
        origin = fields_of(values, PROVENANCE)
        drawn = scope.file.span(node.value("art")) if isinstance(node, Mapping) else None
        symbols[id] = Symbol(
            id, name, art, letter=letter, fields=more, span=scope.file.span(node), **origin, art_span=drawn
        )
        items[id] = Item(id, {**more, "name": name, "letter": letter, "symbol": Rich(f"{{{id}}}")})
    return items, symbols


def _lists(root: Mapping, bands: tuple[Band, ...], scope: Scope) -> dict[str, ItemList]:
    names = {band.name for band in bands}
    lists: dict[str, ItemList] = {}
    for name, node in section(root, "lists", scope).entries.items():
        parts: list[tuple[str, Node]] = [("", node)]
        if isinstance(node, Mapping) and node.entries and _are_boxes(node, names):
            base = bands[0].name if bands else ""
            parts = [("" if key == base else key, part) for key, part in node.entries.items()]
            for key in node.key_nodes() if not scope.names.may_have("players") else ():
                if key.text not in names:
                    hint = nearest(key.text, tuple(names))
                    scope.error("unknown-word", f"`players` has no box `{key.text}`", key, hint=hint)
        items: list[Item] = []
        places: list[str] = []
        spans: dict[tuple[str, ...], Span] = {}
        for band, part in parts:
            read = _items(part, items, scope)
            items += read
            places += [band] * len(read)
            spans |= _field_spans(part, scope)
        lists[name] = ItemList(name, tuple(items), tuple(places), span=scope.file.span(node), spans=spans)
    return lists


def _are_boxes(node: Mapping, names: Collection[str]) -> bool:
    """Whether the keys of a list are the names of boxes, right or wrong: an item is no list."""
    are_lists = all(isinstance(part, Sequence) for part in node.entries.values())
    return are_lists or all(key in names for key in node.entries)


def _field_spans(node: Node, scope: Scope, path: tuple[str, ...] = ()) -> dict[tuple[str, ...], Span]:
    """The places of the values in nested mappings, by the keys that lead to them."""
    spans: dict[tuple[str, ...], Span] = {}
    for key, inner in node.entries.items() if isinstance(node, Mapping) else ():
        spans[*path, key] = scope.file.span(inner)
        spans |= _field_spans(inner, scope, (*path, key))
    return spans


def _items(node: Node, before: list[Item], scope: Scope) -> list[Item]:
    """Items with their fields; an item with the id of a symbol gets that symbol."""
    fields: dict[str, Any] = {}
    if isinstance(node, Mapping):
        fields = MapOf(ITEM).read(node, scope)
        entries = [(key.text, scope.file.span(key)) for key in node.key_nodes()]
    else:
        words = ListOf(WORD).read(node, scope)
        entries = [
            (id, scope.file.span(item)) for id, item in zip(words, getattr(node, "items", ()), strict=True)
        ]
    items: list[Item] = []
    known = {str(item) for item in before}
    for id, place in entries:
        if id in known:
            scope.findings.error("duplicate-id", f"`{id}` appears twice in this list", place)
        known.add(id)
        symbol = {"symbol": Rich(f"{{{id}}}")} if id in scope.names.symbols else {}
        items.append(Item(id, symbol | fields.get(id, {})))
    return items


def _terms(root: Mapping, scope: Scope) -> dict[str, Term]:
    terms: dict[str, Term] = {}
    seen: dict[str, str] = {}
    section_node = section(root, "terms", scope, keys=NODE)
    for key in section_node.key_nodes():
        id, place = key.text, scope.file.span(key)
        values = TERM.read(section_node.entries[id], scope)
        forms = (id, *values.get("forms", ()))
        for form in forms:
            if form in seen:
                scope.findings.error("duplicate-id", f"`{form}` is already a form of `{seen[form]}`", place)
            seen.setdefault(form, id)
        terms[id] = Term(id, forms, values.get("means", ""), span=place, **fields_of(values, PROVENANCE))
    return terms


def _data(
    root: Mapping, folder: str, project: Project, scope: Scope
) -> tuple[dict[str, Any], dict[str, Span]]:
    """The data by name, and the places of their texts."""
    node = root.entries.get("data")
    if node is None:
        return {}, {}
    if isinstance(node, Mapping):
        return {key: DATA.read(value, scope) for key, value in node.entries.items()}, _places(node, scope)
    data: dict[str, Any] = {}
    places: dict[str, Span] = {}
    for file in node.items if isinstance(node, Sequence) else [node]:
        path = FILE.read(file, scope)
        name = path.rsplit("/", 1)[-1].rsplit(".", 1)[0]
        if name in data:
            scope.error("duplicate-id", f"there is already data called `{name}`", file)
        data[name], inside = (
            _data_file(project, f"{folder}/{path}", file, scope=scope) if path else (None, {})
        )
        places = {**inside, **places}
    return data, places


def _data_file(project: Project, path: str, node: Node, scope: Scope) -> tuple[Any, dict[str, Span]]:
    """The data in a file named at a node, and the places of its texts."""
    place = scope.file.span(node)
    text = read_text(project, path, scope.findings, place=place)
    if text is None:
        return None, {}
    tree, source = root_of(text, path, scope.findings, place=place)
    inner = msgspec.structs.replace(scope, file=source)
    return (None if tree is None else DATA.read(tree, inner)), _places(tree, inner)


def _named_places(root: Mapping, scope: Scope) -> dict[str, Span]:
    """The places of the texts of symbols and terms."""
    return _places(root.entries.get("terms"), scope) | _places(root.entries.get("symbols"), scope)


def _places(node: Node | None, scope: Scope) -> dict[str, Span]:
    """The place of each text of a node; of equal texts, the first."""
    places: dict[str, Span] = {}
    for scalar in _scalars(node):
        places.setdefault(plain(scalar), scope.file.span(scalar))
    return places


def _scalars(node: Node | None) -> Iterator[Scalar]:
    if isinstance(node, Scalar):
        yield node
    elif node is not None:
        for inner in node.entries.values() if isinstance(node, Mapping) else node.items:
            yield from _scalars(inner)


def _rules(root: Mapping, scope: Scope) -> tuple[RuleEntry, ...]:
    node = root.entries.get("rules")
    nodes: tuple[Node, ...] = RULES.read(node, scope) if node is not None else ()
    return tuple(entry for each in nodes if (entry := _rule(each, scope)) is not None)


def _rule(node: Node, scope: Scope) -> RuleEntry | None:
    """An entry; None if it has any error."""
    if not isinstance(node, Mapping):
        expected("a mapping", node, scope)
        return None
    names = [key for key in node.entries if key not in _BESIDE]
    record, name = FREE_RULE, ""
    if not ("check" in names or "says" in names or len(names) != 1):
        name = names[0]
        record = Record({**_BESIDE, name: Key(NODE, "")})
    before = len(scope.findings)
    values = record.read(node, scope)
    values.pop(name, None)
    settings = _settings(name, node, scope) if name else None
    if scope.findings.failed_since(before):
        return None
    written = Plain(rich=False).read(node.entries[name], scope) if name else None
    let = tuple(values.pop("let", {}).items())
    place = scope.file.span(node)
    return RuleEntry(name, place, settings=settings, let=let, written=written, **values)


def _settings(name: str, node: Mapping, scope: Scope) -> Any:
    """The settings that a ready-made rule reads from its entry; all mistakes have the code `bad-rule`."""
    known = scope.names.rules or {}
    try:
        if name in known:
            return known[name].read(
                node.entries[name], msgspec.structs.replace(scope, code="bad-rule", key_code="bad-rule")
            )
    except PluginError as error:
        scope.error("broken-plugin", str(error), node.key(name))
        return None
    if scope.names.rules is not None:
        scope.error(
            "unknown-rule", f"there is no rule `{name}`", node.key(name), hint=nearest(name, tuple(known))
        )
    return None
