"""What a library does while it is imported is postponed until it is needed."""

import re

from nineup.postponed import PostponedPattern, patterns_postponed


def test_patterns_made_during_an_import_are_compiled_when_they_are_used() -> None:
    with patterns_postponed():
        pattern = re.compile("(", re.IGNORECASE)  # compiled, this would fail
        good = re.compile("a+(?P<rest>b)", re.IGNORECASE)
    assert isinstance(pattern, PostponedPattern)
    assert [good.sub("-", "xAAB"), good.match("aab")["rest"], good.search("xaB").start()] == ["x-", "b", 1]
    assert isinstance(re.compile("a"), re.Pattern)
