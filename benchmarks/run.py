"""Time Nineup and Typst on the same cards: whole processes, alternating, medians and paired ratios.

    python benchmarks/run.py [S L R games …] [--runs 5]

Checks that every word of every card is in both PDFs, then prints a table of wall seconds, processor seconds, peak
memory and bytes. Projects and PDFs remain in benchmarks/made/.
"""

import argparse
import compileall
import os
import shutil
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pypdfium2
from workloads import GEMS, WORKLOADS, cards, write_nineup, write_typst

HERE = Path(__file__).parent
WORK = HERE / "made"
PACKAGE = HERE.parent / "generator" / "nineup"
FONTS = PACKAGE / "starter" / "fonts"


GAMES = "games"
"""The workload that builds this project itself; Typst has no counterpart."""


class Measured(NamedTuple):
    """One run of a process: wall seconds, processor seconds, peak MiB."""

    wall: float
    cpu: float
    peak: float


def measure(command: Sequence[str]) -> Measured:
    """Run a command to its end. Exits if it fails."""
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    if status:
        raise SystemExit(f"{' '.join(command)} failed; run it alone to see why")
    scale = 1024 if sys.platform != "darwin" else 1024 * 1024
    return Measured(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / scale)


def verify(pdf: Path, workload: str) -> int:
    """The number of pages of a PDF. Exits if its text lacks a word of any card."""
    wanted: Counter[str] = Counter()
    for card in cards(workload):
        words = f"{card.id} {card.title} {card.text}"
        for gem in GEMS:
            words = words.replace(f"{{{gem}}}", " ")
        for word in words.replace(".", " ").split():
            wanted[word] += card.copies
    document = pypdfium2.PdfDocument(pdf)
    found: Counter[str] = Counter()
    for page in document:
        found.update(page.get_textpage().get_text_bounded().replace(".", " ").split())
    missing = wanted - found
    if missing:
        raise SystemExit(f"{pdf} lacks {missing.total()} words, such as {list(missing)[:5]}")
    return len(document)


def prepare(workload: str) -> tuple[list[str], list[str], Path, Path]:
    """Nineup's and Typst's command for a workload, and the file that each writes."""
    project, peer = WORK / f"nineup-{workload}", WORK / f"typst-{workload}"
    for folder in (project, peer):
        shutil.rmtree(folder, ignore_errors=True)
    write_nineup(project, workload, FONTS)
    write_typst(peer, workload, FONTS)
    nineup = Path(sys.executable).with_name("nineup")
    ours = [str(nineup), "--project", str(project), "build", "--backs", "none"]
    theirs = [sys.executable, str(HERE / "typst_once.py"), str(peer), str(peer / "out.pdf")]
    game = f"bench-{workload.lower()}"
    return ours, theirs, project / "output" / game / "box" / "cards-a4.pdf", peer / "out.pdf"


def row(name: str, runs: Sequence[Measured], pdf: Path, pages: int) -> str:
    wall, cpu, peak = (statistics.median(column) for column in zip(*runs, strict=True))
    return f"| {name} | {wall:.3f} | {cpu:.3f} | {peak:.0f} | {pdf.stat().st_size / 1000:.0f} | {pages} |"


def games(runs: int) -> str:
    """The row of this project itself: all its games on A4, whole boxes."""
    output = WORK / "games"
    shutil.rmtree(output, ignore_errors=True)
    nineup = Path(sys.executable).with_name("nineup")
    command = [str(nineup), "--project", str(HERE.parent), "build", "--paper", "a4", "-o", str(output)]
    measure(command)
    wall, cpu, peak = (
        statistics.median(column) for column in zip(*[measure(command) for _ in range(runs)], strict=True)
    )
    files = list(output.rglob("*.pdf"))
    pages = sum(len(pypdfium2.PdfDocument(file)) for file in files)
    size = sum(file.stat().st_size for file in files) / 1000
    return f"| all games of this project | {wall:.3f} | {cpu:.3f} | {peak:.0f} | {size:.0f} | {pages} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("workloads", nargs="*", default=[*WORKLOADS, GAMES], metavar="S|L|R|games")
    parser.add_argument("--runs", type=int, default=5)
    asked = parser.parse_args()
    compileall.compile_dir(PACKAGE, quiet=1)  # as pip does when it installs
    print("| workload, tool | wall s | cpu s | peak MiB | PDF kB | pages |\n|---|---:|---:|---:|---:|---:|")
    for workload in asked.workloads:
        if workload == GAMES:
            print(games(asked.runs), flush=True)
            continue
        ours, theirs, our_pdf, their_pdf = prepare(workload)
        measure(ours), measure(theirs)
        pairs = [(measure(ours), measure(theirs)) for _ in range(asked.runs)]
        print(row(f"{workload}, Nineup", [a for a, _ in pairs], our_pdf, verify(our_pdf, workload)))
        print(row(f"{workload}, Typst", [b for _, b in pairs], their_pdf, verify(their_pdf, workload)))
        wall = statistics.median(a.wall / b.wall for a, b in pairs)
        cpu = statistics.median(a.cpu / b.cpu for a, b in pairs)
        size = our_pdf.stat().st_size / their_pdf.stat().st_size
        print(f"| {workload}, ratio of pairs | {wall:.2f} | {cpu:.2f} | | {size:.2f} | |", flush=True)


if __name__ == "__main__":
    main()
