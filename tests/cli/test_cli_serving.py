"""Commands that a server runs: they print, write and end as commands without one do, whatever happens to it."""

import os
import pty
import random
import re
import resource
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import pytest
from command import ROOT, TIMEOUT

if sys.platform != "linux":
    pytest.skip("asks the system about processes as Linux answers", allow_module_level=True)

import projects
from nineup import client
from tiny import BACK, CARD, CARDS, GAME, GEM, STYLE, write_tiny

FUZZ = int(os.environ.get("NINEUP_FUZZ", "0"))

ONLY_SERVED = """
import sys
from nineup import client, start
client.PATIENCE = 60
start._open_closed_streams()
for _ in range(20):  # A busy server may not have waited for a busy client.
    client.ask()
sys.exit("not served")
"""
AS_ALWAYS = "import sys; sys.argv[0] = 'nineup'; from nineup.start import program; program()"

SERVED = {
    # Without `--fix`, of which the second run finds nothing to do.
    name: tuple(each for each in projects.COMMANDS[name] if each != "--fix")
    for name in client.SERVED
}
"""The words with which each command is tried."""

WEIGHTS = {"build": 5, "check": 3}

EDITS = {
    "cards/tiny/game.yaml": (
        GAME,
        GAME.replace("box: {4: 12, 6: 18}", "box: {4: 12, 6: 17}"),
        GAME.replace("back: chip.svg", "back: back.svg"),
        GAME.replace("layout: chip.svg", "layuot: chip.svg"),
    ),
    "cards/tiny/cards.yaml": (
        CARDS,
        CARDS.replace("First Light", "First Light of the Longest Winter Morning in the North"),
        CARDS.replace("{gem}", "{gme}"),
        CARDS.replace("copies: 2", "copies: 3"),
        "fields: {suit: {one-of",
    ),
    "layouts/tiny/style.yaml": (STYLE, STYLE.replace("10pt", "7pt"), STYLE.replace("#222222", "#ffffff")),
    "layouts/tiny/card.svg": (CARD, CARD.replace("suit.tone", "suit.tome"), CARD.replace("49.5", "20"), None),
    "layouts/tiny/back.svg": (BACK, BACK.replace("#334455", "#554433"), "<svg"),
    "layouts/tiny/gem.svg": (GEM, GEM.replace("M5", "M4"), None),
    "layouts/sheets/mine.yaml": (None, "papr: a4", "paper: a4"),
    "nineup.yaml": (None, "paper: a4", "paper: a9", "output: ../elsewhere"),
    "cards/tiny/rules.md": (None, "# Rules\n\nTake turns.\n", "# Rules\n\n{{ nothing }}\n"),
}


class Done(NamedTuple):
    code: int
    printed: bytes
    complained: bytes
    files: dict[str, tuple[int, bytes]]
    """The mode and the bytes of each file that is in the project afterwards."""


class Place:
    """A project with a runtime folder of its own."""

    def __init__(self, root: Path, runtime: Path) -> None:
        self.root, self.runtime = root, runtime
        self.environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT / "generator"),
            "XDG_RUNTIME_DIR": str(runtime),
            "NINEUP_CONFIG": str(runtime / "config"),
        }

    def run(
        self,
        *words: str,
        program: str = AS_ALWAYS,
        folder: str = ".",
        before: Callable[[], None] | None = None,
        **environment: str,
    ) -> Done:
        """Runs a command as a process of its own."""
        done = subprocess.run(
            [sys.executable, "-c", program, *words],
            cwd=self.root / folder,
            env={**self.environment, **environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=TIMEOUT,
            preexec_fn=before,
        )
        return Done(done.returncode, _timeless(done.stdout), _timeless(done.stderr), self.files())

    def cold(self, *words: str, **others: object) -> Done:
        return self.run(words[0], "--no-server", *words[1:], **others)  # type: ignore[arg-type]

    def served(self, *words: str, **others: object) -> Done:
        return self.run(*words, program=ONLY_SERVED, **others)  # type: ignore[arg-type]

    def start(self, *words: str, before: Callable[[], None] | None = None) -> "subprocess.Popen[bytes]":
        """Starts a command that must be served."""
        return subprocess.Popen(
            [sys.executable, "-c", ONLY_SERVED, *words],
            cwd=self.root,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            preexec_fn=before,
        )

    def files(self) -> dict[str, tuple[int, bytes]]:
        paths = (path for path in self.root.rglob("*") if path.is_file() and not path.is_symlink())
        return {
            path.relative_to(self.root).as_posix(): (path.stat().st_mode, path.read_bytes()) for path in paths
        }

    def clear(self) -> None:
        """Removes what commands write."""
        for name in ("output", "out"):
            shutil.rmtree(self.root / name, ignore_errors=True)

    @property
    def keeper(self) -> int:
        """The process that keeps the caches."""
        while True:
            said = self.served("serve", "--status").printed.decode()
            if found := re.search(r"process (\d+)", said):
                return int(found[1])
            assert "is being drawn" in said

    @property
    def server(self) -> int:
        (number,) = _children(self.keeper)
        return number


def _timeless(text: bytes) -> bytes:
    return re.sub(rb'(in |"seconds": )\d+\.\d+', rb"\1some", text)


def _children(process: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


@contextmanager
def placed(root: Path) -> Iterator[Place]:
    # Addresses of sockets are short, so it isn't below pytest's folder; nor a TemporaryDirectory, which each
    # process that `projects` forks would remove at its end.
    runtime = tempfile.mkdtemp(prefix="nineup-", dir="/tmp")
    try:
        yield Place(write_tiny(root), Path(runtime))
    finally:
        shutil.rmtree(runtime, ignore_errors=True)  # A server that is ending removes its own files.


@contextmanager
def served_place(root: Path) -> Iterator[Place]:
    with placed(root) as place:
        done = place.run("serve", "--idle", "20")
        assert done.code == 0, done
        keeper = place.keeper
        try:
            yield place
        finally:
            with suppress(ProcessLookupError):
                os.kill(keeper, signal.SIGKILL)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """A tiny project that is served."""
    with served_place(tmp_path_factory.mktemp("shared") / "project") as place:
        yield place


@pytest.fixture
def place(shared: Place) -> Place:
    """The shared one, as it was at first."""
    for path in list(shared.root.iterdir()):
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    write_tiny(shared.root)
    return shared


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Place]:
    """A project that is served by processes that a test may harm."""
    with served_place(tmp_path / "project") as place:
        yield place


def _seed() -> int:
    return random.SystemRandom().randrange(10**6) if FUZZ else 0


def _words(chance: random.Random) -> list[str]:
    name = chance.choices(list(SERVED), [WEIGHTS.get(each, 1) for each in SERVED])[0]
    return [name, *chance.choice(SERVED[name]).split()]


@pytest.mark.hypothesis  # ten times as many, other ones in each run, under `make fuzz`
def test_a_command_after_an_edit_is_the_same_with_and_without_a_server(place: Place) -> None:
    seed = _seed()
    chance = random.Random(seed)
    for number in range(28 * max(FUZZ, 1)):
        if number:
            name = chance.choice(sorted(EDITS))
            text, path = chance.choice(EDITS[name]), place.root / name
            path.unlink(missing_ok=True)
            if text is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
        words = [word.format(game="tiny", pile="deck") for word in _words(chance)]
        folder = chance.choice((".", ".", "cards/tiny"))
        columns = chance.choice(("60", "100"))
        done = {}
        for run in (place.served, place.cold):
            place.clear()
            done[run.__name__] = run(*words, folder=folder, COLUMNS=columns)
        assert done["served"] == done["cold"], (seed, number, words, folder)


@pytest.mark.hypothesis
def test_a_mutated_project_is_the_same_with_and_without_a_server(place: Place) -> None:
    seed = _seed()
    known = projects.samples()
    for number in range(10 * max(FUZZ, 1)):
        chance = random.Random(f"{seed} {number}")
        name = projects.TINY if number % 2 else chance.choice(known).folder.name
        whole = projects.base(name)
        words = [word.format(game=whole.game, pile=whole.pile) for word in _words(chance)]
        done = []
        for program in (ONLY_SERVED, AS_ALWAYS):
            for path in list(place.root.iterdir()):
                shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
            projects.write_changed(place.root, whole, random.Random(f"{seed} {number} edit"))
            is_project = all((place.root / name).is_dir() for name in ("cards", "layouts"))
            server = [] if program == ONLY_SERVED else ["--no-server"]
            program = program if is_project else AS_ALWAYS
            done.append(place.run(*words, *server, program=program))
        assert done[0] == done[1], (seed, number, name, words)


GAMES = ("gem-rush", "gem-thief", "gemotion", "plein-air", "raghba")

LIGHT = ("build", "build --json --players 2", "count {game} --json", "check --rule deal", "diff {game}")
"""What a game of this project is tried with; more with NINEUP_FUZZ."""


@pytest.mark.hypothesis
@pytest.mark.parametrize("game", GAMES if FUZZ else [GAMES[0]])
def test_a_game_after_an_edit_is_the_same_with_and_without_a_server(game: str, place: Place) -> None:
    seed = _seed()
    chance = random.Random(f"{seed} {game}")
    for folder in ("cards", "layouts"):
        shutil.rmtree(place.root / folder)
        shutil.copytree(ROOT / folder / game, place.root / folder / game)
    shutil.copytree(ROOT / "fonts", place.root / "fonts", dirs_exist_ok=True)
    paths = sorted(place.root.glob("cards/*/*.yaml")) + sorted(place.root.glob("layouts/*/*.*"))
    paths = [path for path in paths if path.suffix in (".yaml", ".csv", ".svg")]
    for number in range(3 * max(FUZZ, 1)):
        path = chance.choice(paths)
        before, was = path.read_bytes(), path.stat()
        path.write_bytes(_edited(before, chance))
        if chance.random() < 0.5:  # as programs do that copy or restore files
            os.utime(path, ns=(was.st_atime_ns, was.st_mtime_ns))
        words = _words(chance) if FUZZ else chance.choice(LIGHT).split()
        words = [word.format(game=game, pile="deck") for word in words]
        done = {}
        for run in (place.served, place.served, place.cold):
            place.clear()
            done.setdefault(run.__name__, []).append(run(*words))
        assert done["served"] == done["cold"] * 2, (seed, number, path, words)
        if done["cold"][0].code and chance.random() < 0.8:
            path.write_bytes(before)


def _edited(data: bytes, chance: random.Random) -> bytes:
    """Data with another figure, another letter, or a line less."""
    kind = chance.choice((rb"[0-9]", rb"[a-z]", rb"(?m)^.*\n"))
    places = list(re.finditer(kind, data))
    if not places:
        return data
    place = chance.choice(places)
    other = (
        b""
        if place[0].endswith(b"\n")
        else chance.choice((b"1", b"7") if place[0].isdigit() else (b"e", b"x"))
    )
    return data[: place.start()] + other + data[place.end() :]


WRONG = (
    "build nothing",
    "check --rule nothing",
    "count --players many",
    "build --sheet",
    "diff tiny",
    "build -h",
)


@pytest.mark.parametrize("words", WRONG)
def test_a_mistake_in_the_words_is_the_same(words: str, place: Place) -> None:
    assert place.served(*words.split()) == place.cold(*words.split())


def _narrow() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, resource.RLIM_INFINITY))


def _private() -> None:
    os.umask(0o077)


def _deaf() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _nice() -> None:
    os.nice(3)
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:1])


@pytest.mark.parametrize("before", [_narrow, _private, _deaf, _nice])
def test_a_command_has_the_limits_of_its_client(before: Callable[[], None], place: Place) -> None:
    served = place.served("build", before=before)
    place.clear()
    assert served == place.cold("build", before=before)
    assert (served.code == 3) == (before is _narrow)


@pytest.mark.parametrize("redirected", ["</dev/null >&-", "2>&-", "| head -c 9", "> /dev/full"])
def test_a_command_has_the_streams_of_its_client(redirected: str, place: Place) -> None:
    ends = []
    for program in (ONLY_SERVED, AS_ALWAYS):
        place.clear()
        server = [] if program == ONLY_SERVED else ["--no-server"]
        line = f"{shlex.join([sys.executable, '-c', program, 'build', *server])} {redirected}; echo $?"
        done = subprocess.run(
            ["sh", "-c", line], cwd=place.root, env=place.environment, capture_output=True, timeout=TIMEOUT
        )
        ends.append((done.stdout, done.stderr, place.files()))
    assert ends[0] == ends[1]


def test_a_nice_command_stays_nice(own: Place) -> None:
    process = own.start(*SLOW, before=_nice)
    while not (copies := _children(own.server)):
        assert process.poll() is None, process.communicate()
    while os.getpriority(os.PRIO_PROCESS, copies[0]) != os.nice(0) + 3:
        time.sleep(0.01)
    while len(os.sched_getaffinity(copies[0])) != 1:
        time.sleep(0.01)
    process.kill()
    process.communicate(timeout=TIMEOUT)


TERMINALS = (
    {"TERM": "xterm-256color"},
    {"TERM": "dumb"},
    {"TERM": "xterm", "NO_COLOR": "1"},
    {"TERM": "xterm", "FORCE_COLOR": "1", "COLORTERM": "truecolor"},
)

SHOWN = (
    *("build", "check --all --table", "count tiny", "build --nope", "diff tiny --players 9"),
    *("pictures --dpi 20", "appendix tiny", "build --help"),
)


@pytest.mark.parametrize("number", range(4 * len(SHOWN) if FUZZ else len(SHOWN)))
def test_a_terminal_shows_the_same(number: int, place: Place) -> None:
    words = SHOWN[number % len(SHOWN)].split()
    terminal, width = TERMINALS[(number + number // len(SHOWN)) % 4], (40, 97, 200)[number % 3]
    shown = []
    for program in (ONLY_SERVED, AS_ALWAYS):
        place.clear()
        server = [] if program == ONLY_SERVED else ["--no-server"]
        shown.append(_shown(place, [*words, *server], program, width, terminal))
    assert shown[0] == shown[1]


def _shown(
    place: Place, words: list[str], program: str, width: int, terminal: dict[str, str]
) -> tuple[int, bytes]:
    """The exit code of a command, and what it has left on a terminal of its own: a bar removes itself."""
    process, screen = pty.fork()
    if process == 0:
        termios.tcsetwinsize(0, (24, width))
        os.chdir(place.root)
        sized = {name: value for name, value in place.environment.items() if name not in ("COLUMNS", "LINES")}
        os.execve(sys.executable, [sys.executable, "-c", program, *words], {**sized, **terminal})
    printed = b""
    with suppress(OSError):  # EIO: nobody has the terminal any more.
        while data := os.read(screen, 65536):
            printed += data
    os.close(screen)
    code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    return code, _timeless(re.sub(rb"\x1b\[\?25l.*?\x1b\[\?25h\r\x1b\[1A\x1b\[2K", b"", printed, flags=re.S))


def test_two_commands_at_once(place: Place) -> None:
    alone = [place.cold(*words) for words in (("check",), ("build", "-o", "out"))]
    place.clear()
    both = [place.start("check"), place.start("build", "-o", "out")]
    for process, expected in zip(both, alone, strict=True):
        printed, complained = map(_timeless, process.communicate(timeout=TIMEOUT))
        assert (process.returncode, printed, complained) == expected[:3]


@pytest.mark.parametrize(
    "variable", [{"PYTHONHASHSEED": "7"}, {"LC_ALL": "C"}, {"XDG_RUNTIME_DIR": "/nowhere"}]
)
def test_a_process_that_starts_otherwise_is_not_served(variable: dict[str, str], place: Place) -> None:
    assert place.served("count", **variable).complained == b"not served\n"
    assert place.run("count", **variable)[:3] == place.cold("count")[:3]


def test_a_folder_that_is_open_to_others_is_not_trusted(place: Place) -> None:
    folder = place.runtime / "nineup"
    folder.chmod(0o755)
    try:
        assert place.served("count").complained == b"not served\n"
        refused = place.run("serve")
        assert (refused.code, b"closed to others" in refused.complained) == (2, True)
    finally:
        folder.chmod(0o700)


def test_another_users_folder_or_process_is_not_trusted(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, (one, other) = place.runtime / "nineup", socket.socketpair()
    with one, other:
        assert client.is_of_user(one)
        assert client.is_private(str(folder))
        user = os.geteuid()
        monkeypatch.setattr(os, "geteuid", lambda: user + 1)
        assert not client.is_of_user(one)
        assert not client.is_private(str(folder))
        monkeypatch.undo()
    if user == 0:  # Only then can a folder be given away.
        os.chown(folder, 12345, -1)
        try:
            assert place.served("count").complained == b"not served\n"
            assert place.run("count")[:3] == place.cold("count")[:3]
        finally:
            os.chown(folder, 0, -1)


def test_an_address_that_is_too_long_is_a_sentence(place: Place, tmp_path: Path) -> None:
    deep = tmp_path / ("deep" * 40)
    (deep / "nineup").mkdir(mode=0o700, parents=True)
    refused = place.run("serve", XDG_RUNTIME_DIR=str(deep))
    assert (refused.code, b"is too long" in refused.complained) == (2, True)
    assert place.run("count", XDG_RUNTIME_DIR=str(deep))[:3] == place.cold("count")[:3]
    assert not list((deep / "nineup").iterdir())


@pytest.mark.parametrize("time_of_file", [0, 4_000_000_000])
def test_times_that_another_clock_has_set_do_not_matter(time_of_file: int, place: Place) -> None:
    cards = place.root / "cards/tiny/cards.yaml"
    for text in (CARDS, CARDS.replace("copies: 2", "copies: 3"), CARDS.replace("copies: 2", "copies: 5")):
        cards.write_text(text)
        for path in (cards, cards.parent, place.root):
            os.utime(path, (time_of_file, time_of_file))
        served = place.served("build")
        place.clear()
        assert place.cold("build") == served


def test_status_and_a_second_server(place: Place) -> None:
    place.served("build")
    said = place.run("serve").printed.decode()
    assert said == f"{place.root} is served already; see `nineup serve --status`\n"
    status = re.compile(
        rf"{re.escape(str(place.root))} is served by `nineup serve`, process \d+: (?:[\w-]+, )*+tiny\n"
        r"memory: at most \d+ MiB so far, and \d+ MiB for commands\n"
    )
    for _ in range(200):  # until what was built is known there, too; other tests build other games
        said = place.run("serve", "--status").printed.decode()
        if status.fullmatch(said):
            break
        time.sleep(0.1)
    assert status.fullmatch(said)
    assert "no process serves" in place.run("--no-server", "serve", "--status").printed.decode()


@pytest.mark.parametrize("victim", ["server", "keeper"])
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_without_an_answer_a_command_runs_by_itself(victim: str, number: int, own: Place) -> None:
    served = own.served("build")
    own.clear()
    process = own.server if victim == "server" else own.keeper
    os.kill(process, number)
    try:
        assert own.run("build") == served
    finally:
        if number == signal.SIGSTOP:
            os.kill(process, signal.SIGCONT)


SLOW = ("pictures", "--dpi", "1200")


def _at_work(own: Place) -> "tuple[subprocess.Popen[bytes], int, int]":
    """A client whose command takes long, the server and the copy that runs the command."""
    server = own.server
    process = own.start(*SLOW)
    while not _children(server):
        assert process.poll() is None, process.communicate()
        time.sleep(0.005)
    return process, server, _children(server)[0]


def _wait_for_end(process: int) -> None:
    with suppress(FileNotFoundError, ProcessLookupError):  # It may end between opening and reading.
        while Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z":
            time.sleep(0.01)


def _seconds(process: int) -> float:
    """The processor time of a process."""
    user, system = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


STOPPED = 3, b"stopped; no file was left incomplete\n"
"""The exit code and the words of a stopped command, which are on a new line once click runs it."""


def test_ctrl_c_reaches_the_command(own: Place) -> None:
    process, _, copy = _at_work(own)
    while _seconds(copy) < 0.5:  # until it is at work, and not only becoming the command
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, complained = process.communicate(timeout=TIMEOUT)
    assert (process.returncode, complained.removeprefix(b"\n")) == STOPPED
    assert own.served("count").code == 0
    assert not list(own.root.rglob("*.part"))


EARLY = """
import os, signal
from nineup import client
send = client.send
def interrupted(connection, message):
    if sent == "before":
        os.kill(os.getpid(), signal.SIGINT)
    send(connection, message[: len(message) // 2] if sent == "in" else message)
    os.kill(os.getpid(), signal.SIGINT)
client.send = interrupted
"""


@pytest.mark.parametrize("sent", ["before", "in", "after"])
def test_ctrl_c_before_the_command_has_begun(sent: str, place: Place) -> None:
    done = place.run("build", program=f"sent = {sent!r}{EARLY}{AS_ALWAYS}")
    if done.code != -signal.SIGINT:
        assert (done.code, done.complained.removeprefix(b"\n"), done.printed) == (*STOPPED, b"")
    assert not list(place.root.glob("output/*/*"))


def test_ctrl_c_while_a_copy_becomes_the_command(own: Place) -> None:
    for _ in range(5):
        process, _, copy = _at_work(own)
        os.kill(copy, signal.SIGINT)
        _, complained = process.communicate(timeout=TIMEOUT)
        stopped = STOPPED, (-signal.SIGINT, b"")
        assert (process.returncode, complained.removeprefix(b"\n")) in stopped


def test_a_client_that_is_killed_ends_its_command(own: Place) -> None:
    process, _, copy = _at_work(own)
    process.kill()
    process.communicate(timeout=TIMEOUT)
    _wait_for_end(copy)
    assert own.served("count").code == 0


def test_a_server_that_is_killed_is_a_sentence(own: Place) -> None:
    process, server, copy = _at_work(own)
    os.kill(server, signal.SIGKILL)
    _, complained = process.communicate(timeout=TIMEOUT)
    _wait_for_end(copy)
    assert complained.decode() == "nineup: the server that ran this command has ended; run it again\n"
    assert process.returncode == 3
    assert own.run("count").code == 0


def test_a_command_that_is_killed_is_killed(own: Place) -> None:
    process, _, copy = _at_work(own)
    os.kill(copy, signal.SIGSEGV)
    process.communicate(timeout=TIMEOUT)
    assert process.returncode == -signal.SIGSEGV
    assert own.served("count").code == 0


def test_an_idle_server_ends(tmp_path: Path) -> None:
    with placed(tmp_path / "project") as place:
        assert place.run("serve", "--idle", "0.01").code == 0
        while any(path.is_socket() for path in (place.runtime / "nineup").iterdir()):
            time.sleep(0.05)
        assert place.run("count").code == 0


@pytest.mark.parametrize("words", [("watch",), ("studio", "--no-open")])
def test_a_process_that_stays_serves(words: Sequence[str], tmp_path: Path) -> None:
    with placed(tmp_path / "project") as place:
        watch = subprocess.Popen(
            [sys.executable, "-c", AS_ALWAYS, *words],
            cwd=place.root,
            env=place.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        while place.served("serve", "--status").code:
            assert watch.poll() is None
            time.sleep(0.05)
        assert place.keeper == watch.pid
        place.cold("build")
        served = place.served("build", "-o", "out")
        shutil.rmtree(place.root / "out")
        assert place.cold("build", "-o", "out") == served
        watch.send_signal(signal.SIGINT)
        watch.communicate(timeout=TIMEOUT)
        assert watch.returncode == 0
