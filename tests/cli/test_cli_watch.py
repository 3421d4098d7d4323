"""`nineup watch` in a process of its own: it builds, meets an edit and a mistake, and goes on."""

import os
import queue
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from tiny import CARDS, write_tiny

WAIT = 30


@pytest.mark.skipif(os.name == "nt", reason="a process is interrupted otherwise there")
def test_it_builds_after_each_edit(tmp_path: Path) -> None:
    write_tiny(tmp_path)
    words = [sys.executable, "-u", "-m", "generator", "watch", "tiny", "--players", "2"]
    process = subprocess.Popen(
        words,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    said: queue.Queue[str] = queue.Queue()

    def listen() -> None:
        assert process.stdout is not None
        for line in process.stdout:
            said.put(line)

    listener = threading.Thread(target=listen, daemon=True)
    listener.start()

    def told(end: str) -> str:
        lines = ""
        while end not in lines:
            lines += said.get(timeout=WAIT)
        return lines

    try:
        assert "tiny: 4 pages in " in told(" ms\n")
        cards = tmp_path / "cards" / "tiny" / "cards.yaml"
        cards.write_text(CARDS.replace("{gem} and", "{gme} and"), encoding="utf-8")
        assert "there is no symbol `gme`" in told("nothing written\n")
        cards.write_text(CARDS.replace("copies: 2", "copies: 7"), encoding="utf-8")
        assert "tiny: 6 pages in " in told(" ms\n")
        process.send_signal(signal.SIGINT)
        assert process.wait(WAIT) == 0
    finally:
        process.kill()
        process.wait(WAIT)
        listener.join(WAIT)
