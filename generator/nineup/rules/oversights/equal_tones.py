"""`equal-tones`: two items of a list or two symbols have the same color, where it distinguishes all others.

Always on, as a note: often one was copied and not changed. A color distinguishes items if it is the only one
that they have, or if at least three quarters of them have one of their own; the color of a letter, which many
items share, does not. Of symbols, those with a color are compared.

Reported:

    lists:
      suit:
        ruby: {name: Ruby, tone: "#b5162b"}
        jade: {name: Jade, tone: "#0c7a4e"}
        opal: {name: Opal, tone: "#b5162b"}

Not reported, since each has its own:

    lists:
      suit:
        ruby: {name: Ruby, tone: "#b5162b"}
        jade: {name: Jade, tone: "#0c7a4e"}
        opal: {name: Opal, tone: "#e9e3d3"}
"""

import re
from collections.abc import Iterator, Sequence

from nineup.base.diagnostics import Diagnostic, Span
from nineup.model.game import Game, Item, ItemList, RuleEntry
from nineup.rules.engine.proof import Proof

_FEWEST_SYMBOLS = 4
"""The least number of symbols with a color that are compared."""

_HEX = re.compile(r"#(?:[0-9a-f]{3}|[0-9a-f]{6})", re.IGNORECASE)

_COLORS = frozenset("color colour tone tint hue shade ink".split())
"""Fields whose texts are colors, however they are written: `crimson`, `rgb(181, 22, 43)`."""


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    for listed in (*proof.game.lists.values(), *_colored_symbols(proof.game)):
        fields = dict.fromkeys(field for item in listed.items for field in item.fields)
        colors = {field: tones for field in fields if (tones := _tones(listed.items, field))}
        for field, tones in colors.items():
            if _distinguishes(tones, is_only=len(colors) == 1):
                yield from _repeated(listed, field, tones)


def _colored_symbols(game: Game) -> Iterator[ItemList]:
    """The symbols with a field, for each field that is a color, as a list."""
    fields = dict.fromkeys(field for symbol in game.symbols.values() for field in symbol.fields)
    for field in fields:
        colored = [symbol for symbol in game.symbols.values() if symbol.fields.get(field) is not None]
        items = tuple([Item(symbol.id, {field: symbol.fields[field]}) for symbol in colored])
        spans: dict[tuple[str, ...], Span] = {(symbol.id, field): symbol.span for symbol in colored}
        if len(items) >= _FEWEST_SYMBOLS:
            yield ItemList("symbols", items, (), span=game.span, spans=spans)


def _tones(items: Sequence[Item], field: str) -> list[str]:
    """The colors of a field, those in digits in six of them; empty unless each item has one."""
    texts = [item.fields.get(field) for item in items]
    tones = [
        _full(text) if _HEX.fullmatch(text) else text.strip().lower()
        for text in texts
        if isinstance(text, str) and (_HEX.fullmatch(text) or field in _COLORS)
    ]
    return tones if len(tones) == len(texts) else []


def _full(text: str) -> str:
    digits = text[1:].lower()
    return digits if len(digits) == 6 else "".join(2 * digit for digit in digits)


def _distinguishes(tones: Sequence[str], is_only: bool) -> bool:
    different = len(set(tones))
    if is_only and different >= len(tones) - 1:
        return True
    return different >= 3 and 4 * different >= 3 * len(tones)


def _repeated(listed: ItemList, field: str, tones: Sequence[str]) -> Iterator[Diagnostic]:
    first: dict[str, Item] = {}
    for item, tone in zip(listed.items, tones, strict=True):
        other = first.setdefault(tone, item)
        if other is not item:
            message = f"`{item}` has the {field} of `{other}` in `{listed.name}`: {item.fields[field]}"
            span = listed.spans.get((item, field), listed.span)
            yield Diagnostic(
                "equal-tones", "note", message, span=span, hint="give each its own, if they are to differ"
            )
