"""Gemotion's numbers, each against its document."""

from collections import Counter
from itertools import combinations

import msgspec
import pytest
from nineup.base.diagnostics import Findings
from nineup.logic.select import select
from nineup.logic.select.configurations import Space
from nineup.model.game import AmountStep, Expression, Game, PlayerTable, Run
from nineup.rules import check_game

COLORS = ("red", "orange", "yellow", "green", "blue", "purple", "pink", "black")
PLAYERS = (2, 3, 4, 5, 6)

GEMS = {
    "white": (25, 37, 49, 61, 73),
    "red": (10, 15, 20, 25, 30),
    "orange": (6, 9, 12, 15, 18),
    "yellow": (6, 9, 12, 15, 18),
    "green": (11, 16, 21, 26, 31),
    "blue": (7, 11, 15, 19, 23),
    "purple": (3, 4, 6, 7, 8),
    "pink": (8, 12, 16, 20, 24),
    "black": (4, 6, 8, 10, 12),
}
"""Laid out for 2, 3, 4, 5 and 6 players. The fives and sixes of Purple are decided."""

BOX_OF_4 = {
    "white": 49,
    "red": 20,
    "orange": 12,
    "yellow": 12,
    "green": 21,
    "blue": 15,
    "purple": 6,
    "pink": 16,
    "black": 8,
}
BOX_OF_6 = {
    "white": 73,
    "red": 30,
    "orange": 18,
    "yellow": 18,
    "green": 31,
    "blue": 23,
    "purple": 8,
    "pink": 24,
    "black": 12,
}

COSTS = {
    "power-1": {"white": 3},
    "power-2": {"same": 2},
    "power-3": {"white": 2},
    "power-4": {"white": 4},
    "rage-power-1": {"white": 2, "red": 1},
    "rage-power-2": {"red": 2, "white": 1},
    "courage-power-1": {"orange": 1, "white": 1, "non-white": 1},
    "courage-power-2": {"orange": 1, "non-orange": 2},
    "fear-power-1": {"yellow": 1, "white": 3},
    "fear-power-2": {"yellow": 1, "non-white": 2},
    "envy-power-1": {"green": 1, "white": 2},
    "envy-power-2": {"green": 2, "any": 1},
    "sadness-power-1": {"blue": 1, "non-white": 2},
    "sadness-power-2": {"blue": 1, "white": 1, "non-white": 1},
    "vision-power-1": {"purple": 1},
    "vision-power-2": {"each": 1},
    "love-power-1": {"pink": 1, "white": 2},
    "love-power-2": {"pink": 1, "non-white": 2},
    "despair-power-1": {"any": 5},
    "despair-power-2": {"black": 1, "white": 2},
}


def run_of(game: Game, players: int | None = None, **options: str) -> Run:
    findings = Findings()
    run = select(
        game, findings, players=players, options={k.replace("_", "-"): v for k, v in options.items()}
    )
    assert run is not None, findings
    return run


def pieces(run: Run) -> dict[str, int]:
    return {tally.component: tally.pieces for tally in run.tallies}


def laid_out(run: Run) -> dict[str, int | None]:
    return {tally.component: tally.setup for tally in run.tallies}


def gems(counts: dict[str, int]) -> dict[str, int]:
    return {f"{gem}-gem": count for gem, count in counts.items()}


@pytest.mark.parametrize("players", PLAYERS)
def test_every_gem_is_laid_out_and_printed_as_the_document_says(gemotion: Game, players: int) -> None:
    run = run_of(gemotion, players)
    stated = gems({gem: counts[PLAYERS.index(players)] for gem, counts in GEMS.items()})
    assert {c: n for c, n in laid_out(run).items() if c in stated} == stated
    assert {c: n for c, n in pieces(run).items() if c in stated} == stated


@pytest.mark.parametrize("players", PLAYERS)
def test_a_color_brings_its_gems_and_cards(gemotion: Game, players: int) -> None:
    """Red joins it because not every colour may be alone."""
    for color in COLORS:
        chosen = {"red", color}
        run = run_of(gemotion, players, colors=",".join(chosen))
        counted = pieces(run)
        assert {c for c in counted if c.endswith("-gem")} == {f"{gem}-gem" for gem in chosen | {"white"}}
        assert counted["player-deck"] == players * (17 + 3 * len(chosen))
        assert laid_out(run)["player-deck"] == players * (17 + 3 * len(chosen))
        copies = 2 if players <= 4 else 3
        assert counted["power"] == copies * (4 + 2 * len(chosen))
        assert laid_out(run)["power"] == copies * (min(players, 4) + len(chosen))


def test_the_decks_and_piles_with_all_colors(gemotion: Game) -> None:
    decks = (82, 123, 164, 205, 246)
    piles = (20, 22, 24, 36, 36)
    printed = (40, 40, 40, 60, 60)
    for players, deck, pile, power in zip(PLAYERS, decks, piles, printed, strict=True):
        run = run_of(gemotion, players)
        assert pieces(run)["player-deck"] == deck
        assert (pieces(run)["power"], laid_out(run)["power"]) == (power, pile)


def test_the_box_of_four(gemotion: Game) -> None:
    counted = pieces(run_of(gemotion))
    assert {c: n for c, n in counted.items() if c.endswith("-gem")} == gems(BOX_OF_4)
    assert counted["player-deck"] == 68 + 8 * 12
    assert counted["power"] == 8 + 8 * 4


def test_the_box_of_six(gemotion: Game) -> None:
    counted = pieces(run_of(gemotion, expansion="yes"))
    assert {c: n for c, n in counted.items() if c.endswith("-gem")} == gems(BOX_OF_6)
    assert counted["player-deck"] == 102 + 8 * 18
    assert counted["power"] == 12 + 8 * 6


@pytest.mark.parametrize("color", ["red", "green", "blue", "pink", "black"])
def test_the_box_of_one_color_set(gemotion: Game, color: str) -> None:
    counted = pieces(run_of(gemotion, colors=color))
    assert counted["player-deck"] == 68 + 12
    assert counted["power"] == 8 + 4
    assert counted[f"{color}-gem"] == BOX_OF_4[color]


def test_without_power_cards_there_are_none(gemotion: Game) -> None:
    assert "power" not in {
        tally.component for tally in run_of(gemotion, 4, power="no").tallies if tally.pieces
    }


@pytest.mark.parametrize(
    "alone", [c for n in (1, 2, 3) for c in combinations(("orange", "yellow", "purple"), n)]
)
def test_orange_yellow_and_purple_need_another_color(gemotion: Game, alone: tuple[str, ...]) -> None:
    findings = Findings()
    assert select(gemotion, findings, players=4, options={"colors": ",".join(alone)}) is None
    assert [finding.code for finding in findings] == ["impossible-option"]


def test_248_choices_of_colors_are_legal(gemotion: Game) -> None:
    chosen = Counter(
        (made.players, made.bands, made.options["power"], made.options["pink-table"])
        for made in Space(gemotion).configurations()
    )
    assert set(chosen.values()) == {248}
    assert len(chosen) == (3 * 2 + 2) * 2 * 2  # up to four players may add the expansion


def test_the_cards_of_each_list(gemotion: Game) -> None:
    deck = Counter(str(card.values["color"] or "") for card in gemotion.components["player-deck"].cards)
    assert deck == {"": 17} | dict.fromkeys(COLORS, 3)
    power = Counter(str(card.values["color"] or "") for card in gemotion.components["power"].cards)
    assert power == {"": 4} | dict.fromkeys(COLORS, 2)


def test_all_twenty_costs(gemotion: Game) -> None:
    costs = {card.id: dict(card.values["cost"]) for card in gemotion.components["power"].cards}
    assert costs == COSTS


def test_only_one_of_each_color_has_a_least(gemotion: Game) -> None:
    least = {card.id: card.values["least"] for card in gemotion.components["power"].cards}
    assert {card: count for card, count in least.items() if count is not None} == {"vision-power-2": 4}


def test_a_face_for_each_owner(gemotion: Game) -> None:
    faces = {tally.component: tally.faces for tally in run_of(gemotion).tallies}
    assert faces["player-deck"] == 4 * 41
    assert faces["power"] == 20
    assert faces["player-mat"] == 4
    assert faces["white-gem"] == 1


def test_the_rules_hold_and_the_notes_are_the_document_s(gemotion: Game) -> None:
    findings = Findings()
    check_game(gemotion, findings)
    assert [f for f in findings if f.severity != "note"] == []
    reported = " ".join(finding.message for finding in findings)
    assert all(card in reported for card in ("player-7", "player-8", "player-11"))


def test_two_copies_would_leave_every_pile_short_from_five_players_on(gemotion: Game) -> None:
    """What the color sets ship by the document's own numbers: four Power cards each, in the box of six as
    well.
    """
    power = gemotion.components["power"]
    assert power.box is not None
    four, six = power.box.steps
    stated = AmountStep(six.low, six.high, Expression("12 + 4 * colors|length", six.span), six.span)
    short = msgspec.structs.replace(power, box=PlayerTable((four, stated), power.box.span))
    findings = Findings()
    changed = msgspec.structs.replace(gemotion, components=gemotion.components | {"power": short})
    check_game(changed, findings, only=("amounts", "inventory"))
    assert [(f.code, f.message, f.configuration) for f in findings] == [
        ("inventory", "`power`: 5 players need 18, but the box holds 16", "5 players, red")
    ]
