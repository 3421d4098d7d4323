"""Changed texts with their marks."""

from nineup.changes.diff.compare import ValueChange
from nineup.changes.diff.rich_words import RichPart, changed_card_value


def test_words_keep_the_spans_that_they_are_in() -> None:
    value = changed_card_value(ValueChange("text", "a [sub]{b *c*} d", "a [sub]{b *e*} d"), {})
    assert [(span.kind, *span.parts) for span in value.spans] == [
        ("same", RichPart("a "), RichPart("b ", spans=("sub",))),
        ("gone", RichPart("c", italic=True, spans=("sub",))),
        ("new", RichPart("e", italic=True, spans=("sub",))),
        ("same", RichPart(" d")),
    ]


def test_marks_that_came_or_went_are_shown_as_they_are_written() -> None:
    value = changed_card_value(ValueChange("text", "a b", "a [sub]{b}"), {})
    assert [(span.kind, part.text) for span in value.spans for part in span.parts] == [
        ("same", "a "),
        ("new", "[sub]{"),
        ("same", "b"),
        ("new", "}"),
    ]
