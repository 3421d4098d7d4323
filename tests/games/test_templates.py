"""The templates of `nineup new`: each is proved, printed, and drawn in the colors of its palette alone."""

import re
from pathlib import Path

import pytest
import yaml
from nineup import pipeline
from nineup.base.diagnostics import Findings, Status
from nineup.base.project import Project
from nineup.model.drawing import Colour, hex_of
from nineup.model.recolour import Recolouring
from nineup.pipeline.new_game import GAMES, INTRO, TEMPLATES, Template, start_game, template_named
from nineup.pipeline.template_pictures import template_picture
from nineup.write import FaceSvg, replace_all

DRAWN = [template for template in TEMPLATES if template.id not in ("empty", "tea-time", "ornate-card")]
"""Those of which everything that is drawn is bound to the palette, and nothing is a foil, whose shine has colors of
its own.
"""

by_id = pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.id)
drawn_by_id = pytest.mark.parametrize("template", DRAWN, ids=lambda template: template.id)


def started(folder: Path, template: Template, title: str = "Dragon Hoard") -> Project:
    """A project with a game that begins with a template."""
    _, files = start_game(title, template)
    replace_all({folder / path: data for path, data in files.items()})
    return Project(folder)


def test_every_game_of_the_package_is_a_template() -> None:
    assert set(Project(GAMES).games()) == {template.id for template in TEMPLATES}
    for template in TEMPLATES:
        assert (
            yaml.safe_load((GAMES / f"cards/{template.id}/game.yaml").read_text())["game"] == template.title
        )


@by_id
def test_a_game_from_a_template_is_proved_and_printed(template: Template, tmp_path: Path) -> None:
    project = started(tmp_path, template)
    findings = Findings()
    pipeline.check(project, "dragon-hoard", findings)
    assert not findings
    for paper in ("a4", "letter"):
        printing = pipeline.PrintOptions(papers=(paper,), output=tmp_path / "output")
        built = pipeline.build(
            project, "dragon-hoard", pipeline.RunChoice(), printing, findings, lambda *_: None
        )
        assert not findings
        assert built.status is Status.DONE
        assert bool(built.written) == (template.id != "empty")


@by_id
def test_a_game_has_its_own_title_and_nothing_of_the_template_s(template: Template, tmp_path: Path) -> None:
    id, files = start_game("Dragon Hoard: II", template)
    assert id == "dragon-hoard-ii"
    assert f'\ngame: "{"Dragon Hoard: II"}"\n'.encode() in files[f"cards/{id}/game.yaml"]
    readme = files["README.md"].decode()
    assert readme.startswith("# Dragon Hoard: II\n\n")
    named = re.findall(r"^\| `([^`]+)`", readme, re.MULTILINE)
    replace_all({tmp_path / path: data for path, data in files.items()})
    there = [name for name in named if list(tmp_path.glob(name))]
    assert len(there) == (4 if template.id == "empty" else 5)
    assert not [path for path in files if path.endswith(INTRO)]
    for path, data in files.items():
        assert template.id not in path
        assert template.title.encode() not in data or template.id == "empty", path


def colors_of(ops: tuple[object, ...]) -> set[Colour]:
    """The colors in which operations paint."""
    painted: set[Colour] = set()

    def note(color: Colour) -> Colour:
        painted.add(color)
        return color

    Recolouring(note).ops(ops)  # type: ignore[arg-type]
    return painted


@drawn_by_id
def test_everything_is_in_a_color_of_the_palette_and_every_color_is_seen(
    template: Template, tmp_path: Path
) -> None:
    project = started(tmp_path, template)
    path = tmp_path / "layouts/dragon-hoard/style.yaml"
    style = path.read_text(encoding="utf-8")
    names = list(yaml.safe_load(style)["palette"])
    changed = {name: f"#{23 * number + 5:02x}a0b0" for number, name in enumerate(names)}
    for name, color in changed.items():
        style = re.sub(rf'^  {name}: "#......"', f'  {name}: "{color}"', style, flags=re.MULTILINE)
    path.write_text(style, encoding="utf-8")
    findings = Findings()
    drawn = pipeline.draw(
        project, "dragon-hoard", pipeline.RunChoice(), pipeline.PrintOptions(), findings, lambda *_: None
    )
    assert isinstance(drawn, pipeline.DrawnRun), findings
    painted: set[Colour] = set()
    for each in drawn.drawn:
        painted |= colors_of(each.front.ops) | (colors_of(each.back.ops) if each.back else set())
    assert {hex_of(color) for color in painted} == set(changed.values())


@by_id
def test_its_picture_is_the_same_each_time(template: Template) -> None:
    pictures = []
    for _ in range(2):
        picture = template_picture(template)
        if picture is None:
            assert template.id == "empty"
            return
        face, fonts = picture
        pictures.append(FaceSvg(fonts.by_key).write(face))
    assert pictures[0] == pictures[1]


def test_a_misspelt_template_gets_a_hint() -> None:
    with pytest.raises(ValueError, match="there is no template `xyz`; known here: `tea-time`, "):
        template_named("xyz")
    with pytest.raises(ValueError, match="there is no template `square-tille`; did you mean `square-tile`"):
        template_named("square-tille")
