"""What the tests of text share: a setting, and a readable dump of set text."""

from collections.abc import Iterable
from pathlib import Path

from nineup.base.geometry import Box, Size
from nineup.base.project import Project
from nineup.model.drawing import Form, Gap, Op, Text, Use, rectangle
from nineup.model.drawing import Path as Outline
from nineup.typography.fonts import Fonts
from nineup.typography.text import InlineSymbol, Setting, Style, StyleSheet

FONTS = Fonts(Project(Path(__file__).parent))
STYLE = Style("Source Sans 3", size=10, min_size=7.5)
TERMS = ("Bank", "Banks", "Banked", "Stash", "Power card", "Power cards")


def form(name: str, width: float = 24, height: float = 24) -> Form:
    return Form(name, Size(width, height), (Outline(rectangle(Box(0, 0, width, height))),))


SIGNS = {
    "white": InlineSymbol("White Joy gem", form("white")),
    "red": InlineSymbol("Red Rage gem", form("red", 12)),
}


def setting(symbols: dict[str, InlineSymbol] = SIGNS, terms: Iterable[str] = TERMS) -> Setting:
    return Setting(FONTS, StyleSheet({}, {}), symbols, terms)


def lines(ops: Iterable[Op]) -> list[str]:
    """The text of each line, a symbol by its name in brackets."""
    return [_text(op) for op in ops if isinstance(op, Text)]


def _text(line: Text) -> str:
    return "".join(f"[{p.says}]" if isinstance(p, Gap) else p.text for run in line.runs for p in run.pieces)


def width(line: Text) -> float:
    """The width that a line is drawn with, in points: glyphs, kerns, symbols and tracking between them."""
    total, glyphs = 0.0, 0
    for run in line.runs:
        font = FONTS.by_key(run.font)
        for piece in run.pieces:
            if isinstance(piece, Gap):
                total += piece.width
            else:
                total += sum(map(font.advance, piece.glyphs)) + sum(piece.adjust)
                glyphs += len(piece.glyphs)
    return total * line.size / 1000 + line.tracking * glyphs


def dump(ops: Iterable[Op]) -> str:
    """Operations as text: a line's place and size, its runs by their font's style; symbols with their
    boxes.
    """
    shown = []
    for op in ops:
        if isinstance(op, Text):
            runs = " ".join(f"{run.font.split('-')[1]}({_text(Text(0, 0, 1, (run,)))})" for run in op.runs)
            tracking = f" tracking {op.tracking:g}" if op.tracking else ""
            shown.append(f"text {op.x:g},{op.y:g} {op.size:g}pt{tracking}: {runs}")
        elif isinstance(op, Use):
            size = op.form.size
            shown.append(
                f"use {op.form.name} {op.matrix.e:g},{op.matrix.f:g} {size.width * op.matrix.a:.2f}x{size.height * op.matrix.d:.2f}"
            )
    return "\n".join(shown)
