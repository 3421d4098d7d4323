"""Rules that a game follows and doesn't state, from the patterns that its rows show."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from nineup.model.game import Game
from nineup.rules.engine.patterns import Pattern
from nineup.rules.oversights.odd_one_out import REPORTED, game_patterns, rule_of

_NAME = re.compile(r"[\w-]++")
_LEAST = 10
"""The strength from which a pattern is worth a rule."""


class SuggestedRule(NamedTuple):
    """An entry for `rules:`, and the rows that break it."""

    entry: Mapping[str, Any]
    broken_by: tuple[str, ...]


def suggested_rules(game: Game) -> list[SuggestedRule]:
    """At most five rules that no entry of the game states, those first that most rows show.

    An entry that names the same fields of the same rows is taken to state it.
    """
    stated = [frozenset(_names(game, place)) for place in range(len(game.rules))]
    suggested: list[SuggestedRule] = []
    about: set[tuple[tuple[str, ...], str]] = set()
    for pattern in sorted(game_patterns(game), key=lambda each: (not each.odd, -each.strength)):
        subject = pattern.family.each, pattern.field
        named = {each.partition(".")[0].replace("lists", "") for each in pattern.family.each} - {"", "data"}
        named |= set(_fields(pattern)) | {each.partition(".")[2] for each in pattern.family.each} - {""}
        is_known = subject in about or any(named <= entry for entry in stated)
        if pattern.rule and pattern.strength >= _LEAST and not is_known and len(suggested) < REPORTED:
            about.add(subject)
            broken_by = tuple([pattern.family.rows[odd.row].label for odd in pattern.odd])
            suggested.append(SuggestedRule(rule_of(pattern), broken_by))
    return suggested


def _names(game: Game, place: int) -> Iterator[str]:
    """Everything that an entry names."""
    entry = game.rules[place]
    sources = [each.source for each in (entry.when, entry.check, entry.where) if each]
    sources += [source.source for _, source in entry.let]
    for each in entry.each:
        yield from (each, *each.split("."))
    for name in _NAME.findall(f"{entry.name} {entry.written} {' '.join(sources)}"):
        yield name.replace("_", "-")


def _fields(pattern: Pattern) -> Iterator[str]:
    """The fields that a pattern is about, as the files name them."""
    if "distinct" in pattern.rule:
        yield from ("distinct", pattern.rule["distinct"])
    for field in re.findall(r"\b(?:card|item)\.(\w+)", pattern.rule.get("check", "")):
        yield field.replace("_", "-")
