"""Play the games with simple players and show what happens: how games end, how long they take, who wins.

    python benchmarks/play.py [GAME…] [--games N] [--write]

Every figure is of N games (by default 300) from fixed seeds. `--write` puts the tables into
`cards/<game>/played.yaml`, from where the appendix prints them.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from nineup.model.game import Game  # noqa: E402

from benchmarks.players import gem_rush, gem_thief, gemotion, plein_air, raghba  # noqa: E402
from benchmarks.players.table import Played, loaded, share  # noqa: E402

Table = dict[str, Any]


def played(games: int, play: Callable[..., Played], game: Game, players: int, **how: Any) -> list[Played]:
    """So many games, each from a seed of its own."""
    return [play(game, players, Random(seed), **how) for seed in range(games)]


def percent(share: float) -> str:
    return f"{share:.1f} %" if 0 < share < 10 or 90 < share < 100 else f"{share:.0f} %"


def ended(games: Sequence[Played], end: str) -> str:
    return percent(share(games, (game.end == end for game in games)))


def mean(games: Sequence[Played], fact: str) -> str:
    return f"{sum(game.facts.get(fact, 0) for game in games) / len(games):.1f}"


def turns(games: Sequence[Played]) -> list[str]:
    """The median of the turns of all players together, and the longest game."""
    return [f"{median(game.turns for game in games):.0f}", str(max(game.turns for game in games))]


def first(games: Sequence[Played]) -> str:
    """How often the player who begins wins, of games that somebody wins; a shared win counts in part."""
    won = [game for game in games if game.winners]
    return (
        percent(100 * sum((0 in game.winners) / len(game.winners) for game in won) / len(won)) if won else "–"
    )


def table(name: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    return {"name": name, "head": list(head), "rows": [list(row) for row in rows]}


def idle(game: Game, games: Iterable[Played], *components: str) -> list[str]:
    """The cards that nobody ever played or used, by id."""
    used = sum((each.used for each in games), Counter())
    return [card.id for id in components for card in game.components[id].cards if not used[card.id]]


def thieves(game: Game, games: int) -> tuple[list[Table], list[str]]:
    rows, all_games = [], []
    for way, rules in gem_thief.WAYS.items():
        for n in range(2, 5):
            ps = played(games, gem_thief.play, game, n, **rules)
            ends = [ended(ps, "all five treasures"), ended(ps, "nobody can play")]
            figures = [mean(ps, fact) for fact in ("lead changes", "swaps", "passes", "battles")]
            rows.append([way, str(n), *ends, *turns(ps), first(ps), *figures])
            all_games += ps
    head = (
        "Who can’t play",
        "Players",
        "Somebody wins",
        "Nobody can play",
        "Turns",
        "Longest",
        "First wins",
        "Lead changes",
        "Swaps",
        "Passes",
        "Battles",
    )
    name = "Games by what a player does who can’t play"
    return [table(name, head, rows)], idle(game, all_games, "story", "conflict", "resolution", "destination")


def miners(game: Game, games: int) -> tuple[list[Table], list[str]]:
    rush, crisis, all_games = [], [], []
    for n in range(2, 7):
        ps = played(games, gem_rush.play, game, n)
        figures = [mean(ps, fact) for fact in ("best", "lead", "lead changes", "rooms")]
        rush.append([str(n), ended(ps, "points"), *turns(ps), first(ps), *figures])
        all_games += ps
    turn = game.data["turn"]["crisis"]
    steps = [{"name": "House rule", **turn["practice"]}, *turn["targets"]]
    targets = [step["points"] for step in steps]
    for n in range(1, 7):
        ps = played(games, gem_rush.play, game, n, target=max(targets))
        won = [percent(share(ps, (game.facts["all"] >= target for game in ps))) for target in targets]
        crisis.append([str(n), mean(ps, "all"), *won])
        all_games += ps
    head = (
        "Players",
        "Ends by points",
        "Turns",
        "Longest",
        "First wins",
        "Best",
        "Lead",
        "Lead changes",
        "Rooms",
    )
    names = [step["name"] for step in steps]
    return [
        table("A Rush", head, rush),
        table(
            "A Crisis: points at the end, and how often a target is reached",
            ("Players", "Points", *names),
            crisis,
        ),
    ], idle(game, all_games, "room")


def feelings(game: Game, games: int) -> tuple[list[Table], list[str]]:
    tables, all_games = [], []
    ends = ("all White Gems are Banked", "the Supply is empty", "a hand can’t be filled", "goes on")
    for returns in (True, False):
        rows = []
        for n in range(2, 7):
            ps = played(games, gemotion.play, game, n, returns=returns)
            figures = [mean(ps, fact) for fact in ("best", "lead", "lead changes", "turns without an action")]
            rows.append([str(n), *(ended(ps, end) for end in ends), *turns(ps), first(ps), *figures])
            all_games += ps
        tables.append(rows)
    head = (
        "Players", "White Banked", "Supply empty", "Hand not filled", "No end in 400 turns", "Turns",
        "Longest", "First wins", "Best", "Lead", "Lead changes", "Turns without an action",
    )  # fmt: skip
    names = (
        "Games with one to three colors, without Power cards",
        "The same with a house rule that we offer: a card that would Discard itself while your deck is empty "
        "leaves the game",
    )
    return [table(name, head, rows) for name, rows in zip(names, tables, strict=True)], idle(
        game, all_games, "player-deck"
    )


def souls(game: Game, games: int) -> tuple[list[Table], list[str]]:
    rows, all_games = [], []
    for n in range(2, 7):
        ps = played(games, raghba.play, game, n)
        figures = (mean(ps, "stories taken"), mean(ps, "tokens left on stories"), mean(ps, "pile shuffled"))
        led = [mean(ps, fact) for fact in ("best", "lead", "lead changes")]
        rows.append([str(n), *turns(ps), first(ps), *led, *figures])
        all_games += ps
    head = (
        "Players",
        "Turns",
        "Longest",
        "First wins",
        "Best",
        "Lead",
        "Lead changes",
        "Stories taken",
        "Tokens left",
        "Pile shuffled",
    )
    return [table("All seven layouts of stories", head, rows)], idle(
        game, all_games, "emotion", "engagement", "story"
    )


def painters(game: Game, games: int) -> tuple[list[Table], list[str]]:
    tables, all_games = [], []
    names = {"Without weather": False, "With the weather die": True}
    for name, weather in names.items():
        rows = []
        for n in range(2, 7):
            ps = played(games, plein_air.play, game, n, weather=weather)
            facts = ("best", "lead", "lead changes", "paintings", "turns without")
            figures = [mean(ps, fact) for fact in facts]
            rows.append([str(n), ended(ps, "four paintings"), *turns(ps), first(ps), *figures])
            all_games += ps
        tables.append((name, rows))
    head = (
        "Players",
        "Four paintings",
        "Turns",
        "Longest",
        "First wins",
        "Best",
        "Lead",
        "Lead changes",
        "Paintings each",
        "Turns without one",
    )
    return [table(name, head, rows) for name, rows in tables], idle(game, all_games, "painting")


GAMES = {
    "gem-rush": miners,
    "gem-thief": thieves,
    "gemotion": feelings,
    "plein-air": painters,
    "raghba": souls,
}


def written(id: str, games: int, tables: Sequence[Table], unused: Sequence[str]) -> str:
    """The file for the appendix."""
    text = (
        "# yaml-language-server: $schema=../../docs/schema/data.json\n"
        f"# What simple players made of the game. Written by: python benchmarks/play.py {id} --games "
        f"{games} --write\n\n"
        f"games: {games}\n"
        f"idle: [{', '.join(unused)}]\n"
        "tables:\n"
    )
    for each in tables:
        cells = [", ".join(f'"{cell}"' for cell in row) for row in (each["head"], *each["rows"])]
        text += f'  - name: "{each["name"]}"\n    head: [{cells[0]}]\n    rows:\n'
        text += "".join(f"      - [{row}]\n" for row in cells[1:])
    return text


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game", nargs="*", choices=[*GAMES, []], help="which games; by default all")
    parser.add_argument("--games", type=int, default=300, help="how many for each figure")
    parser.add_argument("--write", action="store_true", help="write cards/<game>/played.yaml")
    asked = parser.parse_args()
    for id in asked.game or GAMES:
        tables, unused = GAMES[id](loaded(id), asked.games)
        for each in tables:
            rows = [each["head"], *each["rows"]]
            widths = [max(len(row[at]) for row in rows) for at in range(len(each["head"]))]
            print(f"{id}: {each['name']}")
            for row in rows:
                print("  " + "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)))
        print(f"  never played or used: {', '.join(unused) or 'none'}\n")
        if asked.write:
            path = ROOT / "cards" / id / "played.yaml"
            path.write_text(written(id, asked.games, tables, unused), encoding="utf-8")


if __name__ == "__main__":
    main()
