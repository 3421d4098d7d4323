"""Upper case, by the rules of a language."""

import unicodedata
from functools import lru_cache

_DOTTED = frozenset(("tr", "az", "crh"))
"""Languages in which a capital `i` keeps its dot."""

_ACCENTS = frozenset("\u0300\u0301\u0313\u0314\u0342")
_DIAERESIS = "\u0308"


@lru_cache(4096)
def upper(text: str, language: str) -> str:
    """A text in upper case:

    `İ` for a Turkish `i`, and no accents on Greek letters (Unicode's SpecialCasing, CLDR's `el-Upper`).
    """
    ours = language.partition("-")[0]
    if ours in _DOTTED:
        text = text.replace("i", "İ")
    elif ours == "el" and not text.isascii():
        text = unicodedata.normalize("NFC", "".join(_without_accents(unicodedata.normalize("NFD", text))))
    return text.upper()


def _without_accents(text: str) -> list[str]:
    """Decomposed letters without their accents; `ι` and `υ` after an accented vowel get a diaeresis to keep
    them separate.
    """
    kept: list[str] = []
    split = False
    for at, letter in enumerate(text):
        if letter in _ACCENTS:
            split = kept[-1:] != [_DIAERESIS]
        else:
            kept.append(letter)
            if letter.isalpha():
                if (
                    split
                    and letter in "ιυ"
                    and text[at + 1 : at + 2] not in _ACCENTS
                    and text[at + 1 : at + 2] != _DIAERESIS
                ):
                    kept.append(_DIAERESIS)
                split = False
            elif letter != _DIAERESIS:
                split = False
    return kept
