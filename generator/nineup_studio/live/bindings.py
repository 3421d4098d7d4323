"""Bindings as the controls of a canvas say them: what an element shows, when, and for each of which items.

What the controls can't say stays an expression, which is shown as text. Reading what was written gives the
same again: `condition_of(condition_text(each)) == each`.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec
from nineup.files.edit import Change, Delete, EditRefusedError, Rename, Set
from nineup.files.load import CountsOf, Fields, OneOf, Optional, PictureName, declared_types, schema_names
from nineup.model import Component, Game, Item
from nineup.schema import YES_NO, ListOf, Number, Prose, Type, WholeNumber

Kind = Literal["text", "rich", "number", "yes-no", "picture", "symbol", "color", "item"]

_PATH = r"[a-zA-Z_]\w*+(?:\.\w++)*+"
_FIELD = re.compile(rf"\s*+({_PATH})\s*+")
_ONLY = re.compile(rf"\s*+\{{\{{\s*+({_PATH})\s*+\}}\}}\s*+")
_SHOWN = re.compile(rf"(\{{\{{\s*+)({_PATH})(?![\w|(])")
_NONE = re.compile(rf"\s*+not\s++({_PATH})\s*+")
_EQUAL = re.compile(rf"\s*+({_PATH})\s*+(==|!=)\s*+(?:'([^'\\]*+)'|\"([^\"\\]*+)\"|(-?\d++))\s*+")
_PLAYERS = re.compile(r"\s*+players\s*+(>=|<=|==)\s*+(\d{1,3})\s*+")
_EACH = re.compile(
    rf"\s*+([a-zA-Z_]\w*+)\s++in\s++({_PATH})(?:\|default\((?:\[\]|\{{\}})\))?(?:\|spread)?\s*+"
)
_PICTURE = re.compile(r"\.(?:svgz?|png|jpe?g|webp|gif|bmp)\b", re.IGNORECASE)
CONTENT = ("text", "micro", "symbol", "image", "qr")
"""The bindings that put something into an element."""


class FieldChoice(msgspec.Struct, frozen=True):
    """A value that a layout can show."""

    path: str
    """The expression, such as `card.color.tone`."""
    says: str
    group: str
    kind: str
    is_optional: bool = False
    many: str = ""
    """For a list: the expression of its items, such as `card.cost|spread`."""
    item: str = ""
    """For a list: what one of its items is called in `n:each`."""
    folder: str = ""
    """For pictures: what layouts put before the values, such as `art/`."""
    choices: tuple[tuple[str, str], ...] = ()
    """The ids that it may have, with their names."""
    parts: tuple[tuple[str, str], ...] = ()
    """For a list: the parts of its items, each with its kind."""
    sample: str = ""
    """Its value on the card."""


class Condition(msgspec.Struct, frozen=True):
    """When an element is shown."""

    kind: Literal["always", "filled", "empty", "is", "not", "least", "most", "players", "expression"]
    """`least`, `most` and `players` compare the number of players."""
    field: str = ""
    value: str = ""
    """The value to compare with, or the expression."""
    is_number: bool = False


class Repetition(msgspec.Struct, frozen=True):
    """An element that is drawn for each item of a list."""

    field: str = ""
    """The list, such as `card.cost`; empty for none, or for an expression."""
    item: str = ""
    way: Literal["row", "column", ""] = ""
    gap: str = ""
    align: str = ""
    expression: str = ""
    """The whole `n:each`, if the controls can't say it."""


def condition_of(source: str) -> Condition:
    """What an `n:if` says.

    >>> condition_of("card.kind == 'calm'").kind, condition_of("players >= 5").value
    ('is', '5')
    """
    if not source.strip():
        return Condition("always")
    if match := _PLAYERS.fullmatch(source):
        return Condition({">=": "least", "<=": "most", "==": "players"}[match[1]], value=match[2])  # type: ignore[arg-type]
    if (match := _FIELD.fullmatch(source)) and match[1] not in ("true", "false", "none"):
        return Condition("filled", match[1])
    if match := _NONE.fullmatch(source):
        return Condition("empty", match[1])
    if match := _EQUAL.fullmatch(source):
        value = next(each for each in match.groups()[2:] if each is not None)
        kind: Literal["is", "not"] = "is" if match[2] == "==" else "not"
        return Condition(kind, match[1], value, is_number=match[5] is not None)
    return Condition("expression", value=source)


def condition_text(condition: Condition) -> str:
    """The `n:if` of a condition. Raises EditRefusedError for a value that can't be written."""
    field, value = condition.field, condition.value.strip()
    match condition.kind:
        case "always":
            return ""
        case "filled":
            return field
        case "empty":
            return f"not {field}"
        case "expression":
            return condition.value
        case "least" | "most" | "players":
            if not re.fullmatch(r"\d{1,3}", value):
                raise EditRefusedError(f"`{value}` is not a number of players")
            return f"players { ({'least': '>=', 'most': '<='}.get(condition.kind, '==')) } {int(value)}"
    if "\\" in value or ("'" in value and '"' in value):
        raise EditRefusedError("this value has both quotes or a backslash: write the expression yourself")
    quoted = value if condition.is_number else f'"{value}"' if "'" in value else f"'{value}'"
    if condition.is_number and not re.fullmatch(r"-?\d++", value):
        raise EditRefusedError(f"`{value}` is not a whole number")
    return f"{field} {'==' if condition.kind == 'is' else '!='} {quoted}"


def repetition_of(bindings: Mapping[str, str]) -> Repetition:
    """What an `n:each` with its `n:row` or `n:column` says."""
    source = bindings.get("each", "")
    way: Literal["row", "column", ""] = (
        "row" if "row" in bindings else "column" if "column" in bindings else ""
    )
    gap, align = bindings.get(way, "") if way else "", bindings.get("align", "") if way else ""
    loop = _EACH.fullmatch(source)
    if loop is None:
        return Repetition("", "", way, gap=gap, align=align, expression=source)
    return Repetition(loop[2], loop[1], way, gap=gap, align=align)


def shown_field(source: str) -> str:
    """The field that a binding shows alone; empty for fixed text, for both mixed, and for an expression."""
    match = _ONLY.fullmatch(source)
    return match[1] if match else ""


def shows_changes(bindings: Mapping[str, str], path: tuple[int, ...], value: str, name: str) -> list[Change]:
    """Puts something else into an element, perhaps a picture in place of a text."""
    old = next((each for each in CONTENT if each in bindings), "")
    if not value:
        return [Delete((*path, f"n:{old}"))] if old else []
    if old and old != name:
        changes: list[Change] = [Rename((*path, f"n:{old}"), f"n:{name}")]
        wrong = [each for each in ("fit", "align", "valign", "padding") if each in bindings]
        changes += [Delete((*path, f"n:{each}")) for each in wrong if not _fits(each, name)]
        return [*changes, Set((*path, f"n:{name}"), value)]
    return [Set((*path, f"n:{name}"), value)]


def _fits(setting: str, name: str) -> bool:
    """Whether a setting has a meaning for what an element shows; `fit` has others for pictures."""
    return name == "text" and setting != "fit"


def repeat_changes(
    bindings: Mapping[str, str], path: tuple[int, ...], wanted: Repetition, fields: Mapping[str, FieldChoice]
) -> list[Change]:
    """Repeats an element for each item of a list, or no longer; it shows an item where it showed the list.

    Raises EditRefusedError.
    """
    now, changes = repetition_of(bindings), list[Change]()
    if not wanted.field and not wanted.expression:
        changes += [Delete((*path, f"n:{each}")) for each in ("each", "row", "column") if each in bindings]
        has_text = "text" in bindings  # whose own setting it is, too
        if "align" in bindings and not has_text:
            changes.append(Delete((*path, "n:align")))
        return changes + _as_item(bindings, path, old=now.item, new=f"{_many(fields, now.field)}|first")
    if wanted.field:
        choice = fields.get(wanted.field)
        if choice is None or not choice.many:
            raise EditRefusedError(f"`{wanted.field}` is no list")
        item = now.item if now.field == wanted.field else choice.item
        source = f"{item} in {choice.many}"
        if source != bindings.get("each"):
            changes.append(Set((*path, "n:each"), source))
            changes += _of_item(bindings, path, choice, old=now.item, new=item)
    elif wanted.expression != bindings.get("each"):
        changes.append(Set((*path, "n:each"), wanted.expression))
    if wanted.way != now.way and now.way:
        if wanted.way:
            changes.append(Rename((*path, f"n:{now.way}"), f"n:{wanted.way}"))
        else:
            changes.append(Delete((*path, f"n:{now.way}")))
    if wanted.way and (wanted.way != now.way or wanted.gap != now.gap):
        changes.append(Set((*path, f"n:{wanted.way}"), wanted.gap or now.gap or "1mm"))
    if wanted.align != now.align:
        is_set = wanted.align and wanted.way
        changes.append(Set((*path, "n:align"), wanted.align) if is_set else Delete((*path, "n:align")))
    return changes


def _of_item(
    bindings: Mapping[str, str], path: tuple[int, ...], choice: FieldChoice, old: str, new: str
) -> list[Change]:
    """An element that showed a field, or an item of another list, shows an item of this one."""
    name = next((each for each in CONTENT if each in bindings), "")
    shown = shown_field(bindings.get(name, ""))
    if not name or not shown or shown.partition(".")[0] in (new, "game", "owner", "component"):
        return _as_item(bindings, path, old=old or choice.path, new=new)
    wanted = "symbol" if choice.kind == "symbol" else "text"
    part = next((f".{each}" for each, _ in choice.parts if each == "name"), "") if wanted == "text" else ""
    return shows_changes(bindings, path, f"{{{{ {new}{part} }}}}", name=wanted)


def _many(fields: Mapping[str, FieldChoice], field: str) -> str:
    return fields[field].many if field in fields else field


def _as_item(bindings: Mapping[str, str], path: tuple[int, ...], old: str, new: str) -> list[Change]:
    """What shows a name shows another one."""
    name = next((each for each in CONTENT if each in bindings), "")
    source = bindings.get(name, "")

    def renamed(shown: re.Match[str]) -> str:
        is_it = shown[2] == old or shown[2].startswith(f"{old}.")
        return f"{shown[1]}{new}{shown[2][len(old) :]}" if is_it else shown[0]

    changed = _SHOWN.sub(renamed, source)
    return [Set((*path, f"n:{name}"), changed)] if changed != source else []


def field_choices(
    game: Game, component: Component, context: Mapping[str, Any], folders: Mapping[str, str]
) -> tuple[FieldChoice, ...]:
    """What a layout of a component can show, in the order of the files; `context` is that of a card.

    `folders` are what layouts put before the values of pictures, by the fields' names.
    """
    names = schema_names(game)
    choices: list[FieldChoice] = []
    for name, type_ in declared_types(component.fields, names).items():
        own = tuple(_of_type(f"card.{name}", type_, "Card", folder=folders.get(name, "")))
        if name in folders and len(own) == 1 and own[0].kind == "text":
            own = (msgspec.structs.replace(own[0], kind="picture", folder=folders[name]),)
        choices += own
    declared = {each.path.split(".")[1] for each in choices}
    card = context.get("card", {})
    choices += [
        FieldChoice(
            f"card.{name}", _spoken(name), "Card", kind="picture" if _PICTURE.search(str(value)) else "text"
        )
        for name, value in card.items()
        if name not in declared and name.isidentifier() and isinstance(value, (str, int)) and name != "id"
    ]
    choices.append(FieldChoice("card.id", "Id", "Card", kind="text"))
    if component.for_each and component.for_each in game.lists:
        items = {str(item): item for item in game.lists[component.for_each].items}
        choices += _of_type("owner", OneOf(component.for_each, items), "Owner")
    choices += [
        FieldChoice("component.name", "Name of the component", "Game", kind="text"),
        FieldChoice("game.title", "Title of the game", "Game", kind="text"),
        *(
            FieldChoice(f"game.{name}", _spoken(name), "Game", kind="text")
            for name in ("designer", "licence")
            if getattr(game, name)
        ),
        FieldChoice("players", "Number of players", "Game", kind="number"),
    ]
    return tuple(msgspec.structs.replace(each, sample=_sample(each.path, context)) for each in choices)


def _of_type(
    path: str, type_: Type, group: str, folder: str = "", is_optional: bool = False
) -> Iterator[FieldChoice]:
    says, name = _spoken(path.partition(".")[2] or path), path.rpartition(".")[2]
    if not name.isidentifier():  # such as `sub-title`, which expressions know as `sub_title`
        path = (
            f"{path.rpartition('.')[0]}.{name.replace('-', '_')}" if "." in path else name.replace("-", "_")
        )

    def make(kind: Kind, **more: Any) -> FieldChoice:
        return FieldChoice(path, says, group, kind=kind, is_optional=is_optional, **more)

    match type_:
        case Optional():
            yield from _of_type(path, type_.of, group, folder=folder, is_optional=True)
        case Fields():
            for inner, of in type_.types.items():
                yield from _of_type(f"{path}.{inner}", of, group, is_optional=is_optional)
        case OneOf(what="symbol"):
            yield make("symbol", choices=_ids(type_))
        case OneOf():
            yield make("item", choices=_ids(type_))
            yield from _parts(path, type_, says, group=group, is_optional=is_optional)
        case ListOf(of=of) | CountsOf(of=of):
            without = ("{}" if isinstance(type_, CountsOf) else "[]") if is_optional else ""
            some = f"{path}|default({without})" if without else path
            many = f"{some}|spread" if isinstance(type_, CountsOf) else some
            if not isinstance(of, OneOf):
                yield make("text", many=many, item=_singular(name))
                return
            kind: Kind = "symbol" if of.what == "symbol" else "item"
            item, parts = _singular(of.what), tuple(_kinds(of).items())
            yield make(kind, many=many, item=item, choices=_ids(of), parts=parts)
        case PictureName():
            yield make("picture", folder=folder)
        case Prose():
            yield make("rich" if type_.rich else "text")
        case Number() | WholeNumber():
            yield make("number")
        case _ if type_ == YES_NO:
            yield make("yes-no")


def _ids(type_: OneOf) -> tuple[tuple[str, str], ...]:
    return tuple((id, str(item.fields.get("name", id))) for id, item in type_.items.items())


def _parts(path: str, type_: OneOf, says: str, group: str, is_optional: bool) -> Iterator[FieldChoice]:
    """The parts of a list's items."""
    for name, kind in _kinds(type_).items():
        part = _spoken(name).lower()
        yield FieldChoice(f"{path}.{name}", f"{says}: {part}", group, kind=kind, is_optional=is_optional)


def _kinds(type_: OneOf) -> dict[str, str]:
    """The kinds of the parts that items have, such as their name, tone or art."""
    kinds: dict[str, str] = {}
    for item in type_.items.values():
        for name, value in item.fields.items():
            if name.isidentifier() and isinstance(value, (str, int)) and not isinstance(value, Item):
                kinds.setdefault(name, _kind_of(value))
    return kinds


def _kind_of(value: Any) -> str:
    text = str(value)
    if isinstance(value, int):
        return "yes-no" if isinstance(value, bool) else "number"
    return "color" if re.match(r"#[0-9a-fA-F]{3}", text) else "picture" if _PICTURE.search(text) else "text"


def _sample(path: str, context: Mapping[str, Any]) -> str:
    """A value in a few words; empty if the card has none."""
    value: Any = context
    for step in path.split("."):
        values = value.fields if isinstance(value, Item) else value
        if not isinstance(values, Mapping):
            return ""
        value = values.get(step, values.get(step.replace("_", "-")))
    if isinstance(value, Mapping):
        return ", ".join(f"{number} {each}" for each, number in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value))
    return "" if value is None or not isinstance(value, (str, int, float)) else str(value)


def _spoken(name: str) -> str:
    words = re.sub(r"[-_.]+", " ", name).strip()
    return words[:1].upper() + words[1:]


def _singular(name: str) -> str:
    """What one of some things is called.

    >>> _singular("colors"), _singular("abilities"), _singular("suit"), _singular("bonus-effects")
    ('color', 'ability', 'suit', 'bonus_effect')
    """
    word = re.sub(r"\W", "_", name)
    one = f"{word[:-3]}y" if word.endswith("ies") else word[:-1] if re.search(r"[^s]s$", word) else word
    taken = ("card", "owner", "component", "game", "players", "lists", "symbols", "terms", "data", "palette")
    return f"each_{one}" if one in taken or not one.isidentifier() else one
