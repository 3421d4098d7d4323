"""One appendix → its files in memory: PDF, HTML and Markdown with pictures beside it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import NamedTuple

from nineup.base.diagnostics import Findings
from nineup.base.geometry import Size
from nineup.base.html_page import picture_type
from nineup.base.project import Project
from nineup.base.shelf import Shelf
from nineup.base.units import MM, measures, mm
from nineup.book.writers import (
    BookletTypesetter,
    PageAssets,
    PageImage,
    Signature,
    Webfont,
    html_pages,
    markdown,
    pdf,
)
from nineup.layout import LayoutEngine
from nineup.model.booklet import Booklet, BookletPicture, SymbolMention, pictures_and_symbols
from nineup.model.drawing import Face, hex_of
from nineup.pipeline.cutting_out import square
from nineup.pipeline.rendered_faces import render_faces
from nineup.typography.fonts import FontError
from nineup.typography.text import Problem, Setting, Style, StyleSheet
from nineup.write import Contents
from nineup.write.preview import Shot, clear_webp, jpeg
from nineup.write.svg import svg

PICTURE_WIDTH = 400
"""The width of a face's picture, in pixels."""

WIDE = 45 * MM
"""The width on paper from which a picture has more pixels."""

THUMBNAIL_WIDTH = 300
"""The width of pictures if there are many."""

MOST_INSIDE = 250
"""The number of pictures that an HTML page may embed; more become files, loaded when a reader reaches
them.
"""

SUFFIXES = {"jpeg": "jpg", "webp": "webp"}
"""The suffixes of picture files, by type."""

SYMBOL_HEIGHT = 20.0
"""The height of a symbol in Markdown, in CSS pixels."""

NARROWEST = 74 * MM
"""The shortest side of a page in points, that of A7: it leaves 50 mm of text between the margins."""

WORDS = 60
"""The number of characters of a text that a message quotes."""


class Paper(NamedTuple):
    """The paper of an appendix, in portrait, and how the sheets of a booklet are printed on it."""

    size: Size
    signature: Signature


class AppendixExporter:
    """Exports one appendix to several formats; rendered pictures are shared between them."""

    def __init__(
        self, project: Project, engine: LayoutEngine, sheet: StyleSheet, faces: Mapping[str, Face]
    ) -> None:
        """`faces` are cut out."""
        self._project = project
        self._engine = engine
        self._sheet = sheet
        self._faces = faces
        self._images: dict[str, PageImage] = {}

    def files(
        self, name: str, formats: Sequence[str], booklet: Booklet, paper: Paper, findings: Findings
    ) -> dict[str, Contents]:
        """The files of an appendix of this name, by their paths in its folder; its PDFs are for `paper`."""
        files: dict[str, Contents] = {}
        for form in formats:
            if form == "pdf":
                files[f"{name}.pdf"] = self.pdf(booklet, paper.size, findings)
            elif form == "booklet":
                scale = paper.signature.scale
                page = Size(paper.size.height / 2 / scale, paper.size.width / scale)
                files[f"{name}-booklet.pdf"] = self.pdf(booklet, page, findings, signature=paper.signature)
            else:
                files |= self.html(name, booklet) if form == "html" else self.markdown(name, booklet)
        return files

    def pdf(
        self, booklet: Booklet, page: Size, findings: Findings, signature: Signature | None = None
    ) -> Contents:
        """The PDF with such pages, or folded to that size.

        Problems in typesetting are reported with the words concerned.
        """
        if min(page) < NARROWEST:
            about = f"pages of {measures(page)} are too small for an appendix"
            findings.error(
                "appendix-paper", about, None, hint=f"use pages whose sides are {mm(NARROWEST)} or longer"
            )
            return b""
        fonts, sheet = self._engine.fonts, self._sheet
        setting = Setting(fonts, sheet, self._engine.symbols)
        typesetter = BookletTypesetter(
            fonts, sheet, setting, faces=self._faces, from_right=booklet.words.from_right
        )
        data, problems = pdf(booklet, typesetter, page, signature=signature)
        for text, problem in problems:
            _report(text, problem, findings)
        return data

    def html(self, name: str, booklet: Booklet) -> dict[str, Contents]:
        """The page with everything embedded, or with its pictures as files if there are many, and several
        pages if there are very many.
        """
        pictures = self._pictures(booklet)
        paths = _picture_paths(name, pictures) if len(pictures) > MOST_INSIDE else {}
        assets = PageAssets(
            hex_of(self._sheet.styles["text"].colour),
            hex_of(self._sheet.styles["chapter"].colour),
            tuple(self._webfonts()),
            pictures=pictures,
            symbols={id: symbol.form for id, symbol in self._engine.symbols.items()},
            font=self._engine.fonts.by_key,
            paths=paths,
        )
        return {
            **dict(html_pages(booklet, assets, name)),
            **{path: pictures[key].data for key, path in paths.items()},
        }

    def markdown(self, name: str, booklet: Booklet) -> dict[str, Contents]:
        """The Markdown, with pictures and symbols in a folder next to it."""
        drawn = self._engine.symbols
        pictures = self._pictures(booklet)
        faces = _picture_paths(name, pictures)
        named = {
            each.id: each.name for each in pictures_and_symbols(booklet) if isinstance(each, SymbolMention)
        }
        symbols = {id: f"{name}-pictures/symbol.{id}.svg" for id in named if id in drawn}
        files: dict[str, Contents] = {f"{name}.md": markdown(booklet, faces, symbols)}
        files |= {path: pictures[key].data for key, path in faces.items()}
        for id, path in symbols.items():
            files[path] = svg(drawn[id].form, self._engine.fonts.by_key, named[id], height=SYMBOL_HEIGHT)
        return files

    def _pictures(self, booklet: Booklet) -> dict[str, PageImage]:
        """The pictures that an appendix shows, each rendered once; if there are many, they are in a temporary
        file.
        """
        keys = dict.fromkeys(
            each.key for each in pictures_and_symbols(booklet) if isinstance(each, BookletPicture)
        )
        shelf = Shelf() if len(keys) > MOST_INSIDE else None
        missing = [key for key in keys if key not in self._images]
        if shelf:
            self._images |= self._thumbnails(missing, shelf)
        widths = _pixels(booklet)
        others = sorted((key for key in missing if key not in self._images), key=widths.__getitem__)
        for width, group in groupby(others, widths.__getitem__):
            alike = [*group]
            faces = [self._faces[key] for key in alike]
            quality = 80 if width <= PICTURE_WIDTH else 65  # A wide one is most of its page.
            render = partial(clear_webp, width=width, quality=quality, method=4)
            rendered = render_faces(faces, self._engine.fonts, render)
            self._images |= {key: _page_image(shot, shelf) for key, shot in zip(alike, rendered, strict=True)}
        return {key: self._images[key] for key in keys}

    def _thumbnails(self, keys: Iterable[str], shelf: Shelf) -> dict[str, PageImage]:
        """Small pictures of those faces that are rectangles."""
        squares = {key: thumbnail for key in keys if (thumbnail := square(self._faces[key]))}
        faces = [face for face, _ in squares.values()]
        rendered = render_faces(faces, self._engine.fonts, partial(jpeg, width=THUMBNAIL_WIDTH))
        return {
            key: _page_image(shot, shelf, radius / face.size.width, radius / face.size.height)
            for (key, (face, radius)), shot in zip(squares.items(), rendered, strict=True)
        }

    def _webfonts(self) -> Iterator[Webfont]:
        text, heading = self._sheet.styles["text"], self._sheet.styles["chapter"]
        yield from self._webfont("text", text, 400, italic=False)
        yield from self._webfont("text", text, 400, italic=True)
        yield from self._webfont("heading", heading, 600, italic=False)
        try:
            bold = self._engine.fonts.bold(text.font, text.weight)
        except FontError:
            return
        yield Webfont("text", 700, False, data=self._project.read(bold.path))

    def _webfont(self, role: str, style: Style, weight: int, italic: bool) -> Iterator[Webfont]:
        """A style's font for the page's font of a role and weight; None if its family has no such font."""
        try:
            font = self._engine.fonts.font(style.font, style.weight, italic)
        except FontError:
            return
        yield Webfont(role, weight, italic, data=self._project.read(font.path))


def _pixels(booklet: Booklet) -> dict[str, int]:
    """The width of each picture in pixels: more for those that are wider than a card."""
    widths: dict[str, int] = {}
    for each in pictures_and_symbols(booklet):
        if isinstance(each, BookletPicture):
            wide = PICTURE_WIDTH if each.width <= WIDE else round(PICTURE_WIDTH * each.width / WIDE)
            widths[each.key] = max(wide, widths.get(each.key, 0))
    return widths


def _page_image(shot: Shot, shelf: Shelf | None, across: float = 0.0, down: float = 0.0) -> PageImage:
    data, width, height = shot
    kept = shelf.put(data) if shelf else data
    return PageImage(kept, width, height, across=across, down=down, kind=picture_type(data))


def _picture_paths(name: str, pictures: Mapping[str, PageImage]) -> dict[str, str]:
    """The files of pictures beside an appendix of this name, by the pictures' keys."""
    return {
        key: f"{name}-pictures/{key.replace('/', '.')}.{SUFFIXES[picture.kind]}"
        for key, picture in pictures.items()
    }


def _report(text: str, problem: Problem, findings: Findings) -> None:
    words = " ".join(text.split())
    where = f"in the appendix, “{words[:WORDS]}{'…' if len(words) > WORDS else ''}”"
    if problem.severity == "note":
        findings.note(problem.code, f"{problem.message}, in the appendix")
        return
    report = findings.warning if problem.code == "text-overflow" else findings.error
    report(problem.code, f"{problem.message}, {where}", None, hint=problem.hint)
