"""Postpones what a library does while it is imported, and what few commands need: compiling regular expressions."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class PostponedPattern:
    """A regular expression that is compiled when it is first used."""

    def __init__(self, source: Any, flags: int = 0) -> None:
        self._arguments = source, flags

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        self.__dict__ |= {"match": (pattern := re.compile(*self._arguments)).match, "search": pattern.search}
        return getattr(pattern, name)


@contextmanager
def patterns_postponed() -> Iterator[None]:
    """Around the import of a library that only calls its patterns' methods: they become `PostponedPattern`s.

    Patterns that another thread compiles meanwhile do as well.
    """
    compile_now = re.compile
    re.compile = PostponedPattern  # type: ignore[assignment]
    try:
        yield
    finally:
        re.compile = compile_now
