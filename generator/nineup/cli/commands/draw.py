"""`nineup draw`: draw hands from a pile, or show the distribution of any expression over them."""

import secrets
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from nineup import pipeline, write
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.cli.common import display_path, exit_with, find_project, quantity, report_findings, resolve_game
from nineup.cli.flags import run_options
from nineup.cli.printing import say
from nineup.logic import expression
from nineup.model.game import Run
from nineup.pipeline import draws
from nineup.report import distribution

SIMULATED = 100_000
"""The default number of trials for an expression that can't be counted exactly."""

MOST_TIMES = 10_000_000
"""The largest number of trials: some minutes, after which the standard error is below 0.02 percentage
points.
"""

BOX = 24
"""Width of a card in the terminal, in characters."""


@click.command("draw")
@click.argument("game", metavar="[GAME]", required=False)
@click.option("--pile", required=True, metavar="NAME", help="A pile, or the id of a component with cards.")
@click.option("--hand", default=5, show_default=True, type=click.IntRange(1), help="Cards in a hand.")
@click.option("--seed", type=int, help="Repeat a draw; without it, a new seed is chosen and shown.")
@click.option(
    "--times",
    type=click.IntRange(1, MOST_TIMES),
    help="Hands to draw (default 1); with --of, the number of trials.",
)
@click.option(
    "--of", "source", metavar="EXPRESSION", help="Show how this is distributed, such as `hand|sum('cost')`."
)
@click.option(
    "--format", "form", type=click.Choice(["text", "csv", "json"]), default="text", help="Default: text."
)
@click.option(
    "--chart", type=click.Path(dir_okay=False, path_type=Path), help="Write the distribution as an SVG."
)
@click.option("--picture", type=click.Path(dir_okay=False, path_type=Path), help="Write the hands as a PNG.")
@run_options
@click.pass_context
def command(
    context: click.Context,
    game: str | None,
    choice: pipeline.RunChoice,
    pile: str,
    hand: int,
    seed: int | None,
    times: int | None,
    source: str | None,
    form: str,
    chart: Path | None,
    picture: Path | None,
) -> None:
    """Draw hands from a shuffled pile of GAME and show them.

    With --of, show how an expression over `hand` is distributed instead: exactly where every hand can be
    counted, else simulated. An expression over `deck`, the whole shuffled pile from the top down, is always
    simulated: `until(deck, where=card.color == 'red')` is how many cards it takes to meet the first red one.
    So is one over `turns(3, draw=1)`, which plays three turns from the hand on.
    """
    _check_flags(source, form, chart, picture=picture)
    project = find_project(context)
    game = resolve_game(project, game)
    run = _run(project, game, choice)
    if run is None:
        return
    asked = draws.Draws(pile, hand, secrets.randbelow(10**6) if seed is None else seed)
    try:
        if source is None:
            _show_hands(project, run, choice, asked=asked, times=times or 1, target=picture)
        else:
            odds = _distribution(project, game, choice, run=run, asked=asked, source=source, times=times)
            _show_distribution(run, asked, source, odds=odds, form=form, chart=chart)
    except (expression.ExpressionError, expression.ExpressionValueError) as error:
        raise _usage_error(error, source) from None


def _check_flags(source: str | None, form: str, chart: Path | None, picture: Path | None) -> None:
    if source is None and (chart or form != "text"):
        raise click.UsageError("--chart and --format need --of")
    if source is not None and picture:
        raise click.UsageError("--picture shows hands; leave out --of")


def _run(project: Project, game: str, choice: pipeline.RunChoice) -> Run | None:
    findings = Findings()
    loaded = pipeline.load(project, game, findings)
    localised = (
        pipeline.in_language(project, loaded, choice, findings=findings) if loaded is not None else None
    )
    run = pipeline.choose_run(localised.game, localised.choice, findings) if localised else None
    if run is None:
        report_findings(project, findings, game=game, language=choice.language)
        exit_with(findings.status)
    return run


def _distribution(
    project: Project,
    game: str,
    choice: pipeline.RunChoice,
    run: Run,
    asked: draws.Draws,
    source: str,
    times: int | None,
) -> draws.Distribution:
    """The exact distribution, unless trials were requested or there are too many hands."""
    if times is None and not draws.needs_simulation(source):
        try:
            return draws.exact_distribution(run, asked, source)
        except expression.ExpressionError as error:
            if not draws.is_too_large(error):
                raise
    return draws.simulated_distribution(
        project, game, choice, run=run, draws=asked, source=source, times=times or SIMULATED
    )


def _show_distribution(
    run: Run, asked: draws.Draws, source: str, odds: draws.Distribution, form: str, chart: Path | None
) -> None:
    rows = [(answer.value, answer.share, answer.error) for answer in odds.answers]
    how = "exact" if odds.times is None else f"simulated: {odds.times:,} draws, seed {odds.seed}"
    where = f"{run.game.title}, {run.name}: {quantity(asked.hand, 'card')} from `{asked.pile}`"
    if chart is not None:
        write.replace(chart, distribution.answers_svg(rows, source, f"{where}, {how}").encode())
    if form == "csv":
        click.echo(distribution.answers_csv(rows).encode(), nl=False)
    elif form == "json":
        about = {"game": run.game.id, "run": run.name, "pile": asked.pile, "hand": asked.hand, "of": source}
        simulation = {"exact": odds.times is None, "times": odds.times, "seed": odds.seed}
        mean = {"mean": odds.mean, "mean-error": odds.mean_error}
        click.echo(distribution.answers_json(rows, **about, **simulation, **mean).encode())
    else:
        say(f"{where}\n{source} ({how})")
        say(distribution.answers_text(rows, odds.mean, odds.mean_error))
    if chart is not None:
        say(f"wrote {display_path(chart)}", err=True)


def _show_hands(
    project: Project,
    run: Run,
    choice: pipeline.RunChoice,
    asked: draws.Draws,
    times: int,
    target: Path | None,
) -> None:
    drawn = list(draws.hands(run, asked, times))
    size = draws.shuffled_pile(run, asked.pile).size
    say(f"{run.game.title}, {run.name}: `{asked.pile}` has {size:,} cards, seed {asked.seed}")
    for number, hand in enumerate(drawn, 1):
        say(f"hand {number}" if times > 1 else "")
        for line in _cards(hand, shutil.get_terminal_size().columns):
            say(line)
    if target is not None:
        findings = Findings()
        png = draws.drawn_picture(project, run.game.id, choice, hands=drawn, findings=findings)
        if png is None:
            report_findings(project, findings)
            exit_with(findings.status)
            return
        write.replace(target, png)
        say(f"wrote {display_path(target)}", err=True)


def _cards(hand: Sequence[Mapping[str, Any]], width: int) -> list[str]:
    """Cards as boxes of text, side by side as far as the terminal's width allows."""
    across = max(1, (width + 1) // (BOX + 1))
    lines = []
    for at in range(0, len(hand), across):
        texts = [_lines(card) for card in hand[at : at + across]]
        high = max(map(len, texts))
        lines.append(" ".join(f"╭{'─' * (BOX - 2)}╮" for _ in texts))
        for row in range(high):
            cells = [text[row] if row < len(text) else "" for text in texts]
            lines.append(" ".join(f"│ {cell:<{BOX - 4}} │" for cell in cells))
        lines.append(" ".join(f"╰{'─' * (BOX - 2)}╯" for _ in texts))
    return lines


def _lines(card: Mapping[str, Any]) -> list[str]:
    """The text in a card's box: its name or id, its component, and its short fields."""
    title = str(card.get("name") or card["id"])
    fields = [
        f"{name}: {_short(value)}"
        for name, value in card.items()
        if name not in ("name", "id", "component") and _short(value)
    ]
    return [line[: BOX - 4] for line in (title, f"({card['component']})", *fields)]


def _short(value: Any) -> str:
    """A value that fits a line, or nothing for texts and records."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        text = ", ".join(f"{count} {name}" for name, count in value.items() if isinstance(count, int))
    elif isinstance(value, (list, tuple)):
        text = (
            ", ".join(map(str, value)) if all(isinstance(each, (str, int, float)) for each in value) else ""
        )
    else:
        text = "" if value is None else str(value)
    return text if len(text) <= 2 * BOX and "\n" not in text else ""


def _usage_error(
    error: expression.ExpressionError | expression.ExpressionValueError, source: str | None
) -> click.UsageError:
    if isinstance(error, expression.ExpressionError):
        message, hint = error.message, error.hint
        where = f"--of: {error.column}: " if source is not None else ""
    else:
        message, hint, where = str(error), error.hint, ""
    return click.UsageError(f"{where}{message}" + (f" ({hint})" if hint else ""))
