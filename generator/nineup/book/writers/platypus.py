"""The parts of ReportLab that a booklet's PDF uses, imported through `reportlab_guard`."""

from nineup.write.document.reportlab_guard import pdfdoc, sealed

with sealed():
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
