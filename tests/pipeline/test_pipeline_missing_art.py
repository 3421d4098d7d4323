"""Prototypes without art: a placeholder with the file's name takes its place, as one warning; final prints and
exports for printers refuse it.
"""

from pathlib import Path

import pytest
from click.testing import CliRunner
from nineup.base.diagnostics import Diagnostic, Findings, Status
from nineup.base.geometry import Box
from nineup.base.project import Project
from nineup.cli import nineup as command
from nineup.layout.placeholder import placeholder
from nineup.model.drawing import Path as Drawn
from nineup.model.drawing import Text
from nineup.pipeline import PrintOptions, RunChoice, build, check, draw
from nineup.typography.fonts import Fonts
from nineup.typography.text import Setting, StyleSheet
from nineup_export import EXPORTS, ExportRequest, export, target_named
from PIL import Image
from tiny import CARD, SVG, write_tiny

CARDS = """\
fields:
  suit: {one-of: suit}
  name: text
  text: rich
  art: text
cards:
  - {id: one, suit: ruby, name: One, text: Take 1., art: art/one.png}
  - {id: two, suit: ruby, name: Two, text: Take 2., art: art/two.svg}
  - {id: three, suit: ruby, name: Three, text: Take 3., art: art/one.png}
"""
FRAME = '  <rect x="7" y="52" width="49.5" height="26" fill="none" n:image="{{ card.art }}" n:fit="cover"/>\n'
PLAIN = '  <image x="46" y="5" width="12" height="12" href="badge.png"/>\n'
BOUND = '  <image x="5" y="5" width="10" height="5" href="badge.png" n:href="art/{{ card.id }}-small.png"/>\n'


def project(root: Path, drawn: str = FRAME) -> Path:
    card = CARD.replace('height="44"', 'height="18"')
    card = card.replace("</svg>", f"{drawn}</svg>")
    return write_tiny(root, cards=CARDS, card=card)


def built(root: Path, **options: bool) -> tuple[Status, list[Diagnostic]]:
    findings = Findings()
    result = build(Project(root), "tiny", RunChoice(), PrintOptions(**options), findings, lambda *_: None)
    return result.status, list(findings)


def test_a_build_prints_placeholders_and_one_warning_lists_the_files(tmp_path: Path) -> None:
    status, findings = built(project(tmp_path, FRAME + PLAIN + BOUND))
    (finding,) = findings
    assert (status, finding.code, finding.severity) == (Status.DONE, "art-missing", "warning")
    for name in ("art/one.png", "art/two.svg", "badge.png", "art/one-small.png", "art/three-small.png"):
        assert finding.message.count(f"`{name}`") == 1
    assert finding.message.startswith("6 files of art aren't there yet, and placeholders take their places: ")
    assert finding.hint == "`--final` refuses to print without them"


def test_the_warning_is_at_the_card_that_names_the_file(tmp_path: Path) -> None:
    _, (finding,) = built(project(tmp_path))
    assert finding.span is not None
    assert finding.span[:3] == ("cards/tiny/cards.yaml", 7, 58)


def test_a_final_build_refuses_and_writes_nothing(tmp_path: Path) -> None:
    status, (finding,) = built(project(tmp_path), final=True)
    assert (status, finding.severity) == (Status.GAME_ERROR, "error")
    assert finding.message == "2 files of art aren't there yet: `art/one.png`, `art/two.svg`"
    assert not (tmp_path / "output").exists()
    status = built(tmp_path, final=True, allow_errors=True)[0]
    assert status is Status.DONE
    assert (tmp_path / "output").exists()


def test_check_says_the_same_as_a_build(tmp_path: Path) -> None:
    root = project(tmp_path)
    check(Project(root), "tiny", findings := Findings())
    found = [finding for finding in findings if finding.code == "art-missing"]
    assert [(each.severity, each.message) for each in found] == [
        (each.severity, each.message) for each in built(root)[1]
    ]


def test_a_misspelled_file_is_guessed_and_a_wrong_folder_said(tmp_path: Path) -> None:
    root = project(tmp_path)
    (root / "layouts/tiny/art").mkdir()
    for name in ("one", "tow"):
        Image.new("RGB", (9, 9)).save(root / f"layouts/tiny/art/{name}.png")
    (root / "cards/tiny/cards.yaml").write_text(CARDS.replace("art/two.svg", "art/tw.png"))
    assert built(root)[1][0].hint == "for `art/tw.png`, did you mean `art/tow.png`?"
    (root / "cards/tiny/cards.yaml").write_text(CARDS.replace("art/two.svg", "layouts/tiny/art/tow.png"))
    assert built(root)[1][0].hint.startswith("for `layouts/tiny/art/tow.png`, write `art/tow.png`")


def test_art_that_is_there_and_wrong_is_still_an_error(tmp_path: Path) -> None:
    root = project(tmp_path)
    (root / "layouts/tiny/art").mkdir()
    (root / "layouts/tiny/art/one.png").write_bytes(b"no picture")
    status, findings = built(root)
    assert status is Status.GAME_ERROR
    assert {(f.code, f.severity) for f in findings} == {
        ("picture-broken", "error"),
        ("art-missing", "warning"),
    }
    assert built(project(tmp_path / "b", PLAIN.replace('height="12"', "")))[0] is Status.GAME_ERROR
    outside = FRAME.replace("{{ card.art }}", "../../../{{ card.art }}")
    assert built(project(tmp_path / "c", outside))[1][0].code == "svg-reference"


def test_a_drawing_that_shows_a_lost_picture_is_wrong(tmp_path: Path) -> None:
    root = project(tmp_path)
    (root / "layouts/tiny/art").mkdir()
    lost = SVG.format(w=10, h=10) + '<image width="4" height="4" href="lost.png"/></svg>'
    (root / "layouts/tiny/art/two.svg").write_text(lost)
    status, findings = built(root)
    assert status is Status.GAME_ERROR
    assert ("svg-reference", "layouts/tiny/art/two.svg") in {
        (f.code, f.span and f.span.file) for f in findings
    }


@pytest.mark.parametrize(
    "target", [each for each in EXPORTS if each.takes != "lists"], ids=lambda each: each.name
)
def test_exports_for_printers_refuse_and_the_others_have_placeholders(tmp_path: Path, target: object) -> None:
    root = project(tmp_path)
    found = target_named(target.name)  # type: ignore[attr-defined]
    assert found is not None
    findings = Findings()
    request = ExportRequest(found, found.defaults())
    made = export(Project(root), "tiny", request, findings, lambda *_: None)
    (missing,) = [finding for finding in findings if finding.code == "art-missing"]
    for_printers = ("game-crafter", "make-playing-cards", "drivethru-cards", "pdf-x-1a", "pdf-x-4")
    if found.name in for_printers:
        assert (missing.severity, made.status, made.files) == ("error", Status.GAME_ERROR, ())
    else:
        assert missing.severity == "warning"
        assert made.files


def test_a_picture_shows_the_frame_until_the_file_is_there(tmp_path: Path) -> None:
    root = project(tmp_path)
    run = ["--project", str(root), "pictures", "tiny", "--card", "one", "--dpi", "100"]
    assert CliRunner().invoke(command, run).exit_code == 0
    (file,) = root.glob("output/tiny/*/pictures/deck/sun/one.png")
    ground = Image.open(file).convert("RGB").getpixel((60, 220))
    assert ground == (237, 237, 237)
    final = CliRunner().invoke(command, [*run, "--final"])
    assert final.exit_code == 1
    assert "[art-missing]" in final.output
    (root / "layouts/tiny/art").mkdir()
    Image.new("RGB", (400, 200), (10, 120, 30)).save(root / "layouts/tiny/art/one.png")
    assert CliRunner().invoke(command, [*run, "--final"]).exit_code == 0
    assert Image.open(file).convert("RGB").getpixel((60, 220)) == (10, 120, 30)


def test_several_processes_say_it_once(tmp_path: Path) -> None:
    root = project(tmp_path)
    many = "".join(
        f"  - {{id: c{n}, suit: ruby, name: C, text: T, art: art/c{n}.png}}\n" for n in range(1200)
    )
    (root / "cards/tiny/cards.yaml").write_text(CARDS.partition("  - ")[0] + many)
    findings = Findings()
    drawn = draw(Project(root), "tiny", RunChoice(), PrintOptions(), findings, lambda *_: None)
    (finding,) = findings
    assert finding.message.startswith("1,200 files of art aren't there yet")
    assert finding.message.endswith("`art/c39.png` and 1160 more")
    assert drawn is not None


def test_a_name_is_shrunk_then_loses_its_folder_then_is_left_out() -> None:
    setting = Setting(Fonts(Project(Path())), StyleSheet({}, {}), {})

    def letters(width: float, height: float) -> list[Drawn]:
        ops = placeholder(Box(0, 0, width, height), "art/cards/dragon.png", setting)
        assert not any(isinstance(op, Text) for op in ops)
        return [op for op in ops if isinstance(op, Drawn)][4:]

    whole, smaller, name, none = letters(200, 100), letters(60, 12), letters(40, 9), letters(8, 8)
    assert len(whole[0].segments) > len(name[0].segments) > 0
    assert smaller
    assert none == []
