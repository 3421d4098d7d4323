"""What the manifests of builds tell of pieces: which face is printed where."""

from pathlib import Path

import msgspec

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


class Printed(msgspec.Struct, frozen=True):
    """What the manifest of a build tells."""

    asked: Asked
    pieces: tuple[Placed, ...]


def read(folder: Path) -> Printed | None:
    """The manifest in a run's folder; None where another Nineup wrote it. Raises OSError."""
    try:
        return msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Printed)
    except msgspec.DecodeError:
        return None


def built(output: Path) -> list[Path]:
    """The folders of a game's output that hold a build, in the order of their names."""
    return sorted(path.parent for path in output.glob(f"*/{MANIFEST}"))
