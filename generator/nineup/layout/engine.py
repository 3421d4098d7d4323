"""The API of this package: a game's layouts, symbols and pictures, each read once, and the faces drawn with them."""

import base64
import binascii
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import unquote_to_bytes

import msgspec

from nineup.art import ArtError, read_image
from nineup.diagnostics import Findings, Span, close, nearest
from nineup.drawing import FAULTY, Art, Face, Form, Group, Image, Op, PlacedImage
from nineup.expression import ExpressionError
from nineup.extent import ink
from nineup.fonts import Fonts
from nineup.game import Game
from nineup.geometry import Box, Matrix, Size
from nineup.layout.compile import Compiler
from nineup.layout.context import CompileContext
from nineup.layout.embedding import Drawings
from nineup.layout.extents import bleed, extent
from nineup.layout.filling import AbandonedError, Filling, Locate, ProgramMismatchError
from nineup.layout.frames import Frame, TextNode
from nineup.layout.heavy import HeavyArt, shows, weight, with_inner
from nineup.layout.library import Library, element_by_id, resolve
from nineup.layout.nodes import FormFactory, Node, Static
from nineup.layout.origins import Origins
from nineup.layout.packed import PackedError, is_drawing, unpacked
from nineup.layout.program import END, Program, compile_program, report_failure
from nineup.layout.reporter import Reporter
from nineup.layout.values import AbsentError, SvgError, UnresolvedError
from nineup.layout.xml import SvgElement, parse
from nineup.project import Project, ProjectError
from nineup.shapes import TITLE
from nineup.text import InlineSymbol, Setting, StyleSheet
from nineup.text.scripts import runs_from_right

_PIXEL = 0.75
"""Points in a CSS pixel."""

_NESTED = 10
"""How deep drawings may be placed in each other."""


class PictureError(SvgError):
    """A picture file that can't be drawn."""

    code = "picture-broken"


class SymbolError(SvgError):
    """A symbol that the game doesn't have."""

    code = "unknown-symbol"


class Layout(msgspec.Struct, frozen=True, eq=False):
    """A compiled layout. `size` is the trim; ink is drawn up to `bleed` beyond it."""

    path: str
    size: Size
    bleed: float
    nodes: tuple[Node, ...]
    """In drawing order."""
    program: Program | None
    frames: tuple[Frame, ...]
    """The frames of cards' texts."""
    texts: tuple[TextNode, ...] = ()
    """The nodes that set them, but for those inside elements with bound attributes."""
    sound: bool = True
    """Whether the drawing has no errors. With errors, which are reported, bindings can be checked, and faces show a draft
    of what has none."""

    @property
    def bound(self) -> bool:
        """Whether anything on its faces depends on the card."""
        return self.program is not None

    def set_texts(self, printed: Iterable[str]) -> None:
        """Set the texts that the program printed for some cards, those of one frame after the other, which is faster than
        card by card. Faces that are drawn next find them.
        """
        values = [
            dict(zip(each[::2], each[1::2], strict=False)) for each in (text.split(END) for text in printed)
        ]
        for number, key in self.program.keys.items() if self.program else ():
            for node in self.texts:
                if node.key == key:
                    node.texts.set([each.get(number, "") for each in values])


class LayoutEngine:
    """Draws the faces of a game. Files are searched in `layouts/<game>/`, then in `layouts/`."""

    def __init__(
        self, project: Project, game: Game, fonts: Fonts, sheet: StyleSheet, findings: Findings
    ) -> None:
        self.project = project
        self.game = game
        self.fonts = fonts
        self.sheet = sheet
        self.findings = findings
        self.library = Library(project, findings, game.words)
        self._layouts: dict[str, Layout | None] = {}
        self._art: dict[str, Art | None] = {}
        self._drawing: list[str] = []
        self._noted: set[tuple[str, str]] = set()
        self._heavy = HeavyArt()
        self._weights: dict[Form, int] = {}
        self._drawings = Drawings()
        self.placed: list[dict[str, tuple[Op, ...]]] = []
        """What frames have placed of art, by value: each frame adds its own."""
        self.origins: Origins | None = None
        """Set before layouts are compiled, it notes which elements drew what."""
        self.symbols: dict[str, InlineSymbol] = {}
        terms = [form for term in game.terms.values() for form in term.forms]
        self.setting = Setting(fonts, sheet, self.symbols, terms)
        self.symbols.update(self._inline_symbols())

    @property
    def from_right(self) -> bool:
        """Whether the game's language runs from right to left."""
        return runs_from_right(self.game.language)

    def layout(self, path: str, span: Span | None = None) -> Layout | None:
        """The layout at a path below the game's layouts; None after an error, which is reported once. If only the
        drawing has errors, the layout is returned but isn't `sound`.

        `span` is the place that names the layout, for the finding that the file doesn't exist.
        """
        if path not in self._layouts:
            self._layouts[path] = None
            with self.findings.limited():
                self._layouts[path] = self._compile(path, span)
        return self._layouts[path]

    def face(
        self,
        layout: Layout,
        name: str,
        context: Mapping[str, Any],
        findings: Findings,
        locate: Locate = lambda path, text, offset: None,
        printed: str | None = None,
    ) -> Face | None:
        """The face of one card; None if a binding fails in the context or the layout has errors.

        Findings name the face; those about a value point at the place that `locate` gives. `printed` is what
        the layout's program prints in the context, if that is known.
        """
        try:
            filling = Filling(layout.program, context, name, locate, findings, printed)
        except ExpressionError as error:
            assert layout.program is not None
            report_failure(layout.program, layout.path, error, name, context, findings)
            return None
        if not layout.sound and not layout.nodes:
            return None
        ops: list[Op] = []
        try:
            for number, node in enumerate(layout.nodes):
                before = len(ops)
                node.fill(filling, ops)
                if self.origins is not None:
                    self.origins.note_node(ops[before:], number)
            filling.finish()
        except AbandonedError:
            return None
        except ProgramMismatchError:
            if layout.sound:
                raise
            return None  # an element with bindings can't be drawn
        if not layout.sound:
            ops.append(FAULTY)
        return Face(name, layout.size, layout.bleed, tuple(ops))

    def form(self, path: str, span: Span | None = None) -> Form | None:
        """A drawing or a picture below the game's layouts as a form; None after an error, reported at `span`."""
        try:
            art = self.picture(path)
        except SvgError as error:
            self.findings.error(error.code, error.message, span, error.hint)
            return None
        return _as_form(path, art) if isinstance(art, Image) else art

    def symbol(self, name: str) -> Art | None:
        """The drawing of a symbol; None if it has none or an invalid one. Raises SvgError if the id is unknown."""
        if name in self.symbols:
            return self.symbols[name].form
        if name in self.game.symbols:
            return None
        raise SymbolError(f"there is no symbol `{name}`", nearest(name, list(self.game.symbols)))

    def picture(self, path: str) -> Art | None:
        """The drawing or picture at a path below the game's layouts; None if it is invalid, which is reported.

        Raises SvgError if it can't be found or read.
        """
        return self._read(self._located(path))

    def file_of(self, image: Image) -> str:
        """The file of a picture that was read; empty for one that is embedded in a drawing."""
        return next((path for path, art in self._art.items() if art is image), "")

    def art(self, element: SvgElement) -> Art | None:
        """The target of an `image` element: a file relative to its own, or the picture in a `data:` address.

        None and SvgError as for `picture`.
        """
        address = element.attributes.get("href", "").strip()
        if not address:
            raise AbsentError("this image has no `href`")
        if address.startswith("data:"):
            return self._embedded(element, address)
        found = self._read(resolve(element.document.path, address))
        if isinstance(found, Form):
            self._drawings.check(found, element)
        return found

    def whole(self, drawing: Form) -> tuple[Op, ...] | None:
        """What a drawing draws, also beyond its edges; None if nothing is there."""
        return self._drawings.whole(drawing)

    def weight(self, form: Form) -> int:
        """How many operations draw a form, with those of the forms that it places."""
        if form not in self._weights:
            self._weights[form] = weight(form.ops, self._weights)
        return self._weights[form]

    def lightened(self) -> tuple[Form, ...]:
        """Drops the oldest heavy drawings, and returns them; one that is drawn again is kept from then on."""
        found = [self._art.pop(path, None) for path in self._heavy.oldest()]
        dropped = tuple(form for form in found if isinstance(form, Form))
        for form in with_inner(dropped):
            self._weights.pop(form, None)
        for form in dropped:
            self._drawings.forget(form)
        for placed in self.placed if dropped else ():
            for value in [value for value, ops in placed.items() if shows(ops, dropped)]:
                del placed[value]
        return with_inner(dropped)

    def note_ignored(self, reporter: Reporter) -> None:
        """One note for each file about what was ignored in it."""
        reporter.take_over(self.library.reporter)
        reporter.note_ignored(self._noted)

    def image_data(self, element: SvgElement) -> bytes:
        """The file of an `image`, a picture or a drawing, that can be read. Raises SvgError."""
        address = element.attributes.get("href", "").strip()
        try:
            data = (
                _embedded_data(address)
                if address.startswith("data:")
                else self.project.read(resolve(element.document.path, address))
            )
            if not is_drawing(data):
                read_image(data)
        except ProjectError as error:
            raise UnresolvedError(str(error)) from error
        except ArtError as error:
            raise PictureError(f"`{address[:30]}` {error.message}", error.hint) from error
        return data

    def _inline_symbols(self) -> Iterator[tuple[str, InlineSymbol]]:
        for symbol in self.game.symbols.values():
            if symbol.art:
                # Invalid art is reported once; what shows the symbol isn't wrong.
                drawn = self.form(symbol.art, symbol.span) or Form(symbol.art, Size(1.0, 1.0), ())
                # A form of its own, so that a symbol is distinct from a picture of the same file.
                yield symbol.id, InlineSymbol(symbol.name, msgspec.structs.replace(drawn))

    def _located(self, path: str) -> str:
        """The project's path of a path below the game's layouts, with its `#id` if it has one. Raises UnresolvedError."""
        path, sign, identity = path.partition("#")
        folders = (f"layouts/{self.game.id}", "layouts")
        try:
            found = next(
                (f"{folder}/{path}" for folder in folders if self.project.exists(f"{folder}/{path}")), None
            )
        except ProjectError as error:
            raise UnresolvedError(str(error)) from error
        if found is None:
            raise UnresolvedError(f"`{path}` doesn't exist in `{folders[0]}/`", self._suggestion(path))
        return f"{found}{sign}{identity}"

    def _suggestion(self, path: str) -> str:
        """A hint for a missing file: the most similar name of the same kind."""
        folder = f"layouts/{self.game.id}"
        names = [name[len(folder) + 1 :] for name in self.project.list(folder, "**/*")]
        candidates = [
            name for name in names if PurePosixPath(name).suffix.lower() == PurePosixPath(path).suffix
        ]
        return close(path, candidates) or "its path is relative to that folder"

    def _read(self, path: str) -> Art | None:
        if path not in self._art:
            if path in self._drawing:
                raise UnresolvedError(f"`{path}` contains itself")
            self._refuse_deep()
            self._drawing.append(path)
            found: Art | None = None
            try:
                with self.findings.limited():
                    found = self._form(path) if _is_drawing(path) else self._pixels(path)
            finally:
                self._drawing.pop()
            self._art[path] = found
        return self._art[path]

    def _refuse_deep(self) -> None:
        if len(self._drawing) > _NESTED:
            raise PictureError(f"drawings are placed in each other more than {_NESTED} deep")

    def _pixels(self, path: str) -> Image:
        try:
            return read_image(self.project.read(path))
        except ProjectError as error:
            raise UnresolvedError(str(error)) from error
        except ArtError as error:
            raise PictureError(f"`{path}` {error.message}", error.hint) from error

    def _embedded(self, element: SvgElement, address: str) -> Art | None:
        """The picture or drawing in a `data:` address, of whatever kind it says."""
        data = _embedded_data(address)
        try:
            if is_drawing(data):
                return self._embedded_drawing(element, data)
            return read_image(data)
        except ArtError as error:
            raise PictureError(f"the embedded picture {error.message}", error.hint) from error

    def _embedded_drawing(self, element: SvgElement, data: bytes) -> Form:
        """A drawing inside another one. Mistakes in it are reported at the element that embeds it."""
        inside = Findings()
        path = element.document.path
        self._refuse_deep()
        try:
            document = parse(path, unpacked(data).decode("utf-8-sig"), inside)
        except (PackedError, UnicodeDecodeError) as error:
            raise PictureError("the embedded drawing is damaged") from error
        if document is None:
            raise PictureError(f"the embedded drawing: {inside[0].message}")
        self._drawing.append(path)
        try:
            reporter = Reporter(inside, is_art=True)
            box, size = extent(document, reporter)
            compiler = Compiler(CompileContext(self, reporter, FormFactory(path, size)))
            ops = tuple(
                op
                for node in compiler.drawing(document, box, size)
                if isinstance(node, Static)
                for op in node.ops
            )
        finally:
            self._drawing.pop()
        if inside.failed:
            first = next(each for each in inside if each.severity == "error")
            raise PictureError(f"the embedded drawing: {first.message}", first.hint)
        form = self._drawings.form(path, size, ops, document.root)
        self._drawings.check(form, element)
        return form

    def _form(self, path: str) -> Form | None:
        """A drawing in a file of its own, such as a symbol, or an element of one; None if it is invalid, which is reported."""
        file, _, identity = path.partition("#")
        try:
            document = self.library.document(file)
        except ProjectError as error:
            raise UnresolvedError(str(error)) from error
        if document is None:
            return None
        reporter = Reporter(self.findings, is_art=True)
        before = len(self.findings)
        for element in document.root.all():
            for name in element.bindings:
                message = f"`n:{name}` is in a drawing that is the same for every card"
                reporter.error(
                    "binding-misplaced", message, element.span(f"n:{name}"), "bind it in the layout"
                )
        if self.findings.failed_since(before):
            return None
        if identity:
            return self._part(path, element_by_id(document, identity, is_other=True), reporter)
        box, size = extent(document, reporter)
        if self.findings.failed_since(before):
            return None
        context = CompileContext(self, reporter, FormFactory(path, size))
        nodes = Compiler(context).drawing(document, box, size)
        self.note_ignored(reporter)
        ops = tuple(op for node in nodes if isinstance(node, Static) for op in node.ops)
        if not self.findings.failed_since(before):
            self._heavy.add(path, context.extent.segments)
            self.library.forget(document)
        return self._drawings.form(path, size, ops, document.root)

    def _part(self, path: str, element: SvgElement, reporter: Reporter) -> Form | None:
        """An element of a drawing as it looks there, as large as its ink; None if that is nothing, which is reported."""
        compiler = Compiler(CompileContext(self, reporter, FormFactory(path, Size(0.0, 0.0))))
        ops = compiler.part(element)
        self._heavy.add(path, compiler.tools.extent.segments)
        self.note_ignored(reporter)
        box = ink(ops)
        if box is None or box.width <= 0 or box.height <= 0:
            reporter.error("svg-value", f"`{path}` draws nothing", element.span(), "name another element")
            return None
        size = Size(round(box.width, 4), round(box.height, 4))
        return Form(path, size, (Group(ops, Matrix.translation(round(-box.x, 4), round(-box.y, 4))),))

    def _compile(self, path: str, span: Span | None) -> Layout | None:
        before = len(self.findings)
        try:
            document = self.library.document(path if path.startswith(TITLE) else self._located(path))
        except (UnresolvedError, ProjectError) as error:
            hint = error.hint if isinstance(error, UnresolvedError) else ""
            self.findings.error("layout-missing", str(error.args[0]), span, hint)
            return None
        if document is None:
            return None
        reporter = Reporter(self.findings)
        margin = bleed(document.root, reporter)
        box, size = extent(document, reporter)
        sized = not self.findings.failed_since(before)
        program = compile_program(document.root, self.library, reporter)
        compiler = Compiler(CompileContext(self, reporter, FormFactory(path, size)))
        nodes = compiler.tools.forms.share(compiler.drawing(document, box, size))
        self.note_ignored(reporter)
        if self.findings.failed_since(before):
            unsound = Layout(document.path, size, margin, tuple(nodes), program, (), sound=False)
            return unsound if sized and (program or nodes) else None
        return Layout(
            document.path, size, margin, tuple(nodes), program, tuple(compiler.frames), tuple(compiler.texts)
        )


def _embedded_data(address: str) -> bytes:
    """The data in a `data:` address. Raises PictureError."""
    head, _, body = address.partition(",")
    text = unquote_to_bytes(body)
    try:
        return (
            base64.b64decode(b"".join(text.split()), validate=True)
            if head.lower().endswith(";base64")
            else text
        )
    except binascii.Error as error:
        raise PictureError("the embedded picture is truncated or not base64") from error


def _is_drawing(path: str) -> bool:
    return path.partition("#")[0].lower().endswith((".svg", ".svgz"))


def _as_form(path: str, image: Image) -> Form:
    """A picture as a form, at 96 pixels per inch."""
    size = Size(image.width * _PIXEL, image.height * _PIXEL)
    return Form(path, size, (PlacedImage(image, Box(0.0, 0.0, *size)),))
