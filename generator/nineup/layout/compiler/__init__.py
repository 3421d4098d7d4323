"""Compiles an SVG document to nodes: what is the same on every face becomes forms, what is bound becomes
frames.
"""

__all__ = ["compile", "context", "framing"]
