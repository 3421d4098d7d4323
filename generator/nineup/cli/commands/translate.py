"""`nineup translate`: write a game's texts to a catalogue, or bring one up to date."""

import click

from nineup import pipeline, translation, write
from nineup.base.diagnostics import Findings, Status
from nineup.base.project import Project, ProjectError
from nineup.cli.common import display_path, exit_with, find_project, quantity, report_findings, resolve_game
from nineup.cli.printing import say


@click.command("translate")
@click.argument("game", required=False)
@click.argument("language", required=False)
@click.option(
    "--check", "only_check", is_flag=True, help="Write nothing; fail if a catalogue is out of date."
)
@click.pass_context
def command(context: click.Context, game: str | None, language: str | None, only_check: bool) -> None:
    """Write the texts of GAME to a gettext catalogue for LANGUAGE, such as de or pt-BR; by default, update
    every catalogue.

    In a project with one game, its name may be omitted: `nineup translate de`.
    Translations are kept. Those of changed texts are marked as fuzzy; those of removed texts move to the end.
    """
    project = find_project(context)
    known = project.games()
    if game is not None and language is None and len(known) == 1 and game not in known and _is_tag(game):
        game, language = None, game
    game = resolve_game(project, game)
    findings = Findings()
    try:
        is_one = language and language != translation.ALL
        asked = [_tag(language)] if language and is_one else list(translation.languages(project, game))
    except ValueError as error:
        raise click.UsageError(f"{error}; write its tag, such as de or pt-BR") from error
    if not asked:
        raise click.UsageError(f"{game} has no catalogue yet: name a language, such as de")
    stale = [
        each for each in asked if not _update(project, game, each, only_check=only_check, findings=findings)
    ]
    report_findings(project, findings)
    exit_with(findings.status, Status.GAME_ERROR if stale and only_check else Status.DONE)


def _tag(text: str) -> str:
    """The language tag as used in catalogue names. Raises ValueError."""
    from nineup.schema.languages import language_tag

    return language_tag(text)


def _is_tag(text: str) -> bool:
    try:
        _tag(text)
    except ValueError:
        return False
    return True


def _update(project: Project, game: str, language: str, only_check: bool, findings: Findings) -> bool:
    """Updates a catalogue and prints its statistics; returns False if it was out of date."""
    loaded = pipeline.load(project, game, findings)
    if loaded is None:
        return True
    if translation.is_source(loaded, language):
        raise click.UsageError(f"{game} is written in {language}")
    merged = translation.merged(project, loaded, language, findings=findings)
    if merged is None:
        return True
    try:
        is_current = merged.before == merged.data
        if not is_current and not only_check:
            path = project.writable(merged.path)
            write.replace_all({path: merged.data}, {path: merged.before})
    except ProjectError as error:
        raise click.ClickException(str(error)) from error
    left = f", {merged.obsolete} obsolete" if merged.obsolete else ""
    stale = ", out of date" if only_check and not is_current else ""
    say(
        f"{display_path(project.root / merged.path)}: {quantity(merged.texts, 'text')}, "
        f"{merged.translated} translated, {merged.fuzzy} fuzzy, {merged.missing} missing{left}{stale}"
    )
    return is_current
