"""Finds every place that names a drawing: components, symbols and cards, and the links of other drawings.

An address counts by what it leads to: `card.svg` in a game's files is a path below the game's layouts, or
else below `layouts/`; an `href` is relative to its own file. What a binding computes may name each drawing
that fits what is written around it: `n:href="frames/{{ card.kind }}.svg"` names all drawings of a folder.
"""

from collections.abc import Iterator
from contextlib import suppress

import msgspec

from nineup.base.diagnostics import Span
from nineup.base.project import Project, ProjectError, line_starts
from nineup.files.edit.csv_edit import csv_table
from nineup.files.edit.drawings.geometry import drawn_elements
from nineup.files.edit.files import text_of
from nineup.files.edit.parts import ValuePath, leaves, parts
from nineup.files.edit.rows import EditRefusedError
from nineup.svg.library import resolve
from nineup.svg.values.values import UnresolvedError
from nineup.svg.xml import SvgElement

LINKS = ("href", "n:href", "n:image")
"""The attributes of drawings that name files."""

_ANY = "\0"
"""What a binding computes, in an address."""

_PROSE = (".md", ".json", ".txt", ".html")
"""Files of a game in which a name is found, but not changed here."""


class DrawingUse(msgspec.Struct, frozen=True):
    """A place that names a drawing."""

    span: Span
    path: ValuePath
    """The value's path in its file; empty in a file that isn't edited here."""
    address: str
    """The address of a file in the value, with a zero character for each part that is computed."""
    value: str
    """The whole value."""
    element: str = ""
    """The id behind `#`, like `address`; empty for the whole drawing."""
    is_certain: bool = True
    """Whether it names this drawing and no other."""

    def may_name(self, id: str) -> bool:
        """Whether it may show the element with an id."""
        return _fits(self.element, id)


def drawing_uses(project: Project, drawing: str) -> tuple[DrawingUse, ...]:
    """The places in a project's files that name a drawing, by file and line; its own are not among them.

    Files that can't be read have none. Raises OSError.
    """
    uses = [*_in_games(project, drawing), *_in_drawings(project, drawing)]
    return tuple(sorted(uses, key=lambda use: (use.span.file, use.span.line, use.span.column)))


def below_game(drawing: str) -> str:
    """A drawing's path below its game's layouts, as a game's files name it; for one of all games, below
    `layouts/`.
    """
    _, game, rest = (*drawing.split("/", 2), "")[:3]
    return rest or game


def _in_games(project: Project, drawing: str) -> Iterator[DrawingUse]:
    name = drawing.rpartition("/")[2]
    for game in project.games():
        for file in project.list(f"cards/{game}", "**/*"):
            is_record = file.startswith(f"cards/{game}/prints/")
            if is_record or not file.endswith((".yaml", ".csv", ".tsv", *_PROSE)):
                continue
            with suppress(ProjectError, EditRefusedError, ValueError):
                data = project.read(file)
                if name.encode() not in data:
                    continue
                text = text_of(file, data)
                if file.endswith(_PROSE):
                    yield from _in_prose(file, text, below_game(drawing))
                    continue
                for path, value, offset in _values(file, text):
                    use = _use(value, _place(file, text, offset), path)
                    if use is not None and _located(project, game, use.address) == drawing:
                        yield use


def _values(file: str, text: str) -> Iterator[tuple[ValuePath, str, int]]:
    """The values of a YAML or CSV file, with their paths and offsets."""
    if file.endswith(".yaml"):
        root = parts(text)
        for path, leaf in leaves(root) if root is not None else ():
            yield path, leaf.text, leaf.start
        return
    table = csv_table(text)
    for number, row in enumerate(table.rows[1:]):
        for column, cell in zip(table.columns, row, strict=False):
            yield (number, column), cell.text, cell.start


def _in_prose(file: str, text: str, name: str) -> Iterator[DrawingUse]:
    """Where a text contains a drawing's path; whether that is meant isn't known."""
    at = text.find(name)
    while at >= 0:
        before, behind = text[at - 1 : at], text[at + len(name) : at + len(name) + 1]
        if not (before.isalnum() or before in ("-", "_", "/")) and not behind.isalnum():
            yield DrawingUse(_place(file, text, at), (), name, value=name, is_certain=False)
        at = text.find(name, at + 1)


def _in_drawings(project: Project, drawing: str) -> Iterator[DrawingUse]:
    name = drawing.rpartition("/")[2].encode()
    for file in project.list("layouts", "**/*.svg"):
        if file == drawing or not (project.root / file).is_file():
            continue
        with suppress(ProjectError, EditRefusedError):
            data = project.read(file)
            if name in data or b"{{" in data:
                for use in links(file, data):
                    if any(_fits(each, drawing) for each in _meant(project, file, use)):
                        yield use


def links(file: str, data: bytes) -> Iterator[DrawingUse]:
    """The places of a drawing that name files, in document order. Raises EditRefusedError."""
    elements, paths = drawn_elements(file, data)
    for offset, element in elements.items():
        for attribute in LINKS:
            if value := _attribute(element, attribute):
                span = element.span(attribute)
                use = _use(value, span, (*paths[offset], attribute))
                if use is not None and not use.address.startswith("data:"):
                    yield use


def _attribute(element: SvgElement, name: str) -> str:
    own, _, binding = name.partition(":")
    return element.bindings.get(binding, "") if binding else element.attributes.get(own, "")


def _meant(project: Project, file: str, use: DrawingUse) -> Iterator[str]:
    """The paths that an address in a drawing may lead to."""
    if use.path[-1] != "n:image":
        with suppress(UnresolvedError):
            yield resolve(file, use.address)
        return
    folder = file.split("/")[1]
    for game in [folder] if folder in project.games() else project.games():
        if use.is_certain:
            yield _located(project, game, use.address)
        else:
            yield from (f"layouts/{game}/{use.address}", f"layouts/{use.address}")


def _located(project: Project, game: str, address: str) -> str:
    """The file that an address in a game's files leads to."""
    own = f"layouts/{game}/{address}"
    return own if project.exists(own) else f"layouts/{address}"


def _use(value: str, span: Span, path: ValuePath) -> DrawingUse | None:
    """What a value names; None for one that names no drawing."""
    address, behind = _split(_masked(value.strip()))
    if not address.strip(f"{_ANY}/."):
        return None
    id = behind.partition("#")[2].partition(" ")[0]
    return DrawingUse(span, path, address, value=value.strip(), element=id, is_certain=_ANY not in address)


def _split(value: str) -> tuple[str, str]:
    """The address of a drawing in a value, and what follows it: an element's id, or a crop."""
    small, at = value.lower(), -1
    while (at := small.find(".svg", at + 1)) >= 0:
        end = at + 4 + (small[at + 4 : at + 5] == "z")
        if value[end : end + 1] in ("", "#", " "):
            return value[:end], value[end:]
    address, sign, id = value.partition("#")
    return (address, sign + id) if address.endswith(_ANY) else ("", "")


def _masked(value: str) -> str:
    """A value with a sign for everything that is computed."""
    if "{%" in value:
        value = value.partition("{%")[0] + _ANY + value.rpartition("%}")[2]
    first, *others = value.split("{{")
    return first + "".join(_ANY + each.partition("}}")[2] for each in others)


def _fits(pattern: str, text: str) -> bool:
    """Whether a text is a pattern with something for each computed part."""
    first, *others = pattern.split(_ANY)
    if not others:
        return pattern == text
    at = len(first)
    for each in others[:-1]:
        at = text.find(each, at) + len(each) if text.find(each, at) >= 0 else len(text) + 1
    return text.startswith(first) and text.endswith(others[-1]) and at + len(others[-1]) <= len(text)


def _place(file: str, text: str, offset: int) -> Span:
    starts = line_starts(text[:offset])
    return Span(file, len(starts), offset - starts[-1] + 1)
