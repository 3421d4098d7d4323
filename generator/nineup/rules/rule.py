"""The shape of a rule."""

from collections.abc import Callable, Iterator
from typing import Literal

import msgspec

from nineup.diagnostics import Diagnostic, Severity
from nineup.game import RuleEntry
from nineup.rules.proof import Proof
from nineup.schema import Record

Need = Literal["game", "settings", "run", "faces", "sheets"]
"""What a rule reads; one that needs settings runs only where an entry of `rules:` names it."""


class Rule(msgspec.Struct, frozen=True):
    """Something that must hold. `check` yields what does not, given the entry that configures the rule."""

    code: str
    summary: str
    severity: Severity
    needs: frozenset[Need]
    check: Callable[[Proof, RuleEntry | None], Iterator[Diagnostic]]
    figure: str = ""
    """What the figure that it puts into the tally says, such as `left over`; the smallest is reported."""
    accepts: tuple[str, ...] = ()
    """The kinds of fact that a card or a component may accept: `""` by the code alone, others as `code/kind`."""
    settings: Record | None = None
    """How an entry of `rules:` reads this rule's settings; `entry.settings` holds their values by key. A rule that doesn't
    need them runs without an entry as well."""
