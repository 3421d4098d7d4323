"""Whole games from their files: every section becomes its records, and no input raises."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from nineup.base.diagnostics import Findings, Span
from nineup.base.geometry import Size
from nineup.base.project import Project
from nineup.base.units import MM
from nineup.files.load import load_game
from nineup.model.game import AmountStep, Band, Card, Component, Expression, Game, Item, Rich
from nineup.schema.types import Plain

GAME = """\
game: Tea Time
designer: 012
licence: No
year: 2016
about: Sip {leaf} slowly
players: {base: 2-4, expansion: 5-6}
minutes: 10 * players
source: Booklet
lists:
  color:
    red: {name: Rooibos, tone: "#b5162b", strength: 3}
    leaf: {}
  guest: {base: [ann, bob], expansion: {cy: {name: Cyrus}}}
options:
  colors: {choose: color, at-least: 1, including: [red], because: Red is needed.}
  pace: {choose-one: [slow, fast], default: fast}
  late-show: {default: no}
symbols:
  leaf: {name: Tea leaf, art: signs/leaf.svg, letter: T, tone: green}
terms:
  Sip: {forms: [Sips, Sipped], means: "Drink {leaf}", source: Booklet}
components:
  cup:
    shape: token
    size: 16mm
    layout: cup.svg
    face: {sign: leaf, worth: 3}
    setup: {2-3: players + 1, 4: 5, 5-6: unstated}
    box: {4: 5, 6: 9}
    decided: {setup.5-6: Not our choice.}
  deck:
    name: Tea cards
    shape: card
    size: 60mm x 90mm
    corner: 2mm
    cards: [a.yaml, b.csv]
    fields: {name: text, cost: {optional: {counts-of: symbol}}, who: {optional: {record: {first: text}}}}
    layout: card.svg
    back: back.svg
    for-each: guest
    pile: draw
    when: "'red' in colors"
    copies: {2-4: 1, 5-6: 2}
    accept: {text-overflow: It is a joke.}
  board:
    shape: board
    size: 300mm x 300mm
    layout: board.svg
    fields: {sign: symbol, note: {optional: text}}
    face: {sign: leaf}
  kinds:
    shape: tile
    size: square
    layout: tile.svg
    cards:
      - {id: one}
      - {id: two, copies: 2}
    setup: {kinds: players}
data: [turn.yaml, more/scores.yaml]
rules:
  - deal: {player: {cup: 1}, count: players + 1}
    source: Booklet
  - says: enough cups
    when: players > 2
    check: count('cup') >= players
    severity: warning
questions: ["Why: tea?"]
"""
CARDS = """\
fields:
  text: rich
  color: {optional: {one-of: color}}
  tags: {optional: {some-of: color}}
  sign: {optional: symbol}
  rare: {optional: yes-no}
  rate: {optional: number}
source: Booklet, page 1
cards:
  - id: first
    name: No
    text: "Take 1 {leaf}: it's \\\\{good\\\\}"
    color: red
    tags: [red, leaf]
    sign: leaf
    rare: yes
    rate: 2.5
    copies: 3
    when: "'red' in colors"
    needs: 3+ players
    accept: {small-text: fine}
    source: Booklet, page 2
    decided: {rate: ours}
    who: {first: Ann}
    cost: {leaf: 2}
  - for: {c: color, n: [1, 2]}
    id: "{{ c }}-{{ n }}"
    name: "{{ c.name }} {{ n }} {a}"
    text: "{{ c.name }} gives {{ n }} {{ symbol_of_leaf }}{leaf}"
    color: "{{ c }}"
    when: "'{{ c }}' in colors"
    cost: {leaf: "{{ n }}"}
""".replace("{{ symbol_of_leaf }}", "")
CSV = (
    "\ufeffid,name,cost,who.first,copies,when\n"
    'x,"X, ""the"" one",2 leaf,Zoe,2,players > 2\n'
    "\n"
    "y,Y,leaf,,,\n"
)  # fmt: skip
FILES = {
    "game.yaml": GAME,
    "a.yaml": CARDS,
    "b.csv": CSV,
    "turn.yaml": "steps:\n  - {text: 'Take {leaf}', cost: 3, when: '3'}\n",
    "more/scores.yaml": "- 1\n- one\n",
}


def _project(folder: Path, files: dict[str, str] | dict[str, bytes]) -> Project:
    for name, text in files.items():
        path = folder / "cards/tea" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return Project(folder)


@pytest.fixture(scope="module")
def tea(tmp_path_factory: pytest.TempPathFactory) -> Game:
    findings = Findings()
    game = load_game(
        _project(tmp_path_factory.mktemp("tea"), FILES), "tea", findings, {"deal": Plain(rich=False)}
    )
    assert game is not None, findings
    assert not findings
    return game


def _cards(component: Component) -> dict[str, Card]:
    return {card.id: card for card in component.cards}


def test_plain_facts(tea: Game) -> None:
    assert (tea.id, tea.title, tea.designer, tea.licence) == ("tea", "Tea Time", "012", "No")
    assert tea.fields == {"year": 2016, "about": "Sip {leaf} slowly"}
    assert type(tea.fields["about"]) is Rich
    assert tea.source == "Booklet"
    assert tea.minutes == Expression("10 * players", Span("cards/tea/game.yaml", 7, 10, 12))
    assert tea.bands == (Band("base", 2, 4), Band("expansion", 5, 6))
    assert tea.questions == ("Why: tea?",)


def test_lists_keep_their_order_their_fields_and_their_boxes(tea: Game) -> None:
    color, guest = tea.lists["color"], tea.lists["guest"]
    assert color.items == ("red", "leaf")
    assert color.items[0].fields == {"id": "red", "name": "Rooibos", "tone": "#b5162b", "strength": 3}
    assert color.items[1].fields == {"id": "leaf", "name": "Leaf", "symbol": "{leaf}"}
    assert (guest.items, guest.bands) == (("ann", "bob", "cy"), ("", "", "expansion"))
    assert guest.items[2].fields["name"] == "Cyrus"


def test_options_of_every_kind(tea: Game) -> None:
    colors, pace, late = tea.options.values()
    assert (colors.kind, colors.default, colors.at_least) == ("some", ("red", "leaf"), 1)
    assert (colors.including, colors.because) == (("red",), "Red is needed.")
    assert colors.values[0].fields["tone"] == "#b5162b"
    assert (pace.kind, pace.values, pace.default) == ("one", ("slow", "fast"), "fast")
    assert (late.kind, late.default, late.name) == ("switch", False, "late_show")


def test_symbols_and_terms(tea: Game) -> None:
    leaf = tea.symbols["leaf"]
    assert (leaf.name, leaf.art, leaf.letter, leaf.fields) == (
        "Tea leaf",
        "signs/leaf.svg",
        "T",
        {"tone": "green"},
    )
    sip = tea.terms["Sip"]
    assert (sip.forms, sip.means, sip.source) == (("Sip", "Sips", "Sipped"), "Drink {leaf}", "Booklet")


def test_a_component_without_a_list_has_one_card(tea: Game) -> None:
    cup, board = tea.components["cup"], tea.components["board"]
    assert (cup.name, cup.shape, cup.outline, cup.corner) == ("Cup", "token", "round", 0.0)
    assert cup.size == Size(16 * MM, 16 * MM)
    assert [(card.id, card.values, card.copies) for card in cup.cards] == [
        ("cup", {"sign": "leaf", "worth": 3}, 1)
    ]
    assert cup.cards[0].spans["worth"] == Span("cards/tea/game.yaml", 27, 31, 1)
    sign = board.cards[0].values["sign"]
    assert isinstance(sign, Item)
    assert sign.fields["letter"] == "T"
    assert board.cards[0].values["note"] is None


def test_tables(tea: Game) -> None:
    cup, kinds = tea.components["cup"], tea.components["kinds"]
    assert cup.setup is not None
    assert cup.box is not None
    amounts = [(step.low, step.high, step.amount) for step in cup.setup.steps]
    formula = Expression("players + 1", Span("cards/tea/game.yaml", 28, 18, 11))
    assert amounts == [(2, 3, formula), (4, 4, 5), (5, 6, None)]
    assert [(step.low, step.high, step.amount) for step in cup.box.steps] == [(4, 4, 5), (6, 6, 9)]
    assert kinds.setup_kinds
    assert kinds.setup is not None
    assert isinstance(kinds.setup.at(3), AmountStep)
    assert [card.copies for card in kinds.cards] == [1, 2]


def test_a_component_says_what_it_is_made_of(tea: Game) -> None:
    deck = tea.components["deck"]
    assert (deck.size, deck.corner) == (Size(60 * MM, 90 * MM), 2 * MM)
    assert (deck.layout, deck.back, deck.for_each, deck.pile) == ("card.svg", "back.svg", "guest", "draw")
    assert deck.accept == {"text-overflow": "It is a joke."}
    assert deck.fields["color"] == {"optional": {"one-of": "color"}}
    assert deck.spans["back"] == Span("cards/tea/game.yaml", 39, 11, 8)


def test_a_card_has_its_fields_by_their_types(tea: Game) -> None:
    card = _cards(tea.components["deck"])["first"]
    assert (card.values["name"], type(card.values["text"])) == ("No", Rich)
    assert card.values["text"] == "Take 1 {leaf}: it's \\{good\\}"
    assert card.values["color"].fields["name"] == "Rooibos"
    assert card.values["tags"] == ("red", "leaf")
    assert card.values["sign"].fields["symbol"] == "{leaf}"
    assert (card.values["rare"], card.values["rate"]) == (True, 2.5)
    assert (card.values["cost"], card.values["who"]) == ({"leaf": 2}, {"first": "Ann"})
    assert (card.copies, card.needs, card.source) == (3, (3, 99), "Booklet, page 2")
    assert (card.accept, card.decided) == ({"small-text": "fine"}, {"rate": "ours"})
    assert card.when == Expression("'red' in colors", Span("cards/tea/a.yaml", 19, 12, 15))
    assert card.spans["text"][:3] == ("cards/tea/a.yaml", 12, 11)


def test_a_family_makes_a_card_for_each_item(tea: Game) -> None:
    cards = _cards(tea.components["deck"])
    assert list(cards) == ["first", "red-1", "red-2", "leaf-1", "leaf-2", "x", "y"]
    card = cards["red-2"]
    assert card.values["name"] == "Rooibos 2 {a}"
    assert card.values["text"] == "Rooibos gives 2 {leaf}"
    assert (card.values["cost"], card.values["color"]) == ({"leaf": 2}, "red")
    assert card.when is not None
    assert card.when.source == "'red' in colors"
    assert card.source == "Booklet, page 1"


def test_a_csv_file_is_a_card_list(tea: Game) -> None:
    cards = _cards(tea.components["deck"])
    x, y = cards["x"], cards["y"]
    assert x.values == {"name": 'X, "the" one', "cost": {"leaf": 2}, "who": {"first": "Zoe"}}
    assert x.copies == 2
    assert x.when == Expression("players > 2", Span("cards/tea/b.csv", 2, 33, 11))
    assert y.values == {"name": "Y", "cost": {"leaf": 1}, "who": None}
    assert y.span == Span("cards/tea/b.csv", 4, 1)


def test_the_lists_in_a_csv_cell_are_parted_by_semicolons_and_where_they_are_ids_by_commas(
    tmp_path: Path,
) -> None:
    fields = "{tags: {some-of: color}, cost: {counts-of: color}, said: {list-of: text}}"
    game = (
        "game: Tea\nplayers: 2\nlists: {color: [red, blue]}\ncomponents:\n"
        f"  deck: {{shape: card, size: poker, layout: a.svg, cards: b.csv, fields: {fields}}}\n"
    )
    rows = 'id,tags,cost,said\na,red;blue,2 red;blue,so; it goes\nb,"red, blue","2 red, blue","so, it goes"\nc,,,\n'
    read = load_game(_project(tmp_path, {"game.yaml": game, "b.csv": rows}), "tea", findings := Findings())
    assert (findings, read is None) == ([], False)
    a, b, c = read.components["deck"].cards  # type: ignore[union-attr]
    assert a.values == {"tags": ("red", "blue"), "cost": {"red": 2, "blue": 1}, "said": ("so", "it goes")}
    assert b.values == {**a.values, "said": ("so, it goes",)}
    assert c.values == {"tags": (), "cost": {}, "said": ()}


def test_data_are_rich_texts_and_whole_numbers(tea: Game) -> None:
    assert tea.data == {
        "turn": {"steps": [{"text": "Take {leaf}", "cost": 3, "when": "3"}]},
        "scores": [1, "one"],
    }
    assert type(tea.data["turn"]["steps"][0]["text"]) is Rich


def test_texts_of_lists_and_data_keep_their_place(tea: Game) -> None:
    for text, file in (("Take {leaf}", "cards/tea/turn.yaml"), ("one", "cards/tea/more/scores.yaml")):
        place = tea.places[text]
        line = FILES[place.file.removeprefix("cards/tea/")].splitlines()[place.line - 1]
        assert (place.file, line[place.column - 1 :].lstrip("'\"").startswith(text)) == (file, True)
    assert {span.file for span in tea.places.values()} >= {"cards/tea/game.yaml"}


def test_rules(tea: Game) -> None:
    deal, cups = tea.rules
    assert (deal.name, deal.source) == ("deal", "Booklet")
    assert deal.settings == {"player": {"cup": 1}, "count": "players + 1"}
    assert (cups.name, cups.says, cups.severity) == ("", "enough cups", "warning")
    assert cups.check is not None
    assert cups.check.source == "count('cup') >= players"


def _survives(folder: Path, files: dict[str, bytes]) -> None:
    findings = Findings()
    game = load_game(_project(folder, files), "tea", findings, {"deal": Plain(rich=False)})
    assert (game is None) == findings.failed
    for finding in findings:
        assert finding.span is not None
        assert min(finding.span.line, finding.span.column, finding.span.length) >= 1
        assert len(finding.message.splitlines()) == 1


QUIET = settings(
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@QUIET
@given(st.binary(max_size=200))
def test_no_bytes_make_loading_raise(tmp_path: Path, data: bytes) -> None:
    _survives(tmp_path, {"game.yaml": data})
    _survives(tmp_path, {"game.yaml": GAME.encode(), "a.yaml": data, "b.csv": data, "turn.yaml": data})


@QUIET
@given(st.sampled_from(sorted(FILES)), st.data())
def test_no_change_of_a_valid_file_makes_loading_raise(
    tmp_path: Path, name: str, data: st.DataObject
) -> None:
    text = FILES[name]
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 12)))
        inserted = data.draw(
            st.sampled_from(
                ["", " ", "\n", ":", ": ", "{", "}", "[", "- ", "#", '"', "'", "0", "x", "{{", "*", "\t", ","]
            )
        )
        text = text[:start] + inserted + text[end:]
    whole = {key: value.encode() for key, value in {**FILES, name: text}.items()}
    _survives(tmp_path, whole)


@pytest.mark.parametrize(("folder", "better"), [("My Tea", "`my-tea`"), ("Thé", "`the`"), ("x_y", "`x-y`")])
def test_a_games_folder_is_named_as_an_id(tmp_path: Path, folder: str, better: str) -> None:
    path = tmp_path / "cards" / folder / "game.yaml"
    path.parent.mkdir(parents=True)
    path.write_text("game: Tea\nplayers: 2-4\ncomponents: {cup: {shape: board, size: a4, layout: c.svg}}\n")
    findings = Findings()
    assert load_game(Project(tmp_path), folder, findings) is None
    reported = [(f.code, f.message, f.span) for f in findings if f.code == "bad-id"]
    message = f"the game's folder `cards/{folder}/` is not named as an id"
    assert reported == [("bad-id", message, Span(f"cards/{folder}/game.yaml", 1, 1))]
    assert better in findings[0].hint
