"""A form → SVG: symbols in HTML pages and next to Markdown, sharp at every size.

Letters become outlines, so that no font is needed. Everything else maps directly: SVG and `drawing` share
their painting order, clips, opacity and gradients.
"""

import base64
import io
from collections.abc import Callable, Iterable
from html import escape

from nineup.base.geometry import IDENTITY, Box, Matrix
from nineup.model.art import pixels_of, png_of
from nineup.model.drawing import (
    Form,
    Gap,
    Group,
    Image,
    Linear,
    Mask,
    Op,
    Paint,
    Path,
    PlacedImage,
    Radial,
    Segment,
    Stroke,
    Text,
    Tiling,
    Use,
    hex_of,
)
from nineup.model.extent import bounds
from nineup.typography.fonts import Font

_PAPER = ".paper{fill:none}@media (prefers-color-scheme:dark){.paper{fill:#f4f2ed}}"


_STROKE_DEFAULTS = {
    "width": "1",
    "linecap": "butt",
    "linejoin": "miter",
    "miterlimit": "4",
    "dasharray": "",
    "dashoffset": "0",
}
"""The default values of strokes, which SVG can omit."""


def svg(form: Form, font: Callable[[str], Font], title: str, height: float) -> bytes:
    """An SVG file of a form; `title` describes it, `height` is its default height in CSS pixels.

    On dark pages it has a light background: ink meant for paper may be as dark as the page.
    """
    wide, high = form.size
    paper = (
        f'<rect class="paper" width="{svg_number(wide)}" height="{svg_number(high)}" '
        f'rx="{svg_number(high / 8)}"/>'
    )
    size = (
        f'width="{svg_number(height * wide / high)}" height="{svg_number(height)}" '
        f'viewBox="{view_box_attribute(form)}"'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}>'
        f"<title>{escape(title, quote=False)}</title><style>{_PAPER}</style>"
        f"{paper}{svg_elements(form, font)}</svg>\n"
    ).encode()


def view_box_attribute(form: Form) -> str:
    """The value of `viewBox` for a form."""
    return f"0 0 {svg_number(form.size.width)} {svg_number(form.size.height)}"


def svg_elements(form: Form, font: Callable[[str], Font], prefix: str = "") -> str:
    """The SVG elements of a form. Their ids start with `prefix`, so that several forms can share a page."""
    pen = Elements(font, prefix)
    elements = pen.draw(form.ops)
    return f"<defs>{''.join(pen.definitions)}</defs>{elements}" if pen.definitions else elements


_Defined = Linear | Radial | Tiling | Path | Mask


class Elements:
    """Writes operations as SVG elements, and collects the definitions that they refer to."""

    def __init__(self, font: Callable[[str], Font], prefix: str) -> None:
        self._font = font
        self._prefix = prefix
        self._ids: dict[_Defined, str] = {}
        self.definitions: list[str] = []
        """Gradients and clips that elements refer to, each once."""

    def draw(self, ops: Iterable[Op]) -> str:
        """The elements of operations."""
        return "".join(map(self._op, ops))

    def _op(self, op: Op) -> str:
        match op:
            case Path():
                return f'<path d="{path_text(op.segments)}"{self._paints(op)}/>'
            case Text():
                return self.text(op)
            case PlacedImage():
                return _picture(op)
            case Use():
                return self.use(op)
            case Group():
                clip = f' clip-path="url(#{self._clip(op.clip)})"' if op.clip else ""
                inside = grouped(self.draw(op.ops), clip)
                mask = f' mask="url(#{self._mask(op.mask)})"' if op.mask else ""
                if op.mask and clip:  # a clip around a mask, as in a PDF
                    inside, mask = grouped(inside, mask), ""
                around = transformed(op.matrix) + faded("opacity", op.opacity) + mask + _mixing(op)
                return grouped(inside, around)

    def _paints(self, path: Path) -> str:
        fill = "none" if path.fill is None else self._paint(path.fill)
        rule = ' fill-rule="evenodd"' if path.even_odd else ""
        line = self._line(path.stroke) if path.stroke else ""
        return f' fill="{fill}"{rule}{faded("fill-opacity", path.opacity)}{line}'

    def _line(self, stroke: Stroke) -> str:
        values = {
            "width": svg_number(stroke.width),
            "linecap": stroke.cap,
            "linejoin": stroke.join,
            "miterlimit": svg_number(stroke.miter),
            "dasharray": " ".join(map(svg_number, stroke.dash)),
            "dashoffset": svg_number(stroke.phase),
        }
        stated = "".join(
            f' stroke-{name}="{value}"' for name, value in values.items() if value != _STROKE_DEFAULTS[name]
        )
        return f' stroke="{self._paint(stroke.paint)}"{stated}{faded("stroke-opacity", stroke.opacity)}'

    def _paint(self, paint: Paint) -> str:
        if isinstance(paint, Tiling):
            return f"url(#{self._tiling(paint)})"
        if not isinstance(paint, Linear | Radial):
            return hex_of(paint)
        return f"url(#{self._gradient(paint)})" if paint.stops else "none"

    def _gradient(self, paint: Linear | Radial) -> str:
        """The id of a gradient."""
        if paint in self._ids:
            return self._ids[paint]
        is_linear = isinstance(paint, Linear)
        tag = "linearGradient" if is_linear else "radialGradient"
        names = ("x1", "y1", "x2", "y2") if is_linear else ("cx", "cy", "r", "fx", "fy")
        where = "".join(f' {name}="{svg_number(getattr(paint, name))}"' for name in names)
        stops = "".join(
            f'<stop offset="{svg_number(stop.offset)}" stop-color="{hex_of(stop.colour)}"'
            f"{faded('stop-opacity', stop.opacity)}/>"
            for stop in paint.stops
        )
        matrix = transformed(paint.matrix, "gradientTransform")
        return self._define(paint, tag, f' gradientUnits="userSpaceOnUse"{where}{matrix}', inside=stops)

    def _tiling(self, paint: Tiling) -> str:
        """The id of a pattern."""
        if paint in self._ids:
            return self._ids[paint]
        inside = self.draw(paint.ops)
        where = _placed(paint.cell) + transformed(paint.matrix, "patternTransform")
        view = " ".join(map(svg_number, paint.cell))
        return self._define(
            paint, "pattern", f' patternUnits="userSpaceOnUse"{where} viewBox="{view}"', inside=inside
        )

    def _mask(self, mask: Mask) -> str:
        """The id of a mask."""
        if mask in self._ids:
            return self._ids[mask]
        inside = self.draw(mask.ops)
        kind = ' style="mask-type:alpha"' if mask.alpha else ""
        where = _placed(bounds(mask.ops))
        return self._define(mask, "mask", f' maskUnits="userSpaceOnUse"{where}{kind}', inside=inside)

    def _clip(self, clip: Path) -> str:
        """The id of a clip."""
        if clip in self._ids:
            return self._ids[clip]
        rule = ' clip-rule="evenodd"' if clip.even_odd else ""
        return self._define(clip, "clipPath", "", inside=f'<path d="{path_text(clip.segments)}"{rule}/>')

    def _define(self, what: _Defined, tag: str, attributes: str, inside: str) -> str:
        id = self._ids[what] = f"{self._prefix}{len(self._ids)}"
        self.definitions.append(f'<{tag} id="{id}"{attributes}>{inside}</{tag}>')
        return id

    def use(self, use: Use) -> str:
        """A form drawn in place."""
        return grouped(self.draw(use.form.ops), transformed(use.matrix))

    def text(self, text: Text) -> str:
        """The letters of a line, each run as one outline in thousandths of an em."""
        parts = []
        x = 0.0
        for run in text.runs:
            font = self._font(run.font)
            outline = []
            for piece in run.pieces:
                if isinstance(piece, Gap):
                    x += piece.width
                    continue
                for index, (glyph, adjust) in enumerate(zip(piece.glyphs, piece.adjust, strict=True)):
                    up = piece.rises[index] if piece.rises else 0
                    outline.append(path_text(font.outline(glyph), x, -up))
                    x += font.advance(glyph) + adjust + 1000 * text.tracking / text.size
            parts.append(f'<path d="{"".join(outline)}" fill="{hex_of(run.colour)}"/>')
        scale = text.size / 1000
        matrix = Matrix(scale, 0, 0, scale, text.x, text.y)
        return grouped("".join(parts), transformed(matrix) + faded("opacity", text.opacity))


def _mixing(group: Group) -> str:
    """The blend mode of a group, as an attribute."""
    words = f"mix-blend-mode:{group.blend};" if group.blend != "normal" else ""
    words += "isolation:isolate" if group.isolated else ""
    return f' style="{words}"' if words else ""


def _placed(box: Box) -> str:
    """The attributes of a box."""
    x, y, width, height = map(svg_number, box)
    return f' x="{x}" y="{y}" width="{width}" height="{height}"'


def _picture(picture: PlacedImage) -> str:
    x, y, width, height = map(svg_number, picture.box)
    kind, data = _pixels(picture.image)
    href = f"data:image/{kind};base64,{base64.b64encode(data).decode('ascii')}"
    opacity = faded("opacity", picture.opacity)
    place = f'x="{x}" y="{y}" width="{width}" height="{height}"'
    return f'<image {place} preserveAspectRatio="none"{opacity} href="{href}"/>'


def _pixels(image: Image) -> tuple[str, bytes]:
    """An image's subtype and data in a format that browsers support."""
    image = image.loaded()
    if image.encoding == "jpeg" and not image.alpha and image.channels != 4:
        return "jpeg", image.data
    if image.encoding == "png":
        return "png", png_of(image)
    from PIL import Image as Pixels

    pixels = pixels_of(image).convert("RGB")
    if image.alpha:
        pixels.putalpha(Pixels.frombytes("L", pixels.size, image.alpha))
    out = io.BytesIO()
    pixels.save(out, "PNG")
    return "png", out.getvalue()


def grouped(elements: str, attributes: str) -> str:
    """Elements in a group, if it has attributes."""
    return f"<g{attributes}>{elements}</g>" if attributes else elements


def transformed(matrix: Matrix, name: str = "transform") -> str:
    """The attribute of a matrix; empty for the identity."""
    if matrix == IDENTITY:
        return ""
    return f' {name}="matrix({" ".join(map(svg_number, matrix))})"'


def faded(name: str, opacity: float) -> str:
    """The attribute of an opacity; empty if it is full."""
    return f' {name}="{svg_number(opacity)}"' if opacity < 1 else ""


def path_text(segments: Iterable[Segment], right: float = 0.0, down: float = 0.0) -> str:
    """An outline as the `d` of a path, moved right and down."""
    parts = []
    for kind, *values in segments:
        moved = [value + (down if at % 2 else right) for at, value in enumerate(values)]
        parts.append(kind + " ".join(map(svg_number, moved)))
    return "".join(parts)


def svg_number(value: float) -> str:
    """Five significant digits: no symbol is shown large enough for a sixth to be visible."""
    text = f"{value:.5g}"
    return "0" if text == "-0" else text
