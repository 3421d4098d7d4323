"""What is taken for a slip of the fingers among keys of a user's own."""

from difflib import SequenceMatcher

from hypothesis import given
from hypothesis import strategies as st
from nineup.schema.records import _shared

words = st.text("abnme-", min_size=1, max_size=8)


@given(words, words)
def test_no_slip_is_passed_over(key: str, word: str) -> None:
    assert _shared(key, word) >= SequenceMatcher(None, key, word).ratio()
