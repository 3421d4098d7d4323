"""The rows of grids that browsers already have, so that updating a page sends only new ones."""

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from itertools import count
from typing import NamedTuple

MAX_VERSIONS = 8
"""The number of pages whose rows are kept."""

HEADER = "studio-has"
"""The header in which a browser names its rows."""


class SameRows(NamedTuple):
    """Rows that a browser already has: the first and last of them, as indices there, from 0."""

    first: int
    last: int


class SentRows:
    """The rows that were sent, by the name of their page. Threads may share it."""

    def __init__(self) -> None:
        self._versions: OrderedDict[str, tuple[str, ...]] = OrderedDict()
        self._numbers = count()
        self._lock = threading.Lock()

    def keep(self, boot: str, rows: Sequence[str]) -> str:
        """A name for the rows of a page, valid until others have replaced them."""
        with self._lock:
            name = f"{boot}.{next(self._numbers)}"
            self._versions[name] = tuple(rows)
            if len(self._versions) > MAX_VERSIONS:
                self._versions.popitem(last=False)
        return name

    def beyond(self, name: str, rows: Sequence[str]) -> Iterator[str | SameRows]:
        """The rows in order, each as it is, or as `SameRows` if the named page has them in the same order."""
        with self._lock:
            places = {row: at for at, row in enumerate(self._versions.get(name, ()))}
        first = last = -1
        for row in rows:
            at = places.get(row, -1)
            if at >= 0 and at == last + 1 and first >= 0:
                last = at
                continue
            if first >= 0:
                yield SameRows(first, last)
            first = last = at
            if at < 0:
                yield row
        if first >= 0:
            yield SameRows(first, last)
