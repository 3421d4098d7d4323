"""What unique decks cost: processor time, bytes and memory of a deck, and by extrapolation of a million.

    python benchmarks/unique.py [--decks 400]

Decks of 36 of 350 cards with a title and thirty words, four sheets each on A4, once with cards that look the
same in every deck and once with the deck's name on each. The marginal cost is the difference between two
runs, so that starting and drawing the cards once don't count. One process, since time on the clock depends on
how many there are.
"""

import argparse
import shutil
import sys
from pathlib import Path
from typing import NamedTuple

from measuring import machine, measure, peak
from workloads import LAYOUT, write_deck

HERE = Path(__file__).parent
WORK = HERE / "made" / "unique"
FONTS = HERE.parent / "generator" / "nineup" / "starter" / "fonts"
NINEUP = str(Path(sys.executable).with_name("nineup"))

CARDS = 350
MILLION = 1_000_000

RECIPE = """\
unique:
  pools:
    leaders: {from: card, where: card.frame == 'crimson', take: 4}
    others: {from: card, take: 32}
  rules:
    - says: each colour occurs
      check: deck|map(attribute='frame')|unique|list|length == lists.frame|length
"""


class Cost(NamedTuple):
    """Of one deck: processor seconds and bytes; and MiB at the most for all of them."""

    seconds: float
    size: float
    memory: float


def prepare(named: bool) -> Path:
    """A project, with or without the deck's name on its cards."""
    root = WORK / ("named" if named else "plain")
    shutil.rmtree(root, ignore_errors=True)
    write_deck(root, CARDS, FONTS)
    game = root / "cards" / f"bench-{CARDS}" / "game.yaml"
    game.write_text(game.read_text("utf-8") + RECIPE, "utf-8")
    if named:
        layout = LAYOUT.replace("{{ card.id }}", "{{ card.id }} {{ print.deck }}")
        (root / "layouts" / f"bench-{CARDS}" / "card.svg").write_text(layout, "utf-8")
    return root


def cost(root: Path, decks: int) -> Cost:
    """The marginal cost of a deck, from runs of a quarter and of all."""
    few, seconds = max(100, decks // 4), []
    for count in (few, decks):
        shutil.rmtree(root / "output", ignore_errors=True)
        command = [NINEUP, "--project", str(root), "unique", "--count", str(count), "--seed", "bench"]
        seconds.append(measure(command, 1).cpu)
    size = sum(path.stat().st_size for path in (root / "output").rglob("*") if path.is_file())
    shutil.rmtree(root / "output")
    return Cost((seconds[1] - seconds[0]) / (decks - few), size / decks, peak(command))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--decks", type=int, default=400, help="more than 100")
    decks = parser.parse_args().decks
    print(machine())
    print(
        "\n| cards | ms of a core | decks a second and core | kB | MiB at the most | a million "
        "(extrapolated) |"
    )
    print("|---|---:|---:|---:|---:|---:|")
    for named in (False, True):
        one = cost(prepare(named), decks)
        hours, size = one.seconds * MILLION / 3600, one.size * MILLION / 1e9
        what = "with the deck's name" if named else "the same in every deck"
        print(
            f"| {what} | {one.seconds * 1000:.1f} | {1 / one.seconds:.0f} | {one.size / 1000:.1f} | "
            f"{one.memory:.0f} |"
            f" {hours:.1f} core hours, {size:.0f} GB |"
        )


if __name__ == "__main__":
    main()
