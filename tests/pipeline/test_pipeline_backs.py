"""Backs of a pile: `check` and `build` compare what is drawn, in the same runs, and never disagree."""

from itertools import product
from pathlib import Path

import pytest
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.pipeline import PrintOptions, RunChoice, build, check
from tiny import BACK, CARD, GAME, write_tiny

PILE = GAME.replace("    for-each: owner\n", "    pile: deck\n")
EXTRA = """\
  extra:
    shape: card
    size: poker
    cards: extra.yaml
    layout: card.svg
    back: {back}
    pile: deck
"""
EXTRA_CARDS = """\
fields: {{suit: {{one-of: suit}}, name: text, text: rich}}
cards:
  - {{id: third, suit: {suit}, name: Third, text: Wait., when: {when}}}
"""
BY_SUIT = BACK.replace('fill="#334455"', 'fill="#334455" n:fill="{{ card.suit.tone }}"')
BY_COUNT = BACK.replace("#334455", "#112233").replace(
    'fill="#112233"', "fill=\"#112233\" n:fill=\"{{ '#112233' if 4 > players else '#334455' }}\""
)


def project(
    root: Path,
    extra: str = "back.svg",
    back: str = BACK,
    other: str = BACK,
    when: str = "true",
    suit: str = "ruby",
) -> Project:
    game = PILE.replace("  chip:\n", EXTRA.format(back=extra) + "  chip:\n")
    card = CARD.replace('n:text="{{ owner.name }}"', "")
    write_tiny(root, game=game, back=back, card=card)
    (root / "cards/tiny/extra.yaml").write_text(EXTRA_CARDS.format(when=when, suit=suit), encoding="utf-8")
    (root / "layouts/tiny/other.svg").write_text(other, encoding="utf-8")
    return Project(root)


def checked(made: Project) -> list[tuple[str, str]]:
    check(made, "tiny", findings := Findings())
    return [(f.message, f.configuration) for f in findings if f.code == "one-back"]


def built(made: Project, players: int | None, **options: str) -> list[tuple[str, str]]:
    choice = RunChoice(players=players, options=options)
    build(
        made,
        "tiny",
        choice,
        PrintOptions(output=made.root / "output"),
        findings := Findings(),
        lambda *_: None,
    )
    return [(f.message, f.configuration) for f in findings if f.code == "one-back"]


RED = BACK.replace("#334455", "#b5162b")
NAMED = "`extra` and `deck` share the pile `deck`, but not the back: `other.svg` and `back.svg`"


def test_backs_that_look_the_same_are_the_same_whatever_their_files_are_called(tmp_path: Path) -> None:
    made = project(tmp_path, "other.svg")
    assert checked(made) == built(made, None) == built(made, 3) == []


def test_another_back_is_reported_by_check_and_stops_a_build(tmp_path: Path) -> None:
    made = project(tmp_path, "other.svg", other=RED)
    assert [message for message, _ in checked(made)] == [NAMED]
    assert [message for message, _ in built(made, None)] == [NAMED]
    assert not list((tmp_path / "output").glob("**/*.pdf"))


def test_a_back_bound_to_its_card_stops_a_build(tmp_path: Path) -> None:
    made = project(tmp_path, back=BY_SUIT)
    message = "the back of card `second` differs from that of card `first` in the pile `deck`"
    assert message in [said for said, _ in checked(made)]
    assert message in [said for said, _ in built(made, 2)]


def test_components_with_one_bound_back_are_compared(tmp_path: Path) -> None:
    bound = project(tmp_path, "other.svg", other=BY_SUIT, suit="jade")
    assert [message for message, _ in checked(bound)] == [NAMED]


def test_cards_that_no_run_shuffles_together_may_differ(tmp_path: Path) -> None:
    game = project(tmp_path, "other.svg", other=RED, when="players > 4")
    path = tmp_path / "cards/tiny/cards.yaml"
    path.write_text(path.read_text().replace("copies: 2\n", "copies: 2\n    when: players < 4\n"))
    with_first = checked(game)
    assert with_first == [(NAMED, "5 players, ruby")]  # the card `first` is there, and meets `third`
    path.write_text(path.read_text().replace("'ruby' in suits", "players < 4"))
    assert checked(game) == built(game, None) == built(game, 2) == built(game, 5, expansion="yes") == []


@pytest.mark.parametrize("players", [2, 3, 4, None])
def test_a_back_that_depends_on_players_is_compared_where_it_is_printed(
    tmp_path: Path, players: int | None
) -> None:
    """Up to three players the back is `#112233`, from four on `#334455`, as a box for four prints it."""
    made = project(tmp_path, "other.svg", other=BY_COUNT)
    assert checked(made) == [(NAMED, "2 players, ruby")]
    assert bool(built(made, players)) == (players in (2, 3, None))


def test_owners_may_have_backs_of_their_own_unless_others_draw_them(tmp_path: Path) -> None:
    of_owner = BACK.replace(
        'fill="#334455"',
        "fill=\"#334455\" n:fill=\"{{ '#112233' if owner and owner.id == 'sun' else '#332211' }}\"",
    )
    made = project(tmp_path, back=of_owner)
    path = tmp_path / "cards/tiny/game.yaml"
    path.write_text(path.read_text().replace("    pile: deck\n", "    pile: deck\n    for-each: owner\n"))
    assert checked(made) == built(made, None) == []
    path.write_text(path.read_text().replace("    for-each: owner\n", "", 1))
    assert len(checked(made)) == len(built(made, None)) == 1


@pytest.mark.parametrize(
    ("back", "other", "when"),
    list(
        product([BACK, BY_SUIT], [BACK, RED, BY_SUIT, BY_COUNT], ["true", "players == 3", "'jade' in suits"])
    ),
)
def test_a_build_refuses_exactly_what_check_refuses_for_its_run(
    tmp_path: Path, back: str, other: str, when: str
) -> None:
    made = project(tmp_path, "other.svg", back=back, other=other, when=when)
    refused = False
    for players, suits in product([3, 4], ["ruby", "ruby,jade"]):
        check(made, "tiny", found := Findings(), players=(players,), options={"suits": suits})
        alone = {f.message for f in found if f.code == "one-back"}
        assert alone == {message for message, _ in built(made, players, suits=suits)}
        refused |= bool(alone)
    assert refused == bool([1 for _, where in checked(made) if not where.startswith(("5", "6"))])
