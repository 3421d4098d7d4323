"""Cards that couldn't be drawn take their entry from another record."""

from changes.diff.recording import card, deck, made, pieces, with_components
from nineup.changes.diff import compare, pull_list, sides_to_show, with_undrawn

SUN, MOON = pieces(2, "s", owner="sun"), pieces(3, "m", owner="moon")


def test_a_missing_card_keeps_its_old_entry() -> None:
    old, new = made(a=card(), b=card(pieces(2, "g"))), made(a=card())
    assert [change.kinds for change in compare(old, new).cards] == [("gone",)]
    assert not compare(old, with_undrawn(new, old, {("deck", "b", "")}))


def test_one_owner_or_a_whole_component_may_be_missing() -> None:
    old = with_components(deck=deck(a=card(SUN, MOON)), mat=deck(mat=card()))
    new = with_components(deck=deck(a=card(SUN)))
    whole = with_undrawn(new, old, {("deck", "a", "moon"), ("mat", "mat", "")})
    assert not compare(old, whole)
    assert pull_list(compare(old, whole)) == ()


def test_a_card_missing_in_both_stays_missing() -> None:
    assert with_undrawn(made(), made(a=card()), {("deck", "b", ""), ("mat", "mat", "")}) == made()


def test_other_cards_are_still_reported() -> None:
    old, new = made(a=card(pieces(front="f1")), b=card()), made(a=card(pieces(front="f2")))
    (change,) = compare(old, with_undrawn(new, old, {("deck", "b", "")})).cards
    assert (change.card, change.kinds) == ("a", ("restyled",))


def test_only_changed_sides_are_shown() -> None:
    def seen(old: object, new: object) -> list[tuple[str, str, str]]:
        (change,) = compare(made(**({"a": old} if old else {})), made(**({"a": new} if new else {}))).cards
        return [tuple(view) for view in sides_to_show(change)]

    def piece(front: str, back: str, copies: int = 1, owner: str = "") -> object:
        return card(pieces(copies, front, back, owner=owner))

    assert seen(None, piece("f", "b")) == [("front", "", "f")]
    assert seen(piece("f", "b"), None) == [("front", "f", "")]
    assert seen(piece("f", "b"), piece("f", "b", 2)) == [("front", "f", "f")]
    assert seen(piece("f", "b"), piece("f2", "b")) == [("front", "f", "f2")]
    assert seen(piece("f", "b"), piece("f", "b2")) == [("back", "b", "b2")]
    assert seen(piece("f", "b"), piece("f2", "b2")) == [("front", "f", "f2"), ("back", "b", "b2")]
    two = card(pieces(1, "s", owner="sun"), pieces(1, "m", owner="moon"))
    other = card(pieces(2, "s", owner="sun"), pieces(1, "m2", owner="moon"))
    assert seen(two, other) == [("front", "m", "m2")]
