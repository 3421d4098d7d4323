"""The wording of the games' appendices, as an editor reads it."""

import re
from collections.abc import Iterator

import pytest
from made import GAMES, game_booklet
from nineup.appendix.links import map_contents
from nineup.booklet import Content, plain_text


def said(game: str) -> Iterator[str]:
    """Every text of a booklet."""
    found: list[Content] = []

    def heard(content: Content) -> Content:
        found.append(content)
        return content

    for chapter in game_booklet(game).chapters:
        heard(chapter.title)
        for block in chapter.blocks:
            map_contents(block, heard)
    yield from map(plain_text, found)


@pytest.mark.parametrize("game", GAMES)
def test_quotes_and_apostrophes_are_typographic(game: str) -> None:
    assert [text for text in said(game) if "'" in text or '"' in text] == []


@pytest.mark.parametrize("game", GAMES)
def test_no_label_says_what_follows_it_says_again(game: str) -> None:
    assert [text for text in said(game) if re.match(r"(\w+): \1\b", text)] == []
