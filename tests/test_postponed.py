"""What a library does while it is imported is postponed until it is needed."""

import re

from nineup.postponed import PostponedPattern, patterns_postponed


def test_patterns_made_during_an_import_are_compiled_when_they_are_used() -> None:
    with patterns_postponed():
        pattern = re.compile("(", re.IGNORECASE)  # compiled, this would fail
        good = re.compile("a+(?P<rest>b)", re.IGNORECASE)
    assert type(pattern) is PostponedPattern
    assert [good.sub("-", "xAAB"), good.match("aab")["rest"], good.search("xaB").start()] == ["x-", "b", 1]
    assert type(re.compile("a")) is re.Pattern


def test_the_functions_of_re_take_a_postponed_pattern_for_a_compiled_one() -> None:
    with patterns_postponed():
        pattern = re.compile("a+", re.IGNORECASE)
    assert isinstance(pattern, re.Pattern)
    assert [re.sub(pattern, "-", "xAAb"), re.split(pattern, "xAb"), pattern.pattern] == [
        "x-b",
        ["x", "b"],
        "a+",
    ]


def test_a_postponed_pattern_can_be_used_while_others_are_postponed() -> None:
    with patterns_postponed():
        assert re.compile("a+").match("aab")
