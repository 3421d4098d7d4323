"""Simple feelers: they end a game where the Soul stands on a card of theirs, take stories, and collect colors
for more.
"""

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from nineup.model.game import Card, Game

from .table import Lead, Played, copies, deal

HUB, DETACHMENT = (-1, 3), (-1, -1)
"""Spaces are (segment, ring): rings count from the mild one, 0, to the strong one, 2."""
Space = tuple[int, int]
AROUND = 8


@dataclass
class Table:
    """Everything that players share, and by seat what is theirs."""

    pile: list[Card]
    stories: list[Card]
    chance: Random
    wheel: list[str]
    rings: list[str]
    tokens: list[int]
    hands: list[list[Card]]
    before: list[list[Card]]
    soul: Space = HUB
    layout: dict[str, int] = field(default_factory=dict)
    """The tokens on each story that lies there."""
    middle: int = 0
    discard: list[Card] = field(default_factory=list)
    taken: list[int] = field(default_factory=list)
    used: Counter[str] = field(default_factory=Counter)
    facts: Counter[str] = field(default_factory=Counter)

    def space(self, card: Card) -> Space | None:
        """The space that an emotion card is; None for Engagement and Disengagement."""
        if "emotion" not in card.values:
            return None
        return self.wheel.index(card.values["emotion"]), self.rings.index(card.values["intensity"])

    def fill(self, seat: int, hand: int) -> None:
        while len(self.hands[seat]) < hand:
            if not self.pile:
                self.pile, self.discard = self.discard, []
                self.chance.shuffle(self.pile)
                self.facts["pile shuffled"] += 1
            if not self.pile:
                return
            self.hands[seat].append(self.pile.pop())


def moves(soul: Space, card: Space | None, sign: str = "") -> list[Space]:
    """Where a card may move the Soul: two spaces where its emotion lies in two directions or straight
    across.
    """
    segment, ring = soul
    inward = HUB if ring == 2 else (segment, ring + 1)
    outward = DETACHMENT if ring == 0 else (segment, ring - 1)
    if card is None:
        if soul in (HUB, DETACHMENT):
            return [soul]  # there is no segment to enter from the hub by a card without one
        return [inward if sign == "in" else outward]
    if soul == HUB:
        return [(card[0], 2)]
    if soul == DETACHMENT:
        return [(card[0], 0)]
    apart = (card[0] - segment) % AROUND
    if apart == AROUND // 2:
        return [inward, outward]
    ways = []
    if apart:
        ways.append(((segment + (1 if apart < AROUND // 2 else -1)) % AROUND, ring))
    if card[1] != ring:
        ways.append(inward if card[1] > ring else outward)
    return ways or [soul]


def play(game: Game, players: int, chance: Random, most: int = 3000) -> Played:
    """All layouts of stories, or until only one player has tokens."""
    table = _set_up(game, players, chance)
    hand = deal(game)["player"]["mind"]
    layouts = deal(game)["table"]["stories"]
    turns, dealer = 0, players - 1
    lead = Lead()
    while len(table.stories) >= layouts and sum(n > 0 for n in table.tokens) > 1:
        _lay_out(table, [table.stories.pop().id for _ in range(layouts)])
        by_id = {card.id: card for card in game.components["story"].cards}
        seat = dealer
        while turns < most:
            seat, turns = (seat + 1) % players, turns + 1
            is_over = _turn(table, seat, by_id, players)
            lead.after(_scores(table, players))
            if is_over:
                break
            table.fill(seat, hand)
        table.fill(seat, hand)
        table.facts["games"] += 1
        dealer = (dealer + 1) % players
    score = _scores(table, players)
    best = sorted(score, reverse=True)
    table.facts |= {"best": best[0], "lead": best[0] - best[1], "lead changes": lead.changes}
    end = "all stories have been out" if len(table.stories) < layouts else "one player has tokens"
    winners = tuple(seat for seat in range(players) if score[seat] == best[0])
    return Played(end if turns < most else "goes on", turns, winners, table.used, table.facts)


def _scores(table: Table, players: int) -> list[int]:
    """A player's tokens, and for each story taken as many points as there are players."""
    return [table.tokens[seat] + players * table.taken[seat] for seat in range(players)]


def _set_up(game: Game, players: int, chance: Random) -> Table:
    pile = copies(game, "emotion", "engagement")
    stories = copies(game, "story")
    chance.shuffle(pile)
    chance.shuffle(stories)
    step = game.components["token"].setup
    assert step is not None
    amount = step.steps[0].amount
    source = getattr(amount, "source", "")
    each = int(source.split("*")[0])
    hands: list[list[Card]] = [[] for _ in range(players)]
    wheel = [str(item) for item in game.lists["emotion"].items]
    rings = [str(item) for item in game.lists["intensity"].items]
    table = Table(pile, stories, chance, wheel, rings, [each] * players, hands, [[] for _ in range(players)])
    table.taken = [0] * players
    for seat in range(players):
        table.fill(seat, deal(game)["player"]["mind"])
    return table


def _lay_out(table: Table, ids: list[str]) -> None:
    """A new game: what was left on the old stories goes to the middle, and everybody antes two tokens."""
    table.facts["tokens left on stories"] += sum(table.layout.values())
    table.middle += sum(table.layout.values())
    table.layout = dict.fromkeys(ids, 0)
    table.soul = HUB
    for seat, tokens in enumerate(table.tokens):
        for ante in range(min(tokens, 2)):
            table.tokens[seat] -= 1
            if ante:
                table.middle += 1
            else:
                table.layout[table.chance.choice(ids)] += 1


def _turn(table: Table, seat: int, by_id: dict[str, Card], players: int) -> bool:
    """Play a card; whether it ended the game."""
    hand = table.hands[seat]
    here = [card for card in hand if table.space(card) == table.soul]
    if here:
        _lay(table, seat, here[0], [])
        table.tokens[seat] += table.middle
        table.middle = 0
        return True
    wanted = [set(map(str, by_id[id].values["colors"])) for id in table.layout]

    def promise(card: Card) -> tuple[float, ...]:
        row = _row(table, seat, card, wanted)
        colors = {str(held.values.get("emotion")) for held in row}
        full = [id for id in table.layout if colors == set(map(str, by_id[id].values["colors"]))]
        close = sum(len(colors & story) == 2 for story in wanted)
        lands = any(table.space(other) in _ways(table, card) for other in hand if other is not card)
        return (max((table.layout[id] + players for id in full), default=0), close, lands)

    card = max(hand, key=promise)
    ways = _ways(table, card)
    mine = [
        space for space in ways if any(table.space(other) == space for other in hand if other is not card)
    ]
    table.soul = mine[0] if mine else table.chance.choice(ways)
    _lay(table, seat, card, wanted)
    colors = {str(held.values.get("emotion")) for held in table.before[seat]}
    for id in list(table.layout):
        if colors == set(map(str, by_id[id].values["colors"])):
            table.tokens[seat] += table.layout.pop(id)
            table.taken[seat] += 1
            table.used[id] += 1
            table.facts["stories taken"] += 1
    return False


def _ways(table: Table, card: Card) -> list[Space]:
    return moves(table.soul, table.space(card), str(card.values.get("sign", "")))


def _row(table: Table, seat: int, card: Card, wanted: list[set[str]]) -> list[Card]:
    """The cards in front of a player after one more: of four, the one goes without which most stories are
    near.
    """
    row = [*table.before[seat], card]
    if len(row) < 4:
        return row

    def near(rest: list[Card]) -> int:
        colors = {str(held.values.get("emotion")) for held in rest}
        return max((len(colors & story) for story in wanted), default=0)

    return max((row[:at] + row[at + 1 :] for at in range(3)), key=near)


def _lay(table: Table, seat: int, card: Card, wanted: list[set[str]]) -> None:
    table.hands[seat].remove(card)
    table.used[card.id] += 1
    row = _row(table, seat, card, wanted)
    table.discard += [held for held in [*table.before[seat], card] if not any(held is kept for kept in row)]
    table.before[seat] = row
