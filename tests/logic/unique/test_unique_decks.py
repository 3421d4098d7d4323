"""Decks obey their recipe, no two are equal, and a recipe that gives none says why at its place."""

from collections import Counter
from itertools import combinations
from math import comb
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from clans import POOLS, RULES, box_of, write_clans
from hypothesis import given, settings
from hypothesis import strategies as st
from nineup import pipeline
from nineup.base.diagnostics import Diagnostic, Findings
from nineup.logic.unique import Deck, DeckMaker, RecipeError, deck_digest, problems
from nineup.model.game import Run
from nineup.rules import check_game


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return box_of(write_clans(tmp_path_factory.mktemp("clans")))


def maker(run: Run, seed: str = "a") -> DeckMaker:
    assert run.game.unique is not None
    return DeckMaker(run.game.unique, run, seed)


def found(root: Path, pools: str, rules: str = "", cards: int = 40) -> list[Diagnostic]:
    run = box_of(write_clans(root, pools, rules, cards))
    assert run.game.unique is not None
    return list(problems(run.game.unique, run))


def test_decks_obey_the_recipe(box: Run) -> None:
    """Worked out here from the cards alone, without the prover."""
    values = {f"{part.component.id}/{part.card.id}": part.card.values for part in box.parts}
    one = maker(box)
    for number in range(1, 31):
        deck = one.deck(number)
        clans = [values[card]["clan"] for card in deck.pools["banners"]]
        assert len(clans) == 2
        (rare,) = deck.pools["rares"]
        assert values[rare]["rare"]
        assert values[rare]["clan"] in clans
        for pool, clan in (("first", clans[0]), ("second", clans[1])):
            taken = deck.pools[pool]
            assert sum(taken.values()) == 3
            assert set(taken.values()) <= {1, 2}
            # What is rare belongs to the pool before, also where it isn't drawn.
            assert all(values[card]["clan"] == clan and not values[card]["rare"] for card in taken)
        assert sum(values[card]["cost"] * times for card, times in deck.cards.items()) <= 24


def test_a_deck_depends_on_its_seed_and_number_alone(box: Run) -> None:
    forwards, backwards = maker(box), maker(box)
    decks = [forwards.deck(number) for number in range(1, 21)]
    assert [backwards.deck(number) for number in range(20, 0, -1)] == decks[::-1]
    assert maker(box, "b").deck(1) != decks[0]


def test_the_proof_notices_a_wrong_deck(box: Run) -> None:
    one = maker(box)
    deck = one.deck(1)
    assert one.proved(deck)
    pools = {id: dict(cards) for id, cards in deck.pools.items()}
    first, second = pools["first"], pools["second"]
    spare = next(
        f"card/{part.card.id}"
        for part in box.parts
        if part.component.id == "card"
        and f"card/{part.card.id}" not in deck.cards
        and part.card.values["rare"]
    )
    for changed in (
        {**pools, "rares": {}},
        {**pools, "first": second, "second": first},
        {**pools, "first": {**dict(list(first.items())[:-1]), spare: 1}},
        {**pools, "banners": dict.fromkeys(list(pools["banners"])[:1], 2)},
        {"first": first},
    ):
        assert not one.proved(Deck(1, deck.name, changed))


def test_all_decks_that_there_are_come_once(tmp_path: Path) -> None:
    pools = (
        "    some: {from: banner, take: 2, of-each: 2}\n    rares: {from: card, where: card.rare, take: 1}\n"
    )
    run = box_of(write_clans(tmp_path, pools, "", 12))
    one = maker(run)
    assert one.most == (comb(5, 2) + 5) * 3
    assert len({deck_digest(one.deck(number)) for number in range(1, one.most + 1)}) == one.most
    with pytest.raises(RecipeError, match="gives 45 decks, so there is no deck 46"):
        one.deck(46)


@settings(max_examples=20, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(["banner", "card"]), st.integers(1, 3), st.integers(1, 2)),
        min_size=1,
        max_size=3,
    ),
    st.integers(2, 5),
)
def test_no_two_decks_of_any_recipe_are_equal(pools: list[tuple[str, int, int]], limit: int) -> None:
    """Pools may overlap, and depend on those before."""
    lines = [
        f"    p{n}: {{from: {component}, where: card.cost < {limit + n}{' and card.clan != (p0|first).clan' if n else ''}, take: {take}, of-each: {each}}}\n"
        for n, (component, take, each) in enumerate(pools)
    ]
    with TemporaryDirectory() as folder:
        one = maker(box_of(write_clans(Path(folder), "".join(lines), "", 25)))
    decks = []
    for number in range(1, min(one.most, 60) + 1):
        try:
            decks.append(one.deck(number))
        except RecipeError:
            break
    assert all(one.proved(deck) for deck in decks)
    assert max(Counter(map(deck_digest, decks)).values(), default=1) == 1
    assert max(Counter(deck.name for deck in decks).values(), default=1) == 1


@pytest.mark.parametrize(
    ("pools", "message", "text"),
    [
        (
            "    rares: {from: card, where: card.cost > 90, take: 3}\n",
            "the pool `rares` takes 3, but only 0 cards can be in it",
            "3",
        ),
        (
            "    all: {from: banner, take: 5}\n    more: {from: banner, take: 2}\n",
            "the pool `more` takes 2, but only 0 cards can be in it",
            "2",
        ),
        (
            POOLS.replace("take: 3, of-each: 2", "take: 90, of-each: 2", 1),
            "the pool `first` takes 90, but only 6 cards, 2 of each, can be in it",
            "90",
        ),
        (
            "    some: {from: card, where: card.cost, take: 1}\n",
            "`card.cost` is 1, not yes or no",
            "card.cost",
        ),
        ("    some: {from: card, where: card.kost > 1, take: 1}\n", "kost", "kost > 1"),
    ],
)
def test_an_impossible_pool_is_reported_at_its_place(
    pools: str, message: str, text: str, tmp_path: Path
) -> None:
    (problem,) = found(tmp_path, pools)
    assert message in problem.message
    assert problem.span is not None
    line = (tmp_path / problem.span.file).read_text(encoding="utf-8").splitlines()[problem.span.line - 1]
    assert line[problem.span.column - 1 :].startswith(text[: problem.span.length])


@pytest.mark.parametrize("most", [12, 14, 17])
def test_every_legal_deck_of_few_draws_can_be_made(tmp_path: Path, most: int) -> None:
    """However few of 924 draws the rule accepts, each seed gives all of them, and no other."""
    rules = f"  rules:\n    - {{says: cheap, check: \"total(deck, 'cost') <= {most}\"}}\n"
    run = box_of(write_clans(tmp_path, "    some: {from: card, take: 6}\n", rules, 12))
    costs = [n * 7 % 6 + 1 for n in range(12)]
    legal = {
        frozenset(f"card/c{n}" for n in taken)
        for taken in combinations(range(12), 6)
        if sum(costs[n] for n in taken) <= most
    }
    for seed in "abc":
        one = maker(run, seed)
        decks = [frozenset(one.deck(number).cards) for number in range(1, one.most + 1)]
        assert (one.is_exact, one.most, set(decks)) == (True, len(legal), legal)
        with pytest.raises(RecipeError, match=f"gives {len(legal)} decks, so there is no"):
            one.deck(len(legal) + 1)


def test_every_deck_of_pools_that_depend_on_others_can_be_made(tmp_path: Path) -> None:
    pools = (
        "    banners: {from: banner, take: 1}\n"
        "    first: {from: card, where: card.clan == (banners|first).clan, take: 2}\n"
    )
    one = maker(box_of(write_clans(tmp_path, pools, "", 13)))
    # Of 13 cards, three clans have three each, and two have two.
    assert (one.is_exact, one.most) == (True, 3 * 3 + 2 * 1)
    assert len({deck_digest(one.deck(number)) for number in range(1, 12)}) == 11


@pytest.mark.parametrize(
    ("cards", "rules", "figure", "codes"),
    [
        (12, RULES, 800, []),  # of 924 draws
        (12, "", 924, []),
        (12, RULES.replace("24", "11"), None, ["unique-decks"]),
        (40, RULES, 3_272_892, []),  # of 3,838,380
        (40, RULES.replace("total(deck, 'cost')", "(deck|first).cost"), None, ["not-proved"]),
        (150, "", 14_297_000_725, []),
        (40, "", comb(40, 6), []),
    ],
)
def test_check_counts_the_decks_or_says_that_it_does_not(
    tmp_path: Path, cards: int, rules: str, figure: int | None, codes: list[str]
) -> None:
    project = write_clans(tmp_path, "    some: {from: card, take: 6}\n", rules, cards)
    proved = pipeline.check(project, "clans", findings := Findings(), rules=("unique-decks",))
    assert proved is not None
    (row,) = [row for row in proved.rows if row.code == "unique-decks"]
    assert row.figures.get(2) == figure
    assert [each.code for each in findings] == codes
    line = (tmp_path / "cards/clans/game.yaml").read_text(encoding="utf-8").splitlines().index("unique:") + 1
    spans = [each.span for each in findings if each.code == "not-proved"]
    assert [(span.file, span.line, span.column) for span in spans if span] == [
        ("cards/clans/game.yaml", line, 1) for _ in spans
    ]


def test_a_pool_of_too_many_ways_is_refused(tmp_path: Path) -> None:
    (problem,) = found(tmp_path, "    some: {from: card, take: 10000, of-each: 10000}\n", cards=120)
    assert problem.message == "the pool `some` takes 10,000 of 120 cards, in too many ways to count"
    (problem,) = found(tmp_path, "    some: {from: card, take: 10000}\n", cards=120)
    assert problem.message == "the pool `some` takes 10000, but only 120 cards can be in it"


def test_a_rule_that_never_holds_is_named(tmp_path: Path) -> None:
    rules = "  rules:\n    - {says: it is free, check: deck|length == 0}\n"
    (problem,) = found(tmp_path, "    some: {from: card, take: 6}\n", rules)
    assert problem.message == "there is no deck for which “it is free” holds"
    assert (problem.code, problem.severity) == ("unique-decks", "error")


def test_check_proves_the_recipe(tmp_path: Path) -> None:
    project = write_clans(tmp_path, "    rares: {from: card, take: 90}\n", "")
    game = pipeline.load(project, "clans", Findings())
    assert game is not None
    check_game(game, findings := Findings())
    assert [each.message for each in findings if each.code == "unique-decks"] == [
        "the pool `rares` takes 90, but only 40 cards can be in it"
    ]


@pytest.mark.parametrize(
    ("unique", "message"),
    [
        ("    crew: {from: boat, take: 1}\n", "there is no component `boat`"),
        ("    crew: {from: card}\n", "`take` is missing"),
        ("    crew: {from: card, take: 0}\n", "0"),
        ("    crew: {from: card, take: 1000000000}\n", "must be at most 10000 (found 1000000000)"),
        ("    deck: {from: card, take: 1}\n", "`deck` is already used in expressions"),
        ("    crew: {from: card, take: 1, were: card.rare}\n", "unknown key `were`"),
        ("    {}\n", "a recipe needs a pool"),
    ],
)
def test_mistakes_in_a_recipe_are_located(unique: str, message: str, tmp_path: Path) -> None:
    project = write_clans(tmp_path, unique, "")
    findings = Findings()
    assert pipeline.load(project, "clans", findings) is None
    (problem,) = findings
    assert message in problem.message
    assert problem.span is not None
    assert problem.span.line > 50
