"""Tabletop Simulator: saved objects for each component and for the whole setup of a run, with their
pictures.
"""

from collections.abc import Iterator, Sequence
from hashlib import blake2b

import msgspec
from nineup.base import INCH, Findings
from nineup.base.geometry import Size
from nineup.faces.shapes import shape_of
from nineup.layout.typeset import Drawn
from nineup.model import Component, Face

from nineup_export.decks import (
    LEGIBLE,
    MAX_DECK_SIDE,
    MOST_PIECES,
    DeckSheet,
    deck_sheets,
    part_title,
    report_blurred,
    sharpness,
    text_on,
)
from nineup_export.piles import can_be_shuffled, piles, resolutions, shuffled, shuffled_with
from nineup_export.shots import PieceGroup, prepared, report_unplayed, shoot
from nineup_export.tables import tts_objects as tts
from nineup_export.tables.tts_objects import ObjectState
from nineup_export.tables.tts_room import room
from nineup_export.tables.tts_table import BAG, TableThing, laid_out
from nineup_export.target import ExportedFile, ExportJob, ExportSetting, ExportTarget

BACK_DPI = 36.0
"""The resolution of a blank back."""


def _limits(job: ExportJob, findings: Findings) -> None:
    report_unplayed(job.drawn_run, "Tabletop Simulator", findings)
    address = job.values["base-url"]
    if address and not address.startswith(("https://", "http://")):
        message = f"`{address}` is not the address of a web server"
        findings.request_error("export-setting", message, None, hint="begin it with https://")
    decks = [group for group in piles(job.drawn_run) if can_be_shuffled(group)]
    report_blurred(decks, job.values["dpi"], findings, most=job.values["per-sheet"], hint=_fewer)


def _fewer(count: int, size: Size) -> str:
    better = next((n for n in range(count - 1, 2, -1) if sharpness(n, size) >= LEGIBLE), 3)
    return f"`--per-sheet {better}` makes them {int(sharpness(better, size))} dpi sharp, in more pictures"


def _files(job: ExportJob) -> Iterator[ExportedFile]:
    run, groups = job.drawn_run.run, piles(job.drawn_run)
    maker = _Maker(job, groups)
    things: list[TableThing] = []
    for done, group in enumerate(groups):
        job.progress(f"{run.game.id}: {group.component.id}", done, len(groups))
        new_things, files = maker.objects(group)
        yield from files
        things += new_things
    for component in dict.fromkeys(thing.component for thing in things):
        own = [thing for thing in things if thing.component == component]
        name = next(group.component.name for group in groups if group.component.id == component)
        yield _saved(f"components/{component}.json", tts.save(f"{run.game.title}: {name}", laid_out(own)))
    title = f"{run.game.title}, {run.name}"
    yield _saved(f"{run.game.id}-{run.name}.json", tts.save(title, laid_out(things)))
    if run.players is not None:
        owners = list(dict.fromkeys(thing.owner for thing in things if thing.owner))
        seated = room(things, run, run.players, owners=owners)
        path = f"saves/TS_Save_{run.game.id}-{run.name}.json"
        yield _saved(path, tts.save(title, seated) | tts.TABLE)


def _saved(path: str, save: ObjectState) -> ExportedFile:
    data = msgspec.json.format(msgspec.json.encode(save), indent=1)
    return ExportedFile(path, data + b"\n")


class _Maker:
    """Makes objects from groups of pieces. Decks are numbered from 1; each picture is made once."""

    def __init__(self, job: ExportJob, groups: Sequence[PieceGroup]) -> None:
        self._values = job.values
        self._most: int = job.values["per-sheet"]
        self._resolutions = resolutions(groups, float(job.values["dpi"]), self._most)
        self._game = job.drawn_run.run.game
        self._fonts = job.drawn_run.engine.fonts
        self._key = 0
        self._written: set[str] = set()
        self._files: list[ExportedFile] = []
        local = "file:///" + job.folder.resolve().as_posix().lstrip("/")
        self._base = (job.values["base-url"] or local).rstrip("/")

    def objects(self, group: PieceGroup) -> tuple[list[TableThing], list[ExportedFile]]:
        """The objects of a group, and the pictures that no earlier one needed."""
        self._files = []
        if can_be_shuffled(group):
            return [self._deck(group)], self._files
        return list(self._pieces(group)), self._files

    def _deck(self, group: PieceGroup) -> TableThing:
        cards = list(self._cards(group))
        if group.is_listed:
            cards = shuffled(cards, group.stem)
        component = group.component
        state = cards[0] if len(cards) == 1 else tts.pile(cards, group.title, _tags(component, group.owner))
        size = tts.footprint(component.size)
        return TableThing(component.id, group.owner, "deck", size=size, state=state)

    def _cards(self, group: PieceGroup) -> Iterator[ObjectState]:
        """A card for each copy; copies show the same place of a picture."""
        dpi = self._resolutions[shuffled_with(group.component)]
        for sheet in deck_sheets(group, group.members, self._fonts, dpi=dpi, most=self._most):
            self._key += 1
            picture = self._picture(group, sheet)
            for place, drawn in enumerate(sheet.members):
                about = self._about(drawn)
                size = group.component.size
                for _ in range(drawn.part.copies):
                    yield tts.card(self._key, place, picture, about=about, size=size, is_down=group.is_listed)

    def _picture(self, group: PieceGroup, sheet: DeckSheet) -> ObjectState:
        count = len(sheet.members)
        places = f"{sheet.columns} × {sheet.rows} places, {sheet.width} × {sheet.height} pixels"
        remark = f"{count} card{'s' if count > 1 else ''}, {places}, {int(sheet.dpi)} dpi"
        face = self._address(group.stem, sheet.front, remark)
        back = self._address(f"{group.stem}.back", sheet.back) if sheet.back else self._blank(group)
        shape = sheet.columns, sheet.rows, sheet.has_own_backs
        return tts.picture(face, back, *shape, is_rounded=group.component.corner > 0)

    def _pieces(self, group: PieceGroup) -> Iterator[TableThing]:
        """Boards, mats and figures one by one; other pieces in a bag, if there are several."""
        component, lies_open = group.component, shape_of(group.component.shape).lies_open
        apart, band = lies_open or component.shape == "standee", "board" if lies_open else "piece"
        states = [state for drawn in group.members for state in self._piece(group, drawn)]
        size = tts.footprint(component.size)
        if not apart and len(states) > 1:
            state = tts.bag(states, f"{group.title} ({len(states)})", _tags(component, group.owner))
            yield TableThing(component.id, group.owner, band, size=BAG, state=state)
        else:
            yield from (
                TableThing(component.id, group.owner, band, size=size, state=state) for state in states
            )

    def _piece(self, group: PieceGroup, drawn: Drawn) -> Iterator[ObjectState]:
        component, about = group.component, self._about(drawn)
        front, back = shape_of(component.shape).shown(component, drawn.front, drawn.back)
        is_square = component.outline == "rectangle" and component.shape != "standee"
        name = group.stem_of(drawn)
        faces = [front, back] if back is not None else [front]
        addresses = [
            self._address(f"{name}{suffix}", self._shot(face, component, is_square))
            for face, suffix in zip(faces, ("", ".back"), strict=False)
        ]
        if back is None:
            addresses.append(self._blank(group))
        for _ in range(drawn.part.copies):
            if component.shape == "standee":
                yield tts.figurine(addresses[0], addresses[1], about, size=component.size)
            elif component.outline == "hexagon":
                yield tts.token(addresses[0], addresses[1], about, size=component.size)
            else:
                is_round, is_locked = component.outline == "round", component.shape == "board"
                yield tts.tile(
                    addresses[0],
                    addresses[1],
                    about,
                    size=component.size,
                    is_round=is_round,
                    is_locked=is_locked,
                )

    def _shot(self, face: Face, component: Component, is_square: bool) -> bytes:
        dpi = min(float(self._values["dpi"]), MAX_DECK_SIDE * INCH / max(face.size))
        ready = prepared(face, component, 0.0 if is_square else None, dpi=dpi)
        ((data, _, _),) = shoot([ready], self._fonts, dpi)
        return data

    def _blank(self, group: PieceGroup) -> str:
        """The address of the blank back of a one-sided piece."""
        size = group.component.size
        return self._address("paper", self._shot_blank(size, group.component))

    def _shot_blank(self, size: Size, component: Component) -> bytes:
        paper = prepared(Face("paper", size, 0.0, ops=()), component, 0.0, dpi=BACK_DPI)
        ((data, _, _),) = shoot([paper], self._fonts, BACK_DPI)
        return data

    def _address(self, stem: str, data: bytes, remark: str = "") -> str:
        """The address of a picture, named by its content, so that no cache shows an old one."""
        name = f"pictures/{stem}.{blake2b(data, digest_size=5).hexdigest()}.png"
        if name not in self._written:
            self._written.add(name)
            self._files.append(ExportedFile(name, data, remark))
        return f"{self._base}/{name}"

    def _about(self, drawn: Drawn) -> ObjectState:
        part = drawn.part
        return {
            "Nickname": _titled(part_title(part), drawn),
            "Description": text_on(part, self._game),
            "Tags": _tags(part.component, str(part.owner or "")),
        }


def _titled(name: str, drawn: Drawn) -> str:
    """A name, followed by the owner's for owned components without a list."""
    owner = drawn.part.owner
    return f"{name}: {owner.fields['name']}" if owner is not None else name


def _tags(component: Component, owner: str) -> list[str]:
    return list(dict.fromkeys(tag for tag in (component.id, component.pile, owner) if tag))


TABLETOP_SIMULATOR = ExportTarget(
    "tabletop-simulator",
    "Tabletop Simulator",
    "Saved objects of each component and of the whole setup: decks, tokens in bags, mats, boards and "
    "figures.",
    takes="faces",
    files=_files,
    limits=_limits,
    settings=(
        ExportSetting(
            "dpi",
            "Dots per inch.",
            "number",
            default=300,
            low=20,
            high=1200,
            example="N",
            label="Dots per inch at most",
        ),
        ExportSetting(
            "per-sheet",
            "How many cards a picture has at most; fewer are sharper.",
            "number",
            default=MOST_PIECES,
            low=3,
            high=MOST_PIECES,
            example="N",
            label="Cards in a picture",
        ),
        ExportSetting(
            "base-url",
            "Where you upload the folder, such as https://example.org/game. Default: pictures are found on "
            "this machine.",
            "text",
            default="",
            example="URL",
            label="Address of the folder",
            placeholder="this machine",
        ),
    ),
    next_steps=(
        (
            "Put the files you want into `Saves/Saved Objects` of the program's folder; on Windows that"
            " is in `Documents/My Games/Tabletop Simulator`."
        ),
        (
            "In the program, spawn them from Objects, Saved Objects; to play with others, first use "
            "Modding, Cloud Manager, Upload All Loaded Files."
        ),
    ),
)
