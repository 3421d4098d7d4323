"""The stage that lays pieces on sheets: grids, packing, backs, marks and notes; and the calibration sheet.

`impose(pieces, spec, notes, fonts, findings)` returns the sheets, with every piece that fits placed once, in
order. Pieces that don't fit are reported. Lengths are in points from the top-left corner of the paper, y
down.
"""

from typing import TYPE_CHECKING

from nineup.base.late_names import late_names
from nineup.impose.notes import Notes
from nineup.impose.plan import impose

if TYPE_CHECKING:
    from nineup.impose.field import turning_axis
    from nineup.impose.lettering import Lettering
else:
    __getattr__ = late_names(
        __name__,
        {
            "field": ("turning_axis",),
            "lettering": ("Lettering",),
        },
    )

__all__ = [
    "Lettering",
    "Notes",
    "impose",
    "turning_axis",
]
