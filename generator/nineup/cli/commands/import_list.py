"""`nineup import`: the cards of a spreadsheet into a list of a game, an existing or a new one."""

from pathlib import Path

import click

from nineup import pipeline, write
from nineup.base.diagnostics import Findings, Status
from nineup.base.project import Project, ProjectError
from nineup.base.reading import read_file
from nineup.cli.common import display_path, exit_with, find_project, quantity, report_findings, resolve_game
from nineup.cli.printing import say
from nineup.files.edit import ImportRefusedError, ImportWish
from nineup.files.edit.imports.source import ColumnUse
from nineup.pipeline import ImportPlan

SHOWN = 30
"""The number of cards listed, and of values that don't fit."""

LONG_TEXT = 40
"""The number of characters shown of a long text."""


@click.command("import")
@click.argument("names", nargs=-1, required=True, metavar="[GAME] FILE")
@click.option("--list", "into", metavar="LIST", help="The list that gets the cards: its file or component.")
@click.option("--new", metavar="NAME", help="Make a new list of this name, with a first layout.")
@click.option(
    "--map", "mapped", multiple=True, metavar="TITLE=FIELD", help="The field of a column, as in Qty=copies."
)
@click.option("--add", "added", multiple=True, metavar="TITLE[=FIELD]", help="Make a new field of a column.")
@click.option("--ignore", "ignored", multiple=True, metavar="TITLE", help="Leave a column out.")
@click.option(
    "--leave-out", multiple=True, metavar="CELL", help="Leave out a cell that doesn't fit, as deck!C6 or 3:5."
)
@click.option("--keep-html", is_flag=True, help="Don't convert HTML in rich texts, such as <b>.")
@click.option("--dry-run", is_flag=True, help="Write nothing; show what would change.")
@click.pass_context
def command(
    context: click.Context,
    names: tuple[str, ...],
    into: str | None,
    new: str | None,
    mapped: tuple[str, ...],
    added: tuple[str, ...],
    ignored: tuple[str, ...],
    leave_out: tuple[str, ...],
    keep_html: bool,
    dry_run: bool,
) -> None:
    """Import the cards of FILE, an XLSX, ODS, CSV, TSV or JSON file, into a card list of GAME.

    A row updates the card with its id or, in a table without ids, with its name. Other rows are added at the
    end; cards without a row stay. Columns are for the fields with their names; others are left out unless
    --map or --add says what they are for. Nothing is written until every value fits its field.
    """
    if len(names) > 2:
        raise click.UsageError("expected a game and a file")
    project = find_project(context)
    game = resolve_game(project, names[0] if len(names) == 2 else None)
    if (into is None) == (new is None):
        raise click.UsageError("name the list with --list, or a new one with --new")
    wish = ImportWish(
        columns={**dict(_pair(each, "--map") for each in mapped), **dict.fromkeys(ignored, "")},
        add=dict(_pair(each, "--add") if "=" in each else (each, "") for each in added),
        convert=not keep_html,
        leave_out=leave_out,
    )
    try:
        data = read_file(Path(names[-1]))
    except OSError as error:
        raise click.UsageError(f"can't read {names[-1]}: {error.strerror}") from error
    try:
        plan = pipeline.plan_import(
            project, game, names[-1], data=data, wish=wish, into=into or "", new=new or ""
        )
        _show(plan)
        if plan.misfits:
            _show_misfits(plan)
            exit_with(Status.GAME_ERROR)
        findings = Findings(plan.notes)
        pipeline.draw_import(project, game, plan, findings=findings, stages=pipeline.Stages())
        report_findings(project, findings, game=game)
        if not dry_run:
            _write(project, plan)
    except (ImportRefusedError, ProjectError) as error:
        raise click.UsageError(str(error)) from error
    if dry_run:
        say("nothing was written (--dry-run)")


def _pair(text: str, option: str) -> tuple[str, str]:
    title, equals, field = text.rpartition("=")
    if not equals or not title or not field:
        raise click.UsageError(f"{option} is written as TITLE=FIELD, such as Qty=copies; not `{text}`")
    return title, field


def _write(project: Project, plan: ImportPlan) -> None:
    before = {path: project.read(path) if base else None for path, base in plan.bases.items()}
    write.replace_all(
        {project.writable(path): data for path, data in plan.files.items()},
        {project.writable(path): data for path, data in before.items()},
    )
    for path in plan.files:
        say(f"wrote {display_path(project.root / path)}")
    if not plan.files:
        say("nothing has changed")


def _show(plan: ImportPlan) -> None:
    """Prints what the columns are for, and what changes."""
    say(f"{plan.table} into {plan.list.file}{' (new)' if plan.is_new else ''}")
    for use in plan.columns:
        say(f"  {_use(use)}")
    if plan.converted:
        say(f"HTML converted in {quantity(plan.converted, 'text')}")
    if plan.tags:
        say(f"  left as they are: {', '.join(plan.tags)}")
    if plan.styles:
        say(f"  styles that style.yaml needs: {', '.join(plan.styles)}")
    if not plan.columns:
        return
    counts = f"{len(plan.added)} added, {len(plan.updated)} updated, {plan.same} the same"
    total = len(plan.added) + len(plan.updated) + plan.same
    stay = (
        f"; {quantity(plan.staying, 'other')} in the list {'stays' if plan.staying == 1 else 'stay'}"
        if plan.staying
        else ""
    )
    say(f"{quantity(total, 'card')}: {counts}{stay}")
    lines = [f"+ {card}" for card in plan.added]
    for card in plan.updated:
        cells = [
            f"{each.field} {_short(each.before)} → {_short(each.after)}"
            for each in plan.cells
            if each.card == card
        ]
        lines.append(f"~ {card}: {'; '.join(cells)}")
    for line in lines[:SHOWN]:
        say(f"  {line}")
    if len(lines) > SHOWN:
        say(f"  … {len(lines) - SHOWN} more")
    if plan.left_out:
        say(f"left out: {', '.join(plan.left_out)}")


def _use(use: ColumnUse) -> str:
    if use.is_new:
        return f"{use.title}: a new field `{use.field}`, {_kind(use.kind)}"
    if use.field:
        return f"{use.title}: {use.field}"
    why = f"; {use.problem}" if use.problem else ""
    offer = f'; --add "{use.title}" makes a field of it, {_kind(use.kind)}' if use.guess else ""
    return f"{use.title}: not for the cards{why}{offer}"


def _kind(kind: object) -> str:
    """A declaration in words: `optional number`."""
    if not isinstance(kind, dict):
        return str(kind)
    return " ".join(f"{name} {_kind(of)}" for name, of in kind.items())


def _show_misfits(plan: ImportPlan) -> None:
    name = plan.table.partition(", sheet ")[0]
    for each in plan.misfits[:SHOWN]:
        place = f"{name}:{each.place}: " if each.place else ""
        about = f" (card `{each.card}`)" if each.card else ""
        say(f"{place}{each.why}{about}{f'; {each.hint}' if each.hint else ''}", err=True)
    if len(plan.misfits) > SHOWN:
        say(f"… {len(plan.misfits) - SHOWN} more", err=True)
    say("\nnothing was written: correct these, or leave cells out with --leave-out", err=True)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return f"`{line if len(line) <= LONG_TEXT else f'{line[: LONG_TEXT - 1]}…'}`" if line else "nothing"
