"""Parses a source to a checked syntax tree of the allowed subset of Jinja, with the place of every node.

Jinja only counts lines. Here each token has its offset in the source instead (from 1), so that a
node's `lineno` also gives a column.
"""

import re
from collections.abc import Collection, Iterator

import msgspec
from jinja2 import TemplateSyntaxError, nodes
from jinja2.environment import Environment
from jinja2.lexer import TokenStream
from jinja2.parser import Parser

from nineup.base.diagnostics import nearest
from nineup.logic.expression.errors import ExpressionValueError
from nineup.logic.expression.filters import FILTERS, TESTS
from nineup.logic.expression.sandbox import LARGEST

DEEPEST = 100
"""The deepest nesting of an expression."""

WALK = "_walk"
"""The filter around what a loop iterates over, which counts steps; users can't name it."""

_KNOWN = {
    *(nodes.Template, nodes.Output, nodes.TemplateData, nodes.If, nodes.For),
    *(nodes.Name, nodes.Const, nodes.Tuple, nodes.List, nodes.Dict, nodes.Pair, nodes.Keyword),
    *(nodes.CondExpr, nodes.Filter, nodes.Test, nodes.Call, nodes.Getattr, nodes.Getitem, nodes.Slice),
    *(nodes.Concat, nodes.Compare, nodes.Operand, nodes.And, nodes.Or, nodes.Not, nodes.Neg, nodes.Pos),
    *(nodes.Add, nodes.Sub, nodes.Mul, nodes.Div, nodes.FloorDiv, nodes.Mod, nodes.Pow),
}
_WORDS = {
    "Assign": "set",
    "AssignBlock": "set",
    "FromImport": "from",
    "CallBlock": "call",
    "FilterBlock": "filter",
    "Scope": "autoescape",
}

_WORDING = {
    "unexpected 'end of template'": "it ends too early",
    "unexpected end of template": "it ends too early",
    "Unexpected end of template": "it ends too early",
    "Jinja was looking for the following tags": "missing is one of",
    "'end of print statement'": "`}}`",
    "'end of statement block'": "`%}`",
    "unexpected '}'": "a single `}`, where `}}` ends a value",
}


_SURROGATE = re.compile("[\ud800-\udfff]")
"""What an escape such as `\\ud83d` makes, and no file can contain."""


class GrammarError(Exception):
    """A mistake at an offset of the source (from 1)."""

    def __init__(self, message: str, offset: int, hint: str = "") -> None:
        super().__init__(message)
        self.offset = offset
        self.hint = hint


class LocatedEnvironment(Environment):
    """An environment whose tokens carry offsets instead of line numbers."""

    def _tokenize(
        self, source: str, name: str | None, filename: str | None = None, state: str | None = None
    ) -> TokenStream:
        tokens = _offsets(self.lexer.tokeniter(source, name, filename, state), source)
        return TokenStream(self.lexer.wrap(tokens, name, filename), name, filename)


def _offsets(tokens: Iterator[tuple[int, str, str]], source: str) -> Iterator[tuple[int, str, str]]:
    """The tokens with offsets as line numbers.

    Between two tokens there is only white space, stripped by `{{-`.
    """
    end = 0
    try:
        for _, kind, text in tokens:
            start = source.index(text, end)
            end = start + len(text)
            yield start + 1, kind, text
    except TemplateSyntaxError as error:
        raise _mistake(_ours(error), source, min(end + 1, len(source))) from None


class CheckedTree(msgspec.Struct, frozen=True):
    """A syntax tree within the allowed language, and the number of its levels."""

    root: nodes.Template
    levels: int


def checked_tree(environment: Environment, source: str, *, only_expression: bool) -> CheckedTree:
    """The checked tree of a template, or of one expression. Raises GrammarError."""
    try:
        if not only_expression:
            tree = nodes.Template(Parser(environment, source).subparse(), lineno=1)
        else:
            _refuse_braces(source)
            parser = Parser(environment, source, state="variable")
            value = parser.parse_expression()
            if not parser.stream.eos:
                raise _mistake("the expression ends before this", source, parser.stream.current.lineno)
            tree = nodes.Template([nodes.Output([value], lineno=1)], lineno=1)
    except TemplateSyntaxError as error:
        raise _mistake(_ours(error), source, error.lineno) from None
    except RecursionError:
        raise GrammarError("the expression is nested too deeply", 1) from None
    return CheckedTree(tree, _check(tree, 0, environment).levels)


_INSTEAD = {
    **dict.fromkeys(("&", "AND", "And"), "write `and`"),
    **dict.fromkeys(("|", "OR", "Or"), "write `or`"),
    **dict.fromkeys(("!", "NOT", "Not"), "write `not`"),
    **dict.fromkeys(("<>", "\u2260"), "write `!=`"),
    "=": "to compare, write `==`",
    "?": "write `… if … else …`",
    "\u2265": "write `>=`",
    "\u2264": "write `<=`",
    "\u00d7": "write `*`",
    "\u00f7": "write `/`",
    **dict.fromkeys("\u2013\u2014\u2212", "write `-`"),
    **dict.fromkeys("\u201c\u201d\u201e\u2018\u2019\u201a\u00ab\u00bb", "use straight quotes: `'…'`"),
}
"""What to write instead of operators of other languages and characters that word processors insert."""


def _mistake(message: str, source: str, offset: int) -> GrammarError:
    rest = source[offset - 1 :].lstrip()
    if rest.startswith("=") and not source[: offset - 1].strip():
        return GrammarError(message, offset, "an expression has no `=` in front; to compare, write `==`")
    rest = "<>" if rest[:1] == ">" and source[: offset - 1].rstrip()[-1:] == "<" else rest
    return GrammarError(
        message, offset, next((_INSTEAD[sign] for sign in _INSTEAD if rest.startswith(sign)), "")
    )


def _refuse_braces(source: str) -> None:
    """Refuse braces, which mark expressions only in texts and layouts."""
    bare = source.lstrip()
    if bare.startswith(("{{", "{%")):
        hint = "remove `{{` and `}}`: the whole value is an expression"
        raise GrammarError("an expression is written without braces here", len(source) - len(bare) + 1, hint)


def _ours(error: TemplateSyntaxError) -> str:
    """Jinja's message, with the user's spelling in place of Jinja's names for tokens."""
    message = re.sub(r" at \d+$", "", error.message or "invalid syntax")
    for theirs, ours in _WORDING.items():
        message = message.replace(theirs, ours)
    if message.startswith("unexpected char "):
        sign = message.removeprefix("unexpected char ")[1:-1]
        return "the quotes are never closed" if sign in "'\"" else f"`{sign}` means nothing in an expression"
    message = message.replace("expected token ", "expected ").replace(", got ", ", found ")
    message = (
        re.sub(r"'([^']*)'", r"`\1`", message).replace("`name`", "a name").replace("`integer`", "a number")
    )
    return message[0].lower() + message[1:]


class _Extent(msgspec.Struct, frozen=True):
    """The number of nodes in a part of a tree, and of its levels."""

    size: int
    levels: int


def _check(node: nodes.Node, depth: int, environment: Environment) -> _Extent:
    """Refuses what isn't part of the language, and makes loops count their steps.

    Nodes get the environment they need to compile.
    """
    if depth > DEEPEST:
        raise GrammarError("the expression is nested too deeply", node.lineno)
    if isinstance(node, (nodes.And, nodes.Or)):
        _balance(node)
    if type(node) not in _KNOWN:
        kind = type(node).__name__
        word = _WORDS.get(kind, kind.lower())
        place = node.lineno or _first_place(node)  # Jinja gives a `Scope` none.
        raise GrammarError(f"`{word}` is not part of this language", place, "use `if`, `for` and `{{ … }}`")
    try:
        _check_one(node)
    except ExpressionValueError as problem:
        raise GrammarError(str(problem), node.lineno, problem.hint) from None
    node.environment = environment
    below = [_check(child, depth + 1, environment) for child in _children(node)]
    size = 1 + sum([each.size for each in below])
    if isinstance(node, nodes.For):
        weight = nodes.Const(loop_weight(size), lineno=node.lineno)
        node.iter = nodes.Filter(node.iter, WALK, [weight], [], None, None, lineno=node.iter.lineno)
    return _Extent(size, 1 + max([each.levels for each in below], default=0))


LONG = 16
"""The number of conditions in a chain beyond which it is balanced."""


def _balance(node: nodes.And | nodes.Or) -> None:
    """Makes a tree of few levels of a long chain of `and` or `or`, which Jinja nests to the left, so that a
    rule of a hundred clauses isn't nested deeply. `((a and b) and c) and d` becomes
    `(a and b) and (c and d)`, which has the same value, by the same steps.
    """
    kind = type(node)
    conditions = [node.right]
    first: nodes.Expr = node.left
    while isinstance(first, kind):
        conditions.append(first.right)
        first = first.left
    conditions.append(first)
    if len(conditions) > LONG:
        conditions.reverse()
        half = len(conditions) // 2
        node.left, node.right = _joined(kind, conditions[:half]), _joined(kind, conditions[half:])


def _joined(kind: type[nodes.And] | type[nodes.Or], conditions: list[nodes.Expr]) -> nodes.Expr:
    if len(conditions) == 1:
        return conditions[0]
    half = len(conditions) // 2
    left, right = _joined(kind, conditions[:half]), _joined(kind, conditions[half:])
    return kind(left, right, lineno=left.lineno)


def _first_place(node: nodes.Node) -> int:
    return next((below.lineno for below in node.find_all(nodes.Node) if below.lineno), 1)


def loop_weight(size: int) -> int:
    """The steps that evaluating a part of a tree takes each time, given the number of its nodes."""
    return 1 + size // 20


def _children(node: nodes.Node) -> list[nodes.Node]:
    """The direct children of a node, in half the time that its own method takes."""
    children: list[nodes.Node] = []
    for field in node.fields:
        value = getattr(node, field)
        if isinstance(value, nodes.Node):
            children.append(value)
        elif isinstance(value, list):
            children += [each for each in value if isinstance(each, nodes.Node)]
    return children


def _check_one(node: nodes.Node) -> None:
    match node:
        case nodes.Name(name=name):
            if name.startswith("_") or name in ("self", "caller", "super", "varargs", "kwargs"):
                raise ExpressionValueError(f"`{name}` can't be used as a name")
        case nodes.Const(value=value):
            _check_constant(value)
        case nodes.Filter(name=name):
            _check_named("filter", name, FILTERS)
            _check_arguments(node)
        case nodes.Test(name=name):
            _check_named("test", name, TESTS)
            _check_arguments(node)
        case nodes.Call(node=called):
            if not isinstance(called, nodes.Name):
                raise ExpressionValueError("values have no methods to call", "use a filter: `name|upper`")
            _check_arguments(node)
        case nodes.CondExpr(expr2=None):
            raise ExpressionValueError("an `if` inside an expression needs an `else`", "`… if … else ''`")
        case nodes.For(recursive=True):
            raise ExpressionValueError("a loop can't be `recursive`")


def _check_arguments(node: nodes.Filter | nodes.Test | nodes.Call) -> None:
    keys = [each.key for each in node.kwargs if isinstance(each, nodes.Keyword)]
    if twice := next((key for key in keys if keys.count(key) > 1), None):
        raise ExpressionValueError(f"`{twice}` is given twice")
    if node.dyn_args is not None or node.dyn_kwargs is not None:
        raise ExpressionValueError("arguments can't be unpacked with `*` or `**`")


def _check_named(what: str, name: str, known: Collection[str]) -> None:
    if name not in known:
        raise ExpressionValueError(f"`{name}` is not a {what}", nearest(name, tuple(known)))


def _check_constant(value: object) -> None:
    if isinstance(value, (int, float)) and not abs(value) <= LARGEST:
        raise ExpressionValueError(f"a number is larger than {LARGEST:,}")
    if isinstance(value, str) and (half := _SURROGATE.search(value)):
        raise ExpressionValueError(
            f"`\\u{ord(half[0]):04x}` is half of a character", "write the character itself"
        )
