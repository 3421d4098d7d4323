"""What the simulated games share: a game's cards as lists, and the report of a game that was played."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.files.load import load_game
from nineup.model.game import Card, Game
from nineup.rules import rule_settings

PROJECT = Project(Path(__file__).parents[2])


@dataclass(frozen=True)
class Played:
    """A game that was played: how it ended after how many turns of all players together, and who won (seats
    from 0).

    `used` counts the cards by id that were played or used; `facts` are further numbers of the game's own.
    """

    end: str
    turns: int
    winners: tuple[int, ...] = ()
    used: Counter[str] = field(default_factory=Counter)
    facts: Mapping[str, float] = field(default_factory=dict)


class Lead:
    """Who leads alone, and how often that was somebody else than before."""

    def __init__(self) -> None:
        self._leader = -1
        self.changes = 0

    def after(self, scores: Sequence[float]) -> None:
        """Scores by seats after a turn; while several lead, the last to lead alone still counts as leader."""
        leaders = [seat for seat, score in enumerate(scores) if score == max(scores)]
        if len(leaders) == 1 and leaders[0] != self._leader:
            self.changes += self._leader >= 0
            self._leader = leaders[0]


def loaded(id: str) -> Game:
    """A game of this project."""
    findings = Findings()
    game = load_game(PROJECT, id, findings, rule_settings())
    assert game is not None, findings
    return game


def copies(game: Game, *components: str) -> list[Card]:
    """Every card of the components, as often as its box has it; a component's own copies are plain numbers
    here.
    """
    cards = []
    for id in components:
        component = game.components[id]
        step = component.copies.at(game.bands[0].low) if component.copies else None
        each = step.amount if step else 1
        assert isinstance(each, int), f"{id} has a number of copies that is computed"
        cards += [card for card in component.cards for _ in range(card.copies * each)]
    return cards


def deal(game: Game) -> Mapping[str, Any]:
    """What the game's rule `deal` gives to each player and to the table."""
    (rule,) = (rule for rule in game.rules if rule.name == "deal")
    settings: Mapping[str, Any] = rule.written
    return settings


def share(played: Sequence[Played], holds: Iterable[bool]) -> float:
    """The percentage of games for which something holds."""
    return 100 * sum(holds) / len(played)
