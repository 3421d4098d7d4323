"""Text along a path: how it is drawn, for all cards and for each, and that it reads as words in the PDF."""

import math
from pathlib import Path

import pypdfium2
import pytest
from engines import face, laid
from nineup.model.drawing import Face, Group, Op, Use
from nineup.write import face_pdf

from tests.layout.test_layout_bindings import drawn, dump
from tests.svg.test_svg_static import still

SANS = 'font-family="Source Sans 3" font-size="10"'
LINE = '<defs><path id="p" d="M10 50H90"/></defs>'
ARC = '<defs><path id="p" d="M10 50A40 40 0 0 1 90 50"/></defs>'


def test_golden_of_static_text(tmp_path: Path) -> None:
    body = f'{LINE}<text {SANS} fill="#f00"><textPath href="#p" startOffset="25%">Hi <tspan dy="-2" fill="#00f">x</tspan></textPath></text>'
    (whole,) = still(tmp_path, body)
    assert isinstance(whole, Group)
    assert whole.says == "Hi x"
    assert dump((whole,)) == [
        "group 1 0 0 1 0 0 1",
        "  group 1 0 0 1 33.26 50 1",
        "    text -3,0 10pt #ff0000 H",
        "  group 1 0 0 1 37.75 50 1",
        "    text -1,0 10pt #ff0000 i",
        "  group 1 0 0 1 43.21 50 1",
        "    text -2,-2 10pt #0000ff x",
    ]


def spots(ops: tuple[Op, ...]) -> list[tuple[float, float]]:
    """The places of the letters of bent text."""
    (whole,) = ops
    if isinstance(whole, Use):
        (whole,) = whole.form.ops
    assert isinstance(whole, Group)
    matrix, letters = whole.matrix, whole.ops
    if not whole.says:
        (inner,) = letters
        assert isinstance(inner, Group)
        letters = inner.ops
    return [matrix.apply(op.matrix.e, op.matrix.f) for op in letters if isinstance(op, Group)]


@pytest.mark.parametrize(
    ("path", "first"),
    [
        ('<path id="p" d="M10 50H90" transform="translate(5 8)"/>', (17.7, 58)),
        ('<path id="p" d="M10 50H90" style="transform:translate(5px, 8px)"/>', (17.7, 58)),
        (
            '<style>path { transform: translate(5px, 8px) }</style><path id="p" d="M10 50H90" transform="scale(9)"/>',
            (17.7, 58),
        ),
        (
            '<path id="p" d="M10 50H90" transform="rotate(180)" style="transform-origin: 52px 54px"/>',
            (91.3, 58),
        ),
    ],
)
@pytest.mark.parametrize("text", [f"<text {SANS}>", f'<text {SANS} n:text="nnnn">'])
def test_a_path_is_where_its_own_transform_puts_it(
    text: str, path: str, first: tuple[float, float], tmp_path: Path
) -> None:
    made, findings = face(tmp_path, f'<defs>{path}</defs>{text}<textPath href="#p">nnnn</textPath></text>')
    assert findings == []
    assert made
    assert spots(made.ops)[0] == pytest.approx(first, abs=0.1)


@pytest.mark.parametrize(
    ("anchor", "offset", "first", "last"),
    [("start", "0", 10, 30), ("middle", "50%", 41, 59), ("end", "80", 70, 90), ("middle", "20", 21, 39)],
)
def test_text_is_anchored_at_its_offset(
    anchor: str, offset: str, first: float, last: float, tmp_path: Path
) -> None:
    for body in (
        f'{LINE}<text {SANS} text-anchor="{anchor}"><textPath href="#p" startOffset="{offset}">nnnn</textPath></text>',
        f'{LINE}<text {SANS} n:text="nnnn"><textPath href="#p" startOffset="{offset}" text-anchor="{anchor}"/></text>',
    ):
        made, findings = face(tmp_path, body)
        assert findings == []
        assert made
        ops = made.ops
        xs = [x for x, _ in spots(ops)]
        assert first <= xs[0] <= first + 4
        assert last - 4 <= xs[-1] <= last
        assert len(xs) == 4


def test_a_bound_line_follows_the_path_and_is_shrunk_to_it(tmp_path: Path) -> None:
    body = (
        ARC
        + '<text class="title" n:text="{{ word }}"><textPath href="#p" startOffset="50%" text-anchor="middle">x</textPath></text>'
    )
    made, findings = face(tmp_path, body, {"word": "Anticipation, at last"})
    assert findings == []
    assert made
    for x, y in spots(made.ops):
        assert math.hypot(x - 50, y - 50) == pytest.approx(40, abs=0.05)
    sizes = {line.split()[2] for line in dump(made.ops) if line.strip().startswith("text")}
    assert sizes == {"12pt"}
    made, findings = face(tmp_path, body, {"word": "Anticipation, at long last"})
    assert findings == []
    assert made
    sizes = {line.split()[2] for line in dump(made.ops) if line.strip().startswith("text")}
    (size,) = sizes
    assert 10 <= float(size.removesuffix("pt")) < 12


def test_a_width_may_leave_less_than_the_path(tmp_path: Path) -> None:
    body = (
        ARC
        + '<text class="title" n:text="Anticipation" n:width="20mm" n:fit="{}"><textPath href="#p"/></text>'
    )
    (shrunk,) = {line.split()[2] for line in drawn(tmp_path, body.format("shrink")) if "text" in line}
    assert float(shrunk.removesuffix("pt")) < 12
    _, findings = face(tmp_path, body.format("none"))
    assert [finding.code for finding in findings] == ["text-overflow"]


def test_style_and_fill_of_the_path_s_text_hold(tmp_path: Path) -> None:
    body = LINE + '<text class="rules" n:text="n"><textPath href="#p" fill="#0f0"/></text>'
    assert "text -2,0 9pt #00ff00 n" in drawn(tmp_path, body)[2]
    body = LINE + f'<text {SANS} fill="#00f" n:text="n"><textPath href="#p" font-size="30"/></text>'
    assert "text -3,0 10pt #0000ff n" in drawn(tmp_path, body)[2]


def test_symbols_follow_the_path_too(tmp_path: Path) -> None:
    body = LINE + '<text class="rules" n:text="1 {red}"><textPath href="#p"/></text>'
    layout, layouts, findings = laid(tmp_path, body)
    assert layout
    made = layouts.face(layout, "a", {}, findings)
    assert made
    assert findings == []
    use = next(line for line in dump(made.ops) if "use" in line)
    assert use.split()[1] == "red.svg"
    (whole,) = made.ops
    assert isinstance(whole, Group)
    assert whole.says == "1 Red"


def test_turned_text_is_turned_as_a_whole(tmp_path: Path) -> None:
    body = (
        LINE
        + '<g transform="rotate(90 50 50)"><text class="rules" n:text="{{ word }}"><textPath href="#p"/></text></g>'
    )
    made, _ = face(tmp_path, body, {"word": "n"})
    assert made
    ((x, y),) = spots(made.ops)
    assert (x, round(y)) == (pytest.approx(50), 12)
    still_ = still(
        tmp_path,
        f'{LINE}<g transform="rotate(90 50 50)"><text {SANS}><textPath href="#p">n</textPath></text></g>',
    )
    assert spots(still_) == [(pytest.approx(50), pytest.approx(12.7, abs=0.5))]


def test_the_path_s_own_transform_and_length_count(tmp_path: Path) -> None:
    way = '<defs><path id="p" d="M0 0H40" transform="translate(10 50) scale(2)" pathLength="100"/></defs>'
    assert spots(
        still(tmp_path, f'{way}<text {SANS}><textPath href="#p" startOffset="50">n</textPath></text>')
    ) == [(pytest.approx(52.7, abs=0.5), 50)]


def test_the_frame_of_a_line_along_a_path_contains_it(tmp_path: Path) -> None:
    layout, _, _ = laid(tmp_path, ARC + '<text class="title" n:text="{{ a }}"><textPath href="#p"/></text>')
    assert layout
    (frame,) = layout.frames
    assert frame.name == "title"
    assert frame.box == pytest.approx((-2, -2, 104, 52), abs=0.5)


@pytest.mark.parametrize("turn", [0, 45, 135, 180, 270])
def test_words_read_whole_in_the_pdf(turn: int, tmp_path: Path) -> None:
    body = (
        f'{ARC}<g transform="rotate({turn} 50 50)"><text class="title" n:text="{{{{ word }}}}">'
        '<textPath href="#p" startOffset="50%" text-anchor="middle"/></text></g>'
        f'<text x="30" y="50" {SANS}>hub</text>'
    )
    layout, layouts, findings = laid(tmp_path, body)
    assert layout
    made = layouts.face(layout, "a", {"word": "AVATAR of waffles"}, findings)
    assert isinstance(made, Face)
    page = pypdfium2.PdfDocument(face_pdf([made], layouts.fonts))[0]
    assert sorted(page.get_textpage().get_text_range().split("\r\n")) == ["AVATAR of waffles", "hub"]
