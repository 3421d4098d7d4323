"""What only an `image` shows of another drawing: content beyond its `viewBox`, up to the box of the `image`."""

from nineup.base.geometry import Box, Size
from nineup.layout.binding.nodes import clip_to
from nineup.model.drawing import Form, Op
from nineup.svg.values.values import UnsupportedError
from nineup.svg.xml import SvgElement


class Drawings:
    """Makes forms of drawings, which are clipped at their edges, and keeps the complete drawings."""

    def __init__(self) -> None:
        self._whole: dict[Form, tuple[Op, ...]] = {}
        self._unsized: set[Form] = set()
        self._aspects: dict[Form, str] = {}

    def form(self, path: str, size: Size, ops: tuple[Op, ...], root: SvgElement) -> Form:
        """A drawing as a form, clipped at its edges."""
        cut = clip_to(ops, Box(0.0, 0.0, *size))
        form = Form(path, size, cut)
        if cut is not ops:
            self._whole[form] = ops
        if not _has_sides(root):
            self._unsized.add(form)
        if aspect := root.attributes.get("preserveAspectRatio"):
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
