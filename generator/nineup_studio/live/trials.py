"""Layouts as they would be: drawn by the engine while something is dragged, before anything is written.

A trial reads anew only what the gesture changes. The last layouts are kept: a drag asks for one face many
times, and then for the fits of all cards with the same layout.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar

import msgspec
from nineup.base import Findings
from nineup.layout import LayoutEngine
from nineup.layout.typeset import side_face, sizes_of
from nineup.model import Face
from nineup.pipeline import DrawnRun

from nineup_studio.live.snapshot import PieceView

Kept = TypeVar("Kept")

MAX_KEPT = 6
"""The number of layouts of each kind that are kept."""

SPAN = 0.04
"""The seconds of work on the fits of cards after which a request is answered: a drag may be waiting."""


class Fit(msgspec.Struct, frozen=True):
    """How the texts of a card fit into some frames of a layout, if not at the size of their style."""

    card: str
    """The key of its piece."""
    name: str
    overflow: float = 0.0
    """How far the worst of them is beyond its frame, in points."""
    shrunk: float = 1.0
    """The smallest share of its style's size at which one is set."""


class Fits(msgspec.Struct, frozen=True):
    """The fits of some cards, and the number of the next one; None after the last."""

    fits: tuple[Fit, ...]
    next: int | None


class Trials:
    """The latest layouts that were tried, of all games."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, tuple[object, Any]] = OrderedDict()
        self._lock = threading.Lock()

    def kept(self, drawn: DrawnRun, key: Hashable, make: Callable[[], Kept]) -> Kept:
        """What was made for a key of a drawn run, made once. Holds the run, whose identity is in the key."""
        key = id(drawn), key
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                kept: Kept = self._kept[key][1]
                return kept
        new = make()
        with self._lock:
            self._kept[key] = drawn, new
            while len(self._kept) > MAX_KEPT:
                self._kept.popitem(last=False)
        return new


class Trial:
    """A layout file with other bytes, compiled when it is first drawn."""

    def __init__(self, drawn: DrawnRun, file: str, data: bytes, side: str) -> None:
        self._drawn, self._side, self._file = drawn, side, file
        self.findings = Findings()
        self.engine: LayoutEngine = drawn.engine.with_files({file: data}, self.findings)

    def face(self, piece: PieceView) -> Face | None:
        """The face of a piece; None if it can't be drawn, for the reasons in `findings`."""
        return side_face(self._drawn.run, self.engine, piece.part, side=self._side, findings=self.findings)

    def fits(self, pieces: Sequence[PieceView], start: int, offsets: frozenset[int]) -> Fits:
        """The fits of cards from a number on, as far as time allows, in the elements at some offsets."""
        ends, fits = time.monotonic() + SPAN, list[Fit]()
        for number, piece in enumerate(pieces[start:], start):
            if fit := self._fit(piece, offsets):
                fits.append(fit)
            if time.monotonic() > ends and number + 1 < len(pieces):
                return Fits(tuple(fits), number + 1)
        return Fits(tuple(fits), None)

    def _fit(self, piece: PieceView, offsets: frozenset[int]) -> Fit | None:
        sizes = sizes_of(self._drawn.run, self.engine, piece.part, side=self._side)
        here = [each for each in sizes if each.key.path == self._file and each.key.offset in offsets]
        overflow = max((each.overflow.excess for each in here if each.overflow), default=0.0)
        shrunk = min((each.size / each.style_size for each in here), default=1.0)
        if not overflow and shrunk > 1 - 1e-6:
            return None
        return Fit(piece.key, piece.name, round(overflow, 2), shrunk=round(shrunk, 4))
