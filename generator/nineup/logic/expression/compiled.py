"""Compiles a user's source, or a part of its syntax tree, to Python.

An expression goes through Jinja's parser, our check of the grammar, and our code generator, and becomes a
Python function: `card.cost == 2` yields `same(dot(card, 'cost')) == same(2)`. Keys of data are looked up and
no attributes of Python objects, and loops and filters count their steps: so a template reaches nothing but
the data that it is given, and ends.
"""

from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from io import StringIO
from typing import Any

import msgspec
from jinja2 import TemplateError, nodes

from nineup.logic.expression import sandbox
from nineup.logic.expression.delayed import delayed
from nineup.logic.expression.errors import ExpressionError, error_at
from nineup.logic.expression.generator import ENVIRONMENT, RichCodeGenerator, comparison
from nineup.logic.expression.grammar import CheckedTree, GrammarError, checked_tree
from nineup.logic.expression.rich import as_rich
from nineup.logic.expression.sandbox import Evaluation
from nineup.logic.expression.walks import COMPARISONS, hashed

GENERATED_FILE = "<expression>"
"""The file name of generated code in tracebacks."""

_NAMES = {
    "environment": ENVIRONMENT,
    "call": sandbox.call,
    "delayed": delayed,
    "dot": sandbox.dot,
    "entry": sandbox.entry,
    "hashed": hashed,
    "text": sandbox.text,
    "as_rich": as_rich,
    **{comparison(name): function for name, function in COMPARISONS.items()},
}


class CompiledExpression(msgspec.Struct, frozen=True):
    source: str
    root: Callable[[Evaluation], Iterator[Any]]
    """Yields the chunks of the output; for an expression, its value."""
    lines: list[int]
    offsets: list[int]
    """The generated code from `lines[i]` on belongs to the source at `offsets[i]` (from 1)."""
    prints: dict[int, int]
    """As `RichCodeGenerator.prints`."""


def syntax_tree(source: str, only_expression: bool) -> nodes.Template:
    """The syntax tree of an expression or a template. Raises ExpressionError."""
    return _checked(source, only_expression).root


@lru_cache(1024)
def _checked(source: str, only_expression: bool) -> CheckedTree:
    """The tree of a source, which must not be modified: compilation and analysis share it."""
    try:
        return checked_tree(ENVIRONMENT, source, only_expression=only_expression)
    except GrammarError as error:
        raise error_at(source, str(error), error.offset - 1, hint=error.hint) from None
    except (ValueError, IndexError):  # an integer of thousands of digits
        raise ExpressionError("the number is too long") from None
    except SyntaxError:  # digits of other scripts, which Jinja takes for a number and Python doesn't
        raise ExpressionError("a number is not written in the digits 0 to 9") from None


def tree_of(node: nodes.Expr) -> nodes.Template:
    """A part of an expression as a tree of its own."""
    tree = nodes.Template([nodes.Output([node], lineno=1)], lineno=1)
    tree.set_environment(ENVIRONMENT)
    return tree


_PER_TAG = 50
"""The characters of the longest source per expression or statement in it: these take much longer than
text.
"""


SHALLOW = 20
"""The number of levels up to which any tree compiles: neither Python nor Jinja finds it nested too deeply."""


def compiled_source(source: str, only_expression: bool, longest: int) -> "CompiledExpression":
    """The compiled code of an expression or a template. Raises ExpressionError."""
    return compiled_when_used(source, only_expression, longest)()


def compiled_when_used(
    source: str, only_expression: bool, longest: int
) -> "Callable[[], CompiledExpression]":
    """The compiled code of a source that is checked now but compiled on first use: `build` reads the rules of
    a game, but evaluates few. Raises ExpressionError.
    """
    # As Jinja does: otherwise offsets of errors would count other characters than places in files.
    source = source.replace("\r\n", "\n").replace("\r", "\n")
    if len(source) > longest:
        raise ExpressionError(f"the source is longer than {longest:,} characters")
    if source.count("{{") + source.count("{%") > longest // _PER_TAG:
        raise ExpressionError(f"the source has more than {longest // _PER_TAG:,} expressions")
    if only_expression and not source.strip():
        raise ExpressionError("the expression is empty")
    tree = _checked(source, only_expression)

    @cache
    def compiled() -> CompiledExpression:
        return compiled_tree(source, tree.root, only_expression)

    # A tree that may be too deep for Python's compiler is compiled now, so that the mistake
    # is found when the file is read.
    if tree.levels > SHALLOW:
        compiled()
    return compiled


def compiled_tree(source: str, tree: nodes.Template, only_expression: bool) -> CompiledExpression:
    """The compiled code of a tree whose offsets are those of `source`."""
    code = StringIO()
    generator = RichCodeGenerator(ENVIRONMENT, None, None, stream=code, optimized=False)
    generator.raw = only_expression
    generator.prints = {}
    space: dict[str, Any] = dict(_NAMES)
    try:
        generator.visit(tree)
        exec(compile(code.getvalue(), GENERATED_FILE, "exec"), space)
    except (SyntaxError, RecursionError, MemoryError, TemplateError):
        raise ExpressionError("the expression is nested too deeply") from None
    lines, offsets = [line for _, line in generator.debug_info], [at for at, _ in generator.debug_info]
    return CompiledExpression(source, space["root"], lines, offsets=offsets, prints=generator.prints)
