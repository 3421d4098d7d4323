"""The numbers of a translation are those of its text, however the language writes them."""

import pytest
from nineup.translation.numbers import number_difference


def difference(source: str, said: str) -> tuple[list[str], list[str]]:
    found = number_difference(source, said)
    return sorted(found.lacking.elements()), sorted(found.added.elements())


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("Draw 3 cards.", "カードを三枚引く。"),
        ("Draw 3 cards.", "カードを３枚引く。"),
        ("Pay 23 coins and 10 more.", "支付二十三枚金币，再付十枚。"),
        ("The year 2024.", "二〇二四年"),
        ("30,000 points", "3万点"),
        ("125,000 points", "12万5千点"),
        ("15,000 points", "1.5万分"),
        ("30,000 points", "三万点"),
        ("30,000 points", "3만 점"),
        ("300 million and 105", "300 million，一百零五"),
        ("Draw 2 cards.", "抽两张牌。"),
        ("抽三张牌。", "Draw 3 cards."),
        ("抽三张牌。", "Draw some cards."),
        ("Take some cards.", "十分な数のカードを一緒に取る。"),
        ("Version 2.0", "Version 2,0"),
        ("12,500.5 points", "12.500,5 Punkte"),
        ("12,500.5 points", "12\u202f500,5 points"),
        ("0.125 liters", "0,125 Liter"),
        ("1,00,000 rupees", "100'000 Rupien"),
        ("On 01.03.2024", "Am 01.03.2024"),
        ("Rule 1.2.3", "Regel 1.2.3"),
        ("2.5 points", "۲٫۵ امتیاز"),
        ("Draw two cards.", "Ziehe 2 Karten."),
    ],
)
def test_the_same_numbers(source: str, said: str) -> None:
    assert difference(source, said) == ([], [])


@pytest.mark.parametrize(
    ("source", "said", "lacking", "added"),
    [
        ("Version 2.0", "Version 20", ["2.0"], ["20"]),
        ("20 points", "2,0 points", ["20"], ["2.0"]),
        ("Draw 3 cards.", "カードを四枚引く。", ["3"], ["4"]),
        ("Draw 3 cards.", "カードを引く。", ["3"], []),
        ("抽三张牌。", "Draw 4 cards.", [], ["4"]),
        ("30,000 points", "3点", ["30000"], ["3"]),
        ("Rule 1.2.3", "Regel 123", ["1.2.3"], ["123"]),
        ("12.5 points", "125 points", ["12.5"], ["125"]),
    ],
)
def test_other_numbers(source: str, said: str, lacking: list[str], added: list[str]) -> None:
    assert difference(source, said) == (lacking, added)


@pytest.mark.parametrize(
    "text", ["十" * 400, "〇" * 5000, "9" * 5000 + "万", "万" * 300, "1.2.3万", "１．５万", "2\u00a03"]
)
def test_odd_numbers_are_read(text: str) -> None:
    assert difference(text, text) == ([], [])
