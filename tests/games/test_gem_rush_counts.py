"""Gem Rush's numbers, each against its document or a recorded decision; its rooms and gems as built."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.files.load import load_game
from nineup.logic.select import select
from nineup.model.game import Card, Game, Run
from nineup.rules import check_game, rule_settings

GEMS = (
    "diamond-dust",
    "electrum",
    "fire-ruby",
    "obsidian",
    "permafrost",
    "raw-hope",
    "soulstone",
    "star-tear",
)
FAMILIES = ("vein", "shaft", "well", "crucible", "lift")
PLAYERS = (1, 2, 3, 4, 5, 6)
BOX = {
    "room": 48,
    "gem": 50,
    "miner": 6,
    "first-player": 1,
    "point-1": 21,
    "point-3": 15,
    "point-10": 9,
    "reference-rush": 6,
    "reference-crisis": 6,
    "gem-box": 1,
    "room-box": 1,
    "table-box": 1,
}
STATED = {
    "diamond-vein",
    "electrum-well",
    "fire-ruby-vein",
    "permafrost-vein",
    "portal",
    "soulstone-shaft",
    "wish-geyser",
}
"""The rooms that the document describes; the other 41 are ours."""

HAND = 4
MOVES = 3


@pytest.fixture(scope="module")
def game() -> Game:
    findings = Findings()
    game = load_game(Project(Path(__file__).parents[2]), "gem-rush", findings, rule_settings())
    assert game is not None, findings
    assert not findings
    return game


@pytest.fixture(scope="module")
def rooms(game: Game) -> dict[str, Card]:
    return {card.id: card for card in game.components["room"].cards}


@pytest.fixture(scope="module")
def doors(rooms: dict[str, Card]) -> list[dict[str, Any]]:
    return [door for room in rooms.values() for door in room.values["doors"]]


@pytest.fixture(scope="module")
def gem_cards(game: Game) -> Counter[tuple[str, ...]]:
    """How many cards show which gems."""
    return Counter(
        {tuple(map(str, card.values["gems"])): card.copies for card in game.components["gem"].cards}
    )


def run_of(game: Game, players: int | None) -> Run:
    findings = Findings()
    run = select(game, findings, players=players)
    assert run is not None, findings
    return run


# Components


def test_the_box(game: Game) -> None:
    assert {tally.component: tally.pieces for tally in run_of(game, None).tallies} == BOX


@pytest.mark.parametrize("players", PLAYERS)
def test_what_each_number_of_players_prints(game: Game, players: int) -> None:
    printed = {tally.component: tally.pieces for tally in run_of(game, players).tallies if tally.pieces}
    expected = BOX | dict.fromkeys(("miner", "reference-rush", "reference-crisis"), players)
    if players == 1:
        del expected["reference-rush"]
    assert printed == expected


@pytest.mark.parametrize("players", PLAYERS)
def test_what_is_laid_out(game: Game, players: int) -> None:
    laid = {tally.component: tally.setup for tally in run_of(game, players).tallies}
    assert laid["miner"] == players
    assert (laid["room"], laid["gem"]) == (48, 50)
    assert (laid["point-1"], laid["point-3"], laid["point-10"]) == (21, 15, 9)


@pytest.mark.parametrize(("players", "left"), [(1, 46), (2, 42), (3, 38), (4, 34), (5, 30), (6, 26)])
def test_a_deck_is_left_when_all_have_four_cards(game: Game, players: int, left: int) -> None:
    laid = {tally.component: tally.setup for tally in run_of(game, players).tallies}
    assert (laid["gem"] or 0) - HAND * players == left


def test_the_rules_hold(game: Game) -> None:
    findings = Findings()
    check_game(game, findings)
    assert not findings


# Rooms


def test_41_rooms_are_decided(rooms: dict[str, Card]) -> None:
    assert {id for id, room in rooms.items() if room.source} == STATED
    assert all(room.decided for room in rooms.values())
    assert sum("name" in room.decided for room in rooms.values()) == 41
    assert all("name" not in rooms[id].decided for id in STATED)


def test_eight_gems_have_five_rooms_each_and_eight_rooms_are_special(rooms: dict[str, Card]) -> None:
    found = Counter((str(room.values["family"]), str(room.values["gem"])) for room in rooms.values())
    assert found == Counter(product(FAMILIES, GEMS)) + Counter({("special", "None"): 8})


def test_rooms_of_a_family_differ_in_their_gem_alone(rooms: dict[str, Card]) -> None:
    for family in FAMILIES:
        members = [room.values for room in rooms.values() if room.values["family"] == family]
        texts = {room["text"].replace(f"{{{room['gem']}}}", "{gem}") for room in members}
        assert len(texts) == 1
        assert all(room["name"].endswith(family.capitalize()) for room in members)
        assert {room["move"] for room in members} == {family == "lift"}


def test_what_the_document_says_of_rooms(rooms: dict[str, Card]) -> None:
    edges = [str(door["edge"]) for door in rooms["diamond-vein"].values["doors"]]
    assert sorted(edges) == ["bottom", "right"]
    (right,) = [door for door in rooms["fire-ruby-vein"].values["doors"] if door["edge"] == "right"]
    assert (sorted(right["cost"].values()), right["points"]) == ([1, 1, 2], 3)
    assert rooms["permafrost-vein"].values["text"] == "Dig for 2 cards with {permafrost}."
    assert rooms["soulstone-shaft"].values["text"] == "Discard a {soulstone} to draw 3 cards."
    assert (
        rooms["electrum-well"].values["text"]
        == "Reveal 4 cards; keep those with {electrum} plus one card of your choice."
    )
    assert (
        rooms["wish-geyser"].values["text"] == "Name 2 different gems; dig for 2 cards with either named gem."
    )
    assert rooms["portal"].values["text"] == "Move to any constructed room."
    assert rooms["portal"].values["move"]


def test_every_room_has_two_to_four_doors_on_edges_of_their_own(rooms: dict[str, Card]) -> None:
    edges = [[str(door["edge"]) for door in room.values["doors"]] for room in rooms.values()]
    assert all(len(set(of_one)) == len(of_one) for of_one in edges)
    assert Counter(map(len, edges)) == {2: 12, 3: 24, 4: 12}


def test_every_room_has_a_cheap_door_and_a_dear_one(rooms: dict[str, Card]) -> None:
    for room in rooms.values():
        points = [door["points"] for door in room.values["doors"]]
        assert min(points) <= 2, room.id
        assert max(points) >= 3, room.id
        costs = [tuple(sorted(door["cost"].items())) for door in room.values["doors"]]
        assert len(set(costs)) == len(costs), room.id


# Doors


def test_a_door_is_worth_a_point_less_than_its_gems(doors: list[dict[str, Any]]) -> None:
    for door in doors:
        gems = sum(door["cost"].values()) + door["cost"].get("wild", 0)
        assert door["points"] == gems - 1
    assert Counter(door["points"] for door in doors) == {1: 32, 2: 44, 3: 40, 4: 20, 5: 8}


def test_each_gem_is_asked_for_sixty_times(doors: list[dict[str, Any]]) -> None:
    asked: Counter[str] = sum((Counter(door["cost"]) for door in doors), Counter())
    assert asked == Counter(dict.fromkeys(GEMS, 60)) + Counter({"wild": 12})


def test_a_room_asks_for_its_own_gem_at_just_one_door(rooms: dict[str, Card]) -> None:
    for room in rooms.values():
        if room.values["gem"]:
            own = [door for door in room.values["doors"] if room.values["gem"] in door["cost"]]
            assert len(own) == 1, room.id


@cache
def fewest(cost: tuple[tuple[str, int], ...]) -> int:
    """The fewest cards for a cost, any pair of gems and any number of wild cards at hand: by search."""
    left = Counter(dict(cost))
    if not left:
        return 0
    if left["wild"]:
        return 1 + fewest(_less(left, "wild"))
    gems = [gem for gem in left if left[gem]]
    pairs = [_less(left, *pair) for pair in combinations(gems, 2)]
    return 1 + min(map(fewest, [_less(left, gem) for gem in gems] + pairs))


def _less(cost: Counter[str], *gems: str) -> tuple[tuple[str, int], ...]:
    return tuple(sorted((cost - Counter(gems)).items()))


def by_formula(cost: Mapping[str, int]) -> int:
    """The larger of the highest count and half the gems rounded up; a wild one takes a card of its own."""
    gems = [count for gem, count in cost.items() if gem != "wild"]
    return cost.get("wild", 0) + max(max(gems, default=0), -(-sum(gems) // 2))


def test_four_cards_pay_every_door(doors: list[dict[str, Any]]) -> None:
    for door in doors:
        cost = {str(gem): count for gem, count in door["cost"].items()}
        cards = fewest(tuple(sorted(cost.items())))
        assert cards == by_formula(cost) <= HAND


# Gem cards


def test_every_two_gems_share_a_card_and_ring_neighbors_a_second(gem_cards: Counter[tuple[str, ...]]) -> None:
    assert {cards for cards in gem_cards if len(cards) == 2} == set(combinations(GEMS, 2))
    assert gem_cards[("wild",)] == 6
    for one, other in combinations(range(8), 2):
        apart = min(other - one, one - other + 8)
        assert gem_cards[GEMS[one], GEMS[other]] == (2 if apart in (1, 3) else 1)
    assert gem_cards.total() == 50


def test_each_gem_is_found_on_eleven_cards(gem_cards: Counter[tuple[str, ...]]) -> None:
    found: Counter[str] = Counter()
    for gems, count in gem_cards.items():
        for gem in gems:
            found[gem] += count
    assert found == Counter(dict.fromkeys(GEMS, 11)) + Counter({"wild": 6})


# The bank

Paid = tuple[int, int, int]


def turns(doors: list[dict[str, Any]]) -> Iterator[int]:
    """The points that the doors of one turn can be worth: three moves, paid with four cards."""
    best: dict[int, int] = {0: 0}
    for door in doors:
        cards = by_formula(door["cost"])
        best[cards] = max(best.get(cards, 0), door["points"])
    for chosen in product(best, repeat=MOVES):
        if sum(chosen) <= HAND:
            yield sum(best[cards] for cards in chosen)


def test_four_cards_are_worth_six_points_at_most(doors: list[dict[str, Any]]) -> None:
    assert max(turns(doors)) == 6


def test_the_bank_pays_twenty_points_a_player_and_the_dearest_overshoot(doors: list[dict[str, Any]]) -> None:
    bank = BOX["point-1"] + 3 * BOX["point-3"] + 10 * BOX["point-10"]
    assert bank == 156
    dearest = max(door["points"] for door in doors)
    assert bank >= 20 * 6 + MOVES * dearest
    assert bank >= 6 * (19 + max(turns(doors)))


def test_the_tokens_make_change_for_whatever_six_players_own() -> None:
    """Nobody is above 19 before the last round, and nobody wins more than 6 in it: all scores up to 25 at
    once.
    """
    sums: set[Paid] = {(0, 0, 0)}
    for _ in range(6):
        sums = {
            (tens + score // 10, threes + score % 10 // 3, ones + score % 10 % 3)
            for tens, threes, ones in sums
            for score in range(26)
        }
    for tens, threes, ones in sums:
        broken = max(0, tens - BOX["point-10"])
        small = threes + 3 * broken
        loose = ones + broken + 3 * max(0, small - BOX["point-3"])
        assert loose <= BOX["point-1"]


# The modes


def test_the_targets_of_a_crisis(game: Game) -> None:
    targets = {target["name"]: target["points"] for target in game.data["turn"]["crisis"]["targets"]}
    assert targets == {"Apprentice": 35, "Journeyman": 40, "Artisan": 45, "Master": 50}


def test_only_a_crisis_burns(game: Game) -> None:
    steps = {mode: [step["name"] for step in game.data["turn"][mode]["steps"]] for mode in ("rush", "crisis")}
    assert steps == {"rush": ["Discard", "Move", "Act"], "crisis": ["Discard", "Move", "Act", "Burn"]}
