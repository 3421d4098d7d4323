"""`combinations`: every set of so many items of a list stands on as many cards as any other.

Configured: `in` which component and in which `field` the sets stand, `of` which list they are made, how
many items each set has (`take`), and on how many cards each set stands (`times`, once when left out; with
`at-least` instead it may stand on more). A card's own copies count.

Bad, with three colors:

    rules:
      - combinations: {in: story, field: colors, of: color, take: 2}
    # cards: [red, blue], [red, green]                           # blue and green are missing

Good:

    # cards: [red, blue], [red, green], [blue, green]
"""

from collections.abc import Iterator
from functools import partial
from itertools import combinations
from math import comb
from typing import NamedTuple

from nineup.diagnostics import Diagnostic
from nineup.game import Card, Component, RuleEntry, Vocabulary
from nineup.rules.proof import Proof
from nineup.rules.rule import Rule
from nineup.rules.settings import Settings, few, in_play, place, tally, values_at
from nineup.select import Scenario, used_by_cards

EXAMPLE = "combinations: {in: story, field: colors, of: color, take: 3}"

MOST = 100_000
"""Sets that are gone through."""


class _Wanted(NamedTuple):
    component: Component
    field: str
    of: Vocabulary
    take: int
    times: int
    more: bool


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    assert entry is not None
    settings = Settings(proof.game, entry, EXAMPLE, ("in", "field", "of", "take"), ("times", "at-least"))
    wanted = _read(settings)
    yield from settings.mistakes
    if wanted is not None and not settings.mistakes:
        uses = used_by_cards(proof.game, wanted.component) | _bands(proof, wanted.of)
        yield from proof.smallest(uses, partial(_compare, proof, entry, wanted), entry.when)


def _read(settings: Settings) -> _Wanted | None:
    component, of = settings.component("in"), settings.vocabulary("of")
    field = settings.field("field", component)
    take = settings.number("take", 1, low=1)
    more = settings.get("at-least") is not None
    times = settings.number("at-least" if more else "times", 1, low=1)
    if component is None or of is None:
        return None
    if comb(len(of.items), take) > MOST:
        settings.wrong(f"`{of.name}` has too many sets of {take}", "take fewer")
    return _Wanted(component, field, of, take, times, more)


def _bands(proof: Proof, of: Vocabulary) -> frozenset[str]:
    return frozenset({"players"} if len(set(of.bands)) > 1 else ())


def _compare(proof: Proof, entry: RuleEntry, wanted: _Wanted, scenario: Scenario) -> Iterator[Diagnostic]:
    found: dict[tuple[str, ...], list[Card]] = {}
    items = in_play(wanted.of, scenario)
    for card in scenario.cards(wanted.component):
        stands = sum(map(tally, values_at(card.values, wanted.field)), tally(()))
        if len(stands) != wanted.take or stands.total() != wanted.take or not stands.keys() <= set(items):
            message = f"card `{card.id}`: {_set(sorted(stands.elements()))} is no set of {wanted.take}"
            hint = f"{wanted.take} different ones of the list `{wanted.of.name}`"
            yield Diagnostic("combinations", entry.severity, message, place(card, wanted.field), hint)
            continue
        key = tuple(item for item in items if item in stands)
        cards = found.setdefault(key, [])
        cards += [card] * card.copies
        if len(cards) > wanted.times and not wanted.more:
            yield _repeated(entry, wanted, cards)
    proof.figure(len(found))
    missing = [key for key in combinations(items, wanted.take) if len(found.get(key, ())) < wanted.times]
    if missing:
        total = comb(len(items), wanted.take)
        which = few([_set(key) for key in missing])
        often = "" if wanted.times == 1 else f" {wanted.times} times"
        message = f"`{wanted.component.id}` lacks {len(missing)} of the {total} sets of {wanted.take}{often}: {which}"
        yield Diagnostic("combinations", entry.severity, message, entry.span)


def _repeated(entry: RuleEntry, wanted: _Wanted, cards: list[Card]) -> Diagnostic:
    card = cards[-1]
    others = few(list(dict.fromkeys(f"`{other.id}`" for other in cards[: wanted.times])))
    field = next(iter(values_at(card.values, wanted.field)))
    message = f"card `{card.id}`: {_set(tally(field))} stands on {others} already"
    return Diagnostic("combinations", entry.severity, message, place(card, wanted.field))


def _set(items: "Iterator[str] | tuple[str, ...] | list[str] | dict[str, int]") -> str:
    return " + ".join(items) or "nothing"


RULE = Rule(
    code="combinations",
    summary="every combination is there",
    severity="error",
    needs=frozenset({"game", "settings"}),
    check=check,
    figure="sets",
)
