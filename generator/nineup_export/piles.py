"""Piles: what virtual tables shuffle together. They are the same on every table: one deck for each pile and
owner, and backs that tell no card from another.

Components with one `pile` are a deck, and their cards have one resolution, the lowest that any picture of
them needs: on a table, a back of 585 by 819 pixels among others of 750 by 1050 gives a card away. So two
decks of a pile, such as those of two owners, have equal backs, too.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from typing import TypeVar

import msgspec
from nineup.base import Diagnostic, Findings
from nineup.layout.typeset import Drawn
from nineup.model import Component, Digests, Run
from nineup.pipeline import DrawnRun

from nineup_export.decks import DECK_SHAPES, MOST_PIECES, sharpness
from nineup_export.shots import PieceGroup, groups_of, played_groups

Key = tuple[str, str]


def shuffled_with(component: Component) -> Key:
    """What cards that are ever shuffled together have in common: their pile, or else their component."""
    return (component.pile, "") if component.pile else ("", component.id)


def piles(drawn_run: DrawnRun) -> tuple[PieceGroup, ...]:
    """As `played_groups`, with the cards of one pile and owner in one group, in place of the first.

    A pile of which only some components have owners exists only for printing: its components stay separate,
    as do those of another size.
    """
    groups = played_groups(drawn_run)
    owned: dict[str, set[str]] = {}
    for group in groups:
        owned.setdefault(group.component.pile, set()).add(group.component.for_each)
    decks: dict[tuple[object, ...], list[PieceGroup]] = {}
    for number, group in enumerate(groups):
        component = group.component
        is_shared = component.pile and can_be_shuffled(group) and len(owned[component.pile]) == 1
        look = component.size, component.corner, component.shape, bool(component.back)
        key = (component.pile, group.owner, *look) if is_shared else (number,)
        decks.setdefault(key, []).append(group)
    names = set(drawn_run.run.game.components)
    return tuple(_joined(members, names) for members in decks.values())


def _joined(groups: Sequence[PieceGroup], names: set[str]) -> PieceGroup:
    first = groups[0]
    if len(groups) == 1:
        return first
    pile = first.component.pile
    name = pile if pile not in names else f"{first.component.id}-pile"
    members = tuple(drawn for group in groups for drawn in group.members)
    return msgspec.structs.replace(first, members=members, pile=name)


def can_be_shuffled(group: PieceGroup) -> bool:
    """Whether the pieces of a group are cards or tiles with four corners."""
    return group.component.shape in DECK_SHAPES and group.component.outline == "rectangle"


def resolutions(groups: Sequence[PieceGroup], dpi: float, most: int = MOST_PIECES) -> Mapping[Key, float]:
    """The resolution of all cards that are shuffled together, by what they have in common: `dpi`, or what the
    fullest picture of at most `most` of them allows.
    """
    common: dict[Key, float] = {}
    for group in groups:
        if can_be_shuffled(group):
            key = shuffled_with(group.component)
            fit = sharpness(min(len(group.members), most), group.members[0].front.size)
            common[key] = min(common.get(key, dpi), fit)
    return common


T = TypeVar("T")


def shuffled(things: Sequence[T], seed: str) -> list[T]:
    """Things in an order that says nothing of them, the same in each export."""
    order = [blake2b(f"{seed} {at}".encode(), digest_size=8).digest() for at in range(len(things))]
    return [things[at] for at in sorted(range(len(things)), key=order.__getitem__)]


def shares(run: Run, to: str) -> dict[str, int]:
    """How many of each component or pile the game's `deal` gives to each `player`, or to the `table`."""
    entries = [each.settings for each in run.game.rules if each.name == "deal" and each.settings is not None]
    given: dict[str, int] = {}
    for name in dict.fromkeys(name for settings in entries for name in settings[to]):
        with suppress(ValueError):  # The findings of `check` report the problem with the amount.
            given[name] = int(run.context["dealt"](name, to))
    return given


def report_back_leaks(drawn_run: DrawnRun, findings: Findings) -> None:
    """Warns about each component whose cards look different from behind from others of their pile.

    Cards of different owners may differ, unless the pile has cards without an owner, which come into every
    owner's hands.
    """
    reported: set[str] = set()
    digests = Digests()
    first: dict[str, dict[str, Drawn]] = {}
    for group in groups_of(drawn_run):
        if group.component.shape not in DECK_SHAPES or not group.component.pile:
            continue
        seen = first.setdefault(group.component.pile, {})
        for drawn in group.members:
            met = (
                seen.values() if not group.owner else (seen[key] for key in (group.owner, "") if key in seen)
            )
            for other in met:
                apart = next(_differences(drawn, other, digests), None)
                if apart and group.component.id not in reported:
                    reported.add(group.component.id)
                    findings.append(_leak(drawn, other, apart))
            seen.setdefault(group.owner, drawn)


def _differences(drawn: Drawn, other: Drawn, digests: Digests) -> Iterator[str]:
    """The keys of what distinguishes two cards from behind."""
    one, two = drawn.part.component, other.part.component
    if one.size != two.size:
        yield "size"
    for key in ("outline", "corner"):
        if getattr(one, key) != getattr(two, key):
            yield key
    if (drawn.back is None) != (other.back is None):
        yield "back"
    if drawn.back is not None and other.back is not None and digests[drawn.back] != digests[other.back]:
        yield "back"


def _leak(drawn: Drawn, other: Drawn, key: str) -> Diagnostic:
    component = drawn.part.component
    one, two = (f"`{each.part.component.id}/{each.part.card.id}`" for each in (drawn, other))
    message = f"{one} and {two} of the pile `{component.pile}` can be told apart from behind: by their {key}"
    hint = f"give all cards of the pile the same {key}, or other piles"
    return Diagnostic(
        "back-leak", "warning", message, span=component.spans.get(key, component.span), hint=hint
    )
