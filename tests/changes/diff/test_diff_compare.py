"""The differences between two records, and that a pull list turns one pile into the other."""

from collections import Counter

from changes.diff.recording import RECORDS, card, deck, edits, made, pieces, pile, with_components
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from nineup.changes.diff import Changes, compare, pull_list, stacks, table_after, totals
from nineup.changes.diff.compare import ValueChange
from nineup.faces.record import PrintRecord

Table = Counter[tuple[str, str]]


def kinds(old: PrintRecord, new: PrintRecord) -> dict[str, tuple[str, ...]]:
    return {change.card: change.kinds for change in compare(old, new).cards}


@settings(max_examples=40)
@given(RECORDS)
def test_nothing_changes_from_a_record_to_itself(record: PrintRecord) -> None:
    assert not compare(record, record)
    assert pull_list(compare(record, record), restyled=True) == ()


@settings(max_examples=25)
@given(edits() | st.tuples(RECORDS, RECORDS), st.booleans())
def test_the_pull_list_turns_the_old_pile_into_the_new_one(
    pair: tuple[PrintRecord, PrintRecord], restyled: bool
) -> None:
    """Without `restyled`, into one where old pieces that say the same stay."""
    old, new = pair
    changes = compare(old, new)
    table = followed(by_faces(old), changes, restyled)
    assert min(table.values(), default=0) >= 0
    assert +table == +by_faces(table_after(changes, new, restyled))
    if restyled:
        assert +table == +by_faces(new)


def test_a_renamed_component_may_have_a_card_of_its_own_id() -> None:
    old = with_components(old=deck(old=card(name="Old"), new=card(name="New")))
    new = with_components(new=deck(old=card(name="Old"), new=card(name="New")))
    changes = compare(old, new)
    assert [each.kind for each in changes.components] == ["renamed"]
    assert changes.cards == ()


def followed(table: Table, changes: Changes, restyled: bool) -> Table:
    """A pile after a pull list was followed."""
    for side, sign in zip(stacks(changes, restyled), (-1, 1), strict=True):
        for stack in side:
            pieces = stack.pieces
            table[pieces.faces] += sign * pieces.copies
    out, put = totals(pull_list(changes, restyled))
    listed = [sum(stack.pieces.copies for stack in side) for side in stacks(changes, restyled)]
    assert [out, put] == listed
    return table


@settings(max_examples=25)
@given(edits())
def test_kept_old_faces_are_still_reported_afterwards(pair: tuple[PrintRecord, PrintRecord]) -> None:
    old, new = pair
    changes = compare(old, new)
    table = table_after(changes, new, restyled=False)
    assert pull_list(compare(table, new)) == ()
    assert sum(pile(table).values()) == sum(pile(new).values())
    reported = {(change.component, change.card) for change in compare(table, new).cards}
    assert reported == {
        (change.component, change.card) for change in changes.cards for pair in change.pairs if pair.may_stay
    }
    assert not compare(table_after(changes, new, restyled=True), new)


def by_faces(record: PrintRecord) -> Table:
    """A pile as it lies on the table: what is printed on a piece counts, not what it is called in the
    files.
    """
    found: Table = Counter()
    for (*_, faces), copies in pile(record).items():
        found[faces] += copies
    return found


def test_what_happened_to_a_card() -> None:
    old = made(
        gone=card(pieces(front="g")),
        same=card(),
        words=card(pieces(front="o"), text="Take 1"),
        cost=card(pieces(front="p"), cost="white: 3"),
        tone=card(pieces(front="t"), tone="red"),
        more=card(pieces(1, "m")),
        look=card(pieces(front="l"), text="a"),
        data=card(pieces(front="d", words="w1")),
        hidden=card(pieces(front="h"), text="a"),
    )
    new = made(
        fresh=card(pieces(front="n")),
        same=card(),
        words=card(pieces(front="o2", words="w2"), text="Take 2"),
        cost=card(pieces(2, "p2", words="w2"), cost="white: 2"),
        tone=card(pieces(front="t2"), tone="blue"),
        more=card(pieces(3, "m")),
        look=card(pieces(front="l2"), text="a"),
        data=card(pieces(front="d2", words="w2")),
        hidden=card(pieces(front="h"), text="b"),
    )
    assert kinds(old, new) == {
        "fresh": ("new",),
        "gone": ("gone",),
        "words": ("reworded",),
        "cost": ("recosted", "copies"),
        "tone": ("changed",),
        "more": ("copies",),
        "look": ("restyled",),
        "data": ("reworded",),
    }
    assert totals(pull_list(compare(old, new))) == (1 + 1 + 1 + 1 + 1, 1 + 1 + 2 + 1 + 2 + 1)
    assert totals(pull_list(compare(old, new), restyled=True)) == (6, 9)


def test_the_face_text_of_a_card_without_texts_is_compared_word_by_word() -> None:
    old = made(turn=replace(card(pieces(front="a")), shown="Draw 2 cards"))
    new = made(turn=replace(card(pieces(front="b", words="w2")), shown="Draw 3 cards"))
    (change,) = compare(old, new).cards
    assert change.kinds == ("reworded",)
    assert change.values == (ValueChange("", "Draw 2 cards", "Draw 3 cards"),)


def test_a_new_id_alone_is_not_a_change() -> None:
    old = made(one=card(pieces(2), name="One"), two=card(pieces(front="f2")))
    new = made(first=card(pieces(2), name="One"), two=card(pieces(front="f2")))
    assert not compare(old, new)


def test_restyled_cards_with_more_copies_keep_old_faces() -> None:
    old, new = made(a=card(pieces(3, "f1"))), made(a=card(pieces(5, "f2")))
    changes = compare(old, new)
    assert kinds(old, new) == {"a": ("copies", "restyled")}
    assert [(m.out, m.put) for m in pull_list(changes)] == [(0, 2)]
    assert [(m.out, m.put) for m in pull_list(changes, restyled=True)] == [(3, 5)]


def test_owners_with_the_same_changes_share_a_move() -> None:
    def of(front: str, star: int) -> PrintRecord:
        owners = [("sun", 1), ("moon", 1), ("star", star)]
        return made(a=card(*(pieces(copies, front, words=front, owner=owner) for owner, copies in owners)))

    (first, second) = pull_list(compare(of("f1", 1), of("f2", 2)))
    assert (first.owners, first.total) == (("sun", "moon"), (2, 2))
    assert (second.owners, second.total) == (("star",), (1, 2))


def test_components_and_rules() -> None:
    old = replace(
        with_components(deck=deck(a=card()), chip=deck(b=card(pieces(front="c")))), rules={"term Bank": "old"}
    )
    new = with_components(
        deck=replace(deck(a=card()), facts={"name": "Cards", "setup": "3"}), mat=deck(c=card())
    )
    changes = compare(old, replace(new, rules={"term Bank": "new"}))
    assert [(c.component, c.kind, c.facts) for c in changes.components] == [
        ("deck", "changed", (ValueChange("name", "Deck", "Cards"), ValueChange("setup", "", "3"))),
        ("chip", "gone", ()),
        ("mat", "new", ()),
    ]
    assert changes.rules == (ValueChange("term Bank", "old", "new"),)
