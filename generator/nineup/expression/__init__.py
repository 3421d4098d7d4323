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
from nineup.expression.wording import (
    NUMBER_WORDS,
    numbers_in,
    plain_text,
    symbols_in,
    terms_reader,
    words_in,
)

__all__ = [
    "NUMBER_WORDS",
    "ExpressionError",
    "Problem",
    "calls",
    "document",
    "escape",
    "expression",
    "failed_comparisons",
    "names",
    "numbers_in",
    "place",
    "plain_text",
    "program",
    "symbols_in",
    "template",
    "template_names",
    "terms_reader",
    "unescape",
    "words_in",
]
