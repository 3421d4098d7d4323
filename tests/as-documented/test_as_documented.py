"""The documents' own faults: each found by the ready-made rules, and gone when the number or the wording is
fixed.

The games here are as their documents state them, without a decision of ours. Each fault is pinned with its
place and its smallest counterexample; together they are all that is found.
"""

import shutil
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from nineup.base.diagnostics import Diagnostic, Findings
from nineup.base.project import Project
from nineup.files.load import load_game
from nineup.rules import check_game, rule_settings

HERE = Path(__file__).parent


def check(root: Path, id: str, *only: str) -> list[Diagnostic]:
    findings = Findings()
    game = load_game(Project(root), id, findings, rule_settings())
    assert game is not None, findings
    check_game(game, findings, only=only)
    return list(findings)


@cache
def documented(id: str) -> tuple[Diagnostic, ...]:
    return tuple(check(HERE, id))


class Fault(NamedTuple):
    game: str
    code: str
    message: str
    configuration: str
    place: str
    """The file, and what is in the line shown."""
    fix: tuple[str, str]
    """What of that file, written otherwise, makes the fault go away."""


ANY_6 = "{1-6: unstated}"

FAULTS = (
    Fault(
        *("gemotion", "inventory", "`color-power`: 5 players need 6, but the box holds 4"),
        *("5 players, red", "game.yaml: color-power:"),
        ("box: 4 * colors|length", "box: {4: 4 * colors|length, 6: 6 * colors|length}"),
    ),
    Fault(
        *("gemotion", "inventory", "`blue-gem`: the box of 2 players holds 9, but 7 are laid out at most"),
        *("2 players, blue", "game.yaml: blue-gem:"),
        ("box: 3 * players + 3", "box: 4 * players - 1"),
    ),
    Fault(
        *("gemotion", "inventory", "`blue-gem`: 5 players need 19, but the box holds 18"),
        *("5 players, blue", "game.yaml: blue-gem:"),
        ("box: 3 * players + 3", "box: 4 * players - 1"),
    ),
    Fault(
        *("gemotion", "inventory", "`purple-gem`: the box of 2 players holds 4, but 3 are laid out at most"),
        *("2 players, red, purple", "game.yaml: purple-gem:"),
        ("box: players + 2", "box: {4: 6, 6: 8}"),
    ),
    Fault(
        *("gemotion", "unstated", "the setup of `purple-gem` is unstated for 5 and 6 players", ""),
        "game.yaml: purple-gem:",
        ("5-6: unstated", "5-6: players + 2"),
    ),
    *(
        Fault(
            *("gemotion", "unstated", f"what the box of 6 players holds of `{id}` is unstated", ""),
            f"game.yaml: {id}:",
            (f"{box}, 6: unstated", f"{box}, 6: {six}"),
        )
        for id, box, six in (
            ("color-deck", "12 * colors|length", "18 * colors|length"),
            ("red-gem", "20", "30"),
            ("orange-gem", "setup: 3 * players, box: {4: 12", "18"),
            ("yellow-gem", "setup: 3 * players, box: {4: 12", "18"),
            ("green-gem", "21", "31"),
            ("pink-gem", "16", "24"),
            ("black-gem", "8", "12"),
        )
    ),
    *(
        Fault(
            *("gemotion", "opponents", f"card `{card}` names left and right, who are the same opponent"),
            *("2 players", f"player.yaml: {card},"),
            (side, "beside you"),
        )
        for card, side in (("card-7", "to your left"), ("card-8", "to your right"))
    ),
    Fault(
        *("gemotion", "opponents", "card `card-11` mentions 2 other players"),
        *("2 players", "player.yaml: card-11,"),
        ("up to two other players", "any other player"),
    ),
    Fault(
        *("gemotion", "near-duplicate", "card `card-8` says the same as `card-7` but for `right` and `left`"),
        *("", "player.yaml: card-8,"),
        ("card-8, text: \"Steal 1 Gem", "card-8, text: \"Steal 2 Gems"),
    ),
    Fault(
        *("gemotion", "terminology", "card `card-16`: `Take … from the Supply` says it twice", ""),
        "player.yaml: card-16,",
        ("Take 2 Gems from the Supply", "Take 2 Gems"),
    ),
    *(
        Fault(
            *("gemotion", "terminology"),
            f"card `{card}`: `Bank … from the Supply`: `Bank` means from a player's Stash",
            *("", f"{file}.yaml: {card},", (bank, f"{put} into a Bank")),
        )
        for card, file, bank, put in (
            ("blue-1", "colors", "Bank 1 Blue Gem", "Put 1 Blue Gem"),
            ("power-2", "power", "Bank 1 White Gem from the Supply", "Put 1 White Gem from the Supply"),
            ("pink-power-1", "color-power", "Bank 1 White Gem", "put 1 White Gem"),
            ("black-power-1", "color-power", "Bank 1 Black Gem", "Put 1 Black Gem"),
        )
    ),
    Fault(
        *("gemotion", "terminology", "card `pink-power-2`: `Gem` in the singular after 2", ""),
        "color-power.yaml: pink-power-2,",
        ('1 Pink Gem and 2 non-White Gem"', '1 Pink Gem and 2 non-White Gems"'),
    ),
    Fault(
        "gem-thief",
        "deal",
        "how many `destination` there are is unstated, but 4 players need 9",
        *("2 players", "game.yaml: destination:"),
        ("copies: {2-4: unstated}", "copies: 9"),
    ),
    Fault(
        *("gem-thief", "unstated", "the copies of `destination` is unstated for 2, 3 and 4 players", ""),
        *("game.yaml: destination:", ("copies: {2-4: unstated}", "copies: 9")),
    ),
    Fault(
        *("gem-rush", "deal", "how many `gems` there are is unstated, but 6 players need 24"),
        *("1 player", "game.yaml: two-gems:", (f"pile: gems, copies: {ANY_6}", "pile: gems, copies: 25")),
    ),
    *(
        Fault(
            *("gem-rush", "unstated", f"the copies of `{id}` is unstated for 1, 2, 3, 4, 5 and 6 players", ""),
            *(f"game.yaml: {id}:", (f"pile: gems, copies: {ANY_6}", "pile: gems, copies: 25")),
        )
        for id in ("two-gems", "wild-gem")
    ),
    Fault(
        *("raghba", "unstated", "the number of players of Raghba is unstated", "", "game.yaml: players: unstated"),
        ("players: unstated", "players: 2-6"),
    ),
    Fault(
        *("raghba", "deal", "how many `token` there are is unstated, but 6 players need 12"),
        *("1 player", "game.yaml: token:", ("16mm, layout: gem.svg, copies: unstated", "16mm, layout: gem.svg, copies: 90")),
    ),
    Fault(
        *("raghba", "unstated", "the copies of `token` is unstated for 1, 2, 3, 4, 5 and 6 players", ""),
        *("game.yaml: token:", ("16mm, layout: gem.svg, copies: unstated", "16mm, layout: gem.svg, copies: 90")),
    ),
    Fault(
        *("raghba", "terminology"),
        "`detatchment` in the list `least-intense`: `Detatchment` is nearly `Detachment`",
        *("", "game.yaml: least-intense:", ("name: Detatchment", "name: Detachment")),
    ),
    Fault(
        *("raghba", "unused-term", "no text uses the term `Detachment`", "", "game.yaml: Detachment:"),
        ("name: Detatchment", "name: Detachment"),
    ),
)  # fmt: skip


@pytest.mark.parametrize("id", ["gemotion", "gem-thief", "gem-rush", "raghba"])
def test_these_are_all_the_faults_each_at_its_place(id: str) -> None:
    wanted = [(f.code, f.message, f.configuration) for f in FAULTS if f.game == id]
    # References, which explain what cards do, are not in the documents.
    found = [(f.code, f.message, f.configuration) for f in documented(id) if f.code != "odd-one-out"]
    assert sorted(found) == sorted(wanted)
    for fault in (each for each in FAULTS if each.game == id):
        (span,) = [f.span for f in documented(id) if f.message == fault.message]
        file, _, text = fault.place.partition(": ")
        assert span is not None, fault.message
        assert span.file == f"cards/{id}/{file}"
        lines = (HERE / span.file).read_text(encoding="utf-8").splitlines()
        assert text in lines[span.line - 1], fault.message


def fixed(folder: Path, game: str, *fixes: tuple[str, str, str]) -> Path:
    """The games in a folder, with a text of one of a game's files replaced, for each fix."""
    shutil.copytree(HERE / "cards", folder / "cards")
    for file, old, new in dict.fromkeys(fixes):
        path = folder / "cards" / game / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")
    return folder


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.game}: {fault.message}")
def test_a_fault_that_is_fixed_is_gone(fault: Fault, tmp_path: Path) -> None:
    file = fault.place.partition(":")[0]
    found = check(fixed(tmp_path, fault.game, (file, *fault.fix)), fault.game, fault.code)
    assert fault.message not in [f.message for f in found]


@pytest.mark.parametrize("id", ["gemotion", "gem-thief", "gem-rush", "raghba"])
def test_when_all_is_fixed_nothing_is_found(id: str, tmp_path: Path) -> None:
    fixes = [(fault.place.partition(":")[0], *fault.fix) for fault in FAULTS if fault.game == id]
    assert check(fixed(tmp_path, id, *fixes), id) == []


def test_power_cards_with_a_back_of_their_own_mark_the_decks(tmp_path: Path) -> None:
    back = "cards: power.yaml, layout: card.svg, back: back.svg"
    own = ("game.yaml", back, back.replace("back.svg", "power-back.svg"))
    found = check(fixed(tmp_path, "gemotion", own), "gemotion", "one-back")
    message = (
        "`power` and `player-deck` share the pile `deck`, but not the back: `power-back.svg` and `back.svg`"
    )
    assert [f.message for f in found] == [message]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("copies: 9}", "copies: 5}", "the tokens are worth 116, but 6 players need 120"),
        ("copies: 21}", "copies: 5}", "the tokens can't be split among players who own 2, 2, 2"),
    ],
)
def test_the_points_of_gem_rush_are_enough_for_six(old: str, new: str, message: str, tmp_path: Path) -> None:
    assert not [f for f in documented("gem-rush") if f.code == "change-making"]
    found = check(fixed(tmp_path, "gem-rush", ("game.yaml", old, new)), "gem-rush", "change-making")
    assert message in [f.message for f in found]
