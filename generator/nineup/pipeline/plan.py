"""What was asked for: which pieces, how on paper, and where to; flags before nineup.yaml before a sheet's own file."""

import os
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

import msgspec

from nineup.diagnostics import Findings, nearest
from nineup.load import load_tree
from nineup.paper import Backs, SheetSpec
from nineup.project import Project
from nineup.settings import FILE, Settings, build_settings
from nineup.sheet_spec import build_spec


class RunChoice(msgspec.Struct, frozen=True):
    """Which pieces of a game: what `--players`, `--option`, `--owners`, `--component` and `--card` say."""

    players: int | None = None
    options: Mapping[str, str] = {}
    owners: tuple[str, ...] = ()
    components: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()


class PrintOptions(msgspec.Struct, frozen=True):
    """How pieces are laid on paper. What is empty or None is left to nineup.yaml, the sheet's file, or Nineup."""

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
    """Build a draft of a game with errors, marked as one."""
    version: str = ""
    """What micro lines show; empty leaves it to the game."""


class PrintPlan(msgspec.Struct, frozen=True):
    """How and where to print, all of it decided."""

    papers: tuple[str, ...]
    spec: SheetSpec
    output: Path
    png: bool
    allow_errors: bool
    by_flag: bool = False
    """Whether flags say how pieces are laid, so that what does not fit is a mistake of the command."""


def make_plan(project: Project, asked: PrintOptions, findings: Findings) -> PrintPlan | None:
    """What was asked for, then what nineup.yaml says, then the sheet's own file; None after an error."""
    settings = settings_of(project, findings)
    sheet = asked.sheet or (settings.sheet if settings else None)
    spec = _sheet(project, sheet, findings) if sheet else SheetSpec()
    if settings is None or spec is None:
        return None
    said = {
        "backs": asked.backs or settings.backs,
        "bleed": settings.bleed if asked.bleed is None else asked.bleed,
        "margin": settings.margin if asked.margin is None else asked.margin,
        "back_offset": asked.back_offset,
        "large": "as-one" if asked.as_one else None,
    }
    spec = msgspec.structs.replace(spec, **{key: value for key, value in said.items() if value is not None})
    output = asked.output or _output(project, settings, findings)
    if output is None:
        return None
    papers = asked.papers or settings.paper or (spec.paper,)
    laying = (asked.backs, asked.bleed, asked.margin, asked.sheet, asked.back_offset)
    by_flag = bool(asked.papers) or any(flag is not None for flag in laying)
    return PrintPlan(papers, spec, output, asked.png, asked.allow_errors, by_flag)


def _output(project: Project, settings: Settings, findings: Findings) -> Path | None:
    """The project's folder for what is built; None where it, or a link in it, leads out of the project.

    A project may come from a stranger: what it says itself decides what is written, but never where else.
    """
    output = project.root / (settings.output or "output")
    inside = (os.path.join(folder, name) for folder, names, _ in os.walk(output) for name in names)
    for place in (output, *(Path(path) for path in inside if os.path.islink(path))):
        if not place.resolve().is_relative_to(project.root):
            message = f"`{place.relative_to(project.root).as_posix()}` leads out of the project, to {place.resolve()}"
            findings.error("output-outside", message, None, "if that is meant, name the folder with `-o`")
            return None
    return output


def settings_of(project: Project, findings: Findings) -> Settings | None:
    if not project.exists(FILE):
        return Settings()
    read = load_tree(project, FILE, findings)
    return build_settings(*read, findings) if read else None


def check_sheets(project: Project, findings: Findings) -> None:
    """Tell what is wrong with nineup.yaml, and with each of the project's own sheets, whether used or not."""
    settings_of(project, findings)
    for path in project.list("layouts/sheets", "*.yaml"):
        _sheet(project, PurePosixPath(path).stem, findings)


def _sheet(project: Project, name: str, findings: Findings) -> SheetSpec | None:
    known = [PurePosixPath(path).stem for path in project.list("layouts/sheets", "*.yaml")]
    if name not in known:
        findings.request_error(
            "unknown-sheet", f"there is no sheet `{name}` in layouts/sheets/", None, nearest(name, known)
        )
        return None
    read = load_tree(project, f"layouts/sheets/{name}.yaml", findings)
    return build_spec(name, *read, findings) if read else None
