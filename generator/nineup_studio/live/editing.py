"""What can be edited on a card's page: the texts on its faces and its fields, each with its place in the
files.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
from nineup.base import CSV_SUFFIXES, MM, Diagnostic, ProjectError
from nineup.faces.shapes import shape_of
from nineup.files.edit import CardPlace, Data, EditHistory, Origin, origins, place_of_card, text_of
from nineup.layout import LayoutEngine, ShownText
from nineup.layout.typeset import texts_of
from nineup.model import Form, Game
from nineup.pipeline import DrawnRun

from nineup_studio.lists.columns import OTHERS, FieldColumn, columns, undeclared, value_at
from nineup_studio.lists.pictures import with_folders
from nineup_studio.live.snapshot import PieceView


class EditableValue(msgspec.Struct, frozen=True):
    """An editable value: its place, its source text, and the cards that change with it."""

    file: str
    path: tuple[str | int, ...]
    value: Data
    says: str
    cards: tuple[str, ...]
    family: bool


class TextSpot(msgspec.Struct, frozen=True):
    """A text on a face: its box in millimetres from the trim's corner, and the values it shows, or why there
    are none.
    """

    side: str
    box: tuple[float, float, float, float]
    text: str
    sources: tuple[EditableValue, ...]
    why: str = ""


class FieldControl(msgspec.Struct, frozen=True):
    """A field of the card, its control, and its source text; `is_there` is false for a missing key."""

    column: FieldColumn
    source: EditableValue
    is_there: bool


class Editing(msgspec.Struct, frozen=True):
    """Everything a card's page needs for editing."""

    digests: dict[str, str]
    """The digests of the files as read: an edit is based on one."""
    spots: tuple[TextSpot, ...]
    fields: tuple[FieldControl, ...]
    order: tuple[str, ...]
    """The usual order of the entry's keys."""
    terms: tuple[str, ...]
    symbols: tuple[tuple[str, str, str], ...]
    """Each with its name and the digest of its picture."""
    why: str = ""
    """Why the fields can't be edited."""


class FileReader:
    """Reads files as versions that an edit can be based on: each once, with its digest."""

    def __init__(self, history: EditHistory) -> None:
        self._history = history
        self._texts: dict[str, str] = {}
        self.digests: dict[str, str] = {}

    def __call__(self, path: str) -> str:
        if path not in self._texts:
            version = self._history.version(path)
            data = version.data or b""
            self._texts[path] = text_of(path, data)
            self.digests[path] = version.digest
        return self._texts[path]


def editing(game: Game, piece: PieceView, drawn: DrawnRun | None, history: EditHistory) -> Editing:
    """The editable values of a piece, from its files as they are now."""
    read = FileReader(history)
    part = piece.part
    component = game.components.get(part.component.id, part.component)
    place = place_of_card(component, part.card, _safe(read))
    known = with_folders(columns(game, component), drawn.engine if drawn else None, component)
    fields: tuple[FieldControl, ...] = ()
    if isinstance(place, CardPlace):
        fields = tuple(_fields(place, known))
    spots = tuple(_spots(game, piece, drawn, read=_safe(read))) if drawn else ()
    return Editing(
        read.digests,
        spots,
        fields,
        order=tuple(dict.fromkeys(column.path[0] for column in known)),
        terms=terms(game),
        symbols=(),
        why=place.message if isinstance(place, Diagnostic) else "",
    )


def _safe(read: FileReader) -> Any:
    """The reader for a search, which skips files that can't be edited."""

    def text(path: str) -> str:
        try:
            return read(path)
        except ProjectError as error:
            raise ValueError(str(error)) from error

    return text


def _fields(place: CardPlace, known: tuple[FieldColumn, ...]) -> Iterator[FieldControl]:
    is_csv = place.file.endswith(CSV_SUFFIXES)
    if place.path[-1:] == ("face",):
        known = tuple(column for column in known if column.name not in ("id", *OTHERS))
        names = {column.path[0] for column in known}
        known += tuple(undeclared(name, value) for name, value in place.values.items() if name not in names)
    for column in known:
        keys = (column.name,) if is_csv else column.path
        value, is_there = value_at(place.values, keys)
        steps = (place.step(column.name),) if is_csv else column.path
        source = EditableValue(
            place.file, (*place.path, *steps), value, says=column.name, cards=place.cards, family=place.family
        )
        yield FieldControl(column, source, is_there)


def _spots(game: Game, piece: PieceView, drawn: DrawnRun, read: Any) -> Iterator[TextSpot]:
    part = piece.part
    if not shape_of(part.component.shape).is_flat:
        return
    for side in ("front", "back"):
        for shown in texts_of(drawn.run, drawn.engine, part, side=side):
            text = "".join(stretch.text for stretch in shown.stretches)
            if not text.strip():
                continue
            sources = tuple(_sources(game, piece, shown, read=read))
            box = (shown.box.x / MM, shown.box.y / MM, shown.box.width / MM, shown.box.height / MM)
            yield TextSpot(side, box, text, sources=sources, why="" if sources else _why(shown))


def _sources(game: Game, piece: PieceView, shown: ShownText, read: Any) -> Iterator[EditableValue]:
    seen: set[object] = set()
    for stretch in shown.stretches:
        for path in stretch.paths:
            try:
                candidates: tuple[Origin, ...] = origins(game, piece.part, stretch.text, path=path, read=read)
            except ValueError:
                continue
            for each in candidates:
                if (each.file, each.path) not in seen:
                    seen.add((each.file, each.path))
                    yield EditableValue(
                        each.file, each.path, each.value, says=each.says, cards=each.cards, family=each.family
                    )


def _why(shown: ShownText) -> str:
    span = shown.span
    how = "computes" if any(stretch.paths for stretch in shown.stretches) else "says"
    return f"the layout {how} this itself, in {span.file}, line {span.line}"


def symbol_forms(engine: LayoutEngine) -> Iterator[tuple[str, str, Form]]:
    """The symbols that texts can show: their ids, names and drawings."""
    for id, symbol in engine.symbols.items():
        yield id, symbol.name, symbol.form


def terms(game: Game | None) -> tuple[str, ...]:
    """The defined terms in all their forms."""
    return tuple(form for term in game.terms.values() for form in term.forms) if game else ()
