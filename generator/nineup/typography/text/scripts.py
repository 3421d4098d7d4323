"""Differences between scripts: line breaks without spaces, and the direction of letters.

Latin, Greek and Cyrillic need none of this: `is_simple` is tested first.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import accumulate, groupby

from nineup.base.markup import UNSPACED
from nineup.typography.text.bidi import is_from_right, kind_of

_FIRST = "\u0590"
"""The first code point, Hebrew's, for which anything here matters, except characters that all scripts
share.
"""

_RIGHT_TO_LEFT = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff"

_SAMPLES = {
    "Han": "国永あア",
    "Hangul": "한글",
    "Devanagari": "र्किहूँ",
    "Bengali": "কিঁক্ষ্ণূ",
    "Gurmukhi": "ਕੀਂਹੂੰਕ੍ਰ",
    "Gujarati": "ર્કીત્રૂં",
    "Oriya": "କିଁର୍କୁ",
    "Tamil": "கிகூ",
    "Telugu": "క్రైక్షూస్త్రీ",
    "Kannada": "ಕ್ಷೂಸ್ತ್ರೀ",
    "Malayalam": "കിക്ഷൂസ്ത്രീ",
    "Sinhala": "කිීක්ෂූ",
    "Tibetan": "ཀིསྒྲུབརྫོ",
    "Thai": "ป้ำฎุ",
    "Lao": "ປ້ຳ",
    "Khmer": "ស្ត្រីខ្លួ",
    "Myanmar": "က်ိုမျှ",
    "Arabic": "لإطفيّ",
    "Hebrew": "לק",
}
_BLOCKS = (
    *((0x0590, 0x05FF, "Hebrew"), (0xFB1D, 0xFB4F, "Hebrew")),
    *((0x0600, 0x08FF, "Arabic"), (0xFB50, 0xFDFF, "Arabic"), (0xFE70, 0xFEFF, "Arabic")),
    *((0x0900, 0x097F, "Devanagari"), (0x0980, 0x09FF, "Bengali"), (0x0A00, 0x0A7F, "Gurmukhi")),
    *((0x0A80, 0x0AFF, "Gujarati"), (0x0B00, 0x0B7F, "Oriya"), (0x0B80, 0x0BFF, "Tamil")),
    *((0x0C00, 0x0C7F, "Telugu"), (0x0C80, 0x0CFF, "Kannada"), (0x0D00, 0x0D7F, "Malayalam")),
    *((0x0D80, 0x0DFF, "Sinhala"), (0x0E00, 0x0E7F, "Thai"), (0x0E80, 0x0EFF, "Lao")),
    *((0x0F00, 0x0FFF, "Tibetan"), (0x1000, 0x109F, "Myanmar")),
    *((0x1780, 0x17FF, "Khmer"), (0x1100, 0x11FF, "Hangul"), (0xAC00, 0xD7FF, "Hangul")),
    *((0x2E80, 0xA4CF, "Han"), (0xF900, 0xFAFF, "Han"), (0xFE30, 0xFE4F, "Han"), (0x20000, 0x3FFFF, "Han")),
)
OBJECT = "\ufffc"
"""Stands for a symbol in a text, as in Unicode."""


def is_simple(text: str) -> bool:
    """Whether a text needs nothing of this module."""
    return text.isascii() or all(each < _FIRST or "\u2000" <= each <= "\u2bff" for each in set(text))


def has_right_to_left(text: str) -> bool:
    """Whether some letters of a text run from right to left."""
    return not is_simple(text) and _any_of(_RIGHT_TO_LEFT).search(text) is not None


_FROM_RIGHT = frozenset("ar arc ckb dv fa glk he khw ks lrc mzn nqo pnb ps sd skr syr ug ur yi".split())
_SCRIPTS_FROM_RIGHT = frozenset("adlm arab aran hebr mand nkoo rohg samr syrc thaa".split())


@lru_cache(256)
def runs_from_right(language: str) -> bool:
    """Whether a language, as a tag such as `he` or `pa-Arab`, is written from right to left (CLDR 48)."""
    main, *more = language.replace("_", "-").lower().split("-")
    script = next((part for part in more if len(part) == 4 and part.isalpha()), "")
    return script in _SCRIPTS_FROM_RIGHT if script else main in _FROM_RIGHT


def paragraph_runs_from_right(text: str, language: str) -> bool:
    """Whether a paragraph runs from right to left: by its first letter, or by any in a language that does."""
    if runs_from_right(language):
        return has_right_to_left(text)
    return is_from_right(text)


def script_of(character: str) -> str:
    """The script of a letter if its letters are taller or deeper than Latin ones; otherwise empty."""
    code = ord(character)
    return next((name for first, last, name in _BLOCKS if first <= code <= last), "")


def scripts_of(text: str) -> frozenset[str]:
    """The scripts of a text's letters that are taller or deeper than Latin ones."""
    return frozenset(map(script_of, text)) - {""}


def sample_of(script: str) -> str:
    """Letters of a script as tall and deep as those of its texts."""
    return _SAMPLES[script]


def line_breaks(text: str, in_korean: bool = False) -> list[int]:
    """The breaks allowed in a text without spaces, next to letters of a script without spaces: offsets in
    order.

    With `in_korean`, also between the syllables of Korean, as justified text needs it.

    By UAX 14, in its strict form: no line begins with 、。」 or a small kana, or ends with 「.
    Thai, Lao, Khmer and Burmese break between the words of ICU's dictionaries. A number
    stays with the word or the symbol after it.
    """
    if is_simple(text) or (not in_korean and OBJECT not in text and _any_of(UNSPACED).search(text) is None):
        return []
    return [
        at
        for at in _boundaries(text)
        if (_is_unspaced(text, at) or (in_korean and _is_korean(text, at))) and not text[at - 1].isdecimal()
    ]


def may_break(before: str, after: str, in_korean: bool = False) -> bool:
    """Whether a line may break between two characters, either of which may be an OBJECT."""
    pair = before + after
    if line_breaks(pair, in_korean) != [1]:
        return False
    return is_unspaced(before) or is_unspaced(after) or _is_korean(pair, 1)


def may_widen(text: str, at: int) -> bool:
    """Whether a justified line may be stretched at a break in a text, from which it takes no space."""
    return any(map(is_unspaced, text[at - 1 : at + 1])) or _is_korean(text, at)


def _is_korean(text: str, at: int) -> bool:
    """Whether the letter before or after an offset is Korean."""
    return any(script_of(letter) == "Hangul" for letter in text[at - 1 : at + 1])


def is_unspaced(character: str) -> bool:
    """Whether a character belongs to a script that puts no spaces between words."""
    return not is_simple(character) and _any_of(UNSPACED).match(character) is not None


@cache
def _any_of(ranges: str) -> re.Pattern[str]:
    """Compiled when first needed: such classes take milliseconds."""
    return re.compile(f"[{ranges}]")


def _is_unspaced(text: str, at: int) -> bool:
    return any(each == OBJECT or is_unspaced(each) for each in text[at - 1 : at + 1])


@lru_cache(1024)
def _boundaries(text: str) -> tuple[int, ...]:
    from icu4py.breakers import LineBreaker

    ends = [end for _, end in LineBreaker(text, "ja@lb=strict").segments()][:-1]
    if max(text) > "\uffff":  # ICU counts in UTF-16.
        units = list(accumulate([1 + (letter > "\uffff") for letter in text]))
        ends = [bisect_right(units, end) for end in ends]
    return tuple(ends)


def clusters(text: str) -> Iterator[str]:
    """The letters of a text, each with the marks and joiners that belong to it."""
    begin = 0
    for at in range(1, len(text)):
        character = text[at]
        joins = unicodedata.category(character)[0] == "M" or character in "\u200d\u200c\ufe0e\ufe0f"
        if not (joins or text[at - 1] == "\u200d" or 0x1F3FB <= ord(character) <= 0x1F3FF):
            yield text[begin:at]
            begin = at
    if text:
        yield text[begin:]


def runs(text: str, bidirectional: bool) -> Iterator[tuple[str, bool]]:
    """A text in stretches of one script, each with whether it runs from right to left; `bidirectional` text
    also by direction.
    """
    keyed = groupby(clusters(text), lambda cluster: _run_of(cluster, bidirectional))
    for (_, kind), stretch in keyed:
        yield "".join(stretch), kind in ("R", "AL")


def _run_of(cluster: str, bidirectional: bool) -> tuple[str, str]:
    return script_of(cluster[0]), kind_of(cluster[0]) if bidirectional else ""
