"""Makes the record of a drawn run."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from nineup.base.units import mm
from nineup.faces.record.face_text import FaceReader
from nineup.faces.record.facts import component_facts, game_facts, value_text
from nineup.faces.record.model import (
    FORMAT,
    CardRecord,
    ComponentRecord,
    OwnedPieces,
    PrintedChoice,
    PrintRecord,
)
from nineup.model.digests import Digests
from nineup.model.drawing import Face, Form
from nineup.model.game import Card, Component, Part, Rich, Run


class DrawnPart(NamedTuple):
    """A part of a run with its front and back."""

    part: Part
    front: Face
    back: Face | None


def record_of(
    run: Run,
    choice: PrintedChoice,
    drawn: Iterable[DrawnPart],
    symbols: Mapping[str, Form],
    name: str = "now",
    digests: Digests | None = None,
    reader: FaceReader | None = None,
) -> PrintRecord:
    """The record of the drawn parts of a run, with number 0 and the game's own date.

    `symbols` are the drawings of the game's symbols by id. Pass `digests` and `reader` to reuse what they
    have cached.
    """
    digests = Digests() if digests is None else digests
    reader = FaceReader(symbols) if reader is None else reader
    drawings = {id: digests[Face(id, form.size, 0.0, ops=form.ops)][:8] for id, form in symbols.items()}
    seen: dict[str, tuple[Component, dict[str, list[DrawnPart]]]] = {}
    for each in drawn:
        component = each.part.component
        _, cards = seen.setdefault(component.id, (component, {}))
        cards.setdefault(each.part.card.id, []).append(each)
    making = _Making(drawings, digests, reader)
    records = {
        id: ComponentRecord(
            component_facts(component),
            _fields(component, ("text", "rich")),
            _fields(component, ("number", "counts-of")),
            cards=making.cards(component, cards),
        )
        for id, (component, cards) in seen.items()
    }
    date = " ".join(value_text(run.game.fields.get("date")).split())
    rules = game_facts(run.game)
    about = (run.game.id, run.game.title, name, 0, date, choice, rules)
    return PrintRecord(*about, records, drawings, run.name, FORMAT)


def cut_of(component: Component) -> str:
    """How a component's pieces are cut: the outline and, for a rectangle, its corner radius."""
    if component.outline != "rectangle" or not component.corner:
        return component.outline
    return f"{component.outline}, corner {mm(component.corner)}"


class _Making:
    """Makes the records of a run's cards; `drawings` are the digests of the game's symbols by id."""

    def __init__(self, drawings: Mapping[str, str], digests: Digests, reader: FaceReader) -> None:
        self._drawings = drawings
        self._digests = digests
        self._reader = reader

    def cards(self, component: Component, cards: Mapping[str, Sequence[DrawnPart]]) -> dict[str, CardRecord]:
        """The records of a component's cards by their ids; the reader caches each until the card or its faces
        change.
        """
        cut, kept = cut_of(component), self._reader.card_records
        records = {}
        for id, drawn in cards.items():
            card = drawn[0].part.card
            shown = cut, [(part.owner, part.copies, front, back) for part, front, back in drawn]
            values, known_shown, record = kept.get((component.id, id), (None, None, None))
            if record is None or values is not card.values or known_shown != shown:
                record = self._card(card, cut, drawn)
                kept[component.id, id] = card.values, shown, record
            records[id] = record
        return records

    def _card(self, card: Card, cut: str, drawn: Sequence[DrawnPart]) -> CardRecord:
        values = {
            name: value if type(value) is str else value_text(value)
            for name, value in card.values.items()
            if value is not None
        }
        pieces = tuple([self._pieces(*each, cut) for each in drawn])
        return CardRecord(
            values, pieces, "" if has_text(card) else " ".join(self._reader.text(drawn[0].front))
        )

    def _pieces(self, part: Part, front: Face, back: Face | None, cut: str) -> OwnedPieces:
        shown = self._reader.shown((front, back), self._digests)
        return OwnedPieces(
            str(part.owner or ""),
            part.copies,
            self._digests[front],
            back=self._digests[back] if back else "",
            words=shown.words,
            cut=cut,
            symbols={id: self._drawings[id] for id in shown.symbols},
            pictures=shown.pictures,
        )


def has_text(card: Card) -> bool:
    """Whether a card has text of its own; for other cards, a record has the text on the front."""
    kinds = set(map(type, card.values.values()))
    return str in kinds or Rich in kinds


def _fields(component: Component, kinds: Collection[str]) -> tuple[str, ...]:
    """The fields of a component's cards that hold any of some types, including inside lists and records."""
    return tuple(name for name, kind in component.fields.items() if _holds(kind, kinds))


def _holds(kind: Any, kinds: Collection[str]) -> bool:
    if not isinstance(kind, Mapping):
        return kind in kinds
    return any(
        name in kinds or (name not in ("one-of", "some-of", "counts-of") and _holds(inner, kinds))
        for name, inner in _types(kind)
    )


def _types(kind: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """A compound type's name and inner type; for a record, the type of each key."""
    for name, inner in kind.items():
        if name == "record":
            yield from (("", one) for one in inner.values())
        else:
            yield name, inner
