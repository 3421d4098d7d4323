"""Pictures of faces: the same bytes and the same order in any number of processes."""

import gc
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import msgspec
import pytest
from nineup.base.geometry import Box, Size
from nineup.base.project import STARTER, Project
from nineup.base.store import Store
from nineup.model.drawing import Face, rectangle
from nineup.model.drawing import Path as Drawn
from nineup.pipeline import rendered_faces
from nineup.pipeline.rendered_faces import SHARE, render_faces
from nineup.typography.fonts import Fonts
from nineup.write import face_pdf
from nineup.write.preview import Shot, clear_png, clear_webp
from stores import DAMAGES, damage, user_store

FONTS = Fonts(Project(STARTER))
FACES = [
    Face(str(n), Size(20, 30), 0.0, (Drawn(rectangle(Box(0, 0, 20, n / 2)), fill=(0.2, 0.4, n / 60)),))
    for n in range(3 * SHARE + 5)
]


def pictures(processes: int) -> list[bytes]:
    return [data for data, _, _ in render_faces(FACES, FONTS, partial(clear_png, dpi=72), processes)]


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    return user_store(tmp_path, monkeypatch)


@pytest.fixture(scope="module")
def alone() -> list[bytes]:
    return pictures(1)


def test_each_face_has_its_picture_in_order(alone: list[bytes]) -> None:
    assert len(alone) == len(set(alone)) == len(FACES)
    (last,) = render_faces(FACES[-1:], FONTS, partial(clear_png, dpi=72), 1)
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


def kept(dpi: float, faces: list[Face] = FACES) -> list[Shot]:
    """Pictures in a process that keeps them."""
    fonts = Fonts(Project(STARTER, remembers=True))
    return [*render_faces(faces, fonts, partial(clear_png, dpi=dpi), 1)]


def refused(pdf: bytes, dpi: float) -> Iterator[Shot]:
    raise AssertionError("this picture is kept")


refused.__qualname__ = clear_png.__qualname__


def test_kept_pictures_are_those_that_would_be_made(store: Store, alone: list[bytes]) -> None:
    assert [shot.data for shot in kept(72)] == alone
    assert len(store.sizes()) == 4, "an entry for each share"
    fonts = Fonts(Project(STARTER, remembers=True))
    again = [*render_faces(FACES, fonts, partial(refused, dpi=72), 1)]
    assert again == kept(72)
    assert all(isinstance(shot, Shot) for shot in again)
    assert kept(36)[0].width == 10, "in another resolution, they are others"
    webp = [*render_faces(FACES[-1:], fonts, partial(clear_webp, width=20), 1)]
    assert webp[0].data.startswith(b"RIFF")


def test_after_an_edit_only_its_share_is_made(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    kept(72)
    edited = [msgspec.structs.replace(FACES[0], ops=FACES[1].ops), *FACES[1:]]
    cold = [*render_faces(edited, FONTS, partial(clear_png, dpi=72), 1)]
    count = len(store.sizes())
    assert kept(72, edited) == cold
    assert len(store.sizes()) == count + 1


@pytest.mark.parametrize("how", DAMAGES)
def test_damaged_pictures_are_made_again(
    store: Store, how: str, alone: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept(72)
    damage(store, how, monkeypatch)
    assert [shot.data for shot in kept(72)] == alone


def test_not_more_is_kept_than_the_cache_can_hold(
    store: Store, alone: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rendered_faces, "ROUND", 1)
    monkeypatch.setattr(rendered_faces, "MAX_KEPT", 1)
    assert [shot.data for shot in kept(72)] == alone
    assert len(store.sizes()) == 1
