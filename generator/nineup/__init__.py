"""Nineup: a YAML card database, SVG layouts, and sheets of paper that cut out right."""

__version__ = "0.1.0"
