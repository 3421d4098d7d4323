"""MakePlayingCards: numbered pictures at its products' pixels, a proof, and orders for the tool that fills in
its forms.
"""

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from nineup.base import INCH, Findings

from nineup_export.services.print_products import DPI, PrintProduct, best_fits
from nineup_export.services.service_files import (
    LEAVE_OUT,
    ServicePiece,
    numbered,
    order_csv,
    pictures,
    proof,
    report_unfit,
)
from nineup_export.shots import groups_of
from nineup_export.target import ExportedFile, ExportJob, ExportSetting, ExportTarget

SAFE = 36 * INCH / DPI

_CARDS = ("card",)

POKER = PrintProduct("poker", (2.5, 3.5), (822, 1122), shapes=_CARDS)

PRODUCTS = (
    POKER,
    PrintProduct("bridge", (2.25, 3.5), (747, 1122), shapes=_CARDS),
    PrintProduct("business", (2.0, 3.5), (672, 1122), shapes=_CARDS),
    PrintProduct("domino", (1.75, 3.5), (597, 1122), shapes=_CARDS),
    PrintProduct("micro", (1.25, 1.75), (447, 597), shapes=_CARDS),
    PrintProduct("tarot", (2.75, 4.75), (897, 1497), shapes=_CARDS),
)
"""The products: cards, whose pictures have 36 pixels of bleed on every side."""

STOCKS = ("(S30) Standard Smooth", "(S27) Smooth", "(S33) Superior Smooth", "(M31) Linen", "(P10) Plastic")
"""Card stocks as the tool names them, by their codes."""

BRACKETS = (18, 36, 55, 72, 90, 108, 126, 144, 162, 180, 198, 216, 234, 396, 504, 612)
"""The available capacities of a project, in cards."""


def _limits(job: ExportJob, findings: Findings) -> None:
    report_unfit(job, PRODUCTS, "MakePlayingCards", findings=findings)


def _files(job: ExportJob) -> Iterator[ExportedFile]:
    pieces, sides = numbered(list(best_fits(groups_of(job.drawn_run), PRODUCTS)), blank_backs=True)
    yield from pictures(job, sides)
    yield order_csv(pieces)
    yield proof(job, sides, SAFE)
    stock = next(each for each in STOCKS if each.startswith(f"({job.values['stock']})"))
    copies = [each for each in pieces if each.product is POKER for _ in range(each.copies)]
    orders = [copies[at : at + BRACKETS[-1]] for at in range(0, len(copies), BRACKETS[-1])]
    for number, order in enumerate(orders, 1):
        name = "autofill.xml" if len(orders) == 1 else f"autofill-{number}.xml"
        room = next(bracket for bracket in BRACKETS if bracket >= len(order))
        remark = f"{len(order)} card{'s' if len(order) > 1 else ''} in a project of {room}"
        yield ExportedFile(name, _order(order, room, stock).encode(), remark)


def _order(cards: Sequence[ServicePiece], bracket: int, stock: str) -> str:
    """An order for the tool; slots count from 0, and files are found beside the order."""
    backs = [card.back for card in cards]
    lines = [
        "<order>",
        f"  <details><quantity>{len(cards)}</quantity><bracket>{bracket}</bracket>"
        f"<stock>{stock}</stock><foil>false</foil></details>",
        *_side("fronts", [card.front for card in cards]),
    ]
    if len(set(backs)) > 1:
        lines += _side("backs", backs)
    return "\n".join([*lines, f"  <cardback>{escape(backs[0])}</cardback>", "</order>", ""])


def _side(tag: str, files: Sequence[str]) -> list[str]:
    slots: dict[str, list[int]] = {}
    for slot, file in enumerate(files):
        slots.setdefault(file, []).append(slot)
    cards = [
        f"    <card><id>{escape(file)}</id><sourceType>Local "
        f"File</sourceType><slots>{','.join(map(str, where))}</slots>"
        f"<name>{escape(file.rpartition('/')[2])}</name><query></query></card>"
        for file, where in slots.items()
    ]
    return [f"  <{tag}>", *cards, f"  </{tag}>"]


MAKE_PLAYING_CARDS = ExportTarget(
    "make-playing-cards",
    "MakePlayingCards",
    "Numbered pictures of cards at its pixels, a proof, and the order for its autofill tool.",
    takes="faces",
    files=_files,
    limits=_limits,
    settings=(
        LEAVE_OUT,
        ExportSetting(
            "stock",
            "The card stock of the order.",
            "choice",
            default="S30",
            choices=tuple(stock[1:4] for stock in STOCKS),
            label="Card stock",
        ),
    ),
    is_final=True,
    next_steps=(
        (
            "For poker cards, put the MPC Autofill tool into the folder and start it there; else upload"
            " the pictures by number."
        ),
        "Compare the site's preview with `proof.pdf` before you pay.",
    ),
)
