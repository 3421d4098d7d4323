"""playingcards.io: a room as a `.pcio` file, with a pile for each deck and kind of token, boards, and a
hand.
"""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b

import msgspec
from nineup.base import MM, Findings, file_size
from nineup.base.geometry import Box, Size
from nineup.faces.shapes import shape_of
from nineup.layout.typeset import Drawn
from nineup.model import Face

from nineup_export.archives import ArchivedFile, archive
from nineup_export.decks import DECK_SHAPES, part_title
from nineup_export.piles import piles, shuffled
from nineup_export.shots import PieceGroup, played_groups, prepared, report_too_large, report_unplayed, shoot
from nineup_export.tables.pcio_room import HAND_AT, Widget, open_pile, seats_and_buttons, shares_of
from nineup_export.target import ExportedFile, ExportJob, ExportSetting, ExportTarget

WIDTH, HEIGHT = 1600.0, 1000.0
"""The size of the table, in its own pixels."""

HAND: Widget = {"id": "hand", "type": "hand", "x": 50, "y": HAND_AT, "z": 1, "dragging": None}
BESIDE_BUTTONS = {"width": 1390, "height": 180}
"""The size of a hand that has buttons beside it."""

ROOM = Box(30, 40, WIDTH - 60, 700)
"""The area for things: above the seats and the hand."""

CARD_HEIGHT = 160.0
"""The height of a poker card on the site; smaller if not everything fits."""

GAP, LABEL, BUTTON, RIM = 18.0, 24.0, 40.0, 8.0
"""The space between things; above a pile for its name; below it for its button; around its cards."""

LEAST_PIECE = 40.0
"""The shorter side of the smallest piece: what a finger hits."""

NAMED, LETTER = 112.0, 8.0
"""The minimum width of a pile, for its button; that of a letter of its name, which is above its middle."""

SHRINK = 0.95
TIGHT = 0.4
"""The share of the usual scale below which all that has a size of its own shrinks as well."""
BACK_DPI = 36.0


class RoomThing(msgspec.Struct, frozen=True):
    """A pile of pieces or a board, with its size on paper."""

    group: PieceGroup
    drawn: Drawn | None
    """The board; None for a pile."""
    is_open: bool = False
    """Whether this is the pile beside a deck in which what is turned up of it lies."""

    @property
    def paper(self) -> Size:
        """The size of a piece, in points."""
        return self.group.component.size

    @property
    def label(self) -> str:
        """What is written above it."""
        if self.drawn:
            return ""
        return f"{self.group.title}, open" if self.is_open else f"{self.group.title} ({self.group.pieces})"


def _limits(job: ExportJob, findings: Findings) -> None:
    report_unplayed(job.drawn_run, "playingcards.io", findings)
    report_too_large(played_groups(job.drawn_run), 0.0, float(job.values["dpi"]), findings=findings)
    run = job.drawn_run.run
    groups = piles(job.drawn_run) if run.players is not None else ()
    left = dict.fromkeys(name for to in ("player", "table") for name in shares_of(groups, run, to)[1])
    if left:
        listed = ", ".join(f"`{name}`" for name in left)
        message = f"no button deals {listed}: they are shuffled with other cards of their pile"
        findings.note(
            "deal-by-hand", message, run.game.span, hint="give them a pile of their own, or deal by hand"
        )


def _files(job: ExportJob) -> Iterator[ExportedFile]:
    maker = _RoomMaker(job)
    run, groups = job.drawn_run.run, piles(job.drawn_run)
    decks = [group for group in groups if _is_deck(group)]
    to_table = [] if run.players is None else shares_of(decks, run, "table")[0]
    turned_up = {share.group.stem: share.number for share in to_table}
    things = list(_things(groups, turned_up))
    widgets: list[Widget] = [HAND if run.players is None else HAND | BESIDE_BUTTONS]
    if run.players is not None:
        flat = [thing.group for thing in things if thing.drawn is None and not thing.is_open]
        widgets += seats_and_buttons(flat, decks, run=run, players=run.players)
    laid_out = _laid_out(things)
    open_at = {thing.group.stem: place for thing, place in laid_out if thing.is_open}
    for done, (thing, place) in enumerate(laid_out):
        job.progress(f"{job.game.id}: {thing.group.component.id}", done, len(things))
        if thing.drawn:
            widgets += maker.board(thing, place)
        elif not thing.is_open:
            group = thing.group
            up = turned_up.get(group.stem, 0)
            widgets += maker.pile(group, place, open_at=open_at.get(group.stem), turned_up=up)
    text = msgspec.json.encode(widgets)
    data = archive([ArchivedFile("widgets.json", text), *maker.pictures.values()])
    count = sum(1 for each in widgets if each["type"] == "card")
    remark = f"{count} pieces, {len(maker.pictures)} pictures, {file_size(len(data))}"
    yield ExportedFile(f"{job.game.id}-{job.drawn_run.run.name}.pcio", data, remark)


def _is_deck(group: PieceGroup) -> bool:
    """Whether a pile is drawn from."""
    return group.component.shape in DECK_SHAPES and group.is_listed


def _things(groups: Sequence[PieceGroup], turned_up: Mapping[str, int]) -> Iterator[RoomThing]:
    """Decks, each with its open pile if there is one; then tokens and figures, then each mat and board."""
    flat = [group for group in groups if not shape_of(group.component.shape).lies_open]
    for group in sorted(flat, key=lambda each: each.component.shape not in DECK_SHAPES):
        yield RoomThing(group, None)
        if group.stem in turned_up:
            yield RoomThing(group, None, is_open=True)
    for group in groups:
        if shape_of(group.component.shape).lies_open:
            yield from (RoomThing(group, d) for d in group.members for _ in range(d.part.copies))


def _laid_out(things: Sequence[RoomThing]) -> list[tuple[RoomThing, Box]]:
    """Things in rows, each with the place of its pieces, all at the largest scale at which they fit."""
    part = 1.0
    while True:
        placed, bottom = _rows(things, part)
        if bottom <= ROOM.bottom and all(place.right <= ROOM.right for _, place in placed):
            return placed
        part *= SHRINK


def _rows(things: Sequence[RoomThing], part: float) -> tuple[list[tuple[RoomThing, Box]], float]:
    """Things in rows at this part of the usual scale, and where the last row ends."""
    scale, tight = part * CARD_HEIGHT / (88.9 * MM), min(1.0, part / TIGHT)
    gap, rim = tight * GAP, RIM
    placed: list[tuple[RoomThing, Box]] = []
    x, y, deep = ROOM.x, ROOM.y, 0.0
    for thing in things:
        wide, high = (side * scale for side in thing.paper)
        if not thing.drawn:
            larger = max(1.0, tight * LEAST_PIECE / min(wide, high))
            wide, high = larger * wide, larger * high
        named = 0.0 if thing.drawn else tight * max(NAMED, LETTER * len(thing.label))
        room = max(wide + 2 * rim, named)
        if x + room > ROOM.right and x > ROOM.x:
            x, y, deep = ROOM.x, y + deep + gap, 0.0
        above, below = (0.0, 0.0) if thing.drawn else (tight * LABEL + rim, rim + tight * BUTTON)
        place = Box(round(x + (room - wide) / 2), round(y + above), round(wide), round(high))
        placed.append((thing, place))
        x, deep = x + room + gap, max(deep, above + high + below)
    return placed, y + deep


class _RoomMaker:
    """Makes widgets and their pictures; each picture is made once and named by its content."""

    def __init__(self, job: ExportJob) -> None:
        self._dpi = float(job.values["dpi"])
        self._fonts = job.drawn_run.engine.fonts
        self._z = 1
        self._boards = 0
        self.pictures: dict[str, ArchivedFile] = {}

    def board(self, thing: RoomThing, place: Box) -> list[Widget]:
        """A board: a picture that lies on the table."""
        assert thing.drawn is not None
        self._boards += 1
        picture = self._picture(thing.group, thing.drawn.front, is_square=True)
        size = {"width": place.width, "height": place.height}
        return [{**self._widget(f"board-{self._boards}", "board", place), **size, "boardImage": picture}]

    def pile(self, group: PieceGroup, place: Box, open_at: Box | None, turned_up: int) -> list[Widget]:
        """A pile with the kinds of its pieces and each piece in it, face down if it is drawn from; and the
        pile of those that are turned up, if it has a place.
        """
        stem, is_deck = group.stem, _is_deck(group)
        label, open_label = RoomThing(group, None).label, RoomThing(group, None, is_open=True).label
        pile = self._holder(f"{stem}-pile", place, label, has_button=is_deck)
        opened = self._holder(open_pile(group), open_at, open_label, has_button=False) if open_at else None
        kinds = {f"{stem}-{n}": self._kind(group, drawn) for n, drawn in enumerate(group.members)}
        deck = {
            **self._widget(f"{stem}-deck", "cardDeck", place),
            "parent": pile["id"],
            "cardTypes": kinds,
            "cardWidth": place.width,
            "cardHeight": place.height,
            "enlarge": True,
            "faceTemplate": _template("face", place, group),
            "backTemplate": _template("back", place, group),
        }
        copies = [
            (kind, copy)
            for kind, drawn in zip(kinds, group.members, strict=True)
            for copy in range(1, drawn.part.copies + 1)
        ]
        pieces: list[Widget] = []
        for number, (kind, copy) in enumerate(shuffled(copies, stem) if is_deck else copies):
            up = open_at if number < turned_up else None
            piece = self._widget(f"{kind}-{copy}", "card", up or place)
            piece["parent"] = open_pile(group) if up else pile["id"]
            more = {"deck": deck["id"], "cardType": kind, "faceup": bool(up) or not is_deck}
            pieces.append(piece | more)
        return [pile, *([opened] if opened else []), deck, *pieces]

    def _holder(self, id: str, place: Box, label: str, has_button: bool) -> Widget:
        around = place.outset(RIM)
        return {
            **self._widget(id, "cardPile", around),
            "width": around.width,
            "height": around.height,
            "label": label,
            "hasShuffleButton": has_button,
        }

    def _kind(self, group: PieceGroup, drawn: Drawn) -> dict[str, str]:
        """What a kind of piece shows."""
        component = drawn.part.component
        front, back = shape_of(component.shape).shown(component, drawn.front, drawn.back)
        is_square = component.outline == "rectangle"
        if back is None:
            back = Face("paper", component.size, 0.0, ops=(), outline=front.outline)
        face, other = (self._picture(group, each, is_square) for each in (front, back))
        return {"label": part_title(drawn.part), "face": face, "back": other}

    def _picture(self, group: PieceGroup, face: Face, is_square: bool) -> str:
        dpi = self._dpi if face.ops else BACK_DPI
        ready = prepared(face, group.component, 0.0 if is_square else None, dpi=dpi)
        ((data, _, _),) = shoot([ready], self._fonts, dpi)
        name = f"userassets/{blake2b(data, digest_size=8).hexdigest()}.png"
        self.pictures.setdefault(name, ArchivedFile(name, data, compressed=False))
        return f"package://{name}"

    def _widget(self, id: str, type: str, place: Box) -> Widget:
        self._z += 1
        return {"id": id, "type": type, "x": place.x, "y": place.y, "z": self._z}


def _template(field: str, place: Box, group: PieceGroup) -> Widget:
    """A side of a deck's cards, which shows the picture that a kind names."""
    picture: Widget = {"type": "image", "valueType": "dynamic", "value": field, "color": "transparent"}
    picture |= {"x": 0, "y": 0, "w": place.width, "h": place.height}
    is_round = group.component.outline == "rectangle" and group.component.corner > 0
    return {"includeBorder": False, "includeRadius": is_round, "objects": [picture]}


PLAYINGCARDS_IO = ExportTarget(
    "playingcards-io",
    "playingcards.io",
    "A room as a .pcio file: decks to shuffle, tokens in piles, boards, and a hand for each player.",
    takes="faces",
    files=_files,
    limits=_limits,
    settings=(
        ExportSetting(
            "dpi",
            "Dots per inch.",
            "number",
            default=150,
            low=36,
            high=600,
            example="N",
            label="Dots per inch",
        ),
    ),
    next_steps=(
        "Create a room on playingcards.io and open Room Options, Import from file.",
        "Choose the `.pcio` file, and send the room's link to your friends.",
    ),
)
