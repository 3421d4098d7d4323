"""Runs a piece of work in a process of its own, with little time and memory: for what must stay cheap
whatever it is given.
"""

import math
import os
import pickle
import resource
import signal
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

MIB = 1024 * 1024


def fenced(work: Callable[[], Any], *, seconds: int = 2, memory: int = 200 * MIB) -> Any:
    """What the work returns; fails if it takes more processor time, or more bytes beyond those that this
    process has.
    """
    return fenced_each({"": work}, seconds=seconds, memory=memory)[""]


def fenced_each(
    works: Mapping[str, Callable[[], Any]], *, seconds: int = 2, memory: int = 200 * MIB
) -> dict[str, Any]:
    """As `fenced`, for many pieces of work one after another in one process, each with these limits."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        _work(works, writing, seconds, memory)
    os.close(writing)
    results: dict[str, Any] = {}
    with open(reading, "rb") as answers:
        while True:
            try:
                name, result, failure = pickle.load(answers)
            except EOFError:
                break
            assert not failure, f"{name}: {failure}"
            results[name] = result
    _, status = os.waitpid(child, 0)
    at_work = next((name for name in works if name not in results), "")
    ended = os.waitstatus_to_exitcode(status)
    assert ended not in (-signal.SIGXCPU, -signal.SIGKILL), f"{at_work}: took more than {seconds} seconds"
    assert ended == 0, f"{at_work}: ended with {ended}"
    return results


def _work(works: Mapping[str, Callable[[], Any]], writing: int, seconds: int, memory: int) -> None:
    """Never returns: what pytest would do at the end is its parent's to do."""
    code = 1
    try:
        signal.signal(signal.SIGXCPU, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_AS, (_size() + memory, resource.RLIM_INFINITY))
        with open(writing, "wb", buffering=0) as out:
            for name, work in works.items():
                used = math.ceil(time.process_time())
                resource.setrlimit(resource.RLIMIT_CPU, (used + seconds, resource.RLIM_INFINITY))
                out.write(pickle.dumps((name, *_result(work, seconds, memory))))
        code = 0
    finally:
        os._exit(code)


def _result(work: Callable[[], Any], seconds: int, memory: int) -> tuple[Any, str]:
    start = time.process_time()
    try:
        result = work()
    except MemoryError:
        return None, f"took more than {memory // MIB} MiB"
    except BaseException as error:
        return None, f"{type(error).__name__}: {error}"[:1000]
    took = time.process_time() - start
    return result, f"took {took:.1f} seconds, more than {seconds}" if took > seconds else ""


def _size() -> int:
    """The address space of this process, in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
