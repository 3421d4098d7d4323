"""Finishes sheets as a plan requests: saving ink, in grey, or with smaller pictures. Neither the positions of
pieces nor their records depend on it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from nineup.faces.surface import GreyPrinter
    from nineup.layout import LayoutEngine
    from nineup.model.drawing import Face
    from nineup.model.paper import Page, Sheet
    from nineup.pipeline.plan import PrintPlan


def is_finished(plan: PrintPlan) -> bool:
    """Whether sheets show altered faces."""
    return plan.ink != "full" or plan.grey or bool(plan.image_dpi)


def finish_name(plan: PrintPlan) -> str:
    """The suffix of a run's folder, such as `-low-ink`; empty if faces are printed as drawn."""
    return "-low-ink" * (plan.ink == "low") + "-grey" * plan.grey


def finish_note(plan: PrintPlan) -> str:
    """The note in the sheets' margins."""
    return ", ".join(["low ink"] * (plan.ink == "low") + ["grey"] * plan.grey)


def finished(sheets: Sequence[Sheet], plan: PrintPlan, engine: LayoutEngine) -> tuple[Sheet, ...]:
    """The sheets with their faces altered as the plan requests."""
    from nineup.faces.surface import GreyPrinter
    from nineup.faces.surface.saving import InkSaver  # with Pillow, which is slow to import
    from nineup.model.downsampling import downsampled

    pages = [page for sheet in sheets for page in (sheet.front, sheet.back) if page]
    faces = {placement.face for page in pages for placement in page.placements}
    smaller = downsampled(faces, plan.image_dpi) if plan.image_dpi else {}
    symbols = [symbol.form for symbol in engine.symbols.values()]
    saver = InkSaver(symbols, codes=engine.code_texts)
    printer = GreyPrinter()

    def face(face: Face) -> Face:
        face = smaller.get(face, face)
        face = saver.face(face) if plan.ink == "low" else face
        return printer.face(face) if plan.grey else face

    return tuple([_sheet(sheet, face, printer if plan.grey else None) for sheet in sheets])


def _sheet(sheet: Sheet, face: Callable[[Face], Face], printer: GreyPrinter | None) -> Sheet:
    back = sheet.back and _page(sheet.back, face, printer)
    return msgspec.structs.replace(sheet, front=_page(sheet.front, face, printer), back=back)


def _page(page: Page, face: Callable[[Face], Face], printer: GreyPrinter | None) -> Page:
    replace = msgspec.structs.replace
    placements = tuple([replace(placement, face=face(placement.face)) for placement in page.placements])
    return replace(page, placements=placements, ops=printer.ops(page.ops) if printer else page.ops)
