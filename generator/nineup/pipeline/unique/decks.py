"""Unique decks → sheets: a shard is a range of decks in one set of files, made from nothing but its numbers.

So any process on any machine makes the same bytes.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import chain

import msgspec

from nineup.base.diagnostics import Diagnostic, Findings
from nineup.base.fence import renew_fence
from nineup.base.project import Project
from nineup.files.settings import FACE
from nineup.layout import Layout, LayoutEngine
from nineup.layout.typeset import Drawn, Inputs, typeset
from nineup.logic.expression import ExpressionError
from nineup.logic.select import EvaluationError
from nineup.logic.unique import Deck, DeckMaker, RecipeError, deck_digest
from nineup.model.drawing import Face
from nineup.model.game import Part, Run
from nineup.model.paper import Page
from nineup.pipeline.plan import PrintOptions, RunChoice
from nineup.pipeline.run_files import Progress, group_by_shape, lay_out, pages_of, pdf_name
from nineup.pipeline.stages import DrawnRun, Stages
from nineup.write import PdfDocument, pdf

SIZE = 100
"""The default number of decks in a shard."""


class UniqueRequest(msgspec.Struct, frozen=True):
    """The requested decks: those from 1 to `count` of a game and a seed, `size` of them per shard, and how to
    print them.
    """

    game: str
    seed: str
    count: int
    size: int = SIZE
    choice: RunChoice = RunChoice()
    printing: PrintOptions = PrintOptions()

    @property
    def shards(self) -> int:
        """The number of shards."""
        return -(-self.count // self.size)

    def numbers(self, shard: int) -> range:
        """The numbers of the decks in a shard, counted from 0."""
        return range(shard * self.size + 1, min((shard + 1) * self.size, self.count) + 1)


class MadeDeck(msgspec.Struct, frozen=True):
    """A deck in a shard: its cards, a digest of these, and its first page and number of pages in each
    file.
    """

    number: int
    name: str
    digest: str
    pools: Mapping[str, Mapping[str, int]]
    pages: Mapping[str, tuple[int, int]]


class Shard(msgspec.Struct, frozen=True):
    """The decks of a shard, and its files in memory by name; neither if there are errors."""

    decks: tuple[MadeDeck, ...] = ()
    files: Mapping[str, bytes] = {}
    errors: tuple[Diagnostic, ...] = ()


class DeckPrinter:
    """Prints the shards of a request. Faces that look the same in several decks are drawn once."""

    def __init__(
        self, drawn_run: DrawnRun, maker: DeckMaker, request: UniqueRequest, faces: "KnownFaces"
    ) -> None:
        self._drawn_run = drawn_run
        self._maker = maker
        self._request = request
        self._faces = faces
        self._parts = {f"{part.component.id}/{part.card.id}": part for part in drawn_run.run.parts}

    def shard(self, number: int) -> Shard:
        """A shard by its number, counted from 0."""
        findings = Findings()
        files: dict[str, list[Page]] = {}
        decks = [self._deck(deck, files, findings) for deck in self._request.numbers(number)]
        if findings.failed:
            return Shard(errors=tuple(findings))
        run, fonts = self._drawn_run.run, self._drawn_run.engine.fonts
        about = (
            f"{run.game.title}: unique decks",
            run.game.designer,
            f"{run.game.id}, {self._request.seed}, Nineup",
        )
        return Shard(
            tuple(decks),
            {name: pdf(PdfDocument(*about, tuple(pages)), fonts) for name, pages in files.items()},
        )

    def _deck(self, number: int, files: dict[str, list[Page]], findings: Findings) -> MadeDeck:
        """Draws a deck, proves it, and adds its pages to files."""
        renew_fence()
        try:
            deck = self._maker.deck(number)
        except (RecipeError, EvaluationError) as broken:
            findings.append(broken.diagnostic)
            return MadeDeck(number, "", "", pools={}, pages={})
        assert self._maker.proved(deck), f"deck {number} of {self._request.seed} doesn't obey its recipe"
        drawn_run = self._drawn(deck, findings)
        places: dict[str, tuple[int, int]] = {}
        shown: Counter[str] = Counter()
        for paper in drawn_run.plan.papers:
            shown.clear()
            for group, members in group_by_shape(drawn_run.drawn).items():
                if not members:
                    continue
                pages = list(
                    pages_of(lay_out(drawn_run, paper, group, members=members, notice="", findings=findings))
                )
                file = files.setdefault(pdf_name(group, paper), [])
                places[pdf_name(group, paper)] = len(file) + 1, len(pages)
                file += pages
                shown += _pieces_on(pages)
            assert findings.failed or shown == Counter(deck.cards), (
                f"deck {number} isn't what its sheets show"
            )
        return MadeDeck(number, deck.name, deck_digest(deck), pools=deck.pools, pages=places)

    def _drawn(self, deck: Deck, findings: Findings) -> DrawnRun:
        run = self._drawn_run.run
        parts = tuple(
            [msgspec.structs.replace(self._parts[card], copies=times) for card, times in deck.cards.items()]
        )
        named = {**run.context["print"], "deck": deck.name, "number": deck.number}
        of_deck = msgspec.structs.replace(
            run, name=f"{deck.number} {deck.name}", parts=parts, context={**run.context, "print": named}
        )
        engine = self._drawn_run.engine
        drawn = typeset(of_deck, engine, reported := Findings(), cache=self._faces)
        findings.extend(each for each in reported if each.severity == "error")
        return msgspec.structs.replace(self._drawn_run, run=of_deck, drawn=drawn)


class KnownFaces(Stages):
    """Draws a face once for each content of its layout; also provides the stages of the run in which all
    cards are drawn.
    """

    def __init__(self) -> None:
        self._faces: dict[tuple[str, str, str, str], Face] = {}

    def __call__(
        self, part: Part, layout: Layout, side: str, inputs: Inputs, draw: Callable[[], Face | None]
    ) -> Face | None:
        try:
            key = part.component.id, part.card.id if layout.bound else "", side, inputs.print()
        except ExpressionError:
            return draw()
        if key not in self._faces:
            face = draw()
            if face is None:
                return None
            self._faces[key] = face
        return self._faces[key]

    def typeset(
        self, run: Run, engine: LayoutEngine, findings: Findings, bleed: float = 0.0
    ) -> tuple[Drawn, ...]:
        return typeset(run, engine, findings, cache=self)


def _pieces_on(pages: Iterable[Page]) -> Counter[str]:
    """The number of pieces of each card on pages."""
    placed = chain.from_iterable(page.placements for page in pages)
    pieces = {id(each.piece): each.piece for each in placed if each.side == "front"}
    return Counter(f"{piece.component}/{piece.card}" for piece in pieces.values())


def make_printer(
    project: Project, request: UniqueRequest, findings: Findings, progress: Progress
) -> DeckPrinter | None:
    """The printer of a request; None after an error, with the reasons among the findings."""
    from nineup.pipeline import BuildResult, draw

    faces = KnownFaces()
    drawn_run = draw(
        project,
        request.game,
        request.choice,
        options=request.printing,
        findings=findings,
        progress=progress,
        stages=faces,
    )
    if isinstance(drawn_run, BuildResult):
        return None
    game = drawn_run.run.game
    if FACE in drawn_run.plan.papers:
        findings.request_error("unique-paper", "unique decks are printed on paper, not as faces")
        return None
    if game.unique is None:
        hint = "add `unique:` to its game file"
        findings.request_error(
            "no-recipe", f"{game.title} has no recipe for unique decks", game.span, hint=hint
        )
        return None
    try:
        maker = DeckMaker(game.unique, drawn_run.run, request.seed)
        maker.require(request.count)
    except (RecipeError, EvaluationError) as broken:
        findings.append(broken.diagnostic)
        return None
    return DeckPrinter(drawn_run, maker, request, faces=faces)
