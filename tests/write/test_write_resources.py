"""Resources as viewers read them: a form or a pattern names what its own stream uses, and none leads back to
itself.
"""

import io
from collections.abc import Iterator

import pikepdf
from hypothesis import given, settings
from hypothesis import strategies as st
from nineup.base.geometry import Box, Matrix, Size
from nineup.base.project import STARTER, Project
from nineup.model.drawing import (
    Face,
    Form,
    GlyphRun,
    Group,
    Image,
    Linear,
    Mask,
    Op,
    Path,
    PlacedImage,
    Stop,
    Stroke,
    Text,
    Tiling,
    Use,
    circle,
)
from nineup.typography.fonts import Fonts
from nineup.write import face_pdf

FONTS = Fonts(Project(STARTER))
RED = (1.0, 0.0, 0.0)
FADING = Linear(0, 0, 9, 0, (Stop(0, RED), Stop(1, (0.0, 0.0, 1.0), 0.5)))
CELL = Box(0, 0, 5, 5)


def words(weight: int) -> Text:
    font = FONTS.font("Source Sans 3", weight)
    return Text(5, 20, 9, (GlyphRun(font.key, RED, (font.shape("words"),)),))


LEAVES: tuple[Op, ...] = (
    Path(circle(5, 5, 5), RED),
    Path(circle(5, 5, 5), RED, opacity=0.5),
    Path(circle(5, 5, 5), FADING),
    Path(circle(5, 5, 5), None, Stroke(FADING, 2)),
    words(400),
    words(700),
    PlacedImage(Image("one", 1, 1, "grey", 1, b"\0"), CELL, 0.5),
)


def _around(inner: st.SearchStrategy[tuple[Op, ...]]) -> st.SearchStrategy[tuple[Op, ...]]:
    def wrapped(kind: str, ops: tuple[Op, ...]) -> Op:
        match kind:
            case "form":  # long enough to be called
                return Use(Form("a", Size(9, 9), (*ops, *[Path(circle(n, 5, 5), RED) for n in range(9)])))
            case "faded":
                return Group(ops, opacity=0.5)
            case "masked":
                return Group((Path(circle(4, 4, 4), RED),), mask=Mask(ops))
            case "tiled":
                return Path(circle(5, 5, 5), Tiling(ops, CELL, Matrix.rotation(30)))
            case _:
                return Path(circle(5, 5, 5), None, Stroke(Tiling(ops, CELL), 2))

    kinds = st.sampled_from(["form", "faded", "masked", "tiled", "tiled stroke"])
    return st.lists(st.builds(wrapped, kinds, inner), min_size=1, max_size=3).map(tuple)


DRAWINGS = st.recursive(
    st.lists(st.sampled_from(LEAVES), min_size=1, max_size=3).map(tuple), _around, max_leaves=6
)


@settings(max_examples=40)
@given(st.lists(DRAWINGS, min_size=1, max_size=3))
def test_each_stream_has_the_resources_that_it_names(drawings: list[tuple[Op, ...]]) -> None:
    data = face_pdf([Face("f", Size(60, 90), 0, ops) for ops in drawings], FONTS)
    with pikepdf.open(io.BytesIO(data)) as document:
        on_pages = [_named(pikepdf.parse_content_stream(page)) for page in document.pages]
        assert all(set.union(*on_pages) == _resources(page.Resources) for page in document.pages)
        streams = [each for each in document.objects if isinstance(each, pikepdf.Stream) and "/BBox" in each]
        for stream in streams:
            assert _resources(stream.Resources) == _named(pikepdf.parse_content_stream(stream))
        for page in document.pages:
            _leads_nowhere_twice(page.Resources, ())


def _named(operators: object) -> set[tuple[str, str]]:
    """The kinds and names of the resources that some operators use."""
    return set(_uses(operators))


_KINDS = {"Do": "/XObject", "gs": "/ExtGState", "Tf": "/Font", "scn": "/Pattern", "SCN": "/Pattern"}


def _uses(operators: object) -> Iterator[tuple[str, str]]:
    for operands, operator in operators:  # type: ignore[attr-defined]
        for operand in operands:
            if isinstance(operand, pikepdf.Name) and str(operator) in _KINDS:
                yield _KINDS[str(operator)], str(operand)


def _resources(dictionary: pikepdf.Object) -> set[tuple[str, str]]:
    return {(kind, name) for kind, names in dictionary.items() for name in names.keys()}  # noqa: SIM118


def _leads_nowhere_twice(thing: pikepdf.Object, above: tuple[tuple[int, int], ...]) -> None:
    """No object contains itself."""
    if isinstance(thing, pikepdf.Array):
        for each in thing:
            _leads_nowhere_twice(each, above)
    elif isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
        assert thing.objgen not in above
        path = (*above, thing.objgen) if thing.objgen != (0, 0) else above
        for _, each in thing.items():
            _leads_nowhere_twice(each, path)
