"""Reads the manifests of builds: which face is printed where, and what a record of the print needs."""

from pathlib import Path

import msgspec

from nineup.pipeline import Printed
from nineup.write import MANIFEST, Placed


class Asked(msgspec.Struct, frozen=True):
    """What the build was asked for."""

    players: int | None = None
    options: dict[str, str] = {}
    owners: tuple[str, ...] = ()
    components: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    version: str = ""
    since: str = ""
    restyled: bool = False


class Manifest(msgspec.Struct, frozen=True):
    """The manifest of a build; those of early versions do not say what was printed in whole (`printed`)."""

    asked: Asked
    pieces: tuple[Placed, ...]
    game: str = ""
    run: str = ""
    printed: Printed | None = None


def read_manifest(folder: Path) -> Manifest | None:
    """The manifest in a run's folder; None if it is not from Nineup. Raises OSError."""
    try:
        return msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Manifest)
    except msgspec.DecodeError:
        return None


def built_folders(output: Path) -> list[Path]:
    """The folders of a game's output that hold a build, ordered by name."""
    return sorted(path.parent for path in output.glob(f"*/{MANIFEST}"))
