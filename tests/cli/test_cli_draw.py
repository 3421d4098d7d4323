"""`nineup draw` as a user meets it."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from command import run_command as nineup
from tiny import write_tiny

ANY_RUBY = "hand|selectattr('suit', 'eq', 'ruby')|length"


def test_a_hand_is_shown_as_cards_and_its_seed_repeats_it(tmp_path: Path) -> None:
    words = ("draw", "tiny", "--pile", "deck", "--hand", "3")
    done = nineup(write_tiny(tmp_path), *words, "--seed", "7")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == "Tiny, box: `deck` has 3 cards, seed 7"
    assert done.stdout.count("│ Second Wind ") == 2
    assert done.stdout.count("│ suit: ruby ") == 1
    assert nineup(tmp_path, *words, "--seed", "7").stdout == done.stdout
    seed = nineup(tmp_path, *words).stdout.splitlines()[0].rsplit(" ", 1)[1]
    assert nineup(tmp_path, *words, "--seed", seed).stdout.splitlines()[0].endswith(f"seed {seed}")


def test_a_distribution_is_exact_where_it_can_be(tmp_path: Path) -> None:
    done = nineup(write_tiny(tmp_path), "draw", "tiny", "--pile", "deck", "--hand", "2", "--of", ANY_RUBY)
    assert (done.returncode, done.stderr) == (0, "")
    first, second, *rows, last = done.stdout.splitlines()
    assert first == "Tiny, box: 2 cards from `deck`"
    assert second == f"{ANY_RUBY} (exact)"
    assert [row.split()[:2] for row in rows] == [["0", "33.33"], ["1", "66.67"]]
    assert last == "average 0.6667"


def test_what_looks_at_the_whole_pile_is_simulated_with_its_error(tmp_path: Path) -> None:
    words = (
        "draw",
        "tiny",
        "--pile",
        "deck",
        "--of",
        "until(deck, where=card.suit == 'ruby')",
        "--hand",
        "1",
    )
    done = nineup(write_tiny(tmp_path), *words, "--seed", "1", "--times", "5000", "--format", "json")
    found = json.loads(done.stdout)
    assert (found["exact"], found["times"], found["seed"]) == (False, 5000, 1)
    assert [each["value"] for each in found["outcomes"]] == [1, 2, 3]
    for each in found["outcomes"]:
        assert 0 < each["error"] < 0.01
        assert abs(each["chance"] - 1 / 3) < 4 * each["error"]


TURNS = "turns(3, draw=1, keep=card.suit == 'jade')[2].hand|length"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("(turns(2, draw=1)|last).hand|length", {3: 1.0}),
        ("turns(1, fill=2, discard=1)[0].hand|length", {1: 1.0}),
        ("until(turns(2, draw=1), where=turn.drawn[0].suit == 'ruby')", {1: 1 / 3, 2: 1 / 3, None: 1 / 3}),
        (TURNS, {2: 1.0}),  # the ruby is discarded, and shuffled and drawn again each turn
    ],
)
def test_turns_from_the_opening_hand_on(
    tmp_path: Path, source: str, expected: dict[int | None, float]
) -> None:
    words = ("draw", "tiny", "--pile", "deck", "--of", source, "--hand", "1", "--seed", "2")
    done = nineup(write_tiny(tmp_path), *words, "--times", "4000", "--format", "json")
    assert done.returncode == 0, done.stderr
    found = {each["value"]: each for each in json.loads(done.stdout)["outcomes"]}
    assert found.keys() == expected.keys()
    for value, share in expected.items():
        assert abs(found[value]["chance"] - share) <= 4 * found[value]["error"]


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("turns(3.5, draw=1)|length", "`turns` takes whole numbers from 0 to 200, but number is 3.5"),
        ("turns(3, draw=-1)|length", "`turns` takes whole numbers from 0 to 200, but draw is -1"),
        ("turns(3, drew=1)|length", "drew"),
        ("turns(3)[5].hand|length", "5"),
    ],
)
def test_turns_that_cannot_be_played(tmp_path: Path, source: str, message: str) -> None:
    done = nineup(write_tiny(tmp_path), "draw", "tiny", "--pile", "deck", "--of", source, "--hand", "1")
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("source", [ANY_RUBY, "turns(4, draw=1, discard=1)[3].hand|length", TURNS])
def test_processes_give_what_one_process_gives(
    tmp_path: Path, source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from nineup import pipeline
    from nineup.base.diagnostics import Findings
    from nineup.base.project import Project
    from nineup.pipeline import draws

    project, choice = Project(write_tiny(tmp_path)), pipeline.RunChoice()
    game = pipeline.load(project, "tiny", Findings())
    assert game is not None
    run = pipeline.choose_run(game, choice, Findings())
    assert run is not None
    asked, times = draws.Draws("deck", 2, 5), 3 * draws.CHUNK + 123
    monkeypatch.setattr(draws, "IN_PROCESSES", times)
    many = draws.simulated_distribution(project, "tiny", choice, run, asked, source, times)
    alone = draws.count_answers(run, asked, source, times)
    assert {answer.value: answer.drawn for answer in many.answers} == alone


def test_csv_chart_and_picture(tmp_path: Path) -> None:
    words = ("draw", "tiny", "--pile", "deck", "--hand", "2")
    done = nineup(
        write_tiny(tmp_path), *words, "--of", ANY_RUBY, "--format", "csv", "--chart", "made/chart.svg"
    )
    assert done.stdout.splitlines()[0] == "value,chance,error"
    assert done.stdout.splitlines()[1].split(",")[0] == "0"
    chart = ElementTree.fromstring((tmp_path / "made/chart.svg").read_text(encoding="utf-8"))
    assert next(text.text for text in chart.iter("{http://www.w3.org/2000/svg}text")) == ANY_RUBY
    shown = nineup(tmp_path, *words, "--picture", "hand.png", "--seed", "1")
    assert shown.returncode == 0
    assert (tmp_path / "hand.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--pile", "dek"), "unknown pile or component `dek` (did you mean `deck`?)"),
        (("--pile", "deck", "--hand", "4"), "`deck` has 3 cards, so a hand of 4 can't be drawn from it"),
        (("--pile", "deck", "--of", "hand|lenght"), "--of: 6: `lenght` is not a filter (did you mean `length`?)"),
        (("--pile", "deck", "--hand", "1", "--of", "hand[0].sut"), "there is no `sut` here (did you mean `suit`?)"),
        (("--pile", "deck", "--hand", "1", "--of", "hand"), "needs yes or no, a number or a text for each hand"),
        (("--pile", "deck", "--hand", "1", "--of", "deck"), "expected yes or no, a number or a text for each hand"),
        (("--pile", "deck", "--chart", "x.svg"), "--chart and --format need --of"),
        (("--pile", "deck", "--of", "1", "--picture", "x.png"), "--picture shows hands; leave out --of"),
        (("--pile", "deck", "--players", "9"), "[impossible-players]"),
    ],
)  # fmt: skip
def test_mistakes(tmp_path: Path, words: tuple[str, ...], message: str) -> None:
    done = nineup(write_tiny(tmp_path), "draw", "tiny", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
