"""Users' files: read, changed where they are, and fetched.

`load` reads a game's YAML, CSV and workbooks into a `Game`, and every mistake into findings. `settings`
(`nineup.yaml`), `sheet_spec` (`layouts/sheets/`) and `printers` read the other files. `edit` changes a value
and leaves every other byte alone, with undo. `fetching` brings published spreadsheets into the project;
nothing else uses the network.
"""

from typing import TYPE_CHECKING

from nineup.base.late_names import late_names

if TYPE_CHECKING:
    from nineup.files.printers import Printer, printers_file, read_printers, user_file
    from nineup.files.settings import FACE, Settings, papers, read_settings
else:
    __getattr__ = late_names(
        __name__,
        {
            "printers": ("Printer", "printers_file", "read_printers", "user_file"),
            "settings": ("FACE", "Settings", "papers", "read_settings"),
        },
    )

__all__ = [
    "FACE",
    "Printer",
    "Settings",
    "edit",
    "fetching",
    "load",
    "papers",
    "printers_file",
    "read_printers",
    "read_settings",
    "user_file",
]
