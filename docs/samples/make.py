"""Build the samples: one picture for each, a page for each chapter, and the page that leads to them (`make samples`).

A sample is a folder with the files of a small game and `sample.yaml`, which says how it is built and shown. Its files are
put where a project has them: `*.svg`, `style.yaml` and `art/` into `layouts/sample/`, `sheet.yaml` into `layouts/sheets/`, `fonts/` as it is,
everything else into `cards/sample/`; `_shared/` fills in what a sample has not. A sample may be a template of `nineup new`
instead (`template: ornate-card`). `index.yaml` gives the chapters.
"""

import io
import json
import shutil
import sys
import tempfile
import textwrap
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from click.testing import CliRunner
from nineup.cli import nineup
from nineup.pipeline.new_game import GAMES
from nineup.write.preview import png
from PIL import Image

HERE = Path(__file__).parent
SHARED = HERE / "_shared"
INDEX = HERE.parent / "samples.md"
DESK, GAP, WIDEST = "#dfe3e6", 14, 900
"""What lies under the pieces, the space between them, and the width (in pixels) at which a row of them is full."""

SHARED_FILES = "../samples.md#what-all-samples-share"

LANGUAGES = {".svg": "xml", ".yaml": "yaml", ".csv": "text"}


class SampleError(Exception):
    """A sample can't be built; the command's output says why."""


class Sample(NamedTuple):
    """One feature: its files, how it is built, and what its page says about it."""

    folder: Path
    title: str
    text: str
    build: tuple[str, ...] = ()
    """Flags of the command."""
    pages: tuple[int, ...] = ()
    """Pages of the sheet to show, from 1; without any, the picture shows the faces."""
    dpi: int = 150
    backs: bool = False
    """Whether backs are shown beside their fronts."""
    first: tuple[str, ...] = ()
    """The files that its page shows openly; the others are folded away."""
    template: str = ""
    """The template of `nineup new` that it shows."""

    @property
    def files(self) -> list[Path]:
        """The files of the game, those to be read first at the front."""
        found = [
            path
            for folder in self.sources
            for path in sorted(folder.iterdir())
            if path.suffix in LANGUAGES and path.name != "sample.yaml"
        ]
        return sorted(found, key=lambda p: self.first.index(p.name) if p.name in self.first else 99)

    @property
    def sources(self) -> tuple[Path, ...]:
        """The folders of its own files."""
        if self.template:
            return GAMES / "cards" / self.template, GAMES / "layouts" / self.template
        return (self.folder,)

    @property
    def picture(self) -> Path:
        """The picture that its page shows."""
        return self.folder / "picture.png"


class Chapter(NamedTuple):
    """Samples on one page."""

    page: Path
    title: str
    text: str
    """Markdown. Its links are those of the page."""
    samples: tuple[Sample, ...]


def chapters() -> list[Chapter]:
    """All samples, in their order."""
    index = yaml.safe_load((HERE / "index.yaml").read_text(encoding="utf-8"))
    return [
        Chapter(
            HERE / f"{c['page']}.md", c["title"], c["text"], tuple(read(HERE / name) for name in c["samples"])
        )
        for c in index
    ]


def pages() -> dict[Path, str]:
    """Every page of samples, as Markdown."""
    everything = chapters()
    return {INDEX: index_page(everything), **{chapter.page: chapter_page(chapter) for chapter in everything}}


def read(folder: Path) -> Sample:
    """The sample in a folder."""
    said: dict[str, Any] = yaml.safe_load((folder / "sample.yaml").read_text(encoding="utf-8"))
    said["build"] = tuple(str(said.get("build", "")).split())
    return Sample(folder, **{key: tuple(v) if isinstance(v, list) else v for key, v in said.items()})


def stage(sample: Sample, root: Path) -> None:
    """Lay out a sample's files as a project."""
    for source in (SHARED, *sample.sources):
        for path in source.rglob("*"):
            if path.is_dir() or path.name in ("sample.yaml", "picture.png", "intro.md"):
                continue
            parts = path.relative_to(source)
            if path.name == "sheet.yaml":
                target = root / "layouts/sheets/sheet.yaml"
            elif parts.parts[0] == "fonts":
                target = root / parts
            elif path.suffix == ".svg" or path.name == "style.yaml" or parts.parts[0] == "art":
                target = root / "layouts/sample" / parts
            else:
                target = root / "cards/sample" / parts
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)


def command(sample: Sample) -> list[str]:
    """The words after `nineup` that build a sample."""
    if sample.pages:
        sheet = ["--sheet", "sheet"] if (sample.folder / "sheet.yaml").exists() else []
        return ["unique" if "--seed" in sample.build else "build", "sample", *sheet, *sample.build]
    return ["pictures", "sample", *sample.build]


def draw(sample: Sample) -> tuple[Image.Image, str]:
    """Build a sample. Returns its picture and what the command reported. Raises SampleError where the build fails."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        stage(sample, root)
        words = command(sample) + ([] if sample.pages else ["--dpi", str(sample.dpi)])
        result = CliRunner().invoke(nineup, ["--project", folder, *words], catch_exceptions=False)
        if result.exit_code:
            raise SampleError(result.output)
        shown = _pages(sample, root) if sample.pages else _faces(sample, root)
        return _desk(shown), result.stderr


def _pages(sample: Sample, root: Path) -> list[Image.Image]:
    (file,) = (root / "output").rglob("*.pdf")
    data = file.read_bytes()
    return [Image.open(io.BytesIO(png(data, page, sample.dpi))) for page in sample.pages]


def _faces(sample: Sample, root: Path) -> list[Image.Image]:
    (index,) = (root / "output").rglob("pictures.json")
    entries = json.loads(index.read_text(encoding="utf-8"))
    wanted = [e["file"] for e in entries["pictures"] if sample.backs or e.get("side", "front") == "front"]
    if "--decks" in sample.build:
        wanted = [e["file"] for e in entries["decks"]]
    return [Image.open(index.parent / name) for name in wanted]


def _desk(shown: list[Image.Image]) -> Image.Image:
    """Pieces side by side, in rows."""
    rows: list[list[Image.Image]] = [[]]
    for piece in shown:
        if rows[-1] and sum(p.width + GAP for p in [*rows[-1], piece]) + GAP > WIDEST:
            rows.append([])
        rows[-1].append(piece)
    width = max(sum(p.width + GAP for p in row) + GAP for row in rows)
    desk = Image.new("RGB", (width, sum(max(p.height for p in row) + GAP for row in rows) + GAP), DESK)
    top = GAP
    for row in rows:
        left = GAP
        for piece in row:
            rgba = piece.convert("RGBA")
            desk.paste(rgba, (left, top), rgba)
            left += piece.width + GAP
        top += max(p.height for p in row) + GAP
    return desk


def save(picture: Image.Image, path: Path) -> None:
    """Write a picture with a small palette."""
    picture.quantize(96, kmeans=2, dither=Image.Dither.NONE).save(path, optimize=True)


def index_page(everything: list[Chapter]) -> str:
    """The page that leads to the chapters. It has an anchor for each sample, and its picture."""
    lines = [
        "# Samples",
        "",
        "Every feature in a small, complete game, with the files that make it. Each picture is built from the files below",
        "it; copy them into a project and change them. `layouts/sample/` holds the drawings, `cards/sample/` the rest.",
        "The drawings in `art/` and the [text styles](#what-all-samples-share) are the same for all.",
        "",
    ]
    for chapter in everything:
        lines += [
            f"## [{chapter.title}]({_address(chapter)})",
            "",
            *_wrapped(chapter.text.replace("](../", "](")),
            "",
        ]
        lines += [_thumbnail(chapter, sample) for sample in chapter.samples] + [""]
    lines += ["## What all samples share", "", "The symbols and pictures in `layouts/sample/art/`:", ""]
    for path in sorted((SHARED / "art").iterdir()):
        lines.append(
            f'<img src="samples/_shared/art/{path.name}" height="40" alt="{path.stem}" title="art/{path.name}">'
        )
    lines += ["", *_code(SHARED / "style.yaml", "layouts/sample/style.yaml")]
    return "\n".join(lines).rstrip() + "\n"


def chapter_page(chapter: Chapter) -> str:
    """The page of a chapter: each of its samples with its picture and its files."""
    shared = (
        f"Drawings and styles that a sample doesn't show are [those that all samples share]({SHARED_FILES})."
    )
    lines = [f"# {chapter.title}", "", *_wrapped(chapter.text), "", shared, ""]
    for sample in chapter.samples:
        lines += _entry(sample)
    return "\n".join(lines).rstrip() + "\n"


def _address(chapter: Chapter, anchor: str = "") -> str:
    """A link from the page that leads to the chapters."""
    return f"samples/{chapter.page.name}{anchor and '#'}{anchor}"


def _thumbnail(chapter: Chapter, sample: Sample) -> str:
    title, anchor = sample.title.replace("`", ""), _anchor(sample.title)
    picture = f'<img src="samples/{sample.folder.name}/picture.png" height="72" loading="lazy" alt="{title}" title="{title}">'
    return f'<a id="{anchor}"></a>[{picture}]({_address(chapter, anchor)})'


def _entry(sample: Sample) -> list[str]:
    alt = sample.title.replace("`", "")
    lines = [f"## {sample.title}", "", *_wrapped(sample.text), ""]
    lines += [f"![{alt}]({sample.folder.name}/picture.png)", ""]
    words = ["new", "--template", sample.template] if sample.template else command(sample)
    lines += ["```sh", " ".join(["nineup", *words]), "```", ""]
    folded = [path for path in sample.files if sample.first and path.name not in sample.first]
    for path in sample.files:
        if path not in folded:
            lines += _code(path, _place(path))
    if folded:
        names = ", ".join(f"<code>{path.name}</code>" for path in folded)
        lines += ['<details markdown="1">', f"<summary>{names}</summary>", ""]
        for path in folded:
            lines += _code(path, _place(path))
        lines += ["</details>", ""]
    return lines


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, 120, break_long_words=False, break_on_hyphens=False)


def _place(path: Path) -> str:
    if path.name == "sheet.yaml":
        return "layouts/sheets/sheet.yaml"
    return (
        f"{'layouts' if path.suffix == '.svg' or path.name == 'style.yaml' else 'cards'}/sample/{path.name}"
    )


def _code(path: Path, name: str) -> list[str]:
    text = path.read_text(encoding="utf-8").strip("\n")
    comment = {"xml": f"<!-- {name} -->", "yaml": f"# {name}"}.get(LANGUAGES[path.suffix])
    head = [comment] if comment else [f"{name}:", ""]
    fence = [f"```{LANGUAGES[path.suffix]}"]
    return [*(fence + head if comment else head + fence), text, "```", ""]


def _anchor(title: str) -> str:
    """The anchor that GitHub and MkDocs both give a heading."""
    kept = "".join(c for c in title.lower() if c.isalnum() or c in " -_")
    return kept.strip().replace(" ", "-")


def main(names: list[str]) -> None:
    """Redraw all samples, or those named, and write the pages."""
    failed = 0
    for sample in (sample for chapter in chapters() for sample in chapter.samples):
        if names and sample.folder.name not in names:
            continue
        try:
            picture, reported = draw(sample)
        except SampleError as error:
            print(f"{sample.folder.name}: {error}")
            failed += 1
            continue
        save(picture, sample.picture)
        print(f"{sample.folder.name}: {sample.picture.stat().st_size // 1024} kB", reported.strip())
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
