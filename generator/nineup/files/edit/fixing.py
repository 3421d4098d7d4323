"""Applies the fixes that findings know: another word in place of one, an acceptance with its reason, a rule.

A word is replaced in the file's text, where the finding is: `jadde` in `suit: jadde   # the second`, a symbol
inside a text, a name inside an expression or a layout's binding. Then YAML is read again, and must differ in
just that value.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from nineup.base.diagnostics import Accept, AddRule, ChangeKeys, Diagnostic, Fix, Span
from nineup.files.edit.cards import offset_at, path_to
from nineup.files.edit.changes import Change, Delete, Insert, Rename, Set
from nineup.files.edit.files import edit, encoding_of_file, refuse, text_of
from nineup.files.edit.parts import SourcePart, ValuePath, parts

_SUFFIXES = (".yaml", ".csv", ".tsv", ".svg")
"""The files in which a word can be replaced."""


def can_fix(fix: Fix, place: Span | None) -> bool:
    """Whether a fix of a finding at a place can be applied to a file of that kind."""
    if isinstance(fix, Accept | ChangeKeys | AddRule):
        return place_of_fix(fix, place).file.endswith(".yaml")
    return place is not None and place.file.endswith(_SUFFIXES)


def place_of_fix(fix: Fix, place: Span | None) -> Span:
    """The place that a fix changes: the finding's, or the record's that accepts it."""
    if isinstance(fix, Accept):
        return fix.record
    if isinstance(fix, ChangeKeys):
        return fix.mapping
    if isinstance(fix, AddRule):
        return fix.game
    assert place is not None
    return place


def fixed(data: bytes, fix: Fix, place: Span | None, reason: str = "") -> bytes | Diagnostic:
    """The bytes of the file at `place_of_fix` after a fix; an acceptance needs a `reason`."""
    span = place_of_fix(fix, place)
    text = text_of(span.file, data)
    if isinstance(fix, Accept):
        return _accepted(span, data, text, key=fix.key, reason=reason.strip())
    if isinstance(fix, ChangeKeys):
        return _with_other_keys(span, data, text, fix=fix)
    if isinstance(fix, AddRule):
        return with_rules(span.file, data, [msgspec.json.decode(fix.entry)])
    offset = _offset(text, span, fix.old)
    if offset is None:
        return refuse(f"`{fix.old}` is no longer there", span)
    edited = f"{text[:offset]}{fix.new}{text[offset + len(fix.old) :]}"
    if span.file.endswith(".yaml") and not _differs_in_a_word(text, edited, fix.old, new=fix.new):
        return refuse(f"`{fix.new}` can't just be put there", span, "change it by hand")
    mark, encoding = encoding_of_file(span.file, data)
    try:
        return mark + edited.encode(encoding)
    except UnicodeEncodeError:
        return refuse(f"`{fix.new}` can't be written in this file's encoding", span)


def _offset(text: str, span: Span, word: str) -> int | None:
    """The offset of a word at a place, or behind it in the same value or line."""
    start = offset_at(text, span.line, span.column)
    end = text.find("\n", start)
    end = len(text) if end < 0 else end
    if span.file.endswith(".yaml"):
        end = max(end, _end_of_value(text, start))
    match = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])").search(text, start, end)
    return match.start() if match else None


def _end_of_value(text: str, offset: int) -> int:
    try:
        root = parts(text)
    except ValueError:
        return offset
    return max((part.end for part in _scalars(root) if part.start <= offset < part.end), default=offset)


def _differs_in_a_word(before: str, after: str, old: str, new: str) -> bool:
    """Whether just one key or value has changed, by a word."""
    try:
        pair = [[part.text for part in _scalars(parts(text))] for text in (before, after)]
    except ValueError:
        return False
    if len(pair[0]) != len(pair[1]):
        return False
    different = [(one, other) for one, other in zip(*pair, strict=True) if one != other]
    return len(different) == 1 and any(
        different[0][1] == f"{different[0][0][: at.start()]}{new}{different[0][0][at.end() :]}"
        for at in re.finditer(re.escape(old), different[0][0])
    )


def _scalars(part: SourcePart | None) -> Iterator[SourcePart]:
    if part is None:
        return
    if part.kind == "scalar":
        yield part
    for each in (*part.keys, *part.values):
        yield from _scalars(each)


def _accepted(span: Span, data: bytes, text: str, key: str, reason: str) -> bytes | Diagnostic:
    if not reason:
        return refuse("an acceptance needs its reason", span)
    entry = _mapping(text, span)
    if entry is None:
        return _gone(span)
    path, part = entry
    if part.find("accept") is None:
        return edit(span.file, data, [Set((*path, "accept"), {key: reason})])
    return edit(span.file, data, [Set((*path, "accept", key), reason)])


def _with_other_keys(span: Span, data: bytes, text: str, fix: ChangeKeys) -> bytes | Diagnostic:
    entry = _mapping(text, span)
    if entry is None or any(entry[1].find(old) is None for old, _ in fix.keys):
        return _gone(span)
    gone: list[Change] = [Delete((*entry[0], old)) for old, new in fix.keys if not new]
    return edit(span.file, data, [*gone, *(Rename((*entry[0], old), new) for old, new in fix.keys if new)])


def with_rules(path: str, data: bytes, entries: Sequence[Mapping[str, Any]]) -> bytes | Diagnostic:
    """A game file with entries after those of its `rules:`, or with a section of them at its end."""
    root = parts(text_of(path, data))
    written = root.data if root is not None and isinstance(root.data, dict) else {}
    changes: list[Change] = []
    if entries and not written.get("rules"):
        changes = [Insert((), len(written), [dict(entry) for entry in entries], key="rules")]
    elif entries:
        length = len(written["rules"])
        changes = [Insert(("rules",), length + place, dict(entry)) for place, entry in enumerate(entries)]
    return edit(path, data, changes)


def _mapping(text: str, span: Span) -> tuple[ValuePath, SourcePart] | None:
    """The mapping that begins at a place, with its path; None if there is none."""
    try:
        root = parts(text)
        path = path_to(root, offset_at(text, span.line, span.column)) if root is not None else None
    except ValueError:
        return None
    return (path, root.at(path)) if root is not None and path else None


def _gone(span: Span) -> Diagnostic:
    return refuse("the entry is not where it was", span, "the file has changed or can't be read")
