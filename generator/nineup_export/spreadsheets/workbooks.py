"""Spreadsheets: a workbook of every card list, which can be read back unchanged, as XLSX or ODS."""

import json
from collections.abc import Callable, Iterator, Sequence

from nineup.base import Findings

from nineup_export.spreadsheets.card_sheets import CardSheet, card_sheets, report_unlike
from nineup_export.spreadsheets.workbook_files import ods, xlsx
from nineup_export.target import ExportedFile, ExportJob, ExportTarget

LONGEST_NAME, LONGEST_CELL = 31, 32_767
"""Excel's limits for the characters of a sheet's name and of a cell."""


def _limits(job: ExportJob, findings: Findings) -> None:
    sheets = card_sheets(job.game)
    if not sheets:
        message = "the game has no card list"
        findings.request_error("sheet-none", message, job.game.span, hint="a component's `cards:` is one")
    for sheet in sheets:
        component = sheet.component
        if len(component.id) > LONGEST_NAME:
            message = f"`{component.id}` is too long for the name of a sheet"
            findings.error("sheet-name", message, component.span, hint=f"at most {LONGEST_NAME} characters")
        for card, row in zip(component.cards, sheet.rows, strict=True):
            longest = max((cell for cell in row if isinstance(cell, str)), key=len, default="")
            if len(longest) > LONGEST_CELL:
                message = f"`{card.id}` has a text of {len(longest):,} characters"
                findings.error("sheet-value", message, card.span, hint=f"a cell has at most {LONGEST_CELL:,}")
        report_unlike(sheet, job.game, findings)


def _writer(
    suffix: str, write: Callable[[Sequence[CardSheet]], bytes]
) -> Callable[[ExportJob], Iterator[ExportedFile]]:
    def files(job: ExportJob) -> Iterator[ExportedFile]:
        sheets = card_sheets(job.game)
        count = sum(len(sheet.rows) for sheet in sheets)
        remark = f"{len(sheets)} sheet{'s' if len(sheets) != 1 else ''}, {count} cards"
        if job.game.source_language:  # For reading back only: the game isn't written in this language.
            yield ExportedFile(f"{job.game.id}-{job.game.language}{suffix}", write(sheets), remark)
            return
        yield ExportedFile(f"{job.game.id}{suffix}", write(sheets), remark)
        yield ExportedFile("components.yaml", _components(job.game.id + suffix, sheets).encode())

    return files


def _components(name: str, sheets: Sequence[CardSheet]) -> str:
    """What game.yaml must say about the components to read their cards from the workbook."""
    lines = [
        f"# In game.yaml, once {name} is beside it: these `cards` and `fields` take the place of each "
        "component's.",
        "components:",
    ]
    for sheet in sheets:
        lines += [f"  {sheet.component.id}:", f"    cards: {name}"]
        if sheet.fields:
            lines += ["    fields:"]
            lines += [
                f"      {key}: {json.dumps(kind, ensure_ascii=False)}" for key, kind in sheet.fields.items()
            ]
    return "\n".join(lines) + "\n"


_BACK = "To read it from now on, put it beside `game.yaml`, and write there what `components.yaml` says."

XLSX = ExportTarget(
    "xlsx",
    "Excel and Google Sheets",
    "A workbook with a sheet of each card list, which a game can read again.",
    takes="lists",
    files=_writer(".xlsx", xlsx),
    limits=_limits,
    next_steps=(
        "Open the workbook in Excel, or upload it to Google Sheets.",
        _BACK,
    ),
)
ODS = ExportTarget(
    "ods",
    "LibreOffice",
    "A workbook with a sheet of each card list, as ODS.",
    takes="lists",
    files=_writer(".ods", ods),
    limits=_limits,
    next_steps=("Open the workbook in LibreOffice.", _BACK),
)
