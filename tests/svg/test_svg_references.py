"""Drawings in the manner of Inkscape, Illustrator and Figma, held against pictures that Chromium made of
them.

Tolerance: on the average a channel is off by at most MEAN of 255, and at most SHARE of the pixels are off by
more than STRONG in a channel. What remains is how the two smooth edges, and a hinted letter here and there.
"""

from pathlib import Path

import pypdfium2
import pytest
from engines import engine
from nineup.base.diagnostics import Findings
from nineup.layout import LayoutEngine
from nineup.model.drawing import Face
from nineup.write import face_pdf
from PIL import Image, ImageChops, ImageStat

HERE = Path(__file__).parent
DRAWINGS = sorted(path.stem for path in HERE.glob("*.svg"))
SIDE = 400

STRONG = 64
"""From how large a difference on a pixel counts as strong."""

MEASURED = {
    "browsers": (1.330, 0.00713),
    "clips": (0.080, 0.0),
    "figma-frame": (0.743, 0.00074),
    "filtered": (1.456, 0.00147),
    "filtered-symbols": (1.067, 0.00358),
    "gradients": (0.660, 0.0),
    "illustrator-card": (0.169, 0.00001),
    "images": (0.707, 0.00343),
    "inkscape-layers": (0.675, 0.00037),
    "inkscape-objects": (0.844, 0.00371),
    "inkscape-paths": (0.522, 0.00002),
    "nested": (0.166, 0.00047),
    "paths": (0.288, 0.00010),
    "strokes": (0.317, 0.00003),
    "text": (1.604, 0.00659),
    "text-path": (1.485, 0.00707),
    "turned": (0.054, 0.0),
    "viewports": (0.130, 0.00002),
}
"""What correct output measures, by `difference`: the two programs smooth edges differently."""


def drawn(name: str, tmp_path: Path) -> Image.Image:
    (tmp_path / "cards").mkdir()
    (tmp_path / "layouts").mkdir()
    (tmp_path / "layouts" / f"{name}.svg").write_bytes((HERE / f"{name}.svg").read_bytes())
    findings = Findings()
    layouts: LayoutEngine = engine(tmp_path, findings)
    form = layouts.form(f"{name}.svg")
    assert form is not None, findings
    assert [each for each in findings if each.severity != "note"] == []
    face = Face(name, form.size, 0.0, form.ops)
    page = pypdfium2.PdfDocument(face_pdf([face], layouts.fonts))[0]
    picture = page.render(scale=SIDE / page.get_width()).to_pil().convert("RGB")
    return picture.resize((SIDE, SIDE)) if picture.size != (SIDE, SIDE) else picture


def difference(one: Image.Image, other: Image.Image) -> tuple[float, float]:
    """The mean difference of a channel, and the share of pixels that differ strongly."""
    apart = ImageChops.difference(one, other)
    red, green, blue = apart.split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    strong = sum(most.histogram()[STRONG + 1 :])
    return sum(ImageStat.Stat(apart).mean) / 3, strong / (SIDE * SIDE)


def limits(name: str) -> tuple[float, float]:
    """The largest differences of a drawing, a little above what correct output measures."""
    mean, share = MEASURED[name]
    return 1.2 * mean + 0.03, 1.2 * share + 0.0002


@pytest.mark.parametrize("name", DRAWINGS)
def test_drawing_is_as_in_chromium(name: str, tmp_path: Path) -> None:
    ours = drawn(name, tmp_path)
    theirs = Image.open(HERE / f"{name}.png").convert("RGB")
    mean, share = difference(ours, theirs)
    largest_mean, largest_share = limits(name)
    assert mean <= largest_mean
    assert share <= largest_share


def test_the_measure_sees_a_missing_shape() -> None:
    theirs = Image.open(HERE / "clips.png").convert("RGB")
    without = theirs.copy()
    without.paste((255, 255, 255), (20, 20, 100, 80))
    mean, share = difference(theirs, without)
    largest_mean, largest_share = limits("clips")
    assert mean > largest_mean or share > largest_share
