"""Fonts that a designer brings into a project: where they and their licence are written.

A family has a folder of its own in `fonts/`, which all games of the project share, and its licence lies
beside its files.
"""

import re
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

import msgspec

from nineup.base.diagnostics import Diagnostic
from nineup.base.project import Project
from nineup.base.reading import is_reserved, read_file
from nineup.files.edit.files import refuse
from nineup.files.edit.history import AddedFile
from nineup.files.edit.kept import ABSENT, file_digest
from nineup.model.art import ArtError
from nineup.schema.types import as_id
from nineup.typography.fonts import FontError, Fonts
from nineup.typography.fonts.catalogue import cut_named
from nineup.typography.fonts.checking import CheckedFont

LICENCES = (".txt", ".md")
"""The endings of a licence's name."""

_LONGEST_LICENCE = 1_000_000
"""The longest licence, in bytes."""

_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")


class CheckedLicence(msgspec.Struct, frozen=True):
    """A licence's text, by its portable name."""

    name: str
    first_line: str


def checked_licence(name: str, data: bytes) -> CheckedLicence:
    """Checks the licence of a font. Raises ArtError unless it is a text."""
    if not name.lower().endswith(LICENCES):
        raise ArtError("is not a text", "choose the OFL.txt or LICENSE.txt that came with the font")
    if len(data) > _LONGEST_LICENCE:
        raise ArtError("is longer than any licence", "choose the OFL.txt or LICENSE.txt of the font")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")
    if "\0" in text or not text.strip():
        raise ArtError("is not a text", "choose the OFL.txt or LICENSE.txt that came with the font")
    base = _UNSAFE.sub("-", re.split(r"[/\\]", name)[-1]).strip("-.")[-60:]
    safe = base if base.lower().endswith(LICENCES) and not is_reserved(base) else "LICENSE.txt"
    return CheckedLicence(safe, text.strip().splitlines()[0][:120])


def added_fonts(
    project: Project,
    fonts: Iterable[tuple[CheckedFont, Path]],
    licence: tuple[CheckedLicence, Path] | None,
) -> dict[str, AddedFile] | Diagnostic:
    """The files of some checked fonts with their licence, by their paths in the project; or why they can't be
    written: a style that is there already isn't replaced.
    """
    files: dict[str, AddedFile] = {}
    there = {path.casefold(): path for path in project.list("fonts", "**/*") if _is_own(project, path)}
    known = Fonts(project)
    folders: list[str] = []
    for font, file in fonts:
        folder = f"fonts/{_folder(font)}"
        path = f"{folder}/{font.name}"
        taken = there.get(path.casefold()) or _style_there(project, known, font)
        if taken or path.casefold() in {each.casefold() for each in files}:
            which = f"`{taken}` is there already" if taken else f"two fonts would be `{path}`"
            return refuse(f"{which}: {font.family} {font.styles[0] if font.styles else ''}".rstrip())
        files[path] = AddedFile(ABSENT, file)
        folders.append(folder)
    for folder in dict.fromkeys(folders) if licence is not None else ():
        assert licence is not None
        path = _free(
            f"{folder}/{licence[0].name}", there, digest=file_digest(read_file(licence[1])), project=project
        )
        if path:
            files[path] = AddedFile(ABSENT, licence[1])
    return files


def _folder(font: CheckedFont) -> str:
    name = as_id(font.family) or as_id(font.name) or "font"
    return f"{name}-font" if is_reserved(name) else name


def _style_there(project: Project, known: Fonts, font: CheckedFont) -> str:
    """The project's own file that has a style already."""
    cut = cut_named(font.styles[0]) if len(font.styles) == 1 else None
    try:
        source = known.cuts(font.family).get(cut) if cut is not None else None
    except FontError:
        return ""
    return source.path if source is not None and not source.axes and _is_own(project, source.path) else ""


def _is_own(project: Project, path: str) -> bool:
    return (project.root / path).is_file()


def _free(path: str, there: dict[str, str], *, digest: str, project: Project) -> str:
    """The path for a licence, with a number if another text has it; empty if this one is there."""
    file = PurePosixPath(path)
    for number in range(1, 100):
        free = path if number == 1 else f"{file.with_suffix('')}-{number}{file.suffix}"
        other = there.get(free.casefold())
        if other is None:
            return free
        if file_digest(project.read(other)) == digest:
            return ""
    return ""
