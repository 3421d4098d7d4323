"""`nineup count`: the pieces a run prints and sets up, one line per component."""

from typing import Any

import click
import msgspec

from nineup import pipeline
from nineup.base.diagnostics import Findings
from nineup.cli.common import (
    echo_json,
    exit_with,
    find_project,
    no_server_option,
    report_findings,
    resolve_game,
)
from nineup.cli.flags import run_options
from nineup.cli.printing import say
from nineup.model.game import Item, Run


@click.command("count")
@click.argument("game", metavar="[GAME]", required=False)
@run_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@no_server_option
@click.pass_context
def command(context: click.Context, game: str | None, choice: pipeline.RunChoice, as_json: bool) -> None:
    """Count the pieces that a run of GAME prints and sets up; by default the whole base box."""
    project = find_project(context)
    game = resolve_game(project, game)
    findings = Findings()
    loaded = pipeline.load(project, game, findings)
    localised = pipeline.in_language(project, loaded, choice, findings=findings) if loaded else None
    run = pipeline.choose_run(localised.game, localised.choice, findings) if localised else None
    if run is None:
        report_findings(project, findings, game=game, language=choice.language)
        exit_with(findings.status)
        return
    if as_json:
        echo_json(_json(run))
    else:
        say(_table(run))


def _json(run: Run) -> str:
    document = {
        "game": run.game.id,
        "players": run.players,
        "options": {name: _plain(value) for name, value in run.options.items()},
        "components": [
            {"id": t.component, "shape": t.shape, "pieces": t.pieces, "faces": t.faces, "setup": t.setup}
            for t in run.tallies
        ],
        "pieces": sum(t.pieces for t in run.tallies),
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode()


def _plain(value: Any) -> Any:
    """An option's value; of list items only their ids."""
    if isinstance(value, Item):
        return str(value)
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def _table(run: Run) -> str:
    head = ("component", "shape", "pieces", "faces", "setup")
    rows = [
        (
            t.component,
            str(t.shape),
            str(t.pieces),
            str(t.faces),
            "unstated" if t.setup is None else str(t.setup),
        )
        for t in run.tallies
    ]
    total = ("total", "", str(sum(t.pieces for t in run.tallies)), str(sum(t.faces for t in run.tallies)), "")
    table = [head, *rows, total]
    widths = [max(len(row[i]) for row in table) for i in range(5)]
    lines = [f"{run.game.title}, {run.name}: {run.players} players"]
    for row in table:
        cells = zip(row, widths, strict=True)
        padded = [cell.ljust(w) if i < 2 else cell.rjust(w) for i, (cell, w) in enumerate(cells)]
        lines.append("  ".join(padded).rstrip())
    return "\n".join(lines)
