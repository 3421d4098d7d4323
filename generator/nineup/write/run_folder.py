"""A run's folder: what a build puts into it, and what of an earlier build it takes away; the pipeline's last step."""

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

import msgspec

from nineup.write.files import replace_all, replace_each

MANIFEST = "manifest.json"

PICTURES = "pictures.json"
"""What tells of the pictures of faces, in a folder of their own."""

_PDF = re.compile(r"\w[\w.-]*\.pdf")
"""What a build names its PDFs; a manifest that somebody else wrote may name what is not a build's to remove."""

_PICTURE = re.compile(r"[a-z0-9-]+(?:/[a-z0-9-]+){0,2}(?:\.deck(?:-\d+)?)?(?:\.back)?\.png")
"""The same for the pictures of faces and decks: ids of components, owners and cards."""

_APPENDIX_PICTURE = r"[a-z0-9-]+\.[a-z0-9-]+\.(?:webp|svg)"
"""The same for the pictures beside an appendix's Markdown."""

_Identity = tuple[int, int]
"""A file's number on its disk and its time: another build's file of the same name has others."""


class _File(msgspec.Struct):
    file: str


class _Manifest(msgspec.Struct):
    """What of an earlier manifest matters here."""

    files: list[_File]


def publish(folder: Path, files: Mapping[str, bytes], manifest: bytes) -> None:
    """Put the files of a run and its manifest into its folder: all of them, or none when the disk is full.

    What an earlier build's manifest names there, and this build no longer writes, is removed, unless yet another
    build has written it meanwhile. Raises OSError.
    """
    earlier = _files_of_manifest(folder)
    replace_all({folder / name: data for name, data in {**files, MANIFEST: manifest}.items()})
    _remove_leftovers(folder, earlier, files)


def publish_appendix(folder: Path, files: Mapping[str, bytes], page: str) -> None:
    """Put the files of an appendix into a run's folder, as `publish` does.

    Of the pictures beside its Markdown, those are removed that the earlier `page` shows and the new one does not.
    Raises OSError.
    """
    pictures = _pictures_shown_by(folder, page) if page in files else ()
    earlier = _identities(folder, pictures)
    replace_all({folder / name: data for name, data in files.items()})
    _remove_leftovers(folder, earlier, files)


def _pictures_shown_by(folder: Path, page: str) -> Iterator[str]:
    """The pictures in the folder of a page of Markdown that the page shows."""
    beside = f"{page.removesuffix('.md')}-pictures"
    with suppress(FileNotFoundError):
        text = (folder / page).read_text(encoding="utf-8", errors="replace")
        yield from (f"{beside}/{name}" for name in re.findall(rf"{beside}/({_APPENDIX_PICTURE})", text))


class _PictureIndex(msgspec.Struct):
    pictures: list[_File]
    decks: list[_File]


def publish_pictures(folder: Path, files: Iterable[tuple[str, bytes]]) -> None:
    """Put pictures, one after the other, and then their index into a folder of their own, as `publish` does. Raises OSError."""
    earlier = _identities(folder, _files_of_index(folder))
    written: set[str] = set()

    def placed() -> Iterator[tuple[Path, bytes]]:
        for name, data in files:
            written.add(name)
            yield folder / name, data

    replace_each(placed())
    for name in _remove_leftovers(folder, earlier, written):
        with suppress(OSError):  # Not empty: there are others, or somebody else's.
            (folder / name).parent.rmdir()


def _files_of_index(folder: Path) -> Iterator[str]:
    """The pictures that the index in a folder names; none where there is no index of ours."""
    try:
        index = msgspec.json.decode((folder / PICTURES).read_bytes(), type=_PictureIndex)
    except (FileNotFoundError, msgspec.DecodeError):
        return
    yield from (each.file for each in (*index.pictures, *index.decks) if _PICTURE.fullmatch(each.file))


def _files_of_manifest(folder: Path) -> dict[str, _Identity]:
    """The PDFs that the manifest in a folder names, and their pictures; none where there is no manifest of ours."""
    try:
        index = msgspec.json.decode((folder / MANIFEST).read_bytes(), type=_Manifest)
    except (FileNotFoundError, msgspec.DecodeError):
        return {}
    stems = [re.escape(file.file[: -len(".pdf")]) for file in index.files if _PDF.fullmatch(file.file)]
    ours = re.compile(rf"(?:{'|'.join(stems)})(?:\.pdf|-\d+\.png)") if stems else re.compile("(?!)")
    names = (path.name for path in folder.iterdir() if ours.fullmatch(path.name) and path.is_file())
    return _identities(folder, names)


def _remove_leftovers(folder: Path, earlier: Mapping[str, _Identity], written: Container[str]) -> list[str]:
    """Remove what is left of an earlier build, and name it: all that was not written now, by this build or another."""
    left = [name for name in earlier if name not in written and _identity(folder / name) == earlier[name]]
    for name in left:
        (folder / name).unlink(missing_ok=True)
    return left


def _identities(folder: Path, names: Iterable[str]) -> dict[str, _Identity]:
    """Those of the files that are there."""
    return {name: identity for name in names if (identity := _identity(folder / name))}


def _identity(path: Path) -> _Identity | None:
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return status.st_ino, status.st_mtime_ns
