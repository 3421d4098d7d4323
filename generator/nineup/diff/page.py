"""Changes as a self-contained HTML page: removed and added words, old and new faces side by side."""

from base64 import b64encode
from collections.abc import Iterator, Mapping
from html import escape

import msgspec
from msgspec.structs import replace

from nineup.diff.compare import KINDS, CardChange, Change, Changes, Kind
from nineup.diff.report import copies_text, qualified_id
from nineup.diff.rich_words import plain_words, rich_words
from nineup.diff.sides import SideChange, sides_to_show
from nineup.drawing import Segment
from nineup.geometry import Size


class FacePicture(msgspec.Struct, frozen=True):
    """A picture of a cut-out face: a PNG, transparent outside the outline; size and outline in points."""

    png: bytes
    size: Size
    outline: tuple[Segment, ...] = ()


class Illustrations(msgspec.Struct, frozen=True):
    """The pictures on a page: faces by digest, symbols (PNG) by id."""

    faces: Mapping[str, FacePicture] = {}
    symbols: Mapping[str, bytes] = {}
    commits: tuple[str, ...] = ()
    """The git commits from which old faces were redrawn, because records hold only digests."""
    why_missing: str = ""
    """Why some old faces have no picture; empty if none is missing."""


_STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 68rem; padding: 1rem; }
h1 { line-height: 1.2; margin: .5rem 0; }
h2 { border-bottom: 2px solid #8888; margin: 2rem 0 0; }
h3 { margin: 0; }
h3 small, figcaption, footer { color: light-dark(#595959, #b0b0b0); font-size: .875rem; font-weight: 400; }
h3 small { overflow-wrap: anywhere; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; margin: 0; padding: 0; }
article { border-bottom: 1px solid #8886; break-inside: avoid; display: flex; flex-wrap: wrap; gap: .75rem 2rem;
  padding: 1rem 0; }
article.again { padding: .5rem 0; }
article > div { flex: 1 1 18rem; }
article > .faces { display: flex; flex: 0 1 auto; flex-wrap: wrap; gap: 1rem; }
p, dl { margin: .25rem 0; }
dt { font-weight: 600; margin-top: .5rem; }
dd { margin: 0; white-space: pre-line; overflow-wrap: anywhere; }
del { background: #c6282833; }
ins { background: #2e7d3233; text-decoration-thickness: 2px; }
del + ins { margin-left: .2em; }
.note { background: #f9a82533; padding: .5rem .75rem; }
.symbol { background: center / contain no-repeat; display: inline-block; height: 1.25em; vertical-align: -.25em; }
figure { margin: 0; max-width: 100%; width: min(var(--wide), max(50vw - 2.5rem, 15rem), 32rem); }
figcaption { text-align: center; }
img { display: block; filter: drop-shadow(0 0 1px #0009); height: auto; width: 100%; }
.missing { align-items: center; border: 1px dashed #888; border-radius: .5rem; box-sizing: border-box; display: flex;
  justify-content: center; padding: 1rem; text-align: center; width: 100%; }
"""

PIXELS = 96 / 72
"""CSS pixels per point: faces are shown at print size."""

DEFAULT_SIZE = Size(180.0, 252.0)
"""The size in points assumed for a face if neither its old nor its new version has a picture."""


def as_html(changes: Changes, illustrations: Illustrations = Illustrations()) -> str:  # noqa: B008
    """The page of a changelog; each card is described once, at its first mention."""
    head = f"{escape(changes.title)}: {escape(changes.since)} → {escape(changes.until)}"
    body = "\n".join(_body(changes, illustrations)) or "<p>Nothing changed.</p>"
    style = _STYLE + "".join(_symbol_css(id, png) for id, png in illustrations.symbols.items())
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{head}</title>\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<style>{style}</style>\n</head>\n'
        f"<body>\n<main>\n<h1>{head}</h1>\n{body}\n</main>\n{_footer(illustrations)}</body>\n</html>"
    )


def _symbol_css(id: str, png: bytes) -> str:
    width, height = _png_size(png)
    return (
        f".symbol-{id} {{ background-image: url({_data_url(png)}); width: {1.25 * width / height:.3g}em; }}\n"
    )


def _png_size(png: bytes) -> tuple[int, int]:
    """Width and height in pixels, from the PNG header."""
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])


def _data_url(png: bytes) -> str:
    return f"data:image/png;base64,{b64encode(png).decode()}"


def _body(changes: Changes, illustrations: Illustrations) -> Iterator[str]:
    yield from _contents(changes)
    if illustrations.why_missing:
        yield f'<p class="note">Some old faces are unavailable: {escape(illustrations.why_missing)}.</p>'
    yield from _cards(changes, illustrations)
    if changes.components:
        yield '<section id="components">\n<h2>Components</h2>'
        for component in changes.components:
            kind_of = "" if component.kind == "changed" else f": {component.kind}"
            facts = _values(component.facts)
            yield f"<article><div>\n<h3>{escape(component.component)}{kind_of}</h3>\n{facts}</div></article>"
        yield "</section>"
    if changes.rules:
        yield f'<section id="rules">\n<h2>Rules</h2>\n{_values(changes.rules)}</section>'


def _contents(changes: Changes) -> Iterator[str]:
    """Links to the sections, with the number of entries."""
    numbers = (
        *((kind, heading, len(changes.of(kind))) for kind, heading in KINDS.items()),
        ("components", "Components", len(changes.components)),
        ("rules", "Rules", len(changes.rules)),
    )
    items = [f'<li><a href="#{id}">{heading}: {number}</a></li>' for id, heading, number in numbers if number]
    if items:
        yield f'<nav aria-label="What changed">\n<ul>{"".join(items)}</ul>\n</nav>'


def _cards(changes: Changes, illustrations: Illustrations) -> Iterator[str]:
    described: set[tuple[str, str]] = set()
    seen: set[SideChange] = set()
    for kind, heading in KINDS.items():
        if entries := changes.of(kind):
            yield f'<section id="{kind}">\n<h2>{heading}</h2>'
            same_faces: list[CardChange] = []
            for entry in entries:
                key = entry.component, entry.card
                if kind == "restyled" and seen.issuperset(sides_to_show(entry)):
                    same_faces.append(entry)
                else:
                    yield (
                        _repeated(entry, kind)
                        if key in described
                        else _card(entry, kind, illustrations, seen)
                    )
                described.add(key)
            yield from (_same_faces(same_faces),) if same_faces else ()
            yield "</section>"


def _repeated(change: CardChange, kind: Kind) -> str:
    return f'<article class="again"><div>\n{_title(change)}{_copies(change, kind)}</div></article>'


def _same_faces(cards: list[CardChange]) -> str:
    """Cards whose changed faces were all shown with other cards."""
    names = "; ".join(f"{change.name} {qualified_id(change)}".strip() for change in cards)
    return f'<article class="again"><div>\n<p>Same change on {len(cards)} more: {escape(names)}</p>\n</div></article>'


def _card(change: CardChange, kind: Kind, illustrations: Illustrations, seen: set[SideChange]) -> str:
    faces = "".join(_faces(change, illustrations, seen)) if illustrations.faces else ""
    pictures = f'<div class="faces">\n{faces}</div>\n' if faces else ""
    values = (
        tuple(replace(value, old=value.new) for value in change.values) if kind == "new" else change.values
    )
    words = _copies(change, kind) + _values(values, illustrations.symbols)
    return f"<article><div>\n{_title(change)}{words}</div>\n{pictures}</article>"


def _title(change: CardChange) -> str:
    id = f"<small>{escape(qualified_id(change))}</small>"
    return (
        f"<h3>{escape(change.name)} {id}</h3>\n"
        if change.name
        else f"<h3>{escape(qualified_id(change))}</h3>\n"
    )


def _copies(change: CardChange, kind: Kind) -> str:
    return f"<p>{escape(copies_text(change))}</p>\n" if kind in ("new", "gone", "copies") else ""


def _faces(change: CardChange, illustrations: Illustrations, seen: set[SideChange]) -> Iterator[str]:
    """The sides that changed, old and new; a shared back is shown with its first card only."""
    for view in sides_to_show(change):
        if view.side == "back" and view in seen:
            continue
        seen.add(view)
        name = f"{change.name or qualified_id(change)}, "
        side = " back" if view.side == "back" else ""
        new = illustrations.faces.get(view.new)
        if view.old and view.old != view.new:
            old = illustrations.faces.get(view.old)
            yield _figure(old, name, f"old{side}") if old else _missing(new, f"old{side}")
        if new:
            yield _figure(new, name, f"new{side}" if view.old != view.new else "")


def _figure(face: FacePicture, name: str, which: str) -> str:
    width, height = _pixels(face.size)
    alt = escape(f"{name}{which} face" if which else f"{name}face", quote=True)
    caption = f"<figcaption>{which}</figcaption>" if which else ""
    picture = f'<img alt="{alt}" width="{width}" height="{height}" src="{_data_url(face.png)}">'
    return f'<figure style="--wide: {width}px">{picture}{caption}</figure>\n'


def _missing(beside: FacePicture | None, which: str) -> str:
    """A placeholder for a missing face, as large as the face next to it."""
    width, height = _pixels(beside.size if beside else DEFAULT_SIZE)
    place = f'<div class="missing" style="aspect-ratio: {width} / {height}">image unavailable</div>'
    return f'<figure style="--wide: {width}px">{place}<figcaption>{which}</figcaption></figure>\n'


def _pixels(size: Size) -> tuple[int, int]:
    return round(size.width * PIXELS), round(size.height * PIXELS)


def _values(values: tuple[Change, ...], symbols: Mapping[str, bytes] | None = None) -> str:
    """Changed values; with `symbols` (of a card), markup is rendered as on the card."""
    if not values:
        return ""
    rows = "".join(
        f"<dt>{escape(value.name or 'text')}</dt>"
        f"<dd>{plain_words(value) if symbols is None else rich_words(value, symbols)}</dd>\n"
        for value in values
    )
    return f"<dl>\n{rows}</dl>\n"


def _footer(illustrations: Illustrations) -> str:
    """Which commits the old faces were redrawn from."""
    if not illustrations.commits:
        return ""
    listed = ", ".join(commit[:10] for commit in illustrations.commits)
    which = f"commit{'s' if len(illustrations.commits) > 1 else ''} {listed}"
    return (
        f"<footer>Old faces were redrawn from {which} and match the digests in the print’s record.</footer>\n"
    )
