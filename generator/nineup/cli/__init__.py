"""The command `nineup`: words in, exit code out. Only this package prints.

Exit codes: 0 done (warnings included), 1 errors in the game, 2 the command was wrong or the run is
impossible, 3 the operating system failed (or Nineup itself: then with a traceback).
"""

import gc
import importlib
import io
import sys

import click

from nineup import __version__

COMMANDS = {
    "games": "The games of this project.",
    "check": "Load and check everything.",
    "rules": "What check proves, with examples.",
    "count": "What a run prints and what its setup lays out.",
    "build": "Print games: sheets to cut out, as PDF.",
    "pictures": "Each face as a PNG, for virtual tables and print services.",
    "draw": "Draw hands from a pile, and what is likely.",
    "print-done": "Record a print: what is on the table now.",
    "diff": "What changed since a print, in words and pictures.",
    "appendix": "The tables at the back of the rulebook, as PDF, HTML and Markdown.",
    "watch": "Build anew after each edit.",
    "new": "Start a game of your own.",
    "schema": "JSON Schema of the YAML files.",
    "calibrate": "A test sheet for duplex printers; save a printer's reading.",
}
"""The commands in the order of the help, each a module here of that name, imported when it is used."""


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"nineup.cli.{name.replace('-', '_')}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="nineup")
@click.option("--project", metavar="DIR", help="A folder of the project; otherwise found from here upwards.")
@click.pass_context
def nineup(context: click.Context, project: str | None) -> None:
    """Print-and-play sheets from a YAML card database and SVG layouts."""
    context.obj = project


def main() -> None:
    """Run the command and leave with its exit code."""
    gc.disable()  # One short run that frees little: collecting costs a fifth of it.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # A title that the terminal can't show stops nothing.
    try:
        # Outside of its standalone mode click hands an exit code back instead of leaving with it.
        code = nineup(standalone_mode=False, prog_name="nineup") or 0
        gc.freeze()  # Leaving, Python would look through everything once more.
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except click.exceptions.Abort:
        click.echo("stopped; nothing was left half-written", err=True)
        sys.exit(3)
    except (
        SystemExit
    ):  # Click leaves with 1 when the reader of a pipe has gone; 1 means errors in the game here.
        sys.exit(3)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        click.echo(f"nineup: {where}{error.strerror or error}", err=True)
        sys.exit(3)
    except MemoryError:
        click.echo("nineup: there is not enough memory for this", err=True)
        sys.exit(3)
    except Exception:
        import traceback

        traceback.print_exc()
        click.echo(
            "nineup: this is a bug of Nineup, not of your game; please report the lines above", err=True
        )
        sys.exit(3)
    sys.exit(code)
