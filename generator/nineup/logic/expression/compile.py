"""Compiles users' sources to functions of a context, each once, and finds what they use."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import islice
from types import FunctionType, GeneratorType
from typing import Any, cast

import msgspec
from jinja2 import TemplateError, nodes
from jinja2.meta import find_undeclared_variables

from nineup.logic.expression import sandbox
from nineup.logic.expression.compiled import (
    CompiledExpression,
    compiled_source,
    compiled_tree,
    compiled_when_used,
    syntax_tree,
    tree_of,
)
from nineup.logic.expression.delayed import DELAYED
from nineup.logic.expression.errors import ExpressionError, ExpressionValueError
from nineup.logic.expression.rich import LONGEST
from nineup.logic.expression.sandbox import HELPERS, Evaluation, Missing
from nineup.logic.expression.words.wording import WORD_HELPERS

NamePath = tuple[str, ...]
"""A name and the literal keys below it: `card.front.text` and `card[side].text` are ("card", "front", "text")
and ("card", "text").
"""

_Aliases = Mapping[str, tuple[NamePath, ...]]
"""Loop variables, each with the paths of the value that its loop iterates over."""


def printed_paths(tree: nodes.Template) -> dict[int, tuple[NamePath, ...]]:
    """The paths that each printed expression reads, by its offset (from 1), each path once; those in
    conditions are left out.
    """
    paths: dict[int, tuple[NamePath, ...]] = {}
    for node in tree.body:
        _visit(node, {}, paths)
    return paths


def _visit(node: nodes.Node, aliases: _Aliases, paths: dict[int, tuple[NamePath, ...]]) -> None:
    if isinstance(node, nodes.Output):
        for value in node.nodes:
            if not isinstance(value, nodes.TemplateData):
                paths[value.lineno] = tuple(dict.fromkeys(_paths(value, aliases)))
        return
    if isinstance(node, nodes.For):
        source = tuple(_paths(node.iter, aliases))
        aliases = {**aliases, **{name.name: source for name in node.target.find_all(nodes.Name)}}
        if isinstance(node.target, nodes.Name):
            aliases[node.target.name] = source
    for child in node.iter_child_nodes():
        if isinstance(child, nodes.Stmt):
            _visit(child, aliases, paths)


def _paths(node: nodes.Node, aliases: _Aliases) -> list[NamePath]:
    keys: list[str] = []
    inner: Any = node
    while isinstance(inner, (nodes.Getattr, nodes.Getitem)):
        if isinstance(inner, nodes.Getattr):
            keys.insert(0, inner.attr)
        else:
            key = inner.arg.value if isinstance(inner.arg, nodes.Const) else None
            keys = [key, *keys] if isinstance(key, str) else keys
        inner = inner.node
    if isinstance(inner, nodes.Name):
        return [(*path, *keys) for path in aliases.get(inner.name, ((inner.name,),))]
    if isinstance(inner, nodes.CondExpr):
        branches = [inner.expr1, *([inner.expr2] if inner.expr2 else [])]
        return [path for branch in branches for path in _paths(branch, aliases)]
    return [path for child in inner.iter_child_nodes() for path in _paths(child, aliases)]


Values = Mapping[str, Any]

HELPERS.update(WORD_HELPERS)

MISTAKES = (TemplateError, ArithmeticError, TypeError, ValueError, LookupError, RecursionError)


class OutputSpan(msgspec.Struct, frozen=True):
    """A stretch of a template's output, with the paths that its expression reads; no paths for
    literal text.
    """

    text: str
    paths: tuple[NamePath, ...] = ()


def expression(source: str) -> Callable[[Values], Any]:
    """The function that evaluates an expression in a context.

    Both this and the function raise ExpressionError; its cause is the exception of a helper in the context,
    if any.
    """
    return _expression(source)


def template(source: str) -> Callable[[Values], str]:
    r"""The function that renders a template: plain text is escaped (`\ { } *`), Rich is kept.

    Both raise ExpressionError.
    """
    return _template(source, LONGEST)


def program(source: str) -> Callable[[Values], str]:
    """As `template`, for the bindings of a whole layout: the output may be ten times as long."""
    return _template(source, 10 * LONGEST)


def document(source: str, longest: int = 0) -> Callable[[Values], str]:
    """As `template`, for a part of an appendix, which lists all cards: the output may be a hundred times as
    long, or `longest`, and take ten times as many steps, or as many more.
    """
    return _template(source, max(100 * LONGEST, longest))


@lru_cache(256)
def trace(source: str) -> Callable[[Values], list[OutputSpan]]:
    """Returns a function that renders a program in stretches with the origin of each: slower, for messages.

    A loop variable is resolved to the value that the loop iterates over. Both this and the function raise
    ExpressionError.
    """
    compiled = compiled_source(source, False, 10 * LONGEST)
    paths = printed_paths(syntax_tree(compiled.source, False))

    def render(context: Values) -> list[OutputSpan]:
        run = Evaluation(context)
        chunks = cast("GeneratorType[str, None, None]", compiled.root(run))
        printed, length = [], 0
        try:
            for text in chunks:
                length += len(text)
                _check_length(length, 10 * LONGEST)
                line = chunks.gi_frame.f_lineno if chunks.gi_frame else 0
                printed.append(OutputSpan(text, paths.get(compiled.prints.get(line, 0), ())))
        except MISTAKES as error:
            raise _located(compiled, run, error) from None
        return printed

    return render


@lru_cache(4096)
def names(source: str) -> frozenset[str]:
    """The names that an expression looks up in its context, helpers excluded. Raises ExpressionError."""
    return names_of(syntax_tree(source, True))


@lru_cache(4096)
def template_names(source: str) -> frozenset[str]:
    """The names that a template or a program looks up, helpers included. Raises ExpressionError."""
    return frozenset(find_undeclared_variables(syntax_tree(source, False)))


@lru_cache(4096)
def calls(source: str) -> frozenset[tuple[str, str]]:
    """The functions that an expression calls, each with its first argument if that is a literal text,
    otherwise ''.
    """
    called = set()
    for node in syntax_tree(source, True).find_all(nodes.Call):
        texts = [a.value for a in node.args if isinstance(a, nodes.Const) and isinstance(a.value, str)]
        called.add((str(getattr(node.node, "name", "")), texts[0] if texts else ""))
    return frozenset(called)


def names_of(tree: nodes.Template) -> frozenset[str]:
    """The names that a tree looks up in its context, helpers excluded."""
    uses = list(tree.find_all((nodes.Name, nodes.For)))
    if any(isinstance(each, nodes.For) for each in uses):
        return frozenset(find_undeclared_variables(tree)) - set(HELPERS)
    return frozenset(each.name for each in uses if isinstance(each, nodes.Name)) - set(HELPERS)


@lru_cache(512)
def delayed_calls(source: str) -> tuple[Callable[[Values], Any], ...]:
    """The calls in an expression with a delayed argument (`chance(…, where=…)`), each as a function that may
    raise any of MISTAKES.
    """
    all_calls = syntax_tree(source, True).find_all(nodes.Call)
    return tuple(
        [part_of_expression(source, call) for call in all_calls if getattr(call.node, "name", "") in DELAYED]
    )


def part_of_expression(source: str, node: nodes.Expr) -> Callable[[Values], Any]:
    """The function that evaluates a part of an expression; it may raise any of `MISTAKES`."""
    root = compiled_tree(source, tree_of(node), True).root
    return lambda context: next(root(Evaluation(context)))


@lru_cache(4096)
def _expression(source: str) -> Callable[[Values], Any]:
    compiled = compiled_when_used(source, True, LONGEST)

    def value(context: Values) -> Any:
        run = Evaluation(context)
        try:
            result = next(compiled().root(run))
            if isinstance(result, Missing):
                raise sandbox.undefined_error(result)
            if isinstance(result, FunctionType):
                raise ExpressionValueError(
                    f"`{result.__name__.strip('_')}` is a function: call it, as in `count('token')`"
                )
        except MISTAKES as error:
            raise _located(compiled(), run, error) from error
        return result

    return value


@lru_cache(4096)
def _template(source: str, longest: int) -> Callable[[Values], str]:
    compiled = compiled_source(source, False, longest)
    root = compiled.root
    more = max(1, longest // (10 * LONGEST))

    def fill(context: Values) -> str:
        run = Evaluation(context, more)
        try:
            return _collected(root(run), longest)
        except MISTAKES as error:
            raise _located(compiled, run, error) from None

    return fill


def _located(compiled: CompiledExpression, run: Evaluation, error: BaseException) -> ExpressionError:
    from nineup.logic.expression.mistakes import located  # few expressions have one

    return located(compiled, run, error)


_AT_ONCE = 64
"""The number of chunks of an output that are joined before its length is checked."""


def _collected(chunks: Iterator[str], longest: int) -> str:
    """The chunks joined. Raises ExpressionValueError soon after they are too long."""
    kept = []
    length = 0
    while some := list(islice(chunks, _AT_ONCE)):
        kept.append("".join(some))
        length += len(kept[-1])
        _check_length(length, longest)
    return "".join(kept)


def _check_length(length: int, longest: int) -> None:
    if length > longest:
        raise ExpressionValueError(f"the output is longer than {longest:,} characters")
