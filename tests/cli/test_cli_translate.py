"""`nineup translate`, and the flag `--language` of the commands that write."""

from pathlib import Path

import pytest
from command import run_command as nineup
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.faces.record import read_record
from tiny import CARDS, STYLE, write_tiny
from tinyfont import tiny_font

PATH = "cards/tiny/translations/de.po"


def test_a_game_is_translated_built_and_recorded(tmp_path: Path) -> None:
    root = write_tiny(tmp_path)
    assert nineup(root, "translate", "tiny").returncode == 2
    done = nineup(root, "translate", "tiny", "de")
    assert done.stdout.strip() == f"{PATH}: 19 texts, 0 translated, 0 fuzzy, 19 missing"
    assert nineup(root, "translate", "de", "--check").returncode == 0
    catalogue = root / PATH
    text = catalogue.read_text(encoding="utf-8")
    catalogue.write_text(text.replace('"First Light"\nmsgstr ""', '"First Light"\nmsgstr "Erstes Licht"'))
    assert nineup(root, "build", "--language", "all").returncode == 0
    assert sorted(path.name for path in (root / "output/tiny").iterdir()) == ["box", "box-de"]
    refused = nineup(root, "build", "--language", "de", "--strict")
    assert (refused.returncode, refused.stderr.count("has no translation")) == (1, 3)
    assert "15 more like these [untranslated]" in refused.stderr
    done = nineup(root, "print-done", "tiny", "box-de", "--as", "first")
    record = read_record(Project(root), "cards/tiny/prints/first.yaml", Findings())
    assert record is not None, done.stderr
    assert (record.choice.language, record.run) == ("de", "box-de")
    assert (root / "cards/tiny/cards.yaml").write_text(CARDS.replace("First Light", "Last Light"))
    assert nineup(root, "translate", "tiny", "--check").returncode == 1
    assert nineup(root, "translate", "tiny", "de!").returncode == 2
    assert nineup(root, "translate", "tiny", "en").returncode == 2


def test_a_catalogue_behind_a_link_out_of_the_project_is_neither_read_nor_written(tmp_path: Path) -> None:
    root = write_tiny(tmp_path / "project")
    (tmp_path / "secret").write_text("SECRET")
    (root / PATH).parent.mkdir()
    try:
        (root / PATH).symlink_to(tmp_path / "secret")
    except OSError:
        pytest.skip("this system lets only administrators make links")
    done = nineup(root, "translate", "tiny", "de")
    assert done.returncode == 1
    assert "leads out of the project" in done.stderr
    assert (tmp_path / "secret").read_text() == "SECRET"


def test_check_appendix_and_pictures_in_each_language(tmp_path: Path) -> None:
    root = write_tiny(tmp_path)
    nineup(root, "translate", "tiny", "de")
    done = nineup(root, "check", "--language", "all")
    assert "tiny (de): 24 configurations" in done.stdout
    assert nineup(root, "check", "--language", "de", "--strict").returncode == 1
    assert nineup(root, "appendix", "--language", "all", "--format", "md").returncode == 0
    assert nineup(root, "pictures", "--language", "de", "--dpi", "40").returncode == 0
    written = {path.relative_to(root / "output/tiny").as_posix() for path in root.glob("output/tiny/*/*")}
    assert {"box/appendix.md", "box-de/appendix.md", "box-de/pictures"} <= written


def test_hints_name_the_command_for_the_language(tmp_path: Path) -> None:
    root = write_tiny(tmp_path)
    done = nineup(root, "count", "--language", "all")
    assert "error: this command takes one language, not `all` [unknown-language]" in done.stderr
    assert "hint: `tiny` has no translation yet" in done.stderr
    nineup(root, "translate", "tiny", "de")
    done = nineup(root, "count", "--language", "all")
    assert "hint: `--language de`, for example" in done.stderr
    for command in ("build", "check", "appendix"):
        done = nineup(root, command, "--language", "all")
        assert "[untranslated]; `nineup check tiny --language de --all` shows all of them" in done.stderr
    assert nineup(root, "translate", "tiny", "all").stdout.startswith(f"{PATH}: ")
    assert nineup(root, "check", "tiny", "--language", "de", "--all").stderr.count("untranslated") == 19


def test_a_fallback_family_is_noted_once_in_all_styles_and_languages(tmp_path: Path) -> None:
    style = STYLE.replace("font: Source Sans 3", "font: [Source Sans 3, Han]")
    cards = CARDS.replace("First Light", "字").replace("1 {gem}", "字 {gem}")
    root = write_tiny(tmp_path, cards=cards, style=style)
    (root / "fonts").mkdir()
    for name in ("Han-Regular", "Han-Bold"):
        (root / f"fonts/{name}.ttf").write_bytes(tiny_font("字"))
    nineup(root, "translate", "tiny", "de")
    text = (root / PATH).read_text(encoding="utf-8")
    (root / PATH).write_text(
        text.replace('msgid "字"\nmsgstr ""', 'msgid "字"\nmsgstr "字字"'), encoding="utf-8"
    )
    done = nineup(root, "check", "--language", "all", "--all")
    assert done.stderr.count("[fallback-font]") == 1
    assert "note: letters that a style's first font lacks are set in `Han`" in done.stderr
