"""The Game Crafter: a folder of pictures for each component, at its product's pixels, the order, and a
proof.
"""

from collections.abc import Iterator
from math import sqrt

from nineup.base import INCH, Findings

from nineup_export.services.folded_products import box, standee
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
    box("PokerTuckBox36", (2100, 1800), (37.5, 351.1), size=(758.3, 1058.3, 165.0)),
    box("PokerTuckBox54", (2325, 1950), (36.5, 429.5), size=(758.3, 1058.3, 243.0)),
    box("PokerTuckBox72", (2550, 1950), (37.5, 512.5), size=(758.3, 1058.3, 324.0)),
    box("PokerTuckBox90", (2775, 2100), (36.7, 595.8), size=(758.3, 1058.3, 405.0)),
    box("PokerTuckBox108", (3075, 2250), (75.0, 670.8), size=(758.3, 1058.3, 480.0)),
    box("BridgeTuckBox54", (2175, 1800), (54.7, 447.9), size=(683.3, 1058.3, 243.0)),
    box("BridgeTuckBox108", (2925, 2250), (65.2, 670.8), size=(683.3, 1058.3, 486.0)),
    box("TarotTuckBox40", (2325, 2025), (74.2, 372.9), size=(833.3, 1433.3, 180.0)),
    box("TarotTuckBox90", (3000, 2475), (74.2, 595.8), size=(833.3, 1433.3, 405.0)),
    box("SquareTuckBox48", (2850, 1800), (57.7, 409.0), size=(1058.3, 1133.3, 216.0)),
    box("SquareTuckBox96", (3525, 2250), (71.2, 633.8), size=(1058.3, 1133.3, 432.0)),
    box("JumboTuckBox90", (3450, 2700), (74.2, 598.2), size=(1058.3, 1658.3, 405.0)),
    standee("SmallStandee", (225, 525), (37.5, 37.3), size=(150.0, 337.5)),
    standee("MediumStandee", (300, 750), (37.5, 29.8), size=(225.0, 502.5)),
    standee("LargeStandee", (375, 975), (37.3, 40.1), size=(298.3, 671.1)),
)
"""What it prints, by the names that its interface has for it: flat pieces of plain shapes, then boxes and
figures, whose places are in pixels.
"""


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
