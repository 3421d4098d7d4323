"""Time Nineup and Typst on the same cards, and Nineup and img2pdf on the same pictures: whole processes,
alternating, medians and paired ratios.

    python benchmarks/run.py [S L R P D games loop growth …] [--runs 7] [--save]

Checks that every word or picture of every card is in both PDFs, then prints a table of wall seconds,
processor seconds, peak memory of all processes together and bytes: with all cores and with one. `D` are heavy
drawings, `games` builds this project's games; `loop` times what their designers wait for: `build`, `check`,
one after the other, and `build --card`, each cold, again, and after an edit of one card, by itself and with
`nineup serve`; `growth` times commands on decks of 500 to 10,000 cards. All but `loop` run without the
cache. `--save` writes the tables to benchmarks/figures.md, with the machine, the date and the
versions, if Python was built with optimizations. Projects and PDFs remain in benchmarks/made/.
"""

import argparse
import compileall
import re
import shutil
import statistics
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path

import pypdfium2
from interpreters import optimizations
from measuring import Measured, machine, measure, peak
from workloads import (
    GEMS,
    PICTURES,
    WORKLOADS,
    cards,
    write_deck,
    write_drawings,
    write_nineup,
    write_pictures,
    write_typst,
)

HERE = Path(__file__).parent
WORK = HERE / "made"
PACKAGE = HERE.parent / "generator" / "nineup"
FONTS = PACKAGE / "starter" / "fonts"
NINEUP = str(Path(sys.executable).with_name("nineup"))

GAMES = "games"
"""The workload that builds this project itself; Typst has no counterpart."""

IMAGES = "P"
"""The workload of pictures, which img2pdf puts on a page each."""

DRAWINGS = "D"
"""The workload of heavy drawings."""

GROWTH = "growth"
"""The workload of commands on decks of several sizes; Typst has no counterpart."""

LOOP = "loop"
"""The workload of what is paid again: commands on this project's games, cold, again and after an edit."""

ROWS = [*WORKLOADS, IMAGES, DRAWINGS, GAMES, LOOP, GROWTH]

DECKS = (500, 2_000, 10_000)
"""Cards."""

SLOW = ("appendix", "pictures at 72 dpi")
MOST_SLOW = 2_000
"""Commands that make a picture of each card, and up to how many cards they are timed."""


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


def verify_pictures(pdf: Path) -> int:
    """The number of pages of a PDF. Exits if it has fewer different pictures than there are cards."""
    document = pypdfium2.PdfDocument(pdf)
    kind = [pypdfium2.raw.FPDF_PAGEOBJ_IMAGE]
    digests = {
        blake2b(bytes(picture.get_data())).digest()
        for page in document
        for picture in page.get_objects(kind, max_depth=5)
    }
    if len(digests) < PICTURES:
        raise SystemExit(f"{pdf} has {len(digests)} pictures instead of {PICTURES}")
    return len(document)


def prepare_pictures() -> tuple[list[str], list[str], Path, Path]:
    """Nineup's and img2pdf's command for the pictures, and the file that each writes."""
    project, out = WORK / "nineup-P", WORK / "img2pdf.pdf"
    shutil.rmtree(project, ignore_errors=True)
    pictures = write_pictures(project)
    ours = [NINEUP, "--project", str(project), "build", "--backs", "none"]
    theirs = [sys.executable, "-m", "img2pdf", *map(str, pictures), "-o", str(out)]
    return ours, theirs, project / "output" / "bench-p" / "box" / "cards-a4.pdf", out


def prepare(workload: str) -> tuple[list[str], list[str], Path, Path]:
    """Nineup's and Typst's command for a workload, and the file that each writes."""
    project, peer = WORK / f"nineup-{workload}", WORK / f"typst-{workload}"
    for folder in (project, peer):
        shutil.rmtree(folder, ignore_errors=True)
    write_nineup(project, workload, FONTS)
    write_typst(peer, workload, FONTS)
    ours = [NINEUP, "--project", str(project), "build", "--backs", "none"]
    theirs = [sys.executable, str(HERE / "typst_once.py"), str(peer), str(peer / "out.pdf")]
    game = f"bench-{workload.lower()}"
    return ours, theirs, project / "output" / game / "box" / "cards-a4.pdf", peer / "out.pdf"


HEAD = (
    "| workload, tool | wall s | on one core | cpu s | peak MiB | PDF kB | pages "
    "|\n|---|---:|---:|---:|---:|---:|---:|"
)


def row(name: str, runs: Sequence[Measured], alone: float, memory: float, size: int, pages: int) -> str:
    wall, cpu = (statistics.median(column) for column in zip(*runs, strict=True))
    return f"| {name} | {wall:.3f} | {alone:.3f} | {cpu:.3f} | {memory:.0f} | {size / 1000:.0f} | {pages} |"


def pair(workload: str, count: int) -> Iterator[str]:
    """The rows of a workload: Nineup, Typst or img2pdf, and the medians of the ratios of pairs."""
    is_pictures = workload == IMAGES
    ours, theirs, our_pdf, their_pdf = prepare_pictures() if is_pictures else prepare(workload)
    peer = "img2pdf" if is_pictures else "Typst"
    measure(ours), measure(theirs)
    pairs = [(measure(ours), measure(theirs)) for _ in range(count)]
    alone = [(measure(ours, 1), measure(theirs, 1)) for _ in range(max(1, count // 2))]
    for index, (name, command, pdf) in enumerate((("Nineup", ours, our_pdf), (peer, theirs, their_pdf))):
        runs = [each[index] for each in pairs]
        single = statistics.median(each[index].wall for each in alone)
        size = pdf.stat().st_size
        pages = verify_pictures(pdf) if is_pictures else verify(pdf, workload)
        yield row(f"{workload}, {name}", runs, single, peak(command), size, pages)
    wall, cpu = (statistics.median(getattr(a, x) / getattr(b, x) for a, b in pairs) for x in ("wall", "cpu"))
    single = statistics.median(a.wall / b.wall for a, b in alone)
    ratio = our_pdf.stat().st_size / their_pdf.stat().st_size
    yield f"| {workload}, ratio of pairs | {wall:.2f} | {single:.2f} | {cpu:.2f} | | {ratio:.2f} | |"


def games(count: int) -> str:
    """The row of this project itself: all its games on A4, whole boxes."""
    return _alone("all games of this project", HERE.parent, ["--paper", "a4"], count)


def drawings(count: int) -> str:
    """The row of heavy drawings."""
    project = WORK / f"nineup-{DRAWINGS}"
    shutil.rmtree(project, ignore_errors=True)
    write_drawings(project)
    return _alone(f"{DRAWINGS}, Nineup", project, ["--backs", "none"], count)


def _alone(name: str, project: Path, flags: Sequence[str], count: int) -> str:
    """The row of a project that only Nineup builds."""
    output = WORK / "alone"
    shutil.rmtree(output, ignore_errors=True)
    command = [NINEUP, "--project", str(project), "build", *flags, "-o", str(output)]
    measure(command)
    runs = [measure(command) for _ in range(count)]
    single = statistics.median(measure(command, 1).wall for _ in range(max(1, count // 2)))
    files = list(output.rglob("*.pdf"))
    pages = sum(len(pypdfium2.PdfDocument(file)) for file in files)
    size = sum(file.stat().st_size for file in files)
    return row(name, runs, single, peak(command), size, pages)


ALONE = "--no-server"

STEPS = (
    (["build"],),
    (["check"],),
    (["build", "gemotion"],),
    (["check", "gemotion"],),
    (["build", "gemotion"], ["check", "gemotion"]),
    (["build", "gemotion", "--card", "player-2"],),
)
"""The commands that are timed together, as words."""


def loop(count: int) -> Iterator[str]:
    """The rows of commands on this project's games: processor seconds and wall seconds, each time; of what a
    server runs, wall seconds.
    """
    project, cache = WORK / LOOP, WORK / "cache"
    shutil.rmtree(project, ignore_errors=True)
    for folder in ("cards", "layouts", "fonts"):
        shutil.copytree(HERE.parent / folder, project / folder)
    base = [NINEUP, "--project", str(project)]

    def run(step: Sequence[Sequence[str]], *flags: str, where: Path | None = cache) -> Measured:
        each = [measure([*base, *words, *flags], cache=where) for words in step]
        return Measured(sum(one.wall for one in each), sum(one.cpu for one in each))

    def edited(step: Sequence[Sequence[str]], *flags: str) -> Measured:
        _edit(project / "cards" / "gemotion" / "player.yaml")
        return run(step, *flags)

    cells: list[list[str]] = []
    for step in STEPS:
        shutil.rmtree(cache, ignore_errors=True)
        cold = [run(step, ALONE, where=None) for _ in range(count)]
        run(step, ALONE)
        again = [run(step, ALONE) for _ in range(count)]
        cells.append([_cell(cold), _cell(again), _cell([edited(step, ALONE) for _ in range(count)])])
    measure([*base, "serve", "--idle", "2"])
    for step, line in zip(STEPS, cells, strict=True):
        run(step), edited(step)
        again = [run(step) for _ in range(count)]
        line += [_wall(again), _wall([edited(step) for _ in range(count)])]
    yield (
        "| all games of this project, cpu s (wall s) | cold | again | after an edit of one card "
        "| served, wall s | served, after an edit |"
    )
    yield "|---|---:|---:|---:|---:|---:|"
    for step, line in zip(STEPS, cells, strict=True):
        yield f"| {', then '.join(map(' '.join, step))} | {' | '.join(line)} |"


def _wall(runs: Sequence[Measured]) -> str:
    return f"{statistics.median(one.wall for one in runs):.2f}"


def _edit(cards: Path) -> None:
    """Counts at the end of the first name in a list of cards, so that each edit gives a text that is new."""

    def count(line: re.Match[str]) -> str:
        return f"{line[1]} {int(line[2] or 0) + 1}"

    text = cards.read_text("utf-8")
    cards.write_text(re.sub(r"(?m)^(    name: .*?)(?: (\d+))?$", count, text, count=1), "utf-8")


def _cell(runs: Sequence[Measured]) -> str:
    wall, cpu = (statistics.median(column) for column in zip(*runs, strict=True))
    return f"{cpu:.2f} ({wall:.2f})"


def growth(count: int) -> Iterator[str]:
    """The rows of commands on decks of several sizes: seconds, and milliseconds for each card."""
    sizes = [f"{number:,} cards".replace(",", " ") for number in DECKS]
    yield f"| command | {' | '.join(sizes)} |\n|---|{'---:|' * len(DECKS)}"
    cells: dict[str, list[str]] = {}
    for number in DECKS:
        project = WORK / f"deck-{number}"
        shutil.rmtree(project, ignore_errors=True)
        write_deck(project, number, FONTS)
        base = [NINEUP, "--project", str(project)]
        measure([*base, "build", "--backs", "none"])
        measure([*base, "print-done", "--as", "v1"])
        commands = {
            "build": ["build", "--backs", "none"],
            "check": ["check"],
            "diff": ["diff"],
            SLOW[0]: ["appendix", "--format", "html,md"],
            SLOW[1]: ["pictures", "--dpi", "72"],
        }
        for name, words in commands.items():
            if name in SLOW and number > MOST_SLOW:
                cells[name].append("–")
                continue
            wall = statistics.median(measure([*base, *words]).wall for _ in range(count))
            cells.setdefault(name, []).append(f"{wall:.2f} s, {1000 * wall / number:.2f} ms each")
    for name, values in cells.items():
        yield f"| {name} | {' | '.join(values)} |"


def tables(workloads: Sequence[str], count: int) -> Iterator[str]:
    """The lines of the tables, as they are measured."""
    yield machine()
    yield f"\n{HEAD}"
    for workload in workloads:
        if workload == GAMES:
            yield games(count)
        elif workload == DRAWINGS:
            yield drawings(count)
        elif workload not in (LOOP, GROWTH):
            yield from pair(workload, count if workload != IMAGES else max(1, count // 2))
    if LOOP in workloads:
        yield ""
        yield from loop(max(1, count // 2))
    if GROWTH in workloads:
        yield ""
        yield from growth(max(1, count // 3))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "workloads",
        nargs="*",
        default=ROWS,
        metavar="WORKLOAD",
    )
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--save", action="store_true", help="write the tables to benchmarks/figures.md")
    asked = parser.parse_args()
    if asked.save and set(asked.workloads) != set(ROWS):
        raise SystemExit("--save writes all tables: leave out the names of rows")
    if asked.save and not optimizations():
        raise SystemExit(f"{sys.executable} was built without PGO or LTO: its figures aren't those of users")
    compileall.compile_dir(PACKAGE, quiet=1)  # as pip does when it installs
    lines = []
    for line in tables(asked.workloads, asked.runs):
        print(line, flush=True)
        lines.append(line)
    if asked.save:
        text = (
            "# Figures\n\nWritten by `python benchmarks/run.py --save`; what is measured is in its "
            "docstring and in\n`workloads.py`. "
            "On a busy machine, trust the ratios of pairs and not the seconds.\n\n"
        )
        (HERE / "figures.md").write_text(text + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
