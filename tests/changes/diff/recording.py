"""Small records for tests of changes between them, and strategies that make such records."""

from collections import Counter

from hypothesis import strategies as st
from msgspec.structs import replace
from nineup.faces.record import CardRecord, ComponentRecord, OwnedPieces, PrintedChoice, PrintRecord

Pile = Counter[tuple[str, str, str, tuple[str, str]]]


def pieces(
    copies: int = 1, front: str = "f1", back: str = "b1", words: str = "w1", owner: str = ""
) -> OwnedPieces:
    return OwnedPieces(owner, copies, front, back, words)


def card(*there: OwnedPieces, **values: str) -> CardRecord:
    return CardRecord(values, there or (pieces(),))


def made(**cards: CardRecord) -> PrintRecord:
    """A record of one deck with these cards."""
    return with_components(deck=deck(**cards))


def deck(**cards: CardRecord) -> ComponentRecord:
    return ComponentRecord({"name": "Deck"}, ("name", "text"), ("cost",), cards)


def with_components(**components: ComponentRecord) -> PrintRecord:
    return PrintRecord("tiny", "Tiny", "v1", 1, "", PrintedChoice(), {}, components)


def pile(record: PrintRecord) -> Pile:
    """What is on the table: how many pieces of each card, owner and faces."""
    found: Pile = Counter()
    for component, entry in record.components.items():
        for id, card in entry.cards.items():
            for there in card.pieces:
                found[component, id, there.owner, there.faces] += there.copies
    return found


TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc"]) | st.just("\n"), max_size=8)
IDS = st.sampled_from(["a", "b", "c", "rage-1", "yes", "null"])
OWNERS = st.lists(st.sampled_from(["sun", "moon", "star"]), min_size=1, max_size=3, unique=True) | st.just(
    [""]
)


@st.composite
def cards(draw: st.DrawFn) -> CardRecord:
    """A card; an owner may have two kinds of pieces."""
    there = [each for owner in draw(OWNERS) for each in draw(stacks_of(owner))]
    values = draw(st.dictionaries(st.sampled_from(["name", "text", "cost", "tone"]), TEXTS, max_size=3))
    return CardRecord(values, tuple(there), draw(st.just("") | TEXTS))


def stacks_of(owner: str) -> st.SearchStrategy[list[OwnedPieces]]:
    one = st.builds(
        OwnedPieces,
        st.just(owner),
        st.integers(1, 4),
        st.sampled_from(["f1", "f2", "f3"]),
        st.sampled_from(["", "b1", "b2"]),
        st.sampled_from(["w1", "w2"]),
        st.sampled_from(["", "round", "rectangle, corner 3 mm"]),
        st.dictionaries(st.sampled_from(["gem", "null"]), st.sampled_from(["1e10", "0f"])),
    )
    return st.lists(one, min_size=1, max_size=2, unique_by=lambda pieces: pieces.appearance)


def components(least: int = 0) -> st.SearchStrategy[ComponentRecord]:
    """A component with a minimum number of cards."""
    return st.builds(
        ComponentRecord,
        st.dictionaries(st.sampled_from(["name", "setup", "box"]), TEXTS),
        st.just(("name", "text")),
        st.just(("cost",)),
        st.dictionaries(IDS, cards(), min_size=least, max_size=4),
    )


RECORDS = st.builds(
    PrintRecord,
    st.just("tiny"),
    TEXTS,
    st.just("v0.3"),
    st.integers(0, 99),
    st.sampled_from(["", "2024-05-31"]),
    st.builds(
        PrintedChoice,
        st.none() | st.integers(1, 9),
        st.dictionaries(st.sampled_from(["colors", "power"]), st.sampled_from(["red,green", "no"])),
        st.just(()) | st.just(("sun", "moon")),
        st.just(()) | st.just(("deck",)),
        st.just(()) | st.just(("deck/one", "two")),
    ),
    st.dictionaries(st.sampled_from(["term Bank", "rule a: b", "data.turn.1"]), TEXTS),
    st.dictionaries(IDS, components(), max_size=3),
    st.dictionaries(st.sampled_from(["gem", "null"]), st.sampled_from(["1e10", "0f"])),
    st.sampled_from(["", "box", "3p-red"]),
)


@st.composite
def edits(draw: st.DrawFn) -> tuple[PrintRecord, PrintRecord]:
    """A record, and one after edits: most cards stay, some redrawn or with other numbers of copies."""
    old = replace(draw(RECORDS), components=draw(st.dictionaries(IDS, components(2), min_size=1, max_size=2)))
    made = {id: replace(there, cards=_edited(draw, there.cards)) for id, there in old.components.items()}
    return old, replace(old, components=made)


def _edited(draw: st.DrawFn, there: dict[str, CardRecord]) -> dict[str, CardRecord]:
    """The cards after edits: some removed, some added, some replaced, some with other pieces."""
    stay = {id: card for id, card in there.items() if draw(st.integers(0, 4))}
    new = draw(st.dictionaries(IDS, cards(), max_size=1))
    return {id: replace(card, pieces=_of_one_look(card)) for id, card in new.items()} | {
        id: replace(card, pieces=tuple(_anew(draw, pieces) for pieces in _of_one_look(card)))
        for id, card in stay.items()
    }


def _of_one_look(card: CardRecord) -> tuple[OwnedPieces, ...]:
    """One entry for each owner: files give all copies the same look."""
    return tuple({pieces.owner: pieces for pieces in card.pieces}.values())


def _anew(draw: st.DrawFn, there: OwnedPieces) -> OwnedPieces:
    """Pieces of the same owner whose number, face and words may each differ."""
    made = {
        "copies": draw(st.just(there.copies) | st.integers(1, 4)),
        "front": draw(st.just(there.front) | st.just(f"{there.front}x")),
        "words": draw(st.just(there.words) | st.just(f"{there.words}x")),
    }
    return replace(there, **made)
