"""Compares records of prints: changelogs in words and pictures, and the pull list of pieces to swap."""

from nineup.changes.diff.compare import Changes, compare
from nineup.changes.diff.match import renamed_components, with_new_names
from nineup.changes.diff.page import FacePicture, Illustrations, changes_html, html_parts
from nineup.changes.diff.pull import PullStep, mixed_backs, pull_list, stacks, table_after, totals
from nineup.changes.diff.pull_page import pull_pages
from nineup.changes.diff.report import changes_json, changes_markdown, changes_text
from nineup.changes.diff.sides import SideChange, sides_to_show
from nineup.changes.diff.undrawn import with_undrawn

__all__ = [
    "Changes",
    "FacePicture",
    "Illustrations",
    "PullStep",
    "SideChange",
    "changes_html",
    "changes_json",
    "changes_markdown",
    "changes_text",
    "compare",
    "html_parts",
    "mixed_backs",
    "pull_list",
    "pull_pages",
    "renamed_components",
    "sides_to_show",
    "stacks",
    "table_after",
    "totals",
    "with_new_names",
    "with_undrawn",
]
