"""Slips of the keyboard and of editors in YAML: one finding each, which says what it is, and the rest of the file is read."""

import pytest
from nineup.base.diagnostics import Findings
from nineup.schema.nodes import Mapping, Sequence, plain
from nineup.schema.records import ListOf
from nineup.schema.scope import Scope
from nineup.schema.types import TEXT
from nineup.schema.yaml_tree import parse_yaml

GOOD = """\
fields:
  name: text
  when: text
cards:
  - id: first
    name: First Light
    when: "'a' in suits"
    text: Take 1.
  - id: second
    name: Second Wind
    text: |
      　Indented, as in Japanese.
      Effet:\u00a0non
last: 1
"""


def read(text: str) -> tuple[list[tuple[int, int, str, str]], object]:
    """Line, column, message and hint of each finding, and the data."""
    node, _ = parse_yaml(text, "a.yaml", findings := Findings())
    said = [(f.span.line, f.span.column, f.message, f.hint) for f in findings if f.span]
    return said, None if node is None else plain(node)


_QUOTES = 'YAML\'s quotes are straight: `"…"`; it takes others for a part of the text'
_SPACE = "put a plain space in its place"
_IN_QUOTES = "; if it is part of the text above, put that in quotes"


@pytest.mark.parametrize(
    ("old", "new", "place", "message", "hint"),
    [
        (
            "name: F",
            "name:\u00a0F",
            (6, 10),
            "a no-break space (U+00A0) after this `:` isn't a space to YAML",
            _SPACE,
        ),
        (
            "text: T",
            "text:\u00a0T",
            (8, 10),
            "a no-break space (U+00A0) after this `:` isn't a space to YAML",
            _SPACE,
        ),
        (
            "name: F",
            "name:\u3000F",
            (6, 10),
            "an ideographic space (U+3000) after this `:` isn't a space to YAML",
            _SPACE,
        ),
        (
            "    name: F",
            "\u00a0" * 4 + "name: F",
            (6, 1),
            "a no-break space (U+00A0) in the indentation isn't a space to YAML",
            _SPACE,
        ),
        (
            "- id: second",
            "-\u00a0id: second",
            (9, 4),
            "a no-break space (U+00A0) after this `-` isn't a space to YAML",
            _SPACE,
        ),
        (
            "name: F",
            "name：F",
            (6, 9),
            "a full-width colon (U+FF1A) doesn't end a key",
            "write `:` and a space",
        ),
        ("name: F", "name:F", (6, 9), "there is no space after this colon", "write `key: value`"),
        (
            "- id: first",
            "-id: first",
            (5, 3),
            "there is no space after this `-`",
            "write `- ` where an entry begins",
        ),
        ("- id: first", "– id: first", (5, 3), "`–` doesn't begin an entry", "write `- `"),
        ("- id: second", "•id: second", (9, 3), "`•` doesn't begin an entry", "write `- `"),
        (
            "- id: second",
            "-id: second",
            (9, 3),
            "there is no space after this `-`",
            "write `- ` where an entry begins",
        ),
        (
            "name: First Light",
            'name: "First Light”',
            (6, 23),
            "`”` doesn't close the text that `\"` opens",
            _QUOTES,
        ),
        (
            "- id: second",
            "id: second",
            (9, 3),
            "an entry begins with `id` here, but has no `- `",
            "write `- id: …`",
        ),
        (
            "  - id: first",
            "    id: first",
            (5, 5),
            "an entry begins with `id` here, but has no `- `",
            "write `- id: …`",
        ),
        (
            *("  - id: second", "    id: second", (9, 5)),
            "`id` appears twice: an entry begins here, but has no `- `",
            "write `- id: …`; the entry above begins on line 5",
        ),
        (
            *(
                "    name: F",
                "      name: F",
                (6, 7),
                "`name` is indented by 6 spaces, but `id` on line 5 by 4",
            ),
            f"indent it by 4 spaces{_IN_QUOTES}",
        ),
        (
            *(
                "    text: T",
                "      text: T",
                (8, 7),
                "`text` is indented by 6 spaces, but `when` on line 7 by 4",
            ),
            f"indent it by 4 spaces{_IN_QUOTES}",
        ),
        (
            *("    name: F", "   name: F", (6, 4), "`name` is indented by 3 spaces, but `id` on line 5 by 4"),
            "indent it by 4 spaces",
        ),
        (
            *("    name: F", "  name: F", (6, 3), "`name` is indented by 2 spaces, but `id` on line 5 by 4"),
            "indent it by 4 spaces",
        ),
        (
            "  - id: second",
            "   - id: second",
            (9, 4),
            "this `- ` is indented by 3 spaces, but the one on line 5 by 2",
            "indent it by 2 spaces",
        ),
        (
            "  - id: second",
            " - id: second",
            (9, 2),
            "this `- ` is indented by 1 space, but the one on line 5 by 2",
            "indent it by 2 spaces",
        ),
    ],
)
def test_a_slip_is_one_finding_and_the_rest_is_read(
    old: str, new: str, place: tuple[int, int], message: str, hint: str
) -> None:
    assert GOOD.count(old) == 1
    said, data = read(GOOD.replace(old, new))
    assert said == [(*place, message, hint)]
    assert data == read(GOOD)[1]


def test_a_column_between_two_levels_may_belong_to_either() -> None:
    said, _ = read(GOOD.replace("cards:", " cards:"))
    assert said == [
        (4, 2, "`cards` is indented by 1 space, but `when` on line 3 by 2", "indent it by 0 or 2 spaces")
    ]


def test_several_slips_are_found_in_one_run() -> None:
    text = (
        GOOD.replace("name: F", "name:\u00a0F")
        .replace("    text: T", "      text: T")
        .replace("- id: s", "-id: s")
    )
    said, data = read(text)
    assert sorted(line for line, *_ in said) == [6, 8, 9]
    assert data == read(GOOD)[1]


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("“First Light”", "the quotes of `“First Light”` are printed"),
        ("„First Light“", "the quotes of `„First Light“` are printed"),
        ('“First Light"', 'the quotes of `“First Light"` are printed'),
        ('"“First Light”"', ""),
        ("“First” Light", ""),
    ],
)
def test_typographic_quotes_around_a_name(value: str, said: str) -> None:
    messages = [message for _, _, message, _ in read(GOOD.replace("First Light", value))[0]]
    assert messages == ([said] if said else [])


def test_somebody_may_speak_in_a_text() -> None:
    assert read(GOOD.replace("Take 1.", "“Take one.”"))[0] == []
    (found,) = read(GOOD.replace("Take 1.", '“Take one."'))[0]
    assert found[2] == 'the quotes of `“Take one."` are printed'


def test_a_colon_within_typographic_quotes() -> None:
    said, data = read(GOOD.replace("First Light", "“First: Light”"))
    assert said == [
        (6, 11, "`“` doesn't quote a text in YAML: a colon inside a text starts a new key", _QUOTES)
    ]
    assert isinstance(data, dict)
    assert data["last"] == "1"


def test_a_whole_entry_without_its_dash_is_one_finding() -> None:
    first, _, second = GOOD.partition("  - id: second")
    assert second
    lines = ("id: second" + second).split("\n")
    moved = "\n".join(line.replace("    ", "  ", 1) if at else f"  {line}" for at, line in enumerate(lines))
    said, data = read(first + moved)
    assert said == [(9, 3, "an entry begins with `id` here, but has no `- `", "write `- id: …`")]
    assert data == read(GOOD)[1]


@pytest.mark.parametrize(
    "text",
    [
        "cards:\n  -id: a\n    name: A\n  -id: b\n    name: B\n  -id: c\n",
        "cards:\n  -id: a\n   name: A\n   note: |\n    -no\n\n  -id: b\n   name: B\n  -id: c\n",
        "cards:\n  -id: a\n  -id: b\n  -id: c\n",
        "cards:\n-id: a\n-id: b\n\n# and\n-id: c\nsource: S\n",
        "cards:\n  -{id: a}\n  -{id: b}\n  -{id: c}\n",
    ],
)
def test_a_list_whose_dashes_lack_their_space_is_one_finding(text: str) -> None:
    findings = Findings()
    root, _ = parse_yaml(text, "cards.yaml", findings)
    (finding,) = findings
    assert finding.message == "there is no space after this `-`"
    assert finding.hint == "write `- ` where an entry begins; 2 more below lack the space, too"
    assert finding.span is not None
    assert finding.span.line == 2
    assert isinstance(root, Mapping)
    cards = root.entries["cards"]
    assert isinstance(cards, Sequence)
    assert [item.entries["id"].text for item in cards.items] == ["a", "b", "c"]  # type: ignore[union-attr]
    assert list(root.entries) == (["cards", "source"] if "source" in text else ["cards"])


def test_words_whose_dashes_lack_their_space() -> None:
    findings = Findings()
    root, file = parse_yaml("-sun\n-moon\n", "list.yaml", findings)
    assert root is not None
    assert ListOf(TEXT).read(root, Scope(file, findings)) == ()
    assert [each.hint for each in findings] == ["write a space after the `-` of each entry"]
