"""What changed since a print or a commit, and how to print only that.

`diff` compares two records of prints, in words and as a pull list. `reprint` finds the print on the table,
keeps its record, and lays out sheets of changed pieces alone. `revision` takes an earlier state of a project
out of git, safely, and `versions` keeps states without git. Faces are the same if their digests are.
"""

from typing import TYPE_CHECKING

from nineup.base.late_names import late_names

if TYPE_CHECKING:
    from nineup.changes.restored_card import CardName, card_changes, restore_card
    from nineup.changes.revision import RevisionError, history, project_at
    from nineup.changes.versions import (
        Version,
        find_version,
        finish_restoring,
        keep_version,
        kept_versions,
        project_at_version,
        remove_version,
        restore_version,
        restoring,
        stored,
    )
else:
    __getattr__ = late_names(
        __name__,
        {
            "restored_card": ("CardName", "card_changes", "restore_card"),
            "revision": ("RevisionError", "history", "project_at"),
            "versions": (
                "Version",
                "find_version",
                "finish_restoring",
                "keep_version",
                "kept_versions",
                "project_at_version",
                "remove_version",
                "restore_version",
                "restoring",
                "stored",
            ),
        },
    )

__all__ = [
    "CardName",
    "RevisionError",
    "Version",
    "card_changes",
    "diff",
    "find_version",
    "finish_restoring",
    "history",
    "keep_version",
    "kept_versions",
    "project_at",
    "project_at_version",
    "remove_version",
    "reprint",
    "restore_card",
    "restore_version",
    "restoring",
    "stored",
]
