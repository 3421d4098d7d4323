"""Initials: the large first letter of a text, a part of its first word that is set in its own size, some
lines lower.
"""

import msgspec

from nineup.model.drawing import Shaped
from nineup.typography.fonts import Font
from nineup.typography.text.words.word import LetterInk, Word, inks_of

GAP = 60
"""The space after an initial, in thousandths of an em of the text."""


def with_initial(word: Word, own: LetterInk, font: Font, lines: int, leading: float) -> tuple[Word, int, int]:
    """A word with its first letter, and any quotes before it, as many lines high; the width of that letter,
    and the number of lines that make room for it: one more if it reaches down into the next, as a `Q` does.

    The word itself, 0 and 1 if it doesn't begin with a letter. `font` is that of the letter, `leading` in
    sizes.
    """
    piece = word.pieces[0]
    at = _first_letter(piece.text) if isinstance(piece, Shaped) else -1
    if at < 0 or not isinstance(piece, Shaped) or piece.variant:
        return word, 0, 1
    down = (lines - 1) * leading * 1000
    top, bottom = font.reach(piece.text[at])
    # An accent stays inside the frame, too; the curves of an `O` may rise a little above other capitals.
    high = top if top > _ROUND * font.cap_height else font.cap_height
    scale = round((font.cap_height + down) / high, 4) if high else float(lines)
    inks = inks_of(word)
    worn = inks[0] or own
    large = msgspec.structs.replace(
        worn, scale=round(worn.scale * scale, 4), rise=round(worn.rise - down, 1), is_initial=True
    )
    letter = _with_gap(font.shape(piece.text[: at + 1]), GAP / large.scale)
    rest = (font.shape(piece.text[at + 1 :]),) if piece.text[at + 1 :] else ()
    wide = round(letter.width * large.scale)
    longer = wide + sum([round(part.width * worn.scale) for part in rest]) - round(piece.width * worn.scale)
    return (
        msgspec.structs.replace(
            word,
            pieces=(letter, *rest, *word.pieces[1:]),
            inks=(large, *[inks[0]] * len(rest), *inks[1:]),
            width=word.width + longer,
            advance=word.advance + longer,
            symbols=tuple([symbol.moved(longer) for symbol in word.symbols]),
            dressed=True,
            uneven=True,
        ),
        wide,
        lines + (bottom * scale > leading * 1000 - font.cap_height),
    )


_ROUND = 1.1
"""The largest overshoot of a capital without an accent above others."""


def _first_letter(text: str) -> int:
    """The index of the first letter or digit; -1 if more than two other characters precede it, or none
    follows.
    """
    return next((at for at, letter in enumerate(text[:3]) if letter.isalnum()), -1)


def _with_gap(piece: Shaped, gap: float) -> Shaped:
    adjust = (*piece.adjust[:-1], piece.adjust[-1] + gap)
    return msgspec.structs.replace(piece, width=piece.width + gap, adjust=adjust)
