"""Types for the languages of texts: a tag, or a tag for each field."""

import re

from nineup.schema.records import MapOf
from nineup.schema.types import NODE, Parsed

_TAG = r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,3}"
_LANGUAGE = re.compile(_TAG)


def language_tag(text: str) -> str:
    """A language tag such as `de` or `pt-BR`; also accepts `pt_BR`. Raises ValueError."""
    if _LANGUAGE.fullmatch(text) is None:
        raise ValueError(f"`{text}` is not a language")
    return text.replace("_", "-")


LANGUAGE = Parsed(
    language_tag,
    "",
    "a language",
    described={"type": "string", "pattern": f"^{_TAG}$"},
    code="bad-language",
    hint="write its tag, such as `en`, `de` or `pt-BR`",
)

FIELD_LANGUAGES = MapOf(LANGUAGE, keys=NODE, lone=True)
"""A language for all fields of a list (under the name ``""``), or one for each of some fields."""
