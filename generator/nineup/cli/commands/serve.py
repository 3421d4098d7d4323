"""`nineup serve`: keep a project ready, so that commands answer at once."""

import gc
import os
import subprocess
import sys
from pathlib import Path

import click

from nineup import client
from nineup.base.fence import raise_memory_fence
from nineup.base.project import Project
from nineup.cli.common import find_project
from nineup.cli.printing import say

IDLE_MINUTES = 30

PROGRAM = "import sys; sys.path[:] = sys.argv[3:]; from nineup.cli.commands.serve import work; work()"

MEBIBYTE = 1024 * 1024


@click.command("serve")
@click.option(
    "--idle",
    type=click.FloatRange(min=0, min_open=True),
    default=IDLE_MINUTES,
    show_default=True,
    metavar="MINUTES",
    help="End after so long without a command.",
)
@click.option("--status", is_flag=True, help="Say whether the project is served, by what, and its memory.")
@click.pass_context
def command(context: click.Context, idle: float, status: bool) -> None:
    """Keep the project ready in a process in the background.

    There, build, check, count, diff, pictures and appendix find everything at hand. They do the same without.
    """
    project = find_project(context)
    if status:
        say(_status(project))
        return
    if os.name == "nt":
        raise click.UsageError("on Windows, no process can serve commands; they run by themselves")
    if client.own_folder() is None:
        raise click.UsageError(
            f"{client.runtime_folder()} must be a folder of yours that is closed to others"
        )
    if client.address_of(str(project.root)) is None:
        raise click.UsageError(
            f"the address of a socket in {client.runtime_folder()} is too long; "
            "set XDG_RUNTIME_DIR to a folder with a shorter path"
        )
    words = [str(project.root), str(idle * 60), *client.import_path()]
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *words],
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        encoding="utf-8",
    ) as process:
        assert process.stdout is not None
        said = process.stdout.readline().strip()
        process.returncode = 0  # It goes on without this one.
    if not said:
        raise click.UsageError("the server has ended while it started")
    say(said)


def work() -> None:
    """The main function of the process in the background: says one line, and ends when the server does."""
    from nineup.cli.keeper import serving
    from nineup.pipeline.incremental import BuildCache

    root, idle = sys.argv[1:3]
    sys.argv = ["nineup"]
    project = Project(Path(root))
    gc.disable()  # The keeper collects while nobody waits.
    raise_memory_fence()
    with serving(project, BuildCache(), "nineup serve", idle=float(idle)) as said:
        first = said.get()
        if first == client.READY:
            say(f"{root} is served until no command comes for {_minutes(float(idle) / 60)}")
        elif first == client.TAKEN:
            say(f"{root} is served already; see `nineup serve --status`")
        sys.stdout.flush()
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        while first == client.READY and said.get():
            pass


def _minutes(number: float) -> str:
    return f"{number:g} minute{'s' if number != 1 else ''}"


def _status(project: Project) -> str:
    from nineup.cli.keeper import KeeperStatus, Question, ask, peak_memory

    status = ask(Question(str(project.root)), KeeperStatus)
    if status is None:
        is_served = client.keeper is not None
        return (
            f"{project.root} is served, and a game is being drawn"
            if is_served
            else f"no process serves {project.root}"
        )
    games = ", ".join(status.games) or "no game yet"
    return (
        f"{project.root} is served by `{status.command}`, process {status.process}: {games}\n"
        f"memory: at most {_mebibytes(status.memory)} so far, and {_mebibytes(peak_memory())} for commands"
    )


def _mebibytes(size: int) -> str:
    return f"{size / MEBIBYTE:.0f} MiB"
