"""Asks the process that serves a project (`server`) to run this command, before anything is imported.

The server has everything imported, and runs the command in a copy of itself, which gets this process's words,
folder, streams, environment, umask and limits, so that it prints and writes what this process would. This one
passes signals on, and ends as the copy did. Where something is in doubt, there is no server: `ask` returns,
and the command runs here. It starts only after both sides have agreed to it, so it never runs twice.
"""

# `socket` and `signal` take as long to import as all of this to run.
import _signal as signal  # type: ignore[import-not-found]
import os
import sys

from nineup import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    import socket as full
    from _socket import socket
    from collections.abc import Callable, Sequence

SERVED = ("build", "check", "count", "diff", "pictures", "appendix")
"""The commands that a server runs; also `serve --status`, which asks about it."""

PATIENCE = 0.5
"""The seconds that a client waits until a server begins; then it runs the command itself."""

LAST_WAIT = 10.0
"""The seconds that a client waits for an end after it was interrupted."""

PASSED_ON = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGTSTP")
"""The signals that the copy gets instead of the client."""

REFUSED = 75
"""The exit code of a copy that can't be what the client is: it has done nothing."""

ENDED, KILLED = b"e", b"k"
"""The first byte of an answer; the second is the exit code, or the number of a signal."""

READY, TAKEN = b"r", b"t"
"""What a server tells its keeper: clients are accepted now; or another process serves this project."""

LENGTH = 4
"""The bytes before a message that say how many follow."""

LONGEST_ADDRESS = 103
"""The bytes of the longest path of a socket: Linux takes 107, macOS 103."""

_MEANINGFUL = ("PYTHON", "LANG", "LC_", "TZ", "LD_", "DYLD_", "HB_", "ICU_", "PILLOW_")
"""How variables begin that a process reads once, when it starts."""

_FLAGS = ("--no-limits", "--no-cache")

keeper: "full.socket | None" = None
"""In a copy of a server: the connection to the keeper of the project's caches."""

_signals: "list[int]" = []
"""The signals that came once a server had answered, which a command that runs here gets again."""


def ask() -> None:
    """Ends this process as the command does that a server runs; returns if it is to be run here."""
    root = project_of(sys.argv[1:])
    name = address_of(root) if root is not None else None
    if name is None:
        return
    handlers = {number: signal.getsignal(number) for number in numbers()}
    try:
        server = _begun(name)
    except (OSError, ValueError):  # There is no server, or it doesn't answer.
        server = None
    if server is not None:
        _end_as(_outcome(server), handlers)
    for number, handler in handlers.items():
        signal.signal(number, handler)
    for number in _signals:
        os.kill(os.getpid(), number)


def project_of(words: "Sequence[str]") -> "str | None":
    """The folder of the project that these words of a command are about; None if no server runs it.

    If it errs, the copy of the server, which reads them as every command does, is slower, and no less right.
    """
    if os.name != "posix" or "--no-server" in words:
        return None
    start, left = ".", iter(words)
    for word in left:
        if word == "--project":
            start = next(left, "")
        elif word.startswith("--project="):
            start = word.partition("=")[2]
        elif word not in _FLAGS:
            is_served = word in SERVED or (word == "serve" and "--status" in words)
            return _root(start or ".") if is_served else None
    return None


def _root(start: str) -> "str | None":
    folder = os.path.realpath(start)
    while not all(os.path.isdir(os.path.join(folder, name)) for name in ("cards", "layouts")):
        if folder == os.path.dirname(folder):
            return None
        folder = os.path.dirname(folder)
    return folder


def runtime_folder() -> str:
    """The user's folder for sockets."""
    base = os.environ.get("XDG_RUNTIME_DIR", "")
    if os.path.isabs(base):
        return os.path.join(base, "nineup")
    return os.path.join(os.environ.get("TMPDIR") or "/tmp", f"nineup-{os.geteuid()}")


def is_private(folder: str) -> bool:
    """Whether a folder is the user's own, closed to others, and no link. Raises OSError."""
    status = os.lstat(folder)
    is_folder = status.st_mode & 0o170000 == 0o040000
    return is_folder and status.st_uid == os.geteuid() and not status.st_mode & 0o077


def own_folder() -> "str | None":
    """The runtime folder, which is made if there is none; None if it can't be, or isn't private."""
    folder = runtime_folder()
    try:
        if not os.path.isdir(folder):
            os.mkdir(folder, 0o700)
        return folder if is_private(folder) else None
    except OSError:
        return None


def import_path() -> "list[str]":
    """Where modules are imported from, but for the folder of the script `nineup`."""
    own = os.path.dirname(os.path.realpath(sys.argv[0]))
    return [folder for folder in sys.path if folder and folder != own]


def identity() -> bytes:
    """What client and server must have in common: the program, its interpreter, and how that was started."""
    started = sorted(item for item in os.environ.items() if item[0].startswith(_MEANINGFUL))
    outputs = sys.__stdout__, sys.__stderr__
    is_direct = any(getattr(stream, "write_through", False) for stream in outputs)  # `python -u`
    flags = tuple(sys.flags), is_direct, sys._xoptions, sys.warnoptions
    known = __version__, sys.version, sys.prefix, flags, import_path(), started, _world()
    return repr(known).encode("utf-8", "backslashreplace")


def _world() -> "tuple[object, ...]":
    """The files that a process sees, and the groups in which it makes others."""
    top = os.stat("/")
    try:
        mounts = os.readlink("/proc/self/ns/mnt")  # of a container or a sandbox
    except OSError:
        mounts = ""
    return mounts, top.st_dev, top.st_ino, os.getegid(), sorted(os.getgroups())


def address_of(root: str) -> "str | None":
    """The path of the socket for a project; None if there can't be one."""
    from binascii import crc32  # If two are equal, the comparison of identities tells them apart.

    try:
        folder, status = runtime_folder(), os.stat(root)
        if not is_private(folder):
            return None
    except OSError:
        return None
    address = os.path.join(folder, f"{status.st_dev:x}-{status.st_ino:x}-{crc32(identity()):08x}")
    return address if len(os.fsencode(address)) <= LONGEST_ADDRESS else None


def is_of_user(connection: "socket") -> bool:
    """Whether the process at the other end is the user's own. Raises OSError."""
    if sys.platform == "darwin":
        local, credentials = 0, 1  # SOL_LOCAL, LOCAL_PEERCRED: a version, then the user.
        user = connection.getsockopt(local, credentials, 76)[4:8]
    else:
        import _socket

        # The process, the user, the group.
        user = connection.getsockopt(_socket.SOL_SOCKET, _socket.SO_PEERCRED, 12)[4:8]
    return int.from_bytes(user, sys.byteorder) == os.geteuid()


def limit_names() -> "list[str]":
    """The names of the limits of a process."""
    import resource

    return sorted(name for name in dir(resource) if name.startswith("RLIMIT_"))


def own_limits() -> "list[tuple[int, int]]":
    """The limits of this process, soft and hard, in the order of their names."""
    import resource

    return [resource.getrlimit(getattr(resource, name)) for name in limit_names()]


def own_cores() -> "list[int]":
    """The numbers of the cores that this process may use; empty where the system doesn't tell."""
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


def _message() -> bytes:
    """What a copy must know to be this process. Raises OSError."""
    umask = os.umask(0o077)
    os.umask(umask)
    ignored = [number for number in numbers() if signal.getsignal(number) == signal.SIG_IGN]
    limits = [limit for both in own_limits() for limit in both]
    lists: tuple[list[bytes], ...] = (
        [b"%d" % umask],
        [b"%d" % number for number in ignored],
        [b"%d" % limit for limit in limits],
        [b"%d" % os.nice(0)],
        [b"%d" % core for core in own_cores()],
        [os.fsencode(word) for word in sys.argv],
        [name + b"=" + value for name, value in os.environb.items()],
    )
    return b"\0".join([part for each in lists for part in (b"%d" % len(each), *each)])


def numbers() -> "list[int]":
    """The numbers of the signals that are passed on."""
    return [getattr(signal, name) for name in PASSED_ON]


def _begun(name: str) -> "socket | None":
    """The connection to a server that runs the command; None if it is another's. Raises OSError."""
    import _socket

    server = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    server.settimeout(PATIENCE)
    server.connect(name)
    if not is_of_user(server):
        return None
    message = _message()
    if receive(server) != identity():
        return None
    begin = _pass_signals_on(server)
    folder = os.open(".", os.O_RDONLY)
    try:
        # Not earlier: a stream in transit stays open, and its reader would wait, too.
        streams = b"".join([number.to_bytes(4, sys.byteorder) for number in (0, 1, 2, folder)])
        server.sendmsg([b"!"], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, streams)])
        send(server, message)
    finally:
        os.close(folder)
    begin()
    return server


def send(connection: "socket", message: bytes) -> None:
    """Sends a message, after its length. Raises OSError."""
    connection.sendall(len(message).to_bytes(LENGTH, "big"))
    connection.sendall(message)


def receive(connection: "socket") -> bytearray:
    """The next message, after its length. Raises OSError."""
    length = exactly(connection, LENGTH)
    return exactly(connection, int.from_bytes(length, "big"))


def exactly(connection: "socket", count: int) -> bytearray:
    """The next bytes. Raises OSError."""
    data = bytearray(count)
    left = memoryview(data)
    while left:
        size = connection.recv_into(left)
        if not size:
            raise OSError("the connection has ended")
        left = left[size:]
    return data


def _pass_signals_on(server: "socket") -> "Callable[[], None]":
    """Has signals passed on, from when the result is called: before, they would be amid a message."""
    is_begun = False

    def hear(number: int, frame: object) -> None:
        _signals.append(number)
        if is_begun:
            pass_on(number)

    def pass_on(number: int) -> None:
        try:
            server.send(bytes((number,)))
            if number == signal.SIGTSTP:  # stop both, and go on together
                _signals.remove(number)
                os.kill(os.getpid(), signal.SIGSTOP)
                server.send(bytes((signal.SIGCONT,)))
        except OSError:
            return

    def begin() -> None:
        nonlocal is_begun
        is_begun = True
        for number in list(_signals):
            pass_on(number)

    for number in numbers():
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, hear)
    return begin


def _outcome(server: "socket") -> "tuple[bytes, int] | None":
    """How the command ended; None if that can't be known any more."""
    left = LAST_WAIT
    while left > 0:
        try:
            answer = server.recv(2)
            return (answer[:1], answer[1]) if len(answer) == 2 else None
        except TimeoutError:
            left -= PATIENCE if _signals else 0
        except OSError:
            return None
    return None


def _end_as(outcome: "tuple[bytes, int] | None", handlers: "dict[int, object]") -> None:
    """Ends this process as the copy did; returns if that refused."""
    if outcome is None:
        os.write(2, b"nineup: the server that ran this command has ended; run it again\n")
        os._exit(3)
    kind, number = outcome
    if kind == KILLED:
        for passed in handlers:
            signal.signal(passed, signal.SIG_DFL)
        os.kill(os.getpid(), number)
        os._exit(128 + number)
    if number != REFUSED:
        os._exit(number)
