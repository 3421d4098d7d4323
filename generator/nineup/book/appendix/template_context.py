"""What appendix templates know about a game and its runs: the same counts that sheets are printed from."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from nineup.base.markup import whole_words
from nineup.base.units import MM
from nineup.book.appendix.decisions import decisions
from nineup.book.appendix.notation import rich
from nineup.book.appendix.statistics import Statistics
from nineup.book.appendix.values import Values, field_text, label_in, symbol_ids, texts, title_of
from nineup.faces.shapes import shape_of
from nineup.logic.expression import ExpressionError, escape, expression
from nineup.logic.select import is_implied
from nineup.model.booklet import ENGLISH, Words, label
from nineup.model.game import (
    Card,
    Choice,
    Component,
    ComponentTally,
    Expression,
    Game,
    Option,
    Part,
    Rich,
    Run,
)


class Typeface(msgspec.Struct, frozen=True):
    """A font family of the cards with its credits, which are empty if the font has none."""

    family: str
    designer: str = ""
    copyright: str = ""
    licence: str = ""


class CountColumn(msgspec.Struct, frozen=True):
    """A column of counts: for a number of `players`, or for a whole box if that is 0."""

    heading: str
    run: Run | None
    """None if some counts are unstated."""
    players: int = 0


class AppendixInput(msgspec.Struct, frozen=True):
    """The input of an appendix: the run to print, and a run with the same options for each column of
    counts.
    """

    run: Run
    columns: tuple[CountColumn, ...]
    pictures: Mapping[str, str]
    """Descriptions of the rendered faces, by `component/card`."""
    typefaces: tuple[Typeface, ...] = ()
    words: Words = ENGLISH


def template_context(source: AppendixInput) -> Values:
    """All names that templates know, including those of every expression in the run."""
    run, game, words = source.run, source.run.game, source.words
    decks = _decks(source)
    cards = [card for deck in decks for card in deck["cards"]]
    return {
        **run.context,
        "columns": tuple(column.heading for column in source.columns),
        "seats": tuple({"players": each.players, "heading": each.heading} for each in _seats(source)),
        "inventory": tuple(_inventory(source)),
        "totals": tuple(None if each.run is None else _total_pieces(each.run) for each in source.columns),
        "decks": tuple(decks),
        "index": tuple(sorted(cards, key=lambda card: (card["name"].casefold(), card["anchor"]))),
        "glossary": tuple(_glossary(game, cards)),
        "signs": tuple(_signs(game, run)),
        "decisions": tuple(decisions(game, words, {(card["deck"], card["id"]): card for card in cards})),
        "questions": game.questions,
        "credits": tuple(_credits(game, words)),
        "typefaces": tuple(msgspec.structs.asdict(face) for face in source.typefaces),
        "deals": tuple(_deals(game, words)),
        "option_list": tuple(_options(game, words)),
        "relation_list": tuple(_relations(game, words)),
        **Statistics(run, words).helpers(),
        "linked": _linked,
        **_helpers(words),
        "score": score,
    }


def _helpers(words: Words) -> Mapping[str, Callable[..., str]]:
    """Our own words for templates. They are closures because the sandbox only calls plain functions."""

    def say(text: str, **values: object) -> str:
        return words.say(text, **values)

    def counted(one: str, many: str, n: int, **values: object) -> str:
        return words.counted(one, many, n, **values)

    return {"say": say, "counted": counted}


def _seats(source: AppendixInput) -> list[CountColumn]:
    """The columns for a number of players; a whole box is never set up."""
    return [column for column in source.columns if column.players]


def _total_pieces(run: Run) -> int:
    return sum(tally.pieces for tally in run.tallies)


def _inventory(source: AppendixInput) -> Iterator[Values]:
    """A line for each component: how many pieces each column's run prints, and how many its setup uses."""
    tallies = [_tallies(column.run) for column in source.columns]
    seated = [_tallies(column.run) for column in _seats(source)]
    alike = [None if column.run is None else _copies_by_component(column.run) for column in _seats(source)]
    laid = {tally.component: tally.setup for tally in source.run.tallies}
    for component in source.run.game.components.values():
        if not any(component.id in column for column in tallies if column):
            continue
        key = f"{component.id}/{component.cards[0].id}"
        yield {
            "id": component.id,
            "name": component.name,
            "shape": component.shape,
            "size": source.words.say(
                "{width} × {height} mm",
                width=_mm(component.size.width, source.words),
                height=_mm(component.size.height, source.words),
            ).replace(" ", "\u00a0"),
            "picture": key if key in source.pictures else "",
            "values": component.cards[0].values if is_implied(component) else {},
            "pieces": _amounts(tallies, component.id, "pieces"),
            "is_laid_out": component.setup is not None,
            "laid": laid.get(component.id),
            "setup": _amounts(seated, component.id, "setup"),
            "each": tuple(None if column is None else column.get(component.id, 0) for column in alike),
            "source": component.source,
        }


def _tallies(run: Run | None) -> Mapping[str, ComponentTally] | None:
    return None if run is None else {tally.component: tally for tally in run.tallies}


def _amounts(
    columns: Sequence[Mapping[str, ComponentTally] | None], id: str, name: str
) -> tuple[int | None, ...]:
    """An amount of a component's tally in each column; 0 where there is no tally, None where there is
    no run.
    """
    return tuple(
        None if column is None else getattr(column[id], name) if id in column else 0 for column in columns
    )


def _copies_by_component(run: Run) -> Mapping[str, int]:
    """The largest number of copies of one card in a run, by component."""
    copies: dict[str, int] = {}
    for part in run.parts:
        copies[part.component.id] = max(part.copies, copies.get(part.component.id, 0))
    return copies


def _mm(points: float, words: Words) -> str:
    return f"{points / MM:.1f}".removesuffix(".0").replace(".", words.say("."))


def _decks(source: AppendixInput) -> list[Values]:
    """The components with card lists that the run uses, each with its cards in the run."""
    parts: dict[str, dict[str, list[Part]]] = {}
    for part in source.run.parts:
        if not is_implied(part.component) and not shape_of(part.component.shape).is_storage:
            parts.setdefault(part.component.id, {}).setdefault(part.card.id, []).append(part)
    return [_deck(source, list(cards.values())) for cards in parts.values()]


def _deck(source: AppendixInput, cards: Sequence[Sequence[Part]]) -> Values:
    component = cards[0][0].component
    kinds = tuple(_card(source, component, parts) for parts in cards)
    return {
        "id": component.id,
        "name": component.name,
        "shape": component.shape,
        "pile": component.pile,
        "fields": tuple(component.fields),
        "kinds": len(kinds),
        "pieces": sum(card["pieces"] for card in kinds),
        "cards": kinds,
    }


def _card(source: AppendixInput, component: Component, parts: Sequence[Part]) -> Values:
    """A card of the run; `copies` are per owner, `pieces` are all that are printed."""
    card, game = parts[0].card, source.run.game
    key = f"{component.id}/{card.id}"
    fields = {
        name: {"id": name, "label": label_in(game, name), "text": field_text(value, game, source.words)}
        for name, value in card.values.items()
        if name != "name"
    }
    return {
        "id": card.id,
        "key": key if key in source.pictures else "",
        "anchor": f"card-{component.id}-{card.id}",
        "name": title_of(card),
        "deck": component.id,
        "deck_name": component.name,
        "values": card.values,
        "fields": tuple(field for field in fields.values() if field["text"]),
        "texts": tuple(texts(card.values)),
        "copies": parts[0].copies,
        "pieces": sum(part.copies for part in parts),
        "owners": len(parts) if component.for_each else 0,
        "source": card.source,
        "decided": tuple(card.decided.values()),
    }


def _glossary(game: Game, cards: Iterable[Values]) -> Iterator[Values]:
    """The defined terms in alphabetical order, each with the cards whose texts use it."""
    known = list(cards)
    for term in sorted(game.terms.values(), key=lambda term: term.id.casefold()):
        forms = sorted(term.forms, key=len, reverse=True)
        pattern = whole_words(forms)
        uses = tuple(card for card in known if any(pattern.search(text) for text in card["texts"]))
        yield {
            "id": term.id,
            "name": term.id[:1].upper() + term.id[1:],
            "anchor": term_anchor(term.id),
            "forms": tuple(form for form in term.forms if form.casefold() != term.id.casefold()),
            "means": Rich(rich(term.means)),
            "uses": uses,
            "source": term.source,
        }


def term_anchor(id: str) -> str:
    """The anchor of a term in the glossary."""
    return "term-" + re.sub(r"\W+", "-", id.casefold())


def _signs(game: Game, run: Run) -> Iterator[Values]:
    """The symbols, each with the number of different cards in the run that show it in a text or field."""
    uses: Counter[str] = Counter()
    kinds: dict[tuple[str, str], Card] = {(part.component.id, part.card.id): part.card for part in run.parts}
    for card in kinds.values():
        uses.update(set(_symbols_on_card(card.values, game)))
    for symbol in game.symbols.values():
        yield {
            "id": symbol.id,
            "anchor": f"sign-{symbol.id}",
            "name": symbol.name,
            "letter": symbol.letter,
            "symbol": Rich(f"{{{symbol.id}}}"),
            "uses": uses[symbol.id],
            "fields": symbol.fields,
        }


def _symbols_on_card(values: Mapping[str, Any], game: Game) -> Iterator[str]:
    for value in values.values():
        yield from symbol_ids(field_text(value, game))


def _credits(game: Game, words: Words) -> Iterator[Values]:
    given = {"designer": game.designer, "licence": game.licence, **game.fields, "source": game.source}
    for name, value in given.items():
        if isinstance(value, (str, int, float)) and value and name != "tagline":
            yield {
                "label": words.say(label(name)),
                "text": _without_label(value, label(name)) if isinstance(value, str) else value,
                "is_web": str(value).startswith(("http://", "https://")),
            }


def _without_label(text: str, label: str) -> str:
    """A text without the label at its start, as in `copyright: Copyright © 2016`."""
    return re.sub(rf"^{re.escape(label)}\b:?\s+", "", text, flags=re.IGNORECASE)


def _deals(game: Game, words: Words) -> Iterator[Values]:
    """What `deal` rules give to each player and put on the table: a line for each pile."""
    dealt: dict[str, dict[str, Any]] = {"player": {}, "table": {}}
    for rule in game.rules:
        if rule.name == "deal" and rule.settings is not None:
            for who, given in dealt.items():
                shares = rule.settings[who].items()
                given.update({id: n.source if isinstance(n, Expression) else n for id, n in shares})
    for id in dict.fromkeys([*dealt["player"], *dealt["table"]]):
        yield {"name": _pile_name(game, str(id), words)} | {
            who: given.get(id, 0) for who, given in dealt.items()
        }


def _pile_name(game: Game, id: str, words: Words) -> str:
    """Readers' name for a component, or for components that are shuffled together."""
    component = game.components.get(id)
    members = [each.name for each in game.components.values() if each.pile == id]
    return component.name if component else words.say(" and ").join(members) or label(id)


def _options(game: Game, words: Words) -> Iterator[Values]:
    """The options, which players choose before the game."""
    for option in game.options.values():
        values = tuple(field_text(item, game) for item in option.values)
        kinds = {
            "switch": words.say("with or without"),
            "one": words.say("one of these"),
            "some": _amount(option, words),
        }
        yield {
            "id": option.id,
            "name": label_in(game, option.id),
            "kind": kinds[option.kind],
            "choices": values,
            "because": option.because,
        }


def _relations(game: Game, words: Words) -> Iterator[Values]:
    """Which choices go together."""
    for relation in game.legal:
        given = words.say(" and ").join(_choice(game, choice, words) for choice in relation.given)
        choices = ", ".join(_choice(game, choice, words) for choice in relation.choices)
        if relation.kind == "requires":
            says = words.say("{one} only with {choices}", one=given, choices=choices) if given else ""
            says = says or words.say("always {choices}", choices=choices)
        elif relation.kind == "excludes":
            says = words.say("{one} never with {choices}", one=given, choices=choices)
        elif given:
            says = words.say("{one} only with exactly one of {choices}", one=given, choices=choices)
        else:
            says = words.say("exactly one of {choices}", choices=choices)
        yield {"says": Rich(says[:1].upper() + says[1:]), "because": relation.because}


def _choice(game: Game, choice: Choice, words: Words) -> str:
    """A choice in words: `Storm`, `without Storm`, `Length: long`."""
    option = game.options[choice.option]
    name = escape(label_in(game, option.id))
    if option.kind == "switch":
        return name if choice.value == "yes" else words.say("without {name}", name=name)
    item = next(item for item in option.values if item == choice.value)
    return f"{name}{words.say(':')} {field_text(item, game)}"


def _players(ends: tuple[int, int], words: Words) -> str:
    """A range of players: `2–3 players`."""
    low, high = ends
    named = words.counted("{n} player", "{n} players", high)
    return named if low == high else named.replace(str(high), f"{low}–{high}")


def _amount(option: Option, words: Words) -> str:
    """How many of its values a set takes."""
    if option.by_players:
        ranges = dict.fromkeys([each.players for each in option.by_players.values() if each.players])
        return ", ".join(
            f"{_players(ends, words)}{words.say(':')} {_amount(option.at(ends[0]), words)}" for ends in ranges
        )
    if option.at_least == option.at_most:
        return words.say("exactly {n} of these", n=option.at_most)
    if not option.is_limited:
        return words.say("{n} or more of these", n=option.at_least)
    return words.say("{low} to {high} of these", low=option.at_least, high=option.at_most)


def _linked(text: str) -> Rich:
    """A text in which defined terms are links to the glossary."""
    return Rich(rich(text if isinstance(text, Rich) else escape(str(text))))


def score(
    lines: Sequence[Mapping[str, Any]],
    of: str,
    column: str,
    counts: Mapping[str, int],
    known: Mapping[str, Any],
    factors: Mapping[str, int] = {},
) -> Values:
    """Evaluate the `points` of each line: expressions over `n`, the number of pieces, and the values in
    `known`.

    `of` is the key under which a line names its kind of piece, `column` the key in its `points`; `factors`
    multiplies the points of some kinds. Raises ValueError for an expression that fails or isn't a number.
    """
    rows = []
    for line in lines:
        kind = str(line[of])
        if counts.get(kind):
            value = _evaluate(_formula(line, kind, column), {**known, "n": counts[kind]})
            factor = factors.get(kind, 1)
            rows.append(
                {of: kind, "n": counts[kind], "worth": value, "factor": factor, "points": value * factor}
            )
    return {"rows": tuple(rows), "total": sum(row["points"] for row in rows)}


def _formula(line: Mapping[str, Any], kind: str, column: str) -> str:
    points = line.get("points")
    if not isinstance(points, Mapping) or column not in points:
        raise ValueError(f"the line of `{kind}` has no `points.{column}`")
    return str(points[column])


def _evaluate(source: str, values: Values) -> int | float:
    """The value of an expression in the game's data. Raises ValueError."""
    try:
        value = expression(source)(values)
    except ExpressionError as error:
        raise ValueError(f"`{source}`: {error.message}") from None
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError(f"`{source}` isn't a number")
    return value
