"""PDF/X for any print shop: faces flattened to what is seen, in inks, with checks of what a press can't
print.
"""

__all__ = ["checks", "pdf_x"]
