"""Simple thieves: they answer what they can, pick trouble they have an answer for, and gamble with what they
hold twice.
"""

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from nineup.model.game import Card, Game

from .table import Lead, Played, copies, deal

Kind = str
WAYS = {
    "passes": {"swap": False, "again": False},
    "swaps cards, passes": {"swap": True, "again": False},
    "swaps cards, plays": {"swap": True, "again": True},
    "same, free Stories": {"swap": True, "again": True, "free_stories": True},
}
"""What a player does who can't play: pass, as the document can be read, or first swap cards for new ones, and
perhaps play one of those; and the same where a Story takes no turn.
"""


@dataclass
class Heist:
    """A game on the table.

    Every card of the community deck is with its kind: story, conflict, resolution, destination.
    """

    kinds: dict[str, Kind]
    deck: list[Card]
    treasure: list[str]
    hands: list[list[Card]]
    place: Card
    chance: Random
    active: list[Card] = field(default_factory=list)
    discard: list[Card] = field(default_factory=list)
    loot: list[Counter[str]] = field(default_factory=list)
    used: Counter[str] = field(default_factory=Counter)
    facts: Counter[str] = field(default_factory=Counter)
    lead: Lead = field(default_factory=Lead)

    def of(self, player: int, kind: Kind) -> list[Card]:
        return [card for card in self.hands[player] if self.kinds[card.id] == kind]

    def draw(self, player: int, hand: int) -> None:
        while len(self.hands[player]) < hand:
            if not self.deck:
                self.deck, self.discard = self.discard, []
                self.chance.shuffle(self.deck)
            if not self.deck:
                return
            self.hands[player].append(self.deck.pop())

    def answers(self, player: int, conflict: Card) -> list[Card]:
        return [card for card in self.of(player, "resolution") if card.id in conflict.values["answered-by"]]


def play(
    game: Game,
    players: int,
    chance: Random,
    swap: bool = True,
    again: bool = True,
    free_stories: bool = False,
    battles: bool = True,
    most: int = 2000,
) -> Played:
    """One game. It is locked when everybody passes in turn without a card changing hands."""
    heist = _dealt(game, players, chance)
    hand = len(heist.hands[0])
    passed = 0
    for turn in range(most):
        player = turn % players
        if free_stories:
            _tell(heist, player, hand)
        done = (battles and _battle(heist, player, hand)) or _turn(heist, player)
        if not done and swap:
            heist.facts["swaps"] += 1
            _swap(heist, player)
            heist.draw(player, hand)
            done = again and _turn(heist, player)
        passed = 0 if done else passed + 1
        heist.facts["passes"] += not done
        if not swap and passed == players:
            return _ended(heist, "nobody can play", turn + 1)
        heist.draw(player, hand)
        heist.lead.after([len(+loot) for loot in heist.loot])
        winners = [at for at in range(players) if len(+heist.loot[at]) == len(game.lists["treasure"].items)]
        if winners:
            return _ended(heist, "all five treasures", turn + 1, tuple(winners))
        if not heist.treasure and not battles:
            return _ended(heist, "no treasure left", turn + 1)
    return _ended(heist, "goes on", most)


def _ended(heist: Heist, end: str, turns: int, winners: tuple[int, ...] = ()) -> Played:
    heist.facts["lead changes"] = heist.lead.changes
    return Played(end, turns, winners, heist.used, heist.facts)


def _dealt(game: Game, players: int, chance: Random) -> Heist:
    decks = {kind: copies(game, kind) for kind in ("story", "conflict", "resolution", "destination")}
    kinds = {card.id: kind for kind, deck in decks.items() for card in deck}
    for deck in decks.values():
        chance.shuffle(deck)
    dealt = deal(game)
    place = decks["destination"].pop()
    hands = [
        [decks[kind].pop() for kind, n in dealt["player"].items() for _ in range(n)] for _ in range(players)
    ]
    rest = [card for deck in decks.values() for card in deck]
    chance.shuffle(rest)
    treasure = [card.id for card in copies(game, "treasure")]
    chance.shuffle(treasure)
    heist = Heist(kinds, rest, treasure, hands, place, chance)
    heist.loot = [Counter() for _ in range(players)]
    return heist


def _turn(heist: Heist, player: int) -> bool:
    """Play one card, if one fits: an answer first, then trouble, then a change of place, and a story when
    there is time.
    """
    hand = heist.hands[player]
    for conflict in heist.active:
        if answers := heist.answers(player, conflict):
            _use(heist, player, answers[0])
            heist.active.remove(conflict)
            heist.discard += [conflict, answers[0]]
            if heist.treasure:
                heist.loot[player][heist.treasure.pop()] += 1
            return True
    here = [
        card for card in heist.of(player, "conflict") if card.values["place"] == heist.place.values["place"]
    ]
    if len(heist.active) < 2 and here:
        best = max(here, key=lambda card: len(heist.answers(player, card)))
        if heist.answers(player, best) or not heist.of(player, "story"):
            _use(heist, player, best)
            heist.active.append(best)
            return True
    if not heist.active:
        ways = heist.of(player, "destination")
        best = max(ways, key=lambda card: _prospect(heist, player, card), default=None)
        if best and (
            _prospect(heist, player, best) > _prospect(heist, player, heist.place)
            or not heist.of(player, "story")
        ):
            _use(heist, player, best)
            heist.discard.append(heist.place)
            heist.place = best
            return True
    if stories := heist.of(player, "story"):
        _use(heist, player, stories[0])
        heist.discard.append(stories[0])
        return True
    assert hand
    return False


def _use(heist: Heist, player: int, card: Card) -> None:
    heist.hands[player].remove(card)
    heist.used[card.id] += 1


def _prospect(heist: Heist, player: int, place: Card) -> int:
    """How much a player could do at a place: two for trouble with an answer at hand, one for trouble
    without.
    """
    there = [card for card in heist.of(player, "conflict") if card.values["place"] == place.values["place"]]
    return sum(2 if heist.answers(player, card) else 1 for card in there)


def _tell(heist: Heist, player: int, hand: int, most: int = 40) -> None:
    """Play every Story in hand, and those that are drawn for them."""
    for _ in range(most):
        if not (stories := heist.of(player, "story")):
            return
        _use(heist, player, stories[0])
        heist.discard.append(stories[0])
        heist.draw(player, hand)


def _swap(heist: Heist, player: int) -> None:
    """Discard all dull cards: those that are neither trouble with its answer at hand, nor that answer."""
    pairs = [
        (card, answer) for card in heist.of(player, "conflict") for answer in heist.answers(player, card)[:1]
    ]
    kept = {id(card) for pair in pairs for card in pair}
    dull = [card for card in heist.hands[player] if id(card) not in kept] or heist.hands[player][:1]
    for card in dull:
        heist.hands[player] = [held for held in heist.hands[player] if held is not card]
        heist.discard.append(card)


def _battle(heist: Heist, player: int, hand: int) -> bool:
    """Challenge the first rival who, too, has three treasures, one of them twice, and a conflict in hand."""

    def ready(at: int) -> str:
        twice = [stone for stone, n in heist.loot[at].items() if n > 1]
        return twice[0] if heist.loot[at].total() > 2 and twice and heist.of(at, "conflict") else ""

    rivals = [at for at in range(len(heist.hands)) if at != player and ready(at)]
    if not ready(player) or not rivals or (heist.treasure and not _stuck(heist, player)):
        return False
    heist.facts["battles"] += 1
    two = (player, rivals[0])
    stakes = {at: ready(at) for at in two}
    laid = {at: heist.of(at, "conflict")[0] for at in two}
    can = {}
    for at, other in (two, two[::-1]):
        answers = heist.answers(at, laid[other])
        can[at] = bool(answers)
        for card in answers[:1]:
            _use(heist, at, card)
            heist.discard.append(card)
    for at in two:
        _use(heist, at, laid[at])
        heist.discard.append(laid[at])
    if can[two[0]] != can[two[1]]:
        winner, loser = two if can[two[0]] else two[::-1]
        heist.loot[loser][stakes[loser]] -= 1
        heist.loot[winner][stakes[loser]] += 1
    elif not can[two[0]]:
        for at in two:
            heist.loot[at][stakes[at]] -= 1
            heist.treasure.append(stakes[at])
        heist.chance.shuffle(heist.treasure)
    for at in two:
        heist.draw(at, hand)
    return True


def _stuck(heist: Heist, player: int) -> bool:
    """Whether a player has nothing better to do than to gamble: no answer to what is active."""
    return bool(heist.active) and not any(heist.answers(player, conflict) for conflict in heist.active)
