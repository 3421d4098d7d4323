"""A progress bar on the terminal, removed before anything else is printed."""

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from nineup import pipeline
from nineup.base.diagnostics import visible

Bar = Callable[[], "AbstractContextManager[pipeline.Progress]"]
"""Shows a bar while one game is built."""


@contextmanager
def progress_bar(quiet: bool) -> Iterator[pipeline.Progress]:
    """A bar if standard error is a terminal and `quiet` is false; otherwise nothing."""
    if quiet or sys.stderr is None or not sys.stderr.isatty():  # None in a program without a console
        yield lambda what, done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (
        TextColumn("{task.description:<32}"),
        BarColumn(),
        TextColumn("{task.completed:.0f}/{task.total:.0f}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False) as bar:
        task = bar.add_task("", total=1)
        yield lambda what, done, total: bar.update(
            task, description=visible(what), completed=done, total=total, refresh=True
        )
