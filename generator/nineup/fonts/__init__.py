"""The fonts of a project: metrics and shaping for `text`, subsets for `write`.

The only package that imports HarfBuzz.
"""

from nineup.fonts.catalogue import Fonts
from nineup.fonts.font import Font, FontCredits, FontError

__all__ = ["Font", "FontCredits", "FontError", "Fonts"]
