"""A picture's file with its crop and its focus: what is read, and what is said of mistakes."""

import pytest
from nineup.base.geometry import Box
from nineup.model.picture_part import ShownPicture, ShownPictureError, shown_picture

READ = {
    "": ShownPicture(""),
    "art/dragon.png": ShownPicture("art/dragon.png"),
    "my dragon (2).png": ShownPicture("my dragon (2).png"),
    "hard focus.png": ShownPicture("hard focus.png"),
    "sale 50% off.png": ShownPicture("sale 50% off.png"),
    "dragon.PNG focus 40% 30%": ShownPicture("dragon.PNG", focus=(0.4, 0.3)),
    "deck.svg#king  focus 0% 100%": ShownPicture("deck.svg#king", focus=(0.0, 1.0)),
    "a b.jpeg crop 10% 0% 50% 80%": ShownPicture("a b.jpeg", Box(0.1, 0.0, 0.5, 0.8)),
    "a.webp focus 12.5% 3% crop 0% 0% 100% 100%": ShownPicture(
        "a.webp", Box(0.0, 0.0, 1.0, 1.0), focus=(0.125, 0.03)
    ),
}

REFUSED = {
    "a.png focus 40 30": "`focus 40 30` isn't a focus",
    "a.png focus 40%": "`focus 40%` isn't a focus",
    "a.png crop 1% 2% 3%": "`crop 1% 2% 3%` isn't a crop",
    "a.png focus 140% 3%": "`focus 140% 3%` is beyond the picture",
    "a.png focus -1% 3%": "`focus -1% 3%` isn't a focus",
    "a.png crop 60% 0% 50% 5%": "`crop 60% 0% 50% 5%` is beyond the picture",
    "a.png crop 0% 0% 0% 5%": "`crop 0% 0% 0% 5%` shows nothing",
    "a.png fokus 40% 30%": "`fokus 40% 30%` is neither a crop nor a focus",
    "a.png 40% 30%": "`40% 30%` is neither a crop nor a focus",
    "a.png focus 1% 2% focus 1% 2%": "there are two of `focus`",
}


@pytest.mark.parametrize("text", READ)
def test_what_a_card_says_of_its_picture(text: str) -> None:
    assert shown_picture(text) == READ[text]


@pytest.mark.parametrize("text", REFUSED)
def test_a_mistake_says_what_is_wrong_and_how_it_is_written(text: str) -> None:
    with pytest.raises(ShownPictureError) as refused:
        shown_picture(text)
    assert str(refused.value) == REFUSED[text]
    assert refused.value.hint
