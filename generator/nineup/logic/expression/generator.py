"""Jinja's environment and code generator, restricted to Nineup's expressions."""

from typing import Any

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.sandbox import ImmutableSandboxedEnvironment

from nineup.logic.expression import sandbox
from nineup.logic.expression.delayed import DELAYED, Delayed, card_uses
from nineup.logic.expression.filters import FILTERS, TESTS
from nineup.logic.expression.grammar import WALK, LocatedEnvironment, loop_weight
from nineup.logic.expression.sandbox import Missing


def comparison(name: str) -> str:
    """The name in generated code of a comparison."""
    return f"is_{name}"


class RestrictedEnvironment(LocatedEnvironment, ImmutableSandboxedEnvironment):
    """Jinja's sandbox, restricted: our filters and operators, no globals, no constant folding."""

    # All of Python's operators on our own functions: `'a' * 10**9` must fail before it allocates a gigabyte.
    intercepted_binops = frozenset(sandbox.OPERATORS)

    def __init__(self) -> None:
        super().__init__(undefined=Missing, optimized=False, keep_trailing_newline=True, autoescape=False)
        # Jinja's own globals (`range`, `dict`, `lipsum`, `cycler`, `namespace`) are
        # Python objects with attributes.
        self.globals = {}
        self.filters = {**FILTERS, WALK: sandbox.pays(sandbox.items)}
        self.tests = dict(TESTS)

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        return sandbox.OPERATORS[operator](context, left, right)


class RichCodeGenerator(CodeGenerator):
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
        self.write("entry(context, ")
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
        """Writes the arguments of a call; a delayed one becomes a function of the cards."""
        for argument in node.args:
            self.write(", ")
            self.visit(argument, frame)
        for keyword in node.kwargs:
            self.write(f", {keyword.key}=")
            if keyword.key != delayed.argument:
                self.visit(keyword.value, frame)
                continue
            # A name that the argument doesn't use has no reference in the code, but is passed all the same.
            references = [frame.symbols.find_ref(name) or f"_{name}" for name in delayed.names]
            uses = card_uses(keyword.value, delayed.names)
            size = 1 + sum(1 for _ in keyword.value.find_all(nodes.Node))
            self.write(f"delayed(context, {loop_weight(size)}, lambda {', '.join(references)}: (")
            self.visit(keyword.value, frame)
            self.write(f"), {uses.fields!r}, (")
            for count in uses.counts:
                self.write(f"lambda {', '.join(references)}: (")
                self.visit(count, frame)
                self.write("), ")
            self.write(f"), {uses.often!r})")

    def visit_Compare(self, node: nodes.Compare, frame: Frame) -> None:  # noqa: N802
        """`a < b < c` becomes `lt(a, (t := b)) and lt(t, c)`."""
        left = ""
        self.write("(")
        for operand in node.ops:
            self.write(f"{' and ' if left else ''}{comparison(operand.op)}(context, {left}")
            if not left:
                self.visit(node.expr, frame)
            is_last = operand is node.ops[-1]
            left = self.temporary_identifier() if not is_last else ""
            self.write(f", ({left} := " if left else ", ")
            self.visit(operand.expr, frame)
            self.write("))" if left else ")")
        self.write(")")

    def visit_Dict(self, node: nodes.Dict, frame: Frame) -> None:  # noqa: N802
        self.write("{")
        for pair in node.items:
            constant = isinstance(pair.key, nodes.Const)
            self.write("" if constant else "hashed(context, ")
            self.visit(pair.key, frame)
            self.write(": " if constant else "): ")
            self.visit(pair.value, frame)
            self.write(", ")
        self.write("}")

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802
        self.write("text(context, (")
        for part in node.nodes:
            self.visit(part, frame)
            self.write(", ")
        self.write("))")

    def _output_child_to_const(self, node: nodes.Expr, frame: Frame, finalize: Any) -> str:
        if isinstance(node, nodes.TemplateData):
            return node.data
        # Nothing is computed at compile time: it would be computed without
        # limits, and printed as Python does.
        raise nodes.Impossible

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.prints[self.code_lineno] = node.lineno
        self.write("(" if self.raw else "as_rich(")

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.write(")")


ENVIRONMENT = RestrictedEnvironment()
