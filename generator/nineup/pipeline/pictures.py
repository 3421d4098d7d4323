"""The pipeline of pictures: a run's faces as for the sheets, then each as a PNG, and whole decks as grids of them."""

import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from nineup.diagnostics import Findings, Status
from nineup.drawing import Face, Form, Group, Use
from nineup.geometry import Matrix, Size
from nineup.paper import Page
from nineup.pipeline import BuildResult, DrawnRun, PrintOptions, Progress, RunChoice, draw
from nineup.pipeline.cut_out import cut_out, with_bleed
from nineup.pipeline.run_files import run_folder_name
from nineup.preview import clear_png
from nineup.project import Project
from nineup.typeset import Drawn
from nineup.units import INCH, MM
from nineup.write import PICTURES, Document, face_pdf, pdf, publish_pictures

LONGEST_SIDE, MOST_PIXELS = 16_000, 100_000_000
"""Of one picture: more than that, few programs open."""

ACROSS, DOWN, DECK_SIDE = 10, 7, 4096
"""Places of a deck's picture, and the pixels of its longer side, that Tabletop Simulator takes; it needs two each way."""

DECKS = ("card", "tile")
"""The shapes of components that lie in decks."""


class PictureOptions(msgspec.Struct, frozen=True):
    """How pictures are made: dots per inch; ink beyond the cut (points), or None to cut out; decks as well."""

    dpi: float = 300.0
    bleed: float | None = None
    decks: bool = False


class Picture(msgspec.Struct, frozen=True, omit_defaults=True):
    """A face's picture: its file below the folder, its size in pixels, and which pieces show it."""

    file: str
    width: int
    height: int
    component: str
    owner: str = ""
    cards: tuple[str, ...] = ()
    """One card; several for a back that they have in common."""
    side: str = "front"
    copies: int = 0


class Deck(msgspec.Struct, frozen=True, omit_defaults=True):
    """Pieces in the places of a grid, row by row; what a hand hides, the back, is in the last place."""

    file: str
    width: int
    height: int
    columns: int
    rows: int
    component: str
    owner: str
    cards: tuple[str, ...]
    back: str = ""
    """The picture of the back, which all of them share unless `unique_backs`: then it is such a grid, too."""
    unique_backs: bool = False


class PictureSet(msgspec.Struct, frozen=True):
    """What was made, in which folder, and how it ended."""

    folder: Path = Path()
    pictures: tuple[Picture, ...] = ()
    decks: tuple[Deck, ...] = ()
    status: Status = Status.DONE


def pictures(
    project: Project,
    game_id: str,
    choice: RunChoice,
    printing: PrintOptions,
    asked: PictureOptions,
    findings: Findings,
    progress: Progress,
) -> PictureSet:
    """Write a run's faces as pictures, below its folder: all of them, or none."""
    ready = draw(project, game_id, choice, printing, findings, progress)
    if isinstance(ready, BuildResult):
        return PictureSet(status=ready.status)
    members = [drawn for drawn in ready.drawn if drawn.part.copies]
    if not _can_be_made(members, asked, findings):
        return PictureSet(status=findings.status)
    maker = _Maker(ready, members, asked, progress)
    folder = ready.plan.output / game_id / run_folder_name(ready.run, choice) / "pictures"
    publish_pictures(folder, maker.files())
    return PictureSet(folder, tuple(maker.pictures), tuple(maker.decks))


def _can_be_made(members: Sequence[Drawn], asked: PictureOptions, findings: Findings) -> bool:
    """Whether no component's pictures are too large, which is told; so is, as a warning, ink that ends before the bleed."""
    firsts = {drawn.part.component.id: drawn for drawn in reversed(members)}.values()
    fit = [_fits(drawn, asked, findings) for drawn in firsts]
    return all(fit)


def _fits(drawn: Drawn, asked: PictureOptions, findings: Findings) -> bool:
    component, bleed = drawn.part.component, asked.bleed or 0.0
    size = Size(drawn.front.size.width + 2 * bleed, drawn.front.size.height + 2 * bleed)
    most = int(_most_dpi(size))
    fits = asked.dpi <= most
    if not fits:
        wide, high = (round(side * asked.dpi / INCH) for side in size)
        message = (
            f"`{component.id}`: {wide:,} × {high:,} pixels at {asked.dpi:g} dpi are too many for a picture"
        )
        findings.request_error("picture-size", message, component.span, f"at most `--dpi {most}`")
    short = min(face.bleed for face in (drawn.front, drawn.back) if face is not None)
    if short < bleed - 0.01:
        wanted = f"{bleed / MM:.4g} mm"  # An eighth of an inch is 3.175 mm.
        message = f"`{component.id}`: {short / MM:.4g} mm of bleed, where {wanted} are asked for"
        hint = f"draw its layouts {wanted} beyond their trim and say so with `n:bleed`"
        findings.warning("bleed-missing", message, component.span, hint)
    return fits


def _most_dpi(size: Size) -> float:
    return INCH * min(LONGEST_SIDE / max(size), math.sqrt(MOST_PIXELS / (size.width * size.height)))


def grid(count: int, size: Size) -> tuple[int, int]:
    """The columns and rows, 2 × 2 to 10 × 7, in which so many pieces of a size and one more show largest."""
    shapes = [(columns, max(2, -(-(count + 1) // columns))) for columns in range(2, ACROSS + 1)]

    def merit(shape: tuple[int, int]) -> tuple[float, int]:
        return -max(shape[0] * size.width, shape[1] * size.height), -shape[0] * shape[1]

    return max((shape for shape in shapes if shape[1] <= DOWN), key=merit)


class _Maker:
    """Makes the files one after the other, so that only one PDF is held at a time, and notes what they show."""

    def __init__(
        self, ready: DrawnRun, members: Sequence[Drawn], asked: PictureOptions, progress: Progress
    ) -> None:
        self._ready, self._members, self._asked = ready, members, asked
        self._progress = progress
        self.pictures: list[Picture] = []
        self.decks: list[Deck] = []

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Each file's path below the folder and its content; the index of all of them is the last."""
        groups = _groups(self._members)
        for done, ((component, owner), group) in enumerate(groups.items()):
            self._progress(f"{self._ready.run.game.id}: pictures of {component}", done, len(groups))
            yield from self._singles(group, component, owner)
            if self._asked.decks and _is_deck(group):
                yield from self._decks(group, component, owner)
        yield PICTURES, self._index()

    def _singles(self, group: Sequence[Drawn], component: str, owner: str) -> Iterator[tuple[str, bytes]]:
        shots: list[tuple[Picture, Face]] = []
        shared = _shared_back(group)
        folder = "/".join(filter(None, (component, owner)))
        for d in group:
            card, copies = d.part.card.id, d.part.copies
            stem = folder if card == component else f"{folder}/{card}"
            shots.append((Picture(f"{stem}.png", 0, 0, component, owner, (card,), "front", copies), d.front))
            if d.back is not None and shared is None:
                back = Picture(f"{stem}.back.png", 0, 0, component, owner, (card,), "back", copies)
                shots.append((back, d.back))
        if shared is not None:
            cards = tuple(d.part.card.id for d in group)
            copies = sum(d.part.copies for d in group)
            shots.append(
                (Picture(f"{folder}.back.png", 0, 0, component, owner, cards, "back", copies), shared)
            )
        data = face_pdf([self._shown(face, group[0]) for _, face in shots], self._ready.engine.fonts)
        for (picture, _), (png, width, height) in zip(shots, clear_png(data, self._asked.dpi), strict=True):
            self.pictures.append(msgspec.structs.replace(picture, width=width, height=height))
            yield picture.file, png

    def _shown(self, face: Face, drawn: Drawn) -> Face:
        bleed = self._asked.bleed
        shown = cut_out(face, drawn.part.component) if bleed is None else with_bleed(face, bleed)
        whole = _whole(shown.size, self._asked.dpi)
        return Face(shown.name, whole, 0.0, (Group(shown.ops, _stretch(shown.size, whole)),))

    def _decks(self, group: Sequence[Drawn], component: str, owner: str) -> Iterator[tuple[str, bytes]]:
        pieces = [drawn for drawn in group for _ in range(drawn.part.copies)]
        most = ACROSS * DOWN - 1
        sheets = [pieces[at : at + most] for at in range(0, len(pieces), most)]
        shared, forms = _shared_back(group), _forms(group)
        stem = ".".join(["/".join(filter(None, (component, owner))), "deck"])
        for number, sheet in enumerate(sheets, 1):
            name = stem if len(sheets) == 1 else f"{stem}-{number}"
            hidden = forms[shared] if shared else None
            columns, rows = grid(len(sheet), group[0].front.size)
            front, width, height = self._deck([forms[d.front] for d in sheet], hidden, (columns, rows))
            back = f"{name}.back.png" if group[0].back is not None else ""
            unique = bool(back) and shared is None
            cards = tuple(d.part.card.id for d in sheet)
            self.decks.append(
                Deck(f"{name}.png", width, height, columns, rows, component, owner, cards, back, unique)
            )
            yield f"{name}.png", front
            if unique:
                backs = [forms[d.back] for d in sheet if d.back is not None]
                yield back, self._deck(backs, None, (columns, rows))[0]
            elif hidden is not None:
                yield back, self._deck([hidden], None, (1, 1))[0]

    def _deck(
        self, forms: Sequence[Form], last: Form | None, shape: tuple[int, int]
    ) -> tuple[bytes, int, int]:
        """The picture of forms in a grid, and of one in its last place; as many dots per inch as there is room for."""
        columns, rows = shape
        size = forms[0].size
        dpi = min(self._asked.dpi, DECK_SIDE * INCH / max(columns * size.width, rows * size.height))
        cell = _whole(size, dpi)
        shown = dict(enumerate(forms)) | ({columns * rows - 1: last} if last is not None else {})
        uses = tuple(_at(form, divmod(place, columns), cell) for place, form in shown.items())
        page = Page(Size(columns * cell.width, rows * cell.height), (), uses)
        data = pdf(Document("", "", "", (page,)), self._ready.engine.fonts)
        ((png, width, height),) = clear_png(data, dpi)
        return png, width, height

    def _index(self) -> bytes:
        run = self._ready.run
        told = {
            "game": run.game.id,
            "run": run.name,
            "dpi": self._asked.dpi,
            "pictures": self.pictures,
            "decks": self.decks,
        }
        return msgspec.json.format(msgspec.json.encode(told), indent=2) + b"\n"


def _groups(members: Sequence[Drawn]) -> dict[tuple[str, str], list[Drawn]]:
    """What lies together: the pieces of a component, or of one owner's, in the order of the run."""
    groups: dict[tuple[str, str], list[Drawn]] = {}
    for drawn in members:
        groups.setdefault((drawn.part.component.id, str(drawn.part.owner or "")), []).append(drawn)
    return groups


def _is_deck(group: Sequence[Drawn]) -> bool:
    """Whether these are cards of a list; copies of a single reference card are no deck."""
    component = group[0].part.component
    return component.shape in DECKS and group[0].part.card.id != component.id


def _shared_back(group: Sequence[Drawn]) -> Face | None:
    """The back that all of them have, which their eyes can't tell apart; None when there are several, or none."""
    backs = {(drawn.back.size, drawn.back.ops): drawn.back for drawn in group if drawn.back is not None}
    return next(iter(backs.values())) if len(backs) == 1 else None


def _forms(group: Sequence[Drawn]) -> Mapping[Face, Form]:
    """Each face as a form, which a deck draws as often as it has copies."""
    faces = (face for drawn in group for face in (drawn.front, drawn.back) if face is not None)
    shown = {face: cut_out(face, group[0].part.component, round_corners=False) for face in faces}
    return {face: Form(face.name, face.size, cut.ops) for face, cut in shown.items()}


def _whole(size: Size, dpi: float) -> Size:
    """A size shrunk to whole pixels, so that edges are sharp and the places of a deck all alike."""
    # What misses a pixel by a hair has it: 2.5 in are 750 pixels, also where they are written as 63.5 mm.
    width, height = (max(1, int(side * dpi / INCH + 0.05)) * INCH / dpi for side in size)
    return Size(width, height)


def _stretch(size: Size, to: Size, x: float = 0.0, y: float = 0.0) -> Matrix:
    return Matrix(to.width / size.width, 0, 0, to.height / size.height, x, y)


def _at(form: Form, place: tuple[int, int], cell: Size) -> Use:
    row, column = place
    return Use(form, _stretch(form.size, cell, column * cell.width, row * cell.height))
