"""Streams are made in order, and compressed by several threads, each as `deflate` does it."""

import sys
import threading
import time
import zlib

import pytest
from nineup.write.document.deflate import deflate, deflate_each

module = sys.modules["nineup.write.document.deflate"]  # The package has a function of that name.
STREAMS = [bytes([number]) * (20_000 - number) for number in range(50)]


@pytest.mark.parametrize("cores", [1, 2, 3, 100])
def test_streams_are_made_and_compressed_in_order(cores: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "available_cores", lambda: cores)
    before, asked = threading.active_count(), []

    def make(number: int) -> bytes:
        asked.append(number)
        return STREAMS[number]

    assert deflate_each(make, 50) == [deflate(stream) for stream in STREAMS]
    assert asked == list(range(50))
    assert deflate_each(make, 0) == []
    assert threading.active_count() == before


def test_each_core_compresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "available_cores", lambda: 3)
    all_here = threading.Barrier(3, timeout=20)
    assert deflate_each(lambda number: b"123"[number:], 3, lambda data: data * (all_here.wait() < 3)) == [
        b"123",
        b"23",
        b"3",
    ]


def test_a_stream_is_made_while_another_is_compressed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "available_cores", lambda: 2)
    second = threading.Event()

    def make(number: int) -> bytes:
        if number == 1:
            second.set()
        return b"%d" % number

    def compress(data: bytes) -> bytes:
        assert data != b"0" or second.wait(20)
        return data

    assert deflate_each(make, 2, compress) == [b"0", b"1"]


@pytest.mark.parametrize("fails", ["make", "deflate"])
@pytest.mark.parametrize("is_here", [True, False])
def test_a_failure_in_any_thread_is_a_failure_here(
    fails: str, is_here: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(module, "available_cores", lambda: 2)
    here, both, made = threading.get_ident(), threading.Barrier(2, timeout=20), []

    def fail(step: str) -> None:
        if step == fails and (threading.get_ident() == here) == is_here and len(made) > 2:
            raise zlib.error("broken")

    def make(number: int) -> bytes:
        made.append(number)
        fail("make")
        return b"%d" % number

    def compress(data: bytes) -> bytes:
        if data in (b"0", b"1"):  # Each thread has one of them.
            both.wait()
        time.sleep(0.001)
        fail("deflate")
        return data

    with pytest.raises(zlib.error, match="broken"):
        deflate_each(make, 1000, compress)
    assert len(made) < 1000
    assert capsys.readouterr().err == ""
