"""A run's files → its output folder, with the manifest: the pipeline's only step that writes sheets to
disk.

What was made earlier is written by it alone, so it imports nothing that makes a run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from nineup.base.diagnostics import Status
from nineup.model.paper import Page, PageInk
from nineup.pipeline.finishing import finish_name
from nineup.write import MANIFEST, Contents, manifest
from nineup.write import publish as write_run

if TYPE_CHECKING:
    from nineup.model.digests import Digests
    from nineup.model.game import Run
    from nineup.pipeline.plan import RunChoice
    from nineup.pipeline.printed import PrintedTable
    from nineup.pipeline.run_files import RunFiles
    from nineup.pipeline.stages import DrawnRun

MAX_FOLDER_NAME = 100
"""The longest folder name, in characters."""


class OutputFile(msgspec.Struct, frozen=True):
    """A file on disk, with the number of its pages and of the pieces on them."""

    path: Path
    pages: int = 0
    pieces: int = 0
    ink: tuple[PageInk, ...] = ()


class BuildResult(msgspec.Struct, frozen=True):
    """The result of a build: the files written, those of an earlier build removed, and how it ended."""

    written: tuple[OutputFile, ...] = ()
    status: Status = Status.DONE
    removed: tuple[Path, ...] = ()


class ReadyFile(msgspec.Struct, frozen=True):
    """A file that is ready to be written, with the number of its pages and of the pieces on them."""

    name: str
    pages: int = 0
    pieces: int = 0
    ink: tuple[PageInk, ...] = ()


class ReadyRun(msgspec.Struct, frozen=True):
    """A run that is ready to be written, but for the contents of its files."""

    folder: str
    """Below the output folder."""
    files: tuple[ReadyFile, ...]
    manifest: bytes
    status: Status


Publish = Callable[[ReadyRun, Mapping[str, Contents], Path], BuildResult]
"""The last step of a build: takes a run, the contents of its files by name, and the output folder."""


def publish_ready(ready: ReadyRun, contents: Mapping[str, Contents], output: Path) -> BuildResult:
    """Writes a run's files and their manifest: all of them or none. Raises OSError."""
    folder = output / ready.folder
    removed = write_run(folder, contents, ready.manifest)
    written = [OutputFile(folder / f.name, f.pages, f.pieces, ink=f.ink) for f in ready.files]
    left = tuple(folder / name for name in sorted(removed))
    return BuildResult((*written, OutputFile(folder / MANIFEST)), ready.status, left)


def publish_files(
    drawn_run: DrawnRun,
    folder_name: str,
    run_files: RunFiles,
    request: Mapping[str, Any] = {},
    digests: Digests | None = None,
    printed: PrintedTable | None = None,
    publish: Publish = publish_ready,
) -> BuildResult:
    """Writes a run's files and their manifest to a folder of the game's output: all of them or none. Sheets
    that save ink or are grey have a separate folder.

    `request` is what the manifest records besides the run's choice, `printed` is the basis for recording the
    print. Raises OSError.
    """
    if not run_files.files:
        return BuildResult(status=run_files.status)
    run = drawn_run.run
    plan = drawn_run.plan
    asked = msgspec.structs.asdict(drawn_run.choice)
    asked |= {"version": run.context["print"]["version"], **request}
    asked |= {"ink": plan.ink if plan.ink != "full" else "", "grey": plan.grey}
    asked = {key: value for key, value in asked.items() if value}
    pdfs = {
        file.name: file.pages for file in run_files.files if file.name.endswith(".pdf") and not file.leaves
    }
    inks = {file.name: file.ink for file in run_files.files if file.ink}
    index = manifest(
        run.game.id,
        run.name,
        run.players,
        options=run.options,
        files=pdfs,
        asked=asked,
        digests=digests,
        printed=printed,
        inks=inks,
    )
    files = tuple(
        ReadyFile(f.name, pages=f.leaves or len(f.pages), pieces=_count_pieces(f.pages), ink=f.ink)
        for f in run_files.files
    )
    ready = ReadyRun(f"{run.game.id}/{folder_name}{finish_name(plan)}", files, index, status=run_files.status)
    return publish(ready, {file.name: file.contents for file in run_files.files}, plan.output)


def run_folder_name(run: Run, choice: RunChoice) -> str:
    """The run's folder; a build of selected pieces has its own, so that it doesn't replace a complete one.

    The same pieces have the same folder, in whatever order they are named.
    """
    named = (choice.owners, choice.components, choice.cards)
    only = [name.replace("/", "-") for names in named for name in sorted(set(names))]
    if not only:
        return run.name
    name = "-".join([run.name, "only", *only])
    if len(name) <= MAX_FOLDER_NAME:
        return name
    return f"{name[: MAX_FOLDER_NAME - 9]}-{blake2b(name.encode(), digest_size=4).hexdigest()}"


def _count_pieces(pages: Sequence[Page]) -> int:
    """The number of pieces whose fronts are on these pages; one printed in parts counts once."""
    return len({id(p.piece) for page in pages for p in page.placements if p.side == "front"})
