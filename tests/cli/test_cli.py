"""The command as a user meets it: what it prints, what it writes, and its exit codes."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from command import TIMEOUT
from command import run_command as nineup
from tiny import CARD, CARDS, GAME, STYLE, write_tiny


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    return write_tiny(tmp_path)


def read_json(text: str) -> Any:
    return json.loads(text)


def test_games_lists_players_options_faces_and_pieces(tiny: Path) -> None:
    done = nineup(tiny, "games")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "tiny: Tiny, 2–6 players, 9 faces, 24 pieces",
        "    --option suits: 1 or more of ruby, jade",
        "    --option expansion: yes or no; required for 5 or more players",
    ]
    (row,) = read_json(nineup(tiny, "games", "--json").stdout)["games"]
    assert (row["game"], row["players"], row["faces"], row["pieces"]) == ("tiny", [2, 6], 9, 24)


def test_check_is_quiet_about_a_sound_game(tiny: Path) -> None:
    done = nineup(tiny, "check")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("tiny: 24 configurations in ")
    table = nineup(tiny, "check", "--table").stdout
    assert "\ninventory                     ✓  ✓  ✓  ✓  ✓\n" in table
    assert done.stdout.endswith(" s: no findings\n")
    assert done.stdout.count("\n") == 1
    assert "✓" in nineup(tiny, "check", "--table").stdout
    assert read_json(nineup(tiny, "check", "--format", "json").stdout)["findings"] == []


def test_check_reports_all_mistakes_of_all_files_at_once(tmp_path: Path) -> None:
    game = GAME.replace("designer: Nobody", "desinger: Nobody").replace("size: 16mm", "size: 16")
    cards = CARDS.replace("{gem} and wait", "{gme} and wait").replace("suit: jade", "suit: jad")
    write_tiny(tmp_path, game=game, cards=cards)
    done = nineup(tmp_path, "check")
    assert done.returncode == 1
    places = {line.split(": error:")[0] for line in done.stderr.splitlines() if ": error:" in line}
    assert places == {
        "cards/tiny/game.yaml:2:1",
        "cards/tiny/game.yaml:22:11",
        "cards/tiny/cards.yaml:10:18",
        "cards/tiny/cards.yaml:12:11",
    }
    assert "hint: did you mean `gem`?" in done.stderr
    assert done.stderr.rstrip().endswith("4 errors")
    assert done.stdout == "tiny: 4 errors\n"


def test_styles_sheets_and_settings_are_reported_once_and_with_the_games_own_mistakes(tmp_path: Path) -> None:
    game = GAME.replace("size: 16mm", "size: 16")
    write_tiny(tmp_path, game=game, style=STYLE.replace("min-size: 9pt", "min-size: 9"))
    (tmp_path / "cards" / "other").mkdir()
    (tmp_path / "cards" / "other" / "game.yaml").write_text(GAME.replace("Tiny", "[x]"), encoding="utf-8")
    (tmp_path / "nineup.yaml").write_text("papre: a4\n", encoding="utf-8")
    (tmp_path / "layouts" / "sheets").mkdir()
    (tmp_path / "layouts" / "sheets" / "mine.yaml").write_text("gap: 3\n", encoding="utf-8")
    done = nineup(tmp_path, "check")
    assert done.returncode == 1
    for place in (
        "nineup.yaml:1:1: ",
        "sheets/mine.yaml:1:6: ",
        "tiny/style.yaml:4:",
        "tiny/game.yaml:22:11: ",
    ):
        assert done.stderr.count(place) == 1, place
    assert "unknown text style" not in done.stderr
    reported = read_json(nineup(tmp_path, "check", "--format", "json").stdout)["findings"]
    assert [finding["game"] for finding in reported if finding["file"] == "nineup.yaml"] == [None]


def test_a_mistake_in_style_and_layout_is_reported_too(tmp_path: Path) -> None:
    write_tiny(tmp_path, style=STYLE.replace("min-size: 9pt", "min-size: 9"))
    done = nineup(tmp_path, "check")
    assert done.returncode == 1
    assert "layouts/tiny/style.yaml:4:" in done.stderr
    assert "`9` has no unit" in done.stderr


def test_layouts_are_looked_at_although_the_game_has_errors(tmp_path: Path) -> None:
    write_tiny(tmp_path, game=GAME.replace("players:", "playres:"), card=CARD.replace("#b23a48", "#zzz"))
    done = nineup(tmp_path, "check")
    assert done.returncode == 1
    assert "cards/tiny/game.yaml:4:1: error" in done.stderr
    assert "layouts/tiny/card.svg:2:" in done.stderr


def test_text_that_does_not_fit_names_card_and_amount(tmp_path: Path) -> None:
    write_tiny(tmp_path, cards=CARDS.replace("wait for the evening.", "wait for the evening. " * 60))
    done = nineup(tmp_path, "check")
    assert done.returncode == 1
    assert "text-overflow" in done.stderr
    assert "mm too tall at 7.5 pt" in done.stderr
    assert "tiny" in done.stdout
    assert "deck/first" in done.stderr
    assert "\ntext-overflow                 ✗  ✗  ✗  ✗  ✗\n" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("tiny: ")
    assert done.stdout.endswith("1 error\n")


def test_what_is_wrong_with_a_text_is_reported_at_its_own_field(tmp_path: Path) -> None:
    cards = CARDS.replace("First Light", "שלום").replace("official", "語")
    write_tiny(
        tmp_path, cards=cards, card=CARD.replace('n:text="{{ owner.name }}"', 'n:text="{{ owner.name }} 日"')
    )
    done = nineup(tmp_path, "check")
    reported = [line for line in done.stderr.splitlines() if "missing-glyph" in line]
    assert [line.split(": error:")[0] for line in reported] == [
        "cards/tiny/cards.yaml:8:11",
        "cards/tiny/cards.yaml:15:51",
        "layouts/tiny/card.svg:5:44",  # of both cards
    ]
    assert "deck/first, front" in reported[0]


def test_count_as_table_and_as_json(tiny: Path) -> None:
    done = nineup(tiny, "count", "tiny", "--players", "3", "--option", "suits=jade", "--json")
    assert read_json(done.stdout) == {
        "game": "tiny",
        "players": 3,
        "options": {"suits": ["jade"]},
        "components": [
            {"id": "deck", "shape": "card", "pieces": 6, "faces": 3, "setup": 6},
            {"id": "chip", "shape": "token", "pieces": 9, "faces": 1, "setup": 9},
        ],
        "pieces": 15,
    }
    table = nineup(tiny, "count", "tiny").stdout.splitlines()
    assert table[0] == "Tiny, box: 4 players"
    assert table[1].split() == ["component", "shape", "pieces", "faces", "setup"]
    assert [line.split() for line in table[2:]] == [
        ["deck", "card", "12", "8", "12"],
        ["chip", "token", "12", "1", "12"],
        ["total", "24", "9"],
    ]


@pytest.mark.parametrize(
    ("words", "reason", "possible"),
    [
        (["--players", "7"], "can't be played by 7", "2, 3, 4, 5, 6"),
        (["--option", "suits=opal"], "opal", "ruby"),
        (["--option", "colour=red"], "colour", "suits"),
        (["--component", "decks"], "decks", "deck"),
        (["--card", "frist"], "frist", "first"),
        (["--owners", "son"], "son", "sun"),
    ],
)
def test_an_impossible_run_is_refused_with_what_is_possible(
    tiny: Path, words: list[str], reason: str, possible: str
) -> None:
    for command in ("count", "build"):
        done = nineup(tiny, command, "tiny", *words)
        assert done.returncode == 2
        assert reason in done.stderr
        assert possible in done.stderr
        assert done.stdout == ""
    assert not (tiny / "output").exists()


def test_build_writes_sheets_and_a_manifest(tiny: Path) -> None:
    done = nineup(tiny, "build", "tiny", "--players", "2", "--paper", "a4,letter")
    assert done.returncode == 0, done.stderr
    folder = tiny / "output" / "tiny" / "2p"
    names = ["cards-a4.pdf", "cards-letter.pdf", "manifest.json", "tokens-a4.pdf", "tokens-letter.pdf"]
    assert sorted(path.name for path in folder.iterdir()) == names
    assert str(Path("output/tiny/2p/cards-a4.pdf")) + ": 2 pages, 6 pieces" in done.stdout.splitlines()
    text = pypdfium2.PdfDocument(folder / "cards-letter.pdf")[0].get_textpage().get_text_bounded()
    assert "Second Wind" in text
    assert "efficient waffle" in text
    manifest = read_json((folder / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["run"]["players"] == 2 if isinstance(manifest["run"], dict) else True


def test_building_again_gives_the_same_bytes_wherever_and_whenever(tiny: Path) -> None:
    first = nineup(tiny, "build", TZ="UTC", PYTHONHASHSEED="1")
    assert first.returncode == 0, first.stderr
    folder = tiny / "output" / "tiny" / "box"
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    second = nineup(tiny, "build", TZ="Asia/Kathmandu", PYTHONHASHSEED="2", LC_ALL="C")
    assert second.returncode == 0, second.stderr
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_build_of_some_pieces_leaves_the_whole_one_alone(tiny: Path) -> None:
    nineup(tiny, "build")
    whole = (tiny / "output" / "tiny" / "box" / "cards-a4.pdf").read_bytes()
    done = nineup(tiny, "build", "--card", "second", "--owners", "sun")
    assert done.returncode == 0, done.stderr
    assert "box-only-sun-second" in done.stdout
    assert (tiny / "output" / "tiny" / "box" / "cards-a4.pdf").read_bytes() == whole


def test_the_only_game_of_a_project_need_not_be_named(tiny: Path) -> None:
    for command in (["count"], ["appendix", "--format", "md"], ["draw", "--pile", "deck", "--hand", "2"]):
        done = nineup(tiny, *command)
        assert done.returncode == 0, (command, done.stderr)
    nineup(tiny, "build", "--players", "2")
    done = nineup(tiny, "print-done", "2p", "--as", "v1")
    assert done.returncode == 0, done.stderr
    assert nineup(tiny, "diff").stdout.startswith("Tiny")


def test_of_several_games_one_must_be_named(tiny: Path) -> None:
    shutil.copytree(tiny / "cards" / "tiny", tiny / "cards" / "other")
    done = nineup(tiny, "count")
    assert (done.returncode, "name one of the games: other, tiny" in done.stderr) == (2, True)


def test_a_card_is_found_by_its_name(tiny: Path) -> None:
    done = nineup(tiny, "build", "--card", "Second Wind")
    assert done.returncode == 0, done.stderr
    assert "box-only-deck-second/cards-a4.pdf" in done.stdout
    assert nineup(tiny, "build", "--card", "Second Wint").stderr.startswith("tiny: error: there is no card")


def test_a_booklet_is_printed_on_the_edge_and_by_the_printer_that_are_named(tiny: Path) -> None:
    booklet = tiny / "output/tiny/box/appendix-booklet.pdf"

    def made(*flags: str) -> bytes:
        done = nineup(tiny, "appendix", "tiny", "--format", "booklet", *flags)
        assert done.returncode == 0, done.stderr
        return booklet.read_bytes()

    assert nineup(tiny, "calibrate", "--save", "office", "--back-offset", "1mm,0mm").returncode == 0
    usual = made()
    assert made("--backs", "long-edge") == usual
    assert made("--backs", "short-edge") != usual
    assert made("--printer", "office") != usual


def test_the_same_pieces_have_the_same_folder_in_whatever_order_they_are_named(tiny: Path) -> None:
    one = nineup(tiny, "build", "--card", "first", "--card", "second")
    other = nineup(tiny, "build", "--card", "second", "--card", "first", "--card", "second")
    assert one.stdout == other.stdout
    assert "/box-only-" in one.stdout


def test_what_an_earlier_build_wrote_and_this_one_does_not_is_taken_away(tiny: Path) -> None:
    nineup(tiny, "build", "--paper", "a4,letter")
    folder = tiny / "output" / "tiny" / "box"
    (folder / "mine.txt").write_text("not Nineup's", encoding="utf-8")
    again = nineup(tiny, "build", "--paper", "letter")
    assert "removed output/tiny/box/cards-a4.pdf, which an earlier build of this run wrote" in again.stderr
    names = ["cards-letter.pdf", "manifest.json", "mine.txt", "tokens-letter.pdf"]
    assert sorted(path.name for path in folder.iterdir()) == names


def test_nothing_is_written_when_the_game_has_errors(tmp_path: Path) -> None:
    write_tiny(tmp_path)
    assert nineup(tmp_path, "build").returncode == 0
    before = (tmp_path / "output" / "tiny" / "box" / "cards-a4.pdf").read_bytes()
    write_tiny(tmp_path, cards=CARDS.replace("{gem} and", "{gme} and"))
    assert nineup(tmp_path, "build").returncode == 1
    assert (tmp_path / "output" / "tiny" / "box" / "cards-a4.pdf").read_bytes() == before


def test_a_page_a_face_has_the_faces_own_boxes(tiny: Path) -> None:
    done = nineup(tiny, "build", "--paper", "face", "--owners", "sun", "--component", "deck")
    assert done.returncode == 0, done.stderr
    (path,) = (tiny / "output" / "tiny").rglob("cards-face.pdf")
    document = pypdfium2.PdfDocument(path)
    assert [tuple(round(side, 2) for side in page.get_size()) for page in document] == [(180.0, 252.0)] * 3


def test_what_has_no_place_names_its_game(tiny: Path) -> None:
    done = nineup(tiny, "build", "--component", "decks")
    assert done.stderr.startswith("tiny: error: there is no component `decks` [unknown-component]")


def test_without_backs_faces_have_none_either(tiny: Path) -> None:
    done = nineup(
        tiny, "build", "--paper", "face", "--backs", "none", "--component", "deck", "--owners", "sun"
    )
    assert done.returncode == 0, done.stderr
    assert "2 pages, 2 pieces" in done.stdout


def test_settings_and_flags(tiny: Path) -> None:
    (tiny / "nineup.yaml").write_text("paper: letter\nbacks: none\noutput: made\n", encoding="utf-8")
    assert nineup(tiny, "build").returncode == 0
    made = tiny / "made" / "tiny" / "box" / "cards-letter.pdf"
    assert len(pypdfium2.PdfDocument(made)) == 2
    assert nineup(tiny, "build", "--backs", "long-edge").returncode == 0
    assert len(pypdfium2.PdfDocument(made)) == 4
    (tiny / "nineup.yaml").write_text("papre: letter\n", encoding="utf-8")
    done = nineup(tiny, "build")
    assert done.returncode == 1
    assert "nineup.yaml:1:1: error: unknown key `papre`" in done.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["build", "--bleed", "3"], "`3` has no unit"),
        (["build", "--margin=-1mm"], "is negative"),
        (["build", "--paper", "a44"], "unknown paper `a44`"),
        (["build", "--sheet", "pokr"], "did you mean `poker`?"),
        (["build", "--printer", "office"], "unknown printer `office`"),
        (["build", "tinny"], "did you mean `tiny`?"),
        (["build", "--option", "suits=ruby", "--option", "suits=jade"], "given twice"),
        (["calibrate", "--save", "office"], "--back-offset"),
        (["calibrate", "--save", "office", "--back-offset", "1,2"], "has no unit"),
        (["build", "--paper", "5cmx6cm"], "does not fit 5cmx6cm"),
        (["build", "--paper", "63.5mmx88.9mm", "--margin", "0mm"], "with 1 mm around for marks"),
        (
            ["build", "--margin", "9cm", "--allow-errors", "--component", "deck"],
            "where 30 × 117 mm can be used",
        ),
        (["new", "."], "is not empty"),
        (["bild"], "bild"),
    ],
)
def test_a_wrong_command_is_refused_and_writes_nothing(tiny: Path, words: list[str], message: str) -> None:
    done = nineup(tiny, *words)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tiny / "output").exists()


def test_outside_of_a_project_it_says_how_to_start_one(tmp_path: Path) -> None:
    done = nineup(tmp_path, "games")
    assert done.returncode == 2
    assert "nineup new" in done.stderr


def test_a_project_without_a_game_says_so(tiny: Path) -> None:
    (tiny / "cards" / "tiny" / "game.yaml").rename(tiny / "cards" / "tiny" / "game.yml")
    for command in ("check", "build"):
        done = nineup(tiny, command)
        assert done.returncode == 2
        assert "no game in cards/" in done.stderr
        assert "rename cards/tiny/game.yml" in done.stderr
    write_tiny(tiny)
    (tiny / "cards" / "half").mkdir()
    assert "cards/half/ has no game.yaml" in nineup(tiny, "check", "half").stderr


def test_lines_are_shown_as_the_file_counts_them(tmp_path: Path) -> None:
    write_tiny(
        tmp_path, cards=CARDS.replace("First Light", "First\x0cLight").replace("suit: jade", "suit: jad")
    )
    done = nineup(tmp_path, "check")
    assert "cards/tiny/cards.yaml:12:11: error: `jad`" in done.stderr
    assert "  12 |     suit: jad\n" in done.stderr


def test_a_project_is_found_upwards_and_by_name(tiny: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    assert nineup(tiny / "cards" / "tiny", "count", "tiny").returncode == 0
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    assert nineup(elsewhere, "--project", str(tiny), "count", "tiny").returncode == 0


def test_calibrate_prints_a_sheet_and_keeps_a_reading(tiny: Path) -> None:
    done = nineup(tiny, "calibrate", "--paper", "letter")
    assert done.returncode == 0, done.stderr
    assert len(pypdfium2.PdfDocument(tiny / "output" / "calibration-letter.pdf")) == 2
    saved = nineup(tiny, "calibrate", "--save", "office", "--back-offset", "0.5mm,-0.25mm")
    assert saved.returncode == 0, saved.stderr
    assert "0.5 mm right, -0.25 mm down" in saved.stdout
    plain = nineup(tiny, "build", "-o", "plain")
    moved = nineup(tiny, "build", "-o", "moved", "--printer", "office")
    assert (plain.returncode, moved.returncode) == (0, 0), moved.stderr
    first, second = (
        read_json((tiny / name / "tiny" / "box" / "manifest.json").read_text(encoding="utf-8"))["pieces"]
        for name in ("plain", "moved")
    )
    for before, after in zip(first, second, strict=True):
        right, down = (round(after["box"][i] - before["box"][i], 2) for i in (0, 1))
        assert (right, down) == ((0.5, -0.25) if before["side"] == "back" else (0.0, 0.0))


def test_calibrate_writes_to_the_output_folder_or_the_named_file(tiny: Path, tmp_path_factory: Any) -> None:
    (tiny / "nineup.yaml").write_text("output: made\n", encoding="utf-8")
    done = nineup(tiny, "calibrate", "--paper", "210mm x 330mm")
    assert done.stdout.startswith(f"{Path('made') / 'calibration-210mmx330mm.pdf'}: "), done.stderr
    assert nineup(tiny, "calibrate", "-o", "here.pdf").returncode == 0
    assert (tiny / "here.pdf").exists()
    assert list(tiny.glob("calibration*")) == []
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    assert nineup(elsewhere, "calibrate").returncode == 0
    assert [path.name for path in elsewhere.iterdir()] == ["calibration-a4.pdf"]


def test_calibrate_says_what_keeps_it_from_the_output_folder(tiny: Path) -> None:
    (tiny / "nineup.yaml").write_text("output: 3\noutpt: made\n", encoding="utf-8")
    done = nineup(tiny, "calibrate")
    assert done.returncode == 1
    assert "nineup.yaml:2:1: error" in done.stderr


@pytest.mark.parametrize(
    ("title", "id", "line"),
    [
        ("Dragon Hoard", "dragon-hoard", "game: Dragon Hoard"),
        ("Café: 7 & Wörter", "cafe-7-worter", 'game: "Café: 7 & Wörter"'),
        ("Große Straße", "grosse-strasse", 'game: "Große Straße"'),
        ("No", "no", 'game: "No"'),
    ],
)
def test_new_takes_the_name_of_the_game(tmp_path: Path, title: str, id: str, line: str) -> None:
    done = nineup(tmp_path, "new", "mine", "--name", title)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"mine: {title}, a game of ")
    mine = tmp_path / "mine"
    assert line in (mine / "cards" / id / "game.yaml").read_text(encoding="utf-8").splitlines()
    readme = (mine / "README.md").read_text(encoding="utf-8")
    assert readme.startswith(f"# {title}\n")
    texts = (path.read_text(encoding="utf-8") for path in mine.rglob("*") if path.is_file())
    assert not any("tea-time" in text.lower() or "Tea Time" in text for text in texts)
    assert nineup(mine, "check", id).returncode == 0
    (row,) = read_json(nineup(mine, "games", "--json").stdout)["games"]
    assert (row["game"], row["title"]) == (id, title)


def test_new_starts_from_a_template(tmp_path: Path) -> None:
    listed = nineup(tmp_path, "new", "--templates")
    assert (listed.returncode, listed.stderr) == (0, "")
    ids = [line.split()[0] for line in listed.stdout.splitlines()]
    assert ids[0] == "tea-time"
    assert "square-tile" in ids
    made = nineup(tmp_path, "new", "mine", "--template", "square-tile")
    assert made.stdout.startswith("mine: Canal Quarter, a game of "), made.stderr
    assert (tmp_path / "mine/cards/canal-quarter/tiles.yaml").is_file()
    made = nineup(tmp_path, "new", "none", "--template", "empty", "--name", "Nothing Yet")
    assert made.returncode == 0, made.stderr
    assert nineup(tmp_path / "none", "check").stdout.endswith(" s: no findings\n")


def test_new_refuses_what_it_can_t_start_from(tmp_path: Path) -> None:
    (tmp_path / "deck.csv").write_text("name\nCup\n")
    for words, why in (
        (("--template", "squaretile"), "there is no template `squaretile`; did you mean `square-tile`?"),
        (("--template", ""), "there is no template ``; known here: `tea-time`"),
        (("--template", "empty", "--from", "deck.csv"), "a game starts from one of them"),
    ):
        done = nineup(tmp_path, "new", "mine", *words)
        assert (done.returncode, (tmp_path / "mine").exists()) == (2, False)
        assert why in done.stderr


def test_new_refuses_a_name_that_makes_no_id(tmp_path: Path) -> None:
    done = nineup(tmp_path, "new", "mine", "--name", "日本")
    assert (done.returncode, (tmp_path / "mine").exists()) == (2, False)
    assert "`日本` has no letter or digit" in done.stderr
    done = nineup(tmp_path, "new", "mine", "--name", "Bell \x07")
    assert (done.returncode, (tmp_path / "mine").exists()) == (2, False)
    assert "the title has the character U+0007, which can't be printed" in done.stderr


def test_a_disk_that_refuses_is_exit_code_3(tiny: Path) -> None:
    (tiny / "output").write_text("a file where a folder should be", encoding="utf-8")
    done = nineup(tiny, "build")
    assert done.returncode == 3
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("nineup: ")


def test_what_a_terminal_cannot_show_stops_nothing_and_json_is_utf8(tmp_path: Path) -> None:
    write_tiny(tmp_path, game=GAME.replace("game: Tiny", "game: Tïny – 日本"))
    for words in (["games"], ["count", "tiny"], ["check"], ["build"]):
        done = nineup(tmp_path, *words, PYTHONIOENCODING="cp437", encoding="cp437")
        assert (done.returncode, done.stderr) == (0, "")
    done = nineup(tmp_path, "games", "--json", PYTHONIOENCODING="cp437")
    assert read_json(done.stdout)["games"][0]["title"] == "Tïny – 日本"


@pytest.mark.skipif(os.name == "nt", reason="needs a pipe whose reader leaves")
def test_a_reader_that_leaves_is_no_error_in_the_game(tiny: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as pipe:
        done = subprocess.run(
            [sys.executable, "-m", "nineup", "schema"],
            cwd=tiny,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "generator")},
            stdout=pipe,
            stderr=subprocess.PIPE,
            timeout=TIMEOUT,
            check=False,
        )
    assert (done.returncode, done.stderr) == (3, b"")


def test_on_a_terminal_the_bar_is_gone_before_anything_is_reported(tiny: Path) -> None:
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "generator"), "TERM": "xterm"}
    words = [sys.executable, "-m", "nineup", "build", "--players", "9"]
    with subprocess.Popen(words, cwd=tiny, env=environment, stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        shown = b"".join(_read_to_the_end(ours)).decode()
        os.close(ours)
        assert process.wait(TIMEOUT) == 2
    assert "\u2501" in shown, "a bar"
    last = shown.rindex("\u2501")
    assert re.search(r"\x1b\[2K\r?cards/tiny/game.yaml:4:10: error", shown[last:])


def _read_to_the_end(terminal: int) -> Iterator[bytes]:
    """What is shown on a terminal until nobody has it open any more, which Linux reports as an error."""
    with suppress(OSError):
        while shown := os.read(terminal, 1 << 16):
            yield shown


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere names are text")
def test_a_folder_whose_name_is_not_text_can_be_reported(tiny: Path) -> None:
    folder = Path(os.fsdecode(os.fsencode(tiny) + b"/out\xff"))
    done = nineup(tiny, "build", "--json", "-o", str(folder))
    assert (done.returncode, done.stderr) == (0, "")
    assert "out\ufffd" in read_json(done.stdout)["written"][0]["path"]


def test_json_of_a_build_names_every_file(tiny: Path) -> None:
    written = read_json(nineup(tiny, "build", "--json").stdout)["written"]
    assert [Path(row["path"]).name for row in written] == ["cards-a4.pdf", "tokens-a4.pdf", "manifest.json"]
    assert [row["pieces"] for row in written] == [12, 12, 0]


def test_a_new_game_checks_clean_builds_at_once_and_names_its_schemas(tmp_path: Path) -> None:
    made = nineup(tmp_path, "new", "my-game")
    assert made.returncode == 0, made.stderr
    folder = tmp_path / "my-game"
    checked = nineup(folder, "check")
    assert (checked.returncode, checked.stdout.endswith(" s: no findings\n")) == (0, True)
    built = nineup(folder, "build")
    assert (built.returncode, built.stderr) == (0, "")
    for path in folder.rglob("*.yaml"):
        first = path.read_text(encoding="utf-8").splitlines()[0]
        assert first.startswith("# yaml-language-server: $schema=")
        assert (path.parent / first.partition("=")[2]).is_file(), path


def test_schema_of_a_game_knows_its_own_words(tiny: Path) -> None:
    cards = read_json(nineup(tiny, "schema", "cards", "--game", "tiny").stdout)
    assert "jade" in json.dumps(cards)
    plain = read_json(nineup(tiny, "schema").stdout)
    assert set(plain["$defs"]) == {"game", "cards", "data", "style", "sheet", "project"}
    assert nineup(tiny, "schema", "card").returncode == 2


MISSING = """\
import sys
for name in ("fcntl", "resource", "pwd", "grp", "termios", "multiprocessing"):
    sys.modules[name] = None
import os
for name in ("fork", "forkpty", "getuid", "setrlimit"):
    if hasattr(os, name):
        delattr(os, name)
sys.argv = ["nineup", "build"]
from nineup.cli import main
main()
"""


def test_it_builds_where_posix_modules_are_missing(tiny: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "generator")}
    done = subprocess.run(
        [sys.executable, "-c", MISSING],
        cwd=tiny,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        timeout=TIMEOUT,
    )
    assert done.returncode == 0, done.stderr
    before = (tiny / "output" / "tiny" / "box" / "cards-a4.pdf").read_bytes()
    assert nineup(tiny, "build").returncode == 0
    assert (tiny / "output" / "tiny" / "box" / "cards-a4.pdf").read_bytes() == before


def test_help_names_every_command(tiny: Path) -> None:
    done = nineup(tiny, "--help")
    assert done.returncode == 0
    for command in ("games", "check", "count", "build", "new", "schema", "calibrate"):
        assert f"  {command} " in done.stdout


@pytest.mark.parametrize("group", [(), ("fonts",), ("versions",)])
def test_help_says_in_a_whole_line_what_a_command_does(tiny: Path, group: tuple[str, ...]) -> None:
    _, _, commands = nineup(tiny, *group, "--help").stdout.partition("Commands:\n")
    assert commands
    assert not [line for line in commands.splitlines() if line.endswith("...")]
