"""Shapes and path data as absolute lines and cubic curves."""

__all__ = ["path_data", "shapes"]
