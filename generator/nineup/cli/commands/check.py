"""`nineup check`: load and prove everything; print each rule's result, and every finding with its place."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import click

from nineup import pipeline
from nineup.base.diagnostics import Diagnostic, Findings, Status, nearest
from nineup.base.processes import available_cores
from nineup.cli.common import (
    echo_json,
    exit_with,
    find_project,
    games_argument,
    no_cache_option,
    no_server_option,
    report_findings,
    resolve_games,
)
from nineup.cli.flags import language_option, parse_options, split_names
from nineup.cli.printing import say

if TYPE_CHECKING:
    from nineup.base.project import Project
    from nineup.model.proved import Proved

FORMATS = ("text", "json", "sarif", "github")


@click.command("check")
@games_argument
@click.option("--players", metavar="N", help="Only for these player counts: 3, 2-4, or several with commas.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Only with this choice.")
@language_option
@click.option("--rule", "rules", multiple=True, metavar="CODE", help="Only this rule, such as deal.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True)
@click.option("--all", "everything", is_flag=True, help="Show every finding, even where many are alike.")
@click.option("--table", is_flag=True, help="Show each rule's result for each player count.")
@click.option("--fix", is_flag=True, help="First correct what has one safe fix, and say where.")
@click.option("--diff", is_flag=True, help="Show what --fix would change, and write nothing.")
@click.option("--suggest", is_flag=True, help="Show rules that the cards follow; with --fix, add them.")
@click.option("--strict", is_flag=True, help="Fail on warnings and on what is not proved.")
@no_cache_option
@no_server_option
@click.pass_context
def command(
    context: click.Context,
    games: tuple[str, ...],
    players: str | None,
    options: tuple[str, ...],
    language: str,
    rules: tuple[str, ...],
    form: str,
    everything: bool,
    table: bool,
    fix: bool,
    diff: bool,
    suggest: bool,
    strict: bool,
) -> None:
    """Check games: their files, their rules for every player count, and that every face can be set."""
    project = find_project(context)
    asked = resolve_games(project, games)
    counts, choices = _counts(players), parse_options(options)
    _check_codes(rules)
    if suggest:
        from nineup.cli.suggesting import suggest_rules

        if diff or form != "text":
            raise click.UsageError("--suggest prints text: leave out --format and --diff")
        suggested = Findings()
        suggest_rules(project, asked, suggested, is_added=fix)
        exit_with(_status(suggested, strict))
        return
    if fix or diff:
        from nineup.cli.fixing import fix_games

        if form != "text":
            raise click.UsageError("--fix and --diff print text: leave out --format")
        fix_games(project, asked, pipeline.Narrowing(counts, choices, rules), only_show=diff)
        if diff:
            return
    findings = Findings()
    proofs: dict[str, Proved] = {}
    begun = time.perf_counter()
    pipeline.check_sheets(project, findings)
    if form == "text":
        report_findings(project, findings, everything)
    for name, games_in_it in _by_language(project, asked, language):
        narrowing = pipeline.Narrowing(counts, choices, rules, language=name)
        for checked in pipeline.check_games(project, games_in_it, narrowing, processes=available_cores()):
            game_findings = Findings(
                finding._replace(game=checked.game)
                for finding in checked.findings
                if finding.code != "fallback-font" or _is_new(finding, checked.game, findings)
            )
            findings.extend(game_findings)
            if checked.proved is not None:
                proofs.setdefault(checked.game, checked.proved)
            if form == "text":
                report_findings(project, game_findings, everything, game=checked.game, language=name)
                label = f"{checked.game} ({name})" if name else checked.game
                say(_outcome(label, checked.proved, game_findings, seconds=checked.seconds, table=table))
    _print(form, findings, proofs, seconds=time.perf_counter() - begun)
    exit_with(_status(findings, strict))


def _by_language(
    project: Project, games: tuple[str, ...], language: str
) -> Iterable[tuple[str, tuple[str, ...]]]:
    """The games to check in each language."""
    if not language:
        return [("", games)]
    from nineup.cli.languages import games_by_language

    return games_by_language(project, games, language)


def _is_new(finding: Diagnostic, game: str, before: Findings) -> bool:
    """Whether no finding of a game says the same in another language."""
    return all((each.game, each.message) != (game, finding.message) for each in before)


def _check_codes(rules: Sequence[str]) -> None:
    """Raises UsageError for a code that no rule has."""
    if not rules:
        return
    from nineup.rules import RULES, rule_named

    codes = [rule.code for rule in RULES]
    for code in rules:
        if rule_named(code) is None:
            raise click.UsageError(f"there is no rule `{code}`; {nearest(code, codes)}")


def _counts(text: str | None) -> tuple[int, ...]:
    """The player counts of `3`, `2-4` or `2,4-6`, each once; empty for None, which means all."""
    if text is None:
        return ()
    from nineup.files.load.amounts import parse_range

    counts: dict[int, None] = {}
    for part in split_names(text):
        if (ends := parse_range(part)) is None or part.endswith("+"):
            raise click.BadParameter(
                f"`{part}` is not a number of players; write 3, 2-4 or 2,4", param_hint="--players"
            )
        counts |= dict.fromkeys(range(ends[0], ends[1] + 1))
    return tuple(counts)


def _outcome(game: str, proved: Proved | None, findings: Findings, seconds: float, table: bool) -> str:
    """Prints one game for people: a line, below the table of rules if that was requested or a rule failed."""
    from nineup.report import as_table, summary

    if proved is None:
        return f"{game}: {summary(findings)}"
    line = f"{game}: {_covered(proved)} in {seconds:.2f} s: {summary(findings)}"
    if not (table or findings.failed or any(row.tried for row in proved.rows)):
        return line
    import shutil

    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    return f"{as_table(proved, width)}\n\n{line}"


def _covered(proved: Proved) -> str:
    covered = f"{proved.configurations:,}".replace(",", " ")
    return f"{covered} configuration{'s' if proved.configurations != 1 else ''}"


def _print(form: str, findings: Findings, proofs: Mapping[str, Proved], seconds: float) -> None:
    """Prints everything for programs."""
    if form == "json":
        from nineup.report import as_json, as_records

        total = sum(proved.configurations for proved in proofs.values())
        games = {game: {"rules": as_records(proved)} for game, proved in proofs.items()}
        proof = {"configurations": total, "seconds": round(seconds, 3), "games": games}
        echo_json(as_json(findings, proved=proof))
    elif form == "sarif":
        from nineup.report import as_sarif
        from nineup.rules import RULES

        echo_json(as_sarif(findings, {rule.code: rule.summary for rule in RULES}))
    elif form == "github" and findings:
        from nineup.report import as_github

        say(as_github(findings))


def _status(findings: Findings, strict: bool) -> Status:
    """The status of the command; with `strict`, warnings count as errors."""
    failed_strictly = strict and any(finding.severity == "warning" for finding in findings)
    return Status.GAME_ERROR if failed_strictly and not findings.failed else findings.status
