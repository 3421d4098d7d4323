"""The type of a card's own copies: a number, or a table by players or by what is chosen."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from nineup.base.diagnostics import nearest
from nineup.files.load.amounts import RANGE_SCHEMA, ByPlayers, check_cover, parse_range, range_text
from nineup.model.game import Option, OptionStep, OptionTable, PlayerTable
from nineup.schema.nodes import PLAIN, Mapping, Node, Scalar
from nineup.schema.scope import Names, Scope
from nineup.schema.types import WholeNumber

_COUNT = WholeNumber(0)
_EXAMPLES = "write it like `{2: 8, 3-4: 12}`, or `{rainbow: 1}` for an option"
_PART = re.compile(r"[^,;]+")

Copies = int | PlayerTable | OptionTable


class CardCopies(msgspec.Struct, frozen=True):
    """A card's copies: a whole number, or a mapping to whole numbers from ranges of players, which cover
    every player count, or from options and expansions.

    An option is named as on the command line: `rainbow` and `rainbow=no` for a switch or an expansion,
    `length=long` for one of its words. A text has the same without braces, as cells of tables do:
    `2: 8, 3-4: 12`.
    """

    def read(self, node: Node, scope: Scope) -> Copies:
        if isinstance(node, Scalar) and ":" in node.text:
            node = _split(node, scope)
        if not isinstance(node, Mapping):
            number: int = _COUNT.read(node, scope)
            return number
        keys = list(node.key_nodes())
        ranges = [key for key in keys if parse_range(key.text) is not None]
        if not keys:
            scope.error(
                "empty-value", "expected copies for players or options, found nothing", node, hint=_EXAMPLES
            )
        elif len(ranges) == len(keys):
            table = ByPlayers(of=_COUNT).read(node, scope)
            hint = "write 0 for those without the card"
            check_cover(table, scope.names.bands, node, scope=scope, hint=hint)
            return table
        elif ranges:
            other = next(key for key in keys if key not in ranges)
            message = f"copies go by players or by options, and `{other.text}` is beside `{ranges[0].text}`"
            hint = (
                "keep one of them here; the component's `copies` multiply these, and may depend on the other"
            )
            scope.error("bad-value", message, other, hint=hint)
        else:
            return _by_option(node, scope)
        return 1

    def schema(self, names: Names) -> dict[str, Any]:
        count = _COUNT.schema(names)
        table: dict[str, Any] = {"type": "object", "minProperties": 1, "additionalProperties": count}
        if names.bands:
            chosen = {"enum": list(_spellings(names))}
            table["propertyNames"] = {"anyOf": [{"pattern": RANGE_SCHEMA}, chosen]}
        return {"anyOf": [count, table, {"type": "string", "pattern": ":"}]}

    @staticmethod
    def spellings(names: Names) -> Iterator[str]:
        """The options and expansions by which copies may go, as they are written."""
        return _spellings(names)

    def write(self, copies: Copies) -> str:
        """The text of some copies, which reads as the same."""
        if isinstance(copies, int):
            return str(copies)
        if isinstance(copies, PlayerTable):
            return ", ".join(f"{range_text((step.low, step.high))}: {step.amount}" for step in copies.steps)
        return ", ".join(f"{_spelling(step)}: {step.amount}" for step in copies.steps)


def _split(node: Scalar, scope: Scope) -> Mapping:
    """A text such as `2: 8, 3-4: 12` as the mapping that it means."""
    mapping = Mapping({}, [], node.line, node.column)
    for part in _PART.finditer(node.text):
        if not part[0].strip():
            continue
        key, colon, value = part[0].partition(":")
        at = _inner(node, key, part.start(), scope=scope)
        if not colon:
            scope.error("bad-value", f"`{at.text}` has no number of copies", at, hint=_EXAMPLES)
        elif at.text in mapping.entries:
            scope.error("duplicate-key", f"`{at.text}` appears twice", at)
        else:
            mapping.entries[at.text] = _inner(node, value, part.start() + len(key) + 1, scope=scope)
            mapping.places.append((at.line, at.column))
    return mapping


def _inner(node: Scalar, text: str, offset: int, scope: Scope) -> Scalar:
    """A part of a text as a node of its own, without the spaces around it."""
    word = text.strip()
    place = scope.file.inside(node, offset + len(text) - len(text.lstrip()), word) if word else None
    line, column = (place.line - 1, place.column - 1) if place else (node.line, node.column)
    return msgspec.structs.replace(node, text=word, line=line, column=column, style=PLAIN)


def _by_option(node: Mapping, scope: Scope) -> OptionTable:
    steps: list[OptionStep] = []
    for key, value in zip(node.key_nodes(), node.entries.values(), strict=True):
        amount = _COUNT.read(value, scope)
        choice = _choice(key, scope)
        if choice is None:
            continue
        if any((step.option, step.value) == choice for step in steps):
            scope.error("duplicate-key", f"`{key.text}` appears twice", key)
        steps.append(OptionStep(*choice, amount, scope.file.span(value)))
    return OptionTable(tuple(steps), scope.file.span(node))


def _choice(key: Scalar, scope: Scope) -> tuple[str, bool | str] | None:
    """An option or expansion and its value; None after a mistake."""
    id, is_given, word = (part.strip() for part in key.text.partition("="))
    option = scope.names.options.get(id)
    if scope.names.may_have("options", id) or (option is None and scope.names.may_have("players")):
        return None
    if option is None and all(band.name != id for band in scope.names.bands[1:]):
        known = tuple(_spellings(scope.names))
        meant = next((spelling for spelling in known if spelling.partition("=")[2] == id), "")
        hint = f"write `{meant}`" if meant else nearest(key.text, known) or "the game has no options"
        scope.error(
            "unknown-option", f"`{key.text}` is neither a range of players nor an option", key, hint=hint
        )
        return None
    if option is None or option.kind == "switch":
        if not is_given or word in ("yes", "no"):
            return id, word != "no"
        scope.error(
            "unknown-value", f"`{key.text}` is neither yes nor no", key, hint=f"write {id} or {id}=no"
        )
        return None
    if word in option.values:
        return id, word
    if is_given:
        hint = nearest(word, tuple(option.values))
        scope.error("unknown-value", f"`{word}` is not a choice of `{id}`", key, hint=hint)
    else:
        hint = f"write one of {', '.join(_of_option(option))}"
        scope.error("unknown-value", f"`{id}` needs a value", key, hint=hint)
    return None


def _spellings(names: Names) -> Iterator[str]:
    """The options and expansions of a game with their values, as they are written."""
    for option in names.options.values():
        yield from _of_option(option)
    for band in names.bands[1:]:
        yield from (band.name, f"{band.name}=no")


def _of_option(option: Option) -> Iterator[str]:
    if option.kind == "switch":
        yield from (option.id, f"{option.id}=no")
    else:
        yield from (f"{option.id}={value}" for value in option.values)


def _spelling(step: OptionStep) -> str:
    if isinstance(step.value, bool):
        return step.option if step.value else f"{step.option}=no"
    return f"{step.option}={step.value}"
