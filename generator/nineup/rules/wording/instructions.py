"""The instructions in a card's text, and in a summary of it in symbols, for comparison.

`Take 2 {white} and Bank 3 Gems.` is two instructions: take, with 2 of `white`, and bank, with 3 of `gem` if
the word `Gems` means that symbol. They agree with `{take} 2 {white} {bank} 3 {gem}`, and differ from
`{take} 1 {white} …` in the first.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

from nineup.rules.wording.texts import clauses, is_verb, number_of_word, words

Thing = tuple[int, str]
"""A number of symbols."""

_OR = re.compile(r"\bOR\b")
_OR_LINE = re.compile(r"^[ \t]*or[ \t]*$", re.MULTILINE | re.IGNORECASE)


class Instruction(NamedTuple):
    """An action, such as Take, with its symbols and their numbers."""

    action: str
    things: tuple[Thing, ...]
    number: int
    """The first number after the action; 1 without one."""

    def __str__(self) -> str:
        things = ", ".join(f"{count} {{{thing}}}" for count, thing in self.things)
        return f"{self.action} {things or self.number}"


Alternative = tuple[Instruction, ...]


def of_text(
    text: str,
    verbs: Mapping[str, str],
    nouns: Mapping[str, str],
    meant: Mapping[str, Collection[str]] = {},
) -> tuple[Alternative, ...]:
    """The instructions of a text, for each of the alternatives that it joins with OR.

    `verbs` are the words for actions by any of their forms; `nouns` words that mean a symbol after a number:
    2 Gems. By `meant`, words mean any of some symbols wherever they are: the player to your left.
    """
    return tuple(tuple(_instructions(part, verbs, nouns, meant=meant)) for part in _OR.split(text))


def _instructions(
    text: str, verbs: Mapping[str, str], nouns: Mapping[str, str], meant: Mapping[str, Collection[str]]
) -> Iterator[Instruction]:
    for clause in clauses(text):
        said = words(clause)
        starts = [at for at, word in enumerate(said) if word in verbs and is_verb(said, at)]
        for at, end in pairwise([*starts, len(said)]):
            rest = said[at + 1 : end]
            instruction = _instruction(verbs[said[at]], rest, nouns)
            symbols = dict.fromkeys(symbol for word in rest for symbol in meant.get(word, ()))
            yield instruction._replace(things=(*instruction.things, *((1, each) for each in symbols)))


def of_summary(text: str, actions: Iterable[str]) -> tuple[Alternative, ...]:
    """The instructions of a summary in symbols, such as `{take} 2 {white}`; a line `or` separates
    alternatives.
    """
    shown = {f"{{{action}}}": action for action in actions}
    alternatives = []
    for part in map(words, _OR_LINE.split(text)):
        starts = [at for at, word in enumerate(part) if word in shown]
        pairs = pairwise([*starts, len(part)])
        alternatives.append(
            tuple([_instruction(shown[part[at]], part[at + 1 : end], {}) for at, end in pairs])
        )
    return tuple(alternatives)


def _instruction(action: str, said: list[str], nouns: Mapping[str, str]) -> Instruction:
    things: list[Thing] = []
    numbers: list[int] = []
    for before, word in zip(["", *said], said, strict=False):
        number = number_of_word(before)
        symbol = word[1:-1] if word.startswith("{") else nouns.get(word, "") if number is not None else ""
        if symbol:
            thing = (1 if number is None else number, symbol)
            things += [thing] if thing not in things else []
        elif (count := number_of_word(word)) is not None:
            numbers.append(count)
    return Instruction(action, tuple(things), numbers[0] if numbers else 1)


def disagreement(text: tuple[Alternative, ...], summary: tuple[Alternative, ...]) -> tuple[str, str] | None:
    """The first difference between the text and its summary; None if they agree.

    A summary omits what is self-evident: it may show fewer symbols than the text, but no others.
    """
    if len(text) != len(summary):
        return _choices(text), _choices(summary)
    for said, shown in zip(text, summary, strict=True):
        difference = _compare(said, list(shown))
        if difference is not None:
            return difference
    return None


def _compare(said: Alternative, shown: list[Instruction]) -> tuple[str, str] | None:
    for instruction in said:
        if not shown:
            return f"`{instruction}`", "nothing more"
        if not _covers(instruction, shown[0]):
            return f"`{instruction}`", f"`{shown[0]}`"
        left = [thing for thing in instruction.things if thing not in shown[0].things]
        shown.pop(0)
        # A text says in one sentence what a summary may show in several: `Take 1 {white} and 1 {blue}` as
        # `{take} {white}`, `{take} {blue}`.
        while (
            left and shown and shown[0].things and _covers(instruction._replace(things=tuple(left)), shown[0])
        ):
            left = [thing for thing in left if thing not in shown[0].things]
            shown.pop(0)
    return ("nothing more", f"`{shown[0]}`") if shown else None


def _covers(said: Instruction, shown: Instruction) -> bool:
    """Whether an instruction of a summary matches one of the text."""
    if said.action != shown.action:
        return False
    return set(shown.things) <= set(said.things) if shown.things else said.number == shown.number


def _choices(alternatives: tuple[Alternative, ...]) -> str:
    return f"{len(alternatives)} alternatives" if len(alternatives) > 1 else "no alternative"
