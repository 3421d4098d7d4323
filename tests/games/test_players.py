"""Simple players play the games to the end: what they show of each, on a few games from fixed seeds."""

from collections.abc import Callable
from random import Random

import pytest
import yaml

from benchmarks.players import gem_rush, gem_thief, gemotion, raghba
from benchmarks.players.table import PROJECT, Lead, Played, loaded

SEEDS = range(8)


def played(play: Callable[..., Played], id: str, players: int, **how: object) -> list[Played]:
    game = loaded(id)
    return [play(game, players, Random(seed), **how) for seed in SEEDS]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_thieves_who_may_only_pass_lock_themselves_in(players: int) -> None:
    ends = [game.end for game in played(gem_thief.play, "gem-thief", players, **gem_thief.WAYS["passes"])]
    assert ends.count("nobody can play") >= len(ends) - 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_thieves_who_swap_what_does_not_fit_find_all_five_treasures(players: int) -> None:
    games = played(gem_thief.play, "gem-thief", players)
    assert {game.end for game in games} == {"all five treasures"}
    assert all(len(game.winners) == 1 for game in games)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_thieves_who_play_what_they_swapped_for_pass_half_as_often(players: int) -> None:
    def passes(way: str) -> float:
        games = played(gem_thief.play, "gem-thief", players, **gem_thief.WAYS[way])
        return sum(game.facts["passes"] for game in games) / sum(game.turns for game in games)

    assert passes("swaps cards, plays") < 0.6 * passes("swaps cards, passes")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_free_stories_shorten_a_heist(players: int) -> None:
    turns = [
        sum(game.turns for game in played(gem_thief.play, "gem-thief", players, **gem_thief.WAYS[way]))
        for way in ("same, free Stories", "swaps cards, plays")
    ]
    assert turns[0] < 0.8 * turns[1]


def test_a_heist_keeps_every_card() -> None:
    """Dealt, drawn, discarded and gambled, all 142 cards are still there."""
    game = loaded("gem-thief")
    heist = gem_thief._dealt(game, 4, Random(1))
    for turn in range(120):
        if not gem_thief._battle(heist, turn % 4, 8) and not gem_thief._turn(heist, turn % 4):
            gem_thief._swap(heist, turn % 4)
        heist.draw(turn % 4, 8)
    cards = sum(map(len, heist.hands)) + len(heist.deck) + len(heist.discard) + len(heist.active) + 1
    assert cards == 122
    assert len(heist.treasure) + sum(loot.total() for loot in heist.loot) == 20


@pytest.mark.parametrize(
    ("cards", "cost", "pays"),
    [
        ([("ruby", "hope")], {"ruby": 1, "hope": 1}, True),
        ([("ruby", "hope")], {"ruby": 2}, False),
        ([("ruby", "hope"), ("wild",)], {"ruby": 2}, True),
        ([("wild",), ("wild",)], {"ruby": 1, "wild": 1}, True),
        ([("wild",), ("ruby", "hope")], {"hope": 2, "wild": 1}, False),
        ([("ruby", "hope"), ("ruby", "tear")], {"ruby": 1, "wild": 1}, False),
    ],
)
def test_a_card_pays_for_each_of_its_gems_once_and_a_wild_one_for_any(
    cards: list[tuple[str, ...]], cost: dict[str, int], pays: bool
) -> None:
    assert gem_rush.covers(tuple(cards), cost) == pays
    assert (gem_rush.payment(cards, cost) is not None) == pays
    assert (gem_rush.missing(cards, cost).total() == 0) == pays


def test_every_room_can_be_used() -> None:
    for card in loaded("gem-rush").components["room"].cards:
        gem_rush.ability(card)


def test_a_rush_ends_with_the_points() -> None:
    games = played(gem_rush.play, "gem-rush", 3)
    assert [game.end for game in games].count("points") >= len(games) - 1
    assert all(game.turns % 3 == 0 for game in games)  # all have had equally many turns
    assert all(game.facts["best"] >= 20 for game in games if game.end == "points")


@pytest.mark.parametrize("players", [1, 6])
def test_a_crisis_ends_after_26_turns_at_the_latest(players: int) -> None:
    assert all(game.turns <= 26 for game in played(gem_rush.play, "gem-rush", players, target=50))


def test_every_card_of_gemotion_can_be_followed() -> None:
    for card in loaded("gemotion").components["player-deck"].cards:
        assert gemotion.actions(str(card.values["text"]))


def test_a_card_is_cut_into_what_one_may_choose_and_must_do() -> None:
    def named(text: str) -> list[list[str]]:
        return [[does.__name__ for does, _ in action] for action in gemotion.actions(text)]

    assert named("Take 2 {white}\n\n**OR** Give 1 {purple} to another player and Take 3 Gems.") == [
        ["take"],
        ["give_one", "<lambda>"],
    ]
    with pytest.raises(ValueError, match="no player knows how to 'Juggle 2 Gems'"):
        gemotion.actions("Take 1 {red}\n\n**AND** Juggle 2 Gems.")


@pytest.mark.parametrize("players", [2, 4, 6])
def test_gemotion_ends_and_keeps_its_gems(players: int) -> None:
    game = loaded("gemotion")
    for seed in SEEDS:
        result = gemotion.play(game, players, Random(seed), ("red", "blue"), most=120)
        assert result.turns <= 120
        assert result.winners


@pytest.mark.parametrize(
    ("bank", "ahead", "points"),
    [
        ({"white": 7, "red": 1, "green": 4, "blue": 4}, 2, 7 - 2 + 4 + 4),
        ({"white": 5, "red": 1, "blue": 3, "purple": 1, "pink": 4}, 0, 5 - 2 - 3 + 14),
        ({"white": 6, "red": 4, "yellow": 2, "black": 3}, 0, 6 + 2 + 15),
        ({"white": 2, "red": 5, "blue": 3, "pink": 5}, 0, -2 + 10 + 3 - 5),
    ],
)
def test_banks_score_as_in_the_worked_examples(bank: dict[str, int], ahead: int, points: int) -> None:
    assert gemotion.points(bank, ahead) == points


def test_the_soul_moves_as_the_document_says() -> None:
    joy, fear_strong = (0, 0), (2, 2)
    assert raghba.moves(raghba.HUB, fear_strong) == [(2, 2)]
    assert raghba.moves(raghba.DETACHMENT, fear_strong) == [(2, 0)]
    assert raghba.moves(joy, (4, 2)) == [
        (0, 1),
        raghba.DETACHMENT,
    ]  # straight across: in or out, never around
    assert raghba.moves(joy, fear_strong) == [(1, 0), (0, 1)]  # two directions: around, or in
    assert raghba.moves(joy, (7, 0)) == [(7, 0)]
    assert raghba.moves((0, 2), None, "in") == [raghba.HUB]
    assert raghba.moves((0, 2), None, "out") == [(0, 1)]


@pytest.mark.parametrize("players", [2, 6])
def test_raghba_is_seven_games_and_ends(players: int) -> None:
    for result in played(raghba.play, "raghba", players):
        assert result.end == "all stories have been out"
        assert result.facts["games"] == 7


@pytest.mark.parametrize("id", ["gem-rush", "gem-thief", "gemotion", "plein-air", "raghba"])
def test_the_appendix_prints_what_was_played(id: str) -> None:
    """Every row has a cell for each heading, and a row there is for each number of players."""
    file = yaml.safe_load((PROJECT.root / f"cards/{id}/played.yaml").read_text(encoding="utf-8"))
    assert file["games"] >= 300
    for table in file["tables"]:
        assert {len(row) for row in table["rows"]} == {len(table["head"])}
        column = table["head"].index("Players")
        low, *_, high = sorted({int(row[column]) for row in table["rows"]})
        assert high == max(band.high for band in loaded(id).bands)
        assert low == (2 if "Rush" in table["name"] else min(band.low for band in loaded(id).bands))


def test_a_lead_changes_when_somebody_else_leads_alone() -> None:
    lead = Lead()
    for scores in [(0, 0), (2, 0), (2, 2), (2, 3), (3, 3), (4, 3)]:
        lead.after(scores)
    assert lead.changes == 2


def test_games_of_gemotion_end_once_no_card_returns_to_an_empty_deck() -> None:
    """This one goes on forever by the document: a player whose deck is used up nudges on every turn."""
    game, seed = loaded("gemotion"), 2
    assert gemotion.play(game, 2, Random(seed), most=150).end == "goes on"
    assert gemotion.play(game, 2, Random(seed), most=150, returns=False).end != "goes on"
