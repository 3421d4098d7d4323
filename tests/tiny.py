"""A whole project that fits on a screen, for tests of the command and of the pipeline."""

from pathlib import Path

GAME = """\
game: Tiny
designer: Nobody
licence: CC0
players: {base: 2-4, expansion: 5-6}
lists:
  suit: {ruby: {name: Ruby, tone: "#b5162b"}, jade: {name: Jade, tone: "#0c7a4e"}}
  owner: {base: [sun, moon, star, leaf], expansion: [wave, flame]}
options:
  suits: {choose: suit, at-least: 1}
symbols:
  gem: {name: gem, art: gem.svg}
components:
  deck:
    shape: card
    size: poker
    cards: cards.yaml
    layout: card.svg
    back: back.svg
    for-each: owner
  chip:
    shape: token
    size: 16mm
    layout: chip.svg
    back: chip.svg
    setup: 3 * players
    box: {4: 12, 6: 18}
rules:
  - says: every player has three chips
    check: count('chip') == 3 * players
"""

CARDS = """\
fields:
  suit: {one-of: suit}
  name: text
  text: rich
cards:
  - id: first
    suit: ruby
    name: First Light
    when: "'ruby' in suits"
    text: Take 1 {gem} and wait for the evening.
  - id: second
    suit: jade
    name: Second Wind
    copies: 2
    text: "**Give** 2 {gem} to another player: an official, efficient waffle."
"""

STYLE = """\
palette: {ink: "#222222"}
styles:
  rules: {font: Source Sans 3, size: 10pt, min-size: 7.5pt, leading: 1.25, color: ink, valign: top}
  title: {extends: rules, weight: bold, size: 13pt, min-size: 9pt}
"""

STEPS = GAME.replace(
    "  owner:",
    "  price: {a: {coins: 10}, b: {coins: 15}, c: {coins: 20}, d: {coins: 25}, e: {coins: 30}, f: {coins: 35}}\n  owner:",
)
"""The game with a list whose numbers go in equal steps, which no rule states."""

SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:n="nineup" width="{w}mm" height="{h}mm" viewBox="0 0 {w} {h}">'

CARD = (
    SVG.format(w=63.5, h=88.9)
    + """
  <rect x="3" y="3" width="57.5" height="16" fill="#b23a48" n:fill="{{ card.suit.tone }}"/>
  <rect x="7" y="22" width="49.5" height="8" fill="none" class="title" n:text="{{ card.name }}"/>
  <rect x="7" y="32" width="49.5" height="44" fill="none" class="rules" n:text="{{ card.text }}"/>
  <text x="7" y="84" class="rules" n:text="{{ owner.name }}">Sun</text>
</svg>
"""
)
BACK = (
    SVG.format(w=63.5, h=88.9) + '\n  <rect x="6" y="6" width="51.5" height="76.9" fill="#334455"/>\n</svg>\n'
)
CHIP = SVG.format(w=16, h=16) + '\n  <circle cx="8" cy="8" r="6.5" fill="#aa8844"/>\n</svg>\n'
GEM = SVG.format(w=10, h=10) + '\n  <path d="M5 0L10 5L5 10L0 5Z" fill="#b5162b"/>\n</svg>\n'


def write_tiny(root: Path, **changed: str) -> Path:
    """The project in a folder; `game`, `cards`, `style`, `card`, `back`, `gem` replace those files' text."""
    files = {
        "cards/tiny/game.yaml": changed.get("game", GAME),
        "cards/tiny/cards.yaml": changed.get("cards", CARDS),
        "layouts/tiny/style.yaml": changed.get("style", STYLE),
        "layouts/tiny/card.svg": changed.get("card", CARD),
        "layouts/tiny/back.svg": changed.get("back", BACK),
        "layouts/tiny/chip.svg": CHIP,
        "layouts/tiny/gem.svg": changed.get("gem", GEM),
    }
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root
