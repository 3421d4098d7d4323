"""The words of a text: their look, their shapes and widths, and where they may be broken.

`shaping` is the way in.
"""

__all__ = ["shaping", "word"]
