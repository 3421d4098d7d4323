"""The words that a game's drawings have themselves, as texts for translators."""

from nineup.diagnostics import Findings
from nineup.game import Game
from nineup.layout import drawn_words
from nineup.layout.library import Library
from nineup.project import Project, ProjectError
from nineup.translation.rewriting import Text


def layout_texts(project: Project, game: Game) -> tuple[Text, ...]:
    """The words in the drawings of `layouts/<game>/`, each once for a file: `layout/card.svg words`."""
    folder = f"layouts/{game.id}"
    library = Library(project, Findings())  # Mistakes in drawings are reported where these are drawn.
    found: dict[tuple[str, str], Text] = {}
    for path in sorted(project.list(folder, "**/*.svg")):
        try:
            document = library.document(path) if b"<text" in project.read(path) else None
        except ProjectError:
            continue
        context = f"layout/{path.removeprefix(folder + '/')} words"
        for words in drawn_words(document) if document else ():
            found.setdefault((context, words.text), Text(context, words.text, words.span))
    return tuple(found.values())
