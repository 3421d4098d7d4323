"""How processes are measured: seconds, and the memory of a process with all that it starts."""

import importlib.metadata
import os
import platform
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from interpreters import optimizations

INTERVAL = 0.005
"""Seconds between two looks at the memory."""


class Measured(NamedTuple):
    """One run of a process: wall seconds, and processor seconds of all processes."""

    wall: float
    cpu: float


def measure(command: Sequence[str], cores: int | None = None, cache: Path | None = None) -> Measured:
    """Run a command to its end, on so many of the cores, with what is kept in a folder. Exits if it fails."""
    started = time.perf_counter()
    process = _start(command, cores, cache)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    if status:
        raise SystemExit(f"{' '.join(command)} failed; run it alone to see why")
    return Measured(wall, usage.ru_utime + usage.ru_stime)


def peak(command: Sequence[str]) -> float:
    """The most memory in MiB that a command and the processes it starts take together, each shared page once.

    Where there is no /proc, the largest process counts.
    """
    process = _start(command, None, None)
    most = 0.0
    while True:
        most = max(most, _memory(process.pid))
        ended, _, usage = os.wait4(process.pid, os.WNOHANG)
        if ended:
            scale = 1024 if sys.platform != "darwin" else 1024 * 1024
            return most or usage.ru_maxrss / scale
        time.sleep(INTERVAL)


def _start(command: Sequence[str], cores: int | None, cache: Path | None) -> "subprocess.Popen[bytes]":
    limited = cores is not None and hasattr(os, "sched_setaffinity")
    before = os.sched_getaffinity(0) if limited else set()
    if limited:
        os.sched_setaffinity(0, set(sorted(before)[:cores]))
    try:
        return subprocess.Popen(
            command,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "NINEUP_CACHE": str(cache or "off")},
        )
    finally:
        if limited:
            os.sched_setaffinity(0, before)


def _memory(process: int) -> float:
    """The proportional set sizes of a process and its descendants, in MiB; 0 where that isn't known."""
    total = 0.0
    try:
        for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                total += int(line.split()[1]) / 1024
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        return total
    return total + sum(_memory(int(child)) for child in children)


def machine() -> str:
    """What the figures were measured with, and how busy it was."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    versions = ", ".join(
        f"{name} {importlib.metadata.version(name)}" for name in ("nineup", "typst", "img2pdf")
    )
    load = f", load {os.getloadavg()[0]:.1f} before" if hasattr(os, "getloadavg") else ""
    return (
        f"{time.strftime('%Y-%m-%d')}; {_processor()}, {cores} cores; {platform.system()} "
        f"{platform.release()};"
        f" Python {platform.python_version()} ({optimizations() or 'not optimized'}), {versions}{load}."
    )


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    return next((line.split(": ")[1] for line in lines if line.startswith("model name")), platform.machine())
