"""The pull list on paper: old pieces left of new ones, everything within its row."""

from collections.abc import Iterator
from pathlib import Path as Folder

import pytest
from nineup.base.geometry import Box, Size
from nineup.base.project import STARTER, Project
from nineup.changes.diff import PullStep, pull_pages
from nineup.changes.diff.pull_page import NAME
from nineup.model.drawing import Face, Group, Op, Path, Text, Use, rectangle
from nineup.model.paper import paper_size
from nineup.typography.fonts import Fonts
from tinyfont import tiny_font

FONTS = Fonts(Project(STARTER))
A4 = paper_size("a4")
INK = Path(rectangle(Box(0, 0, 180, 252)), fill=(1.0, 0.0, 0.0))
FACES = {name: Face(name, Size(180, 252), 0.0, (INK,)) for name in ("old", "new")}


def move(out: int, put: int, name: str = "Rage", owners: tuple[str, ...] = ("",)) -> PullStep:
    redrawn = bool(out and put)
    return PullStep(
        "deck", "rage", name, owners, out, put, redrawn, "old" if out else "", "new" if put else ""
    )


def drawn(*moves: PullStep, faces: dict[str, Face] = FACES) -> tuple[tuple[Op, ...], ...]:
    return tuple(page.ops for page in pull_pages("Tiny: pull list", "since v1", moves, faces, A4, FONTS))


def pictures(ops: tuple[Op, ...]) -> dict[str, float]:
    """Where the left edge of each picture is, by the name of its form."""
    groups = (op for op in ops if isinstance(op, Group) and isinstance(op.ops[0], Use))
    return {group.ops[0].form.name.removeprefix("small "): group.matrix.e for group in groups}


def texts(ops: tuple[Op, ...]) -> Iterator[tuple[Text, str]]:
    for op in ops:
        if isinstance(op, Text):
            yield op, "".join(piece.text for run in op.runs for piece in run.pieces)


def test_old_faces_are_left_of_new_ones_and_keep_their_column() -> None:
    (both,) = drawn(move(2, 2))
    places = pictures(both)
    assert places["old"] < places["new"]
    assert pictures(drawn(move(2, 0))[0]) == {"old": places["old"]}
    assert pictures(drawn(move(0, 2))[0]) == {"new": places["new"]}


def test_a_missing_face_is_a_crossed_outline() -> None:
    (whole,), (crossed,) = drawn(move(2, 2)), drawn(move(2, 2), faces={"new": FACES["new"]})
    assert set(pictures(crossed)) == {"new"}
    lines = [op for op in crossed if isinstance(op, Path) and len(op.segments) == 2]
    assert len(lines) == len([op for op in whole if isinstance(op, Path) and len(op.segments) == 2]) + 2


def test_amounts_are_totals_and_per_owner() -> None:
    (ops,) = drawn(move(2, 3, owners=("sun", "moon")))
    lines = [words for _, words in texts(ops)]
    assert lines[2:] == [
        "out",
        "in",
        "Rage",
        "take out 4 × old",
        "put in 6 × new",
        "sun, moon: 2 out, 3 in each",
        "deck/rage",
    ]


@pytest.mark.parametrize("name", ["Rage", "The Interminable Correspondence of a Lighthouse Keeper"])
def test_a_name_stays_in_its_row(name: str) -> None:
    (ops,) = drawn(move(2, 2, name, ("sun", "moon")), move(1, 0, "Second"))
    lines = [op for op, _ in texts(ops)]
    second = next(index for index, (_, words) in enumerate(texts(ops)) if words == "Second")
    assert max(line.y for line in lines[:second]) < lines[second].y - NAME.size
    wide = {
        words: op.x + sum(p.width for r in op.runs for p in r.pieces) * op.size / 1000
        for op, words in texts(ops)
    }
    assert max(wide.values()) < A4.width / 2 + 10


def test_many_moves_take_several_pages() -> None:
    pages = drawn(*[move(1, 1) for _ in range(45)])
    assert [sum(words == "Rage" for _, words in texts(ops)) for ops in pages] == [20, 20, 5]
    assert "page 2 of 3" in next(words for _, words in list(texts(pages[1]))[1:])


def test_names_in_letters_that_our_font_lacks_are_in_a_font_of_the_project(tmp_path: Folder) -> None:
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / "Tiny-Regular.ttf").write_bytes(tiny_font("אבג "))
    fonts = Fonts(Project(tmp_path))
    (page,) = pull_pages("אב: pull list", "since v1", [move(1, 0, "גב")], {}, A4, fonts)
    lines = {words: line for line, words in texts(page.ops)}
    assert [run.font.split("-")[0] for run in lines["אב: pull list"].runs] == ["Tiny", "SourceSans3"]
    assert lines["גב"].x == lines["take out 1"].x  # its words begin at the left, as all do
