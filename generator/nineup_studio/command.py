"""`nineup studio`: a game live in a browser, until Ctrl-C."""

import sys
import threading
import webbrowser
from pathlib import Path

import click
from nineup.base import Project
from nineup.cli import display_path, find_project, resolve_games


@click.command("studio")
@click.argument("game", required=False)
@click.option(
    "--port", type=click.IntRange(0, 65535), metavar="N", help="Port to listen on. Default: a free one."
)
@click.option("--no-open", is_flag=True, help="Print the address without opening the browser.")
@click.pass_context
def command(context: click.Context, game: str | None, port: int | None, no_open: bool) -> None:
    """Show GAME, or all games, live in a browser on this machine, until Ctrl-C."""
    _begin_in_empty_folder(context)
    project = find_project(context)
    if game is not None:
        resolve_games(project, [game])
    from nineup_studio import Studio, listen

    try:
        where = listen(port)
    except OSError as error:
        raise click.UsageError(f"--port: {port} can't be used: {error.strerror}") from error
    studio = Studio(project, where)
    address = studio.access.address_of(game)

    def ready() -> None:
        click.echo(f"{address}\nCtrl-C ends the studio.")
        sys.stdout.flush()
        if not no_open:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    studio.run(ready)


def _begin_in_empty_folder(context: click.Context) -> None:
    """Makes an empty folder a project, so that a first game can be started in the browser."""
    start = Path(context.obj or ".")
    if Project.find(start) is None and start.is_dir() and not any(start.iterdir()):
        for name in ("cards", "layouts"):
            (start / name).mkdir()
        click.echo(
            f"{display_path(start)} was empty: it is a project now, with the folders cards/ and layouts/"
        )
