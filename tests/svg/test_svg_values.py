"""Numbers, colours, transforms, path data and style sheets, by example and by property."""

from types import SimpleNamespace
from typing import Any

import pytest
from coloraide import Color
from hypothesis import given
from hypothesis import strategies as st
from nineup.base.diagnostics import Findings
from nineup.base.geometry import Box, Matrix
from nineup.svg.style.cascade import with_variables
from nineup.svg.style.css import rules
from nineup.svg.transform import fit_box, is_upright, keeps_shape, transform
from nineup.svg.values.values import NAMES, SvgError, colour, numbers, reference, user_length
from nineup.svg.xml import parse_svg
from PIL import ImageColor


def test_colour_names_are_css() -> None:
    assert {name: f"#{digits}" for name, digits in NAMES.items()} == {
        name: "#%02x%02x%02x" % ImageColor.getrgb(name)[:3]  # noqa: UP031
        for name in ImageColor.colormap
    }


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("#f80", ((1.0, 0.5333, 0.0), 1.0)),
        ("#FF880080", ((1.0, 0.5333, 0.0), 0.502)),
        ("rgb(255, 136, 0)", ((1.0, 0.5333, 0.0), 1.0)),
        ("rgba(100% 0% 0% / 25%)", ((1.0, 0.0, 0.0), 0.25)),
        ("ReBeccaPurple", ((0.4, 0.2, 0.6), 1.0)),
        ("transparent", ((0.0, 0.0, 0.0), 0.0)),
    ],
)
def test_colour(text: str, found: object) -> None:
    assert colour(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "color(display-p3 0.2 0.4 0.6)",
        "color(display-p3 100% 50% 0%)",
        "color(srgb .2 .4 .6 / 50%)",
        "color(srgb-linear .5 .25 0)",
        "oklch(60% 0.2 30)",
        "oklab(.7 -.1 25%)",
        "lab(50% 40 -30)",
        "lab(2% 0 0)",
        "LCH(70 30 140deg / .3)",
    ],
)
def test_a_colour_of_another_space_is_as_srgb_shows_it(text: str) -> None:
    wanted = Color(text.lower()).convert("srgb").clip()
    assert colour(text)[0] == pytest.approx(wanted.coords(), abs=2e-3)
    assert colour(text)[1] == wanted.alpha()


@pytest.mark.parametrize(("text", "found"), [("1.5em", 30), ("2rem", 32), ("1EX", 10), ("5px", 5)])
def test_a_length_by_the_size_of_the_font(text: str, found: float) -> None:
    assert user_length(text, em=20) == found
    with pytest.raises(SvgError):
        user_length("1em")


@pytest.mark.parametrize(
    "text",
    [
        "color(rec2020 1 0 0)",
        "oklch(1 2)",
        "lab(1 2 3 4)",
        "color()",
        "oklab(9999999e99 0 0)",
        f"color(display-p3 1{'0' * 200} 0 0)",
        f"lch(50 50 {'1' * 400})",
        f"lab(50 {'9' * 320} -{'9' * 320})",
        "#12",
        "#ggg",
        "rgb(1,2)",
        "hsl(1 2 3)",
        "",
        "red blue",
    ],
)
def test_no_colour(text: str) -> None:
    with pytest.raises(SvgError):
        colour(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("3", 3),
        ("1in", 96),
        ("25.4mm", 96),
        ("2.54cm", 96),
        ("72pt", 96),
        ("6pc", 96),
        ("50%", 40),
        ("-.5e1px", -5),
    ],
)
def test_length(text: str, found: float) -> None:
    assert user_length(text, 80) == pytest.approx(found)


def test_a_value_may_name_many_variables() -> None:
    style: dict[str, Any] = {"--a": SimpleNamespace(text="1"), "--b": SimpleNamespace(text="var(--b)")}
    many = " ".join(["var(--a)"] * 12)
    assert with_variables(many, style) == many.replace("var(--a)", "1")
    assert with_variables("var(--b)", style) == "unset", "it names itself"


@pytest.mark.parametrize("text", ["", "3 mm", "3furlong", "mm", "1,5"])
def test_no_length(text: str) -> None:
    with pytest.raises(SvgError):
        user_length(text)


def test_numbers_run_together() -> None:
    assert numbers("1-2.5.5 ,3e1") == (1, -2.5, 0.5, 30)


@pytest.mark.parametrize("text", ["1,,2", "1,", "1 a"])
def test_no_numbers(text: str) -> None:
    with pytest.raises(SvgError):
        numbers(text)


@pytest.mark.parametrize(
    ("text", "address"),
    [("url(#a)", "#a"), ("url( '#a' ) none", "#a"), ('url("b.svg#a")', "b.svg#a"), ("red", None)],
)
def test_reference(text: str, address: str | None) -> None:
    assert reference(text) == address


def test_transforms_apply_from_the_last() -> None:
    assert transform("translate(10, 20) scale(2)").apply(1, 1) == (12, 22)
    assert transform("rotate(90 5 5)").apply(10, 5) == pytest.approx((5, 10))
    assert transform("matrix(1 0 0 1 3 4),skewX(45)").apply(0, 1) == pytest.approx((4, 5))


@pytest.mark.parametrize("text", ["rotate", "scale(1 2 3)", "translate(a)", "turn(3)", "rotate(3"])
def test_no_transform(text: str) -> None:
    with pytest.raises(SvgError):
        transform(text)


def test_aspect_ratio() -> None:
    inner, outer = Box(0, 0, 10, 10), Box(0, 0, 40, 20)
    assert fit_box(inner, outer, "") == (Matrix(2, 0, 0, 2, 10, 0), False)
    assert fit_box(inner, outer, "xMaxYMin meet") == (Matrix(2, 0, 0, 2, 20, 0), False)
    assert fit_box(inner, outer, "xMidYMax slice") == (Matrix(4, 0, 0, 4, 0, -20), True)
    assert fit_box(inner, outer, "none") == (Matrix(4, 0, 0, 2, 0, 0), False)


def test_shapes_are_kept_by_turns_and_mirrors_only() -> None:
    assert keeps_shape(transform("rotate(30) scale(2)"))
    assert keeps_shape(transform("scale(1 -1)"))
    assert not keeps_shape(transform("scale(1 2)"))
    assert not keeps_shape(transform("skewX(10)"))
    assert is_upright(transform("translate(3) scale(2)"))
    assert not is_upright(transform("scale(-1 -1)"))


@given(st.text(max_size=80))
def test_any_text_is_parsed_or_refused(text: str) -> None:
    findings = Findings()
    document = parse_svg("a.svg", text, findings)
    assert (document is None) == findings.failed


@given(st.text('abc{}.#:;,@/*!" \n', max_size=60))
def test_any_style_sheet_is_read_or_refused(text: str) -> None:
    reported: list[int] = []
    list(rules(text, lambda offset, message, hint: reported.append(offset)))
    assert all(0 <= offset <= len(text) for offset in reported)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('.a{font-family:"a/*b*/c";fill:red}', {"font-family": '"a/*b*/c"', "fill": "red"}),
        ('.a{font-family:"}";fill:red}', {"font-family": '"}"', "fill": "red"}),
        (
            ".a{fill:url(data:image/png;base64,AA);stroke:red}",
            {"fill": "url(data:image/png;base64,AA)", "stroke": "red"},
        ),
        ("/* .b{} */ <!-- .a { fill : red } -->", {"fill": "red"}),
    ],
)
def test_strings_and_addresses_may_contain_what_ends_a_value(text: str, found: dict[str, str]) -> None:
    rejected: list[str] = []
    (rule,) = rules(text, lambda offset, message, hint: rejected.append(message))
    assert {each.name: each.value for each in rule.declarations} == found
    assert all(text.startswith(each.name, each.offset) for each in rule.declarations)
    assert rejected == []


def test_rules_are_ranked_as_css_ranks_them() -> None:
    text = "/* x{} */ #i, rect.a.b { fill: red; } .a{fill:blue;stroke:none} rect { fill: lime }"
    found = sorted(rules(text, lambda *_: None), key=lambda rule: rule.rank)
    assert [(own.type, sorted(own.classes), sorted(own.ids)) for own in (each.selector.own for each in found)] == [
        ("rect", [], []), ("", ["a"], []), ("rect", ["a", "b"], []), ("", [], ["i"]),
    ]  # fmt: skip


def test_strings_and_strays_are_told_from_rules() -> None:
    text = """a } .b { c: "}{" } .d { e: '{' } { .f { g: h } .i { j: /* } */ k } } 'l"""
    found = list(rules(text, lambda *_: None))
    assert [sorted(rule.selector.own.classes) for rule in found] == [["b"], ["d"], ["f"], ["i"]]
    assert [rule.declarations[0].value for rule in found] == ['"}{"', "'{'", "h", "k"]
