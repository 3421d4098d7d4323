"""The request: which pieces, how on paper, and the output folder.

Flags override nineup.yaml, which overrides a sheet's file.
"""

import os
import stat
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Literal

import msgspec

from nineup.base.diagnostics import Findings, nearest
from nineup.base.project import Project
from nineup.base.reading import walk
from nineup.model.paper import Backs, SheetSpec


class RunChoice(msgspec.Struct, frozen=True):
    """Which pieces of a game: the values of `--players`, `--option`, `--owners`, `--component`, `--card` and
    `--language`.
    """

    players: int | None = None
    options: Mapping[str, str] = {}
    owners: tuple[str, ...] = ()
    components: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    language: str = ""
    """Empty for the game's source language."""


InkUse = Literal["full", "low"]
"""How much ink sheets use: as drawn, or with outlines in place of filled backgrounds."""


class PrintOptions(msgspec.Struct, frozen=True):
    """How pieces are laid on paper.

    Empty values and None are filled from nineup.yaml, the sheet's file, or a default.
    """

    papers: tuple[str, ...] = ()
    backs: Backs | None = None
    bleed: float | None = None
    margin: float | None = None
    sheet: str | None = None
    back_offset: tuple[float, float] | None = None
    as_one: bool = False
    output: Path | None = None
    png: bool = False
    allow_errors: bool = False
    """Builds a draft of a game with errors, marked as one."""
    final: bool = False
    """Refuses placeholders for art that isn't there."""
    strict: bool = False
    """Refuses a translation with missing or fuzzy texts."""
    version: str = ""
    """The version shown in micro lines; empty for the game's."""
    ink: InkUse = "full"
    grey: bool = False
    """Prints in grey, and reports what becomes indistinguishable."""
    rules: bool = False
    """Makes the game's rules, too, if it has some. Builds of selected pieces have none."""


class PrintPlan(msgspec.Struct, frozen=True):
    """How and where to print, with every default filled in."""

    papers: tuple[str, ...]
    spec: SheetSpec
    output: Path
    png: bool
    allow_errors: bool
    ink: InkUse = "full"
    grey: bool = False
    image_dpi: float | None = None
    """The most pixels per inch that pictures keep; None for all that they have."""
    by_flag: bool = False
    """Whether flags determine the layout, so that pieces that don't fit are a mistake of the command."""


def make_plan(project: Project, options: PrintOptions, findings: Findings) -> PrintPlan | None:
    """The options, completed from nineup.yaml and the sheet's own file; None after an error."""
    from nineup.files import read_settings

    settings = read_settings(project, findings)
    sheet = options.sheet or (settings.sheet if settings else None)
    spec = _sheet(project, sheet, findings) if sheet else SheetSpec()
    if settings is None or spec is None:
        return None
    overrides = {
        "backs": options.backs or settings.backs,
        "bleed": settings.bleed if options.bleed is None else options.bleed,
        "margin": settings.margin if options.margin is None else options.margin,
        "back_offset": options.back_offset,
        "large": "as-one" if options.as_one else None,
    }
    given = {key: value for key, value in overrides.items() if value is not None}
    spec = msgspec.structs.replace(spec, **given)
    output = options.output or output_folder(project, settings.output, findings)
    if output is None:
        return None
    papers = options.papers or settings.paper or (spec.paper,)
    flags = (options.backs, options.bleed, options.margin, options.sheet, options.back_offset)
    by_flag = bool(options.papers) or any(flag is not None for flag in flags)
    return PrintPlan(
        papers,
        spec,
        output,
        png=options.png,
        allow_errors=options.allow_errors,
        ink=options.ink,
        grey=options.grey,
        image_dpi=settings.image_dpi,
        by_flag=by_flag,
    )


def output_folder(project: Project, named: str | None, findings: Findings) -> Path | None:
    """The project's output folder, by the name in its settings; None if it, or a link in it, leads out of the
    project.

    A project may come from a stranger: its settings determine what is written, but never outside the project.
    """
    output = project.root / (named or "output")
    inside = (os.path.join(folder, name) for folder, names, _ in walk(output) for name in names)
    for place in (output, *(Path(path) for path in inside if _is_link(path))):
        if not (real := Path(os.path.realpath(place))).is_relative_to(project.root):
            message = f"`{place.relative_to(project.root).as_posix()}` leads out of the project, to {real}"
            findings.error(
                "output-outside", message, None, hint="if that is intended, name the folder with `-o`"
            )
            return None
    return output


def _is_link(path: str) -> bool:
    """Whether a path is a symbolic link, or a junction on Windows."""
    try:
        status = os.lstat(path)
    except OSError:
        return False
    junction = getattr(stat, "IO_REPARSE_TAG_MOUNT_POINT", None)  # Defined on Windows only.
    is_junction = junction is not None and getattr(status, "st_reparse_tag", 0) == junction
    return stat.S_ISLNK(status.st_mode) or is_junction


def check_sheets(project: Project, findings: Findings) -> None:
    """Reports errors in nineup.yaml and in each of the project's own sheets, whether used or not."""
    from nineup.files import read_settings

    read_settings(project, findings)
    for path in project.list("layouts/sheets", "*.yaml"):
        _sheet(project, PurePosixPath(path).stem, findings)


def _sheet(project: Project, name: str, findings: Findings) -> SheetSpec | None:
    from nineup.files.sheet_spec import read_sheet

    known = [PurePosixPath(path).stem for path in project.list("layouts/sheets", "*.yaml")]
    if name not in known:
        message = f"unknown sheet `{name}`: layouts/sheets/ has no such file"
        findings.request_error("unknown-sheet", message, None, hint=nearest(name, known))
        return None
    return read_sheet(project, name, findings)
