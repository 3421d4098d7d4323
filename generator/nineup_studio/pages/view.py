"""A view: pages of one kind, and the tab that links to them."""

from typing import NamedTuple

from starlette.routing import Route


class View(NamedTuple):
    """A view; `path` is its first page below `/GAME/`. Without a title it has no tab."""

    id: str
    title: str
    path: str
    routes: tuple[Route, ...]
    shows_run: bool = True
    """Whether its pages depend on the run, so that they have the bar that chooses it."""
