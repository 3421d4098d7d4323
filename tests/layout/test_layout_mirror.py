"""Layouts that are reflected for languages from right to left."""

from pathlib import Path

import msgspec
import pytest
from engines import HERE, STYLES, game, write
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.layout import LayoutEngine
from nineup.model.drawing import Face, Group, Op, Shaped, Text, Use
from nineup.model.drawing import Path as Outline
from nineup.model.extent import bounds, text_width
from nineup.typography.fonts import Fonts
from nineup.typography.text.scripts import runs_from_right
from tinyfont import tiny_font

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:n="nineup" width="100pt" height="50pt" viewBox="0 0 100 50"{}>'
RED = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0h10v10z" fill="#f00"/></svg>'
MIRROR = ' n:mirror="right-to-left"'


def made(folder: Path, body: str, language: str = "he", root: str = MIRROR) -> tuple[Face | None, Findings]:
    write(folder, {"toy/card.svg": f"{HEAD.format(root)}\n{body}\n</svg>", "toy/red.svg": RED})
    findings = Findings()
    project = Project(folder)
    toy = msgspec.structs.replace(game(red="red.svg"), language=language)
    layouts = LayoutEngine(project, toy, Fonts(project, language), STYLES, findings)
    layout = layouts.layout("card.svg", HERE)
    found = layouts.face(layout, "deck/one, front", {"gems": ["red", "red"]}, findings) if layout else None
    return found, findings


def flat(ops: tuple[Op, ...]) -> list[Op]:
    found: list[Op] = []
    for op in ops:
        found += flat(op.form.ops) if isinstance(op, Use) and not op.form.name.endswith("red.svg") else [op]
    return found


def drawn(folder: Path, body: str, language: str = "he", root: str = MIRROR) -> list[Op]:
    face, findings = made(folder, body, language, root)
    assert list(findings) == []
    assert face
    return flat(face.ops)


@pytest.mark.parametrize(("language", "first"), [("he", 80), ("pa-Arab", 80), ("en", 0), ("", 0)])
def test_shapes_change_sides_in_languages_from_right_to_left(
    language: str, first: float, tmp_path: Path
) -> None:
    (op,) = drawn(tmp_path, '<path d="M0 0H20L5 10Z" fill="#f00"/>', language)
    assert isinstance(op, Outline)
    assert bounds((op,)).x == first
    assert (95.0, 10.0) in [tuple(each[1:]) for each in op.segments] or language in ("en", "")


def test_a_layout_without_it_stays_as_it_is(tmp_path: Path) -> None:
    (op,) = drawn(tmp_path, '<path d="M0 0H20L5 10Z" fill="#f00"/>', root="")
    assert bounds((op,)).x == 0


def test_texts_stay_readable(tmp_path: Path) -> None:
    body = (
        '<rect x="10" y="0" width="30" height="20" fill="none" class="rules" n:text="Frame"/>'
        '<text x="10" y="30" class="rules" n:text="Line"/>'
        '<text x="40" y="40" font-family="Source Sans 3" font-size="9">Still</text>'
    )
    frame, line, still = drawn(tmp_path, body)
    assert isinstance(frame, Text)
    assert isinstance(line, Text)
    assert isinstance(still, Text)
    assert frame.x == 60  # The frame is from 60 to 90; its paragraph starts where its own letters do.
    assert line.x + text_width(line) == pytest.approx(90, abs=0.1)
    assert still.x == pytest.approx(60 - text_width(still), abs=1)


def test_symbols_and_pictures_are_not_reflected(tmp_path: Path) -> None:
    body = (
        '<rect x="10" y="0" width="10" height="10" fill="none" n:symbol="red"/>'
        '<image x="10" y="20" width="10" height="10" href="red.svg"/>'
    )
    for op in drawn(tmp_path, body):
        assert isinstance(op, Use)
        assert op.matrix.a == op.matrix.d > 0
        assert op.matrix.e == pytest.approx(80)


def test_rows_go_to_the_left(tmp_path: Path) -> None:
    body = '<rect n:each="gem in gems" n:row="2pt" x="10" y="0" width="10" height="10" fill="none" n:symbol="{{ gem }}"/>'
    assert [round(op.matrix.e, 3) for op in drawn(tmp_path, body) if isinstance(op, Use)] == [80, 68]


def test_what_is_never_mirrored_changes_sides_as_it_is(tmp_path: Path) -> None:
    body = '<g n:mirror="never" transform="translate(5 0)"><path d="M0 0H20L5 10Z" fill="#f00"/></g>'
    (op,) = drawn(tmp_path, body)
    assert isinstance(op, Outline)
    assert [tuple(each[1:]) for each in op.segments][:3] == [(75, 0), (95, 0), (80, 10)]


def test_text_on_a_path_is_read_in_its_direction(tmp_path: Path) -> None:
    path = '<defs><path id="p" d="M10 20H60"/></defs>'
    for text in ("", ' class="rules" n:text="abc"'):
        body = f'{path}<text font-family="Source Sans 3" font-size="9"{text}><textPath href="#p">abc</textPath></text>'
        (whole,) = drawn(tmp_path, body)
        assert isinstance(whole, Group)
        letters = [op for op in whole.ops if isinstance(op, Group)]
        assert [op.matrix.a for op in letters] == [1, 1, 1]
        places = [op.matrix.e for op in letters]
        assert places == sorted(places)
        assert places[0] > 40


@pytest.mark.parametrize(
    ("root", "body", "line"),
    [
        (' n:mirror="yes"', "<g/>", 1),
        (MIRROR, '<g n:mirror="right-to-left"/>', 2),
        (MIRROR, '<g n:mirror="never"><g n:if="1"><text x="1" y="9" n:text="a" class="no"/></g></g>', 2),
    ],
)
def test_other_values_are_mistakes(root: str, body: str, line: int, tmp_path: Path) -> None:
    _, findings = made(tmp_path, body, root=root)
    assert {each.span.line for each in findings if each.span} == {line}


def test_languages_from_right_to_left() -> None:
    found = [
        name
        for name in ("ar", "fa-IR", "uz-Arab", "uz", "ar-Latn", "en", "zh-Hans", "yi")
        if runs_from_right(name)
    ]
    assert found == ["ar", "fa-IR", "uz-Arab", "yi"]


@pytest.mark.parametrize(("language", "first"), [("he", "!"), ("en", "בא")])
def test_the_words_of_a_drawing_run_as_the_language_does(language: str, first: str, tmp_path: Path) -> None:
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / "Tiny-Regular.ttf").write_bytes(tiny_font("אב!"))
    (line,) = drawn(tmp_path, '<text font-family="Tiny" font-size="9" y="9">אב!</text>', language)
    assert isinstance(line, Text)
    (piece, *_) = line.runs[0].pieces
    assert isinstance(piece, Shaped)
    assert "".join(piece.clusters) == first


def test_letters_that_the_font_of_a_drawing_lacks_come_from_its_next_family(tmp_path: Path) -> None:
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / "Tiny-Regular.ttf").write_bytes(tiny_font("אב"))
    body = '<text font-family="{}" font-size="9" y="9">ab אב: c</text>'
    (line,) = drawn(tmp_path, body.format("Nowhere, Source Sans 3, Tiny"), "en")
    assert isinstance(line, Text)
    said = [
        (run.font.split("-")[0], "".join(piece.text for piece in run.pieces))
        for run in line.runs
        if run.pieces
    ]
    assert said == [("SourceSans3", "ab "), ("Tiny", "אב"), ("SourceSans3", ": c")]
    _, findings = made(tmp_path, body.format("Source Sans 3"))
    assert [each.code for each in findings] == ["missing-glyph"]
