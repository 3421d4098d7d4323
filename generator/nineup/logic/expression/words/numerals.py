"""Numbers as words: in English fully, in some other languages numbers with a single form, elsewhere
digits.
"""

from typing import Any

from nineup.logic.expression.errors import ExpressionValueError
from nineup.logic.expression.sandbox import describe, limited

_UNITS = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
sixteen seventeen eighteen nineteen""".split()
_PLACES = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()

NUMBER_WORDS: dict[str, int] = {
    **{word: value for value, word in enumerate(_UNITS)},
    **{word: 10 * value for value, word in enumerate(_TENS, start=2)},
    **{
        f"{ten}-{_UNITS[unit]}": 10 * value + unit
        for value, ten in enumerate(_TENS, 2)
        for unit in range(1, 10)
    },
}
"""English number words from `zero` to `ninety-nine`."""

_ENGLISH: dict[int | float, str] = {amount: word for word, amount in NUMBER_WORDS.items()}

_FROM_TWO = {
    "de": "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf".split(),
    "fr": "deux trois quatre cinq six sept huit neuf dix onze douze".split(),
    "es": "dos tres cuatro cinco seis siete ocho nueve diez once doce".split(),
}
"""The words from 2 to 12, which aren't inflected; 1 depends on the gender of its noun, which isn't known."""

_ORDINALS = {"de": "{}.", "fr": "{}e", "es": "{}.º"}


def spelled(value: Any, language: str = "en") -> str:
    """A number as a word in a language: in English to 99, in German, French and Spanish from 2 to 12;
    otherwise in digits.
    """
    amount, short = limited(value), language.partition("-")[0]
    if short == "en":
        return _ENGLISH.get(amount, str(value))
    words = _FROM_TWO.get(short, ())
    return words[int(amount) - 2] if amount in range(2, 2 + len(words)) else str(value)


def ordinal(value: Any, language: str = "en") -> str:
    """The ordinal of a whole number from 1 on: in English as a word to `twelfth`, then as `21st`; in German,
    French and Spanish as `3.`, `3e`, `3.º`; in other languages in digits.
    """
    place, short = limited(value), language.partition("-")[0]
    if not isinstance(place, int) or place < 1:
        raise ExpressionValueError(f"{describe(value)} is not a place from 1 on")
    if short != "en":
        return "1er" if short == "fr" and place == 1 else _ORDINALS.get(short, "{}").format(place)
    if place <= len(_PLACES):
        return _PLACES[place - 1]
    last = 0 if place % 100 in (11, 12, 13) else place % 10
    return str(place) + {1: "st", 2: "nd", 3: "rd"}.get(last, "th")
