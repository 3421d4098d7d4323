"""Fuzzing: `python tests/fuzz/run.py [TARGET…] [--seconds N] [--inputs N] [--seed N]`, which `make fuzz` runs.

Each target reads mutated seeds; an input that raises, or takes more than `SLOW` seconds, is saved in `corpus/`, whose files are
tests. With atheris installed, `--atheris` lets it choose the inputs of one target by the code that they reach.
"""

import argparse
import random
import sys
import time
import traceback
from hashlib import blake2b
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parents[1] / "generator"), str(HERE.parent), str(HERE)]
from targets import TARGETS, Target  # noqa: E402

SLOW = 2.0
"""Seconds of processor time that no input of some kilobytes may take."""
LONGEST = 60_000
CORPUS = HERE / "corpus"


def mutated(data: bytes, seeds: list[bytes], words: tuple[str, ...], chance: random.Random) -> bytes:
    """A seed with a few changes."""
    made = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 3, 8))):
        at, size = chance.randrange(len(made) + 1), chance.choice((1, 1, 2, 4, 16, 64, 400))
        match chance.randrange(7):
            case 0:
                del made[at : at + size]
            case 1:
                made[at:at] = made[at : at + size] * chance.choice((1, 2, 30))
            case 2 if words:
                made[at:at] = chance.choice(words).encode("utf-8", "surrogateescape")
            case 3 if words:
                made[at : at + size] = chance.choice(words).encode("utf-8", "surrogateescape")
            case 4:
                other = chance.choice(seeds)
                begin = chance.randrange(len(other) + 1)
                made[at:at] = other[begin : begin + size]
            case 5:
                made[at : at + 1] = bytes([chance.randrange(256)])
            case _:
                made[at : at + size] = bytes(chance.randrange(32, 127) for _ in range(size))
    return bytes(made[: max(LONGEST, len(data))])


def failure(target: Target, data: bytes) -> str:
    """What is wrong with a target's way with an input; empty if nothing is."""
    begun = time.process_time()
    try:
        target.read(data)
    except Exception:
        return traceback.format_exc()
    taken = time.process_time() - begun
    return f"took {taken:.1f} seconds" if taken > SLOW else ""


def fuzz(name: str, seconds: float, inputs: int, seed: int) -> tuple[int, list[str]]:
    """How many inputs were read before time or number was up, and what failed, a line of its traceback each once."""
    target, chance = TARGETS[name], random.Random(f"{name} {seed}")
    seeds = target.seeds()
    failures: dict[str, str] = {}
    end, done = time.monotonic() + seconds, 0
    while done < inputs and time.monotonic() < end:
        data = mutated(chance.choice(seeds), seeds, target.words, chance)
        done += 1
        if wrong := failure(target, data):
            kind = "\n".join(wrong.strip().splitlines()[-3:])
            if kind not in failures:
                failures[kind] = wrong
                save(name, data)
    return done, list(failures.values())


def save(name: str, data: bytes) -> None:
    folder = CORPUS / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / blake2b(data, digest_size=6).hexdigest()).write_bytes(data)


def by_coverage(name: str, seconds: int) -> None:
    """Fuzz with atheris, which ends the process."""
    import atheris

    atheris.instrument_all()
    target = TARGETS[name]
    folder = HERE.parents[1] / "build" / "fuzz" / name
    folder.mkdir(parents=True, exist_ok=True)
    for seed in target.seeds():
        (folder / blake2b(seed, digest_size=6).hexdigest()).write_bytes(seed)
    atheris.Setup([sys.argv[0], str(folder), f"-max_total_time={seconds}", "-timeout=10"], target.read)
    atheris.Fuzz()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="*", choices=[*TARGETS, []])
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--inputs", type=int, default=10**9)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**32))
    parser.add_argument("--atheris", action="store_true")
    asked = parser.parse_args()
    if asked.atheris:
        by_coverage(asked.targets[0], int(asked.seconds))
    wrong = 0
    for name in asked.targets or TARGETS:
        done, failures = fuzz(name, asked.seconds, asked.inputs, asked.seed)
        print(f"{name}: {done:,} inputs, {len(failures)} failures (--seed {asked.seed})", flush=True)
        for each in failures:
            print(each, flush=True)
        wrong += len(failures)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
