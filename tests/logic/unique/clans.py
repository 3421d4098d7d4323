"""A small game of unique decks: two banners, and cards of their clans."""

from pathlib import Path

from nineup import pipeline
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.logic.select import select
from nineup.model.game import Run

CLANS = ("ash", "elm", "oak", "yew", "fir")

POOLS = """\
    banners: {from: banner, take: 2}
    rares: {from: card, where: "card.rare and card.clan in banners|map(attribute='clan')", take: 1}
    first: {from: card, where: card.clan == (banners|first).clan, take: 3, of-each: 2}
    second: {from: card, where: card.clan == (banners|last).clan, take: 3, of-each: 2}
"""

RULES = """\
  rules:
    - says: the deck costs at most 24
      check: total(deck, 'cost') <= 24
"""

STYLE = """\
palette: {ink: "#000000"}
styles:
  title: {font: Source Sans 3, weight: bold, size: 14pt, min-size: 8pt, color: ink}
  foot: {font: Source Sans 3, size: 8pt, color: ink}
"""

CARD = """\
<svg xmlns="http://www.w3.org/2000/svg" xmlns:n="nineup" width="63.5mm" height="88.9mm" viewBox="0 0 63.5 88.9">
  <rect x="5" y="5" width="53" height="12" fill="none" class="title" n:text="{{ card.name }}"/>
  <text x="6" y="80" class="foot" n:text="{{ print.number }} {{ print.deck }}">1 Name</text>
</svg>
"""


def write_clans(root: Path, pools: str = POOLS, rules: str = RULES, cards: int = 40) -> Project:
    """The project in a folder."""
    banners = "".join(
        f"      - {{id: {clan}, clan: {clan}, name: {clan}, cost: 0, rare: no}}\n" for clan in CLANS
    )
    listed = "".join(
        f"      - {{id: c{n}, clan: {CLANS[n % 5]}, name: Card {n}, cost: {n * 7 % 6 + 1}, rare: {'yes' if n % 4 == 0 else 'no'}}}\n"
        for n in range(cards)
    )
    of_card = "shape: card, size: poker, layout: card.svg, fields: {clan: {one-of: clan}, name: text, cost: number, rare: yes-no}"
    keys = of_card.replace(", ", "\n    ", 3)
    game = (
        f"game: Clans\nplayers: 2\nlists: {{clan: [{', '.join(CLANS)}]}}\ncomponents:\n"
        f"  banner:\n    {keys}\n    cards:\n{banners}  card:\n    {keys}\n    cards:\n{listed}"
        f"unique:\n  pools:\n{pools}{rules}"
    )
    for path, text in (
        ("cards/clans/game.yaml", game),
        ("layouts/clans/style.yaml", STYLE),
        ("layouts/clans/card.svg", CARD),
    ):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return Project(root)


def box_of(project: Project) -> Run:
    """The whole box of the game."""
    game = pipeline.load(project, "clans", findings := Findings())
    assert game is not None, list(findings)
    run = select(game, findings)
    assert run is not None, list(findings)
    return run
