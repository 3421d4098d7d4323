"""`nineup new DIR`: copy the starter game into a new folder."""

from pathlib import Path

import click

from nineup import pipeline
from nineup.cli.common import quantity
from nineup.diagnostics import Findings
from nineup.pipeline.new_game import STARTER_TITLE, new_game
from nineup.project import Project
from nineup.write import replace


@click.command("new")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--name", "title", metavar="TITLE", help='The game\'s title, such as "Dragon Hoard".')
def command(folder: Path, title: str | None) -> None:
    """Start a small game of your own in DIR, a new or empty folder."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise click.UsageError(f"{folder} is not empty; name a new folder")
    title = STARTER_TITLE if title is None else " ".join(title.split())
    try:
        _, files = new_game(title)
    except ValueError as error:
        raise click.UsageError(f"--name: {error}") from error
    for path, data in files.items():
        replace(folder / path, data)
    (folder / "output").mkdir(exist_ok=True)
    for kind, text in (pipeline.make_schemas(Project(folder), None, Findings()) or {}).items():
        replace(folder / "schema" / f"{kind}.json", text.encode())
    click.echo(f"{folder}: {title}, a game of {quantity(len(files), 'file')} to change as you like")
    quoted = f'"{folder}"' if " " in str(folder) else folder
    click.echo(f"next:\n    cd {quoted}\n    nineup check\n    nineup build")
