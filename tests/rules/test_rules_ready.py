"""The ready-made rules that a game configures: each passing, failing at its place, and with wrong
settings.
"""

from typing import Any

import msgspec
import pytest
from handmade import FILE, SIX, card, component, game, rule, some, switch, vocabulary
from nineup.base.diagnostics import Diagnostic, Findings, Span
from nineup.model.game import Card, Component, Game
from nineup.rules import check_game

COLOR = vocabulary("color", "red green blue")
GEM = vocabulary("gem", "ruby topaz opal jade")


def found(game: Game) -> list[Diagnostic]:
    findings = Findings()
    check_game(game, findings)
    return list(findings)


def messages(game: Game) -> list[tuple[str, str, Span | None]]:
    return [(f.code, f.message, f.span) for f in found(game)]


def entry(name: str, **settings: Any) -> dict[str, Any]:
    return {"rules": (rule(name, 40, settings={k.replace("_", "-"): v for k, v in settings.items()}),)}


HERE = Span(FILE, 40, 1)


def stories(*sets: str) -> Component:
    cards = [card(f"s{n}", 10 + n, colors=tuple(words.split())) for n, words in enumerate(sets)]
    return component("story", 9, cards=tuple(cards))


def combos(story: Component, **given: Any) -> Game:
    settings = {"in": "story", "field": "colors", "of": "color", "take": 2, **given}
    return game(story, lists=[COLOR], **entry("combinations", **settings))


def test_every_combination_is_there_once() -> None:
    assert found(combos(stories("red green", "blue red", "green blue"))) == []


def test_a_combination_is_missing_and_another_appears_twice() -> None:
    assert messages(combos(stories("red green", "blue red", "red blue"))) == [
        ("combinations", "card `s2`: red + blue is on `s1` already", Span(FILE, 12, 1)),
        ("combinations", "`story` lacks 1 of the 3 sets of 2: green + blue", HERE),
    ]


def test_a_finding_names_the_rule_that_asks_for_it() -> None:
    card_, whole = found(combos(stories("red green", "blue red", "red blue")))
    assert (card_.rule, whole.rule) == (HERE, None)


def test_a_combination_may_be_wanted_more_often() -> None:
    twice = stories("red green", "blue red", "green blue", "green red")
    assert found(combos(twice, at_least=1)) == []
    assert messages(combos(twice, times=2)) == [
        ("combinations", "`story` lacks 2 of the 3 sets of 2 2 times: red + blue, green + blue", HERE)
    ]


def test_what_is_no_combination() -> None:
    reported = messages(combos(stories("red green", "blue red", "green blue", "red red", "red")))
    assert reported == [
        ("combinations", "card `s3`: red + red is not a set of 2", Span(FILE, 13, 1)),
        ("combinations", "card `s4`: red is not a set of 2", Span(FILE, 14, 1)),
    ]


def rooms(*doors: dict[str, int]) -> Component:
    made = [
        card(f"r{n}", 10 + n, doors=[{"edge": "top", "cost": cost}, {"edge": "left"}])
        for n, cost in enumerate(doors)
    ]
    return component("room", 9, shape="tile", cards=tuple(made))


def balanced(*doors: dict[str, int], **given: Any) -> Game:
    settings = {"in": "room", "field": "doors.cost", "by": "gem", **given}
    return game(rooms(*doors), lists=[GEM], **entry("balance", **settings))


def test_each_is_asked_for_equally_often() -> None:
    assert found(balanced({"ruby": 2, "topaz": 1}, {"topaz": 1, "opal": 2, "jade": 2, "wild": 5})) == []


def test_one_is_asked_for_more_often() -> None:
    uneven = ({"ruby": 3, "topaz": 1}, {"topaz": 1, "opal": 2, "jade": 2})
    (only,) = found(balanced(*uneven))
    assert only[:5] == (
        *("balance", "error", "`doors.cost` of `room`: ruby 3 times, but topaz, opal, jade 2", HERE),
        "all of them equally often",
    )
    assert found(balanced(*uneven, within=1)) == []


def test_a_card_counts_as_often_as_it_has_copies() -> None:
    cards = (card("a", gem="ruby", copies=2), card("b", gem="topaz"), card("c", gem="opal", copies=2))
    jades = [card(f"j{n}", gem="jade") for n in range(2)]
    made = game(
        component("deck", cards=(*cards, *jades)),
        lists=[GEM],
        **entry("balance", **{"in": "deck", "field": "gem", "by": "gem"}),
    )
    assert [f.message for f in found(made)] == ["`gem` of `deck`: ruby, opal, jade 2 times, but topaz 1"]


def test_balance_over_an_expression() -> None:
    settings = {
        "over": "cards('room')|map(attribute='doors')|map('first')|map(attribute='cost')",
        "by": "gem",
    }
    even = game(rooms(dict.fromkeys(GEM.items, 2)), lists=[GEM], **entry("balance", **settings))
    assert found(even) == []
    uneven = game(rooms({"ruby": 1}), lists=[GEM], **entry("balance", **settings))
    assert [f.message for f in found(uneven)] == [
        f"`{settings['over']}`: ruby 1 times, but topaz, opal, jade 0"
    ]


def heist(*answers: tuple[str, str, list[str]], **given: Any) -> Game:
    conflicts = [
        card(id, 10 + n, place=place, **{"answered-by": by}) for n, (id, place, by) in enumerate(answers)
    ]
    resolutions = [card("bribe", 31, place="pawn"), card("wires", 32, place="store")]
    settings = {"each": "conflict", "through": "answered-by", "same": "place", **given}
    decks = (
        component("conflict", 9, cards=tuple(conflicts)),
        component("resolution", 30, cards=tuple(resolutions)),
    )
    return game(*decks, **entry("answers", **settings))


def test_everything_has_an_answer() -> None:
    assert found(heist(("alarm", "store", ["wires"]), ("clerk", "pawn", ["bribe"]))) == []


def test_answers_that_are_none() -> None:
    reported = messages(
        heist(("alarm", "store", ["bribe"]), ("clerk", "pawn", []), ("dog", "pawn", ["bribes", "bribe"]))
    )
    assert reported == [
        (
            "answers",
            "card `alarm` is answered by `bribe`, but not of the same place: store and pawn",
            Span(FILE, 10, 1),
        ),
        ("answers", "nothing answers card `clerk`", Span(FILE, 11, 1)),
        ("answers", "card `dog` is answered by `bribes`, which is not there", Span(FILE, 12, 1)),
        ("answers", "card `wires` answers no card of `conflict`", Span(FILE, 32, 1)),
    ]


def shop(cost: dict[str, int], cards: tuple[Card, ...] = (), **given: Any) -> Game:
    gems = [
        component(f"{gem}-gem", shape="token", setup=f"{n} * players", cards=(card(f"{gem}-gem", gem=gem),))
        for gem, n in (("white", 3), ("red", 1), ("blue", 2))
    ]
    goods = component("goods", 9, cards=cards or (card("thing", 10, cost=cost),))
    opened = {"any": "any", "coloured": {"but": "white"}, "same": {"alike": True, "but": ["white"]}}
    opened["each"] = {"each": True}
    settings = {"each": "goods", "cost": "cost", "supply": ("gem",), "open": opened, **given}
    return game(*gems, goods, **entry("payable", **settings))


@pytest.mark.parametrize(
    "cost",
    [
        {"white": 6, "red": 2},
        {"any": 12},
        {"white": 6, "coloured": 6},
        {"same": 4, "coloured": 2},
        {"each": 2, "same": 2},
        {"blue": 4, "same": 2},
    ],
)
def test_a_cost_that_can_be_paid(cost: dict[str, int]) -> None:
    assert found(shop(cost)) == []


@pytest.mark.parametrize(
    ("cost", "message"),
    [
        ({"red": 3, "white": 1}, "card `thing`: 3 red + 1 white can't be paid: there are 2 red"),
        ({"any": 13}, "card `thing`: 13 any can't be paid: there are 12 pieces"),
        (
            {"white": 1, "coloured": 7},
            "card `thing`: 1 white + 7 coloured can't be paid: there are 12 pieces",
        ),
        ({"same": 5}, "card `thing`: 5 same can't be paid: there are 12 pieces"),
        ({"blue": 3, "same": 3}, "card `thing`: 3 blue + 3 same can't be paid: there are 12 pieces"),
        ({"each": 3}, "card `thing`: 3 each can't be paid: there are 12 pieces"),
    ],
)
def test_a_cost_beyond_the_supply(cost: dict[str, int], message: str) -> None:
    (only,) = found(shop(cost))
    assert only[:4] == ("payable", "error", message, Span(FILE, 10, 1))
    assert only.configuration == "2 players"


def test_cards_of_no_copies_pay_for_nothing() -> None:
    made = shop({"red": 1})
    none = component("red-gem", shape="token", cards=(card("bright", gem="red", copies=0),))
    (only,) = found(msgspec.structs.replace(made, components={**made.components, "red-gem": none}))
    assert only.message == "card `thing`: 1 red can't be paid: there are 0 red"


@pytest.mark.parametrize(("copies", "message"), [(2, ""), (1, "there are 2 red")])
def test_a_card_does_not_pay_for_itself(copies: int, message: str) -> None:
    """With two players: two tokens, and the bonus of another copy if there is one."""
    own = card("thing", 10, cost={"red": 3}, bonus="red", copies=copies)
    last = card("last", 11, cost={"each": 2}, bonus="green")
    findings = found(shop({}, (own, last), supply=("gem", "bonus")))
    reasons = {
        each.message.rpartition("paid: ")[2] for each in findings if each.message.startswith("card `thing`")
    }
    assert reasons == ({message} if message else set())
    # Green is in play, but what is bought isn't: two of each kind can't be paid.
    assert any(each.message.startswith("card `last`: 2 each") for each in findings)


def test_a_supply_that_is_unstated_may_be_enough() -> None:
    """That it is unstated is reported by another rule; nothing follows from it for a cost."""
    made = shop({"red": 3, "each": 1})
    open_ = {(2, 2): None, (3, 4): 4}
    red = component("red-gem", shape="token", setup=open_, cards=(card("red-gem", gem="red"),))
    (only,) = found(msgspec.structs.replace(made, components={**made.components, "red-gem": red}))
    assert (only.code, only.configuration) == ("unstated", "")


def mine(cost: dict[str, int], cards: int = 2, copies: int = 1) -> Game:
    pairs = (("ruby", "topaz"), ("ruby", "opal"), ("topaz", "opal"), ("wild",))
    gems = [card("-".join(pair), gems=list(pair), copies=copies) for pair in pairs]
    hand = {"of": "gem", "shows": "gems", "cards": cards, "wild": "wild"}
    settings = {"each": "room", "cost": "doors.cost", "hand": hand}
    return game(component("gem", cards=tuple(gems)), rooms(cost), **entry("payable", **settings))


@pytest.mark.parametrize(
    ("cost", "cards"),
    [
        ({"ruby": 1, "topaz": 1}, 1),
        ({"ruby": 1, "topaz": 1, "opal": 1}, 2),
        ({"ruby": 2, "topaz": 1, "opal": 1}, 2),
        ({"ruby": 3}, 3),
        ({"wild": 1, "ruby": 2}, 3),
        ({"ruby": 2, "topaz": 2, "opal": 2}, 3),
    ],
)
def test_the_fewest_cards_that_pay(cost: dict[str, int], cards: int) -> None:
    assert found(mine(cost, cards)) == []
    message = f"card `r0`: {' + '.join(f'{n} {id}' for id, n in cost.items())} can't be paid"
    (only,) = found(mine(cost, cards - 1)) if cards > 1 else found(mine({**cost, "opal": 9}))
    assert only.message.startswith(message.removesuffix(" can't be paid"))
    assert only.span == Span(FILE, 10, 1)


def test_a_card_pays_once() -> None:
    (only,) = found(mine({"ruby": 4}, cards=4))
    assert only.message == "card `r0`: 4 ruby can't be paid: it takes more than 4 cards"
    assert found(mine({"ruby": 4}, cards=4, copies=2)) == []


def change(ones: int, fives: int, **given: Any) -> Game:
    tokens = [
        component(id, shape="token", setup=n, cards=(card(id),)) for id, n in (("one", ones), ("five", fives))
    ]
    return game(*tokens, **entry("change-making", tokens={"one": 1, "five": 5}, **given))


def test_tokens_make_change() -> None:
    assert found(change(16, 4, each=9, total="9 * players")) == []


def test_tokens_that_do_not_make_change() -> None:
    (only,) = found(change(11, 4, each=9))
    assert only[:5] == (
        *("change-making", "error", "the tokens can't be split among players who own 4, 4, 4", HERE),
        "there are 11 `one`, 4 `five`",
    )
    assert only.configuration == "3 players"
    (only,) = found(change(4, 1, each=9))
    assert (only.message, only.configuration) == (
        "the tokens can't be split among players who own 4, 4",
        "2 players",
    )


def test_tokens_that_are_not_worth_enough() -> None:
    (only,) = found(change(10, 2, total="6 * players"))
    assert only[:2] == ("change-making", "error")
    assert (only.message, only.configuration) == (
        "the tokens are worth 20, but 4 players need 24",
        "4 players",
    )


def test_sums_of_any_size_are_compared_where_the_values_divide_each_other() -> None:
    assert found(change(16, 80_000, each=100_000)) == []
    (only,) = found(change(16, 79_996, each=100_000))
    assert only.message == f"the tokens can't be split among players who own {', '.join(4 * ['100000'])}"


def test_sums_that_are_too_many_to_go_through_are_not_proved() -> None:
    def coins(*numbers: int) -> Game:
        worth = {f"coin-{value}": value for value in (1, 3, 7, 11, 17, 23)}
        tokens = [
            component(id, shape="token", setup=number, cards=(card(id),))
            for id, number in zip(worth, numbers, strict=True)
        ]
        return game(*tokens, **entry("change-making", tokens=worth, each=60))

    assert found(coins(20, 20, 20, 20, 20, 20)) == []
    (only,) = found(coins(8, 7, 2, 8, 2, 4))
    assert only[:2] == ("not-proved", "warning")
    assert only.message == "not proved: the sums of 4 players up to 60 each are too many to try"
    assert only.configuration == "4 players"


def tiles(*edges: str, **given: Any) -> Game:
    made = [
        card(f"r{n}", 10 + n, doors=[{"edge": edge} for edge in words.split()])
        for n, words in enumerate(edges)
    ]
    room = component("room", 9, shape="tile", cards=tuple(made))
    return game(room, **entry("reachability", **{"in": "room", "doors": "doors.edge", **given}))


def test_tiles_that_lead_on() -> None:
    assert found(tiles("top left", "top bottom", "top left right", rooms=3)) == []


def test_a_tile_without_a_way_out() -> None:
    reported = messages(tiles("top left", "top", "top bottom"))
    assert reported == [("reachability", "card `r1` has 1 of at least 2 doors", Span(FILE, 11, 1))]


def test_the_table_says_how_many_mines_close() -> None:
    proved = check_game(tiles("top", "left", "top bottom", at_least=1, rooms=2, below=50), Findings())
    figures = [row.figures for row in proved.rows if row.code == "reachability"]
    assert figures == [dict.fromkeys((2, 3, 4), "33.33%")], "for all player counts: they change nothing"


def test_mines_that_close_themselves() -> None:
    # Of the 6 orders of a pair, the two with both dead ends close a mine of 2.
    closing = tiles("top", "left", "top bottom", at_least=1, rooms=3)
    (only,) = found(closing)
    assert only[:5] == (
        *("reachability", "error", "33.33% of all arrangements of 2 tiles have no open door left", HERE),
        "below 1% is required: more doors, or fewer tiles with few of them",
    )
    (only,) = found(tiles("top", "left", "top bottom", at_least=1, rooms=3, below=50))
    assert only.message == "100.00% of all arrangements of 3 tiles have no open door left"


def test_rules_look_at_what_is_there() -> None:
    """A card that only some runs have is missed where it is not there."""
    cards = (
        *(card("s0", colors=("red", "green")), card("s1", colors=("red", "blue"))),
        card("s2", colors=("green", "blue"), when="extra"),
    )
    settings = {"in": "story", "field": "colors", "of": "color", "take": 2}
    made = game(
        component("story", cards=cards),
        options=[switch("extra", default=True), some("other", "a b")],
        lists=[COLOR],
        bands=SIX,
        **entry("combinations", **settings),
    )
    (only,) = found(made)
    assert (only.code, only.configuration) == ("combinations", "no extra")
