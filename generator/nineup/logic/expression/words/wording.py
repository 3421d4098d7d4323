"""What a player reads in a text: its symbols, numbers, words and defined terms, for the helpers of
expressions.

Texts are read as they are printed: marks of bold, italic and spans are dropped, `\\{` is a brace, and
`{white}` is a symbol, not a word. Plain text (an id, a name) is read literally. In a list or a record all
texts are read, in order; in a multiset such as a cost, each symbol as often as it counts.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from nineup.base.markup import PUNCTUATION, SPAN, whole_words
from nineup.logic.expression.errors import ExpressionValueError
from nineup.logic.expression.sandbox import Evaluation, Missing, describe, limited, pays, undefined_error
from nineup.logic.expression.walks import scan, walk
from nineup.logic.expression.words.numerals import NUMBER_WORDS
from nineup.model.game import Item, Rich

_TOKEN = re.compile(
    rf"\\(?P<escaped>{PUNCTUATION})|(?P<bold>\*+)|(?P<span>{SPAN})|\{{(?P<symbol>[^{{}}]*)\}}|(?P<brace>\}})"
    r"|(?P<plain>[^\\{}*\[]+|.)",
    re.DOTALL,
)
_NUMBER = re.compile(
    r"(?:(?<![\w)])-|−)?(?<![\w.])\d+(?:,\d{3})*(?:\.\d+)?(?![\d])|(?<![\w-])[a-z]+(?:-[a-z]+)?",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W_]+(?:[’'-][^\W_]+)*")
_GAP = "\x00"
"""Replaces a symbol, so that the words on either side stay apart."""


def symbols_in(value: Any, spend: Callable[[int], None] = lambda steps: None) -> tuple[str, ...]:
    """The ids of the symbols in a text, in reading order.

    `spend` gets their number before a multiset is listed.
    """
    return tuple(_symbols(value, spend))


def _symbols(value: Any, spend: Callable[[int], None]) -> Iterator[str]:
    if type(value) is Item:
        yield value
    elif isinstance(value, Mapping):
        for key, each in value.items():
            if type(key) is Item and isinstance(each, int):
                spend(max(0, each))
                yield from [str(key)] * each
            else:
                yield from _symbols(each, spend)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from _symbols(each, spend)
    elif type(value) is Rich:
        yield from _read(value)[1]
    else:
        _no_text(value)


def numbers_in(value: Any) -> tuple[int | float, ...]:
    """The numbers in a text, in digits or as words, in reading order: `−2` and `two` too."""
    return tuple(number for text in _texts(value) for number in _numbers(text))


def words_in(value: Any) -> tuple[str, ...]:
    """The words of a text as written, without marks, symbols and punctuation."""
    return tuple(word for text in _texts(value) for word in _WORD.findall(text))


def terms_reader(forms: Mapping[str, str]) -> Callable[[Any], tuple[str, ...]]:
    """The helper `terms_in` of a game: the ids of the defined terms that occur in a text in any of their
    `forms`.
    """
    longest = sorted(forms, key=len, reverse=True)
    pattern = whole_words(longest)

    def terms_in(value: Any) -> tuple[str, ...]:
        texts = [" ".join(text.split()) for text in _texts(value)]
        return tuple(forms[form] for text in texts for form in pattern.findall(text))

    return terms_in


def plain_text(text: str) -> str:
    """A text without its marks; symbols leave a gap."""
    return _read(text)[0] if type(text) is Rich else str(text)


def _texts(value: Any) -> Iterator[str]:
    """The texts of a value without marks; a number as it is printed."""
    if type(value) is Item:
        yield str(value.fields["name"])
    elif isinstance(value, str):
        yield plain_text(value)
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from _texts(each)
    elif type(value) in (int, float):
        yield str(value)
    else:
        _no_text(value)


def _no_text(value: Any) -> None:
    """Raises ExpressionValueError for a value that can't contain text; none, yes and no, and numbers contain
    no text.
    """
    if isinstance(value, Missing):
        raise undefined_error(value)
    if value is not None and not isinstance(value, (str, bool, int, float)):
        raise ExpressionValueError(f"{describe(value)} is not a text")


@lru_cache(16384)
def _read(text: str) -> tuple[str, tuple[str, ...]]:
    """A rich text as words, and its symbols."""
    words, symbols, spans = [], [], 0
    for token in _TOKEN.finditer(text):
        kind = token.lastgroup
        if kind == "symbol":
            symbols.append(token["symbol"])
            words.append(_GAP)
        elif kind == "span":
            spans += 1
        elif kind == "brace" and spans:
            spans -= 1
        elif kind == "brace":
            words.append("}")
        elif kind != "bold":
            words.append(token["escaped"] or token["plain"] or "")
    return "".join(words), tuple(symbols)


@lru_cache(16384)
def _numbers(text: str) -> tuple[int | float, ...]:
    return tuple(number for match in _NUMBER.findall(text) for number in _number(match.lower()))


def _number(word: str) -> Iterable[int | float]:
    """The number that a word states, if any; for `three-sided`, three."""
    if word[0].isalpha():
        known = NUMBER_WORDS.get(word, NUMBER_WORDS.get(word.partition("-")[0]))
        return () if known is None else (known,)
    digits = word.replace(",", "").replace("−", "-")
    if len(digits) > 15:
        return ()
    return (float(digits) if "." in digits else int(digits),)


@pays
def _total(run: Evaluation, cards: Any, path: str = "") -> Any:
    """The sum of a field over cards, each as often as it has `copies`. Lists and multisets add up their
    numbers; without a field, the number of cards.

    `total(cards('room'), 'doors.points')` iterates over the doors of every room.
    """
    if not isinstance(cards, (list, tuple)):
        raise (
            undefined_error(cards)
            if isinstance(cards, Missing)
            else ExpressionValueError(f"{describe(cards)} is not a list")
        )
    run.spend(len(cards))
    scan(run, len(path))
    keys = path.split(".") if path else []
    return limited(sum([_copies(card) * (_added(run, card, keys, at=0) if keys else 1) for card in cards]))


def _copies(card: Any) -> int:
    copies = card.get("copies", 1) if isinstance(card, Mapping) else 1
    return copies if isinstance(copies, int) else 1


def _added(run: Evaluation, value: Any, path: Sequence[str], at: int) -> Any:
    """The sum of the numbers at the end of a path of keys, from one key on, through each element of lists on
    the way.
    """
    if isinstance(value, (list, tuple)):
        run.spend(len(value))
        return sum([_added(run, each, path, at=at) for each in value])
    if at == len(path):
        if isinstance(value, Mapping):
            run.spend(len(value))
            return sum([_added(run, each, path, at=at) for each in value.values()])
        return 0 if value is None else limited(value)
    step = path[at]
    fields = value.fields if type(value) is Item else value
    if not isinstance(fields, Mapping):
        raise ExpressionValueError(f"{describe(value)} has no `{step}`")
    for spelt in (step, step.replace("_", "-")):
        if spelt in fields:
            return _added(run, fields[spelt], path, at=at + 1)
    raise ExpressionValueError(f"there is no `{step}` here")


@pays
def _symbols_in(run: Evaluation, value: Any) -> tuple[str, ...]:
    walk(run, value)
    return symbols_in(value, run.spend)


@pays
def _numbers_in(run: Evaluation, value: Any) -> tuple[int | float, ...]:
    walk(run, value)
    return numbers_in(value)


@pays
def _words_in(run: Evaluation, value: Any) -> tuple[str, ...]:
    walk(run, value)
    return words_in(value)


WORD_HELPERS: dict[str, Callable[..., Any]] = {
    "numbers_in": _numbers_in,
    "symbols_in": _symbols_in,
    "total": _total,
    "words_in": _words_in,
}
"""The functions of expressions that read cards and their texts."""
