"""`nineup schema`: the JSON Schema of the YAML files, so that editors complete and check them."""

import json
from pathlib import Path

import click

from nineup import pipeline, write
from nineup.base.diagnostics import Findings
from nineup.base.project import STARTER, Project
from nineup.cli.common import echo_json, exit_with, find_project, report_findings, resolve_games
from nineup.cli.printing import say


@click.command("schema")
@click.argument("kind", required=False, metavar="[KIND]")
@click.option("--game", metavar="GAME", help="Include this game's lists, symbols and card fields.")
@click.option(
    "-o", "folder", type=click.Path(path_type=Path), metavar="DIR", help="Write one file per kind to DIR."
)
@click.pass_context
def command(context: click.Context, kind: str | None, game: str | None, folder: Path | None) -> None:
    """Print the JSON Schema of a KIND of file (game, cards, data, style, sheet, project), or of all under
    `$defs`.

    Editors complete and check a file that names its schema in its first line:
    # yaml-language-server: $schema=PATH
    """
    findings = Findings()
    project = find_project(context) if game else Project(STARTER)
    if game:
        resolve_games(project, [game])
    schemas = pipeline.make_schemas(project, game, findings)
    report_findings(project, findings)
    if schemas is None:
        exit_with(findings.status)
        return
    if kind is not None and kind not in schemas:
        raise click.UsageError(f"unknown kind `{kind}`; expected one of {', '.join(schemas)}")
    wanted = schemas if kind is None else {kind: schemas[kind]}
    if folder is not None:
        for name, text in wanted.items():
            write.replace(folder / f"{name}.json", text.encode())
            say(folder / f"{name}.json")
    elif kind is not None:
        echo_json(schemas[kind].rstrip("\n"))
    else:
        echo_json(json.dumps({"$defs": {name: json.loads(text) for name, text in schemas.items()}}, indent=1))
