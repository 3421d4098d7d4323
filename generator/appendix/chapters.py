"""The templates of an appendix, found and filled: each is a chapter, in the order of their file names."""

import re
from collections.abc import Collection, Mapping
from pathlib import PurePosixPath
from typing import Any

import msgspec

from generator.appendix.blocks import Blocks
from generator.appendix.facts import Source, facts, term_anchor
from generator.appendix.inline import Inlines, Vocabulary
from generator.appendix.links import resolved
from generator.appendix.notation import marked
from generator.booklet import Booklet, Chapter
from generator.diagnostics import Findings, Span
from generator.expression import ExpressionError, program
from generator.game import Game, Run
from generator.project import Project, ProjectError

_NAME = re.compile(r"(?:(\d+)-)?([a-z][a-z0-9-]*)")
_TONE = re.compile(r"#[0-9a-fA-F]{6}")


class Template(msgspec.Struct, frozen=True):
    """A template's file; `order` is the number that its name begins with."""

    id: str
    path: str
    order: int


def templates(project: Project, game: str, findings: Findings) -> tuple[Template, ...]:
    """The chapters of a game's appendix in order: its own, then the project's, then those of every game.

    A file is `NUMBER-PART.md`; the nearest file of a part is the part.
    """
    found: dict[str, Template] = {}
    for folder in (f"layouts/{game}/appendix", "layouts/appendix"):
        for path in project.list(folder, "*.md"):
            name = _NAME.fullmatch(PurePosixPath(path).stem)
            if name is None:
                message = f"`{path}` is not named NUMBER-PART.md"
                findings.error("appendix-name", message, Span(path, 1, 1), "such as `30-play.md`")
            elif name.group(2) not in found:
                found[name.group(2)] = Template(name.group(2), path, int(name.group(1) or 999))
    return tuple(sorted(found.values(), key=lambda template: (template.order, template.id)))


def booklet(source: Source, project: Project, chosen: Collection[Template], findings: Findings) -> Booklet:
    """The chapters that templates make of a game and its runs. What is wrong with a template is told at its place."""
    game = source.run.game
    known = facts(source)
    inlines = Inlines(_vocabulary(game))
    chapters = []
    for template in chosen:
        blocks = Blocks(inlines, lambda id: _tone(game, id), source.pictures)
        chapter = _chapter(template, project, known, blocks, findings)
        for mistake in blocks.mistakes:
            findings.error("appendix-notation", mistake.message, Span(template.path, 1, 1), mistake.hint)
        if chapter is not None:
            chapters.append(chapter)
    return Booklet(
        title=game.title,
        subtitle=_subtitle(source.run),
        author=game.designer,
        licence=game.licence,
        chapters=resolved(chapters),
    )


def _chapter(
    template: Template, project: Project, known: Mapping[str, Any], blocks: Blocks, findings: Findings
) -> Chapter | None:
    try:
        text = project.text(template.path).replace("\r\n", "\n")
    except ProjectError as error:
        findings.error("no-file", str(error), Span(template.path, 1, 1))
        return None
    try:
        return blocks.chapter(template.id, program(marked(text))(known))
    except ExpressionError as error:
        findings.error("appendix-template", error.message, _place(template.path, text, error), error.hint)
        return None


def _place(path: str, text: str, error: ExpressionError) -> Span:
    """Where in the template it went wrong. Marked sources have newlines within tags only."""
    lines = marked(text).split("\n")
    offset = sum(len(line) + 1 for line in lines[: error.line - 1]) + error.column - 1
    before = text[:offset]
    return Span(path, before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1)


def _vocabulary(game: Game) -> Vocabulary:
    forms = {form: term_anchor(term.id) for term in game.terms.values() for form in term.forms}
    return Vocabulary({symbol.id: symbol.name for symbol in game.symbols.values()}, forms)


def _tone(game: Game, id: str) -> str | None:
    """The colour of a symbol, or of the list item of its name, where the game gives it one."""
    items = [game.symbols[id].fields] if id in game.symbols else []
    items += [item.fields for listed in game.lists.values() for item in listed.items if item == id]
    tones = [str(fields.get("tone", "")) for fields in items]
    return next((tone for tone in tones if _TONE.fullmatch(tone)), None)


def _subtitle(run: Run) -> str:
    """The run in words: its players, and the options that differ from their defaults."""
    words = [f"{run.players} players" if run.name[0].isdigit() else "The whole box"]
    for option in run.game.options.values():
        value = run.options[option.id]
        if value != option.default:
            chosen = value if isinstance(value, tuple) else (value,)
            names = [str(getattr(item, "fields", {}).get("name", "yes" if item else "no")) for item in chosen]
            words.append(f"{option.id.replace('-', ' ')}: {', '.join(names)}")
    return " · ".join(words)
