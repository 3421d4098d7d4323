"""Updates a catalogue to a game's current texts: new ones are added, changed ones marked, others kept as
obsolete.
"""

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.model.game import Game
from nineup.translation.bound_texts import values
from nineup.translation.catalogue import MessageKey, catalogue_path, parse_catalogue
from nineup.translation.layout_words import layout_texts
from nineup.translation.po_text import earlier_text, po_message
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
        previous = parse_catalogue(project, path, findings)
        if previous is None:
            return None
        old, text, before = previous, project.text(path), project.read(path)
    new, left = _merge(old, (*texts_of(game), *layout_texts(project, game)))
    data = _written(_header(game, language, text), new, left)
    usable = [message for message in new if message.string]
    fuzzy = sum(message.fuzzy for message in usable)
    return Merged(
        path, before, data, texts=len(new), translated=len(usable) - fuzzy, fuzzy=fuzzy, obsolete=len(left)
    )


def _merge(old: "Catalog", texts: tuple[GameText, ...]) -> "tuple[list[Message], list[Message]]":
    """The messages of a game's texts, and the translated ones that are no longer needed."""
    known: dict[MessageKey, Message] = {}
    of_text: dict[str, set[str]] = defaultdict(set)
    for message in [*old, *old.obsolete.values()]:
        if isinstance(message.id, str) and message.id and (message.string or message.user_comments):
            known.setdefault((message.context or "", message.id), message)
            if message.string and not message.fuzzy:
                of_text[message.id].add(str(message.string))
    wanted = {(text.context, text.text) for text in texts}
    left = {key: message for key, message in known.items() if key not in wanted}
    replaced: dict[str, MessageKey] = {}
    for key in left:
        replaced.setdefault(key[0], key)  # The latest text comes before obsolete ones.
    new: list[Message] = []
    for text in texts:
        before = known.get((text.context, text.text))
        if before is not None:
            is_fuzzy = before.fuzzy
            earlier = earlier_text(before.user_comments) if is_fuzzy else ""
            new.append(_message(text, str(before.string), before, is_fuzzy=is_fuzzy, earlier=earlier))
        elif len(of_text[text.text]) == 1:
            (string,) = of_text[text.text]
            new.append(_message(text, string))
        elif text.context in replaced:
            changed = left.pop(replaced[text.context])
            # A translation that was fuzzy already was made for a text before that one, perhaps for this one.
            earlier = (earlier_text(changed.user_comments) if changed.fuzzy else "") or str(changed.id)
            is_fuzzy = bool(changed.string) and earlier != text.text
            new.append(
                _message(
                    text, str(changed.string), changed, is_fuzzy=is_fuzzy, earlier=earlier if is_fuzzy else ""
                )
            )
        else:
            new.append(_message(text, ""))
    return new, [message for message in left.values() if message.string]


def _message(
    text: GameText, string: str, before: "Message | None" = None, is_fuzzy: bool = False, earlier: str = ""
) -> "Message":
    """A text's message, with the flags and the translator's comments of the one `before`, and the `earlier`
    text of a fuzzy one.
    """
    from babel.messages.catalog import Message

    flags = {"fuzzy"} if is_fuzzy else set()
    if before is not None:
        flags |= before.flags - {"fuzzy"}
    message = Message(
        text.text,
        string,
        [(text.span.file, 0)],  # Line numbers change with each edit.
        flags,
        _comments(text),
        [comment for comment in before.user_comments if not comment.startswith("|")] if before else [],
        (earlier,) if earlier else (),
        context=text.context,
    )
    # Babel takes symbols for Python's format fields.
    message.flags -= {"python-format", "python-brace-format"}
    return message


def _comments(text: GameText) -> list[str]:
    """Notes for the translator: the document's place, and what must be kept."""
    kept = dict.fromkeys(values(text.text) if text.is_template else kept_marks(text.text))
    comments = ([f"source: {text.source}"] if text.source else []) + (
        [f"keep: {' '.join(kept)}"] if kept else []
    )
    return [" ".join(comment.split()) for comment in comments]


def _written(header: str, new: "list[Message]", left: "list[Message]") -> bytes:
    """A catalogue's file: the same bytes for the same messages."""
    paragraphs = (header, *map(po_message, new), *(po_message(each, is_obsolete=True) for each in left))
    return "".join(f"{paragraph}\n" for paragraph in paragraphs).encode()


def _header(game: Game, language: str, before: str) -> str:
    """The header of the old file, unchanged, or a new one."""
    head = before.replace("\r\n", "\n").partition("\n\n")[0] + "\n"
    if '\nmsgid ""\nmsgstr ' in f"\n{head}" and "\nmsgctxt " not in head:
        return head
    title = game.title.replace("\\", "").replace('"', "'")
    return HEADER.format(game=" ".join(title.split()), language=language.replace("-", "_"))
