"""A booklet as Markdown: one readable file, with pictures in files next to it."""

import re
from collections.abc import Iterator, Mapping
from html import escape
from itertools import pairwise

import msgspec

from nineup.base.markup import SPANS
from nineup.base.units import MM
from nineup.model.booklet import (
    BarChart,
    Block,
    Booklet,
    BookletPicture,
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
)

_SPECIAL = re.compile(r"[\\`*_\[\]<>|]|(?m:^[#+-](?= )|(?<=^\d)[.)](?= )|(?<=^\d\d)[.)](?= ))")
_MARKUP = re.compile(r"&(?=#?\w+;)")
_RULES = {"left": "---", "right": "--:", "center": ":-:"}

WIDTH = 160
"""The width of a card's picture in CSS pixels."""

STANDARD = 45 * MM
"""The width on paper, in points, up to which a picture has that width; others are as much wider."""


def markdown(
    booklet: Booklet, pictures: Mapping[str, str] | None = None, signs: Mapping[str, str] | None = None
) -> bytes:
    """The booklet as UTF-8 text.

    `pictures` and `signs` are paths by key and id; without one, faces are omitted and symbols named.
    """
    return _MarkdownPage(pictures or {}, signs or {}).text(booklet).encode()


class _MarkdownPage:
    def __init__(self, pictures: Mapping[str, str], signs: Mapping[str, str]) -> None:
        self.pictures = pictures
        self.signs = signs

    def text(self, booklet: Booklet) -> str:
        say = booklet.words.say
        parts = [f"# {_escaped(booklet.title)}{say(':')} {say(booklet.kind)}"]
        parts += [_escaped(booklet.subtitle)] if booklet.subtitle else []
        if len(booklet.chapters) > 1:
            lines = [f"- [{self.content(chapter.title)}](#{_id(chapter.id)})" for chapter in booklet.chapters]
            parts.append("\n".join(lines))
        for chapter in booklet.chapters:
            parts.append(f"{_anchor(chapter.id)}\n\n## {self.content(chapter.title)}")
            parts += [text for block in chapter.blocks for text in self.block(block)]
        return "\n\n".join(parts) + "\n"

    def block(self, block: Block) -> Iterator[str]:
        match block:
            case Heading():
                yield f"{_anchor(block.anchor)}\n\n{'#' * (block.level + 1)} {self.content(block.content)}"
            case Paragraph():
                anchor = _anchor(block.anchor) if block.anchor else ""
                for part in paragraphs(block.content):
                    text = anchor + self.content(part).strip().replace("\n", "  \n")
                    yield "> " + text.replace("\n", "\n> ") if block.note else text
                    anchor = ""
            case Listing():
                sign = "1." if block.kind == "steps" else "-"
                yield "\n".join(f"{sign} {self.line(item)}" for item in block.items)
            case Table():
                yield from self.table(block)
            case BarChart():
                yield from self.bars(block)
            case PictureRow():
                yield " ".join(text for each in block.pictures for text in self.picture(each))
                if any(block.captions):
                    yield f"*{' · '.join(self.line(each) for each in block.captions if each)}*"
            case PictureEntry():
                yield from self.entry(block)

    def entry(self, entry: PictureEntry) -> Iterator[str]:
        """An entry, with its picture below the heading."""
        blocks = entry.blocks
        heading = blocks[:1] if blocks and isinstance(blocks[0], Heading) else ()
        for block in heading:
            yield from self.block(block)
        yield from self.picture(entry.picture)
        for block in blocks[len(heading) :]:
            yield from self.block(block)

    def picture(self, picture: BookletPicture) -> Iterator[str]:
        """A picture as an HTML element: Markdown has no syntax for its size."""
        if picture.key in self.pictures:
            file = escape(self.pictures[picture.key])
            width = WIDTH if picture.width <= STANDARD else round(WIDTH * picture.width / STANDARD)
            yield f'<img src="{file}" alt="{escape(picture.alt)}" width="{width}">'

    def table(self, table: Table) -> Iterator[str]:
        if table.caption:
            yield f"**{self.line(table.caption)}**"
        head = table.head or tuple(TableCell(()) for _ in table.aligns)
        rows = [_row(self.cell(cell) for cell in head), _row(_RULES[align] for align in table.aligns)]
        yield "\n".join([*rows, *(_row(self.cell(cell) for cell in row) for row in table.rows)])

    def bars(self, bars: BarChart) -> Iterator[str]:
        if bars.caption:
            yield f"**{self.line(bars.caption)}**"
        head = _row((self.line(bars.heading), *(self.line(name) for name in bars.series)))
        rule = _row(("---", *("--:" for _ in bars.series)))
        rows = [_row((self.line(name), *map(bars.number, values))) for name, values in bars.rows]
        yield "\n".join([head, rule, *rows])

    def cell(self, cell: TableCell) -> str:
        return (_anchor(cell.anchor) if cell.anchor else "") + self.line(cell.content)

    def line(self, content: Content) -> str:
        """A content on one line, with `<br>` for line breaks."""
        return self.content(content).replace("\n\n", "\n").replace("\n", "<br>")

    def content(self, content: Content) -> str:
        return "".join(self.inline(inline) for inline in self.without_doubled_names(content))

    def without_doubled_names(self, content: Content) -> Iterator[Inline]:
        """A content without symbols that are followed by their own names, if they would be printed as names
        too.
        """
        is_named = False
        for one, other in pairwise((*content, PlainText(""))):
            if isinstance(one, PlainText) and is_named:
                one = msgspec.structs.replace(one, text=one.text.lstrip())
            is_named = (
                isinstance(one, SymbolMention)
                and one.id not in self.signs
                and isinstance(other, PlainText)
                and _names(other, one)
            )
            if not is_named:
                yield one

    def inline(self, inline: Inline) -> str:
        match inline:
            case PlainText():
                return _with_emphasis(inline)
            case SymbolMention():
                name = _escaped(inline.name)
                if inline.id in self.signs:
                    return f"![{name}]({self.signs[inline.id]})"
                return f"[{name}]" if _is_letter(inline.name) else name
            case Link():
                target = inline.target if inline.is_web else f"#{_id(inline.target.removeprefix('#'))}"
                return f"[{self.content(inline.content)}]({_address(target)})"


def _row(cells: "Iterator[str] | tuple[str, ...]") -> str:
    return "| " + " | ".join(cells) + " |"


def _names(words: PlainText, symbol: SymbolMention) -> bool:
    return re.match(rf"\s+{re.escape(symbol.name)}(?!\w)", words.text) is not None


def _is_letter(name: str) -> bool:
    return len(name) == 1


def _with_emphasis(words: PlainText) -> str:
    """Words with their emphasis, which excludes white space at either end. Renderers keep no style of
    a tag.
    """
    mark = "**" * words.strong + "*" * words.slant
    text = _escaped(words.text)
    inner = text.strip()
    spans = [SPANS[name] for name in words.spans if name in SPANS and " " not in SPANS[name].begins]
    if not (mark or spans) or not inner:
        return text
    tags = "".join(span.begins for span in spans)
    ends = "".join(span.ends for span in reversed(spans))
    begin = text.index(inner)
    return text[:begin] + mark + tags + inner + ends + mark[::-1] + text[begin + len(inner) :]


def _escaped(text: str) -> str:
    """Text with everything escaped that Markdown or HTML would take for markup."""
    return _MARKUP.sub("&amp;", _SPECIAL.sub(lambda match: "\\" + match.group(), text))


def _anchor(name: str) -> str:
    return f'<a id="{escape(_id(name))}"></a>'


def _id(name: str) -> str:
    return name.replace(" ", "-")


_ENCODED = str.maketrans({sign: f"%{ord(sign):02X}" for sign in "() <>"})


def _address(target: str) -> str:
    return target.translate(_ENCODED)
