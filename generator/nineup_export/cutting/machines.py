"""Cutting machines: printed sheets with registration marks, and for each sheet its cuts as SVG and DXF."""

import io
from collections.abc import Iterator, Sequence
from importlib.util import find_spec

import msgspec
from nineup.base import MM, Findings, mm
from nineup.base.geometry import Point, Size
from nineup.files import FACE
from nineup.layout.typeset import Drawn
from nineup.model import Group, Page, Path
from nineup.pipeline import group_by_shape, pages_of, pdf_name
from nineup.write import PdfDocument, clear_png, pdf
from nineup.write.document import into_place

from nineup_export.cutting.card_templates import report_without_template
from nineup_export.cutting.cut_paths import CutPath, cut_outline, cut_paths, fold_paths
from nineup_export.cutting.cut_sheets import INSET, KINDS, LENGTH, SQUARE, cut_sheets, marks_of
from nineup_export.target import ExportedFile, ExportJob, ExportSetting, ExportTarget

PICTURE_DPI = 300.0

FORMATS = ("both", "svg", "dxf")


def _limits(job: ExportJob, findings: Findings) -> None:
    plan = job.drawn_run.plan
    if job.values["files"] != "svg" and find_spec("ezdxf") is None:
        message = "DXF needs the extra `cut`, which is not installed"
        hint = "`pip install 'nineup[cut]'`, or `--files svg`"
        findings.request_error("missing-extra", message, None, hint=hint)
        return
    if plan.spec.backs == "gutterfold":
        message = "sheets folded into cards with backs are cut after folding, which cutting machines can't do"
        findings.request_error(
            "cut-folded", message, None, hint="use `backs: long-edge`, or print without backs"
        )
        return
    if FACE in plan.papers:
        findings.request_error(
            "cut-paper", "`face` is not a paper to cut from", None, hint="name a paper: `--paper a4`"
        )
        return
    marks = marks_of(job)
    if marks.is_printed and marks.length < SQUARE:
        message = f"marks {mm(marks.length)} long are too short for a machine's sensor"
        findings.request_error("export-setting", message, None, hint="at least `--mark-length 5mm`")
        return
    if job.values["template"]:
        printed = {d.part.component.id: d.part.component for d in job.drawn_run.drawn if d.part.copies}
        for paper in plan.papers:
            report_without_template(printed.values(), paper, findings)
        return
    for paper in plan.papers:
        _report_sheets(job, paper, findings)


def _report_sheets(job: ExportJob, paper: str, findings: Findings) -> None:
    """Reports pieces cut by hand on a paper, and papers on which all are."""
    all_sheets = [cut_sheets(job, paper, name, members=members) for name, members in _groups(job).items()]
    for sheets in all_sheets:
        findings.extend(finding for finding in sheets.findings if finding.severity != "note")
    if findings.failed:
        return
    if not any(sheets.by_machine for sheets in all_sheets):
        message = f"the pieces on {paper} leave no room for the registration marks"
        findings.fit_error("cut-marks", message, job.game.span, hint="larger paper, or `--registration none`")
        return
    for id, why in (each for sheets in all_sheets for each in sheets.reasons.items()):
        hint = "larger paper, if the machine takes it"
        findings.note("cut-by-hand", f"`{id}` {why}", job.game.components[id].span, hint=hint)


def _files(job: ExportJob) -> Iterator[ExportedFile]:
    drawn_run, wanted = job.drawn_run, job.values["files"]
    run, fonts = drawn_run.run, drawn_run.engine.fonts
    jobs = [(paper, *group) for paper in drawn_run.plan.papers for group in _groups(job).items()]
    for done, (paper, name, members) in enumerate(jobs):
        job.progress(f"{run.game.id}: {name} on {paper}", done, len(jobs))
        sheets = cut_sheets(job, paper, name, members=members)
        about = f"{run.game.title}: {name}", run.game.designer, f"{run.game.id}, {run.name}, {name}, Nineup"
        file = pdf_name(name, paper)
        yield ExportedFile(
            file, pdf(PdfDocument(*about, tuple(pages_of((*sheets.by_machine, *sheets.by_hand)))), fonts)
        )
        for sheet in sheets.by_machine:
            stem = f"{file.removesuffix('.pdf')}-{sheet.number}"
            if job.values["registration"] == "cricut":
                yield ExportedFile(f"{stem}.png", _picture(job, sheet.front))
            cuts = list(cut_paths(sheet.front, run.game.components, job.values["tabs"]))
            folds = list(fold_paths(sheet.front))
            if wanted != "dxf":
                yield ExportedFile(f"{stem}.svg", cut_svg(sheet.front.size, cuts, folds))
            if wanted != "svg":
                yield ExportedFile(f"{stem}.dxf", cut_dxf(sheet.front.size, cuts, folds))


def _picture(job: ExportJob, page: Page) -> bytes:
    """A sheet's pieces, cut out, on a transparent background: Cricut cuts along the edge of opacity."""
    components = job.game.components
    pieces = []
    for place in page.placements:
        edge = Path(cut_outline(place, components[place.piece.component]))
        paper = msgspec.structs.replace(edge, fill=(1.0, 1.0, 1.0))
        pieces.append(Group((paper, Group(place.face.ops, into_place(place))), clip=edge))
    cut_out = PdfDocument("", "", "", pages=(Page(page.size, (), tuple(pieces)),))
    ((data, _, _),) = clear_png(pdf(cut_out, job.drawn_run.engine.fonts), PICTURE_DPI)
    return data


def _groups(job: ExportJob) -> dict[str, list[Drawn]]:
    groups = group_by_shape(job.drawn_run.drawn)
    printed = {name: [d for d in members if d.part.copies] for name, members in groups.items()}
    return {name: members for name, members in printed.items() if members}


CUTTING = ExportTarget(
    "cut",
    "Cutting machines",
    "Sheets with registration marks, and the cuts of each as SVG and DXF.",
    takes="sheets",
    files=_files,
    limits=_limits,
    settings=(
        ExportSetting(
            "registration",
            "The marks that the machine looks for.",
            "choice",
            default=KINDS[0],
            choices=KINDS,
            label="Marks",
        ),
        ExportSetting(
            "inset",
            "Distance of the marks from the page's edges; a sheet feeder needs 15.9mm.",
            "length",
            default=INSET,
            example="LENGTH",
            label="Marks' inset",
        ),
        ExportSetting(
            "mark-length",
            "Length of the marks' lines.",
            "length",
            default=LENGTH,
            example="LENGTH",
            label="Marks' length",
        ),
        ExportSetting(
            "template",
            "Cards where the templates of silhouette-card-maker cut, which its note names.",
            "switch",
            default=False,
            label="Silhouette-card-maker’s templates",
        ),
        ExportSetting(
            "tabs",
            "Paper left in the middle of each long side, so that pieces stay in the sheet, such as 0.5mm.",
            "length",
            default=0.0,
            example="LENGTH",
            label="Tabs",
            placeholder="none",
        ),
        ExportSetting(
            "gap",
            "Space between pieces, beyond their bleed; default: none.",
            "length",
            default=0.0,
            example="LENGTH",
            label="Gap",
            placeholder="none",
        ),
        ExportSetting("bleed", "Ink beyond the cut, such as 2mm.", "length", example="LENGTH", label="Bleed"),
        ExportSetting(
            "files", "Which files of cuts.", "choice", default=FORMATS[0], choices=FORMATS, label="Cuts as"
        ),
    ),
    next_steps=(
        "Print the PDFs at 100 %, without scaling.",
        (
            "Open the SVG or DXF of the same name in your machine's program, and let it find the "
            "registration marks."
        ),
    ),
)


MILLIMETRES = 4
"""DXF's code for millimetres: `$INSUNITS`."""

HAIRLINE = 0.1
"""The width of a drawn cut in millimetres: cutting programs follow its centre line."""


def cut_svg(page: Size, cuts: Sequence[CutPath], folds: Sequence[CutPath] = ()) -> bytes:
    """Cuts as red hairlines on a page at true size, with the origin at its top left; folds, to be scored, as
    blue ones.
    """
    width, height = (f"{side / MM:.3f}" for side in page)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" viewBox="0 0 '
        f'{width} {height}">',
    ]
    for name, colour, paths in (("cut", "#ff0000", cuts), ("fold", "#0000ff", folds)):
        if paths or name == "cut":
            lines.append(f'<g id="{name}" fill="none" stroke="{colour}" stroke-width="{HAIRLINE}">')
            lines += map(_svg_path, paths)
            lines.append("</g>")
    return "\n".join([*lines, "</svg>", ""]).encode()


def _svg_path(cut: CutPath) -> str:
    path = "L".join(f"{x / MM:.3f} {y / MM:.3f}" for x, y in cut.points)
    return f'<path d="M{path}{"Z" if cut.is_closed else ""}"/>'


def cut_dxf(page: Size, cuts: Sequence[CutPath], folds: Sequence[CutPath] = ()) -> bytes:
    """Cuts as polylines of a layer `CUT`, folds of a layer `FOLD`, in DXF of AutoCAD 2000; the origin is at
    the bottom left.
    """
    import ezdxf.filemanagement
    from ezdxf._options import options

    options.reset()  # type: ignore[no-untyped-call]  # An `ezdxf.ini` in the current folder must not be read.
    options.write_fixed_meta_data_for_testing = True  # No timestamps, no randomness.
    drawing = ezdxf.filemanagement.new("R2000", units=MILLIMETRES)
    space = drawing.modelspace()
    for layer, colour, paths in (("CUT", 1, cuts), ("FOLD", 5, folds)):
        if paths or layer == "CUT":
            drawing.layers.add(layer, color=colour)
        for path in paths:
            points = [_upright(point, page) for point in path.points]
            space.add_lwpolyline(points, close=path.is_closed, dxfattribs={"layer": layer})
    drawing.header["$EXTMIN"] = (0.0, 0.0, 0.0)
    drawing.header["$EXTMAX"] = (page.width / MM, page.height / MM, 0.0)
    text = io.StringIO()
    drawing.write(text)
    return text.getvalue().encode(drawing.output_encoding)


def _upright(point: Point, page: Size) -> Point:
    return round(point[0] / MM, 4), round((page.height - point[1]) / MM, 4)
