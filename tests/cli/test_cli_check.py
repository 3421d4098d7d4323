"""`nineup check` and `nineup rules` as a user meets them: the table, scopes, formats, exit codes."""

import json
import re
from pathlib import Path

import pytest
from command import run_command as nineup
from nineup.report import as_table
from nineup.rules import Proved, RuleRow
from tiny import BACK, CARD, CARDS, GAME, write_tiny

SHORT = GAME.replace("box: {4: 12, 6: 18}", "box: {4: 12, 6: 17}")


@pytest.fixture
def short(tmp_path: Path) -> Path:
    """A project whose box of six is one chip short."""
    return write_tiny(tmp_path, game=SHORT)


def row(text: str, label: str) -> list[str]:
    (line,) = [line for line in text.splitlines() if line.startswith(f"{label} ")]
    return line.removeprefix(label).split()


def test_the_table_shows_for_which_players_a_rule_fails(short: Path) -> None:
    done = nineup(short, "check")
    assert done.returncode == 1
    assert row(done.stdout, "players") == ["2", "3", "4", "5", "6"]
    assert row(done.stdout, "amounts") == ["✓"] * 5
    assert row(done.stdout, "inventory") == ["✓", "✓", "✓", "✓", "✗"]
    assert "`chip`: 6 players need 18, but the box holds 17 (6 players) [inventory]" in done.stderr


def test_players_options_and_rules_narrow_the_proof(short: Path) -> None:
    assert nineup(short, "check", "--players", "5").returncode == 0
    assert nineup(short, "check", "--players", "6").returncode == 1
    assert nineup(short, "check", "--players", "2-5").returncode == 0
    several = nineup(short, "check", "--players", "3,5-6")
    assert several.returncode == 1
    assert row(several.stdout, "players") == ["3", "5", "6"]
    done = nineup(short, "check", "--option", "suits=ruby", "--rule", "inventory")
    assert "\ntiny: 8 configurations in " in done.stdout
    assert row(done.stdout, "inventory") == ["✓", "✓", "✓", "✓", "✗"]
    assert "amounts" not in done.stdout


@pytest.mark.parametrize(
    ("words", "reported"),
    [
        (("--players", "9"), "can't be played by 9"),
        (("--players", "5-7"), "can't be played by 7"),
        (("--players", "3,6-5"), "`6-5` is not a number of players; write 3, 2-4 or 2,4"),
        (("--option", "suits=gold"), "`gold` is not a choice of `suits`"),
        (("--rule", "inventry"), "there is no rule `inventry`; did you mean `inventory`?"),
    ],
)
def test_narrowing_to_what_is_not_there_is_refused(
    short: Path, words: tuple[str, ...], reported: str
) -> None:
    done = nineup(short, "check", *words)
    assert done.returncode == 2
    assert reported in done.stderr


def test_json_has_the_findings_and_how_far_was_proved(short: Path) -> None:
    done = nineup(short, "check", "--format", "json")
    reported = json.loads(done.stdout)
    assert done.returncode == 1
    (only,) = reported["findings"]
    assert set(only) == {
        *(
            "code",
            "severity",
            "message",
            "file",
            "line",
            "column",
            "cell",
            "hint",
            "game",
            "configuration",
            "face",
        ),
        *("fact", "rule", "overflow", "fixes"),
    }
    assert (only["code"], only["game"], only["configuration"]) == ("inventory", "tiny", "6 players")
    assert reported["proved"]["configurations"] == 24
    assert reported["proved"]["seconds"] >= 0
    rows = {row["rule"]: row for row in reported["proved"]["games"]["tiny"]["rules"]}
    outcomes = {players: each["outcome"] for players, each in rows["inventory"]["players"].items()}
    assert outcomes == {"2": "holds", "3": "holds", "4": "holds", "5": "holds", "6": "fails"}
    assert (rows["rule"]["file"], rows["inventory"]["file"]) == ("cards/tiny/game.yaml", None)
    assert only["fact"] == "short"


def test_sarif_and_annotations(short: Path) -> None:
    (result,) = json.loads(nineup(short, "check", "--format", "sarif").stdout)["runs"][0]["results"]
    assert (result["ruleId"], result["level"]) == ("inventory", "error")
    reported = nineup(short, "check", "--format", "github").stdout
    assert re.fullmatch(
        r"::error file=cards/tiny/game\.yaml,line=\d+,col=\d+,title=inventory::"
        r"`chip`: 6 players need 18, but the box holds 17 \(6 players\)%0Ahint: 1 missing: a larger box, or a smaller setup\n",
        reported,
    )


def test_a_face_that_lacks_a_number_is_reported_with_its_smallest_run_in_every_format(tmp_path: Path) -> None:
    rule = "  - printed: {each: deck, numbers: [1, 2]}\n    when: players > 4\n"
    write_tiny(tmp_path, game=GAME + rule)
    text = nineup(tmp_path, "check", "--rule", "printed").stderr
    assert "its front doesn't show `2` (5 players, ruby) [printed]" in text
    found = json.loads(nineup(tmp_path, "check", "--format", "json").stdout)["findings"]
    assert {each["configuration"] for each in found} == {"5 players", "5 players, ruby"}
    (run,) = json.loads(nineup(tmp_path, "check", "--format", "sarif").stdout)["runs"]
    assert {each["properties"]["configuration"] for each in run["results"]} == {
        "5 players",
        "5 players, ruby",
    }


def test_warnings_fail_when_strict(tmp_path: Path) -> None:
    write_tiny(tmp_path, game=GAME.replace("box: {4: 12, 6: 18}", "box: {4: 12, 6: unstated}"))
    assert nineup(tmp_path, "check").returncode == 0
    assert nineup(tmp_path, "check", "--strict").returncode == 1


def test_a_build_is_refused_only_for_what_its_run_has(short: Path) -> None:
    assert nineup(short, "build").returncode == 0
    assert nineup(short, "build", "--players", "5").returncode == 0
    done = nineup(short, "build", "--players", "6")
    assert done.returncode == 1
    assert "[inventory]" in done.stderr
    assert not (short / "output" / "tiny" / "6p").exists()


def test_a_mistake_of_the_game_is_no_impossible_run(tmp_path: Path) -> None:
    write_tiny(tmp_path, game=GAME.replace("setup: 3 * players", "setup: players / 2"))
    done = nineup(tmp_path, "build", "--players", "3")
    assert done.returncode == 1
    assert "[bad-amount]" in done.stderr


def test_rules_prints_the_manual(tmp_path: Path) -> None:
    whole = nineup(tmp_path, "rules")
    assert whole.returncode == 0
    assert "deal (error)\n\nThere is enough to deal every player" in whole.stdout
    assert "terminology (warning)" in whole.stdout
    part = nineup(tmp_path, "rules", "deal").stdout
    assert part.startswith("deal (error)")
    assert "terminology" not in part
    wrong = nineup(tmp_path, "rules", "del")
    assert (wrong.returncode, "did you mean `deal`?" in wrong.stderr) == (2, True)


def test_pieces_that_fit_no_paper_are_reported_before_they_are_printed(tmp_path: Path) -> None:
    write_tiny(tmp_path)
    (tmp_path / "nineup.yaml").write_text("paper: 80mm x 100mm\nmargin: 12mm\n", encoding="utf-8")
    done = nineup(tmp_path, "check")
    assert done.returncode == 1
    assert row(done.stdout, "placement") == ["✗"] * 5
    assert "[piece-too-large]" in done.stderr


def test_a_flood_is_shown_in_part_or_with_all(tmp_path: Path) -> None:
    entry = "  - {{id: card-{0}, suit: opal, name: N, text: T}}\n"
    write_tiny(tmp_path, cards=CARDS.split("cards:")[0] + "cards:\n" + "".join(map(entry.format, range(33))))
    done = nineup(tmp_path, "check")
    assert done.stderr.count("error: ") == 20
    assert "13 more like these [unknown-item]; `nineup check --all` shows all of them" in done.stderr
    assert "\n33 errors\n" in done.stderr
    assert nineup(tmp_path, "check", "--all").stderr.count("error: ") == 33
    assert len(json.loads(nineup(tmp_path, "check", "--format", "json").stdout)["findings"]) == 33


SLIPS = CARD.replace("#b23a48", "#zzz").replace("card.name", "card.nmae")
"""A colour that is none, and a binding to a field that is none."""


@pytest.mark.parametrize(
    "game", ["game: [", "", "- a", GAME.replace("deck:", "Deck:"), GAME.replace("2-4", "two")]
)
def test_layouts_are_checked_whatever_is_wrong_with_the_game(tmp_path: Path, game: str) -> None:
    write_tiny(tmp_path, game=game, card=SLIPS)
    (tmp_path / "layouts" / "tiny" / "sketch.svg").write_text(
        "<svg xmlns='http://www.w3.org/2000/svg'><filter/></svg>"
    )
    done = nineup(tmp_path, "check")
    assert done.returncode == 1
    assert re.findall(r"(?m)^(\S+/tiny/)(\S+?):", done.stderr)[0] == ("cards/tiny/", "game.yaml")
    assert "layouts/tiny/card.svg:2:52: error: `#zzz` is not a color" in done.stderr
    assert done.stderr.count("layouts/tiny/") == 1


def test_the_bindings_of_a_layout_are_tried_although_its_drawing_is_wrong(tmp_path: Path) -> None:
    write_tiny(tmp_path, card=SLIPS)
    done = nineup(tmp_path, "check")
    assert "layouts/tiny/card.svg:2:52: error: `#zzz` is not a color" in done.stderr
    assert re.search(r"layouts/tiny/card.svg:3:\d+: error: .*nmae.*\[binding-failed\]", done.stderr)
    assert done.stdout.endswith(": 2 errors\n")
    built = nineup(tmp_path, "build", "--allow-errors")
    assert built.returncode == 1
    assert "cards-" not in built.stdout


def test_a_layout_without_a_size_reports_only_that(tmp_path: Path) -> None:
    write_tiny(tmp_path, card=SLIPS.replace('width="63.5mm"', 'width="wide"'))
    done = nineup(tmp_path, "check")
    assert "layout-size" not in done.stderr
    assert "wide" in done.stderr


def test_symbols_near_the_cut_are_reported_and_pictures_of_the_same_file_are_not(tmp_path: Path) -> None:
    picture = '  <image x="60" y="50" width="5" height="5" href="gem.svg"/>\n  <g id="end"/>\n</svg>'
    write_tiny(tmp_path, card=CARD.replace("</svg>", picture))
    assert nineup(tmp_path, "check").stdout.endswith(" s: no findings\n")
    frame = '  <rect x="57" y="50" width="5" height="5" fill="none" n:symbol="gem"/>\n</svg>'
    write_tiny(tmp_path, card=CARD.replace("</svg>", frame))
    done = nineup(tmp_path, "check")
    assert done.returncode == 0
    message = (
        "`deck/first`, front: symbol `gem` is 1.5 mm from the cut, and should be 3 mm, "
        "on this and 1 other card (ruby) [safe-zone]"
    )
    assert f"layouts/tiny/card.svg:6:66: warning: {message}" in done.stderr
    high = (
        '  <rect x="7" y="3.05" width="49" height="8" fill="none" class="rules" n:text="go {gem}"/>\n</svg>'
    )
    write_tiny(tmp_path, card=CARD.replace("</svg>", high))
    assert "symbol `gem` is 2." in nineup(tmp_path, "check").stderr


def test_faces_are_drawn_for_every_state_they_can_be_in(tmp_path: Path) -> None:
    bound = CARD.replace("{{ card.name }}", "{{ card.name }} {{ {3: 'c', 4: 'd', 5: 'e', 6: 'f'}[players] }}")
    write_tiny(tmp_path, card=bound)
    done = nineup(tmp_path, "check")
    assert done.returncode == 1
    assert re.search(r"error: .*`2`.*\(2 players\) \[binding-failed\]", done.stderr)
    assert nineup(tmp_path, "check", "--players", "3-6").returncode == 0
    assert nineup(tmp_path, "build", "--players", "2").returncode == 1
    assert nineup(tmp_path, "build", "--players", "3").returncode == 0


def test_a_face_that_only_an_expansion_without_need_shows_is_drawn(tmp_path: Path) -> None:
    bound = CARD.replace("{{ card.name }}", "{{ 'yes' if players > 4 or not expansion else card.nmae }}")
    write_tiny(tmp_path, card=bound)
    done = nineup(tmp_path, "check")
    assert re.search(r"nmae.*\(2 players, expansion\) \[binding-failed\]", done.stderr)
    assert nineup(tmp_path, "build", "--players", "3", "--option", "expansion=yes").returncode == 1
    assert nineup(tmp_path, "check", "--option", "expansion=no").returncode == 0


def test_what_a_narrowed_check_does_not_have_is_not_drawn(tmp_path: Path) -> None:
    long = CARDS.replace("Take 1 {gem} and wait for the evening.", "Take 1 {gem} and wait. " * 60)
    write_tiny(tmp_path, cards=long)
    assert "[text-overflow]" in nineup(tmp_path, "check").stderr
    done = nineup(tmp_path, "check", "--option", "suits=jade")
    assert (done.returncode, "[text-overflow]" in done.stderr) == (0, False)


def test_cards_of_other_runs_are_drawn_as_the_whole_box_prints_them(tmp_path: Path) -> None:
    cards = CARDS.replace("\"'ruby' in suits\"", "players == 2")
    bound = CARD.replace(
        "{{ card.name }}", "{{ card.name if players == 2 or card.id != 'first' else card.nmae }}"
    )
    write_tiny(tmp_path, cards=cards, card=bound)
    assert nineup(tmp_path, "build").returncode == 1
    done = nineup(tmp_path, "check")
    assert re.search(r"nmae.*\(4 players\) \[binding-failed\]", done.stderr)


def test_acceptances_of_nothing_are_reported_by_a_whole_check(tmp_path: Path) -> None:
    write_tiny(
        tmp_path,
        game=GAME.replace(
            "    setup: 3 * players", "    accept: {inventory: spares}\n    setup: 3 * players"
        ),
    )
    done = nineup(tmp_path, "check")
    assert "`chip` accepts `inventory`, but there is nothing to accept [unused-accept]" in done.stderr
    assert done.returncode == 0
    assert "unused-accept" not in nineup(tmp_path, "check", "--players", "3").stderr


def test_the_table_wraps_to_a_width(tmp_path: Path) -> None:
    rows = tuple(
        RuleRow(
            name,
            name,
            dict.fromkeys(range(1, 30), True),
            {1: 7},
            "left over in the smallest of all runs",
            2,
            0,
        )
        for name in ("deal", "inventory")
    )
    proved = Proved(rows, tuple(range(1, 30)), 1)
    for width in (30, 45, 60, 80):
        lines = as_table(proved, width).splitlines()
        assert max(map(len, lines)) <= width
        assert " ".join(" ".join(lines).split()).count("✓") == 2 * 29
    assert len(as_table(proved).splitlines()) == 3


def test_a_back_that_tells_cards_apart_is_reported(tmp_path: Path) -> None:
    bound = BACK.replace('fill="#334455"', 'fill="#334455" n:fill="{{ card.suit.tone }}"')
    game = GAME.replace("    for-each: owner\n", "    for-each: owner\n    pile: deck\n")
    done = nineup(write_tiny(tmp_path, game=game, back=bound), "check")
    message = "the back of card `second` differs from that of card `first` in the pile `deck` (2 players, ruby) [one-back]"
    assert message in done.stderr
    assert row(done.stdout, "one-back") == ["✗"] * 5
    of_owner = BACK.replace(
        'fill="#334455"', "fill=\"#334455\" n:fill=\"{{ '#112233' if owner.id == 'sun' else '#332211' }}\""
    )
    done = nineup(write_tiny(tmp_path, game=game, back=of_owner), "check")
    assert "one-back" not in done.stderr


NIGHT = GAME.replace("options:\n", "options:\n  night: {default: no}\n")


@pytest.mark.parametrize(
    ("game", "layout"),
    [
        (NIGHT.replace("setup: 3 * players", "setup: 3 * players\n    when: night or true"), CARD),
        (NIGHT.replace("setup: 3 * players", "setup: 3 * players + (0 if night else 0)"), CARD),
        (NIGHT.replace("licence: CC0", "licence: CC0\nminutes: 20 if night else 30"), CARD),
        (NIGHT, CARD.replace("</svg>", '<rect n:if="night" width="9" height="9"/></svg>')),
    ],
)
def test_an_option_that_something_depends_on_is_used(tmp_path: Path, game: str, layout: str) -> None:
    done = nineup(write_tiny(tmp_path, game=game, card=layout), "check")
    assert "no findings" in done.stderr + done.stdout


LEGAL = """\
legal:
  - {if: night, requires: length=long, because: A night takes ten rounds.}
  - {if: suits=ruby, excludes: length=long}
"""


def test_a_proof_with_an_option_covers_all_runs_that_have_it(tmp_path: Path) -> None:
    """Also if it needs others than the defaults."""
    options = "options:\n  night: {default: no}\n  length: {choose-one: [short, long], default: short}\n"
    short_nights = "  - says: no long night\n    check: not (night and length == 'long' and players > 3)\n"
    game = GAME.replace("options:\n", options).replace("choose: suit,", "choose: suit, default: [jade],")
    project = write_tiny(tmp_path, game=game.replace("symbols:", f"{LEGAL}symbols:") + short_nights)
    done = nineup(project, "check", "--option", "night=yes", "--rule", "rule")
    assert "(4 players, night, long, jade) [rule]" in done.stderr
    # Each of these has the suit of jade: a ruby one can't be long.
    assert "\ntiny: 8 configurations in " in done.stdout
    done = nineup(project, "check", "--option", "night=yes", "--option", "suits=ruby")
    assert done.returncode == 2
    assert (
        "`suits=ruby` excludes `length=long`" in done.stderr or "`night` needs `length=long`" in done.stderr
    )
    assert nineup(project, "check", "--option", "night=yes", "--option", "length=short").returncode == 2


@pytest.mark.parametrize("rule", ["", "  - says: at night\n    when: night\n    check: players > 1\n"])
def test_an_option_that_only_rules_name_is_unused(tmp_path: Path, rule: str) -> None:
    done = nineup(write_tiny(tmp_path, game=NIGHT + rule), "check", "--table")
    line = NIGHT.splitlines().index("  night: {default: no}") + 1
    assert f"cards/tiny/game.yaml:{line}:10: warning: nothing depends on the option `night`" in done.stderr
    assert row(done.stdout, "unused-option") == ["✗"] * 5


def test_equal_tones_are_reported_at_the_second(tmp_path: Path) -> None:
    done = nineup(write_tiny(tmp_path, game=GAME.replace("#0c7a4e", "#B5162B")), "check")
    line, text = next((n, text) for n, text in enumerate(GAME.splitlines(), 1) if "jade" in text)
    place = f"cards/tiny/game.yaml:{line}:{text.index('#0c7a4e')}"
    message = "note: `jade` has the tone of `ruby` in `suit`: #B5162B [equal-tones]"
    assert f"{place}: {message}" in done.stderr


@pytest.mark.parametrize(
    ("suits", "number"),
    [
        ('{a: {tone: "#fff", ink: "#000"}, b: {tone: "#eee", ink: "#000"}}', 0),
        ('{a: {tone: "#111"}, b: {tone: "#222"}, c: {tone: "#333"}, d: {tone: "#222"}}', 1),
        ('{a: {tone: "#111"}, b: {tone: "#111"}, c: {tone: "#333"}, d: {tone: "#333"}}', 0),
        ('{a: {tone: "#111"}, b: {tone: "#222"}, c: {tone: "#333"}, d: {}}', 0),
        ("{a: {color: crimson}, b: {color: teal}, c: {color: Crimson}}", 1),
        ("{a: {beats: stone}, b: {beats: paper}, c: {beats: stone}}", 0),
    ],
)
def test_a_tone_distinguishes_if_most_items_have_their_own(tmp_path: Path, suits: str, number: int) -> None:
    game = GAME.replace("options:\n", f"  ware: {suits}\noptions:\n")
    assert nineup(write_tiny(tmp_path, game=game), "check").stderr.count("[equal-tones]") == number


def test_equal_tones_of_symbols_are_reported(tmp_path: Path) -> None:
    tones = ("#b5162b", "#0c7a4e", "#f7cf1f", "#5a2391", "#B5162B")
    symbols = "".join(
        f'  s{n}: {{name: S{n}, art: gem.svg, tone: "{tone}"}}\n' for n, tone in enumerate(tones)
    )
    done = nineup(
        write_tiny(tmp_path, game=re.sub(r"(?m)^symbols:\n", f"symbols:\n{symbols}", GAME)), "check"
    )
    assert "`s4` has the tone of `s0` in `symbols`: #B5162B [equal-tones]" in done.stderr
