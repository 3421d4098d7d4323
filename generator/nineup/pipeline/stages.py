"""What building and checking a game both begin with: the game, a run of it, and a engine to draw in."""

from nineup.diagnostics import Findings
from nineup.fonts import Fonts
from nineup.game import Game, Run
from nineup.layout import LayoutEngine
from nineup.load import Caching, load_game, load_tree, uncached
from nineup.pipeline.plan import RunChoice
from nineup.project import Project
from nineup.rules import rule_settings
from nineup.select import select
from nineup.text import StyleSheet, build_styles


def load(project: Project, game: str, findings: Findings, through: Caching = uncached) -> Game | None:
    """A game as its files state it; None after an error. Card files are read `through` what may remember them."""
    return load_game(project, game, findings, rule_settings(), caching=through)


def choose_run(game: Game, choice: RunChoice, findings: Findings) -> Run | None:
    """The run that was asked for; None when it is impossible, with the reasons among the findings."""
    return select(
        game, findings, choice.players, choice.options, choice.owners or None, choice.components, choice.cards
    )


def make_engine(project: Project, game: Game, fonts: Fonts, findings: Findings) -> LayoutEngine | None:
    """A game's styles and art, ready to draw; None when its styles are wrong."""
    sheet = styles_of(project, game.id, fonts, findings)
    return LayoutEngine(project, game, fonts, sheet, findings) if sheet is not None else None


def styles_of(project: Project, game_id: str, fonts: Fonts, findings: Findings) -> StyleSheet | None:
    """A game's text styles, which can be read although the game can't; None when there are none to be read."""
    path = f"layouts/{game_id}/style.yaml"
    if not project.exists(path):
        path = "layouts/style.yaml"
    read = load_tree(project, path, findings)
    return build_styles(*read, fonts, findings) if read is not None else None
