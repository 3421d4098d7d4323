"""The appendices print what simple players made of the games, as tables with a cell for each figure."""

import pytest
from made import game_booklet, game_source
from nineup.model.booklet import PlainText, Table


def tables(node: object) -> list[Table]:
    """All tables of a booklet, however deep."""
    if isinstance(node, Table):
        return [node]
    if isinstance(node, (list, tuple)):
        return [table for each in node for table in tables(each)]
    fields = getattr(node, "__struct_fields__", ())
    return [table for name in fields for table in tables(getattr(node, name))]


def words(node: object) -> str:
    """The text of a part of a booklet."""
    if isinstance(node, (list, tuple)):
        return "".join(map(words, node))
    if isinstance(node, PlainText):
        return node.text
    return "".join(words(getattr(node, name)) for name in getattr(node, "__struct_fields__", ()))


@pytest.mark.parametrize("game_id", ["gem-rush", "gem-thief", "gemotion", "plein-air", "raghba"])
def test_every_row_that_was_played_is_a_row_of_the_appendix(game_id: str) -> None:
    played = game_source(game_id).run.game.data["played"]
    rows = [[words(cell) for cell in row] for table in tables(game_booklet(game_id)) for row in table.rows]
    for table in played["tables"]:
        width = len(table["head"])
        ends = [row[-width:] for row in rows]  # what a row is of may stand before its figures
        for row in table["rows"]:
            assert [str(cell) for cell in row] in ends, (table["name"], row)


def test_rooms_that_nobody_used_are_called_by_their_names() -> None:
    told = repr(game_booklet("gem-rush"))
    assert "never used 12 cards: " in told
    assert "Bottomless Pit, Diamond Lift, Electrum Lift" in told
    assert "diamond-lift, electrum-lift" not in told
