"""Selectors of style sheets: which elements each picks.

All of it is what Chromium's `querySelectorAll` gives.
"""

import pytest
from growth import LINEAR, growth
from nineup.base.diagnostics import Findings
from nineup.svg.style.selectors import listed, selector
from nineup.svg.xml import SvgDocument, class_names, parse_svg

DRAWING = """
<g id="g1" class="deck red" data-kind="a b">
  <rect id="r1"/><rect id="r2" class="x"/><circle id="c1"/><rect id="r3" class="x y" lang="en-GB"/><a id="a1" href="#x"><rect id="r4"/></a>
</g>
<g id="g2" class="deck"><g id="g3" data-kind="it's, so"><circle id="c2" class="x"/></g><rect id="r5"/><rect id="r6"/></g>
<path id="p1"/><path id="p2"> </path><text id="t1">a</text>
"""

PICKED = {
    "rect": "r1 r2 r3 r4 r5 r6",
    "*": "root g1 r1 r2 c1 r3 a1 r4 g2 g3 c2 r5 r6 p1 p2 t1",
    ".deck > rect": "r1 r2 r3 r5 r6",
    "g.deck.red rect.x": "r2 r3",
    "#g1 #r3": "r3",
    "rect + rect": "r2 r6",
    "rect + circle+rect": "r3",
    "rect ~ rect": "r2 r3 r6",
    "circle ~ a rect": "r4",
    "g g ~ rect": "r5 r6",
    "g > g + rect ~ rect": "r6",
    ".red ~ g circle": "c2",
    "rect:first-child": "r1 r4",
    "rect:last-child": "r4 r6",
    ":only-child": "root r4 c2",
    "rect:first-of-type": "r1 r4 r5",
    "rect:last-of-type": "r3 r4 r6",
    "circle:only-of-type": "c1 c2",
    "g rect:nth-child(2n+1)": "r1 r4 r6",
    "g > :nth-child( odd )": "r1 c1 a1 g3 c2 r6",
    "g > :nth-child(even)": "r2 r3 r5",
    "g > :nth-child(-n + 2)": "r1 r2 g3 c2 r5",
    "g > :nth-last-child(2)": "r3 r5",
    "g > :nth-child(n+4)": "r3 a1",
    "rect:nth-of-type(2)": "r2 r6",
    "rect:nth-last-of-type(1)": "r3 r4 r6",
    ":nth-child(0n+3)": "c1 r6 p1",
    "[data-kind]": "g1 g3",
    '[data-kind~="b"]': "g1",
    """[data-kind="it's, so"]""": "g3",
    "[ class = 'x y' ]": "r3",
    "[lang|=en]": "r3",
    "[id^=r][class$='y']": "r3",
    "[class*=ec]": "g1 g2",
    "rect:not(.x)": "r1 r4 r5 r6",
    "rect:not(.x, :first-child)": "r5 r6",
    ":not(g):not(rect):not(:root)": "c1 a1 c2 p1 p2 t1",
    ":is(circle, #r4, .y)": "c1 r3 r4 c2",
    ":is(.red, #g3) > :where(rect, circle):not(:nth-child(2))": "r1 c1 r3 c2",
    "path:empty": "p1",
    ":link > rect": "r4",
    ":root > g": "g1 g2",
    "rect:hover": "",
    "rect:not(:hover)": "r1 r2 r3 r4 r5 r6",
    "rect::before": "",
    "RECT": "",
}

RANKS = {
    "rect": (0, 0, 1),
    "g > rect.x:first-child": (0, 2, 2),
    "#a rect[id]:not(.b.c, #d)": (2, 1, 1),
    ":where(#a) *": (0, 0, 0),
    ":is(g, .x)": (0, 1, 0),
}

UNSUPPORTED = (
    "",
    "> rect",
    "rect >",
    "g > > rect",
    "g + ~ rect",
    "rect:has(title)",
    "rect:nth-child(2 of .x)",
    "rect:nth-child(x)",
    "rect:nth-child",
    "rect:not(g rect)",
    "rect:not(.a",
    "rect:lang(en)",
    "svg|rect",
    "[a=b i]",
    "a b c d e f g h i j",
    ":not(" * 9 + "rect" + ")" * 9,
    "." + "x" * 600,
)


def drawing(body: str) -> SvgDocument:
    text = f'<svg xmlns="http://www.w3.org/2000/svg" id="root">{body}</svg>'
    document = parse_svg("a.svg", text, Findings())
    assert document is not None
    return document


@pytest.fixture(scope="module")
def cards() -> SvgDocument:
    return drawing(DRAWING)


@pytest.mark.parametrize("text", PICKED)
def test_a_selector_picks_what_it_picks_in_a_browser(cards: SvgDocument, text: str) -> None:
    one = selector(text)
    assert one is not None
    found = [each.attributes["id"] for each in cards.root.all() if one.matches(each, class_names(each))]
    assert found == PICKED[text].split()


@pytest.mark.parametrize("text", RANKS)
def test_how_particular_a_selector_is(text: str) -> None:
    one = selector(text)
    assert one is not None
    assert one.rank == RANKS[text]


@pytest.mark.parametrize("text", UNSUPPORTED)
def test_any_other_selector_is_refused(text: str) -> None:
    assert selector(text) is None


def test_a_list_is_cut_where_no_bracket_or_string_is_open() -> None:
    text = """g , :is(a,b) [x=","]>c,d"""
    assert [(each, text[at:].strip()[:1]) for each, at in listed(text)] == [
        ("g", "g"),
        (""":is(a,b) [x=","]>c""", ":"),
        ("d", "d"),
    ]


def test_a_bound_element_has_the_place_of_the_one_it_is_a_copy_of(cards: SvgDocument) -> None:
    second = next(each for each in cards.root.all() if each.attributes["id"] == "r2")
    copy = second.with_values({"class": "bound"}, {})
    one = selector("rect + rect:nth-child(2).bound")
    assert one is not None
    assert one.matches(copy, class_names(copy))


def test_long_drawings_take_time_in_proportion() -> None:
    def work(count: int) -> None:
        document = drawing("<g><g>" + "<rect/>" * count + "</g></g>")
        for text in (
            "g circle ~ rect",
            "circle g rect",
            "rect + circle ~ rect ~ rect",
            "rect:nth-last-child(2n+1)",
        ):
            one = selector(text)
            assert one is not None
            sum(one.matches(each, frozenset()) for each in document.root.all())

    assert growth(work, 2_000) < LINEAR  # 64 times if each element looked at all others
