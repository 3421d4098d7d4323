"""Missing fonts and what takes their place, in styles and in art."""

from pathlib import Path

import pytest
from nineup import pipeline
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.pipeline import DrawnRun, PrintOptions, RunChoice
from nineup.pipeline.incremental import BuildCache
from tiny import SVG, write_tiny
from tinyfont import tiny_font

LETTERS = "".join(map(chr, range(32, 127)))
GEM = SVG.format(w=10, h=10) + '\n<text x="1" y="5" font-size="3" font-family="Arial">ab</text></svg>\n'
STYLE = """\
palette: {ink: "#222222"}
styles:
  rules: {font: Arial, size: 10pt, min-size: 7.5pt}
  title: {extends: rules, size: 13pt, min-size: 9pt}
"""
PLACES = {"layouts/tiny/style.yaml:3:17", "layouts/tiny/gem.svg:2:46"}


def quiet(*_: object) -> None:
    pass


def project(root: Path, style: str = STYLE) -> Project:
    folder = write_tiny(root)
    (folder / "layouts/tiny/gem.svg").write_text(GEM, encoding="utf-8")
    (folder / "layouts/tiny/style.yaml").write_text(style, encoding="utf-8")
    (folder / "fonts").mkdir(exist_ok=True)
    return Project(folder)


def drawn_with(project: Project, findings: Findings) -> set[str]:
    """The fonts with which a draft is drawn."""
    drawn = pipeline.draw(project, "tiny", RunChoice(), PrintOptions(allow_errors=True), findings, quiet)
    assert isinstance(drawn, DrawnRun)
    return {font.path for font in drawn.engine.fonts._by_key.values()}


def test_a_substitute_is_used_with_a_note(tmp_path: Path) -> None:
    own = project(tmp_path)
    (own.root / "nineup.yaml").write_text("fonts: {substitute: {Arial: Source Sans 3}}\n", encoding="utf-8")
    fonts = drawn_with(own, findings := Findings())
    assert not findings.failed
    assert fonts >= {"fonts/source-sans-3/SourceSans3-Regular.ttf"}
    notes = [each for each in findings if each.code == "font-substitute"]
    assert {each.message for each in notes} == {"`Arial` is set in `Source Sans 3`, as nineup.yaml says"}
    assert {each.span and each.span.place for each in notes} == PLACES


def test_a_family_with_letters_as_wide_does_for_drafts(tmp_path: Path) -> None:
    own = project(tmp_path)
    file = own.root / "fonts" / "liberation.ttf"
    file.write_bytes(tiny_font(LETTERS, names={"familyName": "Liberation Sans", "styleName": "Regular"}))
    fonts = drawn_with(own, findings := Findings())
    assert fonts == {"fonts/liberation.ttf"}
    errors = [each for each in findings if each.message == "there is no font `Arial` in `fonts/`"]
    assert {each.span and each.span.place for each in errors} == PLACES
    assert {each.hint for each in errors} == {
        "drafts are set in `Liberation Sans`, whose letters are as wide; to print with it, write "
        "`fonts: {substitute: {Arial: Liberation Sans}}` in nineup.yaml"
    }


@pytest.mark.parametrize(
    ("settings", "hint"),
    [
        ("", 'the letters of `Liberation Sans` are as wide: `nineup fonts add "Liberation Sans"`'),
        ("fonts: {substitute: {arial: Foo}}\n", "nineup.yaml replaces it by `Foo`, which isn't there either"),
    ],
)
def test_a_missing_font_without_a_usable_substitute(tmp_path: Path, settings: str, hint: str) -> None:
    own = project(tmp_path)
    (own.root / "nineup.yaml").write_text(settings, encoding="utf-8")
    pipeline.check(own, "tiny", findings := Findings())
    errors = [each for each in findings if each.code == "unknown-font"]
    assert {each.span and each.span.place for each in errors} == PLACES
    assert {(each.message, each.hint) for each in errors} == {("there is no font `Arial` in `fonts/`", hint)}


def test_a_process_that_lives_sees_another_substitute(tmp_path: Path) -> None:
    own, cache = project(tmp_path), BuildCache()
    for family, code in (("Young Serif", "font-substitute"), ("None", "unknown-font")):
        text = f"fonts: {{substitute: {{Arial: {family}}}}}\n"
        (own.root / "nineup.yaml").write_text(text, encoding="utf-8")
        with cache.stages(own, "tiny") as stages:
            findings = Findings()
            pipeline.draw(own, "tiny", RunChoice(), PrintOptions(), findings, quiet, stages)
        assert code in {each.code for each in findings}


def test_a_font_of_the_machine_is_never_used(tmp_path: Path) -> None:
    own = project(tmp_path, STYLE.replace("Arial", "DejaVu Sans"))
    pipeline.check(own, "tiny", findings := Findings())
    assert "there is no font `DejaVu Sans` in `fonts/`" in {each.message for each in findings}
