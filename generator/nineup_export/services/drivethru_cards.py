"""DriveThruCards: a PDF/X-1a of each deck, one face per page with its bleed, each card's back before its
front.
"""

from collections.abc import Iterator, Sequence

from nineup.base import INCH, Findings
from nineup.model import Face, Group, foil_names
from nineup.write.press import PressDocument, Standard, pdf_x

from nineup_export.press.checks import report_inks, report_transparency
from nineup_export.press.pdf_x import (
    PIXELS,
    PROFILE,
    edition,
    ink_limit,
    press_face,
    profile_of,
    separation_of,
    standard_of,
)
from nineup_export.services.print_products import Fitted, PrintProduct, best_fits, in_the_middle
from nineup_export.services.service_files import LEAVE_OUT, report_unfit
from nineup_export.shots import PieceGroup, groups_of
from nineup_export.target import ExportedFile, ExportJob, ExportTarget

BLEED = 0.125 * INCH
"""The bleed on all four sides, which is part of the page."""

LIMIT = 240
"""The total ink limit of the profile that the service provides (CGATS 21, CRPC1), in per cent."""

_CARDS, _FLAT = ("card",), ("card", "tile")

PRODUCTS = (
    PrintProduct("us-poker", (2.5, 3.5), (825, 1125), shapes=_CARDS),
    PrintProduct("euro-poker", (2.48, 3.46), (819, 1113), shapes=_CARDS),
    PrintProduct("tarot", (2.75, 4.75), (900, 1500), shapes=_CARDS),
    PrintProduct("mini", (1.625, 2.5), (563, 825), shapes=_CARDS),
    PrintProduct("tile", (6.0, 6.0), (1875, 1875), shapes=_FLAT),
)
"""The sizes that it prints as cards, by the names of its presets."""


def _limits(job: ExportJob, findings: Findings) -> None:
    report_unfit(job, PRODUCTS, "DriveThruCards", findings=findings)
    if findings.failed or profile_of(job, findings) is None:
        return
    groups = [fit.group for fit in best_fits(groups_of(job.drawn_run), PRODUCTS)]
    report_inks(job, groups, job.values["ink-limit"] / 100, findings=findings)
    _report_foils(groups, findings)
    if not job.values["pixels"]:
        report_transparency(job, groups, findings)


def _report_foils(groups: Sequence[PieceGroup], findings: Findings) -> None:
    """Notes each foil, for which the service has no plate."""
    noted: set[str] = set()
    for group in groups:
        for drawn in group.members:
            for face in filter(None, (drawn.front, drawn.back)):
                for name in {*foil_names(face.ops)} - noted:
                    noted.add(name)
                    message = f"DriveThruCards prints no foil: other inks imitate {name}"
                    findings.note("press-ink", message, drawn.part.card.span)


def _files(job: ExportJob) -> Iterator[ExportedFile]:
    standard, separation = standard_of(job, "drivethru-cards"), separation_of(job)
    run = job.drawn_run.run
    fits = list(best_fits(groups_of(job.drawn_run), PRODUCTS))
    for done, fit in enumerate(fits):
        component = fit.group.component
        job.progress(f"{run.game.id}: {component.id}", done, len(fits))
        title = f"{run.game.title}: {component.name}"
        document = PressDocument(title, run.game.designer, list(_pages(job, fit, standard)), bleed=BLEED)
        name = "-".join(filter(None, (fit.product.name, component.id, fit.group.owner)))
        data = pdf_x(document, standard, separation, fonts=job.drawn_run.engine.fonts)
        yield ExportedFile(f"{name}.pdf", data, f"{fit.group.pieces} cards, back before front")


def _pages(job: ExportJob, fit: Fitted, standard: Standard) -> Iterator[Face]:
    """The back and the front of every copy of each card; a card without a back has a white one."""
    faces: dict[tuple[object, ...], Face] = {}

    def ready(face: Face, is_back: bool = False) -> Face:
        key = face.size, face.ops, is_back
        if key not in faces:
            faces[key] = _on_product(press_face(job, face, standard), fit.product, is_back)
        return faces[key]

    for drawn in fit.group.members:
        front = ready(drawn.front)
        back = ready(drawn.back or Face("paper", drawn.front.size, 0.0, ops=()), is_back=True)
        for _ in range(drawn.part.copies):
            yield from (back, front)


def _on_product(face: Face, product: PrintProduct, is_back: bool) -> Face:
    """A face in the middle of the service's trim size."""
    middle = in_the_middle(face.size, product.trim, is_back)
    return Face(face.name, product.trim, BLEED, ops=(Group(face.ops, middle),))


DRIVETHRU_CARDS = ExportTarget(
    "drivethru-cards",
    "DriveThruCards",
    "A PDF/X-1a of each deck, one face per page with bleed, back before front.",
    takes="faces",
    files=_files,
    limits=_limits,
    settings=(PROFILE, ink_limit(LIMIT), edition("2003"), PIXELS, LEAVE_OUT),
    is_final=True,
    next_steps=(
        "Upload each PDF on drivethrucards.com as a product of the size that its name begins with.",
        "Order a printed proof before you publish it.",
    ),
)
