"""`unstated`: an amount that the rulebook leaves open for one of the game's player counts.

Always on, as a warning: a run that needs the amount is refused. Player counts whose runs never have the
component don't count. These may be accepted on the component: an open setup (`unstated`), open copies
(`unstated/copies`) and an open box (`unstated/box`).

Bad:

    components:
      coin: {shape: token, size: 16mm, layout: coin.svg, setup: {2-4: 3 * players, 5-6: unstated}}

Good: a decision, with its reason.

    components:
      coin:
        shape: token
        size: 16mm
        layout: coin.svg
        setup: 3 * players
        decided: {setup: The rulebook says nothing about 5 and 6 players; we continue as for 4.}
"""

from collections.abc import Iterable, Iterator

from nineup.base.diagnostics import Diagnostic
from nineup.logic.select import used_by_expression
from nineup.model.game import UNSTATED, Component, PlayerTable, RuleEntry
from nineup.rules.engine.proof import Proof, ProofScope


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    proof.mark(proof.counts, True)
    if proof.game.bands == (UNSTATED,):
        span = proof.game.spans.get("players", proof.game.span)
        message = f"the number of players of {proof.game.title} is unstated"
        yield Diagnostic("unstated", "warning", message, span=span, hint="state it in `players`")
    for component in proof.game.components.values():
        there = [n for n in proof.counts if _may_be_there(proof, component, n)]
        findings = (*_amounts(proof, component, there), *_boxes(proof, component))
        yield from proof.unless_accepted(component, findings)


def _may_be_there(proof: Proof, component: Component, players: int) -> bool:
    """Whether a run with that player count may have a component; its table must cover the other counts in any
    case.
    """
    if component.when is None:
        return True
    runs = Proof(proof.game, ProofScope((players,)))
    uses = used_by_expression(proof.game, component.when)
    return (
        runs.exists(uses, lambda scenario: scenario.holds(component.when), None, component.when) is not False
    )


def _amounts(proof: Proof, component: Component, there: list[int]) -> Iterator[Diagnostic]:
    for field, table in (("setup", component.setup), ("copies", component.copies)):
        silent = [n for n in there if table is not None and _is_silent(table, n)]
        if table is not None and silent:
            if ("unstated" if field == "setup" else f"unstated/{field}") not in component.accept:
                proof.mark(silent, False)
            step = table.at(silent[0])
            message = f"the {field} of `{component.id}` is unstated for {_players(silent)}"
            hint = "state it, and say why in `decided`"
            span = step.span if step else table.span
            kind = "" if field == "setup" else field
            yield Diagnostic("unstated", "warning", message, span=span, hint=hint, fact=kind)


def _boxes(proof: Proof, component: Component) -> Iterator[Diagnostic]:
    table = component.box
    for band in proof.game.bands:
        inside = [n for n in proof.counts if band.low <= n <= band.high]
        if not inside:
            continue
        steps = [step for step in table.steps if step.high >= band.high] if table else []
        if table is not None and (not steps or min(steps, key=lambda step: step.high).amount is None):
            if "unstated/box" not in component.accept:
                proof.mark(inside, False)
            message = f"what the box of {band.high} players holds of `{component.id}` is unstated"
            hint = "state it, and say why in `decided`"
            yield Diagnostic("unstated", "warning", message, span=table.span, hint=hint, fact="box")


def _is_silent(table: PlayerTable, players: int) -> bool:
    step = table.at(players)
    return step is None or step.amount is None


def _players(silent: Iterable[int]) -> str:
    *first, last = map(str, silent)
    return f"{', '.join(first)} and {last} players" if first else f"{last} player{'s' if last != '1' else ''}"
