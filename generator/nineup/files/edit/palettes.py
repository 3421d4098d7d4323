"""The colours of a game's palette: what names them, and what another name for one changes.

Text styles name a colour in their keys `color`, `gradient` and `foil`, layouts read it in expressions, as
`palette.ink` or `palette['ink']`. A layout that computes the name (`palette[card.kind]`) may mean any
colour: such a use is uncertain, and a colour is neither renamed nor removed while there is one.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial

import msgspec

from nineup.base.diagnostics import Diagnostic, Span, few
from nineup.base.project import Project, ProjectError
from nineup.files.edit.changes import Change, Delete, Rename, Set
from nineup.files.edit.drawings.geometry import drawn_elements
from nineup.files.edit.files import edit, text_of
from nineup.files.edit.lists import ListError, list_root
from nineup.files.edit.parts import SourcePart, ValuePath
from nineup.files.edit.rows import EditRefusedError
from nineup.logic.expression import ExpressionError
from nineup.logic.expression.analysis.fields import FieldRead, field_reads, mentions
from nineup.svg.xml import SvgElement

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,59}")
_IN_CODE = {"if": ("{% if ", " %}{% endif %}"), "each": ("{% for ", " %}{% endfor %}")}


class PaletteError(Exception):
    """A change of the palette that can't be made; the message is for the user."""


class ColourUse(msgspec.Struct, frozen=True):
    """A place that names a colour; `path` leads to the value in its file, whose new text `spelt` gives."""

    name: str
    span: Span
    path: ValuePath
    value: str
    starts: tuple[int, ...]
    """The offsets of the name in the value."""
    is_certain: bool = True

    def renamed(self, to: str) -> str:
        """The value with another name for the colour."""
        value = self.value
        for start in sorted(self.starts, reverse=True):
            is_word = value[start - 1 : start] == "."
            value = value[:start] + (_word(to) if is_word else to) + value[start + len(self.name) :]
        return value


def colour_uses(project: Project, game: str) -> dict[str, list[ColourUse]]:
    """The uses of all colours of a game's palette, by name; those that may be of any have the name ``""``.

    Files that can't be read have none: they are reported elsewhere. The styles come first, and last what all
    games share in `layouts/`, which is uncertain: another game's palette may be meant.
    """
    names = _names(project, style_path(game))
    uses: dict[str, list[ColourUse]] = {}
    own = _in_layouts(project, project.list(f"layouts/{game}", "**/*.svg"), names)
    for use in (*_in_styles(project, game), *own):
        uses.setdefault(use.name if use.is_certain else "", []).append(use)
    for use in _in_layouts(project, project.list("layouts", "*.svg"), names):
        uses.setdefault(use.name, []).append(msgspec.structs.replace(use, is_certain=False))
    return uses


def style_path(game: str) -> str:
    """A game's style sheet."""
    return f"layouts/{game}/style.yaml"


def remove_colour(project: Project, game: str, name: str) -> list[Change]:
    """The changes of the style sheet without a colour. Raises PaletteError with the places that use it."""
    uses = colour_uses(project, game)
    if places := [*uses.get(name, []), *uses.get("", [])]:
        raise PaletteError(f"`{name}` is used in {_places(places)}; give these another color first")
    return [Delete(("palette", name))]


def rename_colour(
    project: Project, game: str, name: str, to: str
) -> dict[str, Callable[[bytes], bytes | Diagnostic]]:
    """Makes the new bytes of each file that names a colour, with another name for it; the style sheet's are
    among them. Raises PaletteError.
    """
    known = _names(project, style_path(game))
    if name not in known:
        raise PaletteError(f"the palette has no `{name}` any more")
    if not _NAME.fullmatch(to):
        raise PaletteError(f"`{to}` can't name a color: use letters, digits and hyphens, a letter first")
    if taken := next((each for each in known if each != name and _word(each) == _word(to)), None):
        raise PaletteError(f"the palette has a `{taken}` already")
    uses = colour_uses(project, game)
    if unsafe := [*uses.get("", []), *(use for use in uses.get(name, ()) if not use.is_certain)]:
        raise PaletteError(f"{_places(unsafe)} may mean `{name}`, which isn't certain; change that first")
    changes: dict[str, list[Change]] = {style_path(game): []}
    for use in uses.get(name, ()):
        changes.setdefault(use.span.file, []).append(Set(use.path, use.renamed(to)))
    changes[style_path(game)].append(Rename(("palette", name), to))
    return {file: partial(edit, file, changes=each) for file, each in changes.items()}


def _places(uses: list[ColourUse]) -> str:
    return few(list(dict.fromkeys(f"{use.span.file}:{use.span.line}" for use in uses)))


def _word(name: str) -> str:
    """A name as it stands after a dot."""
    return name.replace("-", "_")


def _root(project: Project, path: str) -> SourcePart | None:
    try:
        return list_root(text_of(path, project.read(path)))
    except (ProjectError, ListError):
        return None


def _names(project: Project, path: str) -> tuple[str, ...]:
    root = _root(project, path)
    palette = root.find("palette") if root is not None else None
    return tuple(key.text for key in palette.keys) if palette is not None else ()


def _in_styles(project: Project, game: str) -> Iterator[ColourUse]:
    path = style_path(game)
    root = _root(project, path)
    styles = root.find("styles") if root is not None else None
    if styles is None:
        return
    text = text_of(path, project.read(path))
    for place, part in _colours(styles, ("styles",)):
        line = text.count("\n", 0, part.start) + 1
        column = part.start - text.rfind("\n", 0, part.start)
        yield ColourUse(part.text, Span(path, line, column), place, value=part.text, starts=(0,))


def _colours(part: SourcePart, path: ValuePath) -> Iterator[tuple[ValuePath, SourcePart]]:
    """The values of the keys `color` in a style, and in its outline, shadows and terms, and the colours of
    gradients.
    """
    keys: Iterable[str | int] = [key.text for key in part.keys] or range(len(part.values))
    for key, value in zip(keys, part.values, strict=True):
        place = (*path, key)
        is_colour = key in ("color", "foil") or "gradient" in path
        if is_colour and value.kind == "scalar" and not value.text.startswith("#") and value.text != "none":
            yield place, value
        elif value.kind in ("mapping", "sequence"):
            yield from _colours(value, place)


def _in_layouts(project: Project, files: Iterable[str], names: tuple[str, ...]) -> Iterator[ColourUse]:
    for path in files:
        try:
            elements, paths = drawn_elements(path, project.read(path))
        except (ProjectError, EditRefusedError):
            continue
        for offset, element in elements.items():
            for binding, source in element.bindings.items():
                if "palette" in source:
                    yield from _in_binding(element, binding, source, path=paths[offset], names=names)


def _in_binding(
    element: SvgElement, binding: str, source: str, path: tuple[int, ...], names: tuple[str, ...]
) -> Iterator[ColourUse]:
    opening, closing = _IN_CODE.get(binding, ("", ""))
    whole = opening + source + closing
    try:
        reads = [each for each in field_reads(whole, True) if ("palette",) in each.of]
    except ExpressionError:
        return  # It is reported where layouts are read.
    span = element.span(f"n:{binding}")
    place: ValuePath = (*path, f"n:{binding}")
    starts: dict[str, list[int]] = {}
    for read in reads:
        starts.setdefault(_meant(read, names), []).append(read.start - len(opening))
    for name, at in starts.items():
        is_certain = name != "" and all(source.startswith((name, _word(name)), start) for start in at)
        starts_here = tuple(sorted(set(at)))
        yield ColourUse(name, span, place, value=source, starts=starts_here, is_certain=is_certain)
    if mentions(whole, "palette") > len(reads):  # in a loop, or handed on as a whole
        yield ColourUse("", span, place, value=source, starts=(), is_certain=False)


def _meant(read: FieldRead, names: tuple[str, ...]) -> str:
    """The colour that a layout reads; its own spelling if there is none of that name."""
    if read.name in names or not read.is_word:
        return read.name
    return next((name for name in names if _word(name) == read.name), read.name)
