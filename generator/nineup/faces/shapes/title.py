"""The default layout of a side for which a component names none: the game's title, along the side's longer
edge.
"""

from nineup.base.geometry import Size
from nineup.base.units import MM

PREFIX = "title of "
"""The prefix of such layouts' paths; no file has such a path, since it has no suffix."""


def title_path(size: Size) -> str:
    """The path of the layout for a side of this size."""
    return f"{PREFIX}{size.width / MM:.4f} x {size.height / MM:.4f}"


def title_source(path: str) -> str:
    """The SVG source of such a layout."""
    width, height = map(float, path.removeprefix(PREFIX).split(" x "))
    long, short = max(width, height), min(width, height)
    size = short * 0.45
    turn = ' transform="rotate(90)"' if height > width else ""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:n="nineup" '
        f'width="{width}mm" height="{height}mm" viewBox="{-width / 2} {-height / 2} {width} {height}">'
        f'<text y="{size * 0.35:.3f}"{turn} text-anchor="middle" font-family="Source Sans 3" '
        'font-weight="bold" '
        f'font-size="{size:.3f}" n:width="{max(long - 8, long / 2):.3f}mm" '
        f'n:text="{{{{ game.title }}}}"/></svg>'
    )
