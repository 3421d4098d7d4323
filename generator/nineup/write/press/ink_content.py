"""Content streams for a press: every colour is written as its ink."""

from nineup.model.drawing import Cmyk, Colour, InkColour, Linear, Radial
from nineup.write.document.content import ContentWriter
from nineup.write.document.operators import process
from nineup.write.document.references import Shading


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
