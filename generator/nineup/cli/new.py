"""`nineup new DIR`: copy the starter game into a new folder."""

import json
import re
from pathlib import Path

import click

from nineup import pipeline
from nineup.cli.common import quantity
from nineup.diagnostics import Findings
from nineup.project import STARTER, Project
from nineup.schema.types import suggest_id
from nineup.write import replace

GAME = STARTER / "game"

STARTER_ID, STARTER_TITLE = "tea-time", "Tea Time"
"""The starter game's id, which names its folders, and its title."""

_PLAIN = re.compile(r"[A-Za-z][A-Za-z ]*[A-Za-z]")
"""Titles that YAML reads as text without quotes."""

_YAML_WORDS = {"yes", "no", "on", "off", "true", "false", "null"}


@click.command("new")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--name", "title", metavar="TITLE", help='The game\'s title, such as "Dragon Hoard".')
def command(folder: Path, title: str | None) -> None:
    """Start a small game of your own in DIR, a new or empty folder."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise click.UsageError(f"{folder} is not empty; name a new folder")
    title = STARTER_TITLE if title is None else " ".join(title.split())
    id = suggest_id(title)
    if not id:
        raise click.UsageError(f"--name: `{title}` has no letter or digit (a-z, 0-9) to make an id from")
    files = sorted(path for path in GAME.rglob("*") if path.is_file())
    for path in files:
        parts = (id if part == STARTER_ID else part for part in path.relative_to(GAME).parts)
        replace(folder.joinpath(*parts), _renamed(path, title, id))
    (folder / "output").mkdir(exist_ok=True)
    for kind, text in (pipeline.make_schemas(Project(folder), None, Findings()) or {}).items():
        replace(folder / "schema" / f"{kind}.json", text.encode())
    click.echo(f"{folder}: {title}, a game of {quantity(len(files), 'file')} to change as you like")
    quoted = f'"{folder}"' if " " in str(folder) else folder
    click.echo(f"next:\n    cd {quoted}\n    nineup check\n    nineup build")


def _renamed(path: Path, title: str, id: str) -> bytes:
    """A file of the starter game with another title and id in place of its own."""
    data = path.read_bytes()
    if title == STARTER_TITLE:
        return data
    if path.name == "game.yaml":
        is_plain = _PLAIN.fullmatch(title) and title.lower() not in _YAML_WORDS
        value = title if is_plain else json.dumps(title, ensure_ascii=False)
        return data.replace(f"game: {STARTER_TITLE}".encode(), f"game: {value}".encode(), 1)
    if path.name == "README.md":
        return data.decode().replace(STARTER_TITLE, title).replace(STARTER_ID, id).encode()
    return data
