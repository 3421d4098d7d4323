"""The counts of an appendix are those of the sheets: both come from the same run."""

import json
import re
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from made import GAMES, ROOT, game_booklet, game_source, run_of, tiny_source, written
from nineup import pipeline
from nineup.base.diagnostics import Findings, Status
from nineup.base.project import Project
from nineup.book.appendix import CountColumn, booklet, templates
from nineup.book.appendix.statistics import Statistics
from nineup.book.appendix.template_context import template_context
from nineup.book.writers import markdown
from nineup.model.booklet import BarChart, Chapter, Link, Listing, Paragraph, PictureEntry, Table, plain_text
from nineup.pipeline import PrintOptions, RunChoice
from tiny import CARDS, GAME, write_tiny


def chapter(game: str, id: str) -> Chapter:
    return next(each for each in game_booklet(game).chapters if each.id == id)


@pytest.mark.parametrize("game", GAMES)
def test_the_inventory_is_what_each_run_prints(game: str) -> None:
    (table,) = [block for block in chapter(game, "inventory").blocks if isinstance(block, Table)]
    headings = [plain_text(cell.content) for cell in table.head]
    for column, heading in enumerate(headings[3:], start=3):
        run = run_of(game, int(heading.split()[0]))
        printed = Counter(part.component.name for part in run.parts for _ in range(part.copies))
        reported = {plain_text(row[0].content): plain_text(row[column].content) for row in table.rows}
        total = reported.pop("All pieces")
        assert {name: int(count) for name, count in reported.items() if count != "–"} == printed
        assert int(total) == printed.total()


def test_the_setup_of_gemotion_is_the_documents() -> None:
    table, *_ = [block for block in chapter("gemotion", "setup").blocks if isinstance(block, Table)]
    rows = {plain_text(row[0].content): [plain_text(cell.content) for cell in row[1:]] for row in table.rows}
    assert rows["White Joy gem"] == ["25", "37", "49", "61", "73"]
    assert rows["Green Envy gem"] == ["11", "16", "21", "26", "31"]
    assert rows["Purple Vision gem"] == ["3", "4", "6", "7", "8"]
    assert rows["Pink Love gem"] == ["8", "12", "16", "20", "24"]


EVERY = ["2 players", "3 players", "4 players", "5 players", "6 players", "Box of 4", "Box of 6"]


@pytest.mark.parametrize(
    ("choice", "heading"),
    [
        (RunChoice(), "Box of 4"),
        (RunChoice(options={"expansion": "yes"}), "Box of 6"),
        (RunChoice(3), "3 players"),
        (RunChoice(5, {"suits": "jade"}), "5 players"),
    ],
    ids=["box", "box-of-6", "3p", "5p-jade"],
)
def test_a_build_and_its_appendix_agree(tmp_path: Path, choice: RunChoice, heading: str) -> None:
    """The manifest of the sheets, and the Markdown, of the same project; that of a box lists the larger one,
    too.
    """
    asked = choice if choice.players else RunChoice()
    project, _ = tiny_source(tmp_path)
    findings = Findings()
    output = tmp_path / "out"
    outcome = pipeline.build(project, "tiny", choice, PrintOptions(output=output), findings, lambda *_: None)
    assert outcome.status is Status.DONE, findings
    (manifest,) = output.glob("tiny/*/manifest.json")
    pieces = json.loads(manifest.read_text(encoding="utf-8"))["pieces"]
    placed = Counter(piece["component"].title() for piece in pieces if piece["side"] == "front")
    text = (written(project, "tiny", output, asked, formats=("md",)) / "appendix.md").read_text("utf-8")
    lines = re.findall(r"^\| (.*) \|$", text.partition("Printed pieces")[2], re.M)[:5]
    head, _, *rows = [line.replace("*", "").split(" | ") for line in lines]
    assert head[3:] == ([heading] if choice.players else EVERY)
    reported = {row[0]: int(row[head.index(heading)]) for row in rows}
    assert reported == {**placed, "All pieces": placed.total()}


@pytest.mark.parametrize("game", GAMES)
def test_every_card_of_the_run_has_its_place(game: str) -> None:
    text = markdown(game_booklet(game)).decode()
    anchors = set(re.findall(r'<a id="([^"]+)"></a>', text))
    run = game_source(game).run
    listed = {
        f"card-{part.component.id}-{part.card.id}"
        for part in run.parts
        if part.component.shape != "divider"
        and (part.component.id != part.card.id or len(part.component.cards) > 1)
    }
    assert listed <= anchors
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= anchors


@pytest.mark.parametrize("game", GAMES)
def test_every_card_of_the_run_is_pictured_with_its_copies(game: str) -> None:
    run = game_source(game).run
    copies = {
        f"{part.component.id}/{part.card.id}": part.copies
        for part in run.parts
        if part.component.fields and part.component.shape != "divider"
    }
    entries = [
        block
        for each in game_booklet(game).chapters
        for block in each.blocks
        if isinstance(block, PictureEntry)
    ]
    notes = {entry.picture.key: " ".join(_words(entry)) for entry in entries}
    reported = {key: int(found[1]) for key, note in notes.items() if (found := re.search(r"(\d+) cop", note))}
    assert notes.keys() == copies.keys()
    assert reported.items() <= copies.items()
    assert {key for key, number in copies.items() if number > 1} <= reported.keys()


@pytest.mark.parametrize("game", GAMES)
def test_an_index_leads_to_every_card(game: str) -> None:
    """But for the gem cards of Gem Rush, which have no names: a table leads to these."""
    lists = [
        block for each in game_booklet(game).chapters for block in each.blocks if isinstance(block, Listing)
    ]
    items = [item for listing in lists if listing.kind == "index" for item in listing.items]
    targets = [inline.target for item in items for inline in item if isinstance(inline, Link)]
    cards = [
        (part.component.id, part.card.id)
        for part in game_source(game).run.parts
        if part.component.fields and part.component.shape != "divider"
    ]
    named = {
        f"card-{component}-{card}" for component, card in cards if (game, component) != ("gem-rush", "gem")
    }
    assert len(targets) == len(named)
    assert {target.removeprefix("#") for target in targets} == named


def _words(entry: PictureEntry) -> list[str]:
    return [plain_text(block.content) for block in entry.blocks if isinstance(block, Paragraph)]


@pytest.mark.parametrize("game", GAMES)
def test_every_decision_and_question_is_listed(game: str) -> None:
    source = game_source(game)
    entries = template_context(source)["decisions"]
    loaded = source.run.game
    reasons = {reason for card in _cards(source) for reason in card.decided.values()}
    for record in (
        loaded,
        *loaded.components.values(),
        *loaded.options.values(),
        *loaded.terms.values(),
        *loaded.rules,
    ):
        reasons |= set(record.decided.values())
    assert {entry["because"] for entry in entries} == reasons
    text = markdown(game_booklet(game)).decode().replace("\\", "")
    assert all(question in text for question in loaded.questions)


def _cards(source: object) -> list:  # type: ignore[type-arg]
    return [card for component in source.run.game.components.values() for card in component.cards]  # type: ignore[attr-defined]


def test_a_run_of_few_has_its_own_counts() -> None:
    run = run_of("gemotion", 3, colors="red")
    statistics = Statistics(run)
    moved = statistics.helpers()["moves"]("player-deck", ["Swap", "Steal"], {"Gem": "any"})
    rows = {row["verb"]: row for row in moved["rows"]}
    assert [symbol["id"] for symbol in moved["symbols"]] == ["any"]
    assert (rows["Swap"]["uses"], rows["Swap"]["counts"]) == (5, (6,))


def test_moves_are_counted_by_verb_and_symbol() -> None:
    """Of Swap on the cards of one deck, counted by hand: cards 10, 11, 14, 15, 16, and of Courage and
    Love.
    """
    statistics = Statistics(game_source("gemotion").run)
    moved = statistics.helpers()["moves"](
        "player-deck", ["Take", "Give", "Pass", "Steal", "Swap", "Bank"], {"Gem": "any"}
    )
    swap = next(row for row in moved["rows"] if row["verb"] == "Swap")
    found = {
        symbol["id"]: count for symbol, count in zip(moved["symbols"], swap["counts"], strict=True) if count
    }
    assert found == {"white": 2, "pink": 2, "any": 8}
    assert swap["uses"] == 8


def test_moves_weigh_each_copy_and_leave_out_words_in_which_a_verb_is_none() -> None:
    """Of Bank on the Power cards, two of each, counted by hand: 2 and 4, and of Fear, Envy, Love (both) and
    Despair.
    """
    moves = Statistics(game_source("gemotion").run).helpers()["moves"]
    moved = moves("power", ["Take", "Give", "Steal", "Bank", "Return"], {"Gem": "any"}, ["Banked", "’s Bank"])
    bank = next(row for row in moved["rows"] if row["verb"] == "Bank")
    found = {
        symbol["id"]: count for symbol, count in zip(moved["symbols"], bank["counts"], strict=True) if count
    }
    assert bank["uses"] == 14
    assert found == {"white": 4, "yellow": 2, "green": 2, "pink": 2, "black": 2, "any": 2}


def chart(game: str, caption: str) -> list[dict[str, tuple[float, ...]]]:
    """The rows of each chart with that caption, in order."""
    charts = [block for block in chapter(game, "statistics").blocks if isinstance(block, BarChart)]
    return [
        {plain_text(name): values for name, values in bars.rows}
        for bars in charts
        if plain_text(bars.caption) == caption
    ]


def test_whose_gems_the_cards_of_gemotion_bank_is_said_of_every_bank() -> None:
    every = [verbs["Bank"] for verbs in chart("gemotion", "How often each verb appears on the cards")]
    whose = [
        tuple(map(sum, zip(*rows.values(), strict=True)))
        for rows in chart("gemotion", "Whose Gems the cards Bank")
    ]
    assert every == whose == [(11,), (14,)]


def test_the_gems_that_are_laid_out_are_those_of_the_setup() -> None:
    (gems,) = chart("gemotion", "Gems laid out for 4 players")
    table, *_ = [block for block in chapter("gemotion", "setup").blocks if isinstance(block, Table)]
    column = [plain_text(cell.content) for cell in table.head].index("4 players")
    laid = {plain_text(row[0].content): int(plain_text(row[column].content)) for row in table.rows}
    reported = {name.partition(" ")[2]: count for name, (count,) in gems.items()}  # Without its sign.
    assert len(reported) == 9
    assert reported.items() <= laid.items()
    (power,) = (
        line for line in template_context(game_source("gemotion"))["inventory"] if line["id"] == "power"
    )
    assert (power["laid"], power["pieces"][2]) == (24, 40)


def test_a_word_in_which_a_verb_is_none_ends_what_the_verb_before_it_moves(tmp_path: Path) -> None:
    cards = CARDS.replace("Take 1 {gem} and", "Take 1 {gem} for each Banked {gem} and")
    _, source = tiny_source(tmp_path, cards=cards)
    moves = Statistics(source.run).helpers()["moves"]
    assert [row["counts"] for row in moves("deck", ["Take"], {}, ["Banked"])["rows"]] == [(1,)]
    assert [row["counts"] for row in moves("deck", ["Take"])["rows"]] == [(2,)]


def test_distributions_weigh_each_copy() -> None:
    helpers = Statistics(game_source("gem-rush").run).helpers()
    gems = {entry["id"]: entry for entry in helpers["distribution"]("gem", "gems")}
    assert gems["electrum"]["label"] == "{electrum}\u00a0Electrum"
    assert gems["electrum"]["count"] == 11
    assert gems["wild"]["count"] == 6
    costs = {entry["id"]: entry["count"] for entry in helpers["distribution"]("room", "doors.cost")}
    assert {costs["electrum"], costs["raw-hope"]} == {60}
    points = [entry["label"] for entry in helpers["distribution"]("room", "doors.points")]
    assert points == sorted(points)


def test_there_is_no_such_component() -> None:
    with pytest.raises(ValueError, match="there is no component `deck`"):
        Statistics(game_source("gem-rush").run).helpers()["distribution"]("deck", "x")


def test_the_projects_own_parts_are_all_there() -> None:
    common = [
        "inventory",
        "setup",
        "play",
        "cards",
        "symbols",
        "glossary",
        "statistics",
        "questions",
        "credits",
    ]
    for game in GAMES:
        assert set(common) <= part_names(game)
    assert "scoring" in part_names("gemotion")
    assert "rooms" in part_names("gem-rush")


def part_names(game: str) -> set[str]:
    return {template.id for template in templates(Project(ROOT), game, Findings())}


@pytest.mark.parametrize("game", GAMES)
def test_decisions_are_listed_in_words_and_each_reason_of_one_field_once(game: str) -> None:
    known = template_context(game_source(game))["decisions"]
    whole = [(entry["field"], entry["because"]) for entry in known if not entry["cards"]]
    assert len(whole) == len(set(whole))
    assert not [field for field, _ in whole if "." in field or "-" in field]


def test_markdown_says_a_symbol_with_its_name_once() -> None:
    text = markdown(game_booklet("gem-rush")).decode()
    assert "| Electrum | [2](#card-gem-diamond-electrum) |" in text
    assert "Electrum Electrum" not in text
    assert "for 2 cards with Electrum" in text


def test_the_power_piles_of_gemotion_are_the_documents() -> None:
    """Players and colours together, two copies each; from five players on four and the colours, three copies
    each.
    """
    tables = [block for block in chapter("gemotion", "setup").blocks if isinstance(block, Table)]
    (table,) = [table for table in tables if plain_text(table.caption).startswith("Power piles")]
    piles, copies = ([plain_text(cell.content) for cell in row[1:6]] for row in table.rows)
    assert piles == ["10", "11", "12", "12", "12"]
    assert copies == ["2", "2", "2", "3", "3"]


def test_what_the_deal_leaves_of_gem_thief_is_the_documents() -> None:
    (table,) = [block for block in chapter("gem-thief", "setup").blocks if isinstance(block, Table)]
    assert [plain_text(row[-1].content) for row in table.rows] == ["105", "97", "89"]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_setup_in_steps(game: str) -> None:
    (steps,) = [block for block in chapter(game, "setup").blocks if getattr(block, "kind", "") == "steps"]
    assert len(steps.items) >= 2


def test_the_deal_of_gem_rush_names_each_pile_with_its_counts() -> None:
    tables = [block for block in chapter("gem-rush", "setup").blocks if isinstance(block, Table)]
    (deal,) = [table for table in tables if plain_text(table.caption) == "The deal"]
    rows = [[plain_text(cell.content) for cell in row] for row in deal.rows]
    assert rows == [
        ["Gem cards", "4", "–"],
        ["1-point tokens", "1", "–"],
        ["Player tokens", "1", "–"],
        ["Room tiles", "–", "1"],
        ["First player marker", "–", "1"],
    ]


def test_a_box_has_counts_of_pieces_and_none_of_what_is_laid_out() -> None:
    source = game_source("gem-rush")
    box = CountColumn("Box of 6", source.run)
    known = template_context(msgspec.structs.replace(source, columns=(*source.columns, box)))
    assert known["columns"][-1] == "Box of 6"
    assert [seat["players"] for seat in known["seats"]] == [1, 2, 3, 4, 5, 6]
    for line in known["inventory"]:
        assert len(line["pieces"]) == 7
        assert len(line["setup"]) == len(line["each"]) == 6


def test_the_deck_that_is_left_is_reported_for_the_players_that_were_asked_for() -> None:
    source = game_source("gem-thief")
    alone = msgspec.structs.replace(
        source, columns=tuple(column for column in source.columns if column.players == 3)
    )
    findings = Findings()
    chosen = [each for each in templates(Project(ROOT), "gem-thief", findings) if each.id == "setup"]
    (made,) = booklet(alone, Project(ROOT), chosen, findings, is_whole=False).chapters
    (table,) = [block for block in made.blocks if isinstance(block, Table)]
    assert [[plain_text(cell.content) for cell in row] for row in table.rows] == [["3", "24", "1", "97"]]


def test_what_was_decided_alike_is_named_together() -> None:
    whats = {entry["of"] for entry in template_context(game_source("gemotion"))["decisions"]}
    assert "Term: Play, Discard" in whats


def test_a_game_for_many_players_has_several_tables_of_counts(tmp_path: Path) -> None:
    project, source = tiny_source(tmp_path)
    many = msgspec.structs.replace(
        source,
        columns=tuple(CountColumn(f"{n} players", source.run, n) for n in range(2, 62)),
    )
    findings = Findings()
    chosen = [each for each in templates(project, "tiny", findings) if each.id in ("inventory", "setup")]
    made = booklet(many, project, chosen, findings)
    tables = [block for chapter in made.chapters for block in chapter.blocks if isinstance(block, Table)]
    heads = [plain_text(cell.content) for table in tables for cell in table.head]
    assert not findings
    assert [heads.count(f"{n} players") for n in (2, 11, 12, 61)] == [2, 2, 2, 2]
    assert max(len(table.head) for table in tables) == 13


def test_choices_that_go_together_are_listed(tmp_path: Path) -> None:
    options = """\
  storm: {default: no}
  length: {choose-one: [short, long]}
legal:
  - {if: storm, requires: length=long, because: A storm takes ten rounds.}
  - {if: [storm, suits=ruby], excludes: suits=jade}
  - {if: storm=no, one-of: [length=long, suits=ruby]}
symbols:
"""
    root = write_tiny(
        tmp_path,
        game=GAME.replace("symbols:\n", options).replace("at-least: 1", "at-least: 1, default: [ruby]"),
    )
    folder = written(Project(root), "tiny", tmp_path / "out", formats=("md",))
    text = (folder / "appendix.md").read_text("utf-8")
    assert "- Storm only with Length: Long. A storm takes ten rounds." in text
    assert "- Storm and Suits: Ruby never with Suits: Jade." in text
    assert "- Without Storm only with exactly one of Length: Long, Suits: Ruby." in text


def test_how_many_are_chosen_by_players(tmp_path: Path) -> None:
    limits = "exactly: {2: 1, 3-6: 2}"
    root = write_tiny(tmp_path, game=GAME.replace("at-least: 1", limits))
    text = (written(Project(root), "tiny", tmp_path / "out", formats=("md",)) / "appendix.md").read_text(
        "utf-8"
    )
    assert "2 players: exactly 1 of these, 3–6 players: exactly 2 of these" in text
