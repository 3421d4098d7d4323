"""What the booklet's PDF takes of ReportLab: platypus, its canvas and its shapes, behind the one guarded door."""

from generator.write.reportlab_door import pdfdoc, sealed

with sealed():
    from reportlab.graphics import renderPDF, shapes
    from reportlab.pdfgen.canvas import Canvas
    from reportlab.platypus import doctemplate, flowables, frames, tables

__all__ = [
    "Canvas",
    "doctemplate",
    "flowables",
    "frames",
    "pdfdoc",
    "renderPDF",
    "sealed",
    "shapes",
    "tables",
]
