"""`nineup check --fix`: applies what findings know to be right, to all files or to none."""

import difflib
from collections.abc import Sequence

import click

from nineup import pipeline, write
from nineup.base.diagnostics import Findings
from nineup.base.processes import available_cores
from nineup.base.project import CSV_SUFFIXES, EditedProject, Project, ProjectError
from nineup.cli.common import quantity
from nineup.cli.printing import say
from nineup.files.edit import AppliedFix, with_safe_fixes

_ROUNDS = 5
"""The number of times that the games are checked anew: a mistake may hide others."""


def fix_games(
    project: Project, games: Sequence[str], narrowing: "pipeline.Narrowing", *, only_show: bool
) -> None:
    """Writes the safe fixes of games and says them, or only shows them as a diff.

    The check reads the same bytes that are fixed. If a file has changed meanwhile, none is written.
    """
    before = {path: project.read(path) for game in games for path in _texts_of(project, game)}
    files: dict[str, bytes] = dict(before)
    applied: list[AppliedFix] = []
    for _ in range(_ROUNDS):
        edited = EditedProject(project, files)
        findings = Findings()
        for checked in pipeline.check_games(edited, games, narrowing, processes=available_cores()):
            findings.extend(checked.findings)
        fixed = with_safe_fixes(files, findings)
        if not fixed.files:
            break
        files |= fixed.files
        applied += fixed.applied
    changed = {path: data for path, data in files.items() if data != before[path]}
    if only_show:
        for path, data in changed.items():
            _say_diff(path, before[path], data)
        return
    try:
        write.replace_all(
            {project.writable(path): data for path, data in changed.items()},
            {project.writable(path): before[path] for path in changed},
        )
    except ProjectError as error:
        raise click.UsageError(str(error)) from error
    for each in sorted(applied, key=lambda fix: fix.place):
        say(f"{each.place.place}: {each.says}")
    count, where = quantity(len(applied), "mistake"), quantity(len(changed), "file")
    say(f"{count} fixed in {where}" if applied else "nothing has a fix that is safe")


def _texts_of(project: Project, game: str) -> list[str]:
    """The files of a game in which words can be replaced."""
    patterns = [(f"cards/{game}", f"**/*{suffix}") for suffix in (".yaml", *CSV_SUFFIXES)]
    patterns += [(f"layouts/{game}", f"**/*{suffix}") for suffix in (".yaml", ".svg")]
    paths = (path for folder, pattern in patterns for path in project.list(folder, pattern))
    return [path for path in paths if (project.root / path).is_file()]


def _say_diff(path: str, before: bytes, after: bytes) -> None:
    old, new = (data.decode("utf-8", "replace").splitlines() for data in (before, after))
    for line in difflib.unified_diff(old, new, path, path, lineterm=""):
        say(line)
