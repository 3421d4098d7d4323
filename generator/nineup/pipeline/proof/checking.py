"""`check`: every finding about a game, from its files to its faces on paper."""

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from typing import NamedTuple

import msgspec

from nineup.base.diagnostics import Diagnostic, Findings, Span
from nineup.base.geometry import Matrix
from nineup.base.processes import divided
from nineup.base.project import Project, source_lines
from nineup.base.remembering import Answers, AskedProject, keep, recall
from nineup.faces.shapes import drawn_sides
from nineup.files.load import load_game
from nineup.layout import LayoutEngine, Origins, letters, shown_texts
from nineup.layout.placeholder import list_missing_art
from nineup.layout.typeset import Drawn, face_context, letter_span, value_span
from nineup.logic.select import (
    Configuration,
    chosen_options,
    option_of,
    read_bands,
    select,
    used_by_template,
)
from nineup.model.drawing import Face, Image, Op, Segment, Text
from nineup.model.game import Game, Part, Run
from nineup.model.proved import Acceptance, Proved, RuleRow, Sample, in_powers
from nineup.pipeline.backs import DrawnBacks
from nineup.pipeline.plan import PrintOptions, RunChoice, make_plan
from nineup.pipeline.proof.checked import Checked, Narrowing, keep_checked, proof_of
from nineup.pipeline.proof.states import DrawnState, States, draw_states
from nineup.pipeline.run_files import placement_findings
from nineup.pipeline.stages import in_language, load, make_engine
from nineup.rules import (
    PrintedSide,
    ProofScope,
    RenderedFaces,
    acceptance_warnings,
    check_faces,
    check_game,
    is_about_faces,
)
from nineup.rules.engine.ink import VisibleText
from nineup.rules.engine.proof import Proof
from nineup.typography.fonts import Fonts


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
                place = value_span(self._game, part, value, text=stretch.text)
                if place is not None:
                    return self._letter(place, stretch.text, letters)
        return None

    def _letter(self, place: Span, text: str, letters: str) -> Span:
        """The place of some letters of a text; of the whole text if they aren't consecutive."""
        at = text.find(letters)
        return letter_span(self._lines(place.file), place, text, offset=at) if at >= 0 else place


DRAWN = {
    "text-overflow": {"text-overflow"},
    "missing-glyph": {"missing-glyph"},
    "placement": {"back-size", "bleed-missing", "grid-too-large", "piece-too-large"},
}
"""The rows of the table for what other packages report, each with its codes."""


WORDING = frozenset(("terminology",))
"""The rules that also check a translation."""


class _Task(NamedTuple):
    """A part of a game's proof: it shares nothing with others but reading the game."""

    game: str
    part: str
    prove: Callable[["_Opened", int], "_Share"]


def prove_games(
    project: Project, games: Sequence[str], narrowing: Narrowing, processes: int = 1
) -> Iterator[Checked]:
    """Proves several games, in order, in as many processes as there is work for.

    Of each, what reads only its cards and what reads its faces are kept apart: a part of which no file has
    changed isn't proved again. One game is read before its proof is divided; of several, each process reads
    those that it works on.
    """
    open_game = lru_cache(1)(partial(_open, project, narrowing))
    parts = (("rules", _rules_share), ("faces", _faces_share))
    tasks = [_Task(game, part, prove) for game in games for part, prove in parts]
    known = {task[:2]: proof for task in tasks if (proof := _known(project, task, narrowing))}
    left = [task for task in tasks if task[:2] not in known]
    if len(games) == 1 and left:
        open_game(games[0])

    def prove(number: int) -> _ProvedShare:
        task = left[number]
        opened = open_game(task.game)
        # While the last share is proved, the other processes are idle: it may use them all.
        share = task.prove(opened, processes if number == len(left) - 1 else 1)
        answers = opened.project.answers
        keep(project, proof_of(task.part, task.game, narrowing), answers, result=share)
        return _ProvedShare(share, answers, opened.since, until=time.perf_counter())

    proved = iter(divided(prove, len(left), processes))
    shares = iter([known.get(task[:2]) or next(proved) for task in tasks])
    for game, rules, faces in zip(games, shares, shares, strict=True):
        seconds = max(rules.until, faces.until) - min(rules.since, faces.since)
        checked = _join(game, narrowing, (rules.share, faces.share), seconds=seconds)
        asked = AskedProject(project)
        asked.note(rules.answers)
        asked.note(faces.answers)
        keep_checked(asked, checked, narrowing)
        yield checked


class _Opened(msgspec.Struct, frozen=True):
    """A game to be proved, as far as it can be read."""

    id: str
    since: float
    """When reading it started."""
    project: AskedProject
    narrowing: Narrowing
    reading: Findings
    """The findings of reading it."""
    game: Game | None
    scope: ProofScope | None
    shown: Game | None
    """The game in the language of its faces."""
    drawing: Findings
    """The engine's findings about styles, layouts and faces."""
    make_engine: Callable[[], LayoutEngine | None]
    """Its engine, created once."""


def _open(whole: Project, narrowing: Narrowing, game_id: str) -> _Opened:
    since = time.perf_counter()
    project = AskedProject(whole)
    reading, drawing = Findings(), Findings()
    game = load(project, game_id, reading)
    scope = _scope(game, narrowing.players, narrowing.options, findings=reading) if game else None
    choice = RunChoice(language=narrowing.language)
    localised = in_language(project, game, choice, findings=reading) if game and scope else None
    shown = localised.game if localised else None

    @cache
    def make() -> LayoutEngine | None:
        engine = make_engine(project, shown, Fonts(project, shown.language), drawing) if shown else None
        if engine is not None:
            engine.origins = Origins()
        return engine

    return _Opened(
        game_id,
        since,
        project,
        narrowing=narrowing,
        reading=reading,
        game=game,
        scope=scope,
        shown=shown,
        drawing=drawing,
        make_engine=make,
    )


class _FaceProof(msgspec.Struct, frozen=True):
    """The result of proving a game's faces."""

    rows: tuple[RuleRow, ...]
    tried: Mapping[int, Sample]
    is_complete: bool
    used_acceptances: frozenset[Acceptance]


class _Share(msgspec.Struct, frozen=True):
    """The findings of a share of a game's proof."""

    findings: tuple[Diagnostic, ...]
    proved: Proved | None = None
    acceptances: tuple[tuple[Acceptance, Diagnostic], ...] = ()
    """Those of the whole game, each with the warning that there is nothing to accept."""
    faces: _FaceProof | None = None


class _ProvedShare(NamedTuple):
    """A share of a proof, what the project answered for it, and when the work on it began and ended."""

    share: _Share
    answers: Answers | None
    since: float
    until: float


def _known(project: Project, task: _Task, narrowing: Narrowing) -> _ProvedShare | None:
    since, asked = time.perf_counter(), AskedProject(project)
    share = recall(asked, proof_of(task.part, task.game, narrowing), _Share)
    if share is None:
        return None
    return _ProvedShare(share, asked.answers, since, until=time.perf_counter())


def _rules_share(opened: _Opened, processes: int) -> _Share:
    """Proves the rules of a game. Mistakes in its files are found along with them."""
    findings, narrowing = Findings(opened.reading), opened.narrowing
    game, scope, shown = opened.game, opened.scope, opened.shown
    if game is None:
        _check_layouts(opened.project, opened.id, findings)
    if game is None or scope is None or shown is None:
        return _Share(tuple(findings))
    backs = DrawnBacks(shown, opened.make_engine)
    proved = check_game(game, findings, scope, only=narrowing.rules, backs=backs, project=opened.project)
    if shown is not game and (not narrowing.rules or not WORDING.isdisjoint(narrowing.rules)):
        check_game(shown, findings, scope, only=tuple(WORDING), backs=backs, project=opened.project)
    return _Share(tuple(findings), proved, () if any(narrowing) else tuple(acceptance_warnings(game)))


def _faces_share(opened: _Opened, processes: int) -> _Share:
    """Proves the faces of a game."""
    rules, scope, game = opened.narrowing.rules, opened.scope, opened.shown
    if scope is None or game is None or (rules and not is_about_faces(rules)):
        return _Share(())
    engine, findings = opened.make_engine(), opened.drawing
    faces = (
        _prove_faces(
            opened.project, game, engine, scope=scope, rules=rules, findings=findings, processes=processes
        )
        if engine
        else None
    )
    return _Share(tuple(findings), faces=faces)


def _prove_faces(
    project: Project,
    game: Game,
    engine: LayoutEngine,
    scope: ProofScope,
    rules: Collection[str],
    findings: Findings,
    processes: int,
) -> _FaceProof:
    """Draws every state of a game's faces and checks them."""
    states = draw_states(game, engine, scope, findings=findings)
    if not rules:
        findings.extend(_placement(project, game, states.drawn, engine=engine))
    places = FacePlaces(game, engine, states.shown)
    rendered = msgspec.structs.replace(_rendered(states, engine), places=places)
    rows, accepted = check_faces(game, rendered, findings, only=rules, processes=processes)
    if states.tried:
        findings.append(_sampled(game, states))
    is_complete = states.is_complete and engine.is_sound
    rows = tuple(msgspec.structs.replace(row, tried=states.tried, is_complete=is_complete) for row in rows)
    return _FaceProof(rows, states.tried, is_complete, used_acceptances=accepted)


def _join(game: str, narrowing: Narrowing, shares: Sequence[_Share], seconds: float) -> Checked:
    """The combined findings of the shares of a game's proof."""
    findings = Findings(finding for share in shares for finding in share.findings)
    list_missing_art(findings)
    proved = shares[0].proved
    faces = shares[-1].faces
    if proved is None or faces is None:
        return Checked(game, proved, findings, seconds=seconds)
    if not findings.failed:
        used = proved.used_acceptances | faces.used_acceptances
        findings.extend(warning for key, warning in shares[0].acceptances if key not in used)
    drawn = () if narrowing.rules else tuple(_drawn_rows(proved.counts, faces, findings))
    return Checked(
        game,
        msgspec.structs.replace(proved, rows=(*proved.rows, *drawn, *faces.rows)),
        findings,
        seconds=seconds,
    )


def _sampled(game: Game, states: States) -> Diagnostic:
    number, of = max(states.tried.values(), key=lambda sample: sample.of)
    message = (
        f"not proved: faces were drawn in {number:,} of {in_powers(of)} configurations, with every pair of "
        "choices"
    )
    hint = "let the layouts look at fewer options"
    return Diagnostic("not-proved", "warning", message, span=game.span, hint=hint)


def _check_layouts(project: Project, game_id: str, findings: Findings) -> None:
    """Reports the mistakes in the styles and layouts of a game that has errors itself, in the same run."""
    game = load_game(project, game_id, Findings(), partial=True)
    engine = make_engine(project, game, Fonts(project, game.language), findings) if game else None
    if game is None or engine is None:
        return
    named = {
        side.layout: component.spans.get(side.key, component.span)
        for component in game.components.values()
        for side in reversed(drawn_sides(component))
    }
    for path, span in (named or dict.fromkeys(_bound(engine))).items():
        engine.layout(path, span)


def _bound(engine: LayoutEngine) -> Iterator[str]:
    """The files that look like layouts, when no game says which are: they have a size and bindings."""
    folder = f"layouts/{engine.game.id}"
    for path in engine.project.list(folder, "*.svg"):
        document = engine.library.document(path)
        if document and "width" in document.root.attributes and any(e.bindings for e in document.root.all()):
            yield path.removeprefix(f"{folder}/")


def _placement(project: Project, game: Game, drawn: Sequence[Drawn], engine: LayoutEngine) -> Findings:
    """Problems of laying the faces on the project's paper, as its nineup.yaml and sheets specify."""
    plan = make_plan(
        project, PrintOptions(output=project.root), Findings()
    )  # The destination doesn't matter: nothing is written.
    run = Run(game, "", 0, options={}, owners=(), context={}, parts=(), tallies=())
    return placement_findings(run, drawn, plan, fonts=engine.fonts) if plan and drawn else Findings()


def _drawn_rows(counts: Iterable[int], faces: _FaceProof, findings: Findings) -> Iterator[RuleRow]:
    """The findings of typesetting the faces and laying them on paper, as rows of the table."""
    for label, codes in DRAWN.items():
        coded = _coded(findings, codes)
        held = dict.fromkeys(counts, not coded)
        yield RuleRow(
            label,
            label,
            held,
            figures={},
            figure="",
            notes=0,
            accepted=0,
            tried=faces.tried,
            is_complete=faces.is_complete,
            findings=coded,
        )


def _coded(findings: Findings, codes: Collection[str]) -> tuple[Diagnostic, ...]:
    return tuple(finding for finding in findings if finding.code in codes)


def _rendered(states: States, engine: LayoutEngine) -> RenderedFaces:
    """Each different face once for each component that has it; and each of the compared ones for its card."""
    faces: dict[tuple[str, object], PrintedSide] = {}
    for state in _smallest_first(states.states):
        for each in _sides(state, states.new):
            faces.setdefault((each.component.id, each.face.ops), each)
    of_cards: dict[tuple[object, ...], PrintedSide] = {}
    for state in _smallest_first(states.compared):
        for each in _sides(state, {}):
            key = each.component.id, each.card.id, each.side, id(each.face), state.compared
            known = of_cards.setdefault(key, each)
            players = (known.players or frozenset()) | state.players
            of_cards[key] = msgspec.structs.replace(known, players=players)
    symbols = {name: symbol.form for name, symbol in engine.symbols.items()}
    every_card = tuple(of_cards.values())
    shown = _shown_options(engine)
    return RenderedFaces(tuple(faces.values()), symbols, every_card, shown_options=shown, marks=states.marks)


def _smallest_first(states: Sequence[DrawnState]) -> list[DrawnState]:
    return sorted(states, key=lambda each: each.smallest.size)


def _sides(state: DrawnState, new: Mapping[Face, Sequence[int]]) -> Iterator[PrintedSide]:
    part = state.drawn.part
    for side, face in (("front", state.drawn.front), ("back", state.drawn.back)):
        if face is not None:
            yield PrintedSide(
                *(part.component, part.card, side, face, new.get(face)),
                *(state.label, state.players, state.smallest),
            )


def _scope(
    game: Game, players: Collection[int], options: Mapping[str, str], findings: Findings
) -> ProofScope | None:
    """The scope of a restricted proof; None if one of its runs is impossible."""
    wrong = Findings()
    if players or options:
        for count in players or (None,):
            select(game, wrong, count, options=options)
    wrong = Findings(f for f in wrong if f.about == "request" and f.code != "unstated")
    findings.extend(dict.fromkeys(wrong))
    read = chosen_options(game, options, Findings())
    named = {name.replace("_", "-") for name in options}
    bands = read_bands(game, options, Findings())
    return (
        None
        if wrong
        else ProofScope(tuple(players), {**{id: read[id] for id in read if id in named}, **bands})
    )


def _shown_options(engine: LayoutEngine) -> frozenset[str] | None:
    """The options that a game's layouts look at; None if some layouts can't be read."""
    game, shown = engine.game, set[str]()
    for component in game.components.values():
        for side in drawn_sides(component):
            layout = engine.layout(side.layout)
            if layout is None or not layout.sound:
                return None
            if layout.program is not None:
                shown.update(map(option_of, used_by_template(game, layout.program.source)))
    return frozenset(shown)
