"""The server of a project: a process that has everything imported, and runs each command of its user in a
copy of itself.

`cli.keeper` starts it, as a child of the process that has the project's caches. It reads no project and has
one thread, so a copy finds nothing of an earlier command, and no lock that nobody opens. It ends with the
keeper, or after a time without commands. `client` is the other end of the connection.
"""

import ctypes
import fcntl
import gc
import importlib
import io
import os
import pkgutil
import resource
import select
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import TextIO

import msgspec

from nineup import cli, client, start
from nineup.base.remembering import surroundings

OURS = ("nineup", "nineup_export")
"""The packages of all commands that a server runs."""

LATE = ("icu4py.breakers", "icu4py.locale", "markdown_it", "rich.progress")
"""What many commands import as late as they need it."""

MAX_RUNNING = 64
"""The number of commands that run at a time; a client that isn't accepted runs its own."""

PR_SET_PDEATHSIG = 1
"""The number of the call of `prctl` for a signal at the end of the parent (linux/prctl.h)."""

TURN_TIME = 1.0
"""The seconds after which a server that waits for its turn looks again."""


class _Program:
    """The files of Nineup and the versions of what is installed, as they were when this process started."""

    def __init__(self) -> None:
        roots = (package for name in OURS for package in importlib.import_module(name).__path__)
        folders = (folder for root in roots for folder in os.walk(root) if "__pycache__" not in folder[0])
        self._files = [os.path.join(top, name) for top, _, names in folders for name in names]
        self._states = self._now()

    def has_changed(self) -> bool:
        """Whether they are others now: then this process may do something else than a new one would."""
        try:
            return self._now() != self._states
        except OSError:
            return True

    def _now(self) -> object:
        installed = (
            entry.path
            for folder in filter(os.path.isdir, sys.path)
            for entry in os.scandir(folder)
            if entry.name.endswith((".dist-info", ".egg-info"))
        )
        return [(path, os.stat(path).st_mtime_ns) for path in (*self._files, *sorted(installed))]


class _Client(msgspec.Struct, frozen=True):
    """What a copy becomes."""

    connection: socket.socket
    message: bytes
    files: list[int]
    """The three streams and the folder."""
    server: int
    """The process that accepted it."""


def work() -> None:
    """The main function of the process: ends it, or runs a command if it is a copy.

    Its words are the number of the socket to its keeper, the seconds after which it ends if it is idle (0:
    never), and the project's folder.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # In a copy that isn't its command yet, it is silent.
    control = socket.socket(fileno=int(sys.argv[1]))
    idle, root = float(sys.argv[2]), sys.argv[3]
    sys.argv = ["nineup"]
    cli.forget_variables_of_reportlab()
    program = _Program()
    _import_all()
    surroundings()  # Kept for all copies.
    gc.disable()
    gc.freeze()  # What all copies have in common is not collected in each.
    name = client.address_of(root)
    if name is None:
        os._exit(1)
    turn = _wait_for_turn(name, control)
    accepted = _Server(name, turn, control, program=program, idle=idle).accept()
    client.keeper = control
    _become(accepted, program)
    start.run(_hear_interrupts)


def _hear_interrupts() -> None:
    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _import_all() -> None:
    """Imports all that a command may need: a copy that imports it would do so each time."""
    for package in map(importlib.import_module, OURS):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                with suppress(ImportError):  # of extras that are not installed
                    importlib.import_module(module.name)
    for name in LATE:
        importlib.import_module(name)


def _wait_for_turn(name: str, control: socket.socket) -> int:
    """The file whose lock says that this process serves the project. The lock ends with the process."""
    turn = os.open(f"{name}.lock", os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    is_reported = False
    while True:
        with suppress(BlockingIOError):
            fcntl.flock(turn, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return turn
        if not is_reported:
            control.send(client.TAKEN)
            is_reported = True
        if select.select([control], [], [], TURN_TIME)[0]:
            os._exit(0)  # The keeper has ended.


class _Server:
    """Accepts clients, and looks after the copies that run their commands."""

    def __init__(self, name: str, turn: int, control: socket.socket, program: _Program, idle: float) -> None:
        self._name, self._turn, self._control, self._idle = name, turn, control, idle
        self._program = program
        self._listener: socket.socket | None = _listen(name)
        self._running: dict[socket.socket, int] = {}
        """The processes by the connections to their clients."""
        # The end of a copy is one more thing to wait for.
        self._ended, self._ending = os.pipe()
        os.set_blocking(self._ended, False)
        os.set_blocking(self._ending, False)
        signal.signal(signal.SIGCHLD, lambda number, frame: None)
        signal.set_wakeup_fd(self._ending, warn_on_full_buffer=False)

    def accept(self) -> _Client:
        """Returns in each copy, with its client. The process itself never returns: it ends."""
        self._control.send(client.READY)
        while self._listener or self._running:
            sources: list[socket.socket | int] = [self._ended, *self._running]
            if self._listener:
                sources += [self._control, *([self._listener] if len(self._running) < MAX_RUNNING else ())]
            is_idle = self._idle and not self._running
            ready = select.select(sources, [], [], self._idle if is_idle else None)[0]
            self._reap()
            if not ready or self._control in ready:
                self._close()
            elif self._listener in ready and (accepted := self._copied()):
                return accepted
            for connection in self._running.keys() & set(ready):
                self._pass_on(connection)
        os._exit(0)

    def _copied(self) -> _Client | None:
        """The client of this process, if it is a new copy."""
        assert self._listener is not None
        accepted = _accepted(self._listener)
        if accepted is None:
            return None
        process = os.fork()
        if process == 0:
            self._forget()
            return accepted
        with suppress(OSError):
            os.setpgid(process, process)  # Here and in the copy: whichever comes first.
        self._running[accepted.connection] = process
        for number in accepted.files:
            os.close(number)
        return None

    def _forget(self) -> None:
        """Closes what a copy has of the server."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        assert self._listener is not None
        for connection in self._running:
            connection.close()
        self._listener.close()
        for number in (self._turn, self._ended, self._ending):
            os.close(number)

    def _reap(self) -> None:
        """Tells clients how their commands have ended."""
        with suppress(BlockingIOError):
            while os.read(self._ended, 4096):
                pass
        for connection, process in list(self._running.items()):
            pid, status = os.waitpid(process, os.WNOHANG)
            if pid == 0:
                continue
            code = os.waitstatus_to_exitcode(status)
            with suppress(OSError):
                connection.send(
                    client.ENDED + bytes((code,)) if code >= 0 else client.KILLED + bytes((-code,))
                )
            connection.close()
            del self._running[connection]
            if code == client.REFUSED and self._program.has_changed():
                self._close()

    def _pass_on(self, connection: socket.socket) -> None:
        """Passes a client's signals on to its command, and ends that if the client has gone."""
        try:
            numbers = connection.recv(64) or bytes((signal.SIGKILL,))
        except OSError:
            numbers = bytes((signal.SIGKILL,))
        for number in numbers:
            # A copy is in no terminal's session, where SIGTSTP does nothing.
            number = signal.SIGSTOP if number == signal.SIGTSTP else number
            # As in a terminal, it reaches the copies of the copy, too. The number is still that of the
            # process, since nobody has waited for its end.
            with suppress(OSError):
                os.killpg(self._running[connection], number)
        if numbers[-1] == signal.SIGKILL:
            os.waitpid(self._running.pop(connection), 0)
            connection.close()

    def _close(self) -> None:
        """Accepts no more clients."""
        if self._listener:
            with suppress(OSError):
                os.unlink(self._name)
            self._listener.close()
            self._listener = None


def _listen(name: str) -> socket.socket:
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    with suppress(FileNotFoundError):
        os.unlink(name)  # It is of a process that was killed: who serves has the lock.
    umask = os.umask(0o077)
    listener.bind(name)
    os.umask(umask)
    listener.listen(MAX_RUNNING)
    return listener


def _accepted(listener: socket.socket) -> _Client | None:
    """The next client that is the user's own and waits for its command to begin."""
    connection, _ = listener.accept()
    files: list[int] = []
    try:
        connection.settimeout(client.PATIENCE)
        if client.is_of_user(connection):
            client.send(connection, client.identity())
            _, files, _, _ = socket.recv_fds(connection, 1, 4)
            if len(files) == 4:
                message = bytes(client.receive(connection))
                connection.settimeout(None)
                return _Client(connection, message, files, server=os.getpid())
    except OSError:  # It has gone, or is slow: it runs its command itself.
        pass
    connection.close()
    for number in files:
        os.close(number)
    return None


def _become(accepted: _Client, program: _Program) -> None:
    """Makes this process what its client is, or ends it."""
    os.setpgid(0, 0)
    _end_with(accepted.server)
    umask, ignored, limits, nice, cores, words, variables = _lists(accepted.message)
    if program.has_changed() or not _limit(list(map(int, limits)), int(nice[0]), list(map(int, cores))):
        os._exit(client.REFUSED)
    for number in client.numbers():
        signal.signal(number, signal.SIG_IGN if b"%d" % number in ignored else signal.SIG_DFL)
    os.environb.clear()
    for variable in variables:
        name, _, value = variable.partition(b"=")
        os.environb[name] = value
    os.umask(int(umask[0]))
    os.fchdir(accepted.files[3])
    for stream, number in enumerate(accepted.files[:3]):
        os.dup2(number, stream)
    for number in accepted.files:
        os.close(number)
    sys.stdin = _stream(0, sys.stdin)
    sys.stdout = _stream(1, sys.stdout)
    sys.stderr = _stream(2, sys.stderr)
    sys.argv = [os.fsdecode(word) for word in words]


def _lists(message: bytes) -> Iterator[list[bytes]]:
    """The lists of a message, each after its length."""
    parts = iter(message.split(b"\0"))
    for length in parts:
        yield list(islice(parts, int(length)))


def _end_with(server: int) -> None:
    """Has the system end this process if the server is killed: its client would neither hear of its end nor
    be able to stop it. Elsewhere than on Linux, the client waits until it has ended.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != server:  # It has ended already.
            os._exit(client.REFUSED)


def _limit(limits: list[int], nice: int, cores: list[int]) -> bool:
    """Gives this process the limits, the niceness and the cores of its client; whether it may."""
    try:
        os.nice(nice - os.nice(0))
        if cores:
            os.sched_setaffinity(0, cores)
    except OSError:
        return False
    pairs = list(zip(limits[::2], limits[1::2], strict=True))
    for name, own, pair in zip(client.limit_names(), client.own_limits(), pairs, strict=True):
        if own != pair:
            try:
                resource.setrlimit(getattr(resource, name), pair)
            except (ValueError, OSError):
                return False
    return True


def _stream(number: int, before: TextIO) -> TextIO:
    """A stream as Python opens it when a process starts, with the encoding that it has chosen for it."""
    is_direct = number > 0 and bool(getattr(before, "write_through", False))  # `python -u`
    data = open(number, "wb" if number else "rb", 0 if is_direct else -1, closefd=False)  # noqa: SIM115
    return io.TextIOWrapper(
        data,
        before.encoding,
        before.errors,
        newline="\n",
        line_buffering=not is_direct and (data.isatty() or number == 2),
        write_through=is_direct,
    )
