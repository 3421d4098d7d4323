"""The one expression language: Jinja's, in a sandbox that knows plain data only.

`load`, `select`, `rules` and `layout` come here with a user's sources; nothing else imports Jinja.
"""

from nineup.expression.compile import (
    calls,
    document,
    expression,
    failed_comparisons,
    names,
    program,
    template,
    template_names,
)
from nineup.expression.errors import ExpressionError, Problem, place
from nineup.expression.rich import escape, unescape

__all__ = [
    "ExpressionError",
    "Problem",
    "calls",
    "document",
    "escape",
    "expression",
    "failed_comparisons",
    "names",
    "place",
    "program",
    "template",
    "template_names",
    "unescape",
]
