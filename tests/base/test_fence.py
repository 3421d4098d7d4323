"""The fence round a piece of work of a process that stays alive: it ends in one sentence, and the process
goes on.
"""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from command import TIMEOUT
from nineup.base import fence
from nineup.base.fence import LimitError, limit_in_words, work_fence
from nineup.base.reading import read_file

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    before = resource_limit()
    monkeypatch.setattr(fence, "WORK_SECONDS", 0.1)
    monkeypatch.setattr(fence._Watchdog, "_INTERVAL", 0.02)
    yield
    wait_until(lambda: resource_limit() == before)


def resource_limit() -> object:
    resource = pytest.importorskip("resource")
    return resource.getrlimit(resource.RLIMIT_CPU)


def wait_until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


def endless() -> None:
    while True:
        pass


def fenced() -> None:
    with work_fence():
        endless()


def test_work_ends_in_a_sentence_that_names_the_file(tmp_path: Path) -> None:
    (tmp_path / "a.svg").write_text("<svg/>", encoding="utf-8")
    read_file(tmp_path / "a.svg")
    with pytest.raises(LimitError) as found:
        fenced()
    words = (
        f"stopped after 0.1 seconds of processor time; the last file that was read is {tmp_path / 'a.svg'}"
    )
    assert limit_in_words(found.value) == words


def test_inside_another_fence_one_adds_nothing() -> None:
    def twice() -> None:
        with work_fence():
            with work_fence():
                pass
            endless()

    with pytest.raises(LimitError):
        twice()


def test_waiting_takes_no_processor_time_and_short_work_is_left_alone() -> None:
    for _ in range(3):
        with work_fence():
            time.sleep(0.15)
    sum(range(1000))


def test_threads_are_fenced_apart() -> None:
    ended: list[str] = []

    def work(name: str, busy: bool) -> None:
        try:
            with work_fence():
                endless() if busy else time.sleep(0.5)
        except LimitError:
            ended.append(name)

    threads = [threading.Thread(target=work, args=(name, name == "busy")) for name in ("busy", "quiet")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ended == ["busy"]


def test_work_may_be_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fence._watchdog, "is_lifted", True)
    with work_fence():
        end = time.process_time() + 0.3
        while time.process_time() < end:
            pass


STUCK = """
import re, threading
import nineup.base.fence as fence
fence._GRACE = 1
def work():
    with fence.work_fence():
        re.match("(a+)+b", "a" * 60)  # It comes back in a thousand years, and lets no other thread run.
thread = threading.Thread(target=work)
thread.start()
thread.join()
"""


def test_a_process_that_is_stuck_in_a_library_ends() -> None:
    done = subprocess.run(
        [sys.executable, "-c", STUCK],
        env={**os.environ, "PYTHONPATH": str(ROOT / "generator")},
        capture_output=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert done.returncode == -signal.SIGXCPU


PROFILED = """
import sys
from nineup.base.fence import work_fence
with work_fence():
    pass
sys.setprofile(lambda *_: None)
sum(map(lambda each: each, range(1000)))
"""


def test_a_process_with_a_profiler_goes_on_after_a_piece_of_work() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "generator")}
    subprocess.run([sys.executable, "-c", PROFILED], env=environment, timeout=TIMEOUT, check=True)
