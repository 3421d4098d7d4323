"""The fonts of a project: metrics and shaping for `text`, subsets for `write`.

`Fonts(project)` finds fonts by family, weight and slope, the project's before the built-in ones; a `Font`
shapes words, and gives outlines, credits and subsets. `checked_font` checks and names a file that somebody
brings. Raises FontError. The only package that imports HarfBuzz.
"""

from typing import TYPE_CHECKING

from nineup.base.late_names import late_names
from nineup.typography.fonts.catalogue import Fonts, spaced
from nineup.typography.fonts.font import MOST_LETTERS, WORD_LETTERS, Font, FontCredits
from nineup.typography.fonts.font_file import FontError

if TYPE_CHECKING:
    from nineup.typography.fonts.checking import CheckedFont, checked_font
else:
    __getattr__ = late_names(__name__, {"checking": ("CheckedFont", "checked_font")})

__all__ = [
    "MOST_LETTERS",
    "WORD_LETTERS",
    "CheckedFont",
    "Font",
    "FontCredits",
    "FontError",
    "Fonts",
    "checked_font",
    "spaced",
]
