"""What changed since a print or a commit, and how to print only that.

`diff` compares two records of prints, in words and as a pull list. `reprint` finds the print on the table,
keeps its record, and lays out sheets of changed pieces alone. `revision` takes an earlier state of a project
out of git, safely. Faces are the same if their digests are.
"""

from typing import TYPE_CHECKING

from nineup.base.late_names import late_names

if TYPE_CHECKING:
    from nineup.changes.revision import RevisionError, history, project_at
else:
    __getattr__ = late_names(
        __name__,
        {
            "revision": ("RevisionError", "history", "project_at"),
        },
    )

__all__ = [
    "RevisionError",
    "diff",
    "history",
    "project_at",
    "reprint",
]
