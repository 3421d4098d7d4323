"""Postpones what a library does while it is imported, and what few commands need: compiling regular expressions."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast


class PostponedPattern:
    """A regular expression that is compiled when it is first used."""

    def __init__(self, source: Any, flags: int = 0) -> None:
        self._arguments = source, flags

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        found = self.__dict__[name] = getattr(re.compile(*self._arguments), name)
        return found


def pattern(source: str, flags: int = 0) -> re.Pattern[str]:
    """A regular expression that few commands use, compiled when it is first used; for its methods only."""
    return cast("re.Pattern[str]", PostponedPattern(source, flags))


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
