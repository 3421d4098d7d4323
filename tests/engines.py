"""Small projects for tests of layouts: a folder, a game with two symbols, and an engine."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from nineup.base.diagnostics import Findings, Span
from nineup.base.project import Project
from nineup.layout import Layout, LayoutEngine
from nineup.model.drawing import Face
from nineup.model.game import Game, Symbol
from nineup.typography.fonts import Fonts
from nineup.typography.text import Emphasis, Style, StyleSheet
from nineup.typography.text.style import Glow, Gradient, LetterOutline, Shadow

HERE = Span("cards/toy/game.yaml", 1, 1)
STYLES = StyleSheet(
    {
        "rules": Style("Source Sans 3", size=9.0, min_size=7.0),
        "narrow": Style("Source Sans 3", size=9.0, min_size=7.0, columns=2),
        "title": Style("Source Sans 3", weight=700, size=12.0, min_size=10.0),
        "ringed": Style(
            "Source Sans 3", size=10.0, min_size=5.0, outline=LetterOutline((1.0, 0.0, 0.0), 0.6)
        ),
        "shaded": Style("Source Sans 3", size=10.0, shadow=(Shadow((1.0, 0.0, 0.0), 2.0, -1.0),)),
        "soft": Style(
            "Source Sans 3", size=10.0, min_size=5.0, shadow=(Shadow(down=1.0, blur=2.0), Shadow())
        ),
        "lit": Style("Source Sans 3", size=10.0, glow=Glow((1.0, 0.8, 0.0), 3.0), opacity=0.5),
        "gilded": Style(
            "Source Sans 3",
            size=10.0,
            colour=(1.0, 0.0, 0.0),
            gradient=Gradient(((1.0, 0.0, 0.0), (1.0, 1.0, 0.0))),
            term=Emphasis(colour=(0.0, 0.0, 1.0)),
        ),
        "centred": Style("Source Sans 3", size=12.0, min_size=10.0, align="center"),
    },
    {
        "ink": "#23202b",
        "gold": "#c9a14a spot(Gold, 0, 0.2, 0.6, 0.3)",
        "gloss": "#ffffff spot(Varnish, 0, 0, 0, 0, overprint)",
    },
)
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:n="nineup" width="100pt" height="100pt" viewBox="0 0 100 100">'
"""The first line of a layout whose user units are points."""


def game(**symbols: str) -> Game:
    """A game with symbols: their ids and their art."""
    made = {name: Symbol(name, name.title(), art, name[0], {}, HERE) for name, art in symbols.items()}
    return Game(
        id="toy", title="Toy", designer="", licence="", bands=(), minutes=None, lists={}, options={}, symbols=made,
        terms={}, data={}, components={}, rules=(), questions=(), fields={}, span=HERE,
    )  # fmt: skip


def write(folder: Path, files: Mapping[str, str | bytes]) -> None:
    """Files below a project's `layouts/`."""
    for path, content in files.items():
        target = folder / "layouts" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode() if isinstance(content, str) else content)


def engine(folder: Path, findings: Findings, **symbols: str) -> LayoutEngine:
    """An engine for a project folder."""
    project = Project(folder)
    return LayoutEngine(project, game(**symbols), Fonts(project), STYLES, findings)


def laid(folder: Path, body: str, **files: str | bytes) -> tuple[Layout | None, LayoutEngine, Findings]:
    """The layout of some elements (the file's second line on), of a game with the symbols `red` and
    `blue`.
    """
    square = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0h10v10z" fill="{}"/></svg>'
    )
    art = {"red.svg": square.format("#f00"), "blue.svg": square.format("#00f")}
    write(folder, {"toy/card.svg": f"{HEAD}\n{body}\n</svg>", **{f"toy/{k}": v for k, v in art.items()}})
    write(folder, {name.replace("__", "/"): content for name, content in files.items()})
    findings = Findings()
    layouts = engine(folder, findings, red="red.svg", blue="blue.svg")
    return layouts.layout("card.svg", HERE), layouts, findings


def face(
    folder: Path, body: str, context: Mapping[str, Any] | None = None, place: Span | None = HERE
) -> tuple[Face | None, Findings]:
    """A card's face on a layout of some elements. All values are written at a place."""
    layout, layouts, findings = laid(folder, body)
    assert layout is not None, findings
    return layouts.face(layout, "deck/one, front", context or {}, findings, lambda *_: place), findings


def places(findings: Findings) -> list[tuple[str, str, int, int]]:
    """Code, file, line and column of each finding."""
    return [
        (f.code, f.span.file, f.span.line, f.span.column) if f.span else (f.code, "", 0, 0) for f in findings
    ]
