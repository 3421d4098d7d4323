"""What drawing programs keep in a drawing for themselves, and the canvas too: names, locks and guides.

They are Inkscape's, so that both show the same: `inkscape:label`, `sodipodi:insensitive`, and the guides of
`sodipodi:namedview`, whose positions count user units from the page's left and bottom.
"""

from collections.abc import Iterator

import msgspec

from nineup.files.edit.changes import Change, Delete, Insert, Set
from nineup.files.edit.drawings.numbers import number_text
from nineup.files.edit.drawings.tree import PREFIXES, Tree, read_tree, root_of

_LABEL, _LOCK = f"{PREFIXES['inkscape']} label", f"{PREFIXES['sodipodi']} insensitive"
_VIEW, _GUIDE = f"{PREFIXES['sodipodi']} namedview", f"{PREFIXES['sodipodi']} guide"
_ACROSS, _DOWN = "1,0", "0,-1"
"""The orientations of guides as Inkscape writes them: of a vertical line, and of a horizontal one."""

Path = tuple[int, ...]


class Guide(msgspec.Struct, frozen=True):
    """A vertical line at a distance from the left, or a horizontal one at a distance from the top."""

    path: Path
    axis: int
    """0 for a vertical line, 1 for a horizontal one."""
    at: float
    """In millimetres."""


class EditorMarks(msgspec.Struct, frozen=True):
    """The marks of a drawing, by the paths of elements."""

    labels: dict[Path, str]
    locked: frozenset[Path]
    guides: tuple[Guide, ...]

    def is_locked(self, path: Path) -> bool:
        """Whether an element, or a group around it, is locked."""
        return any(path[:end] in self.locked for end in range(1, len(path) + 1))


def editor_marks(text: str, height: float, unit: float) -> EditorMarks:
    """The marks of a drawing of a height in millimetres, of which a user unit is `unit`.

    Raises EditRefusedError for a text that isn't XML.
    """
    labels, locked, guides = dict[Path, str](), set[Path](), list[Guide]()
    for path, element in _elements(root_of(read_tree(text)), ()):
        if label := " ".join(element.attributes.get(_LABEL, "").split()):
            labels[path] = label
        if element.attributes.get(_LOCK) in ("true", "1"):
            locked.add(path)
        if element.name == _GUIDE and (guide := _guide(path, element, height, unit=unit)):
            guides.append(guide)
    return EditorMarks(labels, frozenset(locked), tuple(guides))


def _elements(element: Tree, path: Path) -> Iterator[tuple[Path, Tree]]:
    for number, child in enumerate(element.elements()):
        yield (*path, number), child
        yield from _elements(child, (*path, number))


def _guide(path: Path, element: Tree, height: float, unit: float) -> Guide | None:
    """The guide of an element; None for a slanted one."""
    try:
        x, y = map(float, element.attributes.get("position", "").split(","))
        across, down = map(float, element.attributes.get("orientation", "").split(","))
    except ValueError:
        return None
    if bool(across) == bool(down):
        return None
    return Guide(path, 0 if across else 1, round(x * unit if across else height - y * unit, 4))


def guide_change(
    text: str, axis: int, at: float | None, height: float, unit: float, path: Path | None = None
) -> list[Change]:
    """The changes that move the guide at a path, remove it (`at` is None), or add one (without a path).

    The view that holds guides is added with the first one, and goes with the last one if it holds no more.
    Lengths are those of `editor_marks`. Raises EditRefusedError.
    """
    root = root_of(read_tree(text))
    if at is None:
        return _removal(root, path) if path else []
    place = number_text(at / unit if axis == 0 else (height - at) / unit, decimals=3)
    if path is not None:
        old = root.at(path).attributes.get("position", "0,0").partition(",")
        return [Set((*path, "position"), f"{place},{old[2]}" if axis == 0 else f"{old[0]},{place}")]
    position, orientation = (f"{place},0", _ACROSS) if axis == 0 else (f"0,{place}", _DOWN)
    source = f'<sodipodi:guide position="{position}" orientation="{orientation}"/>'
    view = next((number for number, each in enumerate(root.elements()) if each.name == _VIEW), None)
    if view is None:
        return [Insert((), 0, f"<sodipodi:namedview>\n  {source}\n</sodipodi:namedview>")]
    return [Insert((view,), len(root.elements()[view].elements()), source)]


def _removal(root: Tree, path: Path) -> list[Change]:
    view = root.at(path[:-1])
    is_ours = view.name == _VIEW and not view.attributes and len(view.elements()) == 1
    return [Delete(path[:-1] if is_ours else path)]
