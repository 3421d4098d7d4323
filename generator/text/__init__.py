"""Rich text to lines in a frame: styles, notation, wrapping, fitting. Used by `layout`."""

from generator.text.frame import set_frame, set_line
from generator.text.setting import Problem, Set, Setting, Sign
from generator.text.style import Emphasis, Style, StyleSheet, build_styles
from generator.text.track import Track, bend

__all__ = [
    "Emphasis",
    "Problem",
    "Set",
    "Setting",
    "Sign",
    "Style",
    "StyleSheet",
    "Track",
    "bend",
    "build_styles",
    "set_frame",
    "set_line",
]
