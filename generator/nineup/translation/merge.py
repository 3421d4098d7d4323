"""Updates a catalogue to a game's current texts: new ones are added, changed ones marked, others kept as
obsolete.
"""

import io
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.model.game import Game
from nineup.translation.bound_texts import values
from nineup.translation.catalogue import MessageKey, catalogue_path, parse_catalogue
from nineup.translation.layout_words import layout_texts
from nineup.translation.rewriting import GameText, kept_marks, texts_of

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog, Message

HEADER = """\
msgid ""
msgstr ""
"Project-Id-Version: {game}\\n"
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"""
"""The header of a new catalogue. It has no timestamp, so that the same texts give the same bytes."""


class Merged(NamedTuple):
    """The new content of a catalogue, and the numbers of translated, fuzzy and missing texts."""

    path: str
    before: bytes | None
    """The previous catalogue; None for a new one."""
    data: bytes
    texts: int
    translated: int
    fuzzy: int
    obsolete: int

    @property
    def missing(self) -> int:
        return self.texts - self.translated - self.fuzzy


def merged(project: Project, game: Game, language: str, findings: Findings) -> Merged | None:
    """A game's catalogue for a language, with all of its texts; None if the old one can't be read.

    A changed text keeps its translation, marked as fuzzy, with its previous source text. A new text that
    equals another card's gets its translation, if all translations of it are the same.
    """
    from babel.messages.catalog import Catalog

    path = catalogue_path(game.id, language)
    old, text, before = Catalog(), "", None
    if project.exists(path):
        found = parse_catalogue(project, path, findings)
        if found is None:
            return None
        old, text, before = found, project.text(path), project.read(path)
    new, left = _merge(old, (*texts_of(game), *layout_texts(project, game)))
    data = _written(_header(game, language, text), new, left)
    usable = [message for message in new if message.string]
    fuzzy = sum(message.fuzzy for message in usable)
    return Merged(path, before, data, len(new), len(usable) - fuzzy, fuzzy, len(left))


def _merge(old: "Catalog", texts: tuple[GameText, ...]) -> "tuple[list[Message], list[Message]]":
    """The messages of a game's texts, and the translated ones that are no longer needed."""
    from babel.messages.catalog import Message

    known: dict[MessageKey, Message] = {}
    of_text: dict[str, set[str]] = defaultdict(set)
    for message in [*old, *old.obsolete.values()]:
        if isinstance(message.id, str) and message.id and message.string:
            known.setdefault((message.context or "", message.id), message)
            if not message.fuzzy:
                of_text[message.id].add(str(message.string))
    wanted = {(text.context, text.text) for text in texts}
    replaced = {context: message for (context, id), message in known.items() if (context, id) not in wanted}
    made: list[Message] = []
    used: set[str] = set()
    for text in texts:
        before = known.get((text.context, text.text))
        string, is_fuzzy, comments, previous = "", False, list[str](), ""
        if before is not None:
            string, comments = str(before.string), before.user_comments
            is_fuzzy = before.fuzzy
            previous = _previous(comments) if is_fuzzy else ""
        elif len(of_text[text.text]) == 1:
            (string,) = of_text[text.text]
        elif text.context in replaced:
            changed = replaced[text.context]
            used.add(text.context)
            string, is_fuzzy, comments = str(changed.string), True, changed.user_comments
            previous = str(changed.id)
        places = [(text.span.file, 0)]  # Line numbers change with each edit.
        made.append(
            Message(
                text.text,
                string,
                places,
                ["fuzzy"] if is_fuzzy else [],
                _comments(text),
                [comment for comment in comments if not comment.startswith("|")],
                (previous,) if previous else (),
                context=text.context,
            )
        )
    return made, [message for context, message in replaced.items() if context not in used]


def _previous(comments: list[str]) -> str:
    """The source text of a fuzzy translation; Babel reads `#| msgid` as comments."""
    from babel.messages.pofile import denormalize

    lines = [comment.removeprefix("|").strip() for comment in comments if comment.startswith("|")]
    text = "\n".join(line.removeprefix("msgid ") for line in lines if not line.startswith("msgctxt "))
    try:
        return denormalize(text) if text.startswith('"') else ""
    except ValueError:
        return ""


def _comments(text: GameText) -> list[str]:
    """Notes for the translator: the document's place, and what must be kept."""
    found = dict.fromkeys(values(text.text) if text.is_template else kept_marks(text.text))
    source = [f"source: {' '.join(text.source.split())}"] if text.source else []
    return [*source, *([f"keep: {' '.join(found)}"] if found else [])]


def _written(header: str, new: "list[Message]", left: "list[Message]") -> bytes:
    """A catalogue's file: the same bytes for the same messages."""
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import write_po

    catalogue = Catalog()
    for message in new:
        message.flags -= {
            "python-format",
            "python-brace-format",
        }  # Babel takes symbols for Python's format fields.
        catalogue[message.id] = message
    for message in left:
        catalogue.obsolete[str(message.id), message.context or ""] = message
    buffer = io.BytesIO()
    write_po(buffer, catalogue, width=0, omit_header=True, include_previous=True)
    return f"{header}\n".encode() + buffer.getvalue()


def _header(game: Game, language: str, before: str) -> str:
    """The header of the old file, unchanged, or a new one."""
    head = before.replace("\r\n", "\n").partition("\n\n")[0] + "\n"
    if '\nmsgid ""\nmsgstr ' in f"\n{head}" and "\nmsgctxt " not in head:
        return head
    title = game.title.replace("\\", "").replace('"', "'")
    return HEADER.format(game=" ".join(title.split()), language=language.replace("-", "_"))
