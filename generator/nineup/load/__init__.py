"""Files → `Game`: YAML through an event guard to located nodes, and these to frozen records; the first stage."""

from collections.abc import Collection

from nineup.diagnostics import Findings, Span
from nineup.game import Game
from nineup.load.cache import Remembered
from nineup.load.decode import Names, Scope, Through, id_hint, is_id, straight
from nineup.load.files import load_tree
from nineup.load.game_file import read_game
from nineup.load.nodes import Mapping
from nineup.load.records import expect_mapping
from nineup.load.yaml_tree import decode_text, parse
from nineup.project import Project, ProjectError

__all__ = ["Remembered", "Through", "load_game", "load_tree", "straight"]


def load_game(
    project: Project,
    game: str,
    findings: Findings,
    rule_names: Collection[str] | None = None,
    *,
    through: Through = straight,
    partial: bool = False,
) -> Game | None:
    """The game of `cards/<game>/game.yaml`, with its card lists and data; None after an error.

    Every mistake of all its files is told in `findings`. `rule_names` are the ready-made rules, for telling a
    name that is none of them. A game `partial` is what could be read of one with errors, be it nothing:
    fit for looking at the layouts that it names, not for play. Card files are read `through` what may remember them.
    """
    path = f"cards/{game}/game.yaml"
    try:
        data = project.read(path)
    except ProjectError as error:
        findings.error("no-file", str(error))
        return None
    before = len(findings)
    if not is_id(game):
        message = f"the game's folder `cards/{game}/` is not named as an id"
        findings.error("bad-id", message, Span(path, 1, 1), f"{id_hint(game)}; layouts/ the same")
    begun = len(findings)
    root, file = parse(decode_text(data, path, findings), path, findings)
    rules = None if rule_names is None else tuple(sorted(rule_names))
    scope = Scope(file, findings, Names(rules=rules), through=through)
    if not isinstance(root, Mapping):
        if root is not None:
            expect_mapping(root, scope)
        elif len(findings) == begun:
            hint = "it begins with `game: …`"
            findings.error("empty-file", f"`{path}` holds nothing", Span(path, 1, 1), hint)
        if not partial:
            return None
        root = Mapping({}, [], 0, 0)
    made = read_game(game, root, project, scope)
    failed = any(finding.severity == "error" for finding in findings[before:])
    return made if partial or not failed else None
