"""An expression is checked when it is read, and compiled when it is first evaluated."""

import pytest
from nineup.logic.expression import compiled, expression
from nineup.logic.expression.errors import ExpressionError


def test_what_is_never_evaluated_is_never_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    compile_tree = compiled.compiled_tree

    def spy(source: str, tree: object, only_expression: bool) -> object:
        made.append(source)
        return compile_tree(source, tree, only_expression)  # type: ignore[arg-type]

    monkeypatch.setattr(compiled, "compiled_tree", spy)
    add = expression("late + 17")
    assert made == []
    assert [add({"late": number}) for number in (1, 2)] == [18, 19]
    assert made == ["late + 17"]


@pytest.mark.parametrize("source", ["late +", "late|nofilter", "late.x()", "late(a=1, a=2)"])
def test_mistakes_are_reported_at_once(source: str) -> None:
    with pytest.raises(ExpressionError):
        expression(source)
