"""Colours → inks: greys in black, letters that are nearly grey, too, and never more ink than allowed."""

from math import dist

import pytest
from nineup.model.art import image_of
from nineup.model.drawing import Cmyk, InkColour, Spot, Stop
from nineup.write.press.separation import (
    COATED,
    Profile,
    ProfileError,
    Separation,
    chroma,
    lightness,
    limited_inks,
)
from PIL import Image, ImageCms
from programs import press_profile


@pytest.fixture(scope="module")
def profile() -> Profile:
    return Profile(press_profile().read_bytes())


@pytest.fixture(scope="module")
def separation(profile: Profile) -> Separation:
    return Separation(profile, 3.0)


def inks(colour: InkColour) -> Cmyk:
    assert isinstance(colour.ink, Cmyk)
    return colour.ink


def test_lightness_and_chroma_are_those_of_cie_lab() -> None:
    assert lightness((1.0, 1.0, 1.0)) == pytest.approx(100, abs=0.01)
    assert lightness((0.0, 0.0, 0.0)) == pytest.approx(0, abs=0.01)
    assert lightness((119 / 255,) * 3) == pytest.approx(50, abs=0.2)  # type: ignore[arg-type]
    assert chroma((0.5, 0.5, 0.5)) < 0.1
    assert chroma((1.0, 0.0, 0.0)) == pytest.approx(104.5, abs=0.5)


@pytest.mark.parametrize("level", [0.0, 0.5, 1.0])
def test_greys_are_in_black_alone_and_as_light(level: float, separation: Separation) -> None:
    found = inks(separation.colour((level, level, level)))
    assert (found.cyan, found.magenta, found.yellow) == (0, 0, 0)
    blacks = separation.profile.blacks
    wanted = max(lightness((level, level, level)), blacks[255])
    assert blacks[round(found.black * 255)] == pytest.approx(wanted, abs=1)
    if level in (0.0, 1.0):
        assert found.black == 1 - level


def test_dark_letters_that_are_nearly_grey_are_in_black_alone(separation: Separation) -> None:
    ink, blood = (0x23 / 255, 0x20 / 255, 0x2B / 255), (0x8C / 255, 0x3A / 255, 0x1C / 255)
    assert inks(separation.letters(ink)) == Cmyk(0.0, 0.0, 0.0, 1.0)
    assert inks(separation.colour(ink)).cyan > 0.3
    for other in (blood, (0xFF / 255, 0xFD / 255, 0xF8 / 255)):
        assert separation.letters(other) == separation.colour(other)


def test_named_inks_stay_as_they_are(separation: Separation) -> None:
    for ink in (Cmyk(1.0, 1.0, 1.0, 1.0), Spot("Gold", Cmyk(0.0, 0.2, 0.6, 0.3))):
        named = InkColour((0.1, 0.1, 0.1), ink)
        assert separation.colour(named) is named
        assert separation.letters(named) is named


def test_no_colour_takes_more_ink_than_allowed(profile: Profile) -> None:
    dark = (0.1, 0.02, 0.08)
    assert inks(Separation(profile, 4.0).colour(dark)).total > 2.4
    tight = Separation(profile, 2.0)
    assert inks(tight.colour(dark)).total == pytest.approx(2.0, abs=3 / 255)
    assert inks(tight.colour(dark)).total <= 2.0
    part = limited_inks(Cmyk(0.4, 0.4, 0.2, 1.0), 1.5)
    assert part.black == 1.0
    assert [part.cyan, part.magenta, part.yellow] == pytest.approx([0.2, 0.2, 0.1], abs=1 / 255)
    picture = Image.radial_gradient("L").resize((64, 64))
    colours = image_of(Image.merge("RGB", (picture, picture.rotate(90), picture.rotate(180))))
    made = tight.image(colours).loaded()
    assert (made.encoding, made.channels) == ("cmyk", 4)
    assert max(sum(made.data[at : at + 4]) for at in range(0, len(made.data), 4)) <= 2.0 * 255


def test_pictures_are_converted_like_colours(separation: Separation) -> None:
    shades = [(200, 40, 60), (40, 120, 80), (250, 240, 220), (30, 30, 90)]
    picture = Image.new("RGB", (len(shades), 1))
    picture.putdata(shades)
    made = separation.image(image_of(picture, b"\x80" * 4)).loaded()
    assert made.alpha == b"\x80" * 4
    for at, (red, green, blue) in enumerate(shades):
        wanted = inks(separation.colour((red / 255, green / 255, blue / 255)))
        got = [amount / 255 for amount in made.data[4 * at : 4 * at + 4]]
        assert got == pytest.approx([wanted.cyan, wanted.magenta, wanted.yellow, wanted.black], abs=0.05)
    grey = image_of(picture.convert("L"))
    assert separation.image(grey) is grey


def test_gradients_have_stops_between_colours_and_process_inks(separation: Separation) -> None:
    gold = InkColour((0.6, 0.5, 0.2), Spot("Gold", Cmyk(0.0, 0.2, 0.6, 0.3)))
    red, blue = (0.8, 0.1, 0.1), (0.1, 0.2, 0.7)
    stops = separation.stops((Stop(0.0, red), Stop(0.5, blue, 0.5), Stop(1.0, gold)))
    offsets = [stop.offset for stop in stops]
    assert offsets == sorted(offsets)
    assert len(stops) == 17
    assert stops[4].opacity == pytest.approx(0.75)
    middle = separation.colour(tuple((a + b) / 2 for a, b in zip(red, blue, strict=True)))  # type: ignore[arg-type]
    assert tuple(stops[4].colour) == pytest.approx(tuple(middle))
    assert isinstance(stops[4].colour, InkColour)
    assert stops[4].colour.ink == middle.ink
    assert stops[-1].colour == InkColour(gold, Cmyk(0.0, 0.2, 0.6, 0.3))
    flat = separation.stops((Stop(0.0, red), Stop(1.0, red)))
    assert len(flat) == 2


def test_only_profiles_of_presses_are_taken() -> None:
    with pytest.raises(ProfileError, match="is not an ICC profile"):
        Profile(b"nothing")
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    with pytest.raises(ProfileError, match=r"is not a profile of a press with four inks \(it is for RGB"):
        Profile(srgb)


@pytest.mark.parametrize(
    ("inks", "lab"),
    [
        ((0, 0, 0, 0), (95, 0, -2)),
        ((100, 0, 0, 0), (55, -37, -50)),
        ((0, 100, 0, 0), (48, 74, -3)),
        ((0, 0, 100, 0), (89, -5, 93)),
        ((0, 0, 0, 100), (16, 0, 0)),
        ((0, 100, 100, 0), (47, 68, 48)),
    ],
)
def test_the_profile_that_comes_with_nineup_has_the_solid_inks_of_offset_on_coated_paper(
    inks: tuple[int, ...], lab: tuple[float, ...]
) -> None:
    to_lab = ImageCms.buildTransform(
        str(COATED), ImageCms.createProfile("LAB"), "CMYK", "LAB", ImageCms.Intent.ABSOLUTE_COLORIMETRIC
    )
    patch = Image.new("CMYK", (1, 1), tuple(round(255 * ink / 100) for ink in inks))
    light, a, b = ImageCms.applyTransform(patch, to_lab).getpixel((0, 0))  # type: ignore[union-attr, misc]
    assert dist((light / 2.55, a - 128, b - 128), lab) < 2.5


def test_the_profile_that_comes_with_nineup_gives_at_most_300_per_cent_and_may_be_passed_on() -> None:
    profile = Profile(COATED.read_bytes())
    steps = range(0, 256, 51)
    given = profile.inks(bytes(level for r in steps for g in steps for b in steps for level in (r, g, b)))
    assert max(sum(given[at : at + 4]) for at in range(0, len(given), 4)) <= 3.0 * 255
    assert b"CC0 1.0" in profile.data
