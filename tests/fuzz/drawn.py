"""Readers of what is drawn: texts, layouts, drawings, addresses of pictures, and whole projects."""

import json
from contextlib import suppress
from functools import cache, lru_cache

import msgspec
from nineup import pipeline
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.faces.record import FaceReader
from nineup.faces.surface import GreyPrinter
from nineup.faces.surface.marks import marks_of
from nineup.layout import LayoutEngine
from nineup.layout.typeset import typeset
from nineup.layout.typeset.faces import face_context
from nineup.model.digests import digest
from nineup.model.drawing import Face
from nineup.model.extent import ink
from nineup.model.game import Game, Rich
from nineup.schema.nodes import Mapping
from nineup.schema.scope import Names, Scope
from nineup.schema.types import RICH
from nineup.schema.yaml_tree import parse_yaml
from nineup.svg.values.values import SvgError
from nineup.typography.text import StyleSheet, read_styles
from nineup.write import ContentWriter, Resources, face_pdf
from nineup.write.svg import svg_elements
from small import FILES, as_file, fonts, game, one_in, project, run, text_of

CARD = "cards/tiny/cards.yaml"
LAYOUT = "layouts/tiny/card.svg"
DRAWING = "layouts/tiny/gem.svgz"


@cache
def styles() -> StyleSheet:
    found = read_styles(project(), "layouts/tiny/style.yaml", fonts(), Findings())
    assert found is not None
    return found


@lru_cache(1)  # The words of an engine's texts are kept, so it isn't used for ever.
def _kept_engine(number: int) -> LayoutEngine:
    return LayoutEngine(project(), game(), fonts(), styles(), Findings())


@cache
def _bare_game() -> Game:
    return msgspec.structs.replace(game(), symbols={})


_read = 0


def rich(data: bytes) -> None:
    """A text of a card: read in its file, set, its problems reported at their places, and written."""
    global _read
    _read += 1
    text = json.dumps(text_of(data), ensure_ascii=False)
    as_file(CARD, _set)(f"cards:\n  - id: first\n    text: {text}\n".encode("utf-8", "replace"))


def _set(small: Project, findings: Findings) -> None:
    root, file = parse_yaml(small.text(CARD), CARD, findings)
    if not isinstance(root, Mapping):
        return
    node = root.entries["cards"].items[0].entries["text"]  # type: ignore[attr-defined]
    text = Rich("")
    with findings.limited():
        text = RICH.read(node, Scope(file, findings, Names(symbols=game().symbols)))
    part = run().parts[0]
    card = msgspec.structs.replace(
        part.card,
        values={**part.card.values, "text": text},
        spans={**part.card.spans, "text": file.span(node)},
    )
    part = msgspec.structs.replace(part, card=card)
    engine = _kept_engine(_read // 500)
    for drawn in typeset(msgspec.structs.replace(run(), parts=(part,)), engine, findings):
        _used(drawn.front, text.encode("utf-8", "replace"))


def _used(face: Face, data: bytes) -> None:
    """A face, looked at and written as the other stages do."""
    writer = ContentWriter(fonts().by_key)
    writer.link(writer.face(face), Resources(writer.references))
    ink(face.ops)
    digest(face)
    FaceReader({}).text(face)
    if one_in(8, data):
        GreyPrinter().face(face)
        marks_of(face.ops)
    if one_in(64, data):
        face_pdf([face], fonts())


def layout(data: bytes) -> None:
    """A layout, compiled and filled for a card."""
    as_file(LAYOUT, _filled)(data)


def _filled(small: Project, findings: Findings) -> None:
    engine = LayoutEngine(small, _bare_game(), fonts(), styles(), findings)
    made = engine.layout("card.svg")
    if made is None:
        return
    part = run().parts[0]
    face = engine.face(made, "a", face_context(run().context, part, styles().palette), findings)
    if face is not None:
        _used(face, FILES[LAYOUT])


def drawing(data: bytes) -> None:
    """A compressed drawing, alone, and one of its elements."""
    as_file(DRAWING, _drawn)(data)


def _drawn(small: Project, findings: Findings) -> None:
    engine = LayoutEngine(small, _bare_game(), fonts(), styles(), findings)
    for path in ("gem.svgz", "gem.svgz#king"):
        form = engine.form(path)
        if form is not None:
            svg_elements(form, fonts().by_key)
            _used(Face("a", form.size, 0.0, form.ops), FILES[DRAWING])


_ADDRESSED = """<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9">
<image href="{0}" width="3" height="3"/><use href="{0}"/><g fill="url({0})"><path d="M0 0h1"/></g></svg>"""


def address(data: bytes) -> None:
    """The address of a picture: as that of a symbol, and in a layout."""
    text = text_of(data)
    quoted = "".join(f"&#{ord(letter)};" if letter in "<&\"'" else letter for letter in text)
    engine = LayoutEngine(project(), _bare_game(), fonts(), styles(), Findings())
    engine.form(text)
    with suppress(SvgError):
        engine.picture(text)
    as_file(LAYOUT, _filled)(_ADDRESSED.format(quoted).encode("utf-8", "replace"))


def build(data: bytes) -> None:
    """Everything a check and a build do but writing: the first line names a file of the project, the others
    are in it.
    """
    name, _, rest = data.partition(b"\n")
    as_file(text_of(name) if name.decode("latin-1") in FILES else CARD, _built)(rest)


def _built(small: Project, findings: Findings) -> None:
    options = pipeline.PrintOptions(output=small.root / "out")
    drawn = pipeline.draw(small, "tiny", pipeline.RunChoice(), options, findings, lambda *_: None)
    if isinstance(drawn, pipeline.DrawnRun):
        pipeline.make_files(drawn, pipeline.group_by_shape(drawn.drawn), findings, lambda *_: None)
    assert findings.failed or isinstance(drawn, pipeline.DrawnRun)
    pipeline.check(small, "tiny", Findings())
