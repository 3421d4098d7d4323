"""Filtered elements: each is written as a drawing of its own (`writing`) and drawn as pixels by resvg
(`drawing`).
"""

__all__ = ["drawing", "writing"]
