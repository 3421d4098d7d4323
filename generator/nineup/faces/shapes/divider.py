"""Deck dividers: a card with a tab at its top, which rises above the deck and names what follows."""

from collections.abc import Mapping

from nineup.base.geometry import Box, Size
from nineup.base.units import MM
from nineup.faces.shapes.net import Net, Panel, printed
from nineup.faces.shapes.shape import Assembled, Faces, Shape
from nineup.model.drawing import Face, Segment
from nineup.model.game import Component, Part
from nineup.schema import Key, WholeNumber

TAB = 8 * MM
"""The height of a tab."""

MOST_TABS = 8


def sides(component: Component) -> Mapping[str, Size]:
    """The card on both sides, and the tab, which is the same on both."""
    card = component.size
    return {"front": card, "back": card, "tab": Size(card.width / component.settings["tabs"], TAB)}


def net(component: Component, place: int, is_back: bool = False) -> Net:
    """The divider with its tab at a position from the left, seen from the front; from behind it is
    mirrored.
    """
    width, height = component.size
    tab = width / component.settings["tabs"]
    left = width - (place + 1) * tab if is_back else place * tab
    right, whole = left + tab, TAB + height
    outline: tuple[Segment, ...] = (
        ("M", left, TAB),
        ("L", left, 0.0),
        ("L", right, 0.0),
        ("L", right, TAB),
        ("L", width, TAB),
        ("L", width, whole),
        ("L", 0.0, whole),
        ("L", 0.0, TAB),
        ("Z",),
    )
    panels = {"front": Panel(Box(0.0, TAB, width, height)), "tab": Panel(Box(left, 0.0, tab, TAB))}
    return Net(Size(width, whole), panels, outline, folds=())


def with_tab(part: Part, faces: Faces) -> Assembled:
    """The card with its tab. The tabs of a component's cards take turns from left to right."""
    component = part.component
    number = next(n for n, card in enumerate(component.cards) if card.id == part.card.id)
    place = number % component.settings["tabs"]
    tab = {"tab": faces["tab"]} if "tab" in faces else {}
    front = printed(faces["front"].name, net(component, place), {"front": faces["front"], **tab})
    back: Face | None = None
    if "back" in faces:
        drawn = {"front": faces["back"], **tab}
        back = printed(faces["back"].name, net(component, place, is_back=True), drawn)
    return front, back


DIVIDER = Shape(
    "divider",
    "dividers",
    outlines=("rectangle",),
    sides=sides,
    keys={
        "tabs": Key(
            WholeNumber(1, MOST_TABS),
            "How many tabs fit side by side; with 1, a tab is as wide as the card.",
            default=3,
        )
    },
    assemble=with_tab,
    by_card=True,
    is_played=False,
    is_storage=True,
)
