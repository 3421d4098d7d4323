"""`nineup fetch`: published spreadsheets into the project's files. The only command that uses the network."""

from pathlib import Path

import click

from nineup import pipeline, write
from nineup.base.diagnostics import Diagnostic, Findings, Status
from nineup.base.project import Project, ProjectError
from nineup.cli.common import (
    display_path,
    exit_with,
    find_project,
    games_argument,
    quantity,
    report_findings,
    resolve_games,
)
from nineup.cli.printing import say
from nineup.files import edit, fetching

SHOWN = 30
"""The number of changes listed for each file."""

KINDS = {"changed": "~", "added": "+", "removed": "-"}
"""The kinds of changes to a card, with the sign for each."""

LONG_TEXT = 40
"""The number of characters shown of a long text."""


@click.command("fetch")
@games_argument
@click.option("--convert", is_flag=True, help="Convert HTML in texts, such as <b>, to Nineup's notation.")
@click.pass_context
def command(context: click.Context, games: tuple[str, ...], convert: bool) -> None:
    """Fetch the published spreadsheets of GAMEs, by default of all games, into the files that `fetch:` names
    in game.yaml.

    Shows what changes. All files of a game are written, or none. No other command uses the network.
    """
    project = find_project(context)
    findings = Findings()
    addresses = {
        game: fetching.addresses_of(project, game, findings) for game in resolve_games(project, games)
    }
    report_findings(project, findings)
    if findings.failed:
        exit_with(findings.status)
        return
    wanted = {game: sheets for game, sheets in addresses.items() if sheets}
    missing = [game for game in games if game not in wanted]
    if missing or not wanted:
        those = f"{missing[0]} has no" if missing else "no game has"
        raise click.UsageError(f"{those} `fetch:` in its game.yaml; write `fetch: {{deck.csv: https://…}}`")
    exit_with(*[_fetch(project, game, sheets, convert=convert) for game, sheets in wanted.items()])


def _fetch(project: Project, game: str, sheets: tuple[fetching.Published, ...], convert: bool) -> Status:
    """Fetches the sheets of a game into memory, converts them if requested, and writes those that changed."""
    findings = Findings()
    loaded = pipeline.load(project, game, Findings()) if convert else None
    fields = edit.fields_by_file(loaded) if loaded is not None else {}
    changed: dict[fetching.Published, bytes] = {}
    left: dict[str, tuple[str, ...]] = {}
    before: dict[fetching.Published, bytes | None] = {}
    for sheet in sheets:
        try:
            there = project.read(sheet.path) if project.exists(sheet.path) else None
            data = fetching.download(sheet.address)
            rows = fetching.read_fetched(data, sheet.path)
            if convert:
                converted = edit.converted_list(sheet.path, data, fields.get(sheet.path))
                if isinstance(converted, Diagnostic):
                    findings.append(converted)
                    continue
                data, rows = converted.data, fetching.read_fetched(converted.data, sheet.path)
                left[sheet.path] = tuple(edit.what_is_left(converted))
        except ProjectError as error:
            findings.error("no-file", str(error), sheet.span)
            continue
        except fetching.DownloadError as error:
            findings.error("not-fetched", f"{sheet.address}: {error}", sheet.span, hint=error.hint)
            continue
        _show(sheet, _since(there, sheet.path, rows), len(rows) - 1, is_new=there is None)
        for line in left.get(sheet.path, ()):
            say(f"  {line}")
        if data != there:
            changed[sheet], before[sheet] = data, there
    if findings.failed:
        if changed:
            say(f"{game}: nothing was written")
        report_findings(project, Findings(finding._replace(game=game) for finding in findings))
        return Status.SYSTEM_ERROR
    try:
        paths = {sheet: project.writable(sheet.path) for sheet in changed}
        write.replace_all(
            {paths[sheet]: data for sheet, data in changed.items()},
            {paths[sheet]: data for sheet, data in before.items()},
        )
    except ProjectError as error:
        raise click.ClickException(str(error)) from error
    return Status.DONE


def _since(there: bytes | None, path: str, rows: fetching.SheetRows) -> tuple[fetching.RowChange, ...]:
    """The changes since a file's last version; everything is new if there is no readable file."""
    try:
        before = fetching.read_fetched(there, path) if there is not None else []
    except fetching.DownloadError:
        before = []
    return fetching.changes_of(before, rows)


def _show(
    sheet: fetching.Published, changes: tuple[fetching.RowChange, ...], cards: int, is_new: bool
) -> None:
    """Prints what a sheet changes."""
    where = display_path(Path(sheet.path))
    if is_new:
        say(f"{where}: new, {quantity(cards, 'card')}")
        return
    counts = [f"{sum(each.kind == kind for each in changes)} {kind}" for kind in KINDS]
    told = ", ".join(count for count in counts if not count.startswith("0 ")) or "nothing has changed"
    say(f"{where}: {quantity(cards, 'card')}; {told}")
    for each in changes[:SHOWN]:
        say(f"  {KINDS[each.kind]} {each.card}{_cells(each)}")
    if len(changes) > SHOWN:
        say(f"  … {len(changes) - SHOWN} more")


def _cells(change: fetching.RowChange) -> str:
    cells = [f"{title} `{_short(before)}` → `{_short(after)}`" for title, before, after in change.cells]
    return f": {'; '.join(cells)}" if cells else ""


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONG_TEXT else f"{line[: LONG_TEXT - 1]}…"
