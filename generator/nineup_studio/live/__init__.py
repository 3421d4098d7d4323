"""The project while it is open: workspace, sessions and snapshots that follow the files, proofs and exports beside them."""

__all__ = [
    "earlier",
    "edited_project",
    "editing",
    "exporting",
    "looking",
    "preview",
    "printed",
    "run_query",
    "sent_rows",
    "sheets",
    "since",
    "snapshot",
    "working",
    "workspace",
]
