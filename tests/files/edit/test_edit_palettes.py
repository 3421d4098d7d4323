"""The palette's colours: what names them is found, renamed with them, or keeps them."""

from pathlib import Path

import pytest
from nineup.base.project import Project
from nineup.files.edit.palettes import PaletteError, colour_uses, remove_colour, rename_colour
from tiny import CARD, write_tiny

STYLE = """\
# my colors
palette: {ink: "#222222", dark-red: '#801010', spare: "#ffffff", glint: "#ffe9a0"}
styles:
  rules: {font: Source Sans 3, color: ink, outline: {color: "ink", width: 1pt}}   # both
  title: {extends: rules, color: dark-red, shadow: {color: "#123456"}, term: {color: ink}}
  gilded: {extends: rules, color: {gradient: [glint, "#ffffff"]}, shadow: [{color: "#000000"}, {color: glint}]}
"""
BOUND = """\
  <rect n:fill="{{ palette.ink if card.suit else palette['dark-red'] }}" fill="#222222" x="1" y="1" width="1" height="1"/>
  <rect n:if="palette.dark_red" n:stroke='{{palette.ink}}{% if false %}&#112;alette.ink{% endif %}' x="1" y="1" width="1" height="1"/>
  <text x="1" y="9" class="rules" n:text="palette.ink and card.palette.ink: {{ card.name }}">x</text>
</svg>
"""


def project(root: Path, bound: str = BOUND) -> Project:
    write_tiny(root)
    (root / "layouts/tiny/style.yaml").write_text(STYLE)
    (root / "layouts/tiny/card.svg").write_text(CARD.replace("</svg>\n", bound))
    return Project(root)


def renamed(project: Project, name: str, to: str) -> dict[str, str]:
    return {
        file.rpartition("/")[2]: bytes(make(project.read(file))).decode()  # type: ignore[arg-type]
        for file, make in rename_colour(project, "tiny", name, to).items()
    }


def test_every_use_has_its_place(tmp_path: Path) -> None:
    uses = colour_uses(project(tmp_path), "tiny")
    assert {name: [each.span.place.rpartition("/")[2] for each in found] for name, found in uses.items()} == {
        "ink": ["style.yaml:4:39", "style.yaml:4:61", "style.yaml:5:86", "card.svg:6:17", "card.svg:7:43"],
        "dark-red": ["style.yaml:5:34", "card.svg:6:17", "card.svg:7:15"],
        "glint": ["style.yaml:6:47", "style.yaml:6:104"],
    }


def test_a_colour_is_renamed_wherever_it_is_named_and_nothing_else_changes(tmp_path: Path) -> None:
    game = project(tmp_path)
    assert renamed(game, "ink", "deep-ink") == {
        "style.yaml": STYLE.replace("{ink:", "{deep-ink:")
        .replace("color: ink", "color: deep-ink")
        .replace('"ink"', '"deep-ink"'),
        "card.svg": game.text("layouts/tiny/card.svg")
        .replace("{{ palette.ink if", "{{ palette.deep_ink if")
        .replace("{{palette.ink}}", "{{palette.deep_ink}}"),
    }
    red = renamed(game, "dark-red", "blood")
    assert "{{ palette.ink if card.suit else palette['blood'] }}" in red["card.svg"]
    assert 'n:if="palette.blood"' in red["card.svg"]


@pytest.mark.parametrize(
    ("name", "to", "why"),
    [
        ("ink", "dark-red", "the palette has a `dark-red` already"),
        ("ink", "dark_red", "the palette has a `dark-red` already"),
        ("ink", "my ink", "`my ink` can't name a color"),
        ("ink", "1st", "`1st` can't name a color"),
        ("none", "some", "the palette has no `none` any more"),
    ],
)
def test_a_name_that_can_t_be_is_refused(tmp_path: Path, name: str, to: str, why: str) -> None:
    with pytest.raises(PaletteError, match=why):
        rename_colour(project(tmp_path), "tiny", name, to)


@pytest.mark.parametrize(
    "computed", ["{{ palette[card.suit.id] }}", "{% for c in palette %}{{ c }}{% endfor %}"]
)
def test_a_computed_name_keeps_every_colour(tmp_path: Path, computed: str) -> None:
    game = project(tmp_path, f'<rect x="1" y="1" width="1" height="1" n:fill="{computed}"/></svg>\n')
    with pytest.raises(
        PaletteError, match=r"`?layouts/tiny/card.svg:6`? may mean `ink`, which isn't certain"
    ):
        rename_colour(game, "tiny", "ink", "deep")
    with pytest.raises(PaletteError, match="`spare` is used in"):
        remove_colour(game, "tiny", "spare")


def test_a_layout_that_games_share_keeps_its_colours(tmp_path: Path) -> None:
    game = project(tmp_path)
    shared = '<rect x="1" y="1" width="1" height="1" n:fill="{{ palette.spare }}"/></svg>\n'
    (tmp_path / "layouts/frame.svg").write_text(CARD.replace("</svg>\n", shared))
    with pytest.raises(PaletteError, match=r"layouts/frame\.svg:6"):
        rename_colour(game, "tiny", "spare", "more")
    assert "deep" in renamed(game, "ink", "deep")["card.svg"]


def test_a_colour_is_removed_only_if_nothing_names_it(tmp_path: Path) -> None:
    game = project(tmp_path)
    assert len(remove_colour(game, "tiny", "spare")) == 1
    with pytest.raises(PaletteError) as refused:
        remove_colour(game, "tiny", "dark-red")
    assert str(refused.value).startswith("`dark-red` is used in layouts/tiny/style.yaml:5")
