"""What everything rests on: units, geometry, findings, processes and limits, none of which knows of games.

A mistake in a user's file is a `Diagnostic` with a `Span` in a list of `Findings` (`diagnostics`). Lengths are points (`units`),
and `geometry` has boxes, matrices and outlines, y down. `project` finds a project's files, and `reading` is the only module that opens
them. `fence` limits processor time and memory, `processes` divides work between copies of the process. `markup` knows the
marks of rich text, `html_page` and `csv_rows` write pages and tables of our own.
"""

__all__ = [
    "csv_rows",
    "diagnostics",
    "fence",
    "geometry",
    "html_page",
    "late_names",
    "markup",
    "processes",
    "project",
    "reading",
    "units",
]
