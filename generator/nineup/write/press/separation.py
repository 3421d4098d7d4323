"""Colours → inks: the inks that print each sRGB colour, through an ICC profile (LittleCMS, as included in
Pillow).

Colours are converted relative to the paper's white, with black point compensation. Inks that a drawing
specifies are printed unchanged.
"""

import io
from functools import cached_property
from itertools import pairwise
from pathlib import Path as FilePath
from typing import Any

import msgspec

from nineup.model.art import changed_image, image_of, pixels_of
from nineup.model.drawing import Cmyk, Colour, Face, Group, Image, InkColour, Mask, Op, Path, Spot, Stop
from nineup.model.recolour import Recolouring

NEUTRAL, DARK = 10.0, 60.0
"""The largest chroma and lightness (CIE Lab) of letters that are printed in black alone, and so need no
register.
"""

STEPS = 8
"""The number of places between two colours at which gradients are converted: inks don't mix as light does."""

GRID = 33
"""The side of the lookup table for pictures."""


COATED = FilePath(__file__).parent / "profiles/fogra39-coated.icc"
"""The built-in profile, of coated paper in offset printing."""


class ProfileError(Exception):
    """A file that isn't a press profile. The message continues the file's name."""


class Profile:
    """An ICC profile of a press that prints in cyan, magenta, yellow and black."""

    def __init__(self, data: bytes) -> None:
        """Raises ProfileError."""
        from PIL import ImageCms

        self.data = data
        try:
            self._opened = ImageCms.ImageCmsProfile(io.BytesIO(data))
        except (OSError, ImageCms.PyCMSError):
            raise ProfileError("is not an ICC profile") from None
        about = self._opened.profile
        self.name = (about.profile_description or "").strip("\0 ") or "CMYK"
        if about.xcolor_space.strip() != "CMYK" or about.device_class != "prtr":
            kind = f"{about.xcolor_space.strip()}, class {about.device_class}"
            raise ProfileError(f"is not a profile of a press with four inks (it is for {kind})")

    def inks(self, pixels: bytes) -> bytes:
        """The inks of sRGB pixels, four bytes each."""
        converted: bytes = self._run(self._to_inks, "RGB", pixels)
        return converted

    @cached_property
    def _to_inks(self) -> Any:
        from PIL import ImageCms

        return self._between(ImageCms.createProfile("sRGB"), self._opened, "RGB", wanted="CMYK")

    @cached_property
    def blacks(self) -> list[float]:
        """The lightness (CIE L*, of white paper 100) of 0 to 255 parts of black ink alone."""
        from PIL import ImageCms

        to_lab = self._between(
            self._opened, ImageCms.createProfile("LAB"), "CMYK", wanted="LAB", compensated=False
        )
        return _lightness(self._run(to_lab, "CMYK", b"".join(bytes((0, 0, 0, k)) for k in range(256))))

    def _between(self, start: Any, end: Any, given: str, wanted: str, compensated: bool = True) -> Any:
        from PIL import ImageCms

        flags = ImageCms.Flags.BLACKPOINTCOMPENSATION if compensated else ImageCms.Flags(0)
        intent = ImageCms.Intent.RELATIVE_COLORIMETRIC
        return ImageCms.buildTransform(start, end, given, wanted, intent, flags)

    def _run(self, transform: Any, mode: str, data: bytes) -> bytes:
        from PIL import Image as Pillow

        size = len(data) // len(mode), 1
        converted = Pillow.new(transform.output_mode, size)
        # Not `applyTransform`, which copies the profile for every single colour.
        transform.transform.apply(Pillow.frombytes(mode, size, data).getim(), converted.getim())
        return converted.tobytes()


class Separation:
    """Converts drawings for a press. `limit` is the largest total ink, from 0 to 4: the excess of the profile
    is taken from cyan, magenta and yellow.
    """

    def __init__(self, profile: Profile, limit: float) -> None:
        self.profile = profile
        self.limit = limit
        self._colours: dict[Colour, InkColour] = {}
        self._letters: dict[Colour, InkColour] = {}
        self._recolouring = _Separated(self)

    def face(self, face: Face) -> Face:
        """A face with an ink for each colour; masks are greys."""
        return self._recolouring.face(face)

    def colour(self, colour: Colour) -> InkColour:
        """A colour with its ink: greys in black alone."""
        inked = self._colours.get(colour)
        if inked is None:
            inked = self._colours[colour] = self._inked(colour)
        return inked

    def letters(self, colour: Colour) -> InkColour:
        """The colour of letters with its ink: dark ones that are nearly grey are in black alone."""
        inked = self._letters.get(colour)
        if inked is None:
            inked = self._letters[colour] = (
                self._in_black(colour)
                if not isinstance(colour, InkColour)
                and chroma(colour) <= NEUTRAL
                and lightness(colour) <= DARK
                else self.colour(colour)
            )
        return inked

    def stops(self, stops: tuple[Stop, ...]) -> tuple[Stop, ...]:
        """A gradient with its inks, and additional stops where inks would mix differently than light."""
        separated = []
        for start, end in pairwise(stops):
            separated.append(self._stop(start))
            inked = isinstance(start.colour, InkColour) and isinstance(end.colour, InkColour)
            if start.colour != end.colour and start.offset < end.offset and not inked:
                # Between red and green, light goes through a dark yellow. A press would go
                # through what the inks of both mix to.
                separated += [self._stop(_between(start, end, step / STEPS)) for step in range(1, STEPS)]
        return (*separated, *(self._stop(stop) for stop in stops[-1:]))

    def image(self, image: Image) -> Image:
        """A picture in inks; a grey one stays unchanged, in black."""
        if image.channels == 1:
            return image
        return changed_image(image, "inks", self._in_inks, channels=4)

    def _in_inks(self, image: Image) -> Image:
        return image_of(pixels_of(image).convert("RGB").filter(self._table), image.alpha)

    def _stop(self, stop: Stop) -> Stop:
        inked = self.colour(stop.colour)
        if isinstance(inked.ink, Spot):  # A gradient goes through process inks.
            inked = InkColour(inked, inked.ink.alternate)
        return Stop(stop.offset, inked, stop.opacity)

    def _inked(self, colour: Colour) -> InkColour:
        if isinstance(colour, InkColour):
            return colour
        red, green, blue = (round(255 * channel) for channel in colour)
        # Mixed from all inks, a grey would be tinted by the slightest error of one of them.
        if red == green == blue:
            return self._in_black(colour)
        cyan, magenta, yellow, black = (
            amount / 255 for amount in self.profile.inks(bytes((red, green, blue)))
        )
        return InkColour(colour, limited_inks(Cmyk(cyan, magenta, yellow, black), self.limit))

    def _in_black(self, colour: Colour) -> InkColour:
        """The amount of black with the same lightness, or full black."""
        light = lightness(colour)
        nearest = min(range(256), key=lambda k: abs(self.profile.blacks[k] - light))
        black = 1.0 if max(colour) == 0 else nearest / 255
        return InkColour(colour, Cmyk(0.0, 0.0, 0.0, black))

    @cached_property
    def _table(self) -> Any:
        """The conversion of each colour of a picture."""
        from PIL.ImageFilter import Color3DLUT

        levels = [round(255 * step / (GRID - 1)) for step in range(GRID)]
        pixels = bytes(level for b in levels for g in levels for r in levels for level in (r, g, b))
        inks = self.profile.inks(pixels)
        table: list[float] = []
        for at in range(0, len(inks), 4):
            # Between two colors of the table, each of four inks may be rounded up by half a step.
            kept = limited_inks(Cmyk(*(amount / 255 for amount in inks[at : at + 4])), self.limit - 2 / 255)
            table += (kept.cyan, kept.magenta, kept.yellow, kept.black)
        return Color3DLUT(GRID, table, channels=4, target_mode="CMYK")


class _Separated(Recolouring):
    """As `Recolouring`; what overprints is in an overprinting group, and masks become grey."""

    def __init__(self, separation: Separation) -> None:
        super().__init__(separation.colour, separation.letters, separation.stops, image=separation.image)
        self._masks = Recolouring(_grey, image=_grey_image)

    def op(self, op: Op) -> Op:
        separated = super().op(op)
        if isinstance(separated, Path) and _overprints(separated):
            return Group((separated,), overprint=True)
        if isinstance(separated, Group) and separated.mask is not None:
            return msgspec.structs.replace(separated, mask=self._mask(separated.mask))
        return separated

    def _mask(self, mask: Mask) -> Mask:
        return Mask(self._masks.ops(mask.ops), mask.alpha)


def _overprints(path: Path) -> bool:
    paints = (path.fill, path.stroke.paint if path.stroke else None)
    return any(
        isinstance(paint, InkColour) and isinstance(paint.ink, Spot) and paint.ink.overprint
        for paint in paints
    )


def limited_inks(inks: Cmyk, limit: float) -> Cmyk:
    """Inks limited to a total of `limit`: less cyan, magenta and yellow, in equal parts, rounded down to the
    256 steps of a picture.
    """
    colours = inks.cyan + inks.magenta + inks.yellow
    if inks.total <= limit or not colours:
        return inks
    # Black is what keeps the darkness. Of 90 %, 80 %, 70 % and 60 % black with a limit of 240 %, 180 % are
    # left for the colors' 240 %: 67.5 %, 60 % and 52.5 %.
    part = max(0.0, limit - inks.black) / colours
    cyan, magenta, yellow = (
        int(amount * part * 255) / 255 for amount in (inks.cyan, inks.magenta, inks.yellow)
    )
    return Cmyk(cyan, magenta, yellow, inks.black)


def _between(start: Stop, end: Stop, part: float) -> Stop:
    red, green, blue = (a + (b - a) * part for a, b in zip(start.colour, end.colour, strict=True))
    offset = start.offset + (end.offset - start.offset) * part
    return Stop(offset, (red, green, blue), start.opacity + (end.opacity - start.opacity) * part)


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def _cube_root(part: float) -> float:
    # (6/29)³ and (29/3)³, the constants of CIE Lab as exact fractions.
    return part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116


def _lab(colour: Colour) -> tuple[float, float, float]:
    """The CIE Lab of an sRGB colour (IEC 61966-2-1), relative to its own white."""
    red, green, blue = (_linear(channel) for channel in colour)
    x = _cube_root((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505)
    y = _cube_root(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    z = _cube_root((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.0890)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def lightness(colour: Colour) -> float:
    """CIE L* of an sRGB colour, from 0 to 100."""
    return _lab(colour)[0]


def chroma(colour: Colour) -> float:
    """How far an sRGB colour is from grey, in CIE Lab."""
    _, a, b = _lab(colour)
    return float((a * a + b * b) ** 0.5)


def _lightness(lab: bytes) -> list[float]:
    return [level / 255 * 100 for level in lab[::3]]


def _grey(colour: Colour) -> Colour:
    """A grey with the luminosity that PDF defines for a colour (ISO 32000-1, 11.3.5.3)."""
    red, green, blue = colour
    light = round(0.3 * red + 0.59 * green + 0.11 * blue, 6)
    return light, light, light


def _grey_image(image: Image) -> Image:
    return image if image.channels == 1 else changed_image(image, "light", _in_light, channels=1)


def _in_light(image: Image) -> Image:
    return image_of(pixels_of(image).convert("L"), image.alpha)
