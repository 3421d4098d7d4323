"""The pipeline of pictures: a run's faces, each as a PNG, and whole decks as grids of them.

`make_pictures` makes files in memory, one after the other; `publish_pictures` writes them.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from nineup import write
from nineup.diagnostics import Findings, Status
from nineup.drawing import Face, Form, Group, Use
from nineup.geometry import Matrix, Size
from nineup.paper import Page
from nineup.pipeline import BuildResult, DrawnRun, PrintOptions, Progress, RunChoice, draw
from nineup.pipeline.cut_out import cut_out, with_bleed
from nineup.pipeline.publish import run_folder_name
from nineup.preview import clear_png
from nineup.project import Project
from nineup.typeset import Drawn
from nineup.units import INCH, MM
from nineup.write import PICTURES, PdfDocument, face_pdf, pdf

MAX_SIDE, MAX_PIXELS = 16_000, 100_000_000
"""Limits of one picture; few programs open larger ones."""

MAX_COLUMNS, MAX_ROWS, MAX_DECK_SIDE = 10, 7, 4096
"""What Tabletop Simulator takes as a deck: places across and down (at least two each way), pixels of its longer side."""

DECK_SHAPES = ("card", "tile")
"""The shapes of components that lie in decks."""


class PictureOptions(msgspec.Struct, frozen=True):
    """How pictures are made: dots per inch; ink beyond the cut (points), or None to cut pieces out; decks as well."""

    dpi: float = 300.0
    bleed: float | None = None
    decks: bool = False


class Picture(msgspec.Struct, frozen=True, omit_defaults=True):
    """A face's picture: its file below the folder, its size in pixels, and the pieces that show it."""

    file: str
    width: int
    height: int
    component: str
    owner: str = ""
    cards: tuple[str, ...] = ()
    """One card; several for a back that they share."""
    side: str = "front"
    copies: int = 0


class Deck(msgspec.Struct, frozen=True, omit_defaults=True):
    """Pieces in the places of a grid, row by row; the last place shows the back, which hides a card in a hand."""

    file: str
    width: int
    height: int
    columns: int
    rows: int
    component: str
    owner: str
    cards: tuple[str, ...]
    back: str = ""
    """The picture of the back, which all cards share; with `unique_backs` a grid of their own backs."""
    unique_backs: bool = False


class PictureFile(NamedTuple):
    """A picture in memory, by its path below the folder; `entry` describes it in the index."""

    name: str
    data: bytes
    entry: Picture | Deck | None = None
    """None for a deck's back, which the deck's entry names."""


class PictureSet(msgspec.Struct, frozen=True):
    """What was written, to which folder, and how it ended."""

    folder: Path = Path()
    pictures: tuple[Picture, ...] = ()
    decks: tuple[Deck, ...] = ()
    status: Status = Status.DONE


def build_pictures(
    project: Project,
    game_id: str,
    choice: RunChoice,
    print_options: PrintOptions,
    options: PictureOptions,
    findings: Findings,
    progress: Progress,
) -> PictureSet:
    """Writes a run's faces as pictures to a folder of its own: all of them, or none."""
    drawn_run = draw(project, game_id, choice, print_options, findings, progress)
    if isinstance(drawn_run, BuildResult):
        return PictureSet(status=drawn_run.status)
    if not report_picture_limits(drawn_run, options, findings):
        return PictureSet(status=findings.status)
    return publish_pictures(drawn_run, options, make_pictures(drawn_run, options, progress))


def make_pictures(drawn_run: DrawnRun, options: PictureOptions, progress: Progress) -> Iterator[PictureFile]:
    """Each face's picture and, if wanted, each deck's, in the order of the run; one PDF at a time is in memory."""
    groups = _groups(_printed(drawn_run))
    for done, ((component, owner), group) in enumerate(groups.items()):
        progress(f"{drawn_run.run.game.id}: pictures of {component}", done, len(groups))
        maker = _GroupPictures(drawn_run, options, component, owner, group)
        yield from maker.faces()
        if options.decks and _is_deck(group):
            yield from maker.decks()


def make_index(
    drawn_run: DrawnRun, options: PictureOptions, pictures: Sequence[Picture], decks: Sequence[Deck]
) -> bytes:
    """The index of a run's pictures as JSON."""
    run = drawn_run.run
    index = {"game": run.game.id, "run": run.name, "dpi": options.dpi, "pictures": pictures, "decks": decks}
    return msgspec.json.format(msgspec.json.encode(index), indent=2) + b"\n"


def publish_pictures(
    drawn_run: DrawnRun, options: PictureOptions, files: Iterator[PictureFile]
) -> PictureSet:
    """Writes pictures as they are made, then their index: all of them or none. Raises OSError."""
    folder = drawn_run.plan.output / drawn_run.run.game.id
    folder = folder / run_folder_name(drawn_run.run, drawn_run.choice) / "pictures"
    pictures: list[Picture] = []
    decks: list[Deck] = []

    def named_bytes() -> Iterator[tuple[str, bytes]]:
        for name, data, entry in files:
            if isinstance(entry, Picture):
                pictures.append(entry)
            elif entry is not None:
                decks.append(entry)
            yield name, data
        yield PICTURES, make_index(drawn_run, options, pictures, decks)

    write.publish_pictures(folder, named_bytes())
    return PictureSet(folder, tuple(pictures), tuple(decks))


def report_picture_limits(drawn_run: DrawnRun, options: PictureOptions, findings: Findings) -> bool:
    """Reports each component whose pictures are too large, or whose ink ends before the bleed; whether all can be made."""
    firsts = {drawn.part.component.id: drawn for drawn in reversed(_printed(drawn_run))}.values()
    fit = [_report_limits(drawn, options, findings) for drawn in firsts]
    return all(fit)


def _printed(drawn_run: DrawnRun) -> list[Drawn]:
    return [drawn for drawn in drawn_run.drawn if drawn.part.copies]


def _report_limits(drawn: Drawn, options: PictureOptions, findings: Findings) -> bool:
    component, bleed = drawn.part.component, options.bleed or 0.0
    size = Size(drawn.front.size.width + 2 * bleed, drawn.front.size.height + 2 * bleed)
    max_dpi = int(_max_dpi(size))
    fits = options.dpi <= max_dpi
    if not fits:
        width, height = (round(side * options.dpi / INCH) for side in size)
        message = f"`{component.id}`: {width:,} × {height:,} pixels at {options.dpi:g} dpi are too many for a picture"
        findings.request_error("picture-size", message, component.span, f"at most `--dpi {max_dpi}`")
    drawn_bleed = min(face.bleed for face in (drawn.front, drawn.back) if face is not None)
    if drawn_bleed < bleed - 0.01:
        wanted = f"{bleed / MM:.4g} mm"  # An eighth of an inch is 3.175 mm.
        message = f"`{component.id}`: the layout has {drawn_bleed / MM:.4g} mm of bleed, not {wanted}"
        hint = f"draw its layouts {wanted} beyond their trim and set `n:bleed`"
        findings.warning("bleed-missing", message, component.span, hint)
    return fits


def _max_dpi(size: Size) -> float:
    return INCH * min(MAX_SIDE / max(size), math.sqrt(MAX_PIXELS / (size.width * size.height)))


def grid(count: int, size: Size) -> tuple[int, int]:
    """The columns and rows, 2 × 2 to 10 × 7, in which `count` pieces of a size and a back show largest."""
    shapes = [(columns, max(2, -(-(count + 1) // columns))) for columns in range(2, MAX_COLUMNS + 1)]

    def merit(shape: tuple[int, int]) -> tuple[float, int]:
        return -max(shape[0] * size.width, shape[1] * size.height), -shape[0] * shape[1]

    return max((shape for shape in shapes if shape[1] <= MAX_ROWS), key=merit)


class _GroupPictures:
    """Makes the pictures of the pieces of one component, or of one owner's."""

    def __init__(
        self,
        drawn_run: DrawnRun,
        options: PictureOptions,
        component: str,
        owner: str,
        group: Sequence[Drawn],
    ) -> None:
        self._fonts = drawn_run.engine.fonts
        self._options = options
        self._component, self._owner, self._group = component, owner, group
        self._folder = "/".join(filter(None, (component, owner)))
        self._shared_back = _shared_back(group)

    def faces(self) -> Iterator[PictureFile]:
        """A picture of each front, and of each back or the one that all share."""
        shots = [*self._fronts_and_backs()]
        if self._shared_back is not None:
            cards = tuple(d.part.card.id for d in self._group)
            copies = sum(d.part.copies for d in self._group)
            shots.append((self._entry("", cards, "back", copies), self._shared_back))
        data = face_pdf([self._prepared(face) for _, face in shots], self._fonts)
        for (entry, _), (png, width, height) in zip(shots, clear_png(data, self._options.dpi), strict=True):
            yield PictureFile(entry.file, png, msgspec.structs.replace(entry, width=width, height=height))

    def _fronts_and_backs(self) -> Iterator[tuple[Picture, Face]]:
        for d in self._group:
            card, copies = d.part.card.id, d.part.copies
            name = "" if card == self._component else f"/{card}"
            yield self._entry(name, (card,), "front", copies), d.front
            if d.back is not None and self._shared_back is None:
                yield self._entry(name, (card,), "back", copies), d.back

    def _entry(self, name: str, cards: tuple[str, ...], side: str, copies: int) -> Picture:
        file = f"{self._folder}{name}{'.back' if side == 'back' else ''}.png"
        return Picture(file, 0, 0, self._component, self._owner, cards, side, copies)

    def _prepared(self, face: Face) -> Face:
        """A face cut out or with its bleed, stretched to whole pixels."""
        bleed, component = self._options.bleed, self._group[0].part.component
        cut = cut_out(face, component) if bleed is None else with_bleed(face, bleed)
        whole = _whole(cut.size, self._options.dpi)
        return Face(cut.name, whole, 0.0, (Group(cut.ops, _stretch(cut.size, whole)),))

    def decks(self) -> Iterator[PictureFile]:
        """Pictures of decks of at most 69 pieces, and of their backs."""
        pieces = [drawn for drawn in self._group for _ in range(drawn.part.copies)]
        most = MAX_COLUMNS * MAX_ROWS - 1
        sheets = [pieces[at : at + most] for at in range(0, len(pieces), most)]
        forms = _forms(self._group)
        hidden = forms[self._shared_back] if self._shared_back else None
        has_back = self._group[0].back is not None
        for number, sheet in enumerate(sheets, 1):
            name = f"{self._folder}.deck" if len(sheets) == 1 else f"{self._folder}.deck-{number}"
            shape = grid(len(sheet), self._group[0].front.size)
            front, width, height = self._deck([forms[d.front] for d in sheet], hidden, shape)
            back = f"{name}.back.png" if has_back else ""
            is_unique = has_back and self._shared_back is None
            cards = tuple(d.part.card.id for d in sheet)
            size = (width, height, *shape)
            deck = Deck(f"{name}.png", *size, self._component, self._owner, cards, back, is_unique)
            yield PictureFile(deck.file, front, deck)
            if is_unique:
                backs = [forms[d.back] for d in sheet if d.back is not None]
                yield PictureFile(back, self._deck(backs, None, shape)[0])
            elif hidden is not None:
                yield PictureFile(back, self._deck([hidden], None, (1, 1))[0])

    def _deck(
        self, forms: Sequence[Form], last: Form | None, shape: tuple[int, int]
    ) -> tuple[bytes, int, int]:
        """A grid of forms, with `last` in its last place, at the highest resolution that fits: PNG, width, height."""
        columns, rows = shape
        size = forms[0].size
        dpi = min(self._options.dpi, MAX_DECK_SIDE * INCH / max(columns * size.width, rows * size.height))
        cell = _whole(size, dpi)
        placed = dict(enumerate(forms)) | ({columns * rows - 1: last} if last is not None else {})
        uses = tuple(_at(form, divmod(place, columns), cell) for place, form in placed.items())
        page = Page(Size(columns * cell.width, rows * cell.height), (), uses)
        data = pdf(PdfDocument("", "", "", (page,)), self._fonts)
        ((png, width, height),) = clear_png(data, dpi)
        return png, width, height


def _groups(members: Sequence[Drawn]) -> dict[tuple[str, str], list[Drawn]]:
    """The pieces of each component and owner, in the order of the run."""
    groups: dict[tuple[str, str], list[Drawn]] = {}
    for drawn in members:
        groups.setdefault((drawn.part.component.id, str(drawn.part.owner or "")), []).append(drawn)
    return groups


def _is_deck(group: Sequence[Drawn]) -> bool:
    """Whether these are cards of a list; copies of a single reference card are not a deck."""
    component = group[0].part.component
    return component.shape in DECK_SHAPES and group[0].part.card.id != component.id


def _shared_back(group: Sequence[Drawn]) -> Face | None:
    """The back that looks the same on all pieces that have one; None if there are several, or none."""
    backs = {(drawn.back.size, drawn.back.ops): drawn.back for drawn in group if drawn.back is not None}
    return next(iter(backs.values())) if len(backs) == 1 else None


def _forms(group: Sequence[Drawn]) -> Mapping[Face, Form]:
    """Each face as a form, which a deck draws once for each copy."""
    faces = (face for drawn in group for face in (drawn.front, drawn.back) if face is not None)
    cuts = {face: cut_out(face, group[0].part.component, round_corners=False) for face in faces}
    return {face: Form(face.name, face.size, cut.ops) for face, cut in cuts.items()}


def _whole(size: Size, dpi: float) -> Size:
    """A size shrunk to whole pixels, so that edges are sharp and a deck's places are all the same."""
    # Rounding tolerance: 2.5 in are 750 pixels even if written as 63.5 mm.
    width, height = (max(1, int(side * dpi / INCH + 0.05)) * INCH / dpi for side in size)
    return Size(width, height)


def _stretch(size: Size, to: Size, x: float = 0.0, y: float = 0.0) -> Matrix:
    return Matrix(to.width / size.width, 0, 0, to.height / size.height, x, y)


def _at(form: Form, place: tuple[int, int], cell: Size) -> Use:
    row, column = place
    return Use(form, _stretch(form.size, cell, column * cell.width, row * cell.height))
