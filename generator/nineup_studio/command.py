"""`nineup studio`: a game live in a browser, until Ctrl-C."""

import os
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from nineup.base import Project
from nineup.cli import display_path, find_project, resolve_games, say, serving


@click.command("studio")
@click.argument("game", required=False)
@click.option(
    "--port", type=click.IntRange(0, 65535), metavar="N", help="Port to listen on. Default: a free one."
)
@click.option("--no-open", is_flag=True, help="Print the address without opening the browser.")
@click.option("--home", is_flag=True, help="Begin with the games of ~/Nineup, which is made if need be.")
@click.pass_context
def command(context: click.Context, game: str | None, port: int | None, no_open: bool, home: bool) -> None:
    """Show GAME, or all games, live in a browser on this machine, until Ctrl-C."""
    if home:
        context.obj = str(_home(context.obj))
    _begin_in_empty_folder(context)
    project = find_project(context)
    if game is not None:
        resolve_games(project, [game])
    from nineup_studio import Studio, listen
    from nineup_studio.live.projects import remember_project

    try:
        where = listen(port)
    except OSError as error:
        raise click.UsageError(f"--port: {port} can't be used: {error.strerror}") from error
    remember_project(project.root)
    studio = Studio(project, where)
    address = studio.access.address_of(game) + ("new" if home and game is None else "")

    def ready() -> None:
        say(f"{address}\nCtrl-C ends the studio.")
        sys.stdout.flush()
        if entrance:
            threading.Thread(target=webbrowser.open, args=(entrance,), daemon=True).start()

    with (
        serving(project, studio.workspace.cache, "nineup studio"),
        entrance_to("" if no_open else address) as entrance,
    ):
        studio.run(ready)


def _home(folder: str | None) -> Path:
    """The folder of a user who hasn't chosen one: made, and a project."""
    from nineup_studio.live.projects import FolderError, folder_to_open

    try:
        home = Path(folder) if folder else Path.home() / "Nineup"
        home.mkdir(parents=True, exist_ok=True)
        return folder_to_open(str(home.resolve()))
    except FolderError as error:
        raise click.UsageError(f"--home: {error}") from error
    except (OSError, RuntimeError) as error:  # RuntimeError: there is no home folder
        why = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise click.UsageError(f"--home: ~/Nineup can't be made: {why.lower()}") from error


@contextmanager
def entrance_to(address: str) -> Iterator[str]:
    """The `file:` address of a page that leads to an address; empty for an empty one, or if it can't be
    written.

    A browser is started with what it shall open as an argument, which all users of a machine can read, but
    only this user can read the file. It is in the home folder and not hidden, because browsers in a sandbox
    (snap) see no others.
    """
    if not address:
        yield ""
        return
    try:
        handle, name = tempfile.mkstemp(".html", "nineup-studio-", Path.home())
    except (OSError, RuntimeError):  # RuntimeError: there is no home folder. The address is printed, too.
        yield ""
        return
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(f'<!DOCTYPE html><meta http-equiv="refresh" content="0; url={address}">\n')
        yield Path(name).as_uri()
    finally:
        Path(name).unlink(missing_ok=True)


def _begin_in_empty_folder(context: click.Context) -> None:
    """Makes an empty folder a project, so that a first game can be started in the browser."""
    start = Path(context.obj or ".")
    if Project.find(start) is None and start.is_dir() and not any(start.iterdir()):
        for name in ("cards", "layouts"):
            (start / name).mkdir()
        say(f"{display_path(start)} was empty: it is a project now, with the folders cards/ and layouts/")
