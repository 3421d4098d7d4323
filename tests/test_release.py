"""Releases: what `make release` makes of the changelog and the version."""

import importlib.util
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
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
