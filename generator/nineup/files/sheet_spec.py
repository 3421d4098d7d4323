"""Files of `layouts/sheets/`: how pieces are laid out on paper, read into a `SheetSpec`."""

from typing import get_args

from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.base.units import length
from nineup.model.paper import Backs, Large, Marks, SheetSpec, paper_size
from nineup.schema import LENGTH, Key, Keyword, Parsed, Record, WholeNumber, read_yaml
from nineup.schema.records import fields_of


def read_offset(text: str) -> tuple[float, float]:
    """Two lengths with a comma between them, right and down, in points. Raises ValueError."""
    parts = text.split(",")
    if len(parts) != 2:
        raise ValueError(f"`{text}` is not two lengths; write right and down, such as 0.5mm, -0.25mm")
    right, down = (length(part) for part in parts)
    return right, down


def read_paper(text: str) -> str:
    """The name of a paper, or its sides, in lower case. Raises ValueError."""
    paper_size(text)
    return text.lower()


SHEET = Record(
    {
        "paper": Key(
            Parsed(read_paper, "a4", "a paper"),
            "A paper such as a4, letter or a3, or its sides, such as 210mm x 330mm.",
        ),
        "orientation": Key(
            Keyword(get_args(SheetSpec.__annotations__["orientation"])),
            "Upright, across, or `auto`: whichever holds more pieces.",
        ),
        "margin": Key(LENGTH, "The edge that the printer can't reach, such as 5mm; nothing is drawn there."),
        "bleed": Key(LENGTH, "Ink kept beyond the trim, such as 3mm; with 0mm, neighbours share their cuts."),
        "gap": Key(LENGTH, "Space between neighbours, in addition to their bleeds."),
        "columns": Key(WholeNumber(1, 999), "A fixed number of columns; default: as many as fit."),
        "rows": Key(WholeNumber(1, 999), "A fixed number of rows; default: as many as fit."),
        "backs": Key(Keyword(get_args(Backs)), "How backs are matched with their fronts."),
        "large": Key(Keyword(get_args(Large)), "How boards larger than the paper are printed."),
        "overlap": Key(LENGTH, "How far the parts of a large board overlap, such as 8mm."),
        "marks": Key(Keyword(get_args(Marks)), "What shows where to cut."),
        "back-offset": Key(
            Parsed(read_offset, (0.0, 0.0), "two lengths"),
            "How far backs are moved to the right and down, such as 0.5mm, -0.25mm.",
        ),
    },
    hints=True,
)


def read_sheet(project: Project, name: str, findings: Findings) -> SheetSpec | None:
    """The sheet with a name; None after an error (`unknown-key`, or `sheet-value` at a value)."""
    values = read_yaml(project, f"layouts/sheets/{name}.yaml", SHEET, findings=findings, code="sheet-value")
    return None if values is None else SheetSpec(name=name, **fields_of(values, values))
