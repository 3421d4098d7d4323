"""Reads a game's files into a `Game`, the first stage: YAML and CSV to located nodes, and these to
records.
"""

from collections.abc import Mapping as Map
from typing import TYPE_CHECKING

import msgspec

from nineup.base.diagnostics import Findings, Span
from nineup.base.late_names import late_names
from nineup.base.project import Project
from nineup.files.load.game_file import read_game
from nineup.files.load.portable_names import note_unportable_names
from nineup.model.game import Game
from nineup.schema.files import read_text, root_of
from nineup.schema.nodes import Mapping, SourceFile
from nineup.schema.scope import Caching, Names, Scope, Type, expected, uncached
from nineup.schema.types import id_hint, is_id

if TYPE_CHECKING:
    from nineup.files.load.amounts import parse_range
    from nineup.files.load.cache import CardCache
    from nineup.files.load.card_copies import CardCopies
    from nineup.files.load.cards_file import CARD_KEYS, TAKEN_NAMES, declared_types, read_cards
    from nineup.files.load.fields import CountsOf, Fields, OneOf, Optional, PictureName
    from nineup.files.load.json_schema import schema_names
else:
    __getattr__ = late_names(
        __name__,
        {
            "amounts": ("parse_range",),
            "cache": ("CardCache",),
            "card_copies": ("CardCopies",),
            "cards_file": ("CARD_KEYS", "TAKEN_NAMES", "declared_types", "read_cards"),
            "fields": ("CountsOf", "Fields", "OneOf", "Optional", "PictureName"),
            "json_schema": ("schema_names",),
        },
    )

__all__ = [
    "CARD_KEYS",
    "TAKEN_NAMES",
    "Caching",
    "CardCache",
    "CardCopies",
    "CountsOf",
    "Fields",
    "OneOf",
    "Optional",
    "PictureName",
    "declared_types",
    "load_game",
    "parse_range",
    "read_cards",
    "schema_names",
    "uncached",
]


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

    Reports every mistake in all of its files. `rules` maps the names of the ready-made rules to the types
    that read their settings; without it, entries of `rules:` are not checked. `caching` may skip reading card
    files that haven't changed. A `partial` game holds what could be read despite errors: its layouts can be
    looked at, but it can't be played.
    """
    path, before = f"cards/{game}/game.yaml", len(findings)
    loaded: Game | None = None
    text = read_text(project, path, findings)
    if text is None:
        return None
    note_unportable_names(project, game, findings)
    with findings.limited():
        scope = Scope(SourceFile(path, text), findings, Names(rules=rules), caching=caching)
        loaded = _read(project, game, scope, partial=partial)
    return loaded if partial or not findings.failed_since(before) else None


def _read(project: Project, game: str, scope: Scope, partial: bool) -> Game | None:
    findings, path = scope.findings, scope.file.name
    start = Span(path, 1, 1)
    if not is_id(game):
        message = f"the game's folder `cards/{game}/` is not named as an id"
        findings.error("bad-id", message, start, hint=f"{id_hint(game)}; layouts/ the same")
    root, file = root_of(scope.file.text, path, findings, place=start, hint="start with `game: …`")
    scope = msgspec.structs.replace(scope, file=file)
    if not isinstance(root, Mapping):
        if root is not None:
            expected("a mapping", root, scope)
        if not partial:
            return None
        root = Mapping({}, [], 0, 0)
    return read_game(game, root, project, scope=scope)
