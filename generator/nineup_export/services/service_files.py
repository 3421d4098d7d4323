"""Files for print services: numbered pictures of each product, and a proof of all of them."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from nineup.base import Findings, csv_text
from nineup.layout.typeset import Drawn
from nineup.model import Face, foil_names, foil_plate
from nineup.write import PdfDocument, pdf

from nineup_export.services.print_products import (
    DPI,
    Fitted,
    PrintProduct,
    best_fits,
    proof_pages,
    report_unsold,
)
from nineup_export.shots import groups_of, shoot
from nineup_export.target import ExportedFile, ExportJob, ExportSetting

LEAVE_OUT = ExportSetting(
    "leave-out",
    "Leave out what the service doesn't sell, instead of refusing.",
    "switch",
    default=False,
    label="Leave out what it doesn’t sell",
)


def report_unfit(job: ExportJob, products: Sequence[PrintProduct], service: str, findings: Findings) -> None:
    """Reports components that a service doesn't sell, and an empty order."""
    groups = groups_of(job.drawn_run)
    report_unsold(groups, products, service, leave_out=job.values["leave-out"], findings=findings)
    if not any(best_fits(groups, products)) and not findings.failed:
        findings.request_error("service-none", "nothing is left to print", job.game.span)


class ServiceSide(NamedTuple):
    """A picture of a product: its file and its face."""

    file: str
    face: Face
    product: PrintProduct


class ServicePiece(NamedTuple):
    """A kind of piece in an order: its pictures by their files, and its quantity."""

    product: PrintProduct
    component: str
    owner: str
    name: str
    front: str
    back: str
    copies: int


def numbered(fits: Sequence[Fitted], blank_backs: bool) -> tuple[list[ServicePiece], list[ServiceSide]]:
    """The pieces of all products, in order, and their pictures, each once.

    The folder of each component and owner is named after its product. Fronts are numbered in printing order;
    a back that all pieces share is `back.png`. With `blank_backs` one-sided pieces have a white back.
    """
    pieces: list[ServicePiece] = []
    sides: list[ServiceSide] = []
    for fit in fits:
        group, product = fit.group, fit.product
        folder = "-".join(filter(None, (product.name, group.component.id, group.owner)))
        width = len(str(len(group.members)))
        common = group.common_back
        if common is None and blank_backs and all(d.back is None for d in group.members):
            common = Face("paper", group.members[0].front.size, 0.0, ops=())
        if common is not None:
            sides.append(ServiceSide(f"{folder}/back.png", product.picture(common, is_back=True), product))
        for number, drawn in enumerate(group.members, 1):
            stem = f"{folder}/{number:0{width}}-{drawn.part.card.id}"
            back = f"{folder}/back.png" if common is not None else ""
            front, own_back = product.printed(drawn)
            sides.append(ServiceSide(f"{stem}.png", product.picture(front), product))
            if common is None and own_back is not None:
                back = f"{stem}.back.png"
                sides.append(ServiceSide(back, product.picture(own_back, is_back=True), product))
            pieces.append(_piece(fit, drawn, f"{stem}.png", back=back))
    return pieces, sides


def _piece(fit: Fitted, drawn: Drawn, front: str, back: str) -> ServicePiece:
    about = fit.group.component.id, fit.group.owner, drawn.part.card.id
    return ServicePiece(fit.product, *about, front, back, drawn.part.copies)


def pictures(job: ExportJob, sides: Sequence[ServiceSide]) -> Iterator[ExportedFile]:
    """The pictures in order, made in batches, and after them the plates of their foils."""
    sides = [*sides, *_plates(sides)]
    fonts, some = job.drawn_run.engine.fonts, 20
    for at in range(0, len(sides), some):
        job.progress(f"{job.game.id}: pictures", at, len(sides))
        part = sides[at : at + some]
        for side, (data, width, height) in zip(
            part, shoot([side.face for side in part], fonts, DPI), strict=True
        ):
            assert (width, height) == side.product.pixels, side.file
            yield ExportedFile(side.file, data)


def _plates(sides: Sequence[ServiceSide]) -> Iterator[ServiceSide]:
    """For each picture with a foil, one that shows in black where the foil is."""
    for side in sides:
        for name in dict.fromkeys(foil_names(side.face.ops)):
            stem, word = side.file.removesuffix(".png"), re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
            yield ServiceSide(f"{stem}.{word or 'foil'}.png", foil_plate(side.face, name), side.product)


def proof(job: ExportJob, sides: Sequence[ServiceSide], safe: float) -> ExportedFile:
    """A PDF of all pictures with the lines of the cut and of the safe zone."""
    pages = tuple(proof_pages([(side.face, side.product) for side in sides], safe))
    run = job.drawn_run.run
    about = PdfDocument(
        f"{run.game.title}: proof", run.game.designer, f"{run.game.id}, {run.name}, Nineup", pages=pages
    )
    return ExportedFile("proof.pdf", pdf(about, job.drawn_run.engine.fonts))


def order_csv(pieces: Sequence[ServicePiece]) -> ExportedFile:
    """The order as a table."""
    heads = ("product", "component", "owner", "card", "front", "back", "copies")
    rows = ((each.product.name, *each[1:]) for each in pieces)
    return ExportedFile("order.csv", csv_text(heads, rows, "\r\n").encode())
