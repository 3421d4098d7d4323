"""What uses a field is found by what expressions mean, and renamed exactly there."""

from pathlib import Path

import pytest
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.files.edit import (
    EditHistory,
    EditStep,
    FieldError,
    FieldUse,
    SharedFieldError,
    card_lists,
    field_uses,
    home_of,
    rename_everywhere,
)
from nineup.files.load import load_game
from nineup.rules import rule_settings
from tiny import CARD, CARDS, GAME, write_tiny

CARDS_FILE, GAME_FILE, LAYOUT = "cards/tiny/cards.yaml", "cards/tiny/game.yaml", "layouts/tiny/card.svg"

RULED = GAME.replace(
    "rules:\n",
    """\
rules:
  - says: every text is short
    each: deck
    where: card.name != ''
    check: >-
      card.text|length < 200
      and card['text'] != card.name
  - distinct: {each: deck, by: [name, text]}
  - says: names of suits are other names
    each: lists.suit
    check: item.name != 'text'
  - says: some card has a text
    check: cards('deck')|selectattr('text')|list|length > 0
""",
)
DRAWN = CARD.replace(
    'n:text="{{ card.text }}"',
    'n:if="card.text"\n    n:text="{{ card.name }} &amp; {{ card.text }}{{ card.suit.name }}"',
)
TEXTS = CARDS.replace("Take 1 {gem} and", "Take {= card.name|length } {gem} and")


def opened(root: Path, name: str) -> tuple[object, ...]:
    project, findings = Project(root), Findings()
    game = load_game(project, "tiny", findings, rule_settings(), partial=True)
    assert game is not None
    assert not findings, findings
    (deck,) = card_lists(game, project.text)
    return game, home_of(game, deck, project.text, name), project


def uses(root: Path, name: str) -> tuple[FieldUse, ...]:
    game, home, project = opened(root, name)
    return field_uses(game, home, name, project.text)  # type: ignore[arg-type, attr-defined]


def places(found: tuple[FieldUse, ...]) -> list[tuple[str, int, bool]]:
    return [(use.span.file, use.span.line, use.is_certain) for use in found]


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


def renamed(root: Path, name: str, to: str) -> EditHistory:
    game, home, project = opened(root, name)
    history = EditHistory(Project(root))
    made = rename_everywhere(game, home, name, to, project.text)  # type: ignore[arg-type, attr-defined]
    files = {file: (history.version(file).digest, make) for file, make in made.items()}
    step = history.write(files, "rename")
    assert isinstance(step, EditStep), step
    return history


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = write_tiny(tmp_path / "project", game=RULED, cards=TEXTS)
    (root / LAYOUT).write_text(DRAWN)
    return root


def test_every_use_has_its_place(root: Path) -> None:
    lines = [line_of(RULED, part) for part in ("check: >-", "check: >-", "by: [name", "cards('deck')|sel")]
    drawn = line_of(DRAWN, "n:if")
    assert places(uses(root, "text")) == [
        *((GAME_FILE, line, True) for line in lines),
        *((LAYOUT, line, True) for line in (drawn, drawn + 1)),
    ]


def test_a_renamed_field_is_renamed_in_exactly_these_places(root: Path) -> None:
    history = renamed(root, "text", "what-it-says")
    ruled = RULED.replace("card.text|length", "card.what_it_says|length")
    ruled = ruled.replace("card['text']", "card['what-it-says']").replace(
        "[name, text]", "[name, what-it-says]"
    )
    ruled = ruled.replace("selectattr('text')", "selectattr('what-it-says')")
    assert (root / GAME_FILE).read_text() == ruled
    assert (root / LAYOUT).read_text() == DRAWN.replace("card.text", "card.what_it_says")
    assert (root / CARDS_FILE).read_text() == TEXTS.replace("  text:", "  what-it-says:")
    assert not isinstance(opened(root, "what-it-says"), str)
    assert isinstance(history.undo(), EditStep)
    assert (root / GAME_FILE).read_text() == RULED
    assert (root / LAYOUT).read_text() == DRAWN
    assert (root / CARDS_FILE).read_text() == TEXTS


def test_a_text_that_computes_follows(root: Path) -> None:
    renamed(root, "name", "title")
    assert "{= card.title|length }" in (root / CARDS_FILE).read_text()
    assert "item.name" in (root / GAME_FILE).read_text()
    assert "card.suit.name" in (root / LAYOUT).read_text()


def test_line_ends_and_entities_of_a_layout_stay(root: Path) -> None:
    (root / LAYOUT).write_bytes(DRAWN.replace("\n", "\r\n").encode())
    renamed(root, "text", "said")
    assert (root / LAYOUT).read_bytes() == DRAWN.replace("card.text", "card.said").replace(
        "\n", "\r\n"
    ).encode()


@pytest.mark.parametrize(
    "binding",
    [
        "{{ card[owner.id] }}",
        "{% for word in [card] %}{{ word.text }}{% endfor %}",
        "{{ (card, 1)[0].text }}",
    ],
)
def test_what_isn_t_certain_is_refused_with_its_place(root: Path, binding: str) -> None:
    (root / LAYOUT).write_text(DRAWN.replace("{{ owner.name }}", binding))
    line = line_of(DRAWN, "{{ owner.name }}")
    with pytest.raises(FieldError, match=f"{LAYOUT}:{line}"):
        renamed(root, "text", "said")
    assert (root / CARDS_FILE).read_text() == TEXTS


@pytest.mark.parametrize(
    "binding",
    [
        "{{ symbols[card.suit].text }}",
        "{{ lists.suit[owner.id].text }}",
        "{{ (card.suit or owner).text }}",
        "{{ data.turns[loop].text }}",
    ],
)
def test_what_is_no_card_is_no_use(root: Path, binding: str) -> None:
    (root / LAYOUT).write_text(DRAWN.replace("{{ owner.name }}", binding))
    found = [use for use in uses(root, "text") if use.span.line == line_of(DRAWN, "{{ owner.name }}")]
    assert found == []


@pytest.mark.parametrize(
    "binding",
    [
        "{{ (card or owner).text }}",
        "{{ (owner|default(card)).text }}",
        "{{ (card if side else owner).text }}",
    ],
)
def test_what_may_be_a_card_is_uncertain(root: Path, binding: str) -> None:
    (root / LAYOUT).write_text(DRAWN.replace("{{ owner.name }}", binding))
    with pytest.raises(FieldError, match=f"isn't certain in {LAYOUT}"):
        renamed(root, "text", "said")


def test_a_constant_besides_a_card_makes_no_use_uncertain(root: Path) -> None:
    (root / LAYOUT).write_text(DRAWN.replace("{{ owner.name }}", "{{ (card or '').text }}"))
    renamed(root, "text", "said")
    assert "{{ (card or '').said }}" in (root / LAYOUT).read_text()


def test_a_ready_made_rule_says_what_it_iterates_over(root: Path) -> None:
    ruled = RULED.replace("rules:\n", "rules:\n  - agrees: {each: lists.suit, where: item.text == 'x'}\n")
    (root / GAME_FILE).write_text(ruled)
    renamed(root, "text", "said")
    assert "item.text == 'x'" in (root / GAME_FILE).read_text()
    ruled = RULED.replace("rules:\n", "rules:\n  - agrees: {each: deck, where: card.name == 'x'}\n")
    (root / GAME_FILE).write_text(ruled)
    (root / CARDS_FILE).write_text(TEXTS)
    (root / LAYOUT).write_text(DRAWN)
    renamed(root, "name", "title")
    assert "card.title == 'x'" in (root / GAME_FILE).read_text()


def shared_by_two(root: Path) -> None:
    """Another component, whose cards have the same fields, and a rule about both."""
    twin = "  twin:\n    shape: card\n    size: poker\n    cards: twins.yaml\n    layout: chip.svg\n"
    rule = "rules:\n  - distinct: {each: [deck, twin], by: name}\n"
    (root / GAME_FILE).write_text(RULED.replace("  chip:\n", f"{twin}  chip:\n").replace("rules:\n", rule))
    (root / "cards/tiny/twins.yaml").write_text(
        "fields: {name: text}\ncards:\n  - {id: a, name: One}\n  - {id: b, name: Two}\n"
    )


def test_a_field_that_components_share_is_renamed_in_all_of_them(root: Path) -> None:
    shared_by_two(root)
    before = (root / GAME_FILE).read_text()
    project, findings = Project(root), Findings()
    game = load_game(project, "tiny", findings, rule_settings(), partial=True)
    assert game is not None
    deck = card_lists(game, project.text)[0]
    home = home_of(game, deck, project.text, "name")
    with pytest.raises(SharedFieldError, match="mean `name` of `twin`, too") as refused:
        rename_everywhere(game, home, "name", "title", project.text)
    assert refused.value.components == ("deck", "twin")
    history = EditHistory(Project(root))
    made = rename_everywhere(game, home, "name", "title", project.text, together=True)
    files = {file: (history.version(file).digest, make) for file, make in made.items()}
    assert isinstance(history.write(files, "rename"), EditStep)
    assert "by: title}" in (root / GAME_FILE).read_text()
    assert (root / "cards/tiny/twins.yaml").read_text() == (
        "fields: {title: text}\ncards:\n  - {id: a, title: One}\n  - {id: b, title: Two}\n"
    )
    findings = Findings()
    load_game(Project(root), "tiny", findings, rule_settings(), partial=True)
    assert not findings, findings
    assert isinstance(history.undo(), EditStep)
    assert (root / GAME_FILE).read_text() == before


def test_a_layout_of_two_components_with_the_field_is_refused(root: Path) -> None:
    twin = "  twin:\n    shape: card\n    size: poker\n    for-each: owner\n    layout: card.svg\n"
    own = "    fields: {text: text, name: text, suit: {one-of: suit}}\n    face: {text: a, name: b, suit: ruby}\n"
    (root / GAME_FILE).write_text(RULED.replace("  chip:\n", f"{twin}{own}  chip:\n"))
    with pytest.raises(FieldError, match=f"isn't certain in {LAYOUT}"):
        renamed(root, "text", "said")


def test_an_expression_in_a_table_is_refused_with_its_place(root: Path) -> None:
    more = "  other:\n    shape: card\n    size: poker\n    fields: {said: rich}\n    cards: other.csv\n    layout: chip.svg\n"
    (root / GAME_FILE).write_text(RULED.replace("  chip:\n", f"{more}  chip:\n"))
    (root / "cards/tiny/other.csv").write_text("id,said\na,{= (cards('deck')|first).text }\n")
    project, findings = Project(root), Findings()
    game = load_game(project, "tiny", findings, rule_settings(), partial=True)
    assert game is not None
    deck = card_lists(game, project.text)[0]
    with pytest.raises(FieldError, match=r"cards/tiny/other\.csv:2"):
        rename_everywhere(game, home_of(game, deck, project.text, "text"), "text", "said", project.text)


def test_lists_of_one_component_are_renamed_together(root: Path) -> None:
    (root / "cards/tiny/more.yaml").write_text(CARDS.replace("first", "a").replace("second", "b"))
    (root / GAME_FILE).write_text(RULED.replace("cards: cards.yaml", "cards: [cards.yaml, more.yaml]"))
    project = Project(root)
    game = load_game(project, "tiny", Findings(), rule_settings(), partial=True)
    assert game is not None
    deck, _ = card_lists(game, project.text)
    home = home_of(game, deck, project.text, "text")
    made = rename_everywhere(game, home, "text", "said", project.text)
    assert made.keys() == {CARDS_FILE, "cards/tiny/more.yaml", GAME_FILE, LAYOUT}
