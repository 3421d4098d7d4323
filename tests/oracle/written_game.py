"""A random game as the YAML that Nineup reads."""

import json

from oracle.faces import STYLE, layout
from oracle.spec import Card, Component, Game, Option, Relation
from oracle.table import owners


def write(game: Game) -> dict[str, str]:
    """The game's files by their paths below the project."""
    lines = [
        "game: Oracle",
        "designer: Nobody",
        "licence: CC0",
        f"players: {_players(game)}",
        "lists:",
        f"  item: [{', '.join(game.items)}]",
        "  color: [red, green, blue]",
        "  home: [tent, yurt]",
        f"  owner: {_owners(game)}",
    ]
    if game.options:
        lines += ["options:", *(line for option in game.options for line in _option(option))]
    if game.legal:
        lines += ["legal:", *map(_relation, game.legal)]
    lines += ["components:"]
    for component in game.components:
        lines += _component(component)
    if game.rules:
        lines += ["rules:"]
        for rule in game.rules:
            lines += [f"  - {rule.yaml}"]
            lines += [f"    when: {json.dumps(rule.when.text)}"] if rule.when else []
            lines += ["    severity: warning"] if rule.severity == "warning" else []
    files = {"cards/oracle/game.yaml": "\n".join(lines) + "\n"}
    if any(component.front for component in game.components):
        files["layouts/oracle/style.yaml"] = STYLE
        files |= {f"layouts/oracle/{each.id}.svg": layout(each) for each in game.components}
    return files


def _players(game: Game) -> str:
    if not game.expansions:
        return f"{game.low}-{game.high}"
    return f"{{{', '.join(f'{name}: {_range(span)}' for name, span in game.boxes.items())}}}"


def _owners(game: Game) -> str:
    brought = [f"{name}: [{', '.join(who)}]" for name, who in owners(game).items()]
    return f"{{{', '.join(brought)}}}" if game.owners_by_box else brought[0].removeprefix("base: ")


def _option(option: Option) -> list[str]:
    if not option.values:
        return [f"  {option.id}: {{default: {str(option.default).lower()}}}"]
    if not option.several:
        return [f"  {option.id}: {{choose-one: [{', '.join(option.values)}], default: {option.default}}}"]
    source = "color" if option.id == "colors" else "home"
    more = f", including: [{', '.join(option.including)}]" if option.including else ""
    if option.by_players:
        least, most = (
            f"{{{', '.join(f'{players}: {ends[end]}' for players, ends in option.by_players.items())}}}"
            for end in (0, 1)
        )
        limits = f"exactly: {least}" if least == most else f"at-least: {least}, at-most: {most}"
        return [f"  {option.id}: {{choose: {source}, {limits}{more}}}"]
    more += "" if option.default == option.values else f", default: [{', '.join(option.default)}]"
    limits = f"at-least: {option.at_least}"
    if option.at_most < len(option.values):
        limits = (
            f"exactly: {option.at_most}"
            if option.at_least == option.at_most
            else f"{limits}, at-most: {option.at_most}"
        )
    return [f"  {option.id}: {{choose: {source}, {limits}{more}}}"]


def _relation(relation: Relation) -> str:
    given, choices = (
        ", ".join(f"{id}={value}" if value != "yes" else id for id, value in some)
        for some in (relation.given, relation.choices)
    )
    return f"  - {{{f'if: [{given}], ' if given else ''}{relation.kind}: [{choices}]}}"


def _component(component: Component) -> list[str]:
    shape = (
        "{shape: card, size: poker, layout: %s.svg"
        if component.cards
        else "{shape: token, size: 16mm, layout: %s.svg"
    )
    keys = [shape % component.id]
    if component.cards:
        keys.append(
            "fields: {item: {one-of: item}, pair: {list-of: {one-of: item}}, cost: {counts-of: item}, by: {list-of: text},"
            " color: {one-of: color}, points: number, text: rich}"
        )
        keys.append(f"cards: [{', '.join(map(_card, component.cards))}]")
    if component.owned:
        keys.append("for-each: owner")
    if component.pile:
        keys.append(f"pile: {component.pile}")
    if component.when:
        keys.append(f"when: {json.dumps(component.when.text)}")
    if component.box:
        boxes = ", ".join(f"{top}: {json.dumps(amount.text)}" for top, amount in component.box.items())
        keys.append(
            f"box: {json.dumps(component.box[0].text)}" if 0 in component.box else f"box: {{{boxes}}}"
        )
    for name in ("copies", "setup"):
        if table := getattr(component, name):
            steps = ", ".join(f"{_range(span)}: {json.dumps(amount.text)}" for span, amount in table.items())
            keys.append(f"{name}: {{{steps}}}")
    return [f"  {component.id}:", "    " + ",\n      ".join(keys) + "}"]


def _card(card: Card) -> str:
    cost = ", ".join(f"{item}: {count}" for item, count in card.values["cost"].items())
    values = f"item: {card.values['item']}, pair: [{', '.join(card.values['pair'])}], cost: {{{cost}}}"
    values += f", by: [{', '.join(card.values['by'])}]"
    values += f", color: {card.values['color']}, points: {card.values['points']}"
    said = card.values["text"].text
    values += f", text: {json.dumps(f'Say {{= {said} }}.')}"
    values += f", needs: {_range(card.needs)}" if card.needs else ""
    when = f", when: {json.dumps(card.when.text)}" if card.when else ""
    return f"{{id: {card.id}, copies: {_copies(card)}{when}, {values}}}"


def _copies(card: Card) -> str:
    """A number; a table as a mapping, or every other time as a text."""
    table = ", ".join(f"{key.text}: {number}" for key, number in card.table)
    return (f'"{table}"' if card.copies == 2 else f"{{{table}}}") if table else str(card.copies)


def _range(span: tuple[int, int]) -> str:
    return str(span[0]) if span[0] == span[1] else f"{span[0]}-{span[1]}"
