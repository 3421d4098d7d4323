"""The words in a game's drawings, as texts for translators."""

import re

from nineup.base.diagnostics import Findings
from nineup.base.project import Project, ProjectError
from nineup.faces.shapes import drawn_sides
from nineup.layout import drawn_words
from nineup.model.game import Game
from nineup.svg.library import Library
from nineup.translation.rewriting import GameText

_WITH_WORDS = re.compile(rb"<(?:\w+:)?text\b|:(?:text|micro)\s*=")


def layout_texts(project: Project, game: Game) -> tuple[GameText, ...]:
    """The words in the drawings of `layouts/<game>/` and in the game's layouts elsewhere, and the bound texts
    with words of their own, each once per file: `layout/card.svg words`, `layout/card.svg text`.
    """
    library = Library(project, Findings())  # Mistakes in drawings are reported when they are drawn.
    texts: dict[tuple[str, str], GameText] = {}
    for path, name in _drawings(project, game).items():
        try:
            document = library.document(path) if _WITH_WORDS.search(project.read(path)) else None
        except ProjectError:
            continue
        for words in drawn_words(document) if document else ():
            context = f"layout/{name} {words.kind}"
            text = GameText(context, words.text, words.span, is_template=words.kind == "text")
            texts.setdefault((context, words.text), text)
    return tuple(texts.values())


def _drawings(project: Project, game: Game) -> dict[str, str]:
    """The paths of a game's drawings, in order, each with its name for translators."""
    folder = f"layouts/{game.id}/"
    own = {path: path.removeprefix(folder) for path in sorted(project.list(folder, "**/*.svg"))}
    sides = (side.layout for component in game.components.values() for side in drawn_sides(component))
    shared = sorted({name for name in sides if folder + name not in own and name.endswith(".svg")})
    return own | {f"layouts/{name}": name for name in shared}
