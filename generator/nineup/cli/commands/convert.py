"""`nineup convert`: the notation of other programs in card lists, such as `<b>`, to Nineup's."""

import click

from nineup import pipeline, write
from nineup.base.diagnostics import Diagnostic, Findings
from nineup.base.project import Project, ProjectError
from nineup.cli.common import display_path, exit_with, find_project, quantity, report_findings, resolve_game
from nineup.cli.printing import say
from nineup.files.edit import ConvertedList, converted_list, fields_by_file, what_is_left
from nineup.model.game import Game


@click.command("convert")
@click.argument("game", required=False)
@click.option("--check", "only_check", is_flag=True, help="Write nothing; show what would change.")
@click.pass_context
def command(context: click.Context, game: str | None, only_check: bool) -> None:
    """Convert HTML in the rich texts of GAME's card lists to Nineup's notation: <b>, <i>, <br>, &amp; and
    the like.

    Changes these texts and nothing else. All lists are written, or none.
    """
    project = find_project(context)
    game = resolve_game(project, game)
    findings = Findings()
    loaded = pipeline.load(project, game, findings)
    made = _converted(project, loaded, findings) if loaded is not None else {}
    report_findings(project, findings)
    if findings.failed:
        exit_with(findings.status)
        return
    if not only_check:
        try:
            changed = {path: each for path, each in made.items() if each.texts}
            before = {project.writable(path): project.read(path) for path in changed}
            write.replace_all({project.writable(path): each.data for path, each in changed.items()}, before)
        except ProjectError as error:
            raise click.ClickException(str(error)) from error
    for path, each in made.items():
        if each.texts or each.left or not path.endswith("game.yaml"):
            verb = "to convert" if only_check else "converted"
            say(f"{display_path(project.root / path)}: {quantity(each.texts, 'text')} {verb}")
            for line in what_is_left(each):
                say(f"  {line}")


def _converted(project: Project, game: Game, findings: Findings) -> dict[str, ConvertedList]:
    """The converted card lists of a game by their files."""
    made: dict[str, ConvertedList] = {}
    for path, types in fields_by_file(game).items():
        if not path.endswith((".csv", ".yaml", ".yml")):
            hint = "save it as CSV, or use find and replace in the spreadsheet"
            findings.note(
                "not-converted", f"`{path}` is a spreadsheet, which Nineup doesn't change", None, hint=hint
            )
            continue
        found = converted_list(path, project.read(path), types)
        if isinstance(found, Diagnostic):
            findings.append(found)
        else:
            made[path] = found
    return made
