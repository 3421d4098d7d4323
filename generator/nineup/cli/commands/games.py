"""`nineup games`: the project's games, with their players, options, faces and pieces."""

import click
import msgspec

from nineup import rules
from nineup.base.diagnostics import Findings
from nineup.cli.common import echo_json, exit_with, find_project, report_findings
from nineup.cli.printing import say
from nineup.files import load
from nineup.logic import select
from nineup.model.game import Game, Option


@click.command("games")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def command(context: click.Context, as_json: bool) -> None:
    """List the project's games: players, options, and the faces and pieces of the base box."""
    project = find_project(context)
    findings = Findings()
    rows = []
    for id in project.games():
        game = load.load_game(project, id, findings, rules=rules.rule_settings())
        run = game and select.select(game, findings)
        if game and run:
            rows.append(
                {
                    "game": id,
                    "title": game.title,
                    "players": [game.bands[0].low, max(band.high for band in game.bands)],
                    "options": _options(game),
                    "faces": sum(tally.faces for tally in run.tallies),
                    "pieces": sum(tally.pieces for tally in run.tallies),
                }
            )
    if as_json:
        echo_json(msgspec.json.format(msgspec.json.encode({"games": rows}), indent=2).decode())
    else:
        for row in rows:
            say(_paragraph(row))
        if not rows and not findings:
            say("no game in cards/ yet; start one with `nineup new`")
    report_findings(project, findings)
    exit_with(findings.status)


def _options(game: Game) -> dict[str, str]:
    """The values of `--option` by name: the game's options and its expansions."""
    choices = {option.id: _choices(option) for option in game.options.values()}
    larger = [band for band in game.bands if band.low > game.bands[0].low]
    expansions = {band.name: f"yes or no; required for {band.low} or more players" for band in larger}
    return choices | expansions


def _choices(option: Option) -> str:
    if option.kind == "switch":
        return "yes or no"
    values = ", ".join(option.values)
    return f"one of {values}" if option.kind == "one" else f"{option.amount} of {values}"


def _paragraph(row: dict[str, object]) -> str:
    players, options = row["players"], row["options"]
    assert isinstance(players, list)
    assert isinstance(options, dict)
    low, high = players
    count = f"{low}–{high} players" if low != high else f"{low} players"
    lines = [f"{row['game']}: {row['title']}, {count}, {row['faces']} faces, {row['pieces']} pieces"]
    lines += [f"    --option {name}: {choices}" for name, choices in options.items()]
    return "\n".join(lines)
