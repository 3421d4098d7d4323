"""Draws all faces of a game for tests, as pictures and as lines of text."""

import io
from collections.abc import Iterator, Sequence
from pathlib import Path

import pypdfium2 as pdfium
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.files.load import load_game
from nineup.layout import LayoutEngine
from nineup.layout.typeset import Drawn, typeset
from nineup.model.drawing import Face, Group, Op, Text, Use, is_micro
from nineup.model.game import Game
from nineup.pipeline import RunChoice, choose_run
from nineup.rules import rule_settings
from nineup.typography.fonts import Fonts
from nineup.typography.text import read_styles
from nineup.write import face_pdf
from PIL import Image, ImageChops

PROJECT = Project(Path(__file__).parents[2])
DPI = 72
LEAST = 7.5
"""The least size of text to be read at the table, in points."""


class Desk:
    """A game with all that draws it, and what a choice of it draws: one of each face, its notes aside."""

    def __init__(self, game: str, choice: RunChoice | None = None) -> None:
        findings = Findings()
        loaded = load_game(PROJECT, game, findings, rule_settings())
        assert loaded is not None, findings
        self.game: Game = loaded
        self.fonts = Fonts(PROJECT)
        styles = read_styles(PROJECT, f"layouts/{game}/style.yaml", self.fonts, findings)
        assert styles is not None, findings
        self.engine = LayoutEngine(PROJECT, loaded, self.fonts, styles, findings)
        run = choose_run(loaded, choice or RunChoice(), findings)
        assert run is not None, findings
        self.drawn: Sequence[Drawn] = typeset(run, self.engine, findings)
        assert not findings.failed, findings

    def of(self, component: str) -> list[Drawn]:
        return [each for each in self.drawn if each.part.component.id == component]

    def back(self, component: str) -> Face:
        """The one back of a component's pieces."""
        (face,) = {each.back for each in self.of(component)}
        assert face is not None
        return face

    def pictures(self, faces: Sequence[Face], dpi: int = DPI, mode: str = "L") -> list[Image.Image]:
        """The faces without their repetitions, in grey unless another mode is asked for."""
        document = pdfium.PdfDocument(io.BytesIO(face_pdf(dict.fromkeys(faces), self.fonts)))
        return [document[page].render(scale=dpi / 72).to_pil().convert(mode) for page in range(len(document))]

    def art(self, paths: Sequence[str]) -> list[Face]:
        """Drawings of the game's folder, each as a face."""
        forms = [self.engine.form(path) for path in paths]
        assert None not in forms, paths
        return [Face(form.name, form.size, 0, form.ops) for form in forms if form is not None]


def lines(ops: Sequence[Op]) -> Iterator[tuple[float, str]]:
    """The size of each line of text in points, with what it says; micro lines are left out."""
    for op in ops:
        match op:
            case Group() if op.says:
                yield min(size for size, _ in lines(op.ops)), op.says
            case Group() if not is_micro(op):
                yield from lines(op.ops)
            case Use():
                yield from lines(op.form.ops)
            case Text():
                pieces = (piece for run in op.runs for piece in run.pieces)
                yield op.size, "".join(getattr(piece, "text", "") for piece in pieces)


def margin(picture: Image.Image) -> int:
    """How many pixels on every side of a grey picture bear no ink."""
    ink = ImageChops.invert(picture).point(lambda level: 255 if level > 8 else 0).getbbox()
    assert ink is not None
    return min(ink[0], ink[1], picture.width - ink[2], picture.height - ink[3])


def unlike(one: Image.Image, other: Image.Image, levels: int = 96) -> float:
    """The share of two grey pictures' area in which they are more than some levels apart."""
    apart = ImageChops.difference(one, other).point(lambda level: 255 if level > levels else 0)
    return apart.histogram()[255] / (one.width * one.height)
