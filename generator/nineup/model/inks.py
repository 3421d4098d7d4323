"""The notation of inks: an sRGB colour, and after it the ink with which a press prints it.

#b5162b device-cmyk(0.1, 1, 0.85, 0.05)
#b5162b icc-color(coated, 0.1, 1, 0.85, 0.05)
#8a6f2b spot(Gold, 0, 0.2, 0.6, 0.3)
#e6007e spot(CutContour, 0, 1, 0, 0, overprint)
"""

from nineup.model.drawing import Cmyk, Spot

HINT = "write it like `#b5162b device-cmyk(0.1, 1, 0.85, 0.05)`"

_FORMS = ("device-cmyk(", "icc-color(", "spot(")


def split_ink(text: str) -> tuple[str, Cmyk | Spot | None]:
    """A colour without the ink that follows it, and that ink, or None. Raises ValueError with a message for
    the user.

    The colour itself isn't parsed. An `icc-color` with other than four inks is ignored, as SVG 1.1 requires.
    """
    if not text.endswith(")"):
        return text, None
    lower = text.lower()
    at, form = max((lower.rfind(form), form) for form in _FORMS)
    if at < 0:
        return text, None
    colour = text[:at].strip()
    if not colour:
        raise ValueError(f"`{text}` has no sRGB color before its ink")
    inside = text[at + len(form) : -1].replace(",", " ").split()
    if form == "spot(":
        return colour, _spot(text, inside)
    amounts = inside[1:] if form == "icc-color(" else inside
    return colour, None if form == "icc-color(" and len(amounts) != 4 else _cmyk(text, amounts)


def _spot(text: str, words: list[str]) -> Spot:
    overprint = words[-1:] == ["overprint"]
    numbers = words[-5:-1] if overprint else words[-4:]
    name = " ".join(words[: -5 if overprint else -4])
    if not name or not name.isprintable():
        raise ValueError(f"`{text}` is not a spot ink: name it, and say which inks imitate it")
    check_spot_name(name)
    return Spot(name, _cmyk(text, numbers), overprint)


def check_spot_name(name: str) -> None:
    """Raises ValueError, with a message for the user, for a name that PDF reserves for other inks, or that
    can't be printed.
    """
    if not name.isprintable() or name.lower() in ("all", "none", "cyan", "magenta", "yellow", "black"):
        raise ValueError(f"`{name}` can't be the name of a spot ink")


def _cmyk(text: str, words: list[str]) -> Cmyk:
    if len(words) != 4:
        raise ValueError(f"`{text}` has {len(words)} amounts of ink, not 4")
    cyan, magenta, yellow, black = (_amount(word) for word in words)
    return Cmyk(cyan, magenta, yellow, black)


def _amount(word: str) -> float:
    digits = word.removesuffix("%")
    plain = digits.replace(".", "", 1)
    value = float(digits) if plain.isascii() and plain.isdigit() else -1.0
    if digits != word:
        value /= 100
    if not 0 <= value <= 1:
        raise ValueError(f"`{word}` is not an amount of ink from 0 to 1, or 0% to 100%")
    return round(value, 4)
