"""The documentation site builds without a broken link, anchor or picture."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
pytest.importorskip("material", reason="the site needs the extra `docs`")


def build(config: Path, site: Path) -> "subprocess.CompletedProcess[str]":
    words = [sys.executable, "-m", "mkdocs", "build", "--strict", "--config-file", config, "--site-dir", site]
    return subprocess.run(words, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)


def test_every_link_leads_somewhere(tmp_path: Path) -> None:
    done = build(ROOT / "mkdocs.yml", tmp_path / "site")
    assert done.returncode == 0, done.stderr
    pages = {path.relative_to(ROOT / "docs").with_suffix(".html") for path in (ROOT / "docs").rglob("*.md")}
    assert {path for path in pages if not (tmp_path / "site" / path).exists()} == set()


@pytest.mark.parametrize("link", ["[a](gone.md)", "[a](#gone)", "![a](gone.png)"])
def test_a_broken_link_is_noticed(tmp_path: Path, link: str) -> None:
    config = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").split("nav:")[0]
    (tmp_path / "mkdocs.yml").write_text(config, encoding="utf-8")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text(f"# Title\n\n{link}\n", encoding="utf-8")
    assert build(tmp_path / "mkdocs.yml", tmp_path / "site").returncode == 1
