"""The guide's files are real: as shown, they check clean and print; so is its story after an edit."""

import re
import subprocess
from pathlib import Path

import pypdfium2
import pytest
from command import run_command as nineup
from nineup import pipeline
from nineup.base.diagnostics import Findings
from nineup.base.project import Project

GUIDE = Path(__file__).parents[2] / "docs" / "guide.md"
FILE = re.compile(
    r"```(?:yaml|xml)\n(?:# |<!-- )((?:cards|layouts)/\S+|nineup\.yaml)(?: -->)?\n(.*?)```", re.S
)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    files = FILE.findall(GUIDE.read_text(encoding="utf-8"))
    assert len(files) == 8
    for name, text in files:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return Project(tmp_path)


def test_it_checks_clean(project: Project) -> None:
    findings = Findings()
    pipeline.check(project, "orchard", findings)
    assert findings == []


def test_it_prints_with_the_guides_own_flags(project: Project) -> None:
    findings = Findings()
    choice = pipeline.RunChoice(players=3, options={"trees": "plum"})
    outcome = pipeline.build(project, "orchard", choice, pipeline.PrintOptions(), findings, lambda *_: None)
    assert findings == []
    names = [written.path.name for written in outcome.written]
    assert names == ["cards-letter.pdf", "tokens-letter.pdf", "manifest.json"]
    text = pypdfium2.PdfDocument(outcome.written[0].path)[0].get_textpage().get_text_bounded()
    assert text.count("The Tall Ladder") == 8
    assert "Windfall" not in text
    assert "take 2 basket from" in " ".join(text.split())


EDITS = {
    "then pay 1 {basket}": "then pay 2 {basket}",
    "id: ladder": "id: stool",
    "The Tall Ladder": "The Short Stool",
}
STORY = """\
Orchard: v0.3 → now

New
  The Short Stool (fruit/stool): 8 copies
    text: **Either** Pick 1 card, *or* take 2 {basket} from a neighbour.

Gone
  The Tall Ladder (fruit/ladder): 8 copies

Reworded
  Windfall (fruit/windfall)
    text: Pick 2 cards, then pay [-1-]{+2+} {basket}.
"""
PULL = """\
prints/orchard/3p-changed/changed-letter.pdf: 4 pages, 16 pieces
prints/orchard/3p-changed/pull-list-letter.pdf: 1 page
prints/orchard/3p-changed/manifest.json
"""


def commands(heading: str) -> list[str]:
    """The commands that a section of the guide shows, in order."""
    section = GUIDE.read_text(encoding="utf-8").split(f"\n## {heading}\n")[1].split("\n## ")[0]
    blocks = "".join(re.findall(r"```sh\n(.*?)```", section, re.S))
    return [line.split("#")[0].strip() for line in blocks.splitlines()]


def run(project: Project, line: str) -> str:
    done = nineup(project.root, *line.split()[1:])
    assert done.returncode == 0, (line, done.stderr)
    return done.stdout


def test_its_story_after_an_edit_is_what_happens(project: Project) -> None:
    for line in ("nineup build orchard --players 3", "nineup print-done orchard --as v0.2"):
        run(project, line)
    git = ["git", "-C", str(project.root), "-c", "user.name=a", "-c", "user.email=a@b"]
    for words in (["init", "-q", "-b", "main"], ["add", "cards", "layouts"], ["commit", "-q", "-m", "v0.2"]):
        subprocess.run([*git, *words], check=True)
    build, done, diff, since, since_git, changed = commands("After a rule edit")
    run(project, build)
    assert run(project, done) == "cards/orchard/prints/v0.3.yaml\n"
    assert run(project, diff) == "Orchard: v0.3 → now\nnothing changed\n"
    path = project.root / "cards" / "orchard" / "fruit.yaml"
    text = path.read_text(encoding="utf-8")
    for old, new in EDITS.items():
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")
    assert run(project, diff) == STORY
    assert run(project, since).startswith("# Orchard: v0.2 → now\n\n## New\n")
    assert run(project, since_git) == STORY.replace("v0.3", "main")
    assert run(project, changed) == PULL
    done = "nineup print-done orchard 3p-changed --as v0.4"
    assert f"`{done}`" in GUIDE.read_text(encoding="utf-8")
    run(project, done)
    assert run(project, diff) == "Orchard: v0.4 → now\nnothing changed\n"
    assert run(project, changed) == ""


def test_its_versions_are_kept_and_restored(project: Project) -> None:
    keep, listed, diff, restore, card, remove = commands("Versions")
    path = project.root / "cards" / "orchard" / "fruit.yaml"
    before = path.read_text(encoding="utf-8")
    run(project, keep)
    assert run(project, listed).startswith("before-playtest ")
    for line in (restore, card):
        path.write_text(before.replace("name: Windfall", "name: Storm"), encoding="utf-8")
        assert "Storm" in run(project, diff)
        run(project, line)
        assert path.read_text(encoding="utf-8") == before
    run(project, remove)


def test_the_back_of_its_rulebook_is_written(project: Project) -> None:
    (line,) = commands("The back of the rulebook")
    names = [name.rpartition("/")[2].split(":")[0] for name in run(project, line).splitlines()]
    assert names == ["appendix.pdf", "appendix.html", "appendix.md", "appendix-pictures"]
