"""The user's own printers: how far each shifts a sheet's back, kept in the user's configuration folder."""

import os
import sys
from pathlib import Path

import msgspec


class Printer(msgspec.Struct, frozen=True):
    """How far backs are to be moved, right and down, in points."""

    right: float
    down: float


def file(environment: "os._Environ[str] | dict[str, str]" = os.environ, platform: str = sys.platform) -> Path:
    """Where the readings are kept on this system; NINEUP_CONFIG names another folder."""
    if folder := environment.get("NINEUP_CONFIG"):
        return Path(folder) / "printers.json"
    if platform == "win32":
        base = Path(environment.get("APPDATA", Path.home() / "AppData" / "Roaming"))
    elif platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(environment.get("XDG_CONFIG_HOME", Path.home() / ".config"))
    return base / "nineup" / "printers.json"


def read(path: Path) -> dict[str, Printer]:
    """The saved printers by name; none where there is no file. Raises ValueError when it is not ours."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, Printer])
    except FileNotFoundError:
        return {}
    except msgspec.DecodeError as error:
        raise ValueError(f"{path} is not a list of printers ({error}); mend or delete it") from error


def encode(printers: dict[str, Printer]) -> bytes:
    """The file's text, printers in the order of their names."""
    return msgspec.json.format(msgspec.json.encode(dict(sorted(printers.items()))), indent=2) + b"\n"
