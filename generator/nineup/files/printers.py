"""The user's printers and the offset of each one's backs, saved in the user's configuration folder."""

import os
import sys
from pathlib import Path

import msgspec

from nineup.base.reading import read_file

_MOST_BYTES = 1024 * 1024


class Printer(msgspec.Struct, frozen=True):
    """The distance to move backs, right and down, in points."""

    right: float
    down: float


def printers_file(
    environment: "os._Environ[str] | dict[str, str]" = os.environ, platform: str = sys.platform
) -> Path:
    """The file of saved printers on this system; NINEUP_CONFIG names another folder."""
    return user_file("printers.json", environment, platform)


def user_file(
    name: str, environment: "os._Environ[str] | dict[str, str]" = os.environ, platform: str = sys.platform
) -> Path:
    """A file of the user's own on this system; NINEUP_CONFIG names another folder."""
    if folder := environment.get("NINEUP_CONFIG"):
        return Path(folder) / name
    if platform == "win32":
        base = Path(environment.get("APPDATA", Path.home() / "AppData" / "Roaming"))
    elif platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(environment.get("XDG_CONFIG_HOME", Path.home() / ".config"))
    return base / "nineup" / name


def read_printers(path: Path) -> dict[str, Printer]:
    """The saved printers by name; none if there is no file. Raises ValueError if the file is damaged."""
    return decode(contents(path), path)


def contents(path: Path) -> bytes | None:
    """The content of the file; None if there is none."""
    try:
        return read_file(path, _MOST_BYTES)
    except FileNotFoundError:
        return None


def decode(data: bytes | None, path: Path) -> dict[str, Printer]:
    """The printers in a file's content. Raises ValueError if it is damaged."""
    try:
        return msgspec.json.decode(data, type=dict[str, Printer]) if data is not None else {}
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(f"{path} is not a list of printers ({error}); fix or delete it") from error


def encode(printers: dict[str, Printer]) -> bytes:
    """The file's content, with printers sorted by name."""
    return msgspec.json.format(msgspec.json.encode(dict(sorted(printers.items()))), indent=2) + b"\n"
