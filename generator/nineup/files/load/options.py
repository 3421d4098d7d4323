"""A game's options: a switch, one of several words, or a set of them."""

from collections.abc import Collection
from typing import Any

import msgspec

from nineup.base.diagnostics import nearest
from nineup.files.load.cards_file import PROVENANCE
from nineup.logic.select.options import refusal
from nineup.model.game import Band, Item, Option
from nineup.schema.names import LIST, list_items
from nineup.schema.nodes import Mapping, Node, Sequence
from nineup.schema.records import Either, Key, ListOf, Record, fields_of, section
from nineup.schema.scope import Names, Scope, written
from nineup.schema.types import TEXT, WORD, YES_NO, WholeNumber

RESERVED = tuple(
    """players lists symbols terms data game minutes count box cards card owner component palette print
    loop range and or not in is if else for true false none expansion base""".split()
)
"""With underscores, as expressions write them."""


def check_reserved(key: str, node: Mapping, reserved: Collection[str], scope: Scope) -> None:
    """Reports a key that expressions could not tell from a name that they already use."""
    if key.replace("-", "_") in reserved:
        message = f"`{key}` is already used in expressions"
        scope.error("reserved-name", message, node.key(key), hint="choose another name")


class OptionValues(msgspec.Struct, frozen=True):
    """The choices of an option: a list by its name, or words."""

    def read(self, node: Node, scope: Scope) -> tuple[Item, ...]:
        if isinstance(node, Sequence):
            return tuple(map(Item, ListOf(WORD).read(node, scope)))
        return tuple(list_items(written(node, scope, LIST.what) or "", node, scope).values())

    def schema(self, names: Names) -> dict[str, Any]:
        return {"anyOf": [LIST.schema(names), ListOf(WORD).schema(names)]}


SOME = Record(
    {
        "choose": Key(OptionValues(), "What may be chosen: a list's name, or words."),
        "at-least": Key(WholeNumber(0), "How many must be chosen; default 1."),
        "at-most": Key(WholeNumber(1), "How many may be chosen; default: all."),
        "exactly": Key(WholeNumber(1), "How many are chosen, no more and no fewer."),
        "including": Key(ListOf(WORD), "One of these must be among them."),
        "default": Key(ListOf(WORD), "What is chosen by default; default: everything, or the first of them."),
        "because": Key(TEXT, "Why, for the message when a choice is refused."),
        **PROVENANCE,
    }
)
ONE = Record(
    {
        "choose-one": Key(OptionValues(), "What may be chosen: a list's name, or words."),
        "default": Key(WORD, "What is chosen by default; default: the first."),
        "because": Key(TEXT, "The reason."),
        **PROVENANCE,
    }
)
SWITCH = Record(
    {
        "default": Key(YES_NO, "Whether it is on by default.", required=True),
        "because": Key(TEXT, "The reason."),
        **PROVENANCE,
    }
)
OPTION = Either((("choose", SOME), ("choose-one", ONE), ("default", SWITCH)))


def read_options(root: Mapping, bands: tuple[Band, ...], scope: Scope) -> dict[str, Option]:
    """The options of a game file, in written order."""
    reserved = (*RESERVED, *(band.name for band in bands))
    options = section(root, "options", scope)
    for key in options.entries:
        check_reserved(key, options, reserved, scope=scope)
    return {id: _option(id, node, scope) for id, node in options.entries.items()}


def _option(id: str, node: Node, scope: Scope) -> Option:
    values = OPTION.read(node, scope)
    get = values.get
    entries = node.entries if isinstance(node, Mapping) else {}
    because, place, origin = get("because", ""), scope.file.span(node), fields_of(values, PROVENANCE)
    if "choose" in entries:
        items: tuple[Item, ...] = get("choose", ())
        least, most = _limits(values, len(items), node=node, scope=scope)
        including = tuple(map(str, _pick(get("including"), items, entries.get("including"), scope=scope)))
        option = Option(
            id,
            "some",
            items,
            default=_first(items, including, most),
            at_least=least,
            at_most=most,
            including=including,
            because=because,
            span=place,
            **origin,
        )
        if "default" in entries:
            default = _pick(get("default"), items, entries["default"], scope=scope)
            option = msgspec.structs.replace(option, default=default)
            reason = refusal(option, default)
            if reason and len(default) == len(get("default") or ()):
                scope.error(
                    "bad-default", f"the default of `{id}` is not possible: {reason}", entries["default"]
                )
        return option
    if "choose-one" in entries:
        items = get("choose-one", ())
        word: tuple[str, ...] = (get("default", ""),) if "default" in entries else items[:1]
        picked = _pick(word, items, entries.get("default"), scope=scope)
        return Option(
            id,
            "one",
            items,
            default=picked[0] if picked else Item(""),
            at_least=1,
            at_most=1,
            including=(),
            because=because,
            span=place,
            **origin,
        )
    return Option(
        id,
        "switch",
        (),
        default=get("default", False),
        at_least=0,
        at_most=0,
        including=(),
        because=because,
        span=place,
        **origin,
    )


def _limits(values: dict[str, Any], number: int, node: Node, scope: Scope) -> tuple[int, int]:
    """The least and the most items of a set, of `number` that there are; reports those that can't be."""
    exactly = values.get("exactly")
    least = values.get("at-least", 1) if exactly is None else exactly
    most = values.get("at-most", max(number, least)) if exactly is None else exactly
    place = node.entries if isinstance(node, Mapping) else {}
    if exactly is not None:
        for key in ("at-least", "at-most"):
            if key in place:
                scope.error("bad-number", f"`exactly` sets how many; remove `{key}`", place[key])
    elif least > most:
        scope.error(
            "bad-number", f"`at-least: {least}` is more than `at-most: {most}`", place.get("at-most", node)
        )
    if least > number and number:
        key = "at-least" if exactly is None else "exactly"
        scope.error("bad-number", f"can't choose {least} of {number}", place.get(key, node))
    return least, min(most, max(number, least))


def _first(items: tuple[Item, ...], including: tuple[str, ...], most: int) -> tuple[Item, ...]:
    """As many of the first items as a set may take, one of `including` in place of the last if need be."""
    first = items[:most]
    if including and not any(item in including for item in first):
        first = (*first[:-1], next(item for item in items if item in including))
    return first


def _pick(
    words: tuple[str, ...] | None, items: tuple[Item, ...], node: Node | None, scope: Scope
) -> tuple[Item, ...]:
    """The items with an option's words as ids; reports unknown ones."""
    by_id = {str(item): item for item in items}
    inner = node.items if isinstance(node, Sequence) else [node]
    for at, word in enumerate(words or ()):
        if word not in by_id and node is not None and items:
            hint = nearest(word, tuple(by_id))
            scope.error("unknown-item", f"`{word}` can't be chosen here", inner[at] or node, hint=hint)
    return tuple(item for id, item in by_id.items() if id in (words or ()))
