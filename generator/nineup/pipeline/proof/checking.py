"""`check`: every finding about a game, from its files to its faces on paper."""

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

import msgspec

from nineup.base.diagnostics import Diagnostic, Findings
from nineup.base.processes import divided
from nineup.base.project import Project
from nineup.base.remembering import Answers, AskedProject, Question, keep, recall
from nineup.faces.shapes import drawn_sides
from nineup.files.load import load_game, uncached
from nineup.layout import LayoutEngine
from nineup.layout.placeholder import list_missing_art
from nineup.logic.select import (
    chosen_options,
    read_bands,
    select,
    with_legal,
    with_limits,
)
from nineup.model.game import Game
from nineup.model.proved import Acceptance, Proved, RuleRow
from nineup.pipeline.backs import DrawnBacks
from nineup.pipeline.lessons import read_lessons
from nineup.pipeline.plan import RunChoice
from nineup.pipeline.proof.checked import Checked, Narrowing, keep_checked, proof_of
from nineup.pipeline.proof.face_proof import FaceProof, FaceRequest, KeptFaces, prove_faces
from nineup.pipeline.proof.memory import Drawing, GameMemory
from nineup.pipeline.runs import in_language, load
from nineup.pipeline.stages import make_engine, project_fonts
from nineup.rules import (
    KnownResult,
    KnownResults,
    ProofScope,
    ReadLessons,
    acceptance_warnings,
    check_game,
    is_about_faces,
)

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
    project: Project,
    games: Sequence[str],
    narrowing: Narrowing,
    *,
    moment: dict[Question, str],
    processes: int = 1,
    memory: GameMemory | None = None,
) -> Iterator[Checked]:
    """Proves several games, in order, in as many processes as there is work for.

    Of each, what reads only its cards and what reads its faces are kept apart: a part of which no file has
    changed isn't proved again. One game is read before its proof is divided; of several, each process reads
    those that it works on. `moment` is as of `recall`.
    """
    open_game = lru_cache(1)(partial(_open, project, narrowing, moment=moment, memory=memory))
    parts = (("rules", _rules_share), ("faces", _faces_share))
    tasks = [_Task(game, part, prove) for game in games for part, prove in parts]
    known = {task[:2]: proof for task in tasks if (proof := _known(project, task, narrowing, moment=moment))}
    left = [task for task in tasks if task[:2] not in known]
    if len(games) == 1 and left:
        open_game(games[0])

    def prove(number: int) -> _ProvedShare:
        task = left[number]
        opened = open_game(task.game)
        # While the last share is proved, the other processes are idle: it may use them all.
        share = task.prove(opened, processes if number == len(left) - 1 else 1)
        opened.project.note(opened.drawing.project.answers)
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
    drawing: Drawing
    """Its engine. Its project is what is asked beside reading the game."""

    @property
    def apart(self) -> AskedProject:
        """What is asked beside reading the game."""
        return self.drawing.project

    def engine(self) -> LayoutEngine | None:
        """Its engine, created once."""
        return self.drawing.engine


def _open(
    whole: Project,
    narrowing: Narrowing,
    game_id: str,
    *,
    moment: dict[Question, str],
    memory: GameMemory | None,
) -> _Opened:
    since = time.perf_counter()
    project, reading = AskedProject(whole), Findings()
    game = load(project, game_id, reading, caching=memory.cards if memory else uncached)
    scope = _scope(game, narrowing.players, narrowing.options, findings=reading) if game else None
    choice = RunChoice(language=narrowing.language)
    localised = in_language(project, game, choice, findings=reading) if game and scope else None
    shown = localised.game if localised else None
    drawing = memory.drawing(project, shown, moment) if memory else Drawing(project, shown)
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
    )


class _Share(msgspec.Struct, frozen=True):
    """The findings of a share of a game's proof."""

    findings: tuple[Diagnostic, ...]
    proved: Proved | None = None
    acceptances: tuple[tuple[Acceptance, Diagnostic], ...] = ()
    """Those of the whole game, each with the warning that there is nothing to accept."""
    faces: FaceProof | None = None


class _ProvedShare(NamedTuple):
    """A share of a proof, what the project answered for it, and when the work on it began and ended."""

    share: _Share
    answers: Answers | None
    since: float
    until: float


def _known(
    project: Project, task: _Task, narrowing: Narrowing, moment: dict[Question, str]
) -> _ProvedShare | None:
    since, asked = time.perf_counter(), AskedProject(project)
    share = recall(asked, proof_of(task.part, task.game, narrowing), _Share, moment=moment)
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
    backs, only = DrawnBacks(shown, opened.engine), narrowing.rules
    lessons = partial(read_lessons, opened.apart, opened.engine)
    if shown is game:
        proved = _with_known_results(opened, game, findings, scope=scope, backs=backs, lessons=lessons)
    else:
        proved = check_game(
            game, findings, scope, only=only, backs=backs, project=opened.project, lessons=lessons
        )
        if not only or not WORDING.isdisjoint(only):
            check_game(shown, findings, scope, only=tuple(WORDING), backs=backs, project=opened.project)
    return _Share(tuple(findings), proved, () if any(narrowing) else tuple(acceptance_warnings(game)))


def _with_known_results(
    opened: _Opened,
    game: Game,
    findings: Findings,
    scope: ProofScope,
    backs: DrawnBacks,
    lessons: ReadLessons,
) -> Proved:
    """Proves the rules of a game, which are kept with what they have read of the game and asked of files."""
    project, narrowing = opened.apart, opened.narrowing
    what = proof_of("each rule", opened.id, narrowing)
    before = opened.drawing.rules.get(what)
    known = KnownResults(game, what, before or recall(project, what, dict[str, KnownResult]) or {})
    opened.drawing.rules[what] = known.results
    proved = check_game(
        game,
        findings,
        scope,
        only=narrowing.rules,
        backs=backs,
        project=project,
        known=known,
        lessons=lessons,
    )
    if known.is_new:
        keep(project, what, project.answers, result=known.results)
    return proved


def _faces_share(opened: _Opened, processes: int) -> _Share:
    """Proves the faces of a game."""
    rules, scope, game = opened.narrowing.rules, opened.scope, opened.shown
    if scope is None or game is None or (rules and not is_about_faces(rules)):
        return _Share(())
    engine, findings = opened.engine(), Findings()
    if engine is None:
        return _Share(tuple(opened.drawing.findings))
    what = proof_of("components", opened.id, opened.narrowing)
    kept = opened.drawing.components.get(what) or recall(opened.apart, what, KeptFaces) or KeptFaces({})
    opened.drawing.components[what] = kept
    request = FaceRequest(game, engine, opened.drawing.faces, scope=scope, rules=rules, what=what)
    proved = prove_faces(opened.apart, request, kept, findings=findings, processes=processes)
    if proved is None:
        proved = prove_faces(opened.apart, request, KeptFaces({}), findings=findings, processes=processes)
        assert proved is not None, "nothing was left out"
    faces, new = proved
    if new is not None:
        keep(opened.apart, what, opened.apart.answers, result=new)
        opened.drawing.components[what] = new
    return _Share(tuple(findings), faces=faces)


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


def _check_layouts(project: Project, game_id: str, findings: Findings) -> None:
    """Reports the mistakes in the styles and layouts of a game that has errors itself, in the same run."""
    game = load_game(project, game_id, Findings(), partial=True)
    engine = (
        make_engine(project, game, project_fonts(project, game.language), findings=findings) if game else None
    )
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


def _drawn_rows(counts: Iterable[int], faces: FaceProof, findings: Findings) -> Iterator[RuleRow]:
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


def _scope(
    game: Game, players: Collection[int], options: Mapping[str, str], findings: Findings
) -> ProofScope | None:
    """The scope of a restricted proof; None if one of its runs is impossible.

    An option may need others than the defaults: only the named ones are fixed.
    """
    wrong = Findings()
    if players or options:
        for count in players or (None,):
            limited = with_limits(game, count, options)
            legal = with_legal(limited, options, kept=[name.replace("_", "-") for name in options])
            select(game, wrong, count, options=legal)
    wrong = Findings(f for f in wrong if f.about == "request" and f.code != "unstated")
    findings.extend(dict.fromkeys(wrong))
    read = chosen_options(with_limits(game, next(iter(players), None), options), options, Findings())
    named = {name.replace("_", "-") for name in options}
    bands = read_bands(game, options, Findings())
    return (
        None
        if wrong
        else ProofScope(tuple(players), {**{id: read[id] for id in read if id in named}, **bands})
    )
