"""A game's options: a switch, one of several words, or a set of them."""

from collections.abc import Collection, Iterator
from typing import Any, Literal, NamedTuple

import msgspec

from nineup.base.diagnostics import Findings, nearest
from nineup.files.load.amounts import ByPlayers, check_cover
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
        "at-least": Key(ByPlayers(of=WholeNumber(0)), "How many must be chosen; default 1."),
        "at-most": Key(ByPlayers(of=WholeNumber(1)), "How many may be chosen; default: all."),
        "exactly": Key(ByPlayers(of=WholeNumber(1)), "How many are chosen, no more and no fewer."),
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
    by_players = {count for option in options.values() for count in option.by_players}
    possible: set[Choice] = set()
    named = dict.fromkeys(choice for relation in relations for choice in relation.every)
    for players in sorted(by_players) or (0,):
        there = {id: option.at(players) for id, option in options.items()}
        try:
            ties = ties_of(there, relations)
        except TooManyWaysError:
            message = f"these relations connect choices in more than {MOST_WAYS:,} ways"
            hint = "make one option of switches that exclude each other"
            scope.error("too-tied", message, node, hint=hint)
            return
        for_players = f" for {players} players" if players else ""
        if not _defaults_go_together(there, relations, for_players, scope=scope):
            return
        possible |= {choice for choice in named for tie in ties for way in tie.ways if has(way, choice)}
    for choice in named:
        if choice not in possible:
            hint = "change an entry that excludes it"
            scope.error("never-legal", f"`{choice}` is possible in no run", node, hint=hint)


def _defaults_go_together(
    options: dict[str, Option], relations: tuple[Relation, ...], for_players: str, scope: Scope
) -> bool:
    """Whether relations allow the defaults; reports the first that doesn't."""
    defaults = {id: option.default for id, option in options.items()}
    for relation in relations:
        if reason := relation.refusal(lambda choice: choice.is_in(defaults)):
            message = f"the defaults don't go together{for_players}: {reason}"
            scope.findings.error("bad-default", message, relation.span, hint="change a `default`")
            return False
    return True


def _option(id: str, node: Node, scope: Scope) -> Option:
    before = len(scope.findings)
    values = OPTION.read(node, scope)
    get = values.get
    entries = node.entries if isinstance(node, Mapping) else {}
    named = entries.get("choose") or entries.get("choose-one")
    is_open = isinstance(named, Scalar) and scope.names.may_have("lists", named.text)
    if is_open or scope.findings.failed_since(before):  # Nothing is said of what follows from refused values.
        scope = msgspec.structs.replace(scope, findings=Findings())
    switch = Option(
        id,
        "switch",
        (),
        default=get("default", False),
        at_least=0,
        at_most=0,
        including=(),
        because=get("because", ""),
        span=scope.file.span(node),
        **fields_of(values, PROVENANCE),
    )
    if "choose" in entries:
        return _set(switch, values, node, scope=scope)
    if "choose-one" in entries:
        items: tuple[Item, ...] = get("choose-one", ())
        word: tuple[str, ...] = (get("default", ""),) if "default" in entries else items[:1]
        picked = _pick(word, items, entries.get("default"), scope=scope)
        default = picked[0] if picked else Item("")
        return msgspec.structs.replace(
            switch, kind="one", values=items, default=default, at_least=1, at_most=1
        )
    return switch


def _set(switch: Option, values: dict[str, Any], node: Node, scope: Scope) -> Option:
    """An option of a set of items, which has all else of a switch. Where its limits differ by players, it has
    an option for each player count, too.
    """
    items: tuple[Item, ...] = values.get("choose", ())
    entries = node.entries if isinstance(node, Mapping) else {}
    including = tuple(map(str, _pick(values.get("including"), items, entries.get("including"), scope=scope)))
    stated = _pick(values.get("default"), items, entries.get("default"), scope=scope)
    options = []
    for limits in _limits(values, len(items), node=node, scope=scope):
        option = msgspec.structs.replace(
            switch,
            kind="some",
            values=items,
            default=stated if "default" in entries else _first(items, including, limits.most),
            at_least=limits.least,
            at_most=limits.most,
            including=including,
            players=limits.players if limits.players[0] else None,
        )
        options.append(option)
        reason = refusal(option, stated) if "default" in entries else ""
        if reason and len(stated) == len(values.get("default") or ()):
            message = f"the default of `{option.id}` is not possible: {reason}"
            scope.error("bad-default", message, entries["default"])
            break
    by_players = {n: o for o in options if o.players for n in range(o.players[0], o.players[1] + 1)}
    return msgspec.structs.replace(options[-1], players=None, by_players=by_players)


class _Limits(NamedTuple):
    """The least and the most items of a set, for all player counts or those from one to another."""

    least: int
    most: int
    players: tuple[int, int] = (0, 0)
    """The first and the last of these player counts; 0 for all."""


def _limits(values: dict[str, Any], number: int, node: Node, scope: Scope) -> list[_Limits]:
    """How many items a set takes, of `number` that there are, for each range of players for which it is the
    same; reports what can't be.
    """
    place = node.entries if isinstance(node, Mapping) else {}
    tables = {key: values[key] for key in ("exactly", "at-least", "at-most") if key in values}
    if "exactly" in tables:
        for key in ("at-least", "at-most"):
            if key in place:
                scope.error("bad-number", f"`exactly` sets how many; remove `{key}`", place[key])
    before = len(scope.findings)
    bands = scope.names.bands
    # A misspelled key has a value, but no place here.
    by_players = {key: place[key] for key in tables if isinstance(place.get(key), Mapping)}
    for key, stated in by_players.items():
        check_cover(tables[key], bands, stated, scope=scope, hint="write how many for them, too")
    counts = range(bands[0].low, bands[-1].high + 1) if bands and by_players else range(1, 2)
    if scope.findings.failed_since(before):
        return [_Limits(1, max(number, 1))]
    limits: list[_Limits] = []
    for players in counts:
        steps = {key: table.at(players) for key, table in tables.items()}
        at = {key: step.amount for key, step in steps.items() if step and isinstance(step.amount, int)}
        exactly = at.get("exactly")
        least = at.get("at-least", 1) if exactly is None else exactly
        most = at.get("at-most", max(number, least)) if exactly is None else exactly
        reason, key = _impossible(least, most, exactly, number=number)
        if reason:
            for_players = f" for {players} players" if by_players else ""
            scope.error("bad-number", f"{reason}{for_players}", place.get(key, node))
        most = min(most, max(number, least))
        if not by_players or reason:
            return [_Limits(least, most)]
        if limits and limits[-1][:2] == (least, most):
            first = limits.pop().players[0]
        else:
            first = players
        limits.append(_Limits(least, most, (first, players)))
    return limits if len(limits) > 1 else [limits[0]._replace(players=(0, 0))]


def _impossible(least: int, most: int, exactly: int | None, number: int) -> tuple[str, str]:
    """Why that many of `number` items can't be chosen, and the key that says so; empty if they can."""
    if exactly is None and least > most:
        return f"`at-least: {least}` is more than `at-most: {most}`", "at-most"
    if least > number and number:
        return f"can't choose {least} of {number}", "at-least" if exactly is None else "exactly"
    return "", ""


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
