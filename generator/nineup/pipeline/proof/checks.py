"""`check` as its callers see it: games are proved (`checking`) unless their files say what they said then."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from nineup.base.diagnostics import Diagnostic, Findings
from nineup.base.project import Project
from nineup.base.remembering import AskedProject, Question, keep, recall
from nineup.model.proved import Proved
from nineup.pipeline.proof.checked import Checked, Narrowing, known_result

if TYPE_CHECKING:
    from nineup.pipeline.proof.memory import GameMemory


def check(
    project: Project,
    game_id: str,
    findings: Findings,
    players: Collection[int] = (),
    options: Mapping[str, str] = {},
    rules: Collection[str] = (),
    memory: "GameMemory | None" = None,
) -> Proved | None:
    """Reports every mistake of a game: its files, its rules, and faces that can't be drawn.

    `players` restricts the proof to these counts, `options` to these choices, `rules` to these codes.
    None if the game can't be read, or such a run is impossible. `memory` is what this process remembers of
    earlier proofs of the game.
    """
    narrowing = Narrowing(tuple(players), options, tuple(rules))
    (checked,) = check_games(project, (game_id,), narrowing, memory=memory)
    findings.extend(checked.findings)
    return checked.proved


def check_games(
    project: Project,
    games: Sequence[str],
    narrowing: Narrowing,
    processes: int = 1,
    memory: "GameMemory | None" = None,
) -> Iterator[Checked]:
    """As `check`, for several games in order, in as many processes as there is work for.

    Findings depend neither on the number of processes, nor on what is known of an earlier check, in the cache
    or, of one game, in this process's `memory`.
    """
    moment: dict[Question, str] = {}
    known = {
        game: result for game in games if (result := known_result(project, game, narrowing, moment=moment))
    }
    new = [game for game in games if game not in known]
    proved: Iterator[Checked] = iter(())
    if new:
        from nineup.pipeline.proof.checking import prove_games

        proved = prove_games(project, new, narrowing, moment=moment, processes=processes, memory=memory)
    for game in games:
        yield known[game] if game in known else next(proved)


def check_sheets(project: Project, findings: Findings) -> None:
    """Reports errors in nineup.yaml and in each of the project's own sheets, whether used or not."""
    reported = recall(project, ("sheets",), tuple[Diagnostic, ...])
    if reported is None:
        from nineup.pipeline import plan

        plan.check_sheets(asked := AskedProject(project), fresh := Findings())
        reported = tuple(fresh)
        keep(project, ("sheets",), asked.answers, result=reported)
    findings.extend(reported)
