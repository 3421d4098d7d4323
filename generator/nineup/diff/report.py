"""Changes in words: the lines that the text and the Markdown of a changelog have in common, and each of them."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec

from nineup.diff.compare import KINDS, CardChange, Change, Changes, ComponentChange, Kind
from nineup.diff.word_diff import Stretch, near, word_by_word


class Line(NamedTuple):
    """A line of a changelog: how deep it stands (0 is a heading), and its parts."""

    depth: int
    parts: tuple[Stretch, ...]


def lines(changes: Changes) -> Iterator[Line]:
    """A changelog in order: cards by what happened to them, components, rules; each card told once in full."""
    told: set[tuple[str, str]] = set()
    for kind, heading in KINDS.items():
        if entries := changes.of(kind):
            yield _plain(0, heading)
            for entry in entries:
                yield from _entry(entry, kind, (entry.component, entry.card) not in told)
                told.add((entry.component, entry.card))
    if changes.components:
        yield _plain(0, "Components")
        for component in changes.components:
            yield from _component(component)
    if changes.rules:
        yield _plain(0, "Rules")
        for rule in changes.rules:
            yield _change(1, rule)


def as_text(changes: Changes) -> str:
    """For a terminal: words that went stand in [- -], those that came in {+ +}."""
    head = f"{changes.title}: {changes.since} → {changes.until}"
    if not changes:
        return f"{head}\nnothing changed"
    marks = {"same": "{}", "gone": "[-{}-]", "new": "{{+{}+}}"}
    return "\n".join([head, *_written(changes, marks, str, _as_text)])


def as_markdown(changes: Changes) -> str:
    """For a changelog: words that went are struck out, those that came are bold."""
    head = f"# {_escaped(changes.title)}: {_escaped(changes.since)} → {_escaped(changes.until)}"
    if not changes:
        return f"{head}\n\nNothing changed."
    marks = {"same": "{}", "gone": "~~{}~~", "new": "**{}**"}
    return "\n".join([head, *_written(changes, marks, _escaped, _as_markdown)])


def title(change: CardChange) -> str:
    """What a changelog calls a card: its name where it has one, and its id."""
    return f"{change.name} ({change.component}/{change.card})" if change.name else id_of(change)


def copies(change: CardChange) -> str:
    """How many copies there are of a new card, or were of one that is gone, or both: `2`, `1 → 3 each for sun, moon`."""
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


def id_of(change: CardChange) -> str:
    """What a command calls a card: its component and its id, or just the component's where that is its only card."""
    return change.component if change.card == change.component else f"{change.component}/{change.card}"


def _entry(change: CardChange, kind: Kind, full: bool) -> Iterator[Line]:
    amount = f": {copies(change)}" if kind in ("new", "gone", "copies") else ""
    yield _plain(1, title(change) + amount)
    if full:
        told = _new if kind == "new" else _change
        yield from (told(2, value) for value in change.values)


def _component(change: ComponentChange) -> Iterator[Line]:
    yield _plain(1, change.component if change.kind == "changed" else f"{change.component}: {change.kind}")
    yield from (_change(2, fact) for fact in change.facts)


def _change(depth: int, change: Change) -> Line:
    parts = word_by_word(change.old, change.new)
    if not change.name:  # All that a face says: of a board that may be much.
        return Line(depth, near(parts))
    return Line(depth, (Stretch("same", f"{change.name}: "), *parts))


def _new(depth: int, change: Change) -> Line:
    """What a new card says: nothing of it needs a mark."""
    return _plain(depth, f"{change.name}: {change.new}" if change.name else change.new)


def _plain(depth: int, text: str) -> Line:
    return Line(depth, (Stretch("same", text),))


def _written(
    changes: Changes, marks: dict[str, str], escape: Callable[[str], str], place: Callable[[int, str], str]
) -> Iterator[str]:
    for line in lines(changes):
        text = "".join(_marked(part, marks, escape) for part in line.parts)
        yield place(line.depth, _BREAKS.sub(" / ", text))


_BREAKS = re.compile(r"\s*\n\s*")


def _marked(part: Stretch, marks: dict[str, str], escape: Callable[[str], str]) -> str:
    """A part within its marks, which stand at its words: spaces at its ends are left outside."""
    text = part.text.strip()
    if part.kind == "same" or not text:
        return escape(part.text)
    before, after = part.text[: part.text.index(text[0])], part.text[len(part.text.rstrip()) :]
    return before + marks[part.kind].format(escape(text)) + after


def _as_text(depth: int, text: str) -> str:
    return f"\n{text}" if depth == 0 else "  " * depth + text


def _as_markdown(depth: int, text: str) -> str:
    return f"\n## {text}\n" if depth == 0 else "  " * (depth - 1) + f"- {text}"


_MARKUP = re.compile(r"([\\`*_\[\]<>#|~&])")


def _escaped(text: str) -> str:
    return _MARKUP.sub(r"\\\1", text)


def as_json(changes: Changes) -> str:
    """For programs: all that is known of the changes, texts before and after in full."""
    return msgspec.json.format(msgspec.json.encode(changes), indent=2).decode()
