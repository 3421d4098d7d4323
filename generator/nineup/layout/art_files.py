"""The drawings and pictures that a game's layouts place. Files are read once, embedded data each time."""

import base64
import binascii
from collections.abc import Sequence
from functools import partial
from hashlib import sha256
from urllib.parse import unquote_to_bytes

from nineup.base.diagnostics import Findings
from nineup.base.geometry import Box, Matrix, Size
from nineup.base.project import Project, ProjectError
from nineup.base.remembering import keep_by_content, known_by_content
from nineup.layout.binding.bindings import bound_attributes
from nineup.layout.binding.frames import CropError, shown_in
from nineup.layout.binding.nodes import FormFactory, Static, clip_to, cut_at
from nineup.layout.compiler.compile import Compiler
from nineup.layout.compiler.context import CompileContext, GameResources
from nineup.layout.heavy import HeavyArt, shows, weight, with_inner
from nineup.layout.kept_art import KeptDrawing, is_closed, kept_ops
from nineup.layout.placeholder import MissingArtError
from nineup.logic.expression import ExpressionError, template, template_names, unescape
from nineup.model.art import ArtError, image_in_file, read_image
from nineup.model.drawing import Art, Form, Group, Image, Op
from nineup.model.extent import ink
from nineup.svg.extents import extent
from nineup.svg.library import PackedError, element_by_id, is_drawing, resolve, unpacked
from nineup.svg.overdraw import MOST_OVERDRAW, TOO_OFTEN, Measured, Painted, overdraw
from nineup.svg.reporter import Reporter
from nineup.svg.values.values import AbsentError, SvgError, UnresolvedError, UnsupportedError
from nineup.svg.xml import SvgElement, parse_svg

_KEPT = ("drawing",)
"""What drawings are kept by, besides their files."""

MOST_MEASURED = 20_000
"""The number of operations of faces whose overdraw is known."""

_NESTED = 10
"""The largest nesting depth of drawings placed in each other."""


class PictureError(SvgError):
    """A picture file that can't be drawn."""

    code = "picture-broken"


class ArtFiles:
    """Reads drawings, which are compiled with a game's resources, and pictures.

    Mistakes in drawings are reported once.
    """

    def __init__(
        self,
        resources: GameResources,
        project: Project,
        findings: Findings,
        known: "ArtFiles | None" = None,
    ) -> None:
        """What others have read without mistakes (`known`) isn't read again."""
        self._resources = resources
        self._project = project
        self._findings = findings
        self._art: dict[str, Art | None] = {}
        self._drawing: list[str] = []
        self._noted: set[tuple[str, str]] = set()
        self._heavy = HeavyArt()
        self._weights: dict[Form, int] = {}
        self._painted: dict[Form, Painted] = {}
        self._measured: Measured = {}
        self.most_painted: float = 1.0
        """The largest overdraw of a drawing so far."""
        self._drawings: Drawings = Drawings()
        if known is not None:
            self._art.update((path, art) for path, art in known._art.items() if art is not None)
            self.most_painted, self._drawings = known.most_painted, known._drawings

    def has_read(self, path: str) -> bool:
        """Whether a file was placed as art, or a part of it."""
        return any(each.partition("#")[0] == path for each in tuple(self._art))

    def read(self, path: str) -> Art | None:
        """The drawing or picture at a path of the project; None if it is invalid, which is reported.

        Raises SvgError.
        """
        if path not in self._art:
            if path in self._drawing:
                raise UnresolvedError(f"`{path}` contains itself")
            self._refuse_deep()
            self._drawing.append(path)
            art: Art | None = None
            try:
                with self._findings.limited():
                    art = self._form(path) if _is_drawing(path) else self._pixels(path)
            finally:
                self._drawing.pop()
            self._art[path] = art
        return self._art[path]

    def file_of(self, image: Image) -> str:
        """The file of a picture; empty for one embedded in a drawing."""
        return next((path for path, art in self._art.items() if art is image), "")

    def target(self, element: SvgElement) -> Art | None:
        """The target of an `image` element: a file relative to its own, or the picture in a `data:` address.

        None and SvgError as for `read`.
        """
        address = element.attributes.get("href", "").strip()
        if not address:
            raise AbsentError("this image has no `href`")
        if address.startswith("data:"):
            return self._embedded(element, address)
        if not shown_in(address).is_whole:
            raise CropError(f"`href` shows all of a picture, not `{address}`", "show it with `n:image`")
        path = resolve(element.document.path, address)
        try:
            is_there = self._project.exists(path.partition("#")[0])
        except ProjectError as error:
            raise UnresolvedError(str(error)) from error
        if not is_there:
            raise MissingArtError(address, f"`{path}` doesn't exist", self._project.alike(path))
        art = self.read(path)
        if isinstance(art, Form):
            self._drawings.check(art, element)
        return art

    def whole(self, drawing: Form) -> tuple[Op, ...] | None:
        """The complete drawing, including what is beyond its edges; None if there is nothing."""
        return self._drawings.whole(drawing)

    def aspect(self, drawing: Form) -> str:
        """How to fit a drawing to an `image` that doesn't say; empty for the default."""
        return self._drawings.aspect(drawing)

    def weight(self, form: Form) -> int:
        """The number of operations that draw a form, including those of the forms that it places."""
        if form not in self._weights:
            self._weights[form] = weight(form.ops, self._weights)
        return self._weights[form]

    def overdraw(self, ops: Sequence[Op], size: Size) -> float:
        """How many times operations paint over an area of this size."""
        return overdraw(ops, size, self._painted)

    def overdraw_of_face(self, ops: Sequence[Op], size: Size) -> float:
        """As `overdraw`, of operations that faces share."""
        if len(self._measured) >= MOST_MEASURED:
            self._measured.clear()
        return overdraw(ops, size, self._painted, measured=self._measured)

    def _check_overdraw(self, ops: Sequence[Op], size: Size, root: SvgElement, reporter: Reporter) -> float:
        """The overdraw of a drawing, which is reported if it is too large."""
        painted = self.overdraw(ops, size)
        self.most_painted = max(self.most_painted, min(painted, MOST_OVERDRAW))
        if painted > MOST_OVERDRAW:
            message, hint = TOO_OFTEN
            reporter.error("svg-value", message, root.span(), hint=hint)
        return painted

    def lightened(self) -> tuple[Form, ...]:
        """Drops the oldest heavy drawings and returns them; one that is drawn again is kept from then on."""
        oldest = [self._art.pop(path, None) for path in self._heavy.oldest()]
        dropped = tuple(form for form in oldest if isinstance(form, Form))
        self._measured.clear()
        for form in with_inner(dropped):
            self._weights.pop(form, None)
            self._painted.pop(form, None)
        for form in dropped:
            self._drawings.forget(form)
        for placed in self._resources.placed if dropped else ():
            for value in [value for value, ops in placed.items() if shows(ops, dropped)]:
                del placed[value]
        return with_inner(dropped)

    def note_ignored(self, reporter: Reporter) -> None:
        """Adds one note for each file about what was ignored in it."""
        reporter.take_over(self._resources.library.reporter)
        reporter.note_ignored(self._noted)

    def image_data(self, element: SvgElement) -> bytes:
        """The file of an `image`, a picture or a drawing, that can be read. Raises SvgError."""
        address = element.attributes.get("href", "").strip()
        try:
            data = (
                _embedded_data(address)
                if address.startswith("data:")
                else self._project.read(resolve(element.document.path, address))
            )
            if not is_drawing(data):
                read_image(data)
        except ProjectError as error:
            raise UnresolvedError(str(error)) from error
        except ArtError as error:
            raise PictureError(f"`{address[:30]}` {error.message}", error.hint) from error
        return data

    def _refuse_deep(self) -> None:
        if len(self._drawing) > _NESTED:
            raise PictureError(f"drawings are placed in each other more than {_NESTED} deep")

    def _pixels(self, path: str) -> Image:
        try:
            return image_in_file(partial(self._project.read, path), path, self._project.store)
        except ProjectError as error:
            raise UnresolvedError(str(error)) from error
        except ArtError as error:
            raise PictureError(f"`{path}` {error.message}", error.hint) from error

    def _embedded(self, element: SvgElement, address: str) -> Art | None:
        """The picture or drawing in a `data:` address, regardless of its declared type."""
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
            document = parse_svg(path, unpacked(data).decode("utf-8-sig"), inside)
        except (PackedError, UnicodeDecodeError) as error:
            raise PictureError("the embedded drawing is damaged") from error
        if document is None:
            raise PictureError(f"the embedded drawing: {inside[0].message}")
        self._drawing.append(path)
        try:
            reporter = Reporter(inside, is_art=True)
            box, size = extent(document, reporter)
            compiler = Compiler(CompileContext(self._resources, reporter, FormFactory(path, size)))
            ops = tuple(
                op
                for node in compiler.drawing(document, box, size)
                if isinstance(node, Static)
                for op in node.ops
            )
            self._check_overdraw(ops, size, document.root, reporter=reporter)
        finally:
            self._drawing.pop()
        if inside.failed:
            first = next(each for each in inside if each.severity == "error")
            raise PictureError(f"the embedded drawing: {first.message}", first.hint)
        form = self._drawings.form(path, size, ops, document.root)
        self._drawings.check(form, element)
        return form

    def _form(self, path: str) -> Form | None:
        """A drawing in a file of its own, such as a symbol, or an element of one; None if it is invalid,
        which is reported. What is kept of it in the user's cache isn't drawn.
        """
        file, _, identity = path.partition("#")
        known = len(self._findings)
        try:
            digest = None if identity else self._digest(file)
            kept = digest and known_by_content(self._project.store, _KEPT, digest, kind=KeptDrawing)
            if kept and (form := self._restored(file, kept)):
                return form
            document = self._resources.library.document(file)
        except ProjectError as error:
            raise UnresolvedError(str(error)) from error
        if document is None:
            return None
        reporter = Reporter(self._findings, is_art=True)
        before = len(self._findings)
        if any(element.bindings for element in document.root.all()):
            document = self._resources.library.copy(document)  # A layout may show the same file's elements.
            for element in document.root.all():
                self._bind_palette(element, reporter)
        if self._findings.failed_since(before):
            return None
        if identity:
            return self._part(path, element_by_id(document, identity, is_other=True), reporter)
        box, size = extent(document, reporter)
        if self._findings.failed_since(before):
            return None
        context = CompileContext(self._resources, reporter, FormFactory(path, size))
        nodes = Compiler(context).drawing(document, box, size)
        self.note_ignored(reporter)
        ops = tuple(op for node in nodes if isinstance(node, Static) for op in node.ops)
        painted = self._check_overdraw(ops, size, document.root, reporter=reporter)
        form = self._drawings.form(path, size, ops, document.root)
        if not self._findings.failed_since(before):
            self._heavy.add(path, context.extent.segments)
            is_plain = len(self._findings) == known and is_closed(document.root)
            if digest and is_plain and (kept_as := kept_ops(ops)) is not None:
                kept = KeptDrawing(
                    size=size,
                    ops=kept_as,
                    is_cut=form.ops is not ops,
                    has_sides=_has_sides(document.root),
                    aspect=self._drawings.aspect(form),
                    segments=context.extent.segments,
                    overdraw=painted,
                )
                keep_by_content(self._project.store, _KEPT, digest, result=kept)
            self._resources.library.forget(document)
        return form

    def _digest(self, path: str) -> bytes | None:
        """By what a drawing is kept; None for one that isn't, since something else is asked of it than how it
        looks. Raises ProjectError.
        """
        if self._project.store is None or path.lower().endswith(".svgz"):
            return None
        if self._resources.origins is not None or self._resources.is_placing or self._resources.from_right:
            return None
        if self._resources.library.has_read(path) or any(path == noted for noted, _ in self._noted):
            return None  # What there is to say about it was said.
        return sha256(self._project.read(path)).digest()

    def _restored(self, path: str, kept: KeptDrawing) -> Form | None:
        """The form of a drawing that was kept; None if it can't be read."""
        try:
            ops = kept.drawn()
        except ValueError:
            return None
        self.most_painted = max(self.most_painted, kept.overdraw)
        self._heavy.add(path, kept.segments)
        size = Size(*kept.size)
        cut = cut_at(ops, Box(0.0, 0.0, *size)) if kept.is_cut else ops
        return self._drawings.known(Form(path, size, cut), ops, has_sides=kept.has_sides, aspect=kept.aspect)

    def _bind_palette(self, element: SvgElement, reporter: Reporter) -> None:
        """Gives an element of a drawing the colors of the palette that its attributes are bound to.

        Every other binding is reported, since a drawing is the same for every card.
        """
        bound = bound_attributes(element)
        for name, value in element.bindings.items():
            try:
                if name not in bound or template_names(value) != {"palette"}:
                    message = f"`n:{name}` is in a drawing that is the same for every card"
                    hint = "bind it in the layout; a drawing has colors of the palette only"
                    reporter.error("binding-misplaced", message, element.span(f"n:{name}"), hint=hint)
                    continue
                color = template(value)({"palette": self._resources.sheet.palette})
            except ExpressionError as error:
                reporter.error("binding-failed", error.message, element.span(f"n:{name}"), hint=error.hint)
            else:
                element.attributes[name] = unescape(color)
        element.final |= element.bindings.keys()
        element.bindings.clear()

    def _part(self, path: str, element: SvgElement, reporter: Reporter) -> Form | None:
        """An element of a drawing as it looks there, cropped to its ink; None if it draws nothing, which is
        reported.
        """
        compiler = Compiler(CompileContext(self._resources, reporter, FormFactory(path, Size(0.0, 0.0))))
        ops = compiler.part(element)
        self._heavy.add(path, compiler.tools.extent.segments)
        self.note_ignored(reporter)
        box = ink(ops)
        if box is None or box.width <= 0 or box.height <= 0:
            reporter.error(
                "svg-value", f"`{path}` draws nothing", element.span(), hint="name another element"
            )
            return None
        size = Size(round(box.width, 4), round(box.height, 4))
        self._check_overdraw(ops, size, element, reporter=reporter)
        return Form(path, size, (Group(ops, Matrix.translation(round(-box.x, 4), round(-box.y, 4))),))


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


class Drawings:
    """Makes forms of drawings, which are clipped at their edges, and keeps the complete drawings."""

    def __init__(self) -> None:
        self._whole: dict[Form, tuple[Op, ...]] = {}
        self._unsized: set[Form] = set()
        self._aspects: dict[Form, str] = {}

    def form(self, path: str, size: Size, ops: tuple[Op, ...], root: SvgElement) -> Form:
        """A drawing as a form, clipped at its edges."""
        form = Form(path, size, clip_to(ops, Box(0.0, 0.0, *size)))
        aspect = root.attributes.get("preserveAspectRatio", "")
        return self.known(form, ops, has_sides=_has_sides(root), aspect=aspect)

    def known(self, form: Form, ops: tuple[Op, ...], has_sides: bool, aspect: str) -> Form:
        """The form of a drawing of which the rest is known, too."""
        if form.ops is not ops:
            self._whole[form] = ops
        if not has_sides:
            self._unsized.add(form)
        if aspect:
            self._aspects[form] = aspect
        return form

    def whole(self, form: Form) -> tuple[Op, ...] | None:
        """The complete drawing, including what is beyond its edges; None if there is nothing."""
        return self._whole.get(form)

    def aspect(self, form: Form) -> str:
        """How to fit a drawing to an `image` that doesn't say, as in Chromium; empty for the default."""
        return self._aspects.get(form, "")

    def check(self, form: Form, image: SvgElement) -> None:
        """Raises UnsupportedError if neither an `image` nor its drawing has a size."""
        if form in self._unsized and not _has_sides(image):
            raise UnsupportedError(
                "neither this image nor the drawing that it shows has a width or a height", "write its width"
            )

    def forget(self, form: Form) -> None:
        """Drops what is cached about a drawing."""
        self._whole.pop(form, None)
        self._unsized.discard(form)
        self._aspects.pop(form, None)


def _has_sides(element: SvgElement) -> bool:
    """Whether an element states its width or its height."""
    return any(
        not element.attributes.get(name, "%").strip().endswith("%") or name in element.bindings
        for name in ("width", "height")
    )
