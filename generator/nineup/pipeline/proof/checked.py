"""The result of checking a game, and how it is kept from one process to the next.

Imports nothing that reads or draws a game: an unchanged one is answered in a few milliseconds.
"""

import time
from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from nineup.base.diagnostics import Diagnostic, Findings
from nineup.base.project import Project
from nineup.base.remembering import AskedProject, Question, keep, recall
from nineup.model.proved import Proved


class Checked(msgspec.Struct, frozen=True):
    """A checked game and how far it is proved; None if it can't be read or such a run is impossible."""

    game: str
    proved: Proved | None
    findings: Findings
    seconds: float
    """The elapsed time in seconds, including reading its files."""


class Narrowing(NamedTuple):
    """Restricts a check to player counts, choices, and rules by their codes; empty values don't restrict."""

    players: tuple[int, ...] = ()
    options: Mapping[str, str] = {}
    rules: tuple[str, ...] = ()
    language: str = ""
    """The language of the typeset texts; proofs of the game hold in every language."""


class _Kept(msgspec.Struct, frozen=True):
    """A checked game in the user's cache."""

    proved: Proved | None
    findings: tuple[Diagnostic, ...]


def proof_of(part: str, game: str, narrowing: Narrowing) -> tuple[str, ...]:
    """What a part of a game's proof is kept by."""
    return ("check", part, game, repr(narrowing))


def keep_checked(project: AskedProject, checked: Checked, narrowing: Narrowing) -> None:
    """Keeps the result for a game, with all that the project was asked."""
    kept = _Kept(checked.proved, tuple(checked.findings))
    keep(project, proof_of("all", checked.game, narrowing), project.answers, result=kept)


def known_result(
    project: Project, game: str, narrowing: Narrowing, moment: dict[Question, str]
) -> Checked | None:
    """The result that is kept for a game; None if its files have changed. `moment` as of `recall`."""
    since = time.perf_counter()
    kept = recall(project, proof_of("all", game, narrowing), _Kept, moment=moment)
    if kept is None:
        return None
    seconds = time.perf_counter() - since
    return Checked(game, kept.proved, Findings(kept.findings), seconds=seconds)
