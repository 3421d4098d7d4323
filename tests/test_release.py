"""Releases: what `make release` makes of the changelog and the version, and what a release promises to later ones.

`released/` has a project of each release as it was then, with a record of a print and the list of unique decks.
"""

import importlib.util
import shutil
from pathlib import Path
from typing import Any

import pytest
from command import run_command
from nineup import __version__
from nineup.faces.record import model
from nineup.write import manifest_file

ROOT = Path(__file__).parents[1]
RELEASED = sorted((ROOT / "tests/released").iterdir())
LOG = "# Changelog\n\n## [Unreleased]\n\n- A flag.\n\n## [0.1.0] - 2026-01-02\n\n- All of it.\n"


def release() -> Any:
    spec = importlib.util.spec_from_file_location("release", ROOT / ".github/release.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_unreleased_part_gets_number_and_date() -> None:
    cut = release().cut(LOG, "0.2.0", "2026-05-31")
    assert cut == LOG.replace("[Unreleased]\n", "[Unreleased]\n\n## [0.2.0] - 2026-05-31\n")


def test_the_real_files_can_be_released() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    # Just after a release, nothing is unreleased.
    text = text.replace("## [Unreleased]", "## [Unreleased]\n\n- A flag.")
    assert "\n## [9.9.9] - 2026-05-31\n" in release().cut(text, "9.9.9", "2026-05-31")
    source = (ROOT / "generator/nineup/__init__.py").read_text(encoding="utf-8")
    assert '__version__ = "9.9.9"' in release().set_version(source, "9.9.9")


@pytest.mark.parametrize(
    ("changelog", "version"),
    [
        (LOG, ""),
        (LOG, "v0.2.0"),
        (LOG, "0.1.0"),
        (LOG.replace("- A flag.", ""), "0.2.0"),
        (LOG.replace("Unreleased", "0.2.0"), "0.3.0"),
    ],
)
def test_what_is_no_release_is_refused(changelog: str, version: str) -> None:
    module = release()
    with pytest.raises(module.ReleaseError):
        module.cut(changelog, version, "2026-05-31")


@pytest.mark.parametrize("version", RELEASED, ids=lambda version: version.name)
def test_what_was_released_stays(version: Path, tmp_path: Path) -> None:
    """A project of an earlier release is read without a finding, its record says that nothing has changed, face by
    face, and its seed draws the same decks.
    """
    for part in ("cards", "layouts"):
        shutil.copytree(version / part, tmp_path / part)
    for words, said in (("check", "no findings"), ("diff tea-time", "nothing changed")):
        done = run_command(tmp_path, *words.split())
        assert (done.returncode, done.stderr) == (0, ""), done.stdout
        assert said in done.stdout
    assert run_command(tmp_path, *"unique tea-time --count 4 --seed released".split()).returncode == 0
    (decks,) = (tmp_path / "output").rglob("decks.csv")
    assert decks.read_bytes() == (version / "decks.csv").read_bytes()


def test_the_page_of_promises_is_about_these_formats() -> None:
    page = (ROOT / "docs/releases.md").read_text(encoding="utf-8")
    assert f"| records of prints | {model.FORMAT} |" in page
    assert f"| `manifest.json` | {manifest_file.FORMAT} |" in page
    assert f"`tests/released/{RELEASED[-1].name}/`" in page


def test_a_release_has_notes() -> None:
    notes = (ROOT / ".github/notes.md").read_text(encoding="utf-8")
    assert notes.startswith(f"# Nineup {__version__}\n")
    assert len(notes.splitlines()) <= 50
    module = release()
    with pytest.raises(module.ReleaseError, match="notes"):
        module.check_notes(notes, "9.9.9")
    module.check_notes(notes, __version__)
