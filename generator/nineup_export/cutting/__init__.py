"""Cutting machines: sheets with registration marks, and for each its cuts as SVG and DXF."""

__all__ = ["machines"]
