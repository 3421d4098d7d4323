"""Runs every command of an installed Nineup on every game and on a new one: `every_command.py CHECKOUT`, with
the Python that has it.

The games are copied out of the checkout. Each command must succeed, or refuse with the words that its table
gives.
"""

import ast
import importlib.util
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import files
from pathlib import Path

NINEUP = Path(sys.executable).with_name("nineup")
PILES = {
    "gem-rush": "rooms",
    "gem-thief": "community",
    "gemotion": "deck",
    "plein-air": "paintings",
    "raghba": "mind",
    "tea-time": "cups",
}
NEW = "tea-time"
EXPORTS = {
    "gem-rush": ("make-playing-cards --leave-out", "tabletop-simulator --dpi 36", "web", "xlsx"),
    "gem-thief": (
        "drivethru-cards --leave-out --pixels 150",
        "pictures --dpi 36",
        "tabletop-playground --dpi 36",
    ),
    "gemotion": ("cut --files svg", "screentop --dpi 36", "ods"),
    "plein-air": (
        "card-game-simulator --dpi 36",
        "game-crafter --leave-out",
        "playingcards-io --dpi 36",
        "xlsx",
    ),
    "raghba": ("pdf-x-1a --pixels 150", "pdf-x-4", "xlsx"),
}
"""Each target once: all of them on all games take minutes. The new game, which is small, has all."""

REFUSED = {
    "fetch": "has no `fetch:`",
    "unique": "has no recipe",
    "export --to cut": "pip install 'nineup[cut]'",
    "unique --scheduler": "pip install 'nineup[dask]'",
}
RECIPE = "\nunique:\n  pools:\n    hand: {from: cups, take: 3}\n"
FILTER = """
<filter id="soft"><feGaussianBlur stdDeviation="1"/></filter><rect width="9" height="9" filter="url(#soft)"/>
"""
EXTRAS = ("distributed", "ezdxf", "ortools")
"""What no plain installation has; the package asks for it where it is needed."""


def command_lines(game: str) -> dict[str, str]:
    """What is run on a game, in order, each with the words of its refusal, or none."""
    exports = sorted({words for each in EXPORTS.values() for words in each}) if game == NEW else EXPORTS[game]
    recipe = "" if game == NEW else REFUSED["unique"]
    return {
        "games --json": "",
        f"check {game}": "",
        "rules": "",
        f"count {game}": "",
        f"build {game}": "",
        f"pictures {game} --dpi 36": "",
        **dict.fromkeys((f"export {game} --to {words}" for words in exports), ""),
        f"export {game} --to cut": REFUSED["export --to cut"],
        f"unique {game} --count 2 --seed a": recipe,
        f"unique {game} --count 2 --seed b --scheduler tcp://127.0.0.1:1": recipe
        or REFUSED["unique --scheduler"],
        f"draw {game} --pile {PILES[game]} --hand 2 --seed 1 --picture hand.png": "",
        f"print-done {game} box --as wheel": "",
        f"versions keep {game}-1": "",
        **({f"versions restore {game}-1": ""} if game == NEW else {}),  # The others share a project.
        f"versions remove {game}-1": "",
        f"diff {game} --format html": "",
        f"appendix {game}": "",
        f"translate {game} eo": "",
        f"convert {game}": "",
        "fonts": "",
        f"import {game} more.csv --new more --dry-run": "",
        f"fetch {game}": REFUSED["fetch"],
        f"watch {game}": "",
        f"studio {game} --port 0 --no-open": "",
        "serve --status": "",
        f"schema --game {game}": "",
        "cache": "",
        "calibrate": "",
    }


def run(folder: Path, words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [NINEUP, *words.split()], cwd=folder, capture_output=True, encoding="utf-8", timeout=300, check=False
    )


def run_until_interrupted(folder: Path, words: str) -> None:
    """`watch` has built once, or `studio` has shown the game, when it is interrupted; then it ends well."""
    process = subprocess.Popen(
        [NINEUP, *words.split()],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    said = []
    try:
        assert process.stdout is not None
        for line in process.stdout:
            said.append(line)
            if line.startswith("http://"):
                with urllib.request.urlopen(line.strip(), timeout=60) as page:
                    assert b"<title>" in page.read(), words
            if line.startswith("http://") or " pages in " in line:
                process.send_signal(signal.SIGINT)
                break
        assert process.wait(60) == 0, f"nineup {words}: exit code {process.returncode}\n{''.join(said)}"
    finally:
        process.kill()
        process.wait()


def run_all(folder: Path, game: str) -> int:
    """Runs every command on a game; how many these are."""
    lines = command_lines(game)
    for words, refusal in lines.items():
        if words.startswith(("watch ", "studio ")):
            run_until_interrupted(folder, words)
            continue
        ended = run(folder, words)
        as_meant = (ended.returncode, refusal in ended.stderr) == (2 if refusal else 0, True)
        assert as_meant, f"nineup {words}: exit code {ended.returncode}\n{ended.stdout}{ended.stderr}"
    assert list((folder / "output" / game).rglob("*.pdf")), f"no PDF of {game}"
    return len(lines)


def check_that_none_is_forgotten(folder: Path) -> None:
    """Every command that `--help` lists, every target of `export`, and every game of the project is run."""
    commands = re.findall(
        r"^  (\S+)  ", run(folder, "--help").stdout.partition("\nCommands:\n")[2], re.MULTILINE
    )
    assert set(commands) == {words.split()[0] for words in command_lines(NEW)} | {"new"}, commands
    targets = re.findall(r"^(\S+)$", run(folder, "export --list").stdout, re.MULTILINE)
    assert set(targets) == {words.split()[0] for each in EXPORTS.values() for words in each}, targets
    games = {path.name for path in (folder / "cards").iterdir()}
    assert games | {NEW} == set(PILES), games


def check_imports() -> None:
    """Whatever a module imports, at its start or late, is installed with the package, or an extra."""
    modules = [path for path in files("nineup") or () if path.suffix == ".py"]
    assert modules
    missing = set()
    for path in modules:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.level == 0:
                names.append(node.module or "")
            missing |= {top for name in names if not importlib.util.find_spec(top := name.partition(".")[0])}
    assert missing == set(EXTRAS), f"not installed: {missing}"


def start_each_template(folder: Path) -> int:
    """A game from each template is proved and printed; how many these are."""
    ids = [line.split()[0] for line in run(folder, "new --templates").stdout.splitlines()]
    assert NEW in ids, ids
    for id in ids:
        for place, words in ((folder, f"new from-{id} --template {id}"), (folder / f"from-{id}", "check"),
                             (folder / f"from-{id}", "build")):  # fmt: skip
            ended = run(place, words)
            assert (ended.returncode, ended.stderr) == (0, ""), (
                f"nineup {words}: {ended.stdout}{ended.stderr}"
            )
    return len(ids)


def main(checkout: Path) -> None:
    # What a shell starts in the background ignores Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    check_imports()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ.update({"HOME": name, "NINEUP_CONFIG": str(folder / "config")})
        made = run(folder, "new fresh")
        assert made.returncode == 0, made.stderr
        layout = folder / "fresh" / "layouts" / NEW / "back.svg"
        layout.write_text(
            layout.read_text(encoding="utf-8").replace("</svg>", f"{FILTER}</svg>"), encoding="utf-8"
        )
        with (folder / "fresh" / "cards" / NEW / "game.yaml").open("a", encoding="utf-8") as game_file:
            game_file.write(RECIPE)
        for part in ("cards", "layouts", "fonts"):
            shutil.copytree(checkout / part, folder / "games" / part)
        shutil.copy(checkout / "nineup.yaml", folder / "games")
        for project in ("fresh", "games"):
            (folder / project / "more.csv").write_text("name,text\nCup,Take 1.\n", encoding="utf-8")
        check_that_none_is_forgotten(folder / "games")
        templates = start_each_template(folder)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            counts = pool.map(
                lambda game: run_all(folder / ("fresh" if game == NEW else "games"), game), PILES
            )
            print(f"{sum(counts)} commands on {len(PILES)} games work in an empty environment")
            print(f"games from {templates} templates check and build")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
