"""A link, an anchor or a picture that leads nowhere fails the documentation site, which `make check`
builds.
"""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
pytest.importorskip("material", reason="the site needs the extra `docs`")


def test_broken_links_are_noticed(tmp_path: Path) -> None:
    config = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").split("nav:")[0]
    (tmp_path / "mkdocs.yml").write_text(config, encoding="utf-8")
    (tmp_path / "docs").mkdir()
    page = "# Title\n\n[a](page.md) [a](#anchor) ![a](picture.png)\n"
    (tmp_path / "docs/index.md").write_text(page, encoding="utf-8")
    words = [
        "-m",
        "mkdocs",
        "build",
        "--strict",
        "-f",
        str(tmp_path / "mkdocs.yml"),
        "-d",
        str(tmp_path / "site"),
    ]
    done = subprocess.run(
        [sys.executable, *words], cwd=ROOT, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 1
    for link in ("page.md", "#anchor", "picture.png"):
        assert f"'{link}'" in done.stderr
