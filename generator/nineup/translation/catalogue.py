"""Catalogues: `cards/<game>/translations/<language>.po`, read and written with Babel."""

import io
import re
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

import msgspec

from nineup.base.diagnostics import Findings, Span, nearest
from nineup.base.project import Project
from nineup.model.game import Game
from nineup.schema.files import read_text
from nineup.schema.types import LONGEST

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog, Message

_MOST_PLURALS = 10
"""The largest number of plural forms; no language has more than six."""

_EARLIER_OBSOLETE = re.compile(r"^#~\|.*", re.MULTILINE)
"""The earlier texts of obsolete messages, as gettext's own programs write them; Babel can't read them."""

ALL = "all"
"""What `--language` calls the source language and every catalogue, in commands that make files for each."""

MessageKey = tuple[str, str]
"""A message's context and source text."""


class Entry(msgspec.Struct, frozen=True):
    """A message of a catalogue, and the line of its `msgstr`."""

    text: str
    """Its translation; empty if there is none."""
    is_fuzzy: bool
    line: int


class Catalogue(msgspec.Struct, frozen=True):
    """The translations of a game's texts into a language."""

    language: str
    path: str
    entries: Mapping[MessageKey, Entry]


def catalogue_path(game: str, language: str) -> str:
    """The catalogue's path in the project."""
    return f"cards/{game}/translations/{language}.po"


def languages(project: Project, game: str) -> tuple[str, ...]:
    """The languages that a game has catalogues of, sorted."""
    catalogues = project.list(f"cards/{game}/translations", "*.po")
    return tuple(sorted(PurePosixPath(path).stem for path in catalogues))


def is_source(game: Game, language: str) -> bool:
    """Whether a language is the game's source language."""
    return not language or language == (game.language or "en")


def read_catalogue(project: Project, game: str, language: str, findings: Findings) -> Catalogue | None:
    """A game's catalogue for a language; None after an error."""
    known = languages(project, game)
    if language not in known:
        message = f"`{game}` has no translation into `{language}`"
        hint = nearest(language, known) if known else f"`nineup translate {game} {language}` starts one"
        if language == ALL:
            message = f"this command takes one language, not `{ALL}`"
            hint = f"`--language {known[0]}`, for example" if known else f"`{game}` has no translation yet"
        findings.request_error("unknown-language", message, None, hint=hint)
        return None
    path = catalogue_path(game, language)
    catalogue = parse_catalogue(project, path, findings)
    if catalogue is None:
        return None
    lines = project.text(path).split("\n")
    entries = {
        (message.context or "", message.id): Entry(message.string, message.fuzzy, _msgstr(lines, message))
        for message in catalogue
        if isinstance(message.id, str) and message.id and isinstance(message.string, str)
    }
    return Catalogue(language, path, entries)


def _msgstr(lines: Sequence[str], message: "Message") -> int:
    """The line of a message's translation, counted from 1; Babel knows that of its `msgid`."""
    first = message.lineno or 1
    return next((n for n in range(first, len(lines) + 1) if lines[n - 1].startswith("msgstr")), first)


def parse_catalogue(project: Project, path: str, findings: Findings) -> "Catalog | None":
    """A message file; None if it can't be read, with the reason among the findings."""
    from babel.messages.catalog import Catalog  # Takes 60 ms, and few runs need it.
    from babel.messages.pofile import PoFileError, PoFileParser

    given: dict[object, int] = {}

    class Limited(Catalog):
        """A catalogue that limits the number of plural forms, whatever its header states, and reports a
        message that is given twice: Babel would keep the first.
        """

        def __setitem__(self, id: str | list[str] | tuple[str, ...], message: "Message") -> None:
            line = message.lineno or 1
            singular = id if isinstance(id, str) else id[0]
            first = given.setdefault((message.context, singular), line)
            if first != line:
                _report_twice(message, first, Span(path, line, 1), findings=findings)
            super().__setitem__(id, message)

        @property
        def num_plurals(self) -> int:
            return min(super().num_plurals, _MOST_PLURALS)

    before = len(findings)
    text = read_text(project, path, findings)
    if text is None or findings.failed_since(before):
        return None
    _report_lines(text, path, findings)
    if findings.failed_since(before):
        return None
    try:
        catalogue = Limited()
        PoFileParser(catalogue, abort_invalid=True).parse(io.StringIO(_EARLIER_OBSOLETE.sub("", text)))
        _report_long_texts(catalogue, path, findings)
        return None if findings.failed_since(before) else catalogue
    except PoFileError as error:
        place = Span(path, error.lineno + 1, 1)
        if (lacking := _LACKING.match(str(error))) is not None:
            message = f"the message `{lacking[2]}` has no `msgstr`"
            findings.error("bad-catalogue", message, place, hint='write `msgstr ""` below it')
        else:
            findings.error("bad-catalogue", f"not a gettext catalogue: {error}", place)
    except Exception as error:  # Babel raises all kinds of exceptions for broken headers.
        findings.error("bad-catalogue", f"not a gettext catalogue: {error}", Span(path, 1, 1))
    return None


_LACKING = re.compile(r"missing msgstr for msgid (['\"])(.*)\1 on ")
"""What Babel says of a message without a translation, even an empty one."""

_PO_LINE = re.compile(
    r'[ \t]*(?:(?P<word>[^\W\d]\w*)(?:\[\d+\])?)?[ \t]*(?P<text>"(?:[^"\\]++|\\.)*+(?P<end>"?))?(?P<rest>.*)'
)
_CONFLICT = re.compile(r"(?:<{7}|={7}|>{7}|\|{7})(?: |$)")
_PO_WORDS = ("msgctxt", "msgid", "msgid_plural", "msgstr")


def _report_lines(text: str, path: str, findings: Findings) -> None:
    """Reports each line that isn't one of a catalogue: Babel reads a text without its closing quote as one
    that is a letter shorter.
    """
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        match = _PO_LINE.match(line.rstrip())
        assert match is not None  # each part may be empty
        word, hint = match["word"], ""
        at = match.start("rest")
        if word and word not in _PO_WORDS:
            at, message = match.start("word"), f"`{word}` is not a word of gettext catalogues"
            hint = nearest(word, _PO_WORDS)
        elif _CONFLICT.match(line):
            at, message = 0, "a mark that git leaves where two changes meet"
            hint = "keep one of the two versions, and delete the marks"
        elif match["text"] is None:
            message, hint = "a text begins with a straight quote", 'write `"…"`'
        elif not match["end"]:
            at, message, hint = (
                match.start("text"),
                "the quotes are never closed",
                'add `"` at the end of the line',
            )
        elif match["rest"]:
            at, message = match.end("text") - 1, "the text ends here, but the line goes on"
            hint = 'write `\\"` for quotes inside a text'
        else:
            continue
        findings.error("bad-catalogue", message, Span(path, number, at + 1), hint=hint)


def _report_twice(message: "Message", first: int, place: Span, findings: Findings) -> None:
    """Reports a message whose translation is given in an earlier line, too."""
    name = f"the message `{message.context or message.id}`" if message.id else "the header"
    hint = f"the first is in line {first}: keep one of them; gettext's programs refuse a catalogue with both"
    findings.error("bad-catalogue", f"{name} is given twice", place, hint=hint)


def _report_long_texts(catalogue: "Catalog", path: str, findings: Findings) -> None:
    """Reports the first message that is longer than any text of a game may be."""
    for message in catalogue:
        sides = (
            side if isinstance(side, (tuple, list)) else (side,) for side in (message.id, message.string)
        )
        longest = max(len(text or "") for texts in sides for text in texts)
        if longest > LONGEST:
            words = f"the text has {longest:,} characters; the longest may have {LONGEST:,}"
            findings.error("text-too-long", words, Span(path, message.lineno or 1, 1))
            return
