"""What commands share about languages: `--language all`, and which games have a language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from nineup import pipeline
from nineup.base.project import Project


def in_each_language(
    project: Project, game: str, choice: pipeline.RunChoice
) -> tuple[pipeline.RunChoice, ...]:
    """A choice for each language of a game where it asks for all, its own first; else itself alone."""
    if not choice.language:
        return (choice,)
    from nineup import translation

    if choice.language != translation.ALL:
        return (choice,)
    names = ("", *translation.languages(project, game))
    return tuple(msgspec.structs.replace(choice, language=name) for name in names)


def games_by_language(
    project: Project, games: Sequence[str], language: str
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each requested language with the games to check in it; for `all`, the games that have it."""
    from nineup import translation

    if language != translation.ALL:
        yield language, tuple(games)
        return
    known = {game: translation.languages(project, game) for game in games}
    yield "", tuple(games)
    for name in sorted({name for names in known.values() for name in names}):
        yield name, tuple(game for game in games if name in known[game])
