"""The stage that lays pieces on sheets: grids, packing, backs, marks and notes; and the calibration sheet."""

from nineup.impose.notes import Notes
from nineup.impose.plan import impose

__all__ = ["Notes", "impose"]
