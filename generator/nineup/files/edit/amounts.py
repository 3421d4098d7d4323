"""Tables of amounts as an expert writes them: `{2: 8, 3-4: 12}`, a plain number if all are equal."""

import re
from collections.abc import Mapping
from itertools import groupby

from nineup.base.diagnostics import Findings
from nineup.files.edit.parts import Data
from nineup.files.load.amounts import parse_range, range_text
from nineup.files.load.card_copies import CardCopies
from nineup.files.load.json_schema import schema_names
from nineup.model.game import Game, PlayerTable
from nineup.schema.nodes import SourceFile, as_node
from nineup.schema.scope import Scope

_PART = re.compile(r"\s*+([^:]*[^:\s])\s*:\s*(-?\d{1,15})\s*")


def shortest_amounts(amounts: Mapping[int, int]) -> Data:
    """Amounts by player count, which follow each other, in the shortest form: equal ones are a range."""
    counts = sorted(amounts)
    if len(set(amounts.values())) == 1:
        return amounts[counts[0]]
    runs = [list(run) for _, run in groupby(counts, key=lambda count: amounts[count])]
    return {range_text((run[0], run[-1])): amounts[run[0]] for run in runs}


def copies_by_players(game: Game, data: Data) -> dict[int, int] | None:
    """A card's copies for each player count of the game; without any there is one.

    None for what isn't said by player counts: copies by options, the template of a family, and a mistake.
    """
    counts = range(game.bands[0].low, game.bands[-1].high + 1)
    findings = Findings()
    scope = Scope(SourceFile("", ""), findings, schema_names(game))
    copies = CardCopies().read(as_node(1 if data is None else data), scope)
    if findings:
        return None
    if isinstance(copies, int):
        return dict.fromkeys(counts, copies)
    if not isinstance(copies, PlayerTable):
        return None
    steps = {count: copies.at(count) for count in counts}
    return {count: step.amount for count, step in steps.items() if step and isinstance(step.amount, int)}


def copies_data(text: str) -> Data:
    """Copies as typed, `3`, `2: 8, 3-4: 12` or `rainbow: 3`, as data; a text if it is neither."""
    word = text.strip()
    if re.fullmatch(r"-?\d{1,15}", word):
        return int(word)
    pairs = [_PART.fullmatch(part) for part in re.split("[,;]", word)]
    copies = {pair[1].replace("\u2013", "-"): int(pair[2]) for pair in pairs if pair}
    return in_order(copies) if len(copies) == len(pairs) else word


def in_order(data: Data) -> Data:
    """Data whose tables by player counts begin with the fewest players; JavaScript can't keep their order."""
    if isinstance(data, dict):
        ends = {key: parse_range(str(key)) for key in data}
        keys = sorted(data, key=lambda key: ends[key] or (0, 0)) if all(ends.values()) else list(data)
        return {key: in_order(data[key]) for key in keys}
    return [in_order(each) for each in data] if isinstance(data, list) else data
