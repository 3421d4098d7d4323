"""Published spreadsheets: fetched into files of a project when someone asks for it, and never by a build.

`addresses_of` reads what a game file says, `download` gets what is there, `changes_of` says what it changes.
"""

from nineup.fetching.addresses import Published, addresses_of
from nineup.fetching.changes import RowChange, changes_of
from nineup.fetching.download import DownloadError, download
from nineup.fetching.sheet import SheetRows, read_sheet

__all__ = [
    "DownloadError",
    "Published",
    "RowChange",
    "SheetRows",
    "addresses_of",
    "changes_of",
    "download",
    "read_sheet",
]
