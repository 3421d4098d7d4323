"""Compile a user's sources to functions of a context, each once, and locate the mistakes in them."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from io import StringIO
from types import FunctionType, GeneratorType, TracebackType
from typing import Any, NamedTuple, cast

from jinja2 import TemplateError, nodes, pass_context
from jinja2.compiler import CodeGenerator, Frame, operators
from jinja2.meta import find_undeclared_variables
from jinja2.sandbox import ImmutableSandboxedEnvironment

from nineup.diagnostics import nearest
from nineup.expression import sandbox
from nineup.expression.delayed import DELAYED, Delayed, card_uses, delayed
from nineup.expression.errors import (
    EmptyValueError,
    ExpressionError,
    ExpressionValueError,
    UnknownNameError,
    UnprintableError,
)
from nineup.expression.filters import FILTERS, TESTS
from nineup.expression.grammar import WALK, GrammarError, LocatedEnvironment, parse
from nineup.expression.paths import Path, printed_paths
from nineup.expression.rich import LONGEST, as_rich
from nineup.expression.sandbox import HELPERS, Evaluation, Missing
from nineup.expression.wording import numbers_in, symbols_in, total, words_in

Values = Mapping[str, Any]

HELPERS.update(numbers_in=numbers_in, symbols_in=symbols_in, total=total, words_in=words_in)

_FILE = "<expression>"
_WORD = re.compile(r"`([^`]+)`")
_UNLIKE = re.compile(r"'(\S+)' not supported between instances of '(\w+)' and '(\w+)'")
_LACKING = re.compile(r"(?<!\w)(\w++)\(\) missing \d+ required (?:positional|keyword-only) arguments?: (.+)")
MISTAKES = (TemplateError, ArithmeticError, TypeError, ValueError, LookupError, RecursionError)


class _Environment(LocatedEnvironment, ImmutableSandboxedEnvironment):
    """Jinja's sandbox, restricted: our filters and operators, no globals, no constant folding."""

    intercepted_binops = frozenset(sandbox.OPERATORS)

    def __init__(self) -> None:
        super().__init__(undefined=Missing, optimized=False, keep_trailing_newline=True, autoescape=False)
        self.globals = {}
        self.filters = {**FILTERS, WALK: pass_context(sandbox.items)}
        self.tests = dict(TESTS)
        self.binop_table = sandbox.OPERATORS


class _Generator(CodeGenerator):
    """Jinja's code generator, in which a dot means a key and values are printed as rich text."""

    raw = False
    """Yield the value itself instead of printing it."""
    prints: dict[int, int]
    """The lines of the generated code that print a value, each with the offset of its expression (from 1)."""

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802
        self.write("dot(")
        self.visit(node.node, frame)
        self.write(f", {node.attr!r})")

    def visit_Getitem(self, node: nodes.Getitem, frame: Frame) -> None:  # noqa: N802
        self.write("entry(")
        self.visit(node.node, frame)
        self.write(", ")
        self.visit(node.arg, frame)
        self.write(")")

    def visit_Slice(self, node: nodes.Slice, frame: Frame) -> None:  # noqa: N802
        self.write("slice(")
        for bound in (node.start, node.stop, node.step):
            self.visit(bound or nodes.Const(None), frame)
            self.write(", ")
        self.write(")")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802
        self.write("call(context, ")
        self.visit(node.node, frame)
        if (delayed := DELAYED.get(getattr(node.node, "name", ""))) and node.kwargs:
            self._delayed(node, frame, delayed)
        else:
            self.signature(node, frame)
        self.write(")")

    def _delayed(self, node: nodes.Call, frame: Frame, delayed: Delayed) -> None:
        """Write the arguments of a call; one that is worked out for each draw becomes a function of the cards."""
        for argument in node.args:
            self.write(", ")
            self.visit(argument, frame)
        for keyword in node.kwargs:
            self.write(f", {keyword.key}=")
            if keyword.key != delayed.argument:
                self.visit(keyword.value, frame)
                continue
            references = [frame.symbols.find_ref(name) or f"_{name}" for name in delayed.names]
            uses = card_uses(keyword.value, delayed.names)
            self.write(f"delayed(context, lambda {', '.join(references)}: (")
            self.visit(keyword.value, frame)
            self.write(f"), {uses.fields!r}, (")
            for count in uses.counts:
                self.write(f"lambda {', '.join(references)}: (")
                self.visit(count, frame)
                self.write("), ")
            self.write(f"), {uses.often!r})")

    def visit_Compare(self, node: nodes.Compare, frame: Frame) -> None:  # noqa: N802
        if not any(operand.op in ("eq", "ne") for operand in node.ops):
            super().visit_Compare(node, frame)
            return
        self.write("(same(")
        self.visit(node.expr, frame)
        self.write(")")
        for operand in node.ops:
            self.write(f" {operators[operand.op]} same(")
            self.visit(operand.expr, frame)
            self.write(")")
        self.write(")")

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802
        self.write("text((")
        for part in node.nodes:
            self.visit(part, frame)
            self.write(", ")
        self.write("))")

    def _output_child_to_const(self, node: nodes.Expr, frame: Frame, finalize: Any) -> str:
        if isinstance(node, nodes.TemplateData):
            return node.data
        raise nodes.Impossible

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.prints[self.code_lineno] = node.lineno
        self.write("(" if self.raw else "as_rich(")

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.write(")")


_ENVIRONMENT = _Environment()
_NAMES = {
    "environment": _ENVIRONMENT,
    "call": sandbox.call,
    "delayed": delayed,
    "dot": sandbox.dot,
    "same": sandbox.same,
    "entry": sandbox.entry,
    "text": sandbox.text,
    "as_rich": as_rich,
}


class _CompiledExpression(NamedTuple):
    source: str
    root: Callable[[Evaluation], Iterator[Any]]
    """Yields the chunks of the output; of an expression, its value."""
    lines: list[int]
    offsets: list[int]
    """The generated code from `lines[i]` on belongs to the source at `offsets[i]` (from 1)."""
    prints: dict[int, int]
    """As `_Generator.prints`."""
    loops: bool


class OutputSpan(NamedTuple):
    """A stretch of a template's output, with the paths that its expression reads; none for literal text."""

    text: str
    paths: tuple[Path, ...] = ()


def expression(source: str) -> Callable[[Values], Any]:
    """The function that evaluates an expression in a context.

    Both this and the function raise ExpressionError; its cause is the exception of a helper in the context, if any.
    """
    return _expression(source)


def template(source: str) -> Callable[[Values], str]:
    r"""The function that renders a template: literal text unchanged, values as rich text.

    Plain text is escaped (a backslash before `\ { } *`), Rich is kept, an Item prints its id. Both this
    and the function raise ExpressionError.
    """
    return _template(source, LONGEST)


def program(source: str) -> Callable[[Values], str]:
    """As `template`, for the bindings of a whole layout: the output may be ten times as long."""
    return _template(source, 10 * LONGEST)


def document(source: str) -> Callable[[Values], str]:
    """As `template`, for a part of an appendix, which lists all cards: the output may be a hundred times as long
    and take ten times as many steps.
    """
    return _template(source, 100 * LONGEST)


def trace(source: str) -> Callable[[Values], list[OutputSpan]]:
    """The function that renders a program in stretches and says what each was made from: slower, for messages.

    A loop variable is resolved to what the loop goes through. Both this and the function raise ExpressionError.
    """
    compiled = _compile(source, False, 10 * LONGEST)
    paths = printed_paths(syntax_tree(compiled.source, False))

    def render(context: Values) -> list[OutputSpan]:
        run = Evaluation(context)
        chunks = cast("GeneratorType[str, None, None]", compiled.root(run))
        printed = []
        try:
            for text in chunks:
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
    """The functions that an expression calls, each with its first argument that is written as a text, or ''."""
    found = set()
    for node in syntax_tree(source, True).find_all(nodes.Call):
        texts = [a.value for a in node.args if isinstance(a, nodes.Const) and isinstance(a.value, str)]
        found.add((str(getattr(node.node, "name", "")), texts[0] if texts else ""))
    return frozenset(found)


def failed_comparisons(source: str) -> Callable[[Values], tuple[tuple[Any, str, Any], ...]]:
    """The function that gives, for a context in which a condition is false, the comparisons that make it so.

    Each is its left side's value, its operator and its right side's value: of `and` the first part that is false, of
    `or` all of them. Anything but comparisons is left out. Neither this nor the function raises: where a side fails,
    nothing is given.
    """
    try:
        tree = syntax_tree(source, True)
    except ExpressionError:
        return lambda context: ()
    output = tree.body[0]
    assert isinstance(output, nodes.Output)

    def failed(context: Values) -> tuple[tuple[Any, str, Any], ...]:
        try:
            return tuple(_failed(source, output.nodes[0], context))
        except (ExpressionError, *MISTAKES):
            return ()

    return failed


def _failed(source: str, node: nodes.Expr, context: Values) -> Iterator[tuple[Any, str, Any]]:
    if isinstance(node, nodes.And):
        first = node.left if not value_of_node(source, node.left, context) else node.right
        yield from _failed(source, first, context)
    elif isinstance(node, nodes.Or):
        yield from _failed(source, node.left, context)
        yield from _failed(source, node.right, context)
    elif isinstance(node, nodes.Compare):
        left = node.expr
        for operand in node.ops:  # of `a < b < c` the first pair that is false
            if not value_of_node(source, nodes.Compare(left, [operand], lineno=left.lineno), context):
                yield (
                    value_of_node(source, left, context),
                    operand.op,
                    value_of_node(source, operand.expr, context),
                )
                return
            left = operand.expr


def tree_of(node: nodes.Expr) -> nodes.Template:
    """A part of an expression as a tree of its own."""
    tree = nodes.Template([nodes.Output([node], lineno=1)], lineno=1)
    tree.set_environment(_ENVIRONMENT)
    return tree


def names_of(tree: nodes.Template) -> frozenset[str]:
    """The names that a tree looks up in its context, helpers excluded."""
    return frozenset(find_undeclared_variables(tree)) - set(HELPERS)


@lru_cache(512)
def delayed_calls(source: str) -> tuple[Callable[[Values], Any], ...]:
    """The calls in an expression that have a delayed argument, such as `chance(…, where=…)`, each as a function that
    evaluates it alone; the function may raise any of `MISTAKES`. Raises ExpressionError.
    """
    found = syntax_tree(source, True).find_all(nodes.Call)
    return tuple(
        [part_of_expression(source, call) for call in found if getattr(call.node, "name", "") in DELAYED]
    )


def value_of_node(source: str, node: nodes.Expr, context: Values) -> Any:
    """The value of a part of an expression."""
    return part_of_expression(source, node)(context)


def part_of_expression(source: str, node: nodes.Expr) -> Callable[[Values], Any]:
    """The function that evaluates a part of an expression; it may raise any of `MISTAKES`."""
    root = _compiled_tree(source, tree_of(node), True).root
    return lambda context: next(root(Evaluation(context)))


@lru_cache(4096)
def _expression(source: str) -> Callable[[Values], Any]:
    compiled = _compile(source, True, LONGEST)
    root = compiled.root

    def value(context: Values) -> Any:
        run = Evaluation(context)
        try:
            result = next(root(run))
            if isinstance(result, Missing):
                raise sandbox.undefined_error(result)
            if isinstance(result, FunctionType):
                raise ExpressionValueError(
                    f"`{result.__name__.strip('_')}` is a function: call it, as in `count('token')`"
                )
        except MISTAKES as error:
            raise _located(compiled, run, error) from error
        return result

    return value


@lru_cache(4096)
def _template(source: str, longest: int) -> Callable[[Values], str]:
    compiled = _compile(source, False, longest)
    root = compiled.root
    more = max(1, longest // (10 * LONGEST))

    def fill(context: Values) -> str:
        run = Evaluation(context, more)
        try:
            if not compiled.loops:
                return "".join(root(run))
            return _collected(root(run), longest)
        except MISTAKES as error:
            raise _located(compiled, run, error) from None

    return fill


def _collected(chunks: Iterator[str], longest: int) -> str:
    """The chunks joined. Raises ExpressionValueError as soon as they are too long."""
    kept = []
    length = 0
    for chunk in chunks:
        length += len(chunk)
        if length > longest:
            raise ExpressionValueError(f"the output is longer than {longest:,} characters")
        kept.append(chunk)
    return "".join(kept)


def syntax_tree(source: str, only_expression: bool) -> nodes.Template:
    """The syntax tree of an expression or a template. Raises ExpressionError."""
    try:
        return parse(_ENVIRONMENT, source, only_expression=only_expression)
    except GrammarError as error:
        raise _error(source, str(error), error.offset - 1, error.hint) from None
    except (ValueError, IndexError):  # an integer of thousands of digits
        raise ExpressionError("the number is too long") from None
    except SyntaxError:  # digits of other scripts, which Jinja takes for a number and Python doesn't
        raise ExpressionError("a number is not written in the digits 0 to 9") from None


_PER_TAG = 50
"""Characters of the longest source for each expression or statement in it: these take much longer than text."""


def _compile(source: str, only_expression: bool, longest: int) -> _CompiledExpression:
    source = source.replace("\r\n", "\n").replace("\r", "\n")
    if len(source) > longest:
        raise ExpressionError(f"the source is longer than {longest:,} characters")
    if source.count("{{") + source.count("{%") > longest // _PER_TAG:
        raise ExpressionError(f"the source has more than {longest // _PER_TAG:,} expressions")
    if only_expression and not source.strip():
        raise ExpressionError("the expression is empty")
    return _compiled_tree(source, syntax_tree(source, only_expression), only_expression)


def _compiled_tree(source: str, tree: nodes.Template, only_expression: bool) -> _CompiledExpression:
    """The compiled code of a tree whose offsets are those of `source`."""
    code = StringIO()
    generator = _Generator(_ENVIRONMENT, None, None, stream=code, optimized=False)
    generator.raw = only_expression
    generator.prints = {}
    space: dict[str, Any] = dict(_NAMES)
    try:
        generator.visit(tree)
        exec(compile(code.getvalue(), _FILE, "exec"), space)
    except (SyntaxError, RecursionError, MemoryError, TemplateError):
        raise ExpressionError("the expression is nested too deeply") from None
    lines, offsets = [line for _, line in generator.debug_info], [at for at, _ in generator.debug_info]
    return _CompiledExpression(
        source, space["root"], lines, offsets, generator.prints, tree.find(nodes.For) is not None
    )


def _located(compiled: _CompiledExpression, run: Evaluation, error: BaseException) -> ExpressionError:
    """The error in the user's terms, at its place in the source."""
    start, end = _enclosing(compiled.source, _offset(compiled, error.__traceback__))
    message, hint = _explain(error)
    for word in _WORD.findall(message):
        found = re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", compiled.source[start:end])
        if found:
            start += found.start()
            break
    printed = compiled.source[start:end].strip(" -+")
    if isinstance(error, UnprintableError):
        message = f"`{printed}` {message}"
    if isinstance(error, UnknownNameError):
        hint = nearest(_WORD.findall(message)[0], run.known())
    located = _error(compiled.source, message, start, hint)
    located.empty = printed if isinstance(error, EmptyValueError) else ""
    return located


def _offset(compiled: _CompiledExpression, trace: TracebackType | None) -> int:
    """The offset (from 0) of the source whose compiled code raised the exception."""
    line = 0
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == _FILE:
            line = trace.tb_lineno
        trace = trace.tb_next
    at = bisect_right(compiled.lines, line) - 1
    return compiled.offsets[at] - 1 if at >= 0 else 0


def _enclosing(source: str, offset: int) -> tuple[int, int]:
    """The `{{ … }}` or `{% … %}` around an offset, without its braces; of an expression, all of it."""
    opened = max(source.rfind("{{", 0, offset + 1), source.rfind("{%", 0, offset + 1))
    if opened < 0:
        return 0, len(source)
    start = opened + 2
    while start < len(source) and source[start] in "-+ \n\t":
        start += 1
    closed = [at for at in (source.find("}}", start), source.find("%}", start)) if at >= 0]
    return start, min(closed, default=len(source))


def _explain(error: BaseException) -> tuple[str, str]:
    """Message and hint for an exception that was raised during evaluation."""
    text = str(error)
    if isinstance(error, ExpressionValueError):
        return text, error.hint
    if isinstance(error, ZeroDivisionError):
        return "division by zero", ""
    if isinstance(error, RecursionError):
        return "the expression is nested too deeply", ""
    unlike = _UNLIKE.fullmatch(text)
    if unlike:
        operator, left, right = unlike.groups()
        return f"`{operator}` doesn't work between {_kind(left)} and {_kind(right)}", ""
    lacking = _LACKING.search(text)
    if lacking:
        return f"`{lacking[1].strip('_')}` needs {lacking[2].replace(chr(39), '`')}", ""
    if isinstance(error, TypeError):
        return re.sub(r"^[\w.<>]+\(\)", "it", text), ""
    return text, ""


def _kind(name: str) -> str:
    kinds = {
        "int": "a number",
        "float": "a number",
        "bool": "yes or no",
        "NoneType": "nothing",
        "dict": "a record",
    }
    return kinds.get(name, "a list" if name in ("list", "tuple") else "text")


def _error(source: str, message: str, offset: int, hint: str) -> ExpressionError:
    offset = max(0, min(offset, len(source)))
    line = source.count("\n", 0, offset) + 1
    column = offset - (source.rfind("\n", 0, offset) + 1) + 1
    return ExpressionError(message.rstrip("."), line, column, hint)
