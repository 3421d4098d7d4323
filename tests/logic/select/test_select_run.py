"""A game, players and options to the exact pieces: what is printed, what is laid out, what is refused."""

from typing import Any

import pytest
from handmade import FILE, SIX, card, component, game, one, some, switch, symbol, term, vocabulary
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from nineup.base.diagnostics import Diagnostic, Findings, Span
from nineup.logic.select import (
    Configuration,
    SetItem,
    SetLength,
    Space,
    card_ids,
    configurations,
    refused,
    select,
)
from nineup.model.game import Band, Game, Run

COLORS = "red orange blue"


def colored(color: str, count: int) -> Any:
    return [card(f"{color}-{n}", when=f"'{color}' in colors") for n in range(1, count + 1)]


DECK = component(
    "deck",
    10,
    for_each="owner",
    pile="deck",
    back="common.svg",
    cards=(card("a"), card("b", copies=2), *colored("red", 1), *colored("blue", 1)),
)
POWER = component(
    "power",
    20,
    when="power",
    pile="deck",
    back="common.svg",
    cards=(card("p1"), card("p2"), card("p3"), *colored("red", 2), *colored("blue", 2)),
    copies={(2, 4): 2, (5, 6): 3},
    setup={(2, 4): "players + colors|length - 3", (5, 6): "4"},
    setup_kinds=True,
)
GEM = component("gem", 30, shape="token", setup="12 * players + 1", box={(4, 4): 49, (6, 6): 73})
RED = component(
    "red-gem",
    40,
    shape="token",
    when="'red' in colors",
    setup={(2, 3): "players + 1", (4, 4): "players + 2", (5, 6): None},
    box={(4, 4): 6},
)
AID = component("aid", 50, copies="players")
BOARD = component("board", 60, shape="board")

GAME = game(
    *(DECK, POWER, GEM, RED, AID, BOARD),
    bands=SIX,
    lists=[vocabulary("owner", "sun moon star leaf", "wave flame"), vocabulary("color", COLORS)],
    options=[
        some("colors", COLORS, 1, "red blue", "Orange needs another color beside it."),
        switch("power"),
        one("pink-table", "standard fibonacci", "standard"),
    ],
    minutes="players * (8 + 2 * colors|length)",
    symbols=[symbol("red"), symbol("take")],
    terms=[term("Bank", "Banks")],
)


def run(players: int | None = None, **asked: Any) -> Run:
    findings = Findings()
    found = select(GAME, findings, players=players, **asked)
    assert found is not None, findings
    assert not findings
    return found


def refusals(game: Game = GAME, **asked: Any) -> list[Diagnostic]:
    findings = Findings()
    assert select(game, findings, **asked) is None
    return list(findings)


def counted(run: Run) -> dict[str, tuple[int, int, int | None]]:
    return {tally.component: (tally.pieces, tally.faces, tally.setup) for tally in run.tallies}


def test_the_whole_base_box() -> None:
    box = run()
    assert (box.name, box.players, box.owners) == ("box", 4, ("sun", "moon", "star", "leaf"))
    assert counted(box) == {
        "deck": (4 * 5, 4 * 4, 20),
        "power": (7 * 2, 7, (4 + 3 - 3) * 2),
        "gem": (49, 1, 49),
        "red-gem": (6, 1, 6),
        "aid": (4, 1, 4),
        "board": (1, 1, 1),
    }


def test_the_box_with_the_expansion() -> None:
    asked = {"expansion": "yes"}
    assert select(GAME, Findings(), options=asked, components=["gem", "power"]) is not None
    box = run(options={**asked, "colors": "blue"})
    assert (box.name, box.players, len(box.owners)) == ("box-expansion-blue", 6, 6)
    assert box.context["expansion"] is True
    assert counted(box)["gem"] == (73, 1, 73)
    assert counted(box)["power"] == (5 * 3, 5, 4 * 3)
    assert counted(box)["deck"] == (6 * 4, 6 * 3, 24)


def test_what_a_box_does_not_state_is_what_any_of_its_player_counts_needs() -> None:
    falling = component("coin", shape="token", setup="30 - 5 * players")
    copied = component("deck", cards=(card("a"), card("b")), copies={(2, 3): 3, (4, 4): 2})
    box = select(game(falling, copied), Findings())
    assert box is not None
    assert counted(box) == {"coin": (20, 1, 10), "deck": (6, 2, 4)}


@pytest.mark.parametrize(
    ("players", "deck", "power", "gem", "aid"),
    [
        (2, 10, (14, 7, 4), 25, 2),
        (3, 15, (14, 7, 6), 37, 3),
        (4, 20, (14, 7, 8), 49, 4),
    ],
)
def test_a_player_count(players: int, deck: int, power: tuple[int, int, int], gem: int, aid: int) -> None:
    found = run(players)
    assert found.name == f"{players}p"
    assert found.owners == ("sun", "moon", "star", "leaf")[:players]
    numbers = counted(found)
    assert numbers["deck"] == (deck, players * 4, deck)
    assert numbers["power"] == power
    assert numbers["gem"] == (gem, 1, gem)
    assert numbers["aid"] == (aid, 1, aid)


def test_five_players_have_the_expansion() -> None:
    found = run(5, options={"colors": "blue"})
    assert (found.name, found.owners[-1]) == ("5p-blue", "wave")
    assert found.context["expansion"] is True
    assert run(4).context["expansion"] is False


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ({"colors": "blue, red"}, "3p-red-blue"),
        ({"colors": "red,orange,blue"}, "3p"),
        ({"power": "no"}, "3p-no-power"),
        ({"power": ""}, "3p"),
        ({"power": "ON"}, "3p"),
        ({"pink-table": "fibonacci"}, "3p-fibonacci"),
        ({"pink_table": "fibonacci", "power": "no", "colors": "red"}, "3p-red-no-power-fibonacci"),
        ({"expansion": "yes"}, "3p-expansion"),
        ({"expansion": "no"}, "3p"),
    ],
)
def test_names_say_what_differs(asked: dict[str, str], name: str) -> None:
    assert run(3, options=asked).name == name


def test_names_of_options_with_the_same_values_are_told_apart() -> None:
    twins = game(BOARD, options=[one("a", "x y", "x"), one("b", "x y", "x")])
    first, second = (select(twins, Findings(), options={id: "y"}) for id in "ab")
    assert first is not None
    assert second is not None
    assert (first.name, second.name) == ("box-a-y", "box-b-y")


def test_long_names_are_cut_and_still_differ() -> None:
    values = [f"a-very-long-value-{n}" for n in range(20)]
    long = game(BOARD, options=[some("many", " ".join(values))])
    first, second = (select(long, Findings(), options={"many": ",".join(values[n:19])}) for n in (0, 1))
    assert first is not None
    assert second is not None
    assert len(first.name) <= 100
    assert first.name != second.name


def test_parts_are_owner_by_owner() -> None:
    found = run(2, components=["deck"])
    assert [(part.owner, part.card.id, part.copies) for part in found.parts] == [
        ("sun", "a", 1),
        ("sun", "b", 2),
        ("sun", "red-1", 1),
        ("sun", "blue-1", 1),
        ("moon", "a", 1),
        ("moon", "b", 2),
        ("moon", "red-1", 1),
        ("moon", "blue-1", 1),
    ]


def test_owners_by_name() -> None:
    found = run(3, owners=["wave", "sun"], components=["deck"])
    assert found.owners == ("sun", "wave")
    assert counted(found) == {"deck": (10, 8, 10)}
    assert counted(run(owners=["leaf"], components=["deck"])) == {"deck": (5, 4, 5)}


def test_a_list_may_name_the_box_that_its_items_come_with() -> None:
    items = replace(vocabulary("owner", "sun moon", "wave"), bands=("base", "base", "expansion"))
    made = game(component("deck", for_each="owner"), lists=[items], bands=SIX)
    for options, owners in (({}, ("sun", "moon")), ({"expansion": "yes"}, ("sun", "moon", "wave"))):
        found = select(made, Findings(), players=len(owners), options=options)
        assert found is not None
        assert found.owners == owners


def test_a_card_of_an_owner_beside_components_of_owners_without_it() -> None:
    token = component("token", setup="15 * players", for_each="owner")
    own = game(DECK, token, bands=SIX, lists=GAME.lists.values(), options=GAME.options.values())
    found = select(own, Findings(), players=3, owners=["sun"], cards=["deck/a"])
    assert found is not None
    assert [(part.owner, part.card.id) for part in found.parts] == [("sun", "a")]


def test_an_owner_has_a_share_of_what_is_laid_out_for_all() -> None:
    token = component("token", setup="15 * players", for_each="owner")
    own = game(token, bands=SIX, lists=[vocabulary("owner", "sun moon star leaf", "wave flame")])
    for players, owners, pieces in (
        (4, ["moon"], 15),
        (4, ["sun", "leaf"], 30),
        (2, ["star"], 15),
        (6, ["wave"], 15),
    ):
        found = select(own, Findings(), players=players, owners=owners)
        assert found is not None
        assert counted(found) == {"token": (pieces, len(owners), pieces)}
        assert found.owners == tuple(owners)


def test_cards_by_what_their_field_name_says() -> None:
    cards = (card("a", name="White Peony"), card("b", name="a"), card("c", name="White Peony"))
    found = game(component("deck", cards=cards))
    assert card_ids(found, ["White Peony"]) == ("deck/a", "deck/c")
    assert card_ids(found, ["white peony", "A"]) == ("deck/a", "deck/c", "deck/b")
    assert card_ids(found, ["a", "deck/b", "Rose"]) == ("a", "deck/b", "Rose")
    assert select(found, findings := Findings(), cards=["Wite Peony"]) is None
    assert findings[0].hint == "did you mean `White Peony`?"


def test_narrowed_to_components_and_cards() -> None:
    assert list(counted(run(components=["board", "gem"]))) == ["gem", "board"]
    assert counted(run(2, cards=["b", "power/p1"])) == {"deck": (4, 2, 10), "power": (2, 1, 4)}
    assert counted(run(2, cards=["red-1"], components=["power"])) == {"power": (2, 1, 4)}


def test_options_decide_what_is_there() -> None:
    found = run(4, options={"colors": "blue", "power": "no"})
    assert list(counted(found)) == ["deck", "gem", "aid", "board"]
    assert [part.card.id for part in found.parts if part.owner == "sun"] == ["a", "b", "blue-1"]


def test_owned_pieces_without_cards_share_their_setup() -> None:
    owned = component("cube", shape="token", for_each="owner", setup="3 * players")
    found = select(game(owned, lists=[vocabulary("owner", "sun moon star leaf")]), Findings(), players=3)
    assert found is not None
    assert [part.copies for part in found.parts] == [3, 3, 3]


def test_pieces_that_only_state_a_box() -> None:
    only = component("die", shape="token", box={(4, 4): 5})
    for players in (None, 2):
        found = select(game(only), Findings(), players=players)
        assert found is not None
        assert counted(found) == {"die": (5, 1, 5)}


@pytest.mark.parametrize(
    ("players", "expansion", "pieces"), [(3, "no", 5), (3, "yes", 8), (4, "yes", 8), (5, "yes", 8)]
)
def test_an_expansion_brings_its_box_to_few_players(players: int, expansion: str, pieces: int) -> None:
    only = component("die", shape="token", box={(4, 4): 5, (6, 6): 8})
    asked = {"expansion": expansion}
    found = select(game(only, bands=SIX), Findings(), players=players, options=asked)
    assert found is not None
    assert counted(found) == {"die": (pieces, 1, pieces)}


def test_an_unstated_setup_of_cards_is_reported_as_unknown() -> None:
    deck = component("deck", cards=(card("a"), card("b")), setup={(2, 3): 1, (4, 4): None})
    found = select(game(deck), Findings(), players=4)
    assert found is not None
    assert counted(found) == {"deck": (2, 2, None)}


def test_what_expressions_see() -> None:
    context = run(3, options={"colors": "red,blue"}).context
    assert (context["players"], context["power"], context["expansion"]) == (3, True, False)
    assert context["colors"] == ("red", "blue")
    assert context["pink_table"] == "standard"
    assert context["minutes"] == 3 * (8 + 4)
    assert context["game"]["title"] == "Test Game"
    assert context["game"]["year"] == context["game"]["fields"]["year"] == 2020
    assert list(context["lists"]["color"]) == COLORS.split()
    assert context["symbols"]["red"].fields["symbol"] == "{red}"
    assert context["terms"]["Bank"]["forms"] == ("Bank", "Banks")
    assert (context["count"]("deck"), context["count"]("power"), context["count"]("red-gem")) == (
        15,
        2 * 2,
        4,
    )
    assert (context["box"]("gem"), context["box"]("aid")) == (49, None)
    assert run(3, options={"colors": "blue"}).context["box"]("red-gem") == 0
    assert [(each["id"], each["copies"]) for each in context["cards"]("power")[:2]] == [("p1", 2), ("p2", 2)]


@pytest.mark.parametrize(
    ("asked", "code", "message", "hint"),
    [
        (
            {"players": 7},
            "impossible-players",
            "Test Game can't be played by 7: it is for 2 to 4 players, 5 to 6 with expansion",
            "possible: 2, 3, 4, 5, 6 players",
        ),
        (
            {"players": 5, "options": {"expansion": "no"}},
            "impossible-players",
            "5 players need `expansion`, and `expansion=no` leaves it out",
            "possible without it: 2, 3, 4 players",
        ),
        (
            {"options": {"colors": "orange"}},
            "impossible-option",
            "`colors=orange` is not possible: Orange needs another color beside it",
            "possible: at least 1 of red, orange, blue; one of red, blue among them",
        ),
        (
            {"options": {"colors": ""}},
            "impossible-option",
            "`colors=` is not possible: 0 of at least 1",
            "possible: at least 1 of red, orange, blue; one of red, blue among them",
        ),
        (
            {"options": {"pink-table": ""}},
            "impossible-option",
            "`pink-table` needs a value",
            "one of standard, fibonacci",
        ),
        (
            {"options": {"colours": "red"}},
            "unknown-option",
            "Test Game has no option `colours`",
            "did you mean `colors`?",
        ),
        (
            {"options": {"colors": "rad"}},
            "unknown-value",
            "`rad` is not a choice of `colors`",
            "did you mean `red`?",
        ),
        (
            {"options": {"power": "perhaps"}},
            "unknown-value",
            "`power=perhaps` is neither yes nor no",
            "write power=yes or power=no",
        ),
        (
            {"components": ["powder"]},
            "unknown-component",
            "there is no component `powder`",
            "did you mean `power`?",
        ),
        ({"cards": ["blue-11"]}, "unknown-card", "there is no card `blue-11`", "did you mean `blue-1`?"),
        ({"owners": ["sum"]}, "unknown-owner", "there is no owner `sum`", "did you mean `sun`?"),
        (
            {"players": 2, "owners": ["sun", "moon", "leaf"]},
            "impossible-owners",
            "3 owners (sun, moon, leaf) are more than 2 players",
            "name at most one for each player",
        ),
        (
            {"options": {"power": "no"}, "components": ["power"]},
            "not-in-run",
            "`power` is not in this run: it exists when `power`",
            "",
        ),
        (
            {"options": {"colors": "blue"}, "cards": ["red-1"]},
            "not-in-run",
            "card `red-1` is not in this run",
            "choose other players or options",
        ),
        (
            {"players": 5, "components": ["red-gem"]},
            "unstated",
            "the setup of `red-gem` is unstated for 5 players",
            "stated for 2-3, 4 players",
        ),
    ],
)
def test_impossible_runs_are_refused(asked: dict[str, Any], code: str, message: str, hint: str) -> None:
    (finding,) = refusals(**asked)
    assert (finding.code, finding.severity) == (code, "error")
    assert (finding.message, finding.hint) == (message, hint)


def test_refusals_point_at_the_definition() -> None:
    places = {finding.code: finding.span for finding in refusals(players=7, options={"colors": "orange"})}
    assert places == {"impossible-players": Span(FILE, 1, 1), "impossible-option": Span(FILE, 22, 3)}
    (finding,) = refusals(options={"power": "no"}, components=["power"])
    assert finding.span == Span(FILE, 20, 1)
    (finding,) = refusals(players=6)
    assert finding.span == Span(FILE, 40, 3)


def test_an_impossible_player_count_points_at_the_players() -> None:
    stated = replace(GAME, spans={"players": Span(FILE, 4, 10, 8)})
    for asked in ({"players": 7}, {"players": 5, "options": {"expansion": "no"}}):
        findings = Findings()
        select(stated, findings, **asked)
        assert [(f.code, f.span) for f in findings] == [("impossible-players", Span(FILE, 4, 10, 8))]


def test_all_mistakes_are_reported_at_once() -> None:
    asked = {"players": 9, "options": {"colors": "orange", "x": ""}, "components": ["y"], "owners": ["z"]}
    assert [finding.code for finding in refusals(**asked)] == [
        "impossible-option",
        "unknown-option",
        "impossible-players",
        "unknown-owner",
        "unknown-component",
    ]


@pytest.mark.parametrize(
    ("broken", "code", "message", "place"),
    [
        (
            component("a", 5, setup="players / 3"),
            "bad-amount",
            "the setup of `a` is 1.33 for 4 players",
            (5, 10),
        ),
        (
            component("a", 5, setup="3 - players / 100000000"),
            "bad-amount",
            "the setup of `a` is 2.99999996 for 4 players",
            (5, 10),
        ),
        (
            component("a", 5, setup="players > 1"),
            "bad-amount",
            "the setup of `a` is yes for 4 players",
            (5, 10),
        ),
        (
            component("a", 5, setup="minutes"),
            "bad-amount",
            "the setup of `a` is nothing for 4 players",
            (5, 10),
        ),
        (
            component("a", 5, copies="[0.5, none, []]"),
            "bad-amount",
            "the copies of `a` is 0.5, nothing, an empty list for 4 players",
            (5, 10),
        ),
        (
            component("a", 5, copies="[{'all': range}, count]"),
            "bad-amount",
            "the copies of `a` is all: the function `range`, the function `count` for 4 players",
            (5, 10),
        ),
        (
            component("a", 5, setup="players - 9"),
            "bad-amount",
            "the setup of `a` is -5 for 4 players",
            (5, 10),
        ),
        (
            component("a", 5, copies="'x'"),
            "bad-amount",
            "the copies of `a` is x for 4 players",
            (5, 10),
        ),
        (
            component("a", 5, when="players"),
            "bad-condition",
            "`players` is 4, not yes or no",
            (5, 11),
        ),
        (
            component("a", 5, when="[4]|map(attribute='b')|list"),
            "bad-condition",
            "`[4]|map(attribute='b')|list` is nothing, not yes or no",
            (5, 11),
        ),
        (component("a", 5, setup="2 * plyers"), "bad-expression", "`plyers` is not known here", (5, 14)),
        (component("a", 5, setup="count('b')"), "bad-expression", "there is no component `b`", (5, 17)),
        (
            component("a", 5, setup="count('a')"),
            "bad-expression",
            "the expression is nested too deeply",
            (5, 10),
        ),
        (
            component("a", 5, setup={(2, 4): None}),
            "unstated",
            "the setup of `a` is unstated for 4 players",
            (5, 3),
        ),
        (
            component("a", 5, copies={(2, 3): 2}),
            "unstated",
            "the copies of `a` is unstated for 4 players",
            (5, 1),
        ),
    ],
)
def test_amounts_that_cannot_be_worked_out(
    broken: Any, code: str, message: str, place: tuple[int, int]
) -> None:
    (finding,) = refusals(game(broken, BOARD), players=4)
    assert (finding.code, finding.message) == (code, message)
    assert finding.span == Span(FILE, *place)


def test_a_slip_that_makes_very_many_pieces_is_reported() -> None:
    (finding,) = refusals(game(component("a", 5, setup="10 ** 9"), BOARD), players=4)
    assert finding.code == "too-many-pieces"
    assert finding.message == "`a` has 1,000,000,000 pieces; a run may have 100,000 of one component"


def test_minutes_that_cannot_be_worked_out() -> None:
    (finding,) = refusals(game(BOARD, minutes="9 * x"))
    assert (finding.code, finding.span) == ("bad-expression", Span(FILE, 5, 14))


@pytest.mark.parametrize(
    ("minutes", "value"),
    [("players - 9", "-5"), ("-20", "-20"), ("'long'", "long"), ("players > 2", "yes")],
)
def test_a_playing_time_is_a_number_of_0_or_more(minutes: str, value: str) -> None:
    (finding,) = refusals(game(BOARD, minutes=minutes), players=4)
    assert (finding.code, finding.span) == ("bad-amount", Span(FILE, 5, 10))
    assert finding.message == f"the playing time is {value} for 4 players"


def test_too_few_owners() -> None:
    owned = component("deck", for_each="owner")
    (finding,) = refusals(game(owned, lists=[vocabulary("owner", "sun moon")]), players=3)
    assert (finding.code, finding.message) == ("too-few-owners", "`owner` lists 2 for 3 players")


def test_solitaire_words() -> None:
    solo = game(BOARD, bands=(Band("base", 1, 1),))
    (finding,) = refusals(solo, players=2)
    assert finding.message == "Test Game can't be played by 2: it is for 1 player"


def test_configurations_are_all_the_legal_ones_smallest_first() -> None:
    space = Space(GAME)
    every = list(space.configurations())
    assert len(every) == space.count() == (3 + 3 + 2) * 6 * 2 * 2
    assert len({(each.players, each.bands, *each.options.values()) for each in every}) == len(every)
    first = {"colors": ("red",), "power": True, "pink-table": "standard"}
    assert every[0][:3] == (2, (), first)
    assert every[1].options["colors"] == ("blue",), "the fewest players before the next color"
    assert all(set(each.options["colors"]) & {"red", "blue"} for each in every)
    assert len({each.size for each in every}) == len(every), "sizes tell configurations apart"
    sizes = [
        (
            (each.players < 5 and each.bands != ())
            + (not each.options["power"])
            + (each.options["pink-table"] != "standard"),
            len(each.options["colors"]),
            each.players,
        )
        for each in every
    ]
    assert sizes == sorted(sizes)


def test_configurations_vary_only_what_is_asked() -> None:
    space = Space(GAME)
    assert [each.players for each in space.configurations({"players"})] == [2, 3, 4, 5, 6]
    assert [(each.players, each.options) for each in space.configurations({"power"})] == [
        (4, {"colors": ("red",), "power": power, "pink-table": "standard"}) for power in (True, False)
    ]
    assert [each.options["colors"] for each in space.configurations({SetItem("colors", "blue")})] == [
        ("red",),
        ("blue",),
    ]
    lengths = [each.options["colors"] for each in space.configurations({SetLength("colors")})]
    assert lengths == [("red",), ("red", "orange"), ("red", "orange", "blue")]
    assert [(each.players, each.bands) for each in space.configurations({"players", "expansion"})] == [
        *((2, ()), (3, ()), (4, ()), (5, ("expansion",)), (6, ("expansion",))),
        *((2, ("expansion",)), (3, ("expansion",)), (4, ("expansion",))),
    ]


def test_configurations_are_listed_once_for_the_same_names(monkeypatch: pytest.MonkeyPatch) -> None:
    space = Space(GAME)
    uses = frozenset({"players", "power"})
    first = list(space.configurations(uses))
    assert all(a is b for a, b in zip(first, space.configurations({"power", "players"}), strict=True))
    monkeypatch.setattr(configurations, "MOST_KEPT", 1)
    long = [next(space.configurations({"colors"})) for _ in range(2)]
    assert long[0] == long[1]
    assert long[0] is not long[1], "a long list is not kept"


@given(st.sampled_from(list(Space(GAME).configurations())))
def test_every_configuration_is_a_run_or_unstated(configuration: Configuration) -> None:
    players, bands, options, _ = configuration
    typed = {
        id: ",".join(value)
        if isinstance(value, tuple)
        else str(value).lower()
        if isinstance(value, bool)
        else value
        for id, value in options.items()
    }
    findings = Findings()
    found = select(GAME, findings, players=players, options={**typed, **dict.fromkeys(bands, "yes")})
    if found is None:
        assert [finding.code for finding in findings] == ["unstated"]
        return
    assert found.options == options
    assert sum(part.copies for part in found.parts) == sum(tally.pieces for tally in found.tallies)
    keys = [(part.component.id, part.card.id, part.owner) for part in found.parts]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize(
    ("players", "options", "owners"),
    [
        *((None, {}, ()), (4, {"colors": "red"}, ("sun", "moon")), (9, {}, ()), (6, {"expansion": "no"}, ())),
        *((None, {"colors": "orange"}, ()), (None, {"nothing": "yes"}, ()), (2, {}, ("sun", "moon", "star"))),
    ],
)
def test_a_request_is_refused_without_resolving_it_as_it_would_be_with(
    players: int | None, options: dict[str, str], owners: tuple[str, ...]
) -> None:
    found = Findings()
    select(GAME, found, players, options, owners or None)
    assert refused(GAME, players, options, owners) == [each for each in found if each.about == "request"]


@pytest.mark.parametrize(
    ("limits", "chosen", "why", "possible"),
    [
        ((2, 2), "red", "1 of exactly 2", "exactly 2 of red, orange, blue"),
        ((1, 2), "red,orange,blue", "3 of at most 2", "1 to 2 of red, orange, blue"),
        ((1, 2), "", "0 of at least 1", "1 to 2 of red, orange, blue"),
    ],
)
def test_a_set_of_another_size_is_refused(
    limits: tuple[int, int], chosen: str, why: str, possible: str
) -> None:
    colors = some("colors", COLORS, limits[0], at_most=limits[1], default="red orange")
    made = game(component("a"), options=[colors])
    (refusal,) = refusals(made, options={"colors": chosen})
    assert refusal.message == f"`colors={chosen}` is not possible: {why}"
    assert refusal.hint == f"possible: {possible}"
