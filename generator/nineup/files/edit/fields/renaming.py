"""Renames a field wherever it is named: on cards, in rules, in texts, in layouts.

Each name is replaced where it is written. A rename is refused if one of the places may mean something else.
"""

from codecs import BOM_UTF8
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial

from nineup.base.diagnostics import Diagnostic, few
from nineup.base.project import LINE_BREAK
from nineup.files.edit.changes import Change, Set
from nineup.files.edit.fields.declaring import (
    FieldError,
    FieldHome,
    FileChanges,
    Read,
    home_of,
    homes_of,
    rename_field,
)
from nineup.files.edit.fields.uses import FieldUse, field_uses
from nineup.files.edit.files import edit
from nineup.files.edit.lists import card_lists, list_root, part_at
from nineup.files.edit.parts import ValuePath, parts
from nineup.model.game import Game


class SharedFieldError(FieldError):
    """A field that other components share where it is used; `components` are all that have to change."""

    def __init__(self, message: str, components: tuple[str, ...]) -> None:
        super().__init__(message)
        self.components = components


def rename_everywhere(
    game: Game, home: FieldHome, name: str, to: str, read: Read, *, together: bool = False
) -> dict[str, Callable[[bytes], bytes | Diagnostic]]:
    """Makes the new bytes of each file that names a field, with another name for it.

    A field that several lists of a component declare is renamed in all of them: their layout is the same.
    With `together`, it is renamed in all components that share it in a rule or a layout. Raises ListError,
    FieldError with the places if a use can't be renamed safely, and SharedFieldError if all of them could
    be `together`.
    """
    homes, uses = homes_of(game, home, name, read=read), field_uses(game, home, name, read=read)
    unsafe = [use for use in uses if not use.is_certain]
    if unsafe:
        all_homes, all_uses = _together(game, home, name, read=read)
        unsafe = [use for use in all_uses if not use.is_certain]
        components = tuple(dict.fromkeys(id for each in all_homes for id in each.components))
        if not unsafe and not together:
            others = few([f"`{id}`" for id in components if id not in home.components])
            message = f"rules or layouts mean `{name}` of {others}, too; rename it in all of them"
            raise SharedFieldError(message, components)
        homes, uses = all_homes, all_uses
    if unsafe:
        places = few([f"{use.span.file}:{use.span.line}" for use in unsafe])
        raise FieldError(f"whether `{name}` is meant isn't certain in {places}; change these places first")
    keys: FileChanges = {}
    for each in homes:
        for file, changes in rename_field(game, each, name, to=to, read=read).items():
            kept = keys.setdefault(file, [])
            kept += [change for change in changes if change not in kept]
    renamings: dict[str, Callable[[bytes], bytes | Diagnostic]] = {}
    for file in dict.fromkeys((*keys, *(use.span.file for use in uses if use.path))):
        inside = tuple(use for use in uses if use.span.file == file)
        renamings[file] = partial(
            _renamed_file, file=file, uses=inside, name=name, to=to, keys=keys.get(file, [])
        )
    for file in sorted({use.span.file for use in uses if not use.path}):
        inside = tuple(use for use in uses if use.span.file == file)
        renamings[file] = partial(_renamed_layout, uses=inside, name=name, to=to)
    return renamings


def _together(
    game: Game, home: FieldHome, name: str, read: Read
) -> tuple[list[FieldHome], tuple[FieldUse, ...]]:
    """The declarations of a field in all components that share it, and its uses in these."""
    homes, lists = homes_of(game, home, name, read=read), card_lists(game, read)
    while True:
        known = {id for each in homes for id in each.components}
        uses = field_uses(game, home, name, read=read, also=known)
        decks = [id for id in lists if any(id.component in use.shared for use in uses)]
        more: list[FieldHome] = []
        for id in decks:
            with suppress(FieldError):  # A component without such a list leaves its use uncertain.
                more += homes_of(game, home_of(game, id, read, field=name), name, read=read)
        fresh = [each for each in more if each not in homes]
        if not fresh:
            return homes, uses
        homes += list({(each.file, each.path): each for each in fresh}.values())


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
    at_paths = {path: part_at(root, path) for path in wanted}
    return all(part is not None and part.text == wanted[path] for path, part in at_paths.items())


def _renamed_layout(data: bytes, uses: tuple[FieldUse, ...], name: str, to: str) -> bytes:
    """A layout's bytes with a field renamed in its bindings."""
    text = data.decode("utf-8")
    begins = [0, *(match.end() for match in LINE_BREAK.finditer(text))]
    mark = text.startswith("\ufeff")
    places = {begins[use.span.line - 1] + use.span.column - 1: use for use in uses if not use.path}
    for start in sorted(places, reverse=True):
        at = start + (mark and places[start].span.line == 1)
        text = text[:at] + _spelt(places[start], to) + text[at + len(name) :]
    return text.encode()


def _spelt(use: FieldUse, name: str) -> str:
    return name.replace("-", "_") if use.is_word else name
