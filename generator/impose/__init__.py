"""The stage that makes sheets of pieces: grids, packing, backs, marks and notes; and the calibration sheet."""

from generator.impose.calibrate import calibration
from generator.impose.impose import impose
from generator.impose.notes import Notes

__all__ = ["Notes", "calibration", "impose"]
