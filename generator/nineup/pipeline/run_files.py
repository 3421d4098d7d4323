"""A run's faces → its files, in memory: a PDF for each paper and shape of component, and pictures of its
pages.

Nothing here writes to disk; `publish` does.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Literal, cast

import msgspec

from nineup.base.diagnostics import Diagnostic, Findings, Status
from nineup.base.geometry import Box, Size
from nineup.faces.shapes import SHAPES, shape_of
from nineup.files.settings import FACE
from nineup.layout.typeset import Drawn
from nineup.model.drawing import Face
from nineup.model.game import Component, Part, Run
from nineup.model.paper import Backs, Large, Marks, Page, PageInk, Piece, Placement, Sheet, paper_size
from nineup.pipeline.finishing import finish_note, finished, is_finished
from nineup.pipeline.plan import PrintPlan
from nineup.pipeline.stages import DrawnRun, Stages
from nineup.typography.fonts import Fonts
from nineup.write import Contents, PdfDocument, face_pdf_portions, pdf, pdf_portions


class RunFile(msgspec.Struct, frozen=True):
    """A named file. `pages` are those of a PDF; a picture has none."""

    name: str
    contents: Contents
    """A PDF is made as it is written, portion by portion, so that one of its pictures is in memory at a
    time.
    """
    pages: tuple[Page, ...] = ()
    ink: tuple[PageInk, ...] = ()
    """For a PDF that saves ink, the ink on each page."""
    leaves: int = 0
    """The number of pages of a PDF without pieces, such as rules, which no manifest lists."""

    @property
    def data(self) -> bytes:
        """The contents in memory."""
        return self.contents if isinstance(self.contents, bytes) else b"".join(self.contents)


class RunFiles(msgspec.Struct, frozen=True):
    """The files of a run, empty after errors, and how making them ended."""

    files: tuple[RunFile, ...] = ()
    status: Status = Status.DONE


Side = Literal["front", "back"]

Leaflet = Callable[[Size], tuple[Page, ...]]
"""Makes additional pages of a build for its paper size."""

Progress = Callable[[str, int, int], None]
"""Receives what is being worked on, the number of steps done, and their total."""

RESOLUTION = 150
"""Dots per inch in pictures of pages."""


def group_by_shape(drawn: Sequence[Drawn]) -> dict[str, list[Drawn]]:
    """Drawn parts in the groups that have files of their own: cards, tiles, tokens …, then each punch
    sheet.
    """
    groups: dict[str, list[Drawn]] = {shape.plural: [] for shape in SHAPES}
    for component, members in _by_component(drawn):
        name = f"punch-{component.punch}" if component.punch else shape_of(component.shape).plural
        groups.setdefault(name, []).extend(members)
    return groups


def _by_component(drawn: Iterable[Drawn]) -> Iterator[tuple[Component, list[Drawn]]]:
    """Drawn parts in order, grouped into consecutive ones of the same component."""
    for _, stretch in groupby(drawn, lambda each: id(each.part.component)):
        members = list(stretch)
        yield members[0].part.component, members


def make_files(
    drawn_run: DrawnRun,
    groups: Mapping[str, Sequence[Drawn]],
    findings: Findings,
    progress: Progress,
    leaflets: Mapping[str, Leaflet] = {},
    stages: Stages = Stages(),  # noqa: B008
) -> RunFiles:
    """The files of a run: for each paper a PDF for each group and leaflet, named after it; pictures if
    planned.

    There are none after an error, unless the plan allows errors and something could be laid out. A draft is
    DONE if nothing that was requested is missing from it.
    """
    run, plan = drawn_run.run, drawn_run.plan
    layout_findings = Findings()
    files = list(
        make_sheets(
            drawn_run,
            groups,
            draft_notice(findings),
            findings=layout_findings,
            progress=progress,
            stages=stages,
        )
    )
    if plan.by_flag:  # Then pieces that don't fit are a mistake of the command.
        layout_findings = Findings(
            f._replace(about="request") if f.about == "fit" else f for f in layout_findings
        )
    findings.extend(layout_findings)
    if findings.failed and not (plan.allow_errors and files):
        return RunFiles(status=findings.status)
    files += make_leaflets(drawn_run, leaflets)
    if plan.png:
        files = [each for file in files for each in (file, *make_page_pictures(file))]
    is_incomplete = len(drawn_run.drawn) < len(run.parts)
    findings.extend(left_out(drawn_run))
    status = Status.GAME_ERROR if is_incomplete and not layout_findings.failed else layout_findings.status
    return RunFiles(tuple(files), status)


def left_out(drawn_run: DrawnRun, among: Sequence[Part] | None = None) -> Iterator[Diagnostic]:
    """A warning for each component with pieces that couldn't be drawn: which cards, and how many pieces; of
    the whole run, or among some of its parts.
    """
    drawn = {id(each.part) for each in drawn_run.drawn}
    lacking: dict[str, list[Part]] = {}
    for part in drawn_run.run.parts if among is None else among:
        if id(part) not in drawn:
            lacking.setdefault(part.component.id, []).append(part)
    for name, parts in lacking.items():
        component, pieces = parts[0].component, sum(part.copies for part in parts)
        cards = list(dict.fromkeys(part.card.id for part in parts))
        listed = [f"`{card}`" for card in cards[:_LISTED] if card != name]
        if len(cards) > _LISTED:
            listed.append(f"{len(cards) - _LISTED} more cards")
        which = f" ({', '.join(listed)})" if listed else ""
        number = "1 piece of" if pieces == 1 else f"{pieces} pieces of"
        message = f"left out of this draft, as they can't be drawn: {number} `{name}`{which}"
        yield Diagnostic("left-out", "warning", message, span=component.span)


_LISTED = 20
"""The number of cards that a message names."""


def make_sheets(
    drawn_run: DrawnRun,
    groups: Mapping[str, Sequence[Drawn]],
    notice: str,
    findings: Findings,
    progress: Progress,
    stages: Stages = Stages(),  # noqa: B008
) -> Iterator[RunFile]:
    """A PDF for each paper and group. Groups that can't be laid out are reported and left out.

    `notice` appears in the margin of every sheet.
    """
    run, plan, fonts = drawn_run.run, drawn_run.plan, drawn_run.engine.fonts
    jobs = [(paper, group, members) for paper in plan.papers for group, members in groups.items() if members]
    for done, (paper, group, members) in enumerate(jobs):
        progress(f"{run.game.id}: {group} on {paper}", done, len(jobs))
        about = (
            f"{run.game.title}: {group}{f' · {notice}' if notice else ''}",
            run.game.designer,
            f"{run.game.id}, {run.name}, {group}, Nineup",
        )
        sheets = _laid_out(
            drawn_run, paper, group, members=members, notice=notice, findings=findings, stages=stages
        )
        if not sheets:
            continue
        printed = finished(sheets, plan, drawn_run.engine) if is_finished(plan) else sheets
        name, pages = pdf_name(group, paper), tuple(pages_of(printed))
        data = _pdf(PdfDocument(*about, pages), paper, fonts, stages=stages)
        ink: tuple[PageInk, ...] = ()
        if plan.ink == "low":
            full = _pdf(PdfDocument(*about, tuple(pages_of(sheets))), paper, fonts, stages=stages)
            ink = _ink(b"".join(full), b"".join(data))
        yield RunFile(name, data, pages, ink=ink)
    progress(f"{run.game.id}: writing", len(jobs), len(jobs))


def _pdf(document: PdfDocument, paper: str, fonts: Fonts, stages: Stages) -> Iterable[bytes]:
    if paper != FACE:
        return pdf_portions(document, fonts, stages.deflate_each, content_writer=stages.content_writer(fonts))
    faces = [page.placements[0].face for page in document.pages]
    about = document.title, document.author, document.keywords
    return face_pdf_portions(faces, fonts, *about, stages.content_writer(fonts))


def _ink(full: bytes, saved: bytes) -> tuple[PageInk, ...]:
    """The ink of each page of two PDFs, measured on pictures of them."""
    from nineup.write.preview import ink_shares

    return tuple(map(PageInk, ink_shares(full), ink_shares(saved)))


def lay_out(
    drawn_run: DrawnRun,
    paper: str,
    group: str,
    members: Sequence[Drawn],
    notice: str,
    findings: Findings,
    stages: Stages = Stages(),  # noqa: B008
) -> tuple[Sheet, ...]:
    """A group's sheets on a paper, none after an error; on `face`, a sheet for each different face."""
    sheets = _laid_out(
        drawn_run, paper, group, members=members, notice=notice, findings=findings, stages=stages
    )
    plan = drawn_run.plan
    return finished(sheets, plan, drawn_run.engine) if is_finished(plan) else sheets


def _laid_out(
    drawn_run: DrawnRun,
    paper: str,
    group: str,
    members: Sequence[Drawn],
    notice: str,
    findings: Findings,
    stages: Stages,
) -> tuple[Sheet, ...]:
    """The sheets with faces as they are drawn."""
    from nineup.impose import Notes

    run, plan, fonts = drawn_run.run, drawn_run.plan, drawn_run.engine.fonts
    if paper == FACE:
        pages = _face_pages(members, plan.spec.backs)
        return tuple(Sheet(number, page, None) for number, page in enumerate(pages, 1))
    spec = msgspec.structs.replace(plan.spec, paper=paper)
    notes = Notes(
        run.game.title, run.name, group, warning=" · ".join(filter(None, (notice, finish_note(plan))))
    )
    sheets = stages.impose(_pieces(members), spec, notes, fonts=fonts, findings=(reported := Findings()))
    findings.extend(reported)
    return () if reported.failed else sheets


def make_leaflets(drawn_run: DrawnRun, leaflets: Mapping[str, Leaflet]) -> Iterator[RunFile]:
    """A PDF for each leaflet and paper; a run printed as faces uses the sheet's paper."""
    run, plan = drawn_run.run, drawn_run.plan
    for paper in dict.fromkeys(plan.spec.paper if paper == FACE else paper for paper in plan.papers):
        for name, leaflet in leaflets.items():
            pages = leaflet(paper_size(paper))
            about = (f"{run.game.title}: {name}", run.game.designer, f"{run.game.id}, {run.name}, Nineup")
            data = pdf(PdfDocument(*about, pages), drawn_run.engine.fonts)
            yield RunFile(pdf_name(name, paper), data, pages)


def make_page_pictures(file: RunFile) -> Iterator[RunFile]:
    """A PNG of each page of a PDF, numbered from 1."""
    from nineup.write.preview import png

    stem, data = file.name.removesuffix(".pdf"), file.data
    for number in range(1, len(file.pages) + 1):
        yield RunFile(f"{stem}-{number}.png", png(data, number, RESOLUTION))


def placement_findings(run: Run, drawn: Sequence[Drawn], plan: PrintPlan, fonts: Fonts) -> Findings:
    """Errors and warnings from laying one copy of each piece on the plan's papers."""
    from nineup.impose import Notes, impose

    findings = Findings()
    for group, members in group_by_shape(drawn).items():
        replace = msgspec.structs.replace
        singles = [replace(d, part=replace(d.part, copies=1)) for d in members if d.part.copies]
        for paper in plan.papers:
            if singles and paper != FACE:
                spec = msgspec.structs.replace(plan.spec, paper=paper)
                impose(
                    _pieces(singles),
                    spec,
                    Notes(run.game.title, run.name, group),
                    fonts=fonts,
                    findings=findings,
                )
    return Findings(finding for finding in findings if finding.severity != "note")


def draft_notice(findings: Findings) -> str:
    """The notice in the margins of a draft; empty without errors."""
    errors = len({finding for finding in findings if finding.severity == "error"})
    return f"DRAFT: {errors} error{'s' if errors > 1 else ''}" if errors else ""


def pdf_name(stem: str, paper: str) -> str:
    """A PDF's name from its content and paper, such as `cards-a4.pdf`."""
    return f"{stem}-{paper.replace(' ', '')}.pdf"


def pages_of(sheets: Sequence[Sheet]) -> Iterator[Page]:
    """The sheets' pages in printing order: each front followed by its back, if it has one."""
    for sheet in sheets:
        yield sheet.front
        if sheet.back is not None:
            yield sheet.back


def _pieces(members: Sequence[Drawn]) -> tuple[Piece, ...]:
    """Every copy, in the order of the run."""
    pieces: list[Piece] = []
    for component, alike in _by_component(members):
        marks = cast("Marks | None", component.marks or None)
        large = cast("Large | None", component.settings.get("large"))
        rest = (
            marks,
            shape_of(component.shape).in_parts,
            component.spans,
            large,
            bool(component.punch),
            component.bleed,
        )
        for drawn in alike:
            part, front, back = drawn.part, drawn.front, drawn.back
            card, owner = part.card.id, part.owner or ""
            for copy in range(1, part.copies + 1):
                pieces.append(Piece(component.id, card, owner, copy, front, back, *rest))
    return tuple(pieces)


def _face_pages(members: Sequence[Drawn], backs: Backs) -> Iterator[Page]:
    """Each different face once, on a page as large as its ink; fronts only if `backs` is `none`."""
    seen: set[Face] = set()
    for piece in _pieces(members):
        sides: tuple[tuple[Side, Face | None], ...] = (("front", piece.front), ("back", piece.back))
        for side, face in sides:
            if face is None or face in seen or (side == "back" and backs == "none"):
                continue
            seen.add(face)
            trim = Box(face.bleed, face.bleed, *face.size)
            ink = trim.outset(face.bleed)
            placement = Placement(piece, side, face, box=trim, clip=ink)
            yield Page(Size(ink.width, ink.height), (placement,), (), label=face.name)
