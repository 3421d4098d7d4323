"""The proof of a game's faces, component by component: those that an edit doesn't touch are known.

A component's faces depend on its layouts and art, which are asked of the project, and on the game as far as
drawing it and checking its faces read that (`rules/engine/card_reads`). What concerns several components is
joined of what is known of each: the same finding about a line of a layout that they share, the configurations
that were tried, the options that layouts look at. For what can't be joined, all are drawn: findings about
styles, layouts and art, which are reported once, by the component that comes first, and pieces that don't fit
the paper.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, cached_property
from hashlib import sha256
from itertools import chain

import msgspec

from nineup.base.diagnostics import Diagnostic, Findings, Span
from nineup.base.geometry import Matrix
from nineup.base.project import Project, source_lines
from nineup.faces.shapes import drawn_sides
from nineup.files.settings import read_settings
from nineup.layout import LayoutEngine, letters, shown_texts
from nineup.layout.typeset import Drawn, face_context, letter_span, value_span
from nineup.logic.select import Configuration, option_of, used_by_template
from nineup.model.drawing import Face, Image, Op, Segment, Text
from nineup.model.extent import is_framed
from nineup.model.game import Component, Game, Part, Run
from nineup.model.proved import Acceptance, RuleRow, Sample, in_powers
from nineup.pipeline.plan import PrintOptions, make_plan
from nineup.pipeline.proof.seen import KnownFaces
from nineup.pipeline.proof.states import (
    ComponentStates,
    DrawnState,
    ShownFact,
    StateDrawing,
    States,
    joined_facts,
    joined_states,
)
from nineup.pipeline.run_files import placement_findings
from nineup.rules import (
    ExaminedFaces,
    NotedGame,
    PrintedSide,
    ProofScope,
    RenderedFaces,
    check_faces,
    examine_faces,
)
from nineup.rules.engine.card_reads import GameDigests, MadeOf, ReadField
from nineup.rules.engine.face_findings import FaceResult, of_batches
from nineup.rules.engine.ink import FaceMarks, VisibleText
from nineup.rules.engine.proof import Proof

NOWHERE = Span("", 0, 0)


class KeptComponent(msgspec.Struct, frozen=True):
    """What was found on the faces of a component, and what that was made of."""

    made_of: MadeOf
    results: tuple[FaceResult, ...]
    facts: tuple[ShownFact, ...]
    number: int
    needs: int
    shown_options: frozenset[str]
    footprint: str
    """A digest of what imposition sees of its pieces."""


class KeptFaces(msgspec.Struct, frozen=True):
    """What is kept of a game whose faces have no mistakes but those that rules find."""

    components: dict[str, KeptComponent]


class FaceRequest(msgspec.Struct, frozen=True):
    """What is to be proved."""

    game: Game
    engine: LayoutEngine
    known: KnownFaces
    """The faces that this engine has drawn before."""
    scope: ProofScope
    rules: Collection[str]
    what: Sequence[str]
    """What it is kept by."""


class FaceProof(msgspec.Struct, frozen=True):
    """The result of proving a game's faces."""

    rows: tuple[RuleRow, ...]
    tried: Mapping[int, Sample]
    is_complete: bool
    used_acceptances: frozenset[Acceptance]


class _NewComponent(msgspec.Struct, frozen=True):
    states: ComponentStates
    read: frozenset[ReadField]
    """The fields of cards that drawing it has read."""
    shown_options: frozenset[str] | None


def prove_faces(
    project: Project, request: FaceRequest, kept: KeptFaces, findings: Findings, processes: int
) -> tuple[FaceProof, KeptFaces | None] | None:
    """Draws every state of a game's faces and checks them, but for components that are kept. With them, what
    is to be kept now; None if that is nothing. None if all must be drawn after all; then nothing was added to
    `findings`, which are also those of the engine.
    """
    game, engine, reading = request.game, request.engine, NotedGame(request.game)
    digests = GameDigests(game, request.what)
    drawing = StateDrawing(reading.game, engine, request.scope, known=request.known)
    known: dict[str, KeptComponent] = {}
    new: dict[str, _NewComponent] = {}
    examined: dict[str, ExaminedFaces] = {}
    for id, component in reading.game.components.items():
        before = kept.components.get(id)
        if before is not None and before.needs <= drawing.left and digests.holds(before.made_of):
            known[id] = before
            drawing.left -= before.number
        else:
            reading.read = set()
            batches = _Batches(request, reading, component, processes=processes)
            for batch in drawing.batches(component):
                batches.add(batch)
            new[id] = _NewComponent(
                batches.whole(), frozenset(reading.read), _shown_options(engine, component)
            )
            if batches.examined is not None:
                examined[id] = batches.examined
    footprints = {id: _footprint(each.states) for id, each in new.items()}
    are_placed_alike = all(
        id in kept.components and kept.components[id].footprint == each for id, each in footprints.items()
    )
    is_complete = engine.is_sound and all(each.states.is_complete for each in new.values())
    if known and (engine.findings or not is_complete or not are_placed_alike):
        return None

    # The rules may have drawn backs with this engine before, in this process or in another.
    findings.extend(sorted(engine.findings, key=lambda finding: finding.span or NOWHERE))
    placing = joined_states([each.states for each in new.values()], drawing.marks)
    waiting = [each.states for id, each in new.items() if id not in examined]
    states = joined_states(waiting, drawing.marks)
    every = [new[id].states.facts if id in new else known[id].facts for id in game.components]
    has_no_mistakes = not engine.findings
    findings.extend(fact.finding for fact in joined_facts(every))
    if not request.rules and not known:
        placed = _placement(project, game, placing.drawn, engine=engine)
        has_no_mistakes = has_no_mistakes and not placed
        findings.extend(placed)
    options = [
        *(each.shown_options for each in new.values()),
        *(each.shown_options for each in known.values()),
    ]
    shown = [each for each in options if each is not None]
    shown_options = frozenset[str]().union(*shown) if len(shown) == len(options) else None
    places = FacePlaces(reading.game, engine, states.shown)
    faces = msgspec.structs.replace(rendered(states, engine, shown_options), places=places)
    examined |= {id: ExaminedFaces(each.results, frozenset()) for id, each in known.items()}
    rows, accepted = check_faces(
        reading.game,
        faces,
        findings,
        only=request.rules,
        processes=processes,
        examined=examined,
        reading=reading,
    )
    tried = placing.tried
    if tried:
        findings.append(_sampled(game, tried))
    rows = tuple([msgspec.structs.replace(row, tried=tried, is_complete=is_complete) for row in rows])
    proof = FaceProof(rows, tried, is_complete, used_acceptances=accepted)
    if not (has_no_mistakes and is_complete):
        return proof, None
    for id, each in new.items():
        if each.states.tried or each.shown_options is None:
            continue
        results, read = examined.get(id, ExaminedFaces((), frozenset()))
        has_places = bool(each.states.facts) or any(r.findings or r.used_acceptances for r in results)
        known[id] = KeptComponent(
            digests.made_of(each.read | read, has_places=has_places),
            results,
            facts=each.states.facts,
            number=each.states.number,
            needs=each.states.needs,
            shown_options=each.shown_options,
            footprint=footprints[id],
        )
    return proof, KeptFaces(known) if new else None


class _Batches:
    """The batches of a component's states. If there are several, each is examined at once, and of its faces
    only what imposition sees is left.
    """

    def __init__(
        self, request: FaceRequest, reading: NotedGame, component: Component, processes: int
    ) -> None:
        self._request = request
        self._reading = reading
        self._component = component
        self._processes = processes
        self._states: list[ComponentStates] = []
        self._results: list[ExaminedFaces] = []
        self._listed: dict[tuple[int, ...], str] = {}
        """The different faces by the numbers of their operations, with the names of their first cards."""
        self._alike: dict[tuple[object, ...], Face] = {}
        """A face for all that look the same to imposition."""

    def add(self, states: ComponentStates) -> None:
        """Adds the next one."""
        if not states.is_whole:
            self._examine(states)
            replace = msgspec.structs.replace
            pairs = [(each, self._placed(each.drawn)) for each in states.states]
            drawn = [replace(each, drawn=placed) for each, placed in pairs]
            states = replace(states, states=tuple(drawn), new={}, shown={}, numbers={}, marks=FaceMarks())
        self._states.append(states)

    def whole(self) -> ComponentStates:
        """All of them as one."""
        first, *others = self._states
        if not others:
            return first
        return msgspec.structs.replace(
            first,
            states=tuple(chain.from_iterable(each.states for each in self._states)),
            is_complete=all(each.is_complete for each in self._states),
            facts=tuple(joined_facts(each.facts for each in self._states)),
            number=sum(each.number for each in self._states),
        )

    @property
    def examined(self) -> ExaminedFaces | None:
        """What rules find on the faces of all batches; None if there is only one."""
        if not self._results:
            return None
        faces = [(name, numbers) for numbers, name in self._listed.items()]
        by_rule = zip(*(each.results for each in self._results), strict=True)
        read = frozenset[ReadField]().union(*(each.read for each in self._results))
        return ExaminedFaces(tuple([of_batches(each, faces) for each in by_rule]), read)

    def _examine(self, batch: ComponentStates) -> None:
        game, engine = self._reading.game, self._request.engine
        faces = rendered(joined_states([batch], batch.marks), engine)
        new = [each for each in faces.faces if each.numbers not in self._listed]
        self._listed |= {each.numbers: each.name for each in new}
        places = FacePlaces(game, engine, batch.shown)
        before = self._reading.read
        examined = examine_faces(
            game,
            msgspec.structs.replace(faces, faces=new, places=places),
            only=self._request.rules,
            processes=self._processes,
            reading=self._reading,
        )
        self._reading.read = before
        self._results += examined.values()

    def _placed(self, drawn: Drawn) -> Drawn:
        front, back = [
            face and self._alike.setdefault(_placing(face), face) for face in (drawn.front, drawn.back)
        ]
        return msgspec.structs.replace(drawn, front=front, back=back)


def _placing(face: Face) -> tuple[object, ...]:
    """What imposition sees of a face."""
    return *face.size, face.bleed, face.outline, is_framed(face), face.slits, face.folds


def _footprint(states: ComponentStates) -> str:
    """A digest of what imposition sees of the pieces of a component, besides what the game says of it. Its
    findings name components, so it doesn't matter how many pieces look the same, nor which.
    """
    placing = cache(_placing)  # of few different faces, by identity
    drawn = ((each.drawn.part.copies, each.drawn.front, each.drawn.back) for each in states.states)
    pieces = ((copies, placing(front), back and placing(back)) for copies, front, back in drawn)
    return sha256(repr(list(dict.fromkeys(pieces))).encode()).hexdigest()


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

    @cached_property
    def image_dpi(self) -> float | None:
        """The setting of the project."""
        settings = read_settings(self._engine.project, Findings())
        return settings.image_dpi if settings else None

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
                place = value_span(self._game, part, value, text=stretch.text)
                if place is not None:
                    return self._letter(place, stretch.text, letters)
        return None

    def _letter(self, place: Span, text: str, letters: str) -> Span:
        """The place of some letters of a text; of the whole text if they aren't consecutive."""
        at = text.find(letters)
        return letter_span(self._lines(place.file), place, text, offset=at) if at >= 0 else place


def _sampled(game: Game, tried: Mapping[int, Sample]) -> Diagnostic:
    number, of = max(tried.values(), key=lambda sample: sample.of)
    message = (
        f"not proved: faces were drawn in {number:,} of {in_powers(of)} configurations, with every pair of "
        "choices"
    )
    hint = "let the layouts look at fewer options"
    return Diagnostic("not-proved", "warning", message, span=game.span, hint=hint)


def _placement(project: Project, game: Game, drawn: Sequence[Drawn], engine: LayoutEngine) -> Findings:
    """Problems of laying the faces on the project's paper, as its nineup.yaml and sheets specify."""
    plan = make_plan(
        project, PrintOptions(output=project.root), Findings()
    )  # The destination doesn't matter: nothing is written.
    run = Run(game, "", 0, options={}, owners=(), context={}, parts=(), tallies=())
    return placement_findings(run, drawn, plan, fonts=engine.fonts) if plan and drawn else Findings()


def rendered(
    states: States, engine: LayoutEngine, shown_options: frozenset[str] | None = None
) -> RenderedFaces:
    """Each different face once for each component that has it; and each of the compared ones for its card."""
    faces: dict[tuple[str, object], PrintedSide] = {}
    for state in _smallest_first(states.states):
        for each in _sides(state, states.new, states.numbers):
            faces.setdefault((each.component.id, each.face.ops), each)
    of_cards: dict[tuple[object, ...], PrintedSide] = {}
    for state in _smallest_first(states.compared):
        for each in _sides(state, {}, states.numbers):
            key = each.component.id, each.card.id, each.side, id(each.face), state.compared
            known = of_cards.setdefault(key, each)
            players = (known.players or frozenset()) | state.players
            of_cards[key] = msgspec.structs.replace(known, players=players)
    symbols = {name: symbol.form for name, symbol in engine.symbols.items()}
    every_card = tuple(of_cards.values())
    return RenderedFaces(
        tuple(faces.values()),
        symbols,
        engine.code_texts,
        every_card=every_card,
        shown_options=shown_options,
        marks=states.marks,
    )


def _smallest_first(states: Sequence[DrawnState]) -> list[DrawnState]:
    return sorted(states, key=lambda each: each.smallest.size)


def _sides(
    state: DrawnState, new: Mapping[Face, Sequence[int]], numbers: Mapping[Face, tuple[int, ...]]
) -> Iterator[PrintedSide]:
    part = state.drawn.part
    for side, face in (("front", state.drawn.front), ("back", state.drawn.back)):
        if face is not None:
            yield PrintedSide(
                *(part.component, part.card, side, face, new.get(face)),
                *(state.label, state.players, state.smallest, numbers.get(face, ())),
            )


def _shown_options(engine: LayoutEngine, component: Component) -> frozenset[str] | None:
    """The options that a component's layouts look at; None if some layouts can't be read."""
    shown = set[str]()
    for side in drawn_sides(component):
        layout = engine.layout(side.layout)
        if layout is None or not layout.sound:
            return None
        if layout.program is not None:
            shown.update(map(option_of, used_by_template(engine.game, layout.program.source)))
    return frozenset(shown)
