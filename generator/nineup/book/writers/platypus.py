"""The parts of ReportLab that a booklet's PDF uses, imported after `write/reportlab` has fixed the
settings.
"""

from nineup.write.document.reportlab import pdfdoc

# isort: split
from reportlab.lib.colors import Color
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import doctemplate, flowables, frames, tables

__all__ = [
    "Canvas",
    "Color",
    "doctemplate",
    "flowables",
    "frames",
    "pdfdoc",
    "tables",
]
