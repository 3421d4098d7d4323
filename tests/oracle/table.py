"""What lies on one table of a random game, worked out plainly."""

from oracle.spec import Card, Component, Env, Expr, Game

OWNERS = ("sun", "moon", "star", "leaf", "wave", "flame", "storm", "frost", "dusk", "dawn")


def at(table: dict[tuple[int, int], Expr], env: Env) -> int:
    return next(int(amount.of(env)) for (low, high), amount in table.items() if low <= env.players <= high)


def cards(component: Component, env: Env) -> list[Card]:
    if component.when and not component.when.of(env):
        return []
    there = [card for card in component.cards if card.when is None or card.when.of(env)]
    return [card for card in there if not card.table or stated(card, env)]


def stated(card: Card, env: Env) -> int:
    """The copies that a card states for itself."""
    if not card.table:
        return card.copies
    return next((number for holds, number in card.table if holds.of(env)), 0)


def copies(component: Component, env: Env) -> int:
    return at(component.copies, env) if component.copies else 1


def pieces(component: Component, env: Env) -> int:
    """The printed cards of a deck, all owners' together."""
    owners = env.players if component.owned else 1
    return sum(stated(card, env) for card in cards(component, env)) * copies(component, env) * owners


def owners(game: Game) -> dict[str, tuple[str, ...]]:
    """The owners that each box brings."""
    if not game.owners_by_box:
        return {"base": OWNERS[: game.high]}
    return {name: OWNERS[low - 1 if name != "base" else 0 : top] for name, (low, top) in game.boxes.items()}


def held(game: Game, component: Component, env: Env) -> int:
    """What the box of a table holds: the smallest that serves its players and the expansions that lie
    on it.
    """
    served = max(
        [env.players, *(game.expansions[name] for name in env.expansions - game.needed(env.players))]
    )
    return int(component.box[min(top for top in component.box if not top or top >= served)].of(env))


def laid_out(component: Component, env: Env) -> int:
    if component.when and not component.when.of(env):
        return 0
    if not component.cards:
        return at(component.setup, env)
    if not cards(component, env):
        return 0
    return at(component.setup, env) if component.setup else pieces(component, env)
