"""Draw every SVG of this folder with Chromium to the PNG beside it: `python make_references.py [NAME…]`.

The drawings are put into a page that brings Source Sans 3 with it, at two pixels a CSS pixel.
"""

import base64
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from shutil import which

HERE = Path(__file__).parent
FONTS = HERE.parents[1] / "generator" / "nineup" / "starter" / "fonts"
CUTS = {
    "Regular": (400, "normal"),
    "Bold": (700, "normal"),
    "Italic": (400, "italic"),
    "BoldItalic": (700, "italic"),
}
SCALE = 2
SIZE = 200
"""Every drawing here is so many CSS pixels wide and high."""


def page(svg: str) -> str:
    """An XHTML page that shows a drawing at its own size, at the top left."""
    svg = re.sub(r"<\?xml.*?\?>|<!DOCTYPE.*?>", "", svg, flags=re.DOTALL)
    return (
        '<html xmlns="http://www.w3.org/1999/xhtml"><head><style>'
        + "".join(map(font_face, CUTS))
        + "html, body { margin: 0; background: white } body > * { display: block }</style></head>"
        + f"<body>{svg}</body></html>"
    )


def font_face(cut: str) -> str:
    """The rule that brings one style of the font."""
    (path,) = FONTS.glob(f"**/SourceSans3-{cut}.ttf")
    data = base64.b64encode(path.read_bytes()).decode()
    weight, style = CUTS[cut]
    return (
        f"@font-face {{ font-family: 'Source Sans 3'; font-weight: {weight}; font-style: {style};"
        f" src: url(data:font/ttf;base64,{data}) }}"
    )


def shoot(path: Path) -> None:
    """Draw one file with Chromium."""
    from PIL import Image

    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "page.xhtml").write_text(page(path.read_text()))
        target = path.with_suffix(".png")
        flags = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --hide-scrollbars"
        quiet = "--disable-background-networking --disable-component-update --disable-sync"
        subprocess.run(
            [
                which("chromium-headless-shell") or "chromium",
                *flags.split(),
                *quiet.split(),
                f"--user-data-dir={folder}/profile",
                f"--force-device-scale-factor={SCALE}",
                f"--window-size={SIZE},{SIZE}",
                f"--screenshot={target}",
                f"{folder}/page.xhtml",
            ],
            check=True,
            capture_output=True,
        )
    Image.open(target).convert("RGB").crop((0, 0, SIZE * SCALE, SIZE * SCALE)).save(target, optimize=True)


if __name__ == "__main__":
    for name in sys.argv[1:] or sorted(p.stem for p in HERE.glob("*.svg")):
        shoot(HERE / f"{name}.svg")
