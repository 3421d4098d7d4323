"""What a game's rows show, and what breaks it: each kind of pattern by one edit of a game of one piece, and the
rules that state these patterns.
"""

from pathlib import Path

import msgspec
import pytest
from command import run_command
from handmade import card, component, game, rule
from nineup import pipeline
from nineup.base.diagnostics import Diagnostic, Findings
from nineup.base.project import Project
from nineup.files.load import load_game
from nineup.model.game import Game, RuleEntry
from nineup.rules import ProofScope, SuggestedRule, check_game, rule_settings, suggested_rules

FACE = '<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"/>'
GEMS = ("ruby", "jade", "opal", "onyx")


def _room(gem: str, family: str, number: int) -> str:
    other, third = (GEMS[(GEMS.index(gem) + step) % 4] for step in (1, 2))
    says = {
        "vein": f"Dig for 2 cards with {{{gem}}}.",
        "shaft": f"Discard a {{{gem}}} to draw 3 cards.",
        "well": f"Reveal 4 cards, keep 1 with {{{gem}}}.",
    }[family]
    return f"""
      - id: {gem}-{family}
        name: {gem.title()} {family.title()}
        picture: {gem}-{family}.png
        family: {family}
        gem: {gem}
        next: [{", ".join(sorted((gem, other), key=GEMS.index))}]
        special: {"yes" if family == "well" else "no"}
        text: {says}
        doors:
          - {{cost: {{{gem}: 1, {other}: {number}}}, points: {number}}}
          - {{cost: {{{gem}: 2, {third}: {number}}}, points: {number + 1}}}"""


ROOMS = "".join(
    _room(gem, family, 1 + (row + column) % 3)
    for row, family in enumerate(("vein", "shaft", "well"))
    for column, gem in enumerate(GEMS)
)
GAME = f"""\
game: Mine
players: 2-4
lists:
  gem:
    ruby: {{name: Ruby, price: 10}}
    jade: {{name: Jade, price: 15}}
    opal: {{name: Opal, price: 20}}
    onyx: {{name: Onyx, price: 25}}
    amber: {{name: Amber, price: 30}}
    pearl: {{name: Pearl, price: 35}}
  family: [vein, shaft, well]
symbols:
  ruby: {{name: Ruby, art: ruby.svg}}
  jade: {{name: Jade, art: jade.svg}}
  opal: {{name: Opal, art: opal.svg}}
  onyx: {{name: Onyx, art: onyx.svg}}
components:
  room:
    shape: tile
    size: square
    layout: room.svg
    setup: 12
    fields:
      name: text
      picture: text
      family: {{one-of: family}}
      gem: {{one-of: gem}}
      next: {{list-of: {{one-of: gem}}}}
      special: yes-no
      text: rich
      doors: {{list-of: {{record: {{cost: {{counts-of: symbol}}, points: number}}}}}}
    cards:{ROOMS}
"""


def loaded(root: Path, text: str) -> Game:
    for name, content in {
        "cards/mine/game.yaml": text,
        **{f"layouts/mine/{name}.svg": FACE for name in ("room", *GEMS)},
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(content, encoding="utf-8")
    findings = Findings()
    game = load_game(Project(root), "mine", findings, rule_settings())
    assert game is not None, list(findings)
    return game


def odd_ones(root: Path, text: str) -> list[Diagnostic]:
    findings = Findings()
    check_game(loaded(root, text), findings, only=("odd-one-out",))
    return list(findings)


def test_a_game_of_a_piece_has_none(tmp_path: Path) -> None:
    assert odd_ones(tmp_path, GAME) == []


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "Dig for 2 cards with {opal}",
            "Dig for 2 cards with {onyx}",
            "card `opal-vein`: `gem` is `opal`, but the symbols in `text` are `onyx`",
        ),
        (
            "Discard a {jade} to draw 3",
            "Discard a {jade} to draw 4",
            "card `jade-shaft`: the numbers in `text` are `4`, but `3` wherever else `family` is `shaft`",
        ),
        (
            "Reveal 4 cards, keep 1 with {onyx}",
            "Reveal 4 cards, burn 1 with {onyx}",
            "card `onyx-well`: the words in `text` are `Reveal 4 cards burn 1 with`, but `Reveal 4 cards keep 1 "
            "with` wherever else `family` is `well`",
        ),
        (
            "{cost: {onyx: 2, jade: 1}, points: 2}",
            "{cost: {onyx: 2, jade: 1}, points: 3}",
            "card `onyx-vein`, doors 2: `points` is 3, not 2: the sum of `cost` - 1",
        ),
        (
            "special: yes\n        text: Reveal 4 cards, keep 1 with {jade}",
            "special: no\n        text: Reveal 4 cards, keep 1 with {jade}",
            "card `jade-well`: `special` is no, but yes wherever else `family` is `well`",
        ),
        (
            "picture: opal-shaft.png",
            "picture: onyx-shaft.png",
            "card `onyx-shaft`: `picture` is `onyx-shaft.png`, which card `opal-shaft` has, too; all others differ",
        ),
        (
            "gem: jade\n        next: [jade, opal]",
            "gem: jade\n        next: [opal, jade]",
            "card `jade-vein`: `next` is `opal jade`, not in the order of `lists.gem` as all others, which is "
            "`jade opal`",
        ),
        (
            "opal: {name: Opal, price: 20}",
            "opal: {name: Opal, price: 22}",
            "`opal` in the list `gem`: `price` is 22, but the others go on in equal steps, as with 20",
        ),
    ],
)
def test_what_breaks_a_pattern_is_reported_once(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in GAME
    (note,) = odd_ones(tmp_path, GAME.replace(old, new, 1))
    assert (note.severity, note.message) == ("note", message)


def test_two_cards_with_the_picture_of_one(tmp_path: Path) -> None:
    text = GAME.replace("opal-shaft.png", "nine.png").replace("onyx-well.png", "ten.png")
    (note,) = odd_ones(tmp_path, text.replace("ruby-well.png", "nine.png"))
    says = "`picture` is `nine.png`, which card `opal-shaft` has, too; all others differ"
    assert note.message == f"card `ruby-well`: {says}"


REFERENCE = """
data:
  moves:
    - {sign: ruby, text: "Dig: turn up cards until you find it."}
    - {sign: jade, text: "Draw: take cards, unseen."}
    - {sign: opal, text: "Burn: out of the game."}
    - {sign: onyx, text: "Keep: into your hand."}
"""
MOVES = """\
game: Mine
players: 2-4
symbols:
  ruby: {name: Ruby, art: ruby.svg}
  jade: {name: Jade, art: jade.svg}
  opal: {name: Opal, art: opal.svg}
  onyx: {name: Onyx, art: onyx.svg}
components:
  room:
    shape: tile
    size: square
    layout: room.svg
    setup: 8
    fields: {text: rich}
    cards:
      - {id: a, text: "Dig 2 {ruby}."}
      - {id: b, text: "Draw 1 {jade}, then look."}
      - {id: c, text: "Burn 3 {opal}."}
      - {id: d, text: "Keep a {onyx} card."}
      - {id: e, text: "Dig a {ruby} hole."}
      - {id: f, text: "Draw 3 {jade} at once."}
      - {id: g, text: "Burn a {opal} bridge."}
      - {id: h, text: "Keep 9 {onyx}."}
"""


def test_two_files_with_the_picture_of_one_card(tmp_path: Path) -> None:
    """The content counts, not the name; a placeholder on many cards is none."""
    loaded(tmp_path, GAME)
    pictures = [f"{gem}-{family}.png" for family in ("vein", "shaft", "well") for gem in GEMS]
    (tmp_path / "layouts/mine/art").mkdir()

    def found(*same: str) -> list[str]:
        for number, name in enumerate(pictures):
            content = b"picture 99" if name in same else b"picture %02d" % number
            (tmp_path / "layouts/mine/art" / name).write_bytes(content)
        pipeline.check(Project(tmp_path), "mine", findings := Findings(), rules=("same-picture",))
        return [each.message for each in findings if each.code == "same-picture"]

    assert found() == []
    vein, well = (f"`layouts/mine/art/{name}.png`" for name in ("jade-vein", "opal-well"))
    assert found("jade-vein.png", "opal-well.png") == [
        f"card `opal-well`: {well} is the same picture as {vein} of `jade-vein`"
    ]
    assert found(*pictures) == []


def test_what_a_reference_leaves_out_is_reported(tmp_path: Path) -> None:
    assert odd_ones(tmp_path, MOVES + REFERENCE) == []
    symbol = odd_ones(tmp_path, MOVES + REFERENCE.replace("sign: opal", "sign: jade"))
    action = odd_ones(tmp_path, MOVES + REFERENCE.replace("Burn:", "Fire:"))
    says = "no reference explains it, and it is on 2 cards, first on `c`"
    messages = [each.message for each in symbol + action]
    assert messages == [f"the symbol `opal`: {says}", f"the action `Burn`: {says}"]
    # Where nothing is explained, the rules are somewhere else.
    assert odd_ones(tmp_path, MOVES) == []


def test_a_card_accepts_it_and_an_entry_turns_it_off(tmp_path: Path) -> None:
    odd = GAME.replace("{cost: {onyx: 2, jade: 1}, points: 2}", "{cost: {onyx: 2, jade: 1}, points: 3}")
    at = "      - id: onyx-vein\n"
    assert odd_ones(tmp_path, odd.replace(at, at + "        accept: {odd-one-out: It was first.}\n")) == []
    assert odd_ones(tmp_path, odd + "rules:\n  - odd-one-out: {off: All are jokes.}\n") == []


WELL = "special: yes\n        text: Reveal 4 cards, keep 1 with {jade}"


def test_five_are_reported_and_the_best_first(tmp_path: Path) -> None:
    text = GAME.replace("price: 20", "price: 22").replace("jade-vein.png", "jade-shaft.png")
    for old, new in (
        ("Dig for 2 cards with {onyx}", "Dig for 3 cards with {onyx}"),
        ("Discard a {ruby} to draw 3", "Discard an {opal} to draw 3"),
        ("{cost: {onyx: 2, jade: 1}, points: 2}", "{cost: {onyx: 2, jade: 1}, points: 3}"),
        (WELL, WELL.replace("yes", "no")),
    ):
        text = text.replace(old, new, 1)
    notes = odd_ones(tmp_path, text)
    assert len(notes) == 5
    assert "doors 2" in notes[0].message


def test_rules_are_suggested_of_what_all_rows_show(tmp_path: Path) -> None:
    suggested = [each.entry for each in suggested_rules(loaded(tmp_path, GAME))]
    assert [each["check"] for each in suggested if each["each"] == "room.doors"] == [
        "item.points == item.cost|sum - 1"
    ]
    assert len(suggested) == 5


def test_a_suggested_rule_is_added_finds_the_odd_one_and_is_not_suggested_again(tmp_path: Path) -> None:
    odd = GAME.replace("{cost: {onyx: 2, jade: 1}, points: 2}", "{cost: {onyx: 2, jade: 1}, points: 3}")
    loaded(tmp_path, odd)
    shown = run_command(tmp_path, "check", "--suggest").stdout
    assert (
        "  # not so: card `onyx-vein`, doors 2\n  - says: in room.doors, points is the sum of cost - 1"
        in shown
    )
    assert "rules:" not in (tmp_path / "cards/mine/game.yaml").read_text(encoding="utf-8")
    assert "added to cards/mine/game.yaml" in run_command(tmp_path, "check", "--suggest", "--fix").stdout
    text = (tmp_path / "cards/mine/game.yaml").read_text(encoding="utf-8")
    assert text.startswith(odd)
    findings = Findings()
    check_game(loaded(tmp_path, text), findings, only=("rule",))
    (error,) = findings
    assert "in room.doors, points is the sum of cost - 1" in error.message
    assert "points is the sum" not in run_command(tmp_path, "check", "--suggest").stdout


def entry_of(suggested: SuggestedRule) -> RuleEntry:
    entry = dict(suggested.entry)
    if "distinct" in entry:
        return rule("distinct", settings={key: (value,) for key, value in entry["distinct"].items()})
    return rule(
        **{**entry, "each": " ".join([entry["each"]] if isinstance(entry["each"], str) else entry["each"])}
    )


@pytest.mark.parametrize("name", ["gem-rush", "gem-thief", "gemotion", "plein-air", "raghba"])
def test_what_is_suggested_of_the_games_holds(name: str) -> None:
    """And nothing is odd in them."""
    project, findings = Project(Path(__file__).parents[2]), Findings()
    loaded_game = load_game(project, name, findings, rule_settings())
    assert loaded_game is not None
    added = tuple(entry_of(each) for each in suggested_rules(loaded_game))
    stated = msgspec.structs.replace(loaded_game, rules=(*loaded_game.rules, *added))
    check_game(stated, findings, ProofScope((4,)), only=("rule", "distinct", "odd-one-out"))
    assert not findings.failed
    assert not any(each.code == "odd-one-out" for each in findings)


def test_one_of_thousands_is_odd() -> None:
    cards = tuple(card(f"c{n}", power=n % 37, price=2 * (n % 37) + (n == 1234)) for n in range(3000))
    findings = Findings()
    check_game(game(component("deck", 1, cards=cards)), findings, only=("odd-one-out",))
    assert [each.message for each in findings] == ["card `c1234`: `price` is 27, not 26: 2 * `power`"]
