"""Published spreadsheets: fetched into files of a project on request, never by a build.

`addresses_of` reads the addresses in a game file, `download` fetches one, `changes_of` compares the result.
"""

from nineup.files.fetching.addresses import Published, addresses_of
from nineup.files.fetching.changes import RowChange, changes_of
from nineup.files.fetching.download import DownloadError, download
from nineup.files.fetching.sheet import SheetRows, read_fetched

__all__ = [
    "DownloadError",
    "Published",
    "RowChange",
    "SheetRows",
    "addresses_of",
    "changes_of",
    "download",
    "read_fetched",
]
