"""A run at one moment for browsers: its pieces with their faces, and findings.

Frozen, made off the main thread.
"""

import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress

import msgspec
from nineup import pipeline
from nineup.base import Diagnostic, EditedProject, Findings, Project, ProjectError
from nineup.faces.record import value_text
from nineup.files.edit import ListError, card_lists
from nineup.layout import LayoutEngine
from nineup.model import Digests, Face, Game, Part, Run
from nineup.pipeline import BuildResult, DrawnRun, PrintOptions, RunChoice, Stages
from nineup.write import FaceSvg

MAX_DIGESTS = 20_000
"""The number of cached digests of faces."""


class PieceView(msgspec.Struct, frozen=True):
    """A part of a run with its faces, by digest; `is_stale` if they are from before a mistake."""

    key: str
    """`component/card`, or `component/card/owner`."""
    part: Part
    front: str
    back: str
    """Empty for one-sided pieces."""
    is_stale: bool = False
    printed: tuple[str, str] = ("", "")
    """The digests of its faces as in records of prints: without micro lines."""

    @property
    def name(self) -> str:
        """The card's name or title, or else its id; the component's name for its only card."""
        card, component = self.part.card, self.part.component
        named = value_text(card.values.get("name") or card.values.get("title"))
        return named or (component.name if card.id == component.id else card.id)

    @property
    def faces(self) -> tuple[str, str, bool]:
        return self.front, self.back, self.is_stale


class DrawnFace(msgspec.Struct, frozen=True):
    """A face, and a function that writes it with the fonts that it was drawn with."""

    face: Face
    writer: FaceSvg


class Snapshot(msgspec.Struct, frozen=True):
    """A run at one moment: after the edit whose number is `edit`."""

    game_id: str
    choice: RunChoice
    edit: int
    milliseconds: float
    game: Game | None = None
    """As last read without errors; None if it never was."""
    run: Run | None = None
    """None if the choice is impossible, or no run was ever drawn."""
    pieces: tuple[PieceView, ...] = ()
    findings: tuple[Diagnostic, ...] = ()
    is_stale: bool = False
    """Whether any piece shows faces from before a mistake."""
    faces: Mapping[str, DrawnFace] = {}
    """The faces by digest."""
    drawn_run: DrawnRun | None = None
    """The source of the pieces; of an earlier moment if all of them are stale."""

    @property
    def title(self) -> str:
        return self.game.title if self.game else self.game_id

    def piece(self, key: str) -> PieceView | None:
        """The piece with a key."""
        return next((piece for piece in self.pieces if piece.key == key), None)


class SnapshotMaker:
    """Makes the snapshots of one run in sequence; caches the digests of faces."""

    def __init__(self, project: Project, game_id: str, choice: RunChoice) -> None:
        self._project = project
        self._game_id = game_id
        self._choice = choice
        self._digests = Digests(with_micro=True)
        self._printed = Digests()
        self._good: dict[str, bytes] = {}
        self._engine: LayoutEngine | None = None
        self._writer: FaceSvg | None = None

    def make(self, stages: Stages, edit: int, before: Snapshot | None) -> Snapshot:
        """The run from the current files, with earlier faces where they can't be drawn.

        A card list that can't be read keeps its last content, and its pieces are stale.
        """
        started = time.perf_counter()
        findings = Findings()
        ready, broken = self._draw(self._project, stages, findings), frozenset[str]()
        if not isinstance(ready, DrawnRun) and (good := self._last_good(findings)):
            again = self._draw(EditedProject(self._project, good), stages, others := Findings())
            if isinstance(again, DrawnRun):
                ready, broken = again, frozenset(good)
                findings.extend(each for each in others if not (each.span and each.span.file in broken))
        blank = Snapshot(self._game_id, self._choice, edit, milliseconds=0.0)
        if isinstance(ready, DrawnRun):
            snapshot = self._drawn(blank, ready, before, broken=broken)
            read = (file for file in _lists(ready, self._project) if file not in broken)
            self._good |= {file: data for file in read if (data := self._read(file))}
        else:
            snapshot = self._undrawn(blank, stages, ready, before=before)
        took = (time.perf_counter() - started) * 1000
        return msgspec.structs.replace(snapshot, findings=tuple(findings), milliseconds=took)

    def _draw(self, project: Project, stages: Stages, findings: Findings) -> DrawnRun | BuildResult:
        options = PrintOptions(allow_errors=True)
        return pipeline.draw(
            project,
            self._game_id,
            self._choice,
            options=options,
            findings=findings,
            progress=lambda *_: None,
            stages=stages,
        )

    def _last_good(self, findings: Findings) -> dict[str, bytes]:
        """The card lists that are missing or have errors, as they were when they last had none."""
        wrong = {each.span.file for each in findings if each.severity == "error" and each.span}
        now = {file: self._read(file) for file in self._good}
        return {
            file: data
            for file, data in self._good.items()
            if not now[file] or (file in wrong and now[file] != data)
        }

    def _read(self, file: str) -> bytes:
        """The content of a file; empty if it can't be read."""
        try:
            return self._project.read(file)
        except ProjectError:
            return b""

    def failed(self, edit: int, before: Snapshot | None, problem: Diagnostic) -> Snapshot:
        """The last good faces, after a failure that is not a mistake in the game's files."""
        blank = Snapshot(self._game_id, self._choice, edit, milliseconds=0.0, findings=(problem,))
        return _kept(blank, before) if before else blank

    def _drawn(
        self, blank: Snapshot, ready: DrawnRun, before: Snapshot | None, broken: frozenset[str]
    ) -> Snapshot:
        writer = self._writer_of(ready.engine)
        faces: dict[str, DrawnFace] = {}
        drawn = {}
        for each in ready.drawn:
            sides = each.front, each.back
            front, back = (self._digests[face] if face is not None else "" for face in sides)
            printed = self._printed[each.front], self._printed[each.back] if each.back else ""
            for digest, face in zip((front, back), sides, strict=True):
                if face is not None and digest not in faces:
                    faces[digest] = DrawnFace(face, writer)
            drawn[id(each.part)] = front, back, printed
        earlier = {piece.key: piece for piece in before.pieces} if before else {}
        pieces = []
        for key, part in _keyed(ready.run.parts):
            if looks := drawn.get(id(part)):
                front, back, printed = looks
                is_old = bool(broken) and part.card.span.file in broken
                pieces.append(PieceView(key, part, front, back=back, is_stale=is_old, printed=printed))
            elif before and (old := earlier.get(key)):
                faces |= {digest: before.faces[digest] for digest in (old.front, old.back) if digest}
                pieces.append(
                    PieceView(key, part, old.front, back=old.back, is_stale=True, printed=old.printed)
                )
        is_stale = any(piece.is_stale for piece in pieces)
        if len(self._digests) > MAX_DIGESTS:
            self._digests, self._printed = Digests(with_micro=True), Digests()
        return msgspec.structs.replace(
            blank,
            game=ready.run.game,
            run=ready.run,
            pieces=tuple(pieces),
            is_stale=is_stale,
            faces=faces,
            drawn_run=ready,
        )

    def _undrawn(
        self, blank: Snapshot, stages: Stages, result: BuildResult, before: Snapshot | None
    ) -> Snapshot:
        game = stages.load(self._project, self._game_id, Findings())
        is_impossible = game is not None and pipeline.choose_run(game, self._choice, Findings()) is None
        if is_impossible:
            return msgspec.structs.replace(blank, game=game)
        kept = _kept(blank, before) if before else blank
        return msgspec.structs.replace(kept, game=game or kept.game)

    def _writer_of(self, engine: LayoutEngine) -> FaceSvg:
        if self._writer is None or self._engine is not engine:
            self._writer, self._engine = FaceSvg(engine.fonts.by_key), engine
        return self._writer


def _lists(ready: DrawnRun, project: Project) -> Iterator[str]:
    """The files of card lists besides the game file."""
    game = ready.run.game
    with suppress(ListError, ProjectError):
        yield from {each.file for each in card_lists(game, project.text)} - {game.span.file}


def _kept(blank: Snapshot, before: Snapshot) -> Snapshot:
    pieces = tuple(msgspec.structs.replace(piece, is_stale=True) for piece in before.pieces)
    return msgspec.structs.replace(
        blank,
        game=before.game,
        run=before.run,
        pieces=pieces,
        is_stale=bool(pieces),
        faces=before.faces,
        drawn_run=before.drawn_run,
    )


def _keyed(parts: Iterable[Part]) -> Iterator[tuple[str, Part]]:
    """Parts with their keys; repeated keys are numbered from 2 on."""
    seen: dict[str, int] = {}
    for part in parts:
        key = f"{part.component.id}/{part.card.id}{f'/{part.owner}' if part.owner else ''}"
        seen[key] = seen.get(key, 0) + 1
        yield (key if seen[key] == 1 else f"{key}~{seen[key]}"), part
