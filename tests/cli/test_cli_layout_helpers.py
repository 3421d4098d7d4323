"""Layouts can ask what the game's expressions can: other cards, counts and boxes."""

from pathlib import Path

import pypdfium2
from command import run_command as nineup
from tiny import CARD, write_tiny

LINE = '  <text x="7" y="86" class="rules" n:text="{}"/>\n</svg>'


def test_a_layout_sees_the_cards_of_every_component(tmp_path: Path) -> None:
    words = (
        "{{ cards('deck')|map(attribute='name')|join(' and ') }}, {{ count('chip') }} of {{ box('chip') }}"
    )
    write_tiny(tmp_path, card=CARD.replace("</svg>", LINE.format(words)))
    done = nineup(tmp_path, "build", "--players", "3")
    assert done.returncode == 0, done.stderr
    (path,) = tmp_path.glob("output/tiny/3p/cards*.pdf")
    text = pypdfium2.PdfDocument(path)[0].get_textpage().get_text_range()
    assert "First Light and Second Wind, 9 of 12" in text


def test_a_component_that_is_not_there_is_reported_at_the_layout(tmp_path: Path) -> None:
    write_tiny(tmp_path, card=CARD.replace("</svg>", LINE.format("{{ cards('deek') }}")))
    done = nineup(tmp_path, "build", "--players", "3")
    assert done.returncode == 1
    assert "there is no component `deek`" in done.stderr
    assert "hint: did you mean `deck`?" in done.stderr
    assert "layouts/tiny/card.svg:6:" in done.stderr
