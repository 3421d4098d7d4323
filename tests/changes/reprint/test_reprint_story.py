"""The guide's example on Gemotion: print, edit two cards, reprice one, add one, delete one, then report and
reprint.
"""

import json
import shutil
from collections import Counter
from pathlib import Path

import pypdfium2
import pytest
from msgspec.structs import replace
from nineup import pipeline
from nineup.base.diagnostics import Findings, Status
from nineup.base.project import Project
from nineup.changes import reprint
from nineup.changes.diff import Changes
from nineup.faces.record import PrintRecord
from nineup.write import replace as write_file

ROOT = Path(__file__).parents[3]
RUN = pipeline.RunChoice(players=3, options={"colors": "red,green"})

EDITS = {
    "cost: {white: 3}": "cost: {white: 2}",
    "text: Take 5 Gems.": "text: Take 4 Gems and smile.",
    "text: Play 1 card that you have already Played.": "text: Play 1 card that anyone has already Played.",
    "  # Orange Courage\n": (
        "  - id: rage-power-3\n    name: Boiling Over\n    color: red\n    when: \"'red' in colors\"\n"
        "    cost: {red: 3}\n    corner: '{take} 2 {red}'\n    text: Take 2 {red}.\n\n  # Orange Courage\n"
    ),
}


@pytest.fixture
def project(tmp_path: Path) -> Project:
    for folder in ("cards", "layouts"):
        shutil.copytree(ROOT / folder / "gemotion", tmp_path / folder / "gemotion")
    shutil.copytree(ROOT / "fonts", tmp_path / "fonts")
    shutil.rmtree(tmp_path / "cards" / "gemotion" / "prints", ignore_errors=True)
    game = tmp_path / "cards" / "gemotion" / "game.yaml"
    text = game.read_text(encoding="utf-8")
    # The game's own rules hold its cards against the document, which these edits depart from.
    game.write_text(text[: text.index("\nrules:\n") + 1], encoding="utf-8")
    return Project(tmp_path)


def quiet(what: str, done: int, total: int) -> None:
    pass


def printed(project: Project) -> PrintRecord:
    """Build the run, and record it as printed."""
    outcome = pipeline.build(project, "gemotion", RUN, pipeline.PrintOptions(), Findings(), quiet)
    assert outcome.status is Status.DONE
    return done(project, "v0.3")


def done(project: Project, name: str, run: str | None = None) -> PrintRecord:
    made = reprint.print_done(project, "gemotion", run, name, "2024-05-31", None, findings := Findings())
    assert made is not None, findings
    write_file(*made)
    record = reprint.find_record(project, "gemotion", name, findings)
    assert record is not None, findings
    return record


def changes_since(project: Project, old: PrintRecord) -> Changes:
    difference = reprint.changes_since(project, old, reprint.choice_of(old), Findings())
    assert not isinstance(difference, pipeline.BuildResult)
    return difference.changes


def edit(project: Project) -> None:
    path = project.root / "cards" / "gemotion" / "power.yaml"
    text = path.read_text(encoding="utf-8")
    for old, new in EDITS.items():
        assert text.count(old) == 1
        text = text.replace(old, new)
    start, end = text.index("  - id: power-4"), text.index("  # Red Rage")
    path.write_text(text[:start] + text[end:], encoding="utf-8")


def changed(project: Project, old: PrintRecord, restyled: bool = False) -> reprint.Reprint:
    findings = Findings()
    made = reprint.build_changed(project, old, RUN, pipeline.PrintOptions(), restyled, findings, quiet)
    assert made.outcome.status is Status.DONE, findings
    return made


def test_a_fresh_print_has_no_changes(project: Project) -> None:
    old = printed(project)
    assert (old.name, old.number, old.date) == ("v0.3", 1, "2024-05-31")
    assert not changes_since(project, old)
    made = changed(project, old)
    assert (made.moves, made.outcome.written) == ((), ())
    assert not (project.root / "output" / "gemotion" / "3p-red-green-changed").exists()


def test_two_edits_a_price_a_new_card_and_a_removed_one(project: Project) -> None:
    old = printed(project)
    edit(project)
    changes = changes_since(project, old)
    assert {change.card: change.kinds for change in changes.cards} == {
        "power-1": ("recosted",),
        "power-3": ("reworded",),
        "power-4": ("gone",),
        "rage-power-2": ("reworded",),
        "rage-power-3": ("new",),
    }
    assert changes.components == changes.rules == ()

    made = changed(project, old)
    assert [(move.card, move.out, move.put) for move in made.moves] == [
        ("power-1", 2, 2),
        ("power-3", 2, 2),
        ("power-4", 2, 0),
        ("rage-power-2", 2, 2),
        ("rage-power-3", 0, 2),
    ]
    folder = project.root / "output" / "gemotion" / "3p-red-green-changed"
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    fronts = Counter(piece["card"] for piece in manifest["pieces"] if piece["side"] == "front")
    assert fronts == {"power-1": 2, "power-3": 2, "rage-power-2": 2, "rage-power-3": 2}
    assert manifest["asked"] == {"players": 3, "options": {"colors": "red,green"}, "since": "v0.3"}
    assert len(pypdfium2.PdfDocument(folder / "changed-a4.pdf")) == 2
    words = pypdfium2.PdfDocument(folder / "pull-list-a4.pdf")[0].get_textpage().get_text_bounded()
    assert "from v0.3 to now · 3p-red-green · take out 8, put in 8" in words
    for name in ("Simple Pleasures", "Rush of Feeling", "Catharsis", "Grudge", "Boiling Over"):
        assert name in words

    assert done(project, "v0.4", "3p-red-green-changed").number == 2
    latest = reprint.find_record(project, "gemotion", None, Findings())
    assert latest is not None
    assert latest.name == "v0.4"
    assert not changes_since(project, latest)


def test_a_record_holds_what_was_printed_despite_later_edits(project: Project) -> None:
    old = printed(project)
    edit(project)
    again = done(project, "v0.4")
    assert again == replace(old, name="v0.4", number=2)
    changed(project, again)
    path = project.root / "cards" / "gemotion" / "power.yaml"
    text = path.read_text(encoding="utf-8").replace("and smile", "and grin")
    start, end = text.index("  - id: power-2"), text.index("  - id: power-3")
    path.write_text(text[:start] + text[end:], encoding="utf-8")
    table = done(project, "v0.5", "3p-red-green-changed")
    assert "smile" in table.components["power"].cards["power-3"].values["text"]
    assert {change.card: change.kinds for change in changes_since(project, table).cards} == {
        "power-3": ("reworded",),
        "power-2": ("gone",),
    }


def test_changes_are_recorded_only_on_the_table_they_start_from(project: Project) -> None:
    old = printed(project)
    edit(project)
    changed(project, old)
    run = "3p-red-green-changed"
    done(project, "v0.4", run)
    assert reprint.print_done(project, "gemotion", run, "v0.5", "", None, findings := Findings()) is None
    assert [(f.code, f.message.split(", but ")[1]) for f in findings] == [
        ("print-stale", "`v0.4` has been recorded since")
    ]


def test_restyled_cards_are_left_out_and_still_reported(project: Project) -> None:
    old = printed(project)
    path = project.root / "layouts" / "gemotion" / "power-card.svg"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("</svg>", '<circle cx="3" cy="3" r="1"/></svg>'), encoding="utf-8")
    there = len(old.components["power"].cards)
    made = changed(project, old)
    assert (made.moves, made.left_out) == ((), there)

    edit(project)
    made = changed(project, old)
    assert (len(made.moves), made.left_out) == (5, there - 4)
    table = done(project, "v0.4", "3p-red-green-changed")
    again = changed(project, table)
    assert (again.moves, again.left_out) == ((), there - 4)
    made = changed(project, table, restyled=True)
    assert len(made.moves) == there - 4
    assert not changes_since(project, done(project, "v0.5", "3p-red-green-changed"))


def test_mixed_backs_are_reported(project: Project) -> None:
    old = printed(project)
    path = project.root / "layouts" / "gemotion" / "common.svg"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("</svg>", '<circle cx="3" cy="3" r="1"/></svg>'), encoding="utf-8")
    edit(project)
    findings = Findings()
    reprint.build_changed(project, old, RUN, pipeline.PrintOptions(), False, findings, quiet)
    assert [(f.code, f.severity, f.message.split()[0]) for f in findings] == [
        ("mixed-backs", "warning", "`power`")
    ]
    reprint.build_changed(project, old, RUN, pipeline.PrintOptions(), True, findings := Findings(), quiet)
    assert not findings


def test_builds_of_faces_can_be_recorded(project: Project) -> None:
    pipeline.build(project, "gemotion", RUN, pipeline.PrintOptions(papers=("face",)), Findings(), quiet)
    faces = done(project, "v0.3")
    assert faces == printed_again(project, faces)


def printed_again(project: Project, faces: PrintRecord) -> PrintRecord:
    (project.root / "cards" / "gemotion" / "prints" / "v0.3.yaml").unlink()
    return printed(project)
