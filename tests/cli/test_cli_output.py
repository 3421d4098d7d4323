"""Where a build writes: inside the project, unless a flag says otherwise."""

from pathlib import Path

import pytest
from command import run_command as nineup
from tiny import write_tiny


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "elsewhere").mkdir()
    return write_tiny(tmp_path / "project")


@pytest.mark.parametrize("link", ["output", "output/tiny", "output/tiny/box"])
def test_a_link_out_of_the_project_is_not_followed(project: Path, link: str) -> None:
    elsewhere = project.parent / "elsewhere"
    (project / link).parent.mkdir(parents=True, exist_ok=True)
    (project / link).symlink_to(elsewhere)
    done = nineup(project, "build")
    assert done.returncode == 1
    assert f"`{link}` leads out of the project, to {elsewhere.resolve()}" in done.stderr
    assert "[output-outside]" in done.stderr
    assert list(elsewhere.iterdir()) == []
    assert nineup(project, "check").returncode == 0


def test_a_folder_of_the_settings_may_not_be_such_a_link_either(project: Path) -> None:
    (project / "nineup.yaml").write_text("output: prints/all\n", encoding="utf-8")
    (project / "prints").symlink_to(project.parent / "elsewhere")
    done = nineup(project, "build")
    assert done.returncode == 1
    assert "`prints/all` leads out of the project" in done.stderr


def test_the_command_may_write_anywhere_and_links_inside_are_followed(project: Path) -> None:
    elsewhere = project.parent / "elsewhere"
    (project / "output").symlink_to(elsewhere)
    assert nineup(project, "build", "-o", "output").returncode == 0
    assert (elsewhere / "tiny" / "box" / "manifest.json").is_file()
    (project / "output").unlink()
    (project / "prints").mkdir()
    (project / "output").symlink_to("prints")
    assert nineup(project, "build").returncode == 0
    assert (project / "prints" / "tiny" / "box" / "manifest.json").is_file()
