"""What Nineup says of a random game, as facts that the oracle can be asked about."""

import re
from pathlib import Path
from typing import Any

from nineup import pipeline
from nineup.base.diagnostics import Diagnostic, Findings
from nineup.base.project import Project
from nineup.model.game import Game as LoadedGame
from nineup.rules import check_game

from oracle.brute import Fact
from oracle.spec import Env, Game, Option
from oracle.written_game import write

JUDGED = {
    "inventory",
    "never-there",
    "deal",
    "rule",
    "combinations",
    "balance",
    "payable",
    "change-making",
    "needs",
    "answers",
    "agrees",
    "distinct",
    "printed",
}


OF_CARDS = {"agrees", "distinct", "payable", "printed", "rule"}
"""The rules that may find something of each card."""


def verdicts(game: Game, folder: Path) -> dict[Fact, list[Diagnostic]]:
    """Every finding of the rules that the oracle judges, by the fact that it is about."""
    findings = Findings()
    loaded = _loaded(game, folder)
    check_game(loaded, findings)
    return _by_fact(loaded, findings)


def verdicts_on_faces(game: Game, folder: Path) -> tuple[dict[Fact, list[Diagnostic]], dict[int, bool]]:
    """The same for the one rule of a game about faces, and whether it holds for a player count."""
    findings = Findings()
    loaded = _loaded(game, folder)
    proved = pipeline.check(Project(folder), "oracle", findings, rules=("printed",))
    assert proved is not None, findings
    (held,) = (row.held for row in proved.rows if row.code == "printed")
    return _by_fact(loaded, findings), held


def _loaded(game: Game, folder: Path) -> LoadedGame:
    for name, text in write(game).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    findings = Findings()
    loaded = pipeline.load(Project(folder), "oracle", findings)
    assert loaded is not None, [f"{each.message} {each.span}" for each in findings]
    return loaded


def _by_fact(loaded: LoadedGame, findings: Findings) -> dict[Fact, list[Diagnostic]]:
    begins = [entry.span.line for entry in loaded.rules]
    found: dict[Fact, list[Diagnostic]] = {}
    for finding in findings:
        if finding.code in JUDGED:
            found.setdefault(_fact(finding, begins), []).append(finding)
    return found


def _fact(finding: Diagnostic, begins: list[int]) -> Fact:
    named = re.search(r"`([\w-]+)`", finding.message)
    if finding.code in ("inventory", "never-there", "needs"):
        assert named is not None
        return Fact(finding.code, finding.severity, f"{named[1]} {finding.fact}".strip())
    place = finding.rule or finding.span
    assert place is not None
    number = max(number for number, line in enumerate(begins) if line <= place.line)
    about = _about(finding.message) if finding.code in OF_CARDS else ""
    return Fact(finding.code, finding.severity, f"{number} {about}".strip())


def _about(message: str) -> str:
    """The card, or the element of one, that a message is about."""
    if "selects nothing" in message:
        return "where"
    found = re.match(r"card `([\w-]+)`(?:, pair (\d+))?:", message)
    return " ".join(filter(None, found.groups())) if found else ""


def stated(game: Game, configuration: str) -> dict[str, Any]:
    """What a configuration such as `3 players, red, no power` says: `players`, and options by their ids."""
    said: dict[str, Any] = {}
    for words in filter(None, configuration.split(", ")):
        if count := re.fullmatch(r"(\d+) players?", words):
            said["players"] = int(count[1])
            continue
        if words in game.expansions:
            said[words] = True
            continue
        name, yes = (words[3:], False) if words.startswith("no ") else (words, True)
        option = next(option for option in game.options if name == option.id or name in option.values)
        if option.several:
            said[option.id] = (*said.get(option.id, ()), *([name] if yes else []))
        else:
            said[option.id] = name if option.values else yes
    return said


def shown_by(game: Game, configuration: str) -> list[Env]:
    """The tables that a finding's configuration represents.

    A switch or a word that it doesn't mention has its default; a set or a player count that it doesn't
    mention may be any.
    """
    said = stated(game, configuration)
    return [
        env
        for env in game.tables()
        if said.get("players", env.players) == env.players
        and all(
            name in game.needed(env.players) or (name in env.expansions) == (name in said)
            for name in game.expansions
        )
        and all(
            env.options[option.id] == said[option.id]
            if option.id in said
            else option.several or env.options[option.id] == option.default
            for option in game.options
        )
    ]


def size(game: Game, env: Env) -> tuple[object, ...]:
    """The place of a counterexample in the declared order.

    Fewest options off their default, then fewest items chosen, then fewest players, then the first value that
    differs.
    """
    free = env.expansions - game.needed(env.players)
    needless = tuple(name in free for name in game.expansions)
    changed = sum(needless) + sum(not o.several and env.options[o.id] != o.default for o in game.options)
    chosen = sum(len(env.options[o.id]) for o in game.options if o.several)
    values = tuple(_position(option, env.options[option.id]) for option in game.options)
    return changed, chosen, env.players, needless, values


def _position(option: Option, value: Any) -> tuple[Any, ...]:
    if option.several:
        return len(value), tuple(each not in value for each in option.values)
    return (option.values.index(value),) if option.values else (value != option.default,)
