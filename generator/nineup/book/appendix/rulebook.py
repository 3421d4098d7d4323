"""A file of Markdown → a booklet of rules: chapters, texts, lists and tables, with the game's symbols as
`{symbol}`.

Markdown that a booklet can't represent, such as code or a nested list, is reported at its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from nineup.base.diagnostics import Findings, Span, nearest
from nineup.base.project import Project, ProjectError
from nineup.book.appendix.blocks import slug
from nineup.book.appendix.links import FreeNames
from nineup.book.appendix.notation import too_large
from nineup.model.booklet import (
    Align,
    Block,
    Booklet,
    Chapter,
    Content,
    Heading,
    Inline,
    Link,
    Listing,
    Paragraph,
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


def rulebook(project: Project, game: Game, path: str, findings: Findings) -> Booklet | None:
    """The booklet of a file in the project; None if the file can't be read or contains Markdown that no
    booklet can represent.
    """
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

    try:
        text = decode_text(project.read(path), path, findings)
    except ProjectError as error:
        findings.request_error("no-file", str(error), None, hint="give its path in the project")
        return None
    if mistake := too_large(text, "\n", "|"):
        findings.error("appendix-too-large", mistake, Span(path, 1, 1), hint="split it into several files")
        return None
    before = len(findings)
    text = without_control(SourceFile(path, text), findings) or ""
    if findings.failed_since(before):
        return None
    parser = MarkdownIt("commonmark").enable("table")
    reader = _Reader(game, path, findings)
    try:
        reader.read(SyntaxTreeNode(parser.parse(text)).children)
    except RecursionError:
        findings.error(
            "rulebook", "the text is nested too deeply", Span(path, 1, 1), hint="use less emphasis"
        )
    if findings.failed_since(before):
        return None
    chapters = tuple(reader.chapters())
    return Booklet(
        game.title,
        "",
        game.designer,
        licence=game.licence,
        chapters=chapters,
        kind="rules",
        rights=game.rights,
    )


class _Reader:
    """Collects chapters from the top of a file to its end."""

    def __init__(self, game: Game, path: str, findings: Findings) -> None:
        self._game = game
        self._path = path
        self._findings = findings
        self._found: list[tuple[Content, str, list[Block]]] = []
        self._anchors = FreeNames()

    def chapters(self) -> Iterator[Chapter]:
        for title, anchor, blocks in self._found:
            yield Chapter(anchor, title, tuple(blocks))

    def read(self, nodes: Sequence[SyntaxTreeNode]) -> None:
        if not nodes or nodes[0].type != "heading" or nodes[0].tag != "h1":
            message = "a rulebook begins with the heading of its first chapter"
            self._findings.error(
                "rulebook", message, Span(self._path, 1, 1), hint="write `# Setup`, for instance"
            )
            return
        for node in nodes:
            if node.type == "heading" and node.tag == "h1":
                title = self._content(node)
                self._found.append((title, self._anchor(title), []))
            else:
                self._found[-1][2].extend(self._blocks(node))

    def _blocks(self, node: SyntaxTreeNode) -> Iterator[Block]:
        match node.type:
            case "heading":
                content = self._content(node)
                yield Heading(SECTION if node.tag == "h2" else ENTRY, content, self._anchor(content))
            case "paragraph":
                yield Paragraph(self._content(node))
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
                yield from self._words(node, strong, slant)
            case "code_inline":
                yield PlainText(_printable(node.content), strong, slant)
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

    def _words(self, node: SyntaxTreeNode, strong: bool, slant: bool) -> Iterator[Inline]:
        """A text with the symbols that it names in braces."""
        end, text = 0, _printable(node.content)
        for found in _SYMBOL.finditer(text):
            symbol = self._game.symbols.get(found.group(1))
            if symbol is None:
                hint = nearest(found.group(1), list(self._game.symbols))
                message = f"there is no symbol `{found.group(1)}`"
                self._findings.error("unknown-symbol", message, self._place(node), hint=hint)
                continue
            if found.start() > end:
                yield PlainText(text[end : found.start()], strong, slant)
            yield SymbolMention(symbol.id, symbol.name)
            end = found.end()
        if end < len(text):
            yield PlainText(text[end:], strong, slant)

    def _refuse(self, node: SyntaxTreeNode, within: str = "") -> None:
        what = _NAMES.get(node.type, f"`{node.type}`")
        message = f"a rulebook has no {what}" if not within else f"a rulebook has no {what} inside {within}"
        hint = "write headings, paragraphs, lists, quotes and tables, with bold, italic, links and {symbols}"
        self._findings.error("rulebook", message, self._place(node), hint=hint)

    def _place(self, node: SyntaxTreeNode) -> Span:
        """The line on which a node, or the block that contains it, begins."""
        here: SyntaxTreeNode | None = node
        while here is not None and here.map is None:
            here = here.parent
        return Span(self._path, here.map[0] + 1 if here is not None and here.map else 1, 1)

    def _anchor(self, content: Content) -> str:
        """An anchor that no other heading has."""
        return self._anchors.free(slug(plain_text(content)) or "chapter")


def _printable(text: str) -> str:
    """A text with spaces in place of characters that no font can print, which entities such as `&#12;` can
    name.
    """
    return ESCAPED.sub(" ", text)


_NAMES = {
    "fence": "blocks of code",
    "code_block": "blocks of code",
    "html_block": "HTML",
    "html_inline": "HTML",
    "image": "pictures",
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
