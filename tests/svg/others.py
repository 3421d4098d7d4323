"""Others' drawings, as Nineup prints them beside what a renderer of SVG makes of them: right, refused, or
silently wrong.

    python tests/svg/others.py [--fonts FOLDER] [--family NAME] [--width PIXELS] [--chromium] [--list] [--sheets FOLDER] FOLDER…

Each FOLDER is a set of `.svg` and `.svgz` files, searched with its subfolders. A drawing is compared with the
PNG of its name beside it, or else with what resvg makes of it, or Chromium. Both have the fonts of the starter and of
`--fonts` alone; `--family` sets all texts in one of these, so that a drawing isn't refused for its fonts.
`README.md` says where the sets of the table in `docs/layouts.md` come from, `differences.txt` which
differences are meant and why.
"""

import argparse
import base64
import gzip
import io
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pypdfium2
import resvg_py
from nineup.base.diagnostics import Findings, Span
from nineup.base.geometry import Size
from nineup.base.project import STARTER, Project
from nineup.layout import LayoutEngine
from nineup.model.drawing import Face
from nineup.model.game import Game
from nineup.svg.library import unpacked
from nineup.typography.fonts import Fonts
from nineup.typography.text import StyleSheet
from nineup.write import face_pdf
from PIL import Image, ImageChops, ImageFilter
from playwright.sync_api import Browser

from tests.programs import chromium

STRONG = 40
"""How far off a channel of a wrong pixel is, of 255, after both pictures are blurred a little."""

SHARE = 0.003
"""The share of wrong pixels that makes a drawing wrong."""

SIDES = 300, 900
"""The least and the largest width of pictures that no reference gives, in pixels; between these, 96 per
inch.
"""

FINEST = 4800
"""The largest width at which a page is drawn, in pixels."""

PAPERS = ((255, 255, 255), (60, 70, 90))
"""Light and dark paper, on which white and black shapes are seen."""

KINDS = ("right", "meant", "refused", "WRONG")
FAMILY = re.compile(
    r"""font-family\s*(?:=\s*(?:"[^"]*"|'[^']*')|:(?:&\w+;|'[^']*'|"[^"<>]*"(?=\s*[;}])|[^;"'<>{}])*)"""
)
"""Where a drawing names its fonts."""

_HERE = Path(__file__).parent


class Outcome(NamedTuple):
    """What became of a drawing, and how that is known."""

    kind: str
    """One of `KINDS`."""
    why: str = ""
    pictures: tuple[Image.Image, ...] = ()
    """Ours and theirs, where they differ."""


class Look(NamedTuple):
    """How the drawings of a set are looked at."""

    fonts: Path | None = None
    """A folder of fonts beside those of the starter."""
    family: str = ""
    """The family of all texts; as the drawings have it if empty."""
    width: int = 0
    """The width of pictures that no reference gives, in pixels; by `SIDES` if 0."""
    browser: Browser | None = None
    """What draws them in place of resvg."""


class Reference(NamedTuple):
    """What a drawing should look like, and its pixels per point."""

    picture: Image.Image
    scale: float


def drawings(folder: Path) -> list[Path]:
    """The drawings of a set, in the order of their names, without links to what isn't there."""
    return sorted(each for each in folder.rglob("*") if each.suffix in (".svg", ".svgz") and each.is_file())


class Bench:
    """Draws the files of one set."""

    def __init__(self, folder: Path, look: Look, scratch: Path) -> None:
        self.folder = folder
        self.copy = scratch / "layouts" / "set"
        self.look = look
        shutil.copytree(folder, self.copy, ignore_dangling_symlinks=True)
        for drawing in drawings(self.copy) if look.family else ():  # All, as one may show another.
            _set_in(look.family, drawing)
        self.font_files = sorted(STARTER.glob("fonts/**/*.ttf"))
        if look.fonts is not None:
            shutil.copytree(look.fonts, scratch / "fonts")
            self.font_files += sorted(
                each for each in look.fonts.iterdir() if each.suffix in (".ttf", ".otf")
            )
        self.project = Project(scratch)
        self.fonts = Fonts(self.project)

    def outcome(self, file: Path) -> Outcome:
        """What becomes of a drawing of the set."""
        findings = Findings()
        path = f"set/{file.relative_to(self.folder).as_posix()}"
        engine = LayoutEngine(self.project, _game(), self.fonts, StyleSheet({}, {}), findings)
        form = engine.form(path)
        errors = [each for each in findings if each.severity == "error"]
        if form is None or errors:
            return Outcome("refused", errors[0].message if errors else "nothing is drawn")
        pdf = face_pdf([Face("art", form.size, 0.0, form.ops)], self.fonts)
        found = self._judged(file, pdf, form.size, self.look.width)
        if found.kind == "WRONG" and not self.look.width:
            # Edges of filters are pixels in a small picture.
            found = self._judged(file, pdf, form.size, SIDES[1])
        return found

    def _judged(self, file: Path, pdf: bytes, size: Size, width: int) -> Outcome:
        """What a drawing's page looks like beside its reference, which is `width` pixels wide if that isn't
        0.
        """
        theirs = self.theirs(file, size, width)
        if theirs is None:
            return Outcome("refused", "resvg doesn't draw it")
        found = Outcome("WRONG")
        for draw in (_pdfium, _pdfium_finely, _poppler):
            found = _compared(draw(pdf, theirs.picture.size, theirs.scale), theirs.picture)
            if found.kind == "right":
                break
        return found

    def theirs(self, file: Path, size: Size, width: int = 0) -> Reference | None:
        """What the drawing should look like; None if resvg refuses it."""
        reference = file.with_suffix(".png")
        if reference.exists():
            picture = Image.open(reference).convert("RGBA")
            return Reference(picture, picture.width / size.width)
        sides = [side * 96 / 72 for side in size]
        zoom = (width or min(max(SIDES[0], sides[0]), SIDES[1])) / sides[0]
        if self.look.browser:
            return Reference(
                _shown(self.look.browser, _source(self._copied(file)), sides, zoom), zoom * 96 / 72
            )
        try:
            png = resvg_py.svg_to_bytes(
                svg_string=_source(self._copied(file)),
                zoom=zoom,
                dpi=96,
                skip_system_fonts=True,
                font_files=[str(each) for each in self.font_files],
                resources_dir=str(file.parent),
            )
        except ValueError:
            return None
        picture = Image.open(io.BytesIO(png)).convert("RGBA")
        # Its sides are those of the drawing in whole pixels, zoomed; the drawing itself isn't rounded.
        ends = (min(whole, round(side * zoom)) for whole, side in zip(picture.size, sides, strict=True))
        return Reference(picture.crop((0, 0, *ends)), zoom * 96 / 72)

    def _copied(self, file: Path) -> Path:
        return self.copy / file.relative_to(self.folder)


def _shown(browser: Browser, drawing: str, sides: Sequence[float], zoom: float) -> Image.Image:
    """A drawing of a size in CSS pixels, as a browser shows it in an `img`."""
    width, height = (side * zoom for side in sides)
    data = base64.b64encode(drawing.encode()).decode()
    style = f"position: absolute; left: 0; top: 0; width: {width}px; height: {height}px"
    page = browser.new_page(viewport={"width": round(width) or 1, "height": round(height) or 1})
    page.set_content(f'<img style="{style}" src="data:image/svg+xml;base64,{data}">')
    page.wait_for_function("document.images[0].complete")
    shot = page.screenshot(omit_background=True)
    page.close()
    return Image.open(io.BytesIO(shot)).convert("RGBA")


def _source(file: Path) -> str:
    """A drawing's text; with the namespace that old ones lack, as resvg wants one."""
    text = unpacked(file.read_bytes()).decode("utf-8-sig")
    return re.sub(r"<svg\b(?![^>]*\bxmlns=)", '<svg xmlns="http://www.w3.org/2000/svg"', text, count=1)


def _set_in(family: str, file: Path) -> None:
    """Sets all texts of a drawing in one family."""
    parts = re.split(r"(<style\b.*?</style>)", _source(file), flags=re.DOTALL)
    plain = "".join(FAMILY.sub(partial(_named, family, part.startswith("<style")), part) for part in parts)
    name = f"&#39;{family}&#39;"
    root = re.search(r"<(?:\w+:)?svg\b(?![^>]*font-family)", plain)
    if root:
        plain = f'{plain[: root.end()]} font-family="{name}"{plain[root.end() :]}'
    file.write_bytes(gzip.compress(plain.encode()) if file.suffix == ".svgz" else plain.encode())


def _named(family: str, is_sheet: bool, found: re.Match[str]) -> str:
    """A family's name in place of another one; in quotes that do in a style sheet, or in any attribute."""
    name = f"'{family}'" if is_sheet else f"&#39;{family}&#39;"
    return f'font-family="{name}"' if "=" in found[0] else f"font-family:{name}"


def _compared(ours: Image.Image, theirs: Image.Image) -> Outcome:
    """Whether two pictures look the same on light and on dark paper."""
    worst, pictures = 0.0, ()
    for paper in PAPERS:
        one, other = (_on(picture, paper) for picture in (ours, theirs))
        if (share := wrong(one, other)) > max(worst, SHARE):
            worst, pictures = share, (one, other)
    return Outcome("WRONG", f"{worst:.1%} of the pixels", pictures) if worst else Outcome("right")


def _on(picture: Image.Image, paper: tuple[int, int, int]) -> Image.Image:
    return Image.alpha_composite(Image.new("RGBA", picture.size, (*paper, 255)), picture).convert("RGB")


def _pdfium(pdf: bytes, size: tuple[int, int], scale: float, finer: int = 1) -> Image.Image:
    """A PDF's page.

    PDFium draws tiles and gradients in whole pixels, so a finer picture is nearer to what is printed.
    """
    page = pypdfium2.PdfDocument(pdf)[0]
    return _reduced(page.render(scale=finer * scale, fill_color=(0, 0, 0, 0)).to_pil(), size, finer)


def _pdfium_finely(pdf: bytes, size: tuple[int, int], scale: float) -> Image.Image:
    return _pdfium(pdf, size, scale, _finer(size))


def _reduced(picture: Image.Image, size: tuple[int, int], finer: int) -> Image.Image:
    whole = (0, 0, finer * size[0], finer * size[1])
    return picture.convert("RGBA").crop(whole).resize(size, Image.Resampling.BOX)


def _finer(size: tuple[int, int]) -> int:
    return max(1, min(4, FINEST // max(size)))


def _poppler(pdf: bytes, size: tuple[int, int], scale: float) -> Image.Image:
    """A PDF's page by another renderer, for what PDFium gets wrong."""
    with tempfile.TemporaryDirectory() as folder:
        target, finer = Path(folder) / "page", _finer(size)
        (Path(folder) / "page.pdf").write_bytes(pdf)
        density = f"{72 * scale * finer:.4f}"
        subprocess.run(
            ["pdftocairo", "-png", "-transp", "-singlefile", "-r", density, f"{target}.pdf", target],
            check=True,
        )
        return _reduced(Image.open(f"{target}.png"), size, finer)


def _game() -> Game:
    return Game(
        id="set", title="Set", designer="", licence="", bands=(), minutes=None, lists={}, options={}, symbols={},
        terms={}, data={}, components={}, rules=(), questions=(), fields={}, span=Span("game.yaml", 1, 1),
    )  # fmt: skip


def wrong(one: Image.Image, other: Image.Image) -> float:
    """The share of pixels that are wrong."""
    soft = [picture.filter(ImageFilter.BoxBlur(1.5)) for picture in (one, other)]
    red, green, blue = ImageChops.difference(*soft).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return sum(most.histogram()[STRONG + 1 :]) / (one.width * one.height)


def meant(folder: Path) -> dict[str, str]:
    """The drawings that differ from the reference for a reason, by the ends of their paths."""
    lines = (
        (_HERE / "differences.txt").read_text("utf-8").splitlines()
        if (_HERE / "differences.txt").exists()
        else []
    )
    entries = (line.partition(":") for line in lines if line and not line.startswith("#"))
    return {path.strip(): reason.strip() for path, _, reason in entries}


def outcomes(folder: Path, look: Look, only: str) -> Iterator[tuple[str, Outcome]]:
    """What becomes of each drawing of a set, in the order of their names."""
    known = meant(folder)
    with tempfile.TemporaryDirectory() as scratch:
        bench = Bench(folder, look, Path(scratch))
        for file in drawings(folder):
            path = file.relative_to(folder).as_posix()
            if not re.search(only, path):
                continue
            try:
                found = bench.outcome(file)
            except Exception as error:  # a crash is the worst answer, but the others count, too
                found = Outcome("WRONG", f"crash: {error!r}")
            if found.kind == "WRONG" and path in known:
                found = found._replace(kind="meant", why=known[path])
            yield path, found


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--fonts", type=Path, help="a folder of fonts for both renderers")
    parser.add_argument("--list", action="store_true", help="each drawing that isn't right")
    parser.add_argument(
        "--sheets", type=Path, help="a folder for pictures of what is wrong: ours left, theirs right"
    )
    parser.add_argument("--only", default="", help="just paths that match this regular expression")
    parser.add_argument("--family", default="", help="the family in which all texts are set")
    parser.add_argument(
        "--width", type=int, default=0, help="of the pictures, in pixels, such as 3000 for decks"
    )
    parser.add_argument("--chromium", action="store_true", help="compare with Chromium, not resvg")
    options = parser.parse_args()
    with chromium() if options.chromium else nullcontext() as browser:
        return compare(options, Look(options.fonts, options.family, options.width, browser))


def compare(options: argparse.Namespace, look: Look) -> int:
    """Compares sets, and prints what became of them; 1 if something is silently wrong."""
    failed = False
    print(f"{'':30}" + "".join(f"{kind:>9}" for kind in KINDS))
    for folder in options.folders:
        count: Counter[str] = Counter()
        for path, found in outcomes(folder, look, options.only):
            count[found.kind] += 1
            if options.list and found.kind != "right":
                print(f"  {found.kind:8} {path}: {found.why}", flush=True)
            if options.sheets and found.pictures:
                options.sheets.mkdir(parents=True, exist_ok=True)
                ours, theirs = found.pictures
                pair = Image.new("RGB", (2 * ours.width + 4, ours.height), (255, 0, 255))
                pair.paste(ours, (0, 0))
                pair.paste(theirs, (ours.width + 4, 0))
                pair.save(options.sheets / f"{path.replace('/', '--')}.png")
        print(f"{folder.name:30}" + "".join(f"{count[kind]:9}" for kind in KINDS), flush=True)
        failed |= bool(count["WRONG"])
    return failed


if __name__ == "__main__":
    sys.exit(main())
