"""What names the players of a game, for when they change: texts with the old range, conditions with a count.

Tables of amounts are not here: those that no longer fit are errors, with their fixes.
"""

import re
from collections.abc import Iterator, Mapping

from nineup.base.diagnostics import Diagnostic, Hint, Replace, Span

_DASH = r"\s?[-\u2013]\s?| to | or "
_CONDITION = re.compile(
    r"\bplayers\s*+(?:==|!=|<=?|>=?)\s*+\d+|(?<!\d)\d++\s*+(?:==|!=|<=?|>=?)\s*+players\b|^\s*+needs:\s*+\d.*"
)
_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def named_players(
    files: Mapping[str, str], old: tuple[int, int], new: tuple[int, int]
) -> Iterator[Diagnostic]:
    """A note for each place in the texts of files that names the `old` range of players, with the new one as
    its fix, and for each condition on a number of players; in the order of the files.
    """
    said = _said(old)
    for name, text in files.items():
        for number, line in enumerate(text.splitlines(), 1):
            if line.lstrip().startswith("#"):
                continue
            for match in said.finditer(line):
                span = Span(name, number, match.start("range") + 1, len(match["range"]))
                fix = Replace(match["range"], _like(match, new))
                hint = Hint(f"write `{fix.new}`", fix)
                yield Diagnostic("names-players", "note", f"says `{match[0]}`", span=span, hint=hint)
            for match in _CONDITION.finditer(line):
                span = Span(name, number, len(line) - len(line[match.start() :].lstrip()) + 1)
                message = f"asks for `{match[0].strip()}`"
                yield Diagnostic(
                    "names-players", "note", message, span=span, hint="look whether it still fits"
                )


def _said(ends: tuple[int, int]) -> re.Pattern[str]:
    """The range in figures or words, before a word for players."""
    low, high = (_either(number) for number in ends)
    text = low if ends[0] == ends[1] else rf"(?P<low>{low})(?P<dash>{_DASH})(?P<high>{high})"
    return re.compile(rf"(?<![\w-])(?P<range>{text})(?=[\s-]+(?:players?\b|people\b))", re.IGNORECASE)


def _either(number: int) -> str:
    return rf"{number}|{_WORDS[number]}" if number < len(_WORDS) else str(number)


def _like(match: "re.Match[str]", ends: tuple[int, int]) -> str:
    """A range as the one found is written: in figures or words, with its dash."""
    is_in_words = not match["range"][-1].isdigit()
    low, high = (_WORDS[n] if is_in_words and n < len(_WORDS) else str(n) for n in ends)
    if match["range"][0].isupper():
        low = low.capitalize()
    if ends[0] == ends[1]:
        return low
    return f"{low}{match.groupdict().get('dash') or ('–' if not is_in_words else ' to ')}{high}"
