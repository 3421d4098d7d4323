"""Pull lists in detail: which faces a move shows, and which piles end up with two backs."""

import pytest
from diff.recording import card, made, pieces, pile
from nineup.diff import compare, pull_list
from nineup.diff.pull import mixed_backs, table_after


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


def test_old_pieces_that_stay_take_the_place_of_those_that_say_the_same_only() -> None:
    old = made(a=card(pieces(1, "f1")))
    new = made(a=card(pieces(1, "g1"), pieces(1, "g2", words="w2")))
    table = table_after(compare(old, new), new, restyled=False)
    assert {faces[0]: copies for (_, _, _, faces), copies in pile(table).items()} == {"f1": 1, "g2": 1}
