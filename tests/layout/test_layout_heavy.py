"""Heavy drawings: those that are too many for the memory are dropped, and sheets stay as they are."""

from pathlib import Path

import pytest
from engines import engine, write
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.layout import heavy
from nineup.layout.heavy import HeavyArt
from nineup.pipeline import PrintOptions, RunChoice, build
from nineup.pipeline.divided import DividedStages
from nineup.svg import library
from tiny import GAME, SVG, write_tiny


def test_the_oldest_are_dropped_once() -> None:
    art = HeavyArt()
    for name in "abc":
        art.add(name, heavy.MOST_KEPT // 2)
    art.add("light", heavy.HEAVY - 1)
    assert art.oldest() == ("a",)
    assert art.oldest() == ()
    art.add("a", heavy.MOST_KEPT // 2)  # as cards take turns with it, it is kept
    art.add("d", heavy.MOST_KEPT // 3)
    assert art.oldest() == ("b",)


def test_a_dropped_drawing_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heavy, "HEAVY", 10)
    monkeypatch.setattr(heavy, "MOST_KEPT", 30)
    data = "".join(f"L{n} {n % 7}" for n in range(40))
    write(tmp_path, {"toy/a.svg": f'<svg width="9" height="9"><path d="M0 0{data}"/></svg>'})
    art = engine(tmp_path, findings := Findings())
    first = art.form("a.svg")
    assert art.lightened() == (first,)
    again = art.form("a.svg")
    assert again is not first
    assert again is not None
    assert first is not None
    assert again.ops == first.ops
    assert art.lightened() == ()
    assert not findings


def test_sheets_are_the_same_when_drawings_are_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = [f"c{n}" for n in range(12)]
    cards = "fields: {picture: text}\ncards:\n" + "".join(
        f"  - {{id: {id}, picture: {id if n % 3 else 'c0'}.svg}}\n" for n, id in enumerate(ids)
    )
    card = SVG.format(w=63.5, h=88.9) + '<rect width="50" height="50" n:image="{{ card.picture }}"/></svg>'
    game = GAME.replace("    for-each: owner\n", "")
    written = []
    for most in (heavy.MOST_KEPT, 0):
        root = write_tiny(tmp_path / str(most), cards=cards, card=card, game=game)
        for n, id in enumerate(ids):
            path = "".join(f"L{each * (n + 1) % 97} {each % 89}" for each in range(400))
            (root / f"layouts/tiny/{id}.svg").write_text(
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><path d="M0 0{path}"/></svg>'
            )
        monkeypatch.setattr(heavy, "MOST_KEPT", most)
        monkeypatch.setattr(heavy, "HEAVY", 5)
        build(
            Project(root),
            "tiny",
            RunChoice(),
            PrintOptions(),
            findings := Findings(),
            lambda *_: None,
            DividedStages(1),
        )
        assert not findings.failed
        written.append({file.name: file.read_bytes() for file in sorted((root / "output").rglob("*.pdf"))})
    assert written[0]
    assert written[0] == written[1]


def test_a_long_document_that_was_forgotten_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = (
        '<svg width="50" height="50"><linearGradient id="g"><stop stop-color="red"/><stop offset="1"/></linearGradient>'
        '<style>.a { fill: url(#g) }</style><g class="a"><rect id="r" width="20" height="20"/></g><circle id="c" r="9" class="a"/></svg>'
    )
    card = SVG.format(w=63.5, h=88.9) + (
        '<use href="parts.svg#c" n:opacity="{{ card.much }}"/><image href="parts.svg" width="9" height="9"/>'
        '<use href="parts.svg#r" n:x="{{ card.much }}"/><use href="parts.svg#c" n:fill="{{ card.tone }}"/></svg>'
    )
    faces = []
    for long in (library.LONG_DOCUMENT, 0):
        monkeypatch.setattr(library, "LONG_DOCUMENT", long)
        write(tmp_path / str(long), {"toy/parts.svg": parts, "toy/card.svg": card})
        drawing = engine(tmp_path / str(long), findings := Findings())
        layout = drawing.layout("card.svg")
        assert layout is not None
        shown = [
            drawing.face(layout, "x", {"card": {"much": much, "tone": "red"}}, findings)
            for much in ("0.5", "0.7")
        ]
        faces.append([face and repr(face.ops) for face in shown])
        assert not findings
    assert faces[0] == faces[1]
    assert all(faces[0])
