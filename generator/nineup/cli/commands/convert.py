"""`nineup convert`: the notation of other programs in card lists, such as `<b>`, to Nineup's; and workbooks
to YAML or CSV.
"""

from typing import cast

import click

from nineup import pipeline, write
from nineup.base.diagnostics import Diagnostic, Findings
from nineup.base.project import Project, ProjectError
from nineup.cli.common import display_path, exit_with, find_project, quantity, report_findings, resolve_game
from nineup.cli.printing import say
from nineup.files.edit import (
    ConvertedList,
    ImportRefusedError,
    ListError,
    converted_list,
    fields_by_file,
    what_is_left,
)
from nineup.model.game import Game


@click.command("convert")
@click.argument("game", required=False)
@click.option("--check", "only_check", is_flag=True, help="Write nothing; show what would change.")
@click.option(
    "--to",
    "kind",
    type=click.Choice(("yaml", "csv")),
    help="Instead, turn the lists that are workbooks (XLSX, ODS) into YAML or CSV.",
)
@click.option("--list", "name", metavar="LIST", help="With --to: only this list, by its file or component.")
@click.pass_context
def command(
    context: click.Context, game: str | None, only_check: bool, kind: str | None, name: str | None
) -> None:
    """Convert HTML in the rich texts of GAME's card lists to Nineup's notation: <b>, <i>, <br>, &amp; and
    the like.

    Changes these texts and nothing else. All lists are written, or none. With --to, game.yaml names the new
    files, every face stays what it is, and the workbooks stay beside them.
    """
    project = find_project(context)
    game = resolve_game(project, game)
    if name and not kind:
        raise click.UsageError("--list goes with --to")
    if kind:
        _to_text(project, game, cast(pipeline.Suffix, f".{kind}"), name=name, only_check=only_check)
        return
    findings = Findings()
    loaded = pipeline.load(project, game, findings)
    converted = _converted(project, loaded, findings) if loaded is not None else {}
    report_findings(project, findings)
    if findings.failed:
        exit_with(findings.status)
        return
    if not only_check:
        try:
            changed = {path: each for path, each in converted.items() if each.texts}
            before = {project.writable(path): project.read(path) for path in changed}
            write.replace_all({project.writable(path): each.data for path, each in changed.items()}, before)
        except ProjectError as error:
            raise click.ClickException(str(error)) from error
    for path, each in converted.items():
        if each.texts or each.left or not path.endswith("game.yaml"):
            verb = "to convert" if only_check else "converted"
            say(f"{display_path(project.root / path)}: {quantity(each.texts, 'text')} {verb}")
            for line in what_is_left(each):
                say(f"  {line}")


def _converted(project: Project, game: Game, findings: Findings) -> dict[str, ConvertedList]:
    """The converted card lists of a game by their files."""
    by_file: dict[str, ConvertedList] = {}
    for path, types in fields_by_file(game).items():
        if not path.endswith((".csv", ".yaml", ".yml")):
            hint = "make a text file of it with --to, or use find and replace in the spreadsheet"
            findings.note(
                "not-converted", f"`{path}` is a spreadsheet, which Nineup doesn't change", None, hint=hint
            )
            continue
        converted = converted_list(path, project.read(path), types)
        if isinstance(converted, Diagnostic):
            findings.append(converted)
        else:
            by_file[path] = converted
    return by_file


def _to_text(
    project: Project, game: str, suffix: pipeline.Suffix, name: str | None, *, only_check: bool
) -> None:
    """Turns the workbooks of a game into text files, one list after the other."""
    try:
        loaded = pipeline.load(project, game, findings := Findings())
        if loaded is None:
            report_findings(project, findings)
            exit_with(findings.status)
            return
        names = [name] if name else [each.name for each in pipeline.workbook_lists(loaded, project)]
        if not names:
            say(f"{game} has no list that is a workbook")
        for each in names:
            change = pipeline.text_list(project, game, each, suffix=suffix)
            if not only_check:
                before = {path: project.read(path) if project.exists(path) else None for path in change.files}
                write.replace_all(
                    {project.writable(path): data for path, data in change.files.items()},
                    {project.writable(path): data for path, data in before.items()},
                )
            verb = "would become" if only_check else "is now"
            say(f"{display_path(project.root / change.before)} {verb} {change.after}; every face is the same")
            if change.left:
                say(f"  columns that stay in the workbook alone: {', '.join(change.left)}")
    except (ImportRefusedError, ListError, ProjectError) as error:
        raise click.UsageError(str(error)) from error
