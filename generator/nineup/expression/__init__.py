"""The expression language: Jinja's, in a sandbox that handles plain data only.

`expression(source)` returns the function that evaluates a source in a context; `template`, `program` and
`document` return functions that render text. `names` and `calls` list what a source uses. A mistake raises
ExpressionError with its place. `load`, `select`, `rules`, `layout` and `appendix` pass users' sources to it.
"""

from typing import TYPE_CHECKING

from nineup.expression.comparisons import failed_comparisons
from nineup.expression.compile import (
    MISTAKES,
    OutputSpan,
    calls,
    delayed_calls,
    document,
    expression,
    names,
    program,
    template,
    template_names,
    trace,
)
from nineup.expression.errors import ExpressionError, ExpressionValueError, place
from nineup.expression.numerals import NUMBER_WORDS
from nineup.expression.reads import Reads, reads, taken
from nineup.expression.rich import escape, unescape
from nineup.expression.truth import truth
from nineup.expression.wording import (
    numbers_in,
    plain_text,
    symbols_in,
    terms_reader,
    words_in,
)
from nineup.postponed import late_names

if TYPE_CHECKING:
    from nineup.expression.sums import SumTerm, split_sums
    from nineup.expression.templates import Printed, printed_parts
else:
    __getattr__ = late_names(__name__, sums=("SumTerm", "split_sums"), templates=("Printed", "printed_parts"))

__all__ = [
    "MISTAKES",
    "NUMBER_WORDS",
    "ExpressionError",
    "ExpressionValueError",
    "OutputSpan",
    "Printed",
    "Reads",
    "SumTerm",
    "calls",
    "delayed_calls",
    "document",
    "escape",
    "expression",
    "failed_comparisons",
    "names",
    "numbers_in",
    "place",
    "plain_text",
    "printed_parts",
    "program",
    "reads",
    "split_sums",
    "symbols_in",
    "taken",
    "template",
    "template_names",
    "terms_reader",
    "trace",
    "truth",
    "unescape",
    "words_in",
]
