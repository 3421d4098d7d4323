"""`color-distance`: everybody can distinguish the symbols, by shape or by clearly different colors.

Always on, as a warning, for symbols of the same shape that differ only in color: their colors must be at
least 10 apart (ΔE2000), for normal vision, for the three kinds of color blindness, and in grey. Symbols that
look alike are one finding, with its pairs.

Reported: two round gems, `#d02020` and `#308030`, which look alike to many people.

    symbols:
      red: {name: Red, art: red-dot.svg}
      green: {name: Green, art: green-dot.svg}

Not reported, since each has its own shape:

    symbols:
      red: {name: Red, art: red-trillion.svg}
      green: {name: Green, art: green-square.svg}
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from nineup.base.diagnostics import Diagnostic
from nineup.faces.surface import area, marks_of
from nineup.model.drawing import Colour, Form, Op, Path, hex_of
from nineup.model.game import RuleEntry
from nineup.rules.engine.proof import Proof

LEAST = 10.0

MOST_OF_A_SHAPE = 100
"""The largest number of symbols of one shape that are compared: each pair takes a millisecond."""

_LISTED = 12
"""The number of pairs of a group that are named, the most similar first."""

EYES = {
    "": "to normal eyes",
    "protan": "to protanopes",
    "deutan": "to deuteranopes",
    "tritan": "to tritanopes",
    "grey": "in grey",
}


class _Pair(NamedTuple):
    """Two symbols that look alike, and the distance of their colours for the type of vision that
    distinguishes them least.
    """

    distance: float
    eyes: str
    one: str
    other: str


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    symbols = proof.game.symbols
    shown: dict[str, Colour] = {}
    by_shape: dict[tuple[object, ...], list[str]] = {}
    for id, form in proof.rendered_faces.symbols.items():
        colour = main_colour(form)
        if colour is not None and id in symbols:
            shown[id] = colour
            by_shape.setdefault(shape(form.ops, max(form.size)), []).append(id)
    pairs: list[_Pair] = []
    known: dict[tuple[Colour, Colour], tuple[float, str]] = {}
    for ids in by_shape.values():
        if len(ids) > MOST_OF_A_SHAPE:
            message = f"{len(ids):,} symbols share a shape: only {MOST_OF_A_SHAPE} of them are compared"
            hint = "give them shapes of their own"
            yield Diagnostic(
                "color-distance", "warning", message, span=symbols[ids[MOST_OF_A_SHAPE]].span, hint=hint
            )
        for one, other in combinations(ids[:MOST_OF_A_SHAPE], 2):
            both = shown[one], shown[other]
            if both not in known:
                known[both] = min((distance(*both, eye), eye) for eye in EYES)
            if known[both][0] < LEAST:
                pairs.append(_Pair(*known[both], one, other))
    places = {id: place for place, id in enumerate(shown)}
    pairs.sort(key=lambda pair: (places[pair.one], places[pair.other]))
    colours = {id: f"`{id}` ({hex_of(colour)})" for id, colour in shown.items()}
    hint = f"give them shapes of their own, or colors at least {LEAST:g} apart"
    for alike in _groups(pairs):
        span = proof.game.symbols[alike[0].other].span
        yield Diagnostic("color-distance", "warning", _message(alike, colours), span=span, hint=hint)


def _groups(pairs: Sequence[_Pair]) -> Iterator[list[_Pair]]:
    """Pairs merged into groups that share symbols, directly or through others."""
    group_of: dict[str, str] = {}

    def root(id: str) -> str:
        while group_of.setdefault(id, id) != id:
            id = group_of[id]
        return id

    for pair in pairs:
        group_of[root(pair.other)] = root(pair.one)
    groups: dict[str, list[_Pair]] = {}
    for pair in pairs:
        groups.setdefault(root(pair.one), []).append(pair)
    return iter(groups.values())


def _message(pairs: Sequence[_Pair], colours: Mapping[str, str]) -> str:
    if len(pairs) == 1:
        least, eyes, one, other = pairs[0]
        apart = f"{EYES[eyes]} their colors are {least:.1f} apart"
        return f"{colours[one]} and {colours[other]} share a shape, and {apart}"
    ids = dict.fromkeys(id for pair in pairs for id in (pair.one, pair.other))
    listed = [
        f"`{pair.one}` and `{pair.other}` {pair.distance:.1f} {EYES[pair.eyes]}" for pair in sorted(pairs)
    ]
    rest = [f"{len(listed) - _LISTED} more pairs"] if len(listed) > _LISTED else []
    names = ", ".join(colours[id] for id in ids)
    apart = "; ".join((*listed[:_LISTED], *rest))
    return f"{len(ids)} symbols share a shape and have similar colors: {names}; distances: {apart}"


def shape(ops: Iterable[Op], size: float) -> tuple[object, ...]:
    """The outlines of a drawing relative to its size, whatever their paint."""
    outlines = [
        area(mark.op.segments, mark.matrix).rings for mark in marks_of(ops) if isinstance(mark.op, Path)
    ]
    size = size or 1.0
    return tuple(
        tuple((round(x / size, 2), round(y / size, 2)) for x, y in ring)
        for rings in outlines
        for ring in rings
    )


def main_colour(form: Form) -> Colour | None:
    """The colour of the largest area with a plain fill."""
    largest, colour = 0.0, None
    for mark in marks_of(form.ops):
        if isinstance(mark.op, Path) and isinstance(mark.op.fill, tuple):
            box = area(mark.op.segments, mark.matrix).box
            if box.width * box.height > largest:
                largest, colour = box.width * box.height, mark.op.fill
    return colour


def distance(one: Colour, other: Colour, eye: str) -> float:
    """The distance of two colours (ΔE2000) for one of `EYES`."""
    from coloraide import Color

    a, b = (Color("srgb", colour) for colour in (one, other))
    if eye == "grey":
        a, b = a.filter("grayscale"), b.filter("grayscale")
    elif eye:
        a, b = a.filter(eye), b.filter(eye)
    return float(a.delta_e(b, method="2000"))
