"""Facts about a game and its components as short texts by name, for changelogs."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from nineup.base.units import measures
from nineup.model.game import (
    Amount,
    Component,
    Expression,
    Game,
    Item,
    ItemList,
    Option,
    PlayerTable,
    RuleEntry,
)


def value_text(value: Any) -> str:
    """A value in readable form, such as `white: 2, red: 1` or `left, right`; a string is returned as is.

    Nested mappings are in parentheses: `edge: left, cost: (white: 2, red: 1)`.
    """
    if value is None:
        return ""
    if isinstance(value, str):
        return str(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        pairs = ((key, value_text(inner), isinstance(inner, Mapping)) for key, inner in value.items())
        return ", ".join(f"{key}: ({text})" if nested else f"{key}: {text}" for key, text, nested in pairs)
    if isinstance(value, Sequence):
        nested = any(isinstance(inner, Mapping) for inner in value)
        return ("; " if nested else ", ").join(map(value_text, value))
    return f"{value:g}" if isinstance(value, float) else str(value)


def component_facts(component: Component) -> dict[str, str]:
    """Facts about a component by YAML key, without empty ones."""
    facts = {
        "name": component.name,
        "shape": component.shape,
        "size": measures(component.size),
        "pile": component.pile,
        "for-each": component.for_each,
        "when": _source(component.when),
        "copies": _table(component.copies),
        "setup": _table(component.setup),
        "box": _table(component.box),
    }
    return {str(name): str(text) for name, text in facts.items() if text}


def game_facts(game: Game) -> dict[str, str]:
    """Facts about a game: players, minutes, options, lists, symbols, terms, data and rules, without empty
    ones.
    """
    facts = {
        "players": ", ".join(_range(band.low, band.high) for band in game.bands),
        "minutes": _source(game.minutes),
        **{f"option {option.id}": _option(option) for option in game.options.values()},
        "legal": "; ".join(map(str, game.legal)),
        **{f"list {listed.name}": _list_text(listed) for listed in game.lists.values()},
        **{f"symbol {symbol.id}": symbol.name for symbol in game.symbols.values()},
        **{f"term {term.id}": term.means for term in game.terms.values()},
        **dict(_flat("data", game.data)),
        **_rules(game.rules),
    }
    return {str(name): str(text) for name, text in facts.items() if text}


def _flat(name: str, value: Any) -> Iterator[tuple[str, str]]:
    """Nested data as one text per leaf, by path; list items count from 1."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _flat(f"{name}.{key}", inner)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for number, inner in enumerate(value, 1):
            yield from _flat(f"{name}.{number}", inner)
    else:
        yield name, value_text(value)


def _rules(entries: Sequence[RuleEntry]) -> dict[str, str]:
    """Each rule by its `says` or name; repeated names are numbered from 2."""
    rules: dict[str, str] = {}
    times: Counter[str] = Counter()
    for entry in entries:
        name = f"rule {entry.says or entry.name}"
        times[name] += 1
        what = _source(entry.check) if entry.check else value_text(entry.written)
        when = f" when {entry.when.source}" if entry.when else ""
        rules[name if times[name] == 1 else f"{name} {times[name]}"] = what + when
    return rules


def _option(option: Option) -> str:
    if option.kind == "switch":
        return f"yes or no, {value_text(option.default)} as a rule"
    if option.kind == "one":
        return f"one of {', '.join(option.values)}, {option.default} as a rule"
    including = f", one of {', '.join(option.including)} among them" if option.including else ""
    return f"{option.amount} of {', '.join(option.values)}{including}"


def _list_text(listed: ItemList) -> str:
    return ", ".join(_item(item) for item in listed.items)


def _item(item: Item) -> str:
    name = value_text(item.fields.get("name"))
    return f"{item} ({name})" if name and name.casefold() != item.replace("-", " ") else str(item)


def _table(table: PlayerTable | None) -> str:
    """The amount for all players, or one for each range: `2–3: players + 1, 4: 6`."""
    if table is None:
        return ""
    if len(table.steps) == 1:
        return _amount(table.steps[0].amount)
    ranges = [(_range(step.low, step.high), step.amount) for step in table.steps]
    return ", ".join(f"{players}: {_amount(amount)}" for players, amount in ranges)


def _range(low: int, high: int) -> str:
    return f"{low}–{high}" if low < high else str(low)


def _amount(amount: Amount) -> str:
    if isinstance(amount, Expression):
        return amount.source
    return "unstated" if amount is None else str(amount)


def _source(expression: Expression | None) -> str:
    return expression.source if expression else ""
