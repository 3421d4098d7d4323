"""Fuzzing of whole projects: `python tests/fuzz/projects.py [--projects N] [--first N] [--seed N] [--keep FOLDER]`.

Each project is a small game with its layouts, styles, tables, catalogue, record of a print and the output of the last
build, in which some files have changed by their structure or have become something else: a folder, a link, a pipe,
nothing, another file. Commands run in it, each in a process forked from this one. A command has failed unless it ends
with 0, 1 or 2 and a sentence, within `SECONDS` of processor time and `MEMORY`. Prints a line of figures as JSON, with
what failed; `--keep` leaves the projects there.
"""

import argparse
import atexit
import gc
import json
import os
import random
import re
import resource
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
if __name__ == "__main__":
    sys.path[:0] = [str(each) for each in (ROOT / "generator", HERE.parent, HERE, ROOT)]

import seeds  # noqa: E402
import targets  # noqa: E402
from command_server import become, import_all  # noqa: E402
from nineup.cli import program  # noqa: E402
from structure import BY_ENDING  # noqa: E402
from tiny import CARDS, GAME, write_tiny  # noqa: E402

from docs.samples import make  # noqa: E402

SECONDS, MEMORY = 10, 1 << 30
"""The processor time and the memory that a command may take, beyond what this process has."""

STUCK = 120
"""Seconds on the clock after which a command hangs."""

COMMANDS: dict[str, tuple[str, ...]] = {
    "games": ("", "--json"),
    "check": (
        *("", "--format json", "--format sarif", "--format github", "--all --table", "--language all"),
        *("--players 2-3", "--strict", "--rule deal", "--fix", "--diff", "--suggest", "--suggest --fix"),
    ),
    "rules": ("",),
    "count": ("{game}", "{game} --json", "{game} --players 3 --language de"),
    "build": (
        *("", "--png", "--changed", "--changed --restyled", "--allow-errors", "--language all", "--paper face"),
        *("--grey --ink low", "--sheet mine", "--json --players 2", "--printer upstairs", "-o out --bleed 2mm"),
    ),
    "pictures": ("--dpi 30", "--dpi 20 --format svg", "--dpi 20 --decks --bleed 2mm", "--dpi 20 --scene all"),
    "export": tuple(
        f"--to {name}"
        for name in (
            *("tabletop-simulator --dpi 20", "tabletop-playground --dpi 20", "playingcards-io --dpi 20"),
            *("screentop --dpi 20", "card-game-simulator --dpi 20", "game-crafter --leave-out", "cut", "xlsx", "ods"),
            *("make-playing-cards --leave-out", "drivethru-cards --leave-out", "pdf-x-1a", "pdf-x-4"),
            *("web", "web --prints each"),
        )
    ),
    "unique": ("{game} --count 2 --shard 1 --seed a",),
    "draw": ("{game} --pile {pile} --hand 2 --seed 1", "{game} --pile {pile} --hand 2 --of hand|count --format csv"),
    "print-done": ("{game} --as again", "{game}"),
    "versions": ("", "keep first", "restore first"),
    "diff": ("{game}", "{game} --format html", "{game} --format md", "{game} --format json --players 2"),
    "appendix": ("{game}", "{game} --from rules.md", "{game} --format md --language de"),
    "translate": ("{game} de", "{game} fr", "{game}", "{game} --check"),
    "convert": ("", "--check"),
    "fonts": ("",),
    "import": ("cards.csv --new more", "deck.csv --list cards --dry-run"),
    "new": ("cards",),
    "schema": ("--game {game}",),
    "cache": ("",),
    "calibrate": ("", "--save upstairs --back-offset 1mm,2mm"),
}  # fmt: skip
"""Every command that ends and needs no network, with its flags."""

TINY = "tiny"
TINY_GAME = GAME.replace(
    "rules:\n",
    """\
  cup:
    shape: card
    size: poker
    cards: cups.csv
    fields: {name: text, text: rich, worth: number, suit: {one-of: suit}}
    layout: cup.svg
    back: back.svg
  mat: {shape: board, size: 240mm x 90mm, layout: mat.svg}
unique: {pools: {all: {from: cup, take: 1, of-each: 1}}}
rules:
""",
)
MAT = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="240mm" height="90mm" viewBox="0 0 240 90">'
    '<rect x="9" y="9" width="220" height="70" fill="#dde" stroke="#445"/></svg>'
)
CUPS = 'id,name,text,copies,worth,suit\ncup,Tasse à thé,Pay 1 {gem}.,2,3,ruby\npot,"Big, ""old"" pot",Nothing,1,5,jade\n'
MORE = {
    "cards/tiny/cups.csv": CUPS,
    "nineup.yaml": "paper: a4\nbleed: 3mm\nbacks: long-edge\n",
    "layouts/sheets/mine.yaml": "paper: a4\nmargin: 5mm\nback-offset: 1mm, 2mm\n",
    "layouts/tiny/cup.svg": targets.PATTERNS.decode()
    .replace(
        "<g clip",
        '<rect x="4" y="4" width="50" height="9" class="title" fill="none" n:text="{{ card.name }}"/><g clip',
        1,
    )
    .replace("<svg ", '<svg xmlns:n="nineup" ', 1),
    "layouts/tiny/mat.svg": MAT,
    "cards/tiny/rules.md": seeds.rulebooks()[0].decode(),
}


class Base(NamedTuple):
    """A project that is right, and what is made from it."""

    game: str
    pile: str
    files: dict[str, bytes]


def samples() -> list[make.Sample]:
    return [sample for chapter in make.chapters() for sample in chapter.samples]


@cache
def base(name: str) -> Base:
    """The small game, or a sample of the documentation, built, recorded, translated."""
    # Not a TemporaryDirectory, which each process that is forked from this one would remove at its end.
    folder = Path(tempfile.mkdtemp(prefix="nineup-fuzz-"))
    root = folder / "project"
    if name == TINY:
        write_tiny(root, game=TINY_GAME, cards=CARDS)
        for path, text in MORE.items():
            (root / path).parent.mkdir(exist_ok=True)
            (root / path).write_text(text, encoding="utf-8")
    else:
        make.stage(make.read(make.HERE / name), root)
    game = next((root / "cards").iterdir()).name
    for words in (
        "calibrate --save upstairs --back-offset 1mm,2mm",
        "build",
        "print-done",
        f"translate {game} de",
    ):
        ended = ended_as(root, words.split())
        assert ended.code in (0, 1) if name != TINY else ended.code == 0, ended
    files = {path.relative_to(root).as_posix(): path.read_bytes() for path in _files(root)}
    shutil.rmtree(folder)
    found = re.search(rb"\ncomponents:\s*\n?\s*[{]?\s*([\w-]+):", files[f"cards/{game}/game.yaml"])
    return Base(game, found[1].decode() if found else "deck", files)


def _files(root: Path) -> Iterator[Path]:
    return (path for path in sorted(root.rglob("*")) if path.is_file())


class Ended(NamedTuple):
    """How a command ended."""

    words: str
    code: int
    said: str
    seconds: float
    """Of processor time."""
    memory: int
    """Bytes at most."""


def ended_as(root: Path, words: list[str]) -> Ended:
    """Runs a command in a project, with limits."""
    with tempfile.NamedTemporaryFile() as out, tempfile.NamedTemporaryFile() as errors:
        environment = {**os.environ, "NINEUP_CONFIG": str(root / "config"), "HOME": str(root)}
        request = {
            "folder": str(root),
            "words": words,
            "environment": environment,
            "out": out.name,
            "err": errors.name,
        }
        pid = os.fork()
        if pid == 0:
            _command(request)
        _, status, used = os.wait4(pid, 0)
        said = errors.read().decode("utf-8", "replace") + out.read(100_000).decode("utf-8", "replace")
    return Ended(
        " ".join(words),
        os.waitstatus_to_exitcode(status),
        said,
        used.ru_utime + used.ru_stime,
        used.ru_maxrss << 10,
    )


def _command(request: dict[str, object]) -> None:
    """Never returns."""
    try:
        limits = {
            resource.RLIMIT_CPU: SECONDS + 1,
            resource.RLIMIT_AS: _size() + MEMORY,
            resource.RLIMIT_FSIZE: MEMORY,
        }
        for limit, most in limits.items():
            resource.setrlimit(limit, (most, most))
        signal.alarm(STUCK)
        atexit._clear()  # What the caller has registered for its end is its own to do.
        become(request)  # type: ignore[arg-type]
        program()
    except SystemExit as end:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(end.code if isinstance(end.code, int) else 99)
    finally:
        os._exit(98)


def _size() -> int:
    """The address space of this process, in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()


OBSTRUCTED = re.compile(r"nineup: [^\n]+: [^\n]+\n?")
"""The sentence of a command that can't write its files, since something is in their place."""


def wrong_with(ended: Ended, is_obstructed: bool) -> str:
    """What is wrong with the end of a command; empty if nothing is."""
    if "Traceback" in ended.said or "this is a bug" in ended.said:
        return ended.said
    if ended.code == 3 and is_obstructed and OBSTRUCTED.fullmatch(ended.said):
        return ""
    if ended.code not in (0, 1, 2):
        return f"ended with {ended.code}: {ended.said}"
    if ended.code and not ended.said.strip():
        return f"ended with {ended.code} and no word"
    if ended.seconds > SECONDS:
        return f"took {ended.seconds:.1f} seconds"
    return f"took {ended.memory >> 20} MiB" if ended.memory > MEMORY else ""


class Changed(NamedTuple):
    """A project as it is mutated."""

    notes: list[str]
    """What was changed, in words."""
    is_obstructed: bool
    """Whether something is where a command writes."""


def write_changed(root: Path, whole: Base, chance: random.Random) -> Changed:
    """Writes a project, some of whose files have changed."""
    files, notes = dict(whole.files), []
    own = sorted(name for name in files if not name.startswith("output/"))
    for _ in range(chance.choice((1, 1, 2, 3, 5))):
        # The output is large, and is rarely read.
        name = chance.choice(own if chance.random() < 0.85 else sorted(files))
        ending = Path(name).suffix
        change = BY_ENDING.get(ending)
        if change is None:
            continue
        alike = [data for each, data in files.items() if each.endswith(ending)]
        files[name] = change(files[name], alike, seeds_words(ending), chance)
        notes.append(f"{name} by its structure")
    for name, data in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(data)
    replaced = []
    if not notes or chance.random() < 0.4:
        name = chance.choice(own if chance.random() < 0.7 else sorted(files))
        inner = [
            folder.relative_to(root).as_posix()
            for folder in (root / name).parents
            if folder != root and root in folder.parents
        ]
        place = chance.choice([name, name, name, *inner])
        how = chance.choice(sorted(REPLACED))
        REPLACED[how](root, place, chance)
        notes.append(f"{place}: {how}")
        replaced.append(place)
    return Changed(notes, bool(replaced))


def seeds_words(ending: str) -> tuple[str, ...]:
    return {".svg": targets.SVG, ".md": targets.PAGES}.get(ending, targets.YAML)


def _gone(path: Path) -> Path:
    shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    return path


def _moved(root: Path, place: str, name: str) -> None:
    """Renames a file, also in the texts that name it."""
    path = root / place
    path.rename(path.with_name(name))
    for file in (*root.glob("cards/*/game.yaml"), *root.glob("layouts/*/*.svg")):
        if file.is_file():
            file.write_bytes(file.read_bytes().replace(path.name.encode(), name.encode()))


def _bytes(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else b""


REPLACED = {
    "a folder": lambda root, place, chance: _gone(root / place).mkdir(),
    "a folder with a file": lambda root, place, chance: (
        _gone(root / place).mkdir(),
        (root / place / "a.yaml").write_text("a: 1"),
    ),
    "nothing": lambda root, place, chance: _gone(root / place),
    "an empty file": lambda root, place, chance: _gone(root / place).write_bytes(b""),
    "noise": lambda root, place, chance: _gone(root / place).write_bytes(
        chance.randbytes(chance.choice((9, 3000)))
    ),
    "zeros": lambda root, place, chance: _gone(root / place).write_bytes(bytes(5000)),
    "too large": lambda root, place, chance: (
        _gone(root / place).write_bytes(b""),
        os.truncate(root / place, 70 << 20),
    ),
    "another file": lambda root, place, chance: _gone(root / place).write_bytes(
        _bytes(chance.choice(sorted(_files(root))))
    ),
    "the beginning": lambda root, place, chance: (
        data := _bytes(root / place),
        _gone(root / place).write_bytes(data[: chance.randrange(len(data) + 1)]),
    ),
    "Latin-1": lambda root, place, chance: (
        data := _bytes(root / place),
        at := chance.randrange(len(data) + 1),
        _gone(root / place).write_bytes(data[:at] + b"\xe9\xff" + data[at:]),
    ),
    "UTF-16": lambda root, place, chance: (
        data := _bytes(root / place),
        _gone(root / place).write_bytes(data.decode("utf-8", "replace").encode("utf-16")),
    ),
    "a link to itself": lambda root, place, chance: _gone(root / place).symlink_to(root / place),
    "a link to nothing": lambda root, place, chance: _gone(root / place).symlink_to("nothing"),
    "a link out of the project": lambda root, place, chance: _gone(root / place).symlink_to("/etc"),
    "a link to a file outside": lambda root, place, chance: _gone(root / place).symlink_to("/etc/hostname"),
    "a link to a device": lambda root, place, chance: _gone(root / place).symlink_to("/dev/zero"),
    "a link to the project": lambda root, place, chance: _gone(root / place).symlink_to(root),
    "a link to another file": lambda root, place, chance: _gone(root / place).symlink_to(
        chance.choice(sorted(_files(root)) or [root])
    ),
    "a pipe": lambda root, place, chance: os.mkfifo(_gone(root / place)),
    "a name that Windows reserves": lambda root, place, chance: _moved(
        root, place, chance.choice(("con", "AUX", "nul.tar", "com1")) + Path(place).suffix
    ),
    "a name that Windows changes": lambda root, place, chance: _moved(
        root, place, Path(place).name + chance.choice((" ", "."))
    ),
    "a name of other letters": lambda root, place, chance: _moved(
        root,
        place,
        chance.choice(("\u202ea", "a\nb", "Ünï", "a'b", "[red]", "-x", "%s", "a b")) + Path(place).suffix,
    ),
    "beside one that differs in case": lambda root, place, chance: (
        (root / place).with_name(Path(place).name.upper()).write_bytes(_bytes(root / place))
    ),
}


def commands_for(whole: Base, chance: random.Random) -> list[list[str]]:
    """Some commands, `check` first."""
    names = ["check", *chance.choices([name for name in COMMANDS if name != "check"], WEIGHTS, k=2)]
    words = [f"{name} {chance.choice(COMMANDS[name])}" for name in names]
    return [[part.format(game=whole.game, pile=whole.pile) for part in each.split()] for each in words]


WEIGHTS = [
    {
        "build": 5,
        "diff": 3,
        "export": 5,
        "appendix": 2,
        "translate": 2,
        "draw": 2,
        "unique": 2,
        "pictures": 2,
    }.get(name, 1)
    for name in COMMANDS
    if name != "check"
]
"""How often each is tried."""


def fuzz(first: int, projects: int, seed: int, keep: Path | None) -> dict[str, object]:
    """Tries so many projects, from a number on: each depends on the seed and its number alone."""
    failures: list[str] = []
    known, codes = samples(), dict.fromkeys("0123", 0)
    seconds, slowest, peak, commands = 0.0, 0.0, 0, 0
    for number in range(first, first + projects):
        chance = random.Random(f"{seed} {number}")
        # A base is costly to make, so 20 projects in a row are of the same two.
        name = TINY if number % 2 else known[number // 40 * 7 % len(known)].folder.name
        whole = base(name)
        folder = keep / str(number) if keep else Path(tempfile.mkdtemp(prefix="nineup-fuzz-"))
        root = folder / "project"
        root.mkdir(parents=True)
        changed = write_changed(root, whole, chance)
        for words in commands_for(whole, chance):
            ended = ended_as(root, words)
            commands += 1
            seconds, slowest, peak = (
                seconds + ended.seconds,
                max(slowest, ended.seconds),
                max(peak, ended.memory),
            )
            codes[str(ended.code)] = codes.get(str(ended.code), 0) + 1
            if wrong := wrong_with(ended, changed.is_obstructed):
                failures.append(
                    f"--seed {seed} --first {number} --projects 1: {name}, {changed.notes}\nnineup {ended.words}\n{wrong[-3000:]}"
                )
                print(failures[-1], file=sys.stderr, flush=True)
        if not keep:
            shutil.rmtree(folder)
    return {
        "projects": projects, "commands": commands, "codes": codes, "seconds": round(seconds, 1),
        "slowest": round(slowest, 2), "peak": peak >> 20, "failures": failures,
    }  # fmt: skip


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--projects", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", type=Path)
    asked = parser.parse_args()
    import_all()
    gc.freeze()
    print(json.dumps(fuzz(asked.first, asked.projects, asked.seed, asked.keep)))
