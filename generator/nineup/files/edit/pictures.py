"""Pictures that a designer brings into a project: what is checked, how they are named, and whose they are.

A file passes the checks of every picture that is drawn: its kind by its content, its size and its pixels.
Names become portable ones, and a file is matched to a card whose id or name has the same letters and digits,
whatever their accents, capitals, spaces and underscores: `01_Élan vital.PNG` to `elan-vital`.
"""

import os
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import PurePosixPath

import msgspec

from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.base.reading import is_reserved, unportable
from nineup.model.art import ArtError, kind_of, read_image
from nineup.schema.types import as_id
from nineup.svg.extents import extent
from nineup.svg.library import PackedError, is_drawing, unpacked
from nineup.svg.reporter import Reporter
from nineup.svg.xml import parse_svg

FOLDER = "art"
"""The folder below a game's layouts in which pictures land."""

_SUFFIXES = {
    "PNG": (".png",),
    "JPEG": (".jpg", ".jpeg"),
    "WEBP": (".webp",),
    "GIF": (".gif",),
    "BMP": (".bmp",),
    "SVG": (".svg",),
    "packed SVG": (".svgz",),
}
SUFFIXES = tuple(suffix for each in _SUFFIXES.values() for suffix in each)

_LONGEST = 60
"""The longest name without its suffix, in characters."""

_DEEPEST = 4
"""The number of folders and names in a picture's path below the game's layouts."""

_ELSEWHERE = re.compile(r"\s*(?!data:)(?:[a-z][a-z0-9+.-]{0,40}:|//)", re.IGNORECASE)
_COUNTED = re.compile(r"^\W*+\d++[\W_]++(?=.*[^\W\d_])")
"""A number before a name: `01 Dragon`."""


class CheckedPicture(msgspec.Struct, frozen=True):
    """A picture that can be drawn: its portable name, and its size in pixels or, for a drawing, points."""

    name: str
    width: float
    height: float


def checked_picture(name: str, data: bytes) -> CheckedPicture:
    """Checks a file that is called `name` where it comes from. Raises ArtError."""
    kind = _drawing_kind(data) or kind_of(data)
    if not kind:
        raise ArtError(
            "is not a PNG, JPEG, WebP, GIF, BMP or SVG, whatever its name says", "save it as PNG or JPEG"
        )
    suffix = PurePosixPath(name).suffix.lower()
    if suffix in SUFFIXES and suffix not in _SUFFIXES[kind]:
        raise ArtError(f"holds a {kind}, which its name denies", f"rename it to `*{_SUFFIXES[kind][0]}`")
    if kind in ("SVG", "packed SVG"):
        width, height = _drawing_size(data)
    else:
        image = read_image(data)
        width, height = image.width, image.height
    return CheckedPicture(safe_name(name, _SUFFIXES[kind][0]), width, height)


def _drawing_kind(data: bytes) -> str:
    if not is_drawing(data):
        return ""
    return "packed SVG" if data.startswith(b"\x1f\x8b") else "SVG"


def _drawing_size(data: bytes) -> tuple[float, float]:
    """The size of a drawing in points. Raises ArtError if it can't be drawn, or does more than draw."""
    findings = Findings()
    try:
        document = parse_svg("", unpacked(data).decode("utf-8-sig"), findings)
    except PackedError as error:
        raise ArtError(str(error), "save it again") from None
    except UnicodeDecodeError:
        raise ArtError("is not UTF-8", "save it as plain SVG") from None
    if document is None:
        raise ArtError(f"is not a drawing: {findings[0].message}", findings[0].hint)
    for element in document.root.all():
        if element.name == "script" or any(each.lower().startswith("on") for each in element.attributes):
            raise ArtError("has a script", "save it as plain SVG, without scripts")
        address = element.attributes.get("href", "")
        if _ELSEWHERE.match(address):
            raise ArtError(f"names `{address.strip()[:60]}`, which is elsewhere", "embed it in the drawing")
        if element.bindings:
            raise ArtError("has bindings: it is a layout", "put it beside the other layouts")
    _, size = extent(document, Reporter(findings, is_art=True))
    if findings.failed:
        raise ArtError(f"can't be drawn: {findings[0].message}", findings[0].hint)
    return size


def safe_name(name: str, suffix: str) -> str:
    """A portable name for a file: `Dragon’s Hoard (2).PNG` becomes `dragon-s-hoard-2.png`.

    Letters without a Latin form stay: `竜.png`.
    """
    name = re.split(r"[/\\]", name)[-1]
    stem = name.rpartition(".")[0] if name.lower().endswith(SUFFIXES) else name
    folded = "".join(sign for sign in _folded(stem) if not unicodedata.combining(sign))
    if any(sign.isalnum() and not sign.isascii() for sign in folded.replace("ß", "ss")):
        base = re.sub(r"[\W_]+", "-", unicodedata.normalize("NFC", stem).lower()).strip("-")
    else:
        base = as_id(stem)
    base = base[:_LONGEST].strip("-") or "picture"
    return f"{base}-art{suffix}" if is_reserved(base + suffix) else base + suffix


def picture_place(project: Project, game: str, file: str, taken: Iterable[str] = ()) -> str:
    """The project's path of a picture at `file` below a game's layouts; `taken` are others that come with it.

    Raises ArtError if no picture may have that path, or if a system takes it for another one that is there.
    """
    parts = file.split("/")
    if not 1 < len(parts) <= _DEEPEST:
        raise ArtError(f"`{file}` is not in a folder of the game's pictures", "put it in `art/`")
    for part in parts:
        why = unportable(part) or ("it is no name" if part.startswith(".") or not part.isprintable() else "")
        if why or not part:
            raise ArtError(f"`{part}` can't be the name of a picture: {why or 'it is empty'}")
    if not file.lower().endswith(SUFFIXES):
        raise ArtError(f"`{file}` doesn't end as a picture does", f"end it with {', '.join(SUFFIXES)}")
    top = f"layouts/{game}"
    for depth in range(len(parts)):
        folder, name = "/".join((top, *parts[:depth])), parts[depth]
        for other in _names(project, folder):
            if other != name and other.casefold() == name.casefold():
                raise ArtError(f"`{other}` is there already, which Windows and macOS take for `{name}`")
    for other in taken:
        if other.casefold() == file.casefold():
            raise ArtError(f"two pictures would be `{file}`")
    return f"{top}/{file}"


def _names(project: Project, folder: str) -> list[str]:
    with suppress(OSError):
        return os.listdir(project.root / folder)
    return []


class Matched(msgspec.Struct, frozen=True):
    """The card of a file, by its number; or why there is none, in words."""

    card: int | None = None
    why: str = ""


def matched(files: Sequence[str], cards: Sequence[Mapping[str, str]]) -> list[Matched]:
    """The card of each file, by the ids and the names of cards; each card gets one file."""
    ids, names = _by_letters(cards, "id"), _by_letters(cards, "name")
    taken: set[int] = set()
    matches = []
    for file in files:
        stem = file.rpartition(".")[0] or file
        words = [_letters(each) for each in (stem, _COUNTED.sub("", stem))]
        numbers = next((known[word] for word in words for known in (ids, names) if word in known), set())
        if not numbers:
            matches.append(Matched(why="no card has this id or name"))
        elif len(numbers) > 1:
            listed = ", ".join(cards[number]["id"] for number in sorted(numbers))
            matches.append(Matched(why=f"several cards have this name: {listed}"))
        elif numbers <= taken:
            matches.append(Matched(why="another of these files is for its card"))
        else:
            taken |= numbers
            matches.append(Matched(min(numbers)))
    return matches


def _by_letters(cards: Sequence[Mapping[str, str]], key: str) -> dict[str, set[int]]:
    by_letters: dict[str, set[int]] = {}
    for number, card in enumerate(cards):
        if letters := _letters(card[key]):
            by_letters.setdefault(letters, set()).add(number)
    return by_letters


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKD", text).casefold()


def _letters(text: str) -> str:
    """The letters and digits of a text, without accents and capitals."""
    return "".join(sign for sign in _folded(text) if sign.isalnum())
