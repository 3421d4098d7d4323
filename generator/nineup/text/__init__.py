"""Sets rich text in frames: styles, notation, wrapping, fitting."""

from nineup.text.context import InlineSymbol, Problem, SetText
from nineup.text.frame import set_frame, set_line
from nineup.text.setting import Setting
from nineup.text.style import Emphasis, Style, StyleSheet, read_styles
from nineup.text.track import Track, bend

__all__ = [
    "Emphasis",
    "InlineSymbol",
    "Problem",
    "SetText",
    "Setting",
    "Style",
    "StyleSheet",
    "Track",
    "bend",
    "read_styles",
    "set_frame",
    "set_line",
]
