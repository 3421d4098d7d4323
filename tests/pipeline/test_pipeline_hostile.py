"""Accidents and attacks from outside: killed builds, full disks, concurrent builds, planted modules,
escapes.
"""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from command import TIMEOUT
from tiny import CARD, CARDS, GAME, STYLE, write_tiny

ROOT = Path(__file__).parents[2]
Done = subprocess.CompletedProcess[str]


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT / "generator"), "PYTHONIOENCODING": "utf-8", **more}


def started(folder: Path, *words: str, before: str = "", **more: str) -> "subprocess.Popen[str]":
    """The command as a process of its own, after some lines of Python."""
    code = (
        f"import sys\nsys.argv = ['nineup', *sys.argv[1:]]\n{before}\nfrom nineup.cli import main\nmain()\n"
    )
    return subprocess.Popen(
        [sys.executable, "-c", code, *words],
        cwd=folder,
        env=environment(**more),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )


def nineup(folder: Path, *words: str, before: str = "", **more: str) -> Done:
    with started(folder, *words, before=before, **more) as process:
        out, err = process.communicate(timeout=TIMEOUT)
    return subprocess.CompletedProcess(words, process.returncode, out, err)


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def refused(done: Done, code: int) -> None:
    """A refusal in words: no traceback, no claim of a bug."""
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    assert "bug in Nineup" not in done.stderr


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    return write_tiny(tmp_path / "project")


CHANGED = CARDS.replace("First Light", "Last Light")

STOPS = """
import os
def stop(*_):
    print("here", flush=True)
    sys.stdin.readline()
    sys.exit("should have been killed")
os.{step} = stop
"""


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_killed_build_leaves_the_old_files_and_the_next_one_is_whole(tiny: Path, step: str) -> None:
    assert nineup(tiny, "build").returncode == 0
    before = contents(tiny / "output")
    write_tiny(tiny, cards=CHANGED)
    with started(tiny, "build", before=STOPS.format(step=step)) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "here\n"
        process.kill()
    left = contents(tiny / "output")
    assert {name: left[name] for name in before} == before
    assert all(Path(name).name.startswith(".") for name in left.keys() - before)
    assert nineup(tiny, "build").returncode == 0
    assert nineup(tiny, "build", "-o", "fresh").returncode == 0
    after = contents(tiny / "output")
    assert {name: after[name] for name in before} == contents(tiny / "fresh")


FULL = """
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))
"""


def test_a_full_disk_replaces_nothing_and_leaves_nothing(tiny: Path) -> None:
    pytest.importorskip("resource")
    assert nineup(tiny, "build").returncode == 0
    before = contents(tiny / "output")
    sizes = {name: len(data) for name, data in before.items()}
    assert min(sizes.values()) < 10_000 < max(sizes.values()), "some would fit and some would not"
    write_tiny(tiny, cards=CHANGED)
    done = nineup(tiny, "build", before=FULL)
    refused(done, 3)
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("nineup: ")
    assert ".pdf: " in line
    assert contents(tiny / "output") == before


def test_an_interrupt_is_reported_and_leaves_the_old_files(tiny: Path) -> None:
    if os.name == "nt":
        pytest.skip("Windows has no such signal for one process")
    assert nineup(tiny, "build").returncode == 0
    before = contents(tiny / "output")
    write_tiny(tiny, cards=CHANGED)
    waits = STOPS.format(step="fsync").replace("sys.stdin.readline()", "time.sleep(60)")
    with started(tiny, "build", before=f"import time\n{waits}") as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "here\n"
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=TIMEOUT)
    assert process.returncode == 3
    assert err.strip() == "stopped; no file was left incomplete"
    assert contents(tiny / "output") == before


def at_once(folder: Path, *commands: Sequence[str]) -> None:
    processes = [started(folder, *words) for words in commands]
    for process in processes:
        _, err = process.communicate(timeout=TIMEOUT)
        assert process.returncode == 0, err


def test_builds_at_once_give_what_one_gives(tiny: Path) -> None:
    assert nineup(tiny, "build", "-o", "alone").returncode == 0
    at_once(tiny, *[["build"]] * 3)
    assert contents(tiny / "output") == contents(tiny / "alone")


def test_builds_at_once_on_different_paper_leave_what_the_manifest_names(tiny: Path) -> None:
    at_once(tiny, ["build", "--paper", "a4"], ["build", "--paper", "letter"])
    folder = tiny / "output" / "tiny" / "box"
    reported = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    names = {path.name for path in folder.iterdir()}
    assert {file["file"] for file in reported["files"]} <= names
    assert not any(name.endswith(".part") for name in names)


PLANTED = {
    *"click jinja2 msgspec yaml reportlab reportlab_mods reportlab_settings _rl_accel uharfbuzz PIL rich".split(),
    *"pypdfium2 pyphen markupsafe colorama sitecustomize usercustomize numpy lxml".split(),
    *sys.stdlib_module_names,
}

SCRIPT = "from nineup.cli import program\nprogram()\n"


def imported_before_us() -> set[str]:
    """What `python -m` imports, perhaps from the current folder, before the module it starts can
    prevent it.
    """
    words = [sys.executable, "-I", "-c", "import runpy, sys; print(*sys.modules)"]
    return set(subprocess.check_output(words, encoding="utf-8").split())


@pytest.mark.parametrize("way", ["script", "-P", "-m"])
def test_modules_that_lie_about_are_never_run(tiny: Path, tmp_path: Path, way: str) -> None:
    trap = f"import _io; _io.open({str(tmp_path / 'run')!r}, 'a').write(__file__)\n"
    for name in PLANTED - (imported_before_us() if way == "-m" else set()):
        (tiny / f"{name}.py").write_text(trap, encoding="utf-8")
        (tiny / name).mkdir()
        (tiny / name / "__init__.py").write_text(trap, encoding="utf-8")
    script = tmp_path / "bin" / "nineup"
    script.parent.mkdir()
    script.write_text(SCRIPT, encoding="utf-8")
    start = {"script": [str(script)], "-P": ["-P", "-m", "nineup"], "-m": ["-m", "nineup"]}[way]
    for words in (["build", "--png"], ["check"]):
        done = subprocess.run(
            [sys.executable, *start, *words],
            cwd=tiny,
            env=environment(),
            capture_output=True,
            encoding="utf-8",
            timeout=TIMEOUT,
            check=False,
        )
        assert done.returncode == 0, done.stderr
    assert not (tmp_path / "run").exists()
    plain = write_tiny(tmp_path / "plain")
    assert nineup(plain, "build", "--png").returncode == 0
    assert contents(tiny / "output") == contents(plain / "output")


WATCH = """
def watch(event, arguments, secret={secret!r}):
    if event.startswith(("socket.", "subprocess.", "os.system", "os.exec", "os.posix_spawn", "urllib.")):
        print("FORBIDDEN", event, arguments, flush=True)
    if event in ("open", "os.listdir", "os.scandir") and str(arguments[0]).startswith(secret):
        print("FORBIDDEN", event, arguments, flush=True)
sys.addaudithook(watch)
"""

OUT = "../" * 12
IMAGE = '<image x="1" y="1" width="9" height="9" href="{}"/>'
WAYS_OUT = {
    "card list": {"game": GAME.replace("cards.yaml", "{way}")},
    "art": {"game": GAME.replace("gem.svg", "{way}")},
    "layout": {"game": GAME.replace("layout: card.svg", "layout: {way}")},
    "image": {"card": CARD.replace("</svg>", IMAGE.format("{way}") + "</svg>")},
    "use": {"card": CARD.replace("</svg>", '<use href="{way}#a"/></svg>')},
    "bound image": {"card": CARD.replace("</svg>", '<rect width="9" height="9" n:image="{way}"/></svg>')},
    "style sheet": {"card": CARD.replace("</svg>", "<style>@import url({way});</style></svg>")},
    "entity": {
        "card": '<!DOCTYPE svg [<!ENTITY x SYSTEM "{way}">]>'
        + CARD.replace("</svg>", "<desc>&x;</desc></svg>")
    },
    "expression": {"card": CARD.replace("{{ card.name }}", "{% include '{way}' %}")},
}


def one_by_one(folders: Sequence[Path], *words: str, before: str = "") -> list[tuple[int, str]]:
    """The command in each of some projects, all in one process: exit codes, and what was printed."""
    code = LOOP.format(before=before, words=words)
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, folders)],
        cwd=folders[0],
        env=environment(),
        capture_output=True,
        encoding="utf-8",
        timeout=TIMEOUT,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    *parts, rest = re.split(r"== (\d+)\n", done.stdout)
    assert rest == ""
    return [(int(code), printed) for printed, code in zip(parts[::2], parts[1::2], strict=True)]


LOOP = """
import sys
sys.stderr = sys.stdout
{before}
from nineup.cli import main
for folder in sys.argv[1:]:
    sys.argv = ["nineup", "--project", folder, *{words!r}]
    try:
        main()
    except SystemExit as end:
        print(f"== {{end.code or 0}}", flush=True)
"""


@pytest.mark.parametrize("what", WAYS_OUT)
def test_no_name_leads_out_of_the_project_or_into_the_network(tmp_path: Path, what: str) -> None:
    secret = tmp_path / "secret"
    secret.mkdir()
    drawing = "<svg xmlns='http://www.w3.org/2000/svg'><text>SECRET</text></svg>"
    (secret / "a.svg").write_text(drawing, encoding="utf-8")
    path = (secret / "a.svg").as_posix()
    folders = []
    for number, way in enumerate((f"{OUT}{path.lstrip('/')}", path, "http://localhost:9/a.svg")):
        ((file, text),) = WAYS_OUT[what].items()
        folders.append(write_tiny(tmp_path / str(number), **{file: text.replace("{way}", way)}))
    for code, printed in one_by_one(folders, "check", before=WATCH.format(secret=str(secret))):
        assert code == 1, printed
        assert not re.search("Traceback|FORBIDDEN|SECRET", printed), printed


LINKS = [
    *("cards/tiny/cards.yaml", "cards/tiny/game.yaml", "layouts/tiny/card.svg", "layouts/tiny/gem.svg"),
    *("layouts/tiny/style.yaml", "layouts/sheets/mine.yaml", "nineup.yaml", "fonts/Mine-Regular.ttf"),
]


def test_no_link_leads_out_of_the_project(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "file").write_text("SECRET", encoding="utf-8")
    folders = []
    for number, file in enumerate(LINKS):
        style = STYLE.replace("Source Sans 3", "Mine") if "fonts" in file else STYLE
        folders.append(write_tiny(tmp_path / str(number), style=style))
        (folders[-1] / file).unlink(missing_ok=True)
        (folders[-1] / file).parent.mkdir(parents=True, exist_ok=True)
        try:
            (folders[-1] / file).symlink_to(secret / "file")
        except OSError:
            pytest.skip("this system lets only administrators make links")
    with_sheet = folders[LINKS.index("layouts/sheets/mine.yaml")]
    (with_sheet / "nineup.yaml").write_text("sheet: mine\n", encoding="utf-8")
    for code, printed in one_by_one(folders, "build", before=WATCH.format(secret=str(secret))):
        assert code == 1, printed
        assert "leads out of the project" in printed
        assert not re.search("Traceback|FORBIDDEN|SECRET", printed), printed


ATTACKS = {
    "brackets": {"cards": "[" * 100_000},
    "aliases": {"cards": "a: &a [x]\nb: &b [*a, *a]\ncards: [*b, *b]\n"},
    "tag": {"game": "!!python/object/apply:os.system [id]\n"},
    "power": {"game": GAME.replace("3 * players", "9 ** 9 ** 9")},
    "dunder": {"game": GAME.replace("3 * players", "''.__class__.__mro__")},
    "loops": {
        "card": CARD.replace(
            "{{ card.name }}", "{% for a in range(999) %}{% for b in range(999) %}x{% endfor %}{% endfor %}"
        )
    },
    "pieces": {
        "game": GAME.replace("3 * players", "10 ** 12")
        .replace("    box: {4: 12, 6: 18}\n", "")
        .split("rules:")[0]
    },
    "references": {
        "card": CARD.replace(
            "</svg>",
            "".join(f'<g id="g{n}">{f"""<use href="#g{n - 1}"/>""" * 9}</g>' for n in range(1, 9))
            + '<path id="g0" d="M0 0h1"/></svg>',
        )
    },
    "numbers": {
        "card": CARD.replace(
            "</svg>", '<g transform="scale(1e200) scale(1e200)"><path d="M0 0h1v1z"/></g></svg>'
        )
    },
}


def test_what_would_hang_or_run_is_refused_in_words(tmp_path: Path) -> None:
    folders = [write_tiny(tmp_path / what, **files) for what, files in ATTACKS.items()]
    for what, (code, printed) in zip(ATTACKS, one_by_one(folders, "build"), strict=True):
        assert code == 1, (what, printed)
        assert "Traceback" not in printed, printed
        assert not (tmp_path / what / "output").exists()
