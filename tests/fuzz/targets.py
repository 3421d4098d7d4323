"""The targets: each reader of a stranger's files with its seeds, its dictionary, and the mutator that knows
its format.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import drawn
import mutate
import paged
import readers
import seeds
from readers import in_file, selected
from seeds import found
from small import as_file
from tiny import CARD, CARDS, GAME


class Target(NamedTuple):
    """A reader, its seeds, and what its files are made of that is worth putting anywhere."""

    read: Callable[[bytes], object]
    seeds: Callable[[], Sequence[bytes]]
    words: Sequence[str] = ()
    mutated: mutate.Mutator = mutate.anything
    slow: float = 2.0
    """Seconds of processor time that no input of some kilobytes may take."""


FILTERING = 15.0
"""`slow` for drawings: loops in loops may draw 50,000 elements, and filters have a limit of their own,
`layout.filters.MOST_WORK`.
"""


NUMBERS = (
    "0",
    "-1",
    "1e308",
    "1e-320",
    "9" * 40,
    "9" * 5000,
    "nan",
    ".inf",
    "0.5",
    "1000000",
    "\u0663",
    "2147483648",
)
YAML = (
    *(
        "\n",
        ": ",
        "- ",
        "[",
        "]",
        "{",
        "}",
        "'",
        '"',
        "|",
        ">",
        "#",
        " #",
        "&a",
        "*a",
        "!!str",
        "<<: ",
        "---",
        "\t",
        "~",
    ),
    *(
        "{=",
        "{gem}",
        "{{ a }}",
        "**",
        "\\",
        "\ufeff",
        "\x01",
        "\u2028",
        "for: ",
        "when: ",
        "[x](big)",
        "{gem:2}",
    ),
    *NUMBERS,
)
SVG = (
    *(
        'n:text="{{ card.name }}"',
        'n:each="a in [1]"',
        'n:row="1mm"',
        'n:if="0"',
        "</g>",
        "<g>",
        "<svg ",
        "<text ",
        "<tspan>",
    ),
    *(
        'clip-path="url(#c)"',
        'mask="url(#m)"',
        'filter="url(#f)"',
        'marker="url(#k)"',
        'fill="url(#p)"',
        'opacity="0.5"',
    ),
    *(
        '<use href="#a"/>',
        '<textPath href="#p">a</textPath>',
        '<image href="gem.svg"/>',
        '<a href="#b">',
        'id="a"',
    ),
    *(
        "<style>",
        "</style>",
        "/*",
        "url(#g)",
        'transform="',
        "rotate(45)",
        "100%",
        "deck.svg#king",
        "data:image/png;base64,AA",
    ),
    *NUMBERS,
)
PATTERNS = b"""<svg xmlns="http://www.w3.org/2000/svg" width="63.5mm" height="88.9mm" viewBox="0 0 63.5 88.9">
<defs><pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse"><circle r="1"/></pattern>
<mask id="m"><rect width="60" height="80" fill="#fff"/></mask><clipPath id="c"><circle r="30"/></clipPath>
<marker id="k" markerWidth="3" markerHeight="3" orient="auto"><path d="M0 0L3 1L0 3z"/></marker>
<filter id="f"><feGaussianBlur stdDeviation="1"/><feOffset dx="1"/></filter>
<linearGradient id="g"><stop offset="0" stop-color="red"/><stop offset="1"/></linearGradient></defs>
<rect width="60" height="80" fill="url(#p)" mask="url(#m)"/><path id="w" d="M5 50C20 20 40 80 60 50" marker-end="url(#k)" fill="none" stroke="url(#g)"/>
<g clip-path="url(#c)"><circle r="9" filter="url(#f)"/></g><text font-family="Source Sans 3" font-size="5"><textPath href="#w">along</textPath></text></svg>"""
DRAWINGS = ("layouts/*/*.svg", "docs/samples/*/*.svg", "tests/svg/*.svg")
ANSWERS = (
    'HTTP/1.1 200 OK\r\nContent-Type: text/csv\r\n\r\nid,name\r\na,b\r\nb,"c, d"\r\n',
    "HTTP/1.1 200 OK\r\nContent-Type: text/csv\r\nTransfer-Encoding: chunked\r\n\r\n8\r\nid,name\n\r\n4\r\na,b\n\r\n0\r\n\r\n",
    "HTTP/1.1 307 Moved\r\nLocation: http://127.0.0.1/b.csv?x=1\r\nContent-Length: 0\r\n\r\n",
    "HTTP/1.0 404 Not Found\r\n\r\n",
)
PAGES = (
    *("[[", "]]", "| a | b |\n", "|---|:-:|\n", "@bars ", "@card ", "@end", "@index", "@table ", "# ", "> "),
    *(
        "- ",
        "1. ",
        "    ",
        "**",
        "_",
        "`",
        "```",
        "<b>",
        "[a](#b)",
        "![a](b)",
        "\\",
        "{gem}",
        "\x05",
        *NUMBERS,
    ),
)
REQUESTS = """GET /
GET /tiny
GET /tiny/cards
GET /tiny/cards/cards/tiny/cards.yaml
GET /tiny/proof
GET /tiny/table?players=3
GET /tiny/words?q=a
GET /tiny/game/terms
GET /static/studio.css
GET /new
GET /tiny/sheets?paper=a4&players=2
GET /output/tiny/box/a.pdf
GET /face/00.svg
GET /tiny/editing/deck/first
GET /tiny/layouts/card.svg
GET /tiny/earlier/print-1/front/deck/first
GET /tiny/table/layout
GET /tiny/table/chance?pile=deck
POST /tiny/undo
POST /tiny/edit|{"file": "cards/tiny/cards.yaml", "base": "", "changes": [{"type": "set", "path": ["cards", 0], "value": 1}]}
POST /tiny/preview/deck/first|{"file": "cards/tiny/cards.yaml", "base": "0", "changes": [], "says": "a"}"""

TARGETS: dict[str, Target] = {
    "yaml": Target(
        readers.yaml, lambda: found("cards/*/*.yaml", "layouts/*/*.yaml", most=3000), YAML, mutate.lines
    ),
    "game": Target(as_file("cards/tiny/game.yaml", selected), lambda: [GAME.encode()], YAML, mutate.lines),
    "cards": Target(readers.cards, lambda: [CARDS.encode()], YAML, mutate.lines),
    "marks": Target(
        readers.marks,
        lambda: [b"Take 1 {gem} and **wait** for *it*.", b"\\{ {= players } **a {b}** [c](d)"],
        YAML,
    ),
    "rich": Target(
        drawn.rich,
        lambda: [b"Take 1 {gem} and **wait** for *it*.", b"\\{ {gem} {= players } **a {b}** "],
        YAML,
    ),
    "address": Target(
        drawn.address,
        lambda: [b"gem.svg", b"deck.svg#king", b"../tiny/gem.svgz", b"chip.svg#a b"],
        ("#", "..", "/", "%2e", ".svgz", "chip.svg", "\\", ":", "data:", "C:"),
    ),
    "expression": Target(
        readers.formula,
        lambda: [b"3 * players", b"{{ card.cost.gem }}", b"items|sum > 2 and players in [1, 2]"],
        (
            "{{ a }}",
            "{% for a in items %}",
            "{% endfor %}",
            "|sum",
            "|map(attribute='a')",
            "players",
            "**",
            "//",
            "~",
            *NUMBERS,
        ),
    ),
    "layout": Target(
        drawn.layout,
        lambda: [CARD.encode(), PATTERNS, *(each for each in found(*DRAWINGS) if len(each) < 1500)],
        SVG,
        mutate.markup,
        FILTERING,
    ),
    "svgz": Target(drawn.drawing, seeds.drawings, SVG, mutate.gzipped, FILTERING),
    "path": Target(
        readers.path,
        lambda: [b"M0 0L1 1C1 2 3 4 5 6zA1 1 0 0 1 2 2", b"m1-1.5.5h3v4q1 1 2 2t3 3s1 1 2 2"],
        NUMBERS,
    ),
    "css": Target(
        readers.css,
        lambda: [
            b".a { fill: red; stroke: url(#g) } /* b */ rect, #c.d { opacity: 0.5 }",
            b"g > a:not(.b) c[d='e'] {f: g}",
        ],
        ("/*", "*/", "{", "}", '"', "'", "(", "@a", ";", ">", ":", "[", "\\", "!important"),
    ),
    "values": Target(
        readers.values,
        lambda: [
            b"translate(1 2) rotate(45)",
            b"0 0 10 20",
            b"rgb(1, 2, 3)",
            b"url(#a)",
            b"10mm",
            b"xMidYMid slice",
        ],
        (*NUMBERS, "(", ")", ",", "%", "hsl(", "matrix("),
    ),
    "csv": Target(
        readers.csv, seeds.tables, (",", '"', '""', "\r", "\n", ";", "\t", "a.b", "\x00"), mutate.lines
    ),
    "json list": Target(
        readers.json_list,
        lambda: [b'[{"name": "Cup \\ud83c\\udf75", "Qty": 2, "text": null}, {"text": ["a", {"b": true}]}]'],
        ("[", "]", "{", "}", '"', ",", ":", "\\u0000", "\\ud83c", *NUMBERS),
    ),
    "xlsx": Target(
        partial(readers.workbook, "a.xlsx"),
        seeds.excel,
        (*NUMBERS, "A1", "XFD1048576", "#REF!"),
        mutate.zipped,
    ),
    "ods": Target(partial(readers.workbook, "a.ods"), seeds.opendocument, NUMBERS, mutate.zipped),
    "catalogue": Target(
        in_file("cards/tiny/translations/de.po"),
        lambda: [seeds.CATALOGUE],
        (
            "msgid ",
            "msgstr ",
            "msgctxt ",
            '"',
            "\\n",
            "#~ ",
            "#| ",
            "#, fuzzy",
            "nplurals=9",
            "charset=x",
            "[0]",
            "{gem}",
            "%s",
        ),
        mutate.lines,
    ),
    "answer": Target(
        readers.answer,
        lambda: [each.encode() for each in ANSWERS],
        (
            "\r\n",
            "HTTP/1.1 302 Found",
            "Location: ",
            "http://[::1",
            "//",
            "Content-Length: -1",
            "Content-Type: ;charset",
            "Transfer-Encoding: chunked\r\n",
            "<html>",
            *NUMBERS,
        ),
        mutate.lines,
    ),
    "picture": Target(readers.picture, seeds.pictures, (), mutate.picture),
    "font": Target(readers.font, seeds.fonts, (), mutate.font),
    "record": Target(
        in_file("cards/tiny/prints/p.yaml"),
        lambda: [
            *found("cards/*/prints/*.yaml", most=4000),
            b"game: tiny\ntitle: Tiny\nprint: p\nnumber: 1\ndate: 2024-01-01\n",
        ],
        YAML,
        mutate.lines,
    ),
    "manifest": Target(
        readers.manifest,
        lambda: [
            b'{"format": 1, "game": "tiny", "asked": {"players": 2}, "printed": null,\n"pieces": [\n{"component": "a"}\n]}'
        ],
        ("{", "}", "[", "]", ",", ":", '"', "null", *NUMBERS),
    ),
    "settings": Target(
        in_file("nineup.yaml"),
        lambda: [b"paper: a4\nbleed: 3mm\nbacks: long-edge\noutput: out\n"],
        YAML,
        mutate.lines,
    ),
    "styles": Target(
        in_file("layouts/tiny/style.yaml"), lambda: found("layouts/*/style.yaml"), YAML, mutate.lines
    ),
    "sheets": Target(
        in_file("layouts/sheets/s.yaml"),
        lambda: [*found("layouts/sheets/*.yaml"), b"paper: a4\nmargin: 5mm\nback-offset: 1mm, 2mm\n"],
        YAML,
        mutate.lines,
    ),
    "appendix": Target(
        paged.appendix,
        seeds.templates,
        ("{{ game.title }}", "{% for c in components %}", "{% endfor %}", *PAGES),
        mutate.lines,
    ),
    "notation": Target(paged.notation, lambda: [seeds.NOTATION], PAGES, mutate.lines),
    "rules": Target(paged.rules, seeds.rulebooks, PAGES, mutate.lines),
    "edit": Target(readers.edited, lambda: [CARDS.encode(), b"id,name\na,b\n"], YAML, mutate.lines),
    "request": Target(
        paged.request,
        lambda: [line.replace("|", "\n").encode() for line in REQUESTS.splitlines()],
        ("../", "%00", "%2e", "?players=", "&", "=", "{", "[", "\n", "cards/tiny/cards.yaml", *NUMBERS),
    ),
    "build": Target(drawn.build, seeds.files, (*YAML, *SVG), mutate.named),
}
