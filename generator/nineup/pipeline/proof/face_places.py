"""The origins of what drawn faces show: elements of layouts, picture files, and fields of cards."""

from collections.abc import Iterator, Mapping

from nineup.base.diagnostics import Span
from nineup.base.geometry import Matrix
from nineup.base.project import source_lines
from nineup.layout import LayoutEngine, letters, shown_texts
from nineup.layout.typeset import face_context, letter_span, value_span
from nineup.logic.select import Configuration
from nineup.model.drawing import Face, Image, Op, Segment, Text
from nineup.model.game import Game, Part
from nineup.rules import PrintedSide
from nineup.rules.engine.ink import VisibleText
from nineup.rules.engine.proof import Proof


class FacePlaces:
    """The origins of what the faces of a proof show; `shown` has a part and a configuration for each face."""

    def __init__(
        self, game: Game, engine: LayoutEngine, shown: Mapping[Face, tuple[Part, Configuration]]
    ) -> None:
        self._game = game
        self._engine = engine
        self._shown = shown
        self._proof = Proof(game)
        self._lines = source_lines(engine.project)

    def element(self, op: Op) -> Span | None:
        """The element that drew an operation; None if no layout drew it."""
        return self._engine.origins.of(op) if self._engine.origins else None

    def file(self, image: Image) -> str:
        """The file of a picture in the project; empty for one inside a drawing."""
        return self._engine.file_of(image)

    def letters(self, text: Text) -> Iterator[tuple[str, tuple[Segment, ...], Matrix]]:
        """The letters of a text with their outlines, and the matrices that place these in its own space."""
        return letters(text, self._engine.fonts)

    def value(self, printed: PrintedSide, visible: VisibleText, letters: str) -> Span | None:
        """The place in the card's source of some letters of a text; None for words of the layout."""
        if printed.face not in self._shown:
            return None
        part, configuration = self._shown[printed.face]
        frame = self.element(visible.text)
        path = part.component.layout if printed.side == "front" else part.component.back
        layout = self._engine.layout(path) if path else None
        if layout is None:
            return None
        scenario = self._proof.at(configuration)
        scenario.compute_texts()
        context = face_context(scenario.context, part, self._engine.sheet.palette)
        texts = (text for text in shown_texts(layout, context) if text.span == frame)
        stretches = (each for text in texts if text.box.overlaps(visible.box) for each in text.stretches)
        for stretch in stretches:
            for value in stretch.paths:
                place = value_span(self._game, part, value, stretch.text)
                if place is not None:
                    return self._letter(place, stretch.text, letters)
        return None

    def _letter(self, place: Span, text: str, letters: str) -> Span:
        """The place of some letters of a text; of the whole text if they aren't consecutive."""
        at = text.find(letters)
        return letter_span(self._lines(place.file), place, text, at) if at >= 0 else place
