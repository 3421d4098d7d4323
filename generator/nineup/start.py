"""Where the command `nineup` starts: a process that can be interrupted, and has its three streams, before
anything is imported.

Importing the command takes a while. A Ctrl-C in it ends the process at once and silently, as the system does
by default: nothing is being written yet. So this imports only what Python itself has imported by now.
"""

# `signal` itself takes as long to import as all of this to run.
import _signal as signal  # type: ignore[import-not-found]
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def program() -> None:
    """Runs the command as the only task of this process, and ends the process with its exit code."""
    interrupt = signal.getsignal(signal.SIGINT)
    if interrupt is signal.default_int_handler:  # and not ignored, as in the background
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    _open_closed_streams()
    from nineup.client import ask  # `from nineup import client` would import what finds the API's names

    ask()
    run(lambda: signal.signal(signal.SIGINT, interrupt))


def run(hear_interrupts: "Callable[[], object]") -> None:
    """Runs the command in this process, and ends it with its exit code. A Ctrl-C has words from
    `hear_interrupts` on.
    """
    import gc

    gc.disable()  # A short run frees little memory; collecting garbage takes a fifth of its time.
    from nineup import cli

    try:
        hear_interrupts()
        cli.program()
    except KeyboardInterrupt:  # before or after the command itself, which has its own words for it
        os._exit(cli.INTERRUPTED)


def _open_closed_streams() -> None:
    """Opens what is closed of the standard streams on nothing: otherwise the next file that is opened takes
    its place, and gets what is printed.
    """
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        try:
            os.fstat(number)
        except OSError:
            nothing = os.open(os.devnull, os.O_RDWR)  # the lowest number that is free, which is this one
            setattr(sys, name, os.fdopen(nothing, mode, encoding="utf-8"))
