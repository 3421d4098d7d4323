"""Whole drawings: a blank one, another size, a copy, another name with all that names it, and removal."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from posixpath import dirname, relpath
from urllib.parse import quote
from xml.sax.saxutils import quoteattr

from nineup.base.diagnostics import Diagnostic, Findings, few
from nineup.base.geometry import Size
from nineup.base.project import Project, ProjectError
from nineup.base.units import MM
from nineup.files.edit.changes import Change, Set
from nineup.files.edit.drawing_links import DrawingUse, below_game, drawing_uses, links
from nineup.files.edit.drawings.geometry import drawn_elements
from nineup.files.edit.drawings.numbers import number_text, with_length
from nineup.files.edit.files import edit
from nineup.files.edit.rows import EditRefusedError
from nineup.schema.yaml_tree import decode_text
from nineup.svg.extents import extent
from nineup.svg.library import resolve
from nineup.svg.reporter import Reporter
from nineup.svg.values.values import UnresolvedError
from nineup.svg.xml import parse_svg

Make = Callable[[bytes], bytes | Diagnostic | None]
"""Makes a file's new bytes from those that it has; None removes it."""

BLEED = 3.0
"""How far a blank drawing reaches beyond the cut, in millimetres."""

_PIXELS = 96 / 72
"""User units in a point."""


class UsedError(EditRefusedError):
    """A drawing that can't be changed as a whole because of its `uses`."""

    def __init__(self, message: str, uses: Iterable[DrawingUse]) -> None:
        self.uses = tuple(uses)
        super().__init__(f"{message} in {few([use.span.place for use in self.uses])}")


def blank_drawing(size: Size, paper: str = "#ffffff", binding: str = "") -> str:
    """A drawing of a size in points with a background that reaches into the bleed.

    `binding` is an expression for the background's color, such as `palette.paper`.
    """
    width, height = (number_text(side / MM, decimals=3) for side in size)
    wide, high = (number_text(side / MM + 2 * BLEED, decimals=3) for side in size)
    bound = f" n:fill={quoteattr(f'{{{{ {binding} }}}}')}" if binding else ""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:n="nineup"'
        f' width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}" n:bleed="{BLEED:g}mm">\n'
        f'  <rect id="background" x="-{BLEED:g}" y="-{BLEED:g}" width="{wide}" height="{high}"'
        f" fill={quoteattr(paper)}{bound}/>\n</svg>\n"
    )


def with_size(name: str, data: bytes, size: Size) -> bytes | Diagnostic:
    """A drawing's bytes with another size in points: its root's sides and `viewBox`, in its own units.

    What is in it stays where it is. Raises EditRefusedError for a file that isn't SVG.
    """
    document = parse_svg(name, decode_text(data, name, findings := Findings()), findings)
    if document is None or findings.failed:
        raise EditRefusedError(next(each.message for each in findings))
    box, old = extent(document, Reporter(findings))
    if findings.failed:
        raise EditRefusedError(next(each.message for each in findings))
    root, changes = document.root.attributes, list[Change]()
    for side, now, before in (("width", size.width, old.width), ("height", size.height, old.height)):
        if abs(now - before) > 0.01:
            text = root.get(side, "")
            like = "1mm" if not text or text.strip().endswith("%") else text
            changes.append(Set((side,), with_length(like, now * _PIXELS, 3)))
    if changes and "viewBox" in root:
        sides = box.width * size.width / old.width, box.height * size.height / old.height
        numbers = (box.x, box.y, *sides)
        changes.append(Set(("viewBox",), " ".join(number_text(each, decimals=3) for each in numbers)))
    return edit(name, data, changes) if changes else data


def copied_drawing(old: str, data: bytes, new: str, size: Size) -> bytes:
    """A drawing's bytes for another file, with a size in points. Raises EditRefusedError."""
    sized = with_size(old, data, size)
    moved = sized if isinstance(sized, Diagnostic) else _with_links(sized, old=old, new=new)
    if isinstance(moved, Diagnostic):
        raise EditRefusedError(moved.message)
    return moved


def moved_drawing(project: Project, old: str, new: str) -> dict[str, Make]:
    """What gives a drawing another path: for its file, the new one, and each file that names it.

    Raises UsedError with the places that may mean it, but don't say so.
    """
    uses = drawing_uses(project, old)
    if unsafe := [use for use in uses if not use.is_certain or not use.path]:
        raise UsedError(f"whether `{below_game(old)}` is meant isn't certain", unsafe)
    content = project.read(old)
    making: dict[str, Make] = {old: lambda _: None, new: lambda _: _with_links(content, old=old, new=new)}
    for file in dict.fromkeys(use.span.file for use in uses):
        inside = [use for use in uses if use.span.file == file]
        making[file] = partial(_renamed, file=file, uses=inside, new=new)
    for game in project.games():
        if old.startswith(f"layouts/{game}/") or old.count("/") == 1:
            for file in project.list(f"cards/{game}/translations", "*.po"):
                context = b'msgctxt "layout/%s '
                was, now = (context % below_game(each).encode() for each in (old, new))
                with suppress(ProjectError):
                    if was in project.read(file):
                        making[file] = lambda data, was=was, now=now: data.replace(was, now)  # type: ignore[misc]
    return making


def removed_drawing(project: Project, drawing: str) -> Mapping[str, Make]:
    """What removes a drawing. Raises UsedError with everything that uses it."""
    if uses := drawing_uses(project, drawing):
        raise UsedError(f"`{below_game(drawing)}` is used", uses)
    return {drawing: lambda _: None}


def refuse_lost_ids(project: Project, drawing: str, before: bytes, after: bytes) -> None:
    """Refuses new bytes of a drawing that lack an id by which other files show an element of it.

    Raises UsedError with these places.
    """
    lost = _ids(drawing, before) - _ids(drawing, after)
    uses = [use for use in drawing_uses(project, drawing) if use.element] if lost else []
    for id in sorted(lost):
        if showing := [use for use in uses if use.may_name(id)]:
            raise UsedError(f"`#{id}` of this drawing is used", showing)


def refuse_bound_art(project: Project, drawing: str, before: bytes, after: bytes) -> None:
    """Refuses a first binding in a drawing that is shown as a picture or a symbol, which can't have any.

    Raises UsedError with the places that show it.
    """
    had, has = (
        any(each.bindings for each in drawn_elements(drawing, data)[0].values()) for data in (before, after)
    )
    if has and not had:
        uses = drawing_uses(project, drawing)
        if art := [
            use for use in uses if use.path[-1:] not in (("layout",), ("back",)) and not _is_part(use)
        ]:
            raise UsedError(
                "this would need an `n:` attribute, which no picture or symbol has: it is used", art
            )


def _is_part(use: DrawingUse) -> bool:
    """Whether a place shows an element of a drawing as a part of its own."""
    return bool(use.element) and use.path[-1:] in (("href",), ("n:href",))


def _ids(drawing: str, data: bytes) -> set[str]:
    elements, _ = drawn_elements(drawing, data)
    return {each.attributes["id"] for each in elements.values() if "id" in each.attributes}


def _renamed(data: bytes, file: str, uses: Iterable[DrawingUse], new: str) -> bytes | Diagnostic:
    """A file's bytes with the addresses of a drawing replaced."""
    changes: list[Change] = []
    for use in uses:
        is_link = use.path[-1] in ("href", "n:href") and file.endswith(".svg")
        address = quote(relpath(new, dirname(file))) if is_link else below_game(new)
        changes.append(Set(use.path, address + use.value[len(use.address) :]))
    return edit(file, data, changes)


def _with_links(data: bytes, old: str, new: str) -> bytes | Diagnostic:
    """A drawing's bytes for another path: links that are relative to its file lead where they led."""
    return edit(new, data, list(_moved_links(data, old=old, new=new)))


def _moved_links(data: bytes, old: str, new: str) -> Iterator[Change]:
    for use in links(old, data):
        written = use.address.partition("\0")[0]
        folder = written if use.is_certain else written[: written.rfind("/") + 1]
        if use.path[-1] == "n:image":
            continue
        with suppress(UnresolvedError):
            target = resolve(old, folder or ".")
            address = quote(relpath(new if target == old else target, dirname(new)))
            moved = address if use.is_certain else f"{address}/".removeprefix("./")
            if resolve(new, moved or ".") != resolve(new, folder or "."):
                yield Set(use.path, moved + use.value[len(folder) :])
