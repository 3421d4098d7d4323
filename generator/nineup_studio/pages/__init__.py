"""Parts of pages that several views share: the frame, choices of runs, places in files, findings, sizes."""

__all__ = [
    "evidence",
    "odds",
    "page",
    "panel",
    "places",
    "posting",
    "print_query",
    "sizes",
    "view",
]
