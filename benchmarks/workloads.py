"""The cards of the benchmark, as a Nineup project and as Typst sources, same words, same sheets; and as
pictures.

S: 1,000 different cards. L: 10,000. R: 150 cards, six copies of each. T: 30 cards. Poker cards, nine on A4: a
rounded frame in one of eight colours, a bold title, about thirty words with two symbols among them, a footer.
P: 600 different cards that are a PNG of 825 × 1125 pixels each. D: 40 cards with a drawing of 20,000 segments
each.
"""

import random
import shutil
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageChops

FRAMES = {
    "crimson": "#b31a26",
    "amber": "#d9991a",
    "forest": "#267333",
    "teal": "#1a8080",
    "navy": "#1a2673",
    "violet": "#73338c",
    "slate": "#596673",
    "umber": "#664224",
}
GEMS = {"ruby": "#c81e2d", "topaz": "#e1a014", "emerald": "#198c46", "sapphire": "#2350be"}
FIRST = "Ashen Brazen Clever Distant Eager Fabled Gilded Hidden Jagged Lost Mossy Ornate Quiet Silver".split()
SECOND = "Archer Baker Druid Envoy Falconer Guard Herald Juggler Knight Oracle Pilgrim Ranger Smith".split()
WORDS = (
    "draw discard gain lose move place reveal shuffle take trade card token deck hand tile marker ally enemy "
    "region harbour forest tower player opponent turn round phase action then until before after each "
    "another "
    "chosen adjacent empty hidden topmost second matching lowest highest may must cannot instead when from "
    "into "
    "beside without two three four one"
).split()


class Card(NamedTuple):
    id: str
    title: str
    frame: str
    copies: int
    text: str


WORKLOADS = {"S": (1000, 1, 11), "L": (10000, 1, 12), "R": (150, 6, 13), "T": (30, 1, 14)}
"""The number of distinct cards, copies of each, and the random seed, by workload."""


def cards(workload: str) -> list[Card]:
    """The cards of a workload, the same in every run."""
    return deck(*WORKLOADS[workload])


def deck(number: int, copies: int, seed: int) -> list[Card]:
    """So many different cards."""
    chance = random.Random(seed)
    made = []
    for index in range(1, number + 1):
        words = [chance.choice(WORDS) for _ in range(chance.randint(27, 33))]
        for low, high in ((3, 7), (18, 25)):
            words.insert(chance.randint(low, high), f"{{{chance.choice(list(GEMS))}}}")
        title = f"{chance.choice(FIRST)} {chance.choice(SECOND)} {index}"
        text = "Then " + " ".join(words) + "."
        made.append(Card(f"c{index:05d}", title, chance.choice(list(FRAMES)), copies, text))
    return made


def write_nineup(folder: Path, workload: str, fonts: Path) -> None:
    """Write a project with one game, named after the workload."""
    _write_game(folder, workload, cards(workload), fonts)


def write_deck(folder: Path, number: int, fonts: Path) -> None:
    """Write a project with one game of so many different cards."""
    _write_game(folder, str(number), deck(number, 1, 14), fonts)


PICTURES = 600
"""The number of cards that are pictures."""


def write_pictures(folder: Path) -> list[Path]:
    """Write a project with one game whose cards are pictures; return these."""
    data, layouts = folder / "cards" / "bench-p", folder / "layouts" / "bench-p"
    data.mkdir(parents=True, exist_ok=True)
    (layouts / "art").mkdir(parents=True, exist_ok=True)
    (data / "game.yaml").write_text(
        "game: Pictures\nplayers: 2\n"
        "components:\n  card: {shape: card, size: poker, cards: cards.yaml, layout: card.svg}\n"
    )
    (layouts / "card.svg").write_text(PICTURE_LAYOUT)
    names = [f"p{number:03d}" for number in range(PICTURES)]
    (data / "cards.yaml").write_text("fields: {}\ncards:\n" + "".join(f"  - id: {name}\n" for name in names))
    paths = [layouts / "art" / f"{name}.png" for name in names]
    for number, path in enumerate(paths):
        _picture(number).save(path)
    return paths


DRAWINGS, SEGMENTS = 40, 20_000
"""The number of cards with a heavy drawing, and of its segments."""


def write_drawings(folder: Path) -> None:
    """Write a project with one game whose cards show a drawing of many segments."""
    data, layouts = folder / "cards" / "bench-d", folder / "layouts" / "bench-d"
    data.mkdir(parents=True, exist_ok=True)
    (layouts / "art").mkdir(parents=True, exist_ok=True)
    (data / "game.yaml").write_text(
        "game: Drawings\nplayers: 2\n"
        "components:\n  card: {shape: card, size: poker, cards: cards.yaml, layout: card.svg}\n"
    )
    (layouts / "card.svg").write_text(PICTURE_LAYOUT.replace(".png", ".svg"))
    names = [f"d{number:02d}" for number in range(DRAWINGS)]
    (data / "cards.yaml").write_text("fields: {}\ncards:\n" + "".join(f"  - id: {name}\n" for name in names))
    for number, name in enumerate(names):
        chance = random.Random(number)
        points = (f"{chance.uniform(0, 635):.2f} {chance.uniform(0, 889):.2f}" for _ in range(SEGMENTS))
        (layouts / "art" / f"{name}.svg").write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" width="635" height="889" viewBox="0 0 635 889">'
            f'<path d="M{" L".join(points)}" fill="none" stroke="#2350be" stroke-width=".2"/></svg>\n'
        )


def _picture(number: int) -> Image.Image:
    """A picture whose file has about 600 kB, as paintings have: slopes of colour, and a little grain."""
    chance = random.Random(number)
    size = (825, 1125)
    grain = Image.frombytes("L", (256, 256), chance.randbytes(256 * 256)).resize(size)
    channels = []
    for _ in range(3):
        slope = Image.linear_gradient("L").rotate(chance.randrange(360), Image.Resampling.BILINEAR)
        channels.append(ImageChops.add(slope.resize(size), grain.point(lambda level: level // 24)))
    return Image.merge("RGB", channels)


def _write_game(folder: Path, name: str, made: list[Card], fonts: Path) -> None:
    game = f"bench-{name.lower()}"
    data, layouts = folder / "cards" / game, folder / "layouts" / game
    data.mkdir(parents=True, exist_ok=True)
    layouts.mkdir(parents=True, exist_ok=True)
    frames = "\n".join(f"    {name}: {{tone: '{tone}'}}" for name, tone in FRAMES.items())
    gems = "\n".join(f"  {name}: {{name: {name}, art: {name}.svg}}" for name in GEMS)
    (data / "game.yaml").write_text(
        f"game: Exporter {name}\nplayers: 2\nlists:\n  frame:\n{frames}\nsymbols:\n{gems}\n"
        "components:\n  card: {shape: card, size: poker, cards: cards.yaml, layout: card.svg}\n"
    )
    rows = "".join(
        f"  - id: {c.id}\n    title: {c.title}\n    frame: {c.frame}\n    copies: {c.copies}\n    text: "
        f"{c.text}\n"
        for c in made
    )
    fields = "fields:\n  title: text\n  frame: {one-of: frame}\n  text: rich\n"
    (data / "cards.yaml").write_text(f"{fields}cards:\n{rows}")
    for name, tone in GEMS.items():
        (layouts / f"{name}.svg").write_text(_gem(tone))
    (layouts / "style.yaml").write_text(STYLE)
    (layouts / "card.svg").write_text(LAYOUT)
    shutil.copytree(fonts, folder / "fonts", dirs_exist_ok=True)


def write_typst(folder: Path, workload: str, fonts: Path) -> None:
    """Write the same cards as `cards.yaml` with a `sheet.typ`."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = "".join(
        f"  - id: {c.id}\n    title: {c.title}\n    frame: {c.frame}\n    copies: {c.copies}\n    text: "
        f"{c.text}\n"
        for c in cards(workload)
    )
    (folder / "cards.yaml").write_text(f"cards:\n{rows}")
    for name, tone in GEMS.items():
        (folder / f"{name}.svg").write_text(_gem(tone))
    tones = ", ".join(f'{name}: rgb("{tone}")' for name, tone in FRAMES.items())
    gems = ", ".join(f'"{name}"' for name in GEMS)
    (folder / "sheet.typ").write_text(TYPST.replace("TONES", tones).replace("GEMS", gems))
    shutil.copytree(fonts, folder / "fonts", dirs_exist_ok=True)


def _gem(tone: str) -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10" viewBox="0 0 10 10">'
        f'<path d="M5 0L9.3 2.5V7.5L5 10L.7 7.5V2.5Z" fill="{tone}"/>'
        '<path d="M5 2.2L7.4 3.6V6.4L5 7.8L2.6 6.4V3.6Z" fill="#fff" fill-opacity=".5"/></svg>\n'
    )


STYLE = """\
palette: {ink: "#000000"}
styles:
  rules: {font: Source Sans 3, size: 9pt, min-size: 7.5pt, leading: 1.25, color: ink, valign: top}
  title: {font: Source Sans 3, weight: bold, size: 10pt, min-size: 8pt, leading: 1.2, color: ink, valign: top}
  footer: {font: Source Sans 3, size: 6.5pt, min-size: 6.5pt, leading: 1.2, color: ink}
"""

LAYOUT = """\
<svg xmlns="http://www.w3.org/2000/svg" xmlns:n="nineup" width="63.5mm" height="88.9mm"
     viewBox="0 0 63.5 88.9">
  <rect x="3" y="3" width="57.5" height="82.9" rx="3" fill="none" stroke="#596673" stroke-width="1"
        n:stroke="{{ card.frame.tone }}"/>
  <rect x="6" y="7.5" width="51.5" height="6" fill="none" class="title" n:text="{{ card.title }}"/>
  <rect x="6" y="15" width="51.5" height="56" fill="none" class="rules" n:text="{{ card.text }}"/>
  <text x="6" y="82.5" class="footer" n:text="{{ card.id }}">c00001</text>
</svg>
"""

PICTURE_LAYOUT = """\
<svg xmlns="http://www.w3.org/2000/svg" xmlns:n="nineup" width="63.5mm" height="88.9mm"
     viewBox="0 0 63.5 88.9">
  <rect width="63.5" height="88.9" n:image="art/{{ card.id }}.png" n:fit="cover"/>
</svg>
"""

TYPST = """\
#let tones = (TONES)
#let gems = (GEMS).map(g => (g, box(image(g + ".svg", width: 8pt), baseline: 1pt))).to-dict()
#let x0 = (210mm - 3 * 63.5mm) / 2
#let y0 = (297mm - 3 * 88.9mm) / 2
#let tick(x, y, dx, dy) = place(top + left, dx: x, dy: y, line(end: (dx, dy), stroke: 0.25pt))
#let marks = for i in range(4) {
  let x = x0 + i * 63.5mm
  tick(x, y0 - 2mm, 0pt, -5mm)
  tick(x, 297mm - y0 + 2mm, 0pt, 5mm)
  let y = y0 + i * 88.9mm
  tick(x0 - 2mm, y, -3mm, 0pt)
  tick(210mm - x0 + 2mm, y, 3mm, 0pt)
}
#set page(width: 210mm, height: 297mm, margin: (x: x0, y: y0), background: marks)
#set text(font: "Source Sans 3", size: 9pt, top-edge: 0.8em, bottom-edge: -0.2em, hyphenate: false)
#set par(leading: 2.25pt, linebreaks: "simple")
#let rich(s) = for (i, part) in s.split("{").enumerate() {
  if i == 0 { part } else {
    let (g, rest) = part.split("}")
    gems.at(g)
    rest
  }
}
#let card(c) = block(width: 63.5mm, height: 88.9mm, {
  place(dx: 3mm, dy: 3mm, rect(width: 57.5mm, height: 82.9mm, radius: 3mm, stroke: 1mm + tones.at(c.frame)))
  place(dx: 6mm, dy: 7.5mm, text(size: 10pt, weight: "bold", c.title))
  place(dx: 6mm, dy: 15mm, block(width: 51.5mm, height: 56mm, rich(c.text)))
  place(dx: 6mm, dy: 80.7mm, text(size: 6.5pt, c.id))
})
#let all = yaml("cards.yaml").cards.map(c => (card(c),) * c.copies).flatten()
#for (i, page) in all.chunks(9).enumerate() {
  if i > 0 { pagebreak() }
  grid(columns: (63.5mm,) * 3, rows: 88.9mm, ..page)
}
"""
