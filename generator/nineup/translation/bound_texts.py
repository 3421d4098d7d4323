"""Checks translations of bound texts in layouts, such as `Draw {{ card.cards }} cards`."""

from collections.abc import Iterable
from typing import NamedTuple

from nineup.logic.expression import ExpressionError, Printed, printed_parts, template_names
from nineup.translation.rewriting import kept_marks


class BoundTextMistake(NamedTuple):
    """What is wrong with a translation, as a continuation of its name, and what the source has."""

    message: str
    hint: str


def template_mistake(source: str, said: str) -> BoundTextMistake | None:
    """How the output of a translated bound text differs from its source's; None if it doesn't.

    It must be a template with the same symbols and values; its words, and the choice between them, are the
    translator's.
    """
    try:
        has, wants = printed_parts(said), printed_parts(source)
        strange = template_names(said) - template_names(source)
    except ExpressionError as error:
        return BoundTextMistake(f"can't be read: {error.message}", error.hint)
    if strange:
        return BoundTextMistake(
            f"names {_listed(strange)}, which the text doesn't", f"the text is `{source}`"
        )
    lacking, added = _kept(wants) - _kept(has), _kept(has) - _kept(wants)
    verbs = (("lacks", lacking), ("adds", added))
    words = " and ".join(f"{verb} {_listed(names)}" for verb, names in verbs if names)
    return BoundTextMistake(words, f"the text is `{source}`") if words else None


def values(source: str) -> tuple[str, ...]:
    """The values and symbols that a bound text prints, each once, in alphabetical order."""
    return tuple(sorted(_kept(printed_parts(source))))


def _kept(printed: Printed) -> frozenset[str]:
    symbols = (mark for text in printed.words for mark in kept_marks(text))
    return frozenset((*(".".join(path) for path in printed.paths), *symbols))


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in sorted(names))
