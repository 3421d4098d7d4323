"""Finds what uses a field besides its cards: bindings of layouts, expressions and settings of rules, and
texts with `{= … }`.

Expressions are read by their syntax trees: `card.cost` in a rule with `each: room` is the field of rooms,
`gem.cost` in a loop over `lists.gem` is none. A use that may be of another card (two components with a field
`cost` share a layout, or a key is computed) is uncertain.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec

from nineup.base.diagnostics import Findings, Span
from nineup.base.project import ProjectError, line_starts
from nineup.files.edit.fields.declaring import FieldHome, Read
from nineup.files.edit.lists import card_lists, list_root
from nineup.files.edit.parts import Leaf, SourcePart, ValuePath, leaves
from nineup.logic.expression import ExpressionError
from nineup.logic.expression.analysis.fields import ANY, FieldRead, ValuePaths, field_reads, value_paths
from nineup.logic.select import sources
from nineup.model.game import Component, Expression, Game, RuleEntry
from nineup.rules import rule_named
from nineup.schema.names import ELEMENTS, FIELD
from nineup.schema.records import ListOf, Record
from nineup.schema.types import Parsed
from nineup.svg.xml import SvgElement, parse_svg

_COMPUTED = re.compile(r"\{=([^{}]*)\}")
_TOKEN = re.compile(r"&[^;]{0,40};|.", re.DOTALL)
_NO_CARDS = frozenset("owner component game palette data lists symbols terms loop players text turn".split())
"""Names of the context that are no cards."""

Cards = Mapping[str, tuple[str, ...] | None]
"""The components whose cards a name may be; None if that isn't known."""


class FieldUse(msgspec.Struct, frozen=True, order=True):
    """A place that names a field; `path` leads to its value in a YAML file, and is empty in a layout."""

    span: Span
    """The name itself in a layout; the value in YAML."""
    path: tuple[Any, ...]
    start: int
    """The offset of the name in the value's text."""
    is_word: bool
    """Whether it stands after a dot, where `_` is written for `-`."""
    is_certain: bool
    shared: tuple[str, ...] = ()
    """Other components whose field of this name it means, too; then it is uncertain."""


def field_uses(
    game: Game, home: FieldHome, name: str, read: Read, *, also: Collection[str] = ()
) -> tuple[FieldUse, ...]:
    """The uses of a field in the game's files, by file and line; each place once. Raises ListError.

    `also` are further components whose field of this name is meant.
    """
    components = frozenset((*home.components, *also))
    return tuple(sorted(set(_Search(game, components, name, read=read).all()), key=_order))


class _Judged(NamedTuple):
    """A read of a field in a source: its offset, and whether it stands after a dot and is certain."""

    start: int
    is_word: bool
    is_certain: bool
    shared: tuple[str, ...]


def _order(use: FieldUse) -> tuple[Any, ...]:
    return (use.span.file, use.span.line, use.span.column, use.start)


class _Search:
    def __init__(self, game: Game, components: frozenset[str], name: str, read: Read) -> None:
        self.game = game
        self.home = components
        self.name = name
        self.read = read
        self.known: dict[str, ValuePaths] = {}
        """The values of a rule's `let:`."""
        self.others = frozenset(_NO_CARDS | {each.replace("-", "_") for each in (*game.lists, *game.options)})

    def all(self) -> Iterator[FieldUse]:
        for component in self.game.components.values():
            own: Cards = {"card": (component.id,)}
            rest = msgspec.structs.replace(component, cards=())
            yield from self._expressions(rest, own)
            for card in component.cards:
                if card.when is not None:
                    yield from self._expressions(card.when, own)
        for entry in self.game.rules:
            yield from self._rule(entry)
        for pool in self.game.unique.pools if self.game.unique else ():
            yield from self._expressions(pool.where, {"card": pool.components})
        yield from self._expressions(self.game.unique.rules if self.game.unique else (), {"card": None})
        yield from self._expressions(self.game.minutes, {})
        yield from self._all_texts()
        yield from self._layouts()

    # Expressions

    def _expressions(self, value: Any, cards: Cards) -> Iterator[FieldUse]:
        """The uses in the expressions of a record, in all its depth."""
        if isinstance(value, Expression):
            is_named = any(True for _ in self._judged(value.source, False, cards))
            leaf = self._leaf(value.span) if is_named else None
            at = leaf.value.text.find(value.source) if leaf else -1
            if is_named and (leaf is None or at < 0):  # in a table, whose cells aren't rewritten
                yield FieldUse(value.span, (), 0, is_word=False, is_certain=False)
            elif leaf is not None:
                yield from self._in_value(value.span.file, *leaf, value.source, at, cards)
        elif isinstance(value, msgspec.Struct):
            for each in value.__struct_fields__:
                yield from self._expressions(getattr(value, each), cards)
        elif isinstance(value, Mapping):
            for each in value.values():
                yield from self._expressions(each, cards)
        elif isinstance(value, (list, tuple)):
            for each in value:
                yield from self._expressions(each, cards)

    def _in_value(
        self, file: str, path: ValuePath, part: SourcePart, source: str, at: int, cards: Cards
    ) -> Iterator[FieldUse]:
        for each in self._judged(source, False, cards):
            span = _place(file, self.read(file), part.start)
            yield FieldUse(
                span,
                path,
                at + each.start,
                is_word=each.is_word,
                is_certain=each.is_certain,
                shared=each.shared,
            )

    def _judged(self, source: str, is_template: bool, cards: Cards) -> Iterator[_Judged]:
        """The uses in a source."""
        try:
            reads = field_reads(source, is_template, self.known)
        except ExpressionError:
            return  # It is reported where it is compiled.
        for each in reads:
            is_certain = self._is_certain(each, cards)
            if is_certain is not None:
                shared = set().union(*(self._sharing(path, cards) for path in each.of))
                yield _Judged(each.start, each.is_word, is_certain, shared=tuple(sorted(shared)))

    def _is_certain(self, read: FieldRead, cards: Cards) -> bool | None:
        """Whether a read is of the field; None if it isn't."""
        first = read.name.partition(".")[0]
        if read.name and first.replace("-", "_") != self.name.replace("-", "_"):
            return None
        verdicts = {self._verdict(path, cards) for path in read.of} or {False}
        if verdicts == {None} or (not read.name and True not in verdicts):
            return None
        return verdicts == {True} and bool(read.name)

    def _verdict(self, path: tuple[str, ...], cards: Cards) -> bool | None:
        root = path[0]
        if root in self.others:
            return None
        if ANY in path and root not in cards:
            # `cards('room')[n]` is one of these cards; what a computed key leads to elsewhere isn't known.
            return False
        if len(path) > 1:
            return None
        components = cards[root] if root in cards else self._called(root) if root.endswith("')") else None
        return None if components == () else self._of(components)

    def _sharing(self, path: tuple[str, ...], cards: Cards) -> set[str]:
        """The other components that may be meant by a read from a path, if these are all known."""
        root = path[0]
        components = cards.get(root) if root in cards else self._called(root) if root.endswith("')") else None
        is_card = len(path) == 1 and root not in self.others
        return (
            self._others(components or ()) if is_card and self.home.intersection(components or ()) else set()
        )

    def _others(self, components: Iterable[str]) -> set[str]:
        return {id for id in components if id not in self.home and self._has(id)}

    def _called(self, call: str) -> tuple[str, ...]:
        """The components that a call such as `cards('room')` names."""
        id = call.partition("('")[2].removesuffix("')")
        of_pile = [each.id for each in self.game.components.values() if each.pile == id]
        return (id,) if id in self.game.components else tuple(of_pile)

    def _of(self, components: tuple[str, ...] | None) -> bool | None:
        """Whether cards of some components have the field; None if they don't."""
        if components is None:
            return False
        if not self.home.intersection(components):
            return None
        return not self._others(components)

    def _has(self, id: str) -> bool:
        component = self.game.components[id]
        return self.name in component.fields or any(self.name in card.values for card in component.cards)

    # Rules

    def _rule(self, entry: RuleEntry) -> Iterator[FieldUse]:
        file = entry.span.file
        root = list_root(self.read(file))
        rules = root.find("rules") if root is not None else None
        offset = _offset(self.read(file), entry.span)
        for at, part in enumerate(rules.values if rules is not None else ()):
            if part.start == offset:
                yield from self._settings(entry, ("rules", at), part)
        heads = [each.partition(".") for each in entry.each or _elements_of(entry)]
        of = tuple(head for head, _, _ in heads if head in self.game.components)
        whole = tuple(head for head, _, rest in heads if head in self.game.components and not rest)
        cards: Cards = {"card": of, "item": whole}
        yield from self._expressions((entry.when, entry.where), cards)
        for name, source in entry.let:
            yield from self._expressions(source, cards)
            with suppress(ExpressionError):  # It is reported where it is read.
                self.known[name] = value_paths(source.source, self.known)
        yield from self._expressions(entry.check, cards)
        self.known.clear()
        yield from self._expressions(entry.settings, cards if heads else {"card": None})

    def _settings(self, entry: RuleEntry, path: ValuePath, part: SourcePart) -> Iterator[FieldUse]:
        """The settings that name the field: `each: room.doors`, and those of a ready-made rule."""
        if entry.check is not None:
            each = part.find("each")
            if each is not None:
                yield from self._elements(entry.span.file, (*path, "each"), each)
            return
        rule = rule_named(entry.name)
        settings = part.find(entry.name)
        if rule is not None and rule.settings is not None and settings is not None:
            yield from self._record(entry.span.file, (*path, entry.name), settings, record=rule.settings)

    def _record(self, file: str, path: ValuePath, part: SourcePart, record: Record) -> Iterator[FieldUse]:
        named = tuple(
            head
            for each in part.values
            for _, leaf in leaves(each)
            if (head := leaf.text.partition(".")[0]) in self.game.components
        )
        for key, value in zip(part.keys, part.values, strict=False):
            type_ = record.keys[key.text].type if key.text in record.keys else None
            inner = type_.of if isinstance(type_, ListOf) else type_
            place = (*path, key.text)
            if inner is ELEMENTS:
                yield from self._elements(file, place, value)
            elif isinstance(inner, Parsed) and inner.what == FIELD.what:
                for leaf_path, leaf in leaves(value, place):
                    meant = named or tuple(self.game.components)
                    is_certain = self._of(meant)
                    if leaf.text.partition(".")[0] == self.name and is_certain is not None:
                        span = _place(file, self.read(file), leaf.start)
                        shared = tuple(sorted(self._others(meant)))
                        yield FieldUse(
                            span, leaf_path, 0, is_word=False, is_certain=is_certain, shared=shared
                        )
            elif isinstance(inner, Record) and value.kind == "mapping":
                yield from self._record(file, place, value, record=inner)

    def _elements(self, file: str, path: ValuePath, part: SourcePart) -> Iterator[FieldUse]:
        for leaf_path, leaf in leaves(part, path):
            head, _, rest = leaf.text.partition(".")
            if head in self.home and rest.partition(".")[0] == self.name:
                span = _place(file, self.read(file), leaf.start)
                yield FieldUse(span, leaf_path, len(head) + 1, is_word=False, is_certain=True)

    # Texts

    def _all_texts(self) -> Iterator[FieldUse]:
        """The expressions in texts; what `card` is there is known in a card list of its own."""
        game_file, game = self.game.span.file, self.game
        files: dict[str, tuple[str, ...] | None] = {}
        for each in card_lists(game, self.read):
            files[each.file] = (*(files.get(each.file) or ()), each.component)
        root = list_root(self.read(game_file))
        data = root.find("data") if root is not None else None
        named = [leaf.text for _, leaf in leaves(data)] if data is not None and not data.keys else []
        files |= {f"cards/{game.id}/{name}": None for name in named} | {game_file: None}
        for file, components in files.items():
            if file.endswith((".yaml", ".yml")):
                yield from self._texts(file, {"card": components})
        for component in game.components.values():
            for card in component.cards if "cards" in game.computed else ():
                if not card.span.file.endswith((".yaml", ".yml")):
                    for _, source in sources(card.values):
                        if any(True for _ in self._judged(source, False, {"card": (component.id,)})):
                            yield FieldUse(card.span, (), 0, is_word=False, is_certain=False)

    def _texts(self, file: str, cards: Cards) -> Iterator[FieldUse]:
        root = list_root(self.read(file))
        for path, leaf in leaves(root) if root is not None else ():
            for match in _COMPUTED.finditer(leaf.text) if "{=" in leaf.text else ():
                yield from self._in_value(file, path, leaf, source=match[1], at=match.start(1), cards=cards)

    # Layouts

    def _layouts(self) -> Iterator[FieldUse]:
        users: dict[str, set[str]] = {}
        for component in self.game.components.values():
            for file in self._drawings(component):
                users.setdefault(file, set()).add(component.id)
        for file, ids in users.items():
            if (root := self._svg(file)) is not None:
                yield from self._element(root, {"card": tuple(ids)}, ())

    def _drawings(self, component: Component) -> set[str]:
        """The layouts of a component, and the drawings that they use."""
        folder = f"layouts/{self.game.id}"
        todo = [f"{folder}/{each}" for each in (component.layout, component.back, *component.sides.values())]
        drawings: set[str] = set()
        while todo:
            file = todo.pop()
            if file in drawings or not file.endswith(".svg") or (root := self._svg(file)) is None:
                continue
            drawings.add(file)
            links = [each.attributes.get("href", "").partition("#")[0] for each in root.all()]
            todo += [f"{folder}/{link}" for link in links if link.endswith(".svg")]
        return drawings

    def _svg(self, file: str) -> SvgElement | None:
        try:
            document = parse_svg(file, self.read(file), Findings())
        except ProjectError:
            return None  # It is reported where it is named.
        return document.root if document is not None else None

    def _element(self, element: SvgElement, cards: Cards, loops: tuple[str, ...]) -> Iterator[FieldUse]:
        if "each" in element.bindings:
            yield from self._binding(element, "each", cards, loops=loops)
            loops = (*loops, "{% for " + element.bindings["each"] + " %}")
        for name in element.bindings:
            if name != "each":
                yield from self._binding(element, name, cards, loops=loops)
        for child in element.elements():
            yield from self._element(child, cards, loops)

    def _binding(
        self, element: SvgElement, name: str, cards: Cards, loops: tuple[str, ...]
    ) -> Iterator[FieldUse]:
        source = element.bindings[name]
        opening, closing = {"if": ("{% if ", " %}{% endif %}"), "each": ("{% for ", " %}{% endfor %}")}.get(
            name, ("", "")
        )
        before = "".join(loops) + opening
        whole = before + source + closing + "{% endfor %}" * len(loops)
        written = element.document.value(element.offset, f"n:{name}")
        signs = [sign.start() for sign in _TOKEN.finditer(written)]
        value = element.span(f"n:{name}")
        begin = line_starts(element.document.source)[value.line - 1] + value.column - 1
        for use in self._judged(whole, True, cards):
            at = use.start - len(before)
            if not 0 <= at < len(source):
                continue
            exact = len(signs) == len(source) and written[signs[at] :].startswith(source[at : at + 1])
            place = element.document.place(begin + signs[at], len(self.name)) if exact else value
            yield FieldUse(
                place,
                (),
                0,
                is_word=use.is_word,
                is_certain=use.is_certain and exact,
                shared=use.shared if exact else (),
            )

    def _leaf(self, span: Span) -> Leaf | None:
        """The value at a place of a YAML file: that of a block is its first line of text."""
        if not span.file.endswith(".yaml"):
            return None
        offset, root = _offset(self.read(span.file), span), list_root(self.read(span.file))
        known = leaves(root) if root is not None else ()
        return next((leaf for leaf in known if leaf.value.start <= offset < leaf.value.end), None)


def _elements_of(entry: RuleEntry) -> tuple[str, ...]:
    """What a ready-made rule iterates over, if it says that as free rules do."""
    rule = rule_named(entry.name) if entry.check is None else None
    key = rule.settings.keys.get("each") if rule is not None and rule.settings is not None else None
    inner = key.type.of if key is not None and isinstance(key.type, ListOf) else None
    return tuple(entry.settings["each"]) if inner is ELEMENTS and isinstance(entry.settings, Mapping) else ()


def _offset(text: str, span: Span) -> int:
    return line_starts(text)[span.line - 1] + span.column - 1


def _place(file: str, text: str, offset: int) -> Span:
    line = text.count("\n", 0, offset) + 1
    return Span(file, line, offset - (text.rfind("\n", 0, offset) + 1) + 1)
