"""A game is read, put in a language, and a run of it chosen: the first steps of all that need one. Nothing
here draws.
"""

import msgspec

from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.files.load import Caching, load_game, uncached
from nineup.logic.select import card_ids, select
from nineup.model.game import Game, Run
from nineup.pipeline.plan import RunChoice
from nineup.rules import rule_settings


def load(project: Project, game: str, findings: Findings, caching: Caching = uncached) -> Game | None:
    """A game as its files state it; None after an error. `caching` reads its card files."""
    return load_game(project, game, findings, rules=rule_settings(), caching=caching)


def choose_run(game: Game, choice: RunChoice, findings: Findings) -> Run | None:
    """The run that a choice selects; None if it is impossible, with the reasons among the findings."""
    cards = card_ids(game, choice.cards)
    run = select(
        game,
        findings,
        choice.players,
        options=choice.options,
        owners=choice.owners or None,
        components=choice.components,
        cards=cards,
    )
    if run is None or not choice.language:
        return run
    return msgspec.structs.replace(run, name=f"{run.name}-{choice.language}")


class Localised(msgspec.Struct, frozen=True):
    """A game in the language of a choice, and the choice, which names no language if that is the source
    language.
    """

    game: Game
    choice: RunChoice


def in_language(
    project: Project, game: Game, choice: RunChoice, findings: Findings, strict: bool = False
) -> Localised | None:
    """A game in the language of a choice; None after an error in the catalogue."""
    if not choice.language:
        return Localised(game, choice)
    from nineup.translation import is_source, layout_texts, read_catalogue, translated

    if is_source(game, choice.language):
        return Localised(game, msgspec.structs.replace(choice, language=""))

    catalogue = read_catalogue(project, game.id, choice.language, findings=findings)
    if catalogue is None:
        return None
    localised = translated(game, catalogue, findings, strict=strict, drawn=layout_texts(project, game))
    return Localised(localised, choice)


def without_idle_filters(game: Game, run: Run, choice: RunChoice) -> RunChoice:
    """A run's choice, without owners, components and cards if these name all that exist."""
    if not (choice.owners or choice.components or choice.cards):
        return choice
    whole = msgspec.structs.replace(choice, owners=(), components=(), cards=())
    every = choose_run(game, whole, Findings())
    return whole if every is not None and every.parts == run.parts else choice
