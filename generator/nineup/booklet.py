"""What an appendix of the rulebook is: chapters of headings, texts, tables and pictures. Data only.

`appendix` makes one of a game and its runs, and each writer of booklets makes a file of it.
"""

from collections.abc import Iterator
from typing import Literal

import msgspec

Align = Literal["left", "right", "center"]


class _Record(msgspec.Struct, frozen=True):
    pass


class Words(_Record, frozen=True):
    """Text to be read as it stands; a newline in it is a line break."""

    text: str
    strong: bool = False
    slant: bool = False


class Symbol(_Record, frozen=True):
    """A symbol of the game within a text."""

    id: str
    name: str


class Link(_Record, frozen=True):
    """Words that lead to an anchor of the booklet, or to a page of the web where `target` has a scheme."""

    target: str
    content: "tuple[Words | Symbol, ...]"
    is_term: bool = False
    """A defined term, found in a card's text."""

    @property
    def is_web(self) -> bool:
        return self.target.startswith(("http://", "https://"))


Inline = Words | Symbol | Link
Content = tuple[Inline, ...]


class Heading(_Record, frozen=True):
    """A heading within a chapter: 2 for a section, 3 for an entry of it."""

    level: int
    content: Content
    anchor: str


class Paragraph(_Record, frozen=True):
    """A text; a `note` is a quiet one, such as a reason."""

    content: Content
    note: bool = False
    anchor: str = ""


class Listing(_Record, frozen=True):
    """A list; the items of an `index` are short, and on paper have the pages that they lead to."""

    items: tuple[Content, ...]
    kind: Literal["points", "steps", "index"] = "points"


class Cell(_Record, frozen=True):
    """A cell of a table."""

    content: Content
    anchor: str = ""


class Table(_Record, frozen=True):
    """Rows under a head; the first cell of each row is what the row is about."""

    head: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    aligns: tuple[Align, ...]
    caption: Content = ()


class BarChart(_Record, frozen=True):
    """A chart: for each row a bar, stacked of its values. `tones` are `#rrggbb`, one for each of `series`,
    or one for each row where there is one series; an empty one is the booklet's own.
    """

    caption: Content
    heading: Content
    """What the rows are."""
    series: tuple[Content, ...]
    rows: tuple[tuple[Content, tuple[float, ...]], ...]
    tones: tuple[str, ...]

    @property
    def largest(self) -> float:
        """The longest bar's sum; above 0."""
        return max([sum(values) for _, values in self.rows] + [0]) or 1

    @property
    def hatches(self) -> tuple[int, ...]:
        """For each tone how many before it are the same: 0 is plain, and each further one needs a pattern."""
        return tuple(self.tones[:number].count(tone) for number, tone in enumerate(self.tones))


class Picture(_Record, frozen=True):
    """A drawn face, by its key `component/card`; the width is on paper, in points."""

    key: str
    alt: str
    width: float


class Entry(_Record, frozen=True):
    """A picture with what is told beside it."""

    picture: Picture
    blocks: "tuple[Heading | Paragraph | Listing | Table | BarChart, ...]"


Block = Heading | Paragraph | Listing | Table | BarChart | Entry


class Chapter(_Record, frozen=True):
    """A part of the appendix, which may stand alone; its id is its anchor too."""

    id: str
    title: Content
    blocks: tuple[Block, ...]


class Booklet(_Record, frozen=True):
    """A whole appendix: of this game, for this run."""

    title: str
    subtitle: str
    author: str
    licence: str
    chapters: tuple[Chapter, ...]


def pictures_and_symbols(part: object) -> Iterator[Picture | Symbol]:
    """The pictures and symbols of a booklet or of anything in it, in order, as often as they come."""
    if isinstance(part, Picture | Symbol):
        yield part
    elif isinstance(part, tuple):
        for each in part:
            yield from pictures_and_symbols(each)
    elif isinstance(part, _Record):
        for name in part.__struct_fields__:
            yield from pictures_and_symbols(getattr(part, name))


def paragraphs(content: Content) -> tuple[Content, ...]:
    """A content parted where a blank line stands in its words."""
    parts: list[list[Inline]] = [[]]
    for inline in content:
        if not isinstance(inline, Words) or "\n\n" not in inline.text:
            parts[-1].append(inline)
            continue
        for number, text in enumerate(inline.text.split("\n\n")):
            if number:
                parts.append([])
            if text:
                parts[-1].append(Words(text, inline.strong, inline.slant))
    return tuple(tuple(part) for part in parts if part)


def plain_text(content: Content) -> str:
    """A content's text: symbols by their names."""
    parts = []
    for inline in content:
        if isinstance(inline, Link):
            parts.append(plain_text(inline.content))
        else:
            parts.append(inline.text if isinstance(inline, Words) else inline.name)
    return "".join(parts)
