"""The command `nineup`: arguments in, exit code out. Only this package prints.

Exit codes: 0 done (warnings included), 1 errors in the game, 2 the command was wrong or the run is
impossible, 3 the operating system failed (or a plug-in, or Nineup itself: then with a traceback).

What commands share is offered here, for those of packages beside the core.
"""

import importlib
import io
import os
import sys
import threading
from typing import TYPE_CHECKING, NoReturn, cast

import click

from nineup import __version__
from nineup.base.diagnostics import Status, close
from nineup.base.fence import LimitError, lift_work_fence, limit_in_words, raise_fence, raise_memory_fence
from nineup.base.late_names import late_names
from nineup.base.plugins import PluginError, failure, find_plugin
from nineup.base.processes import EndedError, leave
from nineup.base.project import ProjectError
from nineup.cli.common import no_cache_option, no_server_option
from nineup.cli.exit_codes import EXIT_CODES
from nineup.cli.printing import say

if TYPE_CHECKING:
    from nineup.cli.choosing import games_with
    from nineup.cli.common import (
        display_path,
        exit_with,
        find_project,
        games_argument,
        quantity,
        report_findings,
        resolve_game,
        resolve_games,
    )
    from nineup.cli.flags import (
        Command,
        Length,
        back_offset,
        draft_option,
        final_option,
        output_option,
        parse_papers,
        run_options,
        strict_option,
        version_option,
    )
    from nineup.cli.keeper import serving
    from nineup.cli.languages import in_each_language
    from nineup.cli.progress import progress_bar
else:
    __getattr__ = late_names(
        __name__,
        {
            "choosing": ("games_with",),
            "common": (
                "display_path",
                "exit_with",
                "find_project",
                "games_argument",
                "quantity",
                "report_findings",
                "resolve_game",
                "resolve_games",
            ),
            "flags": (
                "Command",
                "Length",
                "back_offset",
                "draft_option",
                "final_option",
                "output_option",
                "parse_papers",
                "run_options",
                "strict_option",
                "version_option",
            ),
            "keeper": ("serving",),
            "languages": ("in_each_language",),
            "progress": ("progress_bar",),
        },
    )

__all__ = [
    "COMMANDS",
    "Command",
    "Length",
    "back_offset",
    "command_module",
    "display_path",
    "draft_option",
    "exit_with",
    "final_option",
    "find_project",
    "games_argument",
    "games_with",
    "in_each_language",
    "main",
    "nineup",
    "no_cache_option",
    "no_server_option",
    "output_option",
    "parse_papers",
    "program",
    "progress_bar",
    "quantity",
    "report_findings",
    "resolve_game",
    "resolve_games",
    "run_options",
    "say",
    "serving",
    "strict_option",
    "version_option",
]

COMMANDS = {
    "games": "List the games of this project.",
    "check": "Check files, rules and faces.",
    "rules": "Explain what check proves, with examples.",
    "count": "Count the pieces that a run prints and sets up.",
    "build": "Print games: sheets to cut out, as PDF.",
    "pictures": "Write each face as a picture, for virtual tables and print services.",
    "export": "Write a game as files for a virtual table, a print service or a cutting machine.",
    "unique": "Print unique decks, drawn by a recipe.",
    "draw": "Draw hands from a pile, or show how likely they are.",
    "print-done": "Record what was printed and is on the table now.",
    "versions": "Keep, list and restore versions of the project's files.",
    "diff": "Show what changed since a print, in words and pictures.",
    "appendix": "Write the tables at the back of the rulebook: PDF, HTML, Markdown.",
    "translate": "Write a game's texts to a catalogue for translators.",
    "import": "Import a spreadsheet's cards into a card list.",
    "convert": "Convert HTML in card lists to Nineup's notation, or workbooks to text files.",
    "fetch": "Fetch published spreadsheets into the project's files.",
    "fonts": "List the fonts that a project has and misses; copy one of this machine.",
    "watch": "Rebuild a game after each edit.",
    "studio": "See a game live in a browser.",
    "serve": "Keep a project ready, so that commands answer at once.",
    "new": "Start a game of your own.",
    "schema": "Print the JSON Schema of the YAML files.",
    "cache": "Show or clear what is kept from one command to the next.",
    "calibrate": "Print a duplex test sheet; save a printer's reading.",
}
"""The commands in the order of the help; each is a module of `cli.commands`, imported when it is used."""

_BESIDE = {
    "pictures": "nineup_export.commands.pictures",
    "export": "nineup_export.commands.export",
    "import": "nineup.cli.commands.import_list",
    "studio": "nineup_studio.command",
}
"""Commands of the packages beside the core, by their modules."""


def command_module(name: str) -> str:
    """The module of one of the `COMMANDS`, whose `command` it is."""
    return _BESIDE.get(name) or f"nineup.cli.commands.{name.replace('-', '_')}"


INTERRUPTED = EXIT_CODES[Status.SYSTEM_ERROR]
"""The exit code of a command that was stopped with Ctrl-C."""

_ENDLESS = ("watch", "studio", "serve")
"""Commands that run until they are stopped: their memory is limited, and the processor time of each piece of
work.
"""

_IN_PIECES = ("unique",)
"""Commands whose time depends on the amount requested: the time limit applies to each piece of work."""


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return find_plugin("commands", name, click.Command)
        module = importlib.import_module(command_module(name))
        return cast(click.Command, module.command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        is_known = name in COMMANDS or name.startswith("-")
        if not is_known and find_plugin("commands", name, click.Command) is None:
            ctx.fail(f"unknown command `{name}`; {close(name, list(COMMANDS)) or 'see nineup --help'}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort, OSError, ProjectError, EndedError):
            raise
        except Exception as error:
            name = ctx.invoked_subcommand
            if not name or name in COMMANDS or isinstance(error, MemoryError):
                raise
            raise failure("commands", name, error) from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="nineup")
@click.option(
    "--project",
    metavar="DIR",
    help="The project's folder. Default: the nearest at or above the current folder.",
)
@click.option("--no-limits", is_flag=True, help="Lift the limits on processor time and memory.")
@no_cache_option
@no_server_option
@click.pass_context
def nineup(context: click.Context, project: str | None, no_limits: bool) -> None:
    """Print-and-play sheets from a YAML card database and SVG layouts."""
    limit, context.obj = context.obj, project
    if no_limits:
        lift_work_fence()
    elif limit is not None:
        limit(context.invoked_subcommand or "")


def _limit(command: str) -> None:
    """Limits the resources of this process for a command."""
    if command in _ENDLESS:
        raise_memory_fence()
    else:
        raise_fence(for_pieces=command in _IN_PIECES)


def program() -> NoReturn:
    """Runs the command as the only task of this process, and ends the process with its exit code."""
    forget_variables_of_reportlab()
    try:
        main()
    except SystemExit as end:
        _leave(end.code)
        raise


def forget_variables_of_reportlab() -> None:
    """Removes what ReportLab reads from the environment of this process: it would change files, or fail if it
    is malformed.
    """
    for name in list(os.environ):
        if name.startswith("RL_") or name in ("EVAL_DEBUG", "SOURCE_DATE_EPOCH"):
            del os.environ[name]


def _leave(code: object) -> None:
    """Ends the process immediately if only memory is left to clean up.

    Returns if threads are running, a profile is to be printed, or the output can't be flushed.
    """
    if threading.active_count() > 1 or sys.getprofile() or not isinstance(code, int | None):
        return
    try:
        leave(code or 0)
    except (OSError, ValueError, AttributeError):
        return  # Python reports the error in its own words and exit code.


def main() -> NoReturn:
    """Runs the command and exits with its code by raising SystemExit, so that a caller can continue."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(
            errors="replace"
        )  # Titles may contain characters that the terminal can't show.
    try:
        # Without standalone mode, click returns the exit code instead of exiting with it.
        # The limits apply to this process only: another program that calls `main` keeps its own.
        code = nineup(standalone_mode=False, prog_name="nineup", obj=_limit) or 0
    except click.ClickException as error:
        told = io.StringIO()
        error.show(told)
        say(told.getvalue().rstrip(), err=True)
        sys.exit(EXIT_CODES[Status.IMPOSSIBLE])
    except (click.exceptions.Abort, KeyboardInterrupt):
        say("stopped; no file was left incomplete", err=True)
        sys.exit(INTERRUPTED)
    except SystemExit:  # Click exits with 1 if a pipe's reader has gone; here, 1 means errors in the game.
        sys.exit(EXIT_CODES[Status.SYSTEM_ERROR])
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        say(f"nineup: {where}{error.strerror or error}", err=True)
        sys.exit(EXIT_CODES[Status.SYSTEM_ERROR])
    except EndedError as error:
        say(f"nineup: {error}", err=True)
        sys.exit(EXIT_CODES[Status.SYSTEM_ERROR])
    except (LimitError, MemoryError) as error:
        say(f"nineup: {limit_in_words(error)} (--no-limits lifts the limits)", err=True)
        sys.exit(EXIT_CODES[Status.SYSTEM_ERROR])
    except Exception as error:
        if isinstance(error, ProjectError):
            say(f"nineup: {error}", err=True)
            is_theirs = isinstance(error, PluginError)
            sys.exit(EXIT_CODES[Status.SYSTEM_ERROR if is_theirs else Status.GAME_ERROR])
        import traceback

        traceback.print_exc()
        say("nineup: this is a bug in Nineup, not in your game; please report the lines above", err=True)
        sys.exit(EXIT_CODES[Status.SYSTEM_ERROR])
    sys.exit(code)
