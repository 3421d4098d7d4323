"""Records prints, reports changes since a print, and builds only what changed; sits above `pipeline`."""

from typing import TYPE_CHECKING

from nineup.base.late_names import late_names
from nineup.changes.reprint.changed import CHANGED, Reprint, build_changed
from nineup.changes.reprint.differences import (
    Difference,
    EarlierProject,
    changes_since,
    changes_since_state,
    changes_to,
)
from nineup.changes.reprint.print_done import keep_printed, print_done
from nineup.changes.reprint.prints import choice_of, find_record, folder, record_now, records

if TYPE_CHECKING:
    from nineup.changes.reprint.pictures import find_old_faces
else:
    __getattr__ = late_names(
        __name__,
        {
            "pictures": ("find_old_faces",),
        },
    )

__all__ = [
    "CHANGED",
    "Difference",
    "EarlierProject",
    "Reprint",
    "build_changed",
    "changes_since",
    "changes_since_state",
    "changes_to",
    "choice_of",
    "find_old_faces",
    "find_record",
    "folder",
    "keep_printed",
    "print_done",
    "record_now",
    "records",
]
