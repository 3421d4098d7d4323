"""Sets rich text: styles, notation, wrapping, fitting.

`read_styles` reads a `style.yaml`. `set_frame` sets a text in a box and `set_line` on a line (`set_frames`
and `set_lines` several), both with a `Style` and a `Setting` (fonts, styles, symbols, terms), and return a
`SetText`: drawing operations, and the problems found. `bend` bends a line onto a `Track`. Lengths are in
points from the top-left corner, y down.
"""

from typing import TYPE_CHECKING

from nineup.base.late_names import late_names
from nineup.typography.text.context import InlineSymbol, Problem, SetText
from nineup.typography.text.frame import Anchor, Baseline, set_frame, set_frames, set_line, set_lines
from nineup.typography.text.room import Room
from nineup.typography.text.setting import Setting
from nineup.typography.text.style import Align, Emphasis, Style, StyleSheet, hyphenated
from nineup.typography.text.style_file import default_values, read_styles
from nineup.typography.text.track import Track, bend

if TYPE_CHECKING:
    from nineup.typography.text.rich import PLAIN, read_word
else:
    __getattr__ = late_names(
        __name__,
        {
            "rich": ("PLAIN", "read_word"),
        },
    )

__all__ = [
    "PLAIN",
    "Align",
    "Anchor",
    "Baseline",
    "Emphasis",
    "InlineSymbol",
    "Problem",
    "Room",
    "SetText",
    "Setting",
    "Style",
    "StyleSheet",
    "Track",
    "bend",
    "default_values",
    "hyphenated",
    "read_styles",
    "read_word",
    "set_frame",
    "set_frames",
    "set_line",
    "set_lines",
]
