"""Places inside of texts."""

import time

from nineup.base.diagnostics import Span
from nineup.schema.nodes import Scalar, SourceFile


def scalar(text: str) -> tuple[SourceFile, Scalar]:
    """A text in double quotes that is all of a file."""
    return SourceFile("a.yaml", f'"{text}"'), Scalar(text, 0, 0, '"')


def test_words_are_found_at_their_places_whatever_is_looked_for_in_between() -> None:
    file, node = scalar("{x} {y} {x}")
    places = [file.inside(node, offset, token) for offset, token in ((0, "{x}"), (4, "{y}"), (8, "{x}"))]
    assert places == [Span("a.yaml", 1, column, 3) for column in (2, 6, 10)]
    assert file.inside(node, 8, "{x}") == places[2]
    other, there = scalar("{x}")
    assert other.inside(there, 0, "{z}") == other.span(there)


def test_looking_for_words_in_turns_takes_no_longer_than_one_after_the_other() -> None:
    file, node = scalar("{" * 50_000 + "{x}{y}" * 1000)
    begun = time.process_time()
    for offset in range(50_000, 56_000, 6):
        file.inside(node, offset, "{x}")
        file.inside(node, offset, "{")
    assert time.process_time() - begun < 12
