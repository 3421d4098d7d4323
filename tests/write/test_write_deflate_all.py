"""Streams are compressed by several threads, each as `deflate` does it."""

import sys
import threading
import zlib

import pytest
from nineup.write.deflate import deflate, deflate_all

module = sys.modules["nineup.write.deflate"]  # The package has a function of that name.
STREAMS = [bytes([number]) * (20_000 - number) for number in range(50)]


@pytest.mark.parametrize("cores", [1, 2, 3, 100])
def test_streams_are_compressed_in_order(cores: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "available_cores", lambda: cores)
    before = threading.active_count()
    assert deflate_all(STREAMS) == [deflate(stream) for stream in STREAMS]
    assert deflate_all([]) == []
    assert threading.active_count() == before


def test_each_core_compresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "available_cores", lambda: 3)
    all_here = threading.Barrier(3, timeout=20)
    assert deflate_all([b"1", b"2", b"3"], lambda data: data * (all_here.wait() < 3)) == [b"1", b"2", b"3"]


def test_a_failure_in_another_thread_is_a_failure_here(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(module, "available_cores", lambda: 2)
    here, both, asked = threading.get_ident(), threading.Barrier(2, timeout=20), []

    def compress(data: bytes) -> bytes:
        asked.append(data)
        if len(asked) <= 2:
            both.wait()
        if threading.get_ident() != here or len(asked) > 2:
            raise zlib.error(data.decode())
        return data

    with pytest.raises(zlib.error, match=r"\A[12]\Z"):
        deflate_all([b"1", b"2"], compress)
    assert len(asked) == 3
    assert capsys.readouterr().err == ""
