"""A changed text of a card on a page of HTML: words that went and came, symbols as pictures, bold and italic as such."""

import re
from collections.abc import Collection
from html import escape

from nineup.diff.compare import Change
from nineup.diff.word_diff import near, word_by_word

_TAGS = {"same": "{}", "gone": "<del>{}</del>", "new": "<ins>{}</ins>"}
_MARK = re.compile(r"\\([\\{}*])|(\*\*?)|\{([^{}]*)\}")
_COUNT = re.compile(r"(?<![\w-])([a-z0-9-]+): (\d+)")

Manner = frozenset[str]
"""Whether words are bold (`**`) and italic (`*`) where they stand."""


def plain_words(change: Change) -> str:
    """A change, word by word, with its texts as they are."""
    return "".join(
        _TAGS[part.kind].format(escape(part.text)) for part in word_by_word(change.old, change.new)
    )


def rich_words(change: Change, signs: Collection[str]) -> str:
    """A change of a card's value, word by word; amounts of symbols that are in `signs` as a card shows them."""
    manner: Manner = frozenset()
    html = ""
    parts = word_by_word(_counted(change.old, signs), _counted(change.new, signs))
    for part in parts if change.name else near(parts):
        # Where only stars came or went, they are what there is to be seen.
        stars = part.kind != "same" and not part.text.strip("*")
        shown, after = (escape(part.text), manner) if stars else _set(part.text, manner, signs)
        html += _TAGS[part.kind].format(shown)
        manner = after if part.kind == "same" else manner
    return html


def sign(id: str) -> str:
    """A symbol in the midst of words; the page's style has its picture."""
    return f'<span class="sign sign-{id}" role="img" aria-label="{id}"></span>'


def _counted(text: str, signs: Collection[str]) -> str:
    """Amounts of symbols, `white: 3, red: 1`, as `3 {white}, 1 {red}`."""
    return _COUNT.sub(lambda found: f"{found[2]} {{{found[1]}}}" if found[1] in signs else found[0], text)


def _set(text: str, manner: Manner, signs: Collection[str]) -> tuple[str, Manner]:
    """A stretch as HTML, and how what follows it is set."""
    html, position = "", 0
    for mark in _MARK.finditer(text):
        escaped, stars, id = mark.groups()
        html += _words(text[position : mark.start()], manner)
        position = mark.end()
        if stars:
            manner = manner ^ {stars}
        elif id in signs:
            html += sign(id)
        else:
            html += _words(escaped or mark.group(), manner)
    return html + _words(text[position:], manner), manner


def _words(text: str, manner: Manner) -> str:
    html = escape(text)
    for stars, tag in (("*", "i"), ("**", "b")):
        html = f"<{tag}>{html}</{tag}>" if html and stars in manner else html
    return html
