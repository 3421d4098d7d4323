"""A progress bar on the terminal, removed before anything else is printed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING

from nineup.base.diagnostics import visible

if TYPE_CHECKING:
    from rich.progress import Progress

    from nineup import pipeline

Bar = Callable[[], "AbstractContextManager[pipeline.Progress]"]
"""Shows a bar while one game is built."""


@contextmanager
def progress_bar(quiet: bool) -> Iterator[pipeline.Progress]:
    """A bar if standard error is a terminal and `quiet` is false; otherwise nothing.

    It appears with the first progress: what is known already needs none.
    """
    if quiet or sys.stderr is None or not sys.stderr.isatty():  # None in a program without a console
        yield lambda what, done, total: None
        return
    bar: Progress | None = None

    def show(what: str, done: int, total: int) -> None:
        nonlocal bar
        bar = bar or _new_bar()
        bar.update(bar.task_ids[0], description=visible(what), completed=done, total=total)
        bar.start()
        bar.refresh()

    try:
        yield show
    finally:
        if bar:
            bar.stop()


def _new_bar() -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (
        TextColumn("{task.description:<32}"),
        BarColumn(),
        TextColumn("{task.completed:.0f}/{task.total:.0f}"),
    )
    bar = Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False)
    bar.add_task("", total=1)
    return bar
