"""`taught`: each topic is explained by a text that is printed in the run, isn't empty, and says what it must."""

from functools import partial
from pathlib import Path

import pytest
from nineup.base.diagnostics import Diagnostic, Findings
from nineup.base.project import Project
from nineup.files.load import load_game
from nineup.pipeline.lessons import read_lessons
from nineup.pipeline.stages import make_engine
from nineup.rules import check_game, rule_settings
from nineup.typography.fonts import Fonts
from tiny import SVG, write_tiny

AID = (
    SVG.format(w=63.5, h=88.9)
    + '\n  <g {around}>\n    <rect width="40" height="40" class="rules" {text}/>\n  </g>\n{beside}</svg>'
)
ENTRY = "  - taught: [winner]\n"
SYMBOLS = "  - taught: {each: symbols}\n"


def found(
    folder: Path,
    text: str,
    entry: str = ENTRY,
    around: str = "",
    rules: str = "",
    card: str = "",
    beside: str = "",
) -> list[Diagnostic]:
    write_tiny(folder)
    game = folder / "cards/tiny/game.yaml"
    aid = "  aid: {shape: card, size: poker, layout: aid.svg}\nrules:\n"
    source = game.read_text(encoding="utf-8").replace("rules:\n", aid + entry, 1)
    terms = (
        "terms:\n  Give: {means: Put it before another player.}\n  Dig: {means: Look for it.}\ncomponents:\n"
    )
    symbol = "symbols:\n  plain: {name: plain, art: plain.svg}\n"
    source = source.replace("components:\n", terms, 1).replace("symbols:\n", symbol, 1)
    game.write_text(source, encoding="utf-8")
    plain = SVG.format(w=10, h=10) + '<path id="mark" d="M1 1H9V9Z"/></svg>\n'
    (folder / "layouts/tiny/plain.svg").write_text(plain, encoding="utf-8")
    layout = folder / "layouts/tiny/aid.svg"
    layout.write_text(AID.format(around=around, text=text, beside=beside), encoding="utf-8")
    if rules:
        (folder / "cards/tiny/rules.md").write_text(rules, encoding="utf-8")
    cards = folder / "cards/tiny/cards.yaml"
    cards.write_text(
        cards.read_text(encoding="utf-8").replace("    name: First Light\n", f"    name: First Light\n{card}")
    )
    project, findings = Project(folder), Findings()
    loaded = load_game(project, "tiny", findings, rule_settings())
    assert loaded is not None, findings
    engine = make_engine(project, loaded, Fonts(project, ""), findings)
    check_game(loaded, findings, only=("taught",), lessons=partial(read_lessons, project, lambda: engine))
    return list(findings)


def messages(*args: object, **named: str) -> list[str]:
    return [f"{each.message} ({each.configuration})" for each in found(*args, **named)]  # type: ignore[arg-type]


WINNER = 'n:teaches="winner, end" n:text="Most points win."'
NOWHERE = "nothing that is printed teaches `winner` "


def test_a_text_teaches_where_it_is_printed(tmp_path: Path) -> None:
    assert found(tmp_path, WINNER) == []


@pytest.mark.parametrize(
    ("text", "around"),
    [
        ('n:text="Most points win."', ""),
        ('n:teaches="winner" n:text="{{ \'\' }}"', ""),
        (WINNER, 'display="none"'),
        (WINNER, "n:display=\"{{ 'none' }}\""),
        (WINNER, 'n:if="false"'),
    ],
)
def test_a_text_that_is_empty_or_not_drawn_teaches_nothing(tmp_path: Path, text: str, around: str) -> None:
    (finding,) = found(tmp_path, text, around=around)
    assert (finding.code, finding.severity, finding.message) == ("taught", "error", NOWHERE.strip())
    assert finding.span is not None
    assert (finding.span.file, finding.span.column) == ("cards/tiny/game.yaml", 5)


def test_the_finding_has_the_smallest_run(tmp_path: Path) -> None:
    assert messages(tmp_path, WINNER, around="n:if=\"'ruby' in suits\"") == [NOWHERE + "(jade)"]
    assert messages(tmp_path, WINNER, around='n:if="players > 3"') == [NOWHERE + "(2 players)"]


def test_a_part_of_the_rules_teaches_if_it_has_text(tmp_path: Path) -> None:
    rules = "# The end\n\n<!-- teaches: winner -->\n\n{text}\n\n## Ties\n\nNone.\n"
    assert found(tmp_path, "", rules=rules.format(text="Most points win.")) == []
    assert len(found(tmp_path, "", rules=rules.format(text=""))) == 1
    on_pieces = "  - taught: {topics: winner, in: pieces}\n"
    (missing,) = found(tmp_path, "", entry=on_pieces, rules=rules.format(text="Most points win."))
    assert missing.message == "no piece teaches `winner`"


def test_a_card_teaches_in_the_runs_that_have_it(tmp_path: Path) -> None:
    assert messages(tmp_path, "", card="    teaches: [winner]\n") == [NOWHERE + "(jade)"]


def test_terms_and_symbols_in_use_are_topics(tmp_path: Path) -> None:
    entry = "  - taught: {each: [symbols, terms]}\n"
    assert [each.split(" (")[0] for each in messages(tmp_path, WINNER, entry=entry)] == [
        "nothing that is printed teaches `gem`",
        "nothing that is printed teaches `Give`",
    ]


@pytest.mark.parametrize(
    ("text", "around", "run"),
    [
        ('n:symbol="plain"', "", ""),
        ('n:text="See {plain}."', "", ""),
        ("n:symbol=\"{{ 'pla' ~ 'in' if players > 2 else '' }}\"", "", "3 players"),
        ("n:each=\"id in ['gem', 'plain']\" n:symbol=\"{{ id }}\"", "n:if=\"'ruby' not in suits\"", "jade"),
        ('n:image="{{ symbols.plain.art }}"', "", ""),
    ],
)
def test_a_symbol_that_only_a_layout_draws_is_in_use(
    tmp_path: Path, text: str, around: str, run: str
) -> None:
    assert [each for each in messages(tmp_path, text, entry=SYMBOLS, around=around) if "`plain`" in each] == [
        f"nothing that is printed teaches `plain` ({run})"
    ]


@pytest.mark.parametrize("art", ['<image href="plain.svg" {}/>', '<use href="plain.svg#mark" {}/>'])
def test_a_symbol_is_in_use_where_a_layout_shows_its_art(tmp_path: Path, art: str) -> None:
    (only,) = (
        each for each in messages(tmp_path, "", entry=SYMBOLS, beside=art.format("")) if "`plain`" in each
    )
    assert only.endswith("()")
    hidden = messages(tmp_path, "", entry=SYMBOLS, beside=f'<g n:if="false">{art.format("")}</g>')
    assert "`plain`" not in str(hidden)
    assert "`plain`" not in str(messages(tmp_path, "", entry=SYMBOLS, beside=art.format('display="none"')))


def test_a_symbol_that_no_run_draws_is_not_in_use(tmp_path: Path) -> None:
    assert "`plain`" not in str(messages(tmp_path, 'n:symbol="gem"', entry=SYMBOLS))
    assert "`plain`" not in str(messages(tmp_path, 'n:symbol="plain"', entry=SYMBOLS, around='n:if="false"'))
    assert "`plain`" not in str(messages(tmp_path, "", entry=SYMBOLS, beside="<text>{plain}</text>"))


def test_a_term_that_only_a_layout_names_is_in_use(tmp_path: Path) -> None:
    entry = "  - taught: {each: terms}\n"
    named = messages(tmp_path, 'n:text="Dig where it is."', entry=entry, around='n:if="players > 2"')
    assert "nothing that is printed teaches `Dig` (3 players)" in named
    assert "`Dig`" in str(messages(tmp_path, "", entry=entry, beside="<text>Dig here</text>"))


def test_a_text_must_contain_what_it_teaches(tmp_path: Path) -> None:
    entry = "  - taught: {each: lists.suit, text: name}\n"
    right = 'n:each="suit in lists.suit" n:teaches="{{ suit }}" n:text="A {{ suit.name }}"'
    assert found(tmp_path, right, entry=entry) == []
    wrong = right.replace("{{ suit.name }}", "suit")
    assert messages(tmp_path, wrong, entry=entry)[0].startswith("what teaches `ruby` doesn't show its `name`")


def test_a_topic_that_is_misspelled_is_named(tmp_path: Path) -> None:
    (finding,) = found(tmp_path, 'n:teaches="winer" n:text="Most points win."')
    assert finding.hint == "did you mean `winer`?"


def test_what_has_no_text_cannot_teach(tmp_path: Path) -> None:
    codes = {each.code for each in found(tmp_path, 'n:teaches="winner"')}
    assert "binding-misplaced" in codes


@pytest.mark.parametrize(
    "entry", ["taught: {in: rules}", "taught: {each: data.turn}", "taught: {on: cards, topics: a}"]
)
def test_settings_that_ask_for_nothing_are_refused(tmp_path: Path, entry: str) -> None:
    write_tiny(tmp_path)
    game = tmp_path / "cards/tiny/game.yaml"
    game.write_text(game.read_text(encoding="utf-8") + f"  - {entry}\n", encoding="utf-8")
    findings = Findings()
    load_game(Project(tmp_path), "tiny", findings, rule_settings())
    assert findings.failed
