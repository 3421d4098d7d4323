"""`nineup check --suggest`: rules that games follow and don't state, shown or added to their files."""

from collections.abc import Mapping, Sequence

import click

from nineup import write
from nineup.base.diagnostics import Diagnostic, Findings
from nineup.base.project import Project, ProjectError
from nineup.cli.common import quantity, report_findings
from nineup.cli.printing import say
from nineup.files.edit import with_rules
from nineup.files.load import load_game
from nineup.rules import SuggestedRule, rule_settings, suggested_rules


def suggest_rules(project: Project, games: Sequence[str], findings: Findings, *, is_added: bool) -> None:
    """Shows what the rows of each game have in common, as entries of `rules:`. With `is_added`, they are
    written to all files or to none.

    `findings` are those of games that can't be loaded.
    """
    before: dict[str, bytes] = {}
    after: dict[str, bytes] = {}
    for name in games:
        game_findings = Findings()
        game = load_game(project, name, game_findings, rules=rule_settings())
        if game is None:
            report_findings(project, game_findings, game=name)
            findings.extend(game_findings)
            continue
        suggested = suggested_rules(game)
        path = f"cards/{name}/game.yaml"
        data = project.read(path)
        edited = with_rules(path, data, [each.entry for each in suggested])
        if isinstance(edited, Diagnostic):
            raise click.UsageError(f"{path}: {edited.message}")
        say(f"{name}: {_counted(suggested)}")
        for each in suggested:
            say(_shown(each))
        if edited != data:
            before[path], after[path] = data, edited
    if is_added:
        _write(project, before, after)


def _counted(suggested: Sequence[SuggestedRule]) -> str:
    if not suggested:
        return "its rows show no rule that it doesn't state"
    return f"{quantity(len(suggested), 'rule')} that its rows show and `rules:` doesn't state"


def _shown(suggested: SuggestedRule) -> str:
    """The entry as a file has it, and what breaks it."""
    edited = with_rules("game.yaml", b"rules:\n  - 0\n", [suggested.entry])
    assert isinstance(edited, bytes)
    lines = edited.decode().splitlines()[2:]
    broken_by = [f"  # not so: {label}" for label in suggested.broken_by]
    return "\n".join(["", *broken_by, *filter(None, lines)])


def _write(project: Project, before: Mapping[str, bytes], after: Mapping[str, bytes]) -> None:
    try:
        write.replace_all(
            {project.writable(path): data for path, data in after.items()},
            {project.writable(path): data for path, data in before.items()},
        )
    except ProjectError as error:
        raise click.UsageError(str(error)) from error
    for path in after:
        say(f"added to {path}")
