"""However many processes draw a build's faces, its files and its findings are those of one that draws them in
order.
"""

import json
import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest
from command import TIMEOUT
from nineup import pipeline
from nineup.base.diagnostics import Findings
from nineup.base.processes import divided as in_processes
from nineup.base.project import Project
from nineup.base.units import MM
from nineup.pipeline import divided
from nineup.pipeline.incremental import BuildCache
from PIL import Image
from tiny import CARD, CARDS, GAME, write_tiny
from tinyfont import tiny_font

PROCESSES = (1, 3)

CARD_LIST = CARDS.split("cards:\n")[0] + "cards:\n"

MANY = CARD_LIST + "".join(
    f"  - {{id: c{n}, suit: {'ruby' if n % 3 else 'jade'}, name: Card {n}, copies: {n % 3},"
    f" text: 'after {n} **waffles**, {{gem}} and {'½ – ' * (n % 2)}{n * 7919 % 101} soft­hyphens'}}\n"
    for n in range(40)
)
FADING = CARD.replace(
    "  <rect",
    '  <linearGradient id="g"><stop stop-color="#fff"/><stop offset="1" stop-opacity="0.2"/></linearGradient>'
    '\n  <rect width="9" height="9" fill="url(#g)" opacity="0.5"/>\n  <rect',
    1,
)

CASES = {
    "sound": {"cards": MANY},
    "gradients and opacities": {"cards": MANY, "card": FADING},
    "mistakes": {"cards": MANY.replace("Card 7,", "Card 7 𝄞,").replace("Card 31", "Card 31 " * 20)},
    "letters of another font": {"cards": MANY.replace("Card 7", "Card ж").replace("Card 31", "Card я")},
    "ligatures that read in two ways": {"cards": MANY.replace("after 7 ", "cb ").replace("after 31 ", "ab ")},
    "bindings that fail": {
        "cards": MANY,
        "card": CARD.replace("{{ card.name }}", "{{ [card.name][card.name|length - 6] }}"),
    },
    "pictures": {
        "cards": MANY,
        "card": CARD.replace(
            "  <rect", '  <rect width="9" height="9" n:image="{{ card.id }}.png"/>\n  <rect', 1
        ),
    },
    "notes about drawings": {
        "cards": MANY,
        "card": CARD.replace(
            "  <rect", '  <rect width="9" height="9" n:image="{{ card.id }}.svg"/>\n  <rect', 1
        ),
    },
    "notes about layouts": {
        "cards": MANY,
        "card": CARD.replace("  <rect", '  <path marker-end="url(#gone)" d="M0 0H9"/>\n  <rect', 1),
    },
    "one-sided": {"cards": MANY, "game": GAME.replace("    back: back.svg\n", "")},
}

FLAWED = ("mistakes", "letters of another font", "bindings that fail")

SCRIPT = """\
import json, sys
from test_pipeline_divided import outcome, PROCESSES
print(json.dumps([outcome(sys.argv[1], processes) for processes in (0, *PROCESSES)]))
"""


def outcome(root: str, processes: int) -> list[object]:
    """The digests of what a build with so many processes writes, and what it finds; 0 for plain stages."""
    divided.FEW = 1
    stages = divided.DividedStages(processes) if processes else pipeline.Stages()
    options = pipeline.PrintOptions(papers=("a4", "face"), allow_errors=True)
    findings = Findings()
    choice, folder = pipeline.RunChoice(), Path(root) / "output"
    built = pipeline.build(Project(Path(root)), "tiny", choice, options, findings, lambda *_: None, stages)
    files = {path.name: sha256(path.read_bytes()).hexdigest() for path in sorted(folder.rglob("*.*"))}
    assert files, findings
    return [files, [repr(finding) for finding in findings], built.status.name]


@pytest.mark.parametrize("case", CASES)
def test_the_same_files_and_findings(case: str, tmp_path: Path) -> None:
    root = write_tiny(tmp_path, **CASES[case])
    if case == "ligatures that read in two ways":
        use_sly_font(root)
    if case == "letters of another font":
        style = root / "layouts/tiny/style.yaml"
        style.write_text(style.read_text().replace("font: Source Sans 3", "font: [Sly, Source Sans 3]"))
        add_font(root)
    if case == "pictures":
        for number in range(40):
            mode = ("RGB", "RGBA", "L", "P")[number % 4]
            picture = Image.effect_noise((20, 10), number).convert(mode)
            if mode == "RGBA":
                picture.putalpha(number)
            picture.save(root / f"layouts/tiny/c{number}.png")
    if case == "notes about drawings":
        draw_with_notes(root)
    # A process of its own: copies are made only where no other thread runs.
    here = Path(__file__).parent
    paths = os.pathsep.join([str(here), str(here.parent), *filter(None, sys.path)])
    command = [sys.executable, "-c", SCRIPT, str(root)]
    done = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    plain, *others = json.loads(done.stdout)
    for processes, other in zip(PROCESSES, others, strict=True):
        assert other == plain, processes
    assert bool(plain[1]) == ("notes" in case or case in FLAWED)


def test_notes_about_drawings_are_no_reason_to_draw_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A deck of strangers' drawings has some: each card would take twice the time, in one process."""
    monkeypatch.setattr(divided, "FEW", divided.FEW)
    monkeypatch.delattr(divided, "typeset")
    root = write_tiny(tmp_path, **CASES["notes about drawings"])
    draw_with_notes(root)
    _, findings, status = outcome(str(root), 1)
    assert status == "DONE"
    printed_and_odd = [number for number in range(40) if number % 3 and number % 2]
    assert all(f"c{number}.svg" in each for number, each in zip(printed_and_odd, findings, strict=True))


def test_elements_of_a_drawing_with_notes_are_drawn_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which of them says that a marker is missing depends on which was drawn first."""
    monkeypatch.setattr(divided, "FEW", divided.FEW)
    card = CASES["notes about drawings"]["card"].replace("{{ card.id }}.svg", "all.svg#{{ card.id }}")
    root = write_tiny(tmp_path, cards=MANY, card=card)
    elements = "".join(
        f'<path id="c{number}" marker-end="url(#m{number})" d="M0 0H{number + 1}V9Z"/>'
        for number in range(40)
    )
    (root / "layouts/tiny/all.svg").write_text(DRAWING.format(elements))
    assert outcome(str(root), 1) == outcome(str(root), 0)


DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9">{}</svg>'


def draw_with_notes(root: Path) -> None:
    """A drawing for each of many cards, half of them with a marker that isn't there."""
    for number in range(40):
        marker = 'marker-end="url(#gone)"' * (number % 2)
        drawing = DRAWING.format(f'<path {marker} d="M0 0H{number % 7 + 1}V9Z"/>')
        (root / f"layouts/tiny/c{number}.svg").write_text(drawing)


def test_what_operators_refer_to_is_passed_on_once(tmp_path: Path) -> None:
    """A picture in the share of a process isn't in its later shares: it may have megabytes."""
    root, findings = write_tiny(tmp_path, cards=MANY, card=FADING), Findings()
    project, stages = Project(root), divided.DividedStages(1)
    game = pipeline.load(project, "tiny", findings)
    assert game
    run, engine = (
        pipeline.choose_run(game, pipeline.RunChoice(), findings),
        stages.engine(project, game, findings),
    )
    assert run
    assert engine
    shares = divided._Shares(run, engine, stages.face_reader, 0.0)
    first, others = shares.numbers()
    passed = [list(shares.draw(numbers).referents) for numbers in (first, others[:9], others[9:])]
    assert passed[0]
    assert len({key for keys in passed for key in keys}) == sum(map(len, passed))


BOARD = """\
<svg xmlns="http://www.w3.org/2000/svg" xmlns:n="nineup" width="390mm" height="250mm" viewBox="0 0 390 250">
  <rect x="150" y="100" width="90" height="20" class="title" fill="none" n:text="{{ card.id }} and words in the middle"/>
</svg>
"""


def test_imposition_reads_what_it_needs_of_faces_that_are_elsewhere(tmp_path: Path) -> None:
    """Where words are, so that a poster's cuts pass beside them, and whether ink ends before the trim."""
    board = "  board: {shape: board, size: 390mm x 250mm, layout: board.svg}\nrules:"
    root = write_tiny(tmp_path, game=GAME.replace("rules:", board))
    (root / "layouts/tiny/board.svg").write_text(BOARD)
    options = pipeline.PrintOptions(papers=("a4",), bleed=3 * MM)
    results = []
    for stages in (pipeline.Stages(), divided.DividedStages(1)):
        findings = Findings()
        pipeline.build(
            Project(root), "tiny", pipeline.RunChoice(), options, findings, lambda *_: None, stages
        )
        boards = (root / "output/tiny").rglob("boards-a4.pdf")
        results.append(([path.read_bytes() for path in boards], [repr(finding) for finding in findings]))
    assert results[0] == results[1]
    assert len(results[0][0]) == 1
    assert not any("board" in finding and "bleed-missing" in finding for finding in results[0][1])


def add_font(root: Path) -> None:
    letters = "".join(map(chr, range(33, 127))) + " ½–\u00ad"
    ligatures = "feature liga { sub u0061 u0062 by extra; sub u0063 u0062 by extra; } liga;"
    for style in ("Regular", "Bold"):
        path = root / f"fonts/Sly-{style}.ttf"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(tiny_font(letters, features=ligatures))


def use_sly_font(root: Path) -> None:
    add_font(root)
    style = root / "layouts/tiny/style.yaml"
    style.write_text(style.read_text().replace("Source Sans 3", "Sly"))


def test_a_cache_of_ambiguous_words_is_not_used(tmp_path: Path) -> None:
    root = write_tiny(tmp_path, **CASES["ligatures that read in two ways"])
    use_sly_font(root)
    cards, cache = root / "cards/tiny/cards.yaml", BuildCache()
    sound = cards.read_text()
    for edited in (sound.replace("cb ", "ab "), sound, sound.replace("'ab ", "'Now ab ")):
        cards.write_text(edited)
        with cache.stages(Project(root), "tiny") as stages:
            cached = built_files(root, stages)
        assert cached == built_files(root, pipeline.Stages())


def built_files(root: Path, stages: pipeline.Stages) -> dict[str, bytes]:
    arguments = pipeline.RunChoice(), pipeline.PrintOptions(), Findings(), lambda *_: None
    pipeline.build(Project(root), "tiny", *arguments, stages)
    return {path.name: path.read_bytes() for path in (root / "output").rglob("*.*")}


def test_work_that_a_copy_fails_to_do_is_done_here(tmp_path: Path) -> None:
    script = (
        "import os\nfrom nineup.base.processes import divided\nhere = os.getpid()\n"
        "def work(number):\n"
        "    if os.getpid() != here: raise ValueError('only there')\n"
        "    return number * number\n"
        "print(divided(work, 100, 3) == [n * n for n in range(100)])\n"
        "def loop(number):\n"
        "    while os.getpid() != here: pass\n"
        "    raise KeyboardInterrupt\n"
        "try: divided(loop, 9, 3)\n"
        "except KeyboardInterrupt: print('ended')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=TIMEOUT, check=True
    )
    assert done.stdout == "True\nended\n"


@pytest.mark.parametrize("count", [2048, 2049, 40_000, 70_000])
def test_numbers_of_any_count_are_taken_once_in_order(count: int) -> None:
    # In a process of its own, as too many bytes in a pipe that nobody reads would wait forever.
    script = (
        "from nineup.base.processes import _Numbers, divided\n"
        f"print(divided(abs, {count}, 2) == [*range({count})] == [*_Numbers({count})])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=TIMEOUT, check=True
    )
    assert done.stdout == "True\n"


def test_nothing_to_do() -> None:
    assert in_processes(lambda number: number, 0, 4) == []
