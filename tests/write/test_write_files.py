"""Files appear whole or not at all, whatever happens in between."""

import errno
import os
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from nineup.write import files, replace, replace_all

ROOT = Path(__file__).parents[2]


def alone(path: Path) -> bool:
    """Whether a file is the only thing in its folder."""
    return list(path.parent.iterdir()) == [path]


def test_a_new_file_in_a_new_folder(tmp_path: Path) -> None:
    path = tmp_path / "output" / "game" / "sheets [1].pdf"
    replace(path, b"new")
    assert path.read_bytes() == b"new"
    assert alone(path)


def test_the_old_file_gives_way(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(b"old and longer")
    replace(path, b"new")
    assert path.read_bytes() == b"new"
    assert alone(path)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_others_may_read_it_as_any_new_file(tmp_path: Path) -> None:
    is_plain = tmp_path / "ordinary"
    is_plain.write_bytes(b"")
    replace(tmp_path / "a.pdf", b"new")
    assert (tmp_path / "a.pdf").stat().st_mode == is_plain.stat().st_mode


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(b"old")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, step, full)
    with pytest.raises(OSError, match="No space left"):
        replace(path, b"new")
    assert path.read_bytes() == b"old"
    assert alone(path)


LIMITED = """
import resource, signal, sys
from pathlib import Path
from nineup.write import replace
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    replace(Path(sys.argv[1]), bytes(5000))
except OSError as error:
    print(type(error).__name__)
"""


def test_a_write_that_stops_half_way_leaves_the_old_file(tmp_path: Path) -> None:
    pytest.importorskip("resource")
    path = tmp_path / "a.pdf"
    path.write_bytes(b"old")
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, str(path)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "OSError\n"
    assert path.read_bytes() == b"old"
    assert alone(path)


KILLED = """
import os, sys, time
from pathlib import Path
from nineup.write import replace
def wait(*_):
    print('written', flush=True)
    time.sleep(60)
os.replace = wait
replace(Path(sys.argv[1]), b'new')
"""


def test_a_killed_build_leaves_the_old_file_and_the_next_one_clears_up(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(b"old")
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, str(path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as build:
        assert build.stdout is not None
        assert build.stdout.readline() == "written\n"
        build.kill()
    assert path.read_bytes() == b"old"
    (left,) = (other for other in tmp_path.iterdir() if other != path)
    assert left.name.startswith(".")
    os.replace(left, left.with_name(left.name.replace("a.pdf", "b.pdf", 1)))
    replace(path, b"newer")
    assert path.read_bytes() == b"newer"
    assert os.name == "nt" or alone(path), "also what was to be another file"


def test_what_may_still_be_written_is_left(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    running = files._part_path(path, {})
    elsewhere = path.with_name(f".a.pdf.{0:08x}-1-{0:016x}.part")
    for part in (running, elsewhere):
        part.write_bytes(b"")
    replace(path, b"new")
    assert running.exists()
    assert elsewhere.exists(), "nobody knows the processes of another machine"
    forgotten = time.time() - 2 * 3600
    for part in (running, elsewhere):
        os.utime(part, (forgotten, forgotten))
    replace(path, b"newer")
    assert alone(path)


def test_what_somebody_else_has_changed_stays(tmp_path: Path) -> None:
    one, other = tmp_path / "a.yaml", tmp_path / "b.yaml"
    one.write_bytes(b"old")
    files.replace_all({one: b"new", other: b"new"}, {one: b"old", other: None})
    with pytest.raises(files.ChangedError, match="it was changed in the meantime") as reported:
        files.replace_all({one: b"newer", other: b"newer"}, {one: b"new", other: None})
    assert reported.value.filename == str(other)
    one.unlink()
    with pytest.raises(files.ChangedError):
        files.replace_all({one: b"newer", other: b"newer"}, {one: b"new", other: b"new"})
    assert other.read_bytes() == b"new"
    assert alone(other)


def test_what_belongs_to_another_file_is_not_cleared(tmp_path: Path) -> None:
    other = tmp_path / ".b.pdf.0123.part"
    other.write_bytes(b"")
    os.utime(other, (0, 0))
    replace(tmp_path / "a.pdf", b"new")
    replace(tmp_path / "?.pdf", b"new") if os.name != "nt" else None
    assert other.exists()


def test_two_builds_at_once_do_not_mix(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    versions = [bytes([i]) * 100_000 for i in range(8)]
    builds = [threading.Thread(target=replace, args=(path, version)) for version in versions]
    for build in builds:
        build.start()
    for build in builds:
        build.join()
    assert path.read_bytes() in versions
    assert alone(path)


def test_windows_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tries, move = [], os.replace

    def held(source: Path, target: Path) -> None:
        tries.append(source)
        if len(tries) < 3:
            error = PermissionError(errno.EACCES, "Access is denied")
            error.winerror = 5  # type: ignore[misc, attr-defined]
            raise error
        move(source, target)

    monkeypatch.setattr(os, "replace", held)
    monkeypatch.setattr(files.time, "sleep", lambda seconds: None)
    replace(tmp_path / "a.pdf", b"new")
    assert (tmp_path / "a.pdf").read_bytes() == b"new"
    assert len(tries) == 3


@pytest.mark.parametrize("windows", [True, False])
def test_a_file_held_for_good_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, windows: bool
) -> None:
    tries = []

    def held(source: Path, target: Path) -> None:
        tries.append(source)
        error = PermissionError(errno.EACCES, "Access is denied")
        if windows:
            error.winerror = 32  # type: ignore[misc, attr-defined]
        raise error

    monkeypatch.setattr(os, "replace", held)
    monkeypatch.setattr(files.time, "sleep", lambda seconds: None)
    with pytest.raises(PermissionError):
        replace(tmp_path / "a.pdf", b"new")
    assert (len(tries) > 1) is windows
    assert list(tmp_path.iterdir()) == []


def test_of_several_files_none_is_replaced_when_one_cannot_be_written(tmp_path: Path) -> None:
    first, folder = tmp_path / "a.pdf", tmp_path / "b.pdf"
    first.write_bytes(b"old")
    folder.mkdir()
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises((NotADirectoryError, FileExistsError)):
        files.replace_all({first: b"new", tmp_path / "file" / "d.pdf": b"new"})
    assert first.read_bytes() == b"old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.pdf", "b.pdf", "file"]


def test_the_error_names_the_file_that_was_to_be_written(tmp_path: Path) -> None:
    (tmp_path / "b.pdf").mkdir()
    with pytest.raises((IsADirectoryError, PermissionError)) as reported:
        replace(tmp_path / "b.pdf", b"new")
    assert reported.value.filename == str(tmp_path / "b.pdf")


def test_many_files_wait_for_the_disk_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = [tmp_path / f"{number}.webp" for number in range(40)]
    together = threading.Barrier(8)
    steps: list[str] = []

    def fsync(handle: int) -> None:
        if not stat.S_ISDIR(os.fstat(handle).st_mode):
            together.wait(timeout=30)  # which files one after the other would never pass
            steps.append("on the disk")

    def move(one: Path, other: Path, move: Callable[[Path, Path], None] = os.replace) -> None:
        steps.append("moved")
        move(one, other)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(os, "replace", move)
    replace_all({path: path.name.encode() for path in paths})
    assert steps == ["on the disk"] * 40 + ["moved"] * 40
    assert [path.read_bytes() for path in paths] == [path.name.encode() for path in paths]


def test_many_files_are_written_where_no_thread_can_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    left = iter(range(2))

    def start(self: threading.Thread) -> None:
        if next(left, None) is None:
            raise RuntimeError("can't start new thread")
        begin(self)

    begin = threading.Thread.start
    monkeypatch.setattr(threading.Thread, "start", start)
    paths = {tmp_path / str(number): b"new" for number in range(20)}
    replace_all(paths)
    assert all(path.read_bytes() == b"new" for path in paths)
    assert len(synced) >= 20


def test_if_one_of_many_files_does_not_reach_the_disk_none_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [tmp_path / f"{number}.webp" for number in range(40)]
    for path in paths:
        path.write_bytes(b"old")
    bad: list[int] = []

    def fsync(handle: int) -> None:
        bad.append(handle)
        if len(bad) == 20:
            raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(OSError, match="Input/output error") as caught:
        replace_all(dict.fromkeys(paths, b"new"))
    assert Path(caught.value.filename) in paths
    assert {path.read_bytes() for path in tmp_path.iterdir()} == {b"old"}
    assert len(list(tmp_path.iterdir())) == 40


@pytest.mark.parametrize("name", ["con.yaml", "Aux", "aux.d/page.png", "sheets/nul.svg", "com1.pdf"])
def test_no_file_gets_a_name_that_windows_reserves(tmp_path: Path, name: str) -> None:
    with pytest.raises(OSError, match="Windows reserves the name") as caught:
        replace_all({tmp_path / "a.txt": b"a", tmp_path / name: b"b"})
    assert caught.value.filename == str(tmp_path / name)
    assert list(tmp_path.rglob("*")) == []


@pytest.mark.skipif(sys.platform == "win32", reason="no such file")
def test_a_file_that_has_such_a_name_is_still_written(tmp_path: Path) -> None:
    (tmp_path / "con.yaml").write_bytes(b"old")
    replace(tmp_path / "con.yaml", b"new")
    assert (tmp_path / "con.yaml").read_bytes() == b"new"
