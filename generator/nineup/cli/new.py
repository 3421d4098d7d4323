"""`nineup new DIR`: copy the starter game into a folder of one's own."""

from pathlib import Path

import click

from nineup import pipeline
from nineup.diagnostics import Findings
from nineup.project import STARTER, Project
from nineup.write import replace

GAME = STARTER / "game"


@click.command("new")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
def command(folder: Path) -> None:
    """Start a small game of your own in DIR, a folder that is new or empty."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise click.UsageError(f"{folder} is not empty; name a new folder")
    files = sorted(path for path in GAME.rglob("*") if path.is_file())
    for path in files:
        target = folder / path.relative_to(GAME)
        target.parent.mkdir(parents=True, exist_ok=True)
        replace(target, path.read_bytes())
    (folder / "output").mkdir(exist_ok=True)
    for kind, text in (pipeline.make_schemas(Project(folder), None, Findings()) or {}).items():
        replace(folder / "schema" / f"{kind}.json", text.encode())
    click.echo(f"{folder}: a game of {len(files)} files to change as you like")
    there = f'"{folder}"' if " " in str(folder) else folder
    click.echo(f"next:\n    cd {there}\n    nineup check\n    nineup build")
