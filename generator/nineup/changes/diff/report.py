"""Changes as a changelog in plain text, Markdown or JSON; text and Markdown share their lines."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec

from nineup.changes.diff.compare import KINDS, CardChange, ChangeKind, Changes, ComponentChange, ValueChange
from nineup.changes.diff.word_diff import DiffSpan, diff_words, shorten_unchanged


class ChangelogLine(NamedTuple):
    """A line of a changelog: its nesting level (0 for a heading), and its text in parts."""

    depth: int
    parts: tuple[DiffSpan, ...]


def changelog_lines(changes: Changes) -> Iterator[ChangelogLine]:
    """The lines of a changelog: cards by kind of change, components, rules. Each card is described once."""
    described: set[tuple[str, str]] = set()
    for kind, heading in KINDS.items():
        if entries := changes.of(kind):
            yield _plain(0, heading)
            for entry in entries:
                yield from _entry(entry, kind, (entry.component, entry.card) not in described)
                described.add((entry.component, entry.card))
    if changes.components:
        yield _plain(0, "Components")
        for component in changes.components:
            yield from _component(component)
    if changes.rules:
        yield _plain(0, "Rules")
        for rule in changes.rules:
            yield _changed_value(1, rule)


def changes_text(changes: Changes) -> str:
    """For a terminal: removed words are in [- -], added words in {+ +}."""
    head = f"{changes.title}: {changes.since} → {changes.until}"
    if not changes:
        head += "\nnothing changed"
    marks = {"same": "{}", "gone": "[-{}-]", "new": "{{+{}+}}"}
    return "\n".join([head, *_formatted_lines(changes, marks, str, indent=_text_line)])


def changes_markdown(changes: Changes) -> str:
    """As Markdown: removed words are struck out, added words are bold."""
    head = f"# {_escaped(changes.title)}: {_escaped(changes.since)} → {_escaped(changes.until)}"
    if not changes:
        head += "\n\nNothing changed."
    marks = {"same": "{}", "gone": "~~{}~~", "new": "**{}**"}
    return "\n".join([head, *_formatted_lines(changes, marks, _escaped, indent=_markdown_line)])


def card_title(change: CardChange) -> str:
    """A card's heading: its name, if it has one, and its id."""
    return f"{change.name} ({change.component}/{change.card})" if change.name else qualified_id(change)


def copies_text(change: CardChange) -> str:
    """The number of copies of a new or removed card, or how it changed:

    `2 copies`, `1 → 3 copies each for sun, moon`.
    """
    whole = "new" in change.kinds or "gone" in change.kinds
    owners: dict[tuple[int, int], list[str]] = {}
    for pair in change.pairs:
        owners.setdefault(pair.copies, []).append(pair.owner)
    return "; ".join(_amount(*amount, whole, [o for o in whose if o]) for amount, whose in owners.items())


def _amount(old: int, new: int, whole: bool, owners: list[str]) -> str:
    number = str(new or old) if whole or old == new else f"{old} → {new}"
    copies = "copy" if number == "1" else "copies"
    each = " each" if len(owners) > 1 else ""
    return f"{number} {copies}{each}" + (f" for {', '.join(owners)}" if owners else "")


def qualified_id(change: CardChange) -> str:
    """A card's id on the command line: `component/card`, or `component` where both ids are the same."""
    return change.component if change.card == change.component else f"{change.component}/{change.card}"


def _entry(change: CardChange, kind: ChangeKind, full: bool) -> Iterator[ChangelogLine]:
    amount = f": {copies_text(change)}" if kind in ("new", "gone", "copies") else ""
    yield _plain(1, card_title(change) + amount)
    if full:
        line = _new_value if kind == "new" else _changed_value
        yield from (line(2, value) for value in change.values)


def _component(change: ComponentChange) -> Iterator[ChangelogLine]:
    yield _plain(1, change.component if change.kind == "changed" else f"{change.component}: {change.kind}")
    yield from (_changed_value(2, fact) for fact in change.facts)


def _changed_value(depth: int, change: ValueChange) -> ChangelogLine:
    parts = diff_words(change.old, change.new)
    if not change.name:  # The whole text of a face, which may be long.
        return ChangelogLine(depth, shorten_unchanged(parts))
    return ChangelogLine(depth, (DiffSpan("same", f"{change.name}: "), *parts))


def _new_value(depth: int, change: ValueChange) -> ChangelogLine:
    """A value of a new card, without marks."""
    return _plain(depth, f"{change.name}: {change.new}" if change.name else change.new)


def _plain(depth: int, text: str) -> ChangelogLine:
    return ChangelogLine(depth, (DiffSpan("same", text),))


def _formatted_lines(
    changes: Changes, marks: dict[str, str], escape: Callable[[str], str], indent: Callable[[int, str], str]
) -> Iterator[str]:
    for line in changelog_lines(changes):
        text = "".join(_marked(part, marks, escape) for part in line.parts)
        yield indent(line.depth, _SPACES.sub(_slash, text))


_SPACES = re.compile(r"\s+")


def _slash(spaces: re.Match[str]) -> str:
    """A line break, with the spaces around it, as a slash."""
    return " / " if "\n" in spaces[0] else spaces[0]


def _marked(part: DiffSpan, marks: dict[str, str], escape: Callable[[str], str]) -> str:
    """A part in its marks; spaces at its ends stay outside them."""
    text = part.text.strip()
    if part.kind == "same" or not text:
        return escape(part.text)
    before, after = part.text[: part.text.index(text[0])], part.text[len(part.text.rstrip()) :]
    return before + marks[part.kind].format(escape(text)) + after


def _text_line(depth: int, text: str) -> str:
    return f"\n{text}" if depth == 0 else "  " * depth + text


def _markdown_line(depth: int, text: str) -> str:
    return f"\n## {text}\n" if depth == 0 else "  " * (depth - 1) + f"- {text}"


_MARKUP = re.compile(r"([\\`*_\[\]<>#|~&])")


def _escaped(text: str) -> str:
    return _MARKUP.sub(r"\\\1", text)


def changes_json(changes: Changes) -> str:
    """For programs: every change, with the full texts before and after."""
    return msgspec.json.format(msgspec.json.encode(changes), indent=2).decode()
