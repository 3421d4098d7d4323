"""A game's options: a switch, one of several words, or a set of them."""

from collections.abc import Collection, Iterator
from typing import Any, Literal

import msgspec

from nineup.base.diagnostics import Findings, nearest
from nineup.files.load.cards_file import PROVENANCE
from nineup.logic.select.options import refusal
from nineup.logic.select.ties import MOST_WAYS, TooManyWaysError, has, ties_of
from nineup.model.game import Band, Choice, Item, Option, Relation
from nineup.schema.names import LIST, list_items
from nineup.schema.nodes import Mapping, Node, Scalar, Sequence
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


class ChoiceText(msgspec.Struct, frozen=True):
    """A choice as `--option` writes it: `storm`, `storm=no`, `length=long`, `kingdom=moat`."""

    def read(self, node: Node, scope: Scope) -> Choice | None:
        text = written(node, scope, "a choice such as `length=long`") or ""
        id, _, value = (part.strip() for part in text.partition("="))
        option = scope.names.options.get(id)
        if scope.names.may_have("options", id):
            return None  # What is wrong with the option is reported.
        if option is None:
            if text and id in (band.name for band in scope.names.bands):
                scope.error(
                    "unknown-option", f"`{id}` depends on the number of players", node, hint="use `when`"
                )
            elif text:
                hint = nearest(id, tuple(scope.names.options)) or "the game has no options"
                scope.error("unknown-option", f"there is no option `{id}`", node, hint=hint)
            return None
        known = _known(option)
        value = value if "=" in text or option.kind != "switch" else "yes"
        if value not in known:
            message = f"`{value}` is not a choice of `{id}`" if value else f"`{id}` needs a value"
            hint = nearest(value, known) if value else f"write `{id}={known[0] if known else '…'}`"
            scope.error("unknown-value", message, node, hint=hint)
            return None
        return Choice(id, value)

    def schema(self, names: Names) -> dict[str, Any]:
        known = [f"{id}={value}" for id, option in names.options.items() for value in _known(option)]
        known += [id for id, option in names.options.items() if option.kind == "switch"]
        return {"enum": known} if known else {"type": "string"}


def _known(option: Option) -> tuple[str, ...]:
    return ("yes", "no") if option.kind == "switch" else tuple(map(str, option.values))


_CHOICES = ListOf(ChoiceText(), lone=True)
_KINDS: tuple[Literal["requires", "excludes", "one-of"], ...] = ("requires", "excludes", "one-of")

RELATION = Record(
    {
        "if": Key(_CHOICES, "The choices that make it apply, all of them; default: always."),
        "requires": Key(_CHOICES, "The choices that must be made then."),
        "excludes": Key(_CHOICES, "The choices that can't be made then."),
        "one-of": Key(ListOf(ChoiceText()), "The choices of which exactly one must be made."),
        "because": Key(TEXT, "Why, for the message when a choice is refused."),
    },
    example="such as `{if: storm, requires: length=long}`",
)


def read_legal(root: Mapping, options: dict[str, Option], scope: Scope) -> tuple[Relation, ...]:
    """The relations between options, in written order; reports those that nothing can meet."""
    node = root.entries.get("legal")
    if node is None:
        return ()
    before = len(scope.findings)
    entries = ListOf(RELATION).read(node, scope)
    nodes = node.items if isinstance(node, Sequence) else ()
    if any(scope.names.may_have("options", id) for id in ("", *options)):
        return ()
    relations = tuple(
        relation
        for entry, values in zip(nodes, entries, strict=False)
        for relation in _relations(entry, values, scope)
    )
    if scope.findings.failed_since(before):
        return ()
    _check_legal(options, relations, node, scope=scope)
    return relations


def _relations(node: Node, values: dict[str, Any], scope: Scope) -> Iterator[Relation]:
    kinds = [kind for kind in _KINDS if kind in values]
    if scope.is_refused(node):
        return
    if not kinds and isinstance(node, Mapping):
        scope.error(
            "missing-key", "`requires`, `excludes` or `one-of` is missing", node, hint=RELATION.example
        )
    if "if" not in values and "excludes" in kinds:
        scope.error("missing-key", "`if` is missing: what excludes them?", node, hint=RELATION.example)
    for kind in kinds:
        given, choices = (tuple(filter(None, values.get(key, ()))) for key in ("if", kind))
        if choices:
            because = values.get("because", "")
            yield Relation(kind, given, choices, because=because, span=scope.file.span(node))


def _check_legal(
    options: dict[str, Option], relations: tuple[Relation, ...], node: Node, *, scope: Scope
) -> None:
    """Reports relations that leave no choice, or never a certain one, or that the defaults don't meet."""
    try:
        ties = ties_of(options, relations)
    except TooManyWaysError:
        message = f"these relations connect choices in more than {MOST_WAYS:,} ways"
        scope.error("too-tied", message, node, hint="make one option of switches that exclude each other")
        return
    defaults = {id: option.default for id, option in options.items()}
    for relation in relations:
        if reason := relation.refusal(lambda choice: choice.is_in(defaults)):
            message, hint = f"the defaults don't go together: {reason}", "change a `default`"
            scope.findings.error("bad-default", message, relation.span, hint=hint)
            return
    for choice in dict.fromkeys(choice for relation in relations for choice in relation.every):
        if not any(has(way, choice) for tie in ties for way in tie.ways):
            hint = "change an entry that excludes it"
            scope.error("never-legal", f"`{choice}` is possible in no run", node, hint=hint)


def _option(id: str, node: Node, scope: Scope) -> Option:
    before = len(scope.findings)
    values = OPTION.read(node, scope)
    get = values.get
    entries = node.entries if isinstance(node, Mapping) else {}
    named = entries.get("choose") or entries.get("choose-one")
    is_open = isinstance(named, Scalar) and scope.names.may_have("lists", named.text)
    if is_open or scope.findings.failed_since(before):  # Nothing is said of what follows from refused values.
        scope = msgspec.structs.replace(scope, findings=Findings())
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
