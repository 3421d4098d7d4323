"""The API of this package: a game's layouts, symbols and pictures, each read once, and the faces drawn with
them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from pathlib import PurePosixPath
from typing import Any

import msgspec

from nineup.base.diagnostics import Findings, Span, close, nearest
from nineup.base.geometry import Box, Size
from nineup.base.project import EditedProject, Project, ProjectError
from nineup.faces.shapes import TITLE
from nineup.layout.art_files import ArtFiles
from nineup.layout.binding.filling import AbandonedError, Filling, Locate, ProgramMismatchError
from nineup.layout.binding.frames import Frame, FrameArea, TextNode, fit_art, shown_in
from nineup.layout.binding.nodes import FormFactory, LayoutNode, samples
from nineup.layout.binding.origins import Origins
from nineup.layout.binding.program import (
    END,
    DrawnText,
    Program,
    compile_program,
    drawn_texts,
    report_failure,
)
from nineup.layout.binding.words import translate
from nineup.layout.compiler.compile import Compiler
from nineup.layout.compiler.context import CompileContext
from nineup.layout.placeholder import MissingArtError, placeholder
from nineup.logic.expression import ExpressionError
from nineup.model.drawing import FAULTY, Art, Colour, Face, Form, Image, Op, PlacedImage, rectangle
from nineup.model.game import Game
from nineup.svg.extents import bleed, extent
from nineup.svg.library import Library
from nineup.svg.overdraw import MOST_OVERDRAW, TOO_OFTEN
from nineup.svg.reporter import Reporter
from nineup.svg.values.values import SvgError, UnresolvedError
from nineup.svg.xml import SvgElement
from nineup.typography.fonts import Fonts
from nineup.typography.text import InlineSymbol, Setting, StyleSheet
from nineup.typography.text.scripts import runs_from_right

_PIXEL = 0.75
"""Points in a CSS pixel."""


class SymbolError(SvgError):
    """A symbol that the game doesn't have."""

    code = "unknown-symbol"


class Layout(msgspec.Struct, frozen=True, eq=False):
    """A compiled layout. `size` is the trim; ink is drawn up to `bleed` beyond it."""

    path: str
    size: Size
    bleed: float
    nodes: tuple[LayoutNode, ...]
    """In drawing order."""
    program: Program | None
    frames: tuple[Frame, ...]
    """The frames of cards' texts."""
    texts: tuple[TextNode, ...] = ()
    """The nodes that set them, except those inside elements with bound attributes."""
    overdraw: float = 0.0
    """How many times it paints over its area, counting each loop once."""
    sound: bool = True
    """Whether the drawing has no errors. With errors, which are reported, bindings can be checked, and faces
    show a draft of the remaining elements.
    """

    @property
    def bound(self) -> bool:
        """Whether anything on its faces depends on the card."""
        return self.program is not None

    def set_texts(self, printed: Iterable[str]) -> None:
        """Sets the texts that the program printed for some cards, frame by frame, which is faster than
        card by card. Faces drawn afterwards reuse them.
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
        self,
        project: Project,
        game: Game,
        fonts: Fonts,
        sheet: StyleSheet,
        findings: Findings,
        like: "LayoutEngine | None" = None,
    ) -> None:
        """With an engine that it is `like`, it has the symbols, words and art that this one has read."""
        self.project = project
        self.game = game
        self.fonts = fonts
        self.sheet = sheet
        self.findings = findings
        self.library = Library(project, findings, partial(translate, words=game.words))
        self._layouts: dict[str, Layout | None] = {}
        self.placed: list[dict[str, tuple[Op, ...]]] = []
        """The art that frames have placed so far, by value; each frame adds its own."""
        self.is_sound = True
        """Whether its styles and symbols were read without mistakes."""
        self.origins: Origins | None = None
        """If set before layouts are compiled, records which elements drew what."""
        self.is_placing = False
        """If set before layouts are compiled, their nodes know the elements that they are of."""
        self._art: ArtFiles = ArtFiles(self, project, findings, known=like._art if like else None)
        self.symbols: dict[str, InlineSymbol] = like.symbols if like else {}
        self._codes: dict[tuple[str, Colour], Form] = like._codes if like else {}
        self.code_texts: dict[Form, str] = like.code_texts if like else {}
        """The texts of the QR codes drawn so far, by their drawings."""
        terms = [form for term in game.terms.values() for form in term.forms]
        self.setting: Setting = like.setting if like else Setting(fonts, sheet, self.symbols, terms=terms)
        if like is None:
            self.symbols.update(self._inline_symbols())

    def with_files(self, files: Mapping[str, bytes], findings: Findings) -> "LayoutEngine":
        """An engine for the project with other bytes in some files. It reads anew only what these may
        change, so that a layout can be tried many times a second.
        """
        like = None if any(self._art.has_read(path) for path in files) else self
        project = EditedProject(self.project, files)
        return LayoutEngine(project, self.game, self.fonts, sheet=self.sheet, findings=findings, like=like)

    @property
    def from_right(self) -> bool:
        """Whether the game's language runs from right to left."""
        return runs_from_right(self.game.language)

    def layout(self, path: str, span: Span | None = None) -> Layout | None:
        """The layout at a path below the game's layouts; None after an error, which is reported once. If only
        the drawing has errors, the layout is returned but isn't `sound`.

        `span` is the place that names the layout, for the finding that the file doesn't exist.
        """
        if path not in self._layouts:
            self._layouts[path] = None
            with self.findings.limited():
                self._layouts[path] = self._compile(path, span)
        return self._layouts[path]

    def texts(self, path: str) -> tuple[DrawnText, ...]:
        """The texts and symbols of the layout at a path; none after an error, which `layout` reports."""
        layout = self.layout(path)
        document = self.library.document(layout.path) if layout is not None else None
        return drawn_texts(document.root, self.library, self._symbols_by_art) if document is not None else ()

    @cached_property
    def _symbols_by_art(self) -> Mapping[str, str]:
        """The ids of the symbols by the project's paths of their art."""
        ids: dict[str, str] = {}
        for id in self.symbols:
            with suppress(SvgError):  # of art that isn't there, which is reported
                ids[self._located(self.game.symbols[id].art)] = id
        return ids

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
            filling = Filling(
                layout.program, context, name, locate=locate, findings=findings, printed=printed
            )
        except ExpressionError as error:
            assert layout.program is not None
            report_failure(layout.program, layout.path, error, name=name, context=context, findings=findings)
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
            self._refuse_overdraw(layout, filling, ops)
        except AbandonedError:
            return None
        except ProgramMismatchError:
            if layout.sound:
                raise
            return None  # An element with bindings can't be drawn.
        if not layout.sound:
            ops.append(FAULTY)
        return Face(name, layout.size, layout.bleed, ops=tuple(ops))

    def _refuse_overdraw(self, layout: Layout, filling: Filling, ops: Sequence[Op]) -> None:
        """Raises AbandonedError, with a finding, if loops and pictures paint over a face too often."""
        # A bound that costs nothing, so that the exact number is rarely computed.
        at_most = filling.number * max(layout.overdraw, self._art.most_painted)
        if at_most > MOST_OVERDRAW and self._art.overdraw_of_face(ops, layout.size) > MOST_OVERDRAW:
            message, hint = TOO_OFTEN
            filling.report_layout("svg-value", message, Span(layout.path, 1, 1), hint=hint)
            raise AbandonedError

    def form(self, path: str, span: Span | None = None) -> Form | None:
        """A drawing or a picture below the game's layouts as a form; None after an error,
        reported at `span`.
        """
        try:
            art = self.picture(path)
        except SvgError as error:
            self.findings.error(error.code, error.message, span, hint=error.hint)
            return None
        return _as_form(path, art) if isinstance(art, Image) else art

    def symbol(self, name: str) -> Art | None:
        """The drawing of a symbol; None if it has none or an invalid one.

        Raises SvgError if the id is unknown.
        """
        if name in self.symbols:
            return self.symbols[name].form
        if name in self.game.symbols:
            return None
        raise SymbolError(f"there is no symbol `{name}`", nearest(name, list(self.game.symbols)))

    def qr_code(self, text: str, colour: Colour) -> Form | None:
        """The QR code of a text, with its quiet zone; None for an empty one. Raises CodeError."""
        if text and (text, colour) not in self._codes:
            from nineup.layout.qr_code import qr_code

            form = self._codes[text, colour] = qr_code(text, colour)
            self.code_texts[form] = text
        return self._codes.get((text, colour))

    def lacking_styles(self) -> str:
        """A hint for an unknown style in a game without a style file; otherwise empty."""
        path = f"layouts/{self.game.id}/style.yaml"
        if self.project.exists(path):
            return ""
        return "; ".join(filter(None, [f"there is no `{path}`", self.project.alike(path)]))

    def picture(self, path: str) -> Art | None:
        """The drawing or picture at a path below the game's layouts; None if it is invalid, which is
        reported.

        Raises SvgError if it can't be found or read.
        """
        return self._art.read(self._located(path))

    def face_of_picture(self, text: str) -> Face | None:
        """What `n:image` shows of a value, as a face of that size; None if it can't be drawn."""
        try:
            shown = shown_in(text)
            art = self.picture(shown.file)
        except SvgError:
            return None
        if art is None:
            return None
        form = _as_form(shown.file, art) if isinstance(art, Image) else art
        crop = shown.crop or Box(0.0, 0.0, 1.0, 1.0)
        box = Box(0.0, 0.0, form.size.width * crop.width, form.size.height * crop.height)
        area = FrameArea(box, rectangle(box), None)
        size = Size(box.width, box.height)
        return Face(shown.file, size, 0.0, ops=fit_art(area, form, "contain", shown=shown))

    def art(self, element: SvgElement) -> Art | None:
        """The target of an `image` element; None and SvgError as for `picture`."""
        return self._art.target(element)

    def placeholder(self, box: Box, missing: MissingArtError) -> tuple[Op, ...]:
        """What fills a box in place of art that isn't there."""
        return placeholder(box, missing.path, self.setting)

    def image_data(self, element: SvgElement) -> bytes:
        """The file of an `image`, a picture or a drawing, that can be read. Raises SvgError."""
        return self._art.image_data(element)

    def file_of(self, image: Image) -> str:
        """The file of a picture; empty for one embedded in a drawing."""
        return self._art.file_of(image)

    def whole(self, drawing: Form) -> tuple[Op, ...] | None:
        """The complete drawing, including what is beyond its edges; None if there is nothing."""
        return self._art.whole(drawing)

    def aspect(self, drawing: Form) -> str:
        """How to fit a drawing to an `image` that doesn't say; empty for the default."""
        return self._art.aspect(drawing)

    def weight(self, form: Form) -> int:
        """The number of operations that draw a form, including those of the forms that it places."""
        return self._art.weight(form)

    def lightened(self) -> tuple[Form, ...]:
        """Drops the oldest heavy drawings and returns them; one that is drawn again is kept from then on."""
        return self._art.lightened()

    def _inline_symbols(self) -> Iterator[tuple[str, InlineSymbol]]:
        for symbol in self.game.symbols.values():
            if symbol.art:
                # Invalid art is reported once; what shows the symbol isn't wrong.
                drawn = self.form(symbol.art, symbol.art_span or symbol.span) or Form(
                    symbol.art, Size(1.0, 1.0), ()
                )
                # A form of its own, so that a symbol is distinct from a picture of the same file.
                yield symbol.id, InlineSymbol(symbol.name, msgspec.structs.replace(drawn))

    def _located(self, path: str) -> str:
        """The project's path of a path below the game's layouts, with its `#id` if it has one.

        Raises UnresolvedError.
        """
        path, sign, identity = path.partition("#")
        folders = (f"layouts/{self.game.id}", "layouts")
        try:
            file = next(
                (f"{folder}/{path}" for folder in folders if self.project.exists(f"{folder}/{path}")), None
            )
        except ProjectError as error:
            raise UnresolvedError(str(error)) from error
        if file is None and path.startswith("/"):
            raise UnresolvedError(f"`{path}` is not a path inside the project")
        if file is None:
            raise MissingArtError(path, f"`{path}` doesn't exist in `{folders[0]}/`", self._suggestion(path))
        return f"{file}{sign}{identity}"

    def _suggestion(self, path: str) -> str:
        """A hint for a missing file: the most similar name of the same kind."""
        folder = f"layouts/{self.game.id}"
        names = [name[len(folder) + 1 :] for name in self.project.list(folder, "**/*")]
        candidates = [
            name for name in names if PurePosixPath(name).suffix.lower() == PurePosixPath(path).suffix
        ]
        if ends := [name for name in candidates if path.endswith(f"/{name}")]:
            return f"write `{max(ends, key=len)}`: its path is relative to that folder"
        return close(path, candidates) or "its path is relative to that folder"

    def _compile(self, path: str, span: Span | None) -> Layout | None:
        before = len(self.findings)
        try:
            document = self.library.document(path if path.startswith(TITLE) else self._located(path))
        except (UnresolvedError, ProjectError) as error:
            hint = error.hint if isinstance(error, UnresolvedError) else ""
            self.findings.error("layout-missing", str(error.args[0]), span, hint=hint)
            return None
        if document is None:
            return None
        reporter = Reporter(self.findings)
        margin = bleed(document.root, reporter)
        box, size = extent(document, reporter)
        # Without its size, not even a draft can be placed on a sheet.
        sized = not self.findings.failed_since(before)
        program = compile_program(document.root, self.library, reporter)
        compiler = Compiler(CompileContext(self, reporter, FormFactory(path, size)))
        nodes = compiler.tools.forms.share(compiler.drawing(document, box, size))
        painted = self._art.overdraw(tuple(samples(nodes)), size)
        if painted > MOST_OVERDRAW:
            message, hint = TOO_OFTEN
            reporter.error("svg-value", message, document.root.span(), hint=hint)
            nodes = []
        self._art.note_ignored(reporter)
        if self.findings.failed_since(before) or reporter.is_lacking:
            unsound = Layout(
                document.path, size, margin, nodes=tuple(nodes), program=program, frames=(), sound=False
            )
            return unsound if sized and (program or nodes) else None
        return Layout(
            document.path,
            size,
            margin,
            nodes=tuple(nodes),
            program=program,
            frames=tuple(compiler.frames),
            texts=tuple(compiler.texts),
            overdraw=painted,
        )


def _as_form(path: str, image: Image) -> Form:
    """A picture as a form, at 96 pixels per inch."""
    size = Size(image.width * _PIXEL, image.height * _PIXEL)
    return Form(path, size, (PlacedImage(image, Box(0.0, 0.0, *size)),))
