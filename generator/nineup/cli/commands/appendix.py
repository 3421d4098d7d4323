"""`nineup appendix`: the tables at the back of the rulebook, as PDF, HTML and Markdown."""

from pathlib import Path

import click

from nineup import pipeline
from nineup.base.diagnostics import Findings
from nineup.cli.common import (
    display_path,
    exit_with,
    find_project,
    no_server_option,
    quantity,
    report_findings,
    resolve_game,
)
from nineup.cli.flags import back_offset as offset_of
from nineup.cli.flags import (
    backs_option,
    draft_option,
    final_option,
    language_option,
    output_option,
    parse_choices,
    parse_options,
    parse_papers,
    printer_option,
    require_names,
    split_names,
    strict_option,
)
from nineup.cli.languages import in_each_language
from nineup.cli.printing import say
from nineup.model.paper import Backs
from nineup.pipeline import appendix


@click.command("appendix")
@click.argument("game", metavar="[GAME]", required=False)
@click.option("--players", type=int, metavar="N", help="Number of players. Default: the whole box.")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game, as in `build`."
)
@click.option(
    "--format", "formats", metavar="NAMES", default="pdf,html,md", show_default=True, help="What to write."
)
@click.option(
    "--part",
    "parts",
    multiple=True,
    metavar="NAME",
    callback=require_names,
    help="Only this part, such as glossary. Repeatable.",
)
@click.option(
    "--from",
    "rules",
    metavar="FILE",
    help="Typeset this Markdown file, such as rules.md, instead of the appendix.",
)
@click.option("--paper", metavar="NAME", help="The PDF's paper: a4, letter, …")
@backs_option
@printer_option
@language_option
@draft_option
@final_option
@strict_option
@output_option
@no_server_option
@click.pass_context
def command(
    context: click.Context,
    game: str | None,
    players: int | None,
    options: tuple[str, ...],
    formats: str,
    parts: tuple[str, ...],
    rules: str | None,
    paper: str | None,
    backs: Backs | None,
    back_offset: str | None,
    language: str,
    allow_errors: bool,
    final: bool,
    strict: bool,
    output: str | None,
) -> None:
    """Write GAME's appendix: counts, setup, cards, symbols, terms, numbers, open questions, credits."""
    project = find_project(context)
    game = resolve_game(project, game)
    printing = pipeline.PrintOptions(
        papers=parse_papers(paper),
        backs=backs,
        back_offset=offset_of(back_offset),
        output=Path(output) if output else None,
        allow_errors=allow_errors,
        final=final,
        strict=strict,
    )
    request = appendix.AppendixRequest(
        parse_choices(formats, appendix.APPENDIX_FORMATS, "--format"), split_names(parts), rules or ""
    )
    statuses = []
    asked = pipeline.RunChoice(players, parse_options(options), language=language)
    for choice in in_each_language(project, game, asked):
        findings = Findings()
        result = appendix.build_appendix(
            project,
            game,
            choice,
            print_options=printing,
            request=request,
            findings=findings,
            progress=lambda what, done, total: None,
        )
        report_findings(project, findings, game=game, language=choice.language)
        for file in result.written:
            pages = f": {quantity(file.pages, 'page')}" if file.pages else ""
            say(f"{display_path(file.path)}{pages}")
        statuses.append(result.status)
    exit_with(*statuses)
