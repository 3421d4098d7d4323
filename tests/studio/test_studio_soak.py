"""Hours of edits without a pause: the memory of the studio and of `nineup watch` stays where it was.

Both run without Python's garbage collection, as the command does, and 300 edits; 2,000 with NINEUP_FUZZ.
"""

import gc
import os
import resource
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from nineup.base.project import Project
from nineup.cli.commands.watch import _Rebuilder
from nineup.pipeline import PrintOptions, RunChoice
from nineup_studio.live.workspace import Workspace
from tiny import CARDS, write_tiny

if sys.platform != "linux":
    pytest.skip("the fence needs Linux", allow_module_level=True)

from fenced import MIB, fenced

CARDS_FILE = "cards/tiny/cards.yaml"
EDITS = 2_000 if "NINEUP_FUZZ" in os.environ else 300
FIRST = 100
MOST = 8 * MIB
"""The most that memory may grow after the first edits, in bytes.

Without collections, 200 edits leave 11 and 14 MiB behind.
"""


def growth(root: Path, edited: Callable[[], None]) -> int:
    """How much memory grows, in bytes, from the first edits of the cards to the last."""
    gc.disable()
    gc.freeze()  # What the tests have imported is no garbage.
    after_first = 0
    for number in range(EDITS):
        cards = CARDS.replace("First Light", f"First Light {number}")
        (root / CARDS_FILE).write_text(cards, encoding="utf-8")
        edited()
        if number == FIRST:
            after_first = resident()
    return resident() - after_first


def resident() -> int:
    """The memory of this process, in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


def in_studio(root: Path) -> int:
    workspace = Workspace(Project(root))
    session = workspace.session("tiny", RunChoice())

    def edited() -> None:
        workspace.edited((CARDS_FILE,))
        assert session.current().faces

    return growth(root, edited)


def in_watch(root: Path) -> int:
    builder = _Rebuilder(Project(root), "tiny", RunChoice(2), PrintOptions())
    return growth(root, lambda: builder.build([]))


@pytest.mark.parametrize("work", [in_studio, in_watch])
def test_memory_stays(work: Callable[[Path], int], tmp_path: Path) -> None:
    write_tiny(tmp_path)
    assert fenced(lambda: work(tmp_path), seconds=240, memory=400 * MIB) < MOST
