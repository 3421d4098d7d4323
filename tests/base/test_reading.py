"""Only regular files of a stated size are read, and by one function: devices, pipes and links end nothing and
hang nothing.
"""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from command import TIMEOUT
from nineup.base.reading import UnfitFileError, is_reserved, read_file, walk
from tiny import write_tiny

ROOT = Path(__file__).parents[2]
GENERATOR = ROOT / "generator"
OWN_FILES = {
    *("nineup/base/glossary.py", "nineup/book/writers/html.py", "nineup/changes/diff/page.py"),
    *("nineup_studio/security.py", "nineup_studio/views/static.py"),
    *("nineup_export/web/pages.py", "nineup_export/tables/playground_room.py"),
}
"""Modules that read style sheets and scripts of the package, as `importlib.resources` finds them."""

needs_links = pytest.mark.skipif(os.name == "nt", reason="Windows has neither FIFOs nor links for everybody")


def opens(path: Path) -> Iterator[str]:
    """The calls of a module that open a file."""
    text = path.read_text(encoding="utf-8")
    if not re.search(r"\b(open|read_bytes|read_text)\b", text):
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            if called in ("open", "io.open", "os.open") or called.endswith(
                (".read_bytes", ".read_text", ".open")
            ):
                yield f"{called}({', '.join(map(ast.unparse, node.args))})"


def test_one_function_opens_files() -> None:
    found = {
        path.relative_to(GENERATOR).as_posix(): calls
        for path in sorted(GENERATOR.rglob("*.py"))
        if (calls := list(opens(path))) and path.relative_to(GENERATOR).as_posix() not in OWN_FILES
    }
    memory = {
        "nineup/model/art.py": [
            "Pillow.open(io.BytesIO(data))",
            "Pillow.open(io.BytesIO(image.data))",
            "Pillow.open(io.BytesIO(png_of(image)))",
        ],
        "nineup/write/preview.py": ["Image.open(io.BytesIO(stencil))"],
        "nineup_export/scenes/drawing.py": [
            "files('nineup_export.scenes').joinpath(f'{name}.toml').read_text('utf-8')",
            "Image.open(io.BytesIO(shot.data))",
        ],
        "nineup_studio/live/thumbs.py": ["Image.open(io.BytesIO(data))"],
    }
    written = {  # Folders are opened to lock and to flush them; the last three are in the user's own folders.
        "nineup/write/files.py": [
            "open(path, 'xb')",
            "open(part, 'r+b')",
            *["os.open(folder, os.O_RDONLY)"] * 2,
        ],
        "nineup/base/store.py": [
            f"open({(part := 'os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 384)')}, 'wb')",
            part,
        ],
        "nineup/files/edit/kept.py": ["open(self._file, 'rb')", "open(kept, 'wb')"],
        "nineup_studio/live/tray.py": ["open(file, 'xb')"],
    }
    network = {"nineup/files/fetching/download.py": ["opener.open(request)"]}
    nothing = {
        "nineup/start.py": ["os.open(os.devnull, os.O_RDWR)"],
        "nineup/cli/commands/serve.py": ["os.open(os.devnull, os.O_WRONLY)"],
    }
    serving = {
        "nineup/client.py": ["os.open('.', os.O_RDONLY)"],
        "nineup/server.py": [
            "os.open(f'{name}.lock', os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 384)",
            "open(number, 'wb' if number else 'rb', 0 if is_direct else -1)",
        ],
    }
    assert found.pop("nineup/base/reading.py")
    assert found == memory | written | network | nothing | serving


def test_a_file_is_read_up_to_its_limit(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x" * 2000)
    assert read_file(tmp_path / "file") == read_file(tmp_path / "file", 2000) == b"x" * 2000
    with pytest.raises(UnfitFileError, match="larger than"):
        read_file(tmp_path / "file", 1999)
    with pytest.raises(FileNotFoundError):
        read_file(tmp_path / "none")


def pipe(path: Path) -> None:
    os.mkfifo(path)


def loop(path: Path) -> None:
    path.symlink_to(path.name)


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


UNFIT: dict[str, Callable[[Path], None]] = {
    "pipe": pipe,
    "loop": loop,
    "device": device,
    "folder": Path.mkdir,
}


@needs_links
@pytest.mark.parametrize("kind", UNFIT)
def test_what_is_no_file_is_refused(tmp_path: Path, kind: str) -> None:
    UNFIT[kind](tmp_path / "file")
    for follow in (True, False):
        with pytest.raises(UnfitFileError):
            read_file(tmp_path / "file", follow=follow)


@needs_links
def test_a_link_is_followed_only_where_it_may_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("text", encoding="utf-8")
    (tmp_path / "link").symlink_to("file")
    assert read_file(tmp_path / "link") == b"text"
    with pytest.raises(UnfitFileError):
        read_file(tmp_path / "link", follow=False)


READ_BY = {
    "cards/tiny/game.yaml": "build check",
    "cards/tiny/cards.yaml": "build",
    "layouts/tiny/card.svg": "build check",
    "layouts/tiny/style.yaml": "build",
    "layouts/tiny/gem.svg": "build",
    "nineup.yaml": "build",
    "layouts/sheets/s.yaml": "build",
    "cards/tiny/prints/print-1.yaml": "diff print-done",
    "output/tiny/box/manifest.json": "build print-done",
    "output/tiny/pictures/pictures.json": "pictures",
    "fonts/Source-Regular.ttf": "build appendix",
    "layouts/appendix/10-a.md": "appendix",
}
"""Files of each kind, with commands that read them."""


@needs_links
@pytest.mark.parametrize("kind", UNFIT)
def test_no_command_hangs_on_a_file_that_is_none(tmp_path: Path, kind: str) -> None:
    runs = []
    for index, (file, commands) in enumerate(READ_BY.items()):
        root = write_tiny(tmp_path / str(index))
        path = root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        UNFIT[kind](path)
        runs += [(root, [words]) for words in commands.split()]
    run_all(runs)


def run_all(runs: list[tuple[Path, list[str]]]) -> None:
    """Commands, each in its project, one after the other in one process with little time and memory."""
    code = """
import os, resource, sys
resource.setrlimit(resource.RLIMIT_CPU, (30, 30))
resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
from nineup.cli import main
for folder, words in __RUNS__:
    os.chdir(folder)
    sys.argv = ["nineup", *words]
    try:
        main()
    except SystemExit as end:
        print(folder, words, end.code, file=sys.stderr)
""".replace("__RUNS__", repr([(str(root), words) for root, words in runs]))
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(ROOT / "generator")},
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=TIMEOUT,
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr, done.stderr
    assert "a bug in Nineup" not in done.stderr


@needs_links
def test_fonts_are_not_looked_for_behind_a_link_out_of_the_project(tmp_path: Path) -> None:
    root = write_tiny(tmp_path / "project")
    (root / "fonts").symlink_to("/usr")
    run_all([(root, ["build"])])
    assert (root / "output/tiny/box/manifest.json").is_file()


@needs_links
def test_a_folder_in_place_of_the_manifest_leaves_the_old_sheets(tmp_path: Path) -> None:
    root = write_tiny(tmp_path / "project")
    (root / "output/tiny/box/manifest.json").mkdir(parents=True)
    run_all([(root, ["build"])])
    assert [path.name for path in (root / "output/tiny/box").iterdir()] == ["manifest.json"]


@needs_links
def test_names_that_are_no_unicode_are_reported(tmp_path: Path) -> None:
    root = write_tiny(tmp_path / "project")
    for name in (b"cards/a\nb", b"cards/x\xff"):
        folder = os.path.join(os.fsencode(root), name)
        os.mkdir(folder)
        (Path(os.fsdecode(folder)) / "game.yaml").write_text("game: A\n", encoding="utf-8")
    os.makedirs(os.fsencode(root / "fonts"))
    for name in (b"fonts/x\xff-Regular.ttf", b"layouts/tiny/x\xff.svg"):
        Path(os.fsdecode(os.path.join(os.fsencode(root), name))).write_text("x", encoding="utf-8")
    formats = [["check", "--format", form] for form in ("text", "json", "sarif", "github")]
    run_all([(root, words) for words in (["games"], ["build"], *formats, ["appendix"])])


def nest(folder: Path, levels: int = 1200) -> None:
    """Folders in folders, deeper than calls may be nested; each is reached from the one above it, as their
    paths are too long.
    """
    folder.mkdir(parents=True, exist_ok=True)
    before = os.open(".", os.O_RDONLY)
    try:
        os.chdir(folder)
        for _ in range(levels):
            os.mkdir("a")
            os.chdir("a")
    finally:
        os.fchdir(before)
        os.close(before)


@needs_links
def test_folders_may_be_nested_without_end(tmp_path: Path) -> None:
    root = write_tiny(tmp_path / "project")
    try:
        for folder in ("fonts", "layouts/tiny", "cards/tiny", "output"):
            nest(root / folder)
        run_all([(root, words) for words in (["games"], ["build"], ["check"], ["appendix"])])
        assert (root / "output/tiny/box/manifest.json").is_file()
    finally:  # Python's own way to remove folders calls itself.
        subprocess.run(["rm", "-rf", str(root)], check=True)


@needs_links
def test_folders_are_walked_in_order_without_following_links(tmp_path: Path) -> None:
    for name in ("b/c/x", "b/y", "a/z"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "up").symlink_to(tmp_path)
    found = [(Path(top).relative_to(tmp_path).as_posix(), *names) for top, *names in walk(tmp_path)]
    assert found == [
        (".", ["a", "b", "up"], ["loop"]),
        ("a", [], ["z"]),
        ("b", ["c"], ["y"]),
        ("b/c", [], ["x"]),
    ]
    assert not list(walk(tmp_path / "none"))
    (tmp_path / "file").write_text("")
    assert not list(walk(tmp_path / "file"))


@pytest.mark.parametrize(
    "name",
    [
        "con",
        "CON",
        "con.yaml",
        "aux.tar.gz",
        "nul",
        "Prn.txt",
        "com1",
        "LPT9.svg",
        "com\u00b2",
        "aux .md",
        "CONIN$",
    ],
)
def test_names_of_devices_are_reserved_with_any_suffix(name: str) -> None:
    assert is_reserved(name)


@pytest.mark.parametrize(
    "name", ["cone", "con-1", "com", "com10", "icon", "x.con", "nul-1.yaml", "", "auxiliary"]
)
def test_other_names_are_not_reserved(name: str) -> None:
    assert not is_reserved(name)
