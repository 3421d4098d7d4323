"""Makes sixty mistakes in each of the five games, ten of each kind, and prints how many a check reports: with
all rules, without those that the game states itself (`says:`), and without these and `odd-one-out`.

    python benchmarks/mutations.py [GAME…]

A mistake is one edit of a file, at a place drawn from all that fit its kind: always the same ones. It is
caught if `check` says anything that it doesn't say of the game as it is, without looking at faces. Many can't
be caught: who knows whether a player picks up coins or cards?
"""

import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
from nineup.base.diagnostics import Findings
from nineup.base.project import EditedProject, Project
from nineup.files.load import load_game
from nineup.model.game import Game
from nineup.rules import RULES, ProofScope, check_game, rule_settings

ROOT = Path(__file__).parents[1]
GAMES = ("gem-rush", "gem-thief", "gemotion", "plein-air", "raghba")
OF_EACH = 10
"""Mistakes of each kind in a game."""

MEASURED = "played.yaml"
"""The file of figures that programs write."""

NUMBER = re.compile(r"(?<![\w#.-])\d+(?![\w.-])")
WORD = re.compile(r"(?<![\w{./#-])[a-z]{4,}(?![\w}:/.-])")
SYMBOL = re.compile(r"\{([a-z][a-z-]*)\}")
ITEM = re.compile(r"^\s+(?:- )?([a-z-]+): ([a-z][a-z-]*)$", re.MULTILINE)
FLOW = re.compile(r"\[([\w-]+), ([\w-]+)")
DRAWING = re.compile(r"[\w/-]+\.(?:svg|png|jpg)")
AMOUNT = re.compile(
    r"^(\s+(?:\w+: \{.*)?(?:setup|copies|box|at-least|at-most|exactly|default|when|players): )(.+)$",
    re.MULTILINE,
)


class Edit(msgspec.Struct, frozen=True):
    """A file with other characters at a place."""

    path: str
    start: int
    end: int
    new: str


def edits(files: dict[str, str], kind: str, chance: random.Random) -> Iterator[Edit]:
    """Mistakes of a kind, in a random order, without end if there are any."""
    places = [(path, place) for path, text in files.items() for place in PLACES[kind](path, text)]
    chance.shuffle(places)
    for path, place in places:
        text = files[path]
        new = CHANGES[kind](text, place, chance)
        if new is not None and new != place[0]:
            yield Edit(path, place.start(), place.end(), new)


def _body(path: str, text: str) -> Iterator[tuple[int, int]]:
    """The parts of a file that state the game, not its sources, its reasons, its rules or its questions."""
    end = re.search(r"^(?:rules|questions):", text, re.MULTILINE) if path.endswith("game.yaml") else None
    offset = 0
    for line in text[: end.start() if end else len(text)].splitlines(keepends=True):
        is_said = not re.match(r"\s*(?:- )?(?:#|source|decided|\w+: The document|id|accept|because)", line)
        if is_said:
            yield offset, offset + len(line.partition("  # ")[0])
        offset += len(line)


def _matches(pattern: re.Pattern[str]) -> Callable[[str, str], list[re.Match[str]]]:
    def found(path: str, text: str) -> list[re.Match[str]]:
        return [match for start, end in _body(path, text) for match in pattern.finditer(text, start, end)]

    return found


PLACES: dict[str, Callable[[str, str], list[re.Match[str]]]] = {
    "numbers": _matches(NUMBER),
    "words": lambda path, text: [] if path.endswith("game.yaml") else _matches(WORD)(path, text),
    "symbols": lambda path, text: _matches(SYMBOL)(path, text) + _matches(ITEM)(path, text),
    "order": _matches(FLOW),
    "art": lambda path, text: _matches(DRAWING)(path, text) if path.endswith("game.yaml") else [],
    "rules": lambda path, text: _matches(AMOUNT)(path, text) if path.endswith("game.yaml") else [],
}


def _number(text: str, place: re.Match[str], chance: random.Random) -> str:
    return str(int(place[0]) + chance.choice((1, -1, 2)))


def _word(text: str, place: re.Match[str], chance: random.Random) -> str:
    return chance.choice(WORD.findall(text))


def _symbol(text: str, place: re.Match[str], chance: random.Random) -> str | None:
    if place[0].startswith("{"):
        return "{" + chance.choice(SYMBOL.findall(text)) + "}"
    others = [each[2] for each in ITEM.finditer(text) if each[1] == place[1] and each[2] != place[2]]
    return place[0][: -len(place[2])] + chance.choice(others) if len(others) > 1 else None


def _order(text: str, place: re.Match[str], chance: random.Random) -> str:
    return f"[{place[2]}, {place[1]}"


def _art(text: str, place: re.Match[str], chance: random.Random) -> str:
    return chance.choice(DRAWING.findall(text))


def _amount(text: str, place: re.Match[str], chance: random.Random) -> str | None:
    numbers = list(re.finditer(r"\d+", place[2]))
    if place[2] in ("yes", "no"):
        return place[1] + ("no" if place[2] == "yes" else "yes")
    if not numbers:
        return None
    number = chance.choice(numbers)
    return place[1] + place[2][: number.start()] + str(int(number[0]) + 1) + place[2][number.end() :]


CHANGES: dict[str, Callable[[str, re.Match[str], random.Random], str | None]] = {
    "numbers": _number,
    "words": _word,
    "symbols": _symbol,
    "order": _order,
    "art": _art,
    "rules": _amount,
}

WAYS: dict[str, Callable[[Game], Game]] = {
    "all": lambda game: game,
    "no says": lambda game: msgspec.structs.replace(
        game, rules=tuple([each for each in game.rules if each.check is None])
    ),
}
WAYS["no notes"] = WAYS["no says"]
CODES = [rule.code for rule in RULES if "game" in rule.needs]


def said(project: Project, name: str) -> dict[str, set[str]]:
    """What is found in a game in each way, in its largest configuration."""
    findings = Findings()
    game = load_game(project, name, findings, rule_settings())
    loading = {finding.message for finding in findings}
    if game is None:
        return dict.fromkeys(WAYS, loading)
    scope = ProofScope((max(band.high for band in game.bands if band.high < 99),))
    every = {
        id: option.values
        for id, option in game.options.items()
        if option.kind == "some" and not option.at_most
    }
    found: dict[str, set[str]] = {}
    for way, changed in WAYS.items():
        only = [code for code in CODES if way != "no notes" or code != "odd-one-out"]
        proved = Findings()
        check_game(
            changed(game), proved, msgspec.structs.replace(scope, options=every), only, project=project
        )
        found[way] = loading | {finding.message for finding in proved}
    return found


def caught(name: str, of_each: int = OF_EACH) -> dict[str, Counter[str]]:
    """How many mistakes of each kind are caught in each way, with their number as `of`."""
    project = Project(ROOT)
    paths = [path for path in project.list(f"cards/{name}", "*.yaml") if not path.endswith(MEASURED)]
    files = {path: project.read(path).decode() for path in paths}
    before = said(project, name)
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for kind in PLACES:
        chance = random.Random(f"{name} {kind}")
        for edit, _ in zip(edits(files, kind, chance), range(of_each), strict=False):
            text = files[edit.path]
            changed = (text[: edit.start] + edit.new + text[edit.end :]).encode()
            after = said(EditedProject(project, {edit.path: changed}), name)
            counts[kind]["of"] += 1
            for way in WAYS:
                counts[kind][way] += bool(after[way] - before[way])
    return counts


def main() -> None:
    total: defaultdict[str, Counter[str]] = defaultdict(Counter)
    print(f"{'':24}" + "".join(f"{way:>12}" for way in ("mistakes", *WAYS)))
    for name in sys.argv[1:] or GAMES:
        for kind, counts in caught(name).items():
            total[kind] += counts
            total[name] += counts
            total["together"] += counts
        _print(name, total[name])
    for kind in (*PLACES, "together"):
        _print(kind, total[kind])


def _print(label: str, counts: Counter[str]) -> None:
    shares = "".join(f"{counts[way]:>6} {counts[way] / max(1, counts['of']):>5.0%}" for way in WAYS)
    print(f"{label:24}{counts['of']:>12}{shares}")


if __name__ == "__main__":
    main()
