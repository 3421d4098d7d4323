"""Words and numbers in the conventions of a language: plural forms (gettext), figures (CLDR) and quotation
marks.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from nineup.logic.expression.errors import ExpressionValueError
from nineup.logic.expression.sandbox import describe, limited
from nineup.model.game import Rich

_QUOTES = {
    **dict.fromkeys(("de", "cs", "sk", "sl", "bg", "is", "lt"), "„“"),
    **dict.fromkeys(("pl", "hu", "ro", "hr", "sr"), "„”"),
    **dict.fromkeys(("es", "it", "ru", "uk", "no", "nb", "nn", "el", "fa", "ar"), "«»"),
    **dict.fromkeys(("sv", "fi"), "””"),
    **dict.fromkeys(("ja",), "「」"),
    "de-CH": "«»",
    "pt-PT": "«»",
    "zh-Hant": "「」",
    "da": "»«",
}
"""The outer quotation marks of languages (CLDR 45, `delimiters`); elsewhere they are “ and ”."""

_NARROW = "\u202f"
"""The no-break space between French marks and what they enclose."""


def plural(value: Any, forms: tuple[Any, ...], languages: tuple[str, ...]) -> Any:
    """The form of a noun for a number. The forms are those of the first of some languages with that many, in
    gettext's order.

    Further languages are those of texts without a translation. A fractional number takes the last form.
    """
    amount = limited(value)
    for language in languages:
        rule, count = _plural_rule(language)
        if count == len(forms):
            return forms[rule(int(amount)) if amount == int(amount) and amount >= 0 else -1]
    wanted = _plural_rule(languages[0])[1]
    raise ExpressionValueError(
        f"`plural` has {len(forms)} forms, but `{languages[0]}` has {wanted}", "write them in gettext's order"
    )


@lru_cache
def _plural_rule(language: str) -> tuple[Callable[[int], int], int]:
    """The plural form of a number in a language, and how many forms there are."""
    from gettext import c2py

    from babel.messages.plurals import DEFAULT_PLURAL, PLURALS

    count, rule = PLURALS.get(language.replace("-", "_")) or PLURALS.get(_short(language), DEFAULT_PLURAL)
    return c2py(rule), count


def figures(value: Any, language: str) -> str:
    """A number in digits with a language's separators: `12,500.5`, `12.500,5`, `12 500,5`."""
    return _figures(limited(value), language)


@lru_cache(1024)
def _figures(amount: float, language: str) -> str:
    from babel.core import Locale, UnknownLocaleError
    from babel.numbers import format_decimal

    try:
        locale = Locale.parse(language, sep="-")
    except (UnknownLocaleError, ValueError):
        locale = Locale("en")
    return format_decimal(amount, locale=locale, decimal_quantization=False, numbering_system="latn")


def quoted(value: Any, language: str) -> str:
    """A text in a language's quotation marks."""
    if not isinstance(value, str):
        raise ExpressionValueError(f"{describe(value)} is not a text")
    short = _short(language)
    if short == "fr":
        said = f"«{_NARROW}{value}{_NARROW}»"
    else:
        marks = _QUOTES.get(language) or _QUOTES.get(short, "“”")
        said = f"{marks[0]}{value}{marks[1]}"
    return Rich(said) if isinstance(value, Rich) else said


def _short(language: str) -> str:
    return language.partition("-")[0]
