"""What players may choose at a published table, and what lies on it after each choice.

Many games have too many set-ups for a list of them. So each amount is computed for what it depends on: the
red gems for each player count with and without red among the colors, not for 248 sets of colors. The browser
(`static/tablechoice.js`) puts a set-up together from these (`choice_data`).

What amounts depend on is known from their expressions. As a check, set-ups that together have every pair of
choices are compared with what is put together; if one differs, options keep their defaults, and the page
says so.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec
from nineup.base import Findings
from nineup.faces.shapes import drawn_sides
from nineup.layout.typeset import Drawn, typeset
from nineup.logic.select import (
    Configuration,
    SetItem,
    SetLength,
    Space,
    Use,
    Uses,
    is_implied,
    option_of,
    pairwise,
    used_by_amount,
    used_by_amounts,
    used_by_card_texts,
    used_by_copies,
    used_by_count,
    used_by_deal,
    used_by_expression,
    used_by_owners,
    used_by_template,
)
from nineup.model import Card, Component, Item, Option, Run
from nineup.pipeline import DrawnRun, choose_run

from nineup_export.web.table_setup import (
    Deal,
    Die,
    TablePiece,
    TableSetup,
    Zone,
    is_on_table,
    piece_key,
    set_up,
)

MOST_ROWS = 1000
"""The most choices that an amount may depend on; beyond, an option keeps its default."""

MOST_LOOKS = 24
"""The most choices that the look of a piece may depend on; beyond, it looks as it does by default."""

PLAYERS: Uses = frozenset({"players"})


class Choice(NamedTuple):
    """Players, and some options as they are typed; others have their defaults."""

    players: int
    options: tuple[tuple[str, str], ...] = ()

    @property
    def in_words(self) -> str:
        players = "1 player" if self.players == 1 else f"{self.players} players"
        return ", ".join((players, *(value for _, value in self.options if value)))


class Place(NamedTuple):
    """What an amount is about: cards in a zone or in one of its stacks, a stack's size, a deal, or a die."""

    kind: str
    zone: str
    component: str
    key: str = ""


def typed(value: bool | Item | tuple[Item, ...]) -> str:
    """A value of an option as it is typed: `yes`, `long`, `red,green`."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(value) if isinstance(value, tuple) else str(value)


def row_key(uses: Uses, configuration: Configuration) -> str:
    """The key of a table's row for a configuration, as the browser makes it."""
    options: dict[str, Any] = configuration.options

    def value(use: Use) -> str:
        if isinstance(use, SetItem):
            return typed(use.item in options[use.option])
        if isinstance(use, SetLength):
            return str(len(options[use.option]))
        return str(configuration.players) if use == "players" else typed(options[use])

    return "|".join(value(use) for use in sorted(uses, key=str))


class TableChoices:
    """The choices at the table of a game, within those that a run was asked for."""

    def __init__(self, whole: DrawnRun) -> None:
        self._whole, self.game = whole, whole.engine.game
        asked = whole.choice.players
        self._space = Space(self.game, players=() if asked is None else (asked,))
        tied = {option.id for tie in self._space.ties for option in tie.options}
        given = {name.replace("_", "-") for name in whole.choice.options}
        self._kept = {
            option.id
            for option in self.game.options.values()
            if option.id in given | tied or option.by_players
        }
        self._runs: dict[Choice, Run | None] = {}
        self._flat: dict[Choice, dict[Place, int]] = {}
        self.drawn: dict[Choice, tuple[DrawnRun, Findings]] = {}
        """What was drawn, so that every look of the table's pieces is among it, and errors in it."""
        self.unshown: dict[str, None] = {}
        """The names of components that don't show what is chosen."""
        self.zones: dict[str, Zone] = {}
        self.dice: dict[str, Die] = {}
        self.deals: dict[Place, Deal] = {}
        self.seats: dict[int, tuple[str, ...]] = {}
        self.refused = Findings()
        """Why player counts can't be chosen."""
        self.players = tuple(n for n in self._space.counts if self._run(Choice(n)) is not None)
        self._space = Space(self.game, players=self.players)
        self.looks: dict[str, tuple[Uses, dict[str, Drawn]]] = {}
        """By key, a piece with its faces by the rows of what these depend on."""
        self.amounts: dict[Place, tuple[Uses, dict[str, int]]] = {}
        if not self.players:
            return
        self._compute()
        if not self._agrees():
            self._kept |= self.game.options.keys()
            self._compute()

    @property
    def options(self) -> tuple[Option, ...]:
        """The options that can be chosen."""
        return tuple(each for each in self.game.options.values() if each.id not in self._kept)

    def runs(self) -> Iterator[tuple[int, Run]]:
        """The run of each player count, with defaults."""
        for number in self.players:
            if (run := self._run(Choice(number))) is not None:
                yield number, run

    def count(self) -> int:
        """The number of choices."""
        return self._space.count(PLAYERS | {option.id for option in self.options})

    def minutes(self) -> list[float]:
        """The playing times of the choices that were looked at, in order."""
        known = (run.context.get("minutes") for run in self._runs.values() if run is not None)
        return sorted({each for each in known if each})

    # What depends on what

    def _uses(self, uses: Uses) -> Uses:
        """Uses without options that aren't chosen. The boxes are those that the players need."""
        bands = {band.name for band in self.game.bands[1:]}
        some = frozenset(use for use in uses if option_of(use) not in self._kept | bands)
        return some | PLAYERS if uses & bands else some

    def _look_uses(self, component: Component, card: Card) -> Uses:
        uses = used_by_card_texts(self.game, card)
        for side in drawn_sides(component):
            layout = self._whole.engine.layout(side.layout)
            if layout is not None and layout.program is not None:
                uses |= used_by_template(self.game, layout.program.source)
        return self._uses(uses)

    def _card_uses(self, component: Component, card: Card) -> Uses:
        """What the number of a card's copies in a pile depends on."""
        game = self.game
        uses = PLAYERS | used_by_owners(game, component)
        uses |= used_by_expression(game, component.when) | used_by_expression(game, card.when)
        if is_implied(component):
            return self._uses(uses | used_by_amounts(game, component))
        return self._uses(uses | used_by_copies(game, card) | used_by_amount(game, component.copies))

    def _uses_of(self, place: Place) -> Uses:
        game = self.game
        if place.kind == "deal":
            deals = (entry for entry in game.rules if entry.name == "deal")
            return self._uses(PLAYERS.union(*(used_by_deal(game, entry) for entry in deals)))
        component = game.components[place.component]
        if place.kind == "stack":
            card = next(card for card in component.cards if card.id == place.key.split("/")[1])
            return self._card_uses(component, card)
        if place.kind in ("size", "kinds"):
            there = used_by_owners(game, component) | used_by_expression(game, component.when)
            return self._uses(PLAYERS | there | used_by_amount(game, component.setup))
        # Cards of a supply are counted off one after another.
        return self._uses(PLAYERS | used_by_count(game, component))

    def _too_many(self, uses: Uses, most: int) -> str:
        """The option with the most values in uses with more than `most` choices; empty if these are fewer."""
        names = [each for each in self.game.options if each in set(map(option_of, uses))]
        if not names or self._space.count(uses) <= most:
            return ""
        return max(names, key=lambda name: len(self.game.options[name].values))

    def rows(self, uses: Uses) -> Iterator[tuple[Configuration, Choice]]:
        """The configurations that differ in what is used, and their choices: of this alone."""
        names = {option_of(use) for use in uses}
        for each in self._space.configurations(uses):
            chosen = tuple((id, typed(value)) for id, value in each.options.items() if id in names)
            yield each, Choice(each.players, chosen)

    def _run(self, choice: Choice) -> Run | None:
        if choice not in self._runs:
            whole = self._whole.choice
            asked = msgspec.structs.replace(
                whole,
                players=choice.players,
                options={**whole.options, **dict(choice.options)},
                **dict.fromkeys(("owners", "components", "cards"), ()),
            )
            refused = Findings() if choice.options else self.refused
            self._runs[choice] = choose_run(self.game, asked, refused)
        return self._runs[choice]

    def _compute(self) -> None:
        """Looks and amounts; anew with one option less, as long as something depends on too many choices."""
        while True:
            before = set(self._kept)
            self.unshown.clear()
            self.looks = dict(self._all_looks())
            self.amounts = dict(self._all_amounts())
            if before == self._kept:
                return

    # Looks

    def _all_looks(self) -> Iterator[tuple[str, tuple[Uses, dict[str, Drawn]]]]:
        for component in self.game.components.values():
            for card in component.cards if is_on_table(component) else ():
                uses = self._look_uses(component, card)
                while option := self._too_many(uses, MOST_LOOKS):
                    uses = frozenset(use for use in uses if option_of(use) != option)
                    self.unshown[component.name] = None
                for key, looks in self._looks_of(component, card, uses).items():
                    yield key, (uses, looks)

    def _looks_of(self, component: Component, card: Card, uses: Uses) -> dict[str, dict[str, Drawn]]:
        """The pieces of a card by their keys, one for each owner, with a look for each row of `uses`: with
        the most players and defaults, or else as any choice shows it that has the piece.
        """
        looks: dict[str, dict[str, Drawn]] = {}
        rows = list(self.rows(uses))
        for each, choice in rows:
            with_most = choice if "players" in uses else choice._replace(players=max(self.players))
            for key, drawn in self._pieces(with_most, component, card):
                looks.setdefault(key, {})[row_key(uses, each)] = drawn
        if not looks or any(len(by_row) < len(rows) for by_row in looks.values()):
            for each, choice in self.rows(uses | self._card_uses(component, card)):
                for key, drawn in self._pieces(choice, component, card):
                    looks.setdefault(key, {}).setdefault(row_key(uses, each), drawn)
        return looks

    def _pieces(self, choice: Choice, component: Component, card: Card) -> Iterator[tuple[str, Drawn]]:
        """The drawn pieces of a card by their keys."""
        run = self._run(choice)
        if run is not None and choice not in self.drawn:
            parts = tuple(part for part in run.parts if is_on_table(part.component))
            run = msgspec.structs.replace(run, parts=parts)
            drawn = typeset(run, self._whole.engine, errors := Findings())
            self.drawn[choice] = msgspec.structs.replace(self._whole, run=run, drawn=drawn), errors
        for each in self.drawn[choice][0].drawn if run is not None else ():
            if (each.part.component.id, each.part.card.id) == (component.id, card.id):
                yield piece_key(each.part), each

    # Amounts

    def _all_amounts(self) -> Iterator[tuple[Place, tuple[Uses, dict[str, int]]]]:
        known: set[Uses] = {PLAYERS}
        for component in self.game.components.values():
            if is_on_table(component):
                known |= {self._card_uses(component, card) for card in component.cards}
        if not self._are_few(known):
            return
        choices = (choice for uses in known for _, choice in self.rows(uses))
        by_place = {place: self._uses_of(place) for choice in choices for place in self._laid(choice)}
        if not self._are_few(by_place.values()):
            return
        for place, uses in by_place.items():
            rows = ((row_key(uses, each), self._laid(choice)) for each, choice in self.rows(uses))
            yield place, (uses, {row: laid.get(place, 0) for row, laid in rows})

    def _are_few(self, every: Iterable[Uses]) -> bool:
        """Whether nothing depends on too many choices; otherwise, an option is kept at its default."""
        for uses in every:
            if option := self._too_many(uses, MOST_ROWS):
                self._kept.add(option)
                return False
        return True

    def _laid(self, choice: Choice) -> dict[Place, int]:
        """What the set-up of a choice has, and where."""
        run = self._run(choice)
        if run is None:
            return {}
        if choice not in self._flat:
            pieces = [
                TablePiece(key, part, any(each.back for each in self.looks[key][1].values()))
                for part in run.parts
                if (key := piece_key(part)) in self.looks
            ]
            setup = set_up(run, pieces)
            self.seats.setdefault(choice.players, setup.seats)
            self._flat[choice] = dict(self._flattened(setup))
        return self._flat[choice]

    def _flattened(self, setup: TableSetup) -> Iterator[tuple[Place, int]]:
        for zone in setup.zones:
            self.zones.setdefault(zone.id, zone)
            for key, number in zone.cards:
                yield Place("supply", zone.id, key.split("/")[0], key=key), number
            for stack in zone.stacks:
                id = stack.cards[0][0].split("/")[0]
                yield from (
                    (Place("stack", zone.id, id, key=key), number) for key, number in stack.cards if key
                )
                for kind, amount in (("size", stack.size), ("kinds", stack.kinds)):
                    if amount is not None:
                        yield Place(kind, zone.id, id), amount
        for deal in setup.deals:
            place = Place("deal", deal.to, ",".join(deal.components))
            self.deals.setdefault(place, deal)
            yield place, deal.number
        for die in setup.dice:
            self.dice.setdefault(die.key, die)
            yield Place("die", "", die.key.split("/")[0], key=die.key), die.number

    def _agrees(self) -> bool:
        """Whether set-ups are as they are put together, in some that have every pair of choices."""
        for each in pairwise(self._space, PLAYERS | {option.id for option in self.options}):
            chosen = tuple((option.id, typed(each.options[option.id])) for option in self.options)
            choice = Choice(each.players, chosen)
            laid = self._laid(choice)
            if self._run(choice) is None or not laid.keys() <= self.amounts.keys():
                return False
            for place, (uses, rows) in self.amounts.items():
                # The size of what isn't there doesn't matter.
                if place.kind in ("size", "kinds") and place not in laid:
                    continue
                if rows.get(row_key(uses, each), 0) != laid.get(place, 0):
                    return False
        return True
