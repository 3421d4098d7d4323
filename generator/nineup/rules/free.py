"""A free rule: what the game says of itself, checked for every player count and choice it depends on.

    rules:
      - says: every player has 17 cards and 3 more for each color
        when: players > 2                                # only there; may be left out
        check: count('player-deck') == players * (17 + 3 * colors|length)
        severity: warning                                # error when left out
        source: Rulebook, page 2

`count('id')` is what the setup lays out of a component, `box('id')` what the box holds, `cards('id')`
its cards with their fields.

Bad:

    - says: the game takes about an hour
      check: minutes                                     # a number is neither yes nor no

Good:

    - says: the game takes about an hour
      check: minutes >= 50 and minutes <= 70
"""

from collections.abc import Iterable, Iterator
from functools import partial

from nineup.diagnostics import Diagnostic
from nineup.expression import calls, names
from nineup.game import RuleEntry
from nineup.rules.proof import Proof
from nineup.rules.rule import Rule
from nineup.select import Scenario, used_by_expression


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    assert entry is not None
    yield from proof.smallest(used_by_expression(proof.game, entry.check), partial(_holds, entry), entry.when)


def _holds(entry: RuleEntry, scenario: Scenario) -> Iterator[Diagnostic]:
    assert entry.check is not None
    if not scenario.holds(entry.check):
        says = " ".join(entry.says.split()).rstrip(".") or f"`{' '.join(entry.check.source.split())}`"
        yield Diagnostic(
            "rule", entry.severity, f"does not hold: {says}", entry.check.span, _values(entry, scenario)
        )


def _values(entry: RuleEntry, scenario: Scenario) -> str:
    """The short values that the check was made from: `players = 4; minutes = 54; count('gem') = 49`."""
    assert entry.check is not None
    source = entry.check.source
    found = {name: scenario.context.get(name) for name in sorted(names(source))}
    plain = {name: value for name, value in found.items() if isinstance(value, (bool, int, float, str))}
    lists = {name: ", ".join(map(str, value)) for name, value in found.items() if isinstance(value, tuple)}
    told = {**plain, **lists, **dict(_counted(sorted(calls(source)), scenario))}
    return "; ".join(f"{name} = {value}" for name, value in told.items())


def _counted(called: Iterable[tuple[str, str]], scenario: Scenario) -> Iterator[tuple[str, object]]:
    """What each `count('id')` and `box('id')` came to, and how many cards `cards('id')` gave."""
    for helper, id in called:
        if helper in ("count", "box", "cards") and id in scenario.game.components:
            call = f"{helper}('{id}')"
            try:
                value = scenario.context[helper](id)
            except ValueError:
                continue  # An amount that is unstated here; the check came to its end without it.
            if value is not None:
                yield (f"{call}|length", len(value)) if helper == "cards" else (call, value)


RULE = Rule("rule", "what the game says of itself holds", "error", frozenset({"game", "settings"}), check)
