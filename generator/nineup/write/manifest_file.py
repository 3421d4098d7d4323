"""The manifest: which piece is where in which file, the digest of its face, and the data for recording the
print.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import islice
from typing import Any

import msgspec

from nineup import __version__
from nineup.base.geometry import Box
from nineup.base.units import MM
from nineup.model.digests import Digests
from nineup.model.paper import Page, Placement

FORMAT = 1
"""Incremented when a reader of manifests would misunderstand a newer one."""

_SEAL = b',\n"digest": "'
"""Precedes the digest of everything before it, which ends a manifest."""

_PORTION = 500
"""The number of records encoded at once."""

_ENCODER = msgspec.json.Encoder()
_encode = _ENCODER.encode


class _ManifestPage(msgspec.Struct, omit_defaults=True):
    page: int
    """Counts from 1 in the file."""
    paper: tuple[float, float]
    """Width and height in millimetres."""
    label: str
    ink: tuple[float, float] | None = None
    """The shares of the page that full ink would cover, as drawn and as printed to save ink."""


class PlacedPiece(msgspec.Struct, frozen=True, omit_defaults=True):
    """A piece on a page."""

    component: str
    card: str
    owner: str
    copy: int
    side: str
    file: str
    page: int
    box: tuple[float, float, float, float]
    """Left, top, width and height of the trim in millimetres, from the page's top-left corner."""
    turns: int
    """Quarter turns clockwise."""
    digest: str
    part: str = ""
    """A name such as `B2 of C3` if only a part of the piece is here; the box is then that of the part."""


def manifest(
    game: str,
    run: str,
    players: int,
    options: Mapping[str, Any],
    files: Mapping[str, Sequence[Page]],
    asked: Mapping[str, Any] = {},
    digests: Digests | None = None,
    printed: Any = None,
    inks: Mapping[str, Sequence[tuple[float, float]]] = {},
) -> bytes:
    """The manifest of a run as JSON, one placed piece per line; `files` are the pages of each PDF, by its
    name.

    Files and pieces are in the order of `files`, of its pages, and of their placements. `asked` is the
    request of the build, `inks` the ink of each page of some files, `printed` the data for the record of the
    print; both are any JSON data. `digests` may have cached faces. The last line is a digest of the others.
    """
    head = {
        "format": FORMAT,
        "tool": f"nineup {__version__}",
        "game": game,
        "run": run,
        "players": players,
        "options": {name: _plain(value) for name, value in sorted(options.items())},
        "asked": asked,
        **({} if printed is None else {"printed": printed}),
    }
    text = bytearray(b"{\n")
    for key, value in head.items():
        text += b"%b: %b,\n" % (_encode(key), _encode(value))
    _add_files(files, inks, text)
    _list("pieces", _pieces(files, Digests() if digests is None else digests), text)
    text += b'%b%b"\n}\n' % (_SEAL, _digest(text))
    return bytes(text)


def is_as_written(data: bytes) -> bool:
    """Whether a manifest has the bytes that a build wrote; False if it was edited, or never sealed."""
    content, seal, digest = data.rpartition(_SEAL)
    return bool(seal) and digest.rstrip() == b'%b"\n}' % _digest(content)


def _digest(content: bytes | bytearray) -> bytes:
    return blake2b(content, digest_size=8).hexdigest().encode()


def _add_files(
    files: Mapping[str, Sequence[Page]], inks: Mapping[str, Sequence[tuple[float, float]]], text: bytearray
) -> None:
    text += b'"files": [\n'
    for number, (name, pages) in enumerate(files.items()):
        text += b'%b{"file": %b, ' % (b",\n" if number else b"", _encode(name))
        _list("pages", _pages(pages, inks.get(name, ())), text)
        text += b"}"
    text += b"\n],\n"


def _list(name: str, records: Iterable[_ManifestPage | PlacedPiece], text: bytearray) -> None:
    """Adds a list by its name, one record per line, encoded in portions to save memory."""
    text += b'"%b": [\n' % name.encode()
    rest = iter(records)
    separator = b""
    while portion := list(islice(rest, _PORTION)):
        lines = _ENCODER.encode_lines(portion)  # In JSON, no text contains a line break.
        text += separator + lines[:-1].replace(b"\n", b",\n")
        separator = b",\n"
    text += b"\n]"


def _pages(pages: Sequence[Page], inks: Sequence[tuple[float, float]]) -> Iterator[_ManifestPage]:
    for number, page in enumerate(pages, 1):
        ink = (round(inks[number - 1][0], 4), round(inks[number - 1][1], 4)) if inks else None
        yield _ManifestPage(number, (_mm(page.size.width), _mm(page.size.height)), page.label, ink=ink)


def _pieces(files: Mapping[str, Sequence[Page]], digests: Digests) -> Iterator[PlacedPiece]:
    for name, pages in files.items():
        for number, page in enumerate(pages, 1):
            for placement in page.placements:
                yield _piece(placement, name, number, ink=digests[placement.face])


def _piece(placement: Placement, file: str, page: int, ink: str) -> PlacedPiece:
    piece = placement.piece
    return PlacedPiece(
        piece.component,
        piece.card,
        str(piece.owner),
        copy=piece.copy,
        side=placement.side,
        file=file,
        page=page,
        box=_box(placement.clip if placement.part else placement.box),
        turns=placement.turns % 4,
        digest=ink,
        part=placement.part,
    )


@lru_cache(maxsize=1024)
def _box(box: Box) -> tuple[float, float, float, float]:
    return _mm(box.x), _mm(box.y), _mm(box.width), _mm(box.height)


def _mm(points: float) -> float:
    """Millimetres to a thousandth; never minus zero."""
    return round(points / MM, 3) + 0.0


def _plain(value: Any) -> Any:
    """An option's value as plain data; items of lists are texts."""
    if isinstance(value, str):
        return str(value)
    if isinstance(value, set | frozenset):
        return sorted(map(str, value))
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value
