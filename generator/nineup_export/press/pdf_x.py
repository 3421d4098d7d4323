"""PDF/X for any print shop: the faces of each component in the inks of a press, one face per page, with
bleed.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec
from nineup.base import MM, Findings, csv_text, read_file
from nineup.files import read_settings
from nineup.layout.typeset import Drawn
from nineup.model import Cmyk, Component, Face, Op, Plates, Spot, Stroke, check_spot_name, downsampled
from nineup.model import InkColour as Ink
from nineup.model import Path as Outline
from nineup.pipeline import cut_edge
from nineup.write.press import COATED, PressDocument, Profile, ProfileError, Separation, Standard, pdf_x

from nineup_export.press.checks import report_inks, report_transparency, transparent_components
from nineup_export.press.flattening import flattened
from nineup_export.shots import PieceGroup, groups_of, report_missing_bleed
from nineup_export.target import ExportedFile, ExportJob, ExportSetting, ExportTarget

PROFILE = ExportSetting(
    "profile",
    "The ICC profile of the press (CMYK), which the print shop names; default: that of nineup.yaml, or "
    "coated paper (FOGRA39).",
    "text",
    default="",
    example="FILE",
    label="ICC profile",
    placeholder="that of nineup.yaml",
)
PIXELS = ExportSetting(
    "pixels",
    "Turn transparency that can't be flattened exactly into pictures of this resolution, such as 600; "
    "default: refuse it.",
    "number",
    default=0,
    low=72,
    high=2400,
    example="DPI",
    label="Transparency as pixels",
    placeholder="refuse it",
)

LEAVE_OUT = ExportSetting(
    "leave-out",
    "Leave out components whose transparency can't be flattened, instead of refusing.",
    "switch",
    default=False,
    label="Leave out what can’t be flattened",
)


def ink_limit(percent: int) -> ExportSetting:
    """The setting for the largest total ink at any point."""
    return ExportSetting(
        "ink-limit",
        "The most ink at one place, of all inks together, in per cent; default: the target's.",
        "number",
        default=percent,
        low=100,
        high=400,
        example="PERCENT",
        label="Ink limit (%)",
    )


def edition(year: str) -> ExportSetting:
    """The setting for the edition of PDF/X-1a."""
    return ExportSetting(
        "edition",
        "The edition of PDF/X-1a.",
        "choice",
        default=year,
        choices=("2001", "2003"),
        label="Edition",
    )


_SHARED = (
    PROFILE,
    ExportSetting(
        "bleed",
        "Ink beyond the cut, such as 3mm.",
        "length",
        default=3 * MM,
        example="LENGTH",
        label="Bleed",
        placeholder="3mm",
    ),
    ink_limit(300),
    ExportSetting(
        "cut-line",
        "Draw the cut in a spot ink of this name, such as CutContour; default: none.",
        "text",
        default="",
        example="NAME",
        label="Cut line",
        placeholder="none",
    ),
    ExportSetting("copies", "A page for every copy.", "switch", default=False, label="A page for every copy"),
)

CUT_WIDTH = 0.25
"""The width of the cut line, in points."""


class PressPage(NamedTuple):
    """A page: the piece, the side, and its face."""

    drawn: Drawn
    side: str
    face: Face


def standard_of(job: ExportJob, name: str) -> Standard:
    """The standard of a target, in the requested edition."""
    if name == "pdf-x-4":
        return "PDF/X-4"
    return "PDF/X-1a:2001" if job.values["edition"] == "2001" else "PDF/X-1a:2003"


def profile_of(job: ExportJob, findings: Findings) -> Profile | None:
    """The requested profile, or that of coated paper with a note (`profile-default`); None after an error
    (`profile-unfit`).
    """
    named, about = job.values["profile"], "--profile"
    path = Path(named)
    if not named:
        settings = read_settings(job.project, findings)
        if settings is None:
            return None
        if settings.profile is None:
            message = "no profile is named: inks are those of offset printing on coated paper (FOGRA39)"
            hint = "ask the print shop for its profile: `--profile FILE`, or `profile:` in nineup.yaml"
            findings.note("profile-default", message, None, hint=hint)
            return Profile(read_file(COATED))
        named, about = settings.profile, "nineup.yaml"
        path = job.project.root / named
    try:
        return Profile(read_file(path))
    except OSError as error:
        reason, hint = (
            f"can't be read: {error.strerror or error}",
            "without one, inks are those of coated paper",
        )
    except ProfileError as error:
        reason, hint = (
            str(error),
            "an output profile of a press that prints in cyan, magenta, yellow and black",
        )
    findings.request_error("profile-unfit", f"{about}: {named} {reason}", None, hint=hint)
    return None


def separation_of(job: ExportJob) -> Separation:
    """The separation of colours into inks. `limits` has verified that there is a profile."""
    profile = profile_of(job, Findings())
    assert profile is not None, "the limits let a job without a profile pass"
    return Separation(profile, job.values["ink-limit"] / 100)


def press_face(job: ExportJob, face: Face, standard: Standard) -> Face:
    """A face in the form that the standard requires: without transparency for PDF/X-1a."""
    if standard == "PDF/X-4":
        return face
    return flattened(face, job.drawn_run.engine.fonts, job.values.get("pixels") or 0).face


def _limits(name: str, job: ExportJob, findings: Findings) -> None:
    groups = groups_of(job.drawn_run)
    try:
        check_spot_name(job.values["cut-line"])
    except ValueError as error:
        findings.request_error("export-setting", f"--cut-line: {error}", None, hint="such as `CutContour`")
    report_missing_bleed([(group, job.values["bleed"]) for group in groups], findings)
    if profile_of(job, findings) is None:
        return
    report_inks(job, groups, job.values["ink-limit"] / 100, findings=findings)
    if name != "pdf-x-4" and not job.values["pixels"]:
        report_transparency(job, groups, findings, leave_out=job.values["leave-out"])
        if not findings.failed and not _taken(name, job):
            findings.request_error("export-nothing", "nothing is left for PDF/X-1a", job.game.span)


def _taken(name: str, job: ExportJob) -> list[PieceGroup]:
    """The groups that are exported."""
    groups = groups_of(job.drawn_run)
    if name == "pdf-x-4" or job.values["pixels"] or not job.values["leave-out"]:
        return list(groups)
    left_out = transparent_components(job, groups)
    return [group for group in groups if group.component.id not in left_out]


def _files(name: str, job: ExportJob) -> Iterator[ExportedFile]:
    standard, separation = standard_of(job, name), separation_of(job)
    rows: list[tuple[object, ...]] = []
    groups = _taken(name, job)
    for done, group in enumerate(groups):
        job.progress(f"{job.game.id}: {group.component.id}", done, len(groups))
        file = "-".join(filter(None, (group.component.id, group.owner))) + ".pdf"
        pages = list(_pages(job, group, standard))
        yield ExportedFile(file, _pdf(job, group, pages, standard=standard, separation=separation))
        rows += [(file, number, *_row(page)) for number, page in enumerate(pages, 1)]
    yield ExportedFile("pages.csv", _csv(rows))


def _pages(job: ExportJob, group: PieceGroup, standard: Standard) -> Iterator[PressPage]:
    """Fronts, each followed by its back if it has one."""
    faces: dict[tuple[object, ...], Face] = {}
    plates, dpi = Plates(), job.drawn_run.plan.image_dpi
    drawn_faces = [face for drawn in group.members for face in (drawn.front, drawn.back)]
    smaller = downsampled(drawn_faces, dpi) if dpi else {}

    def ready(face: Face) -> Face:
        key = face.size, face.bleed, face.ops
        if key not in faces:
            drawn = press_face(job, plates.face(smaller.get(face, face)), standard)
            line = _cut_line(face, group.component, job.values["cut-line"])
            faces[key] = msgspec.structs.replace(drawn, ops=(*drawn.ops, *line))
        return faces[key]

    for drawn in group.members:
        sides = [PressPage(drawn, "front", ready(drawn.front))]
        if drawn.back is not None:
            sides.append(PressPage(drawn, "back", ready(drawn.back)))
        for _ in range(drawn.part.copies if job.values["copies"] else 1):
            yield from sides


def _cut_line(face: Face, component: Component, ink: str) -> Sequence[Op]:
    """The cut as an overprinting line, so that what is below it stays intact."""
    if not ink:
        return ()
    colour = Ink((0.9, 0.0, 0.5), Spot(ink, Cmyk(0.0, 1.0, 0.0, 0.0), overprint=True))
    return (Outline(cut_edge(face, component), stroke=Stroke(colour, CUT_WIDTH)),)


def _pdf(
    job: ExportJob, group: PieceGroup, pages: Sequence[PressPage], standard: Standard, separation: Separation
) -> bytes:
    run = job.drawn_run.run
    title = f"{run.game.title}: {group.component.name}"
    faces = [page.face for page in pages]
    document = PressDocument(title, run.game.designer, faces, bleed=job.values["bleed"])
    return pdf_x(document, standard, separation, fonts=job.drawn_run.engine.fonts)


def _row(page: PressPage) -> tuple[object, ...]:
    part = page.drawn.part
    return part.component.id, str(part.owner or ""), part.card.id, page.side, part.copies


def _csv(rows: Sequence[tuple[object, ...]]) -> bytes:
    """A table of what each page shows, and how many copies of the piece the run has."""
    heads = ("file", "page", "component", "owner", "card", "side", "copies")
    return csv_text(heads, rows, "\r\n").encode()


PDF_X_1A = ExportTarget(
    "pdf-x-1a",
    "PDF/X-1a",
    "Faces with bleed for print shops: in inks, without transparency.",
    takes="faces",
    files=partial(_files, "pdf-x-1a"),
    limits=partial(_limits, "pdf-x-1a"),
    settings=(*_SHARED, edition("2001"), PIXELS, LEAVE_OUT),
    is_final=True,
    next_steps=(
        "Send the PDFs to the print shop, or upload them there, with `pages.csv` for the number of each.",
        "Ask for a proof on the paper that you chose before the whole run.",
    ),
)
PDF_X_4 = ExportTarget(
    "pdf-x-4",
    "PDF/X-4",
    "Faces with bleed for print shops: in inks, with transparency as it is.",
    takes="faces",
    files=partial(_files, "pdf-x-4"),
    limits=partial(_limits, "pdf-x-4"),
    settings=_SHARED,
    is_final=True,
    next_steps=(
        "Send the PDFs to the print shop, or upload them there, with `pages.csv` for the number of each.",
        "Ask for a proof on the paper that you chose before the whole run.",
    ),
)
