"""Hyphenation: what is cached of words is bounded, and doesn't change where they may end."""

from nineup.typography.text.words.items import _patterns, _positions, breaks


def test_thousands_of_words_are_cached_within_bounds() -> None:
    first = breaks("hyphenation", "en_US")
    assert first == ("hyphenation", [(2, True), (6, True)])
    for number in range(5000):
        word = "".join(chr(ord("a") + int(digit)) for digit in str(number))
        breaks(f"word{word}ending", "en_US")
    assert len(_patterns("en_US").hd.cache) == 0
    assert _positions.cache_info().currsize == 4096
    assert breaks("hyphenation", "en_US") == first
