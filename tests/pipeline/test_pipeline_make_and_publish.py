"""Files of a run are made in memory first; only publishing writes, and it writes just these bytes."""

from pathlib import Path

import pytest
from nineup import pipeline
from nineup.base.diagnostics import Findings, Status
from nineup.base.project import Project, ProjectError
from nineup.pipeline import appendix
from PIL import Image
from tiny import CARD, write_tiny


def drawn(root: Path, **options: object) -> pipeline.DrawnRun:
    made = pipeline.draw(
        Project(root),
        "tiny",
        pipeline.RunChoice(players=2),
        pipeline.PrintOptions(**options),  # type: ignore[arg-type]
        Findings(),
        lambda *_: None,
    )
    assert isinstance(made, pipeline.DrawnRun)
    return made


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def test_sheets_are_made_without_writing_and_published_as_they_are(tmp_path: Path) -> None:
    root = write_tiny(tmp_path)
    before = contents(root)
    drawn_run = drawn(root, png=True)
    groups = pipeline.group_by_shape(drawn_run.drawn)
    made = pipeline.make_files(drawn_run, groups, Findings(), lambda *_: None)
    assert contents(root) == before
    names = [file.name for file in made.files]
    assert names[:2] == ["cards-a4.pdf", "cards-a4-1.png"]
    result = pipeline.publish_files(drawn_run, "here", made)
    written = contents(root / "output" / "tiny" / "here")
    assert written.pop("manifest.json")
    assert written == {file.name: file.data for file in made.files}
    assert result.status is Status.DONE
    assert [file.path.name for file in result.written] == [*names, "manifest.json"]


def test_nothing_is_published_of_a_run_that_could_not_be_made(tmp_path: Path) -> None:
    root = write_tiny(tmp_path)
    drawn_run = drawn(root, margin=285.0)
    findings = Findings()
    groups = pipeline.group_by_shape(drawn_run.drawn)
    made = pipeline.make_files(drawn_run, groups, findings, lambda *_: None)
    assert made == pipeline.RunFiles(status=Status.IMPOSSIBLE)
    assert {finding.code for finding in findings} == {"piece-too-large"}
    result = pipeline.publish_files(drawn_run, "here", made)
    assert result == pipeline.BuildResult(status=Status.IMPOSSIBLE)
    assert not (root / "output").exists()


def test_a_picture_that_is_saved_while_it_is_printed_leaves_everything_as_it_was(tmp_path: Path) -> None:
    root = write_tiny(
        tmp_path, card=CARD.replace("  <rect", '  <rect width="9" height="9" n:image="a.png"/>\n  <rect', 1)
    )
    Image.effect_noise((9, 9), 50).save(root / "layouts/tiny/a.png")
    drawn_run = drawn(root)
    groups = pipeline.group_by_shape(drawn_run.drawn)
    made = pipeline.make_files(drawn_run, groups, Findings(), lambda *_: None)
    pipeline.publish_files(drawn_run, "here", made)
    before = contents(root / "output")
    Image.effect_noise((9, 9), 60).save(root / "layouts/tiny/a.png")
    with pytest.raises(ProjectError, match=r"`layouts/tiny/a\.png` was changed while it was printed"):
        pipeline.publish_files(drawn_run, "here", made)
    (root / "layouts/tiny/a.png").unlink()
    with pytest.raises(ProjectError, match=r"there is no file `layouts/tiny/a\.png`"):
        pipeline.publish_files(drawn_run, "here", made)
    assert contents(root / "output") == before


def test_an_appendix_is_made_without_writing_and_published_as_it_is(tmp_path: Path) -> None:
    root = write_tiny(tmp_path)
    before = contents(root)
    drawn_run = drawn(root)
    request = appendix.AppendixRequest(parts=("cards",))
    made = appendix.make_appendix(Project(root), drawn_run, request, Findings(), lambda *_: None)
    assert made is not None
    assert contents(root) == before
    assert {"appendix-cards.pdf", "appendix-cards.html", "appendix-cards.md"} < set(made.files)
    result = appendix.publish_appendix(drawn_run, made)
    assert contents(root / "output" / "tiny" / drawn_run.run.name) == {
        path: data if isinstance(data, bytes) else b"".join(data) for path, data in made.files.items()
    }
    assert [file.path.name for file in result.written] == [*[*made.files][:3], "appendix-cards-pictures"]
    assert [file.pages for file in result.written] == [1, 0, 0, 0]


def test_an_appendix_with_a_mistake_is_not_made(tmp_path: Path) -> None:
    drawn_run = drawn(write_tiny(tmp_path))
    request, findings = appendix.AppendixRequest(parts=("cardz",)), Findings()
    assert appendix.make_appendix(Project(tmp_path), drawn_run, request, findings, lambda *_: None) is None
    assert [finding.code for finding in findings] == ["unknown-part"]
