"""Card Game Simulator: a game's folder, with its definition, its cards, their pictures, backs, decks and play
mat.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from nineup.base import INCH, Findings, measures
from nineup.base.geometry import Size
from nineup.faces.shapes import shape_of
from nineup.layout.typeset import Drawn
from nineup.model import Face

from nineup_export.decks import DECK_SHAPES, part_title, text_on
from nineup_export.shots import PieceGroup, groups_of, prepared, report_too_large, shoot
from nineup_export.target import ExportedFile, ExportJob, ExportSetting, ExportTarget, rights_of

CLOSE = 0.5
"""The largest difference between sides of the same size, in points."""

MAT_SIDE = 4096
"""The largest side of the play mat, in pixels."""

_UNSAFE = re.compile(r"[^\w -]+")


class Selected(msgspec.Struct, frozen=True):
    """What the program supports: cards of one size, and one play mat."""

    size: Size | None
    cards: tuple[PieceGroup, ...]
    mat: PieceGroup | None


def _selected(groups: Sequence[PieceGroup]) -> Selected:
    """The most frequent size of cards (or of tiles, in a game without cards), and everything of that size."""
    cards = [group for group in groups if group.component.shape == "card"]
    cards = cards or [group for group in groups if group.component.shape in DECK_SHAPES]
    pieces: Counter[Size] = Counter()
    for group in cards:
        pieces[group.component.size] += group.pieces
    size = max(pieces, key=lambda each: pieces[each], default=None)
    mats = [group for group in groups if shape_of(group.component.shape).lies_open]
    single = mats[0] if len(mats) == 1 and mats[0].pieces == 1 else None
    alike = (group for group in groups if group.component.shape in DECK_SHAPES)
    return Selected(size, tuple(group for group in alike if _is_alike(group.component.size, size)), single)


def _is_alike(one: Size, other: Size | None) -> bool:
    return other is not None and all(abs(a - b) <= CLOSE for a, b in zip(one, other, strict=True))


def _limits(job: ExportJob, findings: Findings) -> None:
    groups = groups_of(job.drawn_run)
    chosen = _selected(groups)
    if chosen.size is None:
        message = "there is no card for Card Game Simulator"
        findings.request_error("cgs-cards", message, job.game.span, hint="it takes cards and tiles")
        return
    report_too_large(chosen.cards, 0.0, float(job.values["dpi"]), findings=findings)
    taken = {group.component.id for group in (*chosen.cards, *((chosen.mat,) if chosen.mat else ()))}
    for component in {group.component.id: group.component for group in groups}.values():
        if component.id not in taken:
            what = f"cards of one size, {measures(chosen.size)}, and one play mat"
            message = f"`{component.id}` is left out: Card Game Simulator takes {what}"
            findings.note("cgs-left-out", message, component.span)


def _files(job: ExportJob) -> Iterator[ExportedFile]:
    chosen = _selected(groups_of(job.drawn_run))
    assert chosen.size is not None
    title = job.drawn_run.run.game.title
    name = " ".join(_UNSAFE.sub(" ", title).split()) or job.game.id
    maker = _FolderMaker(job, name)
    cards: list[dict[str, Any]] = []
    for done, group in enumerate(chosen.cards):
        job.progress(f"{job.game.id}: {group.component.id}", done, len(chosen.cards))
        backs = maker.backs(group)
        yield from maker.pending()
        yield from maker.fronts(group)
        cards += [_card(job, group, drawn, backs=backs) for drawn in group.members]
        yield _deck(name, title, group)
    mat_size = Size(0.0, 0.0)
    if chosen.mat is not None:
        mat_size = chosen.mat.component.size
        yield maker.mat(chosen.mat)
    definition = _json(_definition(job, name, chosen.size, mat=mat_size, backs=maker.named_backs))
    yield ExportedFile(f"{name}/cgs.json", definition)
    yield ExportedFile(f"{name}/{name}.json", definition)
    sets = {_code(group): _label(group) for group in chosen.cards}
    yield ExportedFile(f"{name}/AllSets.json", _json([{"code": c, "name": n} for c, n in sets.items()]))
    copies = sum(group.pieces for group in chosen.cards)
    yield ExportedFile(f"{name}/AllCards.json", _json(cards), f"{len(cards)} cards, {copies} with copies")


def _json(data: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(data), indent=1) + b"\n"


def _code(group: PieceGroup) -> str:
    return "-".join(filter(None, (group.component.id, group.owner)))


def _label(group: PieceGroup) -> str:
    owner = group.members[0].part.owner
    return f"{group.component.name}: {owner.fields['name']}" if owner is not None else group.component.name


def _id(group: PieceGroup, drawn: Drawn) -> str:
    return f"{_code(group)}_{drawn.part.card.id}"


def _card(job: ExportJob, group: PieceGroup, drawn: Drawn, backs: dict[Face | None, str]) -> dict[str, Any]:
    card = {
        "id": _id(group, drawn),
        "name": part_title(drawn.part),
        "set": _code(group),
        "text": text_on(drawn.part, job.game),
        "pile": group.component.pile or group.component.id,
    }
    back = backs[drawn.back]
    return {**card, "backs": [back]} if back else card


def _deck(name: str, title: str, group: PieceGroup) -> ExportedFile:
    """A deck as text: the number of each card, by its id."""
    lines = [f"### {title} Deck: {_code(group)}"]
    for drawn in group.members:
        lines.append(f"{drawn.part.copies} [{_id(group, drawn)}] {part_title(drawn.part)}")
    return ExportedFile(f"{name}/decks/{_code(group)}.txt", ("\n".join(lines) + "\n").encode())


def _definition(job: ExportJob, name: str, size: Size, mat: Size, backs: Sequence[str]) -> dict[str, Any]:
    game = job.game
    definition: dict[str, Any] = {
        "name": name,
        "autoUpdate": -1,
        "cardSize": _inches(size),
        "cardImageFileType": "png",
        "cardBackImageFileType": "png",
        "cardNameIsUnique": False,
        "cardPrimaryProperty": "text",
        "cardProperties": [
            {"name": "text", "type": "string", "display": "Text"},
            {"name": "pile", "type": "string", "display": "Pile"},
        ],
        "cardBackFaceImageUrls": [{"id": back} for back in backs],
        "deckFileType": "txt",
        "deckFileTxtId": "id",
        "copyright": ". ".join(rights_of(game)),
    }
    return (
        {**definition, "playMatImageFileType": "png", "playMatSize": _inches(mat)}
        if mat.width
        else definition
    )


def _inches(size: Size) -> dict[str, float]:
    return {"x": round(size.width / INCH, 3), "y": round(size.height / INCH, 3)}


class _FolderMaker:
    """Makes the pictures of a game's folder. Cards without a named back have the first one."""

    def __init__(self, job: ExportJob, name: str) -> None:
        self._dpi = float(job.values["dpi"])
        self._fonts = job.drawn_run.engine.fonts
        self._name = name
        self._by_content: dict[bytes, str] = {}
        self._pending: list[ExportedFile] = []

    @property
    def named_backs(self) -> list[str]:
        """The ids of further backs."""
        return [id for id in self._by_content.values() if id]

    def backs(self, group: PieceGroup) -> dict[Face | None, str]:
        """The id of each back of a group's cards, by its face; empty for the first of the game."""
        return {
            face: self._back(group, face) for face in dict.fromkeys(drawn.back for drawn in group.members)
        }

    def _back(self, group: PieceGroup, face: Face | None) -> str:
        paper = Face("paper", group.component.size, 0.0, ops=())
        data = self._shot(group, face if face is not None else paper)
        if data not in self._by_content:
            number = len(self._by_content)
            id = f"{_code(group)}-{number}" if number else ""
            self._by_content[data] = id
            file = f"backs/{id}.png" if id else "CardBack.png"
            self._pending.append(ExportedFile(f"{self._name}/{file}", data))
        return self._by_content[data]

    def pending(self) -> Iterator[ExportedFile]:
        """The backs that were made since the last call."""
        pending, self._pending = self._pending, []
        return iter(pending)

    def fronts(self, group: PieceGroup) -> Iterator[ExportedFile]:
        """A picture of each card, by its set and id."""
        faces = [prepared(d.front, group.component, None, dpi=self._dpi) for d in group.members]
        for drawn, (data, _, _) in zip(group.members, shoot(faces, self._fonts, self._dpi), strict=True):
            yield ExportedFile(f"{self._name}/sets/{_code(group)}/{_id(group, drawn)}.png", data)

    def mat(self, group: PieceGroup) -> ExportedFile:
        """The play mat."""
        dpi = min(self._dpi, MAT_SIDE * INCH / max(group.component.size))
        ready = prepared(group.members[0].front, group.component, 0.0, dpi=dpi)
        ((data, _, _),) = shoot([ready], self._fonts, dpi)
        return ExportedFile(f"{self._name}/PlayMat.png", data)

    def _shot(self, group: PieceGroup, face: Face) -> bytes:
        ((data, _, _),) = shoot(
            [prepared(face, group.component, None, dpi=self._dpi)], self._fonts, self._dpi
        )
        return data


CARD_GAME_SIMULATOR = ExportTarget(
    "card-game-simulator",
    "Card Game Simulator",
    "A folder of the game: its definition, cards with texts, pictures, decks and a play mat.",
    takes="faces",
    files=_files,
    limits=_limits,
    settings=(
        ExportSetting(
            "dpi",
            "Dots per inch.",
            "number",
            default=200,
            low=36,
            high=600,
            example="N",
            label="Dots per inch",
        ),
    ),
    next_steps=(
        (
            "Copy the folder with the game's name to the program's games; on Windows that is "
            "`AppData/LocalLow/Finol Digital LLC/Card Game Simulator/games`."
        ),
        "In the program, choose the game from the list, and load a deck.",
    ),
)
