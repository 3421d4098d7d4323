"""The choices at a published table as its page has them, for `static/tablechoice.js`: an amount is a number,
or the number of a table and an amount for each of its rows.

  tables: [{uses: [["colors", "red"], ["players"]], rows: {"no|2": 0, "yes|2": 1, "no|3": 2, "yes|3": 3}}]
  amount: [0, [0, 10, 0, 15]]
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from nineup.logic.select import SetItem, SetLength, Use, Uses

from nineup_export.decks import part_title
from nineup_export.web.album import Album
from nineup_export.web.choices import Place, TableChoices, row_key

Amount = int | tuple[int, tuple[int, ...]]
"""A number, or the number of a table and a number for each of its rows."""


def _written(use: Use) -> tuple[str, ...]:
    """A use as the browser reads it: an option, also with an item or `#` for the number of its items."""
    if isinstance(use, SetLength):
        return use.option, "#"
    return tuple(map(str, use)) if isinstance(use, SetItem) else (str(use),)


class Tables:
    """Tables of choices, each once."""

    def __init__(self) -> None:
        self._numbers: dict[Uses, int] = {}
        self.listed: list[dict[str, Any]] = []

    def amount(self, uses: Uses, amounts: Mapping[str, int]) -> Amount:
        """An amount by the keys of the rows of a table."""
        if len(set(amounts.values())) == 1:
            return next(iter(amounts.values()))
        if uses not in self._numbers:
            self._numbers[uses] = len(self.listed)
            rows = {row: at for at, row in enumerate(amounts)}
            self.listed.append({"uses": list(map(_written, sorted(uses, key=str))), "rows": rows})
        return self._numbers[uses], tuple(amounts.values())


def choice_data(choices: TableChoices, album: Album) -> dict[str, Any]:
    """The set-ups, and the looks and names of pieces by their keys."""
    tables, looks, sizes = Tables(), dict[tuple[str, str], int](), dict[str, tuple[float, float]]()
    pieces: dict[str, tuple[Amount, str]] = {}
    for key, (uses, by_row) in choices.looks.items():
        numbers = {}
        for row, drawn in by_row.items():
            look = album.look(drawn)
            sizes.setdefault(drawn.part.component.id, (look.width, look.height))
            numbers[row] = looks.setdefault((look.front, look.back), len(looks))
        usual = next(iter(numbers.values()))
        rows = [row_key(uses, each) for each, _ in choices.rows(uses)]
        amount = tables.amount(uses, {row: numbers.get(row, usual) for row in rows})
        pieces[key] = amount, part_title(next(iter(by_row.values())).part)
    places = _places(choices)
    return {
        "pieces": pieces,
        "looks": list(looks),
        "sizes": sizes,
        "seats": choices.seats,
        "zones": list(_zones(choices, tables, places)),
        "deals": [
            {"components": deal.components, "number": tables.amount(*choices.amounts[place])}
            | {"seat": deal.seat, "to": deal.to}
            for place, deal in choices.deals.items()
        ],
        "dice": [
            {"key": die.key, "number": tables.amount(*choices.amounts[place]), "sides": die.sides}
            for place in places.get(("die", ""), ())
            for die in (choices.dice[place.key],)
        ],
        "tables": tables.listed,
        "options": [
            {
                "id": option.id,
                "least": option.at_least,
                "most": option.at_most,
                "including": list(map(str, option.including)),
                "because": option.because,
            }
            for option in choices.options
            if option.kind == "some"
        ],
    }


def _zones(
    choices: TableChoices, tables: Tables, places: Mapping[tuple[str, str], Sequence[Place]]
) -> Iterator[dict[str, Any]]:
    def amounts(kind: str, zone: str) -> Iterator[tuple[Place, Amount]]:
        for place in places.get((kind, zone), ()):
            yield place, tables.amount(*choices.amounts[place])

    for zone in sorted(choices.zones.values(), key=lambda zone: zone.rank):
        stacks: dict[str, dict[str, Any]] = {}
        for place, amount in amounts("stack", zone.id):
            stacks.setdefault(place.component, {"cards": []})["cards"].append((place.key, amount))
        for kind in ("size", "kinds"):
            for place, amount in amounts(kind, zone.id):
                stacks[place.component][kind] = amount
        supply = [(place.key, amount) for place, amount in amounts("supply", zone.id)]
        about = {"id": zone.id, "name": zone.name, "kind": zone.kind, "seat": zone.seat, "up": zone.up}
        yield about | {"cards": supply} | ({"stacks": list(stacks.values())} if stacks else {})


def _places(choices: TableChoices) -> dict[tuple[str, str], list[Place]]:
    """The places by their kind and zone, in the order of the game."""
    cards = ((each.id, card.id) for each in choices.game.components.values() for card in each.cards)
    order: dict[tuple[str, ...], int] = {key: at for at, key in enumerate(cards)}
    places: dict[tuple[str, str], list[Place]] = {}
    for place in sorted(choices.amounts, key=lambda place: order.get(tuple(place.key.split("/")[:2]), 0)):
        places.setdefault((place.kind, place.zone), []).append(place)
    return places
