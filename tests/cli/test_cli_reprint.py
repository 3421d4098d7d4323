"""`print-done`, `diff` and `build --changed` on the command line: messages, files and exit codes."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pypdfium2
import pytest
from command import run_command as nineup
from PIL import Image
from tiny import CARD, CARDS, GAME, STYLE, write_tiny

EDITED = CARDS.replace("Take 1 {gem}", "Take 2 {gem}")


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    write_tiny(tmp_path)
    assert nineup(tmp_path, "build", "tiny").returncode == 0
    done = nineup(tmp_path, "print-done", "tiny", "--as", "v1")
    assert (done.returncode, done.stdout) == (0, "cards/tiny/prints/v1.yaml\n"), done.stderr
    return tmp_path


def test_print_edit_reprint_and_record(tiny: Path) -> None:
    assert nineup(tiny, "diff", "tiny").stdout == "Tiny: v1 → now\nnothing changed\n"
    done = nineup(tiny, "build", "--changed")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "tiny: no changes to print since v1\n"

    write_tiny(tiny, cards=EDITED)
    report = nineup(tiny, "diff", "tiny", "--format", "md").stdout
    assert report.endswith(
        "## Reworded\n\n- First Light (deck/first)\n  - text: Take ~~1~~**2** {gem} and wait for the evening.\n"
    )
    assert json.loads(nineup(tiny, "diff", "tiny", "--format", "json").stdout)["cards"][0]["kinds"] == [
        "reworded"
    ]
    done = nineup(tiny, "build", "tiny", "--changed", "--since", "v1")
    assert (
        done.stderr == "tiny: since v1, take out 4 and put in 4\nthen: nineup print-done tiny box-changed\n"
    )
    assert done.stdout.splitlines() == [
        "output/tiny/box-changed/changed-a4.pdf: 2 pages, 4 pieces",
        "output/tiny/box-changed/pull-list-a4.pdf: 1 page",
        "output/tiny/box-changed/manifest.json",
    ]
    assert nineup(tiny, "print-done", "tiny", "box-changed").stdout == "cards/tiny/prints/print-2.yaml\n"
    assert "nothing changed" in nineup(tiny, "diff", "tiny").stdout
    assert "Reworded" in nineup(tiny, "diff", "tiny", "--since", "v1").stdout


def test_only_the_added_copies_of_a_card_are_printed(tiny: Path) -> None:
    write_tiny(tiny, cards=CARDS.replace("copies: 2", "copies: 3"))
    done = nineup(tiny, "build", "tiny", "--changed")
    assert done.stderr.startswith("tiny: since v1, take out 0 and put in 4\n")
    assert done.stdout.startswith("output/tiny/box-changed/changed-a4.pdf: 2 pages, 4 pieces\n")
    assert nineup(tiny, "print-done", "tiny", "box-changed").returncode == 0
    assert "nothing changed" in nineup(tiny, "diff", "tiny").stdout
    write_tiny(tiny, cards=CARDS.replace("copies: 2", "copies: 1"))
    done = nineup(tiny, "build", "tiny", "--changed")
    assert done.stderr.startswith("tiny: since print-2, take out 8 and put in 0\n")


@pytest.mark.parametrize(
    ("words", "date"), [([], "12 May 2024"), (["--date", "2024-05-31"], "2024-05-31")], ids=["own", "given"]
)
def test_the_date_of_a_print_is_the_given_one_or_the_games(
    tmp_path: Path, words: list[str], date: str
) -> None:
    write_tiny(tmp_path, game=GAME + "date: 12 May 2024\n")
    assert nineup(tmp_path, "build", "tiny").returncode == 0
    assert nineup(tmp_path, "print-done", "tiny", "--as", "v1", *words).returncode == 0
    record = (tmp_path / "cards" / "tiny" / "prints" / "v1.yaml").read_text(encoding="utf-8")
    assert f'date: "{date}"\n' in record
    write_tiny(tmp_path, game=GAME + "date: 13 May 2024\n")
    assert "nothing changed" in nineup(tmp_path, "diff", "tiny").stdout


def test_micro_lines_name_the_print_and_change_nothing(tmp_path: Path) -> None:
    write_tiny(tmp_path)
    path = tmp_path / "layouts" / "tiny" / "card.svg"
    line = '<text x="7" y="87" class="rules" n:micro="{{ card.id }} · {{ print.version }}">first</text></svg>'
    path.write_text(path.read_text(encoding="utf-8").replace("</svg>", line), encoding="utf-8")
    assert nineup(tmp_path, "build", "--as", "v7").returncode == 0
    assert nineup(tmp_path, "print-done", "tiny").stdout == "cards/tiny/prints/v7.yaml\n"
    done = nineup(tmp_path, "build", "--changed", "--restyled", "--as", "v8")
    assert done.stderr == "tiny: no changes to print since v7\n"


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["print-done", "tiny", "3p"], 2, "there is no build `3p` in the output of tiny [not-built]"),
        (["print-done", "tiny", "--as", "v1"], 2, "the print `v1` already exists [print-exists]"),
        (["print-done", "tiny", "--as", "../v1"], 2, "`../v1` isn't a valid name"),
        (["print-done", "tiny", "--date", "yesterday"], 2, "`yesterday` isn't a date"),
        (["diff", "tiny", "--since", "v2"], 2, "there is no print `v2` in cards/tiny/prints/ [no-print]"),
        (["diff", "tiny", "--since", "v1", "--since-git", "HEAD"], 2, "can't be combined"),
        (["build", "--changed", "--since", "v2"], 2, "there is no print `v2`"),
        (["build", "--restyled"], 2, "need --changed"),
    ],
)
def test_a_wrong_command_is_rejected(tiny: Path, words: list[str], code: int, message: str) -> None:
    done = nineup(tiny, *words)
    assert done.returncode == code
    assert message in done.stderr
    assert [path.name for path in (tiny / "cards" / "tiny" / "prints").iterdir()] == ["v1.yaml"]


def test_several_builds_need_a_name(tiny: Path) -> None:
    assert nineup(tiny, "build", "--players", "2").returncode == 0
    done = nineup(tiny, "print-done", "tiny")
    assert done.returncode == 2
    assert "tiny has 2 builds; name one [not-built]\n  hint: builds: 2p, box" in done.stderr


def test_without_a_record_a_hint_says_how_to_make_one(tmp_path: Path) -> None:
    write_tiny(tmp_path)
    for words in (["diff", "tiny"], ["build", "--changed"]):
        done = nineup(tmp_path, *words)
        assert done.returncode == 2
        assert "no print is recorded in cards/tiny/prints/ [no-print]" in done.stderr
    done = nineup(tmp_path, "print-done", "tiny")
    assert done.returncode == 2
    assert "`nineup build tiny` first" in done.stderr


def test_a_manifest_of_another_version(tiny: Path) -> None:
    (tiny / "output" / "tiny" / "box" / "manifest.json").write_text("{}", encoding="utf-8")
    done = nineup(tiny, "print-done", "tiny")
    assert done.returncode == 2
    assert "the manifest of `box` is from another version of Nineup [not-built]" in done.stderr


@pytest.mark.parametrize("piece", [0, -1])
def test_a_manifest_whose_pieces_were_removed_is_not_recorded(tiny: Path, piece: int) -> None:
    path = tiny / "output" / "tiny" / "box" / "manifest.json"
    edited = json.loads(path.read_bytes())
    del edited["pieces"][piece]
    path.write_text(json.dumps(edited, indent=1), encoding="utf-8")
    done = nineup(tiny, "print-done", "tiny", "--as", "v2")
    assert done.returncode == 1
    assert "`manifest.json` of `box` has been edited since the build [print-edited]" in done.stderr
    assert not (tiny / "cards" / "tiny" / "prints" / "v2.yaml").exists()


def test_an_error_in_a_record_is_reported_with_its_position(tiny: Path) -> None:
    path = tiny / "cards" / "tiny" / "prints" / "v1.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("number: 1", "number: one"), encoding="utf-8")
    done = nineup(tiny, "diff", "tiny")
    assert done.returncode == 1
    assert "cards/tiny/prints/v1.yaml:7:9: error: `one` is not a whole number [print-record]" in done.stderr


def git(folder: Path, *words: str) -> None:
    who = {
        "GIT_AUTHOR_NAME": "a",
        "GIT_AUTHOR_EMAIL": "a@b",
        "GIT_COMMITTER_NAME": "a",
        "GIT_COMMITTER_EMAIL": "a@b",
    }
    subprocess.run(
        ["git", "-C", str(folder), *words], check=True, capture_output=True, env={**os.environ, **who}
    )


@pytest.mark.parametrize("below", ["", "games"])
def test_since_a_commit(tmp_path: Path, below: str) -> None:
    root = write_tiny(tmp_path / below)
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "-m", "first")
    assert nineup(root, "diff", "tiny", "--since-git", "HEAD").stdout == "Tiny: HEAD → now\nnothing changed\n"
    write_tiny(root, cards=EDITED)
    assert "Take [-1-]{+2+} {gem}" in nineup(root, "diff", "tiny", "--since-git", "HEAD").stdout
    page = nineup(root, "diff", "tiny", "--since-git", "HEAD", "--format", "html").stdout
    assert page.count('src="data:image/webp;base64,UklGR') == 2
    assert page.count('class="symbol symbol-gem"') == 1
    done = nineup(root, "diff", "tiny", "--since-git", "v9")
    assert done.returncode == 2
    assert "--since-git v9: unknown revision `v9`" in done.stderr
    assert nineup(root, "diff", "tiny", "--since-git", "--output=x").returncode == 2


def test_without_git_the_error_says_so(tmp_path: Path) -> None:
    write_tiny(tmp_path)
    done = nineup(tmp_path, "diff", "tiny", "--since-git", "HEAD")
    assert done.returncode == 2
    assert "isn't in a git repository" in done.stderr
    git(tmp_path, "init", "--quiet")
    done = nineup(tmp_path, "diff", "tiny", "--since-git", "HEAD")
    assert done.returncode == 2
    assert "unknown revision `HEAD`" in done.stderr
    done = nineup(tmp_path, "diff", "tiny", "--since-git", "HEAD", PATH=str(tmp_path))
    assert done.returncode == 2
    assert "git is not installed" in done.stderr


def test_a_game_that_could_not_be_drawn_at_the_commit(tmp_path: Path) -> None:
    write_tiny(tmp_path, cards=CARDS.replace("{gem} and", "{gme} and"))
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "-m", "first")
    write_tiny(tmp_path)
    done = nineup(tmp_path, "diff", "tiny", "--since-git", "HEAD")
    assert done.returncode == 2
    assert "`tiny` couldn't be drawn: " in done.stderr


LONG = EDITED.replace("wait for the evening.", "wait for the evening. " * 60)


def test_a_game_with_errors_is_still_compared(tiny: Path) -> None:
    write_tiny(tiny, cards=LONG, game=GAME.replace("box: {4: 12, 6: 18}", "box: {4: 11, 6: 18}"))
    done = nineup(tiny, "diff", "tiny")
    assert done.returncode == 0
    assert "Reworded\n  First Light (deck/first)" in done.stdout
    assert "[text-overflow]" in done.stderr
    assert "[inventory]" in done.stderr
    write_tiny(tiny, cards=CARDS.replace("fields:", "field:"))
    done = nineup(tiny, "diff", "tiny")
    assert (done.returncode, done.stdout) == (1, "")
    assert "[unknown-key]" in done.stderr


def test_a_draft_of_changes_can_be_printed_and_recorded(tiny: Path) -> None:
    write_tiny(tiny, cards=LONG)
    assert nineup(tiny, "build", "--changed").returncode == 1
    assert not (tiny / "output" / "tiny" / "box-changed").exists()
    done = nineup(tiny, "build", "--changed", "--allow-errors")
    assert done.returncode == 0
    assert done.stderr.endswith("then: nineup print-done tiny box-changed --allow-errors\n")
    for name in ("changed-a4.pdf", "pull-list-a4.pdf"):
        document = pypdfium2.PdfDocument(tiny / "output" / "tiny" / "box-changed" / name)
        assert all("DRAFT: 1 error" in page.get_textpage().get_text_bounded() for page in document)
    assert nineup(tiny, "print-done", "tiny", "box-changed").returncode == 1
    done = nineup(tiny, "print-done", "tiny", "box-changed", "--allow-errors", "--as", "v2")
    assert (done.returncode, done.stdout) == (0, "cards/tiny/prints/v2.yaml\n")
    assert "nothing changed" in nineup(tiny, "diff", "tiny").stdout


def test_a_face_printed_with_an_error_is_reprinted_when_only_its_style_was_fixed(tiny: Path) -> None:
    write_tiny(tiny, cards=LONG.replace("evening. " * 60, "evening. " * 12))
    assert nineup(tiny, "build", "--changed", "--allow-errors").returncode == 0
    nineup(tiny, "print-done", "tiny", "box-changed", "--allow-errors", "--as", "v2")
    write_tiny(
        tiny, cards=LONG.replace("evening. " * 60, "evening. " * 12), style=STYLE.replace("7.5pt", "4pt")
    )
    done = nineup(tiny, "build", "--changed")
    assert (done.returncode, done.stderr.splitlines()[0]) == (0, "tiny: since v2, take out 4 and put in 4")


def test_cards_that_cannot_be_drawn_are_left_out_and_stay_on_the_table(tiny: Path) -> None:
    path = tiny / "layouts" / "tiny" / "chip.svg"
    path.write_text(path.read_text(encoding="utf-8").replace("</svg>", ""), encoding="utf-8")
    done = nineup(tiny, "diff", "tiny")
    assert (done.returncode, done.stdout) == (0, "Tiny: v1 → now\nnothing changed\n")
    assert "1 card can't be drawn now and is left out: chip [not-compared]" in done.stderr


def test_cards_of_a_layout_with_errors_are_not_restyled_but_left_out(tiny: Path) -> None:
    path = tiny / "layouts" / "tiny" / "card.svg"
    faulty = '<rect width="9" height="9" fill="nope"/></svg>'
    path.write_text(path.read_text(encoding="utf-8").replace("</svg>", faulty), encoding="utf-8")
    done = nineup(tiny, "diff", "tiny")
    assert (done.returncode, done.stdout) == (0, "Tiny: v1 → now\nnothing changed\n")
    said = "2 cards are not compared, since the layout has errors now: deck/first, deck/second [not-compared]"
    assert said in done.stderr


def test_cards_that_could_not_be_drawn_before_are_not_new(tmp_path: Path) -> None:
    write_tiny(tmp_path)
    path = tmp_path / "layouts" / "tiny" / "chip.svg"
    sound = path.read_text(encoding="utf-8")
    path.write_text(sound.replace('width="16mm"', 'width="15mm"'), encoding="utf-8")
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "-m", "first")
    path.write_text(sound, encoding="utf-8")
    done = nineup(tmp_path, "diff", "tiny", "--since-git", "HEAD")
    assert done.stdout == "Tiny: HEAD → now\nnothing changed\n"
    assert "can't be drawn at HEAD" in done.stderr


def test_a_print_of_one_card_is_merged_into_its_table(tiny: Path) -> None:
    assert nineup(tiny, "build", "tiny", "--card", "first").returncode == 0
    done = nineup(tiny, "print-done", "tiny", "box-only-first", "--as", "v2")
    assert (done.returncode, done.stdout) == (0, "cards/tiny/prints/v2.yaml\n")
    assert "nothing changed" in nineup(tiny, "diff", "tiny").stdout
    write_tiny(tiny, cards=CARDS.replace("Give", "Hand"))
    assert "Reworded\n  Second Wind (deck/second)" in nineup(tiny, "diff", "tiny").stdout


def test_a_print_of_one_card_without_its_table_is_rejected(tmp_path: Path) -> None:
    write_tiny(tmp_path)
    assert nineup(tmp_path, "build", "tiny", "--card", "first").returncode == 0
    done = nineup(tmp_path, "print-done", "tiny")
    assert done.returncode == 2
    assert "holds only part of the run `box`" in done.stderr
    assert "[partial-print]" in done.stderr
    assert not (tmp_path / "cards" / "tiny" / "prints").exists()


def test_changes_of_one_card_leave_the_others_alone(tiny: Path) -> None:
    write_tiny(tiny, cards=EDITED.replace("Give", "Hand"))
    done = nineup(tiny, "build", "tiny", "--changed", "--card", "first")
    assert done.stderr.startswith("tiny: since v1, take out 4 and put in 4\n")
    run = done.stderr.split()[-1]
    assert nineup(tiny, "print-done", "tiny", run, "--as", "v2").returncode == 0
    changed = nineup(tiny, "diff", "tiny").stdout
    assert "deck/second" in changed
    assert "deck/first" not in changed


def test_naming_all_owners_is_the_whole_run(tmp_path: Path) -> None:
    write_tiny(tmp_path)
    named = nineup(tmp_path, "build", "tiny", "--owners", "star,sun,moon,leaf")
    assert "output/tiny/box/cards-a4.pdf" in named.stdout
    assert nineup(tmp_path, "print-done", "tiny", "--as", "v1").returncode == 0
    assert "owners" not in (tmp_path / "cards/tiny/prints/v1.yaml").read_text().split("rules:")[0]
    some = nineup(tmp_path, "build", "tiny", "--owners", "star,sun,moon")
    assert "output/tiny/box-only-moon-star-sun/" in some.stdout


def test_a_renamed_symbol_reprints_nothing(tiny: Path) -> None:
    write_tiny(tiny, game=GAME.replace("gem: {name: gem,", "gem: {name: jewel,"))
    assert nineup(tiny, "build", "--changed").stderr == "tiny: no changes to print since v1\n"
    assert "Rules\n  symbol gem: [-gem-]{+jewel+}" in nineup(tiny, "diff", "tiny").stdout


WITH_ART = CARD.replace(
    "</svg>", '<rect x="7" y="60" width="20" height="20" n:image="{{ card.id }}.png"/></svg>'
)


def paint(root: Path, **colours: str) -> None:
    for name, colour in colours.items():
        Image.new("RGB", (40, 40), colour).save(root / f"layouts/tiny/{name}.png")


def test_swapped_pictures_are_changed_art_and_repainted_ones_are_restyled(tmp_path: Path) -> None:
    write_tiny(tmp_path, card=WITH_ART)
    paint(tmp_path, first="red", second="blue")
    assert nineup(tmp_path, "build", "tiny").returncode == 0
    assert nineup(tmp_path, "print-done", "tiny", "--as", "v1").returncode == 0
    paint(tmp_path, first="blue", second="red")
    assert nineup(tmp_path, "diff", "tiny").stdout == (
        "Tiny: v1 → now\n\nChanged otherwise\n"
        "  First Light (deck/first)\n    picture: [-is on Second Wind now-]\n"
        "  Second Wind (deck/second)\n    picture: [-is on First Light now-]\n"
    )
    done = nineup(tmp_path, "build", "tiny", "--changed")
    assert done.stderr.startswith("tiny: since v1, take out 12 and put in 12\n")
    paint(tmp_path, first="green", second="blue")
    assert "Only restyled\n  First Light" in nineup(tmp_path, "diff", "tiny").stdout


def test_a_component_with_most_cards_edited_and_a_new_id_is_renamed(tmp_path: Path) -> None:
    many = "".join(f"  - {{id: c{n}, suit: jade, name: Card {n}, text: Do {n}.}}\n" for n in range(9))
    write_tiny(tmp_path, cards=CARDS + many)
    assert nineup(tmp_path, "build", "tiny").returncode == 0
    assert nineup(tmp_path, "print-done", "tiny", "--as", "v1").returncode == 0
    edited = (CARDS + many).replace("Do ", "Perform ").replace("Take", "Give").replace("Give** 2", "Give** 3")
    write_tiny(tmp_path, cards=edited, game=GAME.replace("  deck:\n", "  pack:\n    name: Deck\n"))
    report = nineup(tmp_path, "diff", "tiny").stdout
    assert "pack: renamed" in report
    assert "New" not in report


def test_games_without_a_record_are_skipped(tiny: Path) -> None:
    shutil.copytree(tiny / "cards" / "tiny", tiny / "cards" / "other")
    shutil.copytree(tiny / "layouts" / "tiny", tiny / "layouts" / "other")
    shutil.rmtree(tiny / "cards" / "other" / "prints")
    done = nineup(tiny, "build", "--changed")
    assert done.returncode == 0
    assert "skipped, no print is recorded: other\n" in done.stderr
    assert nineup(tiny, "build", "other", "--changed").returncode == 2
