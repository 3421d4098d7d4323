"""The words of Nineup and what they mean: the glossary, which docs/glossary.md shows as it is."""

import re
from functools import cache
from importlib.resources import files

_ROW = re.compile(r"^\| (\*\*[^|]+\*\*) \| (.+) \|$", re.MULTILINE)
_WORD = re.compile(r"\*\*([^*]+)\*\*")


def glossary_text() -> str:
    """The glossary as Markdown."""
    return files("nineup.base").joinpath("glossary.md").read_text(encoding="utf-8")


@cache
def explanations() -> dict[str, str]:
    """What each word means, in a plain sentence; `long edge, short edge` are two words."""
    return {
        word: _WORD.sub(r"\1", meaning)
        for words, meaning in _ROW.findall(glossary_text())
        for group in _WORD.findall(words)
        for word in group.split(", ")
    }
