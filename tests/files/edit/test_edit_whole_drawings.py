"""Whole drawings: what names them is found, a rename follows it everywhere, and nothing used is removed."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from nineup.base.diagnostics import Diagnostic, Findings
from nineup.base.geometry import Size
from nineup.base.project import Project
from nineup.base.units import MM
from nineup.files.edit import (
    ABSENT,
    EditHistory,
    EditRefusedError,
    EditStep,
    UsedError,
    blank_drawing,
    copied_drawing,
    drawing_uses,
    file_digest,
    moved_drawing,
    removed_drawing,
    with_size,
)
from nineup.pipeline import DrawnRun, PrintOptions, RunChoice, draw
from tiny import BACK, CARD, GAME, write_tiny

POKER = Size(63.5 * MM, 88.9 * MM)
LINKED = BACK.replace(
    "\n</svg>",
    """
  <g xmlns:xlink="http://www.w3.org/1999/xlink"><use xlink:href='parts/frame.svg#edge' /></g>
  <use n:href="parts/frame.svg#{{ 'edge' if true }}"/>
  <image x="0" y="0" width="9" height="9" n:image="parts/{{ 'frame' }}.svg"/>
  <image x="0" y="0" width="9" height="9" n:image="parts/frame.svg"/>
</svg>""",
)
FRAME = '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm"><g id="edge"><image href="../gem.svg" width="3" height="3"/></g></svg>\n'


@pytest.fixture
def project(tmp_path: Path) -> Project:
    write_tiny(tmp_path, back=LINKED)
    parts = tmp_path / "layouts/tiny/parts"
    parts.mkdir()
    (parts / "frame.svg").write_text(FRAME)
    return Project(tmp_path)


def places(project: Project, drawing: str) -> list[tuple[str, str, bool]]:
    return [
        (f"{use.span.file}:{use.span.line}", use.element.replace("\0", "*"), use.is_certain)
        for use in drawing_uses(project, drawing)
    ]


def test_every_place_that_names_a_drawing_is_found(project: Project) -> None:
    assert places(project, "layouts/tiny/card.svg") == [("cards/tiny/game.yaml:17", "", True)]
    assert places(project, "layouts/tiny/chip.svg") == [
        ("cards/tiny/game.yaml:23", "", True),
        ("cards/tiny/game.yaml:24", "", True),
    ]
    assert places(project, "layouts/tiny/gem.svg") == [
        ("cards/tiny/game.yaml:11", "", True),
        ("layouts/tiny/parts/frame.svg:1", "", True),
    ]
    assert places(project, "layouts/tiny/parts/frame.svg") == [
        ("layouts/tiny/back.svg:3", "edge", True),
        ("layouts/tiny/back.svg:4", "*", True),
        ("layouts/tiny/back.svg:5", "", False),
        ("layouts/tiny/back.svg:6", "", True),
    ]
    assert [use.may_name("edge") for use in drawing_uses(project, "layouts/tiny/parts/frame.svg")] == [
        True,
        True,
        False,
        False,
    ]


def test_a_name_in_a_table_and_in_a_text_is_found(project: Project) -> None:
    (project.root / "cards/tiny/more.csv").write_text('id,art\na,"gem.svg crop 0% 0% 50% 50%"\nb,gem.svgz\n')
    (project.root / "cards/tiny/rules.md").write_text("See ![](gem.svg), not my-gem.svg or gem.svgs.\n")
    assert places(project, "layouts/tiny/gem.svg")[1:3] == [
        ("cards/tiny/more.csv:2", "", True),
        ("cards/tiny/rules.md:1", "", False),
    ]


def test_a_layout_of_all_games_is_meant_where_the_game_has_none_of_its_name(project: Project) -> None:
    (project.root / "layouts/card.svg").write_text(CARD)
    assert places(project, "layouts/card.svg") == []
    (project.root / "layouts/tiny/card.svg").unlink()
    assert places(project, "layouts/card.svg") == [("cards/tiny/game.yaml:17", "", True)]


def written(project: Project, making: dict[str, Callable[[bytes], bytes | Diagnostic | None]]) -> EditHistory:
    history = EditHistory(project)
    bases = {file: history.version(file).digest for file in making}
    outcome = history.write({file: (bases[file], make) for file, make in making.items()}, "test")
    assert isinstance(outcome, EditStep), outcome
    return history


def snapshot(project: Project) -> dict[str, bytes]:
    files = [each for each in project.root.rglob("*") if each.is_file()]
    return {each.relative_to(project.root).as_posix(): each.read_bytes() for each in files}


def test_a_rename_follows_every_link_and_is_undone_byte_for_byte(project: Project) -> None:
    back = project.root / "layouts/tiny/back.svg"
    back.write_text("".join(line for line in LINKED.splitlines(True) if "{{ 'frame' }}" not in line))
    before = snapshot(project)
    old, new = "layouts/tiny/parts/frame.svg", "layouts/tiny/edge.svg"
    history = written(project, moved_drawing(project, old, new))
    after = snapshot(project)
    assert after.keys() == before.keys() - {old} | {new}
    assert after[new].decode() == FRAME.replace("../gem.svg", "gem.svg")
    assert after["layouts/tiny/back.svg"] == before["layouts/tiny/back.svg"].replace(
        b"parts/frame.svg", b"edge.svg"
    )
    history.undo()
    assert snapshot(project) == before
    history.redo()
    assert snapshot(project) == after


def test_a_rename_of_a_layout_reaches_the_game_file_and_its_translations(project: Project) -> None:
    catalogue = project.root / "cards/tiny/translations/de.po"
    catalogue.parent.mkdir()
    text = 'msgctxt "layout/card.svg words"\nmsgid "Sun"\nmsgstr "Sonne"\n'
    catalogue.write_text(text + text.replace("card.svg", "discard.svg"))
    before = faces(project)
    written(project, moved_drawing(project, "layouts/tiny/card.svg", "layouts/tiny/cards/hero.svg"))
    game = (project.root / "cards/tiny/game.yaml").read_text()
    assert game == GAME.replace("layout: card.svg", "layout: cards/hero.svg")
    assert re.findall("layout/[a-z/.]+", catalogue.read_text()) == [
        "layout/cards/hero.svg",
        "layout/discard.svg",
    ]
    assert faces(project) == before


def faces(project: Project) -> object:
    ready = draw(
        project, "tiny", RunChoice(), PrintOptions(allow_errors=True), findings := Findings(), lambda *_: None
    )
    assert isinstance(ready, DrawnRun), findings
    return [(each.front.ops, each.back and each.back.ops) for each in ready.drawn]


def test_what_may_be_meant_is_refused_with_its_place(project: Project) -> None:
    with pytest.raises(UsedError, match=r"isn't certain in layouts/tiny/back.svg:5:"):
        moved_drawing(project, "layouts/tiny/parts/frame.svg", "layouts/tiny/edge.svg")
    with pytest.raises(UsedError, match=r"`gem.svg` is used in cards/tiny/game.yaml:11:25, layouts"):
        removed_drawing(project, "layouts/tiny/gem.svg")


def test_what_nothing_uses_is_removed(project: Project) -> None:
    (project.root / "layouts/tiny/back.svg").write_text(BACK)
    before = snapshot(project)
    history = written(project, dict(removed_drawing(project, "layouts/tiny/parts/frame.svg")))
    assert before.keys() - snapshot(project).keys() == {"layouts/tiny/parts/frame.svg"}
    history.undo()
    assert snapshot(project) == before


def test_a_removal_of_a_file_that_has_changed_is_a_conflict(project: Project) -> None:
    history = EditHistory(project)
    base = history.version("layouts/tiny/back.svg").digest
    (project.root / "layouts/tiny/back.svg").write_text(BACK)
    outcome = history.write({"layouts/tiny/back.svg": (base, lambda _: None)}, "test")
    assert not isinstance(outcome, (EditStep, Diagnostic))
    assert outcome is not None
    assert outcome.mine is None
    assert outcome.digest == file_digest(BACK.encode()) != ABSENT


@pytest.mark.parametrize(
    ("root", "resized"),
    [
        (
            'width="63.5mm" height="88.9mm" viewBox="0 0 63.5 88.9"',
            'width="70mm" height="120mm" viewBox="0 0 70 120"',
        ),
        (
            "width='6.35cm' height='88.9mm' viewBox='-10 -10 635 889'",
            "width='7cm' height='120mm' viewBox='-10 -10 700 1200'",
        ),
        ('width="240" height="336"', 'width="264.567" height="453.543"'),
        ('width="70mm" height="120mm" viewBox="0 0 7 12"', 'width="70mm" height="120mm" viewBox="0 0 7 12"'),
        ('viewBox="0 0 240 336"', 'viewBox="0 0 264.567 453.543" width="70mm" height="120mm"'),
    ],
)
def test_a_drawing_takes_another_size_in_its_own_units(root: str, resized: str) -> None:
    text = f'<svg xmlns="http://www.w3.org/2000/svg" {root}><g/></svg>'
    now = with_size("a.svg", text.encode(), Size(70 * MM, 120 * MM))
    assert isinstance(now, bytes)
    assert sorted(now.decode().split('"')) == sorted(text.replace(root, resized).split('"'))


def test_a_copy_in_another_folder_shows_the_same(project: Project) -> None:
    data = (project.root / "layouts/tiny/parts/frame.svg").read_bytes()
    copy = copied_drawing(
        "layouts/tiny/parts/frame.svg", data, "layouts/tiny/a/b/new.svg", Size(9 * MM, 9 * MM)
    )
    assert copy.decode() == FRAME.replace("../gem.svg", "../../gem.svg")
    with pytest.raises(EditRefusedError):
        copied_drawing("layouts/tiny/x.svg", b"<svg", "layouts/tiny/y.svg", POKER)


def test_a_blank_drawing_reaches_into_the_bleed_and_is_drawn(project: Project) -> None:
    text = blank_drawing(POKER, "#f6efe0", "palette.ink")
    assert text == (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:n="nineup" width="63.5mm" height="88.9mm"'
        ' viewBox="0 0 63.5 88.9" n:bleed="3mm">\n'
        '  <rect id="background" x="-3" y="-3" width="69.5" height="94.9" fill="#f6efe0"'
        ' n:fill="{{ palette.ink }}"/>\n</svg>\n'
    )
    (project.root / "layouts/tiny/card.svg").write_text(text)
    assert faces(project)
