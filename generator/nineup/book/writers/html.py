"""A booklet as one HTML page: symbols, typefaces and, unless there are many, pictures are embedded.

The markup is in the template `page.html`; this module prepares its data.
"""

import base64
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import accumulate, groupby
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from nineup.base.html_page import template_environment
from nineup.model.booklet import (
    BarChart,
    Block,
    Booklet,
    Content,
    Heading,
    Inline,
    Link,
    Listing,
    Paragraph,
    PictureEntry,
    PlainText,
    SymbolMention,
    Table,
    paragraphs,
    pictures_and_symbols,
    plain_text,
)
from nineup.model.drawing import Form
from nineup.typography.fonts import Font
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
    width and height.
    """

    data: bytes
    width: int
    height: int
    across: float = 0.0
    down: float = 0.0


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


def html(booklet: Booklet, assets: PageAssets) -> bytes:
    """The whole page as UTF-8."""
    used = dict.fromkeys(each.id for each in pictures_and_symbols(booklet) if isinstance(each, SymbolMention))
    page = (
        _environment()
        .get_template("page.html")
        .render(
            booklet=booklet,
            assets=assets,
            symbols=[id for id in used if id in assets.symbols],
            css=files("nineup.book.writers").joinpath("page.css").read_text("utf-8"),
            say=booklet.words.say,
            language=booklet.words.language,
        )
    )
    return page.encode()


@cache
def _environment() -> "Environment":
    environment = template_environment("nineup.book.writers")
    environment.filters |= {
        "base64": lambda data: base64.b64encode(data).decode("ascii"),
        "svg_elements": svg_elements,
        "id": lambda anchor: anchor.replace(" ", "-"),
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
