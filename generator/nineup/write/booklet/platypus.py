"""What the booklet's PDF takes of ReportLab: platypus, its canvas and its colours, behind the one guarded door."""

from nineup.write.reportlab_guard import pdfdoc, sealed

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
