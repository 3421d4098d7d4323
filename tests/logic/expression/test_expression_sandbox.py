"""What an expression may not do: reach Python, run forever, or fill the memory."""

from typing import Any

import pytest
from nineup.logic.expression import ExpressionError, expression, template
from nineup.model.game import Item, Rich


def helper() -> int:
    return 1


CONTEXT: dict[str, Any] = {
    "item": Item("red"),
    "rich": Rich("x"),
    "text": "plain",
    "record": {"key": 1},
    "list": (1, 2),
    "helper": helper,
    "many": tuple(range(1000)),
}


def refused(source: str, kind: Any = expression) -> str:
    with pytest.raises(ExpressionError) as caught:
        kind(source)(CONTEXT)
    return caught.value.message


@pytest.mark.parametrize("value", ["item", "rich", "text", "record", "list", "helper"])
def test_no_attribute_is_ever_reached(value: str) -> None:
    for name in ("__class__", "__globals__", "fields", "format", "mro", "__init__", "func_code"):
        assert f"`{name}`" in refused(f"{value}.{name}")
        refused(f"{value}['{name}']")
        refused(f"[{value}]|map(attribute='{name}')|first")
        assert expression(f"({value}.{name})|default('none')")(CONTEXT) == "none"


STATEMENTS = """\
{% import 'a' as b %}
{% from 'a' import b %}
{% include 'a' %}
{% extends 'a' %}
{% block a %}{% endblock %}
{% macro a() %}{% endmacro %}
{% call a() %}{% endcall %}
{% filter upper %}{% endfilter %}
{% set a = 1 %}
{% set a %}{% endset %}
{% with a = 1 %}{% endwith %}
{% autoescape true %}{% endautoescape %}
{% if true %}{% autoescape a %}{{ 1 }}{% endautoescape %}{% endif %}
"""


def test_no_other_statements() -> None:
    for source in STATEMENTS.splitlines():
        assert "is not part of this language" in refused(source, template), source


@pytest.mark.parametrize(
    "source",
    [
        "self",
        "_walk",
        "helper(*list)",
        "helper(**record)",
        "cycler(1)",
        "lipsum()",
        "dict()",
        "namespace()",
        "list|_walk(0)",
    ],
)
def test_no_other_names(source: str) -> None:
    refused(source)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("9 ** 9 ** 9 ** 9", "larger than"),
        ("9 ** 60", "larger than"),
        ("2 ** 100", "the exponent 100 is too large"),
        ("(0 - 8) ** 0.5", "can't be raised to the power"),
        ("'x' * 10 ** 9", "is not a number"),
        ("list * 10 ** 9", "a list is not a number"),
        ("'%s%s' % list", "is not a number"),
        ("999999999 * 999999999", "larger than"),
        ("1e308 * 10", "larger than"),
        ("9999999999999999999", "larger than"),
        ("9" * 5000, "too long"),
        ("range(10 ** 6)", "more than 1,000 numbers"),
        ("range(1, 2, 0)", "needs an end"),
        ("list|join(d='x', d='y')", "`d` is given twice"),
        ("{'a': 10 ** 9}|spread", "steps"),
        ("{'a': 10 ** 9, 'b': 0 - 10 ** 9}|spread", "steps"),
        ("many|join(many|join(many|join))", "longer than"),
        ("many|join('x')|replace('x', many|join)", "longer than"),
        ("(" * 3000, "nested too deeply"),
        ("not " * 3000 + "1", "nested too deeply"),
        ("1" + " + 1" * 3000, "nested too deeply"),
        ("[" * 90 + "]" * 90, "nested too deeply"),
        ("x" * 200_000, "longer than"),
    ],
)
def test_bounds(source: str, message: str) -> None:
    assert message in refused(source)


def test_constants_are_not_folded_while_compiling() -> None:
    expression("'x' * 10 ** 12 if 9 ** 64 else 1")
    template("{{ 9 ** 64 ** 64 }}")


def loops(count: int, body: str) -> str:
    return "{% for a in many %}" * count + body + "{% endfor %}" * count


def test_loops_inside_loops_are_stopped() -> None:
    assert "more than 100,000 steps" in refused(loops(3, "x"), template)
    assert "more than 100,000 steps" in refused(loops(2, "{% if many|select|first %}{% endif %}"), template)


def test_loops_deeper_than_python_goes() -> None:
    assert "nested too deeply" in refused(loops(30, "x"), template)


def test_long_bodies_cost_more() -> None:
    body = "{% if many and many %}{% endif %}" * 900
    assert "more than 100,000 steps" in refused(loops(1, body), template)


def test_output_is_capped() -> None:
    assert "longer than 100,000 characters" in refused(loops(1, "x" * 101), template)
    assert len(template(loops(1, "x" * 100))(CONTEXT)) == 100_000


def test_loops_may_not_be_recursive() -> None:
    assert "recursive" in refused("{% for a in many recursive %}{{ loop(a) }}{% endfor %}", template)


def test_a_context_is_never_changed() -> None:
    before = dict(CONTEXT)
    template("{% for text in many %}{{ text }}{% endfor %}{{ text }}")(CONTEXT)
    assert before == CONTEXT
