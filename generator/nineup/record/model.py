"""What a record of a print holds: the pieces on the table, and what is needed to compare them with later ones."""

import msgspec


class Pieces(msgspec.Struct, frozen=True, omit_defaults=True):
    """Identical copies of a card: their owner, how many there are, and what they look like."""

    owner: str
    """Empty for a card without an owner."""
    copies: int
    front: str
    """Digest of the front (`nineup.drawing.digest`)."""
    back: str
    """Digest of the back; empty for one-sided pieces."""
    words: str
    """Digests of what both sides say (`FaceReader.words`)."""
    cut: str = ""
    """How the piece is cut out, such as `rectangle, corner 3 mm`; empty in records that do not say."""
    symbols: dict[str, str] = {}
    """The inline symbols on both sides: digest of the drawing, by id."""

    @property
    def faces(self) -> tuple[str, str]:
        return self.front, self.back

    @property
    def look(self) -> tuple[str, str, str]:
        """What tells pieces apart on the table: both faces, and the cut."""
        return self.front, self.back, self.cut


class CardRecord(msgspec.Struct, frozen=True):
    """A card: its values as text, and its pieces, grouped by owner, those of the oldest look first.

    An owner has several `Pieces` where prints with different looks lie side by side. `shown` is what the front says
    when none of the card's values is a text.
    """

    values: dict[str, str]
    pieces: tuple[Pieces, ...]
    shown: str = ""

    @property
    def name(self) -> str:
        """What people call the card; empty for a card without a name."""
        return self.values.get("name") or self.values.get("title") or ""


class ComponentRecord(msgspec.Struct, frozen=True):
    """A component: plain facts about it, and its cards by id.

    `worded` names the fields that hold text, `counted` those that hold numbers of something.
    """

    facts: dict[str, str]
    worded: tuple[str, ...]
    counted: tuple[str, ...]
    cards: dict[str, CardRecord]


class PrintedChoice(msgspec.Struct, frozen=True, omit_defaults=True):
    """Which run was printed, as given on the command line."""

    players: int | None = None
    options: dict[str, str] = {}
    owners: tuple[str, ...] = ()
    components: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()


class Record(msgspec.Struct, frozen=True):
    """What is on the table after a print of a game."""

    game: str
    title: str
    name: str
    number: int
    """Puts the records of a game in order, from 1; 0 for one that is not saved."""
    date: str
    """Empty if neither the user nor the game gives one."""
    choice: PrintedChoice
    rules: dict[str, str]
    components: dict[str, ComponentRecord]
    symbols: dict[str, str] = {}
    """The game's inline symbols: digest of the drawing, by id."""
    run: str = ""
    """The name of the run (`Run.name`), the same for every choice that means the same; empty in early records."""


Key = tuple[str, str, str]
"""A component, a card and an owner (empty for none)."""


class Stack(msgspec.Struct, frozen=True):
    """Identical pieces of a card, with what identifies them."""

    component: str
    card: str
    pieces: Pieces
