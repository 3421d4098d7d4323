"""`n:foil` in layouts: a shine on screens, an area of its ink on a press, a plate for print services."""

from pathlib import Path as FilePath

import pytest
from engines import face, laid, places
from nineup.model.drawing import Cmyk, Face, Group, InkColour, Linear, Op, Path, Spot, Text, Use
from nineup.model.extent import ink
from nineup.model.foils import Plates, foil_names, foil_plate

GOLD = Spot("Gold", Cmyk(0, 0.2, 0.6, 0.3))
FRAME = """<g n:foil="{}">
  <rect x="10" y="10" width="80" height="40" fill="#c9a14a" stroke="#000" stroke-width="2"/>
  <text x="20" y="80" font-family="Source Sans 3" font-size="10">ab</text>
</g>
<rect x="30" y="20" width="20" height="20" fill="#00f"/>"""


def drawn(folder: FilePath, name: str) -> Face:
    made, findings = face(folder, FRAME.format(name))
    assert not findings, findings
    assert made is not None
    return made


def flat(ops: tuple[Op, ...]) -> list[Op]:
    inner = [
        flat(op.ops) if isinstance(op, Group) else flat(op.form.ops) if hasattr(op, "form") else [op]
        for op in ops
    ]
    return [op for each in inner for op in each]


def test_a_foil_shines_across_shapes_lines_and_letters(tmp_path: FilePath) -> None:
    area, line, letters, words, other = flat(drawn(tmp_path, "gold").ops)
    shines = []
    for op in (area, line, letters):
        assert isinstance(op, Path)
        assert isinstance(op.fill, Linear)
        assert op.stroke is None, "some viewers don't draw lines with gradients"
        shines.append(op.fill)
    assert shines[0] == shines[1] == shines[2], "one shine across the whole group"
    assert isinstance(words, Text)
    assert words.opacity == 0
    assert isinstance(other, Path)
    assert other.fill == (0.0, 0.0, 1.0)
    around = ink((line,))
    assert around is not None
    assert tuple(around) == pytest.approx((9, 9, 82, 42), abs=0.01)


@pytest.mark.parametrize("name", ["gold", "gloss"])
def test_a_press_gets_an_opaque_area_of_one_ink(tmp_path: FilePath, name: str) -> None:
    shown = drawn(tmp_path, name)
    paths = [op for op in flat(Plates().face(shown).ops) if isinstance(op, Path)]
    inks = [op.fill.ink if isinstance(op.fill, InkColour) else None for op in paths]
    if name == "gold":
        assert inks == [GOLD, GOLD, GOLD, None]
    else:
        assert [each and each.name for each in inks] == ["Varnish", "Varnish", "Varnish", None]
        assert all(each is None or each.overprint for each in inks)
    assert {op.opacity for op in paths} == {1.0}


def test_what_has_no_foil_stays_the_same_object(tmp_path: FilePath) -> None:
    made, _ = face(tmp_path, '<rect x="30" y="20" width="20" height="20" fill="#00f"/>')
    assert made is not None
    assert Plates().face(made) is made


def test_faces_share_the_form_with_their_foil(tmp_path: FilePath) -> None:
    shown, plates = drawn(tmp_path, "gold"), Plates()
    one, two = (plates.face(Face(name, shown.size, 0.0, ops=shown.ops)) for name in ("one", "two"))
    assert isinstance(one.ops[0], Use)
    assert isinstance(two.ops[0], Use)
    assert one.ops[0].form is two.ops[0].form


def test_a_plate_shows_where_the_foil_is_and_nothing_covers_it(tmp_path: FilePath) -> None:
    shown = drawn(tmp_path, "gold")
    assert set(foil_names(shown.ops)) == {"Gold"}
    area, line, letters, _, other = flat(foil_plate(shown, "Gold").ops)
    black, white = (0.0, 0.0, 0.0), (1.0, 1.0, 1.0)
    assert [op.fill for op in (area, line, letters, other) if isinstance(op, Path)] == [
        black,
        black,
        black,
        white,
    ]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ('<g n:foil="ink"><path d="M0 0h5v5z"/></g>', "binding-value"),
        ('<g n:foil="silver"><path d="M0 0h5v5z"/></g>', "binding-value"),
        ('<g n:foil="{{ word }}"><path d="M0 0h5v5z"/></g>', "binding-misplaced"),
        ('<image n:foil="gold" href="a.png" width="9" height="9"/>', "binding-misplaced"),
        ('<rect n:foil="gold" width="9" height="9" n:text="{{ word }}" class="rules"/>', "binding-misplaced"),
        ('<g n:foil="gold"><text y="9" class="rules" n:text="{{ word }}"/></g>', "svg-unsupported"),
    ],
)
def test_a_foil_that_cant_be_is_reported_at_its_binding(tmp_path: FilePath, body: str, code: str) -> None:
    _, _, findings = laid(tmp_path, body)
    column = body.index('n:foil="') + len('n:foil="') + 1
    assert (code, "layouts/toy/card.svg", 2, column) in places(findings)
