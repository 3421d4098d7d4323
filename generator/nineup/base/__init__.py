"""What everything rests on: units, geometry, findings, processes and limits, none of which knows of games.

A mistake in a user's file is a `Diagnostic` with a `Span` in a list of `Findings` (`diagnostics`). Lengths
are points (`units`), and `geometry` has boxes, matrices and outlines, y down. `project` finds a project's
files, and `reading` is the only module that opens them. `fence` limits processor time and memory, `processes`
divides work between copies of the process. `markup` knows the marks of rich text, `html_page` and `csv_rows`
write pages and tables of our own.
"""

from typing import TYPE_CHECKING

from nineup.base.late_names import late_names

if TYPE_CHECKING:
    from nineup.base.csv_rows import csv_text
    from nineup.base.diagnostics import (
        Accept,
        Diagnostic,
        Findings,
        Fix,
        Hint,
        Span,
        Status,
        few,
        fixes_of,
        nearest,
    )
    from nineup.base.fence import LimitError, limit_in_words, raise_fence, renew_fence, work_fence
    from nineup.base.file_limits import most_bytes
    from nineup.base.glossary import explanations
    from nineup.base.html_page import picture_type, template_environment
    from nineup.base.markup import SPANS, without_line_marks
    from nineup.base.plugins import find_plugin
    from nineup.base.processes import leave
    from nineup.base.project import CSV_SUFFIXES, STARTER, EditedProject, Project, ProjectError, line_starts
    from nineup.base.reading import is_reserved, read_file
    from nineup.base.units import INCH, MM, file_size, length, measures, mm
else:
    __getattr__ = late_names(
        __name__,
        {
            "csv_rows": ("csv_text",),
            "diagnostics": (
                "Accept",
                "Diagnostic",
                "Findings",
                "Fix",
                "Hint",
                "Span",
                "Status",
                "few",
                "fixes_of",
                "nearest",
            ),
            "file_limits": ("most_bytes",),
            "fence": ("LimitError", "limit_in_words", "raise_fence", "renew_fence", "work_fence"),
            "glossary": ("explanations",),
            "html_page": ("picture_type", "template_environment"),
            "markup": ("SPANS", "without_line_marks"),
            "plugins": ("find_plugin",),
            "processes": ("leave",),
            "project": ("CSV_SUFFIXES", "STARTER", "EditedProject", "Project", "ProjectError", "line_starts"),
            "reading": ("is_reserved", "read_file"),
            "units": ("INCH", "MM", "file_size", "length", "measures", "mm"),
        },
    )

__all__ = [
    "CSV_SUFFIXES",
    "INCH",
    "MM",
    "SPANS",
    "STARTER",
    "Accept",
    "Diagnostic",
    "EditedProject",
    "Findings",
    "Fix",
    "Hint",
    "LimitError",
    "Project",
    "ProjectError",
    "Span",
    "Status",
    "csv_text",
    "explanations",
    "few",
    "file_size",
    "find_plugin",
    "fixes_of",
    "geometry",
    "is_reserved",
    "late_names",
    "leave",
    "length",
    "limit_in_words",
    "line_starts",
    "measures",
    "mm",
    "most_bytes",
    "nearest",
    "picture_type",
    "plugins",
    "raise_fence",
    "read_file",
    "renew_fence",
    "template_environment",
    "without_line_marks",
    "work_fence",
]
