"""`style.yaml` decoded, and each of its mistakes at its place."""

from typing import Any

import pytest
from nineup.diagnostics import Findings, Span
from nineup.text import Emphasis, Style, StyleSheet, build_styles
from nineup.units import MM
from textkit import FONTS

PLACES: dict[tuple[str, ...], Span] = {}


def place(path: tuple[str, ...], key: bool = False) -> Span:
    """A place of its own for each path, for the test to name: line = depth, file = the path."""
    return Span("/".join(path), len(path), 1)


def read(tree: dict[str, Any]) -> tuple[StyleSheet, Findings]:
    findings = Findings()
    return build_styles(tree, place, FONTS, findings), findings


def styles(**entries: Any) -> dict[str, Any]:
    return {"palette": {"ink": "#23202b", "red": "#f00"}, "styles": entries}


RULES = {"font": "Source Sans 3", "size": "9.5pt", "least": "7.5pt"}


def test_every_key() -> None:
    sheet, findings = read(
        styles(
            rules={
                **RULES,
                "weight": "semibold",
                "italic": "yes",
                "leading": "1.3",
                "paragraph": "0.5",
                "align": "justify",
                "valign": "middle",
                "colour": "ink",
                "hyphenate": "de_DE",
                "tracking": "0.2mm",
                "case": "upper",
                "symbol": "1.1",
                "term": {"weight": "700", "italic": "no", "colour": "#FF0000"},
            }
        )
    )
    assert findings == []
    assert sheet.palette == {"ink": "#23202b", "red": "#f00"}
    assert sheet.styles["rules"] == Style(
        font="Source Sans 3",
        weight=600,
        italic=True,
        size=9.5,
        least=7.5,
        leading=1.3,
        paragraph=0.5,
        align="justify",
        valign="middle",
        colour=(35 / 255, 32 / 255, 43 / 255),
        hyphenate="de_DE",
        tracking=0.2 * MM,
        case="upper",
        symbol=1.1,
        term=Emphasis(700, False, (1.0, 0.0, 0.0)),
    )


def test_a_style_inherits_from_another_wherever_that_is_defined() -> None:
    sheet, findings = read(styles(title={"like": "rules", "size": "16pt"}, rules={**RULES, "colour": "red"}))
    assert findings == []
    title = sheet.styles["title"]
    assert (title.font, title.size, title.least, title.colour) == ("Source Sans 3", 16, 7.5, (1.0, 0.0, 0.0))


def test_a_smaller_style_is_shrunk_no_further_than_it_is() -> None:
    sheet, _ = read(
        styles(
            rules=RULES,
            foot={"like": "rules", "size": "5.5pt"},
            label={**RULES, "least": "8pt"},
            mark={"font": "Source Sans 3", "size": "4pt"},
        )
    )
    assert sheet.styles["foot"].least == 5.5
    assert sheet.styles["label"].least == 8
    assert sheet.styles["mark"].least == 4


def test_an_empty_file_is_an_empty_sheet() -> None:
    assert read({}) == (StyleSheet({}, {}), [])
    assert read({"palette": "", "styles": None}) == (StyleSheet({}, {}), [])


@pytest.mark.parametrize(
    ("entry", "code", "path", "message", "hint"),
    [
        ({"size": "9"}, "style-value", "size", "`9` has no unit; write 9mm, 9pt or 9in", ""),
        (
            {"size": "0pt"},
            "style-value",
            "size",
            "`0pt` is no size for a text; write one from 1pt to 1000pt",
            "",
        ),
        ({"sise": "9pt"}, "unknown-key", "sise", "`sise` is not a key of a style", "did you mean `size`?"),
        ({"least": "10pt"}, "style-value", "least", "the least size 10 pt is above the size 9.5 pt", ""),
        ({"leading": "loose"}, "style-value", "leading", "`loose` is not a number", ""),
        (
            {"leading": "nan"},
            "style-value",
            "leading",
            "`nan` is out of range; write a number from 0.5 to 10",
            "",
        ),
        (
            {"leading": "0"},
            "style-value",
            "leading",
            "`0` is out of range; write a number from 0.5 to 10",
            "",
        ),
        ({"symbol": "0"}, "style-value", "symbol", "`0` is out of range; write a number from 0.5 to 10", ""),
        (
            {"paragraph": "-1"},
            "style-value",
            "paragraph",
            "`-1` is out of range; write a number from 0 to 10",
            "",
        ),
        (
            {"align": "middle"},
            "style-value",
            "align",
            "`middle` is not one of left, center, right, justify",
            "",
        ),
        ({"italic": "maybe"}, "style-value", "italic", "`maybe` is not yes or no", ""),
        ({"weight": "bolt"}, "style-value", "weight", "`bolt` is not a weight; did you mean `bold`?", ""),
        ({"colour": "inc"}, "style-value", "colour", "`inc` is not in the palette; did you mean `ink`?", ""),
        ({"colour": "#12"}, "style-value", "colour", "`#12` is not a colour; write it as #rrggbb", ""),
        (
            {"hyphenate": "xx"},
            "style-value",
            "hyphenate",
            "`xx` is no language that can be hyphenated; write yes, no or such as de_DE",
            "",
        ),
        ({"symbol": {"high": "1"}}, "style-value", "symbol", "a single value belongs here", ""),
        (
            {"term": "bold"},
            "style-value",
            "term",
            "`term` takes keys and values",
            "write them below it, indented",
        ),
        ({"term": {"size": "9pt"}}, "unknown-key", "term/size", "`size` is not a key of a style", None),
        ({"font": "Sans"}, "unknown-font", "font", "there is no font `Sans` in `fonts/`", None),
        ({"weight": "light"}, "unknown-font", "weight", "the font `Source Sans 3` has no style Light", None),
        (
            {"term": {"weight": "light"}},
            "unknown-font",
            "term",
            "the font `Source Sans 3` has no style Light",
            None,
        ),
        ({"like": ["rules"]}, "style-value", "like", "a single value belongs here", ""),
        ({"like": "rule"}, "style-value", "like", "there is no style `rule`", "did you mean `rules`?"),
        ({"like": "rules"}, "style-value", "like", "the style `rules` is like itself", ""),
    ],
)
def test_mistakes(entry: dict[str, Any], code: str, path: str, message: str, hint: str | None) -> None:
    _, findings = read(styles(rules={**RULES, **entry}))
    assert [(f.code, f.severity, f.message) for f in findings] == [(code, "error", message)]
    assert findings[0].span == place(("styles", "rules", *path.split("/")))
    assert hint is None or findings[0].hint == hint


def test_a_style_needs_a_font() -> None:
    _, findings = read(styles(rules={"size": "9pt"}))
    assert [(f.code, f.message, f.span) for f in findings] == [
        ("style-value", "the style `rules` has no font", place(("styles", "rules")))
    ]


def test_colours_of_the_palette_and_keys_of_the_file_are_checked() -> None:
    _, findings = read({"palette": {"ink": "dark"}, "style": {}})
    assert [(f.code, f.message, f.span) for f in findings] == [
        ("unknown-key", "`style` has no meaning here", place(("style",))),
        ("style-value", "`dark` is not a colour; write it as #rrggbb", place(("palette", "ink"))),
    ]


def test_a_mistake_in_one_style_leaves_the_others() -> None:
    sheet, findings = read(styles(rules={**RULES, "size": "9"}, bad={"font": "Sans"}, title={"like": "bad"}))
    assert set(sheet.styles) == {"rules"}
    assert len(findings) == 2


def test_styles_that_inherit_from_each_other_are_reported_once() -> None:
    _, findings = read(styles(a={"like": "b"}, b={"like": "a"}))
    assert [(f.message, f.span) for f in findings] == [
        ("the style `a` is like itself", place(("styles", "b", "like")))
    ]
