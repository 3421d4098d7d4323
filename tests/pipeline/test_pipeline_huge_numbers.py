"""Numbers that are huge, tiny or none, wherever users write numbers."""

from pathlib import Path

import pytest
from large import SECONDS, drawn, findings_of
from tiny import CARDS, GAME, GEM, write_tiny

HUGE = ("1" + "0" * 400, "10", "1e308", "-" + "9" * 30, "9" * 5000, "1e-320", "nan", ".inf")
PLACES = {
    "copies": lambda n: {"cards": CARDS.replace("copies: 2", f"copies: {n}")},
    "size": lambda n: {"game": GAME.replace("size: 16mm", f"size: {n}mm")},
    "players": lambda n: {"game": GAME.replace("2-4", f"2-{n}")},
    "amount": lambda n: {"game": GAME.replace("setup: 3 *", f"setup: {n} *")},
    "rule": lambda n: {"game": GAME.replace("== 3 *", f"== {n} **")},
    "attribute": lambda n: {
        "card": drawn(
            f'<rect width="{n}" height="5" rx="{n}" stroke="#000000" stroke-width="{n}" stroke-dasharray="{n}"/>'
        )
    },
    "arc": lambda n: {"card": drawn(f'<path d="M0 0A{n} {n} {n} 0 1 3 4A5 5 0 0 1 {n} {n}"/>')},
    "matrix": lambda n: {
        "card": drawn(
            f'<g transform="matrix({n} 0 0 {n} {n} 0)"><rect class="rules" width="9" height="9" n:text="a"/></g>'
        )
    },
    "scale": lambda n: {"card": drawn(f'<circle r="5" transform="scale({n}) rotate({n}) skewX({n})"/>')},
    "view box": lambda n: {
        "card": drawn(f'<svg width="{n}" height="5" viewBox="0 0 {n} 88"><rect width="5" height="5"/></svg>')
    },
    "gradient": lambda n: {
        "card": drawn(
            f'<radialGradient id="g" r="{n}" fx="{n}"><stop offset="{n}" stop-color="red"/></radialGradient>'
            '<rect width="5" height="5" fill="url(#g)"/>'
        )
    },
    "filter": lambda n: {
        "card": drawn(
            f'<filter id="f"><feOffset dx="{n}"/><feFlood width="{n}" y="{n}%"/><feDropShadow dy="-{n}"/></filter>'
            f'<circle r="9" filter="url(#f)"/><circle r="9" style="filter:drop-shadow({n}px {n}em {n}mm red) blur({n}px)"/>'
        )
    },
    "filter that is scaled": lambda n: {
        "card": drawn(
            '<filter id="f"><feOffset dx="9999999"/></filter>'
            f'<g transform="scale({n}) scale(10000)"><circle r="0.001" cx="0.002" cy="0.002" filter="url(#f)"/></g>'
        )
    },
    "bound": lambda n: {"card": drawn(f'<rect width="5" height="5" n:x="{n}" n:transform="scale({n})"/>')},
    "gem": lambda n: {"gem": GEM.replace("L10 5", f"L{n} 5")},
}


def test_what_resvg_cannot_draw_is_reported(tmp_path: Path) -> None:
    findings, _ = findings_of(write_tiny(tmp_path, **PLACES["filter that is scaled"]("10")))
    (found,) = [each for each in findings if each.severity == "error"]
    assert found.message.startswith("resvg can't draw this filter")
    assert found.span


@pytest.mark.parametrize("place", PLACES)
def test_huge_and_tiny_numbers_are_drawn_or_reported(tmp_path: Path, place: str) -> None:
    for number in HUGE:
        findings, seconds = findings_of(write_tiny(tmp_path / number[:8], **PLACES[place](number)))
        assert seconds < SECONDS, number
        assert all(finding.span for finding in findings if finding.severity == "error"), number
