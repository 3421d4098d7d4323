"""The project while it is open: workspace, sessions and snapshots that follow the files, proofs and exports
beside them.
"""

__all__ = [
    "earlier",
    "editing",
    "exporting",
    "looking",
    "preview",
    "sent_rows",
    "sheets",
    "snapshot",
    "working",
    "workspace",
]
