"""A run's faces → its files: a PDF for each paper and shape of component, their pictures, and the manifest."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, Literal, NamedTuple, cast

import msgspec

from nineup.diagnostics import Findings
from nineup.drawing import Digests, Face
from nineup.fonts import Fonts
from nineup.game import Run
from nineup.geometry import Box, Size
from nineup.impose import Notes, impose
from nineup.paper import Backs, Marks, Page, Piece, Placement, Sheet, SheetSpec, paper_size
from nineup.pipeline.plan import PrintPlan, RunChoice
from nineup.settings import FACE
from nineup.shapes import SHAPES, shape_of
from nineup.typeset import Drawn
from nineup.write import (
    MANIFEST,
    ContentWriter,
    Deflate,
    Document,
    Resources,
    face_pdf,
    manifest,
    pdf,
    publish,
)


class OutputFile(msgspec.Struct, frozen=True):
    """A file of a build: its pages, and the pieces on them."""

    path: Path
    pages: int = 0
    pieces: int = 0


class File(msgspec.Struct, frozen=True):
    """A PDF before it is written, with the pages that the manifest tells of."""

    name: str
    data: bytes
    pages: tuple[Page, ...]


Side = Literal["front", "back"]

Leaflet = Callable[[Size], tuple[Page, ...]]
"""Further pages of a build, made for the size of its paper."""

Progress = Callable[[str, int, int], None]
"""Told what is being worked on, how many steps are done, and of how many."""


class MadeBy(NamedTuple):
    """What makes sheets of pieces, packs streams, and writes the faces of a PDF."""

    impose: Callable[[Sequence[Piece], SheetSpec, Notes, Fonts, Findings], tuple[Sheet, ...]]
    deflate: Deflate
    content_writer: Callable[[Resources], ContentWriter]


LONGEST = 100
"""Characters of a folder's name."""

RESOLUTION = 150
"""Dots per inch of the pictures of pages."""


def group_by_shape(drawn: Sequence[Drawn]) -> dict[str, list[Drawn]]:
    """What is drawn in the groups that have files of their own: cards, tiles, tokens …"""
    groups: dict[str, list[Drawn]] = {shape.name: [] for shape in SHAPES}
    for each in drawn:
        groups[each.part.component.shape].append(each)
    return {shape.plural: groups[shape.name] for shape in SHAPES}


def files_of(
    run: Run,
    groups: Mapping[str, Sequence[Drawn]],
    plan: PrintPlan,
    fonts: Fonts,
    findings: Findings,
    progress: Progress,
    warning: str,
    made_by: MadeBy,
) -> Iterator[File]:
    """A PDF for each paper and group of what is drawn. What can't be laid out is left out."""
    jobs = [(paper, group, members) for paper in plan.papers for group, members in groups.items() if members]
    for done, (paper, group, members) in enumerate(jobs):
        progress(f"{run.game.id}: {group} on {paper}", done, len(jobs))
        about = (
            f"{run.game.title}: {group}{f' · {warning}' if warning else ''}",
            run.game.designer,
            f"{run.game.id}, {run.name}, {group}, Nineup",
        )
        name = f"{group}-{paper.replace(' ', '')}.pdf"
        if paper == FACE:
            pages = tuple(_face_pages(members, plan.spec.backs))
            yield File(name, face_pdf([page.placements[0].face for page in pages], fonts, *about), pages)
            continue
        spec = msgspec.structs.replace(plan.spec, paper=paper)
        notes = Notes(run.game.title, run.name, group, warning)
        sheets = made_by.impose(_pieces(members), spec, notes, fonts, told := Findings())
        findings.extend(told)
        if not told.failed:
            pages = tuple(pages_of(sheets))
            yield File(
                name, pdf(Document(*about, pages), fonts, made_by.deflate, made_by.content_writer), pages
            )
    progress(f"{run.game.id}: writing", len(jobs), len(jobs))


def placement_findings(run: Run, drawn: Sequence[Drawn], plan: PrintPlan, fonts: Fonts) -> Findings:
    """What keeps pieces from their papers, or is poor about it, found with one copy of each; nothing is made."""
    findings = Findings()
    for group, members in group_by_shape(drawn).items():
        replace = msgspec.structs.replace
        ones = [replace(d, part=replace(d.part, copies=1)) for d in members if d.part.copies]
        for paper in plan.papers:
            if ones and paper != FACE:
                spec = msgspec.structs.replace(plan.spec, paper=paper)
                impose(_pieces(ones), spec, Notes(run.game.title, run.name, group), fonts, findings)
    return Findings(finding for finding in findings if finding.severity != "note")


def leaflet_files(run: Run, leaflets: Mapping[str, Leaflet], plan: PrintPlan, fonts: Fonts) -> Iterator[File]:
    """A PDF for each leaflet and each paper (for faces without paper, the sheet's)."""
    for paper in dict.fromkeys(plan.spec.paper if paper == FACE else paper for paper in plan.papers):
        for name, leaflet in leaflets.items():
            pages = leaflet(paper_size(paper))
            about = (f"{run.game.title}: {name}", run.game.designer, f"{run.game.id}, {run.name}, Nineup")
            yield File(f"{name}-{paper.replace(' ', '')}.pdf", pdf(Document(*about, pages), fonts), pages)


def _pieces(members: Sequence[Drawn]) -> tuple[Piece, ...]:
    """Every copy, in the order of the run."""
    pieces: list[Piece] = []
    for drawn in members:
        part, component = drawn.part, drawn.part.component
        ids = component.id, part.card.id, part.owner or ""
        marks = cast("Marks | None", component.marks or None)
        in_parts = shape_of(component.shape).in_parts
        pieces += [
            Piece(*ids, copy, drawn.front, drawn.back, marks, in_parts, component.spans)
            for copy in range(1, part.copies + 1)
        ]
    return tuple(pieces)


def pages_of(sheets: Sequence[Sheet]) -> Iterator[Page]:
    for sheet in sheets:
        yield sheet.front
        if sheet.back is not None:
            yield sheet.back


def _face_pages(members: Sequence[Drawn], backs: Backs) -> Iterator[Page]:
    """Each different face once, on a page of its own that is as large as its ink; with backs `none`, fronts only."""
    seen: set[Face] = set()
    for piece in _pieces(members):
        sides: tuple[tuple[Side, Face | None], ...] = (("front", piece.front), ("back", piece.back))
        for side, face in sides:
            if face is None or face in seen or (side == "back" and backs == "none"):
                continue
            seen.add(face)
            trim = Box(face.bleed, face.bleed, *face.size)
            ink = trim.outset(face.bleed)
            placement = Placement(piece, side, face, trim, ink)
            yield Page(Size(ink.width, ink.height), (placement,), (), face.name)


def write_files(
    folder: Path, run: Run, files: Sequence[File], pictures: bool, asked: Mapping[str, Any], digests: Digests
) -> Iterator[OutputFile]:
    """Put a run's files into its folder, with pictures of their pages if wanted; `asked` is for the manifest."""
    outputs: dict[str, bytes] = {}
    for file in files:
        outputs[file.name] = file.data
        if pictures:
            outputs.update(_pictures(file))
    pages = {file.name: file.pages for file in files}
    publish(folder, outputs, manifest(run.game.id, run.name, run.players, run.options, pages, asked, digests))
    for name in (*outputs, MANIFEST):
        yield OutputFile(folder / name, len(pages.get(name, ())), len(_fronts(pages.get(name, ()))))


def _pictures(file: File) -> Iterator[tuple[str, bytes]]:
    from nineup.preview import png

    stem = file.name.removesuffix(".pdf")
    for number in range(1, len(file.pages) + 1):
        yield f"{stem}-{number}.png", png(file.data, number, RESOLUTION)


def _fronts(pages: Sequence[Page]) -> set[int]:
    """The pieces whose fronts stand on pages, each once though it be printed in parts."""
    return {id(p.piece) for page in pages for p in page.placements if p.side == "front"}


def run_folder_name(run: Run, choice: RunChoice) -> str:
    """The run's folder; a build of only some pieces has its own, so that it replaces no whole one."""
    only = [*choice.owners, *choice.components, *(card.replace("/", "-") for card in choice.cards)]
    if not only:
        return run.name
    name = "-".join([run.name, "only", *only])
    return (
        name
        if len(name) <= LONGEST
        else f"{name[: LONGEST - 9]}-{blake2b(name.encode(), digest_size=4).hexdigest()}"
    )
