"""Components that look like another, and reasons that don't fit: what is reported, and what is not."""

from handmade import component, game
from nineup.base.diagnostics import Findings
from nineup.model.game import Component
from nineup.rules import check_game


def codes(*components: Component) -> list[str]:
    found = Findings()
    check_game(game(*components), found, only=("mix-up", "contradicted"))
    return [each.code for each in found]


def test_piles_with_one_back_are_reported() -> None:
    piles = [component(id, layout=f"{id}.svg", back="common.svg", pile=id) for id in ("spells", "curses")]
    assert codes(*piles) == ["mix-up"]


def test_a_size_must_fit_its_reason() -> None:
    stated = {"size": "The document gives none; 16 mm is easily cut out."}
    assert codes(component("a", decided=stated)) == ["contradicted"]
