"""After an edit: what was printed is recorded, what changed since is told, and just that is printed. Above `build`."""

from nineup.reprint.changed import CHANGED, Reprint, build_changed
from nineup.reprint.differences import Difference, changes_since, changes_since_commit
from nineup.reprint.print_done import print_done
from nineup.reprint.prints import choice_of, records, since

__all__ = [
    "CHANGED",
    "Difference",
    "Reprint",
    "build_changed",
    "changes_since",
    "changes_since_commit",
    "choice_of",
    "print_done",
    "records",
    "since",
]
