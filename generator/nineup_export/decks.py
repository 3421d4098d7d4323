"""Decks for virtual tables: pieces in the places of a grid, whose last place shows the back."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import msgspec
from nineup.base import INCH, Findings, without_line_marks
from nineup.base.geometry import Size
from nineup.faces.record import value_text
from nineup.layout.typeset import Drawn
from nineup.model import Face, Form, Game, Page, Part, Rich, Use
from nineup.pipeline import cut_out
from nineup.typography.fonts import Fonts
from nineup.typography.text import PLAIN, read_word
from nineup.write import Encoding, PdfDocument, Shot, clear_pictures, pdf

from nineup_export.shots import PieceGroup, stretch, whole_pixels

MAX_COLUMNS, MAX_ROWS, MAX_DECK_SIDE = 10, 7, 4096
"""Tabletop Simulator's limits for a deck: places across and down (at least two each way), pixels of the
longer side.
"""

MOST_PIECES = MAX_COLUMNS * MAX_ROWS - 1
"""The largest number of pieces in one grid: its last place hides a card in a hand."""

DECK_SHAPES = ("card", "tile")
"""The shapes of components that form decks."""


class DeckSheet(msgspec.Struct, frozen=True):
    """A grid of pieces: the pixels of its picture and of its back's, if it has one; `dpi` is its
    resolution.
    """

    members: tuple[Drawn, ...]
    """The piece in each place, row by row."""
    columns: int
    rows: int
    width: int
    height: int
    dpi: float
    front: bytes
    back: bytes | None
    has_own_backs: bool
    """Whether the back is a grid too, because backs differ."""


def is_deck(group: PieceGroup) -> bool:
    """Whether a group consists of cards of a list; copies of a single reference card are not a deck."""
    return group.component.shape in DECK_SHAPES and group.is_listed


def grid(count: int, size: Size) -> tuple[int, int]:
    """The columns and rows, 2 × 2 to 10 × 7, that show `count` pieces of a size and a back at the largest
    scale.
    """
    shapes = [(columns, max(2, -(-(count + 1) // columns))) for columns in range(2, MAX_COLUMNS + 1)]

    def merit(shape: tuple[int, int]) -> tuple[float, int]:
        return -max(shape[0] * size.width, shape[1] * size.height), -shape[0] * shape[1]

    return max((shape for shape in shapes if shape[1] <= MAX_ROWS), key=merit)


def sharpness(count: int, size: Size) -> float:
    """The resolution, in dots per inch, of pieces of a size in a grid of the largest allowed size."""
    columns, rows = grid(count, size)
    return MAX_DECK_SIDE * INCH / max(columns * size.width, rows * size.height)


LEGIBLE = 120
"""The resolution below which the text of a card is hard to read when zoomed in."""


def report_blurred(
    groups: Iterable[PieceGroup],
    dpi: float,
    findings: Findings,
    most: int = MOST_PIECES,
    hint: Callable[[int, Size], str] = lambda count, size: "",
) -> None:
    """Warns about each component whose pieces are too many, or too large, to be sharp in one picture."""
    for group in {group.component.id: group for group in reversed(tuple(groups))}.values():
        size, count = group.members[0].front.size, min(len(group.members), most)
        fit = int(sharpness(count, size))
        if fit < min(LEGIBLE, dpi):
            message = (
                f"`{group.component.id}`: {count} pieces in a picture of {MAX_DECK_SIDE:,} pixels have only "
                f"{fit} dpi"
            )
            findings.warning("export-sharpness", message, group.component.span, hint=hint(count, size))


def deck_sheets(
    group: PieceGroup,
    members: Sequence[Drawn],
    fonts: Fonts,
    dpi: float,
    encoding: Encoding = "png",
    most: int = MOST_PIECES,
) -> Iterator[DeckSheet]:
    """Grids of a group's pieces, at most `most` in each, all at `dpi` or as sharp as the longest allowed side
    permits for the fullest.
    """
    size = group.members[0].front.size
    common, forms = group.common_back, _forms(group)
    hidden = forms[common] if common is not None else None
    fit = min(dpi, sharpness(min(len(members), most), size))
    for at in range(0, len(members), most):
        placed = tuple(members[at : at + most])
        shape = grid(len(placed), size)
        front, width, height = _picture(
            [forms[d.front] for d in placed], hidden, shape, fonts=fonts, dpi=fit, encoding=encoding
        )
        backs = [forms[d.back] for d in placed if d.back is not None]
        back = None
        if hidden is not None:
            back = _picture([hidden], None, (1, 1), fonts=fonts, dpi=fit, encoding=encoding).data
        elif backs:
            back = _picture(backs, None, shape, fonts=fonts, dpi=fit, encoding=encoding).data
        yield DeckSheet(placed, *shape, width, height, fit, front, back, bool(backs) and hidden is None)


def _forms(group: PieceGroup) -> Mapping[Face, Form]:
    """Each face as a form, which a grid draws once for each copy. Corners stay square, as tables
    round them.
    """
    cuts = {
        face: cut_out(face, drawn.part.component, round_corners=False)
        for drawn in group.members
        for face in (drawn.front, drawn.back)
        if face is not None
    }
    return {face: Form(face.name, face.size, cut.ops) for face, cut in cuts.items()}


def _picture(
    forms: Sequence[Form],
    last: Form | None,
    shape: tuple[int, int],
    fonts: Fonts,
    dpi: float,
    encoding: Encoding,
) -> Shot:
    """A grid of forms, with `last` in its last place."""
    columns, rows = shape
    cell = whole_pixels(forms[0].size, dpi)
    placed = dict(enumerate(forms)) | ({columns * rows - 1: last} if last is not None else {})
    uses = tuple(_at(form, divmod(place, columns), cell) for place, form in placed.items())
    page = Page(Size(columns * cell.width, rows * cell.height), (), uses)
    (picture,) = clear_pictures(pdf(PdfDocument("", "", "", pages=(page,)), fonts), dpi, encoding)
    return picture


def _at(form: Form, place: tuple[int, int], cell: Size) -> Use:
    row, column = place
    return Use(form, stretch(form.size, cell, column * cell.width, row * cell.height))


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
    """The texts of a card, each on its own line, in the order in which the component declares its fields:
    that of an entry changes when its list becomes a spreadsheet.
    """
    declared = {field: number for number, field in enumerate(part.component.fields)}
    ordered = sorted(part.card.values.items(), key=lambda each: declared.get(each[0], len(declared)))
    texts = (
        without_marks(value, game) if isinstance(value, Rich) else str(value)
        for field, value in ordered
        if field not in NAMES and type(value) in (str, Rich)
    )
    return "\n".join(text for text in texts if text)


def without_marks(text: str, game: Game) -> str:
    """A rich text without its marks; a symbol is its name."""
    lines, state = [], PLAIN
    for line in without_line_marks(text).splitlines():
        words = []
        for word in line.split():
            reading = read_word(word, state)
            state = reading.after
            words.append(
                "".join(
                    game.symbols[bit.text].name if bit.is_symbol and bit.text in game.symbols else bit.text
                    for bit in reading.bits
                )
            )
        lines.append(" ".join(words))
    return "\n".join(lines)
