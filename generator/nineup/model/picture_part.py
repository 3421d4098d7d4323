"""A picture as a card names it: its file, and which part of it shows, in words that any cell can hold.

    art/dragon.png                                  the whole picture, its middle in the frame's middle
    art/dragon.png focus 40% 30%                    this point as near the frame's middle as possible
    art/dragon.png crop 10% 0% 50% 80%              only this part of it: its left, top, width and height
    art/dragon.png crop 10% 0% 50% 80% focus 40% 30%

All shares are of the whole picture's width and height, from its top-left corner, so that a crop can change
without its focus. The file stays as it is.
"""

import re

import msgspec

from nineup.base.geometry import Box

_PARTED = re.compile(
    r"(?P<file>.*?\.(?:png|jpe?g|webp|gif|bmp|svgz?)(?:#\S{1,100})?)\s++(?P<rest>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
_MEANT = re.compile(r"(?:crop|focus)\b|.*%", re.DOTALL)
"""What follows a file's name and isn't a part of the name."""

_PART = re.compile(r"(?<!\s)\s++(?=[^\d.%-])")
_SHARE = re.compile(r"(\d{1,3}(?:\.\d{1,4})?)%")
_HINTS = {
    "crop": "write its left, top, width and height: `crop 10% 0% 50% 80%`",
    "focus": "write how far it is from the left and from the top: `focus 40% 30%`",
}


class ShownPicture(msgspec.Struct, frozen=True):
    """A picture's file, and the part and the point of it that a frame shows, in shares from 0 to 1."""

    file: str
    crop: Box | None = None
    focus: tuple[float, float] | None = None

    @property
    def is_whole(self) -> bool:
        """Whether nothing but the file is named."""
        return self.crop is None and self.focus is None


class ShownPictureError(ValueError):
    """A crop or a focus that can't be read; `hint` may be empty."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


def shown_picture(text: str) -> ShownPicture:
    """What a text such as `dragon.png focus 40% 30%` shows. Raises ShownPictureError."""
    parted = _PARTED.fullmatch(text)
    if parted is None or not _MEANT.match(parted["rest"]):
        return ShownPicture(text)
    parts: dict[str, list[float]] = {}
    for part in _PART.split(parted["rest"]):
        word, *shares = part.split()
        if word not in _HINTS:
            raise ShownPictureError(f"`{part}` is neither a crop nor a focus", _HINTS["focus"])
        if word in parts:
            raise ShownPictureError(f"there are two of `{word}`", "remove one of them")
        parts[word] = _shares(word, shares, part)
    crop, focus = parts.get("crop"), parts.get("focus")
    return ShownPicture(parted["file"], Box(*crop) if crop else None, (focus[0], focus[1]) if focus else None)


def _shares(word: str, texts: list[str], part: str) -> list[float]:
    matches = [_SHARE.fullmatch(text) for text in texts]
    shares = [float(match[1]) / 100 for match in matches if match]
    if len(shares) != len(texts) or len(shares) != (4 if word == "crop" else 2):
        raise ShownPictureError(f"`{part}` isn't a {word}", _HINTS[word])
    beyond = "is beyond the picture"
    if max(shares) > 1:
        raise ShownPictureError(f"`{part}` {beyond}", "shares are from 0% to 100%")
    if word == "crop":
        left, top, width, height = shares
        if not width or not height:
            raise ShownPictureError(f"`{part}` shows nothing", _HINTS[word])
        if left + width > 1 + 1e-9 or top + height > 1 + 1e-9:
            raise ShownPictureError(
                f"`{part}` {beyond}", "left and width, and top and height, are at most 100% together"
            )
    return shares
