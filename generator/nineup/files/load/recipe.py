"""The recipe of unique decks: `unique:` in a game file."""

from collections.abc import Collection
from typing import Any

from nineup.files.load.options import RESERVED, check_reserved
from nineup.model.game import DeckPool, DeckRule, Recipe
from nineup.schema.names import COMPONENT
from nineup.schema.nodes import Mapping
from nineup.schema.records import Key, ListOf, MapOf, Record
from nineup.schema.scope import Scope, as_mapping
from nineup.schema.types import FORMULA, TEXT, WholeNumber

MOST_TAKEN = 10_000
"""The largest number of cards that a deck gets from one pool."""

POOL = Record(
    {
        "from": Key(ListOf(COMPONENT, lone=True), "The components whose cards it offers.", required=True),
        "where": Key(
            FORMULA, "Which of these cards: `card.kind == 'ship'`. Pools before this one are known by name."
        ),
        "take": Key(WholeNumber(1, MOST_TAKEN), "How many cards a deck gets from it.", required=True),
        "of-each": Key(WholeNumber(1), "How often a deck may have the same card; default 1.", default=1),
    },
    example="`crew: {from: voyage, where: card.kind == 'ship', take: 6}`",
)

RULE = Record(
    {
        "says": Key(TEXT, "The rule in words.", required=True),
        "check": Key(
            FORMULA, "What must be true of `deck`, its cards, and of each pool by its name.", required=True
        ),
    }
)

RECIPE = Record(
    {
        "pools": Key(MapOf(POOL), "What a deck is made of, in order.", required=True),
        "rules": Key(ListOf(RULE), "What must hold for each deck; others are drawn again."),
    },
    example="`unique: {pools: {…}}`",
)

_NAMES = frozenset((*RESERVED, "deck"))
"""Names that pools can't have."""


def read_recipe(root: Mapping, options: Collection[str], scope: Scope) -> Recipe | None:
    """The recipe of a game file; None if there is none, or it has a mistake."""
    node = root.entries.get("unique")
    if node is None:
        return None
    before = len(scope.findings)
    values = RECIPE.read(node, scope)
    if scope.findings.failed_since(before):
        return None
    written = as_mapping(node, scope).entries
    pools = as_mapping(written["pools"], scope)
    taken = _NAMES | {id.replace("-", "_") for id in options}
    all_pools = [_pool(id, read, pools, taken=taken, scope=scope) for id, read in values["pools"].items()]
    if not all_pools:
        scope.error("bad-value", "a recipe needs a pool", pools, hint=POOL.example)
    nodes = getattr(written.get("rules"), "items", ())
    rules = [
        DeckRule(read["says"], read["check"], scope.file.span(place))
        for read, place in zip(values.get("rules", ()), nodes, strict=True)
    ]
    failed = scope.findings.failed_since(before)
    return None if failed else Recipe(tuple(all_pools), tuple(rules), scope.file.key(root, "unique"))


def _pool(id: str, read: dict[str, Any], pools: Mapping, taken: Collection[str], scope: Scope) -> DeckPool:
    check_reserved(id, pools, taken, scope=scope)
    place = as_mapping(pools.entries[id], scope).entries["take"]
    components = tuple(dict.fromkeys(read["from"]))
    return DeckPool(
        id,
        components,
        read["take"],
        span=scope.file.span(place),
        where=read.get("where"),
        of_each=read["of-each"],
    )
