"""What the relations between options (`legal`) tie together.

Options vary independently of each other, and so do the items of a set, except for those that relations name.
Choices that relations connect form a tie, which is decided as one: its legal ways are listed once. With
`storm requires length=long` and `storm excludes kingdom=ferry`, one tie decides `storm`, `length` and whether
`ferry` is in the kingdom, in five ways of eight; the rest of the kingdom stays free.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from nineup.base.diagnostics import Findings
from nineup.logic.select.options import Value, chosen_options, completed, text_of
from nineup.logic.select.use import SetItem, Use, option_of
from nineup.model.game import Choice, Game, Option, Relation

Atom = str | SetItem
"""What is decided at once: a switch or a single choice (its id), or an item of a set."""

Way = Mapping[Atom, Any]
"""A value for each atom: of a switch or a single choice its own, of an item whether it is chosen."""

MOST_WAYS = 4_096
"""The largest number of ways of one tie."""


class TooManyWaysError(Exception):
    """A tie has more legal ways than can be listed."""


class Tie(msgspec.Struct, frozen=True):
    """Choices that relations connect, and the legal ways to decide them."""

    atoms: tuple[Atom, ...]
    options: tuple[Option, ...]
    """Those to which the atoms belong; an option is in one tie with all of its items that relations name."""
    ways: tuple[Way, ...] = ()

    def meets(self, uses: Collection[Use]) -> bool:
        """Whether a use is of one of its options."""
        ids = {option.id for option in self.options}
        return any(option_of(use) in ids for use in uses)

    def options_in(self, way: Way) -> dict[str, Value]:
        """The smallest legal values of its options in a way."""
        options: dict[str, Value] = {}
        for option in self.options:
            value = way[option.id] if option.kind != "some" else completed(option, *self.items(option, way))
            assert value is not None  # Its ways are those that can be completed.
            options[option.id] = value
        return options

    def items(self, option: Option, way: Way) -> tuple[list[Any], list[Any]]:
        """The items of a set that a way chooses, and those that it decides."""
        decided = [item for item in option.values if SetItem(option.id, item) in way]
        return [item for item in decided if way[SetItem(option.id, item)]], decided


def narrowed(tie: Tie, fixed: Mapping[str, Value]) -> Tie:
    """A tie with only the ways that agree with the values of some options."""
    if not any(option.id in fixed for option in tie.options):
        return tie

    def agrees(atom: Atom, value: Any) -> bool:
        if option_of(atom) not in fixed:
            return True
        wanted: Any = fixed[option_of(atom)]
        return bool((atom.item in wanted) == value if isinstance(atom, SetItem) else wanted == value)

    ways = tuple(way for way in tie.ways if all(agrees(atom, value) for atom, value in way.items()))
    return msgspec.structs.replace(tie, ways=ways)


def ties_of(options: Mapping[str, Option], legal: Sequence[Relation]) -> tuple[Tie, ...]:
    """The ties that relations between options make. Raises TooManyWaysError."""
    groups: list[set[str]] = []
    for relation in legal:
        connected = {choice.option for choice in relation.every}
        apart = [group for group in groups if group.isdisjoint(connected)]
        groups = [*apart, connected.union(*(group for group in groups if group not in apart))]
    return tuple(_tie(options, legal, group) for group in groups)


def check_legal(game: Game, chosen: Mapping[str, Value], typed: Collection[str], findings: Findings) -> None:
    """Reports what doesn't go together in a choice of options, of which some were `typed`."""
    for relation in game.legal:
        if reason := relation.refusal(lambda choice: choice.is_in(chosen)):
            near = adjusted(game, chosen, kept={name.replace("_", "-") for name in typed})
            texts = (f"{id}={text_of(value)}" for id, value in (near or {}).items() if value != chosen[id])
            hint = f"possible with {' and '.join(f'`{text}`' for text in texts)}" if near else ""
            findings.request_error("impossible-option", reason, relation.span, hint=hint)
            return


def with_legal(game: Game, typed: Mapping[str, str], kept: Collection[str]) -> dict[str, str]:
    """Typed options, with as few others changed as the `kept` ones need to be legal; as they are if there is
    no such choice.
    """
    chosen = chosen_options(game, typed, Findings())
    near = adjusted(game, chosen, kept=kept)
    changed = {id: text_of(value) for id, value in (near or {}).items() if value != chosen[id]}
    return {**typed, **changed}


def adjusted(game: Game, chosen: Mapping[str, Value], kept: Collection[str]) -> dict[str, Value] | None:
    """A legal choice with the values of the `kept` options that changes as few others as possible; None if
    there is none.
    """
    near = dict(chosen)
    for tie in ties_of(game.options, game.legal):
        own = [option.id for option in tie.options]
        fixed = {id: chosen[id] for id in own if id in kept}
        ways = (_fitted(tie, way, chosen) for way in narrowed(tie, fixed).ways)
        fitted = [way for way in ways if way is not None and fixed.items() <= way.items()]
        if not fitted:
            return None
        near |= min(fitted, key=lambda values: sum(values[id] != chosen[id] for id in own))
    return near


def _fitted(tie: Tie, way: Way, chosen: Mapping[str, Any]) -> dict[str, Value] | None:
    """The values of a tie's options in a way, with what else is chosen in its sets as far as they take it."""
    values: dict[str, Value] = {}
    for option in tie.options:
        if option.kind != "some":
            values[option.id] = way[option.id]
            continue
        picked, decided = tie.items(option, way)
        others = [item for item in chosen[option.id] if item not in decided]
        others = others[: max(option.at_most - len(picked), 0)]
        value = completed(option, [*picked, *others], [*decided, *others])
        if value is None:
            return None
        values[option.id] = value
    return values


def _tie(options: Mapping[str, Option], legal: Sequence[Relation], ids: Collection[str]) -> Tie:
    relations = [relation for relation in legal if relation.every[0].option in ids]
    needs = [(relation, {_atom(options, choice) for choice in relation.every}) for relation in relations]
    own = tuple(option for id, option in options.items() if id in ids)
    named = set[Atom]().union(*(atoms for _, atoms in needs))
    atoms = tuple(atom for option in own for atom in _atoms(option) if atom in named)
    # Built up atom by atom: each relation is tried as soon as its last atom is decided.
    ways: list[dict[Atom, Any]] = [{}]
    for at, atom in enumerate(atoms):
        ready = [relation for relation, need in needs if atom in need and need.issubset(atoms[: at + 1])]
        values = (False, True) if isinstance(atom, SetItem) else values_of(options[atom])
        longer = ({**way, atom: value} for way in ways for value in values)
        ways = [way for way in longer if not any(each.refusal(partial(has, way)) for each in ready)]
        if len(ways) > MOST_WAYS:
            raise TooManyWaysError
    tie = Tie(atoms, own)
    sets = [option for option in own if option.kind == "some"]
    legal_ways = (
        way for way in ways if all(completed(each, *tie.items(each, way)) is not None for each in sets)
    )
    return Tie(atoms, own, tuple(legal_ways))


def _atom(options: Mapping[str, Option], choice: Choice) -> Atom:
    is_set = options[choice.option].kind == "some"
    return SetItem(choice.option, choice.value) if is_set else choice.option


def _atoms(option: Option) -> Iterator[Atom]:
    if option.kind == "some":
        yield from (SetItem(option.id, str(item)) for item in option.values)
    else:
        yield option.id


def values_of(option: Option) -> tuple[Any, ...]:
    """The values of a switch or a single choice."""
    return (option.default, not option.default) if option.kind == "switch" else option.values


def has(way: Way, choice: Choice) -> bool:
    """Whether a way makes a choice, which it decides if it is of one of its atoms."""
    item = SetItem(choice.option, choice.value)
    if item in way:
        return bool(way[item])
    value = way.get(choice.option)
    return value == (choice.value == "yes") if isinstance(value, bool) else bool(value == choice.value)
