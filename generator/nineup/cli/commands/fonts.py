"""`nineup fonts`: the fonts that a project has and misses; `nineup fonts add` copies one of this machine."""

import re
from collections.abc import Collection
from pathlib import Path

import click

from nineup import pipeline, write
from nineup.base.diagnostics import Findings
from nineup.base.project import Project, ProjectError
from nineup.base.reading import read_file
from nineup.cli.common import find_project, quantity
from nineup.cli.printing import say
from nineup.files.edit import system_fonts
from nineup.files.edit.font_files import added_fonts
from nineup.typography.fonts import CheckedFont, FontError, Fonts, checked_font, spaced

_SHOWN = 10
"""The number of texts that are listed for a missing font."""

_MISSING = re.compile(r"there is no font `([^`]*+)`")


@click.group("fonts", invoke_without_command=True)
@click.pass_context
def command(context: click.Context) -> None:
    """List the fonts that the project has, and those that its texts want but it misses.

    No command but `fonts add` looks at the fonts of this machine.
    """
    if context.invoked_subcommand is not None:
        return
    project = find_project(context)
    fonts = Fonts(project)
    for name in fonts.others(""):
        say(_described(project, fonts, name))
    for path, reason in fonts.unusable.items():
        say(f"{path}: no font, it {reason}")
    wanted = _wanted(project)
    if not wanted:
        say("no text wants another")
    for message, places in wanted.items():
        say(message)
        for place in places[:_SHOWN]:
            say(f"    {place}")
        if len(places) > _SHOWN:
            say(f"    … {len(places) - _SHOWN} more")
        if missing := _MISSING.match(message):
            say(f'  `nineup fonts add "{missing[1]}"` copies it, if this computer has it')


def _described(project: Project, fonts: Fonts, family: str) -> str:
    """A family and its styles in words, or why it can't be used."""
    try:
        cuts = fonts.cuts(family)
        called = fonts.called(family)
        for cut in cuts:
            fonts.font(family, *cut)
    except FontError as error:
        return f"{spaced(family)}: {error.message}"
    is_own = any((project.root / source.path).is_file() for source in cuts.values())
    return f"{called}: {', '.join(cut.name for cut in sorted(cuts))}" + (
        "" if is_own else " (comes with Nineup)"
    )


def _wanted(project: Project) -> dict[str, list[str]]:
    """The fonts that texts want and the project misses, or replaces, in words; each with the places."""
    places: dict[str, list[str]] = {}
    for game in project.games():
        pipeline.check(project, game, findings := Findings())
        for each in findings:
            if each.code in ("unknown-font", "font-substitute"):
                listed = places.setdefault(each.message, [])
                place = each.span.place if each.span else game
                if place not in listed:
                    listed.append(place)
    return places


@command.command("add")
@click.argument("family", metavar="FAMILY")
@click.pass_context
def add(context: click.Context, family: str) -> None:
    """Copy a font of this machine into the project.

    All styles of FAMILY, such as "DejaVu Serif", are copied.

    Shows what the font says of its licence. A copy that isn't open is kept out of git. Fonts that must not
    be embedded are refused.
    """
    project = find_project(context)
    files = system_fonts.of_family(system_fonts.installed_fonts(), family)
    if not files:
        raise click.UsageError(f"this machine has no font `{family}`")
    new: dict[str, bytes] = {}
    closed: set[str] = set()
    said: dict[str, None] = {}
    """What the fonts say about their use, in order."""
    for file in files:
        try:
            data = read_file(file.path)
            font = checked_font(file.path.name, data)
        except (FontError, OSError) as error:
            say(f"{file.path}: left out, {_why(error)}")
            continue
        target = _target(project, font, file.path, new=new)
        if target is None:
            continue
        new[target] = data
        is_open, terms = system_fonts.terms_of(data)
        said.update(dict.fromkeys(terms))
        say(target)
        if not is_open:
            closed.add(target.rpartition("/")[0])
    if not new:
        raise click.UsageError(f"no file of `{family}` was copied")
    for line in said:
        say(f"  {line}")
    for folder in sorted(closed):
        new[f"{folder}/.gitignore"] = b"# These fonts may not be passed on.\n*\n"
        say(f"{folder} is kept out of git, as its fonts aren't known to be open: ask before you share them")
    try:
        before = {path: project.read(path) if project.exists(path) else None for path in new}
        write.replace_all(
            {project.writable(path): data for path, data in new.items()},
            {project.writable(path): data for path, data in before.items()},
        )
    except ProjectError as error:
        raise click.ClickException(str(error)) from error
    say(f"copied {quantity(len(new) - len(closed), 'file')}; styles and drawings find them as `{family}`")


def _why(error: FontError | OSError) -> str:
    if isinstance(error, FontError):
        return error.message
    return error.strerror or str(error)


def _target(project: Project, font: CheckedFont, path: Path, new: Collection[str]) -> str | None:
    """Where a font is copied to; None if the project has it already."""
    files = added_fonts(project, [(font, path)], None)
    if not isinstance(files, dict):
        say(f"{path}: left out, {files.message}")
        return None
    (target,) = files
    if target.casefold() in {each.casefold() for each in new}:
        say(f"{path}: left out, another file is `{target}` already")
        return None
    return target
