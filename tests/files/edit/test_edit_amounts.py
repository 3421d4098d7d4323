"""Tables by player counts are written in their shortest form, and read as people type them."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nineup.base.diagnostics import Findings
from nineup.files.edit import copies_by_players, copies_data, in_order, shortest_amounts
from nineup.files.load.card_copies import CardCopies
from nineup.files.load.json_schema import schema_names
from nineup.model.game import PlayerTable
from nineup.schema.nodes import SourceFile, as_node
from nineup.schema.scope import Scope
from test_edit_fields import opened, tiny


@pytest.mark.parametrize(
    ("amounts", "written"),
    [
        ({2: 3, 3: 3, 4: 3}, 3),
        ({2: 8, 3: 12, 4: 12}, {"2": 8, "3-4": 12}),
        ({2: 1, 3: 0, 4: 1}, {"2": 1, "3": 0, "4": 1}),
        ({1: 0}, 0),
    ],
)
def test_the_shortest_form_is_written(amounts: dict[int, int], written: Any) -> None:
    assert shortest_amounts(amounts) == written


@given(st.lists(st.integers(0, 3), min_size=5, max_size=5))
def test_what_is_written_reads_as_what_was_given(tmp_path_factory: Any, amounts: list[int]) -> None:
    game, _ = opened(tiny(tmp_path_factory.mktemp("amounts")))
    given = dict(zip(range(2, 7), amounts, strict=True))
    assert copies_by_players(game, shortest_amounts(given)) == given


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("3", 3),
        ("3-4: 1, 5-6: 2", {"3-4": 1, "5-6": 2}),
        ("5–6: 2; 3-4:1", {"3-4": 1, "5-6": 2}),
        ("rainbow: 3, length=long: 1", {"rainbow": 3, "length=long": 1}),
        ("2: 8, 2: 9", "2: 8, 2: 9"),
        ("some", "some"),
        ("", ""),
    ],
)
def test_copies_are_read_as_people_type_them(text: str, data: Any) -> None:
    read = copies_data(text)
    assert read == data
    assert not isinstance(data, dict) or list(read) == list(data)


def test_what_doesn_t_go_by_players_has_no_numbers(tmp_path: Path) -> None:
    game, _ = opened(tiny(tmp_path))
    assert copies_by_players(game, None) == dict.fromkeys(range(2, 7), 1)
    assert copies_by_players(game, "2: 1, 3+: 2") == {2: 1, 3: 2, 4: 2, 5: 2, 6: 2}
    for other in ({"suits=ruby": 2}, {"expansion": 1}, "{{ n }}", {"2-4": 1}, "many"):
        assert copies_by_players(game, other) is None


def test_ranges_are_put_in_order_wherever_they_are() -> None:
    assert list(in_order({"setup": {"5": 1, "2-4": 3}})["setup"]) == ["2-4", "5"]
    assert list(in_order({"b": 1, "2": 2})) == ["b", "2"]


def test_a_table_that_is_written_is_a_table_to_the_game(tmp_path: Path) -> None:
    game, _ = opened(tiny(tmp_path))
    findings = Findings()
    scope = Scope(SourceFile("", ""), findings, schema_names(game))
    read = CardCopies().read(as_node(shortest_amounts({2: 1, 3: 1, 4: 2, 5: 2, 6: 0})), scope)
    assert isinstance(read, PlayerTable)
    assert not findings
