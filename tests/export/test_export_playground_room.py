"""The room of Tabletop Playground: its script sets up and deals on a table that is written after the program's
documentation (`playground_api.js`).
"""

import json
import shutil
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from nineup_export import ExportResult
from test_export_more_tables import templates
from test_export_piles import MANY, PILE, PLAIN, with_piles
from test_export_tabletop_simulator import MORE, STANDEE, exported
from tiny import CARDS, GAME, SVG, write_tiny

RULES = """\
  reserve: {shape: card, size: poker, layout: plain.svg, back: back.svg, cards: reserve.yaml}
rules:
  - deal: {player: {deck: 2, chip: 1, hero: 1}, table: {reserve: 1}}
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> ExportResult:
    more = MORE.replace("hero.svg}", "hero.svg, copies: 2}").replace("rules:\n", RULES)
    root = write_tiny(tmp_path_factory.mktemp("game"), game=GAME.replace("rules:\n", more, 1))
    (root / "cards/tiny/reserve.yaml").write_text(CARDS)
    (root / "layouts/tiny/plain.svg").write_text(PLAIN)
    (root / "layouts/tiny/hero.svg").write_text(STANDEE)
    for name, wide, high in (("field", 30, 34.641), ("land", 600, 400)):
        text = SVG.format(w=wide, h=high) + f'<rect width="{wide}" height="{high}" fill="#00f"/></svg>'
        (root / f"layouts/tiny/{name}.svg").write_text(text)
    made, findings = exported(root, "tabletop-playground", dpi=40)
    assert not findings.failed, list(findings)
    return made


def played(made: ExportResult, *pressed: str) -> list[dict[str, Any]]:
    """What lies where after the card was dropped onto an empty table and buttons were pressed."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no Node.js")
    program = Path(__file__).with_name("playground_api.js")
    run = subprocess.run(
        [node, program, made.folder / "tiny", *pressed],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert run.returncode == 0, run.stderr
    table = json.loads(run.stdout)
    assert table["buttons"] == ["Set up", "Deal"]
    objects: list[dict[str, Any]] = table["objects"]
    return [each for each in objects if each["name"] != "set-up"]


def tags(objects: list[dict[str, Any]]) -> Counter[str]:
    """The pieces of each component, whatever stack they are in."""
    return Counter(tag[0] for each in objects for tag in each["tags"] if tag)


def test_a_package_has_the_model_and_the_script_that_its_templates_name(package: ExportResult) -> None:
    found = templates(package)
    assert f"tiny/Models/{found['hand']['Models'][0]['Model']}" in package.files
    assert f"tiny/Scripts/{found['set-up']['ScriptName']}" in package.files
    lines = (package.folder / "tiny/Models/hand.obj").read_text().splitlines()
    corners = [tuple(map(float, line.split()[1:])) for line in lines if line.startswith("v ")]
    assert max(z for _, _, z in corners) * 2 > found["hand"]["CardsWidth"]
    used = Counter(
        int(part.split("/")[0]) for line in lines if line.startswith("f ") for part in line.split()[1:]
    )
    assert sorted(used) == list(range(1, 9)), "a bar with eight corners"


def test_a_dropped_card_sets_up_the_table_and_deals(package: ExportResult) -> None:
    objects = played(package)
    seats = [each for each in objects if each["type"] == "Card Holder"]
    assert [(each["slot"], each["yaw"]) for each in seats] == [(0, 0), (1, 180)]
    assert seats[0]["place"][0] == -seats[1]["place"][0] < 0, "one at each side"
    assert tags(objects) == {"deck": 6, "chip": 6, "field": 3, "hero": 2, "land": 1, "reserve": 3}
    held = [each for each in objects if each["held"]]
    assert sorted((each["slot"], tag[1]) for each in held for tag in each["tags"]) == [
        (0, "sun"), (0, "sun"), (1, "moon"), (1, "moon"),
    ]  # fmt: skip
    assert all(each["up"] for each in held), "their players see their faces"
    piles = [each for each in objects if each["name"].startswith("deck") and not each["held"]]
    assert [(len(each["tags"]), each["up"], each["shuffled"]) for each in piles] == [(1, False, True)] * 2
    (turned_up,) = [each for each in objects if each["name"] == "reserve" and each["up"]]
    assert len(turned_up["tags"]) == 1
    chips = [(len(each["tags"]), each["place"][0]) for each in objects if each["name"] == "chip"]
    assert [number for number, _ in chips] == [4, 1, 1]
    near, far = (x for number, x in chips if number == 1)
    assert seats[0]["place"][0] < near < 0 < far < seats[1]["place"][0], "before the hands"
    assert {each["place"][2] for each in objects} == {81}, "above the table"


def test_the_buttons_deal_again_and_bring_everything_back(package: ExportResult) -> None:
    first = played(package)
    again = played(package, "Deal")
    assert tags(again) == tags(first), "nothing is lost or made"
    assert sum(each["held"] for each in again) == 6, "decks are empty"
    assert sum(len(each["tags"]) for each in again if each["name"] == "chip" and len(each["tags"]) == 1) == 4
    reset = played(package, "Deal", "Set up")
    assert not any(each["held"] for each in reset)
    assert tags(reset) == tags(first)
    assert played(package, "Set up", "Deal") == first


def test_a_pile_of_several_templates_is_one_stack(tmp_path: Path) -> None:
    made, findings = exported(with_piles(tmp_path, PILE), "tabletop-playground", dpi=40)
    assert not findings.failed, list(findings)
    assert MANY.count("copies: 2") == 75
    (deck,) = [each for each in played(made) if each["type"] == "Card"]
    assert (len(deck["tags"]), deck["shuffled"], deck["up"]) == (152, True, False)
