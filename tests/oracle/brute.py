"""What is true of a random game, by going through everything: every table, every hand, every way to pay.

Written from docs/rules.md and docs/game.md, without looking at how Nineup does it, and as plainly as can be:
slow is fine.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations, product
from typing import Any, NamedTuple

from oracle.elements import agrees, distinct, each, never_selected, over
from oracle.faces import printed
from oracle.spec import Component, Env, Game, Rule
from oracle.table import cards, copies, held, laid_out, owners, pieces, stated


class Fact(NamedTuple):
    """What may fail: a rule's code, its severity, and what it is about."""

    code: str
    severity: str
    subject: str

    @property
    def needs_defaults(self) -> bool:
        """Whether this is wrong only with the options that a box is stated by at their defaults."""
        return self.code == "inventory" and (self.severity == "warning" or self.subject.endswith(" full"))


def facts(game: Game) -> dict[Fact, list[Env]]:
    """Everything that fails, each with the tables where it does."""
    found: dict[Fact, list[Env]] = {}
    for env in game.tables():
        for fact in _at(game, env):
            found.setdefault(fact, []).append(env)
    for fact in [fact for fact in found if fact.needs_defaults]:
        component = game.component(fact.subject.removesuffix(" full"))
        if not any(_has_defaults(game, component, env) for env in found[fact]):
            del found[fact]
    for component in game.components:
        for fact in _never_there(game, component):
            found[fact] = game.tables()
        for fact in _needs(game, component):
            card = next(card for card in component.cards if card.id == fact.subject)
            assert card.needs
            found[fact] = [env for env in game.tables() if not card.needs[0] <= env.players <= card.needs[1]]
    for number, rule in enumerate(game.rules):
        if rule.kind == "each" and never_selected(game, rule):
            found[Fact("rule", "warning", f"{number} where")] = game.tables()
    return found


def _stated_by(game: Game, component: Component) -> list[str]:
    """The options that the amounts of a box name."""
    words = {word for amount in component.box.values() for word in re.findall(r"\w+", amount.text)}
    return [option.id for option in game.options if option.id in words]


def _has_defaults(game: Game, component: Component, env: Env) -> bool:
    """Whether the options that a box is stated by are at their defaults, but for those without which a
    component is not there at all.
    """
    usual = game.defaults(env.players)
    away = [id for id in _stated_by(game, component) if env.options[id] != usual[id]]
    if not away or component.when is None:
        return not away
    defaults = Env(env.players, usual, env.expansions)
    runs = _inside(game, defaults) if _is_whole_box(game, component, env) else [defaults]
    words = set(re.findall(r"\w+", component.when.text))
    return words.issuperset(away) and not any(map(component.when.of, runs))


def _at(game: Game, env: Env) -> Iterator[Fact]:
    for component in game.components:
        if component.cards and component.setup and laid_out(component, env) > pieces(component, env):
            yield Fact("inventory", "error", f"{component.id} setup")
        if component.box:
            yield from _box(game, component, env)
    for number, rule in enumerate(game.rules):
        if rule.when is None or rule.when.of(env):
            subjects = set(_JUDGES[rule.kind](game, rule, env))
            code = {"check": "rule", "each": "rule", "over": "balance"}.get(rule.kind, rule.kind)
            yield from (Fact(code, rule.severity, f"{number} {subject}".strip()) for subject in subjects)


def _box(game: Game, component: Component, env: Env) -> Iterator[Fact]:
    """Whether the box has what a table needs; a whole box, just what all tables inside it need together."""
    there = component.when is None or component.when.of(env)
    box, laid = held(game, component, env), laid_out(component, env)
    if there and box < max(pieces(component, env) if component.cards else 0, laid):
        yield Fact("inventory", "error", f"{component.id} short")
        return
    seats = _seats_inside(game, env) if _is_whole_box(game, component, env) else []
    inside = [run for run in seats if _may_choose(game, env.options, run.players)]
    need = _needed(game, component, inside, env)
    by_players = not component.cards and any("players" in amount.text for amount in component.box.values())
    if by_players and there and box > max(laid, need) and box > _all(game, component, seats or [env], env):
        yield Fact("inventory", "warning", component.id)
    if not any(component.when is None or component.when.of(run) for run in inside):
        return
    if box < need:
        yield Fact("inventory", "error", f"{component.id} short")
    elif box > max(need, laid) and not by_players and box > _all(game, component, seats, env):
        severity, subject = (
            ("error", f"{component.id} full") if component.cards else ("warning", component.id)
        )
        yield Fact("inventory", severity, subject)


def _is_whole_box(game: Game, component: Component, env: Env) -> bool:
    """Whether a table is the largest of a box: with just the expansions in use that its players need."""
    tops = {top or game.high for top in component.box}
    return env.players in tops and env.expansions == game.needed(env.players)


def _inside(game: Game, env: Env) -> list[Env]:
    """All tables that one box serves, with the same choices, if they are legal for so many."""
    return [run for run in _seats_inside(game, env) if _may_choose(game, env.options, run.players)]


def _seats_inside(game: Game, env: Env) -> list[Env]:
    return [
        Env(players, env.options, expansions)
        for players in game.counts
        for expansions in game.seats(players, env.expansions)
        if players <= env.players
    ]


def _may_choose(game: Game, options: Mapping[str, Any], players: int) -> bool:
    """Whether so many players may choose that many of each set."""
    return all(
        options[option.id] in option.at(players).legal() for option in game.options if option.by_players
    )


def _needed(game: Game, component: Component, inside: list[Env], env: Env) -> int:
    if not component.cards:
        return max((laid_out(component, run) for run in inside), default=0)
    most = sum(
        max(
            (stated(card, run) * copies(component, run) for run in inside if card in cards(component, run)),
            default=0,
        )
        for card in component.cards
    )
    # All owners' pieces: who plays is chosen from them.
    brought = sum(len(who) for name, who in owners(game).items() if name in ("base", *env.expansions))
    return most * (brought if component.owned else 1)


def _all(game: Game, component: Component, runs: list[Env], env: Env) -> int:
    """All pieces of these runs whatever is chosen, except by the options that the box is stated by."""
    fixed = _stated_by(game, component)
    choices = {tuple(table.options.values()): table.options for table in game.tables()}
    others = [o for o in choices.values() if all(o[id] == env.options[id] for id in fixed)]
    runs = [
        Env(run.players, options, run.expansions)
        for options in others
        for run in runs
        if _may_choose(game, options, run.players)
    ]
    return _needed(game, component, runs, env)


def _never_there(game: Game, component: Component) -> Iterator[Fact]:
    tables = game.tables()
    if not component.cards:
        if component.when is not None and not any(component.when.of(env) for env in tables):
            yield Fact("never-there", "warning", component.id)
        return
    missing = [
        card.id for card in component.cards if not any(card in cards(component, env) for env in tables)
    ]
    whole = len(missing) == len(component.cards)
    for subject in [component.id] if whole else missing:
        yield Fact("never-there", "warning", subject)


def _needs(game: Game, component: Component) -> Iterator[Fact]:
    for card in component.cards:
        if card.needs and any(not card.needs[0] <= players <= card.needs[1] for players in game.counts):
            yield Fact("needs", "note", card.id)


def _deal(game: Game, rule: Rule, env: Env) -> Iterator[str]:
    """Whether everybody can take their share at once; a share of a pile may come from any of its
    components.
    """
    need: Counter[str] = Counter()
    for who, times in (("player", env.players), ("table", 1)):
        for name, amount in rule.settings[who].items():
            need[name] += times * int(amount.of(env))
    there = {component.id: laid_out(component, env) for component in game.components}
    members = {
        name: [c.id for c in game.components if c.pile == name] if name == "heap" else [name] for name in need
    }
    # Hall's condition: no set of shares may need more than all the components that can serve any of them
    # hold.
    for size in range(1, len(need) + 1):
        for names in combinations(need, size):
            holders = {id for name in names for id in members[name]}
            if sum(need[name] for name in names) > sum(there[id] for id in holders):
                yield ""
                return


def _check(game: Game, rule: Rule, env: Env) -> Iterator[str]:
    component, amount = game.component(rule.settings["component"]), rule.settings["amount"].of(env)
    count = _held(game, component, env) if rule.settings["of"] == "box" else laid_out(component, env)
    holds = {">=": count >= amount, "<=": count <= amount, "==": count == amount}[rule.settings["sign"]]
    if not holds:
        yield ""


def _combinations(game: Game, rule: Rule, env: Env) -> Iterator[str]:
    component, times = game.component(rule.settings["component"]), rule.settings["times"]
    counts: Counter[tuple[str, ...]] = Counter()
    for card in cards(component, env):
        counts[tuple(card.values["pair"])] += stated(card, env)
    for pair in combinations(sorted(game.items), 2):
        if counts[pair] < times or (counts[pair] > times and not rule.settings["more"]):
            yield ""


def _balance(game: Game, rule: Rule, env: Env) -> Iterator[str]:
    component = game.component(rule.settings["component"])
    counts: Counter[str] = Counter(dict.fromkeys(game.items, 0))
    times = copies(component, env) if cards(component, env) else 0
    for card in cards(component, env):
        for item in game.items:
            value = card.values[rule.settings["field"]]
            counts[item] += (
                (value.get(item, 0) if isinstance(value, dict) else value == item) * stated(card, env) * times
            )
    if max(counts.values()) - min(counts.values()) > rule.settings["within"]:
        yield ""


def _answers(game: Game, rule: Rule, env: Env) -> Iterator[str]:
    each = game.component(rule.settings["each"])
    asking = cards(each, env)
    named = {id for card in each.cards for id in card.values["by"]}
    answering = [c for c in game.components if c is not each and any(card.id in named for card in c.cards)]
    there = {card.id: card for component in answering for card in cards(component, env)}
    for card in asking:
        for id in card.values["by"]:
            if id not in there or (rule.settings["same"] and there[id].values["item"] != card.values["item"]):
                yield ""
    asked = {id for card in asking for id in card.values["by"]}
    if set(there) - asked or any(not card.values["by"] for card in asking):
        yield ""


def _payable(game: Game, rule: Rule, env: Env) -> Iterator[str]:
    """Every hand of so many cards, every choice of what each of its cards pays for."""
    of = game.component(rule.settings["of"])
    held = Counter({tuple(card.values["pair"]): 0 for card in cards(of, env)})
    for card in cards(of, env):
        held[tuple(card.values["pair"])] += stated(card, env) * copies(of, env)
    wild = rule.settings["wild"]
    for card in cards(game.component(rule.settings["each"]), env):
        if not _can_pay(Counter(card.values["cost"]), held, rule.settings["cards"], wild):
            yield card.id


def _can_pay(cost: Counter[str], held: Counter[tuple[str, ...]], most: int, wild: str) -> bool:
    """Whether some hand covers a cost.

    A wild card pays for any one thing, any other once for each thing that it shows.
    """
    kinds = list(held)
    for counts in product(*(range(min(held[kind], most) + 1) for kind in kinds)):
        if sum(counts) <= most:
            hand = [kind for kind, count in zip(kinds, counts, strict=True) for _ in range(count)]
            if _covers(cost, hand, wild):
                return True
    return False


def _covers(cost: Counter[str], hand: list[tuple[str, ...]], wild: str) -> bool:
    jokers = sum(wild in card for card in hand) if wild else 0
    paid = Counter(sign for card in hand if not wild or wild not in card for sign in card)
    return sum(max(0, count - paid[item]) for item, count in cost.items()) <= jokers


def _change_making(game: Game, rule: Rule, env: Env) -> Iterator[str]:
    """Whether every mix of sums, one for each player, can lie on the table at once."""
    tokens = rule.settings["tokens"]
    there = tuple(_held(game, game.component(id), env) for id in tokens)
    values = tuple(tokens.values())
    for sums in product(range(rule.settings["each"] + 1), repeat=env.players):
        if list(sums) == sorted(sums) and not _laid(sums, values, there):
            yield ""
            return


def _held(game: Game, component: Component, env: Env) -> int:
    """What the box holds of tokens, where it says so, else what is laid out."""
    there = component.when is None or component.when.of(env)
    return laid_out(component, env) if not component.box else held(game, component, env) if there else 0


def _laid(sums: tuple[int, ...], values: tuple[int, ...], there: tuple[int, ...]) -> bool:
    left = {there}
    for owned in sums:
        ways = [
            counts
            for counts in product(*(range(owned // value + 1) for value in values))
            if sum(count * value for count, value in zip(counts, values, strict=True)) == owned
        ]
        left = {
            after
            for before in left
            for counts in ways
            if min(after := tuple(b - c for b, c in zip(before, counts, strict=True))) >= 0
        }
    return bool(left)


_JUDGES = {
    "agrees": agrees,
    "answers": _answers,
    "distinct": distinct,
    "each": each,
    "over": over,
    "deal": _deal,
    "check": _check,
    "combinations": _combinations,
    "balance": _balance,
    "payable": _payable,
    "change-making": _change_making,
    "printed": printed,
}
