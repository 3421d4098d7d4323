"""A run's folder: a build's files replace those of the previous build. The pipeline's last step."""

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

import msgspec

from nineup.base.reading import UnfitFileError, read_file
from nineup.write.files import Contents, replace_all, replace_each

MANIFEST = "manifest.json"

EXPORT = "export.json"
"""The name of the list of an export's files, in their folder."""

_PDF = re.compile(r"\w[\w.-]*\.pdf")
"""The names of PDFs in builds. Other names in a manifest aren't ours to remove: anyone may have written
it.
"""

_EXPORTED = re.compile(r"\w[\w. -]*(?:/\w[\w. -]*){0,5}")
"""The names of files in exports. Names that lead out of the folder aren't ours to remove."""

_APPENDIX_PICTURE = r"[a-z0-9-]+\.[a-z0-9-]+\.(?:jpg|webp|svg)"
"""The names of pictures next to an appendix's Markdown."""

_Identity = tuple[int, int]
"""A file's inode and modification time, which change when another build writes the file."""


NOT_OURS = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""Exceptions from decoding JSON that we haven't written."""


class _ListedFile(msgspec.Struct):
    file: str


class _FileManifest(msgspec.Struct):
    """The part of a manifest that is needed here."""

    files: list[_ListedFile]


def publish(folder: Path, files: Mapping[str, Contents], manifest: bytes) -> list[str]:
    """Writes a run's files and manifest, all or none; then removes files of the previous manifest that are
    left over, and returns their names. Raises OSError.
    """
    # Before writing: afterwards, the manifest is the new one.
    earlier = _files_of_manifest(folder)
    replace_all({folder / name: data for name, data in {**files, MANIFEST: manifest}.items()})
    return _remove_leftovers(folder, earlier, files)


def publish_appendix(folder: Path, files: Mapping[str, Contents], name: str) -> None:
    """Writes the files of an appendix of this name to a run's folder, as `publish` does.

    Pictures that its previous Markdown or HTML showed and that no page shows now are removed, and so are
    pages to which its previous HTML led. Raises OSError.
    """
    pages = {f"{name}.md": [f"{name}.md"], f"{name}.html": [f"{name}.html", *_pages_beside(folder, name)]}
    shown = {first: set(_pictures_shown_by(folder, name, each)) for first, each in pages.items()}
    # The Markdown and the HTML of an appendix share a folder of pictures: what the other page shows stays.
    kept = {picture for first in pages if first not in files for picture in shown[first]}
    stale = {page for first in pages if first in files for page in pages[first]}
    earlier = _identities(folder, sorted((set().union(*shown.values()) - kept) | stale))
    replace_all({folder / name: data for name, data in files.items()})
    _remove_leftovers(folder, earlier, files)


def _pages_beside(folder: Path, name: str) -> list[str]:
    """The further pages of an appendix to which its first page leads."""
    text = _text_of(folder / f"{name}.html")
    return sorted(set(re.findall(rf'href="({re.escape(name)}-[a-z0-9-]+\.html)#', text)))


def _pictures_shown_by(folder: Path, name: str, pages: Iterable[str]) -> Iterator[str]:
    """The pictures that pages of Markdown or HTML show from the folder of their appendix."""
    beside = f"{name}-pictures"
    for page in pages:
        text = _text_of(folder / page)
        yield from (f"{beside}/{file}" for file in re.findall(rf"{beside}/({_APPENDIX_PICTURE})", text))


def _text_of(page: Path) -> str:
    """The text of a page that may not exist."""
    with suppress(FileNotFoundError, UnfitFileError):
        return read_file(page, follow=False).decode("utf-8", "replace")
    return ""


class _ExportedFile(msgspec.Struct):
    file: str
    digest: str


class _ExportIndex(msgspec.Struct):
    files: list[_ExportedFile]


def publish_export(folder: Path, files: Iterable[tuple[str, bytes]], about: Mapping[str, str]) -> None:
    """Writes the files of an export and then their list to their folder, as `publish` does. Raises OSError.

    A file of the previous export that this one doesn't make is removed if it is still as listed.
    """
    earlier = _files_of_export(folder)
    written: dict[str, str] = {}

    def with_paths() -> Iterator[tuple[Path, bytes]]:
        for name, data in files:
            written[name] = _digest(data)
            yield folder / name, data
        # Last, as it has the digests of all that was produced before it.
        listed = [{"file": name, "digest": digest} for name, digest in written.items()]
        yield (
            folder / EXPORT,
            msgspec.json.format(msgspec.json.encode({**about, "files": listed}), indent=1) + b"\n",
        )

    replace_each(with_paths())
    for name in _remove_leftovers(folder, earlier, written):
        with suppress(OSError):  # Not empty.
            (folder / name).parent.rmdir()


def _files_of_export(folder: Path) -> dict[str, _Identity]:
    """The files of a folder's list that are still as listed; none without a valid list."""
    try:
        index = msgspec.json.decode(read_file(folder / EXPORT, follow=False), type=_ExportIndex)
    except (FileNotFoundError, UnfitFileError, *NOT_OURS):
        return {}
    return _identities(folder, (each.file for each in index.files if _is_unchanged(folder, each)))


def _is_unchanged(folder: Path, listed: _ExportedFile) -> bool:
    if not _EXPORTED.fullmatch(listed.file):
        return False
    try:
        return _digest(read_file(folder / listed.file, follow=False)) == listed.digest
    except OSError:
        return False


def _digest(data: bytes) -> str:
    return blake2b(data, digest_size=16).hexdigest()


def _files_of_manifest(folder: Path) -> dict[str, _Identity]:
    """The PDFs named in a folder's manifest, and their previews; none without a valid manifest."""
    try:
        index = msgspec.json.decode(read_file(folder / MANIFEST, follow=False), type=_FileManifest)
    except (FileNotFoundError, UnfitFileError, *NOT_OURS):
        return {}
    stems = [re.escape(file.file[: -len(".pdf")]) for file in index.files if _PDF.fullmatch(file.file)]
    # A manifest is a file that anybody may have written: only names that a
    # build could have given are removed.
    ours = re.compile(rf"(?:{'|'.join(stems)})(?:\.pdf|-\d+\.png)") if stems else re.compile("(?!)")
    names = (path.name for path in folder.iterdir() if ours.fullmatch(path.name) and path.is_file())
    return _identities(folder, names)


def _remove_leftovers(folder: Path, earlier: Mapping[str, _Identity], written: Container[str]) -> list[str]:
    """Removes and returns the earlier build's files that no build has written since."""
    left = [name for name in earlier if name not in written and _identity(folder / name) == earlier[name]]
    for name in left:
        (folder / name).unlink(missing_ok=True)
    return left


def _identities(folder: Path, names: Iterable[str]) -> dict[str, _Identity]:
    """The files that exist, with their identities."""
    return {name: identity for name in names if (identity := _identity(folder / name))}


def _identity(path: Path) -> _Identity | None:
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return status.st_ino, status.st_mtime_ns
