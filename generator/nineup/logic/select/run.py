"""Checks a request against the game: the run, or the reasons why it is impossible."""

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from nineup.base.diagnostics import Diagnostic, Findings, nearest
from nineup.logic.select.base_context import base_context
from nineup.logic.select.box import box_cards, box_parts
from nineup.logic.select.configurations import box_players, box_seats, counts, expansions
from nineup.logic.select.errors import EvaluationError
from nineup.logic.select.options import Value, chosen_options, is_possible, named, read_bands
from nineup.logic.select.scenario import Scenario
from nineup.logic.select.ties import check_legal
from nineup.model.game import Card, Component, ComponentTally, Game, Item, Part, Run

MOST_PIECES = 100_000
"""The largest number of pieces of one component; more are a mistake, not a game."""

LONGEST_NAME = 100
"""The longest name of a run, in characters; it becomes a folder."""


def select(
    game: Game,
    findings: Findings,
    players: int | None = None,
    options: Mapping[str, str] = {},
    owners: Collection[str] | None = None,
    components: Collection[str] = (),
    cards: Collection[str] = (),
) -> Run | None:
    """The exact pieces of a run: for a player count, or for the whole box if that is None.

    `options` are as typed, by name. `owners` restricts whose pieces are printed; `components` and `cards`
    (`id` or `component/id`) restrict the run to these. Parts are ordered component by component, owner by
    owner, card by card, in the order of the files. None after an error: the run is impossible, or an amount
    that it needs is wrong.
    """
    before = len(findings)
    limited = with_limits(game, players, options)
    chosen = chosen_options(limited, options, findings)
    if not _failed(findings, before):
        check_legal(limited, chosen, typed=options, findings=findings)
    bands = read_bands(game, options, findings)
    count = _players(game, players, bands, findings=findings)
    _check_owners(game, owners or (), count, limited=players is not None, findings=findings)
    wanted = _wanted(game, components, cards, findings=findings)
    if count is None or _failed(findings, before):
        return None
    asked = [name for name, on in bands.items() if on]
    scenario = Scenario(game, base_context(game), count, options=chosen, bands=asked, named=owners or ())
    try:
        scenario.check_minutes()
        scenario.compute_texts()
    except EvaluationError as broken:
        findings.append(broken.diagnostic)
        return None
    seats = box_seats(game, scenario.bands) if players is None else ()
    inside = [scenario.at(*seat) for seat in seats if is_possible(game, seat.players, chosen)]
    parts, tallies = _resolve(scenario, inside, wanted, cards=cards, owners=owners or (), findings=findings)
    if not _failed(findings, before):
        _check_there(scenario, components, cards, parts=parts, tallies=tallies, findings=findings)
    if _failed(findings, before):
        return None
    return Run(
        game=scenario.computed_game(),
        name=run_name(limited, players, count, chosen=chosen, bands=asked),
        players=count,
        options=dict(chosen),
        owners=_owners(parts),
        context=scenario.context,
        parts=parts,
        tallies=tallies,
    )


def refused(
    game: Game, players: int | None, options: Mapping[str, str], owners: Collection[str] = ()
) -> Findings:
    """Why a request is impossible, without resolving its pieces: the first reason that `select` would
    report.
    """
    findings = Findings()
    game = with_limits(game, players, options)
    chosen = chosen_options(game, options, findings)
    if not findings:
        check_legal(game, chosen, typed=options, findings=findings)
    count = _players(game, players, read_bands(game, options, findings), findings=findings)
    _check_owners(game, owners, count, limited=players is not None, findings=findings)
    return findings


def with_limits(game: Game, players: int | None, options: Mapping[str, str]) -> Game:
    """The game with the limits of its options for a player count, or for the most of the requested box."""
    bands = read_bands(game, options, Findings())
    most = box_players(game, [name for name, on in bands.items() if on])
    return game.at(most if players is None else players)


def possible_options(game: Game, players: int | None, options: Mapping[str, str]) -> dict[str, str]:
    """Typed options without those of which so many players choose more or fewer, which get their default."""
    limited = with_limits(game, players, options)
    possible = {}
    for name, text in options.items():
        option = game.options.get(name.replace("_", "-"))
        wrong = Findings()
        if option is not None and option.by_players:
            chosen_options(limited, {name: text}, wrong)
        if not wrong:
            possible[name] = text
    return possible


def expansions_of(run: Run) -> dict[str, bool]:
    """Whether each band of players beyond the first is in use in a run."""
    return {band.name: run.context[band.name.replace("-", "_")] for band in expansions(run.game)}


def run_name(
    game: Game, players: int | None, count: int, chosen: Mapping[str, Value], bands: Iterable[str]
) -> str:
    """The folder's name: `box` or the player count, then what differs from the defaults, in order."""
    needed = players is not None and count > game.bands[0].high
    differing = [id for id, option in game.options.items() if chosen[id] != option.default]
    words = [
        "box" if players is None else f"{players}p",
        *([] if needed else bands),
        *named(game, chosen, differing),
    ]
    name = "-".join(words)
    if len(name) <= LONGEST_NAME:
        return name
    return f"{name[: LONGEST_NAME - 9].rstrip('-')}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"


def _failed(findings: Findings, before: int) -> bool:
    return findings.failed_since(before)


def _players(game: Game, players: int | None, bands: Mapping[str, bool], findings: Findings) -> int | None:
    """The player count of the run: as requested, or the most that the requested box serves."""
    if players is None:
        return box_players(game, [name for name, on in bands.items() if on])
    possible, place = counts(game), game.spans.get("players", game.span)
    if players not in possible:
        findings.request_error(
            "impossible-players",
            f"{game.title} can't be played by {players}: it is for {_listed(game)}",
            place,
            hint=f"possible: {', '.join(map(str, possible))} players",
        )
        return None
    for band in expansions(game):
        if players >= band.low and bands.get(band.name) is False:
            findings.request_error(
                "impossible-players",
                f"{players} players need `{band.name}`, and `{band.name}=no` leaves it out",
                place,
                hint=f"possible without it: {', '.join(str(n) for n in possible if n < band.low)} players",
            )
            return None
    return players


def _listed(game: Game) -> str:
    """The bands in words: `2 to 4 players, 5 to 6 with expansion`."""
    first, *more = [f"{b.low} to {b.high}" if b.low < b.high else str(b.low) for b in game.bands]
    with_more = [f"{text} with {band.name}" for text, band in zip(more, expansions(game), strict=True)]
    return ", ".join([f"{first} player{'s' if first != '1' else ''}", *with_more])


def _check_owners(
    game: Game, owners: Collection[str], count: int | None, limited: bool, findings: Findings
) -> None:
    lists = {component.for_each for component in game.components.values() if component.for_each}
    known = tuple(item for name in sorted(lists) for item in game.lists[name].items)
    for owner in owners:
        if owner not in known:
            findings.request_error(
                "unknown-owner", f"there is no owner `{owner}`", None, hint=nearest(owner, known)
            )
    if limited and count is not None and len(set(owners)) > count:
        findings.request_error(
            "impossible-owners",
            f"{len(set(owners))} owners ({', '.join(owners)}) are more than {count} players",
            None,
            hint="name at most one for each player",
        )


def _wanted(
    game: Game, components: Collection[str], cards: Collection[str], findings: Findings
) -> tuple[Component, ...]:
    """The components to which the run is restricted, in the game's order."""
    for id in components:
        if id not in game.components:
            findings.request_error(
                "unknown-component",
                f"there is no component `{id}`",
                None,
                hint=nearest(id, tuple(game.components)),
            )
    known_ids = [id for id in components if id in game.components] or list(game.components)
    wanted = tuple(component for component in game.components.values() if component.id in known_ids)
    for name in cards:
        if not any(
            _is_named(component.id, card.id, (name,)) for component in wanted for card in component.cards
        ):
            listed = [card for component in wanted for card in component.cards]
            known = dict.fromkeys([*(card.id for card in listed), *filter(None, map(_called, listed))])
            findings.request_error(
                "unknown-card", f"there is no card `{name}`", None, hint=nearest(name, tuple(known))
            )
    return wanted


def card_ids(game: Game, names: Iterable[str]) -> tuple[str, ...]:
    """The names of cards, with `component/id` in place of those that match the field `name` of cards:
    exactly, or else ignoring case.
    """
    names = tuple(names)
    if not names:
        return ()
    cards = [(component, card) for component in game.components.values() for card in component.cards]
    known = {spelling for component, card in cards for spelling in (card.id, f"{component.id}/{card.id}")}
    called = {f"{component.id}/{card.id}": _called(card) for component, card in cards}
    ids: dict[str, None] = {}
    for name in names:
        meant = [id for id, says in called.items() if says == name]
        meant = meant or [id for id, says in called.items() if says.casefold() == name.casefold()]
        ids |= dict.fromkeys(meant if meant and name not in known else [name])
    return tuple(ids)


def _called(card: Card) -> str:
    """The text of a card's field `name`."""
    return str(card.values.get("name", ""))


def _is_named(component: str, card: str, names: Collection[str]) -> bool:
    return card in names or f"{component}/{card}" in names


def _resolve(
    scenario: Scenario,
    inside: Sequence[Scenario],
    wanted: Iterable[Component],
    cards: Collection[str],
    owners: Collection[str],
    findings: Findings,
) -> tuple[tuple[Part, ...], tuple[ComponentTally, ...]]:
    """The parts and the tally of each component in the run; invalid ones are reported.

    `inside` are the runs that a whole box serves; empty for a single run.
    """
    parts: list[Part] = []
    tallies = []
    for component in wanted:
        try:
            if not (box_cards(component, inside) if inside else scenario.cards(component)):
                continue
            every = box_parts(component, scenario, inside) if inside else scenario.parts(component)
            printed = [part for part in every if part.copies]
            laid = scenario.setup(component)
        except EvaluationError as broken:
            findings.append(broken.diagnostic)
            continue
        if cards:
            printed = [part for part in printed if _is_named(part.component.id, part.card.id, cards)]
        if owners and component.for_each and printed:
            everybody = len({part.owner for part in printed})
            printed = [part for part in printed if part.owner in owners]
            laid = laid and laid * len({part.owner for part in printed}) // everybody
        if printed or not cards:
            pieces = sum([part.copies for part in printed])
            findings.extend(too_many(component, pieces))
            tallies.append(ComponentTally(component.id, component.shape, pieces, len(printed), setup=laid))
        parts += printed
    return tuple(parts), tuple(tallies)


def too_many(component: Component, pieces: int) -> Iterator[Diagnostic]:
    """Reports more pieces of a component than a run may have."""
    if pieces > MOST_PIECES:
        message = f"`{component.id}` has {pieces:,} pieces; a run may have {MOST_PIECES:,} of one component"
        yield Diagnostic("too-many-pieces", "error", message, span=component.span)


def _check_there(
    scenario: Scenario,
    components: Collection[str],
    cards: Collection[str],
    parts: tuple[Part, ...],
    tallies: tuple[ComponentTally, ...],
    findings: Findings,
) -> None:
    """Reports anything requested by name that isn't there with these players and options."""
    there = {tally.component for tally in tallies}
    for id in components:
        if id not in there and not cards:
            component = scenario.game.components[id]
            why = f": it exists when `{component.when.source}`" if component.when else ""
            findings.request_error("not-in-run", f"`{id}` is not in this run{why}", component.span)
    for name in cards:
        if not any(_is_named(part.component.id, part.card.id, (name,)) for part in parts):
            findings.request_error(
                "not-in-run",
                f"card `{name}` is not in this run",
                None,
                hint="choose other players or options",
            )


def _owners(parts: Iterable[Part]) -> tuple[Item, ...]:
    """The owners of the run's pieces, in order."""
    return tuple(dict.fromkeys([part.owner for part in parts if part.owner is not None]))
