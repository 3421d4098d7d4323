"""The appendices print what simple players made of the games, as tables with a cell for each figure."""

import pytest
from made import game_booklet, game_source
from nineup.booklet import Table


def tables(node: object) -> list[Table]:
    """All tables of a booklet, however deep."""
    if isinstance(node, Table):
        return [node]
    if isinstance(node, (list, tuple)):
        return [table for each in node for table in tables(each)]
    fields = getattr(node, "__struct_fields__", ())
    return [table for name in fields for table in tables(getattr(node, name))]


@pytest.mark.parametrize("game_id", ["gem-rush", "gem-thief", "gemotion", "plein-air", "raghba"])
def test_every_row_that_was_played_is_a_row_of_the_appendix(game_id: str) -> None:
    played = game_source(game_id).run.game.data["played"]
    shapes = [(len(table.rows), {len(row) for row in table.rows}) for table in tables(game_booklet(game_id))]
    for table in played["tables"]:
        assert (len(table["rows"]), {len(table["head"])}) in shapes, table["name"]


def test_rooms_that_nobody_used_are_called_by_their_names() -> None:
    told = repr(game_booklet("gem-rush"))
    assert "never used 12 cards: " in told
    assert "Bottomless Pit, Diamond Lift, Electrum Lift" in told
    assert "diamond-lift, electrum-lift" not in told
