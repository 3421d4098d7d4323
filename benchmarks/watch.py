"""Time from the edit of one card until the whole deck is written again, in a running process.

    python benchmarks/watch.py [S|R|L] [--edits 21]

Each edit changes one card's text in the file of the whole deck. Prints the median and the slowest in
milliseconds, and for comparison a build without a cache in the same process; checks that both wrote the same
bytes. Then the same edits of the same cards by Typst, whose compiler keeps what it can from one compilation
to the next, as `typst watch` does.
"""

import argparse
import gc
import shutil
import statistics
import time
from contextlib import nullcontext
from importlib.metadata import version
from pathlib import Path

import typst
from nineup import pipeline
from nineup.base.diagnostics import Findings, Status
from nineup.base.project import Project
from nineup.pipeline.incremental import BuildCache
from run import FONTS, WORK
from workloads import WORKLOADS, write_nineup, write_typst


def timed(project: Project, game: str, cache: BuildCache | None = None) -> float:
    """Milliseconds of one build, from the edited file to the last byte."""
    findings = Findings()
    printing = pipeline.PrintOptions(backs="none")
    started = time.perf_counter()
    with cache.stages(project, game) if cache is not None else nullcontext(pipeline.Stages()) as stages:
        outcome = pipeline.build(
            project, game, pipeline.RunChoice(), printing, findings, lambda *_: None, stages
        )
    took = (time.perf_counter() - started) * 1000
    if outcome.status is not Status.DONE:
        raise SystemExit(f"{game} can't be built: {findings}")
    gc.collect()
    return took


def edit(path: Path, number: int) -> None:
    """Change the first word of one card's text."""
    lines = path.read_text(encoding="utf-8").split("\n")
    texts = [index for index, line in enumerate(lines) if line.startswith("    text: ")]
    place = texts[number * 37 % len(texts)]
    lines[place] = lines[place].replace("    text: ", "    text: Now ", 1)
    path.write_text("\n".join(lines), encoding="utf-8")


def written(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def typst_times(workload: str, edits: int) -> list[float]:
    """Milliseconds of each edit in a compiler of Typst's that has compiled the deck before, until the PDF is
    written.
    """
    folder = WORK / f"watch-{workload}-typst"
    shutil.rmtree(folder, ignore_errors=True)
    write_typst(folder, workload, FONTS)
    compiler = typst.Compiler(
        f"{folder}/sheet.typ", root=folder, font_paths=[f"{folder}/fonts"], ignore_system_fonts=True
    )
    took = []
    for number in range(-1, edits):
        if number >= 0:
            edit(folder / "cards.yaml", number)
        started = time.perf_counter()
        compiler.compile(output=f"{folder}/sheet.pdf", pdf_tags=False)
        took.append((time.perf_counter() - started) * 1000)
    return took[1:]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("workload", nargs="?", default="S", choices=list(WORKLOADS))
    parser.add_argument("--edits", type=int, default=21)
    asked = parser.parse_args()
    root, game = WORK / f"watch-{asked.workload}", f"bench-{asked.workload.lower()}"
    shutil.rmtree(root, ignore_errors=True)
    write_nineup(root, asked.workload, FONTS)
    project, cache = Project(root), BuildCache()
    cards, output = root / "cards" / game / "cards.yaml", root / "output" / game / "box"
    gc.disable()  # as the command does
    timed(project, game, cache)
    took = []
    for number in range(asked.edits):
        edit(cards, number)
        took.append(timed(project, game, cache))
    kept = written(output)
    fresh = statistics.median(timed(project, game) for _ in range(5))
    if written(output) != kept:
        raise SystemExit("builds with and without a cache wrote different bytes")
    print(
        f"{asked.workload}, {WORKLOADS[asked.workload][0]} cards: an edit takes "
        f"{statistics.median(took):.0f} ms",
        end="",
    )
    print(f" (slowest {max(took):.0f}), a build without a cache {fresh:.0f} ms; same bytes")
    peer = typst_times(asked.workload, asked.edits)
    print(
        f"Typst {version('typst')}: an edit takes {statistics.median(peer):.0f} ms (slowest {max(peer):.0f})"
    )


if __name__ == "__main__":
    main()
