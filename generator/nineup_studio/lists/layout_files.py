"""Layouts as whole files: a new one for a side of a component, another name, another size, and removal."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from nineup.base import MM, Diagnostic, Findings, Project, is_reserved
from nineup.base.geometry import Size
from nineup.faces.shapes import shape_of
from nineup.files.edit import (
    EditHistory,
    EditRefusedError,
    Set,
    blank_drawing,
    copied_drawing,
    edit,
    moved_drawing,
    removed_drawing,
    with_size,
)
from nineup.files.load import load_game
from nineup.model import Component, Game
from nineup.schema import as_id

SIDES = {"front": "layout", "back": "back"}
"""The keys of a component that name the layouts of its sides."""

_ORDER = ("name", "shape", "size", "outline", "marks", "corner", "layout", "back")


class NewLayout(msgspec.Struct, frozen=True, tag="new"):
    """A layout for a side of a component: blank, or a copy of another one."""

    name: str
    component: str
    side: str
    like: str = ""
    """The file that is copied; empty for a blank one."""


class RenameLayout(msgspec.Struct, frozen=True, tag="rename"):
    file: str
    name: str


class DeleteLayout(msgspec.Struct, frozen=True, tag="delete"):
    file: str


class FitLayout(msgspec.Struct, frozen=True, tag="fit"):
    """Give a layout the size of a side of a component."""

    file: str
    component: str


LayoutRequest = NewLayout | RenameLayout | DeleteLayout | FitLayout

NewBytes = Callable[[bytes], bytes | Diagnostic | None]


class LayoutPlan(NamedTuple):
    """What a request changes: the new bytes of each file with its digest, and the layout that it leads to."""

    says: str
    files: dict[str, tuple[str, NewBytes]]
    path: str = ""
    """Below the game's layouts; empty if the layout is gone."""


def layout_plan(
    project: Project, game: str, wanted: LayoutRequest, history: EditHistory, palette: Mapping[str, str]
) -> LayoutPlan:
    """What a request changes. A blank layout has the color `paper` of the palette, if there is one.

    Raises EditRefusedError, which is a UsedError if other files are the reason, and ProjectError.
    """
    match wanted:
        case NewLayout():
            making = _new(project, game, wanted, paper=palette.get("paper", ""))
            path = list(making)[-1].removeprefix(f"layouts/{game}/")
            return LayoutPlan(f"new layout {path}", _based(history, making), path)
        case RenameLayout():
            file = _own(project, game, wanted.file)
            new = _named(project, game, file, name=wanted.name)
            path = new.removeprefix(f"layouts/{game}/").removeprefix("layouts/")
            return LayoutPlan(
                f"rename {file} to {path}", _based(history, moved_drawing(project, file, new)), path
            )
        case DeleteLayout():
            file = _own(project, game, wanted.file)
            return LayoutPlan(f"delete {file}", _based(history, removed_drawing(project, file)))
        case FitLayout():
            file = _own(project, game, wanted.file)
            size = _component(_read(project, game), wanted.component).size
            making = {file: lambda data: with_size(file, data, size)}
            return LayoutPlan(
                f"size of {file}", _based(history, making), file.removeprefix(f"layouts/{game}/")
            )


def _based(history: EditHistory, making: Mapping[str, NewBytes]) -> dict[str, tuple[str, NewBytes]]:
    return {file: (history.version(file).digest, make) for file, make in making.items()}


def _read(project: Project, game: str) -> Game:
    read = load_game(project, game, Findings(), partial=True)
    if read is None:
        raise EditRefusedError(f"`cards/{game}/game.yaml` can't be read; see the findings")
    return read


def _component(game: Game, id: str) -> Component:
    if id not in game.components:
        raise EditRefusedError(f"the game has no component `{id}`")
    return game.components[id]


def _new(project: Project, game: str, wanted: NewLayout, paper: str) -> dict[str, NewBytes]:
    """The game file with the layout's name, and the layout."""
    component = _component(_read(project, game), wanted.component)
    sides = shape_of(component.shape).sides(component)
    if wanted.side not in SIDES or wanted.side not in sides:
        raise EditRefusedError(f"a {component.shape} has no {wanted.side} of its own")
    file = _named(project, game, f"layouts/{game}/", name=wanted.name)
    size = sides[wanted.side]
    if wanted.like:
        data = copied_drawing(wanted.like, project.read(wanted.like), new=file, size=size)
    else:
        color = (paper, "palette.paper") if paper else ()
        data = blank_drawing(size, *color).encode()
    key = ("components", component.id, SIDES[wanted.side])
    change = Set(key, file.removeprefix(f"layouts/{game}/"), order=_ORDER)
    game_file = f"cards/{game}/game.yaml"
    return {game_file: lambda now: edit(game_file, now, [change]), file: lambda _: data}


def _own(project: Project, game: str, file: str) -> str:
    """A drawing of the game, or of all games, that may be changed."""
    is_drawing = file.endswith(".svg") and (
        file.startswith(f"layouts/{game}/") or (file.startswith("layouts/") and file.count("/") == 1)
    )
    if not is_drawing:
        raise EditRefusedError(f"`{file}` is no layout of this game")
    if not project.writable(file).is_file():
        what = "comes with Nineup: copy it first" if project.exists(file) else "isn't there any more"
        raise EditRefusedError(f"`{file}` {what}")
    return file


def _named(project: Project, game: str, old: str, name: str) -> str:
    """The path of a layout with another name, in the folder that the name says. Raises EditRefusedError."""
    parts = [as_id(each) for each in name.strip().removesuffix(".svg").split("/")]
    if not all(parts) or len(parts) > 4:
        raise EditRefusedError(f"`{name}` is no name: write letters or digits, such as `hero-back`")
    path = "/".join(parts) + ".svg"
    file = f"layouts/{game}/{path}" if old.startswith(f"layouts/{game}/") else f"layouts/{path}"
    if is_reserved(f"{parts[-1]}.svg"):
        raise EditRefusedError(f"Windows reserves the name `{parts[-1]}`; choose another")
    if file == old:
        raise EditRefusedError("this is its name already")
    for taken in {file, f"layouts/{path}"}:
        if project.exists(taken) or project.writable(taken).exists():
            raise EditRefusedError(f"the file `{taken}` already exists; choose another name")
    return file


class SideChoice(msgspec.Struct, frozen=True):
    """A side for which a layout can be made."""

    component: str
    side: str
    name: str
    layout: str
    """The layout that it has."""


def side_choices(game: Game) -> Iterator[SideChoice]:
    """The sides of flat components: each front, and each back that there is or could be."""
    for component in game.components.values():
        shape = shape_of(component.shape)
        for side, key in SIDES.items() if shape.is_flat else ():
            if side in shape.sides(component):
                width, height = (f"{length / MM:g}" for length in shape.sides(component)[side])
                name = f"{component.name}, {side} ({width} × {height} mm)"
                yield SideChoice(component.id, side, name, layout=getattr(component, key))


def misfit(game: Game, path: str, size: Size) -> dict[str, Any] | None:
    """The component that has a layout as its front or back, but another size; None if all fit."""
    for component in game.components.values():
        named = path in (component.layout, component.back) and shape_of(component.shape).is_flat
        if named and max(abs(a - b) for a, b in zip(component.size, size, strict=True)) > 0.02:
            width, height = (round(side / MM, 3) for side in component.size)
            return {"component": component.id, "name": component.name, "width": width, "height": height}
    return None
