"""The rows of grids that browsers have: a page that is fetched again brings only those that are new."""

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from itertools import count
from typing import NamedTuple

MAX_VERSIONS = 8
"""How many pages' rows are kept."""

HEADER = "studio-has"
"""The header in which a browser names the rows that it has."""


class SameRows(NamedTuple):
    """Rows that a browser has already: the first and the last of them, by their places there, from 0."""

    first: int
    last: int


class SentRows:
    """What was sent of grids, by the name of a page's rows. Threads may share it."""

    def __init__(self) -> None:
        self._versions: OrderedDict[str, tuple[str, ...]] = OrderedDict()
        self._numbers = count()
        self._lock = threading.Lock()

    def keep(self, boot: str, rows: Sequence[str]) -> str:
        """A name for the rows of a page, by which they are known until others have taken their place."""
        with self._lock:
            name = f"{boot}.{next(self._numbers)}"
            self._versions[name] = tuple(rows)
            if len(self._versions) > MAX_VERSIONS:
                self._versions.popitem(last=False)
        return name

    def beyond(self, name: str, rows: Sequence[str]) -> Iterator[str | SameRows]:
        """The rows in order, each as it is, or those that are in the page of that name in the same order as `SameRows`."""
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
