"""A booklet as Markdown: one file that reads well as it stands; symbols by their names, and no pictures."""

import re
from collections.abc import Iterator
from itertools import pairwise

import msgspec

from generator.booklet import (
    Bars,
    Block,
    Booklet,
    Cell,
    Content,
    Entry,
    Heading,
    Inline,
    Link,
    Listing,
    Paragraph,
    Symbol,
    Table,
    Words,
    paragraphs,
)

_SPECIAL = re.compile(r"[\\`*_\[\]<>|]|(?m:^[#+-](?= )|(?<=^\d)[.)](?= )|(?<=^\d\d)[.)](?= ))")
_MARKUP = re.compile(r"&(?=#?\w+;)")
_RULES = {"left": "---", "right": "--:", "center": ":-:"}


def markdown(booklet: Booklet) -> bytes:
    """The whole booklet as UTF-8 text."""
    head = f"# {_escaped(booklet.title)}: appendix\n\n{_escaped(booklet.subtitle)}"
    parts = [head]
    if len(booklet.chapters) > 1:
        lines = [f"- [{_content(chapter.title)}](#{chapter.id})" for chapter in booklet.chapters]
        parts.append("\n".join(lines))
    for chapter in booklet.chapters:
        parts.append(f"{_anchor(chapter.id)}\n\n## {_content(chapter.title)}")
        parts += [text for block in chapter.blocks for text in _block(block)]
    return ("\n\n".join(parts) + "\n").encode()


def _block(block: Block) -> Iterator[str]:
    match block:
        case Heading():
            yield f"{_anchor(block.anchor)}\n\n{'#' * (block.level + 1)} {_content(block.content)}"
        case Paragraph():
            anchor = _anchor(block.anchor) if block.anchor else ""
            for part in paragraphs(block.content):
                text = anchor + _content(part).strip().replace("\n", "  \n")
                yield "> " + text.replace("\n", "\n> ") if block.note else text
                anchor = ""
        case Listing():
            sign = "1." if block.kind == "steps" else "-"
            yield "\n".join(f"{sign} {_line(item)}" for item in block.items)
        case Table():
            yield from _table(block)
        case Bars():
            yield from _bars(block)
        case Entry():
            for inner in block.blocks:
                yield from _block(inner)


def _table(table: Table) -> Iterator[str]:
    if table.caption:
        yield f"**{_line(table.caption)}**"
    head = table.head or tuple(Cell(()) for _ in table.aligns)
    rows = [_row(_cell(cell) for cell in head), _row(_RULES[align] for align in table.aligns)]
    yield "\n".join([*rows, *(_row(_cell(cell) for cell in row) for row in table.rows)])


def _bars(bars: Bars) -> Iterator[str]:
    if bars.caption:
        yield f"**{_line(bars.caption)}**"
    head = _row((_line(bars.heading), *(_line(name) for name in bars.series)))
    rule = _row(("---", *("--:" for _ in bars.series)))
    rows = [_row((_line(name), *(f"{value:g}" for value in values))) for name, values in bars.rows]
    yield "\n".join([head, rule, *rows])


def _row(cells: "Iterator[str] | tuple[str, ...]") -> str:
    return "| " + " | ".join(cells) + " |"


def _cell(cell: Cell) -> str:
    return (_anchor(cell.anchor) if cell.anchor else "") + _line(cell.content)


def _line(content: Content) -> str:
    """A content on one line: breaks in it as Markdown's tables take them."""
    return _content(content).replace("\n\n", "\n").replace("\n", "<br>")


def _content(content: Content) -> str:
    return "".join(_inline(inline) for inline in _once(content))


def _once(content: Content) -> Iterator[Inline]:
    """A content in which a symbol before its own name is left out: here both are words."""
    is_named = False
    for one, other in pairwise((*content, Words(""))):
        if isinstance(one, Words) and is_named:
            one = msgspec.structs.replace(one, text=one.text.lstrip())
        is_named = isinstance(one, Symbol) and isinstance(other, Words) and _names(other, one)
        if not is_named:
            yield one


def _names(words: Words, symbol: Symbol) -> bool:
    return re.match(rf"\s+{re.escape(symbol.name)}(?!\w)", words.text) is not None


def _inline(inline: Inline) -> str:
    match inline:
        case Words():
            return _dressed(inline)
        case Symbol():
            return f"[{_escaped(inline.name)}]" if _says_little(inline.name) else _escaped(inline.name)
        case Link():
            target = inline.target if inline.is_web else f"#{inline.target.removeprefix('#')}"
            return f"[{_content(inline.content)}]({_address(target)})"


def _says_little(name: str) -> bool:
    return len(name) == 1


def _dressed(words: Words) -> str:
    """Words with their emphasis; white space at their ends stays outside of it."""
    mark = "**" * words.strong + "*" * words.slant
    text = _escaped(words.text)
    inner = text.strip()
    if not mark or not inner:
        return text
    begin = text.index(inner)
    return text[:begin] + mark + inner + mark[::-1] + text[begin + len(inner) :]


def _escaped(text: str) -> str:
    """Text that Markdown prints as it stands: no sign of it is markup, or HTML."""
    return _MARKUP.sub("&amp;", _SPECIAL.sub(lambda found: "\\" + found.group(), text))


def _anchor(name: str) -> str:
    return f'<a id="{name}"></a>'


def _address(target: str) -> str:
    return (
        target.replace("(", "%28")
        .replace(")", "%29")
        .replace(" ", "%20")
        .replace("<", "%3C")
        .replace(">", "%3E")
    )
