"""The definition of a rule."""

from collections.abc import Callable, Iterator
from typing import Literal

import msgspec

from nineup.base.diagnostics import Diagnostic, Severity
from nineup.model.game import RuleEntry
from nineup.rules.engine.proof import Proof
from nineup.schema import Record

Need = Literal["game", "settings", "run", "faces", "sheets"]
"""The input of a rule; one that needs settings runs only if an entry of `rules:` names it."""


class Rule(msgspec.Struct, frozen=True):
    """A requirement on games. `check` yields its violations, given the entry that configures the rule."""

    code: str
    summary: str
    severity: Severity
    needs: frozenset[Need]
    check: Callable[[Proof, RuleEntry | None], Iterator[Diagnostic]]
    figure: str = ""
    """The meaning of its figure in the tally, such as `left over`; the smallest is reported."""
    accepts: tuple[str, ...] = ()
    """The kinds of fact that a card or a component may accept: `""` by the code alone, others as `code/kind`."""
    settings: Record | None = None
    """Reads this rule's settings from an entry of `rules:`; `entry.settings` holds their values by key. A rule that doesn't
    need settings runs without an entry as well.
    """
