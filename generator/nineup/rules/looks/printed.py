"""`printed`: a face shows the numbers and symbols of its card, read off the drawn face in every run that is
drawn.

Settings: `each` names components, `numbers` and `symbols` the fields whose numbers and symbols the front must
show, each as often as the card has it (a cost of 2 red and 1 blue needs three symbols). A number may also be
given directly: a token that counts 5 must print a 5. `side: back` checks the backs.

Bad, when `coin.svg` prints the value of another coin:

    rules:
      - printed: {each: coin-5, numbers: 5}

Good:

    rules:
      - printed: {each: coin-5, numbers: 5}
      - printed: {each: spell, numbers: [power, text], symbols: cost}
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from nineup.base.diagnostics import Diagnostic, few
from nineup.logic.expression import numbers_in, symbols_in
from nineup.logic.select import EvaluationError
from nineup.model.drawing import Form, Group, Op, Shaped, Text, Use
from nineup.model.game import Game, RuleEntry
from nineup.rules.engine.face_findings import FaceFinding, shown_on
from nineup.rules.engine.ink import PrintedSide, visible_symbols
from nineup.rules.engine.proof import Proof, identity
from nineup.rules.engine.rule import field_place
from nineup.rules.engine.tally import is_violation
from nineup.schema import (
    COMPONENT,
    FIELD,
    Key,
    Keyword,
    ListOf,
    Parsed,
    Record,
    RecordBeingRead,
    field_of,
    values_at,
)


def _number_or_field(text: str) -> int | str:
    return int(text) if text.isdecimal() and len(text) < 10 else text


_NUMBERS = Parsed(_number_or_field, "", FIELD.what, described={"type": ["string", "integer"]})
"""A whole number, or a field whose numbers are meant."""


def _shows_something(values: dict[str, Any], here: RecordBeingRead) -> None:
    if not values["numbers"] and not values["symbols"]:
        here.error("give `numbers` or `symbols`")


SETTINGS = Record(
    {
        "each": Key(ListOf(COMPONENT, lone=True), "The components whose faces are read.", required=True),
        "numbers": Key(
            ListOf(_NUMBERS, lone=True), "Fields whose numbers are shown, or numbers.", default=()
        ),
        "symbols": Key(ListOf(FIELD, lone=True), "Fields whose symbols are shown.", default=()),
        "side": Key(
            Keyword(("front", "back")), "The side that shows them; default the front.", default="front"
        ),
    },
    example="printed: {each: spell, numbers: power, symbols: cost}",
    checks=(field_of("each", "numbers", "symbols"), _shows_something),
)


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[FaceFinding]:
    assert entry is not None
    settings = entry.settings
    symbols = {form: id for id, form in proof.rendered_faces.symbols.items()}
    reported: set[object] = set()
    marks = proof.face_marks
    for printed in proof.rendered_faces.every_card:
        if printed.component.id in settings["each"] and printed.side == settings["side"]:
            counts = proof.counts if printed.players is None else printed.players
            try:
                if printed.at and not proof.at(printed.at).holds(entry.when):
                    continue
            except EvaluationError:
                proof.mark_unknown(counts)  # `amounts` reports it
                continue
            lacking = [
                *_lacking(
                    printed,
                    "number",
                    settings["numbers"],
                    read=_numbers_of,
                    shown=Counter(
                        marks.on_face(_numbers_on, printed, partial(_numbers_on, printed.face.ops))
                    ),
                ),
                *_lacking(
                    printed,
                    "symbol",
                    settings["symbols"],
                    read=partial(_symbols_of, proof.game),
                    shown=Counter(
                        marks.on_face(visible_symbols, printed, partial(_symbols_on, symbols, printed))
                    ),
                ),
            ]
            wrong = list(
                proof.unless_accepted(printed.card, [_finding(entry, printed, *each) for each in lacking])
            )
            for broken in wrong:
                if (fact := identity(broken)) not in reported:  # Other configurations show it as well.
                    reported.add(fact)
                    yield from shown_on(printed, [broken], fact)
            proof.mark(counts, not any(map(is_violation, wrong)))


def _lacking(
    printed: PrintedSide, what: str, asked: Iterable[int | str], read: Any, shown: Counter[Any]
) -> Iterator[tuple[str, str, str]]:
    """The field, a message and a hint for each number or symbol that the face shows too rarely."""
    wanted: Counter[Any] = Counter()
    fields: dict[Any, str] = {}
    for each in asked:
        values = [each] if isinstance(each, int) else list(values_at(printed.card.values, each))
        for value in [one for seen in values for one in read(seen)]:
            wanted[value] += 1
            fields.setdefault(value, "" if isinstance(each, int) else each)
    for value, count in wanted.items():
        if shown[value] < count:
            often = f"shows `{value}` {_times(shown[value])}, not {_times(count)}"
            never = f"doesn't show `{value}`"
            is_on = f"its {printed.side} {often if shown[value] else never}"
            message = f"{is_on}, a {what} of `{fields[value]}`" if fields[value] else is_on
            yield fields[value], message, f"it shows {few(list(map(str, shown)), 8) or f'no {what}'}"


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _numbers_of(value: Any) -> tuple[int | float, ...]:
    return numbers_in(value)


def _symbols_of(game: Game, value: Any) -> tuple[str, ...]:
    """The symbols of a value; the id of a symbol, as in a piece without a card list, is that symbol."""
    return (str(value),) if isinstance(value, str) and value in game.symbols else symbols_in(value)


def _finding(entry: RuleEntry, printed: PrintedSide, field: str, message: str, hint: str) -> Diagnostic:
    span = field_place(printed.card, field) if field else printed.card.span
    return Diagnostic(
        "printed",
        entry.severity,
        f"card `{printed.card.id}`: {message}",
        span=span,
        hint=hint,
        configuration=printed.configuration,
    )


def _numbers_on(ops: Iterable[Op]) -> Iterator[int | float]:
    """The numbers in a face's texts, excluding micro print."""
    for op in ops:
        if isinstance(op, Text):
            yield from numbers_in(_words(op))
        elif isinstance(op, Group) and not op.micro:
            yield from _numbers_on(op.ops)
        elif isinstance(op, Use):
            yield from _of_form(op.form)


def _symbols_on(symbols: Mapping[Form, str], printed: PrintedSide) -> Iterator[str]:
    return (symbol.id for symbol in visible_symbols(printed.face.ops, symbols))


def _of_form(form: Form) -> tuple[int | float, ...]:
    return tuple(_numbers_on(form.ops))


def _words(text: Text) -> str:
    """The text of a line; symbols count as a gap."""
    pieces = [piece for run in text.runs for piece in run.pieces]
    return "".join(piece.text if isinstance(piece, Shaped) else " " for piece in pieces)
