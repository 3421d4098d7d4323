"""The Game Crafter: a folder of pictures for each component, at its product's pixels, the order, and a
proof.
"""

from collections.abc import Iterator
from math import sqrt

from nineup.base import INCH, Findings

from nineup_export.services.print_products import PrintProduct, best_fits
from nineup_export.services.service_files import LEAVE_OUT, numbered, order_csv, pictures, proof, report_unfit
from nineup_export.shots import groups_of
from nineup_export.target import ExportedFile, ExportJob, ExportTarget

SAFE = 0.125 * INCH
"""The safe zone, inside the cut."""

_CARDS, _FLAT, _TOKENS, _MATS = ("card",), ("tile", "token"), ("token", "tile"), ("mat", "board")


def _hexagon(width: float) -> tuple[float, float]:
    """A regular hexagon with corners at its left and right."""
    return width, width * sqrt(3) / 2


PRODUCTS = (
    PrintProduct("PokerDeck", (2.5, 3.5), (825, 1125), shapes=_CARDS),
    PrintProduct("EuroPokerDeck", (63 / 25.4, 88 / 25.4), (825, 1125), shapes=_CARDS),
    PrintProduct("BridgeDeck", (2.25, 3.5), (750, 1125), shapes=_CARDS),
    PrintProduct("USGameDeck", (56 / 25.4, 87 / 25.4), (750, 1125), shapes=_CARDS),
    PrintProduct("MintTinDeck", (52 / 25.4, 87 / 25.4), (750, 1125), shapes=_CARDS),
    PrintProduct("BusinessDeck", (2.0, 3.5), (675, 1125), shapes=_CARDS),
    PrintProduct("DominoDeck", (1.75, 3.5), (600, 1125), shapes=_CARDS),
    PrintProduct("MiniDeck", (1.75, 2.5), (600, 825), shapes=_CARDS),
    PrintProduct("MicroDeck", (1.25, 1.75), (450, 600), shapes=_CARDS),
    PrintProduct("TarotDeck", (2.75, 4.75), (900, 1500), shapes=_CARDS),
    PrintProduct("JumboDeck", (3.5, 5.5), (1125, 1725), shapes=_CARDS),
    PrintProduct("SmallSquareDeck", (2.5, 2.5), (825, 825), shapes=_CARDS),
    PrintProduct("EuroSquareDeck", (70 / 25.4, 70 / 25.4), (900, 900), shapes=_CARDS),
    PrintProduct("SquareDeck", (3.5, 3.5), (1125, 1125), shapes=_CARDS),
    PrintProduct("CircleDeck", (3.5, 3.5), (1125, 1125), shapes=_CARDS, outline="round"),
    PrintProduct("MiniSquareTile", (1.25, 1.25), (450, 450), shapes=_FLAT),
    PrintProduct("SmallSquareTile", (2.0, 2.0), (675, 675), shapes=_FLAT),
    PrintProduct("MediumSquareTile", (2.5, 2.5), (825, 825), shapes=_FLAT),
    PrintProduct("LargeSquareTile", (3.5, 3.5), (1125, 1125), shapes=_FLAT),
    PrintProduct("DominoTile", (2.0, 4.0), (675, 1275), shapes=_FLAT),
    PrintProduct("DominoChit", (1.0, 2.0), (375, 675), shapes=_TOKENS),
    PrintProduct("StripChit", (1.0, 3.0), (375, 975), shapes=_TOKENS),
    PrintProduct("SmallSquareChit", (0.5, 0.5), (225, 225), shapes=_TOKENS),
    PrintProduct("MediumSquareChit", (0.75, 0.75), (300, 300), shapes=_TOKENS),
    PrintProduct("LargeSquareChit", (1.0, 1.0), (375, 375), shapes=_TOKENS),
    PrintProduct("SmallCircleChit", (0.5, 0.5), (225, 225), shapes=_TOKENS, outline="round"),
    PrintProduct("MediumCircleChit", (0.75, 0.75), (300, 300), shapes=_TOKENS, outline="round"),
    PrintProduct("LargeCircleChit", (1.0, 1.0), (375, 375), shapes=_TOKENS, outline="round"),
    PrintProduct("MiniCircleTile", (1.25, 1.25), (450, 450), shapes=_TOKENS, outline="round"),
    PrintProduct("SmallHexTile", _hexagon(2.0), (675, 600), shapes=_FLAT, outline="hexagon"),
    PrintProduct("MediumHexTile", _hexagon(2.5), (825, 750), shapes=_FLAT, outline="hexagon"),
    PrintProduct("LargeHexTile", _hexagon(3.75), (1200, 1050), shapes=_FLAT, outline="hexagon"),
    PrintProduct("PostcardMat", (6.0, 4.0), (1875, 1275), shapes=_MATS),
    PrintProduct("SmallSquareMat", (4.0, 4.0), (1275, 1275), shapes=_MATS),
    PrintProduct("QuarterMat", (5.0, 5.0), (1575, 1575), shapes=_MATS),
    PrintProduct("HalfMat", (5.0, 10.0), (1575, 3075), shapes=_MATS),
    PrintProduct("SkinnyMat", (4.0, 10.0), (1275, 3075), shapes=_MATS),
    PrintProduct("SquareMat", (8.0, 8.0), (2475, 2475), shapes=_MATS),
    PrintProduct("LargeSquareMat", (10.0, 10.0), (3075, 3075), shapes=_MATS),
    PrintProduct("BigMat", (10.0, 16.0), (3075, 4875), shapes=_MATS),
    PrintProduct("QuadFoldMat", (11.0, 17.0), (3375, 5175), shapes=_MATS),
    PrintProduct("QuadFoldBoard", (18.0, 18.0), (5475, 5475), shapes=("board",)),
)
"""What is printed flat and cut to a plain shape, by the names that the service's interface has for it."""


def _limits(job: ExportJob, findings: Findings) -> None:
    report_unfit(job, PRODUCTS, "The Game Crafter", findings=findings)


def _files(job: ExportJob) -> Iterator[ExportedFile]:
    pieces, sides = numbered(list(best_fits(groups_of(job.drawn_run), PRODUCTS)), blank_backs=False)
    yield from pictures(job, sides)
    yield order_csv(pieces)
    yield proof(job, sides, SAFE)


GAME_CRAFTER = ExportTarget(
    "game-crafter",
    "The Game Crafter",
    "Pictures at the pixels of each product with bleed, the order as CSV, and a proof.",
    takes="faces",
    files=_files,
    limits=_limits,
    settings=(LEAVE_OUT,),
    is_final=True,
    next_steps=(
        "On thegamecrafter.com, add a component of the product that each folder is named after.",
        "Drop the folder's pictures into it, and compare its preview with `proof.pdf`.",
    ),
)
