"""Hints that suggest known words."""

import pytest
from nineup.base.diagnostics import nearest

CARDS = ["player-1", "joy-1", "joy-2", "joy-3", "joy-4", "misery", "Misery Loves Company", "Stand Firm"]
MANY = [f"card-{number}" for number in range(1, 400)]


@pytest.mark.parametrize(
    ("word", "known", "hint"),
    [
        ("plyer-1", CARDS, "did you mean `player-1`?"),
        ("JOY-1", CARDS, "did you mean `joy-1`?"),
        ("stand firm", CARDS, "did you mean `Stand Firm`?"),
        ("loves", CARDS, "did you mean `Misery Loves Company`?"),
        ("Joy", ["first", *CARDS], "did you mean `joy-1`, `joy-2` or `joy-3`?"),
        ("x", CARDS[:2], "known here: `player-1`, `joy-1`"),
        ("zz", MANY[:21], f"known here: {', '.join(f'`{each}`' for each in MANY[:20])}, and 1 more"),
        ("card 349", MANY, "did you mean `card-349`?"),
        ("rd-39", MANY, "did you mean `card-39`, `card-390` or `card-391`?"),
        ("x" * 101, ["x" * 102], f"known here: `{'x' * 102}`"),
        ("any", [], ""),
    ],
)
def test_hint_suggests_what_is_near_or_contains_the_word(word: str, known: list[str], hint: str) -> None:
    assert nearest(word, known) == hint
