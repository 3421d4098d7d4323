"""`nineup studio`: a game live in a browser, until Ctrl-C."""

import sys
import threading
import webbrowser

import click

from nineup.cli.common import find_project, resolve_games

EXTRA = "`nineup studio` needs further packages: pip install 'nineup[studio]', or `make` in a copy of the repository"


@click.command("studio")
@click.argument("game", required=False)
@click.option(
    "--port", type=click.IntRange(0, 65535), metavar="N", help="Port to listen on. Default: a free one."
)
@click.option("--no-open", is_flag=True, help="Print the address without opening the browser.")
@click.pass_context
def command(context: click.Context, game: str | None, port: int | None, no_open: bool) -> None:
    """Show GAME, or all games, live in a browser on this machine, until Ctrl-C."""
    project = find_project(context)
    if game is not None:
        resolve_games(project, [game])
    try:
        from nineup.studio import Studio, listen
    except ModuleNotFoundError as error:
        raise click.ClickException(f"{EXTRA} ({error})") from error
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
