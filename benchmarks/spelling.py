"""How well `terminology` spells: its share of 100 misspelled words, and its findings in texts as they are.

    git clone https://github.com/zzorba/marvelsdb-json-data
    python benchmarks/spelling.py marvelsdb-json-data/pack

Reads lists of cards as JSON, in the form that several databases of card games share. On each card, the
text of `--seeded` may get one slip, in a word of at least five letters that is no name: two letters
swapped, one added, left out or replaced, so that no word comes out. No slip is there twice, since one on
several cards would be a word of the game. What is found in the texts as they are is printed, for a reader
to judge: a mistake, or a false alarm.
"""

import argparse
import csv
import json
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from string import ascii_lowercase
from typing import Any

from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.files.load import load_game
from nineup.rules import check_game
from nineup.rules.wording.languages import Dictionaries

FIELDS = ("name", "title", "subname", "traits", "keywords", "text", "flavor", "back_text", "back_flavor")
GAME = """\
game: Spelling
players: 2
language: en
components:
  deck:
    {shape: card, size: poker, layout: card.svg, cards: deck.csv, fields: {FIELDS}}
"""

Cards = list[dict[str, str]]


def read(paths: list[Path]) -> Cards:
    """The texts of the cards in JSON files and folders of these, each code once."""
    files = [file for path in paths for file in (sorted(path.rglob("*.json")) if path.is_dir() else [path])]
    cards: dict[str, dict[str, str]] = {}
    for file in files:
        for card in json.loads(file.read_text(encoding="utf-8")):
            texts = {field: plain(card[field]) for field in FIELDS if isinstance(card.get(field), str)}
            cards[str(card["code"])] = texts
    return list(cards.values())


def plain(text: str) -> str:
    """A text without tags, symbols (`[star]`) and what is markup for us."""
    text = re.sub(r"</?[a-zA-Z][^<>]*>", "", text.replace("<br", "\n<br"))
    text = re.sub(r"\[+[^\[\]]{2,}\]+", " ", text)
    return re.sub(r"[*_\\{}<>#|`\[\]]", "", text)


def findings(cards: Cards) -> Iterator[tuple[int, str]]:
    """The number of a card and the message of each finding about it."""
    with tempfile.TemporaryDirectory() as root:
        folder = Path(root, "cards", "spelling")
        folder.mkdir(parents=True)
        (folder / "game.yaml").write_text(
            GAME.replace("FIELDS", ", ".join(f"{field}: {{optional: text}}" for field in FIELDS))
        )
        with (folder / "deck.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, ("id", *FIELDS), restval="")
            writer.writeheader()
            writer.writerows({"id": f"c{number}", **card} for number, card in enumerate(cards))
        game = load_game(Project(Path(root)), "spelling", found := Findings())
        assert game is not None, list(found)[:3]
        check_game(game, found, only=("terminology",))
    for finding in found:
        if (about := re.match(r"card `c(\d+)`: (.*)", finding.message)) and "nearly" in finding.message:
            yield int(about[1]), about[2]


def misspelled(word: str, random: Random) -> str:
    at, letter = random.randrange(1, len(word) - 1), random.choice(ascii_lowercase)
    before, after = word[:at], word[at:]
    swapped, less = before + after[1::-1] + after[2:], before + after[1:]
    return random.choice((swapped, less, before + letter + after, before + letter + after[1:]))


def seeded(cards: Cards, field: str, number: int, random: Random) -> tuple[Cards, dict[int, tuple[str, str]]]:
    """The cards with misspelled words, and these with the right ones, by the numbers of their cards."""
    english = Dictionaries().of("en")
    changed, slips, texts = list(cards), dict[int, tuple[str, str]](), " ".join(map(str, cards))
    order = [at for at, card in enumerate(cards) if card.get(field)]
    random.shuffle(order)
    for at in order:
        text = cards[at][field]
        words = list(re.finditer(r"(?<![^\s(])[a-z]{5,}(?![^\s.,;:)])", text))
        if not words or len(slips) == number:
            continue
        chosen = random.choice(words)
        slip = misspelled(chosen[0], random)
        known = english is not None and english.knows(slip)
        if not known and slip not in texts and all(slip != other for other, _ in slips.values()):
            changed[at] = {**cards[at], field: text[: chosen.start()] + slip + text[chosen.end() :]}
            slips[at] = slip, chosen[0]
    return changed, slips


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--seeded", default="text")
    parser.add_argument("--number", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options: Any = parser.parse_args()
    cards = read(options.paths)
    as_they_are = list(findings(cards))
    changed, slips = seeded(cards, options.seeded, options.number, Random(options.seed))
    heard = {(at, message.split("`")[1]) for at, message in findings(changed)}
    missed = [pair for at, pair in slips.items() if (at, pair[0]) not in heard]
    print(*(message for _, message in as_they_are), sep="\n")
    print(f"{len(cards)} cards: {len(as_they_are)} findings in the texts as they are")
    print(f"{len(slips) - len(missed)} of {len(slips)} misspelled words found; missed:", missed)


if __name__ == "__main__":
    main()
