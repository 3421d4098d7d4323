"""What `check` sees of faces: each state is drawn, and only what is new in it is looked at."""

import os
from pathlib import Path
from random import Random

import msgspec
import pytest
from nineup import pipeline
from nineup.base.diagnostics import Findings
from nineup.base.geometry import Matrix, Size
from nineup.base.project import Project
from nineup.layout import LayoutEngine, Origins
from nineup.layout.typeset.faces import Inputs
from nineup.model.drawing import Face, Form, GlyphRun, Op, Shaped, Text, Use
from nineup.model.drawing import Path as Outline
from nineup.model.game import Game
from nineup.pipeline.proof import checking
from nineup.pipeline.proof import states as drawn_states
from nineup.pipeline.proof.face_proof import rendered
from nineup.pipeline.proof.seen import SeenOperations
from nineup.pipeline.proof.states import States
from nineup.report import FAILED, HELD, SAMPLED, remarks, sign
from nineup.rules import ProofScope, check_faces, is_about_faces
from nineup.rules.engine.ink import FaceMarks
from nineup.typography.fonts import Fonts
from PIL import Image
from tiny import CARD, GAME, GEM, STYLE, SVG, write_tiny
from tinyfont import tiny_font

FUZZ = int(os.environ.get("NINEUP_FUZZ", "0"))

FRAMES = """
  <rect width="63.5" height="88.9" fill="#ffffff" n:fill="{{ '#999999' if players == 3 else '#ffffff' }}"/>
  <rect x="3" y="20" width="57.5" height="60" n:if="'jade' in suits and players == 4" fill="#777777"/>
  <text x="7" y="24" font-family="Source Sans 3" font-size="3.5" fill="#222222" n:fill="{{ '#888888' if 'ruby' in suits else '#222222' }}">Sun</text>
  <text x="7" y="70" class="rules" n:text="{{ owner.name }} of {{ players }}">Sun</text>
  <text x="1" y="40" class="rules" n:if="players == 5" n:text="{{ card.name }}">Sun</text>
  <image x="1" y="50" width="5" height="5" href="gem.svg" n:symbol="{{ 'gem' if players == 2 else '' }}"/>
</svg>
"""


def states_of(root: Path, scope: ProofScope = ProofScope()) -> tuple[Game, LayoutEngine, States, Findings]:  # noqa: B008
    project, findings = Project(root), Findings()
    game = pipeline.load(project, "tiny", findings)
    assert game is not None, findings
    engine = pipeline.make_engine(project, game, Fonts(project), findings)
    assert engine is not None, findings
    return game, engine, drawn_states.draw_states(game, engine, scope, findings), findings


def test_looking_at_what_is_new_finds_what_looking_at_everything_does(tmp_path: Path) -> None:
    game, engine, states, findings = states_of(write_tiny(tmp_path, card=CARD.replace("\n</svg>\n", FRAMES)))
    assert not findings
    faces = rendered(states, engine)
    new, every = Findings(), Findings()
    check_faces(game, faces, new)
    check_faces(
        game,
        msgspec.structs.replace(
            faces, faces=[msgspec.structs.replace(look, indices=None) for look in faces.faces]
        ),
        every,
    )
    assert list(new) == list(every)
    assert {finding.code for finding in new} == {"contrast", "safe-zone"}
    assert len(new) >= 4, new
    looked_at = sum(len(indices) for indices in states.new.values())
    assert looked_at < sum(len(face.ops) for face in states.new), "most operations recur"


def test_a_text_that_recurs_is_set_once_and_reported_for_each_card(tmp_path: Path) -> None:
    cards = """\
fields: {suit: {one-of: suit}, name: text, text: rich}
cards:
  - {id: first, suit: ruby, name: Twin, text: "漢"}
  - {id: second, suit: ruby, name: Twin, text: "漢"}
"""
    root = write_tiny(tmp_path, cards=cards)
    _, _, states, findings = states_of(root, ProofScope((2,)))
    assert [f.face for f in findings if f.code == "missing-glyph"] == [
        "deck/first, front",
        "deck/second, front",
    ]
    texts = [each.front.ops[2] for each in states.drawn if each.part.component.id == "deck"]
    assert all(text is texts[0] for text in texts), "for two cards of two owners"
    assert len(texts) >= 2


def test_a_further_font_is_noted_once(tmp_path: Path) -> None:
    cards = """\
fields: {suit: {one-of: suit}, name: text, text: rich}
cards:
  - {id: first, suit: ruby, name: One, text: "漢"}
  - {id: second, suit: ruby, name: Two, text: "字"}
"""
    style = STYLE.replace("font: Source Sans 3", "font: [Source Sans 3, Han]")
    root = write_tiny(tmp_path, cards=cards, style=style)
    (root / "fonts").mkdir()
    (root / "fonts" / "Han-Regular.ttf").write_bytes(tiny_font("漢字"))
    findings = states_of(root)[3]
    assert [(f.code, f.face) for f in findings if f.code != "unused-option"] == [
        ("fallback-font", "deck/first, front")
    ]


def test_states_that_are_too_many_for_all_cards_together_are_a_sample(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write_tiny(tmp_path, card=CARD.replace("\n</svg>\n", FRAMES))
    assert states_of(root)[2].tried == {}
    monkeypatch.setattr(drawn_states, "FEW", 1)
    monkeypatch.setattr(drawn_states, "MOST_STATES", 12)
    tried = states_of(root)[2].tried
    assert tried
    assert all(0 < number <= of and of > 1 for number, of in tried.values())


def tile(x: float, y: float, fill: float) -> Outline:
    return Outline((("M", x, y), ("L", x + 9, y), ("L", x + 9, y + 9), ("Z",)), fill=(fill, fill, 0.0))


TILES = {  # two over a word and two over none, of which one touches the others
    name: tile(x, y, place / 99)
    for place, (name, (x, y)) in enumerate({"a": (0, 0), "b": (12, 0), "c": (40, 60), "d": (7, 7)}.items())
}
WORD = Text(
    2.0,
    8.0,
    9.0,
    (GlyphRun("font", (0.0, 0.0, 0.0), (Shaped("Word", "font", 2000.0, (1,), (0.0,), ("Word",)),)),),
)
SYMBOL = Form("gem.svg", Size(4, 4), (tile(0, 0, 0.5),))
OPS: dict[str, Op] = {**TILES, "w": WORD, "s": Use(SYMBOL, Matrix.translation(4, 4))}


def test_an_operation_is_new_unless_a_face_had_it_among_the_same_others() -> None:
    chance = Random(7)
    words = ["".join(chance.choices("abcdws", k=chance.randint(0, 5))) for _ in range(400)]
    looked, seen = SeenOperations(FaceMarks(), {SYMBOL: "gem"}, {}), set()
    for word in words:
        face = Face("", Size(80, 80), 0.0, tuple(OPS[each] for each in word))
        among = [
            (
                each,
                *(
                    [[o for o in at if o in "abds"] for at in (word[:n], word[n + 1 :])]
                    if each == "w"
                    else ()
                ),
            )
            for n, each in enumerate(word)
        ]
        among = [(each, "w" in word and word.count("w")) if each[0] == "s" else each for each in among]
        keys = [str(each) for each in among]
        new = [n for n, key in enumerate(keys) if key not in seen and key not in keys[:n]]
        assert (looked.new_ops("front", face) or []) == new, word
        seen.update(keys)
    assert looked.new_ops("front", Face("", Size(80, 80), 0.0, ())) is None, "known as a whole"
    assert looked.new_ops("back", Face("", Size(80, 80), 0.0, ())) == []


def test_what_two_covers_hide_together_is_found_where_each_alone_hides_little(tmp_path: Path) -> None:
    game = GAME.replace(
        "  suits: {choose", "  left: {default: false}\n  right: {default: false}\n  suits: {choose"
    )
    card = SVG.format(w=63.5, h=88.9) + (
        '<text x="10" y="40" font-family="Source Sans 3" font-size="30">O</text>'
        '<rect x="10" y="10" width="3.6" height="40" fill="#bbbbbb" n:if="left"/>'
        '<rect x="26.5" y="10" width="4" height="40" fill="#bbbbbb" n:if="right"/></svg>'
    )
    project = Project(write_tiny(tmp_path, game=game, card=card))

    def hidden(**options: str) -> int:
        findings = Findings()
        pipeline.check(project, "tiny", findings, options=options, rules=("covered-text",))
        return len(findings)

    assert [hidden(left="yes", right="no"), hidden(left="no", right="yes")] == [0, 0]
    assert hidden(left="yes", right="yes") == hidden() == 1


FILLS = ("#ffffff", "#bbbbbb", "#222222")
CASES = ("owner == 'sun'", "owner == 'leaf'", "left", "right", "players == 3", "owner == 'moon' and right")
SHAPES = (
    '<rect x="{x}" y="{y}" width="14" height="9" fill="{fill}" {case}/>',
    '<text x="{x}" y="{y}" font-family="Source Sans 3" font-size="6" fill="{fill}" {case}>Word</text>',
    '<text x="{x}" y="{y}" font-family="Source Sans 3" font-size="6" n:fill="{{{{ \'#999999\' if {why} else \'#000000\' }}}}">Sun</text>',
    '<image x="{x}" y="{y}" width="5" height="5" href="gem.svg" {case}/>',
    '<text x="{x}" y="{y}" class="rules" n:text="{{{{ owner.name }}}}">Sun</text>',
)


def test_owners_that_are_drawn_apart_show_what_every_state_of_every_owner_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Random layouts whose pieces depend on the owner, on options or on both, now near each other and now
    not.
    """
    chance = Random(11)
    game = GAME.replace(
        "  suits: {choose", "  left: {default: false}\n  right: {default: false}\n  suits: {choose"
    )
    apart: list[bool] = []
    proved = drawn_states._SeenParts.prove_that

    def spy(seen: drawn_states._SeenParts, shown: SeenOperations, origins: Origins) -> bool:
        apart.append(proved(seen, shown, origins))
        return apart[-1]

    monkeypatch.setattr(drawn_states._SeenParts, "prove_that", spy)
    found: list[str] = []
    for number in range(40 if FUZZ else 12):
        pieces = []
        for _ in range(chance.randint(2, 6)):
            why = chance.choice(CASES)
            place = {"x": chance.randint(1, 40), "y": chance.randint(8, 80), "fill": chance.choice(FILLS)}
            pieces.append(chance.choice(SHAPES).format(**place, why=why, case=f'n:if="{why}"'))
        card = SVG.format(w=63.5, h=88.9) + "".join(pieces) + "</svg>"
        project = Project(write_tiny(tmp_path / f"{number}", game=game, card=card))
        runs = []
        for is_apart in (True, False):
            with monkeypatch.context() as patch:
                if not is_apart:
                    patch.setattr(drawn_states.StateDrawing, "_are_owners_apart", lambda *given: False)
                findings = Findings()
                pipeline.check(project, "tiny", findings, players=(3, 4))
                runs.append(list(findings))
        assert runs[0] == runs[1], card
        found += [finding.code for finding in runs[0]]
    assert {"contrast", "covered-text", "safe-zone"} <= set(found)
    assert {True, False} == set(apart), "some are near"


def test_what_two_elements_draw_alike_at_different_heights_is_looked_at_for_each_owner(
    tmp_path: Path,
) -> None:
    """Without the word, all owners have the same face: the first has the rectangle below its place, the
    others above.
    """
    game = GAME.replace("  suits: {choose", "  named: {default: false}\n  suits: {choose")
    rectangle = '<rect x="5" y="30" width="40" height="9" fill="#ffffff" n:if="owner %s \'sun\'"/>'
    word = '<text x="8" y="37" font-family="Source Sans 3" font-size="6" n:if="named">Word</text>'
    card = SVG.format(w=63.5, h=88.9) + rectangle % "==" + word + rectangle % "!=" + "</svg>"
    findings = Findings()
    pipeline.check(Project(write_tiny(tmp_path, game=game, card=card)), "tiny", findings)
    assert [finding.code for finding in findings] == ["covered-text"]


def test_a_face_of_nothing_new_is_kept_for_a_rule_that_compares_it(tmp_path: Path) -> None:
    card = SVG.format(w=63.5, h=88.9) + "".join(
        f'<text x="7" y="{y}" class="rules" n:text="{{{{ {number} }}}}">1</text>'
        for y, number in ((20, "players % 2"), (60, "players // 4"))
    )
    cards = "fields: {suit: {one-of: suit}}\ncards:\n  - {id: only, suit: ruby}\n"
    for rule, players in (("", []), ("  - printed: {each: deck, numbers: [0]}\n", [2, 3, 4, 5, 6])):
        game = GAME.replace("    for-each: owner\n", "") + rule
        root = write_tiny(tmp_path / f"{len(players)}", card=f"{card}</svg>", cards=cards, game=game)
        states = states_of(root)[2]
        fronts = [each.front for each in states.drawn if each.part.component.id == "deck"]
        assert [states.new[face] for face in fronts] == [[0, 1], [0], [1]]
        assert [each.smallest.players for each in states.compared] == players


DECK = """\
game: Deck
designer: Nobody
licence: CC0
players: 2-4
symbols: {gem: {name: gem, art: gem.svg}}
components:
  sign: {shape: token, size: 16mm, layout: mark.svg}
  coin: {shape: card, size: poker, layout: card.svg, back: back.svg, cards: cards.yaml}
  mark: {shape: token, size: 16mm, layout: mark.svg}
"""

DRAWN = (
    '<rect width="63.5" height="88.9" n:fill="{{ card.ground }}"/>',
    '<text x="4" y="9" class="rules" n:text="{{ card.name }}">Sun</text>',
    '<text x="{x}" y="30" class="rules" n:if="card.kind == \'a\'" n:text="{{ card.name }}">Sun</text>',
    '<text x="{x}" y="30" class="rules" n:if="card.kind != \'a\'" n:text="{{ card.name }}">Sun</text>',
    '<text x="1" y="50" font-family="Source Sans 3" font-size="1.2" n:text="{{ card.kind }}">a</text>',
    '<rect x="{x}" y="26" width="9" height="6" n:if="card.kind == \'c\'" n:fill="{{ card.ground }}"/>',
    '<text x="9" y="70" font-family="Source Sans 3" font-size="6" n:fill="{{ card.ground }}">Word</text>',
    '<image x="1" y="50" width="5" height="5" href="gem.svg" n:symbol="{{ \'gem\' if card.kind == \'b\' else \'\' }}"/>',
)


def test_a_deck_in_batches_has_the_findings_of_all_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Random decks whose cards share words, grounds, or all that they show."""
    chance, found = Random(3), list[str]()
    back = SVG.format(w=63.5, h=88.9) + '<text x="1" y="9" font-family="Source Sans 3">Back</text></svg>'
    mark = (
        SVG.format(w=16, h=16)
        + '<text x="0" y="9" font-family="Source Sans 3" n:text="{{ component.name }}"/></svg>'
    )
    for number in range(12 if FUZZ else 5):
        rows = "".join(
            f"  - {{id: c{n}, name: {chance.choice(('Sun', 'Moon', 'Star'))}, kind: {chance.choice('abc')}, "
            f"ground: '{chance.choice(FILLS)}'}}\n"
            for n in range(23)
        )
        drawn = "".join(chance.sample(DRAWN, 6)).replace("{x}", str(chance.randint(1, 40)))
        root = write_tiny(
            tmp_path / f"{number}",
            game=DECK,
            card=SVG.format(w=63.5, h=88.9) + drawn + "</svg>",
            cards=f"fields: {{name: text, kind: text, ground: text}}\ncards:\n{rows}",
        )
        (root / "layouts/tiny/back.svg").write_text(back)
        (root / "layouts/tiny/mark.svg").write_text(mark)
        runs = []
        for size in (100, 1, 4, 22):
            monkeypatch.setattr(drawn_states, "BATCH", size)
            findings = Findings()
            proved = pipeline.check(Project(root), "tiny", findings)
            assert proved is not None, findings
            runs.append((list(findings), proved))
        assert all(each == runs[0] for each in runs), drawn
        found += [finding.code for finding in runs[0][0]]
    assert {"contrast", "covered-text", "safe-zone", "small-print"} <= set(found)


def test_a_deck_whose_cards_differ_from_run_to_run_is_one_batch(tmp_path: Path) -> None:
    root = write_tiny(tmp_path)
    game, engine, *_ = states_of(root)
    drawing = drawn_states.StateDrawing(game, engine, ProofScope())
    deck = max(game.components.values(), key=lambda each: len(each.cards))
    assert len(deck.cards) > 1
    assert [each.is_whole for each in drawing.batches(deck, at_once=1)] == [True]


WORDS = """\
game: Words
designer: Nobody
licence: CC0
players: 2-4
options:
  wolf: {default: false}
components:
  coin:
    shape: card
    size: poker
    layout: card.svg
    fields: {worth: number, text: {optional: rich}}
    cards:
      - {id: one, worth: 6}
      - {id: two, worth: 6}
      - {id: three, worth: 7, when: players > 2}
rules:
  - printed: {each: coin, numbers: worth}
"""


def words(root: Path, drawn: str, game: str = WORDS) -> Project:
    """A game whose cards show what some elements draw."""
    return Project(write_tiny(root, game=game, card=SVG.format(w=63.5, h=88.9) + drawn + "</svg>"))


def number(shown: str) -> str:
    return f'<text x="9" y="40" class="rules" n:text="{{{{ {shown} }}}}">6</text>'


@pytest.mark.parametrize(
    ("shown", "wrong", "failing"),
    [
        ("card.worth", [], set()),
        ("6 if wolf else card.worth", [("three", "3 players, wolf")], {3, 4}),
        ("6 if players == 4 else card.worth", [("three", "4 players")], {4}),
        ("card.worth if players > 2 else 7", [("one", "2 players"), ("two", "2 players")], {2}),
        ("7", [("one", ""), ("two", "")], {2, 3, 4}),
    ],
)
def test_a_face_that_looks_like_another_cards_is_compared_with_its_own(
    tmp_path: Path, shown: str, wrong: list[tuple[str, str]], failing: set[int]
) -> None:
    findings = Findings()
    proved = pipeline.check(words(tmp_path, number(shown)), "tiny", findings)
    assert proved is not None
    assert [
        (f.message.split("`")[1], f.configuration) for f in findings if f.code != "unused-option"
    ] == wrong
    (row,) = (row for row in proved.rows if row.code == "printed")
    assert {players for players, holds in row.held.items() if not holds} == failing


def test_a_face_is_compared_with_each_text_that_its_card_computes(tmp_path: Path) -> None:
    game = WORDS.replace("worth: 6}", 'worth: 6, text: "Take {= players }."}', 1)
    project = words(tmp_path, number("3"), game.replace("numbers: worth", "numbers: text"))
    findings = Findings()
    proved = pipeline.check(project, "tiny", findings)
    assert proved is not None
    assert [(f.message.split("`")[1], f.configuration) for f in findings if f.code != "unused-option"] == [
        ("one", "2 players")
    ]
    (row,) = (row for row in proved.rows if row.code == "printed")
    assert row.held == {2: False, 3: True, 4: False}


def test_a_rule_about_faces_holds_only_where_its_condition_does(tmp_path: Path) -> None:
    game = WORDS + "    when: wolf and players < 4\n"
    findings = Findings()
    proved = pipeline.check(words(tmp_path, number("6"), game), "tiny", findings)
    assert proved is not None
    assert [(f.message.split("`")[1], f.configuration) for f in findings if f.code != "unused-option"] == [
        ("three", "3 players, wolf")
    ]


FAINT = (
    '<text x="9" y="60" font-family="Source Sans 3" font-size="5" fill="#cccccc" n:if="{when}">Word</text>'
)
COVERED = '<text x="9" y="60" font-family="Source Sans 3" font-size="5">Word</text><rect x="6" y="53" width="40" height="9" fill="#ffffff" n:if="{when}"/>'
INK = '<rect x="9" y="53" width="9" height="9" fill="#101018 device-cmyk(0.9, 0.8, 0.7, 1)" n:if="{when}"/>'
SMALL = '<text x="9" y="60" font-family="Source Sans 3" font-size="1" n:if="{when}">Word</text>'
CUT = '<text x="1" y="60" font-family="Source Sans 3" font-size="5" n:if="{when}">Word</text>'
COARSE = '<image x="9" y="53" width="40" height="40" href="dot.png" n:if="{when}"/>'


@pytest.mark.parametrize(
    ("code", "drawn"),
    [
        ("contrast", FAINT),
        ("covered-text", COVERED),
        ("ink-limit", INK),
        ("small-print", SMALL),
        ("safe-zone", CUT),
        ("resolution", COARSE),
    ],
)
@pytest.mark.parametrize(
    ("when", "card", "configuration"),
    [
        ("card.id == 'two'", "two", ""),
        ("wolf", "one", "wolf"),
        ("players == 4", "one", "4 players"),
        ("(card.id == 'one' and wolf) or card.id == 'two'", "two", ""),
        ("(card.id == 'one' and players == 4) or (card.id == 'two' and players > 2)", "two", "3 players"),
        ("card.id == 'three'", "three", "3 players"),
    ],
)
def test_a_finding_over_faces_names_the_smallest_run_and_a_card_that_shows_it_there(
    tmp_path: Path, code: str, drawn: str, when: str, card: str, configuration: str
) -> None:
    project = words(tmp_path, number("card.worth") + drawn.format(when=when))
    Image.new("RGB", (9, 9)).save(tmp_path / "layouts/tiny/dot.png")
    findings = Findings()
    pipeline.check(project, "tiny", findings)
    shown = [f.configuration for f in findings if f.code == code and f"coin/{card}" in f.message + f.face]
    assert shown == [configuration], findings


def test_a_finding_of_a_text_names_the_smallest_run_that_its_face_depends_on(tmp_path: Path) -> None:
    wide = "(wolf and players > 2) if card.id == 'two' else players == 4"
    frame = (
        '<rect x="9" y="53" width="3" height="3" fill="none" class="rules"'
        f""" n:text="{{{{ 'Interminable' if ({wide}) else '' }}}}"/>"""
    )
    findings = Findings()
    pipeline.check(words(tmp_path, number("card.worth") + frame), "tiny", findings)
    found = {f.face: f.configuration for f in findings if f.code == "text-overflow"}
    assert found == {
        "coin/one, front": "4 players",
        "coin/two, front": "3 players, wolf",
        "coin/three, front": "4 players",
    }


def test_a_side_is_printed_once_for_each_state_of_what_it_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = '<text x="1" y="9" class="rules" n:text="{{ %s }}">1</text>\n</svg>\n'
    chip = SVG.format(w=16, h=16) + shown % "players"
    back = SVG.format(w=16, h=16) + shown % "suits|length"
    root = write_tiny(tmp_path, game=GAME.replace("back: chip.svg", "back: chip-back.svg"))
    (root / "layouts/tiny/chip.svg").write_text(chip)
    (root / "layouts/tiny/chip-back.svg").write_text(back)
    printed: list[str] = []
    run = Inputs.print

    def spy(inputs: Inputs) -> str:
        printed.append(inputs._layout.path)
        return run(inputs)

    monkeypatch.setattr(Inputs, "print", spy)
    faces = {(each.front, each.back) for each in states_of(root)[2].drawn if each.part.component.id == "chip"}
    assert len({front for front, _ in faces}) == 5, "2 to 6 players"
    assert len({back for _, back in faces}) == 2
    assert [printed.count(f"layouts/tiny/{path}") for path in ("chip.svg", "chip-back.svg")] == [5, 2]


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        (
            "card",
            "{{ card.suit.tone }}",
            "{{ card.suit.tone if players > 2 else card.nmae }}",
        ),  # no face of it
        (
            "card",
            "{{ card.suit.tone }}",
            "{{ 'no-colour' if players > 2 else '#ffffff' }}",
        ),  # one with an error
        ("card", 'class="title"', 'class="nobody"'),  # a draft
        ("style", "font: Source Sans 3", "font: Source Sand 3"),  # faces without texts
        ("style", "color: ink", "color: inc"),  # texts in another colour
        ("gem", "</svg>", "<g></svg>"),  # texts without their symbols
    ],
)
def test_rules_over_faces_are_not_proved_where_faces_have_errors(
    tmp_path: Path, file: str, old: str, new: str
) -> None:
    findings = Findings()
    assert pipeline.check(Project(write_tiny(tmp_path)), "tiny", findings) is not None
    assert not findings.failed, findings
    text = {"card": CARD, "style": STYLE, "gem": GEM}[file].replace(old, new)
    changed = write_tiny(tmp_path / "changed", **{file: text})
    proved = pipeline.check(Project(changed), "tiny", Findings())
    assert proved is not None
    rows = {row.code: row for row in proved.rows}
    faces = [*(code for code in rows if is_about_faces((code,))), *checking.DRAWN]
    assert len(faces) > 6
    assert {sign(rows[code], players) for code in faces for players in proved.counts} <= {SAMPLED, FAILED}
    assert "faces with errors left out" in remarks(rows["contrast"])
    assert sign(rows["inventory"], 2) == HELD


def test_what_is_proved_of_pieces_needs_amounts_that_can_be_worked_out(tmp_path: Path) -> None:
    setup = GAME.replace("setup: 3 * players", "setup: 6 // (players - 2) * players")
    proved = pipeline.check(Project(write_tiny(tmp_path, game=setup)), "tiny", Findings())
    assert proved is not None
    (inventory,) = (row for row in proved.rows if row.code == "inventory")
    (amounts,) = (row for row in proved.rows if row.code == "amounts")
    assert [sign(amounts, players) for players in (2, 3)] == [FAILED, HELD]
    assert sign(inventory, 2) == FAILED, "what isn't known isn't held"
