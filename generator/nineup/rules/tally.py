"""What a proof has seen of one rule: whether it held, its figures, and what was only sampled."""

from collections.abc import Iterable

from nineup.diagnostics import Diagnostic
from nineup.rules.steps import Steps

MOST_STEPS = 300_000
"""Evaluations, and other steps of about the same length, that one rule may take: two seconds or so."""

NOT_PROVED = "not-proved"
"""What is reported where a rule could not be proved: it neither holds nor fails."""


class RuleTally:
    """What has been seen of one rule: for which player counts it held, and the figure that matters there."""

    def __init__(self) -> None:
        self.held: dict[int, bool] = {}
        """Only the counts in which there was something to hold."""
        self.least: dict[int, dict[str, int]] = {}
        """For a player count, the smallest figure of each thing that is counted."""
        self.most: dict[int, float] = {}
        """For a player count, the largest figure where it is a probability."""
        self.accepted: set[str] = set()
        """The cards and components whose findings are accepted."""
        self.tried: dict[int, tuple[int, int]] = {}
        """For a player count that was only sampled, how many configurations were tried, and of how many."""
        self.steps = Steps(MOST_STEPS)

    @property
    def figures(self) -> dict[int, int | str]:
        """For a player count, the figure that matters there."""
        counted = {players: sum(least.values()) for players, least in self.least.items()}
        return {**counted, **{players: f"{most:.2%}" for players, most in self.most.items()}}

    def mark(self, players: Iterable[int], held: bool) -> None:
        """Record that the rule held, or did not, for these player counts; once it did not, that stays."""
        for count in players:
            if not held or count not in self.held:
                self.held[count] = held

    def figure(self, players: Iterable[int], number: int | float, of: str) -> None:
        """Record a figure of one of the things that the rule counts, or a probability."""
        for count in players:
            if isinstance(number, float):
                self.most[count] = max(number, self.most.get(count, number))
            else:
                least = self.least.setdefault(count, {})
                least[of] = min(number, least.get(of, number))

    def sampled(self, number: int, of: int, players: Iterable[int]) -> None:
        """Record that only `number` of the configurations of these player counts were tried."""
        for count in players:
            tried, most = self.tried.get(count, (0, 0))
            self.tried[count] = max(tried, number), max(most, of)


def breaks(finding: Diagnostic) -> bool:
    """Whether a rule does not hold where it finds this. A note may be worth knowing of what holds, but not if
    it is that what the game says of itself is not so."""
    return finding.code != NOT_PROVED and (finding.severity != "note" or finding.code == "rule")
