"""The expression language: Jinja's, in a sandbox that handles plain data only.

`expression(source)` returns the function that evaluates a source in a context; `template`, `program` and
`document` return functions that render text. `names` and `calls` list what a source uses. A mistake raises
ExpressionError with its place. `load`, `select`, `rules`, `layout` and `appendix` pass users' sources to it.
"""

from typing import TYPE_CHECKING

from nineup.base.late_names import late_names
from nineup.logic.expression.analysis.comparisons import failed_comparisons
from nineup.logic.expression.analysis.reads import Reads, reads, taken
from nineup.logic.expression.analysis.truth import truth
from nineup.logic.expression.compile import (
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
from nineup.logic.expression.errors import ExpressionError, ExpressionValueError, place
from nineup.logic.expression.rich import escape, unescape
from nineup.logic.expression.words.numerals import NUMBER_WORDS
from nineup.logic.expression.words.wording import numbers_in, plain_text, symbols_in, terms_reader, words_in

if TYPE_CHECKING:
    from nineup.logic.expression.analysis.cases import FAILED, Leaf, UntranslatableError, translated
    from nineup.logic.expression.analysis.measures import UnmeasurableError, measures
    from nineup.logic.expression.analysis.sums import SumTerm, split_sums
    from nineup.logic.expression.analysis.templates import Printed, printed_parts
else:
    __getattr__ = late_names(
        __name__,
        {
            "analysis.cases": ("FAILED", "Leaf", "UntranslatableError", "translated"),
            "analysis.measures": ("UnmeasurableError", "measures"),
            "analysis.sums": ("SumTerm", "split_sums"),
            "analysis.templates": ("Printed", "printed_parts"),
        },
    )

__all__ = [
    "FAILED",
    "MISTAKES",
    "NUMBER_WORDS",
    "ExpressionError",
    "ExpressionValueError",
    "Leaf",
    "OutputSpan",
    "Printed",
    "Reads",
    "SumTerm",
    "UnmeasurableError",
    "UntranslatableError",
    "calls",
    "delayed_calls",
    "document",
    "escape",
    "expression",
    "failed_comparisons",
    "measures",
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
    "translated",
    "truth",
    "unescape",
    "words_in",
]
