"""Findings as text and JSON: place, excerpt, caret, hint, order, and no finding reported twice."""

import json

from nineup.base.diagnostics import Accept, Diagnostic, Findings, Hint, Replace, Span
from nineup.report import as_json, as_text, summary

SOURCE = {"cards/tea/game.yaml": ["game: Tea", "playres: 2-4", "\tsize: 3", "x" * 250]}


def lines(path: str) -> list[str]:
    return SOURCE.get(path, [])


def test_a_finding_shows_its_place_line_caret_and_hint() -> None:
    findings = Findings()
    findings.error(
        "unknown-key",
        "unknown key `playres`",
        Span("cards/tea/game.yaml", 2, 1, 7),
        "did you mean `players`?",
    )
    assert as_text(findings, lines) == (
        "cards/tea/game.yaml:2:1: error: unknown key `playres` [unknown-key]\n"
        "  2 | playres: 2-4\n"
        "    | ^^^^^^^\n"
        "  hint: did you mean `players`?"
    )


def test_the_caret_is_under_its_column_after_a_tab() -> None:
    findings = Findings()
    findings.warning("bare", "no unit", Span("cards/tea/game.yaml", 3, 8))
    assert as_text(findings, lines).splitlines()[1:] == ["  3 | \tsize: 3", "    | \t      ^"]


def test_a_long_line_is_cut_around_the_caret() -> None:
    findings = Findings()
    findings.note("long", "here", Span("cards/tea/game.yaml", 4, 200, 2))
    shown, caret = as_text(findings, lines).splitlines()[1:]
    assert shown == "  4 | " + "x" * 100
    assert caret.index("^") - len("    | ") == 50
    assert caret.count("^") == 2


def test_a_file_that_cannot_be_shown_still_has_its_place() -> None:
    findings = Findings()
    findings.error("gone", "missing", Span("cards/none.yaml", 9, 9))
    assert as_text(findings, lines) == "cards/none.yaml:9:9: error: missing [gone]"


def test_findings_come_in_the_order_of_places_and_each_once() -> None:
    findings = Findings()
    findings.error("b", "later", Span("b.yaml", 1, 1))
    findings.error("a", "second", Span("a.yaml", 10, 2))
    findings.error("a", "first", Span("a.yaml", 9, 1))
    findings.error("a", "first", Span("a.yaml", 9, 1))
    findings.error("c", "nowhere")
    written = [
        paragraph.split("error: ")[1].split(" ")[0] for paragraph in as_text(findings, lines).split("\n\n")
    ]
    assert written == ["nowhere", "first", "second", "later"]
    assert summary(findings) == "4 errors"


def test_of_many_that_are_alike_the_first_are_reported_and_the_others_counted() -> None:
    findings = Findings()
    for line in range(1025, 0, -1):
        findings.error("flood", f"wrong {line}", Span("a.yaml", line, 1))
    findings.error("flood", "wrong 7", Span("a.yaml", 7, 1))
    findings.error("lone", "also wrong", Span("b.yaml", 1, 1))
    *paragraphs, lone, more = as_text(findings, lines).split("\n\n")
    assert paragraphs == [f"a.yaml:{line}:1: error: wrong {line} [flood]" for line in range(1, 21)]
    assert lone == "b.yaml:1:1: error: also wrong [lone]"
    assert more == "1,005 more like these [flood]; `nineup check --all` shows all of them"
    assert len(as_text(findings, lines, None).split("\n\n")) == 1026
    assert summary(findings) == "1026 errors"


def test_as_many_as_are_shown_are_no_flood() -> None:
    findings = Findings()
    for line in range(1, 21):
        findings.error("flood", "wrong", Span("a.yaml", line, 1))
    assert "more like these" not in as_text(findings, lines)


def test_the_summary_counts_each_severity() -> None:
    findings = Findings()
    assert summary(findings) == "no findings"
    findings.warning("w", "w")
    findings.note("n", "n")
    findings.note("n", "m")
    assert summary(findings) == "1 warning, 2 notes"


def test_json_has_every_field_and_nulls_where_there_is_nothing() -> None:
    findings = Findings()
    findings.append(
        Diagnostic("deal", "error", "too few", Span("a.yaml", 3, 4), "print more", "tea", "4 players")
    )
    findings.error("other", "no place")
    read = json.loads(as_json(findings, proved={"configurations": 3}))
    assert read["proved"] == {"configurations": 3}
    assert read["findings"][1] == {
        "code": "deal",
        "severity": "error",
        "message": "too few",
        "file": "a.yaml",
        "line": 3,
        "column": 4,
        "cell": None,
        "hint": "print more",
        "fixes": [],
        "game": "tea",
        "configuration": "4 players",
        "face": None,
        "fact": None,
        "rule": None,
        "overflow": None,
    }
    without = read["findings"][0]
    assert {without[key] for key in without.keys() - {"code", "severity", "message", "fixes"}} == {None}


def test_json_has_fixes_as_data() -> None:
    findings = Findings()
    hint = Hint("did you mean `white`?", Replace("whit", "white"), Accept("deal/short", Span("a.yaml", 2, 1)))
    findings.error("deal", "no `whit`", Span("a.yaml", 3, 4), hint=hint)
    (read,) = json.loads(as_json(findings))["findings"]
    assert read["hint"] == "did you mean `white`?"
    assert read["fixes"] == [
        {"says": "use `white`", "replace": "whit", "with": "white"},
        {
            "says": "accept, because …",
            "accept": "deal/short",
            "at": {"file": "a.yaml", "line": 2, "column": 1},
        },
    ]


def test_signs_that_steer_a_terminal_are_shown_as_unseen() -> None:
    finding = Diagnostic("unknown-item", "error", "`\x1b[31mred\u202e` is not here", Span("a.yaml", 1, 3, 3))
    written = as_text([finding], lambda path: ["a \x1b[2J\tb"])
    assert "\x1b" not in written
    assert "\u202e" not in written
    assert written.splitlines()[0].startswith("a.yaml:1:3: error: `\ufffd[31mred\ufffd` is not here")
    assert written.splitlines()[1:] == ["  1 | a \ufffd[2J\tb", "    |   ^^^"]


def test_the_caret_is_below_wide_and_combined_signs() -> None:
    line = "日本 e\u0301 x"
    written = as_text([Diagnostic("code", "error", "m", Span("a.yaml", 1, 7, 1))], lambda path: [line])
    assert written.splitlines()[2] == "    | " + " " * 7 + "^"
    written = as_text([Diagnostic("code", "error", "m", Span("a.yaml", 1, 1, 2))], lambda path: [line])
    assert written.splitlines()[2] == "    | ^^^^"


def test_the_place_of_the_rule_is_reported_where_it_is_another() -> None:
    finding = Diagnostic("deal", "error", "too few", None, "more", rule=Span("cards/tea/game.yaml", 9, 3))
    assert as_text([finding], lines).splitlines()[1:] == [
        "  hint: more",
        "  rule: cards/tea/game.yaml:9:3",
    ]


def test_what_is_wrong_with_many_faces_at_one_place_is_reported_once_to_people() -> None:
    findings = Findings()
    for card in ("a", "b", "c"):
        face = f"deck/{card}, front"
        findings.error("binding-failed", "no `tune`", Span("x.svg", 2, 3), "hint", face)
        findings.error("text-overflow", "too tall", Span("cards.csv", ord(card), 1), face=face)
    findings.error("binding-failed", "no `tone`", Span("x.svg", 2, 3), "hint", "deck/a, front")
    findings.error("layout-missing", "no file", face="deck/a, front")
    written = [
        paragraph.splitlines()[0].split("error: ")[1] for paragraph in as_text(findings, lines).split("\n\n")
    ]
    assert written == [
        "no file (deck/a, front) [layout-missing]",
        *(f"too tall (deck/{card}, front) [text-overflow]" for card in "abc"),
        "no `tune` (deck/a, front, and 2 more faces) [binding-failed]",
        "no `tone` (deck/a, front) [binding-failed]",
    ]
    assert summary(findings) == "6 errors"
    records = json.loads(as_json(findings))["findings"]
    assert len(records) == 8
    assert (records[0]["message"], records[0]["face"]) == ("no file", "deck/a, front")


def test_a_binding_that_fails_with_each_face_s_own_value_is_reported_once_to_people() -> None:
    findings = Findings()
    for card in ("red", "blue", "pink"):
        message = f"the text '{card}' is not a number"
        findings.error("binding-failed", message, Span("x.svg", 2, 3), "", f"deck/{card}, front")
        findings.error("binding-value", f"`{card}` is not a color", Span("x.svg", 2, 9), "", f"deck/{card}")
        findings.error("unknown-symbol", f"no symbol `{card}`", Span("x.svg", 3, 1), "", f"deck/{card}")
    reported = [line for line in as_text(findings, lines).splitlines() if "error: " in line]
    assert [line.split("error: ")[1] for line in reported] == [
        "the text 'red' is not a number (deck/red, front, and 2 more faces) [binding-failed]",
        *(f"`{card}` is not a color (deck/{card}) [binding-value]" for card in ("red", "blue", "pink")),
        "no symbol `red` (deck/red, and 2 more faces) [unknown-symbol]",
    ]
