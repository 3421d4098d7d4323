"""Changed texts as HTML: removed and added words, with symbols, bold and italics as on the card."""

import re
from collections.abc import Collection
from html import escape

from nineup.diff.compare import Change
from nineup.diff.word_diff import diff_words, shorten_unchanged

_TAGS = {"same": "{}", "gone": "<del>{}</del>", "new": "<ins>{}</ins>"}
_MARK = re.compile(r"\\([\\{}*])|(\*\*?)|\{([^{}]*)\}")
_COUNT = re.compile(r"(?<![\w-])([a-z0-9-]+): (\d+)")

Emphasis = frozenset[str]
"""The marks in force: `**` for bold, `*` for italics."""


def plain_words(change: Change) -> str:
    """A change word by word, with markup as plain text."""
    return "".join(_TAGS[part.kind].format(escape(part.text)) for part in diff_words(change.old, change.new))


def rich_words(change: Change, symbols: Collection[str]) -> str:
    """A change of a card's value word by word, with markup rendered. `symbols` are the ids shown as pictures."""
    emphasis: Emphasis = frozenset()
    html = ""
    parts = diff_words(_amounts_first(change.old, symbols), _amounts_first(change.new, symbols))
    for part in parts if change.name else shorten_unchanged(parts):
        # If only asterisks changed, show them rather than their effect.
        stars = part.kind != "same" and not part.text.strip("*")
        rendered, after = (escape(part.text), emphasis) if stars else _render(part.text, emphasis, symbols)
        html += _TAGS[part.kind].format(rendered)
        emphasis = after if part.kind == "same" else emphasis
    return html


def inline_symbol(id: str) -> str:
    """A symbol in running text; the page's CSS has its picture."""
    return f'<span class="symbol symbol-{id}" role="img" aria-label="{id}"></span>'


def _amounts_first(text: str, symbols: Collection[str]) -> str:
    """Rewrite amounts of symbols: `white: 3, red: 1` → `3 {white}, 1 {red}`."""
    return _COUNT.sub(lambda found: f"{found[2]} {{{found[1]}}}" if found[1] in symbols else found[0], text)


def _render(text: str, emphasis: Emphasis, symbols: Collection[str]) -> tuple[str, Emphasis]:
    """A text as HTML, and the emphasis in force after it."""
    html, position = "", 0
    for mark in _MARK.finditer(text):
        escaped, stars, id = mark.groups()
        html += _words(text[position : mark.start()], emphasis)
        position = mark.end()
        if stars:
            emphasis = emphasis ^ {stars}
        elif id in symbols:
            html += inline_symbol(id)
        else:
            html += _words(escaped or mark.group(), emphasis)
    return html + _words(text[position:], emphasis), emphasis


def _words(text: str, emphasis: Emphasis) -> str:
    html = escape(text)
    for stars, tag in (("*", "i"), ("**", "b")):
        html = f"<{tag}>{html}</{tag}>" if html and stars in emphasis else html
    return html
