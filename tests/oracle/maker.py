"""Makes random games for the oracle."""

import json
from dataclasses import replace
from random import Random

from oracle import elements
from oracle.spec import Card, Component, Env, Expr, Game, Option, Relation, Rule, is_made

_COLORS = ("red", "green", "blue")

_ABOUT_ELEMENTS = {
    "agrees": elements.agrees_rule,
    "distinct": elements.distinct_rule,
    "each": elements.each_rule,
    "over": elements.over_rule,
}


class Maker:
    """Makes one random game."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        r = self.random
        low = r.randint(1, 3)
        items = tuple(["ruby", "jade", "opal", "onyx"][: r.randint(2, 4)])
        base = low + r.randint(0, 3)
        tops: list[int] = []
        for _ in range(r.choice([0, 0, 0, 0, 1, 1, 2])):
            tops.append(max([base, *tops]) + r.randint(1, 2))
        expansions = dict(zip(("expansion", "giant"), tops, strict=False))
        self.game = Game(low, base, expansions, r.random() < 0.5, items, self._options(), [])
        self.game.options = [self._by_players(o) if o.several else o for o in self.game.options]
        for number in range(r.randint(1, 3)):
            self.game.components.append(self._deck(f"deck{number}"))
        for number in range(r.randint(1, 3)):
            self.game.components.append(self._token(f"coin{number}"))
        decks = self._decks()
        for deck in decks:
            others = [card.id for other in decks if other is not deck for card in other.cards]
            others = others or [card.id for card in deck.cards]
            for card in deck.cards:
                card.values["by"] = r.sample(others, min(len(others), r.randint(1, 2)))
        for number in range(r.randint(2, 5)):
            self.game.rules.append(self._rule(number))
        for card in [card for deck in decks for card in deck.cards]:
            card.table = self._table() if r.random() < 0.5 else ()
        for _ in range(r.choice([0, 0, 3, 6])):
            self._relate()

    def _relate(self) -> None:
        """Ties choices together, if every one of them is possible then, and the defaults are."""
        r, options = self.random, self.game.options
        known = [(o.id, value) for o in options for value in (o.values or ("yes", "no"))]
        if len(known) < 3:
            return
        kind = r.choice(["requires", "excludes", "one-of"])
        one, *others = r.sample(known, r.randint(2, 3))
        given = () if kind == "one-of" and r.random() < 0.5 else (one,)
        related = Relation(kind, given, tuple(others) if given else (one, *others))
        before, self.game.legal = self.game.legal, [*self.game.legal, related]
        choices = {players: self.game.choices(players) for players in self.game.counts}
        named = {choice for relation in self.game.legal for choice in (*relation.given, *relation.choices)}
        every = [each for some in choices.values() for each in some]
        are_possible = all(any(is_made(choice, each) for each in every) for choice in named)
        go_together = all(self.game.defaults(players) in some for players, some in choices.items())
        if not go_together or not are_possible:
            self.game.legal = before

    def _by_players(self, option: Option) -> Option:
        """A set of which more players, or fewer, choose more."""
        r, game = self.random, self.game
        if game.low == game.high or r.random() < 0.3:
            return option
        middle = r.randint(game.low, game.high - 1)
        pairs = []
        for _ in range(2):
            least = r.randint(1, len(option.values))
            pairs.append((least, r.choice([least, len(option.values)])))
        if pairs[0] == pairs[1]:
            return option
        by_players = {players: pairs[players > middle] for players in game.counts}
        return replace(option, by_players=by_players, default=None)

    def _options(self) -> list[Option]:
        r = self.random
        made = [
            Option("power", r.random() < 0.5),
            Option("table", "round", ("round", "square", "long")),
            self._colors(),
            Option("tents", ("tent", "yurt"), ("tent", "yurt"), True, 0, r.choice([(), ("yurt",)])),
            Option("night", False),
        ]
        chosen = r.sample(made, r.randint(0, 3))
        return [self._with_default(option) if option.several else option for option in chosen]

    def _colors(self) -> Option:
        """A set of three, of which some may be too few and some too many."""
        r = self.random
        colors = ("red", "green", "blue")
        least = r.randint(0, 2)
        most = r.choice([99, max(1, r.randint(least, 2))])
        including = r.choice([(), ("green", "blue")])
        return Option("colors", colors, colors, True, least, including, at_most=most)

    def _with_default(self, option: Option) -> Option:
        """A set whose default is all, or fewer."""
        is_fewer = option.default not in option.legal() or self.random.random() < 0.4
        return replace(option, default=self.random.choice(option.legal())) if is_fewer else option

    def condition(self) -> Expr:
        r = self.random
        made = [
            self._players_condition(),
            *map(self._expansion_condition, self.game.expansions),
            *(self._option_condition(option) for option in self.game.options),
        ]
        one = r.choice(made)
        if r.random() < 0.25:
            two = r.choice(made)
            if r.random() < 0.5:
                return Expr(f"({one.text} and {two.text})", lambda env: one.of(env) and two.of(env))
            return Expr(f"({one.text} or {two.text})", lambda env: one.of(env) or two.of(env))
        if r.random() < 0.15:
            return Expr(f"(not {one.text})", lambda env: not one.of(env))
        return one

    def _players_condition(self) -> Expr:
        number = self.random.randint(self.game.low, self.game.high)
        if self.random.random() < 0.5:
            return Expr(f"players >= {number}", lambda env: env.players >= number)
        return Expr(f"players == {number}", lambda env: env.players == number)

    def _expansion_condition(self, name: str) -> Expr:
        return Expr(name, lambda env: name in env.expansions)

    def _option_condition(self, option: Option) -> Expr:
        if not option.values:
            return Expr(option.id, lambda env: env.options[option.id])
        value = self.random.choice(option.values)
        if option.several:
            return Expr(f"'{value}' in {option.id}", lambda env: value in env.options[option.id])
        return Expr(f"{option.id} == '{value}'", lambda env: env.options[option.id] == value)

    def amount(self, most: int = 4) -> Expr:
        """A whole number, 0 or more, that may depend on the players and on options."""
        r = self.random
        constant, factor = r.randint(0, most), r.randint(0, 3)
        parts: list[Expr] = [Expr(str(constant), lambda env: constant)]
        if r.random() < 0.6:
            parts.append(Expr(f"{factor} * players", lambda env: factor * env.players))
        for option in self.game.options:
            if r.random() < 0.25:
                parts.append(self._option_amount(option))
        return Expr(" + ".join(part.text for part in parts), lambda env: sum(part.of(env) for part in parts))

    def _option_amount(self, option: Option) -> Expr:
        if option.several:
            return Expr(f"{option.id}|length", lambda env: len(env.options[option.id]))
        condition, bonus = self._option_condition(option), self.random.randint(1, 5)
        text = f"({bonus} if {condition.text} else 0)"
        return Expr(text, lambda env: bonus if condition.of(env) else 0)

    def by_players(self, most: int) -> dict[tuple[int, int], Expr]:
        """An amount for all player counts, or one below and one from some count on."""
        low, high = self.game.low, self.game.high
        if low == high or self.random.random() < 0.6:
            return {(low, high): self.amount(most)}
        middle = self.random.randint(low, high - 1)
        return {(low, middle): self.amount(most), (middle + 1, high): self.amount(most)}

    def _table(self) -> tuple[tuple[Expr, int], ...]:
        """The copies of a card by players or by choices."""
        r, low, high = self.random, self.game.low, self.game.high
        choices = [self._choices(option) for option in self.game.options]
        choices += [self._switched(name, in_use=True) for name in self.game.expansions]
        if not choices or r.random() < 0.3:
            middle = r.randint(low, high)
            spans = [(low, middle), *([(middle + 1, high)] if middle < high else [])]
            return tuple((self._between(*span), r.randint(0, 3)) for span in spans)
        some = r.choice(choices) if r.random() < 0.6 else [each for every in choices for each in every]
        return tuple((each, r.randint(0, 3)) for each in r.sample(some, min(len(some), r.randint(1, 3))))

    def _between(self, low: int, high: int) -> Expr:
        text = str(low) if low == high else f"{low}-{high}" if high < self.game.high else f"{low}+"
        return Expr(text, lambda env: low <= env.players <= high)

    def _choices(self, option: Option) -> list[Expr]:
        if not option.values:
            return self._switched(option.id, in_use=False)
        return [self._chosen(option, value) for value in option.values]

    def _chosen(self, option: Option, value: str) -> Expr:
        def holds(env: Env) -> bool:
            chosen = env.options[option.id]
            return value in chosen if option.several else value == chosen

        return Expr(f"{option.id}={value}", holds)

    def _switched(self, id: str, in_use: bool) -> list[Expr]:
        """A switch or an expansion, on and off."""

        def is_on(env: Env) -> bool:
            return id in env.expansions if in_use else bool(env.options[id])

        return [Expr(id, is_on), Expr(f"{id}=no", lambda env: not is_on(env))]

    def boxes(self, most: int) -> dict[int, Expr]:
        """What each box holds, or all of them."""
        amount = self.amount if self.random.random() < 0.5 else self._constant
        tops = [self.game.base, *self.game.expansions.values()]
        chosen = self.random.choice([[0], tops[-1:], tops])
        return {top: amount(most) for top in chosen}

    def _constant(self, most: int) -> Expr:
        number = self.random.randint(1, 3 * most)
        return Expr(str(number), lambda env: number)

    def _deck(self, id: str) -> Component:
        r = self.random
        cards = [
            Card(f"{id}-{n}", r.randint(1, 3), self.condition() if r.random() < 0.4 else None)
            for n in range(r.randint(1, 5))
        ]
        for card in cards:
            card.values["item"] = r.choice(self.game.items)
            card.values["color"], card.values["points"] = r.choice(_COLORS), r.randint(0, 5)
            card.values["text"] = self.amount()
            card.values["pair"] = sorted(r.sample(self.game.items, 2))
            size = r.randint(1, 2)
            card.values["cost"] = {item: r.randint(1, 3) for item in r.sample(self.game.items, size)}
        deck = Component(id, cards, owned=r.random() < 0.3, pile=r.choice(["", "", "heap"]))
        if r.random() < 0.3:
            deck.when = self.condition()
        if r.random() < 0.4:
            deck.copies = self.by_players(2)
        if r.random() < 0.3:
            deck.setup = self.by_players(6)
        total = sum(card.copies for card in cards)
        if r.random() < 0.3:
            deck.box = self.boxes(total + 1)
        elif r.random() < 0.2:
            deck.box = {0: Expr(str(total), lambda env: total)}
        for card in cards:
            if r.random() < 0.1:
                card.needs = (r.randint(self.game.low, self.game.high), self.game.high)
        return deck

    def _token(self, id: str) -> Component:
        coin = Component(id, setup=self.by_players(8))
        if self.random.random() < 0.3:
            coin.when = self.condition()
        if self.random.random() < 0.4:
            coin.box = self.boxes(8)
        return coin

    def _rule(self, number: int) -> Rule:
        """A rule of a random kind; only of checks there may be several, for what two rules find alike is
        reported once.
        """
        used = {rule.kind for rule in self.game.rules}
        kinds = ["agrees", "distinct", "deal", "combinations", "payable", "change-making", "answers"]
        kinds += [] if "over" in used else ["balance"]
        kinds += [] if "balance" in used else ["over"]
        several = ["check", "check", "each", "each"]
        kind = self.random.choice([*several, *(kind for kind in kinds if kind not in used)])
        make = _ABOUT_ELEMENTS.get(kind)
        made: Rule = make(self, number) if make else getattr(self, f"_{kind.replace('-', '_')}")(number)
        if self.random.random() < 0.3:
            made.when = self.condition()
        if self.random.random() < 0.2:
            made.severity = "warning"
        return made

    def _decks(self) -> list[Component]:
        return [component for component in self.game.components if component.cards]

    def _deal(self, number: int) -> Rule:
        names = [component.id for component in self.game.components]
        if any(component.pile for component in self.game.components):
            names.append("heap")
        shares = {
            who: {name: self.amount(2) for name in self.random.sample(names, self.random.randint(0, 2))}
            for who in ("player", "table")
        }
        text = ", ".join(
            f"{who}: {{{', '.join(f'{name}: {json.dumps(amount.text)}' for name, amount in given.items())}}}"
            for who, given in shares.items()
        )
        return Rule("deal", f"deal: {{{text}}}", shares)

    def _check(self, number: int) -> Rule:
        component = self.random.choice(self.game.components)
        amount, sign = self.amount(10), self.random.choice([">=", "<=", "=="])
        of = self.random.choice(["count", "box"]) if component.box else "count"
        yaml = f"says: statement {number}\n    check: {json.dumps(f'{of}({component.id!r}) {sign} {amount.text}')}"
        return Rule("check", yaml, {"component": component.id, "of": of, "sign": sign, "amount": amount})

    def _combinations(self, number: int) -> Rule:
        deck, times = self.random.choice(self._decks()), self.random.randint(1, 2)
        key = self.random.choice(["times", "at-least"])
        yaml = f"combinations: {{in: {deck.id}, field: pair, of: item, take: 2, {key}: {times}}}"
        return Rule("combinations", yaml, {"component": deck.id, "times": times, "more": key == "at-least"})

    def _balance(self, number: int) -> Rule:
        deck, within = self.random.choice(self._decks()), self.random.randint(0, 3)
        name = self.random.choice(["item", "cost"])
        yaml = f"balance: {{in: {deck.id}, field: {name}, by: item, within: {within}}}"
        return Rule("balance", yaml, {"component": deck.id, "field": name, "within": within})

    def _answers(self, number: int) -> Rule:
        deck, same = self.random.choice(self._decks()), self.random.random() < 0.5
        yaml = f"answers: {{each: {deck.id}, through: by{', same: item' if same else ''}}}"
        return Rule("answers", yaml, {"each": deck.id, "same": same})

    def _payable(self, number: int) -> Rule:
        each, of = self.random.choice(self._decks()), self.random.choice(self._decks())
        cards = self.random.randint(1, 4)
        wild = self.random.choice(["", self.game.items[0]])
        hand = f"of: {of.id}, shows: pair, cards: {cards}" + (f", wild: {wild}" if wild else "")
        yaml = f"payable: {{each: {each.id}, cost: cost, hand: {{{hand}}}}}"
        return Rule("payable", yaml, {"each": each.id, "of": of.id, "cards": cards, "wild": wild})

    def _change_making(self, number: int) -> Rule:
        coins = [component.id for component in self.game.components if not component.cards]
        tokens = dict(zip(coins, self.random.choice([(1, 5, 10), (1, 2, 5), (2, 3, 7)]), strict=False))
        each = self.random.randint(1, 6)
        text = ", ".join(f"{id}: {value}" for id, value in tokens.items())
        return Rule(
            "change-making",
            f"change-making: {{tokens: {{{text}}}, each: {each}}}",
            {"tokens": tokens, "each": each},
        )
