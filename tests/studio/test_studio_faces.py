"""Faces in the browser are the faces in the PDF: every second face of each game, by Chromium and by PDFium.

With NINEUP_FUZZ (`make fuzz`) every face.
"""

import base64
import io
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import pypdfium2
import pytest
from nineup import pipeline
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.model.drawing import Face
from nineup.pipeline import PrintOptions, RunChoice
from nineup.pipeline.cutting_out import with_bleed
from nineup.typography.fonts import Fonts
from nineup.write import face_pdf
from nineup.write.face_svg import FaceSvg
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Browser, Page
from studio_window import GAMES

ROOT = Path(__file__).parents[2]
FUZZ = int(os.environ.get("NINEUP_FUZZ", "0"))

BOUND = 2.5
"""The largest mean difference of a channel, of 255. The two smooth edges differently: faces differ by 0.5 on
average, and those of fine paintings in small sizes by up to 2.16.
"""

LONGEST = 1600.0
"""Pixels of a face's longer side, at most; smaller faces have four for each point."""

REDUCED = 4
"""How many pixels are joined to one before faces are compared, each way: what is left is not how edges are
smoothed.
"""

AT_ONCE = 16
"""Faces on one page of the browser."""


def faces_of(game: str) -> tuple[list[Face], Fonts]:
    """Different faces of a game's box and of one owner's pieces."""
    drawn = pipeline.draw(Project(ROOT), game, RunChoice(), PrintOptions(), Findings(), lambda *_: None)
    assert isinstance(drawn, pipeline.DrawnRun)
    owner = next(iter(drawn.run.owners), None)
    parts = [each for each in drawn.drawn if each.part.owner in (None, owner)]
    faces = dict.fromkeys(face for each in parts for face in (each.front, each.back) if face is not None)
    # Those of one size are on one page of the browser, which is as wide as the widest.
    return sorted(faces, key=lambda face: face.size)[:: 1 if FUZZ else 4], drawn.engine.fonts


def printed(face: Face, fonts: Fonts) -> Image.Image:
    """A face's page by PDFium."""
    whole = with_bleed(face, face.bleed)
    scale = min(4.0, LONGEST / max(whole.size))
    pdf = pypdfium2.PdfDocument(face_pdf([whole], fonts))
    page = pdf[0].render(scale=scale).to_pil().convert("RGB")
    pdf.close()
    return page


def seen(page: Page, faces: Sequence[bytes], sizes: Sequence[tuple[int, int]]) -> Iterator[Image.Image]:
    """Faces as the browser paints them, each as large as that in pixels."""
    images = [
        f'<img width="{width}" height="{height}" style="display:block;margin-bottom:8px" '
        f'src="data:image/svg+xml;base64,{base64.b64encode(face).decode()}">'
        for face, (width, height) in zip(faces, sizes, strict=True)
    ]
    page.set_viewport_size({"width": max(width for width, _ in sizes), "height": 800})
    page.set_content(f'<body style="margin:0;background:#fff">{"".join(images)}')
    page.evaluate("Promise.all([...document.images].map(image => image.decode()))")
    shown = picture(page)
    top = 0
    for width, height in sizes:
        yield shown.crop((0, top, width, top + height))
        top += height + 8


def picture(page: Page) -> Image.Image:
    """The whole page, packed for speed: `screenshot` takes three times as long."""
    size = page.evaluate(
        "(({scrollWidth: width, scrollHeight: height}) => ({width, height}))(document.documentElement)"
    )
    browser = page.context.new_cdp_session(page)
    taken = browser.send(
        "Page.captureScreenshot",
        {
            "optimizeForSpeed": True,
            "captureBeyondViewport": True,
            "clip": {"x": 0, "y": 0, "scale": 1, **size},
        },
    )
    browser.detach()
    return Image.open(io.BytesIO(base64.b64decode(taken["data"]))).convert("RGB")


@pytest.mark.parametrize("game", GAMES)
def test_the_browser_shows_what_is_printed(chromium: Browser, game: str) -> None:
    faces, fonts = faces_of(game)
    writer = FaceSvg(fonts.by_key)
    page = chromium.new_page()
    found: dict[str, float] = {}
    for start in range(0, len(faces), AT_ONCE):
        batch = faces[start : start + AT_ONCE]
        pages = [printed(face, fonts) for face in batch]
        shown = seen(page, [writer.write(face) for face in batch], [each.size for each in pages])
        for face, paper, screen in zip(batch, pages, shown, strict=True):
            differing = ImageChops.difference(paper.reduce(REDUCED), screen.reduce(REDUCED))
            found[face.name] = max(ImageStat.Stat(differing).mean)
    page.close()
    assert max(found.values()) < BOUND, sorted(found.items(), key=lambda each: -each[1])[:5]
    assert len(found) > 15
