"""The number of legal decks is that of an exhaustive search, and every one of them has one number."""

from collections import Counter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from clans import box_of, write_clans
from nineup.logic.unique import DeckMaker, RecipeError, deck_digest, making

SUMS = (
    "total(deck, 'cost') <= 14",
    "deck|sum(attribute='cost') == 3 * (deck|length)",
    "deck|selectattr('rare')|list|length >= 1",
    "deck|map(attribute='cost')|select('odd')|list|length == (some|length) - 1",
    "total(some, 'cost') < total(deck, 'cost') - 4",
    "(deck + some)|map(attribute='cost')|sum > 15",
)
SETS = (
    "deck|map(attribute='clan')|unique|list|length == 3",
    "'elm' in deck|map(attribute='clan')",
    "deck|map(attribute='cost')|max <= 5 or 'oak' not in some|map(attribute='clan')",
    "deck|map(attribute='cost')|unique|sum < 12",
)
ORDERED = (
    "(deck|first).cost <= (deck|last).cost",
    "deck|map(attribute='clan')|join == 'elm'",
    "deck != some",
)


def maker(root: Path, pools: str, rules: list[str], cards: int = 9) -> DeckMaker:
    lines = "".join(f'    - {{says: rule {n}, check: "{rule}"}}\n' for n, rule in enumerate(rules))
    run = box_of(write_clans(root, pools, f"  rules:\n{lines}" if rules else "", cards))
    assert run.game.unique is not None
    return DeckMaker(run.game.unique, run, "a")


def counted(one: DeckMaker) -> list[str]:
    """Every deck of a recipe, by its digest."""
    assert one.is_exact
    return [deck_digest(one.deck(number)) for number in range(1, one.most + 1)]


@pytest.mark.parametrize("seed", range(8))
def test_the_legal_decks_are_those_of_an_exhaustive_search(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search lists all draws and asks the evaluator, which decks that are counted are not asked."""
    random = Random(seed)
    for _ in range(5):
        rules = random.sample([*SUMS, *SETS], random.randint(0, 2))
        depends = random.choice(["", ", where: card.clan != (some|first).clan", ", where: card.cost > 1"])
        take, each, more = random.randint(2, 4), random.randint(1, 2), random.randint(1, 2)
        pools = f"    some: {{from: card, take: {take}, of-each: {each}, where: card.cost != 4}}\n"
        pools += f"    more: {{from: card, take: {more}{depends}}}\n"
        with TemporaryDirectory() as folder:
            listed = maker(Path(folder), pools, rules)
            assert listed._counter is None
            with monkeypatch.context() as patched:
                patched.setattr(making, "MOST_LISTED", 0)
                one = maker(Path(folder), pools, rules)
        assert one.total == listed.total, (pools, rules)
        assert sorted(counted(one)) == sorted(counted(listed)), (pools, rules)


def test_decks_are_drawn_uniformly(tmp_path: Path) -> None:
    """Of more than 20,000 draws, each card is in about as many drawn decks as in legal ones."""
    one = maker(tmp_path, "    some: {from: card, take: 7}\n", [SUMS[0], "deck|length == 7"], 24)
    assert (one.is_exact, one._every) == (True, None)
    decks = counted(one)
    assert len(set(decks)) == one.total == one.most
    first = Counter(card for number in range(1, 201) for card in one.deck(number).cards)
    every = Counter(card for number in range(1, one.most + 1) for card in one.deck(number).cards)
    for card, times in every.items():
        assert abs(first[card] / 200 - times / one.most) < 0.15, card


def test_a_large_deck_is_counted_as_by_a_recurrence(tmp_path: Path) -> None:
    """36 of 350 cards that cost at most 60 together: 37 digits of decks, worked out apart."""
    one = maker(tmp_path, "    some: {from: card, take: 36}\n", ["total(deck, 'cost') <= 60"], 350)
    ways = {(0, 0): 1}
    for n in range(350):
        cost, more = n * 7 % 6 + 1, dict(ways)
        for (taken, total), number in ways.items():
            if taken < 36 and total + cost <= 60:
                more[taken + 1, total + cost] = more.get((taken + 1, total + cost), 0) + number
        ways = more
    assert (one.is_exact, one.total) == (True, sum(n for (taken, _), n in ways.items() if taken == 36))
    decks = [one.deck(number) for number in (1, 2, one.most)]
    assert all(map(one.proved, decks))
    with pytest.raises(RecipeError, match="at most"):
        one.deck(one.most + 1)


@pytest.mark.parametrize("rule", ORDERED)
def test_what_depends_on_the_order_of_cards_is_not_counted(tmp_path: Path, rule: str) -> None:
    one = maker(tmp_path, "    some: {from: card, take: 6}\n", [rule], 24)
    assert not one.is_exact


def test_a_rule_that_no_deck_obeys_is_proved(tmp_path: Path) -> None:
    one = maker(tmp_path, "    some: {from: card, take: 7}\n", ["total(deck, 'cost') < 7"], 24)
    assert (one.is_exact, one.total) == (True, 0)
    with pytest.raises(RecipeError, match="there is no deck for which “rule 0” holds"):
        one.deck(1)
