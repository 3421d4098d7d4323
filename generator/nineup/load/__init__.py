"""Reads a game's files into a `Game`, the first stage: YAML and CSV to located nodes, and these to records."""

from collections.abc import Mapping as Map
from typing import TYPE_CHECKING

import msgspec

from nineup.diagnostics import Findings, Span
from nineup.game import Game
from nineup.load.game_file import read_game
from nineup.postponed import late_names
from nineup.project import Project, ProjectError
from nineup.schema.nodes import Mapping, SourceFile
from nineup.schema.scope import Caching, Names, Scope, Type, expected, uncached
from nineup.schema.types import id_hint, is_id
from nineup.schema.yaml_tree import decode_text, parse

if TYPE_CHECKING:
    from nineup.load.cache import CardCache
else:
    __getattr__ = late_names(__name__, cache=("CardCache",))

__all__ = ["Caching", "CardCache", "load_game", "uncached"]


def load_game(
    project: Project,
    game: str,
    findings: Findings,
    rules: Map[str, Type] | None = None,
    *,
    caching: Caching = uncached,
    partial: bool = False,
) -> Game | None:
    """The game of `cards/<game>/game.yaml`, with its card lists and data; None after an error.

    Reports every mistake in all of its files. `rules` maps the names of the ready-made rules to the types that
    read their settings; without it, entries of `rules:` are not checked. `caching` may skip reading card files
    that haven't changed. A `partial` game holds whatever could be read in spite of errors: fit for looking at the
    layouts that it names, not for play.
    """
    path = f"cards/{game}/game.yaml"
    try:
        data = project.read(path)
    except ProjectError as error:
        findings.error("no-file", str(error))
        return None
    with findings.limited():
        return _read(
            project,
            game,
            path,
            data,
            Scope(SourceFile(path, ""), findings, Names(rules=rules), caching=caching),
            partial,
        )
    return None


def _read(project: Project, game: str, path: str, data: bytes, scope: Scope, partial: bool) -> Game | None:
    findings = scope.findings
    before = len(findings)
    if not is_id(game):
        message = f"the game's folder `cards/{game}/` is not named as an id"
        findings.error("bad-id", message, Span(path, 1, 1), f"{id_hint(game)}; layouts/ the same")
    root, file = _root(decode_text(data, path, findings), path, findings)
    if root is None and not partial:
        return None
    made = read_game(game, root or Mapping({}, [], 0, 0), project, msgspec.structs.replace(scope, file=file))
    return made if partial or not findings.failed_since(before) else None


def _root(text: str, path: str, findings: Findings) -> tuple[Mapping | None, SourceFile]:
    """The root of a game file; None, with the reason among the findings, if it isn't a mapping."""
    before = len(findings)
    root, file = parse(text, path, findings)
    if isinstance(root, Mapping):
        return root, file
    if root is not None:
        expected("a mapping", root, Scope(file, findings))
    elif len(findings) == before:
        findings.error("empty-file", f"`{path}` is empty", Span(path, 1, 1), "start with `game: …`")
    return None, file
