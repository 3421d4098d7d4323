"""After any edit, a build with a cache writes and reports what a fresh one does."""

import functools
import shutil
import tempfile
from collections.abc import Collection
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nineup import pipeline
from nineup.base.diagnostics import Findings, Status
from nineup.base.project import Project
from nineup.pipeline.incremental import BuildCache
from tiny import BACK, CARD, CARDS, GAME, GEM, STYLE, write_tiny

SEEING = CARD.replace(
    "</svg>",
    """\
  <text x="7" y="80" class="rules" n:text="{{ game.title }} {{ lists.suit.jade.name }} {{ data.odds.one }}">a</text>
  <text x="40" y="80" class="rules" n:text="{{ component.name }} {{ palette.ink }}">a</text>
  <text x="40" y="84" class="rules" n:text="{{ players }} {{ suits|length }} {{ terms|length }}">a</text>
</svg>
""",
)
FILES = {
    "game": GAME + "data: odds.yaml\n",
    "odds": "one: '1'\n",
    "cards": CARDS,
    "style": STYLE,
    "card": SEEING,
    "back": BACK,
    "gem": GEM,
    "settings": "backs: long-edge\n",
}
EDITS = {
    "another text": ("cards", "Take 1 {gem}", "Take 2 {gem}"),
    "an unknown sign": ("cards", "Take 1 {gem}", "Take 1 {gme}"),
    "a text that is too long": ("cards", "efficient waffle", "efficient waffle, " * 60),
    "signs that nothing else has": ("cards", "First Light", "Q7 Ÿ \u2013 ﬁ"),
    "more copies": ("cards", "copies: 2", "copies: 5"),
    "copies on many pages": ("cards", "copies: 2", "copies: 15"),
    "another suit": ("cards", "suit: ruby", "suit: jade"),
    "a card fewer": ("cards", CARDS[CARDS.index("  - id: first") : CARDS.index("  - id: second")], ""),
    "a card more": ("cards", "  - id: second", "  - {id: new, suit: jade, name: N, text: T}\n  - id: second"),
    "a text of more lines": ("cards", "wait for the evening.", "wait\n      for the evening."),
    "a line more above": ("cards", "fields:", "# a comment\nfields:"),
    "the same words on both cards": ("cards", "name: Second Wind", "name: First Light"),
    "another symbol's name": ("game", "gem: {name: gem,", "gem: {name: stone,"),
    "a term": ("game", "components:", "terms:\n  Take: {means: Move it.}\ncomponents:"),
    "another tone": ("game", "#b5162b", "#b5162c"),
    "another title": ("game", "game: Tiny", "game: Teeny"),
    "another name in a list": ("game", "name: Jade", "name: Nephrite"),
    "other data": ("odds", "'1'", "1.0"),
    "another name of the component": ("game", "  deck:\n", "  deck:\n    name: The deck\n"),
    "another way to cut": (
        "game",
        "    cards: cards.yaml\n",
        "    cards: cards.yaml\n    outline: hexagon\n",
    ),
    "an owner's name": (
        "game",
        "[sun, moon, star, leaf]",
        "{sun: {name: Sol}, moon: {}, star: {}, leaf: {}}",
    ),
    "another symbol": ("gem", "L10 5", "L9 5"),
    "another back": ("back", "#334455", "#334456"),
    "faces that count": ("card", "{{ players }}", "{{ count('chip') }} {{ cards('deck')|length }}"),
    "larger paper": ("settings", "backs: long-edge", "backs: long-edge\npaper: a3"),
    "no backs": ("settings", "long-edge", "none"),
    "more room": ("settings", "backs: long-edge", "backs: long-edge\nmargin: 12mm"),
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
    return {str(path.relative_to(folder)): path.read_bytes() for path in (folder / "tiny").glob("*/*")}


def stages_of(project: Project, cache: BuildCache | None) -> AbstractContextManager[pipeline.Stages]:
    return cache.stages(project, "tiny") if cache is not None else nullcontext(pipeline.Stages())


def built(
    root: Path, output: Path, cache: BuildCache | None, choice: pipeline.RunChoice
) -> tuple[Status, set[object], dict[str, bytes]]:
    findings = Findings()
    printing = pipeline.PrintOptions(output=output)
    project = Project(root)
    with stages_of(project, cache) as stages:
        outcome = pipeline.build(project, "tiny", choice, printing, findings, lambda *_: None, stages)
    return outcome.status, set(findings), written(output) if outcome.status is Status.DONE else {}


CHOICES = [
    pipeline.RunChoice(),
    pipeline.RunChoice(players=3),
    pipeline.RunChoice(players=4, options={"suits": "jade"}),
    pipeline.RunChoice(owners=("moon",)),
]


@functools.cache
def fresh(edits: frozenset[str], choice: int) -> tuple[Status, set[object], dict[str, bytes]]:
    """What a build without a cache writes and reports."""
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), edits)
        return built(Path(folder), Path(folder) / "output", None, CHOICES[choice])


@settings(max_examples=20)
@given(
    st.lists(
        st.tuples(
            st.frozensets(st.sampled_from(sorted(EDITS)), max_size=3), st.integers(0, len(CHOICES) - 1)
        ),
        min_size=2,
        max_size=5,
    )
)
def test_the_same_files_and_findings(states: list[tuple[frozenset[str], int]]) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        cache = BuildCache()
        for edits, choice in states:
            write(folder / "game", edits)
            found = built(folder / "game", folder / "output", cache, CHOICES[choice])
            assert found == fresh(edits, choice)
            shutil.rmtree(folder / "output", ignore_errors=True)


def write(root: Path, edits: Collection[str]) -> None:
    files = dict(FILES)
    for edit in sorted(edits):
        file, old, new = EDITS[edit]
        files[file] = files[file].replace(old, new)
    write_tiny(root, **files)
    (root / "nineup.yaml").write_text(files["settings"], encoding="utf-8")
    (root / "cards" / "tiny" / "odds.yaml").write_text(files["odds"], encoding="utf-8")


def test_each_edit_is_one(tmp_path: Path) -> None:
    """What is edited above is there."""
    assert [name for name, (file, old, _) in EDITS.items() if old not in FILES[file]] == []


@pytest.mark.parametrize("counting", [False, True])
def test_there_and_back(counting: bool, tmp_path: Path) -> None:
    """One edit after the other, each taken back before the next."""
    cache = BuildCache()
    always: set[str] = {"faces that count"} if counting else set()
    for edit in sorted(EDITS)[counting :: 1 + counting]:
        for edited in (set[str](), {edit}):
            edits = frozenset(edited | always)
            write(tmp_path, edits)
            found = built(tmp_path, tmp_path / "output", cache, CHOICES[0])
            assert found == fresh(edits, 0), edit
            shutil.rmtree(tmp_path / "output", ignore_errors=True)


def test_what_did_not_change_is_not_drawn_again(tmp_path: Path) -> None:
    write_tiny(tmp_path)
    cache = BuildCache()

    def fronts() -> list[object]:
        project, printing = Project(tmp_path), pipeline.PrintOptions()
        with cache.stages(project, "tiny") as stages:
            ready = pipeline.draw(
                project, "tiny", pipeline.RunChoice(), printing, Findings(), lambda *_: None, stages
            )
        assert isinstance(ready, pipeline.DrawnRun)
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
