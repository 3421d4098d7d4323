"""Simple feelers of Gemotion: they read their cards, try each action on a copy of the table, and play what
helps most.

They play with colors and without Power cards. What a card does is read from its text, clause by clause, so
that a new card needs a line in `CLAUSES` only if it says something new.
"""

import copy
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random

from nineup.model.game import Card, Game

from .table import Lead, Played, deal

WORTH = {
    "white": 1.0, "red": -1.2, "orange": 0.6, "yellow": 0.4, "green": 1.1, "blue": 0.4, "purple": 1.0,
    "pink": 1.2, "black": -0.8,
}  # fmt: skip
"""What players think a gem of the Stash is worth, whatever it scores in the end."""
PINK = (0, 1, 2, 4, 7, 11, 16, 22)
PINK_RAGE = (0, 9, 6, 3, 1, -5)


@dataclass
class Feelings:
    """All gems: those of the Supply, and each player's Stash and Bank.

    `late` are Stashes Banked when the turn ends.
    """

    supply: Counter[str]
    stashes: list[Counter[str]]
    banks: list[Counter[str]]
    late: list[int] = field(default_factory=list)
    draws: int = 0
    """Cards that the action lets the player draw."""
    again: bool = False
    """Whether the card goes to the discard pile instead of out of the game."""
    returns: bool = True
    """Whether it does so, too, while the deck is empty."""

    def copied(self) -> "Feelings":
        return copy.deepcopy(self)

    @property
    def players(self) -> int:
        return len(self.stashes)


def best(gems: Mapping[str, int], kind: str = "any") -> str | None:
    """The gem among some that players like best, of a kind such as white, any, or non-white."""
    fits = [gem for gem, n in gems.items() if n > 0 and _fits(gem, kind)]
    return max(fits, key=lambda gem: WORTH[gem], default=None)


def worst(gems: Mapping[str, int], kind: str = "any") -> str | None:
    fits = [gem for gem, n in gems.items() if n > 0 and _fits(gem, kind)]
    return min(fits, key=lambda gem: WORTH[gem], default=None)


def _fits(gem: str, kind: str) -> bool:
    return kind == "any" or kind == gem or (kind.startswith("non-") and kind != f"non-{gem}")


def points(bank: Mapping[str, int], ahead: int, next_ahead: int = 0) -> float:
    """What a Bank scores by the document; `ahead` is by how many Green Gems it leads the next player."""
    n = Counter(bank)
    rage = n["red"] > n["white"]
    each = {
        "white": -n["white"] if rage else n["white"],
        "red": 2 * n["red"] if rage else -2 * n["red"],
        "yellow": 0 if rage else (-n["yellow"] if _most(n) else n["yellow"]),
        "green": 2 * (next_ahead if rage else ahead),
        "blue": n["blue"] * (1 if (n["blue"] % 2 == 0) != rage else -1),
        "pink": PINK_RAGE[min(n["pink"], 5)] if rage else PINK[min(n["pink"], 7)],
        "black": n["black"] * ((0, 3, 0, -3) if rage else (0, -5, -2, 5))[min(n["black"], 3)],
    }
    total = float(sum(each.values()))
    if n["purple"] and not rage:
        total += max(0, *(each[gem] for gem in each if gem != "white"))
    if n["black"] and not rage:
        total -= min(0, *each.values())
    return total


def _most(n: Mapping[str, int]) -> bool:
    return all(n["yellow"] > n.get(gem, 0) for gem in WORTH if gem not in ("yellow", "white"))


def standing(table: Feelings, player: int) -> float:
    """What a player would score now."""
    greens = [bank["green"] for bank in table.banks]
    mine = greens[player]
    below = [n for n in greens if n < mine]
    tied = sum(n == mine for n in greens)
    ahead = (mine - max(below, default=mine if tied == len(greens) else 0)) / tied
    above = [n for n in greens if n > mine]
    return points(
        table.banks[player], ahead, (min(above) - mine) if above else mine - max(below, default=mine)
    )  # type: ignore[arg-type]


def liking(table: Feelings, player: int) -> float:
    """How well a player thinks to stand: what is Banked, more than half of what is stashed, less what rivals
    have.
    """

    def has(at: int) -> float:
        return standing(table, at) + 0.6 * sum(WORTH[gem] * n for gem, n in table.stashes[at].items())

    rivals = [has(at) for at in range(table.players) if at != player]
    return has(player) - sum(rivals) / len(rivals)


# What clauses do. Each returns whether it could be followed.


def _move(source: Counter[str], target: Counter[str], gem: str | None) -> bool:
    if gem is None or source[gem] < 1:
        return False
    source[gem] -= 1
    target[gem] += 1
    return True


def _receive(table: Feelings, at: int, by: int) -> None:
    """Courage in play: who gets a bad gem from another may send it back with an Orange one and take a good
    one.
    """
    stash = table.stashes[at]
    bad = worst(stash)
    if at != by and bad and WORTH[bad] < 0 < stash["orange"]:
        for gem in (bad, "orange"):
            _move(stash, table.supply, gem)
        _move(table.supply, stash, best(table.supply))


def _rivals(table: Feelings, player: int) -> list[int]:
    return sorted((at for at in range(table.players) if at != player), key=lambda at: -liking_of(table, at))


def liking_of(table: Feelings, at: int) -> float:
    return standing(table, at) + sum(WORTH[gem] * n for gem, n in table.stashes[at].items())


def _bank(table: Feelings, at: int, kind: str = "any") -> bool:
    stash, bank = table.stashes[at], table.banks[at]
    moved = Counter({gem: n for gem, n in stash.items() if n > 0 and _fits(gem, kind)})
    if not moved:
        return False
    before = Counter({gem: n for gem, n in bank.items() if n > 0 and gem != "yellow"})
    for _ in range(moved["yellow"]):
        if gem := worst(before):
            before[gem] -= 1
            _move(bank, table.supply, gem)
    stash.subtract(moved)
    bank.update(moved)
    return True


def take(table: Feelings, player: int, n: str, kind: str) -> bool:
    return all(_move(table.supply, table.stashes[player], best(table.supply, kind)) for _ in range(int(n)))


def give_all(table: Feelings, player: int, n: str, kind: str) -> bool:
    done = True
    for at in _rivals(table, player):
        for _ in range(int(n)):
            done &= _move(table.supply, table.stashes[at], worst(table.supply, kind))
            _receive(table, at, player)
    return done


def give_all_and_self(table: Feelings, player: int, n: str, kind: str) -> bool:
    return give_all(table, player, n, kind) and take(table, player, n, kind)


def give_one(table: Feelings, player: int, n: str, kind: str) -> bool:
    at = _rivals(table, player)[0]
    done = all(_move(table.supply, table.stashes[at], worst(table.supply, kind)) for _ in range(int(n)))
    _receive(table, at, player)
    return done


def give_two_kinds(table: Feelings, player: int, n: str, kind: str, m: str, other: str) -> bool:
    return give_all(table, player, n, kind) and give_all(table, player, m, other)


def pass_on(table: Feelings, player: int, n: str, kind: str = "any") -> bool:
    at = _rivals(table, player)[0]
    done = all(
        _move(table.stashes[player], table.stashes[at], worst(table.stashes[player], kind))
        for _ in range(int(n))
    )
    _receive(table, at, player)
    return done


def _steal_from(table: Feelings, player: int, at: int, n: int, kind: str) -> bool:
    def free() -> dict[str, int]:
        return {gem: held for gem, held in table.stashes[at].items() if gem != "purple"}

    return all(_move(table.stashes[at], table.stashes[player], best(free(), kind)) for _ in range(n))


def steal(table: Feelings, player: int, n: str, kind: str) -> bool:
    return any(
        _steal_from(table, player, at, int(n), kind)
        for at in _rivals(table, player)
        if _able(table, at, int(n), kind)
    )


def _able(table: Feelings, at: int, n: int, kind: str) -> bool:
    return sum(held for gem, held in table.stashes[at].items() if _fits(gem, kind) and gem != "purple") >= n


def steal_left(table: Feelings, player: int, n: str) -> bool:
    return _steal_from(table, player, (player + 1) % table.players, int(n), "any")


def steal_right(table: Feelings, player: int, n: str) -> bool:
    return _steal_from(table, player, (player - 1) % table.players, int(n), "any")


def steal_each(table: Feelings, player: int, n: str, kind: str = "any") -> bool:
    able = [at for at in _rivals(table, player) if _able(table, at, int(n), kind)]
    for at in able:
        _steal_from(table, player, at, int(n), kind)
    return bool(able)


def swap_player(table: Feelings, player: int) -> bool:
    mine = table.stashes[player]
    for at in _rivals(table, player):
        theirs = table.stashes[at]
        get, lose = best(theirs), worst(mine)
        if get and lose:
            _move(theirs, mine, get)
            _move(mine, theirs, lose)
            _receive(table, at, player)
            return True
    return False


def swap_supply(table: Feelings, player: int, n: str) -> bool:
    for _ in range(int(n)):
        lose, get = worst(table.stashes[player]), best(table.supply)
        if not lose or not get:
            return False
        _move(table.stashes[player], table.supply, lose)
        _move(table.supply, table.stashes[player], get)
    return True


def swap_any(table: Feelings, player: int) -> bool:
    for at in _rivals(table, player):
        if get := best(table.stashes[at]):
            bad = worst(table.supply)
            return _move(table.stashes[at], table.supply, get) and _move(table.supply, table.stashes[at], bad)
    return False


def swap_for(table: Feelings, player: int, n: str, kind: str, m: str, wanted: str) -> bool:
    stash = table.stashes[player]
    gone = all(_move(stash, table.supply, worst(stash, kind)) for _ in range(int(n)))
    return gone and all(_move(table.supply, stash, wanted) for _ in range(int(m)))


def swap_one_for(table: Feelings, player: int, m: str, wanted: str) -> bool:
    return swap_for(table, player, "1", "any", m, wanted)


def return_stash(table: Feelings, player: int) -> bool:
    stash = table.stashes[player]
    if not stash.total():
        return False
    table.supply.update(stash)
    stash.clear()
    return True


def bank_other(table: Feelings, player: int) -> bool:
    """Another player's Stash, the one that hurts most."""
    able = [at for at in range(table.players) if at != player and table.stashes[at].total()]
    if not able:
        return False
    return _bank(table, min(able, key=lambda at: sum(WORTH[gem] * n for gem, n in table.stashes[at].items())))


def bank_other_late(table: Feelings, player: int) -> bool:
    table.late.append(player)
    return any(table.stashes[at].total() for at in range(table.players) if at != player)


def bank_directly(table: Feelings, player: int, n: str, kind: str) -> bool:
    return all(_move(table.supply, table.banks[player], kind) for _ in range(int(n)))


def move_banked(table: Feelings, player: int, n: str, kind: str) -> bool:
    for source in _rivals(table, player):
        target = [at for at in _rivals(table, player) if at != source] or [player]
        if _move(table.banks[source], table.stashes[target[0]], kind):
            return True
    return False


def pass_whites(table: Feelings, player: int, kind: str, wanted: str) -> bool:
    """As many as there are gems to take for them, at most two."""
    at = _rivals(table, player)[-1]
    n = min(2, table.stashes[player][kind], table.supply[wanted])
    return n > 0 and all(
        _move(table.stashes[player], table.stashes[at], kind)
        and _move(table.supply, table.stashes[player], wanted)
        for _ in range(n)
    )


def give_and_steal(table: Feelings, player: int, n: str, kind: str, m: str) -> bool:
    for at in _rivals(table, player):
        if _able(table, at, int(m), "any"):
            given = all(_move(table.supply, table.stashes[at], kind) for _ in range(int(n)))
            return given and _steal_from(table, player, at, int(m), "any")
    return False


def draw(table: Feelings, player: int) -> bool:
    table.draws += 1
    return True


def draw_again(table: Feelings, player: int) -> bool:
    table.draws += 1
    table.again = True
    return True


GEM = r"\{([\w-]+)\}"
CLAUSES: tuple[tuple[str, Callable[..., bool]], ...] = (
    (r"Bank your Stash", lambda table, player: _bank(table, player)),
    (rf"Bank your(?: Stashed)? {GEM}", _bank),
    (r"Bank another player’s Stash", bank_other),
    (r"Bank another player’s Stash at the end of your turn", bank_other_late),
    (rf"Bank (\d) {GEM} for any one player directly from the Supply", bank_directly),
    (rf"Take (\d) {GEM}", take),
    (rf"Take (\d) {GEM} and (\d) {GEM}", lambda t, p, n, a, m, b: take(t, p, n, a) and take(t, p, m, b)),
    (r"Take (\d) Gems?", lambda t, p, n: take(t, p, n, "any")),
    (r"Draw 1 card", draw),
    (r"Draw 1 card and Discard this card", draw_again),
    (r"Pass (\d) Gems? to (?:any other|another) player", pass_on),
    (rf"Pass any number of {GEM} to any player\(s\) \*\*AND\*\* Take an equal number of {GEM}", pass_whites),
    (r"Steal (\d) Gem from any other player", lambda t, p, n: steal(t, p, n, "any")),
    (r"Steal (\d) Gem from the player to your left", steal_left),
    (r"Steal (\d) Gem from the player to your right", steal_right),
    (r"Steal (\d) Gem from each non-empty Stash", steal_each),
    (rf"Steal (\d) {GEM} from any(?: other)? player", steal),
    (rf"Steal (\d) {GEM} from all players that have at least 1 \{{[\w-]+\}}", steal_each),
    (rf"Give other players (\d) {GEM} and (\d) {GEM}", give_two_kinds),
    (r"Give another player (\d) Gems", lambda t, p, n: give_one(t, p, n, "any")),
    (rf"Give (?:any player|1 other player) (\d) {GEM}", give_one),
    (rf"Give (\d) {GEM} to another player", give_one),
    (rf"Give all other players (\d) {GEM}", give_all),
    (r"Give all other players (\d) Gem", lambda t, p, n: give_all(t, p, n, "any")),
    (r"Give all players (\d) Gem \(including yourself\)", lambda t, p, n: give_all_and_self(t, p, n, "any")),
    (rf"Give (\d) {GEM} to any player \*\*AND\*\* Steal (\d) Gems from that player", give_and_steal),
    (r"Swap 1 Gem with (?:any other|another) player", swap_player),
    (r"Swap 1 Gem each with up to two other players", swap_player),
    (r"Swap (\d) Gems from your Stash with the Supply", swap_supply),
    (r"Swap 1 Gem from any player’s Stash with the Supply", swap_any),
    (rf"Swap (\d) {GEM} from your Stash with (\d) {GEM} from the Supply", swap_for),
    (rf"Swap 1 Gem from your Stash with (\d) {GEM} from the Supply", swap_one_for),
    (r"Return your Stash to the Supply", return_stash),
    (rf"Move (\d) {GEM} from any player’s Bank to any other player’s Stash", move_banked),
    (r"Discard all other cards", lambda table, player: True),
)
"""The sentences of cards, from the longest to the shortest fit, and what does them."""

Step = tuple[Callable[..., bool], tuple[str, ...]]


@cache
def actions(text: str) -> tuple[tuple[Step, ...], ...]:
    """The actions among which a card's text lets one choose, each as its steps in order."""
    flat = (
        re.sub(r"\s+", " ", text.replace("This must be the only card you Play this turn.", ""))
        .strip()
        .rstrip(".")
    )
    return tuple(tuple(_steps(option.strip())) for option in flat.split("**OR**"))


def _steps(option: str) -> Sequence[Step]:
    """The steps of an action: whole, or else cut at the last AND or and."""
    option = re.sub(r"^then ", "", option.strip().rstrip("."))
    for pattern, does in CLAUSES:
        if found := re.fullmatch(pattern, option):
            return [(does, found.groups())]
    for cut in (" **AND** ", " and "):
        head, with_, tail = option.partition(cut)
        if with_:
            return [*_steps(head), *_steps(tail)]
    raise ValueError(f"no player knows how to {option!r}")


def play(
    game: Game,
    players: int,
    chance: Random,
    colors: Sequence[str] = (),
    most: int = 400,
    returns: bool = True,
) -> Played:
    """One game with some colors in play; by default chance chooses one to three that may be played.

    Without `returns`, a card that Discards itself while its player's deck is empty leaves the game instead.
    """
    colors = colors or _colors(game, chance)
    table, decks, hands, whites = _set_up(game, players, colors, chance)
    piles: list[list[Card]] = [[] for _ in range(players)]
    used: Counter[str] = Counter()
    facts: Counter[str] = Counter({"colors": len(colors)})
    end, turn = "goes on", 0
    lead = Lead()
    while turn < most and end == "goes on":
        player = turn % players
        turn += 1
        table.returns = returns
        table = _turn(table, player, hands[player], decks[player], piles[player], chance, used, facts)
        lead.after([standing(table, at) for at in range(players)])
        if not table.supply.total():
            end = "the Supply is empty"
        elif sum(bank["white"] for bank in table.banks) == whites:
            end = "all White Gems are Banked"
        elif not _refill(hands[player], decks[player], piles[player], chance):
            end = "a hand can’t be filled"
    scores = [standing(table, player) for player in range(players)]
    ranks = sorted(scores, reverse=True)
    facts |= {
        "best": ranks[0],
        "lead": ranks[0] - ranks[1],
        "lead changes": lead.changes,
        "rage": sum(b["red"] > b["white"] for b in table.banks),
    }
    facts |= {f"left {gem}": n for gem, n in table.supply.items()}
    return Played(end, turn, tuple(at for at in range(players) if scores[at] == ranks[0]), used, facts)


def _colors(game: Game, chance: Random) -> list[str]:
    option = game.options["colors"]
    while True:
        colors = chance.sample([str(item) for item in option.values], chance.randint(1, 3))
        if set(colors) & set(map(str, option.including)):
            return colors


def _set_up(
    game: Game, players: int, colors: Sequence[str], chance: Random
) -> tuple[Feelings, list[list[Card]], list[list[Card]], int]:
    supply = Counter({gem: _laid_out(game, f"{gem}-gem", players) for gem in ("white", *colors)})
    whites = supply["white"]
    cards = [
        card
        for card in game.components["player-deck"].cards
        if card.values.get("color") is None or str(card.values["color"]) in colors
    ]
    decks = [chance.sample(cards, len(cards)) for _ in range(players)]
    dealt = deal(game)["player"]
    hands = [[deck.pop() for _ in range(dealt["player-deck"])] for deck in decks]
    stashes = [Counter({"white": dealt["white-gem"]}) for _ in range(players)]
    supply["white"] -= players * dealt["white-gem"]
    return Feelings(supply, stashes, [Counter() for _ in range(players)]), decks, hands, whites


def _laid_out(game: Game, component: str, players: int) -> int:
    """How many gems the setup lays out: a number, or a sum of products of the number of players."""
    setup = game.components[component].setup
    step = setup.at(players) if setup else None
    assert step is not None
    source = getattr(step.amount, "source", str(step.amount))
    numbers = source.replace("(players - 1)", str(players - 1)).replace("players", str(players))
    total = 0
    for term in numbers.split("+"):
        product = 1
        for factor in term.split("*"):
            product *= int(factor)
        total += product
    return total


def _refill(hand: list[Card], deck: list[Card], pile: list[Card], chance: Random, full: int = 3) -> bool:
    while len(hand) < full:
        if not deck:
            deck[:], pile[:] = chance.sample(pile, len(pile)), []
        if not deck:
            return False
        hand.append(deck.pop())
    return True


def _turn(
    table: Feelings,
    player: int,
    hand: list[Card],
    deck: list[Card],
    pile: list[Card],
    chance: Random,
    used: Counter[str],
    facts: Counter[str],
) -> Feelings:
    """Play a card, discard one, and play the third if that helps; or all three as one to Bank the Stash."""
    banked = table.copied()
    card, after = _best_play(table, player, hand)
    if (
        len(hand) == 3
        and _bank(banked, player)
        and liking(banked, player) > (liking(after, player) if card else -99) + 2
    ):
        facts["banked by three cards"] += 1
        hand.clear()
        return banked
    if card is None:
        facts["turns without an action"] += 1
        card = hand[0]
        take(table, player, "1", "non-white")
        after = table
    else:
        used[card.id] += 1
    alone = "only card you Play" in str(card.values["text"])
    hand.remove(card)
    table = _played(after, card, hand, deck, pile, chance)
    if alone:
        pile += hand
        hand.clear()
        return table
    if hand:
        dull = min(hand, key=lambda held: _promise(table, player, held))
        hand.remove(dull)
        pile.append(dull)
    for _ in range(3):
        card, after = _best_play(table, player, hand)
        if card is None or liking(after, player) < liking(table, player) + 0.3:
            break
        used[card.id] += 1
        hand.remove(card)
        table = _played(after, card, hand, deck, pile, chance)
    for _ in table.late:
        bank_other(table, player)
    table.late = []
    return table


def _best_play(table: Feelings, player: int, hand: list[Card]) -> tuple[Card | None, Feelings]:
    """The card of a hand, and what the table is after it, that a player likes best; no card where none can be
    followed.
    """
    ways = []
    for at, card in enumerate(hand):
        for action in actions(str(card.values["text"])):
            after = table.copied()
            if all(does(after, player, *named) for does, named in action):
                ways.append((liking(after, player) + 0.8 * after.draws, -at, card, after))
    return max(ways, key=lambda way: way[:2])[2:] if ways else (None, table)


def _promise(table: Feelings, player: int, card: Card) -> float:
    _, after = _best_play(table, player, [card])
    return liking(after, player)


def _played(
    after: Feelings, card: Card, hand: list[Card], deck: list[Card], pile: list[Card], chance: Random
) -> Feelings:
    if after.again and (deck or after.returns):
        pile.append(card)
    _refill(hand, deck, pile, chance, min(len(hand) + after.draws, len(hand) + len(deck) + len(pile)))
    after.draws, after.again = 0, False
    return after
