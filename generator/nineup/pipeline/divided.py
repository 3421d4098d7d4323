"""Draws, writes and reads the faces of a build in several processes, each of which passes on only the
results.

A face leaves no trace in others: its operators refer to fonts and forms by their content. So shares of a run
can be drawn anywhere, in any order, and sheets have the same bytes. With one process, it draws all shares.

A share is a few parts of the run, and shares are taken by whichever process is free: 1,000 parts in two
processes make 84 shares, of up to 12 parts. The first share is drawn before the process is copied, so that
copies inherit compiled layouts, opened fonts and common faces instead of making them again.

Two things do depend on order: which of several similar findings is reported, and which of two words
names a ligature's letters. If either occurs, everything is drawn once more in one process, in order,
as if it had never been divided.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, islice
from typing import Any

import msgspec

from nineup.base.diagnostics import Diagnostic, Findings, Statement
from nineup.base.processes import divided
from nineup.base.remembering import Answers, AskedProject
from nineup.faces.record import FaceReader, Shown, has_text
from nineup.faces.shapes import drawn_sides
from nineup.layout import Layout, LayoutEngine
from nineup.layout.typeset import Drawn, Inputs, draw, face_context, typeset
from nineup.logic.expression import ExpressionError
from nineup.model.digests import Digests
from nineup.model.drawing import Face, Group, Op, Path, rectangle
from nineup.model.extent import ink
from nineup.model.game import Component, Part, Run
from nineup.model.paper import PAPERS
from nineup.pipeline.stages import Stages
from nineup.typography.fonts import Fonts
from nineup.write import ContentWriter, FormObject, Operators, Referent, load_pdf_writer

FEW = 100
"""The number of parts that are worth another process; fewer are drawn before it has started."""

SHARES = 64
"""The largest number of shares per process: when one runs out of shares, the others are about to finish.

Small shares also save memory.
"""

FEWEST = 8
"""The number of shares for FEW parts: smaller shares would cost more than waiting."""

HEAVY = 100_000
"""The average number of characters of operators in a face of the first share from which each part is its own
share: it takes as long as FEW others, and much memory.
"""

PAGE = min(min(paper) for paper in PAPERS.values())
"""The minimum width of a page, in points; longer pieces may be printed in parts."""


class _PrintedFace(msgspec.Struct, frozen=True, gc=False):
    """A face without its drawing, and everything else that is needed of it."""

    face: Face
    operators: Operators
    digest: str
    text: tuple[str, ...]
    """Its lines, as in `FaceReader.text`, if needed."""


class _PrintedPart(msgspec.Struct, frozen=True, gc=False):
    """A part of the run by its index.

    Faces are indices in its share or, from -1 down, among those of the first share.
    """

    part: int
    front: int
    back: int | None
    shown: Shown


class _Share(msgspec.Struct, frozen=True):
    """Some parts of a run."""

    parts: tuple[_PrintedPart, ...]
    faces: tuple[_PrintedFace, ...]
    notes: tuple[tuple[int, Diagnostic], ...]
    """Each with the index of its part."""
    is_sound: bool
    """Whether there is nothing to report but notes, and no word is ambiguous."""
    referents: Mapping[str, Referent]
    """Those that no earlier share of the same process has passed on."""
    texts: Mapping[str, Mapping[int, str]]
    fonts: tuple[tuple[str, int, bool], ...]
    answers: Answers | None
    """What the project answered for it and for no earlier share of the same process; None if that isn't
    known.
    """


class DividedStages(Stages):
    """The stages of one build with faces drawn in several processes. Returned faces have no operations except
    those that imposition reads: a piece larger than a page has a path for each thing that no cut should
    cross, and one with less than the sheets' bleed has a path around its ink.
    """

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._digests = Digests()
        self._content_writer: ContentWriter | None = None
        self._reader: FaceReader | None = None

    def typeset(
        self, run: Run, engine: LayoutEngine, findings: Findings, bleed: float = 0.0
    ) -> tuple[Drawn, ...]:
        shares = _Shares(run, engine, self.face_reader, bleed=bleed)
        first, others = shares.numbers()
        start = len(engine.findings)
        printed = [shares.draw(first)]
        if printed[0].is_sound:
            # The first share is a sample: it has one card of each component.
            few = 1 if _is_heavy(printed[0]) else FEW
            # One is already running; each FEW parts are worth one more.
            processes = min(self._processes, 1 + len(others) // few)
            stretches = _stretches(others, SHARES * processes, few)
            printed += divided(
                lambda number: shares.draw(stretches[number]),
                len(stretches),
                processes,
                meanwhile=_import_the_rest,
            )
        writer = ContentWriter(engine.fonts.by_key)
        for share in printed:
            if isinstance(engine.project, AskedProject):
                engine.project.note(share.answers)
            for font in share.fonts:
                # Copies have opened fonts that this process hasn't. It writes the file, so it needs them.
                engine.fonts.font(*font)
            writer.references.add(share.referents, share.texts)
        is_sound = not writer.references.is_ambiguous and all(share.is_sound for share in printed)
        notes = _in_order(printed) if is_sound else None
        if notes is None:
            # Findings are reported in order, similar ones once; ambiguous words are written in the order of
            # pages.
            return typeset(run, engine, findings)
        del engine.findings[start:]  # Notes of the shares that were drawn here.
        _add_notes(notes, findings)
        self._content_writer, self._reader = writer, self.face_reader(engine)
        for each in chain.from_iterable(share.faces for share in printed):
            # No later stage has the drawing: the writer finds these operators by the
            # face, and digests the same way.
            writer.faces[each.face] = each.operators
            self._digests[each.face] = each.digest
        return tuple(_joined(run, printed, self._reader))

    def content_writer(self, fonts: Fonts) -> ContentWriter | None:
        return self._content_writer

    def digests(self) -> Digests:
        return self._digests

    def face_reader(self, engine: LayoutEngine) -> FaceReader:
        return self._reader or super().face_reader(engine)


class _Shares:
    """Draws shares of a run. What all cards of a component have in common is drawn with the first share."""

    def __init__(
        self, run: Run, engine: LayoutEngine, reader: Callable[[LayoutEngine], FaceReader], bleed: float
    ) -> None:
        self._run = run
        self._bleed = bleed
        self._engine = engine
        self._digests, self._reader = Digests(), reader(engine)
        self._writer = ContentWriter(engine.fonts.by_key)
        self._common: dict[tuple[str, str], Face | None] = {}
        """The faces of layouts without bindings, by component and layout."""
        self._bound: dict[str, tuple[tuple[str, Layout], ...]] = {}
        """The sides of a component, by its id, that depend on its cards, with their layouts."""
        self._first: dict[Face, int] = {}
        """The faces of the first share, by index as in `_PrintedPart`."""
        self._printed: dict[tuple[int, str], tuple[Mapping[str, Any], str]] = {}
        """The inputs and outputs of bindings of a share's parts, by the identity of the part and its side,
        after their texts are set.
        """
        self._passed_on = 0
        """The number of referents in earlier shares, which are the first of the writer's."""

    def numbers(self) -> tuple[list[int], list[int]]:
        """The indices of the first share's parts: one of each component, and all without bindings; and those
        of the others.
        """
        seen: set[str] = set()
        first, others = [], []
        for number, part in enumerate(self._run.parts):
            component = part.component
            if component.id not in seen or not self._bound_sides(component):
                seen.add(component.id)
                first.append(number)
            else:
                others.append(number)
        return first, others

    def draw(self, numbers: Sequence[int]) -> _Share:
        """Draws some parts by their indices."""
        run = msgspec.structs.replace(self._run, parts=tuple([self._run.parts[number] for number in numbers]))
        findings, of_files = Findings(), self._engine.findings
        before = files_read = len(of_files)
        faces_read = 0
        # Each kind of work is done for all of them at once: their code doesn't fit into a processor's cache
        # together.
        self._set_texts(run)
        drawn: list[Drawn] = []
        notes: list[tuple[int, Diagnostic]] = []
        with findings.limited():
            for number, each in zip(
                numbers, draw(run, self._engine, findings, cache=self._keep), strict=False
            ):
                new = [*of_files[files_read:], *findings[faces_read:]]
                files_read, faces_read = len(of_files), len(findings)
                notes += [(number, note) for note in new]
                drawn.append(each)
        # All that later stages want to know of a drawing is found out here, because
        # the drawing ends with its share.
        digests, reader = self._digests, self._reader
        sides = [(each.front, each.back) for each in drawn]
        reader.read(chain.from_iterable(sides))
        shown = [reader.shown(faces, digests) for faces in sides]
        texts = {each.front: reader.text(each.front) for each in drawn if not has_text(each.part.card)}
        faces = self._new_faces(drawn)
        printed = self._written(faces, texts)
        places = {face: number for number, face in enumerate(faces)} | self._first
        parts = tuple(
            [
                _PrintedPart(
                    number, places[each.front], None if each.back is None else places[each.back], shown=what
                )
                for number, each, what in zip(numbers, drawn, shown, strict=False)
            ]
        )
        # Set once, after the first share: copies number these faces from -1 down, as the first process does.
        self._first = self._first or {face: ~number for face, number in places.items()}
        self._forget()
        references = self._writer.references
        # Of what a file lacks, a face may have a note, too: which one comes first isn't known here.
        is_sound = not any(each.fact for each in of_files[before:])
        is_sound = is_sound and all(each.severity == "note" for each in (*of_files[before:], *findings))
        # A layout's errors may be known before its parts are left out, which `numbers` doesn't know.
        is_sound = is_sound and len(parts) == len(numbers) and not references.is_ambiguous
        opened, project = self._engine.fonts.opened, self._engine.project
        return _Share(
            parts,
            printed,
            tuple(notes),
            is_sound=is_sound,
            referents=self._new_referents(),
            texts=references.texts,
            fonts=opened,
            answers=project.news() if isinstance(project, AskedProject) else {},
        )

    def _set_texts(self, run: Run) -> None:
        """Prints the bindings of parts, and sets their texts."""
        printed: dict[Layout, list[str]] = {}
        palette = self._engine.sheet.palette
        for part in run.parts if self._first else ():  # The first share compiles the layouts.
            for side, layout in self._bound_sides(part.component):
                assert layout.program is not None
                context = face_context(run.context, part, palette, side=side)
                with suppress(ExpressionError):  # which is reported when the face is drawn
                    text = layout.program.run(context)
                    self._printed[id(part), side] = context, text
                    printed.setdefault(layout, []).append(text)
        for layout, texts in printed.items():
            layout.set_texts(texts)

    def _new_faces(self, drawn: Sequence[Drawn]) -> list[Face]:
        """The faces of some parts, each once, that the first share lacks."""
        faces = dict.fromkeys(
            [face for each in drawn for face in (each.front, each.back) if face is not None]
        )
        return [face for face in faces if face not in self._first]

    def _written(
        self, faces: Sequence[Face], texts: Mapping[Face, tuple[str, ...]]
    ) -> tuple[_PrintedFace, ...]:
        operators = [self._writer.write(face.ops) for face in faces]
        inks = [self._digests[face] for face in faces]
        return tuple(
            [
                _PrintedFace(self._bare(face), written, ink, text=texts.get(face, ()))
                for face, written, ink in zip(faces, operators, inks, strict=True)
            ]
        )

    def _forget(self) -> None:
        """Drops the faces of a share, and old heavy drawings; cached words and symbols are kept."""
        self._printed.clear()
        self._digests.clear()
        self._reader.clear()
        dropped = self._engine.lightened()
        for keeper in (self._writer, self._digests, self._reader):
            keeper.forget(dropped)

    def _bare(self, face: Face) -> Face:
        """A face without its drawing, except for what imposition reads."""
        return msgspec.structs.replace(face, ops=tuple(_reach(face, self._bleed)))

    def _new_referents(self) -> dict[str, Referent]:
        """The referents of operators that no earlier share of this process has passed on: pictures are passed
        on once.
        """
        new = dict(islice(self._writer.references.referents.items(), self._passed_on, None))
        self._passed_on += len(new)
        return new

    def _bound_sides(self, component: Component) -> tuple[tuple[str, Layout], ...]:
        bound = self._bound.get(component.id)
        if bound is None:
            sides = [(side.name, self._engine.layout(side.layout)) for side in drawn_sides(component)]
            bound = self._bound[component.id] = tuple(
                [(name, layout) for name, layout in sides if layout is not None and layout.bound]
            )
        return bound

    def _keep(
        self, part: Part, layout: Layout, side: str, inputs: Inputs, draw: Callable[[], Face | None]
    ) -> Face | None:
        """A face; one that is the same for every card is drawn once."""
        if layout.bound:
            if known := self._printed.get((id(part), side)):
                inputs.know(*known)
            return draw()
        key = (part.component.id, layout.path)
        if key not in self._common:
            self._common[key] = draw()
        return self._common[key]


def _import_the_rest() -> None:
    """Imports what only the first process needs, after the copies have started; without copies, modules are
    imported where they are used.
    """
    import nineup.impose  # noqa: F401

    load_pdf_writer()


def _reach(face: Face, bleed: float) -> Iterator[Op]:
    """The parts of a face's operations that imposition reads."""
    if max(face.size) > PAGE:
        from nineup.impose.seams import uncut

        yield from (Group((Path(rectangle(box)),), says="whole") for box in uncut(face))
    box = ink(face.ops, inside=True) if face.bleed < bleed else None
    if box is not None:
        yield Path(rectangle(box))


def _is_heavy(share: _Share) -> bool:
    """Whether the faces of a share have many operators."""
    written = sum(len(each.content) for each in share.referents.values() if isinstance(each, FormObject))
    return written + sum(len(face.operators.text) for face in share.faces) > HEAVY * len(share.faces)


def _stretches(numbers: Sequence[int], count: int, few: int) -> list[Sequence[int]]:
    """The numbers in about `count` groups, none much smaller than is worth dividing (`few`)."""
    size = max(len(numbers) // count, few // FEWEST, 1)
    return [numbers[start : start + size] for start in range(0, len(numbers), size)]


def _in_order(shares: Sequence[_Share]) -> list[Diagnostic] | None:
    """The notes of all shares in the order of the run; None if shares say different things about a file, of
    which each has drawn other elements.
    """
    about: dict[str, frozenset[Statement]] = {}
    for share in shares:
        of_files: dict[str, set[Statement]] = {}
        for _, note in share.notes:
            if note.span and not note.face:
                of_files.setdefault(note.span.file, set()).add(note.statement)
        for file, statements in of_files.items():
            if about.setdefault(file, frozenset(statements)) != statements:
                return None
    # Shares end in any order. What is reported must not depend on it.
    return [note for _, note in sorted(chain(*(share.notes for share in shares)), key=lambda note: note[0])]


def _add_notes(notes: Sequence[Diagnostic], findings: Findings) -> None:
    """Adds notes, of a file each once, of faces only one of those with the same message."""
    messages = {known.message for known in findings}
    statements = set[Statement]()
    for note in notes:
        if note.message not in messages if note.face else note.statement not in statements:
            findings.append(note)
        messages.add(note.message)
        statements.add(note.statement)


def _joined(run: Run, shares: Sequence[_Share], reader: FaceReader) -> list[Drawn]:
    """The drawn parts of all shares, in the order of the run; `reader` receives their texts."""
    common = [each.face for each in shares[0].faces]
    drawn: dict[int, Drawn] = {}
    for share in shares:
        for part in share.parts:
            front, back = (
                None if number is None else share.faces[number].face if number >= 0 else common[~number]
                for number in (part.front, part.back)
            )
            assert front is not None
            drawn[part.part] = Drawn(run.parts[part.part], front, back)
            texts = {front: share.faces[part.front].text} if part.front >= 0 else {}
            reader.add((front, back), part.shown, texts)
    return [drawn[number] for number in sorted(drawn)]
