"""After any edit, a build that remembers writes and tells what a new one does."""

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from tiny import CARD, CARDS, GAME, STYLE, write_tiny

from generator import build
from generator.diagnostics import Findings
from generator.memory import Memory
from generator.project import Project

FILES = {"game": GAME, "cards": CARDS, "style": STYLE, "card": CARD}
EDITS = {
    "another text": ("cards", "Take 1 {gem}", "Take 2 {gem}"),
    "an unknown sign": ("cards", "Take 1 {gem}", "Take 1 {gme}"),
    "a text that is too long": ("cards", "efficient waffle", "efficient waffle, " * 60),
    "signs that nothing else has": ("cards", "First Light", "Q7 Ÿ \u2013 ﬁ"),
    "more copies": ("cards", "copies: 2", "copies: 5"),
    "a line more above": ("cards", "fields:", "# a comment\nfields:"),
    "the same words on both cards": ("cards", "name: Second Wind", "name: First Light"),
    "another symbol's name": ("game", "gem: {name: gem,", "gem: {name: stone,"),
    "a term": ("game", "components:", "terms:\n  Take: {means: Move it.}\ncomponents:"),
    "another tone": ("game", "#b5162b", "#b5162c"),
    "a larger size": ("style", "size: 10pt", "size: 11pt"),
    "a wrong style": ("style", "size: 10pt", "size: 10"),
    "another shape": ("card", 'height="16"', 'height="15"'),
    "a wrong binding": ("card", "{{ card.name }}", "{{ card.nmae }}"),
    "a micro line": (
        "card",
        "</svg>",
        '<text x="7" y="87" class="rules" n:micro="{{ card.id }}">a</text></svg>',
    ),
}


def written(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (folder / "tiny" / "box").glob("*")}


def built(root: Path, output: Path, tools: build.Tools) -> tuple[int, set[object], dict[str, bytes]]:
    findings = Findings()
    printing = build.Printing(output=output)
    outcome = build.build(Project(root), "tiny", build.Choice(), printing, findings, lambda *_: None, tools)
    return outcome.code, set(findings), {} if outcome.code else written(output)


@settings(deadline=None, max_examples=12)
@given(st.lists(st.sets(st.sampled_from(sorted(EDITS)), max_size=3), min_size=2, max_size=4))
def test_the_same_files_and_findings(states: list[set[str]]) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        memory = Memory()
        for state in states:
            files = dict(FILES)
            for edit in sorted(state):
                file, old, new = EDITS[edit]
                files[file] = files[file].replace(old, new)
            write_tiny(folder / "game", **files)
            fresh = built(folder / "game", folder / "fresh", build.Tools())
            assert built(folder / "game", folder / "kept", memory) == fresh


def test_what_did_not_change_is_not_drawn_again(tmp_path: Path) -> None:
    write_tiny(tmp_path)
    memory = Memory()

    def fronts() -> list[object]:
        ready = build.draw(
            Project(tmp_path), "tiny", build.Choice(), build.Printing(), Findings(), lambda *_: None, memory
        )
        assert isinstance(ready, build.Ready)
        return [drawn.front for drawn in ready.drawn if drawn.part.component.id == "deck"]

    first, again = fronts(), fronts()
    assert all(one is other for one, other in zip(first, again, strict=True))
    assert len(set(map(id, first))) == len(first)
    path = tmp_path / "cards" / "tiny" / "cards.yaml"
    path.write_text(CARDS.replace("Take 1", "Take 2"), encoding="utf-8")
    edited = [old is new for old, new in zip(first, fronts(), strict=True)]
    assert edited.count(False) == 4
    (tmp_path / "layouts" / "tiny" / "style.yaml").write_text(STYLE.replace("13pt", "12pt"), encoding="utf-8")
    assert not any(old is new for old, new in zip(first, fronts(), strict=True))
