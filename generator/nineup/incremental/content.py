"""The operators of faces and pages, remembered by what a document had met before them."""

from collections.abc import Callable, Hashable
from hashlib import blake2b

from nineup.write import ContentWriter, Met, Resources

Stage = tuple[int, ...]
"""All that a document has met: for each kind of what has names, a number for those in their order; and last, what
glyphs read as, in whatever order that was met, as the sum of their digests.
"""


class Contents:
    """Operators as they were written at each stage of a document."""

    def __init__(self) -> None:
        self.known: dict[tuple[Stage, Hashable], tuple[str, Met | None, Stage]] = {}
        """At a stage, operators by what they draw, what they were the first to meet, and the stage that this led to."""
        self._orders: dict[tuple[int, Hashable], int] = {}
        """The number of some things in order, by the number of those before the last, and the last."""

    def after(self, stage: Stage, met: Met) -> Stage:
        """The stage that comes when more is met. However a document comes to have met the same, it is at the same."""
        *numbers, read = stage
        for kind, things in enumerate(met[:-1]):
            for thing in things:
                orders = self._orders
                numbers[kind] = orders.setdefault((numbers[kind], thing), len(orders) + 1)
        return (*numbers, read + sum(map(_number, met.texts)))


BEGIN: Stage = (0,) * len(Met._fields)
"""The stage of a document that has met nothing."""


def _number(text: tuple[str, int, str]) -> int:
    return int.from_bytes(blake2b(repr(text).encode("utf-8", "replace"), digest_size=16).digest(), "big")


class CachedContentWriter(ContentWriter):
    """A content_writer that writes a face or a page anew only where the document had met something else before it.

    What operators depend on besides what they draw are the names of what was met, and what glyphs read as.
    """

    def __init__(self, resources: Resources, contents: Contents) -> None:
        super().__init__(resources)
        self._contents = contents
        self._counts = resources.counts()
        self._stage = BEGIN

    def through(self, key: Hashable, write: Callable[[], str]) -> str:
        self._go_on()
        begun, counts = self._stage, self._counts
        known = self._contents.known.get((begun, key))
        if known is None:
            content = write()
            self._go_on()
            met = self.resources.since(counts) if self._counts != counts else None
            known = self._contents.known[begun, key] = content, met, self._stage
        elif known[1] is not None:
            self.resources.meet(known[1])
            self._counts = self.resources.counts()
        self._stage = known[2]
        return known[0]

    def _go_on(self) -> None:
        """Come to the stage of all that is met by now."""
        counts = self.resources.counts()
        if counts != self._counts:
            self._stage = self._contents.after(self._stage, self.resources.since(self._counts))
            self._counts = counts
