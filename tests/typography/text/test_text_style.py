"""`style.yaml`: its keys, and each mistake at its place."""

from typing import Any

import pytest
from nineup.base.diagnostics import Findings
from nineup.base.units import MM
from nineup.model.drawing import Cmyk, InkColour, Spot
from nineup.typography.text import Emphasis, Style, StyleSheet, read_styles
from nineup.typography.text.style import Glow, Gradient, LetterOutline, Shadow
from textkit import FONTS
from written import place, read

FILE = "layouts/style.yaml"


def sheet_of(tree: dict[str, Any]) -> tuple[StyleSheet, Findings]:
    sheet, findings = read(FILE, tree, lambda project, found: read_styles(project, FILE, FONTS, found))
    assert sheet is not None
    return sheet, findings


def styles(**entries: Any) -> dict[str, Any]:
    return {"palette": {"ink": "#23202b", "red": "#f00"}, "styles": entries}


RULES = {"font": "Source Sans 3", "size": "9.5pt", "min-size": "7.5pt"}


def test_every_key() -> None:
    sheet, findings = sheet_of(
        styles(
            rules={
                **RULES,
                "weight": "semibold",
                "italic": "yes",
                "leading": "1.3",
                "paragraph": "0.5",
                "align": "justify",
                "valign": "middle",
                "color": "ink",
                "hyphenate": "de_DE",
                "tracking": "0.2mm",
                "outline": {"color": "red", "width": "0.5mm"},
                "shadow": {"color": "red", "right": "-1pt"},
                "case": "upper",
                "symbol": "1.1",
                "term": {"weight": "700", "italic": "no", "color": "#FF0000"},
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
        min_size=7.5,
        leading=1.3,
        paragraph=0.5,
        align="justify",
        valign="middle",
        colour=(35 / 255, 32 / 255, 43 / 255),
        hyphenate="de_DE",
        tracking=0.2 * MM,
        outline=LetterOutline((1.0, 0.0, 0.0), 0.5 * MM),
        shadow=(Shadow((1.0, 0.0, 0.0), -1.0),),
        case="upper",
        symbol=1.1,
        term=Emphasis(700, False, (1.0, 0.0, 0.0)),
    )


def test_light_and_metal() -> None:
    shadows = [{"color": "red", "blur": "2pt"}, {"down": "1pt"}]
    sheet, findings = sheet_of(
        styles(
            title={**RULES, "color": {"gradient": ["red", "ink"], "angle": "45"}, "shadow": shadows},
            lit={"extends": "title", "shadow": [], "glow": {"color": "red"}},
            plain={"extends": "lit", "color": "ink", "glow": {"width": "0pt"}},
        )
    )
    assert findings == []
    title, lit, plain = (sheet.styles[name] for name in ("title", "lit", "plain"))
    red, ink = (1.0, 0.0, 0.0), (35 / 255, 32 / 255, 43 / 255)
    assert (title.colour, title.gradient) == (red, Gradient((red, ink), 45))
    assert title.shadow == (Shadow(red, blur=2.0), Shadow(down=1.0))
    assert (lit.gradient, lit.shadow, lit.glow) == (title.gradient, (), Glow(red))
    assert (plain.colour, plain.gradient, plain.glow) == (ink, None, None)


def test_a_foil_shines_in_shades_of_its_colour_and_prints_one_ink() -> None:
    inks = {
        "gold": "#c9a14a spot(Gold, 0, 0.2, 0.6, 0.3)",
        "gloss": "#ffffff spot(Varnish, 0, 0, 0, 0, overprint)",
        "ink": "#23202b",
    }
    sheet, findings = sheet_of(
        {
            "palette": inks,
            "styles": {
                "metal": {**RULES, "foil": "gold"},
                "plain": {"extends": "metal", "color": "ink"},
                "none": {"extends": "metal", "foil": "none"},
                "glossy": {**RULES, "color": "ink", "foil": "gloss"},
            },
        }
    )
    assert findings == []
    metal, plain, none, glossy = sheet.styles.values()
    assert metal.foil is not None
    assert len(set(metal.foil.colours)) > 3
    spots = {each.ink for each in metal.foil.colours if isinstance(each, InkColour)}
    assert spots == {Spot("Gold", Cmyk(0, 0.2, 0.6, 0.3), foil=True)}
    assert isinstance(metal.colour, InkColour), "single words in other texts have the ink"
    assert (plain.foil, none.foil) == (None, None)
    assert glossy.foil is not None
    assert glossy.foil.is_varnish
    assert glossy.colour == (35 / 255, 32 / 255, 43 / 255)


@pytest.mark.parametrize(
    ("key", "value", "path", "message"),
    [
        ("color", {"gradient": ["red"]}, ("gradient",), "a gradient needs two colors or more"),
        ("color", {"gradient": "red"}, ("gradient",), "expected a list"),
        ("color", {"gradient": ["red", "grey"]}, ("gradient", 1), "`grey` is not in the palette"),
        ("color", {"gradient": ["red", "ink"], "angle": "down"}, ("angle",), "`down` is not a number"),
        ("color", {"angle": "90"}, (), "`gradient` is missing"),
        ("color", ["red", "ink"], (), "expected a color"),
        ("shadow", [{"blur": "2pt"}, {"blur": "-1pt"}], (1, "blur"), "`-1pt` is not from 0pt to 72pt"),
        ("shadow", {"blur": "2"}, ("blur",), "`2` has no unit"),
        ("shadow", {"spread": "2pt"}, ("spread",), "unknown key `spread`"),
        ("glow", {"width": "2in"}, ("width",), "`2in` is not from 0pt to 72pt"),
        ("glow", "red", (), "expected a mapping"),
        ("foil", "red", (), "`red` has no spot ink"),
        ("foil", "silver", (), "`silver` is not in the palette"),
    ],
)
def test_a_mistake_in_light_has_its_place(
    key: str, value: Any, path: tuple[str | int, ...], message: str
) -> None:
    tree = styles(rules={**RULES, key: value})
    _, (finding,) = sheet_of(tree)
    assert message in finding.message
    assert finding.span == place(FILE, tree, "styles", "rules", key, *path, key="spread" in path)


def test_a_style_inherits_from_another_wherever_that_is_defined() -> None:
    sheet, findings = sheet_of(
        styles(title={"extends": "rules", "size": "16pt"}, rules={**RULES, "color": "red"})
    )
    assert findings == []
    title = sheet.styles["title"]
    assert (title.font, title.size, title.min_size, title.colour) == (
        "Source Sans 3",
        16,
        7.5,
        (1.0, 0.0, 0.0),
    )


def test_a_smaller_style_is_shrunk_no_further_than_it_is() -> None:
    sheet, _ = sheet_of(
        styles(
            rules=RULES,
            foot={"extends": "rules", "size": "5.5pt"},
            label={**RULES, "min-size": "8pt"},
            mark={"font": "Source Sans 3", "size": "4pt"},
        )
    )
    assert sheet.styles["foot"].min_size == 5.5
    assert sheet.styles["label"].min_size == 8
    assert sheet.styles["mark"].min_size == 4


def test_an_empty_file_is_an_empty_sheet() -> None:
    assert sheet_of({}) == (StyleSheet({}, {}), [])
    assert sheet_of({"palette": "", "styles": ""}) == (StyleSheet({}, {}), [])


@pytest.mark.parametrize(
    ("entry", "code", "path", "message", "hint"),
    [
        ({"size": "9"}, "style-value", "size", "`9` has no unit; write 9mm, 9pt or 9in", ""),
        (
            {"size": "0pt"},
            "style-value",
            "size",
            "`0pt` is not from 1pt to 1000pt",
            "",
        ),
        (
            {"size": "9", "min-size": "12pt"},
            "style-value",
            "size",
            "`9` has no unit; write 9mm, 9pt or 9in",
            "",
        ),
        ({"sise": "9pt"}, "unknown-key", "sise", "unknown key `sise`", "did you mean `size`?"),
        (
            {"min-size": "10pt"},
            "style-value",
            "min-size",
            "`min-size` (10 pt) is larger than `size` (9.5 pt)",
            "",
        ),
        (
            {"leading": "loose"},
            "style-value",
            "leading",
            "`loose` is not a number",
            "write it in digits, like 3 or 2.5",
        ),
        (
            {"leading": "nan"},
            "style-value",
            "leading",
            "`nan` is not a number",
            "write it in digits, like 3 or 2.5",
        ),
        (
            {"leading": "0"},
            "style-value",
            "leading",
            "must be at least 0.5 (found 0)",
            "",
        ),
        ({"symbol": "0"}, "style-value", "symbol", "must be at least 0.5 (found 0)", ""),
        (
            {"paragraph": "-1"},
            "style-value",
            "paragraph",
            "must be at least 0 (found -1)",
            "",
        ),
        (
            {"align": "middle"},
            "style-value",
            "align",
            "`middle` is not one of start, left, center, right, end, justify",
            "",
        ),
        ({"italic": "maybe"}, "style-value", "italic", "`maybe` is neither yes nor no", ""),
        ({"weight": "bolt"}, "style-value", "weight", "`bolt` is not a weight", "did you mean `bold`?"),
        ({"color": "inc"}, "style-value", "color", "`inc` is not in the palette", "did you mean `ink`?"),
        ({"color": "#12"}, "style-value", "color", "`#12` is not a color; write it as #rrggbb", ""),
        (
            {"hyphenate": "xx"},
            "style-value",
            "hyphenate",
            "`xx` has no hyphenation; write yes, no or a language such as de_DE",
            "",
        ),
        ({"symbol": {"high": "1"}}, "style-value", "symbol", "expected a number, found a mapping", ""),
        (
            {"term": "bold"},
            "style-value",
            "term",
            "expected a mapping, found a single value",
            "",
        ),
        ({"term": {"size": "9pt"}}, "unknown-key", "term/size", "unknown key `size`", None),
        ({"font": "Sans"}, "unknown-font", "font", "there is no font `Sans` in `fonts/`", None),
        ({"weight": "light"}, "unknown-font", "weight", "the font `Source Sans 3` has no style Light", None),
        (
            {"term": {"weight": "light"}},
            "unknown-font",
            "term",
            "the font `Source Sans 3` has no style Light",
            None,
        ),
        ({"extends": ["rules"]}, "style-value", "extends", "expected a text, found a list", ""),
        ({"extends": "rule"}, "style-value", "extends", "there is no style `rule`", "did you mean `rules`?"),
        ({"extends": "rules"}, "style-value", "extends", "the style `rules` extends itself", ""),
    ],
)
def test_mistakes(entry: dict[str, Any], code: str, path: str, message: str, hint: str | None) -> None:
    tree = styles(rules={**RULES, **entry})
    _, findings = sheet_of(tree)
    assert [(f.code, f.severity, f.message) for f in findings] == [(code, "error", message)]
    assert findings[0].span == place(
        FILE, tree, "styles", "rules", *path.split("/"), key=code == "unknown-key"
    )
    assert hint is None or findings[0].hint == hint


def test_a_style_needs_a_font() -> None:
    tree = styles(rules={"size": "9pt"})
    _, findings = sheet_of(tree)
    assert [(f.code, f.message, f.span) for f in findings] == [
        ("style-value", "the style `rules` has no font", place(FILE, tree, "styles", "rules"))
    ]


def test_colours_of_the_palette_and_keys_of_the_file_are_checked() -> None:
    tree = {"palette": {"ink": "dark"}, "style": {}}
    _, findings = sheet_of(tree)
    assert [(f.code, f.message, f.span) for f in findings] == [
        ("unknown-key", "unknown key `style`", place(FILE, tree, "style", key=True)),
        ("style-value", "`dark` is not a color; write it as #rrggbb", place(FILE, tree, "palette", "ink")),
    ]


def test_a_mistake_in_one_style_leaves_the_others() -> None:
    sheet, findings = sheet_of(
        styles(rules={**RULES, "size": "9"}, bad={"font": "Sans"}, title={"extends": "bad"})
    )
    assert set(sheet.styles) == {"rules"}
    assert len(findings) == 2


def test_styles_that_extend_each_other_are_reported_once() -> None:
    tree = styles(a={"extends": "b"}, b={"extends": "a"})
    _, findings = sheet_of(tree)
    assert [(f.message, f.span) for f in findings] == [
        ("the style `a` extends itself", place(FILE, tree, "styles", "b", "extends"))
    ]
