"""A value's own YAML as an editable text, and back: for values that no form or grid shows."""

from nineup.files.edit.changes import SetSource
from nineup.files.edit.parts import BLOCKS, SourcePart, ValuePath, column, last, parts
from nineup.files.edit.rows import EditRefusedError
from nineup.files.edit.scalars import Habits, Splice


def source_of(text: str, path: ValuePath) -> str | None:
    """The source of a value in a YAML text, as if it began in the first column; None if there is no such
    value.

    Raises ValueError for a text that isn't YAML.
    """
    part = _find(parts(text), path)
    if part is None:
        return None
    first, *lines = _source(text, part).splitlines()
    indent = column(text, part.start)
    return "\n".join([first, *(line[min(indent, len(line) - len(line.lstrip(" "))) :] for line in lines)])


def with_source(text: str, root: SourcePart, change: SetSource, manner: Habits) -> str:
    """A text with another source for a value. Raises EditRefusedError if the value has no lines of
    its own.
    """
    part = _find(root, change.path)
    assert part is not None
    lines = change.text.rstrip().splitlines()
    if len(lines) > 1 and not _has_lines(part):
        raise EditRefusedError("here it has to be on one line", part.start)
    spaces = " " * column(text, part.start)
    indented = manner.newline.join(
        [*lines[:1], *(spaces + line if line.strip() else "" for line in lines[1:])]
    )
    return Splice(part.start, part.start + len(_source(text, part)), indented)(text)


def _has_lines(part: SourcePart) -> bool:
    """Whether a value may be written on several lines."""
    return bool(part.values) and not part.flow


def _source(text: str, part: SourcePart) -> str:
    return text[part.start : last(part, text)]


def _find(part: SourcePart | None, path: ValuePath) -> SourcePart | None:
    for step in path:
        part = part.find(step) if part is not None else None
    return part if part is None or part.kind != "scalar" or part.style not in BLOCKS else None
