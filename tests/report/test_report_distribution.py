"""The distribution of an expression, as text and as a chart."""

from nineup.report.distribution import MOST_ANSWERS, answers_csv, answers_svg, answers_text

ROWS = [(f"answer {n}", (2.0 if n in (0, 700) else 1.0) / 1002, 0.0) for n in range(1000)]


def test_of_many_answers_the_likeliest_are_shown_and_the_others_counted() -> None:
    *shown, last = answers_text(ROWS, None, 0).splitlines()
    assert len(shown) == MOST_ANSWERS
    assert shown[0].split()[:2] == ["answer", "0"]
    assert shown[-1].split()[:2] == ["answer", "700"]
    assert (
        last
        == "  … 800 other answers, none of them likelier, have 79.84 % in all; --format csv lists all of them"
    )
    assert answers_csv(ROWS).count("\n") == 1001


def test_a_chart_of_many_answers_says_what_it_leaves_out() -> None:
    chart = answers_svg(ROWS, "name", "exact")
    assert chart.count('height="4.4"') == MOST_ANSWERS
    assert "exact; 800 other answers, none of them likelier, have 79.84 % in all" in chart


def test_few_answers_are_all_shown() -> None:
    assert answers_text(ROWS[:MOST_ANSWERS], 1.5, 0).splitlines()[-1] == "average 1.5"
    assert "other answers" not in answers_svg(ROWS[:MOST_ANSWERS], "name", "exact")
