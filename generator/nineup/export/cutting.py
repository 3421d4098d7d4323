"""Cutting machines: printed sheets with registration marks, and for each sheet its cuts as SVG and DXF."""

from collections.abc import Iterator, Sequence
from importlib.util import find_spec

import msgspec

from nineup.diagnostics import Findings, Span
from nineup.drawing import Group, Op, Path
from nineup.export.cut_files import cut_dxf, cut_svg
from nineup.export.cut_paths import cut_outline, cut_paths, fold_paths
from nineup.export.registration import INSET, KINDS, kept_clear, marks
from nineup.export.target import ExportedFile, ExportJob, ExportSetting, ExportTarget
from nineup.impose.lettering import Lettering
from nineup.paper import Page, Sheet
from nineup.pipeline import DrawnRun, group_by_shape, lay_out
from nineup.pipeline.run_files import pages_of, pdf_name
from nineup.preview import clear_png
from nineup.settings import FACE
from nineup.typeset import Drawn
from nineup.units import MM
from nineup.write import PdfDocument, pdf
from nineup.write.pdf_pages import into_place

NOTE_SIZE = 6.5
NOTE_AT = 7.5 * MM
"""The height of a sheet's note above the page's lower edge: below the marks, above what a printer can't reach."""

STEP = 1 * MM
WIDEST = 45 * MM
"""Margins are tried in steps, until the pieces leave room for the marks."""

PICTURE_DPI = 300.0

FORMATS = ("both", "svg", "dxf")


def _limits(job: ExportJob, findings: Findings) -> None:
    plan = job.drawn_run.plan
    if job.values["files"] != "svg" and find_spec("ezdxf") is None:
        message = "DXF needs the extra `cut`, which is not installed"
        hint = "`pip install 'nineup[cut]'`, or `--files svg`"
        findings.request_error("missing-extra", message, None, hint)
        return
    if plan.spec.backs == "gutterfold":
        message = (
            "sheets that are folded to a card with a back are cut after folding, which no machine can follow"
        )
        findings.request_error("cut-folded", message, None, "use `backs: long-edge`, or print without backs")
        return
    if FACE in plan.papers:
        findings.request_error("cut-paper", "`face` is no paper to cut", None, "name a paper: `--paper a4`")
        return
    for paper in plan.papers:
        for name, members in _groups(job).items():
            sheets, found = _sheets(job, paper, name, members)
            findings.extend(finding for finding in found if finding.severity != "note")
            for part in _in_parts(sheets):
                component = job.game.components[part]
                message = f"`{part}` is printed in parts, to be cut by hand and glued"
                findings.note("cut-by-hand", message, component.span, "larger paper, if the machine takes it")
            if not sheets and not found.failed:
                message = f"{name} on {paper} leave no room for the registration marks"
                hint = "larger paper, or `--registration none`"
                findings.fit_error("cut-marks", message, _first(members), hint)


def _files(job: ExportJob) -> Iterator[ExportedFile]:
    drawn_run, wanted = job.drawn_run, job.values["files"]
    run, fonts = drawn_run.run, drawn_run.engine.fonts
    jobs = [(paper, *group) for paper in drawn_run.plan.papers for group in _groups(job).items()]
    for done, (paper, name, members) in enumerate(jobs):
        job.progress(f"{run.game.id}: {name} on {paper}", done, len(jobs))
        sheets, _ = _sheets(job, paper, name, members)
        about = f"{run.game.title}: {name}", run.game.designer, f"{run.game.id}, {run.name}, {name}, Nineup"
        file = pdf_name(name, paper)
        yield ExportedFile(file, pdf(PdfDocument(*about, tuple(pages_of(sheets))), fonts))
        for sheet in sheets:
            stem = f"{file.removesuffix('.pdf')}-{sheet.number}"
            if _in_parts((sheet,)):
                continue
            if job.values["registration"] == "cricut":
                yield ExportedFile(f"{stem}.png", _picture(job, sheet.front))
            cuts = list(cut_paths(sheet.front, run.game.components, job.values["tabs"]))
            folds = list(fold_paths(sheet.front))
            if wanted != "dxf":
                yield ExportedFile(f"{stem}.svg", cut_svg(sheet.front.size, cuts, folds))
            if wanted != "svg":
                yield ExportedFile(f"{stem}.dxf", cut_dxf(sheet.front.size, cuts, folds))


def _picture(job: ExportJob, page: Page) -> bytes:
    """A sheet's pieces, cut out, on nothing: the edge of what isn't transparent is where Cricut cuts."""
    components = job.game.components
    pieces = []
    for place in page.placements:
        edge = Path(cut_outline(place, components[place.piece.component]))
        paper = msgspec.structs.replace(edge, fill=(1.0, 1.0, 1.0))
        pieces.append(Group((paper, Group(place.face.ops, into_place(place))), clip=edge))
    cut_out = PdfDocument("", "", "", (Page(page.size, (), tuple(pieces)),))
    ((data, _, _),) = clear_png(pdf(cut_out, job.drawn_run.engine.fonts), PICTURE_DPI)
    return data


def _groups(job: ExportJob) -> dict[str, list[Drawn]]:
    groups = group_by_shape(job.drawn_run.drawn)
    printed = {name: [d for d in members if d.part.copies] for name, members in groups.items()}
    return {name: members for name, members in printed.items() if members}


def _first(members: Sequence[Drawn]) -> Span:
    return members[0].part.component.span


def _sheets(
    job: ExportJob, paper: str, group: str, members: Sequence[Drawn]
) -> tuple[tuple[Sheet, ...], Findings]:
    """A group's sheets with room for the marks, and what was found; none if some piece leaves no room.

    Marks and notes are those for machines instead of those for scissors, but for what is larger than the paper.
    """
    spec = job.drawn_run.plan.spec
    plain = lay_out(_with_margin(job, spec.margin), paper, group, members, "", found := Findings())
    if found.failed:
        return (), found
    large = _in_parts(plain)
    whole = [drawn for drawn in members if drawn.part.component.id not in large]
    sheets, found = _fewest(job, paper, group, whole) if whole else ((), Findings())
    if whole and not sheets:
        return (), found
    total = len(sheets)
    marked = [_marked(sheet, number, job, paper, group, total) for number, sheet in enumerate(sheets, 1)]
    by_hand = [drawn for drawn in members if drawn.part.component.id in large]
    rest = lay_out(job.drawn_run, paper, group, by_hand, "", Findings()) if by_hand else ()
    return (*marked, *rest), found


def _in_parts(sheets: Sequence[Sheet]) -> tuple[str, ...]:
    """The components that are printed in parts on some of these sheets."""
    places = (place for sheet in sheets for place in sheet.front.placements if place.part)
    return tuple(dict.fromkeys(place.piece.component for place in places))


def _fewest(
    job: ExportJob, paper: str, group: str, members: Sequence[Drawn]
) -> tuple[tuple[Sheet, ...], Findings]:
    """Pieces of all sizes laid out together or apart, whichever takes fewer sheets."""
    sheets, found = _laid_out(job, paper, group, members)
    sizes: dict[tuple[float, float], list[Drawn]] = {}
    for drawn in members:
        sizes.setdefault(drawn.front.size, []).append(drawn)
    if len(sizes) > 1:
        apart = [_laid_out(job, paper, group, some)[0] for some in sizes.values()]
        if all(apart) and not 0 < len(sheets) <= sum(map(len, apart)):
            return tuple(sheet for some in apart for sheet in some), found
    return sheets, found


def _laid_out(
    job: ExportJob, paper: str, group: str, members: Sequence[Drawn]
) -> tuple[tuple[Sheet, ...], Findings]:
    """Sheets with the narrowest margin at which no piece is where the marks are; none if none is."""
    kind, spec = job.values["registration"], job.drawn_run.plan.spec
    margin = max(spec.margin, INSET + STEP) if kind == "silhouette" else spec.margin
    while True:
        sheets = lay_out(_with_margin(job, margin), paper, group, members, "", found := Findings())
        if found.failed or all(_is_clear(sheet.front, kind) for sheet in sheets):
            return sheets, found
        margin += STEP
        if margin > WIDEST:
            return (), Findings()


def _with_margin(job: ExportJob, margin: float) -> DrawnRun:
    plan = job.drawn_run.plan
    spec = msgspec.structs.replace(
        plan.spec, margin=margin, marks="none", gap=max(plan.spec.gap, job.values["gap"])
    )
    return msgspec.structs.replace(job.drawn_run, plan=msgspec.structs.replace(plan, spec=spec))


def _is_clear(page: Page, kind: str) -> bool:
    return not any(
        place.clip.overlaps(box) for place in page.placements for box in kept_clear(kind, page.size)
    )


def _marked(sheet: Sheet, number: int, job: ExportJob, paper: str, group: str, total: int) -> Sheet:
    kind, page = job.values["registration"], sheet.front
    pen = Lettering(job.drawn_run.engine.fonts)
    run = job.drawn_run.run
    text = f"{run.game.title}, {run.name} · {pdf_name(group, paper)[:-4]}-{number}, {number} of {total}"
    y = page.size.height - NOTE_AT + 2 * MM
    note: Op = pen.line(text, page.size.width / 2, y, NOTE_SIZE, 0.5)
    front = msgspec.structs.replace(page, ops=(*marks(kind, page.size), note))
    back = msgspec.structs.replace(sheet.back, ops=()) if sheet.back is not None else None
    return Sheet(number, front, back)


CUTTING = ExportTarget(
    "cut",
    "Cutting machines",
    "Sheets with registration marks, and the cuts of each as SVG and DXF.",
    "sheets",
    _files,
    _limits,
    (
        ExportSetting(
            "registration", "The marks that the machine looks for.", "choice", KINDS[0], KINDS, label="Marks"
        ),
        ExportSetting(
            "tabs",
            "Paper left in the middle of each long side, so that pieces stay in the sheet, such as 0.5mm.",
            "length",
            0.0,
            example="LENGTH",
            label="Tabs",
            placeholder="none",
        ),
        ExportSetting(
            "gap",
            "Space between pieces, beyond their bleed; default: none.",
            "length",
            0.0,
            example="LENGTH",
            label="Gap",
            placeholder="none",
        ),
        ExportSetting("bleed", "Ink beyond the cut, such as 2mm.", "length", example="LENGTH", label="Bleed"),
        ExportSetting("files", "Which files of cuts.", "choice", FORMATS[0], FORMATS, label="Cuts as"),
    ),
)
