"""Records prints, reports changes since a print, and builds only what changed; sits above `pipeline`."""

from nineup.changes.reprint.changed import CHANGED, Reprint, build_changed
from nineup.changes.reprint.differences import Difference, changes_since, changes_since_commit
from nineup.changes.reprint.print_done import NAME, print_done
from nineup.changes.reprint.prints import choice_of, find_record, folder, records

__all__ = [
    "CHANGED",
    "NAME",
    "Difference",
    "Reprint",
    "build_changed",
    "changes_since",
    "changes_since_commit",
    "choice_of",
    "find_record",
    "folder",
    "print_done",
    "records",
]
