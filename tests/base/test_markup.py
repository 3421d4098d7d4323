"""What every reader of texts finds in them."""

import pytest
from nineup.base.markup import whole_words


@pytest.mark.parametrize(
    ("forms", "text", "found"),
    [
        (("Night Watch", "Night"), "Night Watch, Nights, Night.", ["Night Watch", "Night"]),
        (("銀行",), "銀行から2枚取る", ["銀行"]),
        (("灯火",), "持っている灯火1つにつき", ["灯火"]),
        (("ธนาคาร",), "จ่ายให้ธนาคารหนึ่งเหรียญ", ["ธนาคาร"]),
        (("은행",), "은행 은행들", ["은행"]),
        (("Go!",), "Go! Go!o", ["Go!"]),
        ((), "anything", []),
    ],
)
def test_terms_are_whole_words_where_a_script_has_words(
    forms: tuple[str, ...], text: str, found: list[str]
) -> None:
    assert whole_words(forms).findall(text) == found
