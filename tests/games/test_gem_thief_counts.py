"""Gem Thief's numbers, each against its document, and the relations between its cards."""

from collections import Counter
from pathlib import Path

import pytest
from nineup import pipeline
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.files.load import load_game
from nineup.logic.select import select
from nineup.model.game import Card, Game, Run
from nineup.rules import rule_settings

PROJECT = Project(Path(__file__).parents[2])

PLACES = ("jewel-store", "pawn-shop", "estate-sale", "auction-house", "bank-vault")
TREASURES = ("diamond", "ruby", "emerald", "sapphire", "topaz")
PLAYERS = (2, 3, 4)
DECKS = {"story": 32, "conflict": 40, "treasure": 20, "resolution": 40, "destination": 10}
"""Pieces of each deck for every player count. The ten destinations are decided."""
COMMUNITY = ("story", "conflict", "resolution", "destination")
LEFT = {2: 105, 3: 97, 4: 89}
"""Cards of the community deck after the deal."""


@pytest.fixture(scope="module")
def gem_thief() -> Game:
    findings = Findings()
    game = load_game(PROJECT, "gem-thief", findings, rule_settings())
    assert game is not None, findings
    assert not findings
    return game


def run_of(game: Game, players: int | None = None) -> Run:
    findings = Findings()
    run = select(game, findings, players=players)
    assert run is not None, findings
    return run


def pieces(run: Run) -> dict[str, int]:
    return {tally.component: tally.pieces for tally in run.tallies}


def answers(game: Game) -> dict[str, tuple[str, ...]]:
    """The ids of the resolutions that end each conflict."""
    return {card.id: card.values["answered-by"] for card in game.components["conflict"].cards}


def places(game: Game, component: str) -> dict[str, str]:
    """Where each card of a component belongs."""
    return {card.id: str(card.values["place"]) for card in game.components[component].cards}


@pytest.mark.parametrize("players", PLAYERS)
def test_every_component_for_every_player_count(gem_thief: Game, players: int) -> None:
    run = run_of(gem_thief, players)
    stated = {
        **DECKS,
        "scene-mat": 1,
        "reference": players,
        "community-box": 1,
        "treasure-box": 1,
        "table-box": 1,
    }
    assert pieces(run) == stated
    assert {tally.component: tally.setup for tally in run.tallies} == stated


def test_the_box(gem_thief: Game) -> None:
    assert pieces(run_of(gem_thief)) == {
        **DECKS,
        "scene-mat": 1,
        "reference": 4,
        "community-box": 1,
        "treasure-box": 1,
        "table-box": 1,
    }


@pytest.mark.parametrize("players", PLAYERS)
def test_what_the_deal_leaves(gem_thief: Game, players: int) -> None:
    counted = pieces(run_of(gem_thief, players))
    total = sum(counted[deck] for deck in COMMUNITY)
    assert total == 122
    assert total - 8 * players - 1 == LEFT[players]


def test_nine_destinations_would_be_the_least(gem_thief: Game) -> None:
    deal = next(entry for entry in gem_thief.rules if entry.name == "deal")
    assert deal.settings["player"] == {"conflict": 2, "resolution": 2, "story": 2, "destination": 2}
    assert deal.settings["table"] == {"destination": 1}
    assert 4 * deal.settings["player"]["destination"] + deal.settings["table"]["destination"] == 9


@pytest.mark.parametrize("deck", ["conflict", "resolution"])
def test_four_kinds_at_each_place_twice(gem_thief: Game, deck: str) -> None:
    assert Counter(places(gem_thief, deck).values()) == dict.fromkeys(PLACES, 4)
    parts = [part for part in run_of(gem_thief).parts if part.component.id == deck]
    assert [part.copies for part in parts] == [2] * 20


def test_five_places_twice_and_five_treasures_four_times(gem_thief: Game) -> None:
    parts = run_of(gem_thief).parts
    copies = {part.card.id: part.copies for part in parts if part.component.id in ("destination", "treasure")}
    assert copies == {**dict.fromkeys(PLACES, 2), **dict.fromkeys(TREASURES, 4)}
    assert [str(item) for item in gem_thief.lists["place"].items] == list(PLACES)
    assert [str(item) for item in gem_thief.lists["treasure"].items] == list(TREASURES)


def test_a_conflict_is_answered_by_two_of_its_own_place(gem_thief: Game) -> None:
    resolutions, conflicts = places(gem_thief, "resolution"), places(gem_thief, "conflict")
    for conflict, named in answers(gem_thief).items():
        assert len(set(named)) == len(named) == 2, conflict
        assert {resolutions[id] for id in named} == {conflicts[conflict]}, conflict


def test_a_resolution_answers_two_conflicts(gem_thief: Game) -> None:
    named = Counter(id for ids in answers(gem_thief).values() for id in ids)
    assert named == dict.fromkeys(places(gem_thief, "resolution"), 2)


def test_no_two_conflicts_have_the_same_answers(gem_thief: Game) -> None:
    assert len({frozenset(ids) for ids in answers(gem_thief).values()}) == 20


def test_a_motif_serves_one_story(gem_thief: Game) -> None:
    motifs = Counter(str(card.values["motif"]) for card in gem_thief.components["story"].cards)
    assert motifs.keys() == {str(item) for item in gem_thief.lists["motif"].items}
    assert max(motifs.values()) == 1


def test_what_is_shuffled_together_has_one_back(gem_thief: Game) -> None:
    piles = {deck: (gem_thief.components[deck].pile, gem_thief.components[deck].back) for deck in DECKS}
    assert {piles[deck] for deck in COMMUNITY} == {("community", "common.svg")}
    assert piles["treasure"] == ("treasure", "treasure-back.svg")


def test_what_the_document_does_not_say_is_reported_as_decided(gem_thief: Game) -> None:
    assert "copies" in gem_thief.components["destination"].decided
    assert all(gem_thief.components[deck].source for deck in DECKS)
    ours = [card for deck in ("conflict", "resolution") for card in gem_thief.components[deck].cards]
    assert sum("text" not in card.decided for card in ours) == 10
    assert all(card.source.startswith("Gem Thief, ") for card in ours)


def test_the_check_reports_only_notes(gem_thief: Game) -> None:
    """Of a stone that can be locked away, and of a treasure deck that can run out."""
    findings = Findings()
    pipeline.check(PROJECT, "gem-thief", findings)
    reported = [(finding.severity, finding.code, finding.hint) for finding in findings]
    assert reported == [
        ("note", "rule", "2 ≥ 3 fails; players = 4; cards('treasure')|length = 5"),
        ("note", "rule", "20 > 32 fails; players = 2; cards('treasure')|length = 5; count('treasure') = 20"),
    ]


def texts(game: Game) -> list[tuple[Card, str]]:
    return [(card, str(card.values["text"])) for deck in DECKS for card in game.components[deck].cards]


def test_names_and_texts_are_each_their_own(gem_thief: Game) -> None:
    cards = [card for deck in DECKS for card in gem_thief.components[deck].cards]
    assert len(cards) == 32 + 20 + 5 + 20 + 5
    assert len({str(card.values["name"]) for card in cards}) == len(cards)
    assert len({text for _, text in texts(gem_thief)}) == len(cards)


def test_a_text_is_short_prose_in_typographic_quotes(gem_thief: Game) -> None:
    for card, text in texts(gem_thief):
        assert len(text) <= 85, card.id
        assert text[0].isupper() or text[0] == "“", card.id
        assert text.endswith((".", ".”")), card.id
        assert not set(text) & set("'\"{}*"), card.id
        assert text.count("“") == text.count("”"), card.id


def test_prose_keeps_clear_of_the_words_that_rules_define(gem_thief: Game) -> None:
    defined = {form for term in gem_thief.terms.values() for form in term.forms}
    for card, text in texts(gem_thief):
        assert not defined & set(text.replace(".", " ").replace(",", " ").split()), card.id


def test_the_reference_lists_each_deck_that_is_played(gem_thief: Game) -> None:
    turn, battle = gem_thief.data["turn"], gem_thief.data["battle"]
    assert [play["deck"] for play in turn["plays"]] == ["story", "conflict", "resolution", "destination"]
    assert [outcome["name"] for outcome in battle["outcomes"]] == ["Both can", "One can", "Neither"]
    for deck in COMMUNITY:
        assert f"2 {{{deck}}}" in battle["deal"][0]


def test_a_place_and_a_glyph_tell_which_resolutions_answer_a_conflict(gem_thief: Game) -> None:
    resolutions = {card.id: card for card in gem_thief.components["resolution"].cards}
    signs = {(str(card.values["place"]), str(card.values["glyph"])) for card in resolutions.values()}
    assert len(signs) == len(resolutions) == 20
    for conflict in gem_thief.components["conflict"].cards:
        answers = [resolutions[id] for id in conflict.values["answered-by"]]
        assert {str(card.values["place"]) for card in answers} == {str(conflict.values["place"])}


@pytest.mark.parametrize(
    ("component", "folder"), [("conflict", "conflicts"), ("resolution", "resolutions"), ("story", "motifs")]
)
def test_every_card_has_a_picture_of_its_own(gem_thief: Game, component: str, folder: str) -> None:
    """And no picture is left over."""
    files = {path.stem for path in (PROJECT.root / "layouts" / "gem-thief" / folder).glob("*.svg")}
    cards = gem_thief.components[component].cards
    assert files == {str(card.values.get("motif", card.id)) for card in cards}
    assert len(files) == len(cards)
