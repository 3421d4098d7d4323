"""The fonts of a project: metrics and shaping for `text`, subsets for `write`.

`Fonts(project)` finds fonts by family, weight and slope, the project's before the built-in ones; a `Font`
shapes words, and gives outlines, credits and subsets. Raises FontError. The only package that imports
HarfBuzz.
"""

from nineup.typography.fonts.catalogue import Fonts
from nineup.typography.fonts.font import MOST_LETTERS, WORD_LETTERS, Font, FontCredits
from nineup.typography.fonts.font_file import FontError

__all__ = ["MOST_LETTERS", "WORD_LETTERS", "Font", "FontCredits", "FontError", "Fonts"]
