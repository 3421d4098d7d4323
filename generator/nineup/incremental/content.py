"""The operators of faces and pages, cached by what a document had met before them."""

from collections.abc import Callable, Hashable
from hashlib import blake2b

from nineup.write import ContentWriter, NewResources, Resources

Stage = tuple[int, ...]
"""All that a document has met: for each kind of named resource, a number for those met and their order; and last, the
texts of glyphs in any order, as the sum of their digests.
"""

FACE_BYTES = 4096
"""An estimate of a face in memory."""


class Contents:
    """Operators by what they draw and the stage of the document that they were written at.

    Each entry also has the resources that it was the first to meet, and the stage after it.
    """

    def __init__(self) -> None:
        self._entries: dict[tuple[Stage, Hashable], tuple[str, NewResources | None, Stage]] = {}
        self.size = 0
        """An estimate of its bytes."""
        self._orders: dict[tuple[int, Hashable], int] = {}
        """The number of a sequence of resources, by the number of the sequence without its last, and the last."""

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, stage: Stage, key: Hashable) -> tuple[str, NewResources | None, Stage] | None:
        """The cached entry for what `key` draws at a stage."""
        return self._entries.get((stage, key))

    def add(self, stage: Stage, key: Hashable, content: str, met: NewResources | None, after: Stage) -> None:
        """Caches operators with what they met, if anything, and the stage after them."""
        self._entries[stage, key] = content, met, after
        self.size += len(content) + FACE_BYTES

    def after(self, stage: Stage, met: NewResources) -> Stage:
        """The stage after more was met; documents that met the same resources in the same order are at the same stage."""
        *numbers, read = stage
        for kind, things in enumerate(met[:-1]):
            for thing in things:
                orders = self._orders
                numbers[kind] = orders.setdefault((numbers[kind], thing), len(orders) + 1)
        return (*numbers, read + sum(map(_number, met.texts)))


BEGIN: Stage = (0,) * len(NewResources._fields)
"""The stage of a document that has met nothing."""


def _number(text: tuple[str, int, str]) -> int:
    return int.from_bytes(blake2b(repr(text).encode("utf-8", "replace"), digest_size=16).digest(), "big")


class CachedContentWriter(ContentWriter):
    """A content writer that writes a face or page again only if the document had met something else before it.

    Besides what they draw, operators depend on the names of the resources met and on the texts of glyphs.
    """

    def __init__(self, resources: Resources, contents: Contents) -> None:
        super().__init__(resources)
        self._contents = contents
        self._counts = resources.counts()
        self._stage = BEGIN

    def reuse(self, key: Hashable, write: Callable[[], str]) -> str:
        self._advance()
        before, counts = self._stage, self._counts
        entry = self._contents.get(before, key)
        if entry is None:
            content = write()
            self._advance()
            met = self.resources.since(counts) if self._counts != counts else None
            self._contents.add(before, key, content, met, self._stage)
            return content
        content, met, self._stage = entry
        if met is not None:
            self.resources.adopt(met)
            self._counts = self.resources.counts()
        return content

    def _advance(self) -> None:
        """Moves to the stage of all that has been met by now."""
        counts = self.resources.counts()
        if counts != self._counts:
            self._stage = self._contents.after(self._stage, self.resources.since(self._counts))
            self._counts = counts
