"""`nineup new DIR`: copy the starter game into a new folder."""

from collections.abc import Mapping
from pathlib import Path

import click

from nineup import pipeline, write
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.base.reading import is_reserved, read_file
from nineup.cli.common import quantity
from nineup.cli.printing import say
from nineup.pipeline import new_game


@click.command("new")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--name", "title", metavar="TITLE", help='The game\'s title, such as "Dragon Hoard".')
def command(folder: Path, title: str | None) -> None:
    """Start a small game of your own in DIR, a new or empty folder."""
    title = new_game.STARTER_TITLE if title is None else " ".join(title.split())
    if is_reserved(folder.name):
        raise click.UsageError(f"Windows reserves the name `{folder.name}`; choose another folder")
    try:
        _, files = new_game.start_game(title)
    except ValueError as error:
        raise click.UsageError(f"--name: {error}") from error
    schemas = pipeline.make_schemas(Project(folder), None, Findings()) or {}
    written = {folder / path: data for path, data in files.items()}
    written |= {folder / "schema" / f"{kind}.json": text.encode() for kind, text in schemas.items()}
    if folder.exists() and not (folder.is_dir() and _is_fit(folder, written)):
        raise click.UsageError(f"{folder} is not empty; name a new folder")
    write.replace_all(written)
    (folder / "output").mkdir(exist_ok=True)
    say(f"{folder}: {title}, a game of {quantity(len(files), 'file')} to start from")
    quoted = f'"{folder}"' if " " in str(folder) else folder
    say(f"next:\n    cd {quoted}\n    nineup check\n    nineup build")


def _is_fit(folder: Path, written: Mapping[Path, bytes]) -> bool:
    """Whether a folder is empty, or contains only files of an earlier run that was interrupted before its
    last step.
    """
    found = [path for path in folder.rglob("*") if not path.is_dir() and not write.is_unfinished(path)]
    is_unfinished = len(found) < len(written) or not (folder / "output").exists()
    return is_unfinished and all(
        not path.is_symlink() and path.is_file() and path in written and read_file(path) == written[path]
        for path in found
    )
