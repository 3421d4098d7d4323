"""Data only: what a game is, what a drawn face is, what an appendix is.

`load` makes a `Game` (`game`), `select` a `Run` of it. `layout` draws `Face`s of operations (`drawing`),
whose reach is in `extent`, whose colours are changed by `recolour`, whose foils become plates (`foils`), and
whose identity is a digest (`digests`). `paper` has sheets and their specifications, `booklet` the blocks of
an appendix. `art` reads pictures to an `Image`, `inks` the notation of a press's inks. Everything is frozen.
"""

from typing import TYPE_CHECKING

from nineup.base.late_names import late_names

if TYPE_CHECKING:
    from nineup.model.art import PIXELS, ArtError, changed_image, image_of, pixels_of, read_image
    from nineup.model.booklet import label
    from nineup.model.digests import Digests
    from nineup.model.downsampling import downsampled
    from nineup.model.drawing import (
        ARC,
        Cmyk,
        Colour,
        Face,
        Form,
        Group,
        Image,
        InkColour,
        Linear,
        Op,
        Path,
        PlacedImage,
        Radial,
        Segment,
        Spot,
        Stop,
        Stroke,
        Text,
        Tiling,
        Use,
        hex_of,
        rectangle,
    )
    from nineup.model.extent import bounds, is_framed, stroke_area, text_width
    from nineup.model.foils import Plates, foil_names, foil_plate
    from nineup.model.game import Band, Card, Component, Expression, Game, Item, Option, Part, Rich, Run
    from nineup.model.inks import check_spot_name
    from nineup.model.paper import PAPERS, Backs, Page, Placement, Sheet, SheetSpec, paper_size
    from nineup.model.picture_part import ShownPicture, ShownPictureError, shown_picture
    from nineup.model.recolour import Recolouring
else:
    __getattr__ = late_names(
        __name__,
        {
            "art": ("PIXELS", "ArtError", "changed_image", "image_of", "pixels_of", "read_image"),
            "booklet": ("label",),
            "digests": ("Digests",),
            "downsampling": ("downsampled",),
            "drawing": (
                "ARC",
                "Cmyk",
                "Colour",
                "Face",
                "Form",
                "Group",
                "Image",
                "InkColour",
                "Linear",
                "Op",
                "Path",
                "PlacedImage",
                "Radial",
                "Segment",
                "Spot",
                "Stop",
                "Stroke",
                "Text",
                "Tiling",
                "Use",
                "hex_of",
                "rectangle",
            ),
            "extent": ("bounds", "is_framed", "stroke_area", "text_width"),
            "foils": ("Plates", "foil_names", "foil_plate"),
            "game": (
                "Band",
                "Card",
                "Component",
                "Expression",
                "Game",
                "Item",
                "Option",
                "Part",
                "Rich",
                "Run",
            ),
            "inks": ("check_spot_name",),
            "paper": ("PAPERS", "Backs", "Page", "Placement", "Sheet", "SheetSpec", "paper_size"),
            "recolour": ("Recolouring",),
            "picture_part": ("ShownPicture", "ShownPictureError", "shown_picture"),
        },
    )

__all__ = [
    "ARC",
    "PAPERS",
    "PIXELS",
    "ArtError",
    "Backs",
    "Band",
    "Card",
    "Cmyk",
    "Colour",
    "Component",
    "Digests",
    "Expression",
    "Face",
    "Form",
    "Game",
    "Group",
    "Image",
    "InkColour",
    "Item",
    "Linear",
    "Op",
    "Option",
    "Page",
    "Part",
    "Path",
    "PlacedImage",
    "Placement",
    "Plates",
    "Radial",
    "Recolouring",
    "Rich",
    "Run",
    "Segment",
    "Sheet",
    "SheetSpec",
    "ShownPicture",
    "ShownPictureError",
    "Spot",
    "Stop",
    "Stroke",
    "Text",
    "Tiling",
    "Use",
    "bounds",
    "changed_image",
    "check_spot_name",
    "downsampled",
    "foil_names",
    "foil_plate",
    "hex_of",
    "image_of",
    "is_framed",
    "label",
    "paper_size",
    "pixels_of",
    "read_image",
    "rectangle",
    "shown_picture",
    "stroke_area",
    "text_width",
]
