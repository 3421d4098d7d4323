"""Findings over faces, component by component, so that those of a component that hasn't changed can be known.

Each component is proved alone, and the results are joined: what concerns several components, such as a line
of a layout that both use, has a `cause`, and is said once, where the smallest configuration shows it.
"""

from collections.abc import Collection, Hashable, Iterable, Iterator
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from nineup.base.diagnostics import Diagnostic
from nineup.model.proved import Acceptance
from nineup.rules.engine.card_reads import ReadField
from nineup.rules.engine.tally import RuleTally

if TYPE_CHECKING:
    from nineup.rules.engine.ink import PrintedSide


class FaceFinding(msgspec.Struct, frozen=True):
    """A finding over the faces of a component."""

    finding: Diagnostic
    order: str
    """Its place among those of all components."""
    cause: str
    """Findings with the same cause are one."""
    cards: tuple[str, ...] = ()
    """The cards that show it, by their names in messages, if the finding says how many they are."""


class FaceResult(msgspec.Struct, frozen=True):
    """The result of a rule, for one of its entries, over the faces of a component."""

    findings: tuple[FaceFinding, ...]
    held: dict[int, bool]
    accepted: tuple[str, ...]
    used_acceptances: frozenset[Acceptance]


class ExaminedFaces(NamedTuple):
    """The results of rules, in their order, over a component, and the fields of cards that they have read."""

    results: tuple[FaceResult, ...]
    read: frozenset[ReadField]


def in_order(size: int) -> str:
    """The size of a configuration, which may have many digits, as a text in the same order."""
    digits = f"{size:x}"
    return f"{len(digits):08x}{digits}"


def shown_on(
    printed: "PrintedSide", findings: Iterable[Diagnostic], cause: Hashable, cards: Collection[str] = ()
) -> Iterator[FaceFinding]:
    """Findings about a side of a card. A cause is made of texts, numbers and tuples."""
    order = in_order(printed.at.size if printed.at else 0)
    digest = sha256(repr(cause).encode(errors="surrogatepass")).hexdigest()
    return (FaceFinding(finding, order, digest, cards=tuple(sorted(cards))) for finding in findings)


def joined(results: Iterable[FaceResult]) -> tuple[list[Diagnostic], RuleTally, frozenset[Acceptance]]:
    """The findings of a rule over all components, its tally, and the acceptances that applied."""
    tally, used, known = RuleTally(), set[Acceptance](), dict[str, FaceFinding]()
    cards: dict[str, set[str]] = {}
    every: list[FaceFinding] = []
    for result in results:
        every += result.findings
        for players, held in result.held.items():
            tally.mark([players], held)
        tally.accepted.update(result.accepted)
        used |= result.used_acceptances
    for each in sorted(every, key=lambda each: each.order):
        known.setdefault(each.cause, each)
        cards.setdefault(each.cause, set()).update(each.cards)
    findings = []
    for cause, each in known.items():
        others = len(cards[cause]) - 1
        more = f", on this and {others} other card{'s' * (others > 1)}" if others > 0 else ""
        findings.append(each.finding._replace(message=each.finding.message + more))
    return findings, tally, frozenset(used)
