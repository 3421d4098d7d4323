"""Messages as the text of a catalogue (PO), which gettext's own programs, polib and Babel read.

Babel reads catalogues for us, but its writer breaks long lines of comments between words: the earlier text
of a message (`#| msgid`) would end without its quote, and with each update lose letters. It also drops the
mark of fuzzy messages that are obsolete.
"""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from babel.messages.catalog import Message

_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_EARLIER = re.compile(r'\| *(?:(msg\w+) )?("(?:[^"\\]|\\.)*")')


def po_message(message: "Message", *, is_obsolete: bool = False) -> str:
    """A message as a paragraph of a catalogue: comments, places, flags, the earlier text, context, text and
    translation.
    """
    places = (_place(file) for file, _ in message.locations)
    own = (comment for comment in message.user_comments if not comment.startswith("|"))
    comments = (
        *(f"# {comment}".rstrip() for comment in own),
        *(f"#. {comment}" for comment in message.auto_comments if not is_obsolete),
        *(f"#: {place}" for place in places if not is_obsolete),
    )
    flags = [f"#, {', '.join(sorted(message.flags))}"] if message.flags else []
    earlier = (
        [] if is_obsolete else [line for id in message.previous_id for line in _field("msgid", id, "#| ")]
    )
    start = "#~ " if is_obsolete else ""
    context = _field("msgctxt", message.context, start) if message.context else []
    texts = (*_field("msgid", str(message.id), start), *_field("msgstr", str(message.string or ""), start))
    return "\n".join((*comments, *flags, *earlier, *context, *texts, ""))


def earlier_text(comments: Iterable[str]) -> str:
    """The text that a fuzzy translation was made for, from the comments as Babel reads them: `| msgid "Pay 1
    {oil}."`.

    Empty if there is none, or if its quotes are broken.
    """
    keyword, text = "", ""
    for comment in comments:
        if not comment.startswith("|"):
            continue
        part = _EARLIER.fullmatch(comment)
        if part is None:
            return ""
        keyword = part[1] or keyword
        text += _unescaped(part[2]) if keyword == "msgid" else ""
    return text


def _field(keyword: str, text: str, start: str) -> list[str]:
    r"""A keyword with its text in quotes: on one line, or each line of the text on a line of its own.

    `msgid "Pay 1."`, but for `Pay 1.\nDraw 2.` the lines `msgid ""`, `"Pay 1.\n"` and `"Draw 2."`.
    """
    from babel.messages.pofile import escape

    lines = [escape(line) for line in _LINE.findall(text)]
    if len(lines) > 1:
        return [f'{start}{keyword} ""', *(f"{start}{line}" for line in lines)]
    return [f"{start}{keyword} {escape(text)}"]


def _unescaped(quoted: str) -> str:
    from babel.messages.pofile import unescape

    return unescape(quoted)


def _place(file: str) -> str:
    """A file's name as a place: one with spaces is enclosed in Unicode's marks of isolation, as gettext
    does.
    """
    return f"\u2068{file}\u2069" if " " in file else file
