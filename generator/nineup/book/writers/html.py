"""A booklet as HTML, on one page or, with many cards, on several: symbols, typefaces and, unless there are
many, pictures are embedded.

The markup is in the template `page.html`; this module prepares its data.
"""

import base64
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files as files_of
from itertools import accumulate, groupby, pairwise
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from nineup.base.html_page import template_environment
from nineup.base.units import MM
from nineup.model.booklet import (
    BarChart,
    Block,
    Booklet,
    Chapter,
    Content,
    Heading,
    Inline,
    Link,
    Listing,
    Paragraph,
    PictureEntry,
    PictureRow,
    PlainText,
    SymbolMention,
    Table,
    TableCell,
    paragraphs,
    pictures_and_symbols,
    plain_text,
)
from nineup.model.drawing import Form
from nineup.typography.fonts import Font
from nineup.write import Contents
from nineup.write.svg import svg_elements, view_box_attribute

if TYPE_CHECKING:
    from jinja2 import Environment

_CLOSING = re.compile(r"\u00a0\S+|[.,;:!?)]+")
_LEADING = re.compile(r"(?<![\d(+×−-])[\d(+×−-]++[ \u00a0]?$")


class Webfont(msgspec.Struct, frozen=True):
    """A font file for `role` (`text` or `heading`)."""

    role: str
    weight: int
    italic: bool
    data: bytes


class PageImage(msgspec.Struct, frozen=True):
    """A picture's file, its size in pixels, and the radius of the corners that a page rounds, relative to its
    width and height. Only a file that pages don't embed may be in portions.
    """

    data: Contents
    width: int
    height: int
    across: float = 0.0
    down: float = 0.0
    kind: str = ""
    """As in `picture_type`."""


class PageAssets(msgspec.Struct, frozen=True):
    """The content of a page besides words. Colours are `#rrggbb`, rendered faces are by key, symbols
    by id.
    """

    ink: str
    accent: str
    fonts: tuple[Webfont, ...]
    pictures: Mapping[str, PageImage]
    symbols: Mapping[str, Form]
    font: Callable[[str], Font]
    """The font with a key, for the letters of symbols."""
    paths: Mapping[str, str] = {}
    """The files of pictures beside the page, by key; others are embedded."""


class _BlockRun(NamedTuple):
    """Consecutive blocks that are all cards, or none of them; `depth` is 1 below a section's heading,
    else 0.
    """

    is_cards: bool
    depth: int
    blocks: tuple[Block, ...]


MOST_ON_PAGE = 1000
"""The number of pictures from which sections with cards have pages of their own, which browsers show at
once.
"""


class _Page(NamedTuple):
    """A page's file name, its chapters, and what it is called beside the booklet's title."""

    file: str
    chapters: tuple[Chapter, ...]
    about: str


def html(booklet: Booklet, assets: PageAssets) -> bytes:
    """The whole booklet on one page, as UTF-8."""
    return _rendered(booklet, assets, _Page("", booklet.chapters, booklet.words.say(booklet.kind)), files={})


def html_pages(booklet: Booklet, assets: PageAssets, name: str) -> Iterator[tuple[str, bytes]]:
    """The booklet's pages with their file names, each made when it is asked for: `name.html`, and if there
    are many pictures, one for each section with cards, such as `name-deck-spell.html`.
    """
    first = _Page(f"{name}.html", booklet.chapters, booklet.words.say(booklet.kind))
    pages = _divided(first) if len(assets.pictures) > MOST_ON_PAGE else [first]
    files = {anchor: page.file for page in pages[1:] for anchor in _anchors(page.chapters[0].blocks)}
    files |= {chapter.id: page.file for page in pages for chapter in page.chapters}
    for page in pages:
        yield page.file, _rendered(booklet, assets, page, files=files)


def _divided(whole: _Page) -> list[_Page]:
    """A page with a link in place of each section with cards, and these sections' pages."""
    stem = whole.file.removesuffix(".html")
    chapters: list[Chapter] = []
    sections: list[_Page] = []
    for chapter in whole.chapters:
        blocks: list[Block] = []
        for section in _sections(chapter.blocks):
            heading = section[0]
            if not isinstance(heading, Heading) or not any(
                isinstance(each, PictureEntry) for each in section
            ):
                blocks += section
                continue
            id = f"{len(sections) + 1}-{heading.anchor}"
            file = f"{stem}-{re.sub('[^a-z0-9]+', '-', id.lower()).strip('-')}.html"
            title = plain_text(heading.content)
            sections.append(_Page(file, (Chapter(heading.anchor, heading.content, section[1:]),), title))
            linked = Link(heading.anchor, (PlainText(title),))
            blocks.append(msgspec.structs.replace(heading, content=(linked,), anchor=""))
        chapters.append(msgspec.structs.replace(chapter, blocks=tuple(blocks)))
    return [whole._replace(chapters=tuple(chapters)), *sections]


def _sections(blocks: Sequence[Block]) -> Iterator[tuple[Block, ...]]:
    """Blocks in stretches that begin with a section's heading; what comes before the first one is a stretch,
    too.
    """
    starts = [at for at, block in enumerate(blocks) if isinstance(block, Heading) and block.level == 2]
    for start, end in pairwise(dict.fromkeys([0, *starts, len(blocks)])):
        yield tuple(blocks[start:end])


def _anchors(part: object) -> Iterator[str]:
    """All anchors in blocks or any part of them."""
    if isinstance(part, tuple):
        for each in part:
            yield from _anchors(each)
    elif isinstance(part, PictureEntry):
        yield from _anchors(part.blocks)
    elif isinstance(part, Table):
        yield from _anchors((part.head, *part.rows))
    elif isinstance(part, Heading | Paragraph | TableCell):
        yield part.anchor


def _rendered(booklet: Booklet, assets: PageAssets, page: _Page, files: Mapping[str, str]) -> bytes:
    """A page of a booklet; `files` are those with an anchor, others are on the first page."""
    used = [each for each in pictures_and_symbols(page.chapters) if isinstance(each, SymbolMention)]

    first = next((files.get(chapter.id, "") for chapter in booklet.chapters), "")

    def href(anchor: str) -> str:
        file = files.get(anchor, first)
        return f"{'' if file == page.file else file}#{anchor.replace(' ', '-')}"

    return (
        _environment()
        .get_template("page.html")
        .render(
            booklet=booklet,
            page=page,
            href=href,
            has_contents=len(booklet.chapters) > 1 or page.file != first,
            assets=assets,
            symbols=[id for id in dict.fromkeys(each.id for each in used) if id in assets.symbols],
            css=files_of("nineup.book.writers").joinpath("page.css").read_text("utf-8"),
            say=booklet.words.say,
            language=booklet.words.language,
        )
        .encode()
    )


@cache
def _environment() -> "Environment":
    environment = template_environment("nineup.book.writers")
    environment.filters |= {
        "base64": lambda data: base64.b64encode(data).decode("ascii"),
        "svg_elements": svg_elements,
        "id": lambda anchor: anchor.replace(" ", "-"),
        "mm": lambda points: f"{points / MM:g}mm",
        "paragraphs": paragraphs,
        "plain_text": plain_text,
        "stretches": _stretches,
        "table_name": _table_name,
        "unbroken": _unbroken,
        "view_box": view_box_attribute,
    }
    kinds = {
        "barchart": BarChart,
        "heading": Heading,
        "link": Link,
        "listing": Listing,
        "picturerow": PictureRow,
        "paragraph": Paragraph,
        "symbol": SymbolMention,
        "table": Table,
    }
    for name, kind in kinds.items():
        environment.tests[name] = lambda each, kind=kind: isinstance(each, kind)
    return environment


def _stretches(blocks: Sequence[Block]) -> Iterator[_BlockRun]:
    sections = (isinstance(block, Heading) and block.level == 2 for block in blocks)
    depths = accumulate(map(int, sections), max)
    pairs = zip(blocks, depths, strict=True)
    for (is_cards, depth), stretch in groupby(
        pairs, lambda pair: (isinstance(pair[0], PictureEntry), pair[1])
    ):
        yield _BlockRun(is_cards, depth, tuple(block for block, _ in stretch))


def _table_name(table: Table) -> str:
    """What a screen reader calls a table: its caption, or the first words in it."""
    cells = (plain_text(cell.content) for row in (table.head, *table.rows) for cell in row)
    return plain_text(table.caption) or next(filter(None, cells), "Table")


def _unbroken(content: Content) -> Iterator[list[Inline]]:
    """A content's inlines, with those grouped that must stay on one line: a symbol with the number before it,
    and with what closes or names it. A browser would break beside a picture even at a no-break space.
    """
    group: list[Inline] = []
    for number, inline in enumerate(content):
        is_after = number > 0 and isinstance(content[number - 1], SymbolMention)
        is_before = number + 1 < len(content) and isinstance(content[number + 1], SymbolMention)
        if isinstance(inline, SymbolMention):
            if is_after:
                yield group
                group = []
            group.append(inline)
            continue
        closing, words, leading = _parted(inline, is_after, is_before)
        yield [*group, *closing]
        yield words
        group = leading
    yield group


def _parted(inline: PlainText | Link, is_after: bool, is_before: bool) -> tuple[list[Inline], ...]:
    """The words between symbols in three parts: attached to the previous symbol, to none, and to the next."""
    if isinstance(inline, Link):
        return [], [inline], []
    closing = _CLOSING.match(inline.text) if is_after else None
    begin = closing.end() if closing else 0
    leading = _LEADING.search(inline.text, begin) if is_before else None
    end = leading.start() if leading else len(inline.text)
    texts = inline.text[:begin], inline.text[begin:end], inline.text[end:]
    return tuple([msgspec.structs.replace(inline, text=text)] if text else [] for text in texts)
