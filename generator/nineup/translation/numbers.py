"""The numbers of a text and of its translation, however a language writes them.

Digits of other scripts are converted, and separators read: `12,500.5`, `12.500,5` and `12 500,5` are the
same number, but `2.0` is not `20`. A point or comma before exactly three digits separates thousands, except
after a zero: nobody can know of `1.125` alone, and as both sides are read alike, it doesn't matter. Chinese
and Japanese numerals are read, too: `三` is 3, `二十三` 23, and `3万` 30,000. Since many words contain some
(`一些`, `十分`), a translation may have those without digits, but needn't.
"""

import re
import unicodedata
from collections import Counter
from decimal import Decimal
from typing import NamedTuple

from nineup.base.markup import marks
from nineup.logic.expression import numbers_in

_GROUPS = "’'\u00a0\u202f\u066c"
"""Signs that separate only thousands."""
_POINTS = ".,\u066b"
"""Signs that separate decimals or, but for the Arabic one, thousands."""
_DIGITS = rf"\d+(?:[{_POINTS}]\d+|[{_GROUPS}]\d{{3}}(?!\d))*"
_SEPARATOR = re.compile(rf"[{_POINTS}{_GROUPS}]")

_SPACED = re.compile(r"(?<!\d)(?<!\d[.,])\d{1,3}(?: \d{3})+(?!\d)")
"""Digits with plain spaces between thousands, or several numbers."""

_HAN_DIGITS = {
    sign: value for value, signs in enumerate("〇零 一 二两兩 三 四 五 六 七 八 九".split()) for sign in signs
}
_TENS = {"十": 10, "百": 100, "千": 1000}
_MYRIADS = {"万": 10**4, "萬": 10**4, "만": 10**4, "億": 10**8, "亿": 10**8, "억": 10**8, "兆": 10**12}
_HAN = "".join((*_HAN_DIGITS, *_TENS, *_MYRIADS))
_NUMERAL = re.compile(rf"{_DIGITS}(?:[{_HAN}]+(?:{_DIGITS})?)*|[{_HAN}]+")
_TOKEN = re.compile(rf"{_DIGITS}|.")


class NumberDifference(NamedTuple):
    """The numbers of a text that its translation lacks, and those that it adds."""

    lacking: Counter[str]
    added: Counter[str]

    def __bool__(self) -> bool:
        return bool(self.lacking or self.added)


_NONE = NumberDifference(Counter(), Counter())


def number_difference(source: str, said: str) -> NumberDifference:
    """How the numbers of a translation differ from its source's, except 1, which many languages write as an
    article.

    A number that either side spells, in words or in numerals of Chinese and Japanese, may be in digits on
    the other.
    """
    difference = _difference(source, said)
    return _NONE if difference and not _difference(source, _joined(said)) else difference


def _difference(source: str, said: str) -> NumberDifference:
    wanted, may_have = _numbers(source)
    may_have.update(str(number) for number in numbers_in(source))
    has, also_has = _numbers(said)
    lacking, added = wanted - has - also_has, has - wanted - may_have
    if lacking:
        added += also_has - wanted - may_have
    return NumberDifference(lacking, added)


def _joined(text: str) -> str:
    """A text in which numbers with plain spaces between thousands are joined."""
    return _SPACED.sub(lambda match: match[0].replace(" ", ""), text)


def _numbers(text: str) -> tuple[Counter[str], Counter[str]]:
    """The numbers in a text but 1: those with digits, and those in numerals alone."""
    outside = text
    for mark in reversed([each for each in marks(text) if each.kind == "symbol"]):
        outside = f"{outside[: mark.start]} {outside[mark.end :]}"
    with_digits, alone = Counter[str](), Counter[str]()
    for numeral in _NUMERAL.findall(outside):
        (with_digits if numeral[0].isdecimal() else alone)[_value(numeral)] += 1
    del with_digits["1"], alone["1"]
    return with_digits, alone


def _value(numeral: str) -> str:
    """The value of a number: `12.500,5` is 12500.5, `3万` is 30000, `二〇二四` is 2024."""
    tokens = _TOKEN.findall(numeral)
    if len(tokens) == 1 and tokens[0][0].isdecimal():
        return _in_ascii(numeral)
    if all(token in _HAN_DIGITS for token in tokens):
        return "".join(str(_HAN_DIGITS[token]) for token in tokens).lstrip("0") or "0"
    total = section = Decimal(0)
    digit: Decimal | None = None
    for token in tokens:
        if token in _TENS:
            section += _TENS[token] * (Decimal(1) if digit is None else digit)
            digit = None
        elif token in _MYRIADS:
            total += _MYRIADS[token] * (section + (digit or 0) or 1)
            section, digit = Decimal(0), None
        else:
            figure = _HAN_DIGITS.get(token)
            digit = _decimal(_in_ascii(token)) if figure is None else (digit or Decimal(0)) * 10 + figure
    return f"{(total + section + (digit or 0)).normalize():f}"


def _decimal(number: str) -> Decimal:
    """A number's value; of a version or a date, such as `1.2.3`, the first part."""
    whole, *rest = number.split(".")
    return Decimal(number if len(rest) < 2 else whole)


def _in_ascii(number: str) -> str:
    """A number with ASCII digits, a point before its decimals, and no other separators; a date or a version
    with points.
    """
    digits = "".join(str(unicodedata.decimal(sign, sign)) for sign in number)
    signs, parts = _SEPARATOR.findall(digits), _SEPARATOR.split(digits)
    if not signs:
        return digits
    last = signs[-1]
    if len(set(signs)) == 1 and len(signs) > 1:
        return "".join(parts) if len(parts[-1]) == 3 else ".".join(parts)
    are_thousands = len(parts[-1]) == 3 and last != "\u066b" and len(signs) == 1 and parts[0].strip("0")
    if last in _GROUPS or (are_thousands and len(parts[0]) <= 3):
        return "".join(parts)
    return f"{''.join(parts[:-1])}.{parts[-1]}"
