"""Rich text to lines in a frame: styles, notation, wrapping, fitting. Used by `layout`."""

from nineup.text.context import InlineSymbol, Problem, Set, Setting
from nineup.text.frame import set_frame, set_line
from nineup.text.style import Emphasis, Style, StyleSheet, build_styles
from nineup.text.track import Track, bend

__all__ = [
    "Emphasis",
    "InlineSymbol",
    "Problem",
    "Set",
    "Setting",
    "Style",
    "StyleSheet",
    "Track",
    "bend",
    "build_styles",
    "set_frame",
    "set_line",
]
