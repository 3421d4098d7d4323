"""The names of decks: two pronounceable words, different for each number of a seed."""

from nineup.logic.unique.permutation import key_from, shuffled

ONSETS = "b d f g h j k l m n p r s t v z".split()
VOWELS = "a e i o u".split()
CLOSINGS = ("", "l", "n", "r", "s")

SYLLABLES = len(ONSETS) * len(VOWELS)
SHORT, LONG = (SYLLABLES**count * len(CLOSINGS) for count in (2, 3))
SPACE = SHORT * LONG
"""The number of names."""

TRIES = 16
"""The number of names to try for a deck; the first acceptable one is taken."""

UNFIT = "fag fuk hure kaka kike nazi negr nig pede penis piss puta puto rape sodom titi zizi".split()
"""Letter sequences that no name contains."""

MOST_NAMES = SPACE // TRIES
"""The number of decks with unique names."""


def deck_name(seed: str, number: int) -> str:
    """The name of a seed's deck, such as `Balor Timenas`; `number` counts from 1."""
    key = key_from("nineup deck name 1", seed)
    for attempt in range(TRIES):
        place = shuffled((number - 1) * TRIES + attempt, SPACE, key)
        short, long = divmod(place, LONG)
        name = f"{_word(short, 2)} {_word(long, 3)}"
        if not any(word in name.lower() for word in UNFIT):
            return name
    raise AssertionError(f"all names of deck {number} are unfit")


def _word(number: int, syllables: int) -> str:
    number, closing = divmod(number, len(CLOSINGS))
    letters = ""
    for _ in range(syllables):
        number, syllable = divmod(number, SYLLABLES)
        letters += ONSETS[syllable // len(VOWELS)] + VOWELS[syllable % len(VOWELS)]
    return (letters + CLOSINGS[closing]).capitalize()
