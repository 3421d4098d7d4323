"""The data of a record: the pieces on the table, and what is needed to compare them with later ones."""

import re

import msgspec

FORMAT = 3
"""The format of records, incremented when another version would misread one."""


class OwnedPieces(msgspec.Struct, frozen=True, omit_defaults=True):
    """Identical copies of a card: owner, number and appearance."""

    owner: str
    """Empty for a card without an owner."""
    copies: int
    front: str
    """Digest of the front (`nineup.model.digests.digest`)."""
    back: str
    """Digest of the back; empty for one-sided pieces."""
    words: str
    """Digests of the words on both sides (`FaceReader.words`)."""
    cut: str = ""
    """The cut, such as `rectangle, corner 3 mm`."""
    symbols: dict[str, str] = {}
    """Digests of the inline symbols on both sides, by id."""
    pictures: tuple[str, ...] = ()
    """Digests of the pictures on both sides, apart from symbols."""

    @property
    def faces(self) -> tuple[str, str]:
        return self.front, self.back

    @property
    def appearance(self) -> tuple[str, str, str]:
        """What distinguishes pieces on the table: both faces and the cut."""
        return self.front, self.back, self.cut


class CardRecord(msgspec.Struct, frozen=True):
    """A card: its values as text, and its pieces grouped by owner, oldest first.

    An owner has several `OwnedPieces` if differing prints are in use together. `shown` is the text on the
    front, if none of the card's values is text.
    """

    values: dict[str, str]
    pieces: tuple[OwnedPieces, ...]
    shown: str = ""

    @property
    def name(self) -> str:
        """The card's `name` or `title`; empty if it has neither."""
        return self.values.get("name") or self.values.get("title") or ""


class ComponentRecord(msgspec.Struct, frozen=True):
    """A component: facts about it (`component_facts`), and its cards by id.

    `worded` are the fields that hold text, `counted` those that hold numbers or counts.
    """

    facts: dict[str, str]
    worded: tuple[str, ...]
    counted: tuple[str, ...]
    cards: dict[str, CardRecord]


class PrintedChoice(msgspec.Struct, frozen=True, omit_defaults=True):
    """The flags that chose the printed run."""

    players: int | None = None
    options: dict[str, str] = {}
    owners: tuple[str, ...] = ()
    components: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    language: str = ""


NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,59}")
"""A valid name for a print, which is also its file's name."""


class PrintRecord(msgspec.Struct, frozen=True):
    """What is on the table after a print of a game."""

    game: str
    title: str
    name: str
    number: int
    """Orders a game's records, from 1; 0 for an unsaved one."""
    date: str
    """As given by the user or the game; may be empty."""
    choice: PrintedChoice
    rules: dict[str, str]
    components: dict[str, ComponentRecord]
    symbols: dict[str, str] = {}
    """Digests of the game's inline symbols, by id."""
    run: str = ""
    """The run's name (`Run.name`), the same for equivalent choices."""
    format: int = FORMAT


PieceKey = tuple[str, str, str]
"""A component, a card and an owner (empty for none)."""


class PieceStack(msgspec.Struct, frozen=True):
    """Identical pieces, with the ids of their component and card."""

    component: str
    card: str
    pieces: OwnedPieces
