"""Raghba's numbers and its structure: the wheel, the stories, the tokens, for every player count."""

from collections import Counter
from itertools import combinations
from pathlib import Path

import msgspec
import pytest
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.files.load import load_game
from nineup.logic.select import select
from nineup.model.game import Game, Run
from nineup.rules import check_game, rule_settings

PLAYERS = (2, 3, 4, 5, 6)
WHEEL = {
    "joy": ("Serenity", "Joy", "Ecstasy"),
    "trust": ("Acceptance", "Trust", "Admiration"),
    "fear": ("Apprehension", "Fear", "Terror"),
    "surprise": ("Distraction", "Surprise", "Amazement"),
    "sadness": ("Pensiveness", "Sadness", "Grief"),
    "disgust": ("Boredom", "Disgust", "Loathing"),
    "anger": ("Annoyance", "Anger", "Rage"),
    "anticipation": ("Interest", "Anticipation", "Vigilance"),
}
"""Plutchik's emotions clockwise, each from its mildest to its strongest."""

OPPOSITES = {
    "joy": "sadness",
    "trust": "disgust",
    "fear": "anger",
    "surprise": "anticipation",
}
ALWAYS = {
    "emotion": 72,
    "engagement": 16,
    "story": 56,
    "board": 1,
    "soul": 1,
    "soul-base": 1,
    "mind-box": 1,
    "story-box": 1,
    "table-box": 1,
}
"""What is printed for any number of players."""

TOKENS = (30, 45, 60, 75, 90)
BOX = ALWAYS | {"token": 90, "reference": 6}


@pytest.fixture(scope="module")
def raghba() -> Game:
    findings = Findings()
    game = load_game(Project(Path(__file__).parents[2]), "raghba", findings, rule_settings())
    assert game is not None, findings
    assert not findings
    return game


def run_of(game: Game, players: int | None = None) -> Run:
    findings = Findings()
    run = select(game, findings, players=players)
    assert run is not None, findings
    assert not findings
    return run


def pieces(run: Run) -> dict[str, int]:
    return {tally.component: tally.pieces for tally in run.tallies}


def fields(game: Game, emotion: str) -> dict[str, object]:
    return next(item.fields for item in game.lists["emotion"].items if item == emotion)


@pytest.mark.parametrize(("players", "tokens"), list(zip(PLAYERS, TOKENS, strict=True)))
def test_what_is_printed(raghba: Game, players: int, tokens: int) -> None:
    assert pieces(run_of(raghba, players)) == ALWAYS | {"token": tokens, "reference": players}


@pytest.mark.parametrize(("players", "tokens"), list(zip(PLAYERS, TOKENS, strict=True)))
def test_what_is_laid_out(raghba: Game, players: int, tokens: int) -> None:
    laid = {tally.component: tally.setup for tally in run_of(raghba, players).tallies}
    assert laid == ALWAYS | {"story": 8, "token": tokens, "reference": players}


def test_the_box(raghba: Game) -> None:
    assert pieces(run_of(raghba)) == BOX


@pytest.mark.parametrize("players", [1, 7])
def test_it_is_for_two_to_six(raghba: Game, players: int) -> None:
    findings = Findings()
    assert select(raghba, findings, players=players) is None
    assert [finding.code for finding in findings] == ["impossible-players"]


def test_the_wheel_is_plutchik_s(raghba: Game) -> None:
    assert {
        str(item): tuple(item.fields[intensity] for intensity in raghba.lists["intensity"].items)
        for item in raghba.lists["emotion"].items
    } == WHEEL
    assert [fields(raghba, emotion)["turn"] for emotion in WHEEL] == [0, 45, 90, 135, 180, 225, 270, 315]


@pytest.mark.parametrize(("one", "other"), list(OPPOSITES.items()))
def test_opposites_face_each_other(raghba: Game, one: str, other: str) -> None:
    turns = [fields(raghba, emotion)["turn"] for emotion in (one, other)]
    assert isinstance(turns[0], int)
    assert turns[1] == turns[0] + 180


def test_every_space_of_a_petal_has_its_three_cards(raghba: Game) -> None:
    component = raghba.components["emotion"]
    spaces = Counter((str(c.values["emotion"]), str(c.values["intensity"])) for c in component.cards)
    assert spaces == Counter((emotion, ring) for emotion in WHEEL for ring in ("mild", "middle", "strong"))
    parts = run_of(raghba, 2).parts
    assert {p.copies for p in parts if p.component.id == "emotion"} == {3}


def test_a_card_s_id_is_its_space_s_name(raghba: Game) -> None:
    for card in raghba.components["emotion"].cards:
        assert card.id == card.values["emotion"].fields[str(card.values["intensity"])].lower()


def test_eight_cards_lead_in_and_eight_out(raghba: Game) -> None:
    parts = run_of(raghba, 2).parts
    assert {p.card.id: p.copies for p in parts if p.component.id == "engagement"} == {
        "engagement": 8,
        "disengagement": 8,
    }


def test_the_stories_are_every_three_of_the_eight_once(raghba: Game) -> None:
    reported = [tuple(map(str, card.values["colors"])) for card in raghba.components["story"].cards]
    assert reported == list(combinations(WHEEL, 3))
    assert len(reported) == 56


def test_each_emotion_and_each_pair_occurs_equally_often(raghba: Game) -> None:
    reported = [tuple(map(str, card.values["colors"])) for card in raghba.components["story"].cards]
    assert Counter(emotion for story in reported for emotion in story) == dict.fromkeys(WHEEL, 21)
    pairs = Counter(pair for story in reported for pair in combinations(story, 2))
    assert pairs == dict.fromkeys(combinations(WHEEL, 2), 6)


def test_every_story_has_a_text_of_its_own_that_ends(raghba: Game) -> None:
    texts = [str(card.values["text"]) for card in raghba.components["story"].cards]
    assert len(set(texts)) == 56
    openings = Counter(" ".join(text.split()[:3]) for text in texts)
    assert openings.most_common(1)[0][1] == 1
    for text in texts:
        assert text.endswith((".", "”")), text
        assert len(text) <= 90, text
        assert "'" not in text, text
        assert '"' not in text, text


def test_the_stories_make_seven_layouts_and_the_tokens_serve_them_all(raghba: Game) -> None:
    layouts, left = divmod(len(raghba.components["story"].cards), 8)
    assert (layouts, left) == (7, 0)
    antes = 2 * layouts
    for players in PLAYERS:
        tokens = pieces(run_of(raghba, players))["token"]
        assert tokens - players * antes == players


@pytest.mark.parametrize("players", PLAYERS)
def test_every_player_has_a_sign(raghba: Game, players: int) -> None:
    owners = Counter(
        str(p.owner) for p in run_of(raghba, players).parts for _ in range(p.copies) if p.owner is not None
    )
    signs = ("moon", "leaf", "cairn", "bell", "boat", "kite")
    assert owners == dict.fromkeys(signs[:players], 15)


def test_what_is_one_pile_has_one_back_and_the_stories_another(raghba: Game) -> None:
    emotion, engagement, story = (raghba.components[c] for c in ("emotion", "engagement", "story"))
    assert (emotion.pile, emotion.back) == (engagement.pile, engagement.back)
    assert story.pile != emotion.pile
    assert story.back != emotion.back


@pytest.mark.parametrize("players", PLAYERS)
def test_a_deal_of_five_leaves_a_pile(raghba: Game, players: int) -> None:
    counted = pieces(run_of(raghba, players))
    assert counted["emotion"] + counted["engagement"] - 5 * players >= 58
    (deal,) = (rule.settings for rule in raghba.rules if rule.name == "deal")
    assert deal == {"player": {"mind": 5}, "table": {"stories": 8}}


def test_its_rules_hold(raghba: Game) -> None:
    findings = Findings()
    check_game(raghba, findings)
    assert list(findings) == []


def without(game: Game, story: str) -> Game:
    component = game.components["story"]
    left = tuple(card for card in component.cards if card.id != story)
    fewer = msgspec.structs.replace(component, cards=left)
    return msgspec.structs.replace(game, components=game.components | {"story": fewer})


def test_a_lost_story_is_missed(raghba: Game) -> None:
    findings = Findings()
    check_game(without(raghba, "story-23"), findings)
    reported = {finding.code: finding.message for finding in findings}
    assert "trust + fear + sadness" in reported["combinations"]
    assert {"balance", "inventory"} <= reported.keys()


def test_everything_says_where_it_comes_from(raghba: Game) -> None:
    for component in raghba.components.values():
        assert component.source or component.decided, component.id
        assert all(card.source or component.decided for card in component.cards), component.id
    for name in ("emotion", "story"):
        assert "cards" in raghba.components[name].decided
    for term in raghba.terms.values():
        assert term.source, term.id
