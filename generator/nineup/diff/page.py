"""Changes as one HTML page that needs nothing else: words that went and came, old and new faces side by side."""

from base64 import b64encode
from collections.abc import Iterator, Mapping
from html import escape

import msgspec
from msgspec.structs import replace

from nineup.diff.compare import KINDS, CardChange, Change, Changes, Kind
from nineup.diff.report import copies, id_of
from nineup.diff.rich_words import plain_words, rich_words
from nineup.diff.sides import SideChange, sides_to_show
from nineup.drawing import Segment
from nineup.geometry import Size


class FacePicture(msgspec.Struct, frozen=True):
    """A picture (PNG, clear around its outline) of a face cut out, its size in points, and that outline on it."""

    png: bytes
    size: Size
    outline: tuple[Segment, ...] = ()


class Illustrations(msgspec.Struct, frozen=True):
    """What a page has to show: faces by their digests, symbols (PNG) by their ids, and whence the old faces come."""

    faces: Mapping[str, FacePicture] = {}
    symbols: Mapping[str, bytes] = {}
    commits: tuple[str, ...] = ()
    """Those of which old faces were drawn anew, where the print's record had only their digests."""
    why_missing: str = ""
    """Why some old faces have no picture."""


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
.sign { background: center / contain no-repeat; display: inline-block; height: 1.25em; vertical-align: -.25em; }
figure { margin: 0; max-width: 100%; width: min(var(--wide), max(50vw - 2.5rem, 15rem), 32rem); }
figcaption { text-align: center; }
img { display: block; filter: drop-shadow(0 0 1px #0009); height: auto; width: 100%; }
.missing { align-items: center; border: 1px dashed #888; border-radius: .5rem; box-sizing: border-box; display: flex;
  justify-content: center; padding: 1rem; text-align: center; width: 100%; }
"""

PIXELS = 96 / 72
"""Of a page, to the point: faces are shown at their size."""

CARD = Size(180.0, 252.0)
"""How large a face is taken to be that there is nothing of."""


def as_html(changes: Changes, illustrations: Illustrations = Illustrations()) -> str:  # noqa: B008
    """The page of a changelog; each card is told in full once, where it comes first."""
    head = f"{escape(changes.title)}: {escape(changes.since)} → {escape(changes.until)}"
    body = "\n".join(_body(changes, illustrations)) or "<p>Nothing changed.</p>"
    style = _STYLE + "".join(_sign_rule(id, png) for id, png in illustrations.symbols.items())
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{head}</title>\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<style>{style}</style>\n</head>\n'
        f"<body>\n<main>\n<h1>{head}</h1>\n{body}\n</main>\n{_footer(illustrations)}</body>\n</html>"
    )


def _sign_rule(id: str, png: bytes) -> str:
    width, height = _png_size(png)
    return f".sign-{id} {{ background-image: url({_data(png)}); width: {1.25 * width / height:.3g}em; }}\n"


def _png_size(png: bytes) -> tuple[int, int]:
    """Width and height in pixels: the first two numbers of a PNG's header."""
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])


def _data(png: bytes) -> str:
    return f"data:image/png;base64,{b64encode(png).decode()}"


def _body(changes: Changes, illustrations: Illustrations) -> Iterator[str]:
    yield from _contents(changes)
    if illustrations.why_missing:
        yield f'<p class="note">Not all old faces can be shown: {escape(illustrations.why_missing)}.</p>'
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
    """What there is on the page and how much of it, each linked."""
    numbers = (
        *((kind, heading, len(changes.of(kind))) for kind, heading in KINDS.items()),
        ("components", "Components", len(changes.components)),
        ("rules", "Rules", len(changes.rules)),
    )
    items = [f'<li><a href="#{id}">{heading}: {number}</a></li>' for id, heading, number in numbers if number]
    if items:
        yield f'<nav aria-label="What changed">\n<ul>{"".join(items)}</ul>\n</nav>'


def _cards(changes: Changes, illustrations: Illustrations) -> Iterator[str]:
    told: set[tuple[str, str]] = set()
    seen: set[SideChange] = set()
    for kind, heading in KINDS.items():
        if entries := changes.of(kind):
            yield f'<section id="{kind}">\n<h2>{heading}</h2>'
            likewise: list[CardChange] = []
            for entry in entries:
                key = entry.component, entry.card
                if kind == "restyled" and seen.issuperset(sides_to_show(entry)):
                    likewise.append(entry)
                else:
                    yield _again(entry, kind) if key in told else _card(entry, kind, illustrations, seen)
                told.add(key)
            yield from (_likewise(likewise),) if likewise else ()
            yield "</section>"


def _again(change: CardChange, kind: Kind) -> str:
    return f'<article class="again"><div>\n{_title(change)}{_copies(change, kind)}</div></article>'


def _likewise(cards: list[CardChange]) -> str:
    """Cards of which there is nothing to see that was not shown with another."""
    names = "; ".join(f"{change.name} {id_of(change)}".strip() for change in cards)
    return (
        f'<article class="again"><div>\n<p>Likewise {len(cards)} more: {escape(names)}</p>\n</div></article>'
    )


def _card(change: CardChange, kind: Kind, illustrations: Illustrations, seen: set[SideChange]) -> str:
    faces = "".join(_faces(change, illustrations, seen)) if illustrations.faces else ""
    pictures = f'<div class="faces">\n{faces}</div>\n' if faces else ""
    values = (
        tuple(replace(value, old=value.new) for value in change.values) if kind == "new" else change.values
    )
    words = _copies(change, kind) + _values(values, illustrations.symbols)
    return f"<article><div>\n{_title(change)}{words}</div>\n{pictures}</article>"


def _title(change: CardChange) -> str:
    id = f"<small>{escape(id_of(change))}</small>"
    return f"<h3>{escape(change.name)} {id}</h3>\n" if change.name else f"<h3>{escape(id_of(change))}</h3>\n"


def _copies(change: CardChange, kind: Kind) -> str:
    return f"<p>{escape(copies(change))}</p>\n" if kind in ("new", "gone", "copies") else ""


def _faces(change: CardChange, illustrations: Illustrations, seen: set[SideChange]) -> Iterator[str]:
    """The sides that changed, old and new; a back that other cards have too is shown with the first of them."""
    for view in sides_to_show(change):
        if view.side == "back" and view in seen:
            continue
        seen.add(view)
        name = f"{change.name or id_of(change)}, "
        side = " back" if view.side == "back" else ""
        new = illustrations.faces.get(view.new)
        if view.old and view.old != view.new:
            old = illustrations.faces.get(view.old)
            yield _figure(old, name, f"old{side}") if old else _missing(new, f"old{side}")
        if new:
            yield _figure(new, name, f"new{side}" if view.old != view.new else "")


def _figure(face: FacePicture, name: str, which: str) -> str:
    width, height = _pixels(face.size)
    says = escape(f"{name}{which} face" if which else f"{name}its face", quote=True)
    caption = f"<figcaption>{which}</figcaption>" if which else ""
    picture = f'<img alt="{says}" width="{width}" height="{height}" src="{_data(face.png)}">'
    return f'<figure style="--wide: {width}px">{picture}{caption}</figure>\n'


def _missing(beside: FacePicture | None, which: str) -> str:
    """The place of a face that there is no picture of, as large as that which it is compared with."""
    width, height = _pixels(beside.size if beside else CARD)
    place = f'<div class="missing" style="aspect-ratio: {width} / {height}">no picture to be had</div>'
    return f'<figure style="--wide: {width}px">{place}<figcaption>{which}</figcaption></figure>\n'


def _pixels(size: Size) -> tuple[int, int]:
    return round(size.width * PIXELS), round(size.height * PIXELS)


def _values(values: tuple[Change, ...], signs: Mapping[str, bytes] | None = None) -> str:
    """Changed values; with `signs` they are a card's, whose notation is shown as a card would."""
    if not values:
        return ""
    rows = "".join(
        f"<dt>{escape(value.name or 'it says')}</dt>"
        f"<dd>{plain_words(value) if signs is None else rich_words(value, signs)}</dd>\n"
        for value in values
    )
    return f"<dl>\n{rows}</dl>\n"


def _footer(illustrations: Illustrations) -> str:
    """Whence old faces come, so that one can look it up."""
    if not illustrations.commits:
        return ""
    listed = ", ".join(commit[:10] for commit in illustrations.commits)
    which = f"commit{'s' if len(illustrations.commits) > 1 else ''} {listed}"
    return f"<footer>Old faces were drawn from {which}; each is the one whose digest the print’s record holds.</footer>\n"
