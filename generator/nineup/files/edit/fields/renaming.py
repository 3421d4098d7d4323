"""Renames a field wherever it is named: on cards, in rules, in texts, in layouts.

Each name is replaced where it is written. A rename is refused if one of the places may mean something else.
"""

from codecs import BOM_UTF8
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from nineup.base.diagnostics import Diagnostic, few
from nineup.base.project import LINE_BREAK
from nineup.files.edit.changes import Change, Set
from nineup.files.edit.fields.declaring import (
    FieldError,
    FieldHome,
    FileChanges,
    Read,
    homes_of,
    rename_field,
)
from nineup.files.edit.fields.uses import FieldUse, field_uses
from nineup.files.edit.files import edit
from nineup.files.edit.lists import list_root, part_at
from nineup.files.edit.parts import ValuePath, parts
from nineup.model.game import Game


def rename_everywhere(
    game: Game, home: FieldHome, name: str, to: str, read: Read
) -> dict[str, Callable[[bytes], bytes | Diagnostic]]:
    """Makes the new bytes of each file that names a field, with another name for it.

    A field that several lists of a component declare is renamed in all of them: their layout is the same.
    Raises ListError, and FieldError with the places if a use can't be renamed safely.
    """
    uses = field_uses(game, home, name, read=read)
    unsafe = [use for use in uses if not use.is_certain]
    if unsafe:
        places = few([f"{use.span.file}:{use.span.line}" for use in unsafe])
        raise FieldError(f"whether `{name}` is meant isn't certain in {places}; change these places first")
    keys: FileChanges = {}
    for each in homes_of(game, home, name, read=read):
        for file, changes in rename_field(game, each, name, to=to, read=read).items():
            kept = keys.setdefault(file, [])
            kept += [change for change in changes if change not in kept]
    made: dict[str, Callable[[bytes], bytes | Diagnostic]] = {}
    for file in dict.fromkeys((*keys, *(use.span.file for use in uses if use.path))):
        inside = tuple(use for use in uses if use.span.file == file)
        made[file] = partial(_renamed_file, file=file, uses=inside, name=name, to=to, keys=keys.get(file, []))
    for file in sorted({use.span.file for use in uses if not use.path}):
        inside = tuple(use for use in uses if use.span.file == file)
        made[file] = partial(_renamed_layout, uses=inside, name=name, to=to)
    return made


def _renamed_file(
    data: bytes, file: str, uses: tuple[FieldUse, ...], name: str, to: str, keys: Sequence[Change]
) -> bytes | Diagnostic:
    """A file's bytes with a field renamed in its values, and then in its keys."""
    if not uses:
        return edit(file, data, keys)
    mark = BOM_UTF8 if data.startswith(BOM_UTF8) else b""
    text = data.removeprefix(mark).decode()
    root = list_root(text)
    assert root is not None
    wanted: dict[ValuePath, str] = {}
    splices: dict[int, FieldUse] = {}
    for use in sorted(uses, key=lambda use: use.start, reverse=True):
        leaf = root.at(use.path)
        value = wanted.get(use.path, leaf.text)
        wanted[use.path] = value[: use.start] + _spelt(use, to) + value[use.start + len(name) :]
        # Quotes and folded lines shift a name in the source, which has it as often as the value.
        word = leaf.text[use.start : use.start + len(name)]
        at = leaf.start - 1
        for _ in range(leaf.text.count(word, 0, use.start) + 1):
            at = text.find(word, at + 1, leaf.end)
        splices[at] = use
    spliced = text
    for at in sorted(splices, reverse=True):
        spliced = spliced[:at] + _spelt(splices[at], to) + spliced[at + len(name) :]
    if not _holds(spliced, wanted):  # an escape in the source; the value is written anew
        return edit(file, data, [*(Set(path, value) for path, value in wanted.items()), *keys])
    return edit(file, mark + spliced.encode(), keys)


def _holds(text: str, wanted: Mapping[ValuePath, str]) -> bool:
    """Whether a YAML text has these values."""
    try:
        root = parts(text)
    except ValueError:
        return False
    found = {path: part_at(root, path) for path in wanted}
    return all(part is not None and part.text == wanted[path] for path, part in found.items())


def _renamed_layout(data: bytes, uses: tuple[FieldUse, ...], name: str, to: str) -> bytes:
    """A layout's bytes with a field renamed in its bindings."""
    text = data.decode("utf-8")
    begins = [0, *(found.end() for found in LINE_BREAK.finditer(text))]
    mark = text.startswith("\ufeff")
    places = {begins[use.span.line - 1] + use.span.column - 1: use for use in uses if not use.path}
    for start in sorted(places, reverse=True):
        at = start + (mark and places[start].span.line == 1)
        text = text[:at] + _spelt(places[start], to) + text[at + len(name) :]
    return text.encode()


def _spelt(use: FieldUse, name: str) -> str:
    return name.replace("-", "_") if use.is_word else name
