"""A drawn face → SVG: sharp at every size, with each glyph and each repeated form defined once."""

from collections import Counter
from collections.abc import Callable, Iterable

from nineup.base.geometry import Matrix, Size
from nineup.model.drawing import Face, Form, Gap, GlyphRun, Group, Op, Path, Text, Use, hex_of, rectangle
from nineup.model.paper import Page, Placement
from nineup.typography.fonts import Font
from nineup.write.document.pages import into_place
from nineup.write.svg import Elements, faded, grouped, path_text, svg_number, transformed

Outlines = dict[tuple[str, int], str]
"""The outlines of glyphs, as the `d` of a path in thousandths of an em, by font and glyph."""


class FaceSvg:
    """Writes faces as SVG files. Glyphs are read from `font` once for all faces."""

    def __init__(self, font: Callable[[str], Font]) -> None:
        self._font = font
        self._outlines: Outlines = {}

    def write(self, face: Face) -> bytes:
        """A face with its bleed, from the top-left corner of the bleed; the size is in points."""
        return self._written(face.ops, face.size, face.bleed)

    def write_page(self, page: Page) -> bytes:
        """A page with its faces in place and its marks and notes above them, as in a PDF; the size is in
        points.
        """
        return self._written(page_ops(page), page.size, 0.0)

    def _written(self, ops: tuple[Op, ...], size: Size, bleed: float) -> bytes:
        pen = _FaceElements(self._font, self._outlines, ops)
        elements = pen.draw(ops)
        width, height = (svg_number(side + 2 * bleed) for side in size)
        edge = svg_number(-bleed)
        box = f'width="{width}pt" height="{height}pt" viewBox="{edge} {edge} {width} {height}"'
        defined = f"<defs>{''.join(pen.definitions)}</defs>" if pen.definitions else ""
        return f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{defined}{elements}</svg>\n'.encode()


def page_ops(page: Page) -> tuple[Op, ...]:
    """The content of a page: each placed face, clipped, below the page's own operations. Copies share
    a form.
    """
    forms: dict[Face, Form] = {}
    placed = []
    for placement in page.placements:
        face = placement.face
        forms.setdefault(face, Form(face.name, face.size, face.ops))
        placed.append(_clipped(placement, forms[face]))
    return (*placed, *page.ops)


def _clipped(placement: Placement, form: Form) -> Group:
    """A face in place; anything outside the clip or the mask is not printed."""
    ink: Op = Use(form, into_place(placement))
    if placement.mask:
        ink = Group((ink,), clip=Path(placement.mask))
    return Group((ink,), clip=Path(rectangle(placement.clip)))


class _FaceElements(Elements):
    def __init__(self, font: Callable[[str], Font], outlines: Outlines, ops: Iterable[Op]) -> None:
        super().__init__(font, "p")
        self._outlines = outlines
        self._glyphs: dict[tuple[str, int], str] = {}
        self._forms: dict[Form, str] = {}
        self._times: Counter[Form] = Counter()
        self._count(ops)

    def _count(self, ops: Iterable[Op]) -> None:
        """Counts how often each form is used."""
        for op in ops:
            if isinstance(op, Use):
                self._times[op.form] += 1
                if self._times[op.form] == 1:
                    self._count(op.form.ops)
            elif isinstance(op, Group):
                self._count(op.ops)

    def use(self, use: Use) -> str:
        if self._times[use.form] == 1:
            return super().use(use)
        if use.form not in self._forms:
            elements = self.draw(use.form.ops)
            id = self._forms[use.form] = f"f{len(self._forms)}"
            self.definitions.append(f'<g id="{id}">{elements}</g>')
        return f'<use href="#{self._forms[use.form]}"{transformed(use.matrix)}/>'

    def text(self, text: Text) -> str:
        scale = text.size / 1000
        matrix = Matrix(scale, 0, 0, scale, text.x, text.y)
        x, runs = 0.0, []
        for run in text.runs:
            letters, x = self._run(run, x, text.tracking / scale)
            runs.append(f'<g fill="{hex_of(run.colour)}">{letters}</g>' if letters else "")
        return grouped("".join(runs), transformed(matrix) + faded("opacity", text.opacity))

    def _run(self, run: GlyphRun, x: float, tracking: float) -> tuple[str, float]:
        """The letters of a run that begins at x, and where it ends, in thousandths of an em."""
        advance = self._font(run.font).advance
        letters = []
        for piece in run.pieces:
            if isinstance(piece, Gap):
                x += piece.width
                continue
            for index, (glyph, adjust) in enumerate(zip(piece.glyphs, piece.adjust, strict=True)):
                if id := self._glyph(run.font, glyph):
                    up = (
                        f' y="{svg_number(-piece.rises[index])}"'
                        if piece.rises and piece.rises[index]
                        else ""
                    )
                    letters.append(f'<use href="#{id}" x="{svg_number(x)}"{up}/>')
                x += advance(glyph) + adjust + tracking
        return "".join(letters), x

    def _glyph(self, font: str, glyph: int) -> str:
        """The id of a glyph; empty for one without an outline."""
        key = font, glyph
        if key not in self._glyphs:
            if key not in self._outlines:
                self._outlines[key] = path_text(self._font(font).outline(glyph))
            outline = self._outlines[key]
            self._glyphs[key] = f"g{len(self._glyphs)}" if outline else ""
            if outline:
                self.definitions.append(f'<path id="{self._glyphs[key]}" d="{outline}"/>')
        return self._glyphs[key]
