"""The stage that makes sheets of pieces: grids, packing, backs, marks and notes; and the calibration sheet."""

from generator.impose.notes import Notes
from generator.impose.plan import impose

__all__ = ["Notes", "impose"]
