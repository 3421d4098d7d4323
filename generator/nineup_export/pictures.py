"""Pictures: a run's faces, each in a file, and whole decks as grids, with an index of what each file
shows.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from typing import NamedTuple

import msgspec
from nineup.base import Findings, nearest
from nineup.layout.typeset import Drawn
from nineup.model import Face
from nineup.pipeline import cut_out, with_bleed
from nineup.write import Encoding, FaceSvg, Shot

from nineup_export.decks import DeckSheet, deck_sheets, is_deck
from nineup_export.scenes import SCENES, scene_picture
from nineup_export.shots import PieceGroup, groups_of, prepared, report_missing_bleed, report_too_large, shoot
from nineup_export.target import ExportedFile, ExportJob, ExportSetting, ExportTarget

FIELDS = ("component", "owner", "id", "name", "copy", "side")
"""The fields that a pattern may name in braces."""

_FIELD = re.compile(r"\{([^{}]*)\}")
_SAFE_PATH = re.compile(r"[\w./-]*")
_JOINTS = re.compile(r"([-_./])[-_./]+")
_NO_WORD = re.compile(r"\W+")


class NamedSide(NamedTuple):
    """A named side of a piece; `copy` counts from 1, and is 0 if copies share a file."""

    name: str
    drawn: Drawn
    side: str
    copy: int


def report_pattern(pattern: str, groups: tuple[PieceGroup, ...], findings: Findings) -> None:
    """Reports unknown fields, characters unfit for file names, and pieces that would share a name."""
    fields = _FIELD.findall(pattern)
    for field in fields:
        if field not in FIELDS:
            known = tuple(f"{{{name}}}" for name in FIELDS)
            hint = nearest(f"{{{field}}}", known)
            findings.request_error(
                "export-name", f"`{{{field}}}` is not a field of file names", None, hint=hint
            )
    rest = _FIELD.sub("", pattern)
    if not _SAFE_PATH.fullmatch(rest) or ".." in rest or not fields:
        message = f"`{pattern}` is not a pattern for file names"
        hint = "letters, digits, `-`, `_`, `.`, `/` for folders, and fields such as {component}-{id}"
        findings.request_error("export-name", message, None, hint=hint)
    if findings.failed:
        return
    seen: dict[str, NamedSide] = {}
    for named in named_sides(pattern, groups):
        first = seen.setdefault(named.name.casefold(), named)
        if first is not named:
            card, other = named.drawn.part.card, first.drawn.part.card
            message = f"`{pattern}` gives `{other.id}` and `{card.id}` the same name, `{named.name}`"
            hint = f"add {_missing(fields)} to the pattern"
            findings.request_error("export-name", message, card.span, hint=hint)
            return


def _missing(fields: list[str]) -> str:
    lacking = [f"{{{name}}}" for name in ("component", "owner", "id") if name not in fields]
    return " and ".join(lacking) or "{id}"


def named_sides(pattern: str, groups: tuple[PieceGroup, ...]) -> Iterator[NamedSide]:
    """Every side of every piece with its name, without a suffix; one for all copies unless the pattern counts
    them.
    """
    counted = "{copy}" in pattern
    suffix = "" if "{side}" in pattern else ".back"
    for group in groups:
        for drawn in group.members:
            for copy in range(1, drawn.part.copies + 1) if counted else (0,):
                for side in ("front", "back") if drawn.back is not None else ("front",):
                    name = _filled(pattern, _values(group, drawn, copy, side=side))
                    yield NamedSide(name + (suffix if side == "back" else ""), drawn, side, copy=copy)


def _values(group: PieceGroup, drawn: Drawn, copy: int, side: str) -> Mapping[str, str]:
    card = drawn.part.card
    name = _NO_WORD.sub("-", str(card.values.get("name") or card.id)).strip("-")
    return {
        "component": group.component.id,
        "owner": group.owner,
        "id": card.id,
        "name": name or card.id,
        "copy": str(copy),
        "side": side,
    }


def _filled(pattern: str, values: Mapping[str, str]) -> str:
    """The pattern with its values; separators next to an empty value are omitted."""
    text = _FIELD.sub(lambda field: values[field[1]], pattern)
    return _JOINTS.sub(r"\1", text).strip("-_./")


INDEX = "pictures.json"
"""The name of the index of the other files."""

SUFFIXES = {"png": ".png", "webp": ".webp", "jpeg": ".jpg", "svg": ".svg"}

DPI = ExportSetting(
    "dpi", "Dots per inch.", "number", default=300, low=20, high=2400, example="N", label="Dots per inch"
)
BLEED = ExportSetting(
    "bleed",
    "Whole rectangles with this much ink beyond the cut, such as 3mm or 0mm. Default: pieces are cut out.",
    "length",
    example="LENGTH",
    label="Ink beyond the cut",
    placeholder="cut out",
)


class Picture(msgspec.Struct, frozen=True, omit_defaults=True):
    """A face's picture: its path below the folder, its size in pixels, and the pieces that show it."""

    file: str
    width: int
    height: int
    component: str
    owner: str = ""
    cards: tuple[str, ...] = ()
    """One card, or several for a shared back."""
    side: str = "front"
    copies: int = 0


class DeckPicture(msgspec.Struct, frozen=True, omit_defaults=True):
    """Pieces in the places of a grid, row by row; the last place shows the back, which hides a card in a
    hand.
    """

    file: str
    width: int
    height: int
    columns: int
    rows: int
    component: str
    owner: str
    cards: tuple[str, ...]
    back: str = ""
    """The picture of the back, which all cards share; with `unique_backs`, a grid of the cards' own backs."""
    unique_backs: bool = False


def _limits(job: ExportJob, findings: Findings) -> None:
    groups, values = groups_of(job.drawn_run), job.values
    if values["format"] != "svg":
        report_too_large(groups, values["bleed"] or 0.0, float(values["dpi"]), findings=findings)
    elif values["decks"]:
        message = "decks are grids of pixels, not SVG"
        findings.request_error(
            "export-setting", message, None, hint="leave out `--decks`, or use `--format png`"
        )
    report_missing_bleed([(group, values["bleed"] or 0.0) for group in groups], findings)
    if values["name"]:
        report_pattern(values["name"], groups, findings)


def _files(job: ExportJob) -> Iterator[ExportedFile]:
    run, values = job.drawn_run.run, job.values
    groups = groups_of(job.drawn_run)
    pictures: list[Picture] = []
    decks: list[DeckPicture] = []
    for done, group in enumerate(groups):
        job.progress(f"{run.game.id}: pictures of {group.component.id}", done, len(groups))
        shots = _patterned(group, values["name"]) if values["name"] else _by_folder(group)
        for entry, data in _shot(job, group, list(shots)):
            pictures.append(entry)
            yield ExportedFile(entry.file, data)
        if values["decks"] and is_deck(group):
            for deck, files in _decks(job, group):
                decks.append(deck)
                yield from files
    asked = values["scene"]
    for scene in SCENES if asked == "all" else [asked] if asked != "none" else []:
        job.progress(f"{run.game.id}: {scene}", len(groups), len(groups))
        yield ExportedFile(f"scenes/{scene}.png", scene_picture(job.drawn_run, scene))
    index = {
        "game": run.game.id,
        "run": run.name,
        "dpi": float(values["dpi"]),
        "pictures": pictures,
        "decks": decks,
    }
    yield ExportedFile(INDEX, msgspec.json.format(msgspec.json.encode(index), indent=2) + b"\n")


def _by_folder(group: PieceGroup) -> Iterator[tuple[Picture, Face]]:
    """A picture of each front, and of each back or the one that all share:

    `component/owner/card`, `component.back`.
    """
    common = group.common_back
    base = _base(group)
    unsized = partial(Picture, width=0, height=0, component=group.component.id, owner=group.owner)
    for d in group.members:
        card, copies = d.part.card.id, d.part.copies
        name = base if not group.is_listed else f"{base}/{card}"
        yield unsized(name, cards=(card,), copies=copies), d.front
        if d.back is not None and common is None:
            yield unsized(f"{name}.back", cards=(card,), side="back", copies=copies), d.back
    if common is not None:
        cards = tuple(d.part.card.id for d in group.members)
        yield unsized(f"{base}.back", cards=cards, side="back", copies=group.pieces), common


def _patterned(group: PieceGroup, pattern: str) -> Iterator[tuple[Picture, Face]]:
    """A picture of each side of each piece, by a user's pattern."""
    for name, drawn, side, copy in named_sides(pattern, (group,)):
        face = drawn.front if side == "front" or drawn.back is None else drawn.back
        copies = 1 if copy else drawn.part.copies
        yield (
            Picture(
                name,
                0,
                0,
                component=group.component.id,
                owner=group.owner,
                cards=(drawn.part.card.id,),
                side=side,
                copies=copies,
            ),
            face,
        )


def _shot(
    job: ExportJob, group: PieceGroup, wanted: list[tuple[Picture, Face]]
) -> Iterator[tuple[Picture, bytes]]:
    """Each requested picture with its file, in order; a face that several pieces show is drawn once and kept
    until its last use.
    """
    values, fonts = job.values, job.drawn_run.engine.fonts
    suffix = SUFFIXES[values["format"]]
    uses = Counter(face for _, face in wanted)
    if values["format"] == "svg":
        writer = FaceSvg(fonts.by_key)
        shots: Iterator[Shot] = (
            Shot(writer.write(_whole(face, group, values["bleed"])), 0, 0) for face in uses
        )
    else:
        encoding: Encoding = values["format"]
        dpi = float(values["dpi"])
        shots = shoot(
            (prepared(face, group.component, values["bleed"], dpi=dpi) for face in uses),
            fonts,
            dpi,
            encoding=encoding,
        )
    kept: dict[Face, Shot] = {}
    for entry, face in wanted:
        if face not in kept:
            kept[face] = next(shots)
        data, width, height = kept[face]
        uses[face] -= 1
        if not uses[face]:
            del kept[face]
        yield msgspec.structs.replace(entry, file=entry.file + suffix, width=width, height=height), data


def _whole(face: Face, group: PieceGroup, bleed: float | None) -> Face:
    return cut_out(face, group.component) if bleed is None else with_bleed(face, bleed)


def _decks(job: ExportJob, group: PieceGroup) -> Iterator[tuple[DeckPicture, list[ExportedFile]]]:
    """Each deck of at most 69 pieces, with its files."""
    values = job.values
    pieces = [drawn for drawn in group.members for _ in range(drawn.part.copies)]
    suffix, encoding = SUFFIXES[values["format"]], values["format"]
    sheets = list(
        deck_sheets(group, pieces, job.drawn_run.engine.fonts, dpi=float(values["dpi"]), encoding=encoding)
    )
    for number, sheet in enumerate(sheets, 1):
        name = f"{_base(group)}.deck" if len(sheets) == 1 else f"{_base(group)}.deck-{number}"
        back = f"{name}.back{suffix}" if sheet.back is not None else ""
        cards = tuple(d.part.card.id for d in sheet.members)
        deck = DeckPicture(
            f"{name}{suffix}",
            sheet.width,
            sheet.height,
            sheet.columns,
            sheet.rows,
            component=group.component.id,
            owner=group.owner,
            cards=cards,
            back=back,
            unique_backs=sheet.has_own_backs,
        )
        files = [ExportedFile(deck.file, sheet.front, _asked(sheet, back))]
        yield deck, files + ([ExportedFile(back, sheet.back)] if sheet.back is not None else [])


def _asked(sheet: DeckSheet, back: str) -> str:
    """The settings that a virtual table asks for when it imports a deck."""
    count = len(sheet.members)
    backs = "unique backs" if sheet.has_own_backs else "back"
    named = f"; {backs}: {back.rpartition('/')[2]}" if back else ""
    return f"{count} card{'s' if count != 1 else ''}, {sheet.columns} across, {sheet.rows} down{named}"


def _base(group: PieceGroup) -> str:
    return "/".join(filter(None, (group.component.id, group.owner)))


PICTURES = ExportTarget(
    "pictures",
    "Pictures",
    "Each face as a picture, for virtual tables, print services and the web.",
    takes="faces",
    files=_files,
    limits=_limits,
    settings=(
        DPI,
        BLEED,
        ExportSetting(
            "format",
            "PNG, WebP, JPEG or SVG.",
            "choice",
            default="png",
            choices=tuple(SUFFIXES),
            label="Format",
        ),
        ExportSetting(
            "name",
            "How files are named, such as {component}-{id}-{copy}. Default: folders of components and "
            "owners.",
            "text",
            default="",
            example="PATTERN",
            label="Names",
            placeholder="folders",
        ),
        ExportSetting(
            "decks",
            "Also whole decks, up to 10 × 7 cards in a picture.",
            "switch",
            default=False,
            label="Whole decks too",
        ),
        ExportSetting(
            "scene",
            "Also a picture for shops and posts: a hand fanned, a table, or the box with its contents.",
            "choice",
            default="none",
            choices=("none", *SCENES, "all"),
            label="Scene",
        ),
    ),
    next_steps=(
        "Unpack the archive where you want the pictures; each is a face, named after its card.",
        "`export.json` beside them lists all files.",
    ),
)
