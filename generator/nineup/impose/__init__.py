"""The stage that lays pieces on sheets: grids, packing, backs, marks and notes; and the calibration sheet.

`impose(pieces, spec, notes, fonts, findings)` returns the sheets, with every piece that fits placed once, in order.
Pieces that don't fit are reported. Lengths are in points from the top-left corner of the paper, y down.
"""

from nineup.impose.notes import Notes
from nineup.impose.plan import impose

__all__ = ["Notes", "impose"]
