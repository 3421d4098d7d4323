"""The parts of ReportLab that a booklet's PDF uses, imported after `write/reportlab` has fixed the
settings.
"""

import nineup.write.document.reportlab  # noqa: F401

# isort: split
from reportlab.lib.colors import Color
from reportlab.platypus import doctemplate, flowables, frames, tables

__all__ = [
    "Color",
    "doctemplate",
    "flowables",
    "frames",
    "tables",
]
