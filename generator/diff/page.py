"""Changes as one HTML page that needs nothing else: words that went and came, old and new faces side by side."""

from base64 import b64encode
from collections.abc import Iterator, Mapping
from html import escape
from typing import Literal

from generator.diff.compare import KINDS, CardChange, Change, Changes, Kind
from generator.diff.tell import copies, title
from generator.diff.wording import word_by_word

Pictures = Mapping[tuple[Literal["old", "new"], str, str], bytes]
"""PNGs of faces before and after, by component and card; any may be missing."""

_STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; }
article { border-top: 1px solid #8886; padding: .5rem 0 1rem; }
h3 { margin: .5rem 0; }
dl { margin: 0; }
dt { font-weight: 600; }
dd { margin: 0 0 .5rem; white-space: pre-line; overflow-wrap: anywhere; }
del { background: #c6282833; }
ins { background: #2e7d3233; text-decoration-thickness: 2px; }
.faces { display: flex; flex-wrap: wrap; gap: 1rem; }
figure { margin: 0; }
img { background: #fff; border: 1px solid #8888; max-width: min(100%, 20rem); height: auto; }
"""


def as_html(changes: Changes, pictures: Pictures) -> str:
    """The page of a changelog; each card is told in full once, where it comes first."""
    head = f"{escape(changes.title)}: {escape(changes.since)} → {escape(changes.until)}"
    body = "\n".join(_sections(changes, pictures)) or "<p>Nothing changed.</p>"
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{head}</title>\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<style>{_STYLE}</style>\n</head>\n'
        f"<body>\n<main>\n<h1>{head}</h1>\n{body}\n</main>\n</body>\n</html>"
    )


def _sections(changes: Changes, pictures: Pictures) -> Iterator[str]:
    told: set[tuple[str, str]] = set()
    for kind, heading in KINDS.items():
        if entries := changes.of(kind):
            yield f"<section>\n<h2>{heading}</h2>"
            for entry in entries:
                key = entry.component, entry.card
                yield _again(entry, kind) if key in told else _card(entry, kind, pictures)
                told.add(key)
            yield "</section>"
    if changes.components:
        yield "<section>\n<h2>Components</h2>"
        for component in changes.components:
            kind_of = "" if component.kind == "changed" else f": {component.kind}"
            yield f"<article>\n<h3>{escape(component.component)}{kind_of}</h3>\n{_values(component.facts)}</article>"
        yield "</section>"
    if changes.rules:
        yield f"<section>\n<h2>Rules</h2>\n{_values(changes.rules)}</section>"


def _again(change: CardChange, kind: Kind) -> str:
    return f"<article>\n<h3>{escape(title(change))}</h3>\n{_copies(change, kind)}</article>"


def _card(change: CardChange, kind: Kind, pictures: Pictures) -> str:
    faces = "".join(_figures(change, pictures))
    shown = f'<div class="faces">\n{faces}</div>\n' if faces else ""
    words = _copies(change, kind) + _values(change.values)
    return f"<article>\n<h3>{escape(title(change))}</h3>\n{words}{shown}</article>"


def _copies(change: CardChange, kind: Kind) -> str:
    return f"<p>{escape(copies(change))}</p>\n" if kind in ("new", "gone", "copies") else ""


def _figures(change: CardChange, pictures: Pictures) -> Iterator[str]:
    sides: tuple[Literal["old", "new"], ...] = ("old", "new")
    for side in sides:
        data = pictures.get((side, change.component, change.card))
        if data is not None:
            says = escape(f"{title(change)}, {side} face", quote=True)
            source = f"data:image/png;base64,{b64encode(data).decode()}"
            yield f'<figure><img alt="{says}" src="{source}"><figcaption>{side}</figcaption></figure>\n'


def _values(values: tuple[Change, ...]) -> str:
    if not values:
        return ""
    rows = "".join(
        f"<dt>{escape(value.name or 'it says')}</dt><dd>{_words(value)}</dd>\n" for value in values
    )
    return f"<dl>\n{rows}</dl>\n"


def _words(change: Change) -> str:
    marks = {"same": "{}", "gone": "<del>{}</del>", "new": "<ins>{}</ins>"}
    parts = word_by_word(change.old, change.new)
    return "".join(marks[part.kind].format(escape(part.text)) for part in parts)
