"""Our own words, such as the headings of an appendix, in the language of a game: catalogues in
`layouts/appendix/words/`.
"""

from collections.abc import Callable
from gettext import c2py
from typing import TYPE_CHECKING

import msgspec

from nineup.base.diagnostics import Findings, Span
from nineup.base.project import Project
from nineup.model.booklet import ENGLISH, Words
from nineup.translation.catalogue import parse_catalogue

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

FOLDER = "layouts/appendix/words"


def own_words(project: Project, language: str, findings: Findings) -> Words:
    """Our words in a language such as `de` or `pt-BR`: from the project's catalogue, the built-in one, or
    that of the language without its region. Words without a translation stay in English, with a note.
    """
    short = language.partition("-")[0]
    if short == "en":
        return msgspec.structs.replace(ENGLISH, language=language)
    names = (f"{FOLDER}/{name}.po" for name in dict.fromkeys((language, short)))
    path = next(filter(project.exists, names), None)
    catalogue = parse_catalogue(project, path, findings) if path else None
    if path is None or catalogue is None:
        message = f"Nineup's own words have no translation into `{language}`: they are in English"
        findings.note("own-words", message, None, hint=f"translate {FOLDER}/de.po as {FOLDER}/{short}.po")
        return msgspec.structs.replace(ENGLISH, language=language)
    messages = _messages(catalogue)
    lacking = [key for key in _known(project, findings) if key not in messages]
    if lacking:
        message = (
            f"{len(lacking)} of Nineup's own words have no translation into `{language}`, such as "
            f"`{lacking[0]}`"
        )
        findings.note("own-words", message, Span(path, 1, 1), hint="they are in English")
    return Words(language, messages, _plural(catalogue))


def _known(project: Project, findings: Findings) -> tuple[str, ...]:
    """All of our words, as the German catalogue has them."""
    catalogue = parse_catalogue(project, f"{FOLDER}/de.po", findings)
    return tuple(_messages(catalogue)) if catalogue else ()


def _messages(catalogue: "Catalog") -> dict[str, tuple[str, ...]]:
    """The translated messages by their English text, the singular of those with a number."""
    by_source: dict[str, tuple[str, ...]] = {}
    for message in catalogue:
        strings = message.string if isinstance(message.string, (tuple, list)) else (message.string,)
        if message.id and all(strings) and not message.fuzzy:
            by_source[message.id if isinstance(message.id, str) else message.id[0]] = tuple(map(str, strings))
    return by_source


def _plural(catalogue: "Catalog") -> Callable[[int], int]:
    return c2py(catalogue.plural_expr)
