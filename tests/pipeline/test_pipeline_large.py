"""Files of a stranger that are small to send and large to read: each ends soon, in sheets or in findings."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from large import MANY, SECONDS, drawn, findings_of, numbered
from nineup.base.diagnostics import MOST_ERRORS
from tiny import BACK, CARDS, GAME, SVG, write_tiny

FUZZ = int(os.environ.get("NINEUP_FUZZ", "0"))
ENTRY = "fields: {suit: {one-of: suit}, name: text, text: rich}\ncards:\n"
Made = dict[str, str]


def worded(text: str) -> Made:
    return {"cards": CARDS.replace("Take 1 {gem} and wait for the evening.", f"'{text}'")}


def sheet(text: str) -> Made:
    return {"card": drawn(f"<style>{text}</style>")}


def used(levels: int, number: int, tag: str = "g") -> str:
    """Drawings of drawings: as many as the number to the power of the levels."""
    inner = "".join(
        f'<{tag} id="l{level}">' + f'<use href="#l{level - 1}"/>' * number + f"</{tag}>"
        for level in range(1, levels + 1)
    )
    return f'<defs><{tag} id="l0"><rect width="1" height="1"/></{tag}>{inner}</defs><use href="#l{levels}"/>'


def clipped(levels: int) -> str:
    """Clip paths that are clipped by clip paths, each shape of each."""
    each = (
        f'<clipPath id="c{at}" clip-path="url(#c{at - 1})"><rect width="9" height="9" clip-path="url(#c{at - 1})"/></clipPath>'
        for at in range(1, levels)
    )
    first = '<clipPath id="c0"><rect width="9" height="9"/></clipPath>'
    return first + "".join(each) + f'<rect width="5" height="5" clip-path="url(#c{levels - 1})"/>'


def nested(tag: str, use: str) -> str:
    """Definitions that contain each other, ten to the power of eight."""
    more = 'width="4" height="4" patternUnits="userSpaceOnUse" markerWidth="3" markerHeight="3"'
    inner = "".join(f'<{tag} id="p{at}" {more}>{use.format(at - 1) * 10}</{tag}>' for at in range(1, 9))
    return f'<{tag} id="p0" {more}><rect width="1" height="1"/></{tag}>{inner}{use.format(8)}'


FILTERED = '<rect width="60" height="80" filter="url(#f)"/>'


def filtered(steps: str) -> str:
    return f'<filter id="f">{steps}</filter>{FILTERED}'


PAINTS = """<pattern id="p" width="0.2" height="0.2" patternUnits="userSpaceOnUse"><circle r="0.1"/></pattern>
<mask id="m"><rect width="60" height="80" fill="white"/></mask>
<radialGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></radialGradient>"""


def over(element: str) -> Made:
    """An element over itself, more often than any renderer draws it in seconds."""
    return {"card": drawn(PAINTS + element * 2000)}


CASES: dict[str, tuple[Callable[[], Made], str]] = {
    "duplicate keys": (lambda: {"game": GAME + "designer: a\n" * MANY}, "too-many-errors"),
    "unknown keys": (lambda: {"game": GAME + numbered("compnents{}: a\n")}, "too-many-errors"),
    "unknown items": (
        lambda: {"cards": ENTRY + numbered("  - {{id: c{0}, suit: rub{0}, name: a, text: b}}\n", 5000)},
        "too-many-errors",
    ),
    "unknown symbols": (lambda: worded(numbered("{{x{}}} ", 10_000)), "too-many-errors"),
    "the same unknown symbol": (lambda: worded("{gen} " * 15_000), "too-many-errors"),
    "a long text": (lambda: worded("word " * 200_000), "text-too-long"),
    "open braces": (lambda: worded("{" * MANY), "too-many-errors"),
    "equal ids": (
        lambda: {"cards": ENTRY + "  - {id: c, suit: ruby, name: a, text: b}\n" * 5000},
        "too-many-errors",
    ),
    "long texts of a family": (
        lambda: {
            "cards": CARDS
            + f"  - for: {{a: [{','.join(map(str, range(5000)))}]}}\n    id: x{{{{a}}}}\n    suit: ruby\n    name: a\n    text: '{'word ' * 2000}'\n"
        },
        "too-many-cards",
    ),
    "a long id": (lambda: {"cards": CARDS.replace("id: first", f"id: {'a' * 300_000}")}, "bad-id"),
    "terms": (lambda: {"game": f"{GAME}terms:\n" + numbered("  Term{0}: {{means: a}}\n", 5000)}, ""),
    "texts without quotes": (
        lambda: {"cards": CARDS + numbered("  - id: x{}\n    suit: ruby\n    name: First: light\n", 40_000)},
        "unquoted-text",
    ),
    "control characters": (lambda: {"cards": CARDS + "\x01" * 15_000_000}, "control-character"),
    "control characters in lines": (lambda: {"cards": CARDS + "\x01\n" * 5_000_000}, "control-character"),
    "escapes on a line": (
        lambda: {"game": GAME + "data:\n  a: [" + '"\\a", ' * 20_000 + "1]\n"},
        "control-character",
    ),
    "a flat file": (lambda: {"game": f"{GAME}data:\n  a: [{'1,' * 1_400_000}1]\n"}, "yaml-too-large"),
    "elements": (lambda: {"card": drawn('<rect width="1" height="1"/>' * 99_000)}, "svg-value"),
    "unknown elements": (lambda: {"card": drawn("<foo/>\n" * 99_000)}, "svg-ignored"),
    "unknown attributes": (
        lambda: {"card": drawn(("<rect " + numbered('a{}="1" ', 900) + "/>") * 400)},
        "svg-ignored",
    ),
    "unknown bindings": (
        lambda: {"card": drawn(("<rect " + numbered('n:a{}="1" ', 900) + "/>") * 20)},
        "too-many-errors",
    ),
    "unknown properties": (
        lambda: {"card": drawn('<rect style="' + numbered("p{}: 3;") + '"/>')},
        "svg-ignored",
    ),
    "unknown selectors": (lambda: sheet("a:has(b) {}\n" * MANY), "too-many-errors"),
    "at-rules": (lambda: sheet("@a{}" * 300_000), "too-many-errors"),
    "rules": (
        lambda: {
            "card": drawn(
                f"<style>{numbered('.a{} {{fill: red}}')}</style>"
                + '<rect class="a3" width="1" height="1"/>' * 3000
            )
        },
        "",
    ),
    "rules for every element": (
        lambda: {
            "card": drawn(
                f"<style>{':not(:not(:not(g))){fill:red}' * 2000}</style>"
                + '<rect width="1" height="1"/>' * 3000
            )
        },
        "svg-value",
    ),
    "classes of many elements": (
        lambda: {
            "card": drawn(
                f"<style>{numbered('.a{} {{fill: red}}')}</style><defs>"
                f'<g id="g" class="{numbered("a{} ")}"/></defs>' + '<use href="#g"/>' * 9000
            )
        },
        "svg-value",
    ),
    "an open comment": (lambda: sheet("/*" * 1_500_000), "svg-unsupported"),
    "open rules": (lambda: sheet("{" * 3_000_000), "svg-unsupported"),
    "uses of uses": (lambda: {"card": drawn(used(8, 10))}, "svg-value"),
    "uses of symbols": (lambda: {"back": drawn(used(8, 10, "symbol"), BACK)}, "svg-value"),
    "uses in a symbol": (lambda: {"gem": drawn(used(8, 10), SVG.format(w=10, h=10) + "</svg>")}, "svg-value"),
    "clips of clips": (lambda: {"card": drawn(clipped(20))}, "svg-value"),
    "clips of a large clip": (
        lambda: {
            "card": drawn(
                '<clipPath id="c">'
                + '<rect width="9" height="9"/>' * 3000
                + "</clipPath>"
                + '<rect width="3" height="3" clip-path="url(#c)"/>' * 3000
            )
        },
        "svg-value",
    ),
    "patterns of patterns": (
        lambda: {"card": drawn(nested("pattern", '<rect width="9" height="9" fill="url(#p{0})"/>'))},
        "svg-value",
    ),
    "masks of masks": (
        lambda: {"card": drawn(nested("mask", '<rect width="9" height="9" mask="url(#p{0})"/>'))},
        "svg-value",
    ),
    "patterns of patterns in a filter": (
        lambda: {
            "card": drawn(
                '<filter id="f"><feOffset dx="1"/></filter><g filter="url(#f)">'
                + nested("pattern", '<rect width="9" height="9" fill="url(#p{0})"/>')
                + "</g>"
            )
        },
        "svg-value",
    ),
    "neighbours of pixels": (
        lambda: {
            "card": drawn(
                '<filter id="f"><feMorphology operator="dilate" radius="1000"/></filter>'
                '<rect width="50" height="80" filter="url(#f)"/>'
            )
        },
        "svg-value",
    ),
    "nested groups with clips": (
        lambda: {
            "card": drawn(
                '<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width="1" height="1"/></clipPath>'
                + '<g clip-path="url(#c)">' * 30
                + '<rect width="3" height="3"/>'
                + "</g>" * 30
            )
        },
        "",
    ),
    "a long path": (lambda: {"card": drawn(f'<path d="M0 0{"L1 1" * 2_000_000}"/>')}, "svg-value"),
    "a long text path": (
        lambda: {
            "card": drawn(
                f'<path id="p" d="M0 0{"C1 1 2 2 3 3" * 50_000}" fill="none"/>'
                '<text class="rules"><textPath href="#p">hello</textPath></text>'
            )
        },
        "svg-value",
    ),
    "points": (lambda: {"card": drawn(f'<polygon points="{"1,2 " * 1_000_000}"/>')}, "svg-value"),
    "a string in a style sheet": (lambda: sheet('rect { fill: "' + "\\\n" * 500_000 + '" }'), "svg-value"),
    "fonts of a text": (
        lambda: {"card": drawn(f'<text font-family="{"a," * 200_000}b" font-size="5">a</text>')},
        "unknown-font",
    ),
    "a static text": (
        lambda: {"card": drawn(f'<text font-family="Source Sans 3" font-size="5">{"a" * 2_000_000}</text>')},
        "svg-value",
    ),
    "places of letters": (
        lambda: {
            "card": drawn(
                f'<text x="{"1 " * 100_000}" font-family="Source Sans 3" font-size="5">{"a" * 100_000}</text>'
            )
        },
        "svg-value",
    ),
    "fine patterns": (lambda: over('<rect width="60" height="80" fill="url(#p)"/>'), "svg-value"),
    "blends": (
        lambda: over('<rect width="60" height="80" style="mix-blend-mode: multiply"/>'),
        "svg-value",
    ),
    "masks": (lambda: over('<rect width="60" height="80" mask="url(#m)"/>'), "svg-value"),
    "gradients": (lambda: over('<rect width="60" height="80" fill="url(#g)"/>'), "svg-value"),
    "gradients of a filtered element": (
        lambda: {
            "card": drawn(
                '<filter id="f"><feOffset dx="1"/></filter><g filter="url(#f)">'
                + PAINTS
                + '<rect width="60" height="80" fill="url(#g)"/>' * 900
                + "</g>"
            )
        },
        "svg-value",
    ),
    "gradients in a loop": (
        lambda: {
            "card": drawn(
                PAINTS
                + '<g n:each="a in range(90)"><g n:each="b in range(90)"><rect width="60" height="80" fill="url(#g)"/></g></g>'
            )
        },
        "svg-value",
    ),
    "small things": (lambda: {"card": drawn('<rect width="1" height="1" opacity="0.5"/>' * 5000)}, ""),
    "a filter of a picture of elements": (
        lambda: {
            "card": drawn(
                '<filter id="f"><feImage href="#x"/></filter><defs><g id="x">'
                + '<circle r="40" opacity="0.5"/>' * 3000
                + f"</g></defs>{FILTERED}"
            )
        },
        "svg-value",
    ),
    "filters that are enlarged": (
        lambda: {
            "card": drawn(
                '<filter id="f"><feGaussianBlur stdDeviation="1"/><feOffset dx="1"/></filter>'
                + '<g transform="scale(150)"><circle r="9" filter="url(#f)"/></g>' * 9
            )
        },
        "svg-value",
    ),
    "a filter inside a filter that reaches far": (
        lambda: {
            "card": drawn(
                '<filter id="f"/><filter id="w" x="-10" y="-10" width="21" height="21"><feGaussianBlur stdDeviation="1"/></filter>'
                + '<g filter="url(#f)">'
                + '<circle r="30" filter="url(#w)"/>' * 30
                + "</g>"
            )
        },
        "svg-value",
    ),
    "dashes of a filtered element": (
        lambda: {
            "card": drawn(
                '<filter id="f"><feOffset dx="1"/></filter><g filter="url(#f)">'
                + '<path d="M0 0L60 80" stroke="red" stroke-dasharray="0.0005"/>' * 300
                + "</g>"
            )
        },
        "svg-value",
    ),
    "steps of a filter": (
        lambda: {"card": drawn(filtered('<feGaussianBlur stdDeviation="100"/>' * 100))},
        "svg-value",
    ),
    "octaves of a filter": (
        lambda: {"card": drawn(filtered(f'<feTurbulence baseFrequency="0.1" numOctaves="{10**9}"/>'))},
        "svg-value",
    ),
    "filters of many": (
        lambda: {
            "card": drawn('<filter id="f"><feGaussianBlur stdDeviation="3"/></filter>' + FILTERED * 300)
        },
        "svg-value",
    ),
    "loops in loops": (
        lambda: {
            "card": drawn(
                '<g n:each="a in range(100)"><g n:each="b in range(100)"><g n:each="c in range(100)">'
                '<rect width="1" height="1" n:each="d in range(100)" n:row="1mm"/></g></g></g>'
            )
        },
        "binding-failed",
    ),
    "expressions": (
        lambda: {
            "card": drawn(f'<rect class="rules" width="9" height="9" n:text="{"{{ card.name }}" * 50_000}"/>')
        },
        "binding-syntax",
    ),
}


ALIKE = (
    *("rules for every element", "elements", "uses of symbols", "uses in a symbol", "masks of masks"),
    *("clips of a large clip", "filters of many", "a filter inside a filter that reaches far"),
    "control characters in lines",
)
"""Cases that meet the limit of another one: tried under `make fuzz`."""


@pytest.mark.parametrize("name", [name for name in CASES if FUZZ or name not in ALIKE])
def test_a_large_file_ends_soon(tmp_path: Path, name: str) -> None:
    make, code = CASES[name]
    findings, seconds = findings_of(write_tiny(tmp_path, **make()))
    assert seconds < SECONDS
    assert len(findings) <= MOST_ERRORS + 10
    assert max((len(finding.message) for finding in findings), default=0) < 2000
    codes = {finding.code for finding in findings}
    assert (code in codes) if code else not findings.failed, codes


@pytest.mark.parametrize(("levels", "number"), [(10, 10), (500, 1)], ids=["many", "deep"])
def test_drawings_of_drawings_end_soon(tmp_path: Path, levels: int, number: int) -> None:
    root = write_tiny(tmp_path, card=drawn('<image href="a0.svg" width="9" height="9"/>'))
    for level in range(levels):
        inner = '<rect width="9" height="9"/>'
        if level < levels - 1:
            inner = f'<image href="a{level + 1}.svg" width="9" height="9"/>' * number
        text = SVG.format(w=9, h=9) + f"{inner}</svg>"
        (root / f"layouts/tiny/a{level}.svg").write_text(text, encoding="utf-8")
    findings, seconds = findings_of(root)
    assert seconds < SECONDS
    assert {finding.code for finding in findings if finding.severity == "error"} <= {
        "svg-value",
        "picture-broken",
    }
    assert findings.failed


CSV = {
    "commas": ("," * 3_000_000, "csv-too-large"),
    "rows of commas": ("id,suit,name,text\n" + (",x" * 1000 + "\n") * 2000, "too-many-errors"),
    "columns": ("id,suit,name,text," + numbered("c{},") + "\na,ruby,b,c\n", "too-many-errors"),
    "equal columns": ("id,suit,name,text" + ",name" * MANY + "\na,ruby,b,c\n", "too-many-errors"),
    "quotes": ("id,suit,name,text\n" + '"a"b,' * 300_000, "too-many-errors"),
    "rows": ("id,suit,name,text\n" + "a,ruby,b,c\n" * 101_000, "csv-too-large"),
    "equal names": ("suit,name,text\n" + "ruby,b,c\n" * 26_000, "too-many-pieces"),
    "lines in a cell": ('id,suit,name,text\na,ruby,b,"x' + "\n" * 2_000_000 + '"\n', "text-too-long"),
    "quotes that never end": ('id,suit,name,text\na,ruby,b,"' + '""' * 1_000_000 + "\n", "csv-quote"),
}


@pytest.mark.parametrize("name", CSV)
def test_a_large_csv_file_ends_soon(tmp_path: Path, name: str) -> None:
    text, code = CSV[name]
    fields = "{suit: {one-of: suit}, name: text, text: rich}"
    game = GAME.replace("cards: cards.yaml", f"cards: cards.csv\n    fields: {fields}")
    root = write_tiny(tmp_path, game=game)
    (root / "cards/tiny/cards.csv").write_text(text, encoding="utf-8")
    findings, seconds = findings_of(root)
    assert seconds < SECONDS
    codes = {finding.code for finding in findings}
    assert (code in codes) if code else not findings.failed, codes
