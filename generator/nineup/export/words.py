"""A piece's name and text for other programs: plain, with symbols by their names."""

from nineup.base.markup import without_line_marks
from nineup.faces.record.facts import value_text
from nineup.model.game import Game, Part, Rich
from nineup.typography.text.rich import PLAIN, read_word

NAMES = ("name", "title")
"""Fields that name a card, in order of preference."""


def part_title(part: Part) -> str:
    """The name of a part's card, or its id in words; the component's name for its implied card."""
    for field in NAMES:
        if name := value_text(part.card.values.get(field)):
            return name
    if part.card.id == part.component.id:
        return part.component.name
    return part.card.id.replace("-", " ").capitalize()


def text_on(part: Part, game: Game) -> str:
    """The texts of a card in the order of its fields, each on its own line."""
    texts = (
        without_marks(value, game) if isinstance(value, Rich) else str(value)
        for field, value in part.card.values.items()
        if field not in NAMES and type(value) in (str, Rich)
    )
    return "\n".join(text for text in texts if text)


def without_marks(text: str, game: Game) -> str:
    """A rich text without its marks; a symbol is its name."""
    lines, state = [], PLAIN
    for line in without_line_marks(text).splitlines():
        words = []
        for word in line.split():
            found = read_word(word, state)
            state = found.after
            words.append(
                "".join(
                    game.symbols[bit.text].name if bit.is_symbol and bit.text in game.symbols else bit.text
                    for bit in found.bits
                )
            )
        lines.append(" ".join(words))
    return "\n".join(lines)
