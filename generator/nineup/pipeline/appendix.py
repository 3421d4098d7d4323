"""The pipeline of an appendix: draws a run as for sheets, creates its chapters, then writes files."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from nineup.appendix import Column, Source, Template, Typeface, booklet, templates
from nineup.booklet import Booklet, Picture, Symbol, pictures_and_symbols
from nineup.diagnostics import Findings, Span, nearest
from nineup.drawing import Face, hex_of
from nineup.fonts import FontError, Fonts
from nineup.game import Game, Part
from nineup.paper import paper_size
from nineup.pipeline import BuildResult, Drawn, DrawnRun, OutputFile, PrintOptions, Progress, RunChoice, draw
from nineup.pipeline.cut_out import cut_out
from nineup.pipeline.publish import run_folder_name
from nineup.preview import clear_webp, pages
from nineup.project import Project
from nineup.select import counts, select
from nineup.settings import FACE
from nineup.text import Setting, Style, StyleSheet, read_styles
from nineup.write import face_pdf, publish_appendix
from nineup.write.booklet import STYLES, BookletTypesetter, Image, PageAssets, Webfont, html, markdown, pdf
from nineup.write.svg import svg

FORMATS = ("pdf", "html", "md")

PICTURE_WIDTH = 400
"""The width of a face's picture, in pixels."""

SYMBOL_HEIGHT = 20.0
"""The height of a symbol in Markdown, in CSS pixels."""

STYLE = "appendix/style.yaml"


class AppendixRequest(msgspec.Struct, frozen=True):
    """The formats and parts to write; no parts means all of them."""

    formats: tuple[str, ...] = FORMATS
    parts: tuple[str, ...] = ()


def appendix(
    project: Project,
    game_id: str,
    choice: RunChoice,
    printing: PrintOptions,
    request: AppendixRequest,
    findings: Findings,
    progress: Progress,
) -> BuildResult:
    """Write a game's appendix next to the sheets of the same run, or nothing if any of it fails."""
    ready = draw(project, game_id, choice, printing, findings, progress)
    if isinstance(ready, BuildResult):
        return ready
    chosen = _templates(project, game_id, request, findings)
    sheet = _styles(project, game_id, ready.engine.fonts, findings)
    if chosen is None or sheet is None:
        return BuildResult(status=findings.status)
    drawn_cards = _first_of_each_card(ready.drawn)
    faces = {key: cut_out(drawn.front, drawn.part.component) for key, drawn in drawn_cards.items()}
    source = _source(ready, {key: _alt_text(drawn.part) for key, drawn in drawn_cards.items()})
    progress(f"{game_id}: appendix", 0, len(request.formats))
    made = booklet(source, project, chosen, findings, is_whole=not request.parts)
    exporter = _Exporter(project, ready, sheet, faces, findings)
    name = "-".join(["appendix", *request.parts])
    files = exporter.files(name, request.formats, made)
    if findings.failed:
        return BuildResult(status=findings.status)
    folder = ready.plan.output / game_id / run_folder_name(ready.run, choice)
    publish_appendix(folder, files, f"{name}.md")
    written = dict.fromkeys(path.partition("/")[0] for path in files)
    return BuildResult(
        tuple(
            OutputFile(folder / file, pages(files[file]) if file.endswith(".pdf") else 0) for file in written
        )
    )


def _first_of_each_card(drawn: Iterable[Drawn]) -> dict[str, Drawn]:
    """The first drawn part of each card, by `component/card`."""
    found: dict[str, Drawn] = {}
    for each in drawn:
        found.setdefault(f"{each.part.component.id}/{each.part.card.id}", each)
    return found


def _templates(
    project: Project, game: str, request: AppendixRequest, findings: Findings
) -> tuple[Template, ...] | None:
    found = templates(project, game, findings)
    known = [template.id for template in found]
    wrong = [part for part in request.parts if part not in known]
    for part in wrong:
        findings.request_error(
            "unknown-part", f"the appendix has no part `{part}`", None, nearest(part, known)
        )
    return None if wrong else tuple(t for t in found if not request.parts or t.id in request.parts)


def _styles(project: Project, game: str, fonts: Fonts, findings: Findings) -> StyleSheet | None:
    """The appendix's styles: the game's own, the project's, or the built-in ones."""
    path = f"layouts/{game}/{STYLE}"
    if not project.exists(path):
        path = f"layouts/{STYLE}"
    before = len(findings)
    sheet = read_styles(project, path, fonts, findings)
    if sheet is None:
        return None
    for name in STYLES:
        if name not in sheet.styles:
            hint = f"styles here: {', '.join(sheet.styles)}"
            findings.error("appendix-style", f"an appendix needs the style `{name}`", Span(path, 1, 1), hint)
    return None if any(found.severity == "error" for found in findings[before:]) else sheet


def _source(ready: DrawnRun, pictures: Mapping[str, str]) -> Source:
    columns = tuple(_columns(ready.run.game, ready.choice))
    typefaces = tuple(_typefaces(ready.engine.sheet, ready.engine.fonts))
    return Source(ready.run, columns, pictures, typefaces)


def _alt_text(part: Part) -> str:
    """A picture's alternative text: only names, since the card's text is printed beside it."""
    component, card = part.component, part.card
    name = str(card.values.get("name") or card.id.replace("-", " "))
    return f"{name}, {component.name}" if card.id != component.id else component.name


def _columns(game: Game, choice: RunChoice) -> Iterator[Column]:
    """A column for each player count, or just for the requested one, then for each whole box."""
    numbers = counts(game) if choice.players is None else (choice.players,)
    for number in numbers:
        heading = f"{number} player" if number == 1 else f"{number} players"
        yield Column(heading, select(game, Findings(), number, choice.options), number)
    if choice.players is None:
        for band in game.bands:
            options = dict(choice.options) | ({band.name: "yes"} if band is not game.bands[0] else {})
            yield Column(f"Box of {band.high}", select(game, Findings(), None, options))


def _typefaces(sheet: StyleSheet, fonts: Fonts) -> Iterator[Typeface]:
    """The font families of the cards, each with the credits of the first of its fonts that is used."""
    styles: dict[str, Style] = {}
    for style in sheet.styles.values():
        styles.setdefault(style.font.casefold(), style)
    for style in styles.values():
        try:
            designer, copyright, licence = fonts.font(style.font, style.weight, style.italic).credits
        except FontError:
            continue
        yield Typeface(style.font, designer, copyright.rstrip("."), _licence_name(licence))


def _licence_name(text: str) -> str:
    """The licence named in a font's licence description, such as `SIL Open Font License, Version 1.1`."""
    first_sentence = re.split(r"\.\s|\n", text)[0].rstrip(".")
    return re.sub(r"(?i).*\blicen[cs]ed under (the )?", "", first_sentence)


class _Exporter:
    """Exports one appendix to several formats; rendered pictures are shared between them."""

    def __init__(
        self,
        project: Project,
        ready: DrawnRun,
        sheet: StyleSheet,
        faces: Mapping[str, Face],
        findings: Findings,
    ) -> None:
        self.project = project
        self.ready = ready
        self.sheet = sheet
        self.faces = faces
        self.findings = findings
        self.images: dict[str, Image] = {}

    def files(self, name: str, formats: Sequence[str], made: Booklet) -> dict[str, bytes]:
        """The files of an appendix of this name, by their paths in its folder."""
        files: dict[str, bytes] = {}
        for form in formats:
            if form == "md":
                files |= self.markdown(name, made)
            else:
                files[f"{name}.{form}"] = self.pdf(made) if form == "pdf" else self.html(made)
        return files

    def pdf(self, made: Booklet) -> bytes:
        """The PDF, on the first of the papers. Problems in typesetting are reported with the words concerned."""
        engine = self.ready.engine
        typesetter = BookletTypesetter(
            engine.fonts, self.sheet, Setting(engine.fonts, self.sheet, engine.symbols), self.faces
        )
        papers = [paper for paper in self.ready.plan.papers if paper != FACE]
        data, problems = pdf(
            made, typesetter, paper_size(papers[0] if papers else self.ready.plan.spec.paper)
        )
        for text, problem in problems:
            words = " ".join(text.split())
            where = f"in the appendix, “{words[:60]}{'…' if len(words) > 60 else ''}”"
            report = self.findings.warning if problem.code == "text-overflow" else self.findings.error
            report(problem.code, f"{problem.message}, {where}", None, problem.hint)
        return data

    def html(self, made: Booklet) -> bytes:
        assets = PageAssets(
            hex_of(self.sheet.styles["text"].colour),
            hex_of(self.sheet.styles["chapter"].colour),
            tuple(self._webfonts()),
            self._pictures(made),
            {id: sign.form for id, sign in self.ready.engine.symbols.items()},
            self.ready.engine.fonts.by_key,
        )
        return html(made, assets)

    def markdown(self, name: str, made: Booklet) -> dict[str, bytes]:
        """The Markdown, with pictures and symbols in a folder next to it."""
        engine = self.ready.engine
        pictures = self._pictures(made)
        faces = {key: f"{name}-pictures/{key.replace('/', '.')}.webp" for key in pictures}
        named = {each.id: each.name for each in pictures_and_symbols(made) if isinstance(each, Symbol)}
        signs = {id: f"{name}-pictures/symbol.{id}.svg" for id in named if id in engine.symbols}
        files = {f"{name}.md": markdown(made, faces, signs)}
        files |= {path: pictures[key].data for key, path in faces.items()}
        for id, path in signs.items():
            files[path] = svg(engine.symbols[id].form, engine.fonts.by_key, named[id], SYMBOL_HEIGHT)
        return files

    def _pictures(self, made: Booklet) -> dict[str, Image]:
        """The pictures that an appendix shows, each rendered once."""
        keys = dict.fromkeys(each.key for each in pictures_and_symbols(made) if isinstance(each, Picture))
        lacking = [key for key in keys if key not in self.images]
        if lacking:
            file = face_pdf([self.faces[key] for key in lacking], self.ready.engine.fonts)
            made_now = clear_webp(file, PICTURE_WIDTH)
            self.images |= {key: Image(*image) for key, image in zip(lacking, made_now, strict=True)}
        return {key: self.images[key] for key in keys}

    def _webfonts(self) -> Iterator[Webfont]:
        fonts = self.ready.engine.fonts
        text, heading = self.sheet.styles["text"], self.sheet.styles["chapter"]
        cuts = [("text", text.weight, False), ("text", text.weight, True), ("heading", heading.weight, False)]
        for role, weight, italic in cuts:
            style: Style = text if role == "text" else heading
            try:
                font = fonts.font(style.font, weight, italic)
            except FontError:
                continue
            yield Webfont(role, 600 if role == "heading" else 400, italic, self.project.read(font.path))
        try:
            bold = fonts.bold(text.font, text.weight)
        except FontError:
            return
        yield Webfont("text", 700, False, self.project.read(bold.path))
