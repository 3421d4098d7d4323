"""`nineup new DIR`: copy a template into a new folder, as a game of one's own."""

import tempfile
from collections.abc import Mapping
from pathlib import Path

import click

from nineup import pipeline, report, write
from nineup.base.diagnostics import Diagnostic, Findings
from nineup.base.project import CSV_SUFFIXES, Project
from nineup.base.reading import is_reserved, read_file
from nineup.cli.common import exit_with, quantity
from nineup.cli.printing import say
from nineup.files.load.tables import UnreadableWorkbookError
from nineup.pipeline import new_game


def _list_templates(context: click.Context, _: click.Parameter, is_wanted: bool) -> None:
    """Lists the templates, and ends the command."""
    if is_wanted and not context.resilient_parsing:
        width = max(len(template.id) for template in new_game.TEMPLATES)
        for template in new_game.TEMPLATES:
            say(f"{template.id:{width}}  {template.says}")
        context.exit()


@click.command("new")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--name", "title", metavar="TITLE", help='The game\'s title, such as "Dragon Hoard".')
@click.option(
    "--template", metavar="NAME", help="What to start from, by default tea-time; --templates lists them."
)
@click.option(
    "--templates",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_list_templates,
    help="List the templates, and exit.",
)
@click.option(
    "--from",
    "table",
    metavar="FILE",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Propose a game for the cards of a spreadsheet: XLSX, ODS, CSV, TSV or a list in JSON.",
)
def command(folder: Path, title: str | None, template: str | None, table: Path | None) -> None:
    """Start a small game of your own in DIR, a new or empty folder."""
    if template is not None and table is not None:
        raise click.UsageError("--template and --from are both given; a game starts from one of them")
    try:
        start = new_game.template_named(template) if template is not None else new_game.TEMPLATES[0]
    except ValueError as error:
        raise click.UsageError(f"--template: {error}") from error
    if title is None:
        title = start.title if table is None else table.stem.replace("-", " ").replace("_", " ")
        title = title[:1].upper() + title[1:]
    title = " ".join(title.split())
    if is_reserved(folder.name):
        raise click.UsageError(f"Windows reserves the name `{folder.name}`; choose another folder")
    try:
        _, files = new_game.start_game(title, start) if table is None else _proposed(title, table)
    except ValueError as error:
        raise click.UsageError(f"--name: {error}") from error
    schemas = pipeline.make_schemas(Project(folder), None, Findings()) or {}
    written = {folder / path: data for path, data in files.items()}
    written |= {folder / "schema" / f"{kind}.json": text.encode() for kind, text in schemas.items()}
    if folder.exists() and not (folder.is_dir() and _is_fit(folder, written)):
        raise click.UsageError(f"{folder} is not empty; name a new folder")
    write.replace_all(written)
    (folder / "output").mkdir(exist_ok=True)
    of = f"for the cards of {table.name}" if table else f"of {quantity(len(files), 'file')} to start from"
    say(f"{folder}: {title}, a game {of}")
    quoted = f'"{folder}"' if " " in str(folder) else folder
    say(f"next:\n    cd {quoted}\n    nineup check\n    nineup build")


def _proposed(title: str, table: Path) -> tuple[str, dict[str, bytes]]:
    """The game for a table of cards, once it has been read without an error; ends the command otherwise."""
    if not table.name.lower().endswith((*CSV_SUFFIXES, ".xlsx", ".ods", ".json")):
        raise click.UsageError(f"--from: can't read `{table.name}`; save it as XLSX, ODS, CSV, TSV or JSON")
    findings = Findings()
    try:
        id, files = pipeline.game_from_table(title, table.name, read_file(table), findings=findings)
    except UnreadableWorkbookError as error:
        raise click.UsageError(f"--from: can't read the workbook `{table}`: {error}") from error
    if not findings.failed:
        findings.clear()
        with tempfile.TemporaryDirectory() as folder:
            write.replace_all({Path(folder) / path: data for path, data in files.items()})
            pipeline.load(Project(Path(folder)), id, findings)
    if findings.failed:
        say(report.as_text([_of_table(finding, table) for finding in findings], lambda _: ()), err=True)
        say(f"\ncorrect this in {table.name} first; nothing was written", err=True)
        exit_with(findings.status)
    return id, files


def _of_table(finding: Diagnostic, table: Path) -> Diagnostic:
    """A finding about the copy of a table, at its place in the table itself."""
    span = finding.span
    is_copy = span is not None and span.file.lower().endswith(table.suffix.lower())
    return finding._replace(span=span._replace(file=str(table)) if span and is_copy else span)


def _is_fit(folder: Path, written: Mapping[Path, bytes]) -> bool:
    """Whether a folder is empty, or contains only files of an earlier run that was interrupted before its
    last step.
    """
    files = [path for path in folder.rglob("*") if not path.is_dir() and not write.is_unfinished(path)]
    is_unfinished = len(files) < len(written) or not (folder / "output").exists()
    return is_unfinished and all(
        not path.is_symlink() and path.is_file() and path in written and read_file(path) == written[path]
        for path in files
    )
