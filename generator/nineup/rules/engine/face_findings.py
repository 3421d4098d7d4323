"""Findings over faces, component by component, so that those of a component that hasn't changed can be known.

Each component is proved alone, and the results are joined: what concerns several components, such as a line
of a layout that both use, has a `cause`, and is said once, where the smallest configuration shows it.
"""

from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
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
    numbers: frozenset[int] = frozenset()
    """The numbers of the operations that show it, until the cards of all batches are known."""


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
    printed: "PrintedSide",
    findings: Iterable[Diagnostic],
    cause: Hashable,
    *,
    cards: Collection[str] = (),
    numbers: frozenset[int] = frozenset(),
) -> Iterator[FaceFinding]:
    """Findings about a side of a card. A cause is made of texts, numbers and tuples."""
    order = in_order(printed.at.size if printed.at else 0)
    digest = sha256(repr(cause).encode(errors="surrogatepass")).hexdigest()
    names = tuple(sorted(cards))
    return (FaceFinding(finding, order, digest, cards=names, numbers=numbers) for finding in findings)


def of_batches(batches: Sequence[FaceResult], listed: Sequence[tuple[str, tuple[int, ...]]]) -> FaceResult:
    """The result over a component whose faces were checked in several batches. `listed` has each different
    face: the name of its first card, and the numbers of its operations.
    """
    findings: dict[str, FaceFinding] = {}
    held: dict[int, bool] = {}
    for batch in batches:
        for players, holds in batch.held.items():
            held[players] = held.get(players, True) and holds
        for each in batch.findings:
            known = findings.setdefault(each.cause, each)
            findings[each.cause] = msgspec.structs.replace(known, numbers=known.numbers | each.numbers)
    every = []
    for each in findings.values():
        names = {name for name, numbers in listed if not each.numbers.isdisjoint(numbers)}
        cards = tuple(sorted(names)) if each.numbers else each.cards
        every.append(msgspec.structs.replace(each, cards=cards, numbers=frozenset()))
    accepted = {id for batch in batches for id in batch.accepted}
    used = frozenset[Acceptance]().union(*(batch.used_acceptances for batch in batches))
    return FaceResult(tuple(every), held, tuple(sorted(accepted)), used_acceptances=used)


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
