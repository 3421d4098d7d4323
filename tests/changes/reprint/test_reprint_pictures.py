"""Old faces: from sheets in the output, from a commit that gives their digest, or reported as missing."""

import io
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from nineup import pipeline
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.changes import reprint
from nineup.changes.diff import changes_html
from nineup.write import replace
from PIL import Image
from tiny import CARDS, write_tiny

EDITED = CARDS.replace("Take 1 {gem}", "Take 2 {gem}")


def quiet(what: str, done: int, total: int) -> None:
    pass


def git(folder: Path, *words: str) -> None:
    who = {f"GIT_{role}_{what}": "a" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    subprocess.run(
        ["git", "-C", str(folder), *words], check=True, capture_output=True, env={**os.environ, **who}
    )


def commit(root: Path, *paths: str) -> None:
    git(root, "add", *(paths or ("cards", "layouts")))
    git(root, "commit", "--quiet", "-m", "one")


def build_and_record(root: Path) -> None:
    """Build the game and record it as v1."""
    project = Project(root)
    pipeline.build(project, "tiny", pipeline.RunChoice(), pipeline.PrintOptions(), Findings(), quiet)
    made = reprint.print_done(project, "tiny", None, "v1", "", None, findings := Findings())
    assert made is not None, findings
    replace(*made)


def difference_now(root: Path) -> tuple[reprint.Difference, Findings]:
    project, findings = Project(root), Findings()
    old = reprint.find_record(project, "tiny", "v1", findings)
    assert old is not None
    difference = reprint.changes_since(project, old, pipeline.RunChoice(), findings, with_pictures=True)
    assert isinstance(difference, reprint.Difference)
    return difference, findings


def old_face(difference: reprint.Difference) -> bytes | None:
    """The old front of the first changed card."""
    pair = difference.changes.cards[0].pairs[0]
    assert pair.old is not None
    picture = difference.illustrations.faces.get(pair.old.front)
    return picture.data if picture else None


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    write_tiny(tmp_path)
    git(tmp_path, "init", "--quiet")
    return tmp_path


def test_old_faces_come_from_the_commit_of_the_record(repository: Path) -> None:
    build_and_record(repository)
    commit(repository)
    shutil.rmtree(repository / "output")
    write_tiny(repository, cards=EDITED)
    commit(repository)
    difference, findings = difference_now(repository)
    assert old_face(difference)
    assert (len(difference.illustrations.commits), difference.illustrations.why_missing, findings) == (
        1,
        "",
        [],
    )


def test_old_faces_come_from_an_earlier_commit_or_without_a_committed_record(repository: Path) -> None:
    commit(repository)
    build_and_record(repository)
    shutil.rmtree(repository / "output")
    write_tiny(repository, cards=EDITED)
    assert old_face(difference_now(repository)[0]), "the record is not committed"
    commit(repository)
    write_tiny(repository, cards=EDITED.replace("Take 2", "Take 3"))
    commit(repository)
    assert old_face(difference_now(repository)[0]), "the record came with the edit"


def test_old_faces_come_from_the_commit_after_a_record_committed_alone(repository: Path) -> None:
    git(repository, "commit", "--quiet", "--allow-empty", "-m", "none")
    build_and_record(repository)
    commit(repository, "cards/tiny/prints")
    commit(repository)
    shutil.rmtree(repository / "output")
    write_tiny(repository, cards=EDITED)
    commit(repository)
    assert old_face(difference_now(repository)[0])


def test_faces_that_no_commit_has_are_reported(repository: Path) -> None:
    build_and_record(repository)
    shutil.rmtree(repository / "output")
    write_tiny(repository, cards=EDITED)
    commit(repository)
    write_tiny(repository, cards=EDITED.replace("Take 2", "Take 3"))
    difference, findings = difference_now(repository)
    assert old_face(difference) is None
    assert difference.illustrations.why_missing == "the game’s only commit differs from what was printed"
    assert [(found.code, found.severity) for found in findings] == [("no-old-face", "note")]


def test_many_pictures_are_square_and_rounded_by_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_tiny(tmp_path)
    build_and_record(tmp_path)
    write_tiny(tmp_path, cards=EDITED)
    monkeypatch.setattr("nineup.changes.reprint.pictures.MANY", 0)
    difference, _ = difference_now(tmp_path)
    pictures = [each for each in difference.illustrations.faces.values() if each.corner]
    assert len(pictures) == 2, "the old one, off its sheet, and the new one"
    for picture in pictures:
        shown = Image.open(io.BytesIO(picture.data))
        assert (shown.mode, shown.width) == ("RGB", round(picture.size.width * 96 / 72))
    assert changes_html(difference.changes, difference.illustrations).count("border-radius:4.72%/3.37%") == 2


@pytest.mark.parametrize("empty", [True, False])
def test_missing_commits_or_git_are_the_reported_reason(tmp_path: Path, empty: bool) -> None:
    write_tiny(tmp_path)
    if empty:
        git(tmp_path, "init", "--quiet")
    build_and_record(tmp_path)
    shutil.rmtree(tmp_path / "output")
    write_tiny(tmp_path, cards=EDITED)
    reason = "git has no commits yet" if empty else "the project isn't in a git repository"
    assert difference_now(tmp_path)[0].illustrations.why_missing == reason


def test_sheets_in_the_output_need_no_git(tmp_path: Path) -> None:
    write_tiny(tmp_path)
    build_and_record(tmp_path)
    write_tiny(tmp_path, cards=EDITED)
    difference, findings = difference_now(tmp_path)
    assert (difference.illustrations.commits, difference.illustrations.why_missing, findings) == ((), "", [])
    old = difference.changes.cards[0].pairs[0].old
    assert old is not None
    picture = difference.illustrations.faces[old.front]
    picture = Image.open(io.BytesIO(picture.data))
    wide, high = picture.size
    assert (wide, high) == pytest.approx((325, 455), abs=1), "a poker card at 130 dots per inch"
    red = picture.convert("RGB").getpixel((wide // 2, high // 14))
    assert red == pytest.approx((0xB5, 0x16, 0x2B), abs=6), "its upper band, upright"


def page_tree(pages: str, *more: str) -> bytes:
    """A PDF with a page tree."""
    objects = [f"{number} 0 obj\n{text}\nendobj\n" for number, text in enumerate((pages, *more), 2)]
    catalog = "1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n"
    return f"%PDF-1.4\n{catalog}{''.join(objects)}trailer\n<</Root 1 0 R>>\n%%EOF\n".encode()


BROKEN = (
    b"no PDF",
    page_tree("<</Type/Pages/Kids[2 0 R]/Count 9>>"),
    page_tree("<</Type/Pages/Kids[3 0 R]/Count 9>>", "<</Type/Pages/Kids[2 0 R]/Count 9/Parent 2 0 R>>"),
    page_tree("<</Type/Pages/Kids[null 7 0 R]/Count 9>>"),
    page_tree("<</Type/Pages/Kids[]/Count 9>>"),
)


def test_deleted_or_broken_sheets_are_ignored(tmp_path: Path) -> None:
    write_tiny(tmp_path)
    build_and_record(tmp_path)
    write_tiny(tmp_path, cards=EDITED)
    (sheet,) = (tmp_path / "output" / "tiny" / "box").glob("cards-*.pdf")
    for broken in BROKEN:
        sheet.write_bytes(broken)
        assert old_face(difference_now(tmp_path)[0]) is None, broken
    sheet.unlink()
    assert old_face(difference_now(tmp_path)[0]) is None


def test_a_commit_that_cannot_be_drawn_is_skipped(repository: Path) -> None:
    commit(repository)
    build_and_record(repository)
    shutil.rmtree(repository / "output")
    write_tiny(repository, cards=CARDS.replace("fields:", "field:"))
    commit(repository)
    write_tiny(repository, cards=EDITED)
    assert old_face(difference_now(repository)[0])
