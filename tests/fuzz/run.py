"""Fuzzing: `python tests/fuzz/run.py [TARGET…] [--seconds N] [--inputs N] [--seed N]`, which `make fuzz`
runs.

Each target reads mutated seeds in a process of its own. An input that raises, kills the process, or takes
more time or memory than any file of its size should, is saved in `corpus/`, whose files are tests. Where
atheris is installed (`pip install 'nineup[fuzz]'`), it then chooses inputs for as long again, by the code
that they reach; `--plain` leaves that out.
"""

import argparse
import mmap
import os
import pickle
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parents[1] / "generator"), str(HERE.parent), str(HERE)]
from mutate import anything  # noqa: E402

if "--atheris" in sys.argv:
    import atheris

    with atheris.instrument_imports(include=["nineup"], enable_loader_override=False):
        from targets import TARGETS, Target
else:
    from targets import TARGETS, Target

HUNG = 20.0
"""Seconds of processor time after which an input is given up."""
LARGE = 400
"""MiB that no input may add to the process's peak."""
CORPUS = HERE / "corpus"


class Found(NamedTuple):
    """What fuzzing a target gave: `failures` are tracebacks and reasons, each kind once."""

    inputs: int
    failures: list[str]
    seconds: float
    slowest: float
    """Seconds of processor time of the slowest input."""
    peak: int
    """MiB of memory of the process at its largest."""


class HungError(BaseException):
    """An input takes too long. Not an Exception, so that nothing handles it."""


def peak_memory() -> int:
    """MiB of memory of this process at its largest; 0 where that isn't known."""
    try:
        import resource
    except ImportError:
        return 0
    return int(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss) >> (20 if sys.platform == "darwin" else 10)


def failure(target: Target, data: bytes) -> tuple[str, float]:
    """What is wrong with a target's way with an input, empty if nothing is; and its seconds of processor
    time.
    """
    before, begun = peak_memory(), time.process_time()
    try:
        target.read(data)
    except (Exception, HungError):
        return traceback.format_exc(), time.process_time() - begun
    taken, more = time.process_time() - begun, peak_memory() - before
    if taken > target.slow:
        return f"took {taken:.1f} seconds", taken
    return (f"took {more} MiB" if more > LARGE else ""), taken


def _hung(number: int, frame: object) -> None:
    raise HungError(f"takes more than {HUNG} seconds")


def fuzz(
    name: str, seconds: float, inputs: int, seed: int, about_to: Callable[[bytes], None] = lambda _: None
) -> Found:
    """Reads mutated seeds until time or number is up; `about_to` hears of each before it is read."""
    target, chance = TARGETS[name], random.Random(f"{name} {seed}")
    seeds = target.seeds()
    failures: dict[str, str] = {}
    slowest = 0.0
    start, done = time.monotonic(), 0
    while done < inputs and time.monotonic() < start + seconds:
        data = target.mutated(chance.choice(seeds), seeds, target.words, chance)
        about_to(data)
        if hasattr(signal, "ITIMER_PROF"):
            signal.setitimer(signal.ITIMER_PROF, HUNG)
        done += 1
        wrong, taken = failure(target, data)
        slowest = max(slowest, taken)
        if wrong:
            kind = kind_of(wrong)
            if kind not in failures:
                failures[kind] = wrong
                save(name, data)
    if hasattr(signal, "ITIMER_PROF"):
        signal.setitimer(signal.ITIMER_PROF, 0)
    return Found(done, list(failures.values()), time.monotonic() - start, slowest, peak_memory())


def kind_of(wrong: str) -> str:
    """Where a traceback ends, and the name of its exception, so that like failures are one."""
    rows = wrong.strip().splitlines()
    places = [row for row in rows if row.startswith("  File ")]
    return f"{places[-1:]} {re.sub('[0-9.]+', '', rows[-1].split(':')[0])}"


def save(name: str, data: bytes) -> None:
    folder = CORPUS / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / blake2b(data, digest_size=6).hexdigest()).write_bytes(data)


SHARED = 16 << 20
STUCK = 300
"""Seconds after which a process that is still at the same input is killed: it doesn't come back from a
library.
"""


def apart(name: str, seconds: float, inputs: int, seed: int) -> Found:
    """`fuzz` in a process of its own. An input that kills it is saved, and the next seed goes on."""
    if not hasattr(os, "fork"):
        return fuzz(name, seconds, inputs, seed)
    with tempfile.TemporaryDirectory(
        prefix="nineup-fuzz-"
    ) as folder:  # removed even if the process is killed
        return _forked(name, seconds, inputs, seed, folder)


def _forked(name: str, seconds: float, inputs: int, seed: int, folder: str) -> Found:
    shared = mmap.mmap(-1, SHARED)
    source, sink = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(source)
        tempfile.tempdir = folder
        signal.signal(signal.SIGPROF, _hung)
        number = 0

        def note(data: bytes) -> None:
            nonlocal number
            number += 1
            shared[16 : 16 + len(data)] = data[: SHARED - 16]
            shared[:16] = number.to_bytes(8, "little") + len(data).to_bytes(8, "little")

        with os.fdopen(sink, "wb") as out:
            pickle.dump(fuzz(name, seconds, inputs, seed, note), out)
        os._exit(0)
    os.close(sink)
    begun = time.monotonic()
    status = _wait(pid, shared)
    with os.fdopen(source, "rb") as answer:
        if status == 0:
            found: Found = pickle.load(answer)
            return found
    number, size = (int.from_bytes(shared[at : at + 8], "little") for at in (0, 8))
    save(name, shared[16 : 16 + size])
    reason = f"the process ended with status {status} at input {number}"
    left = seconds - (time.monotonic() - begun)
    rest = apart(name, left, inputs - number, seed + 1) if left > 0 else Found(0, [], 0, 0, 0)
    return rest._replace(
        inputs=number + rest.inputs,
        failures=[reason, *rest.failures],
        seconds=seconds - max(0, left) + rest.seconds,
    )


def _wait(pid: int, shared: mmap.mmap) -> int:
    """The exit code of a process, killed if it stays at one input; negative for a signal."""
    last, since = b"", time.monotonic()
    while True:
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        if shared[:8] != last:
            last, since = shared[:8], time.monotonic()
        elif time.monotonic() - since > STUCK:
            os.kill(pid, signal.SIGKILL)
        time.sleep(0.05)


def by_coverage(name: str, seconds: int) -> None:
    """Fuzz with atheris, which ends the process."""
    target = TARGETS[name]
    folder = HERE.parents[1] / "build" / "fuzz" / name
    folder.mkdir(parents=True, exist_ok=True)
    seeds = target.seeds()
    for seed in seeds:
        (folder / blake2b(seed, digest_size=6).hexdigest()).write_bytes(seed)

    def changed(data: bytes, most: int, seed: int) -> bytes:
        chance = random.Random(seed)
        if chance.random() < 0.5:
            return bytes(atheris.Mutate(data, most))
        try:
            return target.mutated(data, seeds, target.words, chance)[:most]
        except Exception:  # The data are too broken for a mutator that knows their format.
            return anything(data, seeds, target.words, chance)[:most]

    limits = [
        f"-max_total_time={seconds}",
        f"-timeout={HUNG:.0f}",
        "-rss_limit_mb=2048",
        f"-artifact_prefix={CORPUS / name}/",
    ]
    (CORPUS / name).mkdir(parents=True, exist_ok=True)
    atheris.Setup([sys.argv[0], str(folder), *limits], target.read, custom_mutator=changed)
    atheris.Fuzz()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="*", choices=[*TARGETS, []])
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--inputs", type=int, default=10**9)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**32))
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--atheris", action="store_true", help="only that, for one target")
    how.add_argument("--plain", action="store_true")
    asked = parser.parse_args()
    if asked.atheris:
        by_coverage(asked.targets[0], int(asked.seconds))
    has_atheris = not asked.plain and find_spec("atheris") is not None
    wrong = 0
    for name in asked.targets or TARGETS:
        found = apart(name, asked.seconds, asked.inputs, asked.seed)
        figures = f"{found.inputs:,} inputs in {found.seconds:.0f} s, slowest {found.slowest * 1000:.0f} ms, peak {found.peak} MiB"
        print(f"{name}: {figures}, {len(found.failures)} failures (--seed {asked.seed})", flush=True)
        for each in found.failures:
            print(each, flush=True)
        wrong += len(found.failures)
        if has_atheris:
            words = [sys.executable, __file__, name, "--atheris", "--seconds", str(asked.seconds)]
            done = subprocess.run(words, capture_output=True, encoding="utf-8", errors="replace", check=False)
            counted = re.findall(r"^#(\d+)\s", done.stderr, re.MULTILINE)
            print(f"{name}: {int(counted[-1]) if counted else 0:,} inputs chosen by atheris", flush=True)
            if done.returncode:
                print(done.stdout[-4000:], done.stderr[-4000:], flush=True)
                wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
