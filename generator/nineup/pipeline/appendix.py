"""The pipeline of an appendix: draws a run as for sheets, then fills its templates.

`make_appendix` makes files in memory; `publish_appendix` writes them.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import PurePosixPath

import msgspec

from nineup import write
from nineup.base.diagnostics import Diagnostic, Findings, Span, Status, few, nearest
from nineup.base.project import Project
from nineup.book.appendix import (
    AppendixInput,
    CountColumn,
    Rules,
    Template,
    Typeface,
    booklet,
    rulebook,
    templates,
)
from nineup.book.writers import STYLES, Signature, laid_face
from nineup.files.settings import FACE
from nineup.layout import LayoutEngine
from nineup.layout.typeset import typeset
from nineup.logic.select import counts, select
from nineup.model.booklet import BACK, BookletPicture, Words, pictures_and_symbols
from nineup.model.game import Game, Part, Run
from nineup.model.paper import paper_size
from nineup.pipeline import (
    BuildResult,
    Drawn,
    DrawnRun,
    OutputFile,
    PrintOptions,
    PrintPlan,
    Progress,
    RunChoice,
    draw,
    left_out,
)
from nineup.pipeline.appendix_formats import AppendixExporter, Paper
from nineup.pipeline.cutting_out import cut_out
from nineup.pipeline.publish import run_folder_name
from nineup.pipeline.run_files import RunFile
from nineup.translation import own_words
from nineup.typography.fonts import FontError, Fonts
from nineup.typography.fonts.catalogue import plain_family
from nineup.typography.text import Setting, Style, StyleSheet, read_styles
from nineup.write.preview import pages

APPENDIX_FORMATS = ("pdf", "html", "md", "booklet")
"""The values of `--format`."""

SMALLER = 5 / 6
"""The scale of an appendix's pages in a booklet: its tables need their width, and its smallest text still has
7.5 pt.
"""

STYLE = "appendix/style.yaml"


class AppendixRequest(msgspec.Struct, frozen=True):
    """The formats and parts to write; no parts means all of them."""

    formats: tuple[str, ...] = APPENDIX_FORMATS[:3]
    parts: tuple[str, ...] = ()
    rules: str = ""
    """The path in the project of a Markdown file that is typeset instead of the parts; empty for the
    parts.
    """


class AppendixFiles(msgspec.Struct, frozen=True):
    """The files of an appendix, by their paths in the run's folder, and their common name."""

    name: str
    files: Mapping[str, write.Contents]


def build_appendix(
    project: Project,
    game_id: str,
    choice: RunChoice,
    print_options: PrintOptions,
    request: AppendixRequest,
    findings: Findings,
    progress: Progress,
) -> BuildResult:
    """Writes a game's appendix next to the sheets of the same run, or nothing if any of it fails.

    Errors on faces stop only an appendix that shows one of these. With options that allow errors, they stop
    none, and a warning names the pieces whose pictures are lacking.
    """
    drawing, asked = Findings(), msgspec.structs.replace(print_options, allow_errors=True)
    drawn_run = draw(project, game_id, choice, asked, drawing, progress)
    if isinstance(drawn_run, BuildResult):
        findings.extend(drawing)
        return drawn_run
    shown = _shown_cards(project, drawn_run, request) if drawing.failed else frozenset()
    if not print_options.allow_errors:
        elsewhere = [each for each in drawing if each.severity == "error" and _is_elsewhere(each, shown)]
        drawing[:] = [each for each in drawing if each not in elsewhere]
        if drawing.failed:
            findings.extend(drawing)
            return BuildResult(status=drawing.status)
        if elsewhere:
            faces = few([f"`{face}`" for face in dict.fromkeys(each.face for each in elsewhere)])
            message = f"faces with errors, which this appendix doesn't show: {faces}"
            drawing.warning(
                "not-shown", message, elsewhere[0].span, hint=f"`nineup check {game_id}` lists them"
            )
    parts = tuple([part for part in drawn_run.run.parts if _key(part) in shown])
    lacking = list(left_out(drawn_run, parts))
    appendix = make_appendix(project, drawn_run, request, findings=(writing := Findings()), progress=progress)
    findings.extend([*drawing, *lacking, *writing])
    if appendix is None:
        return BuildResult(status=findings.status)
    written = publish_appendix(drawn_run, appendix)
    return msgspec.structs.replace(written, status=Status.GAME_ERROR) if lacking else written


def _key(part: Part) -> str:
    return f"{part.component.id}/{part.card.id}"


def _is_elsewhere(finding: Diagnostic, shown: Collection[str]) -> bool:
    """Whether a finding is about the face of a card that isn't shown."""
    name = finding.face.rpartition(",")[0]
    return bool(name) and (name if "/" in name else f"{name}/{name}") not in shown


def _shown_cards(project: Project, drawn_run: DrawnRun, request: AppendixRequest) -> frozenset[str]:
    """The cards whose pictures an appendix shows, by `component/card`, whether they could be drawn or not."""
    words = own_words(project, drawn_run.run.game.language or "en", Findings())
    every = _pictures_of(drawn_run.run.parts)
    appendix = _appendix(project, drawn_run, request, pictures=every, words=words, findings=Findings())
    return frozenset(key.removesuffix(BACK) for key in _shown(appendix)) if appendix else frozenset()


def _shown(rules: Rules) -> Iterator[str]:
    """The keys of the faces in a booklet and on its tables."""
    pictures = pictures_and_symbols(rules.booklet.chapters)
    yield from (each.key for each in pictures if isinstance(each, BookletPicture))
    yield from (piece.key for table in rules.tables for piece in table.pieces)


def _pictures_of(parts: Iterable[Part]) -> dict[str, str]:
    """The alternative text of each card's front, by `component/card`, and of its back, if it has one."""
    texts: dict[str, str] = {}
    for part in parts:
        texts.setdefault(_key(part), _alt_text(part))
        if part.component.back:
            texts.setdefault(_key(part) + BACK, f"{_alt_text(part)}, back")
    return texts


def make_appendix(
    project: Project, drawn_run: DrawnRun, request: AppendixRequest, findings: Findings, progress: Progress
) -> AppendixFiles | None:
    """The files of a run's appendix; None after an error. The PDF is for the first of the plan's papers."""
    words = own_words(project, drawn_run.run.game.language or "en", findings)
    progress(f"{drawn_run.run.game.id}: appendix", 0, len(request.formats))
    content = None
    with findings.limited():
        pictures = _pictures_of(drawn.part for drawn in drawn_run.drawn)
        content = _appendix(project, drawn_run, request, pictures=pictures, words=words, findings=findings)
    files = _exported(project, drawn_run, request, rules=content, findings=findings) if content else None
    return None if findings.failed else files


def read_rules(
    project: Project, run: Run, path: str, engine: LayoutEngine, findings: Findings
) -> Rules | None:
    """The rules in a file of the project, filled for the run of a whole box; None after an error."""
    words = own_words(project, run.game.language or "en", findings)
    columns = tuple(_columns(run.game, RunChoice(), words))
    typefaces = tuple(_typefaces(engine.sheet, engine.fonts))
    source = AppendixInput(run, columns, _pictures_of(run.parts), typefaces=typefaces, words=words)
    return rulebook(source, project, path, findings=findings)


def make_rules(project: Project, drawn_run: DrawnRun, path: str, findings: Findings) -> RunFile | None:
    """`rules.pdf` from a game's own rules in a file of the project, for its whole box, whatever run is
    printed. None after an error.
    """
    files = rules_files(project, drawn_run, path, form="pdf", findings=findings)
    if files is None:
        return None
    (contents,) = files.values()
    data = contents if isinstance(contents, bytes) else b"".join(contents)
    return RunFile("rules.pdf", data, leaves=pages(data))


def rules_files(
    project: Project, drawn_run: DrawnRun, path: str, form: str, findings: Findings
) -> Mapping[str, write.Contents] | None:
    """A game's own rules in one of the `APPENDIX_FORMATS`, for its whole box; None after an error."""
    game = drawn_run.run.game
    run = select(game, findings, None)
    if run is None:
        return None
    request = AppendixRequest((form,), rules=path)
    whole = msgspec.structs.replace(drawn_run, run=run, choice=RunChoice(), drawn=())
    before = len(findings)
    rules = None
    with findings.limited():
        rules = read_rules(project, run, path, engine=drawn_run.engine, findings=findings)
    if rules is None or findings.failed_since(before):
        return None
    shown = {key.removesuffix(BACK) for key in _shown(rules)}
    parts = {_key(part): part for part in reversed(run.parts) if _key(part) in shown}
    few_parts = msgspec.structs.replace(run, parts=tuple(parts.values()))
    whole = msgspec.structs.replace(whole, drawn=typeset(few_parts, drawn_run.engine, findings))
    if findings.failed_since(before):
        return None
    exported = _exported(project, whole, request, rules=rules, findings=findings)
    return exported.files if exported else None


def _exported(
    project: Project, drawn_run: DrawnRun, request: AppendixRequest, rules: Rules, findings: Findings
) -> AppendixFiles | None:
    """The files of a filled appendix; None after an error."""
    before = len(findings)
    sheet = _styles(project, drawn_run.run.game.id, drawn_run.engine.fonts, findings=findings)
    if sheet is None:
        return None
    cards = _first_of_each_card(drawn_run.drawn)
    faces = {key: cut_out(drawn.front, drawn.part.component) for key, drawn in cards.items()}
    for key in _shown(rules):
        card = cards.get(key.removesuffix(BACK))
        if key.endswith(BACK) and card and card.back:
            faces[key] = cut_out(card.back, card.part.component)
    sheet = _with_families_of(sheet, drawn_run.engine.sheet)
    setting = Setting(drawn_run.engine.fonts, sheet, drawn_run.engine.symbols)
    style = sheet.styles["note"]
    faces |= {table.key: laid_face(table, faces, style, setting=setting) for table in rules.tables}
    exporter = AppendixExporter(project, drawn_run.engine, sheet, faces=faces)
    name = PurePosixPath(request.rules).stem if request.rules else "-".join(["appendix", *request.parts])
    paper = _paper(drawn_run.plan, 1.0 if request.rules else SMALLER)
    files: Mapping[str, write.Contents] = {}
    with findings.limited():
        files = exporter.files(name, request.formats, rules.booklet, paper, findings)
    return None if findings.failed_since(before) else AppendixFiles(name, files)


def _appendix(
    project: Project,
    drawn_run: DrawnRun,
    request: AppendixRequest,
    pictures: Mapping[str, str],
    words: Words,
    findings: Findings,
) -> Rules | None:
    """The rules, or the chosen parts of an appendix, filled; None after an error."""
    source = _source(drawn_run, pictures, words)
    if request.rules:
        return rulebook(source, project, request.rules, findings=findings)
    chosen = _templates(project, drawn_run.run.game.id, request, findings=findings)
    if chosen is None:
        return None
    return Rules(booklet(source, project, chosen, findings=findings, is_whole=not request.parts))


def publish_appendix(drawn_run: DrawnRun, appendix: AppendixFiles) -> BuildResult:
    """Writes an appendix to its run's folder: all of its files or none. Raises OSError."""
    run, files = drawn_run.run, appendix.files
    folder = drawn_run.plan.output / run.game.id / run_folder_name(run, drawn_run.choice)
    write.publish_appendix(folder, files, appendix.name)
    # Pictures are listed as one folder.
    names = dict.fromkeys(path.partition("/")[0] for path in files)
    page_counts = {name: pages(folder / name) for name in names if name.endswith(".pdf")}
    return BuildResult(tuple(OutputFile(folder / name, page_counts.get(name, 0)) for name in names))


def _paper(plan: PrintPlan, scale: float) -> Paper:
    """The first of the plan's papers, or the sheet's paper if faces are printed without paper."""
    size = paper_size(next((paper for paper in plan.papers if paper != FACE), plan.spec.paper))
    # The sheets of a booklet are printed in landscape, so on a long edge they flip upside down.
    return Paper(size, Signature(scale, plan.spec.backs == "long-edge", plan.spec.back_offset))


def _first_of_each_card(drawn: Iterable[Drawn]) -> dict[str, Drawn]:
    """The first drawn part of each card, by `component/card`."""
    first: dict[str, Drawn] = {}
    for each in drawn:
        first.setdefault(_key(each.part), each)
    return first


def _templates(
    project: Project, game: str, request: AppendixRequest, findings: Findings
) -> tuple[Template, ...] | None:
    available = templates(project, game, findings)
    known = [template.id for template in available]
    wrong = [part for part in request.parts if part not in known]
    for part in wrong:
        findings.request_error(
            "unknown-part", f"the appendix has no part `{part}`", None, hint=nearest(part, known)
        )
    return None if wrong else tuple(t for t in available if not request.parts or t.id in request.parts)


def _styles(project: Project, game: str, fonts: Fonts, findings: Findings) -> StyleSheet | None:
    """The appendix's styles: the game's own, the project's, or the built-in ones."""
    path = f"layouts/{game}/{STYLE}"
    if not project.exists(path):
        path = f"layouts/{STYLE}"
    before = len(findings)
    sheet = read_styles(project, path, fonts, findings=findings)
    if sheet is None:
        return None
    for name in STYLES:
        if name not in sheet.styles:
            hint = f"styles here: {', '.join(sheet.styles)}"
            findings.error(
                "appendix-style", f"an appendix needs the style `{name}`", Span(path, 1, 1), hint=hint
            )
    return None if findings.failed_since(before) else sheet


def _with_families_of(sheet: StyleSheet, cards: StyleSheet) -> StyleSheet:
    """The styles with the families of the cards' styles as fallbacks for missing letters."""
    families = dict.fromkeys(
        family for style in cards.styles.values() for family in (style.font, *style.fallbacks)
    )
    styles = {
        name: msgspec.structs.replace(style, fallbacks=tuple(dict.fromkeys((*style.fallbacks, *families))))
        for name, style in sheet.styles.items()
    }
    return msgspec.structs.replace(sheet, styles=styles)


def _source(drawn_run: DrawnRun, pictures: Mapping[str, str], words: Words) -> AppendixInput:
    columns = tuple(_columns(drawn_run.run.game, drawn_run.choice, words))
    typefaces = tuple(_typefaces(drawn_run.engine.sheet, drawn_run.engine.fonts))
    return AppendixInput(drawn_run.run, columns, pictures, typefaces=typefaces, words=words)


def _alt_text(part: Part) -> str:
    """A picture's alternative text: only names, since the card's text is printed beside it."""
    component, card = part.component, part.card
    name = str(card.values.get("name") or card.id.replace("-", " "))
    return f"{name}, {component.name}" if card.id != component.id else component.name


def _columns(game: Game, choice: RunChoice, words: Words) -> Iterator[CountColumn]:
    """A column for each player count, or just for the requested one, then for each whole box."""
    numbers = counts(game) if choice.players is None else (choice.players,)
    for number in numbers:
        heading = words.counted("{n} player", "{n} players", number)
        yield CountColumn(heading, select(game, Findings(), number, options=choice.options), number)
    if choice.players is None:
        for band in game.bands:
            options = dict(choice.options) | ({band.name: "yes"} if band is not game.bands[0] else {})
            yield CountColumn(
                words.say("Box of {n}", n=band.high), select(game, Findings(), None, options=options)
            )


def _typefaces(sheet: StyleSheet, fonts: Fonts) -> Iterator[Typeface]:
    """The font families of the cards, each with the credits of its first used font."""
    styles: dict[str, Style] = {}
    for style in sheet.styles.values():
        styles.setdefault(plain_family(style.font).casefold(), style)
    for style in styles.values():
        try:
            designer, copyright, licence = fonts.font(style.font, style.weight, style.italic).credits
        except FontError:
            continue
        yield Typeface(
            plain_family(style.font), designer, copyright.rstrip("."), licence=_licence_name(licence)
        )


def _licence_name(text: str) -> str:
    """The licence named in a font's licence description, such as `SIL Open Font License, Version 1.1`."""
    first_sentence = re.split(r"\.\s|\n", text)[0].rstrip(".")
    granted = re.match(r"(?i).*\blicen[cs]ed under (?:the )?", first_sentence)
    return first_sentence[granted.end() :] if granted else first_sentence
