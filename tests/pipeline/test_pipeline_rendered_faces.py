"""Pictures of faces: the same bytes and the same order in any number of processes."""

import gc

import pytest
from nineup.base.geometry import Box, Size
from nineup.base.project import STARTER, Project
from nineup.model.drawing import Face, rectangle
from nineup.model.drawing import Path as Drawn
from nineup.pipeline import rendered_faces
from nineup.pipeline.rendered_faces import SHARE, render_faces
from nineup.typography.fonts import Fonts
from nineup.write import face_pdf
from nineup.write.preview import clear_png

FONTS = Fonts(Project(STARTER))
FACES = [
    Face(str(n), Size(20, 30), 0.0, (Drawn(rectangle(Box(0, 0, 20, n / 2)), fill=(0.2, 0.4, n / 60)),))
    for n in range(3 * SHARE + 5)
]


def pictures(processes: int) -> list[bytes]:
    return [data for data, _, _ in render_faces(FACES, FONTS, lambda pdf: clear_png(pdf, 72), processes)]


@pytest.fixture(scope="module")
def alone() -> list[bytes]:
    return pictures(1)


def test_each_face_has_its_picture_in_order(alone: list[bytes]) -> None:
    assert len(alone) == len(set(alone)) == len(FACES)
    (last,) = render_faces(FACES[-1:], FONTS, lambda pdf: clear_png(pdf, 72), 1)
    assert last[0] == alone[-1]


@pytest.mark.parametrize("processes", [2, 3, 8])
def test_the_number_of_processes_makes_no_difference(
    processes: int, alone: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rendered_faces, "ROUND", 1)  # So that there are several rounds.
    assert pictures(processes) == alone


def test_a_document_leaves_nothing_behind_that_must_be_collected() -> None:
    """Commands run without collecting: pictures in cycles would stay in memory."""
    face_pdf(FACES[:2], FONTS)
    while gc.collect():  # What is held by records without a header is found one collection later.
        pass
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        face_pdf(FACES[:2], FONTS)
        gc.collect()
        left = [type(each).__name__ for each in gc.garbage if type(each).__module__.startswith("nineup")]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
    assert left == []
