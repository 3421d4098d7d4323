"""Which games have what the flags name."""

from __future__ import annotations

from nineup import pipeline
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.cli.common import resolve_games
from nineup.cli.printing import say

UNKNOWN_NAMES = {"unknown-card", "unknown-component", "unknown-option", "unknown-owner"}
"""Codes for a name in the flags that one game may lack and another may have."""


def games_with(project: Project, choice: pipeline.RunChoice) -> tuple[str, ...]:
    """The games that have everything a choice names, with a message about those skipped; all games if none
    has.
    """
    games = resolve_games(project, ())
    if not (choice.options or choice.owners or choice.components or choice.cards or choice.language):
        return games
    lacking = [game for game in games if _lacks(project, game, choice)]
    if len(lacking) == len(games):
        return games
    if lacking:
        say(f"skipped, nothing has that name: {', '.join(lacking)}", err=True)
    return tuple(game for game in games if game not in lacking)


def _lacks(project: Project, game: str, choice: pipeline.RunChoice) -> bool:
    """Whether a choice names something that a game doesn't have. False for a game that can't be read."""
    from nineup import translation

    loaded = pipeline.load(project, game, Findings())
    if loaded is None:
        return False
    if not translation.is_source(loaded, choice.language) and choice.language not in (
        translation.ALL,
        *translation.languages(project, game),
    ):
        return True
    pipeline.choose_run(loaded, choice, findings := Findings())
    return any(finding.code in UNKNOWN_NAMES for finding in findings)
