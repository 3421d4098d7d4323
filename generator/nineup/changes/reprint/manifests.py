"""Reads manifests of builds: where each face is printed, and the data for a record of the print."""

from pathlib import Path

import msgspec

from nineup.base.reading import UnfitFileError, read_file
from nineup.pipeline import PrintedTable
from nineup.write import MANIFEST, NOT_OURS, PlacedPiece, is_as_written


class BuildRequest(msgspec.Struct, frozen=True):
    """The flags of the build."""

    players: int | None = None
    options: dict[str, str] = {}
    owners: tuple[str, ...] = ()
    components: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    language: str = ""
    version: str = ""
    since: str = ""
    restyled: bool = False


class Manifest(msgspec.Struct, frozen=True):
    """The manifest of a build; `printed` is missing if another version has written it."""

    asked: BuildRequest
    pieces: tuple[PlacedPiece, ...]
    game: str = ""
    run: str = ""
    printed: PrintedTable | None = None


def read_manifest(folder: Path) -> Manifest | None:
    """The manifest in a run's folder; None if it isn't one of Nineup's. Raises OSError."""
    try:
        return msgspec.json.decode(read_file(folder / MANIFEST, follow=False), type=Manifest)
    except (*NOT_OURS, UnfitFileError):
        return None


def is_edited(folder: Path) -> bool:
    """Whether the manifest in a run's folder isn't as its build wrote it. Raises OSError."""
    return not is_as_written(read_file(folder / MANIFEST, follow=False))


def built_folders(output: Path) -> list[Path]:
    """The folders in a game's output that hold a build, by name."""
    return sorted(path.parent for path in output.glob(f"*/{MANIFEST}"))
