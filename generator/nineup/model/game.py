"""A game as its files state it, and a run as what is printed. Data only.

Every record keeps the span of the place in the user's file that it came from.
"""

from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec

from nineup.base.diagnostics import Span
from nineup.base.geometry import Size
from nineup.base.units import MM

SIZES = {
    "poker": Size(63.5 * MM, 88.9 * MM),
    "bridge": Size(57.15 * MM, 88.9 * MM),
    "tarot": Size(70 * MM, 120 * MM),
    "mini": Size(44 * MM, 68 * MM),
    "mini-euro": Size(44 * MM, 67 * MM),
    "standard-euro": Size(59 * MM, 92 * MM),
    "business": Size(88.9 * MM, 50.8 * MM),
    "square": Size(63.5 * MM, 63.5 * MM),
}
"""Card sizes by the names that printers and sleeve makers use."""


class Item(str):
    """A value of one of a game's lists: its id, with the fields that the list gives it.

    It equals its id (`'red' in colors`); in an expression a dot reaches the fields (`card.color.tone`),
    of which `id` and `name` are always there.
    """

    __slots__ = ("fields",)
    fields: dict[str, Any]

    def __new__(cls, id: str, fields: dict[str, Any] | None = None) -> "Item":
        item = super().__new__(cls, id)
        item.fields = {"id": id, "name": id.replace("-", " ").capitalize(), **(fields or {})}
        return item


class Rich(str):
    """Text in the notation of cards: `{white}` is a symbol, `**bold**`, `*italic*`, `\\` escapes.

    Any other string is plain: its text is printed unchanged.
    """

    __slots__ = ()


class Expression(msgspec.Struct, frozen=True):
    """An expression or, in a family, a template; the span is where its first character is."""

    source: str
    span: Span


Amount = int | Expression | None
"""A number, the expression that computes it, or None where the document is silent (`unstated`)."""


class AmountStep(msgspec.Struct, frozen=True):
    """The amount for `low` to `high` players, both included."""

    low: int
    high: int
    amount: Amount
    span: Span


class PlayerTable(msgspec.Struct, frozen=True):
    """An amount for each player count; a plain number is one step for all of them."""

    steps: tuple[AmountStep, ...]
    span: Span

    def at(self, players: int) -> AmountStep | None:
        """The step that holds for a player count, or None where the table does not say."""
        for step in self.steps:
            if step.low <= players <= step.high:
                return step
        return None


class OptionStep(msgspec.Struct, frozen=True):
    """The amount where an option or an expansion has a value: on or off for a switch, else one of its
    words.
    """

    option: str
    value: bool | str
    amount: int
    span: Span


class OptionTable(msgspec.Struct, frozen=True):
    """An amount for each of some choices: the first one made counts, and without any the amount is 0."""

    steps: tuple[OptionStep, ...]
    span: Span


class Band(msgspec.Struct, frozen=True):
    """A range of player counts that one box serves: `base`, then any expansions."""

    name: str
    low: int
    high: int


UNSTATED = Band("unstated", 1, 6)
"""The players assumed for a game whose document doesn't state their number."""


class ItemList(msgspec.Struct, frozen=True):
    """One of a game's `lists`; `bands` names, for each item, the box it comes with ('' for the base)."""

    name: str
    items: tuple[Item, ...]
    bands: tuple[str, ...]
    span: Span
    spans: Mapping[tuple[str, ...], Span] = {}
    """The places of its items' fields, each by the item's id and the keys that lead to it."""


class Option(msgspec.Struct, frozen=True):
    """A choice that a group makes before it plays.

    `kind` is `switch` (yes or no), `one` (one of `values`) or `some` (a set of `values`: `at_least` to
    `at_most` of them, and at least one of `including` when that is given). Where these limits differ by
    player count they are those of the most players, and `at` gives the others.
    """

    id: str
    kind: Literal["switch", "one", "some"]
    values: tuple[Item, ...]
    default: bool | Item | tuple[Item, ...]
    at_least: int
    at_most: int
    including: tuple[str, ...]
    because: str
    span: Span
    source: str = ""
    decided: dict[str, str] = {}
    by_players: Mapping[int, "Option"] = {}
    """The option for each player count, if its limits differ: with the limits and the default there."""
    players: tuple[int, int] | None = None
    """The least and the most players for which these limits hold, if others have others."""

    def at(self, players: int) -> "Option":
        """The option as it is for a player count."""
        return self.by_players.get(players, self)

    @property
    def name(self) -> str:
        """Its name in expressions: the id with underscores."""
        return self.id.replace("-", "_")

    @property
    def is_limited(self) -> bool:
        """Whether a set may be too large."""
        return self.at_most < len(self.values)

    @property
    def amount(self) -> str:
        """How many of `values` a set takes: `2 or more`, `exactly 10`, `exactly 3 for 2 players`."""
        if self.by_players:
            return ", ".join(dict.fromkeys([option.amount for option in self.by_players.values()]))
        if self.players:
            return f"{msgspec.structs.replace(self, players=None).amount} for {self.counts}"
        if self.at_least == self.at_most:
            return f"exactly {self.at_most}"
        if not self.is_limited:
            return f"{self.at_least} or more"
        return f"{self.at_least} to {self.at_most}"

    @property
    def counts(self) -> str:
        """The players for which these limits hold: `2-3 players`; empty for all."""
        low, high = self.players or (0, 0)
        return f"{low if low == high else f'{low}-{high}'} player{'s' if high > 1 else ''}" if high else ""


class Choice(msgspec.Struct, frozen=True):
    """A value of an option, or an item that a set contains; of a switch `yes` or `no`."""

    option: str
    value: str

    def __str__(self) -> str:
        return self.option if self.value == "yes" else f"{self.option}={self.value}"

    def is_in(self, options: Mapping[str, Any]) -> bool:
        """Whether a choice of options contains it."""
        value = options[self.option]
        if isinstance(value, bool):
            return value == (self.value == "yes")
        return self.value in value if isinstance(value, tuple) else bool(value == self.value)


class Relation(msgspec.Struct, frozen=True):
    """Which choices go together: where all of `given` are made, all of `choices` must be (`requires`), none
    may be (`excludes`), or exactly one must be (`one-of`).
    """

    kind: Literal["requires", "excludes", "one-of"]
    given: tuple[Choice, ...]
    choices: tuple[Choice, ...]
    because: str
    span: Span

    @property
    def every(self) -> tuple[Choice, ...]:
        """All choices that it names."""
        return (*self.given, *self.choices)

    def refusal(self, is_made: Callable[[Choice], bool]) -> str:
        """Why a choice of options isn't possible; empty if the relation allows it."""
        if not all(map(is_made, self.given)):
            return ""
        matching = [str(choice) for choice in self.choices if is_made(choice)]
        lacking = [str(choice) for choice in self.choices if not is_made(choice)]
        before = f"`{'` and `'.join(map(str, self.given))}` " if self.given else ""
        needs, excludes = ("need", "exclude") if len(self.given) > 1 else ("needs", "excludes")
        if self.kind == "requires" and lacking:
            refusal = f"{before}{needs} `{lacking[0]}`" if before else f"`{lacking[0]}` is needed"
        elif self.kind == "excludes" and matching:
            refusal = f"{before}{excludes} `{matching[0]}`"
        elif self.kind == "one-of" and len(matching) != 1:
            listed = ", ".join(f"`{choice}`" for choice in self.choices)
            asked = (
                f"{before}{needs} exactly one of {listed}" if before else f"exactly one of {listed} is needed"
            )
            refusal = f"{asked}, not {' and '.join(f'`{each}`' for each in matching)}" if matching else asked
        else:
            return ""
        return f"{refusal}: {self.because.rstrip('.')}" if self.because else refusal

    def __str__(self) -> str:
        given = f"{' and '.join(map(str, self.given))} " if self.given else ""
        return f"{given}{self.kind} {', '.join(map(str, self.choices))}"


class Symbol(msgspec.Struct, frozen=True):
    """A sign that text and layouts can show; `art` is a path below the game's layouts."""

    id: str
    name: str
    art: str
    letter: str
    fields: dict[str, Any]
    span: Span
    source: str = ""
    decided: dict[str, str] = {}
    art_span: Span | None = None


class Term(msgspec.Struct, frozen=True):
    """A defined word: recognised in rich text in any of its forms, which include `id`."""

    id: str
    forms: tuple[str, ...]
    means: str
    span: Span
    source: str = ""
    decided: dict[str, str] = {}


class Card(msgspec.Struct, frozen=True):
    """An entry of a card list, or the one implied card of a component without a list.

    `values` holds the fields that the list declares: str, Rich, Item, bool, int, float, lists and
    dicts of these. `needs` is a range of players for which the card fully works.
    """

    id: str
    values: dict[str, Any]
    span: Span
    spans: Mapping[str, Span]
    """The place of each field's value; of a record's fields by `record.field`."""
    copies: int | PlayerTable | OptionTable = 1
    """How many there are; a table's amounts are whole numbers, and where one is 0 the card isn't in play."""
    when: Expression | None = None
    needs: tuple[int, int] | None = None
    accept: dict[str, str] = {}
    teaches: tuple[str, ...] = ()
    """What it explains, for the rule `taught`."""
    source: str = ""
    decided: dict[str, str] = {}
    languages: Mapping[str, str] | None = None
    """The language of its fields by name, and of all others by ``""``, if that isn't the game's."""

    def language_of(self, field: str) -> str:
        """The language that its list states for a field; empty if it is the game's."""
        return self.languages.get(field, self.languages.get("", "")) if self.languages else ""


class Component(msgspec.Struct, frozen=True):
    """A kind of thing in the box. Pieces = card copies × component copies × owners.

    `setup` counts laid out pieces, or kinds of card when `setup_kinds`; `box` holds the stated
    contents, by the largest player count of each box. Layout paths are below the game's layouts.
    """

    id: str
    name: str
    shape: str
    """The name of one of `nineup.faces.shapes.SHAPES`."""
    size: Size
    outline: str
    """Its outline: one of `nineup.faces.shapes.OUTLINES`."""
    corner: float
    layout: str
    cards: tuple[Card, ...]
    span: Span
    spans: dict[str, Span]
    back: str = ""
    """Empty for one-sided pieces."""
    for_each: str = ""
    pile: str = ""
    when: Expression | None = None
    copies: PlayerTable | None = None
    setup: PlayerTable | None = None
    setup_kinds: bool = False
    box: PlayerTable | None = None
    source: str = ""
    decided: dict[str, str] = {}
    accept: dict[str, str] = {}
    """Accepted findings: code and reason."""
    fields: dict[str, Any] = {}
    """The fields of the cards in its lists, with their types as declared in the file."""
    columns: Mapping[str, str] = {}
    """The fields of columns of its tables, by their titles, where the file says them."""
    ignore: tuple[str, ...] = ()
    """The titles of columns of its tables that aren't for the cards."""
    sides: Mapping[str, str] = {}
    """The layouts of further sides, by their names in its shape."""
    settings: Mapping[str, Any] = {}
    """The values of keys specific to its shape."""
    punch: str = ""
    """The name of the sheets that it shares with other components; empty if it is printed with those of its
    shape.
    """
    marks: str = ""
    """The marks for cutting: one of `nineup.model.paper.Marks`; empty leaves the choice to the sheet."""
    bleed: float = 0.0
    """The least ink that its sheets keep beyond the trim, in points."""


class RuleEntry(msgspec.Struct, frozen=True):
    """An entry of `rules:`: a ready-made rule's name with its settings, or a free one (`check`)."""

    name: str
    span: Span
    says: str = ""
    when: Expression | None = None
    check: Expression | None = None
    severity: Literal["error", "warning", "note"] = "error"
    settings: Any = None
    source: str = ""
    decided: dict[str, str] = {}
    each: tuple[str, ...] = ()
    """What a free rule iterates over: ids of components, names of lists, or paths such as `room.doors` and
    `data.setup`.
    """
    where: Expression | None = None
    """Selects which of these it checks; None for all of them."""
    let: tuple[tuple[str, Expression], ...] = ()
    """Names for intermediate values, each of which may use those before it."""
    written: Any = None
    """The settings as written; `settings` are those that its rule has read from them."""


class DeckPool(msgspec.Struct, frozen=True):
    """Cards of which each unique deck has some:

    `take` of those for which `where` holds, each at most `of_each` times.
    """

    id: str
    components: tuple[str, ...]
    take: int
    span: Span
    where: Expression | None = None
    of_each: int = 1

    @property
    def name(self) -> str:
        """Its name in expressions: the id with underscores."""
        return self.id.replace("-", "_")


class DeckRule(msgspec.Struct, frozen=True):
    """A condition on each unique deck."""

    says: str
    check: Expression
    span: Span


class Recipe(msgspec.Struct, frozen=True):
    """How unique decks are drawn: from each pool in turn, until the rules hold."""

    pools: tuple[DeckPool, ...]
    rules: tuple[DeckRule, ...]
    span: Span


class Game(msgspec.Struct, frozen=True):
    """A game as its files state it."""

    id: str
    title: str
    bands: tuple[Band, ...]
    lists: dict[str, ItemList]
    options: dict[str, Option]
    symbols: dict[str, Symbol]
    terms: dict[str, Term]
    data: dict[str, Any]
    """Plain data for layouts and appendices, by the name of its file or key."""
    components: dict[str, Component]
    rules: tuple[RuleEntry, ...]
    fields: dict[str, Any]
    """Further plain facts: year, ages, website, thanks …"""
    span: Span
    designer: str = ""
    licence: str = ""
    minutes: Expression | None = None
    questions: tuple[str, ...] = ()
    """Questions that the document leaves open."""
    source: str = ""
    decided: dict[str, str] = {}
    spans: Mapping[str, Span] = {}
    """Where the value of each of its keys begins."""
    places: Mapping[str, Span] = {}
    """The first occurrence of each text in its lists, or else in its data, symbols and terms."""
    language: str = ""
    """The language of its texts, as a tag such as `de` or `pt-BR`; empty if not stated."""
    translations: Mapping[str, Span] = {}
    """For a translated game, the place of each translation in its catalogue: its `msgstr`."""
    words: Mapping[tuple[str, str], str] = {}
    """For a translated game, the replacements of words in drawings, by file and original words."""
    labels: Mapping[str, str] = {}
    """For a translated game, the displayed names of fields and options."""
    source_language: str = ""
    """For a translated game, the language of its files."""
    unique: Recipe | None = None
    untranslated_fields: frozenset[str] = frozenset()
    """Names of fields whose texts are the same in every language."""
    legal: tuple[Relation, ...] = ()
    """Which choices of options go together."""
    computed: frozenset[str] = frozenset()
    """The sections with computed texts (`{= … }`): `cards`, `data` or `terms`."""

    def at(self, players: int) -> "Game":
        """The game with its options as they are for a player count; itself where that makes no difference."""
        if not any(option.by_players for option in self.options.values()):
            return self
        return msgspec.structs.replace(
            self, options={id: option.at(players) for id, option in self.options.items()}
        )

    @property
    def rights(self) -> Mapping[str, str]:
        """Whose the game is, by the names of its keys, in reading order; only what is stated."""
        stated = {"designer": self.designer, "licence": self.licence, **self.fields}
        return {name: str(stated[name]) for name in RIGHTS if stated.get(name)}


RIGHTS = ("designer", "publisher", "licence", "licence-text", "permission", "edition", "changes", "copyright")
"""The keys of a game that say whose it is and what may be done with it."""


class Part(msgspec.Struct, frozen=True):
    """A part of a run: a card of a component for an owner, and its copies."""

    component: Component
    card: Card
    owner: Item | None
    copies: int


class ComponentTally(msgspec.Struct, frozen=True):
    """What a run prints of a component, and what its setup lays out (None where unstated)."""

    component: str
    shape: str
    pieces: int
    faces: int
    setup: int | None


class Run(msgspec.Struct, frozen=True):
    """A game for one player count and one choice of options, resolved to what is printed.

    `name` is fit for a folder: `box`, `4p`, `3p-red-green`. `context` holds the names that expressions can
    use.
    """

    game: Game
    name: str
    players: int
    options: dict[str, Any]
    owners: tuple[Item, ...]
    context: dict[str, Any]
    parts: tuple[Part, ...]
    tallies: tuple[ComponentTally, ...]
