"""What a process remembers that proves the same game again after each edit, as the studio's does.

A face is the same if its layout, what that prints for the card, and how the piece is cut are the same. So
after an edit of one card the others' faces are the same objects, and what was found out about their
operations, by identity, still holds. What a proof says of a component depends on the order of its faces, so
that is made anew each time, of what is known of each: findings are those of a cold run.

An engine is kept as long as the project answers what it has asked as it did. One that has found a mistake
isn't kept, and neither is a face of a card about which there is a finding: drawing them reports it.
"""

from collections.abc import Hashable
from functools import cached_property

from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.base.remembering import Answers, AskedProject, Question, still_holds
from nineup.files.load import CardCache
from nineup.layout import LayoutEngine, Origins
from nineup.model.game import Game
from nineup.pipeline.proof.face_proof import KeptFaces
from nineup.pipeline.proof.seen import KnownFaces
from nineup.pipeline.stages import make_engine, project_fonts
from nineup.rules import KnownResult

MOST_PROOFS = 100
"""The number of proofs after which faces are forgotten: those of earlier versions of cards accumulate."""


class Drawing:
    """A game's layout engine, created when it is first needed, what it has asked and found, and its faces."""

    def __init__(self, project: Project, game: Game | None) -> None:
        self.project = AskedProject(project)
        self.findings = Findings()
        """About styles, layouts and art."""
        self.faces = KnownFaces()
        self.rules: dict[Hashable, dict[str, KnownResult]] = {}
        """The results of rules, and below those of components, by what they are kept by."""
        self.components: dict[Hashable, KeptFaces] = {}
        self.proofs = 0
        """How many have been made with it."""
        self._game = game

    @cached_property
    def engine(self) -> LayoutEngine | None:
        """None after an error."""
        game = self._game
        if game is None:
            return None
        fonts = project_fonts(self.project, game.language)
        engine = make_engine(self.project, game, fonts, findings=self.findings)
        if engine is not None:
            engine.origins = Origins()
        return engine

    def renew(self, project: Project, game: Game, read: Answers | None, moment: dict[Question, str]) -> bool:
        """Whether the engine is the same for another version of the game and the project, which it has from
        then on. `read` is what reading the game has asked. The engine sees only the game of its lists, whose
        text is read for places in findings. `moment` is as of `recall`.
        """
        asked, engine = self.project.answers, self.__dict__.get("engine")
        if asked is None or read is None or self.findings or not (engine is None or engine.is_sound):
            return False
        texts = [
            each for each in asked if each in read and each[0] == "read" and each[1].startswith("cards/")
        ]
        others = {question: answer for question, answer in asked.items() if question not in texts}
        if self.proofs >= MOST_PROOFS or _seen_of(self._game) != _seen_of(game):
            return False
        if not still_holds(project, others, moment):
            return False
        has_same_texts = all(read[each] == asked[each] for each in texts)
        if not has_same_texts:
            self.rules.clear()
            self.components.clear()
        # What is still known depends on texts that nobody reads again for it.
        self.project.begin(asked if has_same_texts else others)
        self._game = game
        if engine is not None:
            engine.game = game
        return True


def _seen_of(game: Game | None) -> object:
    """What an engine sees of a game."""
    return game and (game.id, game.language, game.source_language, game.symbols, game.terms, game.words)


class GameMemory:
    """What a process remembers of a game of a project: the entries of its card files, and drawing it."""

    def __init__(self) -> None:
        self.cards = CardCache()
        self._drawing: Drawing | None = None

    def drawing(self, project: AskedProject, game: Game | None, moment: dict[Question, str]) -> Drawing:
        """A drawing of a game that was read from a project: the last one, if it would be the same."""
        known, now = self._drawing, Project(project.root)
        if known is None or game is None or not known.renew(now, game, project.answers, moment=moment):
            known = self._drawing = Drawing(project, game)
        known.proofs += 1
        return known
