"""A file of Markdown → a booklet of rules: chapters, texts, lists, tables and pictures, with the game's
symbols as `{symbol}` and its data in expressions.

Markdown that a booklet can't represent, such as code or a nested list, is reported at its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import unquote

import msgspec

from nineup.base.diagnostics import Findings, Span, nearest
from nineup.base.project import Project, ProjectError
from nineup.book.appendix.blocks import slug
from nineup.book.appendix.filling import BRACE, Filled, filled
from nineup.book.appendix.inline import trimmed
from nineup.book.appendix.links import FreeNames
from nineup.book.appendix.notation import too_large
from nineup.book.appendix.rule_pictures import RulePictures
from nineup.book.appendix.template_context import AppendixInput, template_context
from nineup.logic.expression import ExpressionError
from nineup.model.booklet import (
    TABLE,
    Align,
    Block,
    Booklet,
    BookletPicture,
    Chapter,
    Content,
    Heading,
    Inline,
    LaidTable,
    Link,
    Listing,
    Paragraph,
    PictureEntry,
    PictureRow,
    PlainText,
    SymbolMention,
    Table,
    TableCell,
    plain_text,
)
from nineup.model.game import Game
from nineup.schema.control import ESCAPED, without_control
from nineup.schema.nodes import SourceFile
from nineup.schema.yaml_tree import decode_text

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

_SYMBOL = re.compile(r"\{([a-z0-9][a-z0-9-]*)\}")


SECTION, ENTRY = 2, 3
"""The levels of headings inside a chapter; deeper ones count as entries."""


class Explained(msgspec.Struct):
    """What the text below a heading teaches, by its line `<!-- teaches: … -->`."""

    topics: str
    span: Span
    text: str = ""


class Rules(msgspec.Struct, frozen=True):
    """A booklet of rules, the tables that it shows, and what its parts teach."""

    booklet: Booklet
    tables: tuple[LaidTable, ...] = ()
    explained: tuple[Explained, ...] = ()


def rulebook(source: AppendixInput, project: Project, path: str, findings: Findings) -> Rules | None:
    """The rules in a file of the project; None if it can't be read or filled, or contains Markdown that no
    booklet can represent.

    The pictures of `source` also have a description of each card's back, by `component/card/back`.
    """
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

    game = source.run.game
    try:
        text = decode_text(project.read(path), path, findings)
    except ProjectError as error:
        findings.request_error("no-file", str(error), None, hint="give its path in the project")
        return None
    whole = Span(path, 1, 1)
    before = len(findings)
    text = (without_control(SourceFile(path, text), findings) or "").replace("\r\n", "\n")
    if findings.failed_since(before):
        return None
    try:
        markdown = filled(text, template_context(source))
    except ExpressionError as error:
        there = Span(path, error.line, error.column)
        findings.error("appendix-template", error.message, there, hint=error.hint)
        return None
    if mistake := too_large(markdown.text, "\n", "|"):
        findings.error("appendix-too-large", mistake, whole, hint="split it into several files")
        return None
    parser = MarkdownIt("commonmark").enable("table")
    reader = _Reader(
        game, path, text, markdown=markdown, pictures=RulePictures(source.pictures), findings=findings
    )
    try:
        reader.read(SyntaxTreeNode(parser.parse(markdown.text)).children)
    except RecursionError:
        findings.error("rulebook", "the text is nested too deeply", whole, hint="use less emphasis")
    if findings.failed_since(before):
        return None
    booklet = Booklet(
        game.title,
        "",
        game.designer,
        licence=game.licence,
        chapters=tuple(reader.chapters()),
        kind="rules",
        words=source.words,
        rights=game.rights,
    )
    return Rules(booklet, tuple(reader.tables), tuple(reader.explained))


class _Reader:
    """Collects chapters from the top of a file to its end."""

    def __init__(
        self,
        game: Game,
        path: str,
        source: str,
        markdown: Filled,
        pictures: RulePictures,
        findings: Findings,
    ) -> None:
        """`source` is the file that was filled to `markdown`."""
        self._game = game
        self._path = path
        self._source = source.split("\n")
        self._lines = markdown.lines
        self._pictures = pictures
        self._findings = findings
        self.tables: list[LaidTable] = []
        self.explained: list[Explained] = []
        self._part: list[Explained] = []
        """Those of the text below the last heading."""
        self._chapters: list[tuple[Content, str, list[Block]]] = []
        self._anchors = FreeNames()

    def chapters(self) -> Iterator[Chapter]:
        for title, anchor, blocks in self._chapters:
            yield Chapter(anchor, title, tuple(blocks))

    def read(self, nodes: Sequence[SyntaxTreeNode]) -> None:
        if not nodes or nodes[0].type != "heading" or nodes[0].tag != "h1":
            message = "a rulebook begins with the heading of its first chapter"
            self._findings.error(
                "rulebook", message, Span(self._path, 1, 1), hint="write `# Setup`, for instance"
            )
            return
        for node in nodes:
            if node.type == "heading":
                self._part = []
            if node.type == "heading" and node.tag == "h1":
                title = self._content(node)
                self._chapters.append((title, self._anchor(title), []))
            elif node.type == "html_block" and (topics := _taught_by(node.content)):
                self._part.append(Explained(topics, self._place(node, "teaches")))
                self.explained.append(self._part[-1])
            else:
                blocks = tuple(self._blocks(node))
                self._chapters[-1][2].extend(blocks)
                for each in self._part if node.type != "heading" else ():
                    each.text += "\n".join(_texts_of(blocks))

    def _blocks(self, node: SyntaxTreeNode) -> Iterator[Block]:
        match node.type:
            case "heading":
                content = self._content(node)
                yield Heading(SECTION if node.tag == "h2" else ENTRY, content, self._anchor(content))
            case "paragraph":
                yield from self._paragraph(node)
            case "fence":
                yield from self._laid_table(node)
            case "blockquote":
                for child in node.children:
                    if child.type == "paragraph":
                        yield Paragraph(self._content(child), note=True)
                    else:
                        self._refuse(child, "a quote")
            case "bullet_list" | "ordered_list":
                items = tuple(self._item(child) for child in node.children)
                yield Listing(items, "points" if node.type == "bullet_list" else "steps")
            case "table":
                yield self._table(node)
            case "hr":
                pass  # In a booklet, headings are the only breaks.
            case _:
                self._refuse(node)

    def _paragraph(self, node: SyntaxTreeNode) -> Iterator[Block]:
        """A paragraph; a row of pictures if it has nothing else, and one beside its words if it begins with
        one.
        """
        inlines = [child for inline in node.children for child in inline.children]
        parts = [
            each
            for each in inlines
            if each.type != "softbreak" and (each.type != "text" or each.content.strip())
        ]
        if not parts or parts[0].type != "image":
            yield Paragraph(self._content(node))
            return
        images = parts if all(each.type == "image" for each in parts) else parts[:1]
        read = [self._picture(image) for image in images]
        pictures = [picture for picture in read if picture]
        captions = [self._inside(image) for image in images]
        if len(images) == len(parts) and len(pictures) == len(images):
            yield PictureRow(tuple(pictures), tuple(captions))
        elif len(images) < len(parts):
            rest = inlines[inlines.index(images[0]) + 1 :]
            words = trimmed(tuple(each for child in rest for each in self._inline(child)))
            if pictures:
                yield PictureEntry(pictures[0], (Paragraph(words),))

    def _picture(self, node: SyntaxTreeNode) -> BookletPicture | None:
        """The picture that an image refers to; its words, if any, are its alternative text."""
        source, size = str(node.attrs.get("src", "")), str(node.attrs.get("title", ""))
        picture = self._pictures.face(unquote(source), size, partial(self._report, node))
        words = plain_text(self._inside(node)) if picture else ""
        return msgspec.structs.replace(picture, alt=words) if picture and words else picture

    def _inside(self, node: SyntaxTreeNode) -> Content:
        return tuple(each for child in node.children for each in self._inline(child))

    def _laid_table(self, node: SyntaxTreeNode) -> Iterator[Block]:
        """A block of code that lays a table; any other is refused."""
        if node.info.split()[:1] != ["table"]:
            self._refuse(node)
            return
        key = f"{TABLE}{len(self.tables) + 1}"
        refuse = partial(self._report, node)
        laid = self._pictures.table(key, node.content, node.info, refuse=refuse)
        if laid is None:
            return
        table, caption = laid
        for piece in table.pieces:
            self._known_symbols(piece.words, node)
        self.tables.append(table)
        about = tuple(self._words(caption, node))
        picture = BookletPicture(key, plain_text(about) or "The table", table.width)
        yield PictureRow((picture,), (about,))

    def _known_symbols(self, text: str, node: SyntaxTreeNode) -> None:
        """Reports the symbols in a text that the game doesn't have."""
        for _ in self._words(text, node):
            pass

    def _report(self, node: SyntaxTreeNode, message: str, hint: str, words: str, below: int = 0) -> None:
        self._findings.error("rulebook", message, self._place(node, words, below), hint=hint)

    def _item(self, node: SyntaxTreeNode) -> Content:
        """A list item; its paragraphs are set one below another."""
        content: list[Inline] = []
        for child in node.children:
            if child.type != "paragraph":
                self._refuse(child, "a list")
                continue
            content += [*([PlainText("\n")] if content else []), *self._content(child)]
        return tuple(content)

    def _table(self, node: SyntaxTreeNode) -> Table:
        rows = [row.children for part in node.children for row in part.children]
        cells = [tuple(TableCell(self._content(cell)) for cell in row) for row in rows]
        aligns = tuple(_align(str(cell.attrs.get("style", ""))) for cell in rows[0])
        return Table(cells[0], tuple(cells[1:]), aligns)

    def _content(self, node: SyntaxTreeNode) -> Content:
        """The words inside a block."""
        return tuple(
            each for inline in node.children for child in inline.children for each in self._inline(child)
        )

    def _inline(self, node: SyntaxTreeNode, strong: bool = False, slant: bool = False) -> Iterator[Inline]:
        match node.type:
            case "text":
                yield from self._words(node.content, node, strong, slant=slant)
            case "code_inline":
                yield PlainText(_with_braces(_printable(node.content)), strong, slant)
            case "softbreak":
                yield PlainText(" ", strong, slant)
            case "hardbreak":
                yield PlainText("\n", strong, slant)
            case "strong" | "em":
                for child in node.children:
                    yield from self._inline(
                        child, strong or node.type == "strong", slant or node.type == "em"
                    )
            case "link":
                words = tuple(each for child in node.children for each in self._inline(child, strong, slant))
                target = str(node.attrs.get("href", ""))
                inside = tuple(each for each in words if not isinstance(each, Link))
                web = target.startswith(("http://", "https://"))
                yield from (Link(target, inside),) if web else inside
            case _:
                self._refuse(node)

    def _words(
        self, source: str, node: SyntaxTreeNode, strong: bool = False, slant: bool = False
    ) -> Iterator[Inline]:
        """A text of a node with the symbols that it names in braces."""
        end, text = 0, _printable(source)
        for match in _SYMBOL.finditer(text):
            symbol = self._game.symbols.get(match.group(1))
            if symbol is None:
                hint = nearest(match.group(1), list(self._game.symbols))
                message = f"there is no symbol `{match.group(1)}`"
                place = self._place(node, match.group())
                self._findings.error("unknown-symbol", message, place, hint=hint)
                continue
            if match.start() > end:
                yield PlainText(_with_braces(text[end : match.start()]), strong, slant)
            yield SymbolMention(symbol.id, symbol.name)
            end = match.end()
        if end < len(text):
            yield PlainText(_with_braces(text[end:]), strong, slant)

    def _refuse(self, node: SyntaxTreeNode, within: str = "") -> None:
        what = _NAMES.get(node.type, f"`{node.type}`")
        message = f"a rulebook has no {what}" if not within else f"a rulebook has no {what} inside {within}"
        known = "headings, paragraphs, lists, quotes, tables and pictures"
        hint = f"write {known}, with bold, italic, links and {{symbols}}"
        self._findings.error("rulebook", message, self._place(node), hint=hint)

    def _place(self, node: SyntaxTreeNode, words: str = "", below: int = 0) -> Span:
        """The words in the lines of a node, or of the block around it; the first of these lines if none
        has the words, as when an expression prints them.
        """
        here: SyntaxTreeNode | None = node
        while here is not None and here.map is None:
            here = here.parent
        first, end = here.map if here is not None and here.map else (0, 1)
        first += below
        line = self._lines[min(first, len(self._lines) - 1)]
        for number in sorted(set(self._lines[first:end])) if words else ():
            column = self._source[number - 1].find(words)
            if column >= 0:
                return Span(self._path, number, column + 1, len(words))
        return Span(self._path, line, 1)

    def _anchor(self, content: Content) -> str:
        """An anchor that no other heading has."""
        return self._anchors.free(slug(plain_text(content)) or "chapter")


def _taught_by(comment: str) -> str:
    """The topics in a line `<!-- teaches: … -->`; empty for any other HTML."""
    line = comment.strip()
    inner = line[4:-3].strip() if line.startswith("<!--") and line.endswith("-->") else ""
    return inner.removeprefix("teaches:").strip() if inner.startswith("teaches:") else ""


def _texts_of(blocks: Iterable[Block]) -> Iterator[str]:
    """The words of blocks, without symbols; captions and heads of tables explain nothing."""
    for block in blocks:
        contents: Iterable[Content] = ()
        match block:
            case Paragraph():
                contents = (block.content,)
            case Listing():
                contents = block.items
            case Table():
                contents = (cell.content for row in block.rows for cell in row)
            case PictureEntry():
                yield from _texts_of(block.blocks)
        for content in contents:
            words = tuple(each for each in content if not isinstance(each, SymbolMention))
            yield plain_text(words)


def _printable(text: str) -> str:
    """A text with spaces in place of characters that no font can print, which entities such as `&#12;` can
    name.
    """
    return ESCAPED.sub(lambda match: BRACE if match.group() == BRACE else " ", text)


def _with_braces(text: str) -> str:
    """A text with the braces of expressions' values, which begin no symbol."""
    return text.replace(BRACE, "{")


_NAMES = {
    "fence": "blocks of code",
    "code_block": "blocks of code",
    "html_block": "HTML",
    "html_inline": "HTML",
    "image": "pictures within a text",
    "bullet_list": "list",
    "ordered_list": "list",
    "blockquote": "quote",
    "heading": "heading",
    "table": "table",
}


def _align(style: str) -> Align:
    if "right" in style:
        return "right"
    return "center" if "center" in style else "left"
