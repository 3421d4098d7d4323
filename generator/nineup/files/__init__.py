"""Users' files: read, changed where they are, and fetched.

`load` reads a game's YAML, CSV and workbooks into a `Game`, and every mistake into findings. `settings`
(`nineup.yaml`), `sheet_spec` (`layouts/sheets/`) and `printers` read the other files. `edit` changes a value and
leaves every other byte alone, with undo. `fetching` brings published spreadsheets into the project; nothing else uses the network.
"""

__all__ = ["edit", "fetching", "load", "printers", "settings", "sheet_spec"]
