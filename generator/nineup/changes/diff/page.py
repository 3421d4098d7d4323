"""Changes as a self-contained HTML page: removed and added words, old and new faces side by side.

The markup is in the template `page.html`; this module prepares its data.
"""

from base64 import b64encode
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import msgspec

from nineup.base.geometry import Size
from nineup.base.html_page import template_environment
from nineup.changes.diff.compare import KINDS, CardChange, ChangeKind, Changes
from nineup.changes.diff.report import copies_text, qualified_id
from nineup.changes.diff.rich_words import (
    ChangedValue,
    changed_card_value,
    changed_plain_value,
    new_card_value,
)
from nineup.changes.diff.sides import SideChange, sides_to_show
from nineup.model.drawing import Segment

if TYPE_CHECKING:
    from jinja2 import Environment


class FacePicture(msgspec.Struct, frozen=True):
    """A picture of a cut-out face: a WebP, transparent outside the outline, or a square JPEG; size and
    outline in points.
    """

    data: bytes
    size: Size
    outline: tuple[Segment, ...] = ()
    corner: float = 0.0
    """The radius of the corners that the page rounds."""


class Illustrations(msgspec.Struct, frozen=True):
    """The pictures on a page: faces by digest, symbols (PNG) by id."""

    faces: Mapping[str, FacePicture] = {}
    symbols: Mapping[str, bytes] = {}
    commits: tuple[str, ...] = ()
    """The git commits from which old faces were redrawn, because records hold only digests."""
    why_missing: str = ""
    """Why some old faces have no picture; empty if none is missing."""


PIXELS = 96 / 72
"""CSS pixels per point: faces are shown at print size."""

DEFAULT_SIZE = Size(180.0, 252.0)
"""The assumed size, in points, of a face without a picture of either version."""

SYMBOL_HEIGHT = 1.25
"""The height of an inline symbol in em; `page.css` uses the same value."""


class _FaceView(msgspec.Struct, frozen=True):
    """A figure: size in CSS pixels; `picture` is empty for a placeholder."""

    width: int
    height: int
    caption: str
    picture: bytes = b""
    alt: str = ""
    corner: str = ""
    """The radius of its corners, as CSS."""


class _CardEntry(msgspec.Struct, frozen=True):
    """A card in a section; `is_repeated` if it was described in an earlier one."""

    name: str
    id: str
    copies: str
    is_repeated: bool = False
    values: tuple[ChangedValue, ...] = ()
    faces: tuple[_FaceView, ...] = ()


class _Section(msgspec.Struct, frozen=True):
    """The cards of one kind of change; `same_faces` names cards whose changed faces were already shown with
    others.
    """

    id: str
    heading: str
    entries: tuple[_CardEntry, ...]
    same_faces: tuple[str, ...]


def changes_html(changes: Changes, illustrations: Illustrations = Illustrations()) -> str:  # noqa: B008
    """The page of a changelog; each card is described once, at its first mention."""
    return "".join(html_parts(changes, illustrations))


def html_parts(changes: Changes, illustrations: Illustrations) -> Iterator[str]:
    """The page in parts, about one for each card, so that a long page is never in memory as a whole."""
    page = _environment().get_template("page.html")
    return page.generate(
        changes=changes,
        illustrations=illustrations,
        contents=tuple(_contents(changes)),
        sections=tuple(_sections(changes, illustrations)),
        css=files("nineup.changes.diff").joinpath("page.css").read_text("utf-8"),
    )


@cache
def _environment() -> "Environment":
    environment = template_environment("nineup.changes.diff")
    environment.filters |= {
        "data_url": lambda data, kind: f"data:image/{kind};base64,{b64encode(data).decode()}",
        "plain": changed_plain_value,
        "width_in_em": _width_in_em,
    }
    return environment


def _width_in_em(png: bytes) -> float:
    """The width of an inline symbol, from the pixel size in the PNG header."""
    return SYMBOL_HEIGHT * int.from_bytes(png[16:20]) / int.from_bytes(png[20:24])


def _contents(changes: Changes) -> Iterator[tuple[str, str, int]]:
    """The sections' ids, headings and numbers of entries."""
    numbers = (
        *((kind, heading, len(changes.of(kind))) for kind, heading in KINDS.items()),
        ("components", "Components", len(changes.components)),
        ("rules", "Rules", len(changes.rules)),
    )
    return (section for section in numbers if section[2])


def _sections(changes: Changes, illustrations: Illustrations) -> Iterator[_Section]:
    described: set[tuple[str, str]] = set()
    seen: set[SideChange] = set()
    for kind, heading in KINDS.items():
        entries: list[_CardEntry] = []
        same_faces: list[str] = []
        for change in changes.of(kind):
            key = change.component, change.card
            if kind == "restyled" and seen.issuperset(sides_to_show(change)):
                same_faces.append(f"{change.name} {qualified_id(change)}".strip())
            else:
                entries.append(_entry(change, kind, key in described, illustrations=illustrations, seen=seen))
            described.add(key)
        if entries or same_faces:
            yield _Section(kind, heading, tuple(entries), same_faces=tuple(same_faces))


def _entry(
    change: CardChange,
    kind: ChangeKind,
    is_repeated: bool,
    illustrations: Illustrations,
    seen: set[SideChange],
) -> _CardEntry:
    copies = copies_text(change) if kind in ("new", "gone", "copies") else ""
    title = change.name, qualified_id(change), copies
    if is_repeated:
        return _CardEntry(*title, is_repeated)
    value = new_card_value if kind == "new" else changed_card_value
    return _CardEntry(
        *title,
        values=tuple(value(each, illustrations.symbols) for each in change.values),
        faces=tuple(_faces(change, illustrations, seen)) if illustrations.faces else (),
    )


def _faces(change: CardChange, illustrations: Illustrations, seen: set[SideChange]) -> Iterator[_FaceView]:
    """The sides that changed, old and new; a shared back is shown with its first card only."""
    for view in sides_to_show(change):
        if view.side == "back" and view in seen:
            continue
        seen.add(view)
        name = change.name or qualified_id(change)
        side = " back" if view.side == "back" else ""
        new = illustrations.faces.get(view.new)
        if view.old and view.old != view.new:
            old = illustrations.faces.get(view.old)
            yield _face(old, name, f"old{side}") if old else _placeholder(new, f"old{side}")
        if new:
            yield _face(new, name, f"new{side}" if view.old != view.new else "")


def _face(face: FacePicture, name: str, which: str) -> _FaceView:
    alt = f"{name}, {which} face" if which else f"{name}, face"
    across, down = (100 * face.corner / side for side in face.size)
    return _FaceView(
        *_pixels(face.size), which, face.data, alt, f"{across:.3g}%/{down:.3g}%" if face.corner else ""
    )


def _placeholder(beside: FacePicture | None, which: str) -> _FaceView:
    """A placeholder for a missing face, as large as the face next to it."""
    return _FaceView(*_pixels(beside.size if beside else DEFAULT_SIZE), which)


def _pixels(size: Size) -> tuple[int, int]:
    return round(size.width * PIXELS), round(size.height * PIXELS)
