"""Tabletop Playground: a package with an object template for each deck, token, board and figure, their
pictures, and a card whose script makes a room of them.
"""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any

import msgspec
from nineup.base import INCH, MM, Findings
from nineup.base.geometry import Size
from nineup.faces.shapes import shape_of
from nineup.layout.typeset import Drawn
from nineup.model import Component, Face

from nineup_export.decks import MAX_DECK_SIDE, deck_sheets, is_deck, part_title, report_blurred, text_on
from nineup_export.piles import piles, resolutions, shuffled, shuffled_with
from nineup_export.shots import PieceGroup, prepared, report_unplayed, shoot
from nineup_export.tables.playground_room import (
    MODEL,
    SCRIPT,
    ObjectTemplate,
    PackedGroup,
    hand_model,
    hand_template,
    script,
)
from nineup_export.target import ExportedFile, ExportJob, ExportSetting, ExportTarget

CENTIMETRE = 10 * MM

CARD, BOARD = 0.05, 0.2
"""The thickness of cards and of everything else, in centimetres."""

SAME_PLACE, WHOLE_PICTURE = -3, -2
"""`BackIndex`: the back is in the card's place of another picture, or is a picture of its own."""

AS_BACK = -3
"""`HiddenIndex`: to other players, a card in a hand looks like its back."""

BACK_DPI = 36.0


def _limits(job: ExportJob, findings: Findings) -> None:
    report_unplayed(job.drawn_run, "Tabletop Playground", findings)
    decks = (group for group in piles(job.drawn_run) if _in_deck(group))
    report_blurred(decks, job.values["dpi"], findings)


def _files(job: ExportJob) -> Iterator[ExportedFile]:
    run, groups = job.drawn_run.run, piles(job.drawn_run)
    maker = _Maker(job, groups)
    packed: list[PackedGroup] = []
    for done, group in enumerate(groups):
        job.progress(f"{run.game.id}: {group.component.id}", done, len(groups))
        templates = []
        for template in maker.templates(group):
            yield from maker.pending()
            yield _template(job, template, maker.remark)
            templates.append(template)
        packed.append(PackedGroup(group, templates))
    if run.players is not None:
        yield from _room(job, packed, maker, run.players)
    manifest = {"Name": run.game.title, "Version": "1.0", "GUID": _guid(job.game.id)}
    yield ExportedFile(f"{job.game.id}/Manifest.json", _json(manifest))


def _template(job: ExportJob, template: ObjectTemplate, remark: str = "") -> ExportedFile:
    return ExportedFile(f"{job.game.id}/Templates/{template['Name']}.json", _json(template), remark)


def _room(
    job: ExportJob, packed: Sequence[PackedGroup], maker: "_Maker", players: int
) -> Iterator[ExportedFile]:
    """The card whose buttons set up the table, and the hands of the players."""
    run = job.drawn_run.run
    hand = {**_object("Card Holder", "hand", job.game.id), **hand_template()}
    card = maker.room_card(packed[0].group)
    yield from maker.pending()
    yield _template(job, hand)
    yield _template(job, card, f"sets up the table for {players}, and deals")
    text = script(packed, run, players, hand=hand["GUID"])
    yield ExportedFile(f"{job.game.id}/Models/{MODEL}", hand_model().encode())
    yield ExportedFile(f"{job.game.id}/Scripts/{SCRIPT}", text.encode())


def _json(data: Mapping[str, Any]) -> bytes:
    return msgspec.json.format(msgspec.json.encode(data), indent=1) + b"\n"


def _guid(*parts: object) -> str:
    """32 hex digits that stay the same whenever the same thing is exported."""
    return blake2b("\0".join(map(str, parts)).encode(), digest_size=16).hexdigest().upper()


class _Maker:
    """Makes the templates of groups of pieces. Pictures wait in `pending` until they are requested."""

    def __init__(self, job: ExportJob, groups: Sequence[PieceGroup]) -> None:
        self._game = job.drawn_run.run.game
        self._dpi = float(job.values["dpi"])
        self._resolutions = resolutions(groups, self._dpi)
        self._fonts = job.drawn_run.engine.fonts
        self._textures: dict[str, bytes] = {}
        self._written: set[str] = set()
        self.remark = ""

    def pending(self) -> Iterator[ExportedFile]:
        """The pictures made since the last call."""
        for name, data in self._textures.items():
            if name not in self._written:
                self._written.add(name)
                yield ExportedFile(f"{self._game.id}/Textures/{name}", data)
        self._textures = {}

    def templates(self, group: PieceGroup) -> Iterator[ObjectTemplate]:
        """The templates of a group: for a deck one for each of its pictures, otherwise one for each kind of
        piece.
        """
        self.remark = ""
        if _in_deck(group):
            yield from self._decks(group)
            return
        for drawn in group.members:
            if group.component.shape == "standee":
                yield self._figure(group, drawn)
            else:
                yield self._piece(group, drawn)

    def _decks(self, group: PieceGroup) -> Iterator[ObjectTemplate]:
        dpi = self._resolutions[shuffled_with(group.component)]
        sheets = list(deck_sheets(group, group.members, self._fonts, dpi=dpi))
        for number, sheet in enumerate(sheets, 1):
            name = group.stem + (f"-{number}" if len(sheets) > 1 else "")
            back = self._texture(f"{name}.back", sheet.back) if sheet.back else self._paper(group)
            count = sum(drawn.part.copies for drawn in sheet.members)
            places = f"{sheet.columns} × {sheet.rows} places"
            self.remark = (
                f"{count} cards, {places}, {sheet.width} × {sheet.height} pixels, {int(sheet.dpi)} dpi"
            )
            yield self._card(group, name, sheet.members) | {
                "FrontTexture": self._texture(name, sheet.front),
                "BackTexture": back,
                "BackIndex": SAME_PLACE if sheet.has_own_backs else WHOLE_PICTURE,
                "NumHorizontal": sheet.columns,
                "NumVertical": sheet.rows,
            }

    def _piece(self, group: PieceGroup, drawn: Drawn) -> ObjectTemplate:
        """A single kind of piece, as a stack of its copies; mats and boards aren't stacked."""
        component, name = group.component, group.stem_of(drawn)
        front, back = self._sides(group, drawn, name)
        if shape_of(component.shape).lies_open:
            self._remark_copies(drawn)
        model = {"Model": front} if component.outline == "hexagon" else {}
        return (
            self._card(group, name, (drawn,))
            | model
            | {
                "FrontTexture": front,
                "BackTexture": back,
                "BackIndex": WHOLE_PICTURE,
                "CollisionType": "Ground" if component.shape == "board" else "Regular",
            }
        )

    def _sides(self, group: PieceGroup, drawn: Drawn, name: str) -> tuple[str, str]:
        """The pictures of a piece's front and back; a missing back is plain paper."""
        shown, back = shape_of(group.component.shape).shown(group.component, drawn.front, drawn.back)
        front = self._texture(name, self._shot(shown, group.component))
        if back is None:
            return front, self._paper(group)
        return front, self._texture(f"{name}.back", self._shot(back, group.component))

    def _card(self, group: PieceGroup, name: str, members: Sequence[Drawn]) -> ObjectTemplate:
        """A template of cards; its stack has as many of each as the run."""
        component = group.component
        stacks = not shape_of(component.shape).lies_open
        is_card = component.shape in ("card", "tile")
        places = {str(place): drawn for place, drawn in enumerate(members)}
        return _object("Card", name, self._game.id) | {
            "HiddenTexture": "",
            "HiddenIndex": AS_BACK,
            "Width": round(component.size.width / CENTIMETRE, 4),
            "Height": round(component.size.height / CENTIMETRE, 4),
            "Thickness": CARD if component.shape == "card" else BOARD,
            "HiddenInHand": is_card,
            "UsedWithCardHolders": is_card,
            "CanStack": stacks,
            "Model": _model(component),
            "MirrorBack": True,
            "Indices": shuffled(
                [
                    place
                    for place, drawn in enumerate(members)
                    for _ in range(drawn.part.copies if stacks else 1)
                ],
                name,
            ),
            "CardNames": {place: part_title(drawn.part) for place, drawn in places.items()},
            "CardMetadata": {place: text_on(drawn.part, self._game) for place, drawn in places.items()},
            "CardTags": {place: _tags(group, drawn) for place, drawn in places.items()},
        }

    def _figure(self, group: PieceGroup, drawn: Drawn) -> ObjectTemplate:
        name = group.stem_of(drawn)
        front, back = self._sides(group, drawn, name)
        self._remark_copies(drawn)
        return _object("Cardboard Figure", name, self._game.id) | {
            "Name": name,
            "Tags": _tags(group, drawn),
            "FrontTexture": front,
            "BackTexture": back,
            "UseAlpha": True,
        }

    def _remark_copies(self, drawn: Drawn) -> None:
        copies = drawn.part.copies
        self.remark = f"place {copies} of it" if copies > 1 else ""

    def room_card(self, group: PieceGroup) -> ObjectTemplate:
        """The card with the buttons: blank paper below them."""
        paper = self._paper(group)
        return _object("Card", "set-up", self._game.id) | {
            "ScriptName": SCRIPT,
            "FrontTexture": paper,
            "BackTexture": paper,
            "BackIndex": WHOLE_PICTURE,
            "HiddenIndex": AS_BACK,
            "Width": 12.0,
            "Height": 6.0,
            "CanStack": False,
            "UsedWithCardHolders": False,
            "Indices": [0],
            "CardNames": {"0": "Set up"},
            "CardMetadata": {},
            "CardTags": {},
        }

    def _texture(self, stem: str, data: bytes) -> str:
        self._textures[f"{stem}.png"] = data
        return f"{stem}.png"

    def _shot(self, face: Face, component: Component) -> bytes:
        dpi = self._resolutions.get(shuffled_with(component), self._dpi)
        dpi = min(dpi, MAX_DECK_SIDE * INCH / max(face.size))
        is_cut_by_model = component.outline != "hexagon" and component.shape != "standee"
        ready = prepared(face, component, 0.0 if is_cut_by_model else None, dpi=dpi)
        ((data, _, _),) = shoot([ready], self._fonts, dpi)
        return data

    def _paper(self, group: PieceGroup) -> str:
        """The back of a one-sided piece."""
        blank = prepared(Face("paper", Size(72.0, 72.0), 0.0, ops=()), group.component, 0.0, dpi=BACK_DPI)
        ((data, _, _),) = shoot([blank], self._fonts, BACK_DPI)
        return self._texture("paper", data)


def _in_deck(group: PieceGroup) -> bool:
    return is_deck(group) and group.component.outline == "rectangle"


def _object(kind: str, name: str, game: str) -> ObjectTemplate:
    return {
        "Type": kind,
        "GUID": _guid(game, name),
        "Name": name,
        "Metadata": "",
        "CollisionType": "Regular",
        "SurfaceType": "Cardboard",
        "Flippable": True,
        "Models": [],
        "Tags": [],
    }


def _model(component: Component) -> str:
    if component.outline == "round":
        return "Round"
    return "Rounded" if component.corner else "Square"


def _tags(group: PieceGroup, drawn: Drawn) -> list[str]:
    component = drawn.part.component
    tags = (component.id, component.pile, group.owner, drawn.part.card.id)
    return list(dict.fromkeys(filter(None, tags)))


TABLETOP_PLAYGROUND = ExportTarget(
    "tabletop-playground",
    "Tabletop Playground",
    "A package: decks, tokens in stacks, mats, boards and figures, and a card that sets them up and deals.",
    takes="faces",
    files=_files,
    limits=_limits,
    settings=(
        ExportSetting(
            "dpi",
            "The resolution of pictures; pictures of decks are as sharp as their largest size allows.",
            "number",
            default=300,
            low=36,
            high=1200,
            example="N",
            label="Dots per inch at most",
        ),
    ),
    next_steps=(
        (
            "Copy the folder with the game's name to where the program keeps packages: Settings, Game, "
            "Package Location."
        ),
        (
            "In the program, open the object library and drag the objects onto the table; with --players, "
            "`set-up` alone: it lays them out and deals."
        ),
    ),
)
