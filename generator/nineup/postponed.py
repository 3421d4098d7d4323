"""Postpones what a library does while it is imported, and what few commands need: compiling regular expressions."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

_compile = re.compile


class PostponedPattern:
    """A regular expression that is compiled when it is first used. The functions of `re` take it for a compiled one."""

    def __init__(self, source: Any, flags: int = 0) -> None:
        self._arguments = source, flags

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        found = self.__dict__[name] = getattr(_compile(*self._arguments), name)
        return found

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return re.Pattern


def pattern(source: str, flags: int = 0) -> re.Pattern[str]:
    """A regular expression that few commands use, compiled when it is first used."""
    return cast("re.Pattern[str]", PostponedPattern(source, flags))


@contextmanager
def patterns_postponed() -> Iterator[None]:
    """Around imports: the patterns that they make become `PostponedPattern`s, of which many are never used.

    Patterns that another thread compiles meanwhile do as well.
    """
    compile_before = re.compile
    re.compile = PostponedPattern  # type: ignore[assignment]
    try:
        yield
    finally:
        re.compile = compile_before
