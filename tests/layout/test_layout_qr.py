"""`n:qr`: what is printed can be scanned, and what can't is reported at its place."""

import io
from pathlib import Path

import pypdfium2
import pytest
import zxingcpp
from command import run_command
from nineup.base.diagnostics import Diagnostic
from nineup.base.geometry import IDENTITY
from nineup.base.project import Project
from nineup.faces.surface import area
from nineup.layout.qr_code import CodeError, qr_code
from nineup.model.drawing import Path as Outline
from nineup.pipeline import check_games
from nineup.pipeline.proof.checking import Narrowing
from PIL import Image
from tiny import CARDS, write_tiny

LINK = "https://example.org/cards/first-light"
RULES = ("qr-size", "qr-contrast", "qr-quiet-zone")


def card(drawn: str) -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:n="nineup" width="63.5mm" height="88.9mm"\n'
        f'     viewBox="0 0 63.5 88.9">\n  {drawn}\n</svg>\n'
    )


def frame(more: str = 'fill="#ffffff"', text: str = LINK, size: float = 24) -> str:
    return f'<rect x="10" y="10" width="{size}" height="{size}" {more} n:qr="{text}"/>'


def found(root: Path, drawn: str) -> list[Diagnostic]:
    write_tiny(root, card=card(drawn))
    (checked,) = check_games(Project(root), ("tiny",), Narrowing(players=(2,), rules=RULES))
    return list(checked.findings)


def scanned(picture: bytes) -> list[str]:
    image = Image.open(io.BytesIO(picture)).convert("L")
    return [code.text for code in zxingcpp.read_barcodes(image)]


@pytest.mark.parametrize("more", ["", "--ink=low", "--grey"])
def test_a_printed_code_is_read_by_a_scanner(tmp_path: Path, more: str) -> None:
    write_tiny(tmp_path, card=card(frame('fill="#ffffff" color="#20305a"', text="{{ card.name }} ü 日本")))
    words = more.split()
    result = run_command(tmp_path, "build", "tiny", "--players", "2", *words)
    assert result.returncode == 0, result.output
    (sheets,) = (tmp_path / "output").rglob("cards-a4.pdf")
    page = pypdfium2.PdfDocument(sheets)[0].render(scale=4).to_pil()
    out = io.BytesIO()
    page.save(out, "PNG")
    assert set(scanned(out.getvalue())) == {"First Light ü 日本", "Second Wind ü 日本"}


@pytest.mark.parametrize("text", ["A", LINK, "long " * 300, "0123456789" * 40, "ÄÖÜ"])
def test_the_outline_has_the_modules_of_the_code(text: str) -> None:
    form = qr_code(text, (0.0, 0.0, 0.0))
    (path,) = form.ops
    assert isinstance(path, Outline)
    side = int(form.size.width)
    for even_odd in (False, True):
        inside = area(path.segments, IDENTITY, even_odd).holds
        picture = Image.new("L", (side, side))
        picture.putdata([255 * (not inside(at % side + 0.5, at // side + 0.5)) for at in range(side * side)])
        out = io.BytesIO()
        picture.resize((8 * side, 8 * side), Image.Resampling.NEAREST).save(out, "PNG")
        assert scanned(out.getvalue()) == [text]
    assert len(path.segments) < side * side


def test_a_text_that_is_too_long_is_reported_at_its_place(tmp_path: Path) -> None:
    with pytest.raises(CodeError):
        qr_code("x" * 3000, (0.0, 0.0, 0.0))
    long = CARDS.replace("name: First Light", f"name: {'x' * 3300}")
    write_tiny(tmp_path, cards=long, card=card(frame(text="{{ card.name }}")))
    (checked,) = check_games(Project(tmp_path), ("tiny",), Narrowing(players=(2,), rules=RULES))
    first = next(iter(checked.findings))
    assert (first.code, first.severity) == ("qr-text", "error")
    assert "3300 bytes" in first.message
    assert first.span is not None
    assert first.span.file == "cards/tiny/cards.yaml"


@pytest.mark.parametrize("holder", ['circle cx="9" cy="9" r="9"', 'path d="M0 0H9V9Z"', "text"])
def test_a_code_needs_a_rectangle(tmp_path: Path, holder: str) -> None:
    (finding, *_) = found(tmp_path, f'<{holder} n:qr="A"/>')
    assert finding.code == "binding-misplaced"
    assert finding.message == f"`n:qr` can't be put on `{holder.split()[0]}`"


@pytest.mark.parametrize(
    ("drawn", "code", "says"),
    [
        (frame(size=12), "qr-size", "are 0.32 mm wide, less than 0.4 mm"),
        (frame('fill="#888888" color="#444444"'), "qr-contrast", "#444444 on #888888, has a contrast of 2.75"),
        (frame('fill="#000000" color="#ffffff"'), "qr-contrast", "lighter than its ground"),
        ('<image href="p.png" width="63.5" height="88.9"/>' + frame('fill="none"'), "qr-contrast", "a picture"),
        (frame() + '<circle cx="22" cy="22" r="5" fill="#fff"/>', "qr-contrast", "drawn over"),
        (frame() + '<path d="M9 11H40" stroke="#000" stroke-width="1"/>', "qr-quiet-zone", "something is in"),
        (frame() + '<rect x="10" y="10" width="24" height="1.5" fill="#333"/>', "qr-quiet-zone", "something is"),
        ('<rect x="32" width="40" height="80" fill="#333"/>' + frame("", size=24), "qr-quiet-zone", "something"),
        ('<rect x="50" y="10" width="24" height="24" n:qr="A"/>', "qr-quiet-zone", "10.5 mm beyond the cut"),
        (
            frame() + '<text x="8" y="11.5" class="title" n:text="{{ card.name }}"/>',
            "qr-quiet-zone",
            "something is in",
        ),
    ],
)  # fmt: skip
def test_what_scanners_cannot_read_is_reported(tmp_path: Path, drawn: str, code: str, says: str) -> None:
    (tmp_path / "layouts/tiny").mkdir(parents=True)
    Image.new("RGB", (900, 1200), (200, 200, 200)).save(tmp_path / "layouts/tiny/p.png")
    findings = found(tmp_path, drawn)
    assert [each.code for each in findings] == [code], findings
    assert says in findings[0].message
    assert findings[0].severity == "warning"
    assert findings[0].span is not None
    assert (findings[0].span.file, findings[0].span.line) == ("layouts/tiny/card.svg", 3)
    assert findings[0].hint


@pytest.mark.parametrize(
    "drawn",
    [
        frame(),
        frame('fill="none"'),
        frame('fill="#ffffff" stroke="#000000" stroke-width="0.2"'),
        f'<rect width="63.5" height="88.9" fill="#000"/>{frame()}',
        f'<image href="p.png" width="63.5" height="88.9"/>{frame()}',
        f'<path d="M0 20H60" stroke="#000" stroke-width="2"/>{frame()}',
        f'<g transform="rotate(20 22 22)">{frame()}</g>',
        frame(text=""),
    ],
)
def test_what_scanners_can_read_is_silent(tmp_path: Path, drawn: str) -> None:
    (tmp_path / "layouts/tiny").mkdir(parents=True)
    Image.new("RGB", (900, 1200), (200, 200, 200)).save(tmp_path / "layouts/tiny/p.png")
    assert found(tmp_path, drawn) == []
