"""What is fuzzed: each reader of a stranger's bytes, as a function that must come back without an exception."""

import tempfile
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from nineup import pipeline
from nineup.art import ArtError, read_image
from nineup.diagnostics import Findings
from nineup.expression import (
    ExpressionError,
    expression,
    numbers_in,
    plain_text,
    symbols_in,
    template,
    words_in,
)
from nineup.fonts import Font, FontError, Fonts
from nineup.geometry import Box
from nineup.layout.css import declarations, rules
from nineup.layout.path_data import path_data
from nineup.layout.transform import fit_box, transform, view_box
from nineup.layout.values import SvgError, colour, length, numbers, reference
from nineup.load.csv_cards import as_entries, present, read_rows
from nineup.load.fields import Fields
from nineup.pipeline.appendix import AppendixRequest, make_appendix
from nineup.project import STARTER, Project
from nineup.record import read_record
from nineup.schema.nodes import SourceFile
from nineup.schema.scope import Scope
from nineup.schema.types import TEXT
from nineup.schema.yaml_tree import decode_text, parse, pieces
from nineup.settings import read_settings
from nineup.sheet_spec import read_sheet
from nineup.text import read_styles
from tiny import CARDS, GAME, write_tiny

ROOT = Path(__file__).parents[2]


class Target(NamedTuple):
    """A reader, its seeds, and what it is made of that is worth putting anywhere."""

    read: Callable[[bytes], object]
    seeds: Callable[[], list[bytes]]
    words: tuple[str, ...] = ()


def found(*patterns: str, most: int = 20_000) -> list[bytes]:
    """The repository's own files of some kinds, those of the games first; of large ones the beginning."""
    paths = (path for pattern in patterns for path in sorted(ROOT.glob(pattern)))
    return [path.read_bytes()[:most] for path in paths]


def text_of(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape").replace("\x00", "")


@cache
def project() -> Project:
    """A small project that lasts as long as the process."""
    return Project(write_tiny(Path(tempfile.mkdtemp(prefix="nineup-fuzz-"))))


@cache
def fonts() -> Fonts:
    return Fonts(project())


def in_project(path: str, read: Callable[[Project, Findings], object], data: bytes) -> None:
    """Put the bytes into a file of the project, and read that."""
    file = project().root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    before = file.read_bytes() if file.exists() else None
    file.write_bytes(data)
    try:
        read(project(), Findings())
    finally:
        file.unlink()
        if before is not None:
            file.write_bytes(before)


def built(project: Project, findings: Findings) -> None:
    """Everything a build does but writing: the file is one of a game's."""
    drawn = drawing(project, findings)
    if isinstance(drawn, pipeline.DrawnRun):
        pipeline.make_files(drawn, pipeline.group_by_shape(drawn.drawn), findings, lambda *_: None)
    assert findings.failed or isinstance(drawn, pipeline.DrawnRun)


def drawing(project: Project, findings: Findings) -> object:
    options = pipeline.PrintOptions(output=project.root / "out")
    return pipeline.draw(project, "tiny", pipeline.RunChoice(), options, findings, lambda *_: None)


def yaml(data: bytes) -> None:
    findings = Findings()
    text = decode_text(data, "file.yaml", findings)
    parse(text, "file.yaml", findings)
    try:
        list(pieces(text))
    except ValueError:
        return


def rich(data: bytes) -> None:
    text = text_of(data)
    for read in (plain_text, symbols_in, numbers_in, words_in):
        read(text)
    in_project(
        "cards/tiny/cards.yaml",
        built,
        CARDS.replace("Take 1 {gem}", repr(text)[1:-1]).encode("utf-8", "replace"),
    )


def formula(data: bytes) -> None:
    for make in (expression, template):
        try:
            make(text_of(data))({"card": {"name": "a", "cost": {"gem": 2}}, "players": 3, "items": [1, 2, 3]})
        except ExpressionError:
            continue


def values(data: bytes) -> None:
    text = text_of(data)
    for read in (
        transform,
        view_box,
        numbers,
        length,
        colour,
        reference,
        partial(fit_box, Box(0, 0, 1, 2), Box(0, 0, 3, 4)),
    ):
        try:
            read(text)  # type: ignore[operator]
        except SvgError:
            continue


def path(data: bytes) -> None:
    try:
        path_data(text_of(data))
    except SvgError:
        return


def css(data: bytes) -> None:
    list(rules(text_of(data), lambda *_: None))
    list(declarations(text_of(data), lambda *_: None))


def csv(data: bytes) -> None:
    findings = Findings()
    file = SourceFile("cards.csv", decode_text(data, "cards.csv", findings))
    scope = Scope(file, findings)
    rows = read_rows(file, findings)
    types = Fields({"name": TEXT, "text": TEXT}, {})
    as_entries(rows, present(rows, types, scope), ("id", "copies"), scope)


def picture(data: bytes) -> None:
    try:
        read_image(data)
    except ArtError:
        return


def font(data: bytes) -> None:
    try:
        made = Font("fonts/A-Regular.ttf", data, 400, False)
        made.shape("Ag 12")
        made.credits  # noqa: B018
    except FontError:
        return


def appendix(project: Project, findings: Findings) -> None:
    drawn = drawing(project, findings)
    assert isinstance(drawn, pipeline.DrawnRun)
    make_appendix(
        project, drawn, AppendixRequest(parts=("fuzz",), formats=("html", "md")), findings, lambda *_: None
    )


@cache
def studio() -> Callable[[str, str, bytes], int]:
    """A function that sends a request to a studio of the small project, and returns the status."""
    from nineup.studio.app import make_app
    from nineup.studio.security import Access
    from nineup.studio.workspace import Workspace
    from starlette.testclient import TestClient

    access = Access(8420)
    client = TestClient(
        make_app(Workspace(project()), access), "http://127.0.0.1:8420", follow_redirects=False
    )
    client.cookies.set(access.cookie, access.token)
    headers = {"origin": "http://127.0.0.1:8420", "content-type": "application/x-www-form-urlencoded"}

    def send(method: str, address: str, body: bytes) -> int:
        return client.request(method, address, content=body, headers=headers).status_code

    return send


def request(data: bytes) -> None:
    method, _, rest = data.partition(b" ")
    address, _, body = rest.partition(b"\n")
    if b"events" in address or b"progress" in address or b"export" in address:
        return  # These stream, or write.
    address_text = "/" + quote(address.lstrip(b"/"), safe="/?&=%+,.-")
    assert studio()("POST" if method == b"POST" else "GET", address_text, body) < 500


NUMBERS = ("0", "-1", "1e308", "1e-320", "9" * 40, "nan", ".inf", "0.5", "1000000", "\u0663")
YAML_WORDS = (
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
    ),
    *("~", "{=", "{gem}", "{{ a }}", "**", "\\", "\ufeff", "\x01", "\u2028", "for: ", "when: ", *NUMBERS),
)
SVG_WORDS = (
    *(
        'n:text="{{ card.name }}"',
        'n:each="a in [1]"',
        'n:row="1mm"',
        'clip-path="url(#c)"',
        'opacity="0.5"',
        "<use ",
    ),
    *(
        "</g>",
        "<g>",
        "<svg ",
        "<text ",
        "<tspan>",
        "<style>",
        "</style>",
        "/*",
        "url(#g)",
        'transform="',
        *NUMBERS,
    ),
)
CARD_SVG = ("layouts/*/*.svg", "docs/samples/*/*.svg", "tests/svg/*.svg")
REQUESTS = [
    *(
        b"GET /",
        b"GET /tiny",
        b"GET /tiny/cards",
        b"GET /tiny/proof",
        b"GET /tiny/table?players=3",
        b"GET /tiny/words?q=a",
    ),
    *(
        b"GET /tiny/cards/cards/tiny/cards.yaml",
        b"GET /tiny/game/terms",
        b"GET /static/studio.css",
        b"GET /new",
    ),
    *(
        b"GET /tiny/sheets?paper=a4&players=2",
        b"GET /output/tiny/box/a.pdf",
        b"GET /face/00.svg",
        b"GET /tiny/editing/deck/first",
    ),
    *(
        b"POST /tiny/edit\nfile=cards/tiny/cards.yaml&path=cards.0.name&value=a",
        b"POST /tiny/undo\n",
        b"GET /tiny/layouts/card.svg",
    ),
    *(
        b"GET /tiny/earlier/print-1/front/deck/first",
        b"GET /tiny/table/order?seed=1",
        b"GET /tiny/table/chance?pile=deck",
    ),
]


def exponents() -> Iterator[str]:
    yield from (
        "{{ a }}",
        "{% for a in items %}",
        "{% endfor %}",
        "|sum",
        "|map(attribute='a')",
        "players",
        "**",
        "//",
        "~",
    )


TARGETS: dict[str, Target] = {
    "yaml": Target(yaml, lambda: found("cards/*/*.yaml", "layouts/*/*.yaml"), YAML_WORDS),
    "game": Target(partial(in_project, "cards/tiny/game.yaml", built), lambda: [GAME.encode()], YAML_WORDS),
    "cards": Target(
        partial(in_project, "cards/tiny/cards.yaml", built), lambda: [CARDS.encode()], YAML_WORDS
    ),
    "rich": Target(
        rich,
        lambda: [b"Take 1 {gem} and **wait** for *it*.", b"\\{ {gem} {= players } **a {b}** "],
        YAML_WORDS,
    ),
    "expression": Target(
        formula,
        lambda: [b"3 * players", b"{{ card.cost.gem }}", b"items|sum > 2 and players in [1, 2]"],
        (*exponents(), *NUMBERS),
    ),
    "layout": Target(
        partial(in_project, "layouts/tiny/card.svg", built), lambda: found(*CARD_SVG, most=6000), SVG_WORDS
    ),
    "path": Target(
        path, lambda: [b"M0 0L1 1C1 2 3 4 5 6zA1 1 0 0 1 2 2", b"m1-1.5.5h3v4q1 1 2 2t3 3s1 1 2 2"], NUMBERS
    ),
    "css": Target(
        css,
        lambda: [b".a { fill: red; stroke: url(#g) } /* b */ rect, #c.d { opacity: 0.5 }"],
        ("/*", "*/", "{", "}", '"', "'", "(", "@a", ";"),
    ),
    "values": Target(
        values,
        lambda: [
            b"translate(1 2) rotate(45)",
            b"0 0 10 20",
            b"rgb(1, 2, 3)",
            b"url(#a)",
            b"10mm",
            b"xMidYMid slice",
        ],
        (*NUMBERS, "(", ")", ","),
    ),
    "csv": Target(
        csv,
        lambda: [*found("cards/*/*.csv"), b'id,name,text\na,"b ""c""",d\r\n'],
        (",", '"', '""', "\r", "\n", ";", "\t", "a.b"),
    ),
    "picture": Target(picture, lambda: found("tests/svg/*.png", "docs/pictures/*.png", most=40_000)[:6]),
    "font": Target(font, lambda: [next((STARTER / "fonts").rglob("*.ttf")).read_bytes()]),
    "record": Target(
        partial(
            in_project,
            "cards/tiny/prints/p.yaml",
            lambda project, findings: read_record(project, "cards/tiny/prints/p.yaml", findings),
        ),
        lambda: [
            *found("cards/*/prints/*.yaml", most=4000),
            b"game: tiny\ntitle: Tiny\nprint: p\nnumber: 1\ndate: 2024-01-01\n",
        ],
        YAML_WORDS,
    ),
    "settings": Target(
        partial(in_project, "nineup.yaml", read_settings),
        lambda: [b"paper: a4\nbleed: 3mm\nbacks: long-edge\noutput: out\n"],
        YAML_WORDS,
    ),
    "styles": Target(
        partial(
            in_project,
            "layouts/tiny/style.yaml",
            lambda project, findings: read_styles(project, "layouts/tiny/style.yaml", fonts(), findings),
        ),
        lambda: found("layouts/*/style.yaml"),
        YAML_WORDS,
    ),
    "sheets": Target(
        partial(
            in_project, "layouts/sheets/s.yaml", lambda project, findings: read_sheet(project, "s", findings)
        ),
        lambda: [*found("layouts/sheets/*.yaml"), b"paper: a4\nmargin: 5mm\nback-offset: 1mm, 2mm\n"],
        YAML_WORDS,
    ),
    "appendix": Target(
        partial(in_project, "layouts/tiny/appendix/10-fuzz.md", appendix),
        lambda: found(
            "layouts/appendix/*.md",
            "layouts/*/appendix/*.md",
            "generator/nineup/starter/layouts/appendix/*.md",
        ),
        (
            "{{ game.title }}",
            "{% for c in components %}",
            "{% endfor %}",
            "[[",
            "]]",
            "| a | b |\n",
            "@bars",
            "# ",
            "\x05",
        ),
    ),
    "request": Target(
        request,
        lambda: REQUESTS,
        ("../", "%00", "%2e", "?players=", "&", "=", "{", "\n", "cards/tiny/cards.yaml", *NUMBERS),
    ),
}
