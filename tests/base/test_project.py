"""A project is found from a folder below it; nothing outside is ever read; the package's own files come
second.
"""

from pathlib import Path

import pytest
from nineup.base.project import Project, ProjectError, source_lines


@pytest.fixture
def project(tmp_path: Path) -> Project:
    (tmp_path / "cards" / "tea").mkdir(parents=True)
    (tmp_path / "layouts" / "tea").mkdir(parents=True)
    (tmp_path / "cards" / "tea" / "game.yaml").write_text("game: Tea\n", encoding="utf-8")
    return Project(tmp_path)


def test_it_is_found_from_a_folder_inside(project: Project) -> None:
    found = Project.find(project.root / "layouts" / "tea")
    assert found is not None
    assert found.root == project.root
    assert found.games() == ("tea",)


def test_lines_of_packed_files_are_not_shown(project: Project) -> None:
    (project.root / "layouts/tea/deck.svgz").write_bytes(b"\x1f\x8b\n\n")
    lines = source_lines(project)
    assert next(iter(lines("cards/tea/game.yaml"))) == "game: Tea"
    assert lines("layouts/tea/deck.svgz") == ()


def test_there_is_none_in_an_empty_folder(tmp_path: Path) -> None:
    assert Project.find(tmp_path) is None


@pytest.mark.parametrize(
    "path", ["../secret", "cards/../../secret", "/etc/passwd", "C:/x", "a\\..\\b", "", "file://x", "a\0b"]
)
def test_a_path_that_could_lead_out_is_refused(project: Project, path: str) -> None:
    with pytest.raises(ProjectError, match="is not a path inside the project"):
        project.read(path)


def test_a_link_that_leads_out_is_refused(project: Project, tmp_path_factory: pytest.TempPathFactory) -> None:
    secret = tmp_path_factory.mktemp("elsewhere") / "secret.yaml"
    secret.write_text("secret", encoding="utf-8")
    try:
        (project.root / "cards" / "tea" / "link.yaml").symlink_to(secret)
    except OSError:
        pytest.skip("this system lets only administrators make links")
    with pytest.raises(ProjectError, match="leads out of the project"):
        project.read("cards/tea/link.yaml")


def test_what_leads_out_exists_but_cannot_be_read(project: Project) -> None:
    assert project.exists("../secret")
    assert not project.exists("cards/tea/none.yaml")


def test_what_is_missing_is_named(project: Project) -> None:
    with pytest.raises(ProjectError, match=r"there is no file `cards/tea/none\.yaml`"):
        project.read("cards/tea/none.yaml")


def test_text_drops_the_byte_order_mark_and_refuses_other_encodings(project: Project) -> None:
    path = project.root / "cards" / "tea" / "a.yaml"
    path.write_bytes(b"\xef\xbb\xbfhello")
    assert project.text("cards/tea/a.yaml") == "hello"
    path.write_bytes("thé:\ncaf".encode() + b"\xe9")
    with pytest.raises(ProjectError, match=r"is not UTF-8 text \(line 2, column 4\)"):
        project.text("cards/tea/a.yaml")


def test_the_packages_fonts_are_found_after_the_projects_own(project: Project) -> None:
    own = project.root / "fonts" / "source-sans-3" / "SourceSans3-Regular.ttf"
    shipped = project.read("fonts/source-sans-3/SourceSans3-Regular.ttf")
    assert shipped[:4] == b"\0\1\0\0"
    own.parent.mkdir(parents=True)
    own.write_bytes(b"mine")
    assert project.read("fonts/source-sans-3/SourceSans3-Regular.ttf") == b"mine"
    names = list(project.list("fonts", "**/*.ttf"))
    assert names.count("fonts/source-sans-3/SourceSans3-Regular.ttf") == 1
    assert "fonts/source-sans-3/SourceSans3-Bold.ttf" in names


def test_only_files_of_the_project_itself_are_writable(
    project: Project, tmp_path_factory: pytest.TempPathFactory
) -> None:
    (project.root / "linked").symlink_to(project.root / "cards")
    assert project.writable("cards/new/game.yaml") == project.root / "cards" / "new" / "game.yaml"
    for path in ("../x.yaml", "/x.yaml", "", "cards", "linked/tea/game.yaml"):
        with pytest.raises(ProjectError):
            project.writable(path)
