"""What two records differ in, and that a pull list turns one pile into the other."""

from collections import Counter

from diff.recording import RECORDS, card, deck, made, pieces, pile, with_components
from hypothesis import given, settings
from msgspec.structs import replace

from generator.diff import Record, compare, moves, table_after, totals
from generator.diff.compare import Change


def kinds(old: Record, new: Record) -> dict[str, tuple[str, ...]]:
    return {change.card: change.kinds for change in compare(old, new).cards}


@settings(max_examples=40)
@given(RECORDS)
def test_nothing_changes_from_a_record_to_itself(record: Record) -> None:
    assert not compare(record, record)
    assert moves(compare(record, record), restyled=True) == ()


@settings(max_examples=40)
@given(RECORDS, RECORDS)
def test_the_pull_list_turns_the_old_pile_into_the_new_one(old: Record, new: Record) -> None:
    changes = compare(old, new)
    before, after = by_faces(old), by_faces(new)
    for change in changes.cards:
        for pair in change.pairs:
            (move,) = (
                m
                for m in moves(changes, True)
                if (m.component, m.card) == (change.component, change.card) and pair.owner in m.owners
            )
            if pair.old:
                before[change.component, pair.owner, pair.old.faces] -= move.out
            if pair.new:
                before[change.component, pair.owner, pair.new.faces] += move.put
    assert min(before.values(), default=0) >= 0
    assert +before == +after


@settings(max_examples=40)
@given(RECORDS, RECORDS)
def test_old_looks_that_stay_are_still_told_afterwards(old: Record, new: Record) -> None:
    changes = compare(old, new)
    table = table_after(changes, new, restyled=False)
    assert moves(compare(table, new)) == ()
    assert sum(pile(table).values()) == sum(pile(new).values())
    assert not compare(table_after(changes, new, restyled=True), new)


def by_faces(record: Record) -> Counter[tuple[str, str, tuple[str, str]]]:
    """A pile as it lies on the table: what is printed on a piece counts, not the id it has in the files."""
    found: Counter[tuple[str, str, tuple[str, str]]] = Counter()
    for (component, _, owner, faces), copies in pile(record).items():
        found[component, owner, faces] += copies
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
    assert totals(moves(compare(old, new))) == (1 + 1 + 1 + 1 + 1, 1 + 1 + 2 + 1 + 2 + 1)
    assert totals(moves(compare(old, new), restyled=True)) == (6, 9)


def test_what_a_card_without_texts_shows_is_told_word_by_word() -> None:
    old = made(turn=replace(card(pieces(front="a")), shown="Draw 2 cards"))
    new = made(turn=replace(card(pieces(front="b", words="w2")), shown="Draw 3 cards"))
    (change,) = compare(old, new).cards
    assert change.kinds == ("reworded",)
    assert change.values == (Change("", "Draw 2 cards", "Draw 3 cards"),)


def test_another_id_alone_is_no_change() -> None:
    old = made(one=card(pieces(2), name="One"), two=card(pieces(front="f2")))
    new = made(first=card(pieces(2), name="One"), two=card(pieces(front="f2")))
    assert not compare(old, new)


def test_restyled_cards_that_become_more_keep_their_old_looks() -> None:
    old, new = made(a=card(pieces(3, "f1"))), made(a=card(pieces(5, "f2")))
    changes = compare(old, new)
    assert kinds(old, new) == {"a": ("copies", "restyled")}
    assert [(m.out, m.put) for m in moves(changes)] == [(0, 2)]
    assert [(m.out, m.put) for m in moves(changes, restyled=True)] == [(3, 5)]


def test_owners_with_the_same_to_do_share_a_move() -> None:
    def of(front: str, star: int) -> Record:
        owners = [("sun", 1), ("moon", 1), ("star", star)]
        return made(a=card(*(pieces(copies, front, words=front, owner=owner) for owner, copies in owners)))

    (first, second) = moves(compare(of("f1", 1), of("f2", 2)))
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
        ("deck", "changed", (Change("name", "Deck", "Cards"), Change("setup", "", "3"))),
        ("chip", "gone", ()),
        ("mat", "new", ()),
    ]
    assert changes.rules == (Change("term Bank", "old", "new"),)
