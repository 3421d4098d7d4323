"""The place of one letter of a text in the file that it is written in."""

import time
from random import Random

import pytest
from nineup.base.diagnostics import Span
from nineup.layout.typeset.letters import letter_span, message_letters

VALUE = Span("cards.yaml", 1, 9)


def place(source: str, text: str, offset: int) -> tuple[int, int]:
    """Line and column, for a text that is the value of `  text: …`."""
    found = letter_span(f"  text: {source}".split("\n"), VALUE, text, offset)
    return found.line, found.column


@pytest.mark.parametrize(
    ("source", "text", "letter", "expected"),
    [
        ("plain ☃ text", "plain ☃ text", "☃", (1, 15)),
        ("plain\n    and ☃", "plain and ☃", "☃", (2, 9)),
        (">-\n    folded\n    to ☃ one", "folded to ☃ one", "☃", (3, 8)),
        ("|\n    kept\n\n    and ☃", "kept\n\nand ☃", "☃", (4, 9)),
        ("'it''s ☃'", "it's ☃", "☃", (1, 16)),
        (r'"a \"b\" \\{ ☃"', r'a "b" \{ ☃', "☃", (1, 22)),
        ('"joined \\\n   ☃"', "joined ☃", "☃", (2, 4)),
        (r'"\u2603 or"', "☃ or", "☃", (1, 10)),
        ("a * {b} ☃", r"a \* \{b\} ☃", "☃", (1, 17)),  # a plain text, which layouts print escaped
        ("[one, two, 'thr☃e']", "thr☃e", "☃", (1, 24)),
        ('"a cell ""with"" ☃"', 'a cell "with" ☃', "☃", (1, 26)),  # as CSV quotes
        (r'"a\nb\t\n ☃"', "a\nb\t\n ☃", "☃", (1, 19)),
        ("{= players } ☃", "4 ☃", "☃", (1, 22)),
        ('"{{ n }} of {{ port.name }} has ☃"', "2 of Port Royal has ☃", "☃", (1, 41)),
        ("|\n    a\n    {% if n %}b{% else %}c ☃{% endif %} d\n  name: ☃", "a c ☃ d", "☃", (3, 28)),
        ("Straße ☃", "STRASSE ☃", "☃", (1, 16)),
        ("[one, 'it''s ☃', two]", "one and it's ☃ and two", "☃", (1, 22)),
        ('["a, b", c # d\n, e☃]', "A, B; C; E☃", "☃", (2, 4)),
    ],
)
def test_a_letter_is_found_in_every_style(
    source: str, text: str, letter: str, expected: tuple[int, int]
) -> None:
    assert place(source, text, text.index(letter)) == expected


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("{= '☃' } or", "☃ or"),
        ("'short'\n  next: ☃", "short ☃"),
        (r'"a \e ☃"', "a \x1b ☃"),
        (r'"\U99999999 ☃"', "☃"),
        ("", "☃"),
        ("*alias", "☃"),
    ],
)
def test_a_text_that_was_made_from_another_keeps_its_own_place(source: str, text: str) -> None:
    assert place(source, text, text.index("☃")) == (1, 9)


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("one; tw☃o; three,more", (1, 16)),
        ('"one; tw☃o; three",more', (1, 17)),
        ('"one;\ntw☃o; three",more', (2, 3)),
        ('"""one""; tw☃o; three",more', (1, 21)),
        ("one\ttw☃o; three", (1, 9)),  # the next cell is another text
    ],
)
def test_a_letter_of_a_list_in_a_cell(cell: str, expected: tuple[int, int]) -> None:
    one = '"one"' if '""' in cell else "one"
    text = f"{one} · tw☃o · three"
    value = Span("cards.csv", 1, 9)
    found = letter_span(f"a,Alpha,{cell}".split("\n"), value, text, text.index("☃"))
    assert (found.line, found.column) == expected


def test_a_letter_of_joined_lines() -> None:
    source = "text:\n  - one\n  - two, then\n    ☃ three # no\n  - 'fo''ur'".split("\n")
    text = "one, two, then ☃ three, fo'ur"
    for letter, expected in (("☃", (4, 5)), ("w", (3, 6)), ("u", (5, 10))):
        found = letter_span(source, Span("cards.yaml", 2, 3), text, text.index(letter))
        assert (found.line, found.column) == expected


def test_the_letters_of_a_translation() -> None:
    lines = ['msgctxt "a"', 'msgid "Take"', 'msgstr ""', '"Nimm \\"2\\"\\n"', '"Ä☃."', "", 'msgid "x"']
    letters = dict(message_letters(lines, 2))
    assert "".join(letters) == 'Nim "2\nÄ☃.'
    assert (letters["2"], letters["☃"]) == ((3, 8), (4, 2))


def test_the_letter_at_the_place_is_the_one_that_is_meant() -> None:
    random = Random(7)
    for _ in range(500):
        words = ["".join(random.choice("ab'\"") for _ in range(random.randint(1, 4))) for _ in range(20)]
        text = " ".join(["x", *words])
        lines, line = [], "  text: '"
        for word in text.split():
            line += ("" if line.endswith("'") and len(line) < 10 else " ") + word.replace("'", "''")
            if random.random() < 0.2:
                lines.append(line)
                line = "    "
        source = [*lines, f"{line}'"]
        offset = random.choice([at for at, letter in enumerate(text) if letter in "abx"])
        found = letter_span(source, VALUE, text, offset)
        assert source[found.line - 1][found.column - 1] == text[offset]
        before = "".join(source)[: sum(map(len, source[: found.line - 1])) + found.column - 1].partition("'")[
            2
        ]
        assert before.replace("''", "'").replace(" ", "") == text[:offset].replace(" ", "")


def test_an_entry_of_a_list_is_found_by_its_text() -> None:
    lines = "  texts:\n    - one ☃ and more\n    - 'two ☃'\n    - two\n  other: two ☃".split("\n")
    place = Span("cards.yaml", 2, 5)
    assert letter_span(lines, place, "two ☃", 4) == Span("cards.yaml", 3, 12)
    assert letter_span(lines, place, "two", 0) == Span("cards.yaml", 4, 7)
    assert letter_span(lines, place, "three ☃", 6) == place
    assert letter_span(lines[:2], place, "two ☃", 4) == place


def test_letters_of_one_text_are_found_one_after_the_other() -> None:
    text = "word " * 900
    lines = [f'  text: "{text}"']
    begun = time.process_time()
    found = [letter_span(lines, VALUE, text, offset).column for offset in range(4500) if offset % 5 < 4]
    assert found == [10 + offset for offset in range(4500) if offset % 5 < 4]
    assert letter_span(lines, VALUE, text, 0).column == 10
    assert letter_span(lines, VALUE, text.replace("d", "k", 1), 3) == VALUE
    assert time.process_time() - begun < 12


@pytest.mark.parametrize(
    "row", ["a;Alpha;{= n } a, b ☃;x;", 'a,Alpha,"{= n } a, b ☃",x', "a\tAlpha\t{= n } a, b ☃\tx"]
)
def test_a_letter_of_a_computed_text_in_a_cell(row: str) -> None:
    found = letter_span([row], Span("cards.csv", 1, 9), "4 a, b ☃", 7)
    assert found.column - 1 == row.index("☃")
