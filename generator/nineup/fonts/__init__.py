"""Font files of a project: metrics, shaping, subsets. Read by `text` (to measure) and by `write` (to embed).

The only room that knows HarfBuzz.
"""

from nineup.fonts.catalogue import Fonts
from nineup.fonts.font import Font, FontCredits, FontError

__all__ = ["Font", "FontCredits", "FontError", "Fonts"]
