"""The door of this room: a game's layouts, symbols and pictures, each read once, and faces drawn with them."""

import base64
import binascii
import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import unquote_to_bytes

import msgspec

from nineup.art import ArtError, read_image
from nineup.diagnostics import Findings, Span, close, nearest
from nineup.drawing import Face, Form, Image, Op, Picture
from nineup.expression import ExpressionError
from nineup.fonts import Fonts
from nineup.game import Game
from nineup.geometry import Box, Size
from nineup.layout.bind import MARK, Program, compiled, culprits
from nineup.layout.compile import Compiler
from nineup.layout.frames import Frame, Held
from nineup.layout.library import Library, beside
from nineup.layout.nodes import Filling, Forms, Still
from nineup.layout.outline import clipped
from nineup.layout.reporter import Report
from nineup.layout.space import Tools
from nineup.layout.transform import view_box
from nineup.layout.values import SvgError, UnresolvedError, length
from nineup.layout.xml import Document, Element
from nineup.project import Project, ProjectError
from nineup.text import InlineSymbol, Setting, StyleSheet
from nineup.units import length as paper_length

_PIXEL = 0.75
"""Points in a pixel of CSS."""

_DATA = re.compile(r"data:image/(?:png|jpe?g)(;base64)?,(.*)", re.DOTALL | re.IGNORECASE)


class PictureError(SvgError):
    """A picture file that can't be drawn."""

    code = "picture-broken"


class SymbolError(SvgError):
    """A symbol that the game does not have."""

    code = "unknown-symbol"


class Layout(msgspec.Struct, frozen=True, eq=False):
    """A compiled layout. `size` is the trim; ink is drawn up to `bleed` beyond it."""

    path: str
    size: Size
    bleed: float
    nodes: tuple[Any, ...]
    """What fills a face, in the order of drawing (see `nodes.Node`)."""
    program: Program | None
    frames: tuple[Frame, ...]
    """Where text stands that cards fill in."""
    sound: bool = True
    """Whether the drawing is right. Of one that is not, which was told, the bindings can be tried, but no face drawn."""

    @property
    def bound(self) -> bool:
        """Whether anything depends on the card."""
        return self.program is not None


class LayoutEngine:
    """What faces of a game are drawn with. Files are looked for in `layouts/<game>/`, then in `layouts/`."""

    def __init__(
        self, project: Project, game: Game, fonts: Fonts, sheet: StyleSheet, findings: Findings
    ) -> None:
        self.project = project
        self.game = game
        self.fonts = fonts
        self.sheet = sheet
        self.findings = findings
        self.library = Library(project, findings)
        self._layouts: dict[str, Layout | None] = {}
        self._held: dict[str, Held | None] = {}
        self._drawing: list[str] = []
        self.signs: dict[str, InlineSymbol] = {}
        terms = [form for term in game.terms.values() for form in term.forms]
        self.setting = Setting(fonts, sheet, self.signs, terms)
        self.signs.update(self._signs())

    def layout(self, path: str, span: Span | None = None) -> Layout | None:
        """The layout of a path below the game's layouts; None after an error, which is told once. One in which only
        the drawing is wrong is there, though not `sound`.

        `span` is the place that names it, for when there is no such file.
        """
        if path not in self._layouts:
            self._layouts[path] = self._compile(path, span)
        return self._layouts[path]

    def face(
        self,
        layout: Layout,
        name: str,
        context: Mapping[str, Any],
        findings: Findings,
        source: Callable[[str], Span | None] = lambda text: None,
    ) -> Face | None:
        """The face of one card; None when its values can't be worked out, or its layout is wrong. Mistakes name the face.

        `source` says where a text of the card stands in its file.
        """
        values = ""
        if layout.program is not None:
            try:
                values = layout.program.run(context)
            except ExpressionError as error:
                _blame(layout, error, name, context, findings)
                return None
        if not layout.sound:
            return None
        ops: list[Op] = []
        filling = Filling(partial(next, iter(values.split(MARK)), ""), name, source, findings)
        for node in layout.nodes:
            node.fill(filling, ops)
        return Face(name, layout.size, layout.bleed, tuple(ops))

    def form(self, path: str, span: Span | None = None) -> Form | None:
        """A drawing or a picture below the game's layouts as a form; None after an error, told at `span`."""
        try:
            held = self.picture(path)
        except SvgError as error:
            self.findings.error(error.code, error.message, span, error.hint)
            return None
        return _framed(path, held) if isinstance(held, Image) else held

    def symbol(self, name: str) -> Held | None:
        """The drawing of a symbol by its id. Raises SvgError when there is no such symbol."""
        if name in self.signs:
            return self.signs[name].form
        if name in self.game.symbols:
            return None
        raise SymbolError(f"there is no symbol `{name}`", nearest(name, list(self.game.symbols)))

    def picture(self, path: str) -> Held | None:
        """The drawing or picture of a path below the game's layouts; None when it is broken and this was told.

        Raises SvgError when it can't be found or read.
        """
        return self._read(self._located(path))

    def art(self, element: Element) -> Held | None:
        """What an `image` element refers to: a file beside its own, or a picture in a `data:` address.

        Raises SvgError as `picture` does.
        """
        address = element.attributes.get("href", "").strip()
        if not address:
            raise UnresolvedError("this image has no `href`")
        if address.startswith("data:"):
            return self._embedded(address)
        return self._read(beside(element.document.path, address))

    def _signs(self) -> Iterator[tuple[str, InlineSymbol]]:
        for symbol in self.game.symbols.values():
            if symbol.art:
                # EvaluationError art is told once: what shows the symbol is not wrong.
                drawn = self.form(symbol.art, symbol.span) or Form(symbol.art, Size(1.0, 1.0), ())
                # A form of its own, so that a symbol can be told from a picture of the same file.
                yield symbol.id, InlineSymbol(symbol.name, msgspec.structs.replace(drawn))

    def _located(self, path: str) -> str:
        """Where in the project a path below the game's layouts is. Raises UnresolvedError."""
        folders = (f"layouts/{self.game.id}", "layouts")
        try:
            found = next(
                (f"{folder}/{path}" for folder in folders if self.project.exists(f"{folder}/{path}")), None
            )
        except ProjectError as error:
            raise UnresolvedError(str(error)) from error
        if found is None:
            raise UnresolvedError(f"there is no file `{path}` in `{folders[0]}/`", self._meant(path))
        return found

    def _meant(self, path: str) -> str:
        """A hint for a path that leads nowhere: the file of its kind that is named most like it."""
        folder = f"layouts/{self.game.id}"
        there = [name[len(folder) + 1 :] for name in self.project.list(folder, "**/*")]
        alike = [name for name in there if PurePosixPath(name).suffix.lower() == PurePosixPath(path).suffix]
        return close(path, alike) or "its path is relative to that folder"

    def _read(self, path: str) -> Held | None:
        if path not in self._held:
            if path in self._drawing:
                raise UnresolvedError(f"`{path}` shows itself")
            self._drawing.append(path)
            try:
                self._held[path] = self._drawn(path) if path.lower().endswith(".svg") else self._pixels(path)
            finally:
                self._drawing.pop()
        return self._held[path]

    def _pixels(self, path: str) -> Image:
        try:
            return read_image(self.project.read(path))
        except ProjectError as error:
            raise UnresolvedError(str(error)) from error
        except ArtError as error:
            raise PictureError(f"`{path}` {error.message}", error.hint) from error

    def _embedded(self, address: str) -> Image:
        match = _DATA.fullmatch(address)
        if match is None:
            raise PictureError(f"`{address[:30]}…` is not a PNG or JPEG", "embed the picture as PNG or JPEG")
        try:
            text = unquote_to_bytes(match.group(2))
            data = base64.b64decode(re.sub(rb"\s", b"", text), validate=True) if match.group(1) else text
            return read_image(data)
        except binascii.Error as error:
            raise PictureError("the embedded picture is cut off or not base64") from error
        except ArtError as error:
            raise PictureError(f"the embedded picture {error.message}", error.hint) from error

    def _drawn(self, path: str) -> Form | None:
        """A drawing of its own, such as a symbol, as a form; None when it is broken, which is told here."""
        try:
            document = self.library.document(path)
        except ProjectError as error:
            raise UnresolvedError(str(error)) from error
        if document is None:
            return None
        report = Report(self.findings)
        told = len(self.findings)
        for element in document.root.all():
            for name in element.bindings:
                message = f"`n:{name}` stands in a drawing that is the same for every card"
                report.error("binding-misplaced", message, element.span(f"n:{name}"), "bind it in the layout")
        if len(self.findings) > told:
            return None
        box, size = _extent(document, report)
        nodes = Compiler(Tools(self, report, Forms(path, size))).drawing(document, box, size)
        if len(self.findings) > told:
            return None
        ops = tuple(op for node in nodes if isinstance(node, Still) for op in node.ops)
        return Form(path, size, clipped(ops, Box(0.0, 0.0, *size)))

    def _compile(self, path: str, span: Span | None) -> Layout | None:
        told = len(self.findings)
        try:
            document = self.library.document(self._located(path))
        except (UnresolvedError, ProjectError) as error:
            hint = error.hint if isinstance(error, UnresolvedError) else ""
            self.findings.error("layout-missing", str(error.args[0]), span, hint)
            return None
        if document is None:
            return None
        report = Report(self.findings)
        bleed = _bleed(document.root, report)
        box, size = _extent(document, report)
        sized = len(self.findings) == told
        program = compiled(document.root, self.library, report)
        compiler = Compiler(Tools(self, report, Forms(path, size)))
        nodes = compiler.tools.forms.sealed(compiler.drawing(document, box, size))
        if len(self.findings) > told:
            wrong = Layout(document.path, size, bleed, (), program, (), sound=False)
            return wrong if sized and program else None
        return Layout(document.path, size, bleed, tuple(nodes), program, tuple(compiler.frames))


def _bleed(root: Element, report: Report) -> float:
    """How far beyond the trim the root says that ink is drawn, in points."""
    for name in root.bindings:
        if name != "bleed":
            message = f"`n:{name}` can't stand on the whole layout"
            report.error("binding-misplaced", message, root.span(f"n:{name}"), "put it on an element inside")
    try:
        return paper_length(root.bindings.get("bleed", "0mm"))
    except ValueError as error:
        report.error("binding-value", str(error), root.span("n:bleed"))
        return 0.0


def _extent(document: Document, report: Report) -> tuple[Box, Size]:
    """The box of a drawing's user space that is shown, and its size in points. Mistakes are told."""
    root = document.root
    box: Box | None = None
    try:
        box = view_box(root.attributes["viewBox"]) if "viewBox" in root.attributes else None
    except SvgError as error:
        report.raised(error, root.span("viewBox"))
    width = _side(root, "width", box.width if box else None, report)
    height = _side(root, "height", box.height if box else None, report)
    return box or Box(0.0, 0.0, width, height), Size(round(width * _PIXEL, 4), round(height * _PIXEL, 4))


_LEAST = 0.01
"""Pixels: no side of a drawing may be shorter."""


def _side(root: Element, name: str, otherwise: float | None, report: Report) -> float:
    """The root's width or height in pixels."""
    text = root.attributes.get(name, "100%").strip()
    try:
        value = otherwise if text.endswith("%") else length(text)
        if value is not None and value >= _LEAST:
            return value
        if value is not None:
            raise SvgError(f"`{name}` is not above 0" if value <= 0 else f"`{name}` is too small to be drawn")
        raise SvgError(f"the drawing does not say its `{name}`", f'write it as in {name}="63.5mm"')
    except SvgError as error:
        report.raised(error, root.span(name))
        return 1.0


def _framed(path: str, image: Image) -> Form:
    """A picture as a form, at 96 pixels an inch."""
    size = Size(image.width * _PIXEL, image.height * _PIXEL)
    return Form(path, size, (Picture(image, Box(0.0, 0.0, *size)),))


def _blame(
    layout: Layout, error: ExpressionError, name: str, context: Mapping[str, Any], findings: Findings
) -> None:
    """Tell which of a layout's bindings fail for a card, by running each of them alone."""
    assert layout.program is not None
    found = False
    for _, each, place in culprits(layout.program.bindings, context):
        found = True
        findings.error("binding-failed", each.message, place, each.hint, name)
    if not found:
        findings.error("binding-failed", error.message, Span(layout.path, 1, 1), error.hint, name)
