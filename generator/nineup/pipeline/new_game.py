"""The files of a new game: a copy of one of the package's templates, with another title."""

import json
import re
from typing import NamedTuple

from nineup.base.diagnostics import nearest
from nineup.base.project import STARTER, Project
from nineup.base.reading import is_reserved, read_file
from nineup.files.edit import Change, Set, list_root, part_at, text_of
from nineup.schema.control import CONTROL
from nineup.schema.types import as_id

GAMES = STARTER / "games"
"""The templates: a project with a game for each, whose id is the template's."""

README, INTRO = "README.md", "intro.md"
"""What a new game has beside its cards: the lines that all templates share, and those of its own."""


class Template(NamedTuple):
    """A game to start from."""

    id: str
    title: str
    says: str
    """What it is, in a line."""


TEMPLATES = (
    Template("tea-time", "Tea Time", "a whole small game: two suits of cards, a token, terms and rules"),
    Template("lamplight", "Lamplight", "a whole small game: moths, round lamps and a reference card"),
    Template("classic-card", "The Curio Shop", "cards with a cost, a picture, rules and a line of flavor"),
    Template("full-picture", "Far Shores", "cards that a picture fills to the edge, with type over it"),
    Template("ornate-card", "Nocturne", "ornate cards: frames and names of foil, soft shadows, a glow"),
    Template("icon-card", "Barter Bay", "cards without a word: rows of icons, as long as their fields say"),
    Template("two-ended", "High and Low", "cards with two ends, which the same lines draw"),
    Template("square-tile", "Canal Quarter", "square tiles, drawn from a field for each side"),
    Template("hex-tile", "Far Atolls", "hexagons: a ground, what stands on it, and a number"),
    Template("round-token", "Pocket Charms", "round tokens with text along the rim and in a circle"),
    Template("player-mat", "The Bee Year", "a mat for each player, with places for cards and a track"),
    Template("score-track", "The Long Valley", "a score track around a mat, and markers for each player"),
    Template("empty", "New Game", "nothing in the box yet: a palette and two text styles"),
)
"""The templates; the first is what a game starts from unless another one is named."""

_PLAIN_TITLE = re.compile(r"[A-Za-z][A-Za-z ]*[A-Za-z]")
"""Titles that YAML parses as text without quotes."""

_YAML_WORDS = {"yes", "no", "on", "off", "true", "false", "null"}


def template_named(id: str) -> Template:
    """The template with an id. Raises ValueError if there is none."""
    for template in TEMPLATES:
        if template.id == id:
            return template
    hint = nearest(id, [template.id for template in TEMPLATES])
    raise ValueError(f"there is no template `{id}`; {hint}")


def start_game(title: str, template: Template = TEMPLATES[0]) -> tuple[str, dict[str, bytes]]:
    """The id of a new game, and its files by their path in a project.

    Raises ValueError for a title without an id, or with a character that can't be printed.
    """
    id = game_id(title)
    files = {"nineup.yaml": read_file(GAMES / "nineup.yaml"), README: _readme(title, id, template)}
    for folder in ("cards", "layouts"):
        top = GAMES / folder / template.id
        for path in sorted(path for path in top.rglob("*") if path.is_file() and path.name != INTRO):
            data = read_file(path)
            if path.name == "game.yaml":
                old, new = f"game: {template.title}\n", f"game: {yaml_text(title)}\n"
                data = data.replace(old.encode(), new.encode(), 1)
            files[f"{folder}/{id}/{path.relative_to(top).as_posix()}"] = data
    return id, dict(sorted(files.items()))


def _readme(title: str, id: str, template: Template) -> bytes:
    """What a game is, how it is played, if it is a whole one, and which files it has."""
    first = TEMPLATES[0]
    head = f"# {first.title}\n"
    shared = read_file(GAMES / README).decode().removeprefix(head).replace(first.id, id)
    intro = read_file(GAMES / "cards" / template.id / INTRO).decode()
    return f"# {title}\n\n{intro}{shared}".encode()


def game_id(title: str) -> str:
    """The id of a game with a title. Raises ValueError for one without an id, or that can't be printed."""
    if lost := CONTROL.search(title):
        raise ValueError(f"the title has the character U+{ord(lost[0]):04X}, which can't be printed")
    id = as_id(title)
    if not id:
        raise ValueError(f"`{title}` has no letter or digit (a-z, 0-9) to make an id from")
    if is_reserved(id):
        raise ValueError(f"Windows reserves the name `{id}`; choose another")
    return id


def yaml_text(text: str) -> str:
    """A text as a value in YAML, in quotes if it needs them."""
    is_plain = _PLAIN_TITLE.fullmatch(text) and text.lower() not in _YAML_WORDS
    return text if is_plain else json.dumps(text, ensure_ascii=False)


def missing_styles(project: Project, game: str) -> list[Change]:
    """The changes that give a game's own style sheet the text styles of the package's layouts that it lacks.

    Raises ListError for a style sheet that can't be read, and ProjectError.
    """
    path = f"layouts/{game}/style.yaml"
    if not project.writable(path).is_file():
        return []
    known = list_root(read_file(STARTER / "layouts/style.yaml").decode())
    own = part_at(list_root(text_of(path, project.read(path))), ("styles",))
    assert known is not None
    palette, styles = known.data["palette"], known.data["styles"]
    return [
        Set(("styles", name), {**styles[name], "color": palette[styles[name]["color"]]})
        for name in ("title", "rules")
        if own is None or own.find(name) is None
    ]
