"""Recording that a build was printed: what is on the table now, where the game's files still give what was built."""

from collections import Counter
from pathlib import Path, PurePosixPath

from msgspec.structs import replace

from nineup import pipeline
from nineup.diagnostics import Findings
from nineup.diff import Record, carried, compare, moves, record_text, table_after
from nineup.drawing import Digests
from nineup.project import Project
from nineup.reprint.changed import put_in
from nineup.reprint.manifests import Printed, built, read
from nineup.reprint.prints import folder, key_of, now, records, silent, undrawn
from nineup.settings import FACE


def print_done(
    project: Project,
    game: str,
    run: str | None,
    name: str | None,
    date: str,
    output: Path | None,
    findings: Findings,
    despite: bool = False,
) -> tuple[Path, bytes] | None:
    """The file that records a run that was built, and printed, as what is on the table now.

    `run` names its folder in the output; None is the only one there is. Without a `date` the record has the game's own,
    if there is one. The faces in that folder must be what the game's files still give. After a build of changes, old looks that were left in the pile stay in the record.
    With `despite` the game may have errors: a card that can't be drawn was not printed, so none of it came to the table.
    None after an error.
    """
    known = records(project, game, findings)
    plan = pipeline.make_plan(project, pipeline.PrintOptions(output=output), findings)
    if findings.failed or plan is None:
        return None
    where = _built(plan.output / game, game, run, findings)
    printed = _manifest(where, findings) if where else None
    if where is None or printed is None:
        return None
    number = known[-1].number + 1 if known else 1
    name = name or printed.asked.version or f"print-{number}"
    path = project.root / folder(game) / f"{name}.yaml"
    if path.exists():
        hint = "name another with --as; a record of what was printed is not rewritten"
        findings.request_error("print-exists", f"the print `{name}` is recorded already", None, hint)
        return None
    made = _on_table(project, game, where.name, printed, known, findings, despite)
    if made is None:
        return None
    return path, record_text(replace(made, name=name, number=number, date=date or made.date)).encode()


def _built(output: Path, game: str, run: str | None, findings: Findings) -> Path | None:
    """The folder of the run that was built, which must be told where there are several."""
    folders = {folder.name: folder for folder in built(output)}
    if run in folders or (run is None and len(folders) == 1):
        return folders[run] if run else next(iter(folders.values()))
    hint = f"built are: {', '.join(folders)}" if folders else f"`nineup build {game}` first"
    message = f"there is no build{f' `{run}`' if run else ''} in the output of {game}"
    if folders and run is None:
        message = f"{len(folders)} runs of {game} are built; say which one"
    findings.request_error("not-built", message, None, hint)
    return None


def _manifest(folder: Path, findings: Findings) -> Printed | None:
    printed = read(folder)
    if printed is None:
        hint = "build the run again"
        findings.request_error(
            "not-built", f"the manifest of `{folder.name}` is from another Nineup", None, hint
        )
    return printed


def _on_table(
    project: Project,
    game: str,
    run: str,
    printed: Printed,
    known: tuple[Record, ...],
    findings: Findings,
    despite: bool,
) -> Record | None:
    """The record of what was printed, where the files still give it."""
    asked = printed.asked
    choice = pipeline.RunChoice(asked.players, asked.options, asked.owners, asked.components, asked.cards)
    printing = pipeline.PrintOptions(version=asked.version, allow_errors=despite)
    ready = pipeline.draw(project, game, choice, printing, findings, silent)
    if isinstance(ready, pipeline.BuildResult):
        return None
    made, drawn = now(ready), list(ready.drawn)
    if asked.since:
        old = next((record for record in known if record.name == asked.since), None)
        if old is None:
            findings.request_error(
                "no-print", f"there is no print `{asked.since}` that `{run}` was built from"
            )
            return None
        made = carried(made, old, undrawn(ready))
        changes = compare(old, made)
        drawn = put_in(ready, moves(changes, asked.restyled))
        made = table_after(changes, made, asked.restyled)
    stale = _stale(printed, drawn)
    if stale is not None:
        hint = "the files were edited after the build: build again and print, or go back to what was printed"
        findings.error("print-stale", f"`{run}` does not hold what the files give now: {stale}", None, hint)
        return None
    return made


def _stale(printed: Printed, drawn: list[pipeline.Drawn]) -> str | None:
    """The first card of which other pieces were printed than are drawn now; None where all are the same."""
    digests = Digests()
    backs = {digests[d.back] for d in drawn if d.back is not None}
    if any(piece.side == "back" and piece.digest not in backs for piece in printed.pieces):
        return "another back"
    sheets = [p for p in printed.pieces if p.side == "front" and not _alone(p.file)]
    if not sheets:
        faces = {digests[d.front] for d in drawn}
        told = {piece.digest for piece in printed.pieces if piece.side == "front"}
        return None if told | backs >= faces and told <= faces | backs else "other faces"
    copies = {
        (p.component, p.card, p.owner, p.copy, p.digest) for p in sheets
    }  # Each in one part or several.
    there = Counter((component, card, owner, digest) for component, card, owner, _, digest in copies)
    wanted = Counter({(*key_of(d.part), digests[d.front]): d.part.copies for d in drawn})
    return next((f"{key[0]}/{key[1]}" for key in {**wanted, **there} if wanted[key] != there[key]), None)


def _alone(file: str) -> bool:
    """Whether each face is printed once in a file, on a page of its own."""
    return PurePosixPath(file).stem.endswith(f"-{FACE}")
