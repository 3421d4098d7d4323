"""`contradicted`: a stated reason contradicts what it is given for.

Always on, as a warning. Reported are a component's size that is not the length in millimetres in its
`decided:`, and an option whose `because` names some values of its list, but neither those of its `including`
nor all others.

Bad:

    options:
      colors: {choose: color, including: [red, blue, green], because: Green needs another color beside it.}

Good:

    options:
      colors: {choose: color, including: [red, blue], because: Green needs another color beside it.}
"""

import re
from collections.abc import Iterator

from nineup.base.diagnostics import Diagnostic, few
from nineup.base.units import MM, mm
from nineup.model.game import Component, Game, Option, RuleEntry
from nineup.rules.engine.proof import Proof
from nineup.rules.wording.texts import words

CLOSE = 0.3
"""The difference in points that is allowed between a stated length and the size, for rounding."""

_LENGTH = re.compile(r"\b(\d+(?:\.\d+)?) ?mm\b")


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    for option in proof.game.options.values():
        yield from _option(proof.game, option)
    for component in proof.game.components.values():
        yield from proof.unless_accepted(component, _size(component))


def _option(game: Game, option: Option) -> Iterator[Diagnostic]:
    if not option.including or not option.because:
        return
    said = {word.lower() for word in words(option.because)}
    named = {value for value in option.values if _names(game, value, str(value.fields["name"])) & said}
    including = set(option.including)
    if named and named not in (including, set(option.values) - including):
        values = [value for value in option.values if value in named]
        message = (
            f"`because` of the option `{option.id}` names {few(values)}, neither what `including` lists nor "
            "all others"
        )
        hint = f"`including` lists {few(option.including)}"
        yield Diagnostic("contradicted", "warning", message, span=option.span, hint=hint)


def _names(game: Game, id: str, name: str) -> set[str]:
    """The ways in which a text may refer to a value of a list."""
    symbol = game.symbols.get(id)
    return {id, name.lower(), symbol.name.lower() if symbol else id}


def _size(component: Component) -> Iterator[Diagnostic]:
    stated = [float(length) * MM for length in _LENGTH.findall(component.decided.get("size", ""))]
    if stated and not any(abs(side - length) < CLOSE for side in component.size for length in stated):
        size = f"{mm(component.size.width)} by {mm(component.size.height)}"
        message = f"`{component.id}` is {size}, but `decided` gives a reason for {mm(stated[0])}"
        span = component.spans.get("size", component.span)
        yield Diagnostic(
            "contradicted", "warning", message, span=span, hint="correct the size, or its reason"
        )
