"""Links within a booklet: makes anchors unique and removes dead links."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeGuard

import msgspec

from nineup.book.appendix.inline import without_links
from nineup.model.booklet import (
    BarChart,
    Block,
    Chapter,
    Content,
    Heading,
    Inline,
    Link,
    Listing,
    Paragraph,
    PictureEntry,
    PictureRow,
    Table,
    TableCell,
)


def resolve_links(chapters: Sequence[Chapter]) -> tuple[tuple[Chapter, ...], dict[str, str]]:
    """The chapters with unique anchors and without dead links, whose words are kept.

    Also returns the targets of dead links, each with the id of the first chapter that has one.
    """
    unique = _Unique(chapter.id for chapter in chapters)
    renamed = [
        msgspec.structs.replace(chapter, blocks=tuple(unique.block(block) for block in chapter.blocks))
        for chapter in chapters
    ]
    lost: dict[str, str] = {}
    return tuple(_linked(chapter, unique.seen, lost) for chapter in renamed), lost


class FreeNames:
    """Names of which no two are equal: one that is taken gets a number."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self.seen = set(taken)
        self._numbers: dict[str, int] = {}
        """The last number that a name got."""

    def free(self, name: str) -> str:
        candidate, number = name, self._numbers.get(name, 1)
        while candidate in self.seen:
            number += 1
            candidate = f"{name}-{number}"
        self._numbers[name] = number
        self.seen.add(candidate)
        return candidate


class _Unique(FreeNames):
    """Renames headings' anchors that are already taken; of other anchors, only the first is kept."""

    def block(self, block: Block) -> Block:
        match block:
            case Heading():
                return msgspec.structs.replace(block, anchor=self.free(block.anchor or "section"))
            case Paragraph():
                return msgspec.structs.replace(block, anchor=self._first(block.anchor))
            case Table():
                rows = tuple(tuple(self._cell(cell) for cell in row) for row in block.rows)
                return msgspec.structs.replace(block, rows=rows)
            case PictureEntry():
                inner = tuple(self.block(each) for each in block.blocks)
                return msgspec.structs.replace(block, blocks=inner)
            case _:
                return block

    def _cell(self, cell: TableCell) -> TableCell:
        return msgspec.structs.replace(cell, anchor=self._first(cell.anchor))

    def _first(self, anchor: str) -> str:
        if anchor in self.seen:
            return ""
        self.seen.update({anchor} - {""})
        return anchor


def _linked(chapter: Chapter, known: set[str], lost: dict[str, str]) -> Chapter:
    def resolve(content: Content) -> Content:
        targets = [inline.target.removeprefix("#") for inline in content if _leads_nowhere(inline, known)]
        lost.update({target: chapter.id for target in targets if target not in lost})
        return tuple(_kept(content, known))

    blocks = tuple(map_contents(block, resolve) for block in chapter.blocks)
    return msgspec.structs.replace(chapter, title=tuple(without_links(chapter.title)), blocks=blocks)


def _kept(content: Content, known: set[str]) -> Iterator[Inline]:
    for inline in content:
        if _leads_nowhere(inline, known):
            yield from inline.content
        else:
            yield inline


def _leads_nowhere(inline: Inline, known: set[str]) -> TypeGuard[Link]:
    return isinstance(inline, Link) and not inline.is_web and inline.target.removeprefix("#") not in known


def map_contents(block: Block, change: Callable[[Content], Content]) -> Block:
    """A block with a function applied to each of its contents."""
    match block:
        case Heading() | Paragraph():
            return msgspec.structs.replace(block, content=change(block.content))
        case Listing():
            return msgspec.structs.replace(block, items=tuple(change(item) for item in block.items))
        case Table():
            head = tuple(TableCell(change(cell.content)) for cell in block.head)
            rows = tuple(
                tuple(TableCell(change(cell.content), cell.anchor) for cell in row) for row in block.rows
            )
            return msgspec.structs.replace(block, head=head, rows=rows, caption=change(block.caption))
        case BarChart():
            rows_ = tuple((change(name), values) for name, values in block.rows)
            series = tuple(change(content) for content in block.series)
            return msgspec.structs.replace(block, caption=change(block.caption), series=series, rows=rows_)
        case PictureRow():
            return msgspec.structs.replace(block, captions=tuple(change(each) for each in block.captions))
        case PictureEntry():
            inner = tuple(map_contents(each, change) for each in block.blocks)
            return msgspec.structs.replace(block, blocks=inner)
