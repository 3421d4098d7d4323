"""What Gemotion's gems are worth, compared with the document's numbers; and the worked examples."""

import pytest
from made import game_booklet, game_source
from nineup.book.appendix.template_context import template_context
from nineup.model.booklet import Heading, Table, plain_text

KNOWN = {"most": 0, "ahead": 0, "pink_table": "standard"}

WORTH = {  # one to seven gems
    ("white", "normal"): [1, 2, 3, 4, 5, 6, 7],
    ("white", "rage"): [-1, -2, -3, -4, -5, -6, -7],
    ("red", "normal"): [-2, -4, -6, -8, -10, -12, -14],
    ("red", "rage"): [2, 4, 6, 8, 10, 12, 14],
    ("orange", "normal"): [0] * 7,
    ("orange", "rage"): [0] * 7,
    ("yellow", "normal"): [1, 2, 3, 4, 5, 6, 7],
    ("yellow", "rage"): [0] * 7,
    ("blue", "normal"): [-1, 2, -3, 4, -5, 6, -7],
    ("blue", "rage"): [1, -2, 3, -4, 5, -6, 7],
    ("purple", "normal"): [0] * 7,
    ("pink", "normal"): [1, 2, 4, 7, 11, 16, 22],
    ("pink", "rage"): [9, 6, 3, 1, -5, -5, -5],
    ("black", "normal"): [-5, -4, 15, 20, 25, 30, 35],
    ("black", "rage"): [3, 0, -9, -12, -15, -18, -21],
}


def worth(gem: str, column: str, n: int, **known: object) -> int:
    context = template_context(game_source("gemotion"))
    lines = [line for line in context["data"]["scoring"] if line["gem"] == gem]
    return int(context["score"](lines, "gem", column, {gem: n}, {**KNOWN, **known})["total"])


@pytest.mark.parametrize(("gem", "column"), WORTH)
def test_gems_are_worth_what_the_document_says(gem: str, column: str) -> None:
    assert [worth(gem, column, n) for n in range(1, 8)] == WORTH[gem, column]


def test_what_else_counts() -> None:
    assert worth("yellow", "normal", 3, most=1) == -3
    assert worth("green", "normal", 5, ahead=2) == 4
    assert worth("green", "rage", 5, ahead=3) == 6
    assert [worth("pink", "normal", n, pink_table="fibonacci") for n in range(1, 9)] == [
        1,
        2,
        3,
        5,
        8,
        13,
        21,
        21,
    ]


def test_the_worked_examples_add_up() -> None:
    """White 7, Red −2, Green 4, Blue 4; White 5, Red −2, Blue −3, Pink 7 twice; and so on, reckoned
    by hand.
    """
    (chapter,) = [each for each in game_booklet("gemotion").chapters if each.id == "scoring"]
    at = next(i for i, block in enumerate(chapter.blocks) if isinstance(block, Heading) and block.level == 2)
    tables = [block for block in chapter.blocks[at:] if isinstance(block, Table)]
    assert [plain_text(table.rows[-1][-1].content) for table in tables] == ["13", "14", "23", "6"]


def test_an_invalid_formula_is_reported() -> None:
    score = template_context(game_source("gemotion"))["score"]
    for source, message in [("n +", "too early"), ("'x'", "isn't a number"), ("m", "`m` is not known")]:
        with pytest.raises(ValueError, match=message):
            score([{"gem": "red", "points": {"normal": source}}], "gem", "normal", {"red": 1}, {})
    with pytest.raises(ValueError, match=r"the line of `red` has no `points\.rage`"):
        score([{"gem": "red", "points": {"normal": "n"}}], "gem", "rage", {"red": 1}, {})
