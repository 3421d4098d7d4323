"""A booklet as one page of HTML that needs nothing else: pictures, symbols and typefaces are in it."""

import base64
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files

import msgspec

from nineup.booklet import (
    Bars,
    Block,
    Booklet,
    Cell,
    Chapter,
    Content,
    Entry,
    Heading,
    Inline,
    Link,
    Listing,
    Paragraph,
    Picture,
    Symbol,
    Table,
    Words,
    paragraphs,
    plain,
)
from nineup.drawing import Form
from nineup.fonts import Font
from nineup.write.svg import drawn, view

LANGUAGE = "en"
"""What our own words are in; the game's are, as far as we know."""

_CLOSING = re.compile(r"\u00a0\S+|[.,;:!?)]+")
_LEADING = re.compile(r"[\d(+×−-]+[ \u00a0]?$")


class Webfont(msgspec.Struct, frozen=True):
    """A font file for `role` (`text` or `heading`)."""

    role: str
    weight: int
    italic: bool
    data: bytes


class Image(msgspec.Struct, frozen=True):
    """A picture's WebP file, and its size in pixels."""

    data: bytes
    width: int
    height: int


class Look(msgspec.Struct, frozen=True):
    """How a page looks: colours as `#rrggbb`, drawn faces by key, symbols by id; `font` gives those of their letters."""

    ink: str
    accent: str
    fonts: tuple[Webfont, ...]
    pictures: Mapping[str, Image]
    signs: Mapping[str, Form]
    font: Callable[[str], Font]


def html(booklet: Booklet, look: Look) -> bytes:
    """The whole page as UTF-8."""
    return "\n".join(_Page(booklet, look).lines()).encode()


class _Page:
    def __init__(self, booklet: Booklet, look: Look) -> None:
        self.booklet = booklet
        self.look = look
        self.used: dict[str, None] = {}

    def lines(self) -> Iterator[str]:
        booklet = self.booklet
        title = escape(f"{booklet.title}: appendix")
        body = [line for chapter in booklet.chapters for line in self.chapter(chapter)]
        yield "<!DOCTYPE html>"
        yield f'<html lang="{LANGUAGE}">'
        yield "<head>"
        yield '<meta charset="utf-8">'
        yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
        yield '<meta name="color-scheme" content="light dark">'
        yield f'<meta name="author" content="{escape(booklet.author)}">'
        yield f"<title>{title}</title>"
        yield '<link rel="icon" href="data:,">'
        yield f"<style>{self.style()}</style>"
        yield "</head>"
        yield "<body>"
        yield '<a class="skip" href="#page.main">To the text</a>'
        yield from self.signs()
        yield f'<header><h1>{escape(booklet.title)} <span class="kind">Appendix</span></h1>'
        yield f"<p>{escape(booklet.subtitle)}</p></header>"
        if len(booklet.chapters) > 1:
            yield from self.contents()
        yield '<main id="page.main">'
        yield from body
        yield "</main>"
        yield f"<footer><p>{escape(booklet.title)}, {escape(booklet.author)}. {escape(booklet.licence)}.</p>"
        if len(booklet.chapters) > 1:
            yield '<a class="up" href="#page.contents">Contents ↑</a>'
        yield "</footer>"
        yield "</body>"
        yield "</html>"
        yield ""

    def style(self) -> str:
        faces = [
            f"@font-face{{font-family:{font.role};font-weight:{font.weight};"
            f"font-style:{'italic' if font.italic else 'normal'};"
            f"src:url(data:font/ttf;base64,{_base64(font.data)})}}"
            for font in self.look.fonts
        ]
        sheet = files("nineup.write.booklet").joinpath("page.css").read_text("utf-8")
        return f"{''.join(faces)}:root{{--own-ink:{self.look.ink};--own-accent:{self.look.accent}}}\n{sheet}"

    def signs(self) -> Iterator[str]:
        """The symbols, each once, to be used by their ids."""
        yield '<svg width="0" height="0" aria-hidden="true" focusable="false" style="position:absolute"><defs>'
        for id in self.used:
            form = self.look.signs[id]
            lines = drawn(form, self.look.font, f"the-{id}.")
            yield f'<symbol id="the-{id}" viewBox="{view(form)}">{lines}</symbol>'
        yield "</defs></svg>"

    def contents(self) -> Iterator[str]:
        yield '<nav id="page.contents" aria-label="Contents"><ol>'
        for chapter in self.booklet.chapters:
            yield f'<li><a href="#{_id(chapter.id)}">{self.content(chapter.title)}</a></li>'
        yield "</ol></nav>"

    def chapter(self, chapter: Chapter) -> Iterator[str]:
        name = _id(chapter.id)
        yield f'<section aria-labelledby="{name}">'
        yield f'<h2 id="{name}">{self.content(chapter.title)}</h2>'
        deep = False
        cards = False
        for block in chapter.blocks:
            if isinstance(block, Heading) and block.level == 2:
                deep = True
            if isinstance(block, Entry) != cards:
                cards = not cards
                yield '<div class="cards">' if cards else "</div>"
            yield from self.block(block, 1 if deep else 0)
        if cards:
            yield "</div>"
        yield "</section>"

    def block(self, block: Block, depth: int) -> Iterator[str]:
        match block:
            case Heading():
                level = min(block.level + 1, 3 + depth)
                yield f'<h{level} id="{_id(block.anchor)}">{self.content(block.content)}</h{level}>'
            case Paragraph():
                yield from self.paragraph(block)
            case Listing():
                tag = "ol" if block.kind == "steps" else "ul"
                kind = ' class="index"' if block.kind == "index" else ""
                items = "".join(f"<li>{self.content(item)}</li>" for item in block.items)
                yield f"<{tag}{kind}>{items}</{tag}>"
            case Table():
                yield from self.table(block)
            case Bars():
                yield from self.bars(block)
            case Entry():
                yield '<article class="card">'
                yield self.picture(block.picture)
                yield "<div>"
                for inner in block.blocks:
                    yield from self.block(inner, depth)
                yield "</div></article>"

    def paragraph(self, block: Paragraph) -> Iterator[str]:
        kind = ' class="note"' if block.note else ""
        anchor = f' id="{_id(block.anchor)}"' if block.anchor else ""
        for part in paragraphs(block.content):
            yield f"<p{kind}{anchor}>{self.content(part)}</p>"
            anchor = ""

    def picture(self, picture: Picture) -> str:
        image = self.look.pictures[picture.key]
        return (
            f'<img src="{_data(image)}" width="{image.width}" height="{image.height}" loading="lazy"'
            f' alt="{escape(picture.alt)}">'
        )

    def table(self, table: Table) -> Iterator[str]:
        heads = (plain(cell.content) for row in (table.head, *table.rows) for cell in row)
        yield from _scrolled(plain(table.caption) or next(filter(None, heads), "Table"))
        yield "<table>"
        if table.caption:
            yield f"<caption>{self.content(table.caption)}</caption>"
        if any(cell.content for cell in table.head):
            cells = [
                f'<th scope="col" class="{align}">{self.content(cell.content)}</th>'
                if cell.content
                else "<td></td>"
                for cell, align in zip(table.head, table.aligns, strict=True)
            ]
            yield f"<thead><tr>{''.join(cells)}</tr></thead>"
        yield "<tbody>"
        for row in table.rows:
            cells = [
                self.cell(cell, align, "td" if number or not cell.content else "th")
                for number, (cell, align) in enumerate(zip(row, table.aligns, strict=True))
            ]
            yield f"<tr>{''.join(cells)}</tr>"
        yield "</tbody></table></div>"

    def cell(self, cell: Cell, align: str, tag: str) -> str:
        anchor = f' id="{_id(cell.anchor)}"' if cell.anchor else ""
        alone = " alone" if len(cell.content) == 1 and isinstance(cell.content[0], Symbol) else ""
        scope = ' scope="row"' if tag == "th" else ""
        return f'<{tag}{scope} class="{align}{alone}"{anchor}>{self.content(cell.content)}</{tag}>'

    def bars(self, bars: Bars) -> Iterator[str]:
        yield from _scrolled(plain(bars.caption) or plain(bars.heading))
        yield '<table class="bars">'
        if bars.caption:
            yield f"<caption>{self.content(bars.caption)}</caption>"
        names = "".join(f'<th scope="col" class="right">{self.content(name)}</th>' for name in bars.series)
        yield f'<thead><tr><th scope="col">{self.content(bars.heading)}</th>'
        yield f'<td class="line" aria-hidden="true"></td>{names}</tr></thead><tbody>'
        for number, (name, values) in enumerate(bars.rows):
            tones = bars.tones if len(bars.series) > 1 else bars.tones[number : number + 1]
            strokes = "".join(
                f'<i style="width:{100 * value / bars.largest:.2f}%;background:{tone or "var(--accent)"}"></i>'
                for value, tone in zip(values, tones, strict=True)
                if value
            )
            none = "–" if len(values) > 1 else "0"
            shown = [f"{value:g}" if value else none for value in values]
            numbers = "".join(f'<td class="right">{count}</td>' for count in shown)
            yield f'<tr><th scope="row">{self.content(name)}</th>'
            yield f'<td class="line" aria-hidden="true">{strokes}</td>{numbers}</tr>'
        yield "</tbody></table></div>"

    def content(self, content: Content) -> str:
        return "".join(map(self.held, _held(content)))

    def held(self, inlines: Sequence[Inline]) -> str:
        """What stays on one line."""
        text = "".join(map(self.inline, inlines))
        return f'<span class="kept">{text}</span>' if len(inlines) > 1 else text

    def inline(self, inline: Inline) -> str:
        match inline:
            case Words():
                text = escape(inline.text, quote=False).replace("\n", "<br>")
                text = f"<em>{text}</em>" if inline.slant else text
                return f"<strong>{text}</strong>" if inline.strong else text
            case Symbol():
                return self.sign(inline)
            case Link():
                words = self.content(inline.content)
                if inline.is_web:
                    return f'<a href="{escape(inline.target)}" rel="noopener">{words}</a>'
                kind = ' class="term"' if inline.is_term else ""
                return f'<a{kind} href="#{_id(inline.target.removeprefix("#"))}">{words}</a>'

    def sign(self, symbol: Symbol) -> str:
        form = self.look.signs.get(symbol.id)
        if form is None:
            return escape(symbol.name, quote=False)
        self.used[symbol.id] = None
        width = form.size.width / form.size.height
        return (
            f'<svg class="sign" role="img" aria-label="{escape(symbol.name)}" style="width:{1.3 * width:.3g}em"'
            f' viewBox="{view(form)}"><use href="#the-{symbol.id}"/></svg>'
        )


def _held(content: Content) -> Iterator[list[Inline]]:
    """A content's inlines, those together between which no line breaks: a symbol with the number before it, and with
    what closes or names it. A browser would break beside a picture even at a no-break space.
    """
    group: list[Inline] = []
    for number, inline in enumerate(content):
        is_after = number > 0 and isinstance(content[number - 1], Symbol)
        is_before = isinstance(next(iter(content[number + 1 :]), None), Symbol)
        if isinstance(inline, Symbol):
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


def _parted(inline: Words | Link, is_after: bool, is_before: bool) -> tuple[list[Inline], ...]:
    """Words between symbols: what belongs to the one before, what to none, and what to the one behind."""
    if isinstance(inline, Link):
        return [], [inline], []
    closing = _CLOSING.match(inline.text) if is_after else None
    begin = closing.end() if closing else 0
    leading = _LEADING.search(inline.text, begin) if is_before else None
    end = leading.start() if leading else len(inline.text)
    texts = inline.text[:begin], inline.text[begin:end], inline.text[end:]
    return tuple([msgspec.structs.replace(inline, text=text)] if text else [] for text in texts)


def _scrolled(name: str) -> Iterator[str]:
    """What a wide table scrolls in, reachable by keyboard."""
    yield f'<div class="scroll" role="region" tabindex="0" aria-label="{escape(name)}">'


def _id(anchor: str) -> str:
    return escape(anchor.replace(" ", "-"))


def _data(image: Image) -> str:
    return f"data:image/webp;base64,{_base64(image.data)}"


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
