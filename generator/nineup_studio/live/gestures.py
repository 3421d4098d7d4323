"""What is done on a canvas, as changes of the layout's file: one edit for each gesture."""

from collections.abc import Sequence
from typing import Literal

import msgspec
from nineup.base import MM
from nineup.base.geometry import Box
from nineup.files.edit import (
    Change,
    Delete,
    DrawingGeometry,
    Duplicate,
    EditRefusedError,
    Enclose,
    Insert,
    Move,
    Set,
    Unwrap,
)

from nineup_studio.live.bindings import (
    Condition,
    FieldChoice,
    Repetition,
    condition_text,
    repeat_changes,
    shows_changes,
)
from nineup_studio.live.rearranging import marked, placed
from nineup_studio.live.scene import Path, Placing


class Target(msgspec.Struct, frozen=True):
    """An element, at one of the places where the card shows it."""

    path: Path
    spot: int = 0


class MoveBy(msgspec.Struct, frozen=True, tag="move"):
    """Move each target by its own distance, in millimetres."""

    targets: list[Target]
    by: list[tuple[float, float]]
    copy: bool = False
    """Whether copies are moved, and the targets stay."""


class Resize(msgspec.Struct, frozen=True, tag="resize"):
    """Give each target another box in its own user space."""

    targets: list[Target]
    boxes: list[tuple[float, float, float, float]]


class Turn(msgspec.Struct, frozen=True, tag="turn"):
    """Turn the targets clockwise about a point of the face, in millimetres."""

    targets: list[Target]
    degrees: float
    about: tuple[float, float]


class Remove(msgspec.Struct, frozen=True, tag="remove"):
    targets: list[Target]


class Arrange(msgspec.Struct, frozen=True, tag="arrange"):
    """Move the targets forward (`1`), backward (`-1`), to the front (`2`) or to the back (`-2`)."""

    targets: list[Target]
    way: int


class GroupTargets(msgspec.Struct, frozen=True, tag="group"):
    targets: list[Target]


class Ungroup(msgspec.Struct, frozen=True, tag="ungroup"):
    targets: list[Target]


class Paste(msgspec.Struct, frozen=True, tag="paste"):
    """Insert elements from their sources in front of everything, or in front of a target."""

    sources: list[str]
    targets: list[Target] = []


class SetValues(msgspec.Struct, frozen=True, tag="values"):
    """Set attributes of each target; an empty value removes one."""

    targets: list[Target]
    values: dict[str, str]


class SetLook(msgspec.Struct, frozen=True, tag="look"):
    """Give the targets a look: a name of `LOOKS` with its value, `palette:` and a name, or nothing.

    Lengths are in millimetres.
    """

    targets: list[Target]
    name: str
    value: str


class SetStyle(msgspec.Struct, frozen=True, tag="style"):
    """Set the texts of the targets in a style of the game; none for an empty one."""

    targets: list[Target]
    style: str


class SetShown(msgspec.Struct, frozen=True, tag="shows"):
    """Put something into the targets: a template, as a `text`, a `symbol`, an `image` or a `qr` code."""

    targets: list[Target]
    value: str
    name: Literal["text", "symbol", "image", "qr"]


class SetCondition(msgspec.Struct, frozen=True, tag="when"):
    targets: list[Target]
    condition: Condition


class SetRepetition(msgspec.Struct, frozen=True, tag="repeat"):
    targets: list[Target]
    repetition: Repetition


class Place(msgspec.Struct, frozen=True, tag="place"):
    """Put the targets into a group, or the root, before the child that is now at an index."""

    targets: list[Target]
    into: Path
    at: int
    """-1 for the place in front of all that is in it."""


class Mark(msgspec.Struct, frozen=True, tag="mark"):
    """Lock or unlock the targets, hide or show them; None leaves that as it is."""

    targets: list[Target]
    lock: bool | None = None
    hide: bool | None = None


class SetGuide(msgspec.Struct, frozen=True, tag="guide"):
    """Move the guide at a path to a place in millimetres, remove it (None), or add one (without a path)."""

    axis: int
    at: float | None = None
    path: Path | None = None


Gesture = (
    MoveBy
    | Resize
    | Turn
    | Remove
    | Arrange
    | GroupTargets
    | Ungroup
    | Paste
    | SetValues
    | SetLook
    | SetStyle
    | SetShown
    | SetCondition
    | SetRepetition
    | Place
    | Mark
    | SetGuide
)

MOVEMENTS = (MoveBy, Resize, Turn)
"""The gestures that only move what is there."""


class Done(msgspec.Struct):
    """The changes of a gesture, and the elements that are chosen after it."""

    changes: list[Change]
    chosen: list[Path]


def changes_of(placing: Placing, gesture: Gesture, fields: Sequence[FieldChoice] = ()) -> Done:
    """The changes for a gesture. Raises EditRefusedError if it can't be done cleanly.

    `fields` are those that the layout can show.
    """
    if isinstance(gesture, SetGuide):
        return Done(placing.guide_change(gesture.axis, gesture.at, gesture.path), [])
    targets = [] if isinstance(gesture, Paste) else gesture.targets
    paths = [each.path for each in targets]
    for path in paths:
        if path not in placing.by_path or not path:
            raise EditRefusedError("this element isn't there any more")
        if placing.marks.is_locked(path) and not isinstance(gesture, Mark):
            raise EditRefusedError("it is locked: unlock it in the structure first")
    geometry = DrawingGeometry(placing.paths)
    match gesture:
        case MoveBy(copy=True):
            return _copied(placing, gesture)
        case MoveBy():
            for each, (x, y) in zip(targets, gesture.by, strict=True):
                geometry.move(placing.spot(each.path, each.spot), x * MM, y * MM)
                if sample := placing.sample_of(each.path, each.spot):
                    geometry.move(sample, x * MM, y * MM)
        case Resize():
            for each, box in zip(targets, gesture.boxes, strict=True):
                place = placing.spot(each.path, each.spot)
                old = placing.places[each.path][each.spot].box
                if old is None:
                    raise EditRefusedError("it has no size of its own: change the elements in it")
                geometry.resize(place, old, Box(*box))
                if sample := placing.sample_of(each.path, each.spot):
                    before, after = place.inner.apply(old.x, old.y), place.inner.apply(*box[:2])
                    geometry.move(sample, after[0] - before[0], after[1] - before[1])
        case Turn():
            about = gesture.about[0] * MM, gesture.about[1] * MM
            for each in targets:
                middle = placing.middle(each.path, each.spot)
                geometry.turn(placing.spot(each.path, each.spot), gesture.degrees, about, middle=middle)
        case Remove():
            samples = {placing.paths[each.element.offset] for each in map(placing.sample_of, paths) if each}
            return Done([Delete(path) for path in sorted({*paths, *samples}, reverse=True)], [])
        case Arrange():
            return _arranged(placing, paths, gesture.way)
        case GroupTargets():
            return _grouped(paths)
        case Ungroup():
            return _ungrouped(placing, targets)
        case Paste():
            return _pasted(placing, gesture)
        case Place():
            spots = [(each.path, each.spot) for each in targets]
            return Done(*placed(placing, spots, gesture.into, at=gesture.at))
        case Mark():
            return Done(marked(placing, paths, gesture.lock, hide=gesture.hide), paths)
        case SetValues():
            return Done(_values(placing, paths, gesture.values), paths)
        case SetLook() | SetStyle() | SetShown() | SetCondition() | SetRepetition():
            return Done(
                [each for one in targets for each in _set(placing, one, gesture, fields=fields)], paths
            )
    return Done(geometry.changes(), paths)


Setting = SetLook | SetStyle | SetShown | SetCondition | SetRepetition


def _set(placing: Placing, target: Target, gesture: Setting, fields: Sequence[FieldChoice]) -> list[Change]:
    """The changes that set something of one element."""
    path, element = target.path, placing.by_path[target.path]
    match gesture:
        case SetLook():
            spot = placing.any_spot(path, target.spot)
            return placing.looks.changes(spot, gesture.name, gesture.value, placing.palette)
        case SetStyle():
            return _styled(placing, path, gesture.style)
        case SetShown():
            return shows_changes(element.bindings, path, gesture.value, name=gesture.name)
        case SetCondition():
            return _values(placing, [path], {"n:if": condition_text(gesture.condition)})
    known = {each.path: each for each in fields}
    return repeat_changes(element.bindings, path, gesture.repetition, fields=known)


def _styled(placing: Placing, path: Path, style: str) -> list[Change]:
    """A style in place of the one in an element's class, whose other words stay."""
    if style and style not in placing.styles:
        raise EditRefusedError(f"the game has no style `{style}`")
    words = placing.by_path[path].attributes.get("class", "").split()
    others = [each for each in words if each not in placing.styles]
    return _values(placing, [path], {"class": " ".join([*filter(None, [style]), *others])})


def _copied(placing: Placing, gesture: MoveBy) -> Done:
    """Copies of the targets, each moved: the attributes that change are written into the copy only."""
    pairs = sorted(zip(gesture.targets, gesture.by, strict=True), key=lambda pair: pair[0].path, reverse=True)
    changes: list[Change] = []
    chosen: list[Path] = []
    for target, (x, y) in pairs:
        path = target.path
        copy = (*path[:-1], path[-1] + 1)
        geometry = DrawingGeometry(placing.paths)
        geometry.move(placing.spot(path, target.spot), x * MM, y * MM)
        changes.append(Duplicate(path))
        for change in geometry.changes():
            moved = (*copy, *change.path[len(path) :])
            changes.append(msgspec.structs.replace(change, path=moved))
        chosen = [_shifted(each, path) for each in chosen]
        chosen.append(copy)
    return Done(changes, sorted(chosen))


def _shifted(path: Path, inserted_behind: Path) -> Path:
    """A path after an element has come behind another one that precedes it."""
    level = len(inserted_behind) - 1
    same = path[:level] == inserted_behind[:-1] and len(path) > level and path[level] > inserted_behind[-1]
    return (*path[:level], path[level] + 1, *path[level + 1 :]) if same else path


def _arranged(placing: Placing, paths: Sequence[Path], way: int) -> Done:
    """Elements behind or before their neighbours: those that are drawn, so definitions stay first."""
    parent = _parent(paths)
    drawn = {each.path[-1] for each in placing.views() if each.path[:-1] == parent}
    chosen = {path[-1] for path in paths}
    order = sorted(each[-1] for each in placing.by_path if each[:-1] == parent and len(each) > len(parent))
    order = list(range(max(order) + 1))  # elements of other namespaces have numbers, too
    changes: list[Change] = []
    for number in sorted(chosen, reverse=way > 0):
        at = order.index(number)
        beyond = [n for n, each in enumerate(order) if each in drawn - chosen and (n - at) * way > 0]
        if not beyond:
            continue
        to = {2: max(beyond), -2: min(beyond), 1: min(beyond), -1: max(beyond)}[way]
        changes.append(Move(parent, at, to))
        order.insert(to, order.pop(at))
    return Done(changes, [(*parent, order.index(path[-1])) for path in paths])


def _parent(paths: Sequence[Path]) -> Path:
    parents = {path[:-1] for path in paths}
    if len(parents) != 1:
        raise EditRefusedError("these elements are in different groups")
    return parents.pop()


def _grouped(paths: Sequence[Path]) -> Done:
    members = tuple(sorted(path[-1] for path in paths))
    parent = _parent(paths)
    return Done([Enclose(parent, members)], [(*parent, members[-1] - len(members) + 1)])


def _ungrouped(placing: Placing, targets: Sequence[Target]) -> Done:
    if len(targets) != 1:
        raise EditRefusedError("ungroup one group at a time")
    path = targets[0].path
    group = placing.by_path[path]
    geometry = DrawingGeometry(placing.paths)
    geometry.loosen(placing.spot(path, targets[0].spot))
    inside = sum(1 for each in placing.by_path if each[:-1] == path and len(each) == len(path) + 1)
    assert group.parent is not None
    chosen = [(*path[:-1], path[-1] + number) for number in range(inside)]
    return Done([*geometry.changes(), Unwrap(path)], chosen)


def _pasted(placing: Placing, gesture: Paste) -> Done:
    """Elements in front of the target, or of all that is drawn."""
    top = [each.path for each in placing.views() if len(each.path) == 1]
    place = gesture.targets[-1].path if gesture.targets else max(top, default=(-1,))
    parent, at = place[:-1], place[-1] + 1
    changes: list[Change] = [Insert(parent, at + n, source) for n, source in enumerate(gesture.sources)]
    seen = [number for number, source in enumerate(gesture.sources) if 'n:if="false"' not in source]
    return Done(changes, [(*parent, at + number) for number in seen])  # a sample follows its frame


def _values(placing: Placing, paths: Sequence[Path], values: dict[str, str]) -> list[Change]:
    changes: list[Change] = []
    for path in paths:
        element = placing.by_path[path]
        known = {**element.attributes, **{f"n:{name}": value for name, value in element.bindings.items()}}
        for name, value in values.items():
            if value:
                changes.append(Set((*path, name), value))
            elif name in known:
                changes.append(Delete((*path, name)))
    return changes
