"""Findings for people and programs, as text to print.

`as_text` shows each with its source line and a caret, `as_json` and `as_sarif` serve programs, `as_github`
annotates a pull request; `as_table` and `as_records` list each rule's result by player count, composed of
`sign` and `remarks`.
"""

from typing import TYPE_CHECKING

from nineup.base.late_names import late_names
from nineup.report.table import FAILED, HELD, SAMPLED, SILENT, as_records, as_table, remarks, sign
from nineup.report.text import MAX_SIMILAR, as_text, for_people, summary

if TYPE_CHECKING:
    from nineup.report.distribution import outcome_label
    from nineup.report.github import as_github
    from nineup.report.json import as_json
    from nineup.report.sarif import as_sarif
else:
    __getattr__ = late_names(
        __name__,
        {
            "distribution": ("outcome_label",),
            "github": ("as_github",),
            "json": ("as_json",),
            "sarif": ("as_sarif",),
        },
    )

__all__ = [
    "FAILED",
    "HELD",
    "MAX_SIMILAR",
    "SAMPLED",
    "SILENT",
    "as_github",
    "as_json",
    "as_records",
    "as_sarif",
    "as_table",
    "as_text",
    "for_people",
    "outcome_label",
    "remarks",
    "sign",
    "summary",
]
