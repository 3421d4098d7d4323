"""How a text looks inside spans: its style with what the open spans change."""

from collections.abc import Iterable, Mapping

import msgspec

from nineup.fonts import Font
from nineup.markup import SMALL_CAPS, SPANS, SUB, SUPER, UNDERLINE
from nineup.text.rich import OpenSpan
from nineup.text.style import Case, Style


class Look(msgspec.Struct, frozen=True):
    """What letters look like. `style` gives them their font, colour and terms; scale and rise are as in Ink."""

    style: Style
    case: Case
    scale: float = 1.0
    rise: float = 0.0
    is_underlined: bool = False


def look(style: Style, font: Font, spans: Iterable[OpenSpan], styles: Mapping[str, Style]) -> Look:
    """The look of a style in a font inside open spans; spans without meaning change nothing."""
    found = Look(style, style.case, is_underlined=style.underline)
    for span in spans:
        named = styles.get(span.name)
        if named is not None:
            scale = round(found.scale * named.size / found.style.size, 4)
            underlined = found.is_underlined or named.underline
            found = msgspec.structs.replace(
                found, style=named, case=named.case, scale=scale, is_underlined=underlined
            )
        elif span.name == UNDERLINE:
            found = msgspec.structs.replace(found, is_underlined=True)
        elif span.name == SMALL_CAPS:
            found = msgspec.structs.replace(found, case="small-caps")
        elif span.name in (SUPER, SUB):
            size, rise = font.superscript if span.name == SUPER else font.subscript
            raised = round(found.rise + rise * found.scale, 1)
            found = msgspec.structs.replace(found, scale=round(found.scale * size, 4), rise=raised)
    return found


def known_spans(styles: Iterable[str]) -> list[str]:
    """The names that a span may have: the built-in ones, then those of styles."""
    return [*SPANS, *styles]


def small_cap_scale(font: Font) -> float:
    """The size of synthetic small capitals, for a font without its own: slightly taller than an x, as a share of the text's size."""
    return round(min(0.85, max(0.65, font.x_height / (font.cap_height or 1) + 0.06)), 3)


def stretches(text: str) -> list[tuple[str, bool]]:
    """A text in stretches of small letters, which are flagged, and of others."""
    found: list[tuple[str, bool]] = []
    begin = 0
    flags = [letter != letter.upper() for letter in text]
    for at in range(1, len(text) + 1):
        if at == len(text) or flags[at] != flags[begin]:
            found.append((text[begin:at], flags[begin]))
            begin = at
    return found
