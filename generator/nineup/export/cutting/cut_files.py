"""Cuts as files for machines: SVG in millimetres from the top left, DXF in millimetres from the bottom left."""

import io
from collections.abc import Sequence

from nineup.base.geometry import Point, Size
from nineup.base.units import MM
from nineup.export.cutting.cut_paths import CutPath

MILLIMETRES = 4
"""DXF's code for millimetres: `$INSUNITS`."""

HAIRLINE = 0.1
"""The width of a drawn cut in millimetres: cutting programs follow its centre line."""


def cut_svg(page: Size, cuts: Sequence[CutPath], folds: Sequence[CutPath] = ()) -> bytes:
    """Cuts as red hairlines on a page at true size, with the origin at its top left; folds, to be scored, as blue ones."""
    width, height = (f"{side / MM:.3f}" for side in page)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">',
    ]
    for name, colour, paths in (("cut", "#ff0000", cuts), ("fold", "#0000ff", folds)):
        if paths or name == "cut":
            lines.append(f'<g id="{name}" fill="none" stroke="{colour}" stroke-width="{HAIRLINE}">')
            lines += map(_svg_path, paths)
            lines.append("</g>")
    return "\n".join([*lines, "</svg>", ""]).encode()


def _svg_path(cut: CutPath) -> str:
    path = "L".join(f"{x / MM:.3f} {y / MM:.3f}" for x, y in cut.points)
    return f'<path d="M{path}{"Z" if cut.is_closed else ""}"/>'


def cut_dxf(page: Size, cuts: Sequence[CutPath], folds: Sequence[CutPath] = ()) -> bytes:
    """Cuts as polylines of a layer `CUT`, folds of a layer `FOLD`, in DXF of AutoCAD 2000; the origin is at the bottom left."""
    import ezdxf.filemanagement
    from ezdxf._options import options

    options.reset()  # type: ignore[no-untyped-call]  # An `ezdxf.ini` in the current folder must not be read.
    options.write_fixed_meta_data_for_testing = True  # No timestamps, no randomness.
    drawing = ezdxf.filemanagement.new("R2000", units=MILLIMETRES)
    space = drawing.modelspace()
    for layer, colour, paths in (("CUT", 1, cuts), ("FOLD", 5, folds)):
        if paths or layer == "CUT":
            drawing.layers.add(layer, color=colour)
        for path in paths:
            points = [_upright(point, page) for point in path.points]
            space.add_lwpolyline(points, close=path.is_closed, dxfattribs={"layer": layer})
    drawing.header["$EXTMIN"] = (0.0, 0.0, 0.0)
    drawing.header["$EXTMAX"] = (page.width / MM, page.height / MM, 0.0)
    text = io.StringIO()
    drawing.write(text)
    return text.getvalue().encode(drawing.output_encoding)


def _upright(point: Point, page: Size) -> Point:
    return round(point[0] / MM, 4), round((page.height - point[1]) / MM, 4)
