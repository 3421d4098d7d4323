"""The look of a text inside spans, which change its style, and the font and ink of its words there."""

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from nineup.base.markup import SPANS
from nineup.typography.fonts import Font, FontError
from nineup.typography.text.context import TextContext
from nineup.typography.text.rich import BOLD, ITALIC, MarkupState, OpenSpan
from nineup.typography.text.style import Case, Emphasis, Style
from nineup.typography.text.words.word import LetterInk


class Look(msgspec.Struct, frozen=True):
    """How letters look. `style` determines their font, colour and terms; scale and rise are as in Ink."""

    style: Style
    case: Case
    scale: float = 1.0
    rise: float = 0.0
    is_underlined: bool = False


def look(style: Style, font: Font, spans: Iterable[OpenSpan], styles: Mapping[str, Style]) -> Look:
    """The look of a style in a font inside open spans; spans without meaning change nothing."""
    current = Look(style, style.case, is_underlined=style.underline)
    for span in spans:
        named = styles.get(span.name)
        if named is not None:
            scale = round(current.scale * named.size / current.style.size, 4)
            underlined = current.is_underlined or named.underline
            current = msgspec.structs.replace(
                current, style=named, case=named.case, scale=scale, is_underlined=underlined
            )
        elif span.name in SPANS:
            current = msgspec.structs.replace(current, **SPANS[span.name].look(current, font))
    return current


class StateLooks:
    """The look, the font and the ink of each state of a style (bold, italic, inside spans), for plain words
    and for terms.

    `own_ink` is that of plain words.
    """

    def __init__(self, style: Style, context: TextContext) -> None:
        """Raises FontError if the style's own font can't be used."""
        self.font = context.fonts.font(style.font, style.weight, style.italic)
        self.own_ink = LetterInk(self.font.key, style.colour, is_underlined=style.underline)
        self._style = style
        self._context = context
        self._looks: dict[tuple[OpenSpan, ...], Look] = {}
        self._inks: dict[tuple[MarkupState, bool], tuple[LetterInk | None, Font]] = {}
        self._fallbacks: dict[tuple[MarkupState, bool], list[Font | None]] = {}
        self._lacking: dict[tuple[MarkupState, bool], FontError] = {}

    def look(self, state: MarkupState) -> Look:
        """What letters look like in a state."""
        if state.spans not in self._looks:
            self._looks[state.spans] = look(
                self._style, self.font, state.spans, styles=self._context.sheet.styles
            )
        return self._looks[state.spans]

    def ink(self, state: MarkupState, is_term: bool) -> tuple[LetterInk | None, Font]:
        """Ink and font of a state, plain or for a defined term; the ink is None if it is the style's own."""
        entry = self._inks.get((state, is_term))
        if entry is None:
            own = self.look(state)
            term = own.style.term if is_term else Emphasis()
            try:
                font = self._emphasised(state.emphasis, own.style, term)
            except FontError as error:
                self._lacking[state, is_term] = error
                font = self._stand_in(own.style)
            colour = term.colour or own.style.colour
            ink = self.unless_own(
                LetterInk(font.key, colour, own.scale, own.rise, is_underlined=own.is_underlined)
            )
            entry = self._inks[state, is_term] = ink, font
        return entry

    def lacking(self, state: MarkupState, is_term: bool) -> FontError | None:
        """Why the font of a state is unusable, so that another one is used; None if it is usable."""
        self.ink(state, is_term)
        return self._lacking.get((state, is_term))

    def fonts(self, state: MarkupState, is_term: bool) -> Iterator[Font]:
        """The font of a state, followed by those for letters that it lacks, in their nearest styles: each is
        opened when needed. Unusable ones are skipped.
        """
        own, style = self.ink(state, is_term)[1], self.look(state).style
        yield own
        opened = self._fallbacks.setdefault((state, is_term), [])
        for number, family in enumerate(style.fallbacks):
            if number == len(opened):
                opened.append(self._fallback(family, own, style))
            font = opened[number]
            if font is not None:
                yield font

    def _fallback(self, family: str, own: Font, style: Style) -> Font | None:
        try:
            return self._context.fonts.fallback(family, own, style.width, slant=style.slant)
        except FontError:
            return None

    def _stand_in(self, style: Style) -> Font:
        """A font for words whose own is missing, which is reported: its family has their letters."""
        try:
            return self._context.fonts.nearest(style.font, style.weight, style.italic)
        except FontError:
            return self.font

    def unless_own(self, ink: LetterInk) -> LetterInk | None:
        """An ink; None for the style's own."""
        return None if ink == self.own_ink else ink

    def _emphasised(self, emphasis: int, style: Style, term: Emphasis) -> Font:
        fonts = self._context.fonts
        italic = style.italic if term.italic is None else term.italic
        weight = style.weight if term.weight is None else term.weight
        if emphasis & ITALIC:
            italic = not italic
        if emphasis & BOLD:
            bold = fonts.bold(style.font, style.weight, italic)
            if bold.weight >= weight:
                return bold
        return fonts.font(style.font, weight, italic)


def small_cap_scale(font: Font) -> float:
    """The size of synthetic small capitals, for a font without its own: slightly taller than an x, as a share
    of the text's size.
    """
    return round(min(0.85, max(0.65, font.x_height / (font.cap_height or 1) + 0.06)), 3)


def stretches(text: str) -> list[tuple[str, bool]]:
    """A text in stretches of lower-case letters, which are flagged, and of others."""
    parts: list[tuple[str, bool]] = []
    begin = 0
    flags = [letter != letter.upper() for letter in text]
    for at in range(1, len(text) + 1):
        if at == len(text) or flags[at] != flags[begin]:
            parts.append((text[begin:at], flags[begin]))
            begin = at
    return parts
