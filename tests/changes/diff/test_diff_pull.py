"""Pull lists in detail: which faces a move shows, and which piles end up with two backs."""

import pytest
from changes.diff.recording import card, deck, made, pieces, pile, with_components
from msgspec.structs import replace
from nineup.changes.diff import compare, pull_list
from nineup.changes.diff.pull import mixed_backs, table_after
from nineup.faces.record import ComponentRecord


def test_a_move_shows_only_the_faces_that_it_moves() -> None:
    fewer = compare(made(a=card(pieces(3))), made(a=card(pieces(2))))
    assert [(move.out, move.put, move.old, move.new) for move in pull_list(fewer)] == [(1, 0, "f1", "")]
    more = compare(made(a=card(pieces(2))), made(a=card(pieces(3))))
    assert [(move.out, move.put, move.old, move.new) for move in pull_list(more)] == [(0, 1, "", "f1")]


def test_a_move_of_several_owners_shows_the_face_of_the_first() -> None:
    old = made(a=card(pieces(1, "sun", owner="sun"), pieces(1, "moon", owner="moon")))
    new = made(a=card(pieces(0, "sun", owner="sun"), pieces(0, "moon", owner="moon")))
    (move,) = pull_list(compare(old, new))
    assert (move.owners, move.old) == (("sun", "moon"), "sun")
    assert move.total == (2, 0)


@pytest.mark.parametrize("back", ["a", "z"])
def test_a_reworded_card_with_a_new_back_among_restyled_ones_mixes_backs(back: str) -> None:
    old = made(same=card(pieces(back="m"), text="x"), other=card(pieces(back="m"), text="x"))
    new = made(
        same=card(pieces(front="f2", back=back), text="x"),
        other=card(pieces(front="f2", back=back, words="w2"), text="y"),
    )
    changes = compare(old, new)
    assert mixed_backs(changes, new, restyled=False) == ("deck",)
    assert mixed_backs(changes, new, restyled=True) == ()


def test_pieces_of_one_owner_that_look_different_are_moved_apart() -> None:
    old = made(a=card(pieces(1, "f1"), pieces(1, "f2", words="w2")), b=card(pieces(words="w3")))
    moves = pull_list(compare(old, made(b=card(pieces(words="w3")))))
    assert [(move.owners, move.out, move.old) for move in moves] == [(("",), 1, "f1"), (("",), 1, "f2")]


@pytest.mark.parametrize(("restyled", "other"), [("g1", "g2"), ("g2", "g1")])
def test_old_pieces_that_stay_take_the_place_of_those_that_say_the_same_only(
    restyled: str, other: str
) -> None:
    old = made(a=card(pieces(1, "f1")))
    new = made(a=card(pieces(1, restyled), pieces(1, other, words="w2")))
    table = table_after(compare(old, new), new, restyled=False)
    assert {faces[0]: copies for (_, _, _, faces), copies in pile(table).items()} == {"f1": 1, other: 1}


def test_a_further_card_with_the_new_back_mixes_backs_with_old_ones_that_stay() -> None:
    old = made(same=card(pieces(back="m"), text="x"))
    new = made(
        same=card(pieces(front="f2", back="a"), text="x"), more=card(pieces(back="a", words="w2"), text="y")
    )
    assert mixed_backs(compare(old, new), new, restyled=False) == ("deck",)


@pytest.mark.parametrize(("pile_name", "mixed"), [("deck", ("extra",)), ("extra", ())])
def test_backs_are_mixed_in_the_pile_that_components_share(pile_name: str, mixed: tuple[str, ...]) -> None:
    facts = {"name": "Extra", "pile": pile_name}
    stays, more = card(pieces(front="f2", back="a"), text="x"), card(pieces(back="a", words="w2"), text="y")
    extra = ComponentRecord(facts, ("name", "text"), (), {"more": more})
    new = with_components(deck=deck(same=stays), extra=extra)
    old = with_components(deck=deck(same=card(pieces(back="m"), text="x")), extra=replace(extra, cards={}))
    assert mixed_backs(compare(old, new), new, restyled=False) == mixed
