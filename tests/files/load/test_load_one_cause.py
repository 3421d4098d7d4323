"""One mistake is one finding: a value that is refused isn't judged again where it is used, and a misspelt key isn't
also missing.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import yaml
from nineup import pipeline
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from tiny import write_tiny

GAME = """\
game: Tiny
players: {base: 2-4, more: 5-6}
minutes: 10 * players
lists:
  suit:
    ruby: {name: Ruby, tone: "#b5162b"}
    jade: {name: Jade, tone: "#0c7a4e"}
  owner: {base: [sun, moon, star, leaf], more: [wave, flame]}
options:
  suits: {choose: suit, at-least: 1, at-most: 2, including: [ruby], default: [ruby, jade]}
  length: {choose-one: [short, long], default: short}
  rain: {default: no}
legal:
  - {if: length=long, requires: suits=jade, because: It takes two.}
  - {if: rain, excludes: [suits=jade]}
symbols:
  gem: {name: gem, art: gem.svg}
terms:
  Take: {forms: [Takes], means: "Move a {gem} to your side."}
components:
  deck:
    shape: card
    size: poker
    corner: 3mm
    fields: {suit: {one-of: suit}, name: text, cost: {counts-of: suit}, worth: number}
    cards:
      - {id: first, suit: ruby, name: First, cost: {jade: 2}, worth: 1, copies: {2-4: 1, 5-6: 2}, needs: 3+}
      - {id: second, suit: jade, name: Second, cost: {ruby: 1}, worth: 2.5, copies: {length=long: 2}}
    layout: card.svg
    back: back.svg
    for-each: owner
    pile: all
    copies: {2-4: 1, 5-6: 2}
  chip:
    shape: token
    size: 16mm
    outline: round
    layout: chip.svg
    face: {says: "Take a {gem}."}
    setup: {2-4: 3 * players, 5-6: 20}
    box: {4: 12, 6: 20}
  holder:
    shape: tuck-box
    size: 66mm x 92mm
    depth: 20mm
    layout: card.svg
    sides: {left: card.svg}
data:
  steps: {first: Take one}
rules:
  - says: every player has three chips
    each: deck
    check: deck.worth > 0
  - distinct: {each: deck, by: [suit]}
  - deal: {player: {chip: 3}}
  - says: there is a first step
    each: data.steps
    check: count('chip') > 0
"""

REFUSED = ("5-x!", "[q!, r!]")
"""A text that is no number, range, id, size or condition, and a list of such."""

FREE = {
    "because",
    "game",
    "minutes",
    "name",
    "says",
    "tone",
    "means",
    "steps",
    "first",
    "forms",
    "face",
    "rules",
    "art",
    "layout",
    "back",
    "sides",
}
"""What takes any text or data, is read by rules, or names a drawing, which is opened later."""

Place = tuple[tuple[str, ...], int, int]


def values_of(text: str) -> Iterator[Place]:
    """The keys that lead to each value of a file, and where it begins and ends."""

    def below(node: yaml.Node, keys: tuple[str, ...]) -> Iterator[Place]:
        if keys:
            begin, end = node.start_mark.index, node.end_mark.index
            yield keys, begin, begin + len(text[begin:end].rstrip())
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                yield from below(value, (*keys, key.value))
        elif isinstance(node, yaml.SequenceNode):
            for number, value in enumerate(node.value):
                yield from below(value, (*keys, str(number)))

    yield from below(yaml.compose(text, yaml.CSafeLoader), ())


def keys_of(text: str) -> Iterator[Place]:
    """The same for the keys themselves."""

    def below(node: yaml.Node, keys: tuple[str, ...]) -> Iterator[Place]:
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                yield (*keys, key.value), key.start_mark.index, key.end_mark.index
                yield from below(value, (*keys, key.value))
        elif isinstance(node, yaml.SequenceNode):
            for number, value in enumerate(node.value):
                yield from below(value, (*keys, str(number)))

    yield from below(yaml.compose(text, yaml.CSafeLoader), ())


NAMED = re.compile(
    r"(lists|options|symbols|components|data)\.[^.]+|lists\.suit\.\w+|data\..*|.*\.\d+-\d+(\.\d)?|.*\.(box|cost)\.\w+"
)
"""Keys that name something, each use of which is a place to look at, and player counts."""


PLACES = [place for place in values_of(GAME) if FREE.isdisjoint(place[0])]


def errors_of(folder: Path, game: str) -> list[str]:
    findings = Findings()
    pipeline.load(Project(write_tiny(folder, game=game)), "tiny", findings)
    return [f"{f.span and f.span.place} {f.message}" for f in findings if f.severity == "error"]


def test_the_game_has_no_mistake(tmp_path: Path) -> None:
    assert errors_of(tmp_path, GAME) == []
    assert len(PLACES) > 60


@pytest.mark.parametrize("refused", REFUSED)
def test_a_refused_value_is_judged_nowhere_else(tmp_path: Path, refused: str) -> None:
    judged = {}
    for keys, begin, end in PLACES:
        line, column = GAME.count("\n", 0, begin) + 1, begin - GAME.rfind("\n", 0, begin)
        errors = errors_of(tmp_path, GAME[:begin] + refused + GAME[end:])
        inside = [f"cards/tiny/game.yaml:{line}:{column + at} " for at in range(len(refused))]
        if not errors or not all(any(error.startswith(each) for each in inside) for error in errors):
            judged[".".join(keys)] = errors
    assert judged == {}


@pytest.mark.parametrize(
    "slip", [str.upper, str.title, lambda key: key + key[-1], lambda key: key[0] + key[2:]]
)
def test_a_misspelt_key_is_one_mistake(tmp_path: Path, slip: Callable[[str], str]) -> None:
    keys = [
        place for place in keys_of(GAME) if not NAMED.fullmatch(".".join(place[0])) and len(place[0][-1]) > 2
    ]
    assert len(keys) > 60
    more = {}
    for path, begin, end in keys:
        errors = errors_of(tmp_path, GAME[:begin] + slip(GAME[begin:end]) + GAME[end:])
        if len(errors) > 1:
            more[".".join(path)] = errors
    assert more == {}


def test_a_misspelt_declaration_of_a_field_is_one_mistake(tmp_path: Path) -> None:
    (message,) = errors_of(
        tmp_path, GAME.replace("{suit: {one-of: suit}, name: text", "{suit: {one-of: suit}, nmae: text")
    )
    assert message == "cards/tiny/game.yaml:27:33 no card has the declared field `nmae`, all 2 have `name`"


def test_a_key_of_another_language_may_be_the_missing_one(tmp_path: Path) -> None:
    findings = Findings()
    pipeline.load(
        Project(write_tiny(tmp_path, game=GAME.replace("game: Tiny", "Spiel: Tiny"))), "tiny", findings
    )
    assert [(each.message, each.hint) for each in findings] == [
        ("unknown key `Spiel`", "`game` is missing: is this it?")
    ]


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ("more: 5-6", "more: 5-x", "`5-x` is not a range of players"),
        ("2-4: 3 * players, ", "2-x: 3 * players, ", "`2-x` is not a range of players"),
        ("lists:", "vocabulary:", "unknown key `vocabulary`"),
        ("symbols:", "pictograms:", "unknown key `pictograms`"),
        ("{one-of: suit}", "one-off", "`one-off` is not a type of field"),
        ("shape: tuck-box", "shape: tuckbag", "`tuckbag` is not one of"),
    ],
)
def test_what_depends_on_it_is_not_judged(tmp_path: Path, old: str, new: str, error: str) -> None:
    (message,) = errors_of(tmp_path, GAME.replace(old, new))
    assert error in message


def test_another_mistake_is_still_found(tmp_path: Path) -> None:
    game = GAME.replace("more: 5-6", "more: 5-x").replace("suit: jade", "suit: jaed")
    assert [message.partition(" ")[2] for message in errors_of(tmp_path, game)] == [
        "`5-x` is not a range of players",
        "`jaed` is not in the list `suit`",
    ]


@pytest.mark.parametrize(
    ("amount", "message", "hint"),
    [
        ("two", "`two` is not a number", "write `2`"),
        ("3x", "the expression ends before this", "write `3`"),
        ("2 pcs", "the expression ends before this", "write `2`"),
    ],
)
def test_an_amount_in_words_says_what_to_write(tmp_path: Path, amount: str, message: str, hint: str) -> None:
    findings = Findings()
    game = GAME.replace("2-4: 3 * players", f"2-4: {amount}")
    pipeline.load(Project(write_tiny(tmp_path, game=game)), "tiny", findings)
    assert [(each.message, each.hint) for each in findings] == [(message, hint)]
