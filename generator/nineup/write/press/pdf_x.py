"""PDF/X: files for a press (ISO 15930-1, -4 and -7), one face per page.

PDF/X-1a has inks only, no transparency, and is PDF 1.3 (:2001) or 1.4 (:2003). PDF/X-4 is PDF 1.6 and may
have transparency. All fonts are embedded, and the output intent contains the profile.
"""

from collections.abc import Iterable

import msgspec

from nineup.model.drawing import Cmyk, Colour, Face, InkColour, Linear, Radial
from nineup.typography.fonts import Fonts
from nineup.write.document.content import ContentWriter
from nineup.write.document.operators import process
from nineup.write.document.pages import PRODUCER
from nineup.write.document.references import Shading
from nineup.write.document.resources import Resources
from nineup.write.press.separation import Separation
from nineup.write.press.standard import Standard


class InkContentWriter(ContentWriter):
    """Writes separated operations (`Separation`). Only masks have colours without inks, which are greys."""

    group_space = "DeviceCMYK"
    mask_space = "DeviceGray"

    def colour(self, colour: Colour, line: bool) -> str:
        numbers = self.numbers[4]
        if not isinstance(colour, InkColour):
            assert colour[0] == colour[1] == colour[2], f"{colour} has no ink"
            return f"{numbers[colour[0]]} {'G' if line else 'g'}"
        if isinstance(colour.ink, Cmyk):
            amounts = " ".join([numbers[amount] for amount in process(colour.ink)])
            return f"{amounts} {'K' if line else 'k'}"
        name = self.references.ink(colour.ink)
        return f"/{name} CS 1 SCN" if line else f"/{name} cs 1 scn"

    def shading(self, paint: Linear | Radial) -> Shading:
        return Shading(paint, inks=True)


CREATOR = "Nineup"


class PressDocument(msgspec.Struct, frozen=True):
    """Faces for a press, one per page, and the document information.

    `bleed` is the bleed around each, in points.
    """

    title: str
    author: str
    faces: Iterable[Face]
    bleed: float


def pdf_x(document: PressDocument, standard: Standard, separation: Separation, fonts: Fonts) -> bytes:
    """A PDF of faces in the inks of a press. The trim box is the face, the bleed box the whole page.

    For PDF/X-1a, faces have no transparency (`flattened`).
    """
    from nineup.write.press.file import PressFile

    writer = InkContentWriter(fonts.by_key)
    resources = Resources(writer.references)
    file = PressFile(standard, separation.profile)
    linked: dict[Face, str] = {}
    for face in document.faces:
        drawn = linked.get(face)
        if drawn is None:
            drawn = linked[face] = resources.link(writer.face(separation.face(face)))
        file.face_page(face.size, document.bleed, drawn)
    about = {
        "Title": document.title or CREATOR,
        "Author": document.author,
        "Creator": CREATOR,
        "Producer": PRODUCER,
    }
    return b"".join(file.finish(resources, about))
