"""The values of expressions and templates, and the places of their mistakes."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nineup.base.diagnostics import Span
from nineup.base.markup import line_mark
from nineup.logic.expression import (
    ExpressionError,
    calls,
    escape,
    expression,
    names,
    place,
    program,
    reads,
    split_sums,
    template,
    trace,
    unescape,
)
from nineup.model.game import Item, Rich

RED = Item("red", {"name": "Rage", "tone": "#b00", "symbol": Rich("{red}")})
BLUE = Item("blue", {"name": "Sadness", "tone": "#00b", "symbol": Rich("{blue}")})


def double(value: int) -> int:
    return 2 * value


CONTEXT: dict[str, Any] = {
    "players": 4,
    "power": True,
    "colors": (RED, BLUE),
    "double": double,
    "card": {
        "id": "rage-1",
        "name": "2 * 3 {now}",
        "text": Rich("Take 1 {white}"),
        "color": RED,
        "none": None,
        "items": "a field",
        "move-cost": {RED: 2, BLUE: 1},
        "size": 2.5,
        "rows": [{"n": 1}, {"n": 2}, {"n": 1}],
    },
}


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("players * (8 + 2 * colors|length)", 48),
        ("'red' in colors and not ('pink' in colors)", True),
        ("card.items", "a field"),
        ("card.move_cost.red", 2),
        ("card['move-cost'].blue", 1),
        ("card.color.tone", "#b00"),
        ("card.color == 'red'", True),
        ("colors[1].name", "Sadness"),
        ("colors[-1:]|first", "blue"),
        ("card.move_cost|spread", ("red", "red", "blue")),
        ("card.move_cost|sum", 3),
        ("card.move_cost|max", 2),
        ("card.move_cost|items|length", 2),
        ("colors|map(attribute='name')|join(', ')", "Rage, Sadness"),
        ("card.rows|selectattr('n', 'eq', 1)|list|length", 2),
        ("card.rows|rejectattr('n', 'eq', 1)|map(attribute='n')|first", 2),
        ("card.rows|sum(attribute='n')", 4),
        ("card.rows|groupby('n')|map('first')", (1, 2)),
        ("card.rows|map(attribute='n')|unique", (1, 2)),
        ("[3, 1, 2]|sort|reverse", (3, 2, 1)),
        ("range(1, 5)|batch(3)|map('length')", (3, 1)),
        ("range(5)|select('gt', 2)", (3, 4)),
        ("range(5)|reject('odd')", (0, 2, 4)),
        ("[2.5|round, -2.5|round, 2.44|round(1), 2.1|round(method='ceil')]", [3, -3, 2.4, 3]),
        ("['12'|int, 2.9|int, 3|abs, -3|abs]", [12, 2, 3, 3]),
        ("card.foo|default('none')", "none"),
        ("card.none|default('none')", "none"),
        ("card.none is none and card.foo is not defined", True),
        ("card.foo is undefined", True),
        ("'a-b'|replace('-', ' ')|title", "A B"),
        ("' a '|trim ~ 'b'|upper", "aB"),
        ("double(21)", 42),
        ("2 <= players <= 4", True),
        ("[players // 3, players % 3, players / 8, 2 ** 10]", [1, 1, 0.5, 1024]),
        ("[1] + [2]", (1, 2)),
        ("'a' + 'b'", "ab"),
        ("'aBC'|capitalize", "Abc"),
        ("card.move_cost|list", ("red", "blue")),
        ("'yes' if power else 'no'", "yes"),
        ("[colors|index('red'), colors|map(attribute='name')|index('Sadness')]", [1, 2]),
        (
            "[colors is contains 'red', 'abc' is contains 'd', card.none is contains 'x']",
            [True, False, False],
        ),
        ("[{'c': colors}, {'c': card.move_cost}, {'c': []}]|selectattr('c', 'contains', 'blue')|length", 2),
    ],
)
def test_values(source: str, value: Any) -> None:
    assert expression(source)(CONTEXT) == value


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("{{ card.name }}", r"2 \* 3 \{now\}"),
        ("{{ card.text }} {now}", "Take 1 {white} {now}"),
        ("{{ card.color }}: {{ card.color.symbol }}", "red: {red}"),
        ("{{ card.text|upper }}", "TAKE 1 {white}"),
        ("{{ card.text|capitalize }}", "Take 1 {white}"),
        ("{{ card.text|replace('1', '{2}') }}", r"Take \{2\} {white}"),
        ("{{ card.text ~ '*' }}", r"Take 1 {white}\*"),
        ("{{ colors|map(attribute='symbol')|join('*') }}", r"{red}\*{blue}"),
        ("{{ players }} {{ card.size }} {{ 4 / 2 }} {{ 1 / 3 }} {{ 0 - 0.0 }}", "4 2.5 2 0.333333 0"),
        ("{% if power %}on{% else %}off{% endif %}", "on"),
        ("{% for c in colors %}{{ loop.index }}{{ c.name }}{{ double(2) }}{% endfor %}", "1Rage42Sadness4"),
        ("{% for c in colors if c != 'red' %}{{ c }}{% else %}none{% endfor %}", "blue"),
        ("{% for c, n in card.move_cost|items %}{{ c }}{{ n }}{% endfor %}", "red2blue1"),
        ("{# a remark #}{% raw %}{{ x }}{% endraw %}", "{{ x }}"),
        ("a\r\nb\n", "a\nb\n"),
        ("", ""),
    ],
)
def test_templates(source: str, text: str) -> None:
    assert template(source)(CONTEXT) == text
    assert program(source)(CONTEXT) == text


@pytest.mark.parametrize(
    ("source", "message", "column", "hint"),
    [
        ("plyers + 1", "`plyers` is not known here", 1, "did you mean `players`?"),
        ("1 + card.nme", "there is no `nme` here", 10, "did you mean `name`?"),
        ("card.none.name", "it is empty, so it has no `name`", 11, ""),
        ("card.name|uper", "`uper` is not a filter", 11, "did you mean `upper`?"),
        ("players is od", "`od` is not a test", 9, "did you mean `odd`?"),
        ("colors|map('uper')|first", "`uper` is not a filter", 13, "did you mean `upper`?"),
        ("card.name.upper()", "values have no methods to call", 16, "use a filter: `name|upper`"),
        ("colors|length < 'a'", "`<` doesn't work between a number and text", 15, ""),
        ("players / 0", "division by zero", 1, ""),
        ("power + 1", "yes or no is not a number", 1, "write `1 if … else 0`"),
        ("colors[7]", "a list of 2 has no entry `7` (the first is 0)", 8, ""),
        ("players|list", "a number is not a list", 1, ""),
        ("players|length", "a number has no length", 1, ""),
        ("plyers|length", "`plyers` is not known here", 1, "did you mean `players`?"),
        ("plyers|upper", "`plyers` is not known here", 1, "did you mean `players`?"),
        ("plyers|list", "`plyers` is not known here", 1, "did you mean `players`?"),
        ("plyers.name", "`plyers` is not known here", 1, "did you mean `players`?"),
        ("plyers[0]", "`plyers` is not known here", 1, "did you mean `players`?"),
        ("plyers", "`plyers` is not known here", 1, "did you mean `players`?"),
        ("card.move_cost[3]", "there is no `3` here", 16, ""),
        ("players|upper", "a number is not text", 1, ""),
        ("card.none|upper", "`card.none` is empty", 1, "give it a default first: `card.none|default('…')`"),
        ("card.none|list|upper", "nothing is not a list", 1, ""),
        ("card.name|replace(card.none, 'x')", "nothing is not text", 1, ""),
        ("'a\nb' - 1", "the text 'a b' is not a number", 1, ""),
        ("players|round(10)", "`round` takes 0 to 9 digits and a method: `common`, `ceil` or `floor`", 9, ""),
        ("'2.5'|int", "the text '2.5' is not a whole number", 1, ""),
        ("colors|items", "a list is not a record", 1, ""),
        ("colors|batch(0)", "`batch` needs a size of 1 or more", 8, ""),
        ("colors|select('od')", "`od` is not a test", 16, "did you mean `odd`?"),
        ("card.name|replace('', 'x')", "`replace` needs a text to search for", 11, ""),
        ("range(1.5)", "`range` needs whole numbers", 1, ""),
        ("[]|first + 1", "an empty list has no first or last element", 1, ""),
        ("colors|index('pink')", "the text 'pink' is not in the list", 1, ""),
        ("colors|select('contains', 3)", "a number is not text", 1, ""),
        ("[]|max", "an empty list has no smallest or largest element", 1, ""),
        ("'abc'|list", "the text 'abc' is not a list", 1, ""),
        ("colors(1)", "a list is not a function", 1, ""),
        ("card.name.size", "the text '2 * 3 {now}' has no `size`", 11, ""),
        ("(1 + ", "it ends too early", 4, ""),
        ("1 2", "the expression ends before this", 3, ""),
        ("players = 3", "the expression ends before this", 9, "to compare, write `==`"),
        (
            *(" {{ players }}", "an expression is written without braces here", 2),
            "remove `{{` and `}}`: the whole value is an expression",
        ),
        ("range", "`range` is a function: call it, as in `count('token')`", 1, ""),
        ("double()", "`double` needs `value`", 1, ""),
        ("1 # 2", "`#` means nothing in an expression", 3, ""),
        ("power && minutes > 3", "`&` means nothing in an expression", 7, "write `and`"),
        ("power || minutes > 3", "expected a name, found `|`", 8, "write `or`"),
        ("!power", "`!` means nothing in an expression", 1, "write `not`"),
        ("players > 2 AND power", "the expression ends before this", 13, "write `and`"),
        ("players <> 2", "unexpected `>`", 10, "write `!=`"),
        ("players ≥ 2", "`≥` means nothing in an expression", 9, "write `>=`"),
        ("power ? 1 : 2", "`?` means nothing in an expression", 7, "write `… if … else …`"),
        ("count(‘token’)", "`‘` means nothing in an expression", 7, "use straight quotes: `'…'`"),
        ("count('token)", "the quotes are never closed", 7, ""),
        ("'a' if power", "an `if` inside an expression needs an `else`", 1, "`… if … else ''`"),
        ("  ", "the expression is empty", 1, ""),
    ],
)
def test_mistakes_in_expressions(source: str, message: str, column: int, hint: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        expression(source)(CONTEXT)
    error = caught.value
    assert (error.message, error.line, error.column, error.hint) == (message, 1, column, hint)


@pytest.mark.parametrize(
    ("source", "message", "line", "column"),
    [
        ("a\n  {{ card.foo }}", "there is no `foo` here", 2, 11),
        ("{{ card.none }}", "`card.none` is empty", 1, 4),
        ("a {{ power }}", "`power` is yes or no, which can't be printed", 1, 6),
        ("{{ colors }}", "`colors` is a list, which can't be printed", 1, 4),
        ("{{ card }}", "`card` is a record, which can't be printed", 1, 4),
        ("{{ double }}", "`double` can't be printed", 1, 4),
        ("{{ 1 }}\n{% if plyers %}{% endif %}", "`plyers` is not known here", 2, 7),
        ("{{ 1 }}{% for c in players %}{% endfor %}", "a number is not a list", 1, 11),
        ("x\n{{- players -}}\n {{ foo }}", "`foo` is not known here", 3, 5),
        ("{{ '\\x1f' }}", "a text has the control character U+001F", 1, 4),
        ("{{ [card.none, 'a']|join }}", "one of the joined texts is empty", 1, 4),
        ("{{ card.name", "it ends too early, expected `}}`", 1, 9),
        ("{% if %}", "expected an expression, found `%}`", 1, 7),
        ("{% set a = 1 %}", "`set` is not part of this language", 1, 4),
        ("a {% autoescape true %}b{% endautoescape %}", "`autoescape` is not part of this language", 1, 6),
        ("{{ 1 }}{{ 'a\\uD83D\\uDE00' }}", "`\\ud83d` is half of a character", 1, 11),
        ("{{ card['\\udfff'] }}", "`\\udfff` is half of a character", 1, 9),
        ("{% if '\\ud800' == card.name %}{% endif %}", "`\\ud800` is half of a character", 1, 7),
        ("{{ card.name }", "a single `}`, where `}}` ends a value", 1, 14),
    ],
)
def test_mistakes_in_templates(source: str, message: str, line: int, column: int) -> None:
    with pytest.raises(ExpressionError) as caught:
        template(source)(CONTEXT)
    assert (caught.value.message, caught.value.line, caught.value.column) == (message, line, column)


def test_a_mistake_is_placed_in_the_file() -> None:
    span = Span("cards/a/game.yaml", 7, 12)
    assert place(span, ExpressionError("x", 1, 3)) == Span("cards/a/game.yaml", 7, 14)
    assert place(span, ExpressionError("x", 2, 3)) == Span("cards/a/game.yaml", 8, 3)


def test_helpers_may_refuse_in_their_own_words() -> None:
    def count(id: str) -> int:
        raise ValueError(f"there is no component `{id}`")

    with pytest.raises(ExpressionError) as caught:
        expression("1 + count('gems')")({"count": count})
    assert (caught.value.message, caught.value.column) == ("there is no component `gems`", 12)


def test_names_and_calls() -> None:
    source = "players + colors|length + count('gem') + [c for_ in x]|sum"
    with pytest.raises(ExpressionError):
        names(source)
    source = "players + colors|length + count('gem') + count(x) + range(3)|sum"
    assert names(source) == {"players", "colors", "count", "x"}
    assert calls(source) == {("count", "gem"), ("count", ""), ("range", "")}


@given(st.text())
def test_unescape_takes_escape_back(text: str) -> None:
    printable = "".join(c for c in text if c in "\t\n" or (c > "\x1f" and c != "\x7f"))
    assert unescape(escape(printable)) == printable
    assert template("{{ text }}")({"text": printable}) == escape(printable)


@given(st.text(alphabet="{}%|.()[]'\"+-*/~<>=!, abx12#_\n", max_size=30))
def test_any_source_gives_a_value_or_an_expression_error(source: str) -> None:
    for error in filter(None, [failure(expression, source), failure(template, source)]):
        assert error.message
        assert 1 <= error.line <= source.count("\n") + 1
        assert error.column >= 1


def failure(compiler: Any, source: str) -> ExpressionError | None:
    try:
        compiler(source)({"a": 1, "b": (1, 2), "x": {"a": "b"}})
    except ExpressionError as error:
        return error
    return None


@pytest.mark.parametrize(
    ("source", "printed"),
    [
        ("{{ card.text }}", [("Take 1 {white}", ["card.text"])]),
        ("a {{ card.id }}", [("a ", []), ("rage-1", ["card.id"])]),
        ("{{ card.color.name|upper }}", [("RAGE", ["card.color.name"])]),
        ("{{ card['move-cost'].red ~ players }}", [("24", ["card.move-cost.red", "players"])]),
        ("{% if power %}{{ card.id }}{% endif %}", [("rage-1", ["card.id"])]),
        ("{{ card.id if power else card.size }}", [("rage-1", ["card.id", "card.size"])]),
        ("{{ card.rows[1].n }}", [("2", ["card.rows.n"])]),
        ("{% for r in card.rows %}{{ r.n }}{% endfor %}", [(n, ["card.rows.n"]) for n in "121"]),
        (
            "{% for key, n in card.move_cost|items %}{{ n }}-{% endfor %}",
            [("2", ["card.move_cost"]), ("-", []), ("1", ["card.move_cost"]), ("-", [])],
        ),
    ],
)
def test_trace_says_what_each_stretch_was_made_from(
    source: str, printed: list[tuple[str, list[str]]]
) -> None:
    stretches = trace(source)(CONTEXT)
    assert [(each.text, [".".join(path) for path in each.paths]) for each in stretches] == printed
    assert "".join(each.text for each in stretches) == program(source)(CONTEXT)


def test_an_error_names_the_value_that_is_empty() -> None:
    with pytest.raises(ExpressionError) as caught:
        template("{{ card.id }}{{ card.none }}")(CONTEXT)
    assert caught.value.empty == "card.none"
    with pytest.raises(ExpressionError) as caught:
        template("{{ card.rows }}")(CONTEXT)
    assert caught.value.empty == ""


def test_asking_what_a_source_reads_leaves_it_as_it_is() -> None:
    source = "4 + 2 * colors|length + players == 12"
    before = reads(source)
    assert before.lengths == {"colors"}
    assert before.whole == {"players"}
    assert [len(terms) for terms in split_sums(source).sums] == [3]
    reads.cache_clear()
    assert reads(source) == before
    assert expression(source)(CONTEXT) is True


@pytest.mark.parametrize(
    "value", ["2) Draw.", "One.\n2) Two.\n 13. Three.", "- a\n  - b", "---", "> quoted", "a {b} *c* [d] \\]"]
)
def test_marks_that_begin_the_lines_of_a_plain_value_are_printed(value: str) -> None:
    text = template("*{{ value }}*")({"value": value})
    lines = str(text)[1:-1].split("\n")
    marks = [line_mark(line) for line in lines]
    assert not any(mark.marker or mark.is_rule or mark.is_quote for mark in marks)
    assert unescape("\n".join(lines)) == value


def test_a_name_that_a_record_has_as_a_field_says_so() -> None:
    with pytest.raises(ExpressionError) as caught:
        template("{{ name|upper }}")({"data": {"name": 1}, "card": {"name": "Dawn"}})
    assert (caught.value.message, caught.value.hint) == ("`name` is not known here", "write `card.name`")


@pytest.mark.parametrize("number", [15, 16, 17, 200])
def test_chains_of_conditions_are_as_long_as_a_rule_needs(number: int) -> None:
    """With the values, the order and the early end that a chain has in Python."""
    names = [f"v{n}" for n in range(number)]
    for joined in (
        " and ".join(names),
        " or ".join(names),
        " and ".join(f"(v0 or {name})" for name in names),
    ):
        for at in (0, number // 2, number - 1):
            for own, others in ((0, 1), ("", True), (3, ()), (True, "x")):
                values = {**dict.fromkeys(names, others), names[at]: own}
                assert expression(joined)(values) == eval(joined, {}, dict(values))
    early = " and ".join(["v0", *["1 / v0 > 0"] * number])
    assert expression(early)({"v0": 0}) == 0
