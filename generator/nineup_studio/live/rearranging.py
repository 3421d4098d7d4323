"""Changes of a drawing that the structure and the rulers make: places in groups, locks, hiding, guides."""

import re
from collections.abc import Iterator, Sequence

from nineup.base.geometry import Matrix
from nineup.files.edit import Change, Delete, DrawingGeometry, EditRefusedError, Relocate, Set
from nineup.svg import xml

from nineup_studio.live.scene import Path, Placing, hiding

_HOLDERS = ("g", "a", "switch", "svg")
_NO_DISPLAY = re.compile(r"(?:^|;)\s*+display\s*+:\s*+none\s*+(?:!important\s*+)?(?=;|$)")


def placed(
    placing: Placing, targets: Sequence[tuple[Path, int]], into: Path, at: int
) -> tuple[list[Change], list[Path]]:
    """Puts elements, each with the number of its place on the face, into a group before a child of it, or in
    front of all its children (`at` is -1). They stay where they are on the face, and keep their look.

    Returns the changes and the elements' paths after them. Raises EditRefusedError.
    """
    group = placing.by_path.get(into)
    if group is None or group.name not in _HOLDERS:
        raise EditRefusedError("only a group can hold it")
    geometry = DrawingGeometry(placing.paths)
    outer = _space(placing, into)
    for path, spot in targets:
        if into[: len(path)] == path:
            raise EditRefusedError("a group can't be put into itself")
        if path[:-1] != into:
            element = placing.by_path[path]
            _refuse_bound(element, group)
            left = [each for each in element.ancestors() if each not in (group, *group.ancestors())]
            geometry.carry(placing.spot(path, spot), outer, left)
    inside = [path[-1] for path in placing.by_path if path and path[:-1] == into]
    place = max(inside, default=-1) + 1 if at < 0 else at
    changes: list[Change] = geometry.changes()
    waiting, chosen = sorted(path for path, _ in targets), list[Path]()
    while waiting:
        path = waiting.pop(0)
        changes.append(Relocate(path, into, place))
        new_into, new_place = _without(into, path), place - (path[:-1] == into and path[-1] < place)
        new = (*new_into, new_place)
        waiting = [_with(_without(each, path), new) for each in waiting]
        chosen = [*(_with(_without(each, path), new) for each in chosen), new]
        into, place = _with(new_into, new), new_place + 1
    return changes, chosen


def _space(placing: Placing, into: Path) -> Matrix:
    """From the user space inside of a group to points on the face. Raises EditRefusedError."""
    if into:
        return placing.spot(into).inner
    top = (places[0].outer for path, places in placing.places.items() if len(path) == 1 and places)
    return next(top, Matrix.scaling(placing.unit, placing.unit))


def _refuse_bound(element: xml.SvgElement, group: xml.SvgElement) -> None:
    """Refuses a move out of, or into, a group that is placed anew on each card, or whose loop is needed."""
    old, new = list(element.ancestors()), [group, *group.ancestors()]
    for each in (*old, *new):
        if "transform" in each.bindings and (each in old) != (each in new):
            raise EditRefusedError("`n:transform` places that group on each card")
    words = {
        word for each in element.all() for one in each.bindings.values() for word in re.findall(r"\w+", one)
    }
    for each in old:
        if each not in new and "each" in each.bindings:
            names = re.split(r"[\s,]+", each.bindings["each"].partition(" in ")[0].strip())
            for name in (*names, "loop"):
                if name in words:
                    raise EditRefusedError(f"it shows `{name}` of the group's `n:each`")


def _without(path: Path, gone: Path) -> Path:
    """A path after another element has been taken out."""
    level = len(gone) - 1
    behind = path[:level] == gone[:-1] and len(path) > level and path[level] > gone[-1]
    return (*path[:level], path[level] - 1, *path[level + 1 :]) if behind else path


def _with(path: Path, come: Path) -> Path:
    """A path after another element has been put in."""
    level = len(come) - 1
    behind = path[:level] == come[:-1] and len(path) > level and path[level] >= come[-1]
    return (*path[:level], path[level] + 1, *path[level + 1 :]) if behind else path


def marked(placing: Placing, paths: Sequence[Path], lock: bool | None, hide: bool | None) -> list[Change]:
    """Locks or unlocks, hides or shows elements. Raises EditRefusedError."""
    changes: list[Change] = []
    for path in paths:
        if lock is not None and lock != (path in placing.marks.locked):
            key: tuple[int | str, ...] = (*path, "sodipodi:insensitive")
            changes.append(Set(key, "true") if lock else Delete(key))
        if hide is not None:
            changes += _hidden(placing.by_path[path], path) if hide else _shown(placing.by_path[path], path)
    return changes


def _hidden(element: xml.SvgElement, path: Path) -> Iterator[Change]:
    """Hides an element in editors: `display` says so, and `n:display` that it is printed all the same."""
    if hiding(element):
        return
    if "display" in element.bindings:
        raise EditRefusedError("`n:display` shows or hides it on each card: change that expression")
    if re.search(r"(?:^|;)\s*display\s*:", element.attributes.get("style", "")):
        raise EditRefusedError("its `style` has a `display`: make an attribute of that")
    yield Set((*path, "display"), "none")
    yield Set((*path, "n:display"), element.attributes.get("display", "inline"))


def _shown(element: xml.SvgElement, path: Path) -> Iterator[Change]:
    """Shows a hidden element; one that isn't printed is from then on."""
    kind = hiding(element)
    if not kind:
        return
    style = element.attributes.get("style", "")
    printed = element.bindings.get("display", "inline")
    if kind == "here":
        yield Delete((*path, "n:display"))
    if _NO_DISPLAY.search(style):
        rest = _NO_DISPLAY.sub("", style).lstrip("; ")
        yield Set((*path, "style"), rest) if rest else Delete((*path, "style"))
    if element.attributes.get("display") == "none":
        yield Delete((*path, "display")) if printed == "inline" else Set((*path, "display"), printed)
