"""Records a printed build: what is on the table now, from the build's manifest and earlier records.

The game's files aren't read, because they may have been edited since the build.
"""

from pathlib import Path

from msgspec.structs import replace

from nineup import pipeline
from nineup.base.diagnostics import Findings
from nineup.base.project import Project, ProjectError
from nineup.base.reading import is_reserved
from nineup.changes.reprint.manifests import Manifest, built_folders, is_edited, read_manifest
from nineup.changes.reprint.partial import is_whole, merged_table, with_current_ids
from nineup.changes.reprint.prints import folder, record_digest, records
from nineup.changes.revision import RevisionError
from nineup.changes.versions import keep_version
from nineup.faces.record import NAME, PrintRecord, record_text
from nineup.files.settings import read_settings
from nineup.write import MANIFEST

_REBUILD = "build the run again, with the same flags"


def print_done(
    project: Project,
    game: str,
    run: str | None,
    name: str | None,
    date: str,
    output: Path | None,
    findings: Findings,
    allow_errors: bool = False,
) -> tuple[Path, bytes] | None:
    """The path and data of a record of a printed build; None after an error.

    `run` names the build's folder in the output, and may be None if there is only one. An empty `date` means
    the game's own at the time of the build. A build of changes, or of only some pieces, is applied to the
    table it belongs to. Drafts are recorded only with `allow_errors`.
    """
    known = records(project, game, findings)
    plan = pipeline.make_plan(project, pipeline.PrintOptions(output=output), findings)
    if findings.failed or plan is None:
        return None
    where = _find_build(plan.output / game, game, run, findings=findings)
    manifest = _read(where, findings) if where else None
    if where is None or manifest is None or manifest.printed is None:
        return None
    if manifest.printed.draft and not allow_errors:
        message = f"`{where.name}` is a draft of a game with errors"
        findings.error("print-draft", message, None, hint="`--allow-errors` records it anyway")
        return None
    table = _table_after(where.name, manifest, manifest.printed, known=known, findings=findings)
    if table is None:
        return None
    number = known[-1].number + 1 if known else 1
    name = name or _default_name(manifest, number)
    path = _new_path(project, game, name, findings=findings)
    if path is None:
        return None
    record = replace(table, name=name, number=number, date=date or manifest.printed.record.date)
    return path, record_text(record).encode()


def keep_printed(project: Project, game: str, record: Path, findings: Findings) -> None:
    """Keeps the project's files as a version with the record just written, unless `nineup.yaml` says no.

    The record counts, whatever happens here: what can't be kept is a warning.
    """
    settings = read_settings(project, Findings())
    if settings is None or settings.versions is False:
        return
    name = record.stem
    try:
        keep_version(project, f"{game}-{name}"[:60], of_print=f"{game}/{name}")
    except (RevisionError, ProjectError, OSError) as error:
        hint = "`versions: no` in nineup.yaml keeps none"
        findings.warning("no-version", f"the files of this print aren't kept: {error}", None, hint=hint)


def _default_name(manifest: Manifest, number: int) -> str:
    """The version requested for the build, if it is a valid name of a print."""
    version = manifest.asked.version
    return version if NAME.fullmatch(version) and not is_reserved(version) else f"print-{number}"


def _new_path(project: Project, game: str, name: str, findings: Findings) -> Path | None:
    try:
        path = project.writable(f"{folder(game)}/{name}.yaml")
        if not path.exists():
            return path
    except ProjectError as error:
        findings.request_error("edit-outside", str(error))
        return None
    hint = "choose another name with `--as`; records are never overwritten"
    findings.request_error("print-exists", f"the print `{name}` already exists", None, hint=hint)
    return None


def _find_build(output: Path, game: str, run: str | None, findings: Findings) -> Path | None:
    """The folder of the build; `run` must name it if there are several."""
    folders = {folder.name: folder for folder in built_folders(output)}
    if run in folders or (run is None and len(folders) == 1):
        return folders[run] if run else next(iter(folders.values()))
    hint = f"builds: {', '.join(folders)}" if folders else f"run `nineup build {game}` first"
    message = f"there is no build{f' `{run}`' if run else ''} in the output of {game}"
    if folders and run is None:
        message = f"{game} has {len(folders)} builds; name one"
    findings.request_error("not-built", message, None, hint=hint)
    return None


def _read(folder: Path, findings: Findings) -> Manifest | None:
    manifest = read_manifest(folder)
    if manifest is None or manifest.printed is None:
        message = f"the manifest of `{folder.name}` is from another version of Nineup"
        findings.request_error("not-built", message, None, hint=_REBUILD)
        return None
    if is_edited(folder):
        message = f"`{MANIFEST}` of `{folder.name}` has been edited since the build"
        findings.error("print-edited", message, None, hint=_REBUILD)
        return None
    return manifest


def _table_after(
    run: str,
    manifest: Manifest,
    printed: pipeline.PrintedTable,
    known: tuple[PrintRecord, ...],
    findings: Findings,
) -> PrintRecord | None:
    """The table after a build was printed; None, after an error, if that is unknown."""
    asked = manifest.asked
    if asked.since:
        return printed.record if _follows(run, manifest, printed, known=known, findings=findings) else None
    if is_whole(asked):
        return printed.record
    tables = [record for record in known if _is_table_of(record, manifest)]
    if tables:
        table = with_current_ids(tables[-1], printed.record, printed.components)
        return merged_table(table, printed.record, asked, missing=printed.missing)
    if len(asked.owners) == asked.players and not (asked.components or asked.cards):
        return printed.record  # One owner per player is the whole run.
    message = f"`{run}` holds only part of the run `{manifest.run}`, and no print of that run is recorded"
    hint = f"build, print and record all of `{manifest.run}` first"
    findings.request_error("partial-print", message, None, hint=hint)
    return None


def _follows(
    run: str,
    manifest: Manifest,
    printed: pipeline.PrintedTable,
    known: tuple[PrintRecord, ...],
    findings: Findings,
) -> bool:
    """Whether the table is still the one from which a build of changes starts; if not, that is reported."""
    since = manifest.asked.since
    old = next((record for record in known if record.name == since), None)
    if old is None:
        findings.request_error(
            "no-print", f"`{run}` holds the changes since `{since}`, but that print isn't recorded"
        )
        return False
    reason = ""
    if record_digest(old) != printed.before:
        reason = f"the record of `{since}` has been edited since"
    elif later := [r for r in known if r.number > old.number and _is_table_of(r, manifest, old)]:
        reason = f"`{later[-1].name}` has been recorded since"
    if reason:
        hint = (
            f"run `nineup build {manifest.game} --changed` again, which starts from what is on the table now"
        )
        findings.error(
            "print-stale", f"`{run}` holds the changes since `{since}`, but {reason}", None, hint=hint
        )
    return not reason


def _is_table_of(record: PrintRecord, manifest: Manifest, old: PrintRecord | None = None) -> bool:
    """Whether a record is of the table to which a build belongs: the same run, or the run whose changes it
    prints.
    """
    if old is not None and (record.run, record.choice) == (old.run, old.choice):
        return True
    asked, choice = manifest.asked, record.choice
    if choice.owners and not (asked.owners and set(asked.owners) <= set(choice.owners)):
        return False
    return record.run == manifest.run or (choice.players, choice.options) == (asked.players, asked.options)
