"""The record of a proof for one rule: whether it held, its figures, and what was only sampled."""

from collections.abc import Iterable

from nineup.base.diagnostics import Diagnostic
from nineup.model.proved import Failing, Sample, Solver
from nineup.rules.engine.steps import Steps

MOST_STEPS = 300_000
"""The largest number of evaluations, and other steps of similar length, in one rule: about two seconds."""

NOT_PROVED = "not-proved"
"""The codes for a rule that could not be proved: it neither holds nor fails."""


class RuleTally:
    """The record of one rule: the player counts for which it held, and its figures."""

    def __init__(self) -> None:
        self.held: dict[int, bool] = {}
        """Only the counts for which there was something to check."""
        self.least: dict[int, dict[str, int]] = {}
        """For a player count, the smallest figure of each counted thing."""
        self.most: dict[int, float] = {}
        """For a player count, the largest figure, if it is a probability."""
        self.accepted: set[str] = set()
        """The cards and components whose findings are accepted."""
        self.tried: dict[int, Sample] = {}
        """For a player count that was only sampled, how many configurations were tried, and of how many."""
        self.solver: Solver | None = None
        """What decided some of it, and its time in all."""
        self.failing: Failing | None = None
        """In how many configurations it fails, if a solver counted them."""
        self.steps = Steps(MOST_STEPS)

    @property
    def figures(self) -> dict[int, int | str]:
        """For a player count, its figure; of several things that are counted, the smallest."""
        counted = {players: _shown(min(least.values())) for players, least in self.least.items()}
        return {**counted, **{players: f"{most:.2%}" for players, most in self.most.items()}}

    def mark(self, players: Iterable[int], held: bool) -> None:
        """Records whether the rule held for these player counts; once it failed, that stays."""
        for count in players:
            # One counterexample is enough, wherever it comes: later configurations can't undo it.
            if not held or count not in self.held:
                self.held[count] = held

    def figure(self, players: Iterable[int], number: int | float, of: str) -> None:
        """Records a figure of one of the things that the rule counts, or a probability."""
        for count in players:
            if isinstance(number, float):
                self.most[count] = max(number, self.most.get(count, number))
            else:
                least = self.least.setdefault(count, {})
                least[of] = min(number, least.get(of, number))

    def solved_by(self, solver: Solver) -> None:
        """Records that a solver decided a part of the rule."""
        before = self.solver.seconds if self.solver else 0.0
        self.solver = solver._replace(seconds=before + solver.seconds)

    def sampled(self, number: int, of: int, players: Iterable[int]) -> None:
        """Records that only `number` of the configurations of these player counts were tried."""
        for count in players:
            before = self.tried.get(count, Sample(0, 0))
            self.tried[count] = Sample(max(before.tried, number), max(before.of, of))


def _shown(number: int) -> int | str:
    """A number, in digits as far as JSON has them."""
    return number if number < 1 << 63 else f"over 10^{len(str(number)) - 1}"


def is_violation(finding: Diagnostic) -> bool:
    """Whether a finding means that its rule fails. A note may be compatible with a rule that holds, unless
    it says that a claim of the game is false.
    """
    return finding.code != NOT_PROVED and (finding.severity != "note" or finding.code == "rule")
