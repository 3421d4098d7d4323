"""Seeds: the repository's own files, and files of the formats that it has none of."""

import gzip
import io
import re
import zipfile
from functools import cache
from pathlib import Path

import openpyxl
from fontTools.colorLib.builder import buildCOLR, buildCPAL
from fontTools.fontBuilder import FontBuilder
from fontTools.ttLib import TTCollection, TTFont
from fontTools.ttLib.tables.TupleVariation import TupleVariation
from PIL import Image
from tiny import BACK, CARD, CARDS, CHIP, GAME, GEM, STYLE
from tinyfont import tiny_font

ROOT = Path(__file__).parents[2]


def found(*patterns: str, most: int = 20_000) -> list[bytes]:
    """The repository's own files of some kinds, those of the games first; of large ones the beginning."""
    paths = (path for pattern in patterns for path in sorted(ROOT.glob(pattern)))
    return [path.read_bytes()[:most] for path in paths]


TABLE = 'id,name,text,copies,cost.gem\r\ncup,Tasse à thé,Pay 1 {gem}.,2,3\r\npot,"Big, ""old"" pot",,1,\r\n'


def tables() -> list[bytes]:
    """Tables in every encoding and with every separator that programs write."""
    return [
        *found("cards/*/*.csv"),
        *(TABLE.replace(",", sign).encode() for sign in ",;\t"),
        *(TABLE.encode(encoding) for encoding in ("utf-8-sig", "utf-16", "cp1252")),
        b"\xfe\xff" + TABLE.encode("utf-16-be"),
    ]


def excel() -> list[bytes]:
    """A workbook with texts, numbers, dates and formats, in two sheets."""
    book = openpyxl.Workbook()
    for sheet in (book.active, book.create_sheet("deck")):
        assert sheet is not None
        for row in (
            "id name text copies".split(),
            ["cup", "Cup", "Pay 1 {gem}.", 2],
            ["pot", None, True, 0.5],
        ):
            sheet.append(row)
        sheet["D3"].number_format = "0.00"
    made = io.BytesIO()
    book.save(made)
    return [made.getvalue()]


_ODS = """<?xml version="1.0" encoding="UTF-8"?>
<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0">
<office:body><office:spreadsheet><table:table table:name="deck">
<table:table-row><table:table-cell><text:p>id</text:p></table:table-cell><table:table-cell><text:p>name</text:p></table:table-cell>
<table:table-cell table:number-columns-repeated="3"/></table:table-row>
<table:table-row table:number-rows-repeated="2"><table:table-cell><text:p>cup<text:s text:c="2"/><text:span>of</text:span> tea</text:p>
<text:p>and<text:tab/>milk<text:line-break/></text:p></table:table-cell><table:covered-table-cell/></table:table-row>
</table:table></office:spreadsheet></office:body></office:document-content>"""


def opendocument() -> list[bytes]:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", _ODS)
    return [made.getvalue()]


CATALOGUE = b"""# A comment
msgid ""
msgstr ""
"Language: de\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

#. about
#: cards/tiny/cards.yaml:9
msgctxt "deck/first/name"
msgid "First Light"
msgstr "Erstes Licht"

#, fuzzy
#| msgid "Take 2 {gem}."
msgctxt "deck/first/text"
msgid "Take 1 {gem} and wait for the evening."
msgstr ""
"Nimm 1 {gem} "
"und warte."

msgid "one"
msgid_plural "many"
msgstr[0] "eins"
msgstr[1] "viele"

#~ msgid "old"
#~ msgstr "alt"
"""


def pictures() -> list[bytes]:
    """Small pictures of every kind and mode that is read, some of them turned by EXIF."""
    made = []
    plain = Image.radial_gradient("L").resize((16, 12))
    exif = Image.Exif()
    exif[0x0112] = 6
    for mode, kinds in {
        "RGB": "PNG JPEG WEBP BMP GIF",
        "RGBA": "PNG WEBP",
        "L": "PNG JPEG",
        "P": "PNG GIF BMP",
        "1": "PNG BMP",
        "I;16": "PNG",
        "LA": "PNG",
        "CMYK": "JPEG",
    }.items():
        for kind in kinds.split():
            out = io.BytesIO()
            more = {"exif": exif} if kind in ("PNG", "JPEG", "WEBP") else {}
            plain.convert(mode).save(out, kind, **more)
            made.append(out.getvalue())
    return made


def files() -> list[bytes]:
    """The small project's files, each below its name."""
    texts = {
        "cards/tiny/game.yaml": GAME,
        "cards/tiny/cards.yaml": CARDS,
        "layouts/tiny/style.yaml": STYLE,
        "layouts/tiny/card.svg": CARD,
        "layouts/tiny/back.svg": BACK,
        "layouts/tiny/chip.svg": CHIP,
        "layouts/tiny/gem.svg": GEM,
    }
    return [f"{name}\n{text}".encode() for name, text in texts.items()]


_TEMPLATES = ("layouts/*/appendix/*.md", "generator/nineup/starter/layouts/appendix/*.md")
_OPENING, _ENDING = (re.compile(rf"\{{%-?\s*{kind}(?:for|if|macro|call|filter)\b") for kind in ("", "end"))


def templates() -> list[bytes]:
    """The paragraphs of all templates, as many together as belong together: a whole template is long to
    compile.
    """
    made = []
    for text in found(*_TEMPLATES):
        part = ""
        for paragraph in text.decode().split("\n\n"):
            part += f"{paragraph}\n\n"
            if len(_OPENING.findall(part)) == len(_ENDING.findall(part)):
                made.append(part.encode())
                part = ""
    return made


NOTATION = b"""# Cards [[#cards]]

Take **1** {gem} or *wait*; see [[cards]] and [[light|the light]].
> A note.

## More
- one
- two
1. first
2. second

@table All of them
| Card | Copies |
|:---|---:|
| First | 2 |
| Second | {gem} |

@bars How many
| | 1 | 2 |
| Ruby | 3 | 4 |

@card deck/first
Beside it.
@end
@index
"""
"""What templates print."""


def rulebooks() -> list[bytes]:
    """Markdown with all that a rulebook has."""
    table = "| a | b |\n|---|:-:|\n| 1 | {gem} |\n"
    return [
        f"# Setup\n\nTake *1* {{gem}}.\n\n{table}\n> Note\n\n- one\n- two\n\n1. three\n\n## More `x`\n\n[a](#setup)\\\nb\n".encode(),
        b"# {{ game.title }}\n\n{% for n in [1, 2] %}\n- {{ n }} cards\n{% endfor %}\n\n"
        b'![One](deck/first "20mm") ![](chip)\n\n![](chip "9mm") Words\n\n'
        b'```table 90mm All of it\nchip 0 0 stack=3 "the {gem}"\ndeck/first -40 2.5 turn=90\n"Anna" 0 50\n```\n',
    ]


def drawings() -> list[bytes]:
    """Compressed drawings with ids."""
    named = GEM.replace("<path", '<path id="gem"').replace(
        "</svg>", '<g id="king"><use href="#gem"/></g></svg>'
    )
    return [gzip.compress(text.encode(), mtime=0) for text in (GEM, named)]


def _saved(font: TTFont | TTCollection, flavor: str | None = None) -> bytes:
    out = io.BytesIO()
    if flavor:
        font.flavor = flavor
    font.save(out)
    return out.getvalue()


@cache
def truetype() -> bytes:
    return tiny_font(
        "Agb 12", features="feature liga { sub u0061 by u0062; } liga;".replace("u0061", "u0041")
    )


@cache
def variable() -> bytes:
    """A font with three axes."""
    builder = FontBuilder(font=TTFont(io.BytesIO(tiny_font("Agb 12"))))
    builder.setupFvar(
        [("wght", 100, 400, 900, "w"), ("wdth", 50, 100, 150, "d"), ("slnt", -10, 0, 0, "s")], []
    )
    moves = [(0, 0), (0, 0), (100, 0), (100, 0), (0, 0), (100, 0), (0, 0), (0, 0)]
    deltas = [
        TupleVariation({"wght": (0, 1, 1)}, list(moves)),
        TupleVariation({"slnt": (-1, -1, 0)}, list(moves)),
    ]
    order = builder.font.getGlyphOrder()
    builder.setupGvar({name: deltas if name == "u0041" else [] for name in order})
    return _saved(builder.font)


@cache
def coloured() -> bytes:
    font = TTFont(io.BytesIO(tiny_font("Agb 12")))
    font["COLR"] = buildCOLR({"u0041": [("u0062", 0)]}, glyphMap=font.getReverseGlyphMap())
    font["CPAL"] = buildCPAL([[(1.0, 0.0, 0.0, 1.0)]])
    return _saved(font)


def fonts() -> list[bytes]:
    """Static, variable and coloured fonts with both kinds of outlines, loose, in a collection, and compressed
    for the web.
    """
    loose = [truetype(), tiny_font("Agb 12", cff=True), variable(), coloured()]
    collection = TTCollection()
    collection.fonts = [TTFont(io.BytesIO(data)) for data in loose[:2]]
    packed = [_saved(TTFont(io.BytesIO(data)), kind) for data in loose[:3] for kind in ("woff", "woff2")]
    return [*loose, _saved(collection), *packed]
