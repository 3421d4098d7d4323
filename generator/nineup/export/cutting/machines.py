"""Cutting machines: printed sheets with registration marks, and for each sheet its cuts as SVG and DXF."""

from collections.abc import Iterator
from importlib.util import find_spec

import msgspec

from nineup.base.diagnostics import Findings
from nineup.export.cutting.cut_files import cut_dxf, cut_svg
from nineup.export.cutting.cut_paths import cut_outline, cut_paths, fold_paths
from nineup.export.cutting.cut_sheets import cut_sheets
from nineup.export.cutting.registration import KINDS
from nineup.export.target import ExportedFile, ExportJob, ExportSetting, ExportTarget
from nineup.files.settings import FACE
from nineup.layout.typeset import Drawn
from nineup.model.drawing import Group, Path
from nineup.model.paper import Page
from nineup.pipeline import group_by_shape
from nineup.pipeline.run_files import pages_of, pdf_name
from nineup.write import PdfDocument, pdf
from nineup.write.document.pages import into_place
from nineup.write.preview import clear_png

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
        message = "sheets folded into cards with backs are cut after folding, which cutting machines can't do"
        findings.request_error("cut-folded", message, None, "use `backs: long-edge`, or print without backs")
        return
    if FACE in plan.papers:
        findings.request_error(
            "cut-paper", "`face` is not a paper to cut from", None, "name a paper: `--paper a4`"
        )
        return
    for paper in plan.papers:
        _report_sheets(job, paper, findings)


def _report_sheets(job: ExportJob, paper: str, findings: Findings) -> None:
    """Reports pieces cut by hand on a paper, and papers on which all are."""
    made = [cut_sheets(job, paper, name, members) for name, members in _groups(job).items()]
    for sheets in made:
        findings.extend(finding for finding in sheets.found if finding.severity != "note")
    if findings.failed:
        return
    if not any(sheets.by_machine for sheets in made):
        message = f"the pieces on {paper} leave no room for the registration marks"
        findings.fit_error("cut-marks", message, job.game.span, "larger paper, or `--registration none`")
        return
    for id, why in (each for sheets in made for each in sheets.reasons.items()):
        hint = "larger paper, if the machine takes it"
        findings.note("cut-by-hand", f"`{id}` {why}", job.game.components[id].span, hint)


def _files(job: ExportJob) -> Iterator[ExportedFile]:
    drawn_run, wanted = job.drawn_run, job.values["files"]
    run, fonts = drawn_run.run, drawn_run.engine.fonts
    jobs = [(paper, *group) for paper in drawn_run.plan.papers for group in _groups(job).items()]
    for done, (paper, name, members) in enumerate(jobs):
        job.progress(f"{run.game.id}: {name} on {paper}", done, len(jobs))
        sheets = cut_sheets(job, paper, name, members)
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
    cut_out = PdfDocument("", "", "", (Page(page.size, (), tuple(pieces)),))
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
