"""The data of a rulebook's appendix: chapters of headings, texts, tables and pictures.

`appendix` creates a booklet from a game and its runs; each writer in `book.writers` turns it into a file.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Literal

import msgspec

Align = Literal["left", "right", "center"]


class _Frozen(msgspec.Struct, frozen=True):
    pass


class PlainText(_Frozen, frozen=True):
    """Literal text; a newline is a line break.

    `spans` are the names of the spans around it, the outermost first.
    """

    text: str
    strong: bool = False
    slant: bool = False
    spans: tuple[str, ...] = ()


class SymbolMention(_Frozen, frozen=True):
    """A symbol of the game in a text."""

    id: str
    name: str


class Link(_Frozen, frozen=True):
    """A link to an anchor in the booklet, or to a web page if `target` is a URL."""

    target: str
    content: "tuple[PlainText | SymbolMention, ...]"
    is_term: bool = False
    """Whether it leads from a defined term, found in a card's text."""

    @property
    def is_web(self) -> bool:
        return self.target.startswith(("http://", "https://"))


Inline = PlainText | SymbolMention | Link
Content = tuple[Inline, ...]


class Heading(_Frozen, frozen=True):
    """A heading in a chapter: level 2 for a section, 3 for an entry."""

    level: int
    content: Content
    anchor: str


class Paragraph(_Frozen, frozen=True):
    """A paragraph; a `note` is less prominent, such as a reason."""

    content: Content
    note: bool = False
    anchor: str = ""


class Listing(_Frozen, frozen=True):
    """A list; the items of an `index` are short and have page numbers on paper."""

    items: tuple[Content, ...]
    kind: Literal["points", "steps", "index"] = "points"


class TableCell(_Frozen, frozen=True):
    """A cell of a table."""

    content: Content
    anchor: str = ""


class Table(_Frozen, frozen=True):
    """A table; the first cell of each row is its heading."""

    head: tuple[TableCell, ...]
    rows: tuple[tuple[TableCell, ...], ...]
    aligns: tuple[Align, ...]
    caption: Content = ()


class BarChart(_Frozen, frozen=True):
    """A chart with a stacked bar of values for each row. `tones` are `#rrggbb`, one per series, or one per
    row if there is only one series; an empty tone is the booklet's accent colour.
    """

    caption: Content
    heading: Content
    """What the rows show."""
    series: tuple[Content, ...]
    rows: tuple[tuple[Content, tuple[float, ...]], ...]
    tones: tuple[str, ...]

    @property
    def largest(self) -> float:
        """The total of the longest bar; above 0."""
        return max([sum(values) for _, values in self.rows] + [0]) or 1

    def number(self, value: float) -> str:
        """A value with as many decimals as any value in the chart has, up to 6. Zero in a stack is a dash."""
        if not value and len(self.series) > 1:
            return "–"
        fractions = (
            f"{each:.6f}".rstrip("0").partition(".")[2] for _, values in self.rows for each in values
        )
        return f"{value:.{max(map(len, fractions), default=0)}f}"

    @property
    def hatches(self) -> tuple[int, ...]:
        """For each tone, how many equal tones precede it.

        A bar with 0 is plain; others need hatching to be distinguishable.
        """
        return tuple(self.tones[:number].count(tone) for number, tone in enumerate(self.tones))


class BookletPicture(_Frozen, frozen=True):
    """A rendered face by its key: `component/card`, `component/card/back`, or in rules `_table/1`; `width`
    is in points, on paper.
    """

    key: str
    alt: str
    width: float


BACK = "/back"
"""The end of the key of a card's back."""

TABLE = "_table/"
"""The start of the keys of laid tables, which no component's id begins with."""


class PictureRow(_Frozen, frozen=True):
    """Pictures side by side, in as many rows as they need, each with a caption, which may be empty."""

    pictures: tuple[BookletPicture, ...]
    captions: tuple[Content, ...]


class PictureEntry(_Frozen, frozen=True):
    """A picture with blocks beside it."""

    picture: BookletPicture
    blocks: "tuple[Heading | Paragraph | Listing | Table | BarChart | PictureRow, ...]"


Block = Heading | Paragraph | Listing | Table | BarChart | PictureRow | PictureEntry


class LaidPiece(_Frozen, frozen=True):
    """A piece on a table: the key of its face, the place of its middle in points, how far it is turned
    clockwise, how many lie on each other, and words below it in the notation of cards. Without a key, the
    words are alone.
    """

    key: str
    x: float
    y: float
    turn: float = 0.0
    stack: int = 1
    words: str = ""


class LaidTable(_Frozen, frozen=True):
    """A picture of a table that is laid out, by the key of the picture. `width` is its width on paper; pieces
    have their real sizes and places.
    """

    key: str
    width: float
    pieces: tuple[LaidPiece, ...]


class Chapter(_Frozen, frozen=True):
    """A part of the appendix, which can be printed alone; its id is also its anchor."""

    id: str
    title: Content
    blocks: tuple[Block, ...]


def label(name: str) -> str:
    """The name of a field or an option as readers see it."""
    return name.replace("-", " ").replace("_", " ").capitalize()


class Words(msgspec.Struct, frozen=True):
    """Our own words in a language.

    `translations` are keyed by the English text; a text about a number has one for each plural form.
    """

    language: str = "en"
    messages: Mapping[str, tuple[str, ...]] = {}
    form: Callable[[int], int] = lambda number: int(number != 1)
    """The plural form for a number, counted from 0."""

    @property
    def from_right(self) -> bool:
        """Whether the language is written from right to left."""
        return self.language.partition("-")[0].lower() in _FROM_RIGHT

    def say(self, text: str, **values: object) -> str:
        """A text of ours in this language, or in English if it has no translation, with values for its
        `{names}`.
        """
        return _filled(self.messages.get(text, (text,))[0], values)

    def counted(self, one: str, many: str, n: int, **values: object) -> str:
        """A text about a number `{n}`, in the plural form for that number."""
        known = self.messages.get(one)
        text = known[self.form(n)] if known else one if n == 1 else many
        return _filled(text, {"n": n, **values})


_FROM_RIGHT = frozenset("ar arc ckb dv fa he iw ks nqo prs ps sd syr ug ur yi".split())
"""Languages whose usual script runs from right to left, by the CLDR (`layout/orientation`)."""


def _filled(text: str, values: Mapping[str, object]) -> str:
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", str(value))
    return text


ENGLISH = Words()


class Booklet(_Frozen, frozen=True):
    """A whole appendix of a game; `subtitle` describes the run."""

    title: str
    subtitle: str
    author: str
    licence: str
    chapters: tuple[Chapter, ...]
    kind: str = "appendix"
    """`appendix` or `rules`."""
    words: Words = ENGLISH
    rights: Mapping[str, str] = {}
    """Whose the game is, as `Game.rights`."""

    @property
    def about(self) -> str:
        """The kind of booklet and its run, in words."""
        return " · ".join(filter(None, [self.words.say(self.kind.capitalize()), self.subtitle]))


def pictures_and_symbols(part: object) -> Iterator[BookletPicture | SymbolMention]:
    """All pictures and symbols in a booklet or any part of it, in order, with repetitions."""
    if isinstance(part, BookletPicture | SymbolMention):
        yield part
    elif isinstance(part, tuple):
        for each in part:
            yield from pictures_and_symbols(each)
    elif isinstance(part, _Frozen):
        for name in part.__struct_fields__:
            yield from pictures_and_symbols(getattr(part, name))


def paragraphs(content: Content) -> tuple[Content, ...]:
    """A content split at blank lines."""
    parts: list[list[Inline]] = [[]]
    for inline in content:
        if not isinstance(inline, PlainText) or "\n\n" not in inline.text:
            parts[-1].append(inline)
            continue
        for number, text in enumerate(inline.text.split("\n\n")):
            if number:
                parts.append([])
            if text:
                parts[-1].append(PlainText(text, inline.strong, inline.slant, spans=inline.spans))
    return tuple(tuple(part) for part in parts if part)


def plain_text(content: Content) -> str:
    """A content as plain text, with the names of symbols."""
    parts = []
    for inline in content:
        if isinstance(inline, Link):
            parts.append(plain_text(inline.content))
        else:
            parts.append(inline.text if isinstance(inline, PlainText) else inline.name)
    return "".join(parts)
