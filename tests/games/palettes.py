"""Whether a game's look is bound to its palette: which of its layouts' colours aren't, and which colours of
the palette no face shows.
"""

import re
from collections.abc import Iterator

from nineup import pipeline
from nineup.base.diagnostics import Findings
from nineup.base.project import EditedProject, Project
from nineup.faces.shapes import drawn_sides
from nineup.files.edit import Set, edit, parts
from nineup.model.digests import Digests
from nineup.pipeline import DrawnRun, PrintOptions, RunChoice
from nineup.svg.xml import SvgElement, parse_svg

_COLOURS = ("fill", "stroke", "color", "stop-color", "flood-color", "lighting-color")
_NO_COLOUR = re.compile(r"none|inherit|currentColor|transparent|url\(.*\)")


def literal_colours(project: Project, game: str) -> list[str]:
    """The colours that a game's layouts give themselves, without a binding, such as `cup.svg:4 fill=#fff`."""
    drawn = _drawn(project, game)
    paths = {side.layout for part in drawn.run.parts for side in drawn_sides(part.component)}
    return [each for path in sorted(paths) for each in _literal(project, f"layouts/{game}/{path}")]


def _literal(project: Project, path: str) -> Iterator[str]:
    document = parse_svg(path, project.text(path), Findings())
    assert document is not None
    for element in document.root.all():
        for name, value in _colours(element):
            if name not in element.bindings and not _NO_COLOUR.fullmatch(value):
                yield f"{path.rpartition('/')[2]}:{element.span().line} {name}={value}"


def _colours(element: SvgElement) -> Iterator[tuple[str, str]]:
    declared = [each.partition(":") for each in element.attributes.get("style", "").split(";")]
    styled = {name.strip(): value.strip() for name, _, value in declared}
    for name in _COLOURS:
        value = styled.get(name) or element.attributes.get(name)
        if value:
            yield name, value


def unseen_colours(project: Project, game: str) -> list[str]:
    """The colours of a game's palette that no face shows: none changes with them."""
    path = f"layouts/{game}/style.yaml"
    root = parts(project.text(path))
    assert root is not None
    before = _faces(project, game)
    unseen = []
    for name in root.data["palette"]:
        changed = edit(path, project.read(path), [Set(("palette", name), "#d40cc0")])
        assert isinstance(changed, bytes), changed
        if _faces(EditedProject(project, {path: changed}), game) == before:
            unseen.append(name)
    return unseen


def _faces(project: Project, game: str) -> list[str]:
    digests = Digests()
    faces = (face for each in _drawn(project, game).drawn for face in (each.front, each.back))
    return [digests[face] for face in faces if face is not None]


def _drawn(project: Project, game: str) -> DrawnRun:
    findings = Findings()
    drawn = pipeline.draw(
        project, game, RunChoice(), options=PrintOptions(), findings=findings, progress=lambda *_: None
    )
    assert isinstance(drawn, DrawnRun), findings
    return drawn
