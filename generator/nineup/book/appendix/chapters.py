"""An appendix's templates: found, rendered and parsed, each as a chapter, in the order of their file
names.
"""

import re
from collections.abc import Collection, Mapping
from itertools import islice
from pathlib import PurePosixPath
from typing import Any

import msgspec

from nineup.base.diagnostics import MOST_ERRORS, Findings, Span, nearest
from nineup.base.project import Project
from nineup.book.appendix.blocks import Blocks
from nineup.book.appendix.inline import Inlines, InlineVocabulary
from nineup.book.appendix.links import resolve_links
from nineup.book.appendix.notation import MOST_LETTERS, mark_structure, most_letters, too_large
from nineup.book.appendix.template_context import AppendixInput, template_context, term_anchor
from nineup.logic.expression import ExpressionError, document
from nineup.model.booklet import Booklet, Chapter, Words
from nineup.model.game import Game, Run
from nineup.schema.files import read_text

_NAME = re.compile(r"(?:(\d+)-)?([a-z][a-z0-9-]*)")
_TONE = re.compile(r"#[0-9a-fA-F]{6}")


class Template(msgspec.Struct, frozen=True):
    """A template's file; `order` is the number at the start of its name."""

    id: str
    path: str
    order: int


def templates(project: Project, game: str, findings: Findings) -> tuple[Template, ...]:
    """The templates of a game's appendix in order: the game's own, the project's and the built-in ones.

    A file is named `NUMBER-PART.md`. Of several files for one part, the game's comes first, then the
    project's.
    """
    by_id: dict[str, Template] = {}
    for folder in (f"layouts/{game}/appendix", "layouts/appendix"):
        for path in project.list(folder, "*.md"):
            name = _NAME.fullmatch(PurePosixPath(path).stem)
            if name is None:
                message = f"`{path}` isn't named NUMBER-PART.md"
                findings.error("appendix-name", message, Span(path, 1, 1), "such as `30-play.md`")
            elif name.group(2) not in by_id:
                by_id[name.group(2)] = Template(name.group(2), path, int(name.group(1) or 999))
    return tuple(sorted(by_id.values(), key=lambda template: (template.order, template.id)))


def booklet(
    source: AppendixInput,
    project: Project,
    chosen: Collection[Template],
    findings: Findings,
    is_whole: bool = True,
) -> Booklet:
    """Create an appendix from templates.

    Mistakes in templates are reported with their positions. Dead links are only reported for a whole
    appendix.
    """
    game = source.run.game
    context = template_context(source)
    chapters = []
    for template in chosen:
        inlines = Inlines(_vocabulary(game))
        blocks = Blocks(inlines, lambda id: _tone(game, id), source.pictures)
        chapter = _chapter(
            template, project, context, blocks=blocks, cards=len(source.run.parts), findings=findings
        )
        _report_mistakes(template, project, game, inlines=inlines, blocks=blocks, findings=findings)
        if chapter is not None:
            chapters.append(chapter)
    done, lost = resolve_links(chapters)
    if is_whole:
        _report_dead_links(lost, {template.id: template for template in chosen}, project, findings=findings)
    subtitle = _subtitle(source.run, source.words)
    return Booklet(
        game.title,
        subtitle,
        game.designer,
        licence=game.licence,
        chapters=done,
        words=source.words,
        rights=game.rights,
    )


def _report_mistakes(
    template: Template, project: Project, game: Game, inlines: Inlines, blocks: Blocks, findings: Findings
) -> None:
    """Report mistakes in a template's notation."""
    for mistake in blocks.mistakes:
        place = _span_of(project, template.path, mistake.words)
        findings.error("appendix-notation", mistake.message, place, mistake.hint)
    for id in inlines.unknown:
        place = _span_of(project, template.path, f"{{{id}}}")
        hint = nearest(id, list(game.symbols))
        findings.error("unknown-symbol", f"there is no symbol `{id}`", place, hint)


def _report_dead_links(
    lost: Mapping[str, str], templates: Mapping[str, Template], project: Project, findings: Findings
) -> None:
    for target, chapter in islice(lost.items(), MOST_ERRORS):
        place = _span_of(project, templates[chapter].path, f"[[{target}")
        hint = "add an anchor with `[[#name]]`"
        findings.warning("appendix-link", f"there is no anchor `{target}` for this link", place, hint=hint)
    if len(lost) > MOST_ERRORS:
        findings.warning("appendix-link", f"{len(lost) - MOST_ERRORS:,} more links lead to no anchor")


def _span_of(project: Project, path: str, words: str) -> Span:
    """The first occurrence of words in a template, or its start if it doesn't contain them."""
    text = project.read(path).decode("utf-8-sig", "replace")  # It may have been reported for its encoding.
    at = text.find(words)
    if at < 0 or not words:
        return Span(path, 1, 1)
    return Span(path, text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at), len(words))


def _chapter(
    template: Template,
    project: Project,
    context: Mapping[str, Any],
    blocks: Blocks,
    cards: int,
    findings: Findings,
) -> Chapter | None:
    text = read_text(project, template.path, findings, place=Span(template.path, 1, 1))
    if text is None:
        return None
    text = text.replace("\r\n", "\n")
    whole = Span(template.path, 1, 1)
    if len(text) > MOST_LETTERS:
        findings.error("appendix-too-large", too_large(text), whole)
        return None
    try:
        filled = document(mark_structure(text), most_letters(cards))(context)
    except ExpressionError as error:
        findings.error("appendix-template", error.message, _place(template.path, text, error), error.hint)
        return None
    if mistake := too_large(filled, cards=cards):
        findings.error("appendix-too-large", mistake, whole, "split it into several parts, for `--part`")
        return None
    return blocks.chapter(template.id, filled)


def _place(path: str, text: str, error: ExpressionError) -> Span:
    """The position of an error in a template. Marked sources have newlines only within tags."""
    lines = mark_structure(text).split("\n")
    offset = sum(len(line) + 1 for line in lines[: error.line - 1]) + error.column - 1
    before = text[:offset]
    return Span(path, before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1)


def _vocabulary(game: Game) -> InlineVocabulary:
    forms = {form: term_anchor(term.id) for term in game.terms.values() for form in term.forms}
    return InlineVocabulary({symbol.id: symbol.name for symbol in game.symbols.values()}, forms)


def _tone(game: Game, id: str) -> str | None:
    """The `tone` of a symbol, or of the list item with its id; None without one."""
    items = [game.symbols[id].fields] if id in game.symbols else []
    items += [item.fields for listed in game.lists.values() for item in listed.items if item == id]
    tones = [str(fields.get("tone", "")) for fields in items]
    return next((tone for tone in tones if _TONE.fullmatch(tone)), None)


def _subtitle(run: Run, own: Words) -> str:
    """The run in words: the number of players, and the options that differ from their defaults."""
    is_box = not run.name[0].isdigit()
    words = [own.say("The whole box") if is_box else own.counted("{n} player", "{n} players", run.players)]
    for option in run.game.options.values():
        value = run.options[option.id]
        if value != option.at(run.players).default:
            chosen = value if isinstance(value, tuple) else (value,)
            names = [
                str(getattr(item, "fields", {}).get("name", own.say("yes" if item else "no")))
                for item in chosen
            ]
            words.append(f"{option.id.replace('-', ' ')}: {', '.join(names)}")
    return " · ".join(words)
